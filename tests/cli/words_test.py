"""oovec vectors get and neighbors: questions about words."""

import json
import shutil
import subprocess

import numpy as np
import pytest

from support import BAD_INPUT, NEGATIVE, ROWS, WORDS, text_of, vectors


def parse(stdout):
    """Words and vectors as `get` prints them."""
    lines = [line.rsplit(" ", ROWS.shape[1]) for line in stdout.splitlines()]
    return {line[0]: np.array(line[1:], dtype=np.float32) for line in lines}


def objects(stdout):
    return [json.loads(line) for line in stdout.splitlines()]


def test_get_prints_the_vectors_asked_for(text_file):
    found = parse(vectors("get", text_file, "été", "New York").stdout)
    assert list(found) == ["été", "New York"]
    assert np.array_equal(found["été"], ROWS[2])
    assert np.array_equal(found["New York"], ROWS[4])


def test_get_prints_json(text_file):
    found = objects(vectors("get", text_file, "été", "pomelo", "--json").stdout)
    assert [entry["word"] for entry in found] == ["été", "pomelo"]
    assert np.array_equal(np.array(found[0]["vector"], dtype=np.float32), ROWS[2])


def test_words_that_begin_with_a_dash_follow_two_dashes(text_file):
    for arguments in (["--", "-x"], ["--json", "--", "-x"], ["pomelo", "été", "--", "-x", "pomelo"]):
        done = vectors("get", text_file, *arguments)
        assert "-x" in done.stdout
        assert done.stdout.count("\n") == len([a for a in arguments if not a.startswith("--")])


def test_words_are_taken_literally(tmp_path):
    words = ["[UNK]", "[a,b]", "a,b", '"q"', "'s'", "{}", "a=b", "%s", "\\n", "42", "/w"]
    path = tmp_path / "v.txt"
    path.write_bytes(text_of(words, np.arange(22).reshape(11, 2)))
    done = vectors("get", path, *words, "--json")
    assert [entry["word"] for entry in objects(done.stdout)] == words


def test_words_come_from_a_file(text_file, tmp_path):
    asked = tmp_path / "asked.txt"
    asked.write_bytes("\ufeff-x\r\n\nNew York\n été \n\t\nnope\npomelo".encode())
    done = vectors("get", text_file, "grapefruit", "--words", asked, code=NEGATIVE)
    assert list(parse(done.stdout)) == ["grapefruit", "-x", "New York", "été", "pomelo"]
    assert done.stderr == f'oovec: "nope" has no vector in {text_file}\n'


@pytest.mark.parametrize("command", ["get", "neighbors"])
def test_words_are_found_in_any_normal_form(command, text_file, tmp_path):
    asked = tmp_path / "asked.txt"
    asked.write_text("e\u0301te\u0301\n")
    found, of_file = (objects(vectors(command, text_file, *given, "--json").stdout)
                      for given in (["été"], ["--words", asked]))
    assert of_file == [{**found[0], "word": "e\u0301te\u0301"}]


@pytest.mark.parametrize("command", ["get", "neighbors"])
def test_words_are_found_as_texts_spell_them(command, text_file):
    as_is = objects(vectors(command, text_file, "pomelo", "--json").stdout)
    for spelling in ["Pomelo", "pomelo’s"]:
        done = vectors(command, text_file, spelling, "--json")
        assert objects(done.stdout) == [{**as_is[0], "word": spelling}]
        assert as_is[0]["found"] == "pomelo"
        assert done.stderr == f'oovec: "{spelling}" was found as "pomelo"\n'
    done = vectors(command, text_file, "Pomelo-été", code=NEGATIVE)
    assert done.stderr == (
        f'oovec: "Pomelo-été" has no vector in {text_file}; only in parts: "pomelo", "été"\n')


@pytest.mark.parametrize("command", ["get", "neighbors"])
def test_a_list_that_is_not_utf8_is_refused_by_line(command, text_file, tmp_path):
    asked = tmp_path / "asked.txt"
    asked.write_bytes(b"pomelo\ncaf\xe9\n")
    done = vectors(command, text_file, "--words", asked, code=BAD_INPUT)
    assert f"{asked}:2: byte 4 is not valid UTF-8" in done.stderr


def test_words_come_from_standard_input(text_file):
    done = vectors("get", text_file, "--words", "-", stdin=b"pomelo\n")
    assert list(parse(done.stdout)) == ["pomelo"]


def test_vectors_come_from_standard_input(text_file):
    done = vectors("get", "-", "pomelo", stdin=text_file.read_bytes())
    assert np.array_equal(parse(done.stdout)["pomelo"], ROWS[0])


@pytest.mark.parametrize("command", ["get", "neighbors"])
def test_unknown_words_are_reported_and_the_others_answered(command, text_file):
    asked = ["nope", "pomelo", "no\x1b[31mpe", "grapefruit"]
    done = vectors(command, text_file, *asked, "--json", code=NEGATIVE)
    assert [entry["word"] for entry in objects(done.stdout)] == ["pomelo", "grapefruit"]
    assert done.stderr.splitlines() == [
        f'oovec: "nope" has no vector in {text_file}',
        f'oovec: "no\\x1b[31mpe" has no vector in {text_file}',
    ]


