"""Vectors of gensim: taking them apart, making them, and files that gensim has saved."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ._comparing import floats
from .errors import FileError, MalformedError, UnsupportedError, UsageError

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

    from ._types import Floats, Option

    Subwords = tuple[int, int, Floats]  # the least and greatest length of n-grams, and a row for each bucket of them

_EXTENSIONS = (".kv", ".model")


def is_vectors(vectors: object) -> bool:
    """Whether these are KeyedVectors or a model that has them, told without importing gensim."""
    vectors = getattr(vectors, "wv", vectors)
    return hasattr(vectors, "index_to_key") and hasattr(vectors, "vectors")


def parts_of(vectors: KeyedVectors) -> tuple[list[str], Floats, Subwords | None, dict[str, Any]]:
    """Words, matrix, subwords and attributes of words, of KeyedVectors or a model that has them."""
    if not is_vectors(vectors):
        raise TypeError(f"KeyedVectors of gensim or a model that has them are expected, not {type(vectors).__name__}")
    vectors = getattr(vectors, "wv", vectors)
    subwords = None
    ngrams = getattr(vectors, "vectors_ngrams", None)
    if ngrams is not None and len(ngrams) > 0 and vectors.max_n > 0:
        subwords = (int(vectors.min_n), int(vectors.max_n), floats(ngrams))
    attributes = {name: values.copy() for name, values in vectors.expandos.items() if len(values) == len(vectors)}
    return vectors.index_to_key, vectors.vectors, subwords, attributes


def make(words: list[str], matrix: Floats, subwords: Subwords | None, attributes: dict[str, Any]) -> KeyedVectors:
    """KeyedVectors, or FastTextKeyedVectors, with a copy of everything."""
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(matrix.shape[1]) if subwords is None else _make_fasttext(words, matrix, subwords)
    if subwords is None:
        vectors.add_vectors(words, matrix)
    for name, values in attributes.items():
        vectors.expandos[name] = values.copy()
    vectors.allocate_vecattrs()
    return vectors


def _make_fasttext(words: list[str], matrix: Floats, subwords: Subwords) -> KeyedVectors:
    import numpy as np
    from gensim.models.fasttext import FastTextKeyedVectors

    shortest, longest, ngrams = subwords
    vectors = FastTextKeyedVectors(matrix.shape[1], shortest, longest, len(ngrams))
    vectors.add_vectors(words, matrix)
    vectors.vectors_ngrams = np.array(ngrams)
    vectors.recalc_char_ngram_buckets()
    # A word's vector is the mean of its own row and its n-grams' rows; gensim saves the former.
    vectors.vectors_vocab = np.array(matrix)
    for row, buckets in enumerate(vectors.buckets_word):
        vectors.vectors_vocab[row] = matrix[row] * (len(buckets) + 1) - vectors.vectors_ngrams[buckets].sum(axis=0)
    return vectors


def is_native(path: str, options: dict[str, Option]) -> bool:
    """Whether to let gensim read the file. A pickle runs code when it is read, so one with a name that does not say
    what it is must be asked for, by its format."""
    asked = options.get("format") == "gensim"
    if not asked and not _looks_pickled(path):
        return False
    if not asked and not path.endswith(_EXTENSIONS):
        raise UsageError(f'{path}: a pickle of gensim; reading it runs code that it may hold; if you trust the file, '
                         'read it with format="gensim"')
    for name in options:
        if name not in ("format", "threads"):
            raise UsageError(f"{name}: files that gensim has saved are read whole; load the file without this option")
    return True


def _looks_pickled(path: str) -> bool:
    if not os.path.isfile(path):  # a pipe can be read only once, by the core
        return False
    try:
        with open(path, "rb") as file:
            start = file.read(256)
    except OSError:  # the core says what is wrong
        return False
    return start.startswith(b"\x80") and b"gensim" in start


def load(path: str) -> KeyedVectors:
    """What gensim has saved."""
    try:
        from gensim.utils import SaveLoad
    except ImportError as error:
        raise UnsupportedError(f"{path}: gensim has saved this file, and only gensim reads it; pip install gensim, or "
                               "save the vectors there with save_word2vec_format") from error
    try:
        found = SaveLoad.load(path)
    except OSError as error:
        raise FileError(f"cannot read {path}: {error}; gensim keeps large arrays in files beside it, "
                        f"{os.path.basename(path)}.*.npy: keep them together") from error
    except Exception as error:
        raise MalformedError(f"{path}: gensim cannot read the file: {error}") from error
    if not is_vectors(found):
        raise UnsupportedError(f"{path}: gensim has saved a {type(found).__name__} here, which has no word vectors")
    return found
