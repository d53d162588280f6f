"""oovec infer and oovec neighbors, asked from outside."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from support import (
    BAD_INPUT,
    IO,
    NEGATIVE,
    USAGE,
    needs_real_memory,
    read_binary,
    read_text,
    run,
    start,
)

WRITE_MODELS = Path(os.environ["OOVEC_BUILD_DIR"]) / "tests/write_models"
SENTENCE = "The pomelo, a sweet citrus fruit, is well-known."
LINES = "pomelo\tthe sweet fruit\ta citrus\nmelons\nice cream\tsweet ice cream\n"


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    path = tmp_path_factory.mktemp("models")
    subprocess.run([WRITE_MODELS, path], check=True)
    return path


@pytest.fixture
def model(models):
    return models / "gated.oovec"


def answers(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_word_gets_a_vector(model):
    done = run("infer", model, "pomelo", SENTENCE)
    words, rows = read_text(done.stdout.encode(), header=False)
    assert words == ["pomelo"]
    assert rows.shape == (1, 8)
    assert done.stderr == ""


def test_json_tells_what_is_known_of_the_vector(model):
    (found,) = answers(run("infer", model, "pomelo", SENTENCE, "The ___ is sweet", "--json"))
    assert list(found) == ["word", "vector", "alpha", "known_ngrams", "context_words", "agreement",
                           "confidence"]
    assert 0 < found["alpha"] < 1
    assert found["context_words"] == 9  # the a sweet citrus fruit well known, the sweet
    assert 0 <= found["confidence"] <= 1


def test_without_context_there_is_no_agreement(model):
    (found,) = answers(run("infer", model, "pomelo", "--json"))
    assert found["alpha"] == 0
    assert found["agreement"] is None


def test_a_word_of_which_nothing_is_known_gets_no_vector(model):
    done = run("infer", model, "日本", "unheard words", code=NEGATIVE)
    assert done.stdout == ""
    assert done.stderr == (
        'oovec: "日本" has no vector: no n-gram of it is known, and no word of its contexts has one\n'
    )


def test_words_are_taken_literally(model):
    for word in ("[pome]", "-melon", "a,b"):
        (found,) = answers(run("infer", model, "--json", "--", word, "[sweet]", "-fruit"))
        assert found["word"] == word
        assert found["context_words"] == 2


@pytest.mark.parametrize("context", ["--- sweet fruit", "-- sweet fruit", "--sweet fruit", "-5 sweet fruit",
                                     "-he sweet fruit", "- sweet fruit", "--sweet\tfruit"])
def test_contexts_may_begin_with_dashes(model, context):
    for arguments in ([context], ["the citrus", context], [context, "--json"]):
        (found,) = answers(run("infer", model, "pomelo", "--json", *arguments))
        assert found["word"] == "pomelo"
        assert found["context_words"] >= 2, arguments
    plain = run("infer", model, "pomelo", "--", context).stdout
    assert run("infer", model, "pomelo", context).stdout == plain


def test_words_of_several_parts_may_begin_with_dashes(model):
    (found,) = answers(run("infer", model, "--json", "--sweet melon", "the fruit"))
    assert found["word"] == "--sweet melon"


def test_what_may_be_an_option_or_a_text_is_refused(model, tmp_path):
    for context in ("-owl said", "-o out.txt", "--output out.txt", "--output=my out.txt", "-h said"):
        done = run("infer", model, "pomelo", context, code=USAGE, cwd=tmp_path)
        assert f'"{context}" may be the option ' in done.stderr
        assert "-- before texts" in done.stderr
    assert list(tmp_path.iterdir()) == []
    run("infer", model, "pomelo", "-o", "my other.txt", cwd=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["my other.txt"]


def test_a_mistyped_option_is_no_context(model):
    done = run("infer", model, "pomelo", "--jsn", code=USAGE)
    assert "there is no option --jsn; did you mean --json?" in done.stderr


def test_a_file_becomes_vectors_in_its_order(model, tmp_path):
    asked = tmp_path / "asked.tsv"
    asked.write_text(LINES, encoding="utf-8")
    out = tmp_path / "out.txt"
    assert run("infer", model, "--input", asked, "-o", out).stdout == ""
    words, rows = read_text(out.read_bytes(), header=True)
    assert words == ["pomelo", "melons", "ice cream"]
    piped = run("infer", model, "--input", "-", stdin=LINES.encode())
    assert read_text(piped.stdout.encode(), header=False)[0] == words
    assert np.array_equal(read_text(piped.stdout.encode(), header=False)[1], rows)


def test_every_format_has_the_same_numbers(model, tmp_path):
    lines = "pomelo\tthe sweet fruit\nmelons\n"
    text, binary = tmp_path / "out.txt", tmp_path / "out.bin"
    for out in (text, binary):
        run("infer", model, "--input", "-", "-o", out, stdin=lines.encode())
    jsonl = answers(run("infer", model, "--input", "-", "--format", "jsonl", stdin=lines.encode()))
    words, rows = read_text(text.read_bytes(), header=True)
    assert read_binary(binary.read_bytes())[0] == words
    assert np.array_equal(read_binary(binary.read_bytes())[1], rows)
    assert np.array_equal(np.array([row["vector"] for row in jsonl], dtype=np.float32), rows)
    run("vectors", "check", text)
    run("vectors", "check", binary)


def test_lines_may_be_utf16(model):
    lines = "pomelo\tsour pomelo juice\nlemons\n"
    expected = run("infer", model, "--input", "-", stdin=lines.encode()).stdout
    assert run("infer", model, "--input", "-", stdin=lines.encode("utf-16")).stdout == expected


def test_a_compressed_file_has_no_header(model, tmp_path):
    out = tmp_path / "out.txt.gz"
    run("infer", model, "--input", "-", "-o", out, stdin=LINES.encode())
    assert "glove" in run("vectors", "info", out).stdout
    done = run("infer", model, "--input", "-", "--format", "word2vec", stdin=LINES.encode(), code=USAGE)
    assert "begins with the number of its rows" in done.stderr


def test_bad_lines_are_reported_and_passed_over(model):
    lines = b"pomelo\tsweet\n\xff\n\tsweet\n\nmelons\n"
    done = run("infer", model, "--input", "-", stdin=lines, code=NEGATIVE)
    assert [line.split(" ")[0] for line in done.stdout.splitlines()] == ["pomelo", "melons"]
    assert done.stderr.splitlines() == [
        "oovec: standard input:2: byte 1 is not valid UTF-8; convert the text to UTF-8",
        "oovec: standard input:3: there is no word before the first tab",
    ]


def test_strict_stops_at_a_bad_line_and_keeps_the_old_file(model, tmp_path):
    out = tmp_path / "out.txt"
    out.write_text("old")
    done = run("infer", model, "--input", "-", "-o", out, "--strict", stdin=b"pomelo\n\xff\n",
               code=BAD_INPUT)
    assert "standard input:2:" in done.stderr
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


def test_threads_do_not_change_the_result(model):
    lines = "".join(f"melon{i}\tthe sweet fruit {i}\tice cream\n" for i in range(20000)).encode()
    one = run("infer", model, "--input", "-", "--threads", 1, stdin=lines).stdout
    assert one.count("\n") == 20000
    assert run("infer", model, "--input", "-", "--threads", 4, stdin=lines).stdout == one


@needs_real_memory
def test_memory_does_not_grow_with_the_file(model):
    process = start("infer", model, "--input", "-", "-o", "/dev/null", "--threads", 2,
                    stdin=subprocess.PIPE)
    block = ("melons\t" + "the sweet fruit " * 20 + "\n").encode() * 3000
    for _ in range(30):
        process.stdin.write(block)
    status = Path(f"/proc/{process.pid}/status").read_text()
    peak = int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")))
    process.stdin.close()
    assert process.wait() == 0
    assert peak < 60_000  # KB, of some 30 MB in and 10 MB out


def test_the_word_or_the_file_is_missing(model):
    for arguments in ([], ["pomelo", "--input", "-"]):
        done = run("infer", model, *arguments, code=USAGE)
        assert "give a word, or a file of words and contexts with --input" in done.stderr
    run("infer", "no-such-model", "pomelo", code=IO)
    run("infer", WRITE_MODELS, "pomelo", code=BAD_INPUT)


def test_models_without_vectors_ask_for_them(models):
    bare = models / "without-vectors.oovec"
    assert "name the vectors file" in run("infer", bare, "pomelo", code=USAGE).stderr
    vectors = models / "vectors.txt"
    found = run("infer", bare, "pomelo", SENTENCE, "--vectors", vectors).stdout
    assert found == run("infer", models / "gated.oovec", "pomelo", SENTENCE).stdout
    other = models / "other.txt"
    other.write_text(vectors.read_text().replace("melon", "lemon"))
    done = run("infer", bare, "pomelo", "--vectors", other, code=USAGE)
    assert "are not the vectors that" in done.stderr


def test_neighbors_stand_side_by_side(model):
    done = run("neighbors", model, "melon", SENTENCE, "-k", 3)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("melon, α = 0.")
    assert lines[1].split() == ["form", "context", "joint"]
    assert [len(line.split()) for line in lines[2:5]] == [6, 6, 6]
    assert lines[5].split()[::2] == ["rank", "rank", "rank"]
    assert len(lines) == 6


def test_neighbors_in_json(model):
    (found,) = answers(run("neighbors", model, "pomelo", SENTENCE, "-k", 2, "--json"))
    assert list(found) == ["word", "found", "alpha", "form", "context", "joint", "search_bytes"]
    assert found["search_bytes"] > 0
    for kind in ("form", "context", "joint"):
        assert found[kind]["rank"] is None
        first, second = found[kind]["neighbors"]
        assert first["cosine"] >= second["cosine"]


def test_neighbors_rank_a_known_word_however_it_is_spelled(model):
    (melon,) = answers(run("neighbors", model, "melon", SENTENCE, "--json"))
    done = run("neighbors", model, "Melon's", SENTENCE, "--json")
    (found,) = answers(done)
    assert found["found"] == melon["found"] == "melon" and found["joint"]["rank"] is not None
    assert done.stderr == 'oovec: "Melon\'s" was found as "melon"\n'
    assert answers(run("neighbors", model, "pomelo", SENTENCE, "--json"))[0]["found"] is None


def test_what_is_missing_has_no_neighbors(model):
    (found,) = answers(run("neighbors", model, "melon", "--json"))
    assert found["context"] is None
    assert found["form"] == found["joint"]
    run("neighbors", model, "日本", code=NEGATIVE)
