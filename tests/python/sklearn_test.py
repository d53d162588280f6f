"""The vectorizer has the manners of scikit-learn's estimators."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import oovec
from oovec.sklearn import NovelWordVectorizer

TEXTS = ["The pomelo is a sweet fruit.", "A pomelo of citrus.", "the melon", ""]


@pytest.fixture
def vectorizer(models):
    return NovelWordVectorizer(str(models / "words.oovec"))


def test_a_text_is_the_mean_of_its_words(vectorizer, model):
    rows = vectorizer.fit(TEXTS).transform(TEXTS)
    assert rows.shape == (4, 8) and rows.dtype == np.float32
    known = model.vectors
    np.testing.assert_allclose(rows[2], known[["the", "melon"]].mean(axis=0), rtol=1e-5)
    np.testing.assert_array_equal(rows[3], np.zeros(8))
    pomelo = model.infer("pomelo", TEXTS[:2]).vector
    expected = np.vstack([known[["a", "of", "citrus"]], pomelo]).mean(axis=0)
    np.testing.assert_allclose(rows[1], expected, rtol=1e-5, atol=1e-6)


def test_a_word_that_was_not_fitted_comes_from_the_text_at_hand(vectorizer, model):
    text = "creamier fruit"
    rows = vectorizer.fit(TEXTS).transform([text, "ЖЖЖ"])
    expected = (model.infer("creamier", text).vector + model.vectors["fruit"]) / 2
    np.testing.assert_allclose(rows[0], expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(rows[1], np.zeros(8))


def test_contexts_are_limited(vectorizer, model):
    vectorizer.set_params(max_contexts=1).fit(TEXTS)
    np.testing.assert_allclose(vectorizer.transform(["pomelo"])[0], model.infer("pomelo", TEXTS[0]).vector,
                               rtol=1e-5, atol=1e-6)


def test_it_is_an_estimator(vectorizer, model):
    check_estimator(vectorizer)
    assert vectorizer.get_params() == {"model": vectorizer.model, "max_contexts": 100}
    copy = clone(vectorizer.set_params(max_contexts=3))
    assert copy.max_contexts == 3 and copy.model == vectorizer.model
    assert clone(NovelWordVectorizer(model)).fit(TEXTS).transform(TEXTS).shape == (4, 8)
    assert list(vectorizer.fit(TEXTS).get_feature_names_out())[:2] == ["oovec0", "oovec1"]
    with pytest.raises(ValueError, match="string object received"):
        vectorizer.fit("one text")


def test_it_works_in_a_pipeline_and_after_pickling(vectorizer):
    pipeline = make_pipeline(vectorizer, LogisticRegression())
    pipeline.fit(TEXTS, [1, 1, 0, 0])
    again = pickle.loads(pickle.dumps(pipeline))
    np.testing.assert_array_equal(again.predict(TEXTS), pipeline.predict(TEXTS))


def test_words_are_found_in_lower_case(vectorizer, model):
    rows = vectorizer.fit(TEXTS).transform(["THE Melon", "Pomelo"])
    np.testing.assert_allclose(rows[0], model.vectors[["the", "melon"]].mean(axis=0), rtol=1e-5)
    np.testing.assert_array_equal(rows[1], vectorizer.transform(["pomelo"])[0])


def test_vectors_with_novel_words_bring_their_contexts(model):
    contexts = ["The durian is a sweet fruit.", "A durian!"]
    words = oovec.WithNovelWords(model, model, {"Durian": contexts})
    words.add_vectors("extra", np.ones(8))
    vectorizer = NovelWordVectorizer(words).fit(TEXTS)
    rows = vectorizer.transform(["durian", "pomelo", "extra"])
    np.testing.assert_allclose(rows[0], model.infer("durian", contexts).vector, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(rows[1], model.infer("pomelo", TEXTS[:2]).vector, rtol=1e-5, atol=1e-6)
    assert rows[2].tolist() == [1] * 8
    for again in (pickle.loads(pickle.dumps(vectorizer)), clone(vectorizer).fit(TEXTS)):
        np.testing.assert_allclose(again.transform(["durian"])[0], rows[0], rtol=1e-5, atol=1e-6)


def test_vectors_alone_leave_other_words_out(model):
    for vectors in (model.vectors, model.vectors.to_gensim()):
        rows = NovelWordVectorizer(vectors).fit(TEXTS).transform(["The Melon pomelo", "pomelo"])
        np.testing.assert_allclose(rows[0], model.vectors[["the", "melon"]].mean(axis=0), rtol=1e-5)
        np.testing.assert_array_equal(rows[1], np.zeros(8))
    with pytest.raises(TypeError, match=r"model takes an oovec\.Model or the path of a model file, not int"):
        NovelWordVectorizer(3).fit(TEXTS)
