"""Training the balanced model, the default: time, memory and size, and how the first two grow with the vectors.

    solve_bench.py [VECTORS [CORPUS]]

The peer does only a part of it, the regression on n-grams, in SciPy on one thread, and only its
steps are timed; oovec's processes are timed whole, from the start to the model file and the
measurement on held-out words. Vectors of 300,000, 1 and 2 million words are synthetic: words of
four syllables, random numbers, and a text of 20 MB.
"""

import numpy as np

import data
import measure
from measure import PROGRAM, SCRATCH, Runs, run

MODEL = SCRATCH / "solve.oovec"
REPEATS = 3
SECONDS, MEMORY = 90, 2500  # the most that real vectors may take, in MB
SIZES = [(300_000, 100), (1_000_000, 100), (2_000_000, 100), (300_000, 300), (1_000_000, 300)]
TEXT_WORDS = 2_500_000


def train(vectors, contexts, threads, *more):
    return run([PROGRAM, "train", "--vectors", vectors, "--contexts", contexts, "-o", MODEL, "--threads", threads,
                *more])


def size_of_model():
    return f"{MODEL.stat().st_size / 1e6:,.0f} MB"


def index(vectors, corpus):
    contexts = SCRATCH / "solve.ctx"
    run([PROGRAM, "index", "--vectors", vectors, "--corpus", corpus, "-o", contexts])
    return contexts


def words_of_syllables(count):
    random = np.random.default_rng(3)
    numbers = random.permutation(len(data.SYLLABLES) ** 4)[:count]
    syllables = np.array(data.SYLLABLES, "S2")
    parts = [syllables[numbers // len(syllables) ** place % len(syllables)] for place in range(4)]
    return np.char.add(np.char.add(parts[0], parts[1]), np.char.add(parts[2], parts[3]))


def write_synthetic(words, dimension):
    """word2vec binary, and a text in which frequencies follow Zipf."""
    random = np.random.default_rng(4)
    vectors, corpus = SCRATCH / "solve.bin", SCRATCH / "solve.txt"
    with open(vectors, "wb") as file:
        file.write(f"{len(words)} {dimension}\n".encode())
        for word in words:
            file.write(word + b" " + random.standard_normal(dimension, np.float32).tobytes() + b"\n")
    drawn = np.minimum(len(words) ** random.random(TEXT_WORDS), len(words)).astype(np.int64) - 1
    with open(corpus, "wb") as file:
        for line in np.split(words[drawn], TEXT_WORDS // 25):
            file.write(b" ".join(line) + b".\n")
    return vectors, corpus


def measure_real():
    text = data.text_vectors()
    vectors = data.converted("solve-vectors.safetensors")
    contexts = index(vectors, data.corpus(text))
    two = Runs(train(vectors, contexts, 2) for _ in range(REPEATS))
    peak = max(one.peak for one in two) / 1e6
    measure.report("train the default model, 2 threads", two, "", "", f"≤ {SECONDS} s",
                   two.median() <= SECONDS)
    measure.report("its peak memory", f"{peak:,.0f} MB", "", "", f"≤ {MEMORY} MB", peak <= MEMORY)
    full = size_of_model()
    train(vectors, contexts, 2, "--half")
    measure.report("its model file", full, f"with `--half`: {size_of_model()}", "")
    one, peer = measure.take_turns(1, lambda: train(vectors, contexts, 1),
                                   lambda: measure.run_peer("scipy_ridge.py", text))
    measure.report_ratio("train the default model, 1 thread", one, "regression alone in SciPy", peer)
    for path in (vectors, contexts):
        path.unlink()


def measure_growth():
    first = None
    for size, dimension in SIZES:
        vectors, corpus = write_synthetic(words_of_syllables(size), dimension)
        contexts = index(vectors, corpus)
        took = train(vectors, contexts, 2)
        per_number = took.wall / size / dimension * 1e9
        first = first or per_number
        measure.report(f"train, {size:,} words × {dimension}", Runs([took]),
                       f"{took.peak / 1e9:.2f} GB, {took.peak / size / dimension / 4:.1f}× the vectors",
                       f"{per_number:.0f} ns per number, {per_number / first:.2f}× the first")
        for path in (vectors, corpus, contexts):
            path.unlink()


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    measure_real()
    measure_growth()
    MODEL.unlink()
    measure.finish()


main()
