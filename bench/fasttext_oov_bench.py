"""Vectors of 10,000 unseen words from a fastText model: oovec against the program fasttext.

    fasttext_oov_bench.py

The model (2,000,000 buckets, 100 dimensions) is trained here with fastText itself, on text that is
generated, or on OOVEC_BENCH_TEXT. Both programs are timed as whole processes: they load the model
and print a vector per word. The vectors must agree to 1e-5; fasttext prints five significant
digits, so part of any difference is its rounding.
"""

import os
import pathlib
import subprocess

import numpy as np

import data
import measure
from measure import PROGRAM, SCRATCH

UNSEEN = 10_000
TOLERANCE = 1e-5


def train(model):
    """Trains model.bin; returns the words it has seen."""
    text = pathlib.Path(os.environ.get("OOVEC_BENCH_TEXT", SCRATCH / "fasttext.txt"))
    if not text.exists():
        data.write_running_text(text, tokens=300_000)
    subprocess.run(["fasttext", "skipgram", "-input", text, "-output", model, "-dim", "100",
                    "-bucket", "2000000", "-minCount", "1", "-epoch", "1", "-thread", "2",
                    "-verbose", "0"], check=True)
    return set(text.read_text(encoding="utf-8").split())


def write_unseen_words(path, seen):
    candidates = (word.decode() for word in data.distinct_words(2 * UNSEEN, seed=5))
    unseen = [word for word in candidates if word not in seen][:UNSEEN]
    path.write_text("\n".join(unseen) + "\n", encoding="utf-8")


def run_ours(model, words, out):
    with open(out, "wb") as output:
        return measure.run([PROGRAM, "vectors", "get", model, "--words", words], output=output)


def run_fasttext(model, words, out):
    with open(words, "rb") as stdin, open(out, "wb") as output:
        return measure.run(["fasttext", "print-word-vectors", model], stdin, output)


def read_printed(path):
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    return [row[0] for row in rows], np.array([row[1:] for row in rows], np.float64)


def report_agreement(ours, theirs):
    words, vectors = read_printed(ours)
    their_words, their_vectors = read_printed(theirs)
    same = words == their_words and len(words) == UNSEEN and vectors.shape == their_vectors.shape
    largest = np.abs(vectors - their_vectors).max() if same else float("inf")
    measure.report(f"fastText, {UNSEEN:,} unseen words, largest difference", f"{largest:.1e}",
                   f"largest number: {np.abs(their_vectors).max():.2f}", "", "≤ 1e-5",
                   largest <= TOLERANCE)


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    model, words = SCRATCH / "model", SCRATCH / "unseen.txt"
    binary = model.with_suffix(".bin")
    write_unseen_words(words, train(model))
    ours, theirs = SCRATCH / "ours.vec", SCRATCH / "fasttext.vec"
    our_runs, their_runs = measure.take_turns(
        5, lambda: run_ours(binary, words, ours), lambda: run_fasttext(binary, words, theirs))
    measure.report_ratio(f"fastText, {UNSEEN:,} unseen words", our_runs, "fasttext", their_runs)
    report_agreement(ours, theirs)
    for path in (binary, model.with_suffix(".vec"), words, ours, theirs):
        path.unlink()
    measure.finish()


main()
