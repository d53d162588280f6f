"""Is a higher confidence really nearer to the true vector? Prints the curve as a table.

    confidence.py MODEL VECTORS DEFINITIONS CRW

MODEL was trained without the words of DEFINITIONS (Definitional Nonce data) and CRW (the folder of
Contextual Rare Words); VECTORS is the native file it was trained with. Vectors are inferred for
those words, from their definition or from 1, 2, 4 … 128 of their sentences, and compared with the
true ones.
"""

import itertools
import json
import pathlib
import random
import subprocess
import sys

import numpy as np
from safetensors.numpy import load_file

from measure import PROGRAM

BINS = 10


def true_vectors(path):
    tensors = load_file(path)
    text, offsets = tensors["word_bytes"].tobytes(), tensors["word_offsets"].tolist()
    words = [text[begin:end].decode() for begin, end in itertools.pairwise(offsets)]
    return dict(zip(words, tensors["vectors"], strict=True))


def read_definitions(path):
    for line in pathlib.Path(path).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            word, definition = line.split("\t")[:2]
            yield word, [definition]


def read_rare_words(folder):
    random.seed(1)
    for path in sorted(pathlib.Path(folder, "context").glob("*.txt")):
        sentences = path.read_text("utf-8").splitlines()
        for power in range(8):
            yield path.stem, random.sample(sentences, min(2**power, len(sentences)))


def infer(model, vectors, items):
    lines = "".join("\t".join([word, *(c.replace("\t", " ") for c in contexts)]) + "\n"
                    for word, contexts in items)
    done = subprocess.run([PROGRAM, "infer", model, "--vectors", vectors, "--input", "-", "--format",
                           "jsonl"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    return map(json.loads, done.stdout.splitlines())


def print_curve(title, confidences, cosines):
    order = np.argsort(confidences)
    print(f"\n{title}, {len(order)} vectors, correlation {np.corrcoef(confidences, cosines)[0, 1]:.2f}\n")
    print("| confidence | true cosine: mean | 10 % to 90 % |\n|---|---|---|")
    for part in np.array_split(order, BINS):
        low, high = np.quantile(cosines[part], [0.1, 0.9])
        print(f"| {confidences[part].mean():.2f} | {cosines[part].mean():.2f} | {low:.2f} … {high:.2f} |")


def main():
    model, vectors, definitions, rare_words = sys.argv[1:]
    truth = true_vectors(vectors)
    for title, items in [("From one definition", read_definitions(definitions)),
                         ("From 1 to 128 sentences", read_rare_words(rare_words))]:
        known = [item for item in items if item[0] in truth]
        confidences, cosines = [], []
        for answer in infer(model, vectors, known):
            vector, true = np.array(answer["vector"]), truth[answer["word"]]
            confidences.append(answer["confidence"])
            cosines.append(vector @ true / np.linalg.norm(vector) / np.linalg.norm(true))
        print_curve(title, np.array(confidences), np.array(cosines))


main()
