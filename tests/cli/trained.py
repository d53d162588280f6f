"""A small model, trained by the program itself, for tests of the commands that use one."""

import random

from support import run

WORDS = ["the", "fruit", "is", "sweet", "sour", "large", "citrus", "melon", "lemon", "peel", "tree",
         "green", "juice", "thick", "ripe", "pome", "pomes", "elope", "grows", "warm"]
DIMENSION = 4


def vectors_text():
    """Rows as no program of ours would write them, so that copies are told from the like."""
    numbers = random.Random(5)
    rows = (" ".join(f"{numbers.uniform(-1, 1):+.6f}" for _ in range(DIMENSION)) for _ in WORDS)
    return "".join(f"{word} {row}\n" for word, row in zip(WORDS, rows, strict=True))


def train(folder):
    """The folder gets vectors (v.txt) and a default model (m.oovec), whose path is returned."""
    numbers = random.Random(6)
    (folder / "v.txt").write_text(vectors_text())
    (folder / "text").write_text("".join(
        " ".join(numbers.choices(WORDS, k=8)) + "\n" for _ in range(400)))
    run("index", "--vectors", folder / "v.txt", "--corpus", folder / "text", "-o", folder / "c.ctx")
    run("train", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o",
        folder / "m.oovec", "--min-count", 50, "--ngram-words", 1)
    return folder / "m.oovec"
