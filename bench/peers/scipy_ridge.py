"""The regression on n-grams of the balanced model in SciPy: ten preconditioned steps of conjugate
gradients for all components at once. Only the steps are timed.

    scipy_ridge.py VECTORS      GloVe text, no header
"""

import collections
import json
import sys
import time

import numpy as np
import scipy.sparse

STEPS, RIDGE = 10, 0.8


def read(path):
    words, rows = [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            word, _, numbers = line.rstrip("\n").partition(" ")
            words.append(word)
            rows.append(np.fromstring(numbers, np.float32, sep=" "))
    return words, np.array(rows)


def ngrams(word):
    word = "\x02" + word + "\x03"
    return [word[i : i + n] for n in range(3, 7) for i in range(len(word) - n + 1)]


def matrix(words):
    """Words by n-grams that are in two words or more, rows divided by the root of their number."""
    found = collections.Counter(ngram for word in words for ngram in set(ngrams(word)))
    known = [ngram for ngram, count in found.items() if count > 1]
    columns = {ngram: column for column, ngram in enumerate(known, start=1)}  # 0: not known
    indices, ends, values = [], [0], []
    for word in words:
        numbers = [columns.get(ngram, 0) for ngram in ngrams(word)]
        indices += numbers
        values += [1 / max(len(numbers), 1) ** 0.5] * len(numbers)
        ends.append(len(indices))
    shape = (len(words), len(columns) + 1)
    made = scipy.sparse.csr_matrix((np.array(values, np.float32), indices, ends), shape)
    made.sum_duplicates()
    return made


def solve(rows, columns, targets):
    scale = (1 / (np.asarray(rows.multiply(rows).sum(0)).ravel() + RIDGE)).astype(np.float32)
    residual = columns @ targets
    x = np.zeros_like(residual)
    direction = scale[:, None] * residual
    squares = (residual * direction).sum(0)
    for _ in range(STEPS):
        product = columns @ (rows @ direction) + np.float32(RIDGE) * direction
        length = squares / (direction * product).sum(0)
        x += length * direction
        residual -= length * product
        better = scale[:, None] * residual
        now = (residual * better).sum(0)
        direction = better + now / squares * direction
        squares = now
    return x


def main():
    words, vectors = read(sys.argv[1])
    rows = matrix(words)
    columns = rows.T.tocsr()
    targets = (vectors - vectors.mean(0)) / np.sqrt(((vectors - vectors.mean(0)) ** 2).sum(1).mean())
    wall, cpu = time.perf_counter(), time.process_time()
    solve(rows, columns, targets.astype(np.float32))
    print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}))


main()
