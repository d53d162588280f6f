// Light or dark: as the system says, or the other one. style.css says once what dark is; the toggle changes when that
// applies.
const system = matchMedia("(prefers-color-scheme: dark)");
const condition = "screen and (prefers-color-scheme: dark)";
const choices = [["system", "Theme: as the system"], ["light", "Theme: light"], ["dark", "Theme: dark"]];
const signs = { system: "◐", light: "☀", dark: "☾" };

function darkRules() {
  return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme: dark"));
}

// The button goes through system, light and dark.
export function startTheme(button) {
  const rules = darkRules();
  let chosen = 0;
  const apply = () => {
    const [name, label] = choices[chosen];
    for (const rule of rules) rule.media.mediaText = { system: condition, light: "not all", dark: "screen" }[name];
    document.documentElement.style.setProperty("color-scheme", name === "system" ? "light dark" : name);
    button.textContent = signs[name];
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  button.addEventListener("click", () => {
    // The opposite of what the system has comes first, so that every press but one changes something.
    const turns = system.matches ? [0, 1, 2] : [0, 2, 1];
    chosen = turns[(turns.indexOf(chosen) + 1) % turns.length];
    apply();
  });
  apply();
}
