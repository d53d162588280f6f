// The map: a word, its form, its context and its neighbours, as near to each other as two dimensions allow (the server
// computes a principal component analysis). Points move when the vector does.
import { calm } from "./keyed.js";
import { placeLabels } from "./labels.js";
import { bestTurn, turned } from "./turning.js";

const edge = 26;         // pixels that stay free around the points
const longest = 22;      // characters of a label
const order = ["word", "form", "context", "neighbor"];
const names = { form: "form alone", context: "context alone" };
const symbols = { word: d3.symbolCircle, form: d3.symbolSquare, context: d3.symbolTriangle, neighbor: d3.symbolCircle };
const sizes = { word: 150, form: 110, context: 100, neighbor: 38 };

const keyOf = (point) => `${point.kind} ${point.word}`;

function shortened(text) {
  const characters = [...visible(text)];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join("")}…`;
}

// Which lists a neighbour is from: it is nearest to the form, to the context, or to both together.
function side(point, lists) {
  const within = (list) => (list ?? []).some(({ word }) => word === point.word);
  if (point.kind !== "neighbor") return point.kind;
  if (within(lists.both)) return "both";
  return within(lists.form) ? "form" : "context";
}

// Laid over the map before it, if they share points.
function steady(points, before) {
  const pairs = points.filter((point) => before.has(keyOf(point)))
    .map((point) => ({ from: point, to: before.get(keyOf(point)) }));
  const turn = pairs.length >= 2 ? bestTurn(pairs) : { mirror: 1, angle: 0 };
  return points.map((point) => ({ ...point, ...turned(point, turn) }));
}

// One scale for both axes, so that distances keep their proportions.
function fitted(points, area) {
  const [left, right] = d3.extent(points, ({ x }) => x), [low, high] = d3.extent(points, ({ y }) => y);
  const sides = edge * 2;
  const scale = Math.min((area.width - 2 * sides) / (right - left || 1), (area.height - 2 * edge) / (high - low || 1));
  return points.map((point) => ({ ...point, radius: Math.sqrt(sizes[point.kind]) / 1.9,
    left: area.width / 2 + (point.x - (left + right) / 2) * scale,
    top: area.height / 2 - (point.y - (low + high) / 2) * scale }));
}

function labelOf(point) {
  return names[point.kind] ?? shortened(point.word);
}

// The sizes of texts as the page will set them.
function measure(points, node) {
  const pen = document.createElement("canvas").getContext("2d");
  const { fontFamily, fontSize } = getComputedStyle(node);
  return points.map((point) => {
    pen.font = `${point.kind === "word" ? 700 : 400} ${fontSize} ${fontFamily}`;
    return { width: pen.measureText(visible(labelOf(point))).width + 4, height: parseFloat(fontSize) * 1.25 };
  });
}

function describe(points, word) {
  const near = points.filter(({ kind }) => kind === "neighbor").slice(0, 5).map((point) => visible(point.word));
  return `Map of ${visible(word)} among its neighbours: ${near.join(", ")}. The lists above have the same words.`;
}

export class NeighborMap {
  constructor(host) {
    this.host = host;
    this.svg = d3.select(host).append("svg").attr("role", "img");
    this.links = this.svg.append("path").attr("class", "mix");
    this.leaders = this.svg.append("g");
    this.marks = this.svg.append("g");
    this.texts = this.svg.append("g");
    this.before = new Map();
    new ResizeObserver(() => this.shown && this.draw(false)).observe(host);
  }

  // value: the answer to /v1/neighbors with its map.
  show(value) {
    const points = value.map.points.filter((point) => order.includes(point.kind));
    const sorted = steady(points, this.before).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
    this.before = new Map(sorted.map((point) => [keyOf(point), { x: point.x, y: point.y }]));
    this.shown = { value, points: sorted };
    this.draw(true);
  }

  clear() {
    this.before = new Map();
    this.shown = null;
  }

  draw(moving) {
    const area = { width: this.host.clientWidth, height: this.host.clientHeight };
    if (area.width === 0) return;
    const { value } = this.shown;
    const points = fitted(this.shown.points, area).map((point) => ({ ...point, side: side(point, value) }));
    const placed = placeLabels(points.map(({ left, top, radius }) => ({ x: left, y: top, radius })),
      measure(points, this.host), area);
    this.svg.attr("viewBox", `0 0 ${area.width} ${area.height}`).attr("aria-label", describe(points, value.word));
    const data = points.map((point, i) => ({ ...point, label: placed[i] }));
    this.moving = moving && !calm.matches;
    this.drawMix(data);
    this.drawMarks(data);
    this.drawTexts(data.filter(({ label }) => label !== null));
    this.drawLeaders(data.filter(({ label }) => label?.far));
  }

  // Selections that glide to their new attributes, or have them at once.
  glide(selection) {
    return this.moving ? selection.transition().duration(450).ease(d3.easeCubicOut) : selection.interrupt();
  }

  // Form, word and context: the word lies between the two that it is made of.
  drawMix(data) {
    const ends = ["form", "word", "context"].map((kind) => data.find((point) => point.kind === kind)).filter(Boolean);
    this.glide(this.links).attr("d", ends.length > 1 ? d3.line().x((p) => p.left).y((p) => p.top)(ends) : null);
  }

  drawMarks(data) {
    const place = (point) => `translate(${point.left.toFixed(1)},${point.top.toFixed(1)})`;
    const marks = this.marks.selectAll("path").data(data, keyOf).join(
      (enter) => {
        const made = enter.append("path").attr("transform", place);
        made.append("title");
        return made;
      });
    marks.attr("class", (point) => `mark ${point.kind} ${point.side}`)
      .attr("d", (point) => d3.symbol().type(symbols[point.kind]).size(sizes[point.kind])());
    marks.select("title").text((point) => visible(names[point.kind] ?? point.word));
    this.glide(marks).attr("transform", place);
  }

  drawTexts(data) {
    const texts = this.texts.selectAll("text").data(data, keyOf)
      .join((enter) => enter.append("text").attr("x", ({ label }) => label.x).attr("y", ({ label }) => label.y));
    texts.attr("class", (point) => `name ${point.kind}`).attr("data-word", (point) => visible(point.word))
      .text((point) => `\u2068${visible(labelOf(point))}\u2069`);
    this.glide(texts).attr("x", ({ label }) => label.x + 2).attr("y", ({ label }) => label.y);
  }

  // Labels that lie at a distance are tied to their points.
  drawLeaders(data) {
    const leaders = this.leaders.selectAll("line").data(data, keyOf).join("line").attr("class", "leader");
    leaders.attr("x1", (p) => p.left).attr("y1", (p) => p.top);
    this.glide(leaders).attr("x2", ({ label }) => label.x).attr("y2", ({ label }) => label.y);
  }
}
