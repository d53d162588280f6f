// The living vocabulary: the words that the server's store remembers.
import { get, newestOnly, send, usesKey } from "./api.js";
import { verdictText } from "./confidence.js";
import { copyButtons } from "./copying.js";
import { keyed } from "./keyed.js";
import { clearMessage, showError } from "./message.js";
import { address, keepState } from "./state.js";

const patience = 200;
const page = 50;        // words at a time
const freshness = 5000; // milliseconds between looks for new words
const suffixes = { word2vec: "vec", glove: "txt", jsonl: "jsonl" };
const $ = (id) => document.getElementById(id);
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const units = [["year", 31536e6], ["month", 2628e6], ["week", 6048e5], ["day", 864e5], ["hour", 36e5], ["minute", 6e4]];

// "3 minutes ago"
function since(time) {
  const passed = Date.parse(time) - Date.now();
  const [unit, length] = units.find(([, size]) => Math.abs(passed) >= size) ?? ["second", 1000];
  return ago.format(Math.min(0, Math.round(passed / length)), unit);
}

// Every byte of a word, for an address: "export" is the name of a route, too.
function encoded(word) {
  return [...new TextEncoder().encode(word)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

export class VocabularyView {
  constructor() {
    this.only = newestOnly();
    this.rows = new WeakMap();  // what each row shows
    for (const id of ["filter", "min-count"]) $(id).addEventListener("input", () => this.typed());
    $("sort").addEventListener("change", () => this.ask());
    $("more-words").addEventListener("click", () => this.more());
    $("export").addEventListener("click", () => this.download());
    $("copy-words").append(copyButtons("this list", () => ({ method: "GET", path: this.path(null) })));
    setInterval(() => this.refresh(), freshness);
  }

  open(query) {
    $("filter").value = query.get("filter") ?? "";
    $("sort").value = ["recent", "count", "word"].find((name) => name === query.get("sort")) ?? "recent";
    $("min-count").value = /^[1-9]\d*$/.test(query.get("min") ?? "") ? query.get("min") : "1";
    document.title = "Vocabulary – oovec";
    this.ask();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), patience);
  }

  minCount() {
    return Math.max(1, Math.floor(Number($("min-count").value)) || 1);
  }

  path(after) {
    const query = new URLSearchParams({ order: $("sort").value, min_count: this.minCount(), limit: page, details: "true" });
    if ($("filter").value.trim() !== "") query.set("contains", $("filter").value.trim());
    if (after) query.set("after", after);
    return `/v1/words?${query}`;
  }

  async ask() {
    clearTimeout(this.timer);
    keepState("vocabulary", { filter: $("filter").value.trim(), sort: $("sort").value === "recent" ? "" : $("sort").value,
      min: this.minCount() === 1 ? "" : String(this.minCount()) });
    await this.load((signal) => get(this.path(null), signal));
  }

  async more() {
    const { words, next } = this.found;
    await this.load(async (signal) => {
      const answer = await get(this.path(next), signal);
      return { ...answer, words: [...words, ...answer.words] };
    });
  }

  // New words appear by themselves while nobody has gone on to further pages. Whether there are any is a cheap question.
  async refresh() {
    const shown = !$("vocabulary").hidden && !document.hidden && this.found !== undefined;
    if (!shown || this.found.words.length > page) return;
    for (const time of document.querySelectorAll("#words time")) time.textContent = since(time.dateTime);
    const answer = await get("/v1/words?limit=1").catch(() => null);  // a server that is away is tried again
    if (answer !== null && answer.totals.sightings !== this.found.totals.sightings) this.ask();
  }

  async load(task) {
    try {
      const found = await this.only(task);
      if (found === null) return;
      this.found = found;
      clearMessage($("vocabulary-message"));
      this.render();
    } catch (error) {
      if (error.type === "not_found") this.renderNoStore();
      else showError($("vocabulary-message"), error, () => this.ask());
    }
  }

  renderNoStore() {
    $("store").hidden = true;
    $("no-store").hidden = false;
    $("no-store").replaceChildren(
      element("p", { class: "lead" }, "This server does not remember words."),
      element("p", {}, "Start it with a store, a file that it creates, and it keeps for every new word how often it was "
        + "seen and a sample of its sentences:"),
      element("pre", { tabindex: "0" }, element("code", {}, "oovec serve words.oovec --store words.db")));
  }

  render() {
    const { words, next, totals } = this.found;
    $("no-store").hidden = true;
    $("store").hidden = false;
    $("totals").textContent = this.totalsText(totals);
    $("more-words").hidden = !next;
    $("words").hidden = words.length === 0;
    $("none").hidden = words.length > 0;
    $("none").replaceChildren(...this.noneText(totals));
    keyed($("words").tBodies[0], words, ({ word }) => word, () => element("tr", {}), (row, word) => this.renderRow(row, word));
  }

  totalsText(totals) {
    const count = totals.words;
    return `${count.toLocaleString("en")} word${count === 1 ? "" : "s"} met so far`
      + `, with ${totals.contexts.toLocaleString("en")} sentences kept.`;
  }

  noneText(totals) {
    if (totals.words > 0) return ["No word like that. Clear the filter, or lower the number of times seen."];
    return ["No words yet. A word is remembered when it is sent with ", element("code", {}, '"store": true'),
      ", or by the button “Remember it” of the ", element("a", { href: "#word" }, "view of a word"), "."];
  }

  renderRow(row, word) {
    const text = JSON.stringify(word);
    if (this.rows.get(row) === text) return;
    this.rows.set(row, text);
    const nearest = word.nearest.map(isolated);
    const link = element("a", { href: address("word", { w: word.word, s: word.last_context ?? "" }) }, isolated(word.word));
    link.addEventListener("click", (event) => this.openWord(event, word.word));
    row.replaceChildren(
      element("th", { scope: "row" }, link),
      element("td", { class: "number" }, word.count.toLocaleString("en")),
      element("td", { class: "sure" }, verdictText(word.confidence)),
      element("td", { class: "near" }, ...joined(nearest, ", ")),
      element("td", { class: "last" }, ...(word.last_context ? [isolated(word.last_context)] : [])),
      element("td", { class: "when" }, element("time", { datetime: word.last }, since(word.last))));
  }

  // Opens a word with all its sentences, not only the last.
  async openWord(event, word) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const { texts } = await get(`/v1/words/${encoded(word)}`);
      location.hash = address("word", { w: word, s: texts.map(({ text }) => text).filter((text) => text !== "") });
    } catch (error) {
      showError($("vocabulary-message"), error);
    }
  }

  // A link downloads as it streams, but cannot carry a key; with one the file is fetched first.
  async download() {
    const format = $("export-format").value;
    let href = `/v1/words/export?${new URLSearchParams({ format, min_count: this.minCount() })}`;
    try {
      if (usesKey()) href = URL.createObjectURL(await (await send("GET", href)).blob());
      element("a", { href, download: `words.${suffixes[format]}` }).click();
      if (usesKey()) URL.revokeObjectURL(href);
    } catch (error) {
      showError($("vocabulary-message"), error, () => this.download());
    }
  }
}
