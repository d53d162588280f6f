// Shows what a vector is made of; docs/explain.md describes the value. A report has the same parts.
"use strict";

function percent(share) {
  return `${share < 0 ? "−" : "+"}${(100 * Math.abs(share)).toFixed(1)} %`;
}

function highestImportance(items) {
  return items.reduce((highest, item) => Math.max(highest, item.importance), 0);
}

// An n-gram or word; --w is its importance relative to the highest of its kind.
function shadedItem(item, highest, attributes, ...more) {
  const share = highest > 0 ? item.importance / highest : 0;
  return element("span", {
    ...attributes,
    style: { "--w": share.toFixed(3) },
    title: `contribution ${percent(item.contribution)}, importance ${(100 * item.importance).toFixed(1)} %, `
      + `change ${item.change.toFixed(5)}`,
  }, isolated(item.text), ...more);
}

function shareBar(value) {
  const context = 100 * Math.min(Math.max(value.context_share, 0), 1);
  const part = (kind, percent) => element("div", { class: kind, style: { width: `${percent.toFixed(2)}%` } });
  return [
    element("div", { class: "bar" }, part("form", 100 - context), part("context", context)),
    element("p", {}, element("small", {}, `${(100 - context).toFixed(0)} % form`),
      element("small", {}, `${context.toFixed(0)} % context (α = ${value.alpha.toFixed(2)})`)),
  ];
}

const mostContributions = 10;

// What a vector is made of: the items that contribute most, all others, and what every word gets.
function contributions(value) {
  const items = [...value.ngrams.map((item) => ({ ...item, kind: "form" })),
    ...value.contexts.flat().filter((item) => item.role === "used").map((item) => ({ ...item, kind: "context" }))];
  items.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  const sum = (list) => list.reduce((total, item) => total + item.contribution, 0);
  const shown = items.slice(0, mostContributions), others = items.slice(mostContributions);
  const rows = shown.map((item) => ({ kind: item.kind, name: isolated(item.text), share: item.contribution }));
  if (others.length > 0)
    rows.push({ kind: "other", name: `${others.length} other n-grams and words`, share: sum(others) });
  const constant = 1 - sum(items);
  if (Math.abs(constant) >= 0.0005) rows.push({ kind: "other", name: "the same for every word", share: constant });
  return rows;
}

// A bar from the middle, to the left for shares below 0.
function contributionBar(row, highest) {
  const width = highest > 0 ? 50 * Math.abs(row.share) / highest : 0;
  const left = row.share < 0 ? 50 - width : 50;
  return element("div", { class: row.kind, style: { "margin-left": `${left.toFixed(2)}%`, width: `${width.toFixed(2)}%` } });
}

function contributionPart(value, heading) {
  const rows = contributions(value);
  const highest = rows.reduce((most, row) => Math.max(most, Math.abs(row.share)), 0);
  return [
    element(heading, {}, "What the vector is made of"),
    element("table", { class: "parts" }, element("tbody", {}, ...rows.map((row) => element("tr", {},
      element("td", {}, row.name), element("td", {}, contributionBar(row, highest)),
      element("td", {}, percent(row.share)))))),
  ];
}

function formPart(ngrams, heading) {
  if (ngrams.length === 0) return [];
  const highest = highestImportance(ngrams);
  return [
    element(heading, { class: "form" }, "Form: its n-grams"),
    element("div", { class: "form chips" }, ...ngrams.map((ngram) =>
      shadedItem(ngram, highest, ngram.known ? {} : { class: "unknown" },
        element("small", {}, (100 * ngram.importance).toFixed(1))))),
  ];
}

function contextPart(contexts, heading) {
  if (contexts.length === 0) return [];
  const highest = highestImportance(contexts.flat());
  const text = (tokens) => element("p", { class: "context text" },
    ...joined(tokens.map((token) => shadedItem(token, highest, { class: token.role })), " "));
  return [element(heading, { class: "context" }, "Context: its words"), ...contexts.map(text)];
}

function hasVector(value) {
  return value.alpha !== null;
}

function measures(value) {
  const list = element("dl", {});
  const add = (name, text) =>
    list.append(element("div", {}, element("dt", {}, name), element("dd", {}, text)));
  if (value.confidence !== null) add("confidence", value.confidence.toFixed(2));
  if (value.agreement !== null) add("cosine of form and context", value.agreement.toFixed(2));
  if (value.ngrams.length > 0) {
    const known = value.ngrams.filter((ngram) => ngram.known).length;
    add("known n-grams", `${known} of ${value.ngrams.length}`);
  }
  if (value.context_words > 0) add("context words", String(value.context_words));
  return list;
}

function nearestLine(words) {
  if (words.length === 0) return [];
  return [element("p", {}, element("span", { class: "faint" }, "nearest words:"), " ",
    ...joined(words.map(isolated), ", "))];
}

// The share of form and context, the n-grams and the words of contexts, under headings of that level.
function explanationParts(value, heading) {
  return [...(hasVector(value) ? shareBar(value) : []), ...formPart(value.ngrams, heading),
    ...contextPart(value.contexts, heading)];
}

function showExplanation(value) {
  document.title = visible(`${value.word} – oovec explain`);
  const head = [element("h1", {}, isolated(value.word)), ...nearestLine(value.nearest)];
  const found = hasVector(value)
    ? [...shareBar(value), measures(value), ...contributionPart(value, "h2")]
    : [element("p", {}, "No vector: the model knows none of its n-grams, and no word of its contexts.")];
  document.querySelector("main").append(...head, ...found, ...formPart(value.ngrams, "h2"),
    ...contextPart(value.contexts, "h2"));
}
