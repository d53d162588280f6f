// Shows the results of an experiment (docs/experiment.md lists their keys) beside what the paper reports:
// value.paper, which lab/experiment/report.cc adds.
"use strict";

const wordsShown = 12;
const mostBands = 6;  // more would hide each other

function modelOf(value, name) {
  return value.systems.find((system) => system.name === name).model;
}

// The paper's figures for a model; undefined if it has none.
function ofModel(figures, model) {
  return figures.find((row) => row.model === model);
}

// ── Definitional Nonce ──

function spreadCell(deviation, digits) {
  return deviation === null ? noCell : figureCell(`± ${deviation.toFixed(digits)}`);
}

function definitionRow(system, paper) {
  const median = estimateCell(system.median_rank, system.median_rank_95, 1);
  const mrr = estimateCell(system.mrr, system.mrr_95, 4);
  return [textCell(system.name), textCell(system.type), bestCell(median, system, "median_rank"),
    spreadCell(system.median_rank_deviation, 1), paper ? figureCell(paper.median_rank) : noCell,
    bestCell(mrr, system, "mrr"), spreadCell(system.mrr_deviation, 4), pCell(system),
    paper ? figureCell(paper.mrr) : noCell];
}

// In the paper's order, then what it does not have; at the end what was not run.
function definitionTable(value) {
  const { systems } = value.dn;
  const papers = value.paper.definitions;
  const rowsOf = (model, paper) => systems.filter((system) => modelOf(value, system.name) === model)
    .map((system) => definitionRow(system, paper));
  const notRun = (paper) => [notRunCell(paper.name), textCell(paper.type), noCell, noCell,
    figureCell(paper.median_rank), noCell, noCell, noCell, figureCell(paper.mrr)];
  const rows = papers.flatMap((paper) => rowsOf(paper.model, paper));
  for (const system of systems)
    if (!ofModel(papers, modelOf(value, system.name))) rows.push(definitionRow(system));
  for (const paper of papers) if (rowsOf(paper.model, paper).length === 0) rows.push(notRun(paper));
  return stackedTable([textCell("system"), textCell("type"), headingWith("median rank", "95 %"), figureCell("seeds"),
    figureCell("paper"), headingWith("MRR", "95 %"), figureCell("seeds"), pHeading(systems),
    figureCell("paper")], rows);
}

function definitionChart(value) {
  const rows = value.dn.systems.map((system) => {
    const paper = ofModel(value.paper.definitions, modelOf(value, system.name));
    return { name: system.name, value: system.mrr, low: system.mrr_95[0], high: system.mrr_95[1],
             paper: paper ? Number(paper.mrr) : null };
  });
  return chart({ kind: "intervals", title: "Mean reciprocal rank on definitions",
                 x: { label: "mean reciprocal rank" }, rows },
    "Mean reciprocal rank with its 95 % interval; hollow diamonds are the paper's numbers.");
}

function definitionSection(value) {
  return { id: "dn", title: "Definitional Nonce", content: [
    paragraph("The rank of a word's true vector among all words, by cosine to the one inferred from its definition: "
      + `${value.dn.words.length} words, ${value.dn.left_out} left out because they have no vector. Lower ranks and higher `
      + "mean reciprocal ranks are better; intervals are by bootstrap over the words. Type: S uses the surface form, "
      + "C contexts. The paper's numbers are for its own vectors and test words, so compare their order rather than "
      + `their size. ${testRemark}`),
    definitionTable(value), ...lackingRemark(value.dn.systems, "Words", "which rank last"), sourceLinks(value, "dn"),
    definitionChart(value)] };
}

// ── Form or context ──

// The words with the lowest or highest α of a model: [α, word], in order.
function extremeWords(words, alphas, highest) {
  return alphas.map((alpha, i) => [alpha, words[i]]).filter(([alpha]) => alpha !== null)
    .sort(([a], [b]) => (highest ? b - a : a - b)).slice(0, wordsShown);
}

