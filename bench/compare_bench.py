"""Resampling in comparisons: 100 permutations and 100 bootstrap samples over 100,000 contexts, of groups and of a
regression, where documents have ten contexts and where each context is a document.

The peer does the same in NumPy over contexts, on one thread or as many as its matrix products take.
"""

import json
import subprocess
import sys

import measure
from measure import PEERS, ROOT, Run, Runs

REPEATS = 3
SECONDS, FASTER = 10, 10  # the most that ours may take on two threads, and how many times faster it must be
CASES = [(100, 10_000), (300, 10_000), (300, 100_000)]  # dimension, documents


def runs_of(command):
    """What a program that times itself prints: a run of each thing."""
    answer = subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE).stdout
    lines = map(json.loads, answer.splitlines())
    return {line["what"]: Run(line["wall"], line["cpu"]) for line in lines}


def main():
    for dimension, documents in CASES:
        ours, peers = measure.take_turns(
            REPEATS, lambda d=dimension, n=documents: runs_of([ROOT / "build/bench/bench_compare", d, n, 2]),
            lambda d=dimension, n=documents: runs_of([sys.executable, PEERS / "numpy_compare.py", d, n]))
        for what in ("groups", "regression"):
            name = f"resample {what}, 100,000 × {dimension}, {documents:,} documents"
            mine, theirs = (Runs(run[what] for run in side) for side in (ours, peers))
            measure.report_ratio(name, mine, "NumPy", theirs, FASTER)
            measure.report(f"{name}, 2 threads", mine, "", "", f"≤ {SECONDS} s", mine.median() <= SECONDS)
    measure.finish()


main()
