// Two words side by side, or one word with two sets of sentences, and the cosines between them.
import { newestOnly, post } from "./api.js";
import { verdictText } from "./confidence.js";
import { copyButtons } from "./copying.js";
import { clearMessage, showError } from "./message.js";
import { showNeighbors } from "./neighbors.js";
import { keepState, sentences } from "./state.js";

const patience = 150;
const sides = ["a", "b"];
const $ = (id) => document.getElementById(id);

export class CompareView {
  constructor() {
    this.only = newestOnly();
    for (const side of sides)
      for (const part of ["text", "sentences"])
        $(`${side}-${part}`).addEventListener("input", () => this.typed());
    $("swap").addEventListener("click", () => this.swap());
    $("compared").append(...sides.map((side) => this.makeSide(side)));
    $("copy-similarity").append(copyButtons("this comparison", () =>
      ({ method: "POST", path: "/v1/similarity", body: { a: this.side("a"), b: this.side("b") } })));
  }

  makeSide(side) {
    const copy = copyButtons(`the neighbours of the ${side === "a" ? "first" : "second"} word`,
      () => ({ method: "POST", path: "/v1/neighbors", body: { ...this.side(side), k: 10 } }));
    return element("div", { class: "panel", id: `${side}-result` },
      element("div", { class: "title" }, element("h2", {}), copy),
      element("p", { class: "headline" }), element("div", { class: "share" }),
      element("div", { class: "lists" }, element("div", { class: "both" },
        element("h3", { id: `${side}-nearest` }, "Nearest words"), element("ol", { "aria-labelledby": `${side}-nearest` }))));
  }

  side(side) {
    return { word: $(`${side}-text`).value.trim(), contexts: sentences($(`${side}-sentences`).value) };
  }

  open(query) {
    for (const side of sides) {
      $(`${side}-text`).value = query.get(side) ?? "";
      $(`${side}-sentences`).value = query.getAll(`${side}s`).join("\n");
    }
    this.ask();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), patience);
  }

  swap() {
    for (const part of ["text", "sentences"]) {
      const [a, b] = sides.map((side) => $(`${side}-${part}`));
      [a.value, b.value] = [b.value, a.value];
    }
    this.ask();
  }

  async ask() {
    clearTimeout(this.timer);
    const a = this.side("a"), b = this.side("b");
    keepState("compare", { a: a.word, as: a.contexts, b: b.word, bs: b.contexts });
    document.title = a.word && b.word ? visible(`${a.word} and ${b.word} – oovec`) : "Compare – oovec";
    const ready = a.word !== "" && b.word !== "";
    try {
      const found = await this.only((signal) => (ready ? this.fetch(a, b, signal) : {}));
      if (found === null) return;
      clearMessage($("compare-message"));
      this.render(found);
    } catch (error) {
      this.render({});
      $("compare-empty").hidden = true;
      showError($("compare-message"), error, () => this.ask());
    }
  }

  async fetch(a, b, signal) {
    const near = (side) => post("/v1/neighbors", { ...side, k: 10, by: ["both"] }, signal);
    const [cosines, ...found] = await Promise.all([post("/v1/similarity", { a, b }, signal), near(a), near(b)]);
    return { cosines, found };
  }

  render({ cosines, found }) {
    $("compare-empty").hidden = cosines !== undefined;
    $("compare-result").hidden = cosines === undefined;
    if (cosines === undefined) return;
    this.renderCosines(cosines);
    sides.forEach((side, i) => this.renderSide(side, found[i], found[1 - i]));
    $("news").textContent = `Cosine ${cosines.cosine.toFixed(2)}.`;
  }

  renderCosines(cosines) {
    const rows = [["cosine", "of the vectors", "both"], ["form", "of their forms", "form"],
      ["context", "of their contexts", "context"]];
    $("cosines").replaceChildren(...rows.map(([key, name, kind]) => {
      const value = cosines[key];
      const known = value !== null && value !== undefined;
      return element("div", { class: `cosine ${kind}` },
        element("span", { class: "number" }, known ? value.toFixed(2).replace("-", "−") : "–"),
        element("span", { class: "faint" }, name),
        element("span", { class: "track", "aria-hidden": "true" },
          element("span", { class: "length", style: { width: `${known ? (100 * Math.max(value, 0)).toFixed(1) : 0}%` } })));
    }));
  }

  // Words that both sides are near to stand out.
  renderSide(side, near, other) {
    const host = $(`${side}-result`);
    const shared = new Set(other.both.map(({ word }) => word));
    const { contexts } = this.side(side);
    host.querySelector("h2").replaceChildren(isolated(near.word), element("small", {},
      contexts.length === 0 ? " by its form" : ` with ${contexts.length} sentence${contexts.length > 1 ? "s" : ""}`));
    host.querySelector(".headline").replaceChildren(verdictText(near.confidence));
    host.querySelector(".share").replaceChildren(...shareBar(near));
    const list = host.querySelector("ol");
    showNeighbors(list, near.both, null);
    [...list.children].forEach((node, i) => node.classList.toggle("shared", shared.has(near.both[i].word)));
  }
}
