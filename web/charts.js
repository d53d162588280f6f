// Draws the charts of a report with D3. Colours are classes of style.css, so that light, dark and print need
// no drawing anew; series differ in shape, too.
"use strict";

// A figure with a chart of one of three kinds, and a caption: texts and elements.
const chart = (function () {
  const symbols = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond,
                   d3.symbolCross, d3.symbolStar, d3.symbolWye];
  const symbol = (i, size) => d3.symbol().type(symbols[i % symbols.length]).size(size)();
  const color = (i) => "c" + (i % 8) + (i < 8 ? "" : " again");

  // `data` may say how wide and high to draw; a figure is stretched to the width of the page.
  function canvas(figure, data, usual, margin) {
    const width = data.width || 760, height = data.height || usual;
    const svg = d3.select(figure).insert("svg", "figcaption")
      .attr("viewBox", `0 0 ${width} ${height}`).attr("role", "img").attr("aria-label", data.title);
    svg.append("title").text(data.title);
    return { svg, left: margin.left, right: width - margin.right, top: margin.top,
             bottom: height - margin.bottom };
  }

  function axes(area, data, x, y) {
    area.svg.append("g").attr("class", "axis").attr("transform", `translate(0,${area.bottom})`).call(x);
    area.svg.append("g").attr("class", "axis grid").attr("transform", `translate(${area.left},0)`)
      .call(y.tickSizeInner(area.left - area.right));
    area.svg.append("text").attr("class", "label").attr("text-anchor", "middle")
      .attr("x", (area.left + area.right) / 2).attr("y", area.bottom + 42).text(data.x.label);
    area.svg.append("text").attr("class", "label").attr("text-anchor", "middle")
      .attr("transform", `translate(${area.left - 46},${(area.top + area.bottom) / 2}) rotate(-90)`)
      .text(data.y.label);
  }

  function legend(figure, data, square) {
    const items = d3.select(figure).insert("ul", "svg").attr("class", "legend")
      .selectAll("li").data(data.series).enter().append("li");
    const icon = items.append("svg").attr("viewBox", "-16 -8 32 16").attr("aria-hidden", "true")
      .attr("class", (d, i) => color(i));
    if (!square) icon.append("line").attr("x1", -16).attr("x2", 16);
    icon.append("path").attr("d", (d, i) => symbol(square ? 1 : i, square ? 140 : 60));
    items.append("span").text((d) => d.name);
  }

  // Numbers of contexts double from one to the next; 0 stands where the one before 1 would. Years (x.linear) do not.
  // Values and bounds may be missing.
  function lines(figure, data) {
    const area = canvas(figure, data, 430, { left: 64, right: 16, top: 12, bottom: 56 });
    const linear = data.x.linear === true;
    const values = linear ? data.x.values : data.x.values.map((value) => value || 0.5);
    const x = (linear ? d3.scaleLinear() : d3.scaleLog().base(2)).domain(d3.extent(values))
      .range([area.left + 14, area.right - 14]);
    const all = d3.merge(data.series.map((s) => s.values.concat(s.low || [], s.high || [])))
      .filter((value) => value !== null);
    const y = (data.y.log ? d3.scaleLog().domain([1, Math.max(10, d3.max(all))])
      : d3.scaleLinear().domain([Math.min(0, d3.min(all)), d3.max(all)])).nice().range([area.bottom, area.top]);
    const whole = values.every(Number.isInteger);
    const ticks = x.ticks(Math.min(values.length, 10)).filter((tick) => !whole || Number.isInteger(tick));
    axes(area, data, (linear ? d3.axisBottom(x).tickValues(ticks).tickFormat(d3.format(whole ? "d" : "~f"))
      : d3.axisBottom(x).tickValues(values).tickFormat((v, k) => d3.format("d")(data.x.values[k]))).tickSizeOuter(0),
         data.y.log ? d3.axisLeft(y).ticks(6, ",d") : d3.axisLeft(y).ticks(8));
    data.series.forEach((s, i) => {
      const g = area.svg.append("g").attr("class", color(i));
      if (s.low)
        g.append("path").datum(s.values).attr("class", "band")
          .attr("d", d3.area().defined((v, k) => s.low[k] !== null).x((v, k) => x(values[k])).y0((v, k) => y(s.low[k])).y1((v, k) => y(s.high[k])));
      g.append("path").datum(s.values).attr("class", "line")
        .attr("d", d3.line().defined((v) => v !== null).x((v, k) => x(values[k])).y(y));
      const marks = s.values.map((v, k) => [v, k]).filter(([v]) => v !== null);
      g.selectAll(".mark").data(marks).enter().append("path").attr("class", "mark")
        .attr("transform", ([v, k]) => `translate(${x(values[k])},${y(v)})`).attr("d", symbol(i, 44))
        .append("title").text(([v, k]) => `${s.name}, ${data.x.values[k]}: ${v.toFixed(3)}`);
    });
    legend(figure, data, false);
  }

  function bars(figure, data) {
    const area = canvas(figure, data, 320, { left: 64, right: 16, top: 12, bottom: 56 });
    const x = d3.scaleBand().domain(d3.range(data.x.values.length)).range([area.left, area.right]).padding(0.18);
    const inner = d3.scaleBand().domain(d3.range(data.series.length)).range([0, x.bandwidth()]).padding(0.06);
    const y = d3.scaleLinear().domain([0, d3.max(data.series, (s) => d3.max(s.values)) || 1]).nice()
      .range([area.bottom, area.top]);
    axes(area, data, d3.axisBottom(x).tickFormat((i) => data.x.values[i]).tickSizeOuter(0), d3.axisLeft(y).ticks(6));
    data.series.forEach((s, i) => {
      area.svg.append("g").attr("class", color(i)).selectAll("rect").data(s.values).enter().append("rect")
        .attr("class", "bar-mark").attr("x", (v, k) => x(k) + inner(i)).attr("width", inner.bandwidth())
        .attr("y", y).attr("height", (v) => area.bottom - y(v))
        .append("title").text((v, k) => `${s.name}, ${data.x.values[k]}: ${+v.toFixed(1)}`);
    });
    legend(figure, data, true);
  }

  // The axis begins at 0 or, if the values are to be seen around another number (x.around), near them.
  function intervals(figure, data) {
    const row = 26;
    const longest = d3.max(data.rows, (r) => r.name.length);
    const area = canvas(figure, data, data.rows.length * row + 68,
                        { left: Math.min(Math.max(150, 9 * longest), 360), right: 24, top: 8, bottom: 56 });
    const around = data.x.around ?? 0;
    const x = d3.scaleLinear().domain([d3.min(data.rows, (r) => Math.min(r.low, r.value, around)),
      d3.max(data.rows, (r) => Math.max(r.high, r.value, r.paper ?? around, around))]).nice()
      .range([area.left, area.right]);
    const y = (i) => area.top + (i + 0.5) * row;
    area.svg.append("g").attr("class", "axis grid").attr("transform", `translate(0,${area.bottom})`)
      .call(d3.axisBottom(x).ticks(8).tickSizeInner(area.top - area.bottom).tickPadding(8));
    area.svg.append("text").attr("class", "label").attr("text-anchor", "middle")
      .attr("x", (area.left + area.right) / 2).attr("y", area.bottom + 42).text(data.x.label);
    if (around !== 0)
      area.svg.append("line").attr("class", "around").attr("x1", x(around)).attr("x2", x(around))
        .attr("y1", area.top).attr("y2", area.bottom);
    const g = area.svg.selectAll(".row").data(data.rows).enter().append("g").attr("class", "row c0");
    g.append("text").attr("class", "label").attr("x", area.left - 12).attr("y", (r, i) => y(i))
      .attr("dy", ".35em").attr("text-anchor", "end").text((r) => r.name);
    g.append("line").attr("class", "interval").attr("x1", (r) => x(r.low)).attr("x2", (r) => x(r.high))
      .attr("y1", (r, i) => y(i)).attr("y2", (r, i) => y(i));
    g.append("path").attr("class", "mark").attr("d", symbol(0, 70))
      .attr("transform", (r, i) => `translate(${x(r.value)},${y(i)})`)
      .append("title").text((r) => `${r.name}: ${r.value.toFixed(4)}`);
    g.filter((r) => r.paper !== null).append("path").attr("class", "theirs").attr("d", symbol(3, 80))
      .attr("transform", (r) => `translate(${x(r.paper)},${y(data.rows.indexOf(r))})`)
      .append("title").text((r) => `${r.name}, paper: ${r.paper}`);
  }

  const draw = { lines, bars, intervals };
  return function (data, ...caption) {
    const figure = element("figure", { class: "chart" }, element("figcaption", {}, ...caption));
    draw[data.kind](figure, data);
    return figure;
  };
})();
