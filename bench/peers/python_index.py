"""Samples contexts the way a straightforward script would, and prints, as JSON, how long that took.

    python_index.py VECTORS CORPUS

One pass, with the rules of `oovec index`, if simpler. Lines are brought to normal form C, lower-cased
and split into sentences, where abbreviations and initials end none, and into words, by regular
expressions. A word without a vector is looked up in parts: without its clitic, or between hyphens.
Words are counted, and each word of the vectors keeps a uniform sample of up to 200 of its distinct
sentences, as word numbers with the first place of the word (reservoir sampling). The vectors' words
are read before the clock starts, and nothing is written.
"""

import json
import random
import re
import resource
import sys
import time
import unicodedata

PER_WORD = 200
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
NO_END = re.compile(r"\b(?:\w|mr|mrs|ms|dr|prof|st|jr|sr|vs|etc|no|vol|fig|e\.g|i\.e)\.$")
WORD = re.compile(r"\w+(?:[-'’.]\w+)*")
PART = re.compile(r"n't$|'(?:s|d|ll|m|re|ve)$|[^-']+")


def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def read_words(path):
    with open(path, encoding="utf-8") as file:
        return {line.split(" ", 1)[0]: row for row, line in enumerate(file)}


def sentences(line):
    sentence = ""
    for piece in SENTENCE_END.split(unicodedata.normalize("NFC", line).lower()):
        sentence = f"{sentence} {piece}" if sentence else piece
        if not NO_END.search(sentence):
            yield sentence
            sentence = ""
    if sentence:
        yield sentence


def look_up(sentence, rows):
    """The number of every word; -1 for those without a vector."""
    numbers = []
    for word in WORD.findall(sentence):
        row = rows.get(word, -1)
        if row >= 0 or word.isalnum():
            numbers.append(row)
        else:
            parts = [rows.get(part, -1) for part in PART.findall(word.replace("’", "'"))]
            numbers.extend(parts if max(parts) >= 0 else [-1])
    return numbers


def index(path, rows):
    """Counts and samples; both by row."""
    counts = [0] * len(rows)
    offered = [0] * len(rows)  # sentences so far
    samples = [[] for _ in rows]
    seen = set()
    choose = random.Random(1).random
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            for sentence in sentences(line):
                numbers = look_up(sentence, rows)
                for row in numbers:
                    if row >= 0:
                        counts[row] += 1
                key = hash(sentence)
                if key in seen:
                    continue
                seen.add(key)
                for row in set(numbers):
                    if row < 0:
                        continue
                    offered[row] += 1
                    sample = samples[row]
                    if len(sample) < PER_WORD:
                        sample.append((numbers, numbers.index(row)))
                    elif (slot := int(choose() * offered[row])) < PER_WORD:
                        sample[slot] = (numbers, numbers.index(row))
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
