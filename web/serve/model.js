// The model's card: what it was trained from, how, how good it is on words that training held out, and how it weighs
// contexts against form.
import { get } from "./api.js";
import { copyButtons } from "./copying.js";
import { clearMessage, showError } from "./message.js";

const $ = (id) => document.getElementById(id);

const words = { words: "words with vectors", dimension: "dimensions", ngrams: "n-grams",
  ngram_min: "shortest n-gram", ngram_max: "longest n-gram",
  search_bytes: "bytes of memory to search with" };

function text(value) {
  if (typeof value === "number") return Number.isInteger(value) ? value.toLocaleString("en") : String(+value.toPrecision(4));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null) return "–";
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return value.replace("T", " ").replace(/(\.\d+)?Z$/, " UTC");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function list(values, names = {}) {
  return element("dl", { class: "facts" }, ...Object.entries(values).map(([name, value]) => element("div", {},
    element("dt", {}, names[name] ?? name.replaceAll("_", " ")), element("dd", {}, isolated(text(value))))));
}

function panel(title, ...content) {
  return element("div", { class: "panel" }, element("h2", {}, title), ...content);
}

// Charts are drawn as wide as they will be shown, so that their texts have the size of texts.
function smallChart(data) {
  return chart({ ...data, width: Math.min($("main").clientWidth, 560), height: 300 });
}

// The rows that `oovec eval heldout --json` prints, of the first model if there are several.
function measuredRows(heldOut) {
  return [heldOut].flat()[0]?.counts?.filter((row) => row.words > 0) ?? [];
}

// A table that can be scrolled by the keyboard, as it may have to be on a phone.
function numberTable(name, header, rows) {
  const made = table(header.map((title) => figureCell(title)), rows);
  made.tabIndex = 0;
  made.setAttribute("role", "region");
  made.setAttribute("aria-label", name);
  return made;
}

function qualityTable(rows) {
  return numberTable("Measured quality", ["sentences", "words", "median rank", "MRR", "cosine"], rows.map((row) => [
    figureCell(text(row.contexts)), figureCell(text(row.words)), numberCell(row.model.median_rank, 1),
    numberCell(row.model.mrr, 3), numberCell(row.model.cosine, 3)]));
}

function qualityChart(rows) {
  const alone = (part) => rows.map((row) => (row.contexts > 0 && row[part] ? row[part].cosine : null));
  const series = [{ name: "form alone", values: alone("form") }, { name: "contexts alone", values: alone("context") },
    { name: "model", values: rows.map((row) => row.model.cosine) }];  // blue is form and orange context, as everywhere
  return smallChart({ kind: "lines", title: "Cosine to the true vector by the number of sentences",
    x: { label: "sentences", values: rows.map(({ contexts }) => contexts) }, y: { label: "cosine" },
    series: series.filter(({ values }) => values.some((value) => value !== null)) });
}

function qualityPanel(heldOut) {
  const rows = measuredRows(heldOut);
  if (rows.length === 0)
    return panel("Measured quality", element("p", {}, "The server has no measurements of this model. Measure it on words "
      + "that training held out, and start the server with the result:"), element("pre", { tabindex: "0" }, element("code", {},
      "oovec eval heldout words.oovec --contexts wiki.ctx --json > quality.json", element("br", {}),
      "oovec serve words.oovec --held-out quality.json")));
  return panel("Measured quality",
    element("p", { class: "faint" }, "On words that training held out: the rank of the true vector among all words, "
      + "by cosine to the inferred one, and that cosine."),
    element("div", { class: "columns" }, qualityTable(rows), qualityChart(rows)));
}

// How α is distributed over the same words: its median, in a band that 90 % of them lie in.
function alphaPanel(heldOut) {
  const rows = measuredRows(heldOut).filter(({ alpha }) => alpha);
  if (rows.length === 0) return [];
  const series = { name: "α", values: rows.map(({ alpha }) => alpha.median), low: rows.map(({ alpha }) => alpha.p5),
                   high: rows.map(({ alpha }) => alpha.p95) };
  const numbers = numberTable("Distribution of α", ["sentences", "5 %", "median", "95 %"],
    rows.map(({ contexts, alpha }) => [figureCell(text(contexts)),
      ...[alpha.p5, alpha.median, alpha.p95].map((value) => numberCell(value, 2))]));
  return [panel("How contexts are weighed",
    element("p", { class: "faint" }, "α is the weight of the context, from 0 (form alone) to 1 (contexts alone). Of the same "
      + "words, 5 % have at most the first value, and 95 % at most the last."),
    element("div", { class: "columns" }, numbers, smallChart({ kind: "lines", title: "α by the number of sentences",
      x: { label: "sentences", values: rows.map(({ contexts }) => contexts) }, y: { label: "α" }, series: [series] })))];
}

export class ModelView {
  constructor() {
    $("copy-info").append(copyButtons("the card", () => ({ method: "GET", path: "/info" })));
  }

  async open() {
    document.title = "Model – oovec";
    try {
      this.show(await get("/info"));
      clearMessage($("model-message"));
    } catch (error) {
      showError($("model-message"), error, () => this.open());
    }
  }

  show({ model, held_out: heldOut, store, ...others }) {
    const { name, training, ...facts } = model;
    $("card").replaceChildren(
      element("p", { class: "lead" }, isolated(name)),
      panel("What it is", list({ ...facts, ...others }, words)),
      qualityPanel(heldOut), ...alphaPanel(heldOut),
      panel("How it was trained", list(training)),
      ...(store ? [panel("What it remembers", list(store))] : []));
  }
}