function alphaWords(label, extremes) {
  const items = extremes.map(([alpha, word]) => [isolated(word), " ", element("small", {}, alpha.toFixed(2))]);
  return paragraph(element("b", {}, label), " ", ...joined(items, [", "]).flat());
}

function alphaLists(system, words) {
  const byForm = extremeWords(words, system.alpha.words, false);
  const byContext = extremeWords(words, system.alpha.words, true);
  if (JSON.stringify(byForm) === JSON.stringify(byContext)) return [];  // one α for all words
  return [element("h3", {}, system.name), alphaWords("Most by form:", byForm),
    alphaWords("Most by context:", byContext)];
}

function alphaSection(value) {
  const systems = value.dn.systems.filter((system) => system.alpha !== null);
  if (systems.length === 0) return null;
  const { single_alpha: single, gated_alpha: gated } = value.paper;
  const rows = systems.map((system) => [textCell(system.name),
    ...["mean", "deviation", "lowest", "highest"].map((key) => numberCell(system.alpha[key], 3))]);
  return { id: "alpha", title: "Form or context", content: [
    paragraph("α is the weight of the context in a vector, over the words of Definitional Nonce and all seeds. In the "
      + `paper the single parameter is ${single.toFixed(2)}; the gate's mean is ${gated.mean.toFixed(2)}, from `
      + `${gated.lowest.toFixed(2)} to ${gated.highest.toFixed(2)}.`),
    table([textCell("system"), figureCell("mean α"), figureCell("deviation"), figureCell("lowest"),
      figureCell("highest")], rows),
    ...systems.flatMap((system) => alphaLists(system, value.dn.words))] };
}

// ── Effect of combining form and context ──

function bucketLabels(value) {
  return value.dn.buckets.map((bucket) => (bucket < 0 ? `−${-bucket}` : String(bucket)));
}

// The counts of the buckets as shares of all words, in per cent.
function shareCells(counts) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => numberCell(100 * count / all, 1));
}

// The numbers of the charts, ours and the paper's.
function differenceTable(value) {
  const rows = value.dn.rank_differences.flatMap((item) => [
    [textCell(item.added), textCell(item.from), textCell(item.to), ...shareCells(item.words)],
    ...value.paper.differences
      .filter((paper) => paper.added === item.added && paper.model === modelOf(value, item.to))
      .map((paper) => [textCell(""), textCell(""), paperCell(), ...shareCells(paper.words)]),
  ]);
  return table([textCell("added"), textCell("to"), textCell("gives, % of the words"),
    ...bucketLabels(value).map((label) => figureCell(label))], rows);
}

// What adding form or context does to one model.
function differenceChart(value, { added, from }) {
  const series = value.dn.rank_differences.filter((item) => item.added === added && item.from === from)
    .map((item) => ({ name: item.to, values: item.words }));
  return chart({ kind: "bars", title: `Rank differences when ${added} is added`,
                 x: { label: "rank difference, nearest bucket", values: bucketLabels(value) },
                 y: { label: "words" }, series },
    `Adding ${added} to `, italic(from), ": how many words there are by how far their rank moves; below 0 it improves.");
}

function differenceSection(value) {
  const items = value.dn.rank_differences;
  if (items.length === 0) return null;
  const first = items.filter((item, i) =>
    i === 0 || item.added !== items[i - 1].added || item.from !== items[i - 1].from);
  return { id: "differences", title: "Effect of combining form and context", content: [
    ...first.map((item) => differenceChart(value, item)), differenceTable(value)] };
}

// ── Groups of words ──

function groupRow(system) {
  return [textCell(system.name), ...system.groups.map((group) => estimateCell(group.mrr, group.mrr_95, 3))];
}

function paperGroupTable({ groups, group_figures: figures }) {
  return table([textCell("in the paper"), ...groups.map((group) => headingWith(group.name, `${group.words} words`))],
    figures.map((paper) => [textCell(paper.model), ...paper.mrr.map((mrr) => numberCell(mrr, 2))]));
}

