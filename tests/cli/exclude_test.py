"""--exclude: a list names words however it spells them, and words that it names in vain are told of."""

import json
import random
import unicodedata

import numpy as np
import pytest

from support import BAD_INPUT, USAGE, run, text_of
from trained import WORDS

VOCABULARY = [*WORDS, "été", "mélange"]
HELD_OUT = ["melon", "lemon", "été"]

# The same words, as people and programs write them.
SPELLINGS = {
    "plain": "melon\nlemon\nété\n",
    "byte order mark": "\ufeffmelon\nlemon\nété\n",
    "blanks": "  melon\nlemon \t\n\n \n\tété\n",
    "line ends": "melon\r\nlemon\r\n\r\nété",
    "capitals": "Melon\nLEMON\nÉté\n",
    "normal form": unicodedata.normalize("NFD", "melon\nlemon\nété\n"),
}


@pytest.fixture(name="folder", scope="module")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exclude")
    numbers = random.Random(6)
    rows = np.random.default_rng(5).uniform(-1, 1, (len(VOCABULARY), 4)).astype(np.float32)
    (folder / "v.txt").write_bytes(text_of(VOCABULARY, rows))
    (folder / "text").write_text("".join(" ".join(numbers.choices(VOCABULARY, k=8)) + "\n" for _ in range(400)))
    (folder / "dev.txt").write_text("sour\tThe ___ is sweet and the tree is green.\n")
    run("index", "--vectors", folder / "v.txt", "--corpus", folder / "text", "-o", folder / "c.ctx")
    return folder


def command(name, folder):
    vectors = ["--vectors", folder / "v.txt"]
    contexts = [*vectors, "--contexts", folder / "c.ctx"]
    training = [*contexts, "--min-count", 10, "--ngram-words", 1]
    return [name, *{
        "train": training,
        "tune": [*training, "--dev", folder / "dev.txt", "--models", "form,single", "--learning-rates", "0.1",
                 "--epochs", 1],
        "alacarte": [*contexts, "--min-count", 10],
        "mimick": [*vectors, "--epochs", 1, "--hidden", 4],
        "skipgram": ["--corpus", folder / "text", "--dimension", 4],
    }[name]]


COMMANDS = ["train", "tune", "alacarte", "mimick", "skipgram"]


def made(name, folder, out, text=None):
    """What the command makes, without the words of a list."""
    given = command(name, folder)
    if text is not None:
        (folder / "list.txt").write_bytes(text.encode())
        given += ["--exclude", folder / "list.txt"]
    done = run(*given, "-o", out, "--json")
    return out.read_bytes(), json.loads(done.stdout.splitlines()[-1])["excluded"], done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_words_are_excluded_however_they_are_spelled(name, folder, tmp_path):
    with_all, none_listed, _ = made(name, folder, tmp_path / "out")
    assert none_listed == {"words": 0, "not_found": 0, "examples": []}
    expected, _, _ = made(name, folder, tmp_path / "out", SPELLINGS["plain"])
    assert expected != with_all
    for spelling, text in SPELLINGS.items():
        found, listed, messages = made(name, folder, tmp_path / "out", text)
        assert found == expected, spelling
        assert listed == {"words": len(HELD_OUT), "not_found": 0, "examples": []}
        assert "list.txt" not in messages


@pytest.mark.parametrize("name", COMMANDS)
def test_words_in_vain_are_counted_and_said(name, folder, tmp_path):
    one, many = (("does not occur in the text", "do not occur in the text") if name == "skipgram" else
                 ("has no vector", "have no vector"))
    _, listed, messages = made(name, folder, tmp_path / "out", "melon\nnope\nlemon\nnever\nnone\n")
    assert listed == {"words": 5, "not_found": 3, "examples": ["nope", "never"]}
    assert f'oovec: 3 of 5 words of {folder / "list.txt"} {many}, "nope" for one\n' in messages
    _, listed, messages = made(name, folder, tmp_path / "out", "melon\nnope\n")
    assert listed["not_found"] == 1
    assert f'oovec: 1 of 2 words of {folder / "list.txt"} {one}: "nope"\n' in messages


@pytest.mark.parametrize("name", COMMANDS)
def test_a_list_that_is_not_utf8_is_refused_by_line(name, folder, tmp_path):
    (tmp_path / "list.txt").write_bytes(b"melon\n\n\xe9t\xe9\n")
    done = run(*command(name, folder), "--exclude", tmp_path / "list.txt", "-o", tmp_path / "out", code=BAD_INPUT)
    assert f"{tmp_path / 'list.txt'}:3: byte 1 is not valid UTF-8" in done.stderr
    assert not (tmp_path / "out").exists()


def test_capitals_tell_words_apart_where_vectors_have_them(tmp_path):
    rows = np.random.default_rng(5).uniform(-1, 1, (4, 4)).astype(np.float32)
    (tmp_path / "v.txt").write_bytes(text_of(["Turkey", "turkey", "fig", "kiwi"], rows))
    (tmp_path / "list.txt").write_text("Turkey\nFig\nPlum\n")  # text would find "fig" for "Fig"
    done = run("mimick", "--vectors", tmp_path / "v.txt", "--epochs", 1, "--exclude", tmp_path / "list.txt", "-o",
               tmp_path / "out", "--json")
    report = json.loads(done.stdout)
    assert report["words"] == 2
    assert report["excluded"] == {"words": 3, "not_found": 1, "examples": ["Plum"]}


def test_a_given_matrix_excludes_nothing(folder, tmp_path):
    (tmp_path / "matrix").write_bytes(np.eye(4, dtype=np.float32).tobytes())
    given = ["alacarte", "--vectors", folder / "v.txt", "--matrix", tmp_path / "matrix", "-o", tmp_path / "out"]
    run(*given)
    (tmp_path / "list.txt").write_text("melon\n")
    run(*given, "--exclude", tmp_path / "list.txt", code=USAGE)
