// Shows how good models are on words they have not learned from: an array with what `oovec eval heldout --json`
// prints of each model (docs/cli.md lists the keys).
"use strict";

const metrics = [
  { id: "rank", title: "Median rank", label: "median rank", digits: 1, log: true, of: (quality) => quality.median_rank,
    note: "The rank of a word's true vector among all words, by cosine to the inferred one. Lower is better." },
  { id: "mrr", title: "Mean reciprocal rank", label: "mean reciprocal rank", digits: 4, of: (quality) => quality.mrr,
    note: "The mean of 1 / rank. Higher is better." },
  { id: "cosine", title: "Cosine", label: "cosine", digits: 3, of: (quality) => quality.cosine,
    note: "The mean cosine of the inferred and the true vector. Higher is better." },
];

const measured = (rows) => rows.filter((row) => row.words > 0);
const median = (lengths) => (lengths === null ? null : lengths.median);

// "10–99 times"
function bandName(band) {
  return `${band.low.toLocaleString("en")}–${band.high.toLocaleString("en")} times`;
}

function lineChart(title, label, log, counts, series, caption) {
  return chart({ kind: "lines", title: `${title} by the number of contexts`,
                 x: { label: "number of contexts", values: counts }, y: { label, log }, series }, caption);
}

// The model, form alone and contexts alone; of several models each as a whole.
function modelSeries(value, rows, of) {
  if (value.length > 1)
    return value.map((model, i) => ({ name: model.model, values: rows[i].map((row) => of(row.model)) }));
  const alone = (key) => rows[0].map((row) => (key in row && row.contexts > 0 ? of(row[key]) : null));
  return [{ name: value[0].model, values: rows[0].map((row) => of(row.model)) },
    { name: "form alone", values: alone("form") }, { name: "contexts alone", values: alone("context") }]
    .filter((series) => series.values.some((each) => each !== null));
}

function metricSection(value, rows, counts, metric) {
  return { id: metric.id, title: metric.title, content: [
    lineChart(metric.title, metric.label, metric.log, counts, modelSeries(value, rows, metric.of), metric.note)] };
}

function lengthSection(value, rows, counts) {
  const series = value.map((model, i) => ({ name: model.model, values: rows[i].map((row) => median(row.length)) }));
  series.push({ name: "true vectors", values: rows[0].map((row) => median(row.true_length)) });
  return { id: "length", title: "Length", content: [
    lineChart("Length", "median length", false, counts, series,
      "The median length of the inferred vectors, and of the true vectors of the same words.")] };
}

// A chart for each model, with a line for words of like frequency.
function frequencySection(value, counts) {
  const charts = value.flatMap((model) => metrics.slice(0, 2).map((metric) => {
    const series = model.frequencies.map((band) => ({ name: bandName(band), values: counts.map((count) => {
      const row = measured(band.counts).find((each) => each.contexts === count);
      return row ? metric.of(row.model) : null;
    }) })).filter((each) => each.values.some((one) => one !== null));
    return lineChart(`${metric.title} of ${model.model}`, metric.label, metric.log, counts, series,
      `${model.model}: ${metric.label} of words that occur equally often in the text. A point has only words with as `
      + "many contexts.");
  }));
  return { id: "frequency", title: "By frequency", content: charts };
}

function lengthText(lengths) {
  return lengths === null ? "–" : `${lengths.p5.toFixed(2)} … ${lengths.median.toFixed(2)} … ${lengths.p95.toFixed(2)}`;
}

function qualityCells(quality) {
  return metrics.map((metric) => numberCell(metric.of(quality), metric.digits));
}

function numberTable(model, rows) {
  const lines = rows.flatMap((row) => {
    const others = row.contexts === 0 ? [] : [["form alone", row.form], ["contexts alone", row.context]];
    return [[numberCell(row.contexts, 0), numberCell(row.words, 0), textCell("model"), ...qualityCells(row.model),
             figureCell(lengthText(row.length)), figureCell(lengthText(row.true_length))],
      ...others.filter(([, quality]) => quality !== undefined).map(([name, quality]) =>
        [emptyCell, emptyCell, textCell(name), ...qualityCells(quality), emptyCell, emptyCell])];
  });
  return [element("h3", {}, model.model), table([figureCell("contexts"), figureCell("words"), textCell(""),
    ...metrics.map((metric) => figureCell(metric.label)), figureCell("length, 5 … 50 … 95 %"),
    figureCell("true, 5 … 50 … 95 %")], lines)];
}

function showHeldOut(value) {
  const rows = value.map((model) => measured(model.counts));
  const counts = rows[0].map((row) => row.contexts);
  const words = Math.max(...rows[0].map((row) => row.words));
  document.getElementById("summary").append(visible(`${words} words that no model has learned from, with contexts `
    + "from the index. Each number of contexts covers only the words that have at least that many."));
  const shown = [...metrics.map((metric) => metricSection(value, rows, counts, metric)),
    lengthSection(value, rows, counts), frequencySection(value, counts),
    { id: "numbers", title: "Numbers", content: value.flatMap((model, i) => numberTable(model, rows[i])) }];
  document.querySelector("nav").append(...shown.flatMap(({ id, title }) =>
    [element("a", { href: `#${id}` }, title), " "]));
  document.querySelector("main").append(
    ...shown.flatMap(({ id, title, content }) => [element("h2", { id }, title), ...content]));
}
