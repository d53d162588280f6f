"""Files that nobody writes by accident: an error that says what is wrong, in little memory, and never a crash."""

import resource
import struct
import sys
from pathlib import Path

import pytest

from support import BAD_INPUT, NEGATIVE, needs_real_memory, run, vectors

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from attack_world import OurFile


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


def without_words(path, dimension):
    """Changes native vectors to none of this dimension, with as many numbers as that is and right checksums."""
    changed = OurFile.read(path)
    for name, _, shape, content in changed.tensors:
        if name == "vectors":
            shape[:], content[:] = [0, dimension], b""
        elif name == "word_offsets":
            shape[:], content[:] = [1], bytes(8)
        elif name == "word_bytes":
            shape[:], content[:] = [0], b""
    changed.write(path)


@needs_real_memory
def test_a_file_without_words_has_no_dimension_beyond_the_limit(tmp_path):
    (tmp_path / "v.txt").write_text("ice 1\ncream 2\n")
    (tmp_path / "text").write_text("ice cream\n" * 20)
    native, index, model = (tmp_path / name for name in ("v.safetensors", "c.ctx", "m.oovec"))
    vectors("convert", tmp_path / "v.txt", native)
    run("index", "--vectors", native, "--corpus", tmp_path / "text", "-o", index)
    without_words(native, 2**20)
    vectors("info", native, preexec_fn=limited)
    for dimension in (2**20 + 1, 2**31, 2**32, 2**62, 2**64 - 1):
        without_words(native, dimension)
        assert "1048576 columns" in vectors("check", native, code=NEGATIVE, preexec_fn=limited).stdout
        learn = ["--vectors", native, "--contexts", index, "-o", model]
        for command in (["train"], ["train", "--model", "gated"], ["alacarte"]):
            found = run(*command, *learn, code=BAD_INPUT, preexec_fn=limited).stderr
            assert "v.safetensors: the tensors" in found and "1048576 columns" in found
        assert not model.exists()
