"""Embeddings pass gensim's own tests of KeyedVectors, and vectors go there and back with all that belongs to them."""

import copy
import inspect
import pickle
import sys

import gensim.test.test_keyedvectors as its_tests
import numpy as np
import pytest
from gensim.models import FastText, KeyedVectors, Word2Vec
from gensim.test.utils import datapath

import oovec

VECTORS = datapath("euclidean_vectors.bin")
ITS_TESTS = [name for name, _ in inspect.getmembers(its_tests.TestKeyedVectors, inspect.isfunction)
             if name.startswith("test_")]
# What WithNovelWords infers, gensim's tests expect to be missing.
INFERRED = {"test_most_similar_raises_keyerror", "test_vectors_for_all_list", "test_get_mean_vector"}

TEXTS = [["the", "pear", "is", "sweet"], ["the", "apple", "is", "round"], ["a", "pear", "and", "an", "apple"]] * 5


class InPlaceOfKeyedVectors(oovec.Embeddings):
    """Embeddings that, like KeyedVectors, can be made of nothing but a size."""

    def __init__(self, vector_size):
        super().__init__([], np.zeros((0, vector_size)))


@pytest.fixture(scope="module")
def novel(tmp_path_factory):
    """A model of gensim's vectors."""
    folder = tmp_path_factory.mktemp("gensim")
    vectors = oovec.Embeddings.load(VECTORS)
    words = vectors.index_to_key[:300]
    oovec.index([" ".join(words[i:i + 10]) for i in range(0, 300, 5)], vectors, folder / "c.ctx")
    oovec.train(vectors, folder / "c.ctx", folder / "m.oovec", model="form", epochs=1, ngram_words=1, calibration=0)
    return folder / "m.oovec"


def run(name, vectors=None):
    case = its_tests.TestKeyedVectors(name)
    case.setUp()
    if vectors is not None:
        case.vectors = vectors
    assert isinstance(case.vectors, oovec.Embeddings)
    getattr(case, name)()


def test_gensim_has_the_tests_we_know():
    assert len(ITS_TESTS) == 29 and set(ITS_TESTS) > INFERRED


@pytest.mark.parametrize("name", ITS_TESTS)
def test_its_own_tests_pass(name, monkeypatch):
    monkeypatch.setattr(its_tests, "KeyedVectors", InPlaceOfKeyedVectors)
    run(name)


@pytest.mark.parametrize("name", ITS_TESTS)
def test_its_own_tests_pass_with_novel_words(name, novel):
    words = oovec.WithNovelWords(VECTORS, novel)
    if name in INFERRED:
        with pytest.raises(AssertionError):
            run(name, words)
    else:
        run(name, words)


@pytest.fixture(scope="module")
def fasttext():
    return FastText(TEXTS, vector_size=8, min_count=1, bucket=200, epochs=1, seed=1, workers=1)


def test_vectors_of_fasttext_keep_their_ngrams(fasttext, tmp_path):
    for theirs in (fasttext, fasttext.wv):
        ours = oovec.Embeddings.from_gensim(theirs)
        for word in ["pear", "pears", "grapefruit", "été", "x"]:
            assert word in ours
            np.testing.assert_allclose(ours[word], fasttext.wv[word], rtol=1e-5, atol=1e-7)
    assert not ours.has_index_for("pears") and ours.has_index_for("pear")
    ours.add_vectors("plum", np.ones(8))
    for kept in (ours, pickle.loads(pickle.dumps(ours)), copy.deepcopy(ours)):
        np.testing.assert_allclose(kept["pears"], fasttext.wv["pears"], rtol=1e-5)
        assert kept["plum"].tolist() == [1] * 8
    with pytest.warns(UserWarning, match="n-grams .* not saved"):
        ours.save(tmp_path / "v.txt")


