"""Fixtures that the tests of the Python package share."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import oovec

FRUIT = {"pear": [1, 0.2], "apple": [1, 0.3], "plum": [0.9, 0.5], "car": [-1, 2]}


def write_place(folder):
    """Puts a model, words.oovec, and vectors, vectors.txt, into a folder: what doctests find."""
    write_models = Path(os.environ["OOVEC_BUILD_DIR"]) / "tests" / "write_models"
    subprocess.run([write_models, folder], check=True)
    (folder / "gated.oovec").rename(folder / "words.oovec")
    lines = [" ".join([word, *map(str, row)]) for word, row in FRUIT.items()]
    (folder / "vectors.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture(scope="session")
def models(tmp_path_factory):
    """A folder with small models: words.oovec and others."""
    folder = tmp_path_factory.mktemp("models")
    write_place(folder)
    return folder


@pytest.fixture(scope="session")
def model(models):
    return oovec.Model.load(models / "words.oovec")


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The current folder of a test, with words.oovec and vectors.txt."""
    write_place(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def arbitrary_vectors(size=500, dimension=16):
    """Words, some with capitals, and their vectors, always the same."""
    numbers = np.random.default_rng(7).standard_normal((size, dimension)).astype(np.float32)
    return [f"Word{i}" if i % 7 == 0 else f"word{i}" for i in range(size)], numbers
