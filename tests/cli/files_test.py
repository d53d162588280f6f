"""oovec vectors info and check: what a file holds, and what is wrong with it."""

import bz2
import gzip
import json
import subprocess

import numpy as np
import pytest

from support import BAD_INPUT, IO, NEGATIVE, ROWS, WORDS, binary_of, text_of, vectors


def test_info_shows_what_a_file_holds(text_file):
    lines = vectors("info", text_file).stdout.splitlines()
    assert dict(line.split(maxsplit=1) for line in lines) == {
        "file": str(text_file),
        "format": "word2vec",
        "words": "5",
        "dimension": "3",
        "memory": "read into memory",
        "numbers": "float32",
        "unseen": "no vectors for words that are not listed",
        "begins": "  ".join(WORDS),
    }


def test_info_prints_json(text_file):
    assert json.loads(vectors("info", text_file, "--json").stdout) == {
        "file": str(text_file),
        "format": "word2vec",
        "compression": "none",
        "words": 5,
        "dimension": 3,
        "mapped": False,
        "numbers": "float32",
        "subwords": False,
        "problems": 0,
        "first_words": WORDS,
    }


def test_info_of_a_native_file_says_it_is_mapped(text_file, tmp_path):
    path = tmp_path / "a.safetensors"
    vectors("convert", text_file, path)
    assert "mapped from the file" in vectors("info", path).stdout
    assert json.loads(vectors("info", path, "--json").stdout)["mapped"] is True


def test_large_counts_have_commas(tmp_path):
    path = tmp_path / "v.txt"
    path.write_bytes(text_of([f"w{i}" for i in range(1234)], np.ones((1234, 1))))
    assert "words      1,234\n" in vectors("info", path).stdout


def zstd(data):
    return subprocess.run(["zstd", "-c"], input=data, check=True, capture_output=True).stdout


@pytest.mark.parametrize(
    "compression,compress", [("gzip", gzip.compress), ("bzip2", bz2.compress), ("zstd", zstd)]
)
def test_compression_is_recognised_whatever_the_name(tmp_path, compression, compress):
    path = tmp_path / "vectors.gz.zst.bz2.txt"
    for content in (text_of(WORDS, ROWS), binary_of(WORDS[:4], ROWS[:4])):
        path.write_bytes(compress(content))
        report = json.loads(vectors("info", path, "--json").stdout)
        assert report["compression"] == compression
        assert report["first_words"] == WORDS[: report["words"]]
    assert f"compressed with {compression}" in vectors("info", path).stdout


def test_a_plain_file_may_have_the_name_of_a_compressed_one(tmp_path):
    path = tmp_path / "vectors.gz"
    path.write_bytes(text_of(WORDS, ROWS))
    assert json.loads(vectors("info", path, "--json").stdout)["compression"] == "none"


@pytest.mark.parametrize("compress", [None, gzip.compress, bz2.compress, zstd])
def test_standard_input_is_read(compress):
    content = text_of(WORDS, ROWS)
    done = vectors("info", "-", "--json", stdin=compress(content) if compress else content)
    assert json.loads(done.stdout)["words"] == 5


def test_a_native_file_cannot_be_piped(text_file, tmp_path):
    path = tmp_path / "a.safetensors"
    vectors("convert", text_file, path)
    done = vectors("info", "-", stdin=path.read_bytes(), code=BAD_INPUT)
    assert "standard input" in done.stderr and "name it instead of piping it" in done.stderr


def test_a_missing_file_is_an_error(tmp_path):
    done = vectors("info", tmp_path / "absent.txt", code=IO)
    assert done.stderr == f"oovec: cannot open {tmp_path}/absent.txt: No such file or directory\n"


def test_a_folder_is_no_vectors_file(tmp_path):
    done = vectors("info", tmp_path, code=IO)
    assert str(tmp_path) in done.stderr and "is a directory without" in done.stderr


def test_a_missing_file_of_words_is_an_error(text_file, tmp_path):
    done = vectors("get", text_file, "--words", tmp_path / "absent", code=IO)
    assert "absent: No such file" in done.stderr


def test_an_empty_file_is_an_error(tmp_path):
    path = tmp_path / "empty"
    path.write_bytes(b"")
    assert "the file is empty" in vectors("info", path, code=BAD_INPUT).stderr


