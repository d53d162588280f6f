"""Embeddings with novel words answer as others do, for any word."""

import pickle

import numpy as np
import pytest

import oovec

TEXTS = ["The pomelo is a large citrus fruit.", "A pomelo is sweet."]


@pytest.fixture
def words(model):
    return oovec.WithNovelWords(model.vectors, model)


def test_known_words_keep_their_vectors(words, model):
    np.testing.assert_array_equal(words["fruit"], model.vectors["fruit"])
    assert len(words) == len(model.vectors) and words.index_to_key == model.vectors.index_to_key
    assert words.similarity("fruit", "melon") == model.vectors.similarity("fruit", "melon")


def test_novel_words_get_theirs_from_form_and_contexts(words, model):
    np.testing.assert_array_equal(words["pomelo"], model.infer("pomelo").vector)
    words.contexts["pomelo"].extend(TEXTS)
    np.testing.assert_allclose(words["pomelo"], model.infer("pomelo", TEXTS).vector, rtol=1e-5)
    words.contexts["pomelo"][:] = TEXTS[1:]
    np.testing.assert_array_equal(words["pomelo"], model.infer("pomelo", TEXTS[1:]).vector)


def test_all_comparisons_take_novel_words(words, model):
    vector = model.infer("pomelo").vector
    assert words.most_similar("pomelo", topn=3) == [
        (word, pytest.approx(score, abs=1e-6))
        for word, score in model.vectors.similar_by_vector(vector, topn=3)]
    nearest = words.most_similar("pomelo", topn=1)[0][0]
    assert words.rank("pomelo", nearest) == 1
    assert -1 <= words.similarity("pomelo", "melonish") <= 1
    assert words[["pomelo", "fruit"]].shape == (2, 8)


def test_only_words_of_which_something_is_known_are_in_it(words):
    assert "fruit" in words and "pomelo" in words
    assert "ЖЖЖ" not in words and 1000 not in words and None not in words
    assert not words.has_index_for("pomelo")
    with pytest.raises(KeyError):
        words["ЖЖЖ"]
    words.contexts["ЖЖЖ"].append("ЖЖЖ is a fruit")
    assert "ЖЖЖ" in words


def test_texts_are_filed_under_their_novel_words(words):
    words.add_texts(TEXTS)
    assert words.contexts["pomelo"] == TEXTS
    assert "fruit" not in words.contexts


def test_contexts_may_be_given_at_once(model):
    words = oovec.WithNovelWords(model.vectors, model, {"pomelo": TEXTS})
    np.testing.assert_array_equal(words["pomelo"], model.infer("pomelo", TEXTS).vector)
    again = pickle.loads(pickle.dumps(words))
    np.testing.assert_array_equal(again["pomelo"], words["pomelo"])


def test_words_can_be_added(words):
    words.add_vectors("pomelo", np.ones(8))
    assert words["pomelo"].tolist() == [1] * 8 and words.has_index_for("pomelo")


def test_dimensions_must_agree(model):
    with pytest.raises(ValueError, match="2 dimensions"):
        oovec.WithNovelWords(oovec.Embeddings(["a"], [[1, 2]]), model)


def test_vectors_of_another_space_are_refused(model):
    others = oovec.Embeddings(model.vectors.index_to_key, -model.vectors.vectors)
    with pytest.raises(ValueError, match="trained with other vectors"):
        oovec.WithNovelWords(others, model)
    more = oovec.Embeddings([*model.vectors.index_to_key, "extra"],
                            np.vstack([model.vectors.vectors, np.ones((1, model.vector_size))]))
    assert "extra" in oovec.WithNovelWords(more, model)
