// The view of one word: what is known of it to the left, its vector to the right. Whatever is typed or left out asks the
// server anew; only the newest answer is shown.
import { newestOnly, post } from "./api.js";
import { verdict, verdictText } from "./confidence.js";
import { copyButtons } from "./copying.js";
import { showNgrams, showSentences } from "./figure.js";
import { NeighborMap } from "./map.js";
import { clearMessage, showError } from "./message.js";
import { showNeighbors } from "./neighbors.js";
import { address, keepState, sentences } from "./state.js";
import { makeToolbar } from "./toolbar.js";

const patience = 150;   // milliseconds without a key before the server is asked
const silence = 900;    // milliseconds before a result is read out
const lists = [["both", "Form and context"], ["form", "Form alone"], ["context", "Context alone"],
  ["own", "Its own vector"]];
const examples = [
  { w: "microplastics", s: ["Microplastics were found in fish, in rivers and in the sea."] },
  { w: "gravlaks", s: ["Gravlaks is salmon cured in salt, sugar and dill, and served in thin slices with mustard sauce."] },
  { w: "doomscrolling", s: [] },
];

const $ = (id) => document.getElementById(id);

export class WordView {
  constructor() {
    this.state = { w: "", s: [], out: new Set(), without: new Set() };
    this.found = {};
    this.only = newestOnly();
    this.map = new NeighborMap($("map"));
    this.wide = false;
    for (const id of ["word-text", "word-sentences"]) $(id).addEventListener("input", () => this.typed());
    $("more-ngrams").addEventListener("click", () => { this.wide = true; this.render(); });
    $("remember").addEventListener("click", () => this.keep());
    makeToolbar($("ngrams"));
    this.addExamples();
    this.addLists();
    this.addCopying();
  }

  addExamples() {
    $("examples").append(...examples.map(({ w, s }) => element("li", {},
      element("a", { href: address("word", { w, s }) }, isolated(w)), s.length > 0 ? `: ${s[0]}` : ", by its form alone")));
  }

  addLists() {
    $("lists").append(...lists.map(([name, title]) => element("div", { class: name, "data-list": name },
      element("h3", { id: `list-${name}` }, title), element("ol", { "aria-labelledby": `list-${name}` }),
      element("p", { class: "faint none" }))));
  }

  addCopying() {
    const known = () => ({ word: this.state.w, contexts: this.contexts() });
    const without = () => (this.state.without.size > 0 ? { without_ngrams: [...this.state.without] } : {});
    $("copy-vector").append(copyButtons("this vector", () =>
      ({ method: "POST", path: "/v1/infer", body: { ...known(), diagnostics: true } })));
    $("copy-neighbors").append(copyButtons("these neighbours", () =>
      ({ method: "POST", path: "/v1/neighbors", body: { ...known(), ...without(), k: 10 } })));
    $("copy-explain").append(copyButtons("this explanation", () =>
      ({ method: "POST", path: "/v1/explain", body: { ...known(), ...without() } })));
  }

  // The sentences that count.
  contexts() {
    return this.state.s.filter((sentence, i) => !this.state.out.has(i));
  }

  // Shows what an address says: w, s… and what is left out, out (indices of sentences) and no (n-grams).
  open(query) {
    const s = query.getAll("s");
    const out = query.getAll("out").map(Number).filter((i) => Number.isInteger(i) && i >= 0 && i < s.length);
    this.state = { w: (query.get("w") ?? "").trim(), s, out: new Set(out), without: new Set(query.getAll("no")) };
    $("word-text").value = this.state.w;
    $("word-sentences").value = s.join("\n");
    this.ask();
  }

