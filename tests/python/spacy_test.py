"""spaCy loads our vectors, and its tokens get those that are inferred."""

import numpy as np
import pytest
import spacy

import oovec.spacy

TEXT = "The pomelo is a sweet fruit. I know no pomelo. 12 ЖЖЖ!"


@pytest.fixture
def nlp(model, models, tmp_path):
    oovec.spacy.save_vectors(model.vectors, tmp_path / "vectors")
    pipeline = spacy.load(tmp_path / "vectors")
    pipeline.add_pipe("sentencizer")
    pipeline.add_pipe("oovec", config={"model": str(models / "words.oovec")})
    return pipeline


def test_spacy_loads_the_vectors(model, tmp_path):
    oovec.spacy.save_vectors(model.vectors, tmp_path / "vectors", lang="de")
    nlp = spacy.load(tmp_path / "vectors")
    assert nlp.lang == "de" and nlp.vocab.vectors.shape == model.vectors.vectors.shape
    for word in model.vectors:
        np.testing.assert_array_equal(nlp.vocab.get_vector(word), model.vectors[word])


def test_tokens_without_a_vector_get_one_from_their_sentences(nlp, model):
    doc = nlp(TEXT)
    expected = model.infer("pomelo", ["The pomelo is a sweet fruit.", "I know no pomelo."]).vector
    tokens = [token for token in doc if token.text == "pomelo"]
    assert len(tokens) == 2 and all(token.has_vector for token in tokens)
    np.testing.assert_allclose(tokens[0].vector, expected, rtol=1e-6)


def test_other_tokens_keep_what_they_have(nlp, model):
    doc = nlp(TEXT)
    np.testing.assert_array_equal(doc[4].vector, model.vectors["sweet"])
    number, unknown = doc[-3], doc[-2]
    assert (number.text, unknown.text) == ("12", "ЖЖЖ")
    assert not number.has_vector and not doc[-1].has_vector
    np.testing.assert_array_equal(number.vector, np.zeros(8))


def test_documents_and_spans_are_means_of_tokens(nlp):
    doc = nlp(TEXT)
    np.testing.assert_allclose(doc.vector, np.mean([token.vector for token in doc], axis=0), rtol=1e-6)
    span = doc[1:4]
    np.testing.assert_allclose(span.vector, np.mean([token.vector for token in span], axis=0), rtol=1e-6)
    assert doc.has_vector and span.has_vector
    assert nlp("").vector.tolist() == [0] * 8


def test_without_sentences_the_document_is_the_context(model, models):
    nlp = spacy.blank("en")
    oovec.spacy.set_vectors(nlp, model.vectors)
    nlp.add_pipe("oovec", config={"model": str(models / "words.oovec")})
    doc = nlp("The pomelo is sweet.")
    np.testing.assert_allclose(doc[1].vector, model.infer("pomelo", "The pomelo is sweet.").vector, rtol=1e-6)
