"""Indexing a corpus: oovec against counting words with wc, and against a plain Python script; how
time and memory grow with the corpus.

    index_bench.py [VECTORS [CORPUS]]

CORPUS is text as data.py has it. The first 100, 200 and 400 MB of it are used, as far as it
goes. oovec is timed as a whole process that reads native vectors, which are open at once. Memory is
what exceeds the vectors, which are mapped.
"""

import hashlib
import sys

import data
import measure
from measure import PROGRAM, run, take_turns

MB = 1_000_000
SIZES = [100, 200, 400]  # MB
SAMPLE = 60  # MB, as much as the script does in a minute
NOVEL = ["--novel-min", "5"]


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


def megabytes(path):
    return path.stat().st_size / MB


def report_against_wc(index, corpus, has_bar):
    """Returns the runs on two threads."""
    one, two, novel, wc = take_turns(
        3, lambda: index(corpus, 1), lambda: index(corpus, 2), lambda: index(corpus, 2, *NOVEL),
        lambda: run(["env", "LC_ALL=C", "wc", "-w", corpus]))
    for threads, ours, bar in [(1, one, 4), (2, two, 1.2)]:
        ratio = ours.median() / wc.median()
        cpu = ours.median("cpu") / wc.median("cpu")
        measure.report(f"index {megabytes(corpus):.0f} MB, {threads} thread(s)", ours,
                       f"wc -w: {wc}", f"{ratio:.2f}× as long (processor {cpu:.2f}×)",
                       f"≤ {bar}×" if has_bar else "", not has_bar or ratio <= bar)
    ratio = novel.median() / wc.median()
    measure.report(f"index {megabytes(corpus):.0f} MB with novel words, 2 thread(s)", novel, f"wc -w: {wc}",
                   f"{ratio:.2f}× as long", "≤ 1.5×" if has_bar else "", not has_bar or ratio <= 1.5)
    return two


def report_against_python(index, vectors, corpus):
    """The script does not write what it has sampled; oovec does."""
    one, all_cores, python = take_turns(
        1, lambda: index(corpus, 1), lambda: index(corpus, 0),
        lambda: measure.run_peer("python_index.py", vectors, corpus))
    what = f"index {megabytes(corpus):.0f} MB"
    measure.report_ratio(f"{what}, 1 thread", one, "plain Python", python)
    measure.report_ratio(f"{what}, a thread per core", all_cores, "plain Python", python, at_least=20)


def report_memory(index, corpora, runs, base):
    """Memory at each size, and how it has grown since the smallest; with novel words, too."""
    limit, first = 1500 * MB, runs[0].median("peak")
    for corpus, ours in zip(corpora, runs, strict=True):
        peak = ours.median("peak")
        measure.report(f"index {megabytes(corpus):.0f} MB, 2 threads, memory beyond the vectors",
                       f"{(peak - base) / MB:.0f} MB", f"smallest: {(first - base) / MB:.0f} MB",
                       f"{peak / first:.2f}× with the vectors", "< 1.5 GB, ≤ 1.1×",
                       peak - base < limit and peak <= 1.1 * first)
    for corpus in corpora:
        novel = index(corpus, 2, *NOVEL)
        measure.report(f"index {megabytes(corpus):.0f} MB with novel words, 2 threads",
                       f"{measure.seconds(novel.wall)}, processor {measure.seconds(novel.cpu)}",
                       f"index of {megabytes(index.out):.0f} MB",
                       f"{(novel.peak - base) / MB:.0f} MB beyond the vectors", "< 1.5 GB",
                       novel.peak - base < limit)


def report_least_memory(index, corpus):
    """The same bytes, however little may be remembered."""
    index(corpus, 2)
    whole = digest(index.out)
    least = index(corpus, 2, "--memory", 1)
    measure.report(f"index {megabytes(corpus):.0f} MB, 2 threads, --memory 1",
                   f"{measure.seconds(least.wall)}, processor {measure.seconds(least.cpu)}", "", "",
                   "same bytes", digest(index.out) == whole)


def main():
    vectors = data.text_vectors()
    measure.SCRATCH.mkdir(parents=True, exist_ok=True)
    native = data.converted("index-vectors.safetensors")
    corpus = data.corpus(vectors)
    available = corpus.stat().st_size / MB
    corpora = [data.first_megabytes(corpus, size) for size in SIZES if size <= available * 1.01]
    if not corpora:
        sys.exit(f"{corpus} is smaller than {SIZES[0]} MB")
    sample = data.first_megabytes(corpus, SAMPLE)
    print(f"{corpus.name}, {vectors.name}")

    index = Indexing(native)
    index(corpora[0], 2)  # from here on the vectors are in the page cache
    runs = [report_against_wc(index, corpus, corpus == corpora[-1]) for corpus in corpora]
    report_against_python(index, vectors, sample)
    report_memory(index, corpora, runs, native.stat().st_size)
    report_least_memory(index, corpora[-1])
    for path in [*corpora, sample, native, index.out]:
        path.unlink()
    measure.finish()


main()
