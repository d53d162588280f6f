// Lists of nearest words, which show how each word has moved when something is left out.
import { gliding, keyed } from "./keyed.js";
import { address } from "./state.js";

const number = (cosine) => cosine.toFixed(2);

// How a word's place compares with the one it had: { text, spoken } or null if it is the same.
function movement(word, place, before) {
  const old = before.findIndex((one) => one.word === word);
  if (old === -1) return { text: "new", spoken: "new in this list", kind: "fresh" };
  if (old === place) return null;
  const up = old > place, by = Math.abs(old - place);
  return { text: `${up ? "↑" : "↓"}${by}`, spoken: `${up ? "up" : "down"} by ${by}`, kind: up ? "up" : "down" };
}

function makeItem() {
  return element("li", {}, element("span", { class: "length", "aria-hidden": "true" }), element("a", {}),
    element("span", { class: "moved" }), element("span", { class: "number" }));
}

function updateItem(node, neighbor, change) {
  const [length, link, moved, cosine] = node.children;
  length.style.setProperty("width", `${(100 * Math.max(neighbor.cosine, 0)).toFixed(1)}%`);
  link.href = address("word", { w: neighbor.word });
  link.title = visible(neighbor.word);
  link.replaceChildren(isolated(neighbor.word));
  cosine.textContent = number(neighbor.cosine);
  moved.className = `moved ${change?.kind ?? ""}`;
  moved.replaceChildren(...(change ? [element("span", { "aria-hidden": "true" }, change.text),
    element("span", { class: "spoken" }, `, ${change.spoken}, `)] : []));
}

// Shows a list in an <ol>; `before`, if not null, is the list to compare it with.
export function showNeighbors(list, neighbors, before) {
  gliding(list, () => keyed(list, neighbors, ({ word }) => word, makeItem,
    (node, neighbor, i) => updateItem(node, neighbor, before && movement(neighbor.word, i, before))));
}
