"""Exact top-10 neighbours of 1,000 words: oovec against faiss, by bench/neighbors.py.

    neighbors_bench.py [FILE]

FILE is GloVe text. faiss comes with Debian's Python, and so does what runs it. Its OpenMP threads
are told not to spin while they wait, without which it is several times slower on a busy machine.
"""

import json
import os
import subprocess

import data
import measure
from measure import ROOT, Run, Runs

QUERIES = 1000
SINGLE = 0.004  # seconds of processor for one query


def write_matrix(path):
    """The bare numbers of the text vectors; returns their shape."""
    native = data.converted("vectors.safetensors")
    with open(native, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        begin, end = header["vectors"]["data_offsets"]
        file.seek(begin, os.SEEK_CUR)
        path.write_bytes(file.read(end - begin))
    native.unlink()
    return header["vectors"]["shape"]


def report_single(what, ours, faiss, copy):
    """All queries, one after the other; shown is what one takes."""
    ours, faiss = (Runs(Run(run.wall / QUERIES, run.cpu / QUERIES) for run in runs) for runs in (ours, faiss))
    measure.report_ratio(what, ours, "faiss", faiss, at_least=1)
    measure.report(f"{what}, processor", measure.seconds(ours.median("cpu")),
                   f"a copy of {copy['bytes'] / 1e6:.0f} MB, made in {measure.seconds(copy['seconds'][1])}",
                   "", f"≤ {SINGLE * 1000:.0f} ms", ours.median("cpu") <= SINGLE)


def main():
    measure.SCRATCH.mkdir(parents=True, exist_ok=True)
    matrix = measure.SCRATCH / "matrix.f32"
    rows, dimension = write_matrix(matrix)
    answer = subprocess.run(
        ["/usr/bin/python3", ROOT / "bench/neighbors.py", ROOT / "build/bench/bench_neighbors",
         "--matrix", matrix, "--dimension", str(dimension), "--queries", str(QUERIES), "--json"],
        check=True, stdout=subprocess.PIPE, env={**os.environ, "OMP_WAIT_POLICY": "passive"})
    answer = json.loads(answer.stdout)
    sides = {what: [Runs(Run(*seconds) for seconds in side) for side in zip(*times, strict=True)]
             for what, times in answer["times"].items()}
    report_single(f"top 10 of {rows:,} words, one query, 1 thread", *sides.pop("single"), answer["copy"])
    for threads, (ours, faiss) in sides.items():
        measure.report_ratio(f"top 10 of {rows:,} words, {QUERIES:,} times, {threads} thread(s)",
                             ours, "faiss", faiss, at_least=1)
    matrix.unlink()
    measure.finish()


main()
