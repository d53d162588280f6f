"""Samples contexts the way a straightforward script would, and prints, as JSON, how long that took.

    python_index.py VECTORS CORPUS

One pass: lines are split into sentences and words by regular expressions, words are counted, and
each word of the vectors keeps a uniform sample of up to 200 of its sentences, as word numbers with
the place of the word (reservoir sampling). The vectors' words are read before the clock starts.
"""

import json
import random
import re
import resource
import sys
import time

PER_WORD = 200
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
WORD = re.compile(r"\w+(?:[-'’]\w+)*")


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def read_words(path):
    with open(path, encoding="utf-8") as file:
        return {line.split(" ", 1)[0]: row for row, line in enumerate(file)}


def index(path, rows):
    """Counts and samples; both by row."""
    counts = [0] * len(rows)
    samples = [[] for _ in rows]
    choose = random.Random(1).randrange
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            for sentence in SENTENCE_END.split(line.lower()):
                numbers = [rows.get(word, -1) for word in WORD.findall(sentence)]
                for place, row in enumerate(numbers):
                    if row < 0:
                        continue
                    counts[row] += 1
                    sample = samples[row]
                    if len(sample) < PER_WORD:
                        sample.append((numbers, place))
                    elif (slot := choose(counts[row])) < PER_WORD:
                        sample[slot] = (numbers, place)
    return counts, samples


def main():
    vectors, corpus = sys.argv[1:]
    rows = read_words(vectors)
    cpu_before, start = cpu(), time.perf_counter()
    counts, samples = index(corpus, rows)
    wall, used = time.perf_counter() - start, cpu() - cpu_before
    assert sum(counts) > 0 and max(map(len, samples)) <= PER_WORD
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"wall": wall, "cpu": used, "peak": peak}))


main()
