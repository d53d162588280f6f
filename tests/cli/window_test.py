"""--window: contexts of some tokens to either side of the word, in indexes, models and inference."""

import json

import pytest

from support import run
from trained import train


@pytest.fixture(name="folder", scope="module")
def trained_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("window")
    train(folder)
    run("index", "--vectors", folder / "v.txt", "--corpus", folder / "text", "--window", 3, "-o", folder / "w.ctx")
    run("train", "--vectors", folder / "v.txt", "--contexts", folder / "w.ctx", "-o", folder / "w.oovec",
        "--min-count", 50, "--ngram-words", 1)
    return folder


def infer(folder, model, *arguments):
    context = "Sweet fruit. The pomelo is sour and green. Warm."
    done = run("infer", folder / model, "pomelo", context, "--json", *arguments)
    return json.loads(done.stdout), done.stderr


def test_an_index_says_what_its_contexts_are(folder):
    assert json.loads(run("index", "info", folder / "w.ctx", "--json").stdout)["window"] == 3
    assert json.loads(run("index", "info", folder / "c.ctx", "--json").stdout)["window"] == 0
    assert "3 tokens to either side across sentences" in run("index", "info", folder / "w.ctx").stdout


def test_an_index_without_a_window_has_the_bytes_of_before(folder):
    run("index", "--vectors", folder / "v.txt", "--corpus", folder / "text", "--window", 0, "-o", folder / "0.ctx")
    assert (folder / "0.ctx").read_bytes() == (folder / "c.ctx").read_bytes()
    assert b"window" not in (folder / "c.ctx").read_bytes()[:4096]


def test_inference_reads_what_the_window_holds(folder):
    whole, said = infer(folder, "m.oovec")
    near, hint = infer(folder, "m.oovec", "--window", 1)
    assert said == "" and near["context_words"] < whole["context_words"]
    assert "contexts are 1 token to either side, but the model was trained on whole sentences" in hint


def test_a_model_remembers_the_window_it_was_trained_on(folder):
    assert "--window 3 reads them alike" in infer(folder, "w.oovec")[1]
    assert infer(folder, "w.oovec", "--window", 3)[1] == ""
