// Shows what `oovec compare --json` prints (docs/compare.md lists the keys): for each word its groups or periods, how
// they differ, and what is typical of each; or a regression.
"use strict";

const count = (number) => number.toLocaleString("en");

function note(...content) {
  return element("p", { class: "faint" }, ...content);
}

function countCell(number) {
  return figureCell(count(number));
}

// A number that may be missing, with its interval.
function estimatedCell(json, key, digits) {
  return json[key] === null ? noCell : estimateCell(json[key], json[`${key}_95`], digits);
}

function probabilityCell(p) {
  return p === null ? noCell : numberCell(p, 4);
}

// Words; those that are not among the words `before`, if there are any such, stand out.
function wordsCell(words, before) {
  const known = new Set((before ?? words).map(({ word }) => word));
  return { content: joined(words.map(({ word }) =>
    (known.has(word) ? isolated(word) : element("strong", {}, isolated(word)))), ", ") };
}

// The beginning of a long list, and how many more there are.
function beginningOf(texts) {
  const most = 20;
  return texts.length <= most ? texts.join(", ") : `${texts.slice(0, most).join(", ")} and ${count(texts.length - most)} more`;
}

// ── Groups and periods ──

// Periods are not broken at their dash.
function nameCell(value, name) {
  return value.settings.over === "" ? textCell(name) : { content: [element("span", { class: "whole" }, name)] };
}

function groupTable(value, word) {
  const unit = value.settings.unit === "row" ? "rows" : "documents";
  const isPath = value.settings.over !== "" && word.groups.length > 1;
  const groups = table([textCell(value.settings.over || value.settings.by), figureCell("contexts"), figureCell("in the text"),
    figureCell(unit), textCell("nearest words")],
    word.groups.map((group, i) => [nameCell(value, group.name), countCell(group.contexts), countCell(group.found),
      countCell(group.documents), wordsCell(group.nearest, isPath && i > 0 ? word.groups[i - 1].nearest : null)]));
  return isPath ? [groups, note("Bold: not among the nearest words of the period before.")] : [groups];
}

function pairName(pair) {
  return `${pair.first} – ${pair.second}`;
}

function pairTable(value, word) {
  return table([textCell("groups"), figureCell("cosine"), figureCell("debiased cosine"),
    figureCell("debiased squared distance"), figureCell("p"), figureCell("p (Holm)")],
    word.pairs.map((pair) => [nameCell(value, pairName(pair)), estimatedCell(pair, "cosine", 3),
      estimatedCell(pair, "debiased_cosine", 3), estimatedCell(pair, "debiased_squared_distance", 4),
      probabilityCell(pair.p), probabilityCell(pair.p_holm)]));
}

const mostPairsDrawn = 30;

function pairChart(word) {
  const rows = word.pairs.filter((pair) => pair.debiased_cosine !== null && pair.debiased_cosine_95 !== null)
    .slice(0, mostPairsDrawn).map((pair) => ({ name: pairName(pair), value: pair.debiased_cosine,
      low: pair.debiased_cosine_95[0], high: pair.debiased_cosine_95[1], paper: null }));
  if (rows.length === 0) return [];
  return [chart({ kind: "intervals", title: `Cosine between groups of ${word.word}`, x: { label: "debiased cosine", around: 1 }, rows },
    "The cosine between the mean context vectors of two groups, corrected for noise, with the middle 95 % of "
    + "bootstrap samples. About 1: no difference in direction.")];
}

function pairSection(value, word) {
  if (word.pairs.length === 0) return [];
  const all = word.p === null ? [] : [element("p", {}, `All groups at once: p = ${word.p.toFixed(4)}.`)];
  return [element("h3", {}, "Differences"), ...pairChart(word), pairTable(value, word), ...all,
    note(`p: permutation test, ${count(value.settings.permutations)} permutations of whole units; Holm: adjusted for all `
      + `tests of this page. Small type: 95 % of ${count(value.settings.bootstraps)} bootstrap samples. Noise lowers the `
      + "plain cosine, and in bootstrap samples more so: its interval may lie below it. The debiased numbers are corrected "
      + "for noise.")];
}

