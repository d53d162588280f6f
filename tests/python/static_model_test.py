"""Directories of static models (model2vec): loaded, and written again with new words."""

import json
import random

import numpy as np
from model2vec import StaticModel
from safetensors.numpy import save_file

import oovec

WORDS = ["the", "fruit", "is", "sweet", "sour", "large", "citrus", "melon", "lemon", "peel", "tree", "green"]


def make_model(folder):
    tokens = ["[UNK]", *WORDS]
    tokenizer = {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
        "pre_tokenizer": {"type": "WhitespaceSplit"}, "post_processor": None, "decoder": None,
        "model": {"type": "WordLevel", "vocab": {token: i for i, token in enumerate(tokens)}, "unk_token": "[UNK]"},
    }
    folder.mkdir()
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    (folder / "config.json").write_text("{}")
    rows = np.random.default_rng(3).normal(size=(len(tokens), 5)).astype(np.float32)
    save_file({"embeddings": rows}, folder / "model.safetensors")
    return rows


def test_a_static_model_is_loaded_and_augmented(tmp_path):
    rows = make_model(tmp_path / "old")
    vectors = oovec.Embeddings.load(tmp_path / "old")
    assert list(vectors) == WORDS
    np.testing.assert_array_equal(vectors.vectors, rows[1:])

    numbers = random.Random(1)
    texts = [" ".join(numbers.choices(WORDS, k=8)) for _ in range(300)]
    oovec.index(texts, vectors, tmp_path / "c.ctx")
    oovec.train(vectors, tmp_path / "c.ctx", tmp_path / "m.oovec", min_count=50, ngram_words=1)
    (word,) = oovec.augment(tmp_path / "m.oovec", ["the sour pomelo tree"] * 5, tmp_path / "new",
                            vectors=tmp_path / "old")
    assert word.word == "pomelo"
    model = StaticModel.from_pretrained(tmp_path / "new")
    assert model.tokenize(["the pomelo tree"]) == [[1, len(rows), 1 + WORDS.index("tree")]]
    np.testing.assert_array_equal(model.embedding[:len(rows)], rows)
    np.testing.assert_allclose(oovec.Embeddings.load(tmp_path / "new")["pomelo"], model.encode("pomelo"), rtol=1e-5)
