"""Does the work of the Python package and prints, as JSON, how long that took, imports apart.

    oovec_python.py load VECTORS | infer MODEL LINES OUT

Lines are those of `oovec infer --input`; reading them into lists of strings is not timed, writing the matrix is.
"""

import json
import resource
import sys
import time

import numpy as np

import oovec


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def read_pairs(path):
    with open(path, encoding="utf-8") as file:
        return [(word, contexts) for word, *contexts in (line.rstrip("\n").split("\t") for line in file)]


def main():
    task, path, *rest = sys.argv[1:]
    pairs = read_pairs(rest[0]) if task == "infer" else None
    cpu_before, start = cpu(), time.perf_counter()
    if task == "load":
        oovec.Embeddings.load(path)
    elif task == "infer":
        np.save(rest[1], oovec.Model(path).infer_many(pairs))
    else:
        sys.exit(f"no such task: {task}")
    wall, used = time.perf_counter() - start, cpu() - cpu_before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"wall": wall, "cpu": used, "peak": peak}))


main()
