"""oovec store: new words that are remembered from text to text, and vectors for them."""

import json
import re
import sqlite3

import pytest

from support import BAD_INPUT, IO, NEGATIVE, USAGE, read_text, run
from trained import DIMENSION, WORDS, train, vectors_text

MONDAY = b"""The pomelo is a large citrus fruit. A ripe pomelo grows on a warm tree.
Pomelo juice is sour. 1234 1234
"""
TUESDAY = b"""Durian juice is sweet; the durian is large.
Pomelo, pomelo. Durian durian.
"""


@pytest.fixture(name="trained", scope="module")
def trained_folder(tmp_path_factory):
    return train(tmp_path_factory.mktemp("model")).parent


@pytest.fixture(name="model")
def model_file(trained):
    return trained / "m.oovec"


def add(store, model, text, *arguments, **options):
    return run("store", "add", store, "--model", model, "--corpus", "-", *arguments, stdin=text, **options)


def shown(store, *words):
    """What the store holds, without times."""
    lines = run("store", "show", store, *words, "-n", 100, "--json").stdout.splitlines()
    found = [json.loads(line) for line in lines]
    for one in [*found, *(word for part in found for word in part.get("list", []) + part.get("texts", []))]:
        for name in ("first", "last", "file", "bytes"):
            one.pop(name, None)
    return found


def test_new_words_of_a_text_are_remembered(model, tmp_path):
    done = add(tmp_path / "words.db", model, MONDAY)
    assert done.stdout == ""
    summary = r".*/words.db: \d+ words without a vector, seen \d+ times; \d+ words in the store\n"
    assert re.fullmatch(summary, done.stderr)
    done = run("store", "show", tmp_path / "words.db", "Pomelo")
    assert re.match(r"pomelo: seen 3 times, first 20\d\d-\d\d-\d\dT.*Z, last .*Z; 3 contexts kept\n", done.stdout)
    assert "  Pomelo juice is sour.\n" in done.stdout
    assert "pomelo" in done.stderr  # as it is spelled


def test_texts_add_up_in_any_order_and_by_any_number_of_threads(model, tmp_path):
    add(tmp_path / "a.db", model, MONDAY, "--threads", 1)
    add(tmp_path / "a.db", model, TUESDAY)
    add(tmp_path / "b.db", model, TUESDAY)
    add(tmp_path / "b.db", model, MONDAY, "--threads", 3)
    assert shown(tmp_path / "a.db") == shown(tmp_path / "b.db")
    words = [word["word"] for word in shown(tmp_path / "a.db")[0]["list"]]
    assert words[:2] == ["pomelo", "durian"]
    for name in "ab":
        run("store", "export", tmp_path / f"{name}.db", "--model", model, "--min-count", 1,
            "-o", tmp_path / f"{name}.vec")
    assert (tmp_path / "a.vec").read_bytes() == (tmp_path / "b.vec").read_bytes()


def test_merging_is_adding_all(model, tmp_path):
    for name, text in [("a", MONDAY), ("b", TUESDAY), ("all", MONDAY + TUESDAY)]:
        add(tmp_path / f"{name}.db", model, text)
    a, b = tmp_path / "a.db", tmp_path / "b.db"
    done = run("store", "merge", a, b, "-o", tmp_path / "ab.db", "--json")
    assert json.loads(done.stdout)["words"] == shown(tmp_path / "all.db")[0]["words"]
    assert shown(tmp_path / "ab.db") == shown(tmp_path / "all.db")
    assert shown(tmp_path / "ab.db", "pomelo") == shown(tmp_path / "all.db", "pomelo")
    run("store", "merge", b, a, "-o", tmp_path / "ba.db")
    before = (tmp_path / "ba.db").read_bytes()
    run("store", "merge", a, b, "-o", tmp_path / "ab2.db")
    assert (tmp_path / "ab2.db").read_bytes() == before
    assert "exists" in run("store", "merge", a, b, "-o", tmp_path / "ab.db", code=USAGE).stderr


def test_vectors_without_a_model_tell_what_is_new(trained, model, tmp_path):
    run("store", "add", tmp_path / "v.db", "--vectors", trained / "v.txt", "--corpus", "-", stdin=MONDAY)
    add(tmp_path / "m.db", model, MONDAY)
    assert shown(tmp_path / "v.db") == shown(tmp_path / "m.db")
    assert "--model" in run("store", "add", tmp_path / "x.db", "--corpus", "-", code=USAGE).stderr


