"""spaCy loads our vectors, and its tokens get those that are inferred."""

import pickle

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc, DocBin

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


@pytest.fixture
def blank(models):
    """A pipeline without vectors of its own."""
    pipeline = spacy.blank("en")
    pipeline.add_pipe("oovec", config={"model": str(models / "words.oovec")})
    return pipeline


def test_a_pipeline_without_vectors_has_those_of_the_model(blank, model):
    doc = blank(TEXT)
    for token in (doc[4], doc[5]):
        np.testing.assert_array_equal(token.vector, model.vectors[token.text])
    np.testing.assert_allclose(doc[1].vector, model.infer("pomelo", TEXT).vector, rtol=1e-6)
    unknown = doc[-2]
    assert unknown.text == "ЖЖЖ" and not doc[-3].has_vector and doc[-3].vector.tolist() == [0] * 8
    np.testing.assert_allclose(doc.vector, np.mean([token.vector for token in doc], axis=0), rtol=1e-6)
    assert blank("").vector.tolist() == [0] * 8


def test_tokens_are_found_in_lower_case(nlp, blank, model):
    for pipeline in (nlp, blank):
        doc = pipeline("THE Fruit is sweet.")
        np.testing.assert_array_equal(doc[0].vector, model.vectors["the"])
        np.testing.assert_array_equal(doc[1].vector, model.vectors["fruit"])
    nlp.vocab.set_vector("extra", np.ones(8, np.float32))
    assert nlp("Extra")[0].vector.tolist() == [1] * 8


def test_vectors_of_any_kind_will_do(model, tmp_path):
    model.vectors.save(tmp_path / "v.txt")
    for vectors in (model, model.vectors, model.vectors.to_gensim(), tmp_path / "v.txt"):
        nlp = spacy.blank("en")
        oovec.spacy.set_vectors(nlp, vectors)
        np.testing.assert_array_equal(nlp("fruit")[0].vector, model.vectors["fruit"])


def test_vectors_of_another_space_are_refused(blank, model):
    oovec.spacy.set_vectors(blank, oovec.Embeddings(["fruit"], [[1, 2]]))
    with pytest.raises(oovec.UsageError, match=r"2 dimensions, those of the model 8; .*set_vectors\(nlp, model\)"):
        blank("a fruit")
    oovec.spacy.set_vectors(blank, oovec.Embeddings(model.vectors.index_to_key, -model.vectors.vectors))
    with pytest.raises(ValueError, match="trained with other vectors"):
        blank("a fruit")
    oovec.spacy.set_vectors(blank, model)
    assert blank("a fruit")[1].has_vector


def same_vectors(doc, other):
    np.testing.assert_array_equal([token.vector for token in doc], [token.vector for token in other])
    np.testing.assert_array_equal(doc.vector, other.vector)
    np.testing.assert_array_equal(doc[1:3].vector, other[1:3].vector)
    assert [token.has_vector for token in doc] == [token.has_vector for token in other]


@pytest.mark.filterwarnings("ignore:.*W109")
def test_stored_documents_keep_their_vectors(nlp, blank):
    for pipeline in (nlp, blank):
        doc = pipeline(TEXT)
        with pytest.warns(UserWarning, match="W109"):
            data = doc.to_bytes()
        same_vectors(oovec.spacy.restore(Doc(pipeline.vocab).from_bytes(data)), doc)
        stored = DocBin(store_user_data=True, docs=[doc]).to_bytes()
        [again] = DocBin().from_bytes(stored).get_docs(pipeline.vocab)
        same_vectors(oovec.spacy.restore(again), doc)
        same_vectors(pickle.loads(pickle.dumps(doc)), doc)
    [lost] = DocBin().from_bytes(DocBin(docs=[doc]).to_bytes()).get_docs(nlp.vocab)
    with pytest.raises(oovec.UsageError, match="DocBin needs store_user_data=True"):
        oovec.spacy.restore(lost)


@pytest.mark.filterwarnings("ignore:.*W109")
def test_documents_of_other_processes_keep_their_vectors(nlp, blank):
    texts = [TEXT, "A pomelo!", "the melon"]
    for pipeline in (nlp, blank):
        docs = [oovec.spacy.restore(doc) for doc in pipeline.pipe(texts, n_process=2, batch_size=1)]
        for doc, text in zip(docs, texts, strict=True):
            same_vectors(doc, pipeline(text))


def test_a_pipeline_is_saved_with_its_component(blank, tmp_path, model):
    blank.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    np.testing.assert_array_equal(again(TEXT)[1].vector, blank(TEXT)[1].vector)
    component = again.get_pipe("oovec")
    assert repr(component) == f"<oovec.spacy.NovelVectors: {component.model!r}>"
    assert pickle.loads(pickle.dumps(component)).model.path == component.model.path
    with pytest.raises(TypeError, match=r"model takes an oovec\.Model or the path of a model file, not NoneType"):
        spacy.blank("en").add_pipe("oovec")
