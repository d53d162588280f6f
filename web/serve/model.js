// The model's card: what it was trained from, how, how good it is on words that training held out, and how it weighs
// contexts against form.
import { get } from "./api.js";
import { copyButtons } from "./copying.js";
import { clearMessage, showError } from "./message.js";

const $ = (id) => document.getElementById(id);

const words = { vocabulary: "words with vectors", dimension: "dimensions", ngrams: "n-grams",
  ngram_min: "shortest n-gram", ngram_max: "longest n-gram" };

function text(value) {
  if (typeof value === "number") return Number.isInteger(value) ? value.toLocaleString("en") : String(+value.toPrecision(4));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null) return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function list(values) {
  return element("dl", { class: "facts" }, ...Object.entries(values).map(([name, value]) => element("div", {},
    element("dt", {}, words[name] ?? name.replaceAll("_", " ")), element("dd", {}, isolated(text(value))))));
}

function panel(title, ...content) {
  return element("div", { class: "panel" }, element("h2", {}, title), ...content);
}

// Charts are drawn as wide as they will be shown, so that their texts have the size of texts.
function smallChart(data) {
  return chart({ ...data, width: Math.min($("main").clientWidth, 560), height: 300 });
}

function qualityPanel(quality) {
  if (!quality?.length) return panel("Measured quality", element("p", {}, "Training held out no words, so nothing was measured."));
  const rows = quality.map((row) => [figureCell(text(row.contexts)), figureCell(text(row.words)),
    numberCell(row.median_rank, 1), numberCell(row.mrr, 3), numberCell(row.cosine, 3)]);
  const numbers = table(["sentences", "words", "median rank", "MRR", "cosine"].map((name) => figureCell(name)), rows);
  const line = smallChart({ kind: "lines", title: "Cosine to the true vector by the number of sentences",
    x: { label: "sentences", values: quality.map(({ contexts }) => contexts) }, y: { label: "cosine" },
    series: [{ name: "cosine to the true vector", values: quality.map(({ cosine }) => cosine) }] });
  return panel("Measured quality",
    element("p", { class: "faint" }, "On words that training held out: the rank of the true vector among all words, "
      + "by cosine to the inferred one, and that cosine."),
    element("div", { class: "columns" }, numbers, line));
}

function alphaPanel(alpha) {
  if (!alpha) return panel("How contexts are weighed", element("p", {}, "The model does not say how α was distributed."));
  const labels = alpha.edges.slice(0, -1).map((edge) => String(+edge.toFixed(2)));
  const said = element("p", { class: "faint" },
    "α is the weight of the context, from 0 (form alone) to 1 (contexts alone), over words that training held out.");
  return panel("How contexts are weighed", element("div", { class: "columns" }, said, smallChart({ kind: "bars", title: "Distribution of α",
    x: { label: "α, from … on", values: labels }, y: { label: "words" }, series: [{ name: "words", values: alpha.counts }] })));
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

  show({ model = {}, training = {}, quality, alpha, store, ...others }) {
    const { name = "A model", ...facts } = model;
    $("card").replaceChildren(
      element("p", { class: "lead" }, isolated(String(name))),
      panel("What it is", list({ ...facts, ...others })),
      qualityPanel(quality), alphaPanel(alpha),
      panel("How it was trained", list(training)),
      ...(store ? [panel("What it remembers", list(store))] : []));
  }
}
