#!/usr/bin/env python3
"""Draws docs/quality.svg, the chart of README.md, from the table of results in docs/experiment.md.

    scripts/quality_chart.py docs/experiment.md docs/quality.svg
    scripts/quality_chart.py --check docs/experiment.md docs/quality.svg     # only tells whether they agree
"""

import argparse
import html
import re
import sys
from pathlib import Path

# How a system is called in the chart, and how its row in the table begins.
SYSTEMS = [
    ("oovec's default", "**balanced**, the default"),
    ("the paper's model", "gated"),
    ("A La Carte", "A La Carte"),
    ("fastText's n-grams", "fastText"),
]
# A panel: its title, what is measured, and the column of the table.
PANELS = [
    ("Words from one definition", "mean reciprocal rank among 341,479 words", "MRR"),
    ("Rare words in sentences", "correlation with human judgement, ρ", "mean"),
]
WIDTH, LEFT, RIGHT, BAR, GAP = 720, 150, 60, 22, 8
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600 }
  .small { font-size: 12px; fill: #59636e }
  rect { fill: #a8b3bf }
  .ours { fill: #3b6ea5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .small { fill: #9198a1 }
    rect { fill: #59636e }
    .ours { fill: #7fb0e6 }
  }
"""


def read_table(page):
    """The rows of the table, as dictionaries by the names of its columns."""
    lines = page[page.index("| | DN: median rank | MRR |") :].split("\n\n", 1)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: dict(zip(cells[0], row, strict=True)) for row in cells[2:]}


def value_of(table, system, column):
    """The number in a cell without its deviation and interval; None where the system has none."""
    found = re.match(r"[\d.]+", table[system][column])
    return float(found[0]) if found else None


def bar(name, value, top, scale, ours):
    middle = top + BAR - 6
    yield f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end">{html.escape(name)}</text>'
    if value is None:
        yield f'<text x="{LEFT + 4}" y="{middle}" class="small">cannot be ranked: has vectors of its own</text>'
        return
    mark = ' class="ours"' if ours else ""
    yield f'<rect x="{LEFT}" y="{top}" width="{value * scale:.1f}" height="{BAR}" rx="2"{mark}/>'
    yield f'<text x="{LEFT + value * scale + 6:.1f}" y="{middle}">{value:.3f}</text>'


def draw(table):
    title = "Quality of vectors for words outside the vocabulary"
    panel = len(SYSTEMS) * (BAR + GAP) + 44
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {panel * len(PANELS)}" role="img">',
             f"<title>{title}</title>", f"<style>{STYLE}</style>"]
    for number, (name, unit, column) in enumerate(PANELS):
        top = number * panel
        values = [value_of(table, row, column) for _, row in SYSTEMS]
        scale = (WIDTH - LEFT - RIGHT) / max(value for value in values if value is not None)
        lines.append(f'<text x="{LEFT}" y="{top + 16}"><tspan class="title">{name}</tspan>'
                     f'<tspan class="small" dx="8">{unit}</tspan></text>')
        for place, ((system, _), value) in enumerate(zip(SYSTEMS, values, strict=True)):
            lines += bar(system, value, top + 28 + place * (BAR + GAP), scale, place == 0)
    return "\n".join([*lines, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail on a difference")
    parser.add_argument("page", type=Path)
    parser.add_argument("chart", type=Path)
    arguments = parser.parse_args()
    chart = draw(read_table(arguments.page.read_text(encoding="utf-8")))
    if not arguments.check:
        arguments.chart.write_text(chart, encoding="utf-8")
    elif not arguments.chart.exists() or arguments.chart.read_text(encoding="utf-8") != chart:
        sys.exit(f"{arguments.chart} does not show the results of {arguments.page}: run scripts/quality_chart.py")


if __name__ == "__main__":
    main()
