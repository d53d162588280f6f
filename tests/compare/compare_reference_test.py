"""oovec compare equals the plain reference, from the words of contexts to debiased norms, to 1e-5."""

import csv
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reference"))
import compare
from balanced import BalancedModel
from form_context import FormContextModel

PROGRAM = os.environ["OOVEC_PROGRAM"]
WRITE_MODELS = Path(os.environ["OOVEC_BUILD_DIR"]) / "tests/write_models"
PARTIES, WORDS_OF = ["D", "R", "W"], 9


@pytest.fixture(name="folder", scope="module")
def models(tmp_path_factory):
    path = tmp_path_factory.mktemp("models")
    subprocess.run([WRITE_MODELS, path], check=True)
    return path


def speeches(words, seed=1):
    """Rows of a document, a party, a year and a sentence with the word."""
    draw = random.Random(seed)
    rows = []
    for document in range(30):
        party, year = draw.choice(PARTIES), draw.randrange(1900, 1999)
        liked = draw.sample(words, 8)
        for _ in range(draw.randrange(1, 5)):
            sentence = draw.choices(liked, k=WORDS_OF)
            sentence.insert(draw.randrange(WORDS_OF), "pomelo")
            rows.append([f"d{document}", party, year, " ".join(sentence)])
    return rows


def run_compare(folder, kind, rows, *options):
    with open(folder / "speeches.csv", "w", newline="") as file:
        csv.writer(file).writerows([["id", "party", "year", "speech"], *rows])
    done = subprocess.run(
        [PROGRAM, "compare", folder / f"{kind}.oovec", "--corpus", folder / "speeches.csv", "--text", "speech",
         "--word", "pomelo", "--document", "id", "--min-contexts", "2", "--permutations", "20", "--bootstraps", "20",
         "--json", *options], capture_output=True, check=True)
    return json.loads(done.stdout)["words"][0]


def context_vectors(model, rows):
    """x of each row: the affine map of the weighted mean of its words."""
    x = []
    for row in rows:
        total, weight, _ = model.context_sums("pomelo", [row[3]])[0]
        x.append(model.A @ (total / weight) + getattr(model, "a", 0))
    return np.array(x)


def vector_of(model, mean):
    return model.vector(mean)


@pytest.fixture(name="world", params=["balanced"], scope="module")
def compared_world(request, folder):
    model = BalancedModel(folder / f"{request.param}.oovec")
    rows = speeches([word for word in model.e if word.isalpha()])
    return folder, request.param, model, rows, context_vectors(model, rows)


def test_groups_equal_the_reference(world):
    folder, kind, model, rows, x = world
    word = run_compare(folder, kind, rows, "--by", "party")
    units, parties = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    assert [group["name"] for group in word["groups"]] == PARTIES
    for group in word["groups"]:
        of = parties == group["name"]
        assert group["contexts"] == of.sum() and group["documents"] == len(set(units[of]))
        assert np.allclose(group["vector"], vector_of(model, x[of].mean(0)), rtol=0, atol=1e-5)
        others = vector_of(model, x[~of].mean(0))
        for typical in group["typical_words"]:
            assert np.isclose(typical["others"], compare.cosine(others, model.e[typical["word"]]), rtol=0, atol=1e-5)
            assert np.isclose(typical["ratio"], typical["cosine"] / typical["others"])
            low, high = typical["ratio_95"]
            assert low < high
    assert any(group["typical_words"] for group in word["groups"])
    assert len(word["pairs"]) == 3
    for pair in word["pairs"]:
        a, b = parties == pair["first"], parties == pair["second"]
        expected = compare.compare(x[a], units[a], x[b], units[b])
        found = [pair[key] for key in ("cosine", "debiased_cosine", "distance", "debiased_squared_distance")]
        assert np.allclose(found, expected, rtol=1e-5, atol=1e-5)


def test_a_regression_equals_the_reference(world):
    folder, kind, model, rows, x = world
    word = run_compare(folder, kind, rows, "--model", "party + year", "--at", "party=R,year=1960")
    units = np.array([row[0] for row in rows])
    years = np.array([row[2] for row in rows], float)
    z = np.column_stack([np.ones(len(rows)), [row[1] == "R" for row in rows], [row[1] == "W" for row in rows],
                         years - years.mean()]).astype(float)
    coefficients, debiased = compare.regression(x, units, z)
    found = word["regression"]
    assert [one["name"] for one in found["coefficients"]] == ["party=R", "party=W", "year"]
    for j, one in enumerate(found["coefficients"], start=1):
        assert np.isclose(one["norm"], np.linalg.norm(coefficients[j]), rtol=1e-5, atol=1e-7)
        assert np.isclose(one["debiased_squared_norm"], debiased[j], rtol=1e-5, atol=1e-6)
        assert one["debiased_squared_norm_95"][0] <= one["debiased_squared_norm_95"][1]
    at = coefficients.T @ [1, 1, 0, 1960 - years.mean()]
    assert np.allclose(found["fitted"][0]["vector"], vector_of(model, at), rtol=0, atol=1e-5)


def test_the_papers_model_is_compared_by_its_linear_map(folder):
    """A gated model's ĉ is A·c; vectors are given the length of all others."""
    model = FormContextModel(folder / "gated.oovec")
    rows = speeches([word for word in model.e if word.isalpha()], seed=2)
    x = context_vectors(model, rows)
    word = run_compare(folder, "gated", rows, "--by", "party")
    parties, units = np.array([row[1] for row in rows]), np.array([row[0] for row in rows])
    for group in word["groups"]:
        mean = x[parties == group["name"]].mean(0)
        assert np.isclose(compare.cosine(np.array(group["vector"]), mean), 1, atol=1e-5)
    pair = word["pairs"][0]
    a, b = parties == pair["first"], parties == pair["second"]
    expected = compare.compare(x[a], units[a], x[b], units[b])
    assert np.isclose(pair["debiased_squared_distance"], expected[3], rtol=1e-5, atol=1e-5)
