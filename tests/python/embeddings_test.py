"""Embeddings have the manners of gensim's KeyedVectors, and give the same results."""

import copy
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest
from gensim.models import KeyedVectors

import oovec
from conftest import arbitrary_vectors


@pytest.fixture(scope="module")
def theirs():
    words, numbers = arbitrary_vectors()
    vectors = KeyedVectors(numbers.shape[1])
    vectors.add_vectors(words, numbers)
    return vectors


@pytest.fixture(scope="module")
def ours(theirs):
    return oovec.Embeddings.from_gensim(theirs)


def assert_same_list(ours, theirs):
    assert [word for word, _ in ours] == [word for word, _ in theirs]
    np.testing.assert_allclose([score for _, score in ours], [score for _, score in theirs], atol=1e-6)


def test_words_and_vectors_are_the_same(ours, theirs):
    assert len(ours) == len(theirs)
    assert ours.vector_size == theirs.vector_size
    assert ours.index_to_key == theirs.index_to_key == list(ours)
    assert ours.key_to_index == theirs.key_to_index
    np.testing.assert_array_equal(ours.vectors, theirs.vectors)


def test_words_are_looked_up_as_gensim_does(ours, theirs):
    for key in ["word5", "Word7", 3, np.int64(4)]:
        np.testing.assert_array_equal(ours[key], theirs[key])
        np.testing.assert_allclose(ours.get_vector(key, norm=True), theirs.get_vector(key, norm=True),
                                   rtol=1e-6)
        assert ours.get_index(key) == theirs.get_index(key)
    np.testing.assert_array_equal(ours[["word1", "word2"]], theirs[["word1", "word2"]])
    for key in ["word1", "nothing", 499, 500, -1]:
        assert (key in ours) == (key in theirs) == ours.has_index_for(key)
    assert ours.get_index("nothing", default=-1) == -1
    for vectors in (ours, theirs):
        for look_up in (vectors.get_index, vectors.get_vector, vectors.__getitem__):
            with pytest.raises(KeyError, match="Key 'nothing' not present"):
                look_up("nothing")


@pytest.mark.parametrize("arguments", [
    {"positive": "word5"},
    {"positive": ["word5"], "topn": 3},
    {"positive": ["word5", "word9"], "negative": ["Word0", "word1"]},
    {"positive": [("word5", 0.3), ("word9", 2.0)], "negative": [("word1", -0.5)]},
    {"positive": ["word5"], "restrict_vocab": 20},
    {"positive": ["word5"], "clip_start": 50, "clip_end": 90, "topn": 100},
    {"positive": ["word5"], "topn": 0},
    {"negative": "word5"},
    {"positive": np.arange(16, dtype=np.float32)},
    {"positive": [np.arange(16, dtype=np.float32), "word3"]},
], ids=str)
def test_the_most_similar_words_are_the_same(ours, theirs, arguments):
    assert_same_list(ours.most_similar(**arguments), theirs.most_similar(**arguments))


def test_similarities_of_all_words_are_the_same(ours, theirs):
    np.testing.assert_allclose(ours.most_similar("word5", topn=None),
                               theirs.most_similar("word5", topn=None), atol=1e-6)


def test_words_are_found_by_vector_and_word(ours, theirs):
    vector = np.linspace(-1, 1, 16)
    assert_same_list(ours.similar_by_vector(vector, topn=4), theirs.similar_by_vector(vector, topn=4))
    assert_same_list(ours.similar_by_word("word8", 6), theirs.similar_by_word("word8", 6))
    assert_same_list(ours.similar_by_key("word8", 6), theirs.similar_by_key("word8", 6))


def test_two_words_compare_as_in_gensim(ours, theirs):
    pairs = [("word5", "word6"), ("word5", "word5"), ("Word0", "word499"), ("word8", "word3")]
    for first, second in pairs:
        assert ours.similarity(first, second) == pytest.approx(theirs.similarity(first, second), abs=1e-6)
        assert ours.distance(first, second) == pytest.approx(theirs.distance(first, second), abs=1e-6)
        if first != second:
            assert ours.rank(first, second) == theirs.rank(first, second)
    assert ours.rank("word5", "word5") == 1


def test_means_are_the_same(ours, theirs):
    keys = ["word5", "nothing", np.ones(16, np.float32)]
    for options in [{}, {"pre_normalize": False}, {"post_normalize": True}, {"weights": [1, 2, -3]}]:
        np.testing.assert_allclose(ours.get_mean_vector(keys, **options),
                                   theirs.get_mean_vector(keys, **options), rtol=1e-5, atol=1e-6)
    for vectors in (ours, theirs):
        with pytest.raises(ValueError, match="cannot compute mean with no input"):
            vectors.get_mean_vector([])
        with pytest.raises(ValueError, match="same number of elements"):
            vectors.get_mean_vector(["word1"], [1, 2])
        with pytest.raises(KeyError):
            vectors.get_mean_vector(["nothing"], ignore_missing=False)


