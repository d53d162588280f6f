"""The Python package: loading vectors against gensim, inferring many words against the program.

    python_bench.py [VECTORS [CORPUS]]

Each word comes with a line of the corpus. The model is a default one, trained on part of it, unless OOVEC_BENCH_MODEL
names one. The package is that of build/python.
"""

import itertools
import os
import sys

import data
import measure
from measure import PROGRAM, ROOT, SCRATCH, run, run_peer, take_turns

WORDS = 100_000
REPEATS = 3

os.environ["PYTHONPATH"] = str(ROOT / "build/python")


def make_model(vectors, lines):
    """The path of a model that was trained on the lines."""
    if "OOVEC_BENCH_MODEL" in os.environ:
        return os.environ["OOVEC_BENCH_MODEL"]
    contexts, model = SCRATCH / "python.ctx", SCRATCH / "python.oovec"
    run([PROGRAM, "index", "--vectors", vectors, "--corpus", lines, "-o", contexts])
    run([PROGRAM, "train", "--vectors", vectors, "--contexts", contexts, "-o", model, "--min-count", 5])
    return model


def write_lines(corpus):
    """A word that nobody knows and a context for each, as `oovec infer` reads them."""
    path = SCRATCH / "python.tsv"
    words = data.distinct_words(WORDS, seed=9)
    with open(corpus, encoding="utf-8") as text, open(path, "w", encoding="utf-8") as file:
        contexts = (line.replace("\t", " ").strip() for line in text)
        for word, context in zip(words, itertools.islice((c for c in contexts if c), WORDS), strict=False):
            file.write(f"{word.decode()}\t{context}\n")
    return path


def main():
    started, bare = take_turns(9, lambda: run([sys.executable, "-c", "import oovec"]),
                               lambda: run([sys.executable, "-c", ""]))
    imported = started.median() - bare.median()
    measure.report("Python: import oovec", measure.seconds(imported),
                   f"of a process: {started}; without: {bare}", "", "< 100 ms", imported < 0.1)

    vectors = data.text_vectors()
    lines = write_lines(data.corpus(vectors))
    model = make_model(vectors, lines)

    ours, gensim = take_turns(REPEATS, lambda: run_peer("oovec_python.py", "load", vectors),
                              lambda: run_peer("gensim_vectors.py", "read-text", vectors))
    measure.report_ratio("Python: Embeddings.load", ours, "gensim", gensim, at_least=10)
    measure.report("Python: Embeddings.load, peak memory", f"{ours.median('peak') / 1e6:.0f} MB",
                   f"gensim: {gensim.median('peak') / 1e6:.0f} MB",
                   f"{gensim.median('peak') / ours.median('peak'):.1f}×")

    out = SCRATCH / "python.bin"
    ours, program = take_turns(
        REPEATS, lambda: run_peer("oovec_python.py", "infer", model, lines, SCRATCH / "python.npy"),
        lambda: run([PROGRAM, "infer", model, "--input", lines, "-o", out]))
    ratio = ours.median() / program.median()
    cpu = ours.median("cpu") / program.median("cpu")
    measure.report(f"Python: infer_many, {WORDS:,} words", ours, f"the program: {program}",
                   f"{ratio:.2f}× its time (processor {cpu:.2f}×)", "≤ 1.3×", ratio <= 1.3)
    measure.report("Python: infer_many, peak memory", f"{ours.median('peak') / 1e6:.0f} MB",
                   f"the program: {program.median('peak') / 1e6:.0f} MB", "")
    measure.finish()


main()
