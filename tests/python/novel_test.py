"""Embeddings with novel words answer as others do, for any word."""

import copy
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
    words.contexts["pomelo"] = TEXTS[1:]
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
    assert sorted(words.contexts["pomelo"]) == sorted(TEXTS)
    assert "fruit" not in words.contexts


def test_contexts_may_be_given_at_once(model):
    words = oovec.WithNovelWords(model.vectors, model, {"pomelo": TEXTS})
    np.testing.assert_array_equal(words["pomelo"], model.infer("pomelo", words.contexts["pomelo"]).vector)
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


def test_words_are_found_however_they_are_spelled(words, model):
    for spelling in ("Fruit", "FRUIT", "fruit's", "fruit’s", " fruit "):
        np.testing.assert_array_equal(words[spelling], model.vectors["fruit"])
        assert words.get_index(spelling) == model.vectors.get_index("fruit")
    assert words.similarity("Fruit", "fruit") == 1 and words.distance("Fruit", "fruit") == 0
    assert words.most_similar("Fruit", topn=3) == model.vectors.most_similar("fruit", topn=3)
    assert words.rank("Fruit", "MELON") == model.vectors.rank("fruit", "melon")
    assert "Fruit" not in model.vectors  # has gensim's manners


def test_a_spelling_that_is_listed_is_that_word(model):
    numbers = np.vstack([model.vectors.vectors, np.ones((1, 8))])
    words = oovec.WithNovelWords(oovec.Embeddings([*model.vectors.index_to_key, "Fruit"], numbers), model)
    assert words["Fruit"].tolist() == [1] * 8 and words["fruit"].tolist() == model.vectors["fruit"].tolist()


def test_contexts_are_found_however_the_word_is_spelled(words, model):
    words.contexts["Pomelo"] = TEXTS
    expected = model.infer("pomelo", words.contexts["pomelo"]).vector
    assert list(words.contexts) == ["pomelo"] and "POMELO" in words.contexts and len(words.contexts) == 1
    for spelling in ("pomelo", "Pomelo", "POMELO"):
        np.testing.assert_array_equal(words[spelling], expected)
    del words.contexts["PoMelo"]
    assert len(words.contexts) == 0 and words.contexts.get("Pomelo") is None
    words.add_texts(["Tirzepatide, a fruit."])
    assert words.contexts["Tirzepatide"] == ["Tirzepatide, a fruit."]
    assert repr(words.contexts) == "<oovec.NovelContexts: 1 word, 1 text>"
    with pytest.raises(TypeError, match="word takes a str, not int"):
        words.contexts[3]


def test_one_context_may_stand_alone(model):
    words = oovec.WithNovelWords(model.vectors, model, {"pomelo": TEXTS[0]})
    assert words.contexts["pomelo"] == TEXTS[:1]
    words.contexts["quince"] = TEXTS[1]
    assert words.contexts["quince"] == TEXTS[1:]
    words.add_texts("A durian is a fruit.")
    assert words.contexts["durian"] == ["A durian is a fruit."]


def test_words_of_which_parts_are_known_keep_their_contexts(words):
    text = "A melon-like fruit costs 12345."
    words.add_texts([text])
    assert words.contexts["melon-like"] == [text] and "12345" not in words.contexts
    assert not words.has_index_for("melon-like") and "melon-like" in words


def test_novel_words_are_saved(words, model, tmp_path):
    words.add_texts(TEXTS)
    novel = dict(words.contexts)
    expected = model.infer_many(novel)
    words.contexts["ЖЖЖ"].append("ЩЩЩ")
    with pytest.warns(UserWarning, match='1 of .* novel words are left out.*"жжж" for one'):
        words.save(tmp_path / "v.txt")
    saved = oovec.Embeddings.load(tmp_path / "v.txt")
    assert "pomelo" in novel and saved.index_to_key == [*model.vectors.index_to_key, *novel]
    np.testing.assert_allclose(saved[novel], expected, rtol=1e-5, atol=1e-6)
    del words.contexts["ЖЖЖ"]
    assert words.to_gensim().index_to_key == saved.index_to_key
    assert isinstance(words.with_novel_rows(), oovec.Embeddings) and "pomelo" not in model.vectors


