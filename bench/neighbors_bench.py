"""Exact top-10 neighbours of 1,000 words: oovec against faiss, by bench/neighbors.py.

    neighbors_bench.py [FILE]

FILE is GloVe text. faiss comes with Debian's Python, and so does what runs it. Its OpenMP threads
are told not to spin while they wait, without which it is several times slower on a busy machine.
"""

import json
import os
import statistics
import subprocess

import data
import measure
from measure import ROOT

QUERIES = 1000


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


def main():
    measure.SCRATCH.mkdir(parents=True, exist_ok=True)
    matrix = measure.SCRATCH / "matrix.f32"
    rows, dimension = write_matrix(matrix)
    answer = subprocess.run(
        ["/usr/bin/python3", ROOT / "bench/neighbors.py", ROOT / "build/bench/bench_neighbors",
         "--matrix", matrix, "--dimension", str(dimension), "--queries", str(QUERIES), "--json"],
        check=True, stdout=subprocess.PIPE, env={**os.environ, "OMP_WAIT_POLICY": "passive"})
    for threads, times in json.loads(answer.stdout).items():
        ours, faiss = zip(*times, strict=True)
        ratio = statistics.median(faiss) / statistics.median(ours)
        measure.report(f"top 10 of {rows:,} words, {QUERIES:,} times, {threads} thread(s)",
                       measure.spread(ours), f"faiss: {measure.spread(faiss)}", f"{ratio:.1f}×",
                       "≥ 1×", ratio >= 1)
    matrix.unlink()
    measure.finish()


main()
