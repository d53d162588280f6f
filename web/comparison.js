// What the tables of a report share: which system is best, tests of differences, what systems lack, where data come
// from. And the summary, which is made of these.
"use strict";

function paragraph(...content) {
  return element("p", {}, ...content);
}

function italic(text) {
  return element("i", {}, text);
}

// A heading of a table with something smaller beside it.
function headingWith(text, small) {
  return figureCell(`${text} `, element("small", {}, small));
}

// The figure called so is bold in a table if its interval overlaps with no other system's.
function bestCell(cell, system, figure) {
  return { ...cell, best: system.best.includes(figure) };
}

// The p-value of the difference from the system that all are tested against, which has none.
function pCell(system) {
  return system.comparison === null ? noCell : numberCell(system.comparison.p, 3);
}

// "p against gated": who that is.
function pHeading(systems) {
  const tested = systems.find((system) => system.comparison !== null);
  return tested ? headingWith("p", `against ${tested.comparison.against}`) : figureCell("p");
}

const testRemark = "Bold: the best, if its 95 % interval overlaps with no other. p: two-sided paired bootstrap test, "
  + "not corrected for the number of systems.";

// Links to where the data come from.
function sourceLinks(value, measure) {
  const links = value.sources.filter((source) => source.measure === measure)
    .map(({ name, url }) => element("a", { href: url, rel: "noreferrer" }, name));
  return element("p", { class: "faint" }, "Data and papers: ", ...joined(links, ", "), ".");
}

// Of each system that lacks vectors, how many and which; nothing if none does.
function lackingRemark(systems, items, consequence) {
  const lacking = systems.filter((system) => system.not_inferred.words > 0).map((system) => {
    const { words, examples } = system.not_inferred;
    const more = words > examples.length ? ", …" : "";
    return [italic(system.name), ` ${words} (`, ...joined(examples.map(isolated), ", "), `${more})`];
  });
  if (lacking.length === 0) return [];
  return [element("p", { class: "faint" }, `${items} without a vector, ${consequence}: `,
    ...joined(lacking, ["; "]).flat(), ".")];
}

// ── Summary ──

const testTitles = { dn: "Definitional Nonce", crw: "Contextual Rare Words", chimeras: "Chimeras",
                     wordsim: "Word similarity", sentences: "Sentences" };

function summaryRow(value, row) {
  const digits = row.figure === "MRR" ? 4 : 3;
  const only = row.next === null;
  return [{ content: [element("a", { href: `#${row.measure}` }, testTitles[row.measure]), " ",
    element("small", {}, `${row.data}, ${row.size} ${row.items}`)] }, textCell(row.figure),
  textCell(row.best), numberCell(row.value, digits), only ? textCell("–") : textCell(row.next),
  only ? noCell : estimateCell(row.difference, row.difference_95, digits), only ? noCell : numberCell(row.p, 3)];
}

function summarySection(value) {
  if (value.summary.length === 0) return null;
  const names = value.systems.map((system) => italic(system.name));
  const best = new Map();
  for (const row of value.summary)
    if (row.difference !== 0) best.set(row.best, (best.get(row.best) || 0) + 1);  // 0 is a draw
  const wins = [...best].sort(([, a], [, b]) => b - a)
    .map(([name, count]) => [italic(name), ` on ${count} of ${value.summary.length} tests`]);
  return { id: "summary", title: "Summary", content: [
    paragraph(`Compared: ${value.systems.length} systems (`, ...joined(names, ", "), ")."),
    ...(wins.length > 0 ? [paragraph("Best: ", ...joined(wins, [", "]).flat(), ".")] : []),
    table([textCell("test"), textCell("figure"), textCell("best"), figureCell("value"), textCell("next best"),
      headingWith("ahead by", "95 %"), figureCell("p")], value.summary.map((row) => summaryRow(value, row))),
    element("p", { class: "faint" }, "A lead whose interval reaches 0 may be chance. p: two-sided paired bootstrap "
      + "test over the test items.")] };
}
