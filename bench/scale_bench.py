"""Large vocabularies on one machine: time and memory of index, train, infer and neighbors as the vocabulary grows.

    scale_bench.py [MEGABYTES [MILLIONS…]]
    scale_bench.py 4000 0.2 0.5 1 2

Makes a text of so many MB (20) and vectors of 300 dimensions for each of the vocabularies (0.05 and 0.1 million
words), and runs the program on them; at the end prints a table for docs/scale.md. 2 million words and 4,000 MB take
some 20 GB of disk in build/bench-data.

Words are made of syllables and have the sum of their syllables' vectors plus noise, so that there is something to
learn; the text has words by Zipf's law, the same text for all vocabularies.
"""

import subprocess
import sys

import numpy as np

import measure
from measure import PROGRAM

MB = 1_000_000
DIMENSION = 300
ONSETS, VOWELS = "bcdfghjklmnprstvwz", "aeiou"
SYLLABLES = [a + b for a in ONSETS for b in VOWELS]
CHUNK = 50_000  # words at a time
LINES = 10_000  # of text at a time
LINE = 20  # words
INFERRED, SEARCHED = 20_000, 200  # words
STEPS = 1 << 16  # of the distribution of words, which is even within each
PEAK = 16e9  # bytes of memory that each step may take
SLACK = 1.15  # times as long as linear growth is still linear


def syllables_of(numbers):
    """Which syllables each word is made of: its number in base 90, three or more of them."""
    digits = [numbers // len(SYLLABLES)**place % len(SYLLABLES) for place in range(4)]
    return np.stack(digits, axis=1)


def words_of(numbers):
    table = np.array(SYLLABLES)
    return ["".join(parts) for parts in table[syllables_of(numbers)].tolist()]


def write_vectors(path, count):
    """As word2vec binary, then native."""
    random = np.random.default_rng(1)
    of_syllables = random.standard_normal((4, len(SYLLABLES), DIMENSION)).astype(np.float32) / 2
    binary = path.with_suffix(".bin")
    with open(binary, "wb") as file:
        file.write(f"{count} {DIMENSION}\n".encode())
        for begin in range(0, count, CHUNK):
            numbers = np.arange(begin, min(begin + CHUNK, count))
            rows = random.standard_normal((len(numbers), DIMENSION), dtype=np.float32) / 2
            for place, digits in enumerate(syllables_of(numbers).T):
                rows += of_syllables[place, digits]
            for word, row in zip(words_of(numbers), rows, strict=True):
                file.write(f"{word} ".encode() + row.tobytes() + b"\n")
    subprocess.run([PROGRAM, "vectors", "convert", binary, path], check=True, stdout=subprocess.DEVNULL)
    binary.unlink()


def table_of(vocabulary):
    """Words, each with a blank, as rows of bytes. This process stays small: see measure.run."""
    table = np.full((vocabulary, 9), ord(" "), np.uint8)
    syllables = np.array(SYLLABLES, dtype="S2")
    for begin in range(0, vocabulary, CHUNK):
        numbers = np.arange(begin, min(begin + CHUNK, vocabulary))
        table[numbers, :8] = syllables[syllables_of(numbers)].view(np.uint8)
    return table


def write_text(path, size, vocabulary):
    """Lines of words and blanks, a full stop at the end of each. All words have as many letters."""
    random = np.random.default_rng(2)
    words = table_of(vocabulary)
    rank = np.exp(np.log(vocabulary + 1) * np.arange(STEPS + 1) / STEPS)  # of words, by even shares of the text
    written = 0
    with open(path, "wb") as file:
        while written < size:
            share = random.random(LINES * LINE) * STEPS
            step = np.minimum(share.astype(np.int32), STEPS - 1)
            ranks = rank[step] + (rank[step + 1] - rank[step]) * (share - step) - 1
            lines = words[np.minimum(ranks.astype(np.int32), vocabulary - 1)].reshape(LINES, -1)
            lines[:, -1] = ord(".")
            written += file.write(np.insert(lines, lines.shape[1], ord("\n"), axis=1).tobytes())


def measure_one(vectors, text, folder, vocabulary):
    """Runs of the steps, by their names."""
    contexts, model, new = folder / "scale.ctx", folder / "scale.oovec", folder / "new.tsv"
    random = np.random.default_rng(3)
    with open(new, "w", encoding="ascii") as file:
        for word in words_of(random.integers(vocabulary, len(SYLLABLES)**4, INFERRED)):
            context = " ".join(words_of(random.integers(vocabulary, size=LINE)))
            file.write(f"{word}\t{word} {context}\n")
    searched = words_of(random.integers(vocabulary, size=SEARCHED))
    return {
        "index": measure.run([PROGRAM, "index", "--vectors", vectors, "--corpus", text, "-o", contexts]),
        "train": measure.run([PROGRAM, "train", "--vectors", vectors, "--contexts", contexts, "-o", model]),
        f"infer {INFERRED:,} words": measure.run([PROGRAM, "infer", model, "--input", new, "-o", folder / "new.bin"]),
        f"neighbors of {SEARCHED} words": measure.run([PROGRAM, "vectors", "neighbors", vectors, *searched]),
    }


def report(first, size, runs, base):
    """One row per step; `base` has those of the first vocabulary."""
    for step, run in runs.items():
        growth = run.cpu / base[step].cpu
        met = growth <= SLACK * size / first and run.peak <= PEAK
        measure.report(f"{size / 1e6:g} million words, {step}", str(measure.Runs([run])),
                       f"{run.peak / 1e9:.2f} GB", f"{growth:.1f}× of {first / 1e6:g} million",
                       f"≤ {size / first:g}×, {PEAK / 1e9:g} GB", met)


def print_table(runs_of):
    """Time on the clock and peak memory of each step, with a column per vocabulary. Its rows are not of the table of
    results, which scripts/bench.sh collects from standard output."""
    print("\n| step |" + "".join(f" {size / 1e6:g} million words |" for size in runs_of), file=sys.stderr)
    print("|---|" + "---|" * len(runs_of), file=sys.stderr)
    for step in next(iter(runs_of.values())):
        cells = [f" {measure.seconds(runs[step].wall)}, {runs[step].peak / 1e9:.2f} GB |" for runs in runs_of.values()]
        print(f"| {step} |" + "".join(cells), file=sys.stderr)


def main():
    megabytes = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    sizes = [round(float(size) * 1e6) for size in sys.argv[2:] or ["0.05", "0.1"]]
    folder = measure.SCRATCH
    folder.mkdir(parents=True, exist_ok=True)
    text, vectors = folder / "scale.txt", folder / "scale.safetensors"
    write_text(text, megabytes * MB, max(sizes))
    runs_of = {}
    for size in sizes:
        write_vectors(vectors, size)
        runs_of[size] = measure_one(vectors, text, folder, size)
        report(sizes[0], size, runs_of[size], runs_of[sizes[0]])
    print_table(runs_of)
    for name in ("scale.txt", "scale.safetensors", "scale.ctx", "scale.oovec", "new.tsv", "new.bin"):
        (folder / name).unlink()
    measure.finish()


if __name__ == "__main__":
    main()
