"""What bench/compare.cc does, in plain NumPy, as one writes it down: over contexts, with the documents drawn anew for
every replicate. Only the replicates are timed.

    numpy_compare.py DIMENSION DOCUMENTS
"""

import json
import sys
import time

import numpy as np

CONTEXTS, REPLICATES = 100_000, 100


def timed(what, work):
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    print(json.dumps({"what": what, "wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}), flush=True)


def cosine(a, b):
    return a @ b / np.sqrt((a @ a) * (b @ b))


def groups(x, documents, count):
    random = np.random.default_rng(1)
    of = [np.flatnonzero(documents == d) for d in range(count)] if count < CONTEXTS else None
    in_first = np.arange(count) < count // 2
    distances, cosines = [], []
    for _ in range(REPLICATES):
        dealt = random.permutation(in_first)[documents]
        distances.append(np.sum((x[dealt].mean(0) - x[~dealt].mean(0)) ** 2))
    for _ in range(REPLICATES):
        means = []
        for group in (np.flatnonzero(in_first), np.flatnonzero(~in_first)):
            drawn = random.choice(group, len(group))
            rows = drawn if of is None else np.concatenate([of[d] for d in drawn])
            means.append(x[rows].mean(0))
        cosines.append(cosine(*means))
    return distances, cosines


def regression(x, documents, count):
    random = np.random.default_rng(1)
    of = [np.flatnonzero(documents == d) for d in range(count)] if count < CONTEXTS else None
    numbers = np.arange(count)
    rows = np.column_stack([np.ones(count), numbers * 2 < count, numbers % 50 - 24.5]).astype(np.float32)
    z = rows[documents]

    def fit(z, x):
        return np.linalg.solve(z.T @ z, z.T @ x)

    norms = []
    for _ in range(REPLICATES):
        drawn = random.choice(count, count)
        taken = drawn if of is None else np.concatenate([of[d] for d in drawn])
        norms.append((fit(z[taken], x[taken]) ** 2).sum(1))
    for column in (1, 2):
        others = np.delete(z, column, axis=1)
        residuals = x - others @ fit(others, x)
        for _ in range(REPLICATES):  # the covariates of another document
            norms.append((fit(rows[random.permutation(count)][documents], residuals)[column] ** 2).sum())
    return norms


def main():
    dimension, count = map(int, sys.argv[1:])
    x = np.random.default_rng(2).standard_normal((CONTEXTS, dimension), np.float32)
    documents = np.arange(CONTEXTS) % count
    timed("groups", lambda: groups(x, documents, count))
    timed("regression", lambda: regression(x, documents, count))


main()
