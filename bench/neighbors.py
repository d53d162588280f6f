#!/usr/bin/python3
"""Exact top-10 neighbours: oovec against faiss's IndexFlatIP, on the same data, in one run.

    bench/neighbors.py build/bench/bench_neighbors [--matrix FILE] [--repeats N] [--json]

Needs NumPy and faiss (Debian's python3-faiss). FILE holds float32 rows; without it the rows are
random. Both sides are run in turns; the ratio is that of their best times. oovec's time includes
scaling the rows to unit length, which faiss is given for nothing, except where queries come one by one:
then it has made its copy of the rows before. faiss is only as fast as the BLAS
it finds: install libopenblas0 (or point LD_LIBRARY_PATH to it) for a fair fight.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import faiss
import numpy as np


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="bench_neighbors, from a release build")
    parser.add_argument("--matrix", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=341_479, help="of a random matrix")
    parser.add_argument("--dimension", type=int, default=100)
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--k", type=int, default=10)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print the times of all runs instead")
    return parser.parse_args()


class Oovec:
    """The program, kept running so that only searches are timed."""

    def __init__(self, arguments, matrix, output):
        command = [arguments.program, "--matrix", matrix, "--output", output]
        for name in ("dimension", "queries", "k"):
            command += [f"--{name}", str(getattr(arguments, name))]
        self.output = output
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def time(self, what):
        """Seconds, and those of processor."""
        print(what, file=self.process.stdin, flush=True)
        wall, cpu, self.copy_bytes = self.process.stdout.readline().split()
        return float(wall), float(cpu)

    def finish(self, k):
        self.process.stdin.close()
        if self.process.wait() != 0:
            sys.exit("bench_neighbors failed")
        neighbor = [("row", np.uint32), ("score", np.float32)]
        found = np.fromfile(self.output, dtype=neighbor).reshape(-1, k)
        return found["row"], found["score"]


class Faiss:
    def __init__(self, matrix, queries, k):
        self.index = faiss.IndexFlatIP(matrix.shape[1])
        self.index.add(matrix)
        self.queries, self.k = queries, k

    def time(self, what):
        faiss.omp_set_num_threads(1 if what == "single" else what)
        start, cpu_start = time.perf_counter(), time.process_time()
        if what == "single":
            for query in self.queries:
                self.index.search(query[None], self.k)
        else:
            self.scores, self.rows = self.index.search(self.queries, self.k)
        return time.perf_counter() - start, time.process_time() - cpu_start


def check_agreement(rows, scores, other):
    """The same scores; and the same rows, unless rounding swaps rows of nearly equal score."""
    rounding = 2e-6
    if np.abs(scores - other.scores).max() > rounding:
        sys.exit(f"scores differ by {np.abs(scores - other.scores).max()}")
    differ = rows != other.rows
    for query, place in zip(*np.nonzero(differ), strict=True):
        near = np.abs(other.scores[query] - scores[query, place]) <= rounding
        if not (near.sum() > 1 or near[-1]):
            sys.exit(f"query {query}: row {rows[query, place]} against {other.rows[query, place]}")
    return f"results agree; {differ.sum()} of {rows.size} rows swapped within rounding"


def load(arguments, folder):
    """The matrix and the file it is in."""
    if arguments.matrix:
        matrix = np.fromfile(arguments.matrix, np.float32).reshape(-1, arguments.dimension)
        return matrix, arguments.matrix
    shape = (arguments.rows, arguments.dimension)
    matrix = np.random.default_rng(1).standard_normal(shape, np.float32)
    path = pathlib.Path(folder, "matrix.f32")
    matrix.tofile(path)
    return matrix, path


def print_best(times, what, operations):
    our_best, their_best = np.min(times, axis=0)[:, 0]
    print(f"{what}{'' if what == 'single' else ' thread(s)'}: "
          f"oovec {our_best:.3f} s ({operations / our_best / 1e9:.0f} GFLOP/s), "
          f"faiss {their_best:.3f} s ({operations / their_best / 1e9:.0f} GFLOP/s), "
          f"ratio {their_best / our_best:.2f}", flush=True)


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        matrix, path = load(arguments, folder)
        norms = np.linalg.norm(matrix.astype(np.float64), axis=1, keepdims=True)
        unit = (matrix / np.where(norms == 0, 1, norms)).astype(np.float32)
        queries = unit[np.arange(arguments.queries) * len(unit) // arguments.queries]
        ours = Oovec(arguments, path, pathlib.Path(folder, "found"))
        theirs = Faiss(unit, queries, arguments.k)
        copy = ours.time("copy")
        times = {what: [(ours.time(what), theirs.time(what)) for _ in range(arguments.repeats)]
                 for what in ("single", *arguments.threads)}
        agreement = check_agreement(*ours.finish(arguments.k), theirs)
    if arguments.json:
        print(json.dumps({"times": times, "copy": {"seconds": copy, "bytes": int(ours.copy_bytes)}}))
        return
    for what in times:
        print_best(times[what], what, 2 * len(queries) * matrix.size)
    print(agreement)


if __name__ == "__main__":
    main()