function groupSection(value) {
  const { systems, groups } = value.dn;
  const without = groups.filter((group) => group === null).length;
  let note = "";
  if (!("groups" in value.config)) note += " Where a known word has the same stem, form alone can give a word away.";
  if (without > 0) note += ` ${without} of ${groups.length} words have no group.`;
  const header = systems[0].groups.map((group) => headingWith(group.group, `${group.words} words`));
  return { id: "groups", title: "Groups of words", content: [
    paragraph(`Mean reciprocal rank of the words of each group, with 95 % intervals.${note} The paper's figures are `
      + "for groups of its own."),
    table([textCell("system"), ...header], systems.map(groupRow)), paperGroupTable(value.paper)] };
}

// ── Contextual Rare Words ──

function rareWordChart(crw) {
  const bands = crw.systems.length <= mostBands;
  const series = crw.systems.map((system) => ({
    name: system.name, values: system.rho,
    ...(bands ? { low: system.rho_95.map((interval) => interval[0]),
                  high: system.rho_95.map((interval) => interval[1]) } : {}) }));
  return chart({ kind: "lines", title: "Spearman's ρ by the number of contexts",
                 x: { label: "number of contexts", values: crw.contexts }, y: { label: "Spearman’s ρ" }, series },
    "Agreement with human judgement, given more and more contexts"
      + (bands ? "; bands are 95 % intervals by bootstrap over the rare words." : "."));
}

// The paper's figures for a model, with vectors of the same kind; none if it has none.
function paperRareWordRow(value, model) {
  const onFasttext = ofModel(value.paper.on_fasttext, model);
  const rareWords = ofModel(value.paper.rare_words, model);
  if (onFasttext && (value.fasttext_vectors || model === "fasttext")) {
    const empty = value.crw.contexts.slice(1).map(() => emptyCell);
    return [[paperCell(), ...empty, numberCell(onFasttext.rho, 3), emptyCell, emptyCell]];
  }
  if (rareWords && !value.fasttext_vectors)
    return [[paperCell(), ...rareWords.rho.map((rho) => numberCell(rho, 3)), emptyCell, emptyCell]];
  return [];
}

function rareWordTable(value) {
  const { systems, contexts } = value.crw;
  const rows = systems.flatMap((system) => [
    [textCell(system.name),
      ...system.rho.map((rho, i) => bestCell(numberCell(rho, 3), system, `rho@${contexts[i]}`)),
      bestCell(estimateCell(system.mean_rho, system.mean_rho_95, 3), system, "mean_rho"), pCell(system)],
    ...paperRareWordRow(value, modelOf(value, system.name)),
  ]);
  return stackedTable([textCell("system"), ...contexts.map((count) => figureCell(String(count))),
    headingWith("mean", "95 %"), pHeading(systems)], rows);
}

function rareWordSection(value) {
  const samples = value.crw.trials === 1 ? "one sample" : `${value.crw.trials} samples`;
  return { id: "crw", title: "Contextual Rare Words", content: [
    paragraph(`Spearman’s ρ between human judgement of ${value.crw.pairs} pairs and the cosine with the vector `
      + `inferred from some sentences; ${samples} of the sentences drawn. The paper's figures are of its own vectors `
      + "and test pairs; its skip-gram vectors themselves, learned from all sentences, have "
      + `${value.paper.rare_words_skipgram.toFixed(2)} there. ${testRemark}`),
    rareWordChart(value.crw), rareWordTable(value),
    ...lackingRemark(value.crw.systems, "Words", "so that cosines of their pairs count as 0"),
    sourceLinks(value, "crw")] };
}

// ── Examples ──

function neighborCell(found) {
  if (!found) return textCell("–");
  const content = joined(found.neighbors.map((neighbor) => isolated(neighbor.word)), ", ");
  if (found.rank !== null) content.push(element("br", {}), element("small", {}, `rank ${found.rank}`));
  return { content };
}

function neighborTable(words) {
  const rows = [["form", "form"], ["context", "context"], ["joint", "both"]].map(([kind, name]) =>
    [textCell(name), ...words.map((example) => neighborCell(example[kind]))]);
  return table([textCell(""), ...words.map((example) => ({ content: [isolated(example.word)] }))], rows);
}

