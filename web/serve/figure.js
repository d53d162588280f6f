// The paper's figure, to play with: n-grams and words of sentences, shaded by importance. Pressing an n-gram or the
// button of a sentence leaves it out; pressing it again brings it back.
import { keyed } from "./keyed.js";
import { keepReachable } from "./toolbar.js";

const shownAtFirst = 48;  // n-grams of a long word

// Items with the same text get different keys.
function withKeys(items) {
  const seen = new Map();
  return items.map((item) => {
    const times = seen.get(item.text) ?? 0;
    seen.set(item.text, times + 1);
    return { ...item, key: `${item.text} ${times}` };
  });
}

// Every n-gram of the word: as it counts now, or left out.
function currentNgrams(all, now, without) {
  const present = new Map(withKeys(now).map((item) => [item.key, item]));
  return withKeys(all).map((item) => ({ ...item, ...present.get(item.key), out: without.has(item.text) }));
}

function describe(item) {
  return `contribution ${percent(item.contribution)}, importance ${(100 * item.importance).toFixed(1)} %`
    + `${item.known ? "" : ", unknown to the model"}`;
}

function updateGram(button, item, highest) {
  const share = item.out || highest === 0 ? 0 : item.importance / highest;
  button.className = `${item.known ? "" : "unknown"} ${item.out ? "out" : ""}`.trim();
  button.style.setProperty("--w", share.toFixed(3));
  button.setAttribute("aria-pressed", String(!item.out));
  button.title = item.out ? "left out; press to bring it back" : `${describe(item)}; press to leave it out`;
  button.replaceChildren(isolated(item.text), element("small", {}, item.out ? "out" : (100 * item.importance).toFixed(1)));
}

// onToggle(text) is called for an n-gram that is pressed.
export function showNgrams(host, all, now, without, wide, onToggle) {
  const items = currentNgrams(all, now, without);
  const highest = highestImportance(items.filter(({ out }) => !out));
  const shown = wide ? items : items.slice(0, shownAtFirst);
  keyed(host, shown, ({ key }) => key, () => element("button", { type: "button", tabindex: "-1" }), (button, item) => {
    updateGram(button, item, highest);
    button.onclick = () => onToggle(item.text);
  });
  keepReachable(host);
  return items.length - shown.length;
}

function words(tokens, out, highest) {
  if (tokens === undefined) return [];
  return joined(tokens.map((token) => (out
    ? element("span", { class: token.role }, isolated(token.text))
    : shadedItem(token, highest, { class: token.role }))), " ");
}

// Tokens stand isolated from each other; the direction of the sentence is that of its first letter.
const leftward = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u;

// texts: all sentences; out: the indices of those left out; all: their words when none is left out; now: a map from the
// indices of those that count to their words.
export function showSentences(host, texts, out, all, now, onToggle) {
  const highest = highestImportance([...now.values()].flat());
  const make = () => element("li", {}, element("button", { type: "button" }), element("p", { class: "context text" }));
  keyed(host, texts, (text, i) => i, make, (node, text, i) => {
    const [button, line] = node.children, left = out.has(i);
    node.className = left ? "out" : "";
    button.textContent = left ? "Bring back" : "Leave out";
    button.setAttribute("aria-label", `${button.textContent} sentence ${i + 1}`);
    button.onclick = () => onToggle(i);
    line.dir = leftward.test(text) ? "rtl" : "ltr";
    line.replaceChildren(...words(left ? all[i] : now.get(i) ?? all[i], left, highest));
  });
}
