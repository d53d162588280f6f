"""Native files with rows in half precision or int8: smaller, mapped, and taken wherever vectors are."""

import json

import numpy as np
import pytest
from safetensors.numpy import load_file

from support import OK, USAGE, run, text_of, vectors
from trained import WORDS, train

KINDS = {"--half": (np.float16, "float16"), "--int8": (np.int8, "int8")}


@pytest.fixture(name="text", scope="module")
def many_vectors(tmp_path_factory):
    path = tmp_path_factory.mktemp("vectors") / "v.txt"
    rows = np.random.default_rng(1).normal(size=(500, 60)).astype(np.float32)
    path.write_bytes(text_of([f"w{i}" for i in range(500)], rows))
    return path, rows


@pytest.mark.parametrize("flag", KINDS)
def test_rows_are_stored_in_fewer_bytes(text, tmp_path, flag):
    path, rows = text
    out = tmp_path / "out.safetensors"
    vectors("convert", path, out, flag)
    stored = load_file(out)["vectors"]
    assert stored.dtype == KINDS[flag][0] and stored.shape == rows.shape
    floats = stored.astype(np.float32)
    if flag == "--int8":
        floats *= load_file(out)["vectors_scales"][:, None]
    cosines = (floats * rows).sum(1) / np.linalg.norm(floats, axis=1) / np.linalg.norm(rows, axis=1)
    assert cosines.min() > 0.999
    info = json.loads(vectors("info", out, "--json").stdout)
    assert info["mapped"] and info["numbers"] == KINDS[flag][1]
    assert f"numbers    {KINDS[flag][1]}" in vectors("info", out).stdout
    shown = json.loads(vectors("get", out, "w7", "--json").stdout)["vector"]
    np.testing.assert_allclose(shown, floats[7], rtol=1e-6)
    vectors("check", out, code=OK)


@pytest.mark.parametrize("flag", KINDS)
def test_neighbors_are_those_of_the_stored_numbers(text, tmp_path, flag):
    vectors("convert", text[0], tmp_path / "packed.safetensors", flag)
    vectors("convert", tmp_path / "packed.safetensors", tmp_path / "floats.txt")
    for words in (["w3"], ["w3", "w99", "w250"]):
        found = [vectors("neighbors", tmp_path / name, *words, "-k", 5).stdout
                 for name in ("packed.safetensors", "floats.txt")]
        assert found[0] == found[1]


def test_only_native_files_and_only_one_of_both(text, tmp_path):
    assert "--int8 is for native files" in vectors("convert", text[0], tmp_path / "o.txt", "--int8", code=USAGE).stderr
    assert "exclude each other" in vectors("convert", text[0], tmp_path / "o.oovec", "--int8", "--half",
                                           code=USAGE).stderr


@pytest.mark.parametrize("flag", KINDS)
def test_models_are_trained_on_them(tmp_path, flag):
    train(tmp_path)
    packed = tmp_path / "packed.safetensors"
    run("vectors", "convert", tmp_path / "v.txt", packed, flag)
    run("vectors", "convert", packed, tmp_path / "floats.safetensors")
    for name in ("packed", "floats"):
        file = tmp_path / f"{name}.safetensors"
        run("index", "--vectors", file, "--corpus", tmp_path / "text", "-o", tmp_path / f"{name}.ctx")
        run("train", "--vectors", file, "--contexts", tmp_path / f"{name}.ctx", "-o", tmp_path / f"{name}.oovec",
            "--min-count", 50, "--ngram-words", 1, "--without-vectors")
        run("augment", tmp_path / f"{name}.oovec", "--vectors", file, "--corpus", "-", "-o", tmp_path / f"{name}.vec",
            "--min-count", 1, stdin=b"the sour pomelo tree\n")
    for suffix in ("ctx", "vec"):
        assert (tmp_path / f"packed.{suffix}").read_bytes() == (tmp_path / f"floats.{suffix}").read_bytes()
    words = [line.split(" ")[0] for line in (tmp_path / "packed.vec").read_text().splitlines()[1:]]
    assert words == [*WORDS, "pomelo"]