function anchorChart(value, word) {
  const anchors = word.groups[0].anchors.map(({ word: name }) => name);
  if (anchors.length === 0) return [];
  const series = anchors.map((name, i) => {
    const each = word.groups.map((group) => group.anchors[i]);
    const bound = (at) => each.map((anchor) => (anchor.cosine_95 === null ? null : anchor.cosine_95[at]));
    return { name, values: each.map((anchor) => anchor.cosine), low: bound(0), high: bound(1) };
  });
  const caption = `The cosine between the context vector of “${word.word}” and other words, with the middle 95 % of `
    + "bootstrap samples.";
  if (value.settings.over !== "" && word.groups.length > 1)
    return [chart({ kind: "lines", title: `Similarity of ${word.word} to other words over time`,
      x: { label: value.settings.over, values: word.groups.map((group) => group.start), linear: true },
      y: { label: "cosine", log: false }, series }, `${caption} Periods stand where they begin.`)];
  return [table([textCell(""), ...anchors.map((name) => ({ content: [isolated(name)], number: true }))],
    word.groups.map((group) => [nameCell(value, group.name),
      ...group.anchors.map((anchor) => estimatedCell(anchor, "cosine", 3))])), note(caption)];
}

// A text in which the word stands out.
function markedText(text, word) {
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replace(/\s+/g, "\\s+");
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${escaped})(?![\\p{L}\\p{N}])`, "iu"));
  return element("bdi", {}, ...parts.map((part, i) => (i % 2 === 0 ? part : element("strong", {}, part))));
}

function typicalSection(word, group) {
  const words = group.typical_words.length === 0 ? [] : [table([textCell("word"), figureCell("ratio"),
    figureCell("cosine"), figureCell("to others")],
    group.typical_words.map((typical) => [{ content: [isolated(typical.word)] }, estimatedCell(typical, "ratio", 3),
      numberCell(typical.cosine, 3), numberCell(typical.others, 3)]))];
  const contexts = group.typical_contexts.map((context) => element("p", { class: "text" }, markedText(context.text, word.word),
    ...(context.document === "" ? [] : [" ", element("small", {}, context.document)])));
  return [element("h4", {}, group.name), ...words, ...contexts];
}

function groupSections(value, word) {
  if (word.groups.length === 0) return [];
  const typical = word.groups.filter((group) => group.typical_words.length + group.typical_contexts.length > 0);
  return [...groupTable(value, word), ...anchorChart(value, word), ...pairSection(value, word),
    ...(typical.length === 0 ? [] : [element("h3", {}, "What is typical"),
      note("Words by the ratio of their cosines to a group and to all others together; contexts that are nearest to "
        + "their group, and nearer than to others."), ...typical.flatMap((group) => typicalSection(word, group))])];
}

// ── Regression ──

function covariateText(covariate) {
  if (covariate.kind === "numeric")
    return `${covariate.name} is a number from ${covariate.low} to ${covariate.high}, centred at its mean `
      + `${+covariate.mean.toPrecision(6)}.`;
  return `${covariate.name} is a category; its levels are compared with ${covariate.reference}.`;
}

// Four digits; a very small number as 6.691·10⁻⁶.
function significant(number) {
  if (number === 0 || Math.abs(number) >= 1e-3) return String(+number.toPrecision(4));
  const [digits, exponent] = number.toExponential(3).split("e-");
  return `${digits}·10⁻${[...exponent].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

function squaredCell(one) {
  if (one.debiased_squared_norm === null) return noCell;
  const interval = one.debiased_squared_norm_95;
  return figureCell(significant(one.debiased_squared_norm), ...(interval === null ? []
    : [" ", element("small", {}, interval.map(significant).join(" … "))]));
}

function fittedSection(fitted) {
  const anchors = fitted.anchors.length === 0 ? [] : [table([textCell("word"), figureCell("cosine")],
    fitted.anchors.map((anchor) => [{ content: [isolated(anchor.word)] }, estimatedCell(anchor, "cosine", 3)]))];
  return [element("h4", {}, fitted.at), element("p", {}, element("span", { class: "faint" }, "nearest words: "),
    ...joined(fitted.nearest.map(({ word }) => isolated(word)), ", ")), ...anchors];
}

function regressionSections(value, word) {
  if (word.regression === null) return [];
  const { covariates, coefficients, fitted } = word.regression;
  return [element("h3", {}, `Regression on ${value.settings.formula}`),
    note(...joined(covariates.map(covariateText), " ")),
    table([textCell("coefficient"), figureCell("norm"), figureCell("squared norm, debiased"), figureCell("p"),
      figureCell("p (Holm)")],
      coefficients.map((one) => [textCell(one.name), figureCell(significant(one.norm)), squaredCell(one),
        probabilityCell(one.p), probabilityCell(one.p_holm)])),
    note("Noise alone makes a norm positive; the debiased squared norm is about 0 if there is no effect, and may be "
      + "negative. p: permutation test of residuals (Freedman and Lane), "
      + `${count(value.settings.permutations)} permutations of whole units.`),
    ...(fitted.length === 0 ? [] : [element("h3", {}, "Fitted vectors"), ...fitted.flatMap(fittedSection)])];
}

// ── The page ──

function wordSection(value, word) {
  const unit = value.settings.unit === "row" ? "rows" : "documents";
  const lines = [`${count(word.contexts)} contexts of ${count(word.found)} in the text, from ${count(word.documents)} `
    + `${unit}.`];
  if (word.without_value > 0) lines.push(`${count(word.without_value)} are in rows without a value.`);
  if (word.without_words > 0) lines.push(`${count(word.without_words)} have no word with a vector.`);
  if (word.left_out.length > 0)
    lines.push(`Left out, with fewer than ${count(value.settings.min_contexts)} contexts: `
      + `${beginningOf(word.left_out.map((group) => `${group.name} (${group.contexts})`))}.`);
  return [element("p", {}, lines.join(" ")), ...groupSections(value, word), ...regressionSections(value, word)];
}

function contextText(settings) {
  return settings.window === 0 ? "A context is the sentence of the word, without the word."
    : `A context is ${settings.window} tokens to either side of the word.`;
}

// What is needed to do the same again.
function settingsText({ min_contexts: least, max_contexts: most, permutations, bootstraps, seed, step, over, formula }) {
  const whole = formula === "" ? `each ${over === "" ? "group" : "period"}` : "the corpus";
  return `${over === "" ? "" : `Periods are ${step} long. `}Settings: at least ${count(least)} contexts; of ${whole}, at `
    + `most ${count(most)} contexts of a word, sampled if there are more; ${count(permutations)} permutations, `
    + `${count(bootstraps)} bootstrap samples, seed ${seed}.`;
}

function showComparison(value) {
  document.getElementById("summary").append(visible(`${count(value.rows)} rows read. ${contextText(value.settings)} `
    + "Only contexts are compared: the form of the word is the same everywhere. "
    + (value.settings.unit === "row" ? "Tests and intervals treat rows as independent."
      : `Tests and intervals treat documents (${value.settings.unit}) as independent.`)));
  if (value.hints.length > 0)
    document.querySelector("main").append(element("ul", {}, ...value.hints.map((hint) => element("li", {}, hint))));
  document.querySelector("footer").prepend(element("p", {}, settingsText(value.settings)));
  const sections = value.words.map((word, i) => ({ id: `word-${i}`, word }));
  document.querySelector("nav").append(...sections.flatMap(({ id, word }) =>
    [element("a", { href: `#${id}` }, isolated(word.word)), " "]));
  document.querySelector("main").append(...sections.flatMap(({ id, word }) =>
    [element("h2", { id }, isolated(word.word)), ...wordSection(value, word)]));
}
