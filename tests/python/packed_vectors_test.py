"""Vectors in half precision or int8 are used like any others."""

import numpy as np
import pytest

import oovec
from conftest import arbitrary_vectors


@pytest.mark.parametrize("options", [{"half": True}, {"int8": True}])
def test_packed_vectors_are_like_any_others(tmp_path, options):
    words, numbers = arbitrary_vectors()
    vectors = oovec.Embeddings(words, numbers)
    vectors.save(tmp_path / "packed.safetensors", **options)
    packed = oovec.Embeddings.load(tmp_path / "packed.safetensors")
    assert packed.mapped and list(packed) == list(vectors)
    word = words[3]
    np.testing.assert_allclose(packed[word], vectors[word], atol=np.abs(numbers).max() / 100)
    np.testing.assert_array_equal(packed[word], packed.vectors[3])
    floats = oovec.Embeddings(words, packed.vectors)
    assert packed.most_similar(word) == floats.most_similar(word)
    assert packed.most_similar(word, restrict_vocab=10) == floats.most_similar(word, restrict_vocab=10)


def test_packed_vectors_are_for_native_files(tmp_path):
    words, numbers = arbitrary_vectors()
    with pytest.raises(oovec.UsageError, match="int8 is for native files"):
        oovec.Embeddings(words, numbers).save(tmp_path / "v.txt", int8=True)
