"""Indexing a corpus: oovec against counting words with wc, and against a plain Python script.

    index_bench.py [VECTORS [CORPUS]]

CORPUS is text as data.py has it. The first 100, 200 and 400 MB of it are used, as far as it
goes. oovec is timed as a whole process that reads native vectors, which are open at once.
"""

import hashlib
import sys

import data
import measure
from measure import PROGRAM, run, take_turns

MB = 1_000_000
SIZES = [100, 200, 400]  # MB
NOVEL = ["--novel-min", "5"]


def first_megabytes(corpus, size):
    """The first lines of the corpus, in a file of its own."""
    path = measure.SCRATCH / f"corpus-{size}.txt"
    with open(corpus, "rb") as source, open(path, "wb") as target:
        left = size * MB
        while left > 0 and (block := source.read(min(left, 1 << 20))):
            target.write(block)
            left -= len(block)
        target.write(source.readline())
    return path


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


class Indexing:
    """Runs of `oovec index` with the same vectors."""

    def __init__(self, vectors):
        self.vectors = vectors
        self.out = measure.SCRATCH / "bench.ctx"

    def __call__(self, corpus, threads, *options):
        return run([PROGRAM, "index", "--vectors", self.vectors, "--corpus", corpus, "-o", self.out,
                    "--threads", threads, *options])


def report_against_wc(index, corpus):
    one, two, wc = take_turns(3, lambda: index(corpus, 1), lambda: index(corpus, 2),
                              lambda: run(["env", "LC_ALL=C", "wc", "-w", corpus]))
    for threads, ours, bar in [(1, one, 4), (2, two, 2)]:
        ratio = ours.median() / wc.median()
        cpu = ours.median("cpu") / wc.median("cpu")
        measure.report(f"index {corpus.stat().st_size / MB:.0f} MB, {threads} thread(s)", ours,
                       f"wc -w: {wc}", f"{ratio:.2f}× as long (processor {cpu:.2f}×)", f"≤ {bar}×",
                       ratio <= bar)


def report_against_python(index, vectors, corpus):
    """The script does not write what it has sampled; oovec does."""
    one, all_cores, python = take_turns(
        1, lambda: index(corpus, 1), lambda: index(corpus, 0),
        lambda: measure.run_peer("python_index.py", vectors, corpus))
    what = f"index {corpus.stat().st_size / MB:.0f} MB"
    measure.report_ratio(f"{what}, 1 thread", one, "plain Python", python)
    measure.report_ratio(f"{what}, a thread per core", all_cores, "plain Python", python, at_least=20)


def report_growth(index, corpora, base):
    """Time and memory at each size; memory is what exceeds the vectors, which are mapped."""
    limit = 1500 * MB
    for options, name in [([], "index"), (NOVEL, "index with novel words")]:
        for corpus in corpora:
            size = corpus.stat().st_size
            result = index(corpus, 2, *options)
            whole = digest(index.out)
            small = index(corpus, 2, *options, "--memory", 100)
            same = digest(index.out) == whole
            extra = result.peak - base
            measure.report(
                f"{name}, {size / MB:.0f} MB, 2 threads",
                f"{measure.seconds(result.wall)}, {size / MB / result.wall:.0f} MB/s; "
                f"index of {index.out.stat().st_size / MB:.0f} MB",
                f"with --memory 100: {measure.seconds(small.wall)}, "
                f"{(small.peak - base) / MB:.0f} MB, " + ("same bytes" if same else "OTHER BYTES"),
                f"{extra / MB:.0f} MB beyond the vectors", "< 1.5 GB, same bytes",
                extra < limit and same)


def main():
    vectors = data.text_vectors()
    measure.SCRATCH.mkdir(parents=True, exist_ok=True)
    native = data.converted("index-vectors.safetensors")
    corpus = data.corpus(vectors)
    available = corpus.stat().st_size / MB
    corpora = [first_megabytes(corpus, size) for size in SIZES if size <= available * 1.01]
    if not corpora:
        sys.exit(f"{corpus} is smaller than {SIZES[0]} MB")
    sample = first_megabytes(corpus, 40)  # as much as the script does in a minute
    print(f"{corpus.name}, {vectors.name}")

    index = Indexing(native)
    index(corpora[0], 2)  # from here on the files are in the page cache
    report_against_wc(index, corpora[0])
    report_against_python(index, vectors, sample)
    report_growth(index, corpora, native.stat().st_size)
    for path in [*corpora, sample, native, index.out]:
        path.unlink()
    measure.finish()


main()