def test_control_characters_do_not_reach_the_terminal(tmp_path):
    words = ["a\x1b]0;title\x07", "b\x9b31m", "c\x7f", "d\u00a0\u2028é"]
    path = tmp_path / "v.txt"
    path.write_bytes(text_of(words, np.ones((4, 2))))
    shown = ["a\\x1b]0;title\\x07", "b\\u009b31m", "c\\x7f", "d\u00a0\u2028é"]
    got = vectors("get", path, *words).stdout
    assert [line.split(" ")[0] for line in got.split("\n")[:-1]] == shown
    near = vectors("neighbors", path, words[0]).stdout
    assert [line.split("  ")[-1] for line in near.split("\n")[:-1]] == shown
    assert all(word in vectors("info", path).stdout for word in shown)


def near_ties_apart(cosines, order, k):
    """Rounding may swap neighbours whose cosines differ by less than this."""
    return np.all(np.diff(cosines[order[: k + 1]]) < -1e-6)


@pytest.mark.parametrize("suffix", [".txt", ".bin", ".safetensors"])
def test_neighbors_equal_brute_force(tmp_path, suffix):
    random = np.random.default_rng(1)
    rows = random.standard_normal((300, 16)).astype(np.float32)
    words = [f"w{i}" for i in range(300)]
    text = tmp_path / "v.txt"
    text.write_bytes(text_of(words, rows))
    path = tmp_path / ("w" + suffix)
    vectors("convert", text, path)

    asked, k = [0, 7, 299], 12
    done = vectors("neighbors", path, *(words[i] for i in asked), "-k", k, "--json")
    unit = rows.astype(np.float64)
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    found = objects(done.stdout)
    assert [entry["word"] for entry in found] == [words[i] for i in asked]
    for entry, query in zip(found, asked, strict=True):
        cosines = unit @ unit[query]
        order = [i for i in np.argsort(-cosines) if i != query]
        assert near_ties_apart(cosines, order, k)
        assert [n["word"] for n in entry["neighbors"]] == [words[i] for i in order[:k]]
        assert np.allclose([n["cosine"] for n in entry["neighbors"]], cosines[order[:k]], atol=1e-6)


def test_neighbors_are_printed_below_the_word(text_file):
    lines = vectors("neighbors", text_file, "pomelo", "-k", "2").stdout.splitlines()
    assert lines[0] == "pomelo"
    assert lines[1].split() == ["0.9960", "-x"]
    assert len(lines) == 3


@pytest.mark.parametrize("k", [5, 1000000, 2**64 - 1])
def test_more_neighbors_than_words_are_all_words(text_file, k):
    done = vectors("neighbors", text_file, "pomelo", "-k", k, "--json")
    assert len(objects(done.stdout)[0]["neighbors"]) == len(WORDS) - 1


def test_a_word_of_zeros_has_no_neighbors(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("zero 0 0\none 1 0\ntwo 2 1\n")
    done = vectors("neighbors", path, "zero", "one", "--json", code=NEGATIVE)
    assert [entry["word"] for entry in objects(done.stdout)] == ["one"]
    assert '"zero" has a vector of zeros' in done.stderr


@pytest.fixture(name="fasttext_model", scope="module")
def trained(tmp_path_factory):
    if not shutil.which("fasttext"):
        pytest.skip("fasttext is not installed: scripts/setup.sh test")
    folder = tmp_path_factory.mktemp("fasttext")
    corpus = folder / "corpus.txt"
    corpus.write_text("the sour pomelo and the sweet grapefruit grow on trees in the été\n" * 20)
    subprocess.run(
        ["fasttext", "skipgram", "-input", corpus, "-output", folder / "model", "-dim", "8",
         "-minCount", "1", "-bucket", "1000", "-thread", "1", "-epoch", "1"],
        check=True, capture_output=True,
    )
    return folder / "model.bin"


def test_unseen_words_get_the_vectors_fasttext_gives_them(fasttext_model):
    asked = ["pomelo", "pomelos", "grapefruity", "étés", "q", "x-ray"]
    done = subprocess.run(
        ["fasttext", "print-word-vectors", fasttext_model],
        input="\n".join(asked).encode() + b"\n", check=True, capture_output=True,
    )
    expected = [line.split()[1:] for line in done.stdout.decode().splitlines()]
    found = objects(vectors("get", fasttext_model, *asked, "--json").stdout)
    assert [entry["word"] for entry in found] == asked
    assert np.allclose(
        [entry["vector"] for entry in found], np.array(expected, dtype=float), atol=1e-5
    )


def test_unseen_words_have_neighbors_in_a_fasttext_model(fasttext_model):
    known = ["the", "sour", "pomelo", "and", "sweet", "grapefruit", "grow", "on", "trees", "in", "été"]
    asked = objects(vectors("get", fasttext_model, "pomelos", *known, "--json").stdout)
    unit = np.array([entry["vector"] for entry in asked])
    unit /= np.linalg.norm(unit, axis=1, keepdims=True)
    cosines = unit[1:] @ unit[0]
    best = objects(vectors("neighbors", fasttext_model, "pomelos", "-k", 1, "--json").stdout)[0]
    assert best["neighbors"][0]["word"] == known[np.argmax(cosines)]
    assert best["neighbors"][0]["cosine"] == pytest.approx(np.max(cosines), abs=1e-6)
