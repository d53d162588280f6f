"""Runs the program, and reads and writes vectors files without it: plain code to compare with."""

import itertools
import os
import subprocess

import numpy as np
import pytest
from safetensors.numpy import load_file

PROGRAM = os.environ["OOVEC_PROGRAM"]

needs_real_memory = pytest.mark.skipif(
    "build-asan" in PROGRAM or "build-tsan" in PROGRAM, reason="sanitizers need memory of their own")

OK, NEGATIVE, USAGE, BAD_INPUT, IO = range(5)  # the exit codes

WORDS = ["pomelo", "grapefruit", "été", "-x", "New York"]
ROWS = np.array(
    [[1, 2, 3], [-0.1, 1e-7, 12345.678], [0.5, -3e38, 1e-40], [1, 2, 2.5], [0, -1, 0.25]],
    dtype=np.float32,
)


def start(*arguments, **options):
    return subprocess.Popen([PROGRAM, *map(str, arguments)], **options)


def run(*arguments, stdin=b"", code=OK, **options):
    """Runs the program, which must end with `code`; its output as text."""
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, check=False, **options
    )
    done.stdout = done.stdout.decode(errors="surrogateescape")
    done.stderr = done.stderr.decode(errors="surrogateescape")
    assert done.returncode == code, f"{arguments}\n{done.stdout}{done.stderr}"
    return done


def vectors(*arguments, **options):
    return run("vectors", *arguments, **options)


def text_of(words, rows, header=True, end=""):
    """A file in word2vec text or, without header, GloVe; `end` " " makes it fastText's .vec."""
    lines = [f"{len(words)} {len(rows[0])}"] if header else []
    for word, row in zip(words, rows, strict=True):
        lines.append(word + " " + " ".join(repr(float(value)) for value in row) + end)
    return ("\n".join(lines) + "\n").encode()


def binary_of(words, rows):
    """A file in word2vec's binary format."""
    parts = [f"{len(words)} {len(rows[0])}\n".encode()]
    for word, row in zip(words, rows, strict=True):
        parts.append(word.encode() + b" " + np.asarray(row, "<f4").tobytes() + b"\n")
    return b"".join(parts)


def read_text(data, header):
    """The words and rows of a text file; words may hold blanks, the numbers are counted."""
    lines = data.decode().split("\n")
    assert lines.pop() == ""
    if header:
        count, dimension = map(int, lines.pop(0).split(" "))
        assert count == len(lines)
    else:
        dimension = len(lines[0].split(" ")) - 1
    split = [line.rstrip(" ").rsplit(" ", dimension) for line in lines]
    return [row[0] for row in split], np.array([row[1:] for row in split], dtype=np.float32)


def read_binary(data):
    header, data = data.split(b"\n", 1)
    count, dimension = map(int, header.split(b" "))
    words, rows = [], []
    for _ in range(count):
        word, data = data.split(b" ", 1)
        words.append(word.decode())
        rows.append(np.frombuffer(data[: 4 * dimension], "<f4"))
        data = data[4 * dimension :].removeprefix(b"\n")
    assert data == b""
    return words, np.array(rows)


def read_native(path):
    tensors = load_file(path)
    ends = tensors["word_offsets"]
    data = tensors["word_bytes"].tobytes()
    words = [data[begin:end].decode() for begin, end in itertools.pairwise(ends)]
    return words, tensors["vectors"]


def read_any(path, format_name):
    if format_name == "native":
        return read_native(path)
    data = path.read_bytes()
    if format_name == "word2vec-bin":
        return read_binary(data)
    return read_text(data, header=format_name != "glove")


def assert_same_vectors(found, words, rows):
    assert found[0] == list(words)
    assert found[1].dtype == np.float32
    assert np.array_equal(found[1], rows)
