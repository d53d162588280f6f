"""Files that nobody writes by accident: an error that says what is wrong, in little memory, and never a crash."""

import resource
import struct

import pytest

from support import BAD_INPUT, needs_real_memory, run, vectors


def limited():
    resource.setrlimit(resource.RLIMIT_DATA, (512 << 20, 512 << 20))


@needs_real_memory
@pytest.mark.parametrize("levels", [100_000, 50 << 20])
def test_a_config_nested_too_deeply_is_refused(tmp_path, levels):
    config = tmp_path / "config.json"
    config.write_bytes(b"[" * levels)
    done = run("experiment", config, "-o", tmp_path / "out", code=BAD_INPUT, preexec_fn=limited)
    assert "config.json: JSON nested more than 64 deep" in done.stderr


@needs_real_memory
@pytest.mark.parametrize("text", [b"[", b"[],", b'{"a":'])
def test_a_header_that_is_no_header_is_refused_in_little_memory(tmp_path, text):
    file = tmp_path / "vectors.safetensors"
    size = (100 if text == b"[" else 20) << 20
    header = (text * size)[:size]
    file.write_bytes(struct.pack("<Q", len(header)) + header)
    done = vectors("info", file, "--format", "native", code=BAD_INPUT, preexec_fn=limited)
    assert "vectors.safetensors, header: JSON" in done.stderr


def test_lines_nested_too_deeply_are_bad_lines(tmp_path):
    words = tmp_path / "vectors.txt"
    words.write_text("2 1\nice 1\ncream 2\n")
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"text": ' + "[" * 100_000 + "\n" + '{"text": "ice cream"}\n' * 20)
    done = run("index", "--vectors", words, "--corpus", corpus, "--jsonl", "text", "-o", tmp_path / "index.ctx")
    assert "1 lines were skipped" in done.stderr
