"""The vectors and the text that benchmarks read: files of your own, or seeded synthetic ones.

The vectors are the first argument or OOVEC_BENCH_VECTORS, GloVe text without a header. Synthetic
ones have the shape and looks of glove.6B.100d: words of some eight letters and decimals of five
significant digits. The text is the second argument or OOVEC_BENCH_CORPUS, plain, with a paragraph
per line; the synthetic one has word frequencies after Zipf. What is synthetic is made once and
kept in build/bench-data.
"""

import os
import pathlib
import sys

import numpy as np

import measure

ROWS, DIMENSION = 341_479, 100
CORPUS_SIZE = 400_000_000  # bytes
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]


def distinct_words(count, seed=1):
    """Words of eight letters, as an array of bytes."""
    random = np.random.default_rng(seed)
    numbers = np.unique(random.integers(26**8, size=count + count // 50))
    numbers = random.permutation(numbers)[:count]
    letters = np.empty((count, 8), np.uint8)
    for place in range(8):
        letters[:, place] = ord("a") + numbers % 26
        numbers = numbers // 26
    return letters.view("S8").ravel()


def write_synthetic_text(path):
    random = np.random.default_rng(2)
    row_format = "%s" + DIMENSION * " %.5g" + "\n"
    partial = path.with_suffix(".partial")
    with open(partial, "w", encoding="ascii") as file:
        for word in distinct_words(ROWS):
            values = random.normal(0, 0.4, DIMENSION)
            file.write(row_format % (word.decode(), *values))
    partial.rename(path)


def text_vectors():
    """The path of the text vectors to read."""
    given = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("OOVEC_BENCH_VECTORS")
    if given:
        return pathlib.Path(given).resolve()
    path = measure.SCRATCH / f"synthetic-{ROWS}x{DIMENSION}.txt"
    if not path.exists():
        measure.SCRATCH.mkdir(parents=True, exist_ok=True)
        write_synthetic_text(path)
    return path


def shape(path):
    """Rows and dimension of text vectors without a header."""
    rows = 0
    with open(path, "rb") as file:
        dimension = len(file.readline().split()) - 1
        file.seek(0)
        while block := file.read(1 << 20):
            rows += block.count(b"\n")
    return rows, dimension


def convert(source, target):
    return measure.run([measure.PROGRAM, "vectors", "convert", source, target, "--json"])


def converted(name):
    """The same vectors in the format that `name` tells."""
    measure.SCRATCH.mkdir(parents=True, exist_ok=True)
    path = measure.SCRATCH / name
    convert(text_vectors(), path)
    return path


def write_word2vec_binary(path, rows, dimension, seed=3):
    """Random vectors; returns the word in the middle."""
    row = np.dtype([("word", "S8"), ("blank", "S1"), ("values", "<f4", (dimension,))])
    words = distinct_words(rows, seed)
    random = np.random.default_rng(seed)
    with open(path, "wb") as file:
        file.write(b"%d %d\n" % (rows, dimension))
        for begin in range(0, rows, 10_000):
            part = np.empty(min(10_000, rows - begin), row)
            part["word"] = words[begin:begin + len(part)]
            part["blank"] = b" "
            part["values"] = random.standard_normal((len(part), dimension), np.float32)
            part.tofile(file)
    return words[rows // 2].decode()


def write_synthetic_corpus(path, vectors):
    """400 MB of sentences whose words have Zipf's frequencies; one in fifty has no vector."""
    with open(vectors, encoding="utf-8") as file:
        words = np.array([line.split(" ", 1)[0] for line in file], dtype=object)
    random = np.random.default_rng(5)
    written = 0
    with open(path, "w", encoding="utf-8") as file:
        while written < CORPUS_SIZE:
            ranks = len(words) ** random.random(1_000_000) - 1
            chosen = words[ranks.astype(np.int64)]
            for i in random.integers(len(chosen), size=20_000):
                chosen[i] = f"new{ranks[i]:.0f}"
            ends = np.cumsum(random.integers(5, 40, size=60_000))
            begin = 0
            for end in ends[ends < len(chosen)]:
                written += file.write(" ".join(chosen[begin:end]) + ".\n")
                begin = end


def corpus(vectors):
    """The path of the text to index."""
    given = sys.argv[2] if len(sys.argv) > 2 else os.environ.get("OOVEC_BENCH_CORPUS")
    if given:
        return pathlib.Path(given).resolve()
    path = measure.SCRATCH / "synthetic-corpus.txt"
    if not path.exists():
        measure.SCRATCH.mkdir(parents=True, exist_ok=True)
        write_synthetic_corpus(path, vectors)
    return path


def first_megabytes(corpus, size):
    """The first lines of the corpus, in a file of its own."""
    path = measure.SCRATCH / f"corpus-{size}.txt"
    with open(corpus, "rb") as source, open(path, "wb") as target:
        left = size * 1_000_000
        while left > 0 and (block := source.read(min(left, 1 << 20))):
            target.write(block)
            left -= len(block)
        target.write(source.readline())
    return path


def write_running_text(path, tokens, seed=4):
    """Words of syllables, common ones more often, the next like the last: something to learn."""
    random = np.random.default_rng(seed)
    words = ["".join(random.choice(SYLLABLES, random.integers(2, 5))) for _ in range(20_000)]
    topics = random.integers(len(words), size=(tokens // 20, 1))
    ranks = random.zipf(1.3, size=(tokens // 20, 20))
    lines = (" ".join(words[i] for i in line) for line in (topics + ranks) % len(words))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