function exampleSection(value) {
  const { system, seed, words } = value.examples;
  return { id: "examples", title: "Examples", content: [
    paragraph("What ", italic(system), `${seed === null ? "" : ` (seed ${seed})`} makes of some words: the nearest `
      + "words of their form, their contexts and both, and the rank of the word itself."),
    neighborTable(words),
    paragraph("The stronger the colour of an n-gram or word, the more the form or context embedding turns when it is "
      + "left out. The bar shows what a vector is made of: α weighs the context, but embeddings of contexts are longer "
      + "than those of forms."),
    ...words.map((example) => element("div", { class: "example" },
      element("h3", {}, isolated(example.word)), ...explanationParts(example, "h4")))] };
}

// ── Chimeras, word similarity, sentences ──

// What a system has on the pairs that it has vectors for, where these are more than those of all.
function ownPairs(system, data) {
  const parts = [];
  if (system.inferred > 0) parts.push(`${system.inferred} inferred`);
  if (data.common_pairs !== system.pairs)
    parts.push(`of its own ${system.pairs} pairs ${system.rho_of_own_pairs.toFixed(3)}`);
  return parts.join("; ");
}

function correlationCell(system, data) {
  const cell = bestCell(estimateCell(system.rho, system.rho_95, 3), system, "rho");
  const own = "common_pairs" in data ? ownPairs(system, data) : "";
  if (own !== "") cell.content.push(element("small", {}, own));
  return cell;
}

// Data that give one ρ for each system: a column each, and one of p-values.
function correlationTable(list, sizeOf) {
  const rows = list[0].systems.map((system, i) => [textCell(system.name),
    ...list.flatMap((data) => [correlationCell(data.systems[i], data), pCell(data.systems[i])])]);
  return stackedTable([textCell("system"), ...list.flatMap((data) =>
    [headingWith(data.data, sizeOf(data)), pHeading(data.systems)])], rows);
}

function chimeraSection(value) {
  return { id: "chimeras", title: "Chimeras", content: [
    paragraph("Spearman’s ρ between ratings and cosines, the mean over made-up words, which have no form that could "
      + `tell. ${testRemark}`),
    correlationTable(value.chimeras, (data) => `${data.words} words`), sourceLinks(value, "chimeras")] };
}

function similaritySection(value) {
  return { id: "wordsim", title: "Word similarity", content: [
    paragraph("Spearman’s ρ between human judgement and cosines. A word without a vector gets one from its form. "
      + "Systems are compared on the pairs that all of them have vectors for. Where a system has vectors for more pairs, "
      + `its ρ on these is shown below. ${testRemark}`),
    correlationTable(value.wordsim, (data) => `${data.common_pairs} of ${data.pairs} pairs`),
    sourceLinks(value, "wordsim")] };
}

function accuracyCell(system) {
  const interval = system.accuracy_95.map((bound) => 100 * bound);
  return bestCell(estimateCell(100 * system.accuracy, interval, 1), system, "accuracy");
}

function sentenceSection(value) {
  const { tasks, means } = value.sentences;
  const rows = means.map((mean, i) => {
    const paper = ofModel(value.paper.sentences, modelOf(value, mean.name));
    return [textCell(mean.name), ...tasks.map((task) => accuracyCell(task.systems[i])),
      bestCell(numberCell(100 * mean.accuracy, 2), mean, "accuracy"), pCell(mean),
      paper ? numberCell(100 * paper.accuracy, 2) : noCell];
  });
  const header = tasks.map((task) => headingWith(task.task, String(task.tested)));
  return { id: "sentences", title: "Sentences", content: [
    paragraph("Accuracy, in per cent, of logistic regression on the mean of a sentence’s vectors; words without a "
      + `vector get one, of contexts from ${"corpus" in value.config ? "the corpus" : "the task"}, or with `,
      italic("none"), " count for nothing. Beside each task, how many sentences are tested. The paper's means are over "
      + `seven tasks (CR, MPQA, MR, MRPC, SST2, SST5, SUBJ). ${testRemark} It is of the mean.`),
    stackedTable([textCell("system"), ...header, figureCell("mean"), pHeading(means), figureCell("paper")], rows),
    sourceLinks(value, "sentences")] };
}