@pytest.mark.parametrize("options", [
    {}, {"case_insensitive": False}, {"dummy4unknown": True}, {"restrict_vocab": 30}], ids=str)
def test_word_pairs_are_judged_as_gensim_does(ours, theirs, options, tmp_path):
    numbers = np.random.default_rng(3).random(60)
    lines = [f"word{i}\tword{i + 1 + i % 29}\t{numbers[i]:.3f}\n" for i in range(60)]
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("# comment\nbad line\na\tb\tc\n" + "".join(lines) + "word1\tnothing\t0.5\n")
    ours, theirs = (vectors.evaluate_word_pairs(str(pairs), **options) for vectors in (ours, theirs))
    for mine, its in zip(ours[:2], theirs[:2], strict=True):
        np.testing.assert_allclose(mine, its, rtol=1e-4)
    assert ours[2] == theirs[2]


def test_pairs_without_a_known_word_are_an_error(ours, tmp_path):
    (tmp_path / "pairs").write_text("a\tb\t1\n")
    with pytest.raises(ValueError, match="No valid similarity judgements"):
        ours.evaluate_word_pairs(tmp_path / "pairs")


def test_vectors_are_added_as_in_gensim():
    both = []
    for make in (oovec.Embeddings.from_gensim, lambda vectors: vectors):
        theirs = KeyedVectors(2)
        theirs.add_vectors(["a", "b"], np.array([[1, 2], [3, 4]], np.float32))
        vectors = make(theirs)
        vectors.add_vectors(["b", "c"], [[5, 6], [7, 8]])
        vectors.add_vectors("d", [9, 10])
        vectors.add_vectors(["a"], [[0, 1]], replace=True)
        vectors["c"] = np.array([2, 2])
        vectors[["d", "e"]] = np.array([[3, 3], [4, 4]])
        both.append((vectors.index_to_key, vectors.key_to_index, vectors.vectors.tolist()))
    assert both[0] == both[1]
    assert both[0][2] == [[0, 1], [3, 4], [2, 2], [3, 3], [4, 4]]


def test_they_go_to_gensim_and_back(ours, theirs):
    there = ours.to_gensim()
    assert isinstance(there, KeyedVectors)
    assert there.key_to_index == theirs.key_to_index
    np.testing.assert_array_equal(there.vectors, theirs.vectors)
    assert there.vectors.flags.writeable
    back = oovec.Embeddings.from_gensim(there)
    np.testing.assert_array_equal(back.vectors, ours.vectors)


def test_vectors_of_a_mapped_file_are_not_copied(ours, tmp_path):
    ours.save(tmp_path / "v.safetensors")
    mapped = oovec.Embeddings.load(tmp_path / "v.safetensors")
    assert mapped.mapped and not ours.mapped
    matrix = mapped.vectors
    address = matrix.__array_interface__["data"][0]
    regions = [line.split() for line in Path("/proc/self/maps").read_text().splitlines() if "v.safetensors" in line]
    ranges = [[int(end, 16) for end in region[0].split("-")] for region in regions]
    assert any(low <= address < high for low, high in ranges)
    assert mapped["word5"].__array_interface__["data"][0] == address + 5 * 16 * 4
    np.testing.assert_array_equal(matrix, ours.vectors)


def test_arrays_outlive_their_embeddings(ours, tmp_path):
    ours.save(tmp_path / "v.safetensors")
    vectors = oovec.Embeddings.load(tmp_path / "v.safetensors")
    matrix, row = vectors.vectors, vectors["word3"]
    del vectors
    np.testing.assert_array_equal(matrix[3], row)
    np.testing.assert_array_equal(matrix, ours.vectors)


