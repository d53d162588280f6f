"""Vectors whose squares floats cannot hold: cosines are right, and models are as good as ever or refused."""

import random
import subprocess

import pytest

import trained
from support import OK, PROGRAM, USAGE, run, vectors

SCALES = [1e30, 1e-30]
STEPWISE = ["gated", "single", "context", "form", "mlp", "componentwise", "iterative"]


def write(folder, scale):
    """Vectors (v.txt), an index (c.ctx) and pairs of words."""
    folder.mkdir()
    rows = [line.split() for line in trained.vectors_text().splitlines()]
    (folder / "v.txt").write_text("".join(
        f"{word} {' '.join(str(float(x) * scale) for x in row)}\n" for word, *row in rows))
    numbers = random.Random(6)
    (folder / "text").write_text("".join(" ".join(numbers.choices(trained.WORDS, k=8)) + "\n" for _ in range(400)))
    (folder / "pairs").write_text("".join(
        f"{a}\t{b}\t{i}\n" for i, (a, b) in enumerate(zip(trained.WORDS, trained.WORDS[1:], strict=False))))
    run("index", "--vectors", folder / "v.txt", "--corpus", folder / "text", "-o", folder / "c.ctx")


@pytest.fixture(name="folders", scope="module")
def fixture_folders(tmp_path_factory):
    folders = {}
    for scale in (1, *SCALES):
        folders[scale] = tmp_path_factory.mktemp("scales") / str(scale)
        write(folders[scale], scale)
    return folders


def train(folder, *options, **expected):
    return run("train", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o", folder / "m.oovec",
               "--min-count", 50, "--ngram-words", 1, *options, **expected)


@pytest.mark.parametrize("scale", SCALES)
def test_cosines_do_not_depend_on_the_scale(folders, scale):
    found = [vectors("neighbors", folders[s] / "v.txt", "lemon", "fruit").stdout for s in (1, scale)]
    assert found[0] == found[1]
    found = [run("eval", "wordsim", folders[s] / "pairs", "--vectors", folders[s] / "v.txt").stdout.split()[:-1]
             for s in (1, scale)]
    assert found[0] == found[1]


@pytest.mark.parametrize("scale", SCALES)
def test_the_default_model_does_not_depend_on_the_scale(folders, scale):
    found = []
    for folder in (folders[1], folders[scale]):
        train(folder)
        found.append(run("neighbors", folder / "m.oovec", "lemons", "a sweet ___ tree").stdout.split())
    assert [word for word in found[0] if word in trained.WORDS] == [word for word in found[1] if word in trained.WORDS]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("model", STEPWISE)
def test_models_that_are_trained_step_by_step_are_refused(folders, model, scale):
    done = train(folders[scale], "--model", model, code=USAGE)
    assert "multiply all vectors by a constant" in done.stderr


@pytest.mark.parametrize("scale", SCALES)
def test_baselines_are_learned_or_refused(folders, scale):
    folder = folders[scale]
    run("alacarte", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o", folder / "a.oovec",
        "--min-count", 1)
    done = run("mimick", "--vectors", folder / "v.txt", "-o", folder / "m.mimick", code=USAGE)
    assert "multiply all vectors by a constant" in done.stderr


@pytest.mark.parametrize("model", ["balanced", *STEPWISE])
def test_one_number_too_large_ends_in_a_model_or_an_error(tmp_path, model):
    """1e38 in one row: whatever becomes of it, no file holds a number that is not finite."""
    folder = tmp_path / "one"
    write(folder, 1)
    text = (folder / "v.txt").read_text().splitlines()
    text[5] = " ".join([text[5].split()[0], "1e38", *text[5].split()[2:]])
    (folder / "v.txt").write_text("\n".join(text) + "\n")
    run("index", "--vectors", folder / "v.txt", "--corpus", folder / "text", "-o", folder / "c.ctx")
    done = subprocess.run(
        [PROGRAM, "train", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o", folder / "m.oovec",
         "--min-count", "50", "--ngram-words", "1", "--model", model], capture_output=True, text=True, check=False)
    assert done.returncode in (OK, USAGE)
    if done.returncode == USAGE:
        assert "vectors" in done.stderr
    else:
        run("infer", folder / "m.oovec", "lemons", "a sweet ___ tree")
