// Tables of a report. A cell is an object: its `content`, texts and elements; whether it is a `number`, which
// is set flush right, and the `best` of its column.
"use strict";

function textCell(text) {
  return { content: [text] };
}

// Text that stands in a column of numbers.
function figureCell(...content) {
  return { content, number: true };
}

const noCell = figureCell("–");
const emptyCell = figureCell("");

// Large whole numbers need no fraction.
function numberText(number, digits) {
  return number.toFixed(number >= 1000 && Number.isInteger(number) ? 0 : digits);
}

function numberCell(number, digits) {
  return figureCell(numberText(number, digits));
}

// A figure and, smaller, the interval it lies in; without one if that is null.
function estimateCell(value, interval, digits) {
  const cell = numberCell(value, digits);
  if (interval !== null) {
    const [low, high] = interval.map((bound) => numberText(bound, digits));
    cell.content.push(" ", element("small", {}, `${low} … ${high}`));
  }
  return cell;
}

function paperCell() {
  return { content: [element("span", { class: "faint" }, "– in the paper")] };
}

// The name of a system that the paper has figures of, but this experiment has not.
function notRunCell(name) {
  return { content: [name, " ", element("small", {}, "not run")] };
}

function cellElement(cell, name) {
  const classes = [...(cell.number ? ["number"] : []), ...(cell.best ? ["best"] : [])];
  return element(name, classes.length > 0 ? { class: classes.join(" ") } : {}, ...cell.content);
}

// A table whose smaller texts stand below the figures, for many columns.
function stackedTable(header, rows) {
  return element("div", { class: "stacked" }, table(header, rows));
}

function table(header, rows) {
  const head = header.map((cell) => cellElement(cell, "th"));
  const row = (cells) => element("tr", {}, ...cells.map((cell, i) => cellElement(cell, i === 0 ? "th" : "td")));
  return element("div", { class: "scroll" }, element("table", {},
    element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows.map(row))));
}
