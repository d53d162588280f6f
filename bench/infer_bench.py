"""Inference: words per second from file to file, and the first answer of a fresh process.

    infer_bench.py [VECTORS [CORPUS]]

The model is the gated one, trained for an epoch on the first part of the corpus; the default model is
timed beside it. A line of the input has one context of 20 words, cut from a sentence of the corpus,
and its longest word is the one to infer, which makes many n-grams. oovec is timed as a whole process
on one thread, and the threshold is on processor time, so that other programs matter less.
bench/infer_limit.cc times what no inference can do without, a script with NumPy
(peers/numpy_infer.py) what the plain way costs.
"""

import json
import subprocess

import numpy as np

import data
import measure
from infer_data import WORDS, train, write_lines
from measure import PROGRAM, ROOT, SCRATCH, Rates, Run, run, take_turns

REPEATS = 5
LINES = 200_000
TRAIN_SIZE = 60  # MB
RATES = {"word2vec binary": 200_000, "word2vec text": 100_000}  # words per second of processor
LIMIT_SHARE = 0.45  # of the rate of what no inference can do without, to binary
FIRST_ANSWER = 0.050  # seconds
DEFAULT_COST = 1.3  # times the processor time of the gated model


def read_binary(path):
    """The vectors of a file in word2vec's binary format."""
    content = path.read_bytes()
    at = content.index(b"\n") + 1
    dimension = int(content[:at].split()[1])
    rows = []
    while at < len(content):
        at = content.index(b" ", at) + 1
        rows.append(np.frombuffer(content, "<f4", dimension, at))
        at += 4 * dimension + 1
    return np.array(rows)


def report_same(ours, theirs):
    """The peer has the same vectors, but where it splits text otherwise."""
    a, b = read_binary(ours), read_binary(theirs)
    cosine = np.median((a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1))
    measure.report("infer, the same vectors as NumPy", f"median cosine {cosine:.4f}", "", "",
                   "≥ 0.99", cosine >= 0.99)


def limit(model, lines):
    answer = json.loads(subprocess.run([ROOT / "build/bench/bench_infer_limit", model, lines],
                                       check=True, stdout=subprocess.PIPE).stdout)
    return Run(*(answer["tokenize"][field] + answer["add"][field] for field in ("wall", "cpu")))


def infer(model, lines, output):
    return run([PROGRAM, "infer", model, "--input", lines, "-o", output, "--threads", 1])


def report_default(gated, default, lines, count):
    output = SCRATCH / "infer.bin"
    theirs, ours = (Rates(count, "words", runs)
                    for runs in take_turns(REPEATS, lambda: infer(gated, lines, output),
                                           lambda: infer(default, lines, output)))
    cost = theirs.rate("cpu") / ours.rate("cpu")
    measure.report("infer with the default model, to word2vec binary, 1 thread", ours,
                   f"gated model: {theirs}", f"processor {cost:.2f}× per word", f"≤ {DEFAULT_COST}×",
                   cost <= DEFAULT_COST)
    output.unlink()


def report_rates(model, lines, count):
    outputs = {"word2vec binary": SCRATCH / "infer.bin", "word2vec text": SCRATCH / "infer.txt"}
    numpy_output = SCRATCH / "infer-numpy.bin"
    sides = [lambda output=output: infer(model, lines, output) for output in outputs.values()]
    *ours, least = (Rates(count, "words", runs)
                    for runs in take_turns(REPEATS, *sides, lambda: limit(model, lines)))
    for name, rates in zip(outputs, ours, strict=True):
        measure.report(f"infer from a context of {WORDS} words, to {name}, 1 thread", rates, "", "",
                       f"≥ {RATES[name]:,} per second of processor", rates.rate("cpu") >= RATES[name])
    share = ours[0].rate("cpu") / least.rate("cpu")
    measure.report(f"infer from a context of {WORDS} words, to word2vec binary, 1 thread", ours[0],
                   f"split contexts and add up vectors only: {least}", f"processor {share:.0%} of the limit",
                   f"≥ {LIMIT_SHARE:.0%}", share >= LIMIT_SHARE)
    peer = Rates(count, "words", [measure.run_peer("numpy_infer.py", model, lines, numpy_output)])
    measure.report_ratio(f"infer from a context of {WORDS} words, 1 thread", ours[0], "NumPy", peer)
    report_same(outputs["word2vec binary"], numpy_output)
    for path in (*outputs.values(), numpy_output):
        path.unlink()


def report_first_answer(model, lines):
    with open(lines, encoding="utf-8") as file:
        word, context = file.readline().rstrip("\n").split("\t")
    runs, = take_turns(3 * REPEATS, lambda: run([PROGRAM, "infer", model, word, context]))
    measure.report("infer one word, first answer of a process", runs,
                   f"model of {model.stat().st_size / 1e6:.0f} MB", "",
                   f"< {FIRST_ANSWER * 1000:.0f} ms", runs.median() < FIRST_ANSWER)


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    text = data.text_vectors()
    vectors = data.converted("infer-vectors.safetensors")
    corpus = data.first_megabytes(data.corpus(text), TRAIN_SIZE)
    lines = SCRATCH / "infer.tsv"
    gated, default = train(vectors, corpus)
    count = write_lines(corpus, lines, LINES)
    print(f"{count:,} lines, {text.name}")
    report_rates(gated, lines, count)
    report_default(gated, default, lines, count)
    report_first_answer(default, lines)
    for path in (vectors, corpus, lines, gated, default):
        path.unlink()
    measure.finish()


main()
