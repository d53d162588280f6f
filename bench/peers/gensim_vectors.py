"""Reads and writes vectors with gensim and prints, as JSON, how long that took, imports apart.

    gensim_vectors.py read-text FILE | read-binary FILE | write-text BINARY OUT
"""

import json
import resource
import sys
import time

from gensim.models import KeyedVectors


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main():
    task, path, *rest = sys.argv[1:]
    if task == "write-text":
        vectors = KeyedVectors.load_word2vec_format(path, binary=True)
    cpu_before, start = cpu(), time.perf_counter()
    if task == "read-text":
        KeyedVectors.load_word2vec_format(path, no_header=True)
    elif task == "read-binary":
        KeyedVectors.load_word2vec_format(path, binary=True)
    elif task == "write-text":
        vectors.save_word2vec_format(rest[0])
    else:
        sys.exit(f"no such task: {task}")
    wall, used = time.perf_counter() - start, cpu() - cpu_before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"wall": wall, "cpu": used, "peak": peak}))


main()