def test_arrays_cannot_be_written_to(ours):
    for array in (ours.vectors, ours["word1"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("name", ["v.txt", "v.bin", "v.vec.gz", "v.safetensors"])
def test_what_is_saved_is_read_back(ours, tmp_path, name):
    ours.save(str(tmp_path / name))
    again = oovec.Embeddings.load(tmp_path / name)
    assert again.index_to_key == ours.index_to_key
    np.testing.assert_array_equal(again.vectors, ours.vectors)


def test_loading_repairs_and_limits(tmp_path):
    (tmp_path / "v.txt").write_text("a 1 2\nb 3\nc 5 6\nd 7 8\n")
    assert oovec.Embeddings.load(tmp_path / "v.txt", repair=True).index_to_key == ["a", "c", "d"]
    assert oovec.Embeddings.load(tmp_path / "v.txt", limit=1).index_to_key == ["a"]


def test_they_are_pickled_and_copied(ours):
    again = pickle.loads(pickle.dumps(ours))
    assert again.index_to_key == ours.index_to_key
    np.testing.assert_array_equal(again.vectors, ours.vectors)


def test_what_cannot_be_vectors_is_refused(ours):
    for words, numbers, message in [(["a"], [[1], [2]], "there are 1 words, but 2 vectors"),
                                    (["a", "a"], [[1], [2]], '"a" appears twice'),
                                    (["a"], [[float("nan")]], '"a" has a number that is not finite')]:
        with pytest.raises(ValueError, match=message):
            oovec.Embeddings(words, numbers)
    with pytest.raises(ValueError, match="2 numbers where 16 are expected"):
        ours.similar_by_vector([1, 2])
    with pytest.raises(ValueError, match="2 numbers where 16 are expected"):
        ours.add_vectors(["new"], [[1, 2]])


def test_several_threads_may_search_at_once(ours):
    answers = [None] * 8
    def search(i):
        answers[i] = ours.most_similar("word5")
    threads = [threading.Thread(target=search, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [ours.most_similar("word5")] * 8


def test_a_row_number_of_numpy_is_a_key_like_any_other():
    vectors = oovec.Embeddings(["pear", "apple"], np.array([[1, 2], [3, 4]]))
    assert np.int64(1) in vectors
    assert np.int64(2) not in vectors
    np.testing.assert_array_equal(vectors.get_mean_vector([np.int64(1)], pre_normalize=False), [3, 4])


def test_a_word_is_looked_up_as_texts_spell_it():
    core = oovec.Embeddings(["king", "well", "known", "'s"], np.eye(4, dtype=np.float32))._core
    found = {word: core.look_up(word) for word in ("king", "King", "King’s", "well-known", "queen")}
    assert [(f.match, f.row, f.rows) for f in found.values()] == [
        ("as is", 0, [0]), ("lower-cased", 0, [0]), ("without clitic", 0, [0, 3]), ("in parts", None, [1, 2]),
        ("none", None, [])]


def test_words_may_be_strings_of_numpy(ours, theirs):
    words = np.array(["word5", "word9"])
    np.testing.assert_array_equal(ours[words], theirs[words])
    np.testing.assert_array_equal(ours[words[0]], theirs["word5"])
    assert words[0] in ours and ours.get_index(words[0]) == 5
    assert_same_list(ours.most_similar(words), theirs.most_similar(["word5", "word9"]))
    assert_same_list(ours.most_similar(words.astype(object)), theirs.most_similar(["word5", "word9"]))
    made = oovec.Embeddings(words, [[1, 2], [3, 4]])
    assert made.index_to_key == ["word5", "word9"]
    made.add_vectors(np.array(["new"]), [[5, 6]])
    assert "new" in made


def test_copies_share_their_numbers(ours):
    for again in (copy.copy(ours), copy.deepcopy(ours)):
        assert again.vectors.__array_interface__["data"] == ours.vectors.__array_interface__["data"]
        again.add_vectors("new", np.ones(16))
        assert "new" in again and "new" not in ours


def test_everything_that_takes_vectors_takes_them_of_any_kind(tmp_path):
    vectors = oovec.Embeddings(["pear", "apple"], [[1, 2], [3, 4]])
    vectors.save(tmp_path / "v.txt")
    outputs = []
    for kind in (vectors, vectors.to_gensim(), tmp_path / "v.txt", str(tmp_path / "v.txt")):
        oovec.index(["a pear and an apple"], kind, tmp_path / "c.ctx")
        outputs.append((tmp_path / "c.ctx").read_bytes())
    assert outputs == outputs[:1] * 4


@pytest.mark.parametrize("scale", [1e30, 1e-30])
def test_cosines_are_right_where_squares_overflow_or_vanish(scale):
    words = ["a", "b", "c"]
    rows = np.array([[1, 2, 3], [2, 3, 3], [-3, 1, 0.5]], np.float32)
    plain, scaled = (oovec.Embeddings(words, rows * np.float32(s)) for s in (1, scale))
    assert scaled.similarity("a", "b") == pytest.approx(plain.similarity("a", "b"), abs=1e-6)
    assert scaled.n_similarity(["a"], ["b", "c"]) == pytest.approx(plain.n_similarity(["a"], ["b", "c"]), abs=1e-6)
    np.testing.assert_allclose(scaled.distances("a"), plain.distances("a"), atol=1e-6)
    np.testing.assert_allclose(scaled.distances("a", ["b"]), plain.distances("a", ["b"]), atol=1e-6)
    np.testing.assert_allclose(scaled.get_vector("a", norm=True), plain.get_vector("a", norm=True), atol=1e-6)
    assert [word for word, _ in scaled.most_similar("a")] == [word for word, _ in plain.most_similar("a")]
    assert scaled.doesnt_match(words) == plain.doesnt_match(words)
