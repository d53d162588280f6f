"""examples/r.md: what it shows in base R is what the program computes."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from support import USAGE, read_text, run, text_of

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "examples" / "r.md").read_text(encoding="utf-8")
WORDS = ["the", "is", "a", "large", "citrus", "fruit", "melon", "sweet", "peel", "'s", "#tag", "\"", "été"]
DIMENSION = 3
SENTENCE = "the pomelo is a large citrus fruit"


def cosine(a, b):
    return np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b))


@pytest.fixture(name="folder", scope="module")
def prepared(tmp_path_factory):
    """The commands of the example, run."""
    folder = tmp_path_factory.mktemp("r")
    random = np.random.default_rng(14)
    (folder / "vectors.txt").write_bytes(text_of(WORDS, random.normal(size=(len(WORDS), DIMENSION)).astype(np.float32)))
    text = "".join(" ".join(random.choice(WORDS, 7)) + "\n" for _ in range(3000))
    (folder / "corpus.txt").write_text(text, encoding="utf-8")
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for command in commands.splitlines():
        program, *arguments = command.split()
        assert program == "oovec"
        run(*arguments, cwd=folder)
    return folder


def test_the_matrix_is_what_the_model_has(folder):
    matrix = np.fromfile(folder / "matrix.bin", "<f4").reshape(DIMENSION, DIMENSION)
    (word,), (vector,) = read_text(run("infer", folder / "alacarte.oovec", "pomelo", SENTENCE).stdout.encode(),
                                   header=False)
    assert word == "pomelo"
    words, rows = read_text((folder / "vectors-for-r.txt").read_bytes(), header=False)
    known = [words.index(each) for each in SENTENCE.split() if each in words]
    assert cosine(matrix @ rows[known].mean(axis=0), vector) == pytest.approx(1, abs=1e-6)


def test_the_matrix_can_be_read_back(folder, tmp_path):
    given = ["alacarte", "--vectors", folder / "vectors.txt", "--matrix", folder / "matrix.bin"]
    run(*given, "-o", tmp_path / "m.oovec", "--write-matrix", tmp_path / "again.bin")
    assert (tmp_path / "again.bin").read_bytes() == (folder / "matrix.bin").read_bytes()


def test_the_matrix_replaces_no_other_file(folder, tmp_path):
    given = ["alacarte", "--vectors", folder / "vectors.txt", "--contexts", folder / "corpus.ctx", "-o",
             tmp_path / "m.oovec", "--write-matrix"]
    assert "would be replaced" in run(*given, folder / "corpus.ctx", code=USAGE).stderr
    assert "a file of its own" in run(*given, tmp_path / "m.oovec", code=USAGE).stderr


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="there is no Rscript")
def test_r_computes_what_the_program_does(folder):
    blocks = re.findall(r"^```r\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    show = 'cat(format(pomelo, digits = 9), "\\n")\ncat(names(nearest(pomelo)), "\\n")\ncat(rownames(vectors), "\\n")\n'
    (folder / "example.R").write_text("\n".join(blocks) + show, encoding="utf-8")
    done = subprocess.run(["Rscript", "--vanilla", "example.R"], cwd=folder, capture_output=True, text=True,
                          encoding="utf-8", env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, check=False)
    assert done.returncode == 0, done.stderr
    *_, vector, nearest, words = done.stdout.splitlines()
    assert words.split() == WORDS
    _, (expected,) = read_text(run("infer", folder / "alacarte.oovec", "pomelo", SENTENCE).stdout.encode(),
                               header=False)
    assert cosine([float(number) for number in vector.split()], expected) == pytest.approx(1, abs=1e-6)
    found = json.loads(run("neighbors", folder / "alacarte.oovec", "pomelo", SENTENCE, "-k", 5, "--json").stdout)
    assert nearest.split() == [each["word"] for each in found["joint"]["neighbors"]]
