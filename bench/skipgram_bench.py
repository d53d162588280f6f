"""Word vectors from text: oovec skipgram against the program fasttext, at the same settings.

    skipgram_bench.py [CORPUS]

CORPUS, or OOVEC_BENCH_CORPUS, is plain text; its first 20 MB are used, lower-cased and with blanks
between words, so that both programs see the same tokens. Without it text is generated. Both are
timed as whole processes, for one epoch: they read the text, train and write vectors. A threshold is met
if oovec trains as many words per second and thread as fastText does.

The same with subwords; and oovec mimick, for an epoch over the words that it gets vectors of, whose
words per second can be held against fastText's, though a word is a spelling there and a token here.
"""

import functools
import os
import pathlib
import re
import sys

import data
import measure
from measure import PROGRAM, SCRATCH, run, take_turns

SIZE = 20_000_000  # bytes
DIMENSION, WINDOW, NEGATIVE = 100, 5, 5


def write_tokens(corpus, path):
    with open(corpus, encoding="utf-8", errors="replace") as source:
        words = re.findall(r"\w+|\n", source.read(SIZE).lower())
    path.write_text(" ".join(words), encoding="utf-8")


def tokens_file():
    path = SCRATCH / "skipgram.txt"
    given = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("OOVEC_BENCH_CORPUS")
    if given:
        write_tokens(pathlib.Path(given), path)
    else:
        data.write_running_text(path, tokens=3_000_000)
    return path


def ours(text, threads, *more, output="ours.vec"):
    return run([PROGRAM, "skipgram", "--corpus", text, "-o", SCRATCH / output, "--tokenizer",
                "whitespace", "--dimension", DIMENSION, "--window", WINDOW, "--negative", NEGATIVE,
                "--epochs", 1, "--threads", threads, *more])


def fasttext(text, threads, *more):
    return run(["fasttext", "skipgram", "-input", text, "-output", SCRATCH / "fasttext", "-dim",
                DIMENSION, "-ws", WINDOW, "-neg", NEGATIVE, "-epoch", 1, "-thread", threads,
                "-verbose", 0, *(more or ["-maxn", 0])])


def mimick():
    return run([PROGRAM, "mimick", "--vectors", SCRATCH / "ours.vec", "-o", SCRATCH / "ours.mimick",
                "--words", 0, "--epochs", 1, "--threads", 1])


def spelled_words():
    """How many words Mimick learns from: those of letters alone."""
    with open(SCRATCH / "ours.vec", encoding="utf-8") as vectors:
        return sum(line.split(" ", 1)[0].isalpha() for line in vectors)


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    text = tokens_file()
    words = len(text.read_text(encoding="utf-8").split())
    for threads in (1, 2):
        our_runs, their_runs = take_turns(3, functools.partial(ours, text, threads),
                                          functools.partial(fasttext, text, threads))
        speed = words / our_runs.median() / threads
        measure.report_ratio(f"skip-gram, {threads} thread(s), {speed:,.0f} words/s per thread",
                             our_runs, "fasttext", their_runs, at_least=1)
        if threads == 1:
            mimicked, = take_turns(3, mimick)
            ours_rate = measure.Rates(spelled_words(), "words", mimicked)
            their_rate = measure.Rates(words, "words", their_runs)
            measure.report("mimick, 1 thread", ours_rate, f"fasttext: {their_rate}",
                           f"{ours_rate.rate() / their_rate.rate():.2f}×")
    our_runs, their_runs = take_turns(3, lambda: ours(text, 2, "--subwords", "3-6", output="ours.bin"),
                                      lambda: fasttext(text, 2, "-minn", 3, "-maxn", 6))
    measure.report_ratio("skip-gram with subwords, 2 threads", our_runs, "fasttext", their_runs,
                         at_least=1)
    for name in ("ours.vec", "ours.bin", "ours.mimick", "fasttext.vec", "fasttext.bin", text.name):
        (SCRATCH / name).unlink()
    measure.finish()


main()