def test_vectors_and_models_of_any_kind_will_do(model, models, tmp_path):
    expected = oovec.WithNovelWords(model.vectors, model)["pomelo"]
    model.vectors.save(tmp_path / "v.txt")
    for vectors in (model.vectors.to_gensim(), tmp_path / "v.txt", str(tmp_path / "v.txt"), model):
        words = oovec.WithNovelWords(vectors, models / "words.oovec")
        np.testing.assert_array_equal(words["pomelo"], expected)
        assert words.index_to_key == model.vectors.index_to_key


@pytest.mark.parametrize("rows", ["half", "int8"])
def test_rows_of_fewer_bits_are_the_same_vectors(model, tmp_path, rows):
    model.vectors.save(tmp_path / "v.safetensors", **{rows: True})
    assert "pomelo" in oovec.WithNovelWords(tmp_path / "v.safetensors", model)


def test_no_word_is_in_contexts_that_is_none(words):
    assert "" not in words.contexts and "pomelo" not in words.contexts


def test_copies_have_contexts_of_their_own(words):
    words.add_texts(TEXTS)
    again = copy.deepcopy(words)
    again.contexts["pomelo"].append("more")
    assert isinstance(again, oovec.WithNovelWords) and len(again.contexts["pomelo"]) == 3
    assert sorted(words.contexts["pomelo"]) == sorted(TEXTS)


def test_contexts_of_a_word_are_bounded(words):
    words.add_texts(f"The pomelo number {i} is a fruit." for i in range(500))
    assert len(words.contexts["pomelo"]) == 100 and words.store["pomelo"].count == 500
    words.contexts["quince"] = f"A quince. {'More words. ' * 1000}"
    assert len(words.contexts["quince"][0].encode()) <= 2000


def test_the_order_of_texts_makes_no_difference(words, model):
    texts = [f"The pomelo number {i} is a fruit." for i in range(300)]
    words.add_texts(texts)
    others = oovec.WithNovelWords(model, model)
    others.add_texts(reversed(texts))
    np.testing.assert_array_equal(words["pomelo"], others["pomelo"])
    assert words.contexts["pomelo"] == others.contexts["pomelo"]


def test_contexts_may_be_kept_in_a_file(model, tmp_path):
    words = oovec.WithNovelWords(model, model, store=tmp_path / "words.db")
    words.add_texts(TEXTS)
    vector = words["pomelo"]
    again = oovec.WithNovelWords(model, model, store=str(tmp_path / "words.db"))
    np.testing.assert_array_equal(again["pomelo"], vector)
    again.contexts["pomelo"].append("A pomelo is ripe.")
    assert len(words.contexts["pomelo"]) == 3 and words["pomelo"].tolist() != vector.tolist()
    other = pickle.loads(pickle.dumps(words))
    assert other.store.path == str(tmp_path / "words.db") and len(other.contexts["pomelo"]) == 3
    mine = oovec.Store(model=model)
    assert oovec.WithNovelWords(model, model, store=mine).store is mine
    with pytest.raises(TypeError, match=r"store takes an oovec\.Store or the path of a file, not int"):
        oovec.WithNovelWords(model, model, store=3)


def test_a_word_too_long_for_contexts_is_inferred_all_the_same(words, model):
    word = "pomelo" * 100
    np.testing.assert_array_equal(words[word], model.infer(word).vector)
    words.add_texts([f"A {word} is a fruit."])
    assert word not in words.contexts and all(len(found) < 10 for found in words.contexts)


def test_contexts_are_a_mapping(words):
    words.contexts["pomelo"] = TEXTS
    assert sorted(words.contexts.pop("Pomelo")) == sorted(TEXTS) and words.contexts.pop("pomelo", None) is None
    with pytest.raises(KeyError):
        words.contexts.pop("pomelo")
    with pytest.raises(KeyError):
        del words.contexts["pomelo"]
    texts = words.contexts["quince"]
    assert texts == [] and "quince" not in words.contexts and texts != 3 and repr(texts) == "[]"
    texts.append(TEXTS[0])
    assert "quince" in words.contexts and texts[0] == TEXTS[0] and texts[:5] == TEXTS[:1] and TEXTS[0] in texts