def test_exported_vectors_are_those_of_infer(model, tmp_path):
    add(tmp_path / "words.db", model, MONDAY + TUESDAY)
    done = run("store", "export", tmp_path / "words.db", "--model", model, "--min-count", 4, "-o", tmp_path / "new.txt",
               "--report", tmp_path / "report.jsonl")
    assert done.stderr.startswith(f"{tmp_path}/new.txt (word2vec): 2 new words\n")
    words, rows = read_text((tmp_path / "new.txt").read_bytes(), header=True)
    assert words == ["pomelo", "durian"] and rows.shape == (2, DIMENSION)
    contexts = [text["text"] for text in shown(tmp_path / "words.db", "pomelo")[0]["texts"]]
    inferred = json.loads(run("infer", model, "pomelo", *contexts, "--json").stdout)
    assert rows[0].tolist() == pytest.approx(inferred["vector"], abs=1e-6)
    report = [json.loads(line) for line in (tmp_path / "report.jsonl").read_text().splitlines()]
    assert [word["count"] for word in report] == [5, 4] and len(report[0]["nearest"]) == 5


def test_rows_of_a_vectors_file_stay_byte_by_byte(trained, model, tmp_path):
    add(tmp_path / "words.db", model, MONDAY + TUESDAY)
    done = run("store", "export", tmp_path / "words.db", "--model", model, "--min-count", 4, "--vectors",
               trained / "v.txt", "-o", tmp_path / "out.txt", "--json")
    assert json.loads(done.stdout)["old_words"] == len(WORDS) and json.loads(done.stdout)["added"] == 2
    assert (tmp_path / "out.txt").read_text().startswith(vectors_text())


def test_a_word_that_is_not_there_is_an_answer(model, tmp_path):
    add(tmp_path / "words.db", model, MONDAY)
    done = run("store", "show", tmp_path / "words.db", "quince", code=NEGATIVE)
    assert done.stdout == "" and "quince" in done.stderr


def test_a_store_stays_as_it_was_made(model, tmp_path):
    add(tmp_path / "words.db", model, MONDAY, "--per-word", 2)
    assert len(shown(tmp_path / "words.db", "pomelo")[0]["texts"]) == 2
    add(tmp_path / "words.db", model, TUESDAY)
    done = add(tmp_path / "words.db", model, TUESDAY, "--per-word", 3, code=USAGE)
    assert "--per-word 2, not 3" in done.stderr


def test_the_words_seen_last_are_kept(model, tmp_path):
    add(tmp_path / "words.db", model, MONDAY)
    add(tmp_path / "words.db", model, b"Durian. Quince.\n", "--max-words", 2)
    assert sorted(word["word"] for word in shown(tmp_path / "words.db")[0]["list"]) == ["durian", "quince"]


def test_what_is_no_store_is_refused(model, tmp_path):
    (tmp_path / "text.txt").write_text("no store\n")
    assert "not a SQLite database" in run("store", "show", tmp_path / "text.txt", code=BAD_INPUT).stderr
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE words (word TEXT)")
    assert "another program" in add(tmp_path / "other.db", model, MONDAY, code=BAD_INPUT).stderr
    assert "words.db" in run("store", "show", tmp_path / "words.db", code=IO).stderr
    assert not (tmp_path / "words.db").exists()
    assert run("store", "show", tmp_path, code=USAGE)
    # Texts and models are not overwritten.
    (tmp_path / "m.txt").write_bytes(MONDAY)
    run("store", "add", tmp_path / "m.txt", "--model", model, "--corpus", tmp_path / "m.txt", code=USAGE)
    assert (tmp_path / "m.txt").read_bytes() == MONDAY


def test_a_damaged_store_is_refused(model, tmp_path):
    store = tmp_path / "words.db"
    add(store, model, MONDAY)
    data = store.read_bytes()
    place = data.index(b"Pomelo juice")
    store.write_bytes(data[:place] + b"X" + data[place + 1:])
    for arguments in [("show", store, "pomelo"), ("merge", store, "-o", tmp_path / "x.db"),
                      ("export", store, "--model", model, "-o", tmp_path / "x.vec")]:
        assert "damaged" in run("store", *arguments, code=BAD_INPUT).stderr
    store.write_bytes(data[:len(data) // 2])
    assert "damaged" in run("store", "show", store, code=BAD_INPUT).stderr
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".db"]


def test_anybody_may_look_into_the_file(model, tmp_path):
    add(tmp_path / "words.db", model, MONDAY)
    with sqlite3.connect(tmp_path / "words.db") as database:
        assert database.execute("SELECT count FROM words WHERE word = 'pomelo'").fetchall() == [(3,)]


@pytest.mark.parametrize("command", ["add", "show", "merge", "export"])
def test_every_command_has_help_with_an_example(command):
    text = run("store", command, "--help").stdout
    assert re.search(rf"^Examples?:\n  oovec store {command} ", text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 100
