"""Word vectors with the manners of gensim's KeyedVectors."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional, Sequence, Union, overload

from . import _core
from ._run import ProgressOption, run
from .errors import NoVectorError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike

    Key = Union[str, int]
    KeyOrVector = Union[str, int, ArrayLike]
    Path = Union[str, os.PathLike[str]]


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
        self._words: Optional[list[str]] = None
        self._rows: Optional[dict[str, int]] = None

    # Files

    @classmethod
    def load(cls, path: Path, *, repair: bool = False, progress: ProgressOption = None,
             **options: Any) -> Embeddings:
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

    def save(self, path: Path, *, progress: ProgressOption = None, **options: Any) -> None:
        """Writes a vectors file, in the ``format`` that its name says or that is named.

        ``.safetensors`` is oovec's own format: :meth:`load` opens it at once, by mapping it.

        >>> vectors = Embeddings.load("vectors.txt")
        >>> vectors.save("vectors.safetensors")
        >>> Embeddings.load("vectors.safetensors").mapped
        True
        """
        run(_core.save_vectors(self._core, os.fspath(path), options), progress)

    @classmethod
    def from_gensim(cls, vectors: Any) -> Embeddings:
        """The same words and vectors as gensim's ``KeyedVectors``, or a model's (``model.wv``)."""
        vectors = getattr(vectors, "wv", vectors)
        return Embeddings(vectors.index_to_key, vectors.vectors)

    def to_gensim(self) -> Any:
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
    def vectors(self) -> np.ndarray:
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
        return isinstance(key, (str, int)) and self.has_index_for(key)

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<oovec.{name}: {len(self)} words, {self.vector_size} dimensions>"

    def __reduce__(self) -> Any:
        return (Embeddings, (self.index_to_key, self.vectors))

    # Looking up

    def get_index(self, key: Key, default: Optional[int] = None) -> int:
        """The row of a word; of a row, the row itself."""
        row = self._find(key)
        if row is not None:
            return row
        if default is not None:
            return default
        raise NoVectorError(f"Key '{key}' not present")

    def _find(self, key: Key) -> Optional[int]:
        if isinstance(key, str):
            return self._core.find(key)
        row = int(key)
        return row if 0 <= row < len(self) else None

    def has_index_for(self, key: Key) -> bool:
        """Whether the word has a row."""
        return self._find(key) is not None

    def get_vector(self, key: Key, norm: bool = False) -> np.ndarray:
        """The vector of a word, scaled to length 1 if ``norm`` is true.

        Vectors of fastText's binary format have one for every word: from its parts, if it has no row.
        """
        row = self._find(key)
        vector = self._core.row(row) if row is not None else self._unlisted(key)
        return _unit(vector) if norm else vector

    def _unlisted(self, key: Key) -> np.ndarray:
        if isinstance(key, str) and self._core.has_subwords:
            vector = self._core.subword_vector(key)
            if vector is not None:
                return _floats(vector)
        raise NoVectorError(f"Key '{key}' not present")

    @overload
    def __getitem__(self, keys: Key) -> np.ndarray: ...

    @overload
    def __getitem__(self, keys: Iterable[Key]) -> np.ndarray: ...

    def __getitem__(self, keys: Any) -> np.ndarray:
        """The vector of a word, or a matrix with those of several.

        >>> Embeddings.load("vectors.txt")[["pear", "plum"]].shape
        (2, 2)
        """
        import numpy as np

        if isinstance(keys, (str, int, np.integer)):
            return self.get_vector(keys)
        return np.vstack([self.get_vector(key) for key in keys])

    def add_vectors(self, keys: Union[str, Sequence[str]], weights: ArrayLike,
                    replace: bool = False) -> None:
        """Adds words. One that is there already keeps its vector, unless ``replace`` is true.

        >>> vectors = Embeddings(["a"], [[1, 2]])
        >>> vectors.add_vectors(["b", "c"], [[3, 4], [5, 6]])
        >>> len(vectors)
        3
        """
        if isinstance(keys, str):
            keys, weights = [keys], [weights]
        self._set(self._core.with_rows(list(keys), _floats(weights), replace))

    def __setitem__(self, keys: Union[str, Sequence[str]], weights: ArrayLike) -> None:
        self.add_vectors(keys, weights, replace=True)

    # Comparing

    def similarity(self, w1: Key, w2: Key) -> float:
        """The cosine of two words' vectors."""
        return _core.cosine(_floats(self[w1]), _floats(self[w2]))

    def distance(self, w1: Key, w2: Key) -> float:
        """1 − :meth:`similarity`."""
        return 1 - self.similarity(w1, w2)

    def get_mean_vector(self, keys: Sequence[KeyOrVector], weights: Optional[ArrayLike] = None,
                        pre_normalize: bool = True, post_normalize: bool = False,
                        ignore_missing: bool = True) -> np.ndarray:
        """The weighted mean of words' vectors, or of vectors."""
        import numpy as np

        factors = np.ones(len(keys)) if weights is None else np.asarray(weights)
        if len(keys) == 0:
            raise ValueError("cannot compute mean with no input")
        if len(keys) != len(factors):
            raise ValueError("keys and weights array must have same number of elements")
        mean = np.zeros(self.vector_size, np.float32)
        total = 0.0
        for key, factor in zip(keys, factors):
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

    def most_similar(self, positive: Any = None, negative: Any = None, topn: Optional[int] = 10,
                     clip_start: int = 0, clip_end: Optional[int] = None,
                     restrict_vocab: Optional[int] = None) -> Any:
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
        own = {self._find(key) for key in keys if _is_key(key)} - {None}
        return self._search(query, topn, clip_start, clip_end, sorted(own))

    def _search(self, query: np.ndarray, topn: Optional[int], start: int, end: Optional[int],
                leave_out: list[int]) -> Any:
        if topn is None:
            return self._core.similarities(query, start, end or len(self))
        return self._core.similar(query, max(topn, 0), start, end or len(self), leave_out)

    def similar_by_key(self, key: Key, topn: Optional[int] = 10,
                       restrict_vocab: Optional[int] = None) -> Any:
        """The words nearest to a word."""
        return self.most_similar([key], topn=topn, restrict_vocab=restrict_vocab)

    similar_by_word = similar_by_key

    def similar_by_vector(self, vector: ArrayLike, topn: Optional[int] = 10,
                          restrict_vocab: Optional[int] = None) -> Any:
        """The words nearest to a vector."""
        return self._search(_floats(vector), topn, 0, restrict_vocab, [])

    def rank(self, key1: Key, key2: Key) -> int:
        """The how manieth ``key2`` is among the words nearest to ``key1``."""
        return self._core.rank(self.get_vector(key1), self.get_index(key2), self._find(key1))

    def evaluate_word_pairs(self, pairs: Path, delimiter: str = "\t", encoding: str = "utf8",
                            restrict_vocab: Optional[int] = 300000, case_insensitive: bool = True,
                            dummy4unknown: bool = False) -> tuple[Any, Any, float]:
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


def _floats(values: Any) -> np.ndarray:
    import numpy as np

    return np.ascontiguousarray(values, dtype=np.float32)


def _unit(vector: np.ndarray) -> np.ndarray:
    """The vector scaled to length 1; zeros stay zeros."""
    import numpy as np

    length = np.sqrt(np.dot(vector, vector))
    return vector / length if length > 0 else vector


def _is_key(item: Any) -> bool:
    import numpy as np

    return isinstance(item, (str, int, np.integer))


def _as_list(items: Any) -> list[Any]:
    """A list of what may be one word, one vector or several of either."""
    import numpy as np

    if items is None:
        return []
    if _is_key(items) or (isinstance(items, np.ndarray) and items.ndim == 1):
        return [items]
    return list(items)


def _with_weight(item: Any, weight: float) -> tuple[Any, float]:
    return (item[0], float(item[1])) if isinstance(item, tuple) else (item, weight)