def test_errors_in_text_name_file_and_line(tmp_path):
    path = tmp_path / "v.txt"
    path.write_bytes(b"3 2\na 1 2\nb 1 oops\nc 1 2\n")
    done = vectors("info", path, code=BAD_INPUT)
    assert done.stdout == ""
    assert f'{path}:3: "oops" is not a number' in done.stderr
    assert "`oovec vectors check`" in done.stderr


def test_errors_in_binary_files_name_file_and_byte(tmp_path):
    path = tmp_path / "v.bin"
    whole = binary_of(WORDS[:4], ROWS[:4])
    path.write_bytes(whole[:-8])
    done = vectors("info", path, code=BAD_INPUT)
    assert f"{path}: byte {whole.index(b'-x ')}: the file ends in row 4 of 4" in done.stderr


def test_a_damaged_compressed_file_is_an_error(tmp_path):
    path = tmp_path / "v.gz"
    path.write_bytes(gzip.compress(text_of(WORDS, ROWS))[:-9])
    assert str(path) in vectors("info", path, code=BAD_INPUT).stderr


def test_a_damaged_word_in_a_message_does_not_reach_the_terminal(tmp_path):
    path = tmp_path / "v.txt"
    path.write_bytes(b"a 1 2\nc 3 4\nb 1 \x1b[2J\n")
    for command, code in (("info", BAD_INPUT), ("check", NEGATIVE)):
        done = vectors(command, path, code=code)
        assert "\x1b" not in done.stdout + done.stderr
        assert "\\x1b[2J" in done.stdout + done.stderr


def test_check_finds_nothing_wrong_with_a_good_file(text_file):
    done = vectors("check", text_file)
    assert done.stdout == f"{text_file}: word2vec, 5 words, 3 dimensions: no problems\n"
    assert json.loads(vectors("check", text_file, "--json").stdout) == {
        "file": str(text_file),
        "problems": [],
        "format": "word2vec",
        "words": 5,
        "dimension": 3,
    }


def test_check_lists_every_problem(tmp_path):
    path = tmp_path / "v.txt"
    path.write_bytes(b"9 2\na 1 2\nb 1\na 1 2\nc inf 2\n")
    lines = vectors("check", path, code=NEGATIVE).stdout.splitlines()
    assert [line.split(": ")[:2] for line in lines[:-1]] == [
        [f"{path}:3", "too-few-numbers"],
        [f"{path}:4", "duplicate-word"],
        [f"{path}:5", "not-finite"],
        [f"{path}:1", "wrong-count"],
    ]
    assert lines[-1] == f"{path}: word2vec, 1 word, 2 dimensions: 4 problems"
    report = json.loads(vectors("check", path, "--json", code=NEGATIVE).stdout)
    assert [(p["kind"], p["line"]) for p in report["problems"]] == [
        ("too-few-numbers", 3), ("duplicate-word", 4), ("not-finite", 5), ("wrong-count", 1),
    ]
    assert report["words"] == 1


def test_check_of_a_duplicate_is_negative(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("a 1 2\na 1 2\n")
    assert "1 problem\n" in vectors("check", path, code=NEGATIVE).stdout


def test_check_says_when_a_file_cannot_be_read_at_all(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("no vectors here\n")
    assert str(path) in vectors("check", path, code=NEGATIVE).stdout
    report = json.loads(vectors("check", path, "--json", code=NEGATIVE).stdout)
    assert [p["kind"] for p in report["problems"]] == ["unreadable"]


def test_check_finds_any_damage_to_the_data_of_a_native_file(text_file, tmp_path):
    path = tmp_path / "a.safetensors"
    vectors("convert", text_file, path)
    whole = path.read_bytes()
    header = 8 + int.from_bytes(whole[:8], "little")
    for position in range(header, len(whole), 7):
        damaged = bytearray(whole)
        damaged[position] ^= 0x10
        path.write_bytes(damaged)
        vectors("check", path, code=NEGATIVE)


def test_check_of_a_missing_file_is_no_finding(tmp_path):
    done = vectors("check", tmp_path / "absent", "--json", code=IO)
    assert done.stdout == ""


def test_words_are_counted_as_read_with_a_limit(text_file):
    assert json.loads(vectors("check", text_file, "--limit", 2, "--json").stdout)["words"] == 2
