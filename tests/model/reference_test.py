"""What the program infers equals what the slow reference does, for all kinds of models."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reference"))
from balanced import BalancedModel
from form_context import FormContextModel

PROGRAM = os.environ["OOVEC_PROGRAM"]
WRITE_MODELS = Path(os.environ["OOVEC_BUILD_DIR"]) / "tests/write_models"

VERSION_1 = Path(__file__).resolve().parent / "version_1.oovec"

KINDS = ["gated", "single", "context", "form", "mlp", "componentwise", "iterative", "weighted",
         "capitals", "balanced"]
TARGETS = ["pomelo", "Melon", "ice cream", "unemployable", "été", "étés", "日本", "x", "grapefruits"]
OTHERS = ["unheard", "of-late", "Grapefruit", "THE", "___", "日本"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("models")
    subprocess.run([WRITE_MODELS, path], check=True)
    return path


def questions(words, count, seed=1):
    """Words with up to four contexts, in which they may occur."""
    draw = random.Random(seed)
    for _ in range(count):
        target = draw.choice(TARGETS)
        likely = [*words, *words, *OTHERS, target]
        yield target, [
            " ".join(draw.choices(likely, k=draw.randrange(12))) for _ in range(draw.randrange(5))
        ]


def infer(model, asked, *options):
    """The answers of the program, by the line of the question."""
    lines = "".join("\t".join([word, *contexts]) + "\n" for word, contexts in asked)
    command = [PROGRAM, "infer", model, "--input", "-", "--json", *options]
    done = subprocess.run(command, input=lines.encode(), capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    silent = [int(line.split(":")[2]) for line in done.stderr.decode().splitlines()]
    answers = iter(map(json.loads, done.stdout.decode().splitlines()))
    found = [None if line in silent else next(answers) for line in range(1, len(asked) + 1)]
    assert next(answers, None) is None
    return found


def assert_near(found, expected):
    if expected is None:
        assert found is None
        return
    for name, value in expected.items():
        if value is None or found[name] is None:
            assert found[name] is value, name
        else:
            assert np.allclose(found[name], value, rtol=0, atol=1e-5), name


@pytest.mark.parametrize("kind", KINDS)
def test_the_program_equals_the_reference(kind, folder):
    reference = (BalancedModel if kind == "balanced" else FormContextModel)(folder / f"{kind}.oovec")
    words = [word for word in reference.e if word != "'s"]
    asked = list(questions(words, 500))
    found = infer(folder / f"{kind}.oovec", asked)
    assert any(answer is not None for answer in found)
    for (word, contexts), answer in zip(asked, found, strict=True):
        if answer is not None:
            assert answer["word"] == word
        assert_near(answer, reference.infer(word, contexts))


def test_without_vectors_the_answers_are_the_same(folder):
    asked = list(questions(["sweet", "citrus", "the"], 50))
    complete = infer(folder / "gated.oovec", asked)
    apart = infer(folder / "without-vectors.oovec", asked, "--vectors", folder / "vectors.txt")
    assert apart == complete


def test_in_half_precision_the_answers_are_nearly_the_same(folder):
    asked = [(word, contexts) for word, contexts in questions(["sweet", "citrus"], 50)]
    for full, half in zip(infer(folder / "gated.oovec", asked), infer(folder / "half.oovec", asked), strict=True):
        assert (full is None) == (half is None)
        if full:
            assert np.allclose(full["vector"], half["vector"], atol=0.02)


def test_the_pomelo_of_the_paper_has_thirteen_ngrams(folder):
    reference = FormContextModel(folder / "gated.oovec")
    reference.metadata.update(ngram_min="2", ngram_max="3")
    assert len(reference.ngrams("pomelo")) == 7 + 6


def test_a_model_of_version_1_still_gives_the_same_answers():
    """The file was written by the first version; it must stay readable."""
    question = ("pole", ["the ice cream, a thing"])
    (found,) = infer(VERSION_1, [question])
    assert_near(found, {
        "vector": [-0.31594026, 0.5643756],  # that version gave it another length
        "alpha": 0.46543968,
        "known_ngrams": 0.33333334,
        "context_words": 3,
        "agreement": -0.2577535,
        "confidence": 0.47854438,
    })