  // A new word has other n-grams; a sentence that is left out stays so while its text is the same.
  typed() {
    const before = this.state;
    const w = $("word-text").value.trim(), s = sentences($("word-sentences").value);
    const left = new Set([...before.out].map((i) => before.s[i]));
    const out = new Set(s.flatMap((sentence, i) => (left.has(sentence) ? [i] : [])));
    this.state = { w, s, out, without: w === before.w ? before.without : new Set() };
    if (w !== before.w) this.wide = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), patience);
  }

  toggle(set, item) {
    if (!set.delete(item)) set.add(item);
    this.renderFigure();
    this.ask();
  }

  bringBack() {
    this.state.out.clear();
    this.state.without.clear();
    this.ask();
    $("word-text").focus();
  }

  async ask() {
    clearTimeout(this.timer);
    const { w, s, out, without } = this.state;
    keepState("word", { w, s, out: [...out], no: [...without] });
    const other = out.size > 0 ? { b: w, bs: this.contexts() } : {};  // what is left out makes two sets of sentences
    $("word-compare").href = address("compare", { a: w, as: s, ...other });
    document.title = w === "" ? "oovec" : visible(`${w} – oovec`);
    try {
      $("word-result").setAttribute("aria-busy", "true");
      const found = await this.only((signal) => (w === "" ? {} : this.fetchBoth(signal)));
      if (found === null) return;
      this.found = found;
      clearMessage($("word-message"));
      this.render();
    } catch (error) {
      this.found = {};
      this.render();
      $("word-empty").hidden = true;
      showError($("word-message"), error, () => this.ask());
    }
    $("word-result").removeAttribute("aria-busy");
  }

  // The word as it is now and, to compare with, with nothing left out.
  async fetchBoth(signal) {
    const { w, s, out, without } = this.state;
    const key = JSON.stringify([w, s]);
    const nothingOut = out.size === 0 && without.size === 0;
    const kept = s.map((text, i) => i).filter((i) => !out.has(i));
    const whole = this.whole?.key === key ? this.whole : await this.fetch(w, s, [], signal);
    this.whole = { ...whole, key };
    if (nothingOut && whole.explanation === null) throw whole.noVector;
    // The server refuses n-grams that the word does not have, as an old address may name them.
    const ngrams = whole.explanation?.ngrams.map(({ text }) => text) ?? [];
    const left = [...without].filter((text) => ngrams.includes(text));
    return { whole, kept, now: nothingOut ? whole : await this.fetch(w, this.contexts(), left, signal) };
  }

  // A word without a vector is an answer, too: its n-grams and sentences are shown all the same.
  async fetch(word, contexts, without, signal) {
    const orNone = (error) => {
      if (error.type !== "no_vector") throw error;
      return error;
    };
    const known = { word, contexts, ...(without.length > 0 ? { without_ngrams: without } : {}) };
    const [near, explanation] = await Promise.all([
      post("/v1/neighbors", { ...known, k: 10, map: true }, signal).catch(orNone),
      post("/v1/explain", known, signal).catch(orNone)]);
    return { near: near instanceof Error ? null : near, noVector: near instanceof Error ? near : null,
             explanation: explanation instanceof Error ? null : explanation };
  }

  render() {
    const { now, whole } = this.found;
    $("word-empty").hidden = now !== undefined;
    document.querySelector("#word .actions").hidden = this.state.w === "";
    $("word-result").hidden = !now?.near;
    this.renderFigure();
    if (now === undefined) {
      this.map.clear();
      this.renderGist(null);
      return;
    }
    if (now.noVector) showError($("word-message"), now.noVector);
    this.renderChanges();
    if (now.near) {
      this.renderVector(now);
      this.renderLists(now.near, now === whole || !whole.near ? null : whole.near);
      this.map.show(now.near);
      $("parts").replaceChildren(...contributionPart(now.explanation, "h3").slice(1));
      $("measures").replaceChildren(measures(now.explanation));
    }
    this.renderGist(now.near);
    clearTimeout(this.voice);
    this.voice = setTimeout(() => this.readOut(), silence);
  }

  renderFigure() {
    const { now, whole } = this.found, { s, out, without } = this.state;
    const all = whole?.explanation ?? { ngrams: [], contexts: [] };
    const current = now?.explanation ?? { ngrams: [], contexts: [] };
    const words = new Map(current.contexts.map((context, i) => [this.found.kept[i], context]));
    const hidden = showNgrams($("ngrams"), all.ngrams, current.ngrams, without, this.wide,
      (text) => this.toggle(without, text));
    $("ngram-hint").hidden = all.ngrams.length === 0;
    $("more-ngrams").hidden = hidden === 0;
    $("more-ngrams").textContent = `Show ${hidden} more n-grams`;
    showSentences($("sentences"), now === undefined ? [] : s, out, all.contexts, words,
      (i) => this.toggle(out, i));
    $("sentence-hint").hidden = now === undefined || s.length === 0;
  }

  renderVector({ near, explanation }) {
    $("verdict").replaceChildren(verdictText(near.confidence), " ", element("span", { class: "faint" },
      near.confidence === null ? "The model was not calibrated." : "expected cosine to the true vector"));
    $("share").replaceChildren(...shareBar(explanation));
    $("copy-vector").hidden = this.state.without.size > 0;  // /v1/infer takes whole words
    $("known").hidden = !near.known;
    $("known").replaceChildren(isolated(near.word),
      " has a vector of its own. This is what the model would make of it if it had none.");
  }

  // On a phone the result lies below what is typed; a line at the foot of the screen says what comes of it.
  renderGist(near) {
    $("gist").replaceChildren(...(near ? [verdictText(near.confidence), " ",
      ...joined(near.both.slice(0, 4).map(({ word }) => isolated(word)), ", ")] : []));
  }

  renderLists(near, before) {
    for (const [name] of lists) {
      const part = document.querySelector(`[data-list=${name}]`);
      part.hidden = name === "own" && !near.own;
      showNeighbors(part.querySelector("ol"), near[name] ?? [], name === "own" ? null : before && (before[name] ?? []));
      part.querySelector(".none").textContent = near[name] ? "" : { form: "The model knows none of its n-grams.",
        context: this.contexts().length === 0 ? "Add a sentence." : "No word of the sentences has a vector." }[name] ?? "";
    }
  }

  renderChanges() {
    const { now, whole } = this.found, host = $("changes");
    const left = [[this.state.without.size, "n-gram"], [this.state.out.size, "sentence"]].filter(([count]) => count > 0)
      .map(([count, noun]) => `${count} ${noun}${count > 1 ? "s" : ""}`);
    host.hidden = left.length === 0;
    if (host.hidden) return;
    const back = element("button", { type: "button", class: "quiet" }, "Bring all back");
    back.addEventListener("click", () => this.bringBack());
    const shift = (name, before, after) => element("span", { class: "shift" }, `${name} `,
      element("span", { class: "number" }, `${before.toFixed(2)} → ${after.toFixed(2)}`));
    const shifts = now.near && whole.near ? [["confidence", "confidence"], ["context_share", "share of context"]]
      .filter(([key]) => Number.isFinite(whole.near[key]) && Number.isFinite(now.near[key]))
      .map(([key, name]) => shift(name, whole.near[key], now.near[key])) : [];
    host.replaceChildren(element("strong", {}, `Without ${left.join(" and ")}`), ...shifts, back);
    if (!now.near) $("word-message").append(element("p", {}, host.querySelector("button")));
  }

  readOut() {
    const near = this.found.now?.near;
    if (!near) return;
    $("news").textContent = visible(`${near.word}: ${verdict(near.confidence).text}. `
      + `Nearest: ${near.both.slice(0, 3).map(({ word }) => word).join(", ")}.`);
  }

  // Stores the word with its sentences, so that it is in the vocabulary.
  async keep() {
    const button = $("remember");
    try {
      await post("/v1/infer", { word: this.state.w, contexts: this.contexts(), store: true });
      $("news").textContent = visible(`${this.state.w} is remembered.`);
      button.textContent = "Remembered ✓";
      setTimeout(() => { button.textContent = "Remember it"; }, 1500);
    } catch (error) {
      showError($("word-message"), error, () => this.keep());
    }
  }
}
