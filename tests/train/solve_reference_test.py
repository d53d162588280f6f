"""What training solves for equals what the slow reference finds.

The gate is not compared: it is fitted to sentences drawn at random. tests/train/fit_gate_test.cc
holds it against others. No words are held out here and all sentences are used, so that nothing is
drawn.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "reference"))
from balanced import BalancedModel, solve
from form_context import cosine

PROGRAM = os.environ["OOVEC_PROGRAM"]
SIZE, DIMENSION, TOPICS = 400, 18, 12
RIDGE, MIN_COUNT = 0.8, 10


def make_words(draw):
    """Spelled with syllables, so that n-grams recur."""
    syllables = [c + v for c in "bdgklmnprst" for v in "aeiou"]
    words = {}
    while len(words) < SIZE:
        words["".join(draw.choices(syllables, k=draw.randrange(1, 5)))] = None
    return list(words)


def make_vectors(numbers):
    """By topic, longer and elsewhere for frequent words; one is zeros."""
    topics = numbers.normal(size=(TOPICS, DIMENSION))
    drift = np.log1p(np.arange(SIZE))[:, None] / 6
    vectors = topics[np.arange(SIZE) % TOPICS] + numbers.normal(size=(SIZE, DIMENSION))
    vectors = (2 - drift) * vectors + drift
    vectors[7] = 0
    return vectors.astype(np.float32)


def make_sentences(words, draw):
    """Different ones, each of six different words of a topic and two of any; the last 20 words never occur."""
    frequency = [1 / (5 + row) for row in range(SIZE - 20)]
    by_topic = [[row for row in range(SIZE - 20) if row % TOPICS == topic] for topic in range(TOPICS)]
    sentences = {}
    while len(sentences) < 2500:
        rows = by_topic[draw.randrange(TOPICS)]
        drawn = draw.choices(rows, [frequency[row] for row in rows], k=6)
        drawn += draw.choices(range(SIZE - 20), frequency, k=2)
        draw.shuffle(drawn)
        if len(set(drawn)) == 8:
            sentences[tuple(words[row] for row in drawn)] = None
    return list(sentences)


def run(*arguments):
    subprocess.run([PROGRAM, *map(str, arguments)], check=True, capture_output=True)


class Lesson:
    """Vectors and text, the model trained on them, and what the reference makes of them."""

    def __init__(self, folder, in_order=True, typos=0, dropout=0, ranking_steps=0):
        draw = random.Random(3)
        self.words = make_words(draw)
        self.vectors = make_vectors(np.random.default_rng(4))
        self.sentences = make_sentences(self.words, draw)
        order = list(range(SIZE))
        if not in_order:
            draw.shuffle(order)
        self.words, self.vectors = [self.words[row] for row in order], self.vectors[order]
        self.model = BalancedModel(self.train(folder, "--typos", typos, "--ngram-dropout", dropout,
                                              "--ranking-steps", ranking_steps))
        self.expected = solve(self.words, self.vectors.astype(np.float64), self.sentences, self.model.position,
                              RIDGE, MIN_COUNT, typos, dropout, ranking_steps)

    def train(self, folder, *more):
        rows = zip(self.words, self.vectors, strict=True)
        (folder / "v.txt").write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in rows))
        (folder / "text").write_text("".join(" ".join(sentence) + "\n" for sentence in self.sentences))
        run("index", "--vectors", folder / "v.txt", "--corpus", folder / "text", "-o", folder / "c.ctx",
            "--per-word", 5000)
        run("train", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o", folder / "m.oovec",
            "--calibration", 0, "--ridge", RIDGE, "--min-count", MIN_COUNT, "--sentences", 5000, *more)
        return folder / "m.oovec"


KINDS = {"in order": {}, "shuffled": {"in_order": False}, "misspelled": {"typos": 0.3}, "dropout": {"dropout": 0.2},
         "misspelled, with dropout": {"typos": 1.5, "dropout": 0.5}, "a step for ranks": {"ranking_steps": 1},
         "steps for ranks": {"ranking_steps": 6, "in_order": False}}


@pytest.fixture(scope="module", params=KINDS.values(), ids=KINDS)
def lesson(request, tmp_path_factory):
    return Lesson(tmp_path_factory.mktemp("lesson"), **request.param)


def assert_near(found, expected):
    """To 1e-4 of the largest number."""
    expected = np.asarray(expected)
    assert found.shape == expected.shape
    assert np.max(np.abs(found - expected)) < 1e-4 * np.max(np.abs(expected))


def test_the_order_of_the_file_is_believed_if_it_goes_with_the_counts(lesson):
    how = lesson.model.metadata["training frequency ranks"]
    assert how.startswith("order of the vectors" if lesson.expected.by_file else "corpus counts")


def test_the_space_of_new_words_is_that_of_the_reference(lesson):
    assert_near(lesson.model.mu, lesson.expected.mean)
    assert_near(lesson.model.sigma, lesson.expected.spread)


def test_the_ngrams_are_those_of_the_reference(lesson):
    ngrams = lesson.expected.ngrams
    assert set(lesson.model.e_ngram) == set(ngrams)
    assert len(ngrams) > 500
    assert_near(np.array([lesson.model.e_ngram[ngram] for ngram in ngrams]), list(ngrams.values()))
    assert_near(lesson.model.y0, lesson.expected.origin)


def test_the_context_map_is_that_of_the_reference(lesson):
    assert_near(lesson.model.A, lesson.expected.transform)
    assert_near(lesson.model.a, lesson.expected.offset)
    assert_near(lesson.model.typical, lesson.expected.typical)


def test_words_nearby_count_more(lesson):
    """Or positions would go untested."""
    assert (np.diff(lesson.model.position) < 0).all()


def test_without_words_held_out_form_and_context_weigh_the_same(lesson):
    assert not lesson.model.w.any()
    assert lesson.model.b == 0
    assert lesson.model.share_of_context(lesson.model.y0, 1e9) == 0.5


def test_contexts_tell_the_topic(lesson):
    """Or the comparison would be one of noise."""
    near = []
    for row in range(0, SIZE, 9):
        sentences = [" ".join(s) for s in lesson.sentences if lesson.words[row] in s]
        if sentences and lesson.vectors[row].any():
            near.append(cosine(lesson.model.infer(lesson.words[row], sentences)["vector"], lesson.vectors[row]))
    assert np.mean(near) > 0.5