// ── Systems, inputs and timings ──

function optionText(options) {
  return Object.entries(options || {}).map(([name, option]) => `${name} ${option}`).join(", ");
}

function systemSection(value) {
  return { id: "systems", title: "Systems", content: [
    table([textCell("system"), textCell("model"), textCell("options")], value.systems.map((system) =>
      [textCell(system.name), textCell(system.model), textCell(optionText(system.options))]))] };
}

// A row for each system and seed, a column for each step.
function timingTable(timings) {
  const steps = [...new Set(timings.map((timing) => timing.step))];
  const systems = [...new Set(timings.map((timing) => timing.of))];
  const rows = systems.map((of) => [textCell(of), ...steps.map((step) => {
    const found = timings.find((timing) => timing.of === of && timing.step === step);
    return found ? numberCell(found.seconds, 1) : emptyCell;
  })]);
  return table([textCell("seconds"), ...steps.map((step) => figureCell(step))], rows);
}

function inputSection(value) {
  const rows = value.inputs.map((input) => [textCell(input.role), textCell(input.name),
    figureCell(String(input.bytes)), textCell(input.fingerprint)]);
  return { id: "inputs", title: "Inputs and timings", content: [
    table([textCell("input"), textCell("file"), figureCell("bytes"), textCell("fingerprint")], rows),
    paragraph("Systems that were trained together show the time of all of them."), timingTable(value.timings)] };
}

// ── The page ──

function seenRemark(system, measure) {
  const learned = system.seen === null ? "may have learned from any" : `has learned from ${system.seen}`;
  return paragraph(element("b", {}, italic(system.name), ` ${learned} of the test words of ${measure}`),
    `: its figures there ${system.seen === null ? "may " : ""}say nothing of words that it has not seen.`);
}

// What must be known to read the figures.
function remarks(value) {
  const list = ["dn", "crw"].filter((measure) => measure in value).flatMap((measure) =>
    value[measure].systems.filter((system) => system.seen !== 0).map((system) => seenRemark(system, measure)));
  for (const { system, measure } of value.unanswered)
    list.push(paragraph(italic(system), ` has no vectors for the test of ${measure}, and has no part in it.`));
  if ("dev" in value.config)
    list.push(paragraph(`The best epoch of models was chosen on ${JSON.stringify(value.config.dev)}.`));
  if (value.lacks_context_vectors)
    list.push(paragraph("No context vectors were given: skipgram and nonce2vec use the word vectors as context vectors."));
  if ("examples" in value.config && !("examples" in value))
    list.push(paragraph("None of the systems is a model, so the examples cannot be explained."));
  return list;
}

// Each needs the key of the results that stands beside it; those without data, and null ones, are left out.
const sections = [["summary", summarySection], ["dn", definitionSection], ["crw", rareWordSection],
  ["examples", exampleSection], ["dn", alphaSection], ["dn", differenceSection], ["dn", groupSection],
  ["chimeras", chimeraSection], ["wordsim", similaritySection], ["sentences", sentenceSection],
  ["systems", systemSection], ["inputs", inputSection]];

function showReport(value) {
  document.title = visible(value.title);
  document.getElementById("title").replaceChildren(visible(value.title));
  document.getElementById("about").append(visible(`${value.systems.length} systems, oovec ${value.oovec}`));
  const shown = sections.filter(([key]) => key in value).map(([, make]) => make(value)).filter(Boolean);
  document.querySelector("nav").append(...shown.flatMap(({ id, title }) =>
    [element("a", { href: `#${id}` }, title), " "]));
  document.querySelector("main").append(...remarks(value),
    ...shown.flatMap(({ id, title, content }) => [element("h2", { id }, title), ...content]));
}