def test_vectors_of_fasttext_go_back(fasttext, tmp_path):
    back = oovec.Embeddings.from_gensim(fasttext).to_gensim()
    np.testing.assert_array_equal(back["pear"], fasttext.wv["pear"])
    np.testing.assert_allclose(back["pears"], fasttext.wv["pears"], rtol=1e-5)
    back.save(str(tmp_path / "f.kv"))
    again = KeyedVectors.load(str(tmp_path / "f.kv"))
    np.testing.assert_allclose(again["pear"], fasttext.wv["pear"], rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(again["pears"], fasttext.wv["pears"], rtol=1e-5)


def test_counts_go_there_and_back():
    theirs = Word2Vec(TEXTS, vector_size=4, min_count=1, epochs=1, workers=1)
    ours = oovec.Embeddings.from_gensim(theirs)
    assert ours.get_vecattr("pear", "count") == theirs.wv.get_vecattr("pear", "count") == 10
    assert pickle.loads(pickle.dumps(ours)).get_vecattr("pear", "count") == 10
    ours.set_vecattr("pear", "colour", "green")
    ours.add_vectors("plum", np.ones(4))
    assert ours.get_vecattr("pear", "colour") == "green" and ours.get_vecattr("plum", "count") == 0
    back = ours.to_gensim()
    assert back.get_vecattr("pear", "count") == 10 and back.get_vecattr("pear", "colour") == "green"
    assert len(back) == len(theirs.wv) + 1
    with pytest.raises(KeyError, match="no attribute shape"):
        ours.get_vecattr("pear", "shape")


@pytest.mark.parametrize("limit", [10 * 1024 ** 2, 0])
def test_files_that_gensim_has_saved_are_read(fasttext, tmp_path, limit):
    """With large arrays, those above the limit, in files beside them."""
    word2vec = Word2Vec(TEXTS, vector_size=4, min_count=1, epochs=1, workers=1)
    for name, saved in [("w.kv", word2vec.wv), ("w.model", word2vec), ("f.kv", fasttext.wv), ("f.model", fasttext)]:
        saved.save(str(tmp_path / name), sep_limit=limit)
        ours = oovec.Embeddings.load(tmp_path / name)
        theirs = getattr(saved, "wv", saved)
        assert ours.index_to_key == theirs.index_to_key
        np.testing.assert_array_equal(ours["pear"], theirs["pear"])
        assert ("pears" in ours) == (name[0] == "f")
    assert (len(list(tmp_path.glob("*.npy"))) > 0) == (limit == 0)
    oovec.index(["a pear"], tmp_path / "w.kv", tmp_path / "c.ctx")


def test_a_pickle_is_not_read_unasked(fasttext, tmp_path):
    fasttext.wv.save(str(tmp_path / "vectors.bin"))
    with pytest.raises(oovec.UsageError, match=r'vectors\.bin: a pickle of gensim.*format="gensim"'):
        oovec.Embeddings.load(tmp_path / "vectors.bin")
    assert "pears" in oovec.Embeddings.load(tmp_path / "vectors.bin", format="gensim")
    with pytest.raises(oovec.UsageError, match=r"limit: .* without this option"):
        oovec.Embeddings.load(tmp_path / "vectors.bin", format="gensim", limit=3)
    (tmp_path / "bad.kv").write_bytes(b"\x80\x04\x95gensim")
    with pytest.raises(oovec.MalformedError, match="gensim cannot read the file"):
        oovec.Embeddings.load(tmp_path / "bad.kv")


def test_what_is_missing_is_named(fasttext, tmp_path, monkeypatch):
    path = tmp_path / "vectors.kv"
    fasttext.wv.save(str(path), sep_limit=0)
    for part in tmp_path.glob("*.npy"):
        part.unlink()
    with pytest.raises(oovec.FileError, match=r"files beside it, vectors\.kv\.\*\.npy"):
        oovec.Embeddings.load(path)
    monkeypatch.setitem(sys.modules, "gensim.utils", None)
    with pytest.raises(oovec.UnsupportedError, match="pip install gensim"):
        oovec.Embeddings.load(path)


def test_gensim_models_without_word_vectors_are_refused(tmp_path):
    from gensim.corpora import Dictionary

    Dictionary(TEXTS).save(str(tmp_path / "d.model"))
    with pytest.raises(oovec.UnsupportedError, match="a Dictionary here, which has no word vectors"):
        oovec.Embeddings.load(tmp_path / "d.model")
    with pytest.raises(TypeError, match="KeyedVectors of gensim or a model that has them are expected, not int"):
        oovec.Embeddings.from_gensim(3)


def test_methods_beyond_its_tests_agree_with_it():
    theirs = KeyedVectors.load_word2vec_format(VECTORS, binary=True)
    ours = oovec.Embeddings.load(VECTORS)
    words = ["war", "conflict", "call", "good"]
    assert ours.doesnt_match(words) == theirs.doesnt_match(words)
    assert ours.n_similarity(words[:2], words[2:]) == pytest.approx(theirs.n_similarity(words[:2], words[2:]), abs=1e-6)
    np.testing.assert_allclose(ours.distances("war"), theirs.distances("war"), atol=1e-6)
    np.testing.assert_allclose(ours.distances("war", words), theirs.distances("war", words), atol=1e-6)
    assert ours.closer_than("war", "good") == theirs.closer_than("war", "good")
    for arguments in [(["war", "good"], ["call"]), ("war",), ([theirs.get_vector("war", norm=True)],)]:
        mine, its = ours.most_similar_cosmul(*arguments), theirs.most_similar_cosmul(*arguments)
        assert [word for word, _ in mine] == [word for word, _ in its]
        np.testing.assert_allclose([score for _, score in mine], [score for _, score in its], rtol=1e-5)
    np.testing.assert_allclose(ours.most_similar_cosmul("war", topn=None), theirs.most_similar_cosmul("war", topn=None),
                               rtol=1e-5)
    assert {word for word, _ in ours.most_similar_cosmul("war", topn=4, restrict_vocab=5)} <= set(ours.index_to_key[:5])
    for vectors in (ours, theirs):
        with pytest.raises(ValueError, match="cannot compute similarity with no input"):
            vectors.most_similar_cosmul()
        with pytest.raises(ValueError, match="empty list"):
            vectors.doesnt_match([])


def test_a_word_is_at_distance_0_from_itself():
    vectors = oovec.Embeddings.load(VECTORS)
    assert [word for word in vectors if vectors.distance(word, word) != 0] == []
