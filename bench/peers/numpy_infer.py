"""Infers vectors as a straightforward script would, and prints, as JSON, how long that took.

    numpy_infer.py MODEL LINES OUT

MODEL is a gated model of oovec with its vectors, LINES has a word and one context on each line.
Contexts are lower-cased and split by a regular expression, so a few tokens differ from oovec's. OUT
is word2vec's binary format. The model is read, and its words put into dictionaries, before the
clock starts.
"""

import json
import re
import resource
import sys
import time

import numpy as np

from tensor_file import read_tensors, read_words

TOKEN = re.compile(r"\w+(?:[-'.]\w+)*")


class Model:
    def __init__(self, path):
        tensors, metadata = read_tensors(path)
        self.words = {word: row for row, word in enumerate(read_words(tensors))}
        self.vectors = tensors["vectors"]
        self.weights = tensors.get("word_weights", np.ones(len(self.words), np.float32))
        self.ngrams = {ngram: row for row, ngram in enumerate(read_words(tensors, "ngram"))}
        self.ngram_vectors = tensors["ngram_vectors"]
        self.lengths = range(int(metadata["ngram_min"]), int(metadata["ngram_max"]) + 1)
        self.transform, self.bias = tensors["transform"], tensors["bias"][0]
        self.context_gate, self.form_gate = np.split(tensors["gate"], 2)

    def form(self, word):
        padded = f"\x02{word}\x03"
        rows = [self.ngrams.get(padded[i:i + n], 0)
                for n in self.lengths for i in range(len(padded) - n + 1)]
        return self.ngram_vectors[rows].mean(0)

    def context(self, word, text):
        """None without context words."""
        rows = [self.words[token] for token in TOKEN.findall(text)
                if token != word and token in self.words]
        weights = self.weights[rows]
        return weights @ self.vectors[rows] / weights.sum() if rows else None

    def infer(self, word, text):
        form, context = self.form(word), self.context(word, text)
        if context is None:
            return form
        z = self.context_gate @ context + self.form_gate @ form + self.bias
        alpha = 1 / (1 + np.exp(-z))
        return alpha * (self.transform @ context) + (1 - alpha) * form


def infer_file(model, lines, out):
    with open(lines, encoding="utf-8") as source:
        pairs = [line.rstrip("\n").split("\t") for line in source]
    with open(out, "wb") as file:
        file.write(b"%d %d\n" % (len(pairs), len(model.transform)))
        for word, text in pairs:
            vector = model.infer(word.lower(), text.lower())
            file.write(word.encode() + b" " + vector.astype("<f4").tobytes() + b"\n")


def main():
    path, lines, out = sys.argv[1:]
    model = Model(path)
    wall, cpu = time.perf_counter(), time.process_time()
    infer_file(model, lines, out)
    print(json.dumps({"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu,
                      "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}))


if __name__ == "__main__":  # fastapi_server.py imports the model
    main()
