// Confidence in words. It is the cosine to expect between a vector and the true one; docs/page.md has what was measured.
const levels = [
  { from: 0.5, text: "Likely right", level: "high" },
  { from: 0.4, text: "Roughly right", level: "middle" },
  { from: -Infinity, text: "A guess", level: "low" },
];

export function verdict(confidence) {
  if (confidence === null || confidence === undefined) return { text: "Confidence unknown", level: "none" };
  return levels.find(({ from }) => confidence >= from);
}

// "Likely right 0.62", as an element.
export function verdictText(confidence) {
  const { text, level } = verdict(confidence);
  const number = level === "none" ? [] : [" ", element("span", { class: "number" }, confidence.toFixed(2))];
  return element("span", { class: `verdict ${level}` }, element("span", { class: "dot", "aria-hidden": "true" }),
    text, ...number);
}
