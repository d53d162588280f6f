"""What the merge rounds of oovec.spark shuffle, for texts that no single machine holds: a simulation from measured
sentences, checked against real parts.

    merge_rounds.py VECTORS CORPUS [TERABYTES…]

VECTORS is a native file, CORPUS plain text of some hundred MB. docs/scale.md says what is assumed and shows
what this prints.

A sentence's priority is uniform between 0 and 1. In a text of s bytes a word that occurs f times per byte keeps the
sentences of priority below q = min(1, k / (f s)). So a part of a text of s bytes is expected to hold a sentence for
every range of words with probability max q over the sentence's words in that range, and every word's hit with
probability q. Both are summed over the sentences of a sample; words that the corpus lacks are taken to occur half a
time in it, each in a sentence of its own. Merging parts
gives the part of their texts together, so this one function gives the sizes of all rounds.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from safetensors.numpy import load_file

import measure
from measure import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "build/python"))

from oovec import _core
from oovec._run import run
from oovec.spark import _rounds

MB, GB, TB = 1e6, 1e9, 1e12
SAMPLE = 24e6  # bytes of text whose sentences stand for all
SHARDS = [1, 4, 16, 64]  # MB of text of the parts that are really made
PER_WORD = 200
HEADER = 8 + 1.2 + 1  # bytes per sentence: its priority, its size, how many hits
HIT = 1.6 + 1.05  # per hit: the difference to the target before, mostly one byte or two, and the position
COUNT = 2.9 + 2.2  # per word that occurs: its number and its count
PARTITION = 1 << 30  # bytes of text of a partition


def first_bytes(corpus, begin, size, path):
    """Whole lines of the corpus from about `begin` on."""
    with open(corpus, "rb") as source:
        source.seek(int(begin))
        if begin:
            source.readline()
        path.write_bytes(source.read(int(size)) + source.readline())
    return path


def index(vectors, text, out, *options):
    subprocess.run([PROGRAM, "index", "--vectors", vectors, "--corpus", text, "-o", out, *map(str, options)],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return load_file(out)


def decode_varints(data):
    """The numbers, and for each where in `data` it ends."""
    last = data < 0x80
    ends = np.flatnonzero(last) + 1
    group = np.cumsum(last) - last  # the number that each byte belongs to
    place = np.arange(len(data)) - np.concatenate([[0], ends])[group]
    numbers = np.zeros(len(ends), np.int64)
    np.add.at(numbers, group, (data & 0x7F).astype(np.int64) << (7 * place))
    return numbers, ends


class Sample:
    """Sentences of a text, each with its distinct words."""

    def __init__(self, tensors, size, frequencies, unseen, ranges):
        codes, ends = decode_varints(tensors["sentence_bytes"])
        offsets = tensors["sentence_offsets"].astype(np.int64)
        sentence = np.searchsorted(offsets, ends - 1, side="right") - 1
        known = codes > 0
        pairs = np.unique(sentence[known] * len(frequencies) + codes[known] - 1)
        self.sentence, self.word = pairs // len(frequencies), pairs % len(frequencies)
        self.bytes = np.diff(offsets)
        self.frequency = frequencies
        self.ranges = ranges
        self.text = size
        self.range_of_word = np.searchsorted(len(frequencies) * np.arange(1, ranges + 1) ** 2 // ranges**2,
                                             np.arange(len(frequencies)), side="right")
        in_range = self.range_of_word[self.word]
        key = self.sentence * ranges + in_range  # ascending, as words are
        self.starts = np.flatnonzero(np.diff(key, prepend=-1))
        self.sentence_of_key = self.sentence[self.starts]
        self.range_of_key = in_range[self.starts]
        self.unseen = unseen

    def part(self, text, per_word=PER_WORD, words=None):
        """Expected bytes, per range, of the part of so many bytes of text, if only the first `words` have vectors."""
        words = words or len(self.frequency)
        kept = np.minimum(1, per_word / np.maximum(self.frequency[self.word] * text, 1e-30)) * (self.word < words)
        highest = np.maximum.reduceat(kept, self.starts)
        sentences = highest * (self.bytes[self.sentence_of_key] + HEADER)
        hits = np.add.reduceat(kept, self.starts) * HIT
        sizes = np.bincount(self.range_of_key, sentences + hits, minlength=self.ranges) * text / self.text
        rare = np.minimum(per_word, self.frequency * text) * (self.bytes.mean() + HEADER + HIT) * self.unseen
        seen = 1 - np.exp(-np.minimum(self.frequency * text, 50))
        listed = np.arange(len(seen)) < words
        return sizes + np.bincount(self.range_of_word, (rare + seen * COUNT) * listed, minlength=self.ranges)


def real_part(plan, texts, ranges, scratch):
    """Bytes, per range, of the part that the core makes of a file, and its processor time."""
    sizes = np.zeros(ranges)

    def make():
        builder = _core.PartBuilder(str(plan), [], False, str(scratch / "part"), 32)
        run(builder.index([str(texts)], {"threads": 1}), progress=False)
        for part_range, payload in builder.split(ranges, 1):
            sizes[part_range] += len(payload)

    return sizes, measure.timed(make).cpu


def check(sample, plan, corpus, ranges, scratch):
    """Prints the error of the expected sizes; returns how much the sizes of parts of equally long texts vary."""
    print("\n| text of a part | parts made | measured size | of it in the largest range | expected size | error |"
          "\n|---|---|---|---|---|---|")
    spreads = []
    for megabytes in SHARDS:
        count = 3 if megabytes < 64 else 2
        step = pathlib.Path(corpus).stat().st_size / (count + 1)
        found = np.array([real_part(plan, first_bytes(corpus, (i + 0.5) * step, megabytes * MB, scratch / "shard.txt"),
                                    ranges, scratch)[0] for i in range(count)])
        sizes, expected = found.sum(axis=1), sample.part(megabytes * MB).sum()
        spreads.append(sizes.std() / sizes.mean())
        print(f"| {megabytes} MB | {count} | {sizes.mean() / MB:.2f} MB | {found.max(axis=1).mean() / MB:.2f} MB | "
              f"{expected / MB:.2f} MB | {expected / sizes.mean() - 1:+.1%} |", flush=True)
    return max(spreads)


def print_growth(sample):
    """How parts grow with --per-word and with the vocabulary."""
    print("\n| words with vectors | --per-word | part of 1 GiB of text | part of 1 TB |\n|---|---|---|---|")
    every = len(sample.frequency)
    for words, per_word in [(every, 50), (every, 100), (every, 200), (every, 400), (every, 800),
                            (every // 8, 200), (every // 4, 200), (every // 2, 200)]:
        sizes = [sample.part(text, per_word, words).sum() for text in (PARTITION, TB)]
        print(f"| {words:,} | {per_word} | {sizes[0] / MB:,.0f} MB | {sizes[1] / GB:,.2f} GB |", flush=True)


def simulate(sample, text, spread, random):
    """Prints the rounds for so much text."""
    count, number = max(1, round(text / PARTITION)), 0
    print(f"\n{text / TB:g} TB in {count:,} partitions of 1 GiB, {sample.ranges} ranges:\n\n"
          "| stage | parts before | tasks | bytes shuffled | of the largest task | parts after |\n"
          "|---|---|---|---|---|---|")
    shuffled, covered = 0.0, float(PARTITION)
    while True:
        sizes = np.outer(random.lognormal(0, spread, count), sample.part(covered))  # part × range
        total = sizes.sum()
        if count == 1 or total <= _rounds.ENOUGH_FOR_DRIVER:
            break
        number += 1
        groups = -(-count // _rounds.FAN_IN)
        tasks = 2 * groups * sample.ranges
        keys = np.add.reduceat(sizes, np.arange(0, count, _rounds.FAN_IN), axis=0)  # group × range
        load = np.bincount(random.integers(tasks, size=keys.size), keys.ravel(), minlength=tasks)
        print(f"| merge round {number} | {count:,} | {tasks:,} | {total / GB:,.1f} GB | {load.max() / GB:.2f} GB | "
              f"{groups:,} |", flush=True)
        shuffled += total
        covered = min(covered * _rounds.FAN_IN, text)
        count = groups
    print(f"| fetch | {count:,} | {-(-int(total) // _rounds.BYTES_PER_FETCH):,} | {total / GB:,.1f} GB | "
          f"{_rounds.BYTES_PER_FETCH / GB:.2f} GB | |")
    shuffled += total
    print(f"\nIn all {shuffled / GB:,.0f} GB, {shuffled / text:.1%} of the text.")


def main():
    vectors, corpus, *terabytes = sys.argv[1:]
    with tempfile.TemporaryDirectory(dir=measure.ROOT / "build") as folder:
        scratch = pathlib.Path(folder)
        (scratch / "empty.txt").touch()
        index(vectors, scratch / "empty.txt", scratch / "plan.ctx")
        size = pathlib.Path(corpus).stat().st_size
        counts = index(vectors, corpus, scratch / "counts.ctx", "--per-word", 1)["counts"]
        frequencies = np.where(counts > 0, counts, 0.5) / size
        ranges = max(1, -(-len(counts) * PER_WORD // _rounds.SENTENCES_PER_RANGE))
        step = size / 8
        text = scratch / "sample.txt"  # from all over the corpus
        pieces = [first_bytes(corpus, i * step, SAMPLE / 8, scratch / "piece.txt").read_bytes() for i in range(8)]
        text.write_bytes(b"".join(pieces))
        tensors = index(vectors, text, scratch / "sample.ctx", "--per-word", 1 << 30)
        sample = Sample(tensors, text.stat().st_size, frequencies, counts == 0, ranges)
        spread = check(sample, scratch / "plan.ctx", corpus, ranges, scratch)
        print(f"\nParts of as much text differ by {spread:.1%} (standard deviation).")
        print_growth(sample)
        for amount in terabytes or ["1", "100"]:
            simulate(sample, float(amount) * TB, spread, np.random.default_rng(1))


if __name__ == "__main__":
    main()
