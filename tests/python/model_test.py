"""Models as Python has them give what the program gives."""

import json
import multiprocessing
import os
import pickle
import subprocess
import threading

import numpy as np
import pytest

import oovec

CONTEXTS = ["The pomelo is a large citrus fruit.", "A ___ is sweet, like a grapefruit."]


def program(*arguments):
    done = subprocess.run([os.environ["OOVEC_PROGRAM"], *map(str, arguments), "--json"],
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def test_a_vector_is_that_of_the_program(models, model):
    ours = model.infer("pomelo", CONTEXTS)
    theirs = program("infer", models / "words.oovec", "pomelo", *CONTEXTS)
    np.testing.assert_allclose(ours.vector, theirs["vector"], rtol=1e-6)
    assert ours.alpha == pytest.approx(theirs["alpha"], rel=1e-5)
    assert ours.confidence == pytest.approx(theirs["confidence"], rel=1e-5)
    assert model.confidence("pomelo", CONTEXTS) == ours.confidence
    assert ours.context_words > 0 and 0 < ours.known_ngrams <= 1
    lengths = [np.linalg.norm(vector) for vector in (ours.vector, ours.form, ours.context)]
    np.testing.assert_allclose(lengths, lengths[0], rtol=1e-5)


def test_without_contexts_there_is_the_form(model):
    inferred = model.infer("pomelo")
    assert inferred.context is None and inferred.agreement is None and inferred.alpha == 0
    np.testing.assert_array_equal(inferred.vector, inferred.form)


def test_one_context_may_stand_alone(model):
    np.testing.assert_array_equal(model.infer("pomelo", CONTEXTS[0]).vector,
                                  model.infer("pomelo", CONTEXTS[:1]).vector)
    np.testing.assert_array_equal(model.infer("pomelo", iter(CONTEXTS)).vector,
                                  model.infer("pomelo", CONTEXTS).vector)


def test_a_word_of_which_nothing_is_known_is_a_key_error(model):
    with pytest.raises(KeyError, match=r'^"ЖЖЖ" has no vector: no n-gram of it is known'):
        model.infer("ЖЖЖ", ["Щ"])
    with pytest.raises(oovec.NoVectorError):
        oovec.Observation(model, "ЖЖЖ").infer()


def test_vectors_outlive_what_they_came_from(models):
    vector = oovec.Model(models / "words.oovec").infer("pomelo").vector
    np.testing.assert_array_equal(vector, oovec.Model(models / "words.oovec").infer("pomelo").vector)


def test_many_words_give_the_rows_that_each_gives(model):
    pairs = [("pomelo", CONTEXTS), ("melons", CONTEXTS[0]), "creamy", ("knit", []), ["sweets", ("a fruit",)],
             ("thicker", (text for text in CONTEXTS))] * 1500
    matrix = model.infer_many(
        (word, list(CONTEXTS)) if word == "thicker" else (word, contexts)
        for word, contexts in ((pair, ()) if isinstance(pair, str) else pair for pair in pairs))
    assert matrix.shape == (9000, 8) and matrix.dtype == np.float32 and matrix.flags.writeable
    expected = [model.infer("pomelo", CONTEXTS), model.infer("melons", CONTEXTS[0]), model.infer("creamy"),
                model.infer("knit"), model.infer("sweets", "a fruit"), model.infer("thicker", CONTEXTS)]
    for i, inference in enumerate(expected):
        np.testing.assert_array_equal(matrix[i::6], np.tile(inference.vector, (1500, 1)))


def test_items_may_be_words_pairs_or_a_mapping(model):
    expected = model.infer("pomelo", CONTEXTS).vector
    for items in [[("pomelo", CONTEXTS)], [["pomelo", tuple(CONTEXTS)]], {"pomelo": CONTEXTS},
                  iter([("pomelo", iter(CONTEXTS))])]:
        np.testing.assert_array_equal(model.infer_many(items), [expected])
    assert model.infer_many([]).shape == (0, 8)
    np.testing.assert_array_equal(model.infer_many(["pomelo"], threads=2), [model.infer("pomelo").vector])


def test_items_of_other_kinds_are_refused(model):
    for items in [[3], [("a", "b", "c")], [("a", [3])], [(3, "a")]]:
        with pytest.raises(TypeError):
            model.infer_many(items)
    with pytest.raises(ValueError, match='missing: "zero" is not raise or nan'):
        model.infer_many([], missing="zero")


def test_many_words_may_lack_a_vector(model):
    with pytest.raises(oovec.NoVectorError, match=r'"ЖЖЖ" has no vector.*missing="nan"'):
        model.infer_many(["pomelo", "ЖЖЖ"])
    matrix = model.infer_many(["pomelo", "ЖЖЖ", "melon"], missing="nan")
    assert np.isnan(matrix).all(axis=1).tolist() == [False, True, False]


def test_words_may_be_in_any_script(model):
    assert np.array_equal(model.infer_many([("étés", "l’été")])[0], model.infer("étés", "l’été").vector)


def test_what_is_raised_meanwhile_ends_it(model):
    def words():
        yield from ["pomelo"] * 5000
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        model.infer_many(words())


def test_neighbors_are_those_of_the_program(models, model):
    theirs = program("neighbors", models / "words.oovec", "pomelo", *CONTEXTS, "-k", 3)
    for by, name in [("form", "form"), ("context", "context"), ("both", "joint")]:
        found = model.neighbors("pomelo", CONTEXTS, topn=3, by=by)
        listed = theirs[name]["neighbors"] if isinstance(theirs[name], dict) else theirs[name]
        assert [word for word, _ in found] == [entry["word"] for entry in listed]
    assert model.neighbors("pomelo", topn=3, by="context") == []
    with pytest.raises(ValueError, match='by: "sound" is not form, context or both'):
        model.neighbors("pomelo", by="sound")


def test_explanations_are_those_of_the_program(models, model):
    ours = model.explain("pomelo", CONTEXTS)
    theirs = program("explain", models / "words.oovec", "pomelo", *CONTEXTS)
    assert [ngram.text for ngram in ours.ngrams] == [ngram["text"] for ngram in theirs["ngrams"]]
    assert [[(token.text, token.role) for token in context] for context in ours.contexts] == [
        [(token["text"], token["role"]) for token in context] for context in theirs["contexts"]]
    np.testing.assert_allclose([ngram.importance for ngram in ours.ngrams],
                               [ngram["importance"] for ngram in theirs["ngrams"]])
    np.testing.assert_allclose([token.contribution for context in ours.contexts for token in context],
                               [token["contribution"] for context in theirs["contexts"] for token in context])
    assert ours.nearest == theirs["nearest"]
    assert ours.inferred.context_share == pytest.approx(theirs["context_share"], rel=1e-5)
    assert ours.inferred.alpha == pytest.approx(theirs["alpha"], rel=1e-5)
    assert ours.to_dict() == theirs == json.loads(ours.to_json())


def test_an_explanation_without_a_vector_has_no_numbers(model):
    explanation = model.explain("qqqqq", "durian")
    assert explanation.inferred is None
    found = explanation.to_dict()
    assert found["word"] == "qqqqq" and found["alpha"] is None and found["nearest"] == []


def test_notebooks_show_explanations(model):
    explanation = model.explain("pomelo", "The pomelo is <b>sweet</b> & \"fruity\".")
    shown = explanation._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and shown.endswith("</iframe>")
    assert "<b>" not in shown and "pomelo" in shown
    assert explanation.to_html().startswith("<!DOCTYPE html>")
    assert "pomelo" in repr(explanation)


def test_contexts_may_come_one_by_one(model):
    seen = model.observe("Pomelo")
    assert seen.word == "pomelo"
    np.testing.assert_array_equal(seen.infer().vector, model.infer("pomelo").vector)
    for i, text in enumerate(CONTEXTS):
        seen.add(text)
        np.testing.assert_allclose(seen.infer().vector, model.infer("pomelo", CONTEXTS[:i + 1]).vector,
                                   rtol=1e-5, atol=1e-6)


def test_an_observation_keeps_its_model(models):
    seen = oovec.Observation(oovec.Model(models / "words.oovec"), "pomelo")
    seen.add(CONTEXTS[0])
    assert seen.infer().context_words > 0


def test_models_are_pickled_by_path(models, model, monkeypatch):
    monkeypatch.chdir(models)
    relative = oovec.Model("words.oovec")
    data = pickle.dumps(relative)
    assert len(data) < 500
    monkeypatch.chdir("/")
    np.testing.assert_array_equal(pickle.loads(data).infer("pomelo").vector, model.infer("pomelo").vector)


def test_a_model_without_vectors_takes_a_file(models, model):
    with pytest.raises(oovec.UsageError):
        oovec.Model(models / "without-vectors.oovec")
    source = models / "source.txt"
    model.vectors.save(source)
    other = oovec.Model.load(models / "without-vectors.oovec", source)
    np.testing.assert_array_equal(other.infer("pomelo", CONTEXTS).vector,
                                  model.infer("pomelo", CONTEXTS).vector)
    again = pickle.loads(pickle.dumps(other))
    np.testing.assert_array_equal(again.infer("pomelo").vector, model.infer("pomelo").vector)


def infer_in_process(model):
    return model.infer("pomelo", CONTEXTS).vector


def test_a_model_serves_processes_and_threads(model):
    expected = model.infer("pomelo", CONTEXTS).vector
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        np.testing.assert_array_equal(pool.apply(infer_in_process, (model,)), expected)
    answers = []
    threads = [threading.Thread(target=lambda: answers.extend(model.infer_many([("pomelo", CONTEXTS)] * 500)))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 2000 and all(np.array_equal(answer, expected) for answer in answers)


def test_a_model_tells_what_it_is(model):
    assert model.settings["model"] == "gated" and model.settings["lowercase"] is True
    assert model.settings["language"] == "und"
    assert model.vector_size == model.vectors.vector_size == 8
    assert "fruit" in model.vectors and "pomelo" not in model.vectors


def test_many_words_may_give_a_part_of_their_vectors(model):
    pairs = [("pomelo", CONTEXTS), ("melons", CONTEXTS[0])]
    for part in ("form", "context"):
        expected = [getattr(model.infer(*pair), part) for pair in pairs]
        np.testing.assert_array_equal(model.infer_many(pairs, part=part), expected)
    np.testing.assert_array_equal(model.infer_many(pairs, part="both"), model.infer_many(pairs))
    with pytest.raises(oovec.NoVectorError, match='"creamy" has no vector from contexts: no word of its contexts'):
        model.infer_many([*pairs, "creamy"], part="context")
    with pytest.raises(oovec.NoVectorError, match='"ЖЖЖ" has no vector from its form: no n-gram of it is known'):
        model.infer_many([("ЖЖЖ", CONTEXTS[0])], part="form")
    rows = model.infer_many(["creamy", *pairs], part="context", missing="nan")
    assert np.isnan(rows).all(axis=1).tolist() == [True, False, False]
    with pytest.raises(ValueError, match='part: "vector" is not both, form or context'):
        model.infer_many([], part="vector")


def test_words_and_contexts_may_be_strings_of_numpy(model):
    expected = model.infer("pomelo", CONTEXTS).vector
    words, texts = np.array(["pomelo"]), np.array(CONTEXTS)
    np.testing.assert_array_equal(model.infer(words[0], texts).vector, expected)
    np.testing.assert_array_equal(model.infer(words[0], texts[0]).vector, model.infer("pomelo", CONTEXTS[0]).vector)
    np.testing.assert_array_equal(model.infer_many([(words[0], texts)]), [expected])
    np.testing.assert_array_equal(model.infer_many(words), model.infer_many(["pomelo"]))
    assert model.observe(words[0]).word == "pomelo"


def test_contexts_of_an_index_are_what_models_take(model, tmp_path):
    texts = ["The sweet fruit is a melon.", "I know no fruit!", "The citrus fruit, qqq, of the melon."]
    oovec.index(texts, model, tmp_path / "c.ctx")
    contexts = oovec.ContextIndex(tmp_path / "c.ctx").contexts("Fruit")
    assert sorted(contexts)[0] == "the citrus fruit … of the melon" and len(contexts) == 3
    np.testing.assert_allclose(model.infer("fruit", contexts).vector, model.infer("fruit", texts).vector, rtol=1e-5)


def test_contexts_of_an_index_have_clitics_where_texts_have_them(tmp_path):
    vectors = oovec.Embeddings(["melon", "'s", "is", "n't", "sweet"], np.ones((5, 2)))
    oovec.index(["A melon's skin isn't sweet."], vectors, tmp_path / "c.ctx")
    assert oovec.ContextIndex(tmp_path / "c.ctx").contexts("melon") == ["… melon's … isn't sweet"]


def test_a_model_takes_vectors_of_any_kind(models, model):
    expected = model.infer("pomelo", CONTEXTS).vector
    for vectors in (model.vectors, model.vectors.to_gensim(), model):
        other = oovec.Model(models / "without-vectors.oovec", vectors)
        np.testing.assert_array_equal(other.infer("pomelo", CONTEXTS).vector, expected)
        again = pickle.loads(pickle.dumps(other))
        np.testing.assert_array_equal(again.infer("pomelo", CONTEXTS).vector, expected)
    with pytest.raises(oovec.UsageError, match="was not trained with these vectors"):
        oovec.Model(models / "without-vectors.oovec", oovec.Embeddings(["a"], [[1]]))
