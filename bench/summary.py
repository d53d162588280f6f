"""The figures of a table of results that matter most, as a small table and a chart.

    summary.py build/bench.md docs/benchmarks.svg

Prints the table; writes the chart, which shows how many times as fast oovec is as its peers, by
processor time where the row has it. A figure whose row is missing is an error.
"""

import html
import re
import sys

# What is shown, what its row begins with (the last such row counts), and how what it is compared with begins.
FIGURES = [
    ("Read GloVe text, 1 thread", "read text, 1 thread", "gensim"),
    ("Read word2vec binary", "read word2vec binary", "gensim"),
    ("Index a whole corpus, 2 threads", r"index \d+ MB, 2 thread", "wc -w"),
    ("Train the default model, 2 threads", "train the default model, 2 threads", ""),
    ("Train the paper's model, 1 thread", "train, 1 thread", "PyTorch, plain"),
    ("Infer words from a context, 1 thread", "infer from a context of 20 words, 1 thread", "NumPy"),
    ("Infer one word, a whole process", "infer one word, first answer", ""),
    ("Ten nearest words, one query", r"top 10 of [\d,]+ words, one query", "faiss"),
    ("Answer requests over HTTP, 64 connections", "server, 64 connections, gated", "FastAPI"),
    ("Learn skip-gram vectors, 1 thread", "skip-gram, 1 thread", "fasttext"),
]
WIDTH, LEFT, RIGHT, BAR, GAP = 720, 330, 120, 18, 10
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #222 }
  rect { fill: #3b6ea5 }
  line { stroke: #888 }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } rect { fill: #7fb0e6 } }
"""


def read_rows(path):
    with open(path, encoding="utf-8") as file:
        return [[cell.strip() for cell in line.strip().strip("|").split("|")]
                for line in file if line.startswith("| ") and not line.startswith("| what")]


def find_row(rows, beginning, against):
    for row in reversed(rows):
        if re.match(beginning, row[0]) and row[2].startswith(against):
            return row
    sys.exit(f'summary.py: no row begins with "{beginning}" and is against "{against}"')


def without_extremes(cell):
    """"1.88 s (1.86 s to 1.90 s), processor 1.84 s" → "1.88 s"."""
    return re.split(r" \(|, processor|, [\d,]+ per second", cell)[0]


def times_as_fast(ratio):
    """The ratio by processor time, or else the clock; None where the row is against a limit."""
    found = re.search(r"processor ([\d.]+)×", ratio) or re.match(r"([\d.]+)×", ratio)
    return float(found[1]) if found and "as long" not in ratio else None


def chart(figures):
    """Bars from 0 on, one for each (name, peer, factor)."""
    height = len(figures) * (BAR + GAP) + 40
    most = max(factor for *_, factor in figures)
    scale = (WIDTH - LEFT - RIGHT) / most
    title = "How many times as fast as others oovec is, by processor time"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
             f"<title>{title}</title>", f"<style>{STYLE}</style>",
             f'<text x="0" y="16" font-weight="600">{title}</text>']
    for place, (name, peer, factor) in enumerate(figures):
        top = 32 + place * (BAR + GAP)
        middle = top + BAR - 5
        lines += [f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end">{html.escape(name)}</text>',
                  f'<rect x="{LEFT}" y="{top}" width="{max(1, factor * scale):.1f}" height="{BAR}"/>',
                  f'<text x="{LEFT + factor * scale + 6:.1f}" y="{middle}">'
                  f"{factor:.3g}× {html.escape(peer)}</text>"]
    once = LEFT + scale
    lines += [f'<line x1="{once:.1f}" y1="26" x2="{once:.1f}" y2="{height - 8}" stroke-dasharray="3 3"/>',
              "</svg>", ""]
    return "\n".join(lines)


def main():
    rows = read_rows(sys.argv[1])
    bars = []
    print("| | oovec | against | ratio |\n|---|---|---|---|")
    for name, beginning, against in FIGURES:
        _, ours, theirs, ratio, bar, _ = find_row(rows, beginning, against)
        print(f"| {name} | {without_extremes(ours)} | {without_extremes(theirs)} | {ratio or bar} |")
        factor = times_as_fast(ratio)
        if against and factor:
            bars.append((name, against.split(",")[0], factor))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(chart(bars))


main()
