"""Word vectors with the manners of gensim's KeyedVectors."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, overload

from . import _core
from ._run import ProgressOption, run
from .errors import NoVectorError

if TYPE_CHECKING:
    from gensim.models import KeyedVectors, Word2Vec
    from numpy.typing import ArrayLike
    from typing_extensions import TypeIs

    from ._types import Floats, Item, Items, Key, KeyOrVector, Option, Path


class Embeddings:
    """Words and their vectors.

    They are read from text (word2vec's, GloVe's, fastText's), word2vec's and fastText's binary formats, and
    oovec's own, which is mapped instead of read; gzip, bzip2 and zstd are recognised. The names are those of
    gensim's ``KeyedVectors``, and so are the results.

    >>> vectors = Embeddings.load("vectors.txt")
    >>> vectors
    <oovec.Embeddings: 4 words, 2 dimensions>
    >>> vectors["pear"]
    array([1. , 0.2], dtype=float32)
    >>> vectors.most_similar("pear", topn=1)[0][0]
    'apple'
    >>> "quince" in vectors
    False
    """

    def __init__(self, words: Sequence[str], vectors: ArrayLike) -> None:
        """Of a list of distinct words and a matrix with a row for each.

        >>> Embeddings(["a", "b"], [[1, 2], [3, 4]])["b"].tolist()
        [3.0, 4.0]
        """
        self._set(_core.vectors_from_arrays(list(words), _floats(vectors)))

    @classmethod
    def _of(cls, core: _core.Vectors) -> Embeddings:
        embeddings = Embeddings.__new__(Embeddings)
        embeddings._set(core)
        return embeddings

    def _set(self, core: _core.Vectors) -> None:
        self._core = core
        self._words: list[str] | None = None
        self._rows: dict[str, int] | None = None

    # Files

    @classmethod
    def load(cls, path: Path, *, repair: bool = False, progress: ProgressOption = None,
             **options: Option) -> Embeddings:
        """Reads a vectors file; ``-`` is standard input.

        Whatever is wrong with the file is an error that says where, unless ``repair`` is true: then bad rows
        are left out. The ``options`` are those of ``oovec vectors``: ``format``, ``limit``, ``invalid_utf8``
        and ``threads``.

        >>> len(Embeddings.load("vectors.txt", limit=3))
        3
        """
        given = {**options, "repair": repair}
        core, _, _ = run(_core.load_vectors(os.fspath(path), given), progress)
        return Embeddings._of(core)

    def save(self, path: Path, *, progress: ProgressOption = None, **options: Option) -> None:
        """Writes a vectors file, in the ``format`` that its name says or that is named.

        ``.safetensors`` is oovec's own format: :meth:`load` opens it at once, by mapping it.

        >>> vectors = Embeddings.load("vectors.txt")
        >>> vectors.save("vectors.safetensors")
        >>> Embeddings.load("vectors.safetensors").mapped
        True
        """
        run(_core.save_vectors(self._core, os.fspath(path), options), progress)

    @classmethod
    def from_gensim(cls, vectors: KeyedVectors | Word2Vec) -> Embeddings:
        """The same words and vectors as gensim's ``KeyedVectors``, or a model's (``model.wv``)."""
        vectors = getattr(vectors, "wv", vectors)
        return Embeddings(vectors.index_to_key, vectors.vectors)

    def to_gensim(self) -> KeyedVectors:
        """gensim's ``KeyedVectors`` with a copy of the words and vectors."""
        from gensim.models import KeyedVectors

        vectors = KeyedVectors(self.vector_size)
        vectors.add_vectors(self.index_to_key, self.vectors)
        return vectors

    # What there is

    @property
    def mapped(self) -> bool:
        """Whether the vectors lie in a file instead of memory."""
        return self._core.mapped

    @property
    def vector_size(self) -> int:
        """How many numbers a vector has."""
        return self._core.dimension

    @property
    def vectors(self) -> Floats:
        """The matrix, a row per word: a view without copy, which cannot be written to."""
        return self._core.matrix()

    @property
    def index_to_key(self) -> list[str]:
        """All words, in order."""
        if self._words is None:
            self._words = self._core.words()
        return self._words

    @property
    def key_to_index(self) -> dict[str, int]:
        """The row of each word. To look up a word, :meth:`get_index` needs no dictionary."""
        if self._rows is None:
            self._rows = {word: row for row, word in enumerate(self.index_to_key)}
        return self._rows

    def __len__(self) -> int:
        return len(self._core)

    def __iter__(self) -> Iterator[str]:
        return iter(self.index_to_key)

    def __contains__(self, key: object) -> bool:
        if isinstance(key, Integral):  # of numpy, too
            key = int(key)
        return isinstance(key, (str, int)) and self.has_index_for(key)

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<oovec.{name}: {len(self)} words, {self.vector_size} dimensions>"

    def __reduce__(self) -> tuple[object, ...]:
        return (Embeddings, (self.index_to_key, self.vectors))

    # Looking up

    def get_index(self, key: Key, default: int | None = None) -> int:
        """The row of a word; of a row, the row itself."""
        row = self._find(key)
        if row is not None:
            return row
        if default is not None:
            return default
        raise NoVectorError(f"Key '{key}' not present")

    def _find(self, key: Key) -> int | None:
        if isinstance(key, str):
            return self._core.find(key)
        row = int(key)
        return row if 0 <= row < len(self) else None

    def has_index_for(self, key: Key) -> bool:
        """Whether the word has a row."""
        return self._find(key) is not None

    def get_vector(self, key: Key, norm: bool = False) -> Floats:
        """The vector of a word, scaled to length 1 if ``norm`` is true.

        Vectors of fastText's binary format have one for every word: from its parts, if it has no row.
        """
        row = self._find(key)
        vector = self._core.row(row) if row is not None else self._unlisted(key)
        return _unit(vector) if norm else vector

    def _unlisted(self, key: Key) -> Floats:
        if isinstance(key, str) and self._core.has_subwords:
            vector = self._core.subword_vector(key)
            if vector is not None:
                return _floats(vector)
        raise NoVectorError(f"Key '{key}' not present")

    def __getitem__(self, keys: Key | Iterable[Key]) -> Floats:
        """The vector of a word, or a matrix with those of several.

        >>> Embeddings.load("vectors.txt")[["pear", "plum"]].shape
        (2, 2)
        """
        import numpy as np

        if isinstance(keys, (str, int, np.integer)):
            return self.get_vector(keys)
        return np.vstack([self.get_vector(key) for key in keys])

    def add_vectors(self, keys: str | Sequence[str], weights: ArrayLike,
                    replace: bool = False) -> None:
        """Adds words. One that is there already keeps its vector, unless ``replace`` is true.

        >>> vectors = Embeddings(["a"], [[1, 2]])
        >>> vectors.add_vectors(["b", "c"], [[3, 4], [5, 6]])
        >>> len(vectors)
        3
        """
        if isinstance(keys, str):
            names, rows = [keys], _floats(weights)[None]
        else:
            names, rows = list(keys), _floats(weights)
        self._set(self._core.with_rows(names, rows, replace))

    def __setitem__(self, keys: str | Sequence[str], weights: ArrayLike) -> None:
        self.add_vectors(keys, weights, replace=True)

    # Comparing

    def similarity(self, w1: Key, w2: Key) -> float:
        """The cosine of two words' vectors."""
        return _core.cosine(_floats(self[w1]), _floats(self[w2]))

    def distance(self, w1: Key, w2: Key) -> float:
        """1 − :meth:`similarity`."""
        return 1 - self.similarity(w1, w2)

    def get_mean_vector(self, keys: Sequence[KeyOrVector], weights: ArrayLike | None = None,
                        pre_normalize: bool = True, post_normalize: bool = False,
                        ignore_missing: bool = True) -> Floats:
        """The weighted mean of words' vectors, or of vectors."""
        import numpy as np

        factors = np.ones(len(keys)) if weights is None else np.asarray(weights)
        if len(keys) == 0:
            raise ValueError("cannot compute mean with no input")
        if len(keys) != len(factors):
            raise ValueError("keys and weights array must have same number of elements")
        mean = np.zeros(self.vector_size, np.float32)
        total = 0.0
        for key, factor in zip(keys, factors, strict=True):
            if not isinstance(key, (str, int, np.integer)):
                vector = _floats(key)
            elif key in self or not ignore_missing:
                vector = self.get_vector(key, norm=pre_normalize)
            else:
                continue
            mean += np.float32(factor) * vector
            total += abs(factor)
        mean = mean / np.float32(total) if total > 0 else mean
        return _unit(mean) if post_normalize else mean

    @overload
    def most_similar(self, positive: Items = None, negative: Items = None, topn: int = 10, clip_start: int = 0,
                     clip_end: int | None = None, restrict_vocab: int | None = None) -> list[tuple[str, float]]: ...

    @overload
    def most_similar(self, positive: Items = None, negative: Items = None, *, topn: None, clip_start: int = 0,
                     clip_end: int | None = None, restrict_vocab: int | None = None) -> Floats: ...

    def most_similar(self, positive: Items = None, negative: Items = None, topn: int | None = 10, clip_start: int = 0,
                     clip_end: int | None = None,
                     restrict_vocab: int | None = None) -> list[tuple[str, float]] | Floats:
        """The words nearest to ``positive`` words and farthest from ``negative`` ones.

        Both may be a word, a vector, or a list of them, with or without a weight (``("pear", 0.5)``). Of
        ``topn`` None the similarities of all words are returned, as an array.

        >>> Embeddings.load("vectors.txt").most_similar(positive=["pear", "plum"], topn=1)[0][0]
        'apple'
        """
        if isinstance(topn, int) and topn < 1:
            return []
        if restrict_vocab:
            clip_start, clip_end = 0, restrict_vocab
        weighted = [_with_weight(item, 1.0) for item in _as_list(positive)]
        weighted += [_with_weight(item, -1.0) for item in _as_list(negative)]
        keys = [key for key, _ in weighted]
        query = self.get_mean_vector(keys, [weight for _, weight in weighted], ignore_missing=False)
        rows = [self._find(key) for key in keys if _is_key(key)]
        own = {row for row in rows if row is not None}
        return self._search(query, topn, clip_start, clip_end, sorted(own))

    def _search(self, query: Floats, topn: int | None, start: int, end: int | None,
                leave_out: list[int]) -> list[tuple[str, float]] | Floats:
        if topn is None:
            return self._core.similarities(query, start, end or len(self))
        return self._core.similar(query, max(topn, 0), start, end or len(self), leave_out)

    @overload
    def similar_by_key(self, key: Key, topn: int = 10,
                       restrict_vocab: int | None = None) -> list[tuple[str, float]]: ...

    @overload
    def similar_by_key(self, key: Key, topn: None, restrict_vocab: int | None = None) -> Floats: ...

    def similar_by_key(self, key: Key, topn: int | None = 10,
                       restrict_vocab: int | None = None) -> list[tuple[str, float]] | Floats:
        """The words nearest to a word."""
        return self.most_similar([key], topn=topn, restrict_vocab=restrict_vocab)

    similar_by_word = similar_by_key

    @overload
    def similar_by_vector(self, vector: ArrayLike, topn: int = 10,
                          restrict_vocab: int | None = None) -> list[tuple[str, float]]: ...

    @overload
    def similar_by_vector(self, vector: ArrayLike, topn: None, restrict_vocab: int | None = None) -> Floats: ...

    def similar_by_vector(self, vector: ArrayLike, topn: int | None = 10,
                          restrict_vocab: int | None = None) -> list[tuple[str, float]] | Floats:
        """The words nearest to a vector."""
        return self._search(_floats(vector), topn, 0, restrict_vocab, [])

    def rank(self, key1: Key, key2: Key) -> int:
        """The how manieth ``key2`` is among the words nearest to ``key1``."""
        return self._core.rank(self.get_vector(key1), self.get_index(key2), self._find(key1))

    def evaluate_word_pairs(self, pairs: Path, delimiter: str = "\t", encoding: str = "utf8",
                            restrict_vocab: int | None = 300000, case_insensitive: bool = True,
                            dummy4unknown: bool = False) -> tuple[tuple[float, float], tuple[float, float], float]:
        """How similarities agree with those that people gave, in lines of two words and a number.

        Returns Pearson's r and Spearman's ρ, each with its p-value, and the percentage of pairs with an unknown
        word. Needs SciPy.
        """
        from scipy import stats

        fold = str.upper if case_insensitive else str
        words = self.index_to_key[:restrict_vocab]
        rows = {fold(words[row]): row for row in reversed(range(len(words)))}
        human, own, unknown = [], [], 0
        with open(pairs, encoding=encoding) as lines:
            for line in lines:
                fields = line.split(delimiter)
                if line.startswith("#") or len(fields) != 3:
                    continue
                try:
                    score = float(fields[2])
                except ValueError:
                    continue
                first, second = (rows.get(fold(word)) for word in fields[:2])
                if first is None or second is None:
                    unknown += 1
                    if not dummy4unknown:
                        continue
                    own.append(0.0)
                else:
                    own.append(self.similarity(first, second))
                human.append(score)
        if not human:
            raise ValueError(f"No valid similarity judgements found in {pairs}: either invalid format "
                             f"or all are out-of-vocabulary in {self}")
        missing = unknown / (len(human) + (0 if dummy4unknown else unknown)) * 100
        return stats.pearsonr(human, own), stats.spearmanr(human, own), missing


def _floats(values: ArrayLike) -> Floats:
    import numpy as np

    return np.ascontiguousarray(values, dtype=np.float32)


def _unit(vector: Floats) -> Floats:
    """The vector scaled to length 1; zeros stay zeros."""
    import numpy as np

    length = np.sqrt(np.dot(vector, vector))
    return vector / length if length > 0 else vector


def _is_key(item: object) -> TypeIs[Key]:
    import numpy as np

    return isinstance(item, (str, int, np.integer))


def _as_list(items: Items) -> list[Item]:
    """A list of what may be one word, one vector or several of either."""
    import numpy as np

    if items is None:
        return []
    if _is_key(items) or (isinstance(items, np.ndarray) and items.ndim == 1):
        return [items]
    return list(items)


def _with_weight(item: Item, weight: float) -> tuple[KeyOrVector, float]:
    return (item[0], float(item[1])) if isinstance(item, tuple) else (item, weight)
