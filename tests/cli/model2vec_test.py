"""Static models of model2vec and sentence-transformers: read as vectors, trained on, and given new tokens."""

import json
import random
import shutil

import numpy as np
import pytest
from model2vec import StaticModel
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from support import BAD_INPUT, IO, USAGE, run
from trained import WORDS

DIMENSION = 6
TEXT = b"""The pomelo is a large citrus fruit. A ripe Pomelo grows on a warm tree, the t-peel is sour.
Pomelo juice is sour. Durian juice is sweet; the durian is large. Caf\xc3\xa9 juice, the caf\xc3\xa9 fruit, caf\xc3\xa9.
Pomelo, pomelo. Durian durian. Guav sour guav juice guav.
"""
NEW = ["pomelo", "durian", "café", "guav"]
PIECES = [*"abcdefghijklmnopqrstuvwxyz", "po", "guav"]


def word_piece():
    tokens = ["[PAD]", "[UNK]", "[unused0]", *WORDS, "cafe", ",", ".", "-", *("##" + piece for piece in PIECES), "a"]
    tokenizer = Tokenizer(models.WordPiece({token: i for i, token in enumerate(tokens)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(["[PAD]", "[UNK]"])
    return tokenizer


def word_level():
    tokens = ["[UNK]", *WORDS, "cafe", "pomelo-tree", "a"]
    tokenizer = Tokenizer(models.WordLevel({token: i for i, token in enumerate(tokens)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return tokenizer


def unigram():
    words = [("▁" + word, -3.0 - i / 8) for i, word in enumerate([*WORDS, "cafe", "a"])]
    pieces = [(piece, -9.5) for piece in [*PIECES, "é", ".", ",", "東京"]]
    tokenizer = Tokenizer(models.Unigram([("<unk>", 0.0), ("▁", -4.0), *words, *pieces], unk_id=0))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    return tokenizer


def unigram_that_normalises_blanks():
    tokenizer = unigram()
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer.pre_tokenizer = None
    return tokenizer


def byte_level():
    vocabulary = {sign: i for i, sign in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    merges = []
    for word in [*WORDS, "cafe", "a", "été"]:
        signs = pre_tokenizers.ByteLevel(add_prefix_space=True).pre_tokenize_str(word)[0][0]
        made = signs[0]
        for sign in signs[1:]:
            if made + sign not in vocabulary:
                merges.append((made, sign))
                vocabulary[made + sign] = len(vocabulary)
            made += sign
    tokenizer = Tokenizer(models.BPE(vocabulary, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    return tokenizer


KINDS = {"WordPiece": word_piece, "WordLevel": word_level, "Unigram": unigram,
         "normalised blanks": unigram_that_normalises_blanks, "byte-level BPE": byte_level}


def save(folder, tokenizer, dtype=np.float32, **more):
    """A model as model2vec writes it; the rows as floats."""
    folder.mkdir(parents=True)
    rows = np.random.default_rng(7).normal(size=(tokenizer.get_vocab_size(), DIMENSION))
    rows = (rows * 30).round().astype(np.int8) if dtype == np.int8 else rows.astype(dtype)
    save_file({"embeddings": rows, **more}, folder / "model.safetensors", metadata={"made": "here"})
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text('{"normalize": false, "unknown": [1, 2]}')
    (folder / "README.md").write_text("---\nlanguage: [en]\n---\nA model.\n")
    (folder / "1_Normalize").mkdir()
    (folder / "1_Normalize" / "note.txt").write_text("kept")
    return rows.astype(np.float32)


def train_on(folder, vectors):
    numbers = random.Random(6)
    (folder / "text").write_text("".join(" ".join(numbers.choices(WORDS, k=8)) + "\n" for _ in range(400)))
    run("index", "--vectors", vectors, "--corpus", folder / "text", "-o", folder / "c.ctx")
    run("train", "--vectors", vectors, "--contexts", folder / "c.ctx", "-o", folder / "m.oovec", "--min-count", 50,
        "--ngram-words", 1)
    return folder / "m.oovec"


def augment(model, vectors, out, *arguments, text=TEXT, **options):
    return run("augment", model, "--vectors", vectors, "--corpus", "-", "-o", out, "--min-count", 3, *arguments,
               stdin=text, **options)


@pytest.mark.parametrize("kind", KINDS)
def test_new_words_become_tokens_of_their_own(tmp_path, kind):
    old, out = tmp_path / "old", tmp_path / "new"
    rows = save(old, KINDS[kind]())
    model = train_on(tmp_path, old)
    done = augment(model, old, out, "--json")
    new_words = NEW if "Word" in kind or "BPE" in kind else NEW[:3]  # "guav" is a piece of the two others
    assert json.loads(done.stdout)["added"] == len(new_words)

    before, after = StaticModel.from_pretrained(old), StaticModel.from_pretrained(out)
    assert after.tokens[:len(rows)] == before.tokens
    assert list(after.tokens[len(rows):]) == new_words
    np.testing.assert_array_equal(after.embedding[:len(rows)], rows)
    for i, word in enumerate(new_words):
        assert after.tokenize([word]) == [[len(rows) + i]]
        text = f"the {word} is sour , {word}"
        others = before.tokenize(["the", "is sour ,"])
        ids = [*others[0], len(rows) + i, *others[1], len(rows) + i]
        assert after.tokenize([text]) == [ids]
        np.testing.assert_allclose(after.encode(text), after.embedding[ids].mean(axis=0), rtol=1e-5)
    # All else is cut as it was.
    for text in ["the cafe tree", "the fruit grows", "pomelos", "pomelo-tree" if kind == "WordLevel" else "elope",
                 "the melon, cafe"]:
        assert after.tokenize([text]) == before.tokenize([text]), text

    for file in ["config.json", "README.md", "1_Normalize/note.txt"]:
        assert (out / file).read_bytes() == (old / file).read_bytes()
    old_bytes = load_file(old / "model.safetensors")["embeddings"].tobytes()
    assert (out / "model.safetensors").read_bytes().count(old_bytes) == 1
    # And again: the new directory is a model like any other.
    shown = json.loads(run("vectors", "info", out, "--json").stdout)
    assert shown["format"] == "model2vec" and shown["dimension"] == DIMENSION
    np.testing.assert_allclose(json.loads(run("vectors", "get", out, "pomelo", "--json").stdout)["vector"],
                               after.embedding[len(rows)], rtol=1e-5)


def test_words_in_other_spellings_are_the_same_token(tmp_path):
    save(tmp_path / "old", word_piece())
    augment(train_on(tmp_path, tmp_path / "old"), tmp_path / "old", tmp_path / "new")
    model = StaticModel.from_pretrained(tmp_path / "new")
    assert model.tokenize(["POMELO"]) == model.tokenize(["pomelo"]) == [[model.tokens.index("pomelo")]]
    assert model.tokenize(["cafe"]) == [[model.tokens.index("cafe")]]  # not hidden by the new "café"


def test_a_model_can_be_augmented_twice(tmp_path):
    rows = save(tmp_path / "old", word_piece())
    augment(train_on(tmp_path, tmp_path / "old"), tmp_path / "old", tmp_path / "one")
    (tmp_path / "b").mkdir()
    augment(train_on(tmp_path / "b", tmp_path / "one"), tmp_path / "one", tmp_path / "two",
            text=b"The rambutan is a fruit, rambutan, rambutan pomelo.")
    model = StaticModel.from_pretrained(tmp_path / "two")
    assert list(model.tokens[len(rows):]) == [*NEW, "rambutan"]
    assert model.tokenize(["Rambutan pomelo"]) == [[len(rows) + 4, len(rows)]]


@pytest.mark.parametrize("dtype", [np.float16, np.float64, np.int8])
def test_rows_keep_their_type(tmp_path, dtype):
    rows = save(tmp_path / "old", word_piece(), dtype)
    augment(train_on(tmp_path, tmp_path / "old"), tmp_path / "old", tmp_path / "new")
    found = load_file(tmp_path / "new" / "model.safetensors")["embeddings"]
    assert found.dtype == dtype
    np.testing.assert_array_equal(found[:len(rows)].astype(np.float32), rows)
    inferred = json.loads(run("infer", tmp_path / "m.oovec", "durian", "juice is sweet; the", "is large", "juice is",
                              "the is large", "--json").stdout)["vector"]
    assert np.linalg.norm(found[len(rows) + 1].astype(np.float32)) == pytest.approx(np.linalg.norm(inferred), rel=0.5)


def test_weights_and_mapping_grow_with_the_tokens(tmp_path):
    tokenizer = word_piece()
    count = tokenizer.get_vocab_size()
    weights = np.linspace(0.5, 2, count).astype(np.float32)
    mapping = np.random.default_rng(1).integers(0, count, count)
    rows = save(tmp_path / "old", tokenizer, weights=weights, mapping=mapping)
    shown = json.loads(run("vectors", "get", tmp_path / "old", "melon", "--json").stdout)["vector"]
    melon = tokenizer.token_to_id("melon")
    np.testing.assert_allclose(shown, rows[mapping[melon]] * weights[melon], rtol=1e-6)
    augment(train_on(tmp_path, tmp_path / "old"), tmp_path / "old", tmp_path / "new")
    model = StaticModel.from_pretrained(tmp_path / "new")
    vector = json.loads(run("vectors", "get", tmp_path / "new", "pomelo", "--json").stdout)["vector"]
    np.testing.assert_allclose(model.encode("pomelo"), vector, rtol=1e-5)
    np.testing.assert_allclose(model.encode("melon"), shown, rtol=1e-5)


def test_sentence_transformers_keeps_its_layout(tmp_path):
    rows = save(tmp_path / "flat", word_piece())
    nested = tmp_path / "old" / "0_StaticEmbedding"
    nested.mkdir(parents=True)
    save_file({"embedding.weight": rows}, nested / "model.safetensors")
    shutil.copy(tmp_path / "flat" / "tokenizer.json", nested)
    (tmp_path / "old" / "config_sentence_transformers.json").write_text("{}")
    augment(train_on(tmp_path, tmp_path / "old"), tmp_path / "old", tmp_path / "new")
    model = StaticModel.from_pretrained(tmp_path / "new")
    assert model.tokenize(["pomelo"]) == [[len(rows)]]
    assert not (tmp_path / "new" / "model.safetensors").exists()


def test_words_are_what_whole_tokens_say(tmp_path):
    def words(kind):
        save(tmp_path / kind, KINDS[kind]())
        run("vectors", "convert", tmp_path / kind, tmp_path / f"{kind}.txt")
        return [line.split(" ")[0] for line in (tmp_path / f"{kind}.txt").read_text().splitlines()[1:]]

    assert words("WordPiece") == [*WORDS, "cafe", ",", ".", "-", "a"]
    assert words("Unigram") == [*WORDS, "cafe", "a", "東京"]
    assert set(words("byte-level BPE")) >= {*WORDS, "cafe", "a", "été"}


def test_what_cannot_be_written_is_refused_before_the_text_is_read(tmp_path):
    save(tmp_path / "old", word_piece())
    model = train_on(tmp_path, tmp_path / "old")
    text = {"text": None}  # would fail if it were read
    assert "exists" in augment(model, tmp_path / "old", tmp_path / "old", code=USAGE, **text).stderr
    assert "standard output" in augment(model, tmp_path / "old", "-", code=USAGE, **text).stderr
    assert "tokenizer" in run("vectors", "convert", tmp_path / "old", tmp_path / "x", "--format", "model2vec",
                              code=USAGE).stderr
    augment(model, tmp_path / "old", tmp_path / "words.vec")  # but to another format
    assert "pomelo" in (tmp_path / "words.vec").read_text()


def test_rows_that_no_token_has_leave_no_room_for_new_ones(tmp_path):
    tokenizer = word_piece()
    rows = save(tmp_path / "old", tokenizer)
    save_file({"embeddings": np.vstack([rows, rows[:3]])}, tmp_path / "old" / "model.safetensors")
    model = train_on(tmp_path, tmp_path / "old")
    failed = augment(model, tmp_path / "old", tmp_path / "new", code=BAD_INPUT)
    assert "no token can be added" in failed.stderr
    assert not (tmp_path / "new").exists()


def test_files_that_are_not_as_expected_are_named(tmp_path):
    save(tmp_path / "old", word_piece())

    def refused(name, data):
        broken = tmp_path / "broken"
        shutil.rmtree(broken, ignore_errors=True)
        shutil.copytree(tmp_path / "old", broken)
        (broken / name).write_bytes(data)
        return run("vectors", "info", broken, code=BAD_INPUT).stderr

    assert "git lfs pull" in refused("model.safetensors", b"version https://git-lfs.github.com/spec/v1\n")
    matrix = (tmp_path / "old" / "model.safetensors").read_bytes()
    assert "fetch or copy" in refused("model.safetensors", matrix[:-1])
    tokenizer = (tmp_path / "old" / "tokenizer.json").read_bytes()
    assert "not JSON" in refused("tokenizer.json", tokenizer[:-2])
    assert "has no row" in refused("tokenizer.json", tokenizer.replace(b'"melon": ', b'"melon": 9'))
    assert "not a static model" in refused("model.safetensors", matrix.replace(b'"embeddings"', b'"some_other"'))
    assert "name the directory" in run("vectors", "info", tmp_path / "old" / "model.safetensors", code=BAD_INPUT).stderr
    assert "without model.safetensors" in run("vectors", "info", tmp_path, code=IO).stderr
