"""To those who check their programs with mypy, the package gives the types that docs/python.md promises."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import oovec

RIGHT = """
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from typing_extensions import assert_type

import oovec

assert_type(oovec.__version__, str)

vectors = oovec.Embeddings.load(Path("glove.txt.gz"), limit=1000, repair=True)
assert_type(vectors, oovec.Embeddings)
assert_type(vectors["pear"], NDArray[np.float32])
assert_type(vectors[["pear", "plum"]], NDArray[np.float32])
assert_type(vectors.vectors, NDArray[np.float32])
assert_type(vectors.index_to_key, list[str])
assert_type(vectors.get_vector(np.int64(3), norm=True), NDArray[np.float32])
assert_type(vectors.most_similar(positive=["king", "woman"], negative=["man"]), list[tuple[str, float]])
assert_type(vectors.most_similar([("king", 0.5), vectors["queen"]]), list[tuple[str, float]])
assert_type(vectors.most_similar("king", topn=None), NDArray[np.float32])
assert_type(vectors.similar_by_word("king", 5), list[tuple[str, float]])
assert_type(vectors.similar_by_vector([0.5, 1], None), NDArray[np.float32])
assert_type(vectors.similarity("king", 3), float)
assert_type(vectors.most_similar_cosmul(["king", "woman"], ["man"]), list[tuple[str, float]])
assert_type(vectors.closer_than("king", "queen"), list[str])
assert_type(vectors.vectors_for_all(["king", "queen"]), oovec.Embeddings)
assert_type(vectors.evaluate_word_pairs("pairs.tsv"), tuple[tuple[float, float], tuple[float, float], float])
vectors.add_vectors("quince", [1, 2])

model = oovec.Model.load("words.oovec")
assert_type(model, oovec.Model)
pomelo = model.infer("pomelo", ["Unlike the grapefruit, the pomelo is hardly traded."])
assert_type(pomelo, oovec.Inference)
assert_type(pomelo.vector, NDArray[np.float32])
assert_type(pomelo.form, NDArray[np.float32] | None)
assert_type(pomelo.alpha, float)
assert_type(pomelo.confidence, float | None)
assert_type(model.infer_many([("pomelo", ["a pomelo"]), ("quincelike", []), "plum"]), NDArray[np.float32])
assert_type(model.infer_many({"pomelo": "a pomelo"}, missing="nan", part="context"), NDArray[np.float32])
assert_type(model.neighbors("pomelo", "a pomelo", topn=5), list[tuple[str, float]])
assert_type(model.explain("pomelo").contexts, list[list[oovec.ExplainedToken]])
assert_type(model.settings["ngram_max"], int)
assert_type(model.observe("pomelo").infer(), oovec.Inference)

words = oovec.WithNovelWords(vectors, model, {"pomelo": ["a pomelo"]})
assert_type(words["pomelo"], NDArray[np.float32])
assert_type(words.infer("pomelo"), oovec.Inference)
assert_type(words.contexts["pomelo"], oovec.NovelTexts)
assert_type(words.contexts["pomelo"][0], str)
words.contexts["pomelo"] = "a pomelo"
assert_type(words.store, oovec.Store)
oovec.WithNovelWords("glove.txt", model, store="words.db")
store = oovec.Store("words.db", model, per_word=50)
store.add("pomelo", "a pomelo", time=0.5)
assert_type(store["pomelo"], oovec.StoredWord)
assert_type(store["pomelo"].contexts, list[str])
assert_type(store.words("recent", limit=3), list[oovec.WordSummary])
assert_type(words.with_novel_rows(), oovec.Embeddings)
oovec.WithNovelWords("glove.txt", "words.oovec", {"pomelo": "a pomelo"})

summary = oovec.index("wiki.txt.zst", "glove.txt", "wiki.ctx", per_word=200, lowercase=True)
assert_type(summary, oovec.IndexSummary)
assert_type(summary.tokens, dict[str, int])
oovec.index([Path("a.txt"), Path("b.txt")], vectors, "ab.ctx")
oovec.index((str(row) for row in range(3)), vectors, "rows.ctx", words=["pomelo"])
assert_type(oovec.merge(["ab.ctx", Path("rows.ctx")], "all.ctx"), oovec.IndexSummary)
assert_type(oovec.ContextIndex("all.ctx").contexts("pear"), list[str])
model.infer("pear", oovec.ContextIndex("all.ctx").contexts("pear"))

losses: list[float | None] = []
result = oovec.train(vectors, "all.ctx", "words.oovec", dev="definitions.txt", callback=print)
oovec.train(vectors, "all.ctx", "words.oovec", model="mlp", epochs=3, callback=lambda epoch: losses.append(epoch.loss))
assert_type(result, oovec.TrainResult)
assert_type(result.epochs[0].score, float | None)
assert_type(result.epochs[0].loss, float | None)
assert_type(result.solved, bool)
assert_type(result.held_out, list[oovec.HeldOutRow])
assert_type(result.held_out[0].words, int)
assert_type(result.held_out[0].model.median_rank, float)
assert_type(result.held_out[0].form, oovec.Quality | None)
assert_type(result.held_out[0].length, oovec.Lengths | None)
assert_type(result.model, oovec.Model)
assert_type(oovec.tune(vectors, "all.ctx", "m.oovec", dev="d.txt").best,
            tuple[str, float | None, list[oovec.EpochResult]])
assert_type(oovec.skipgram(["a text"], dimension=10), oovec.Embeddings)
assert_type(oovec.augment(model, "new.txt", "more.txt", vectors="glove.txt"), list[oovec.NewWord])
"""

WRONG = """
import oovec

vectors = oovec.Embeddings.load("glove.txt")
model = oovec.Model.load("words.oovec")

oovec.Embeddings.load(3)
oovec.Embeddings.load("glove.txt", repair="yes")
oovec.Embeddings.load("glove.txt", limit=[1])
vectors.most_similar(0.5)
vectors.most_similar("pear", topn="all")
oovec.Model.load(vectors)
model.infer(7)
model.infer("pomelo", [1])
model.infer("pomelo").vectr
model.settings["ngrams"]
oovec.WithNovelWords(3, model)
oovec.index(3, "glove.txt", "wiki.ctx")
oovec.index([1, 2], "glove.txt", "wiki.ctx")
oovec.train(vectors, "wiki.ctx")
oovec.train(vectors, "wiki.ctx", "words.oovec", callback=3)
oovec.train(vectors, "wiki.ctx", "words.oovec", epochs=None)
count: int = oovec.train(vectors, "wiki.ctx", "words.oovec")
"""


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    """Checks a program against the package under test, as if it were installed; returns what mypy prints."""
    folder = tmp_path_factory.mktemp("typing")

    def run(program):
        (folder / "program.py").write_text(program)
        command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent", "program.py"]
        environment = {**os.environ, "MYPYPATH": str(Path(oovec.__file__).parents[1])}
        return subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)

    return run


def test_results_have_the_types_that_are_promised(check):
    done = check(RIGHT)
    assert done.returncode == 0, done.stdout


def test_wrong_types_are_found(check):
    done = check(WRONG)
    found = {int(line) for line in re.findall(r"^program\.py:(\d+): error: ", done.stdout, re.MULTILINE)}
    lines = WRONG.splitlines()
    assert found == set(range(lines.index("oovec.Embeddings.load(3)") + 1, len(lines) + 1)), done.stdout
