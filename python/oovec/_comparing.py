"""Comparing words by their vectors, with the names of gensim's KeyedVectors and its results."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, cast, overload

from . import _core
from ._text import check_whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import TypeIs

    from ._types import Floats, Item, Items, Key, KeyOrVector, Path


class Comparing:
    """The part of :class:`Embeddings` that compares words."""

    _core: _core.Vectors

    if TYPE_CHECKING:  # what Embeddings has

        def __contains__(self, key: object) -> bool: ...
        def __len__(self) -> int: ...
        @property
        def index_to_key(self) -> list[str]: ...
        @property
        def vector_size(self) -> int: ...
        def get_index(self, key: Key, default: int | None = None) -> int: ...
        def get_vector(self, key: Key, norm: bool = False) -> Floats: ...
        def _find(self, key: Key) -> int | None: ...

    def similarity(self, w1: Key, w2: Key) -> float:
        """The cosine of two words' vectors."""
        return _core.cosine(floats(self.get_vector(w1)), floats(self.get_vector(w2)))

    def distance(self, w1: Key, w2: Key) -> float:
        """1 − :meth:`similarity`."""
        return 1 - self.similarity(w1, w2)

    def distances(self, word_or_vector: KeyOrVector, other_words: Iterable[Key] = ()) -> Floats:
        """1 − the cosine of a word or vector with each of ``other_words``, or with all words if none is given."""
        import numpy as np

        vector = self._vector_of(word_or_vector)
        others = list(other_words)
        if not others:
            return 1 - self._core.similarities(vector, 0, len(self))
        cosines = [_core.cosine(vector, floats(self.get_vector(word))) for word in others]
        return 1 - np.array(cosines, np.float32)

    def n_similarity(self, ws1: Sequence[Key], ws2: Sequence[Key]) -> float:
        """The cosine of the means of two lists of words.

        >>> from oovec import Embeddings
        >>> Embeddings.load("vectors.txt").n_similarity(["pear", "plum"], ["apple"]) > 0.9
        True
        """
        if not (len(ws1) and len(ws2)):
            raise ZeroDivisionError("At least one of the passed list is empty.")
        return _core.cosine(self.get_mean_vector(ws1, pre_normalize=False),
                            self.get_mean_vector(ws2, pre_normalize=False))

    def doesnt_match(self, words: Iterable[Key]) -> Key:
        """The word that is farthest from the mean of all.

        >>> from oovec import Embeddings
        >>> Embeddings.load("vectors.txt").doesnt_match(["pear", "car", "apple"])
        'car'
        """
        import numpy as np

        known = [word for word in words if word in self]
        if not known:
            raise ValueError("cannot select a word from an empty list")
        units = np.vstack([self.get_vector(word, norm=True) for word in known])
        return known[int(np.argmin(units @ units.mean(axis=0)))]

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
            if not is_key(key):
                vector = floats(key)
            elif key in self or not ignore_missing:
                vector = self.get_vector(key, norm=pre_normalize)
            else:
                continue
            mean += np.float32(factor) * vector
            total += abs(factor)
        mean = mean / np.float32(total) if total > 0 else mean
        return unit(mean) if post_normalize else mean

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

        >>> from oovec import Embeddings
        >>> Embeddings.load("vectors.txt").most_similar(positive=["pear", "plum"], topn=1)[0][0]
        'apple'
        """
        if isinstance(topn, Integral) and topn < 1:
            return []
        if restrict_vocab:
            clip_start, clip_end = 0, restrict_vocab
        weighted = [_with_weight(item, 1.0) for item in _as_list(positive)]
        weighted += [_with_weight(item, -1.0) for item in _as_list(negative)]
        keys = [key for key, _ in weighted]
        query = self.get_mean_vector(keys, [weight for _, weight in weighted], ignore_missing=False)
        return self._search(query, topn, clip_start, clip_end, sorted(self._rows_of(keys)))

    def _search(self, query: Floats, topn: int | None, start: int, end: int | None,
                leave_out: list[int]) -> list[tuple[str, float]] | Floats:
        start = check_whole(start, "clip_start")
        end = len(self) if end is None else check_whole(end, "clip_end") or len(self)
        if topn is None:
            return self._core.similarities(query, start, end)
        nearest = 0 if isinstance(topn, Integral) and topn < 0 else check_whole(topn, "topn")
        return self._core.similar(query, nearest, start, end, leave_out)

    @overload
    def most_similar_cosmul(self, positive: Items = None, negative: Items = None, topn: int = 10,
                            restrict_vocab: int | None = None) -> list[tuple[str, float]]: ...

    @overload
    def most_similar_cosmul(self, positive: Items = None, negative: Items = None, *, topn: None,
                            restrict_vocab: int | None = None) -> Floats: ...

    def most_similar_cosmul(self, positive: Items = None, negative: Items = None, topn: int | None = 10,
                            restrict_vocab: int | None = None) -> list[tuple[str, float]] | Floats:
        """As :meth:`most_similar`, but similarities are multiplied instead of added: 3CosMul of Levy and Goldberg
        (2014).

        >>> from oovec import Embeddings
        >>> Embeddings.load("vectors.txt").most_similar_cosmul(["pear", "plum"], ["car"], topn=1)[0][0]
        'apple'
        """
        import numpy as np

        if isinstance(topn, Integral) and topn < 1:
            return []
        positives, negatives = _as_list(positive), _as_list(negative)
        if not positives:
            raise ValueError("cannot compute similarity with no input")
        scores = self._shifted_product(positives, restrict_vocab) / (
            self._shifted_product(negatives, restrict_vocab) + 1e-6)
        if topn is None:
            return floats(scores)
        own = self._rows_of([*positives, *negatives])
        best = [int(row) for row in np.argsort(-scores, kind="stable")[:topn + len(own)] if int(row) not in own]
        return [(self._core.word(row), float(scores[row])) for row in best[:topn]]

    def _shifted_product(self, items: list[Item], end: int | None) -> Floats:
        """For each word the product of its cosines with the items, shifted to 0 … 1."""
        import numpy as np

        product = np.ones(min(end or len(self), len(self)), np.float32)
        for item in items:
            product *= (1 + self._core.similarities(self._vector_of(_with_weight(item, 1.0)[0]), 0, len(product))) / 2
        return product

    def most_similar_to_given(self, key1: Key, keys_list: Sequence[Key]) -> Key:
        """Of a list of words, the one nearest to ``key1``."""
        return max(keys_list, key=lambda key: self.similarity(key1, key))

    def relative_cosine_similarity(self, wa: Key, wb: Key, topn: int = 10) -> float:
        """The cosine of two words as a share of the cosines of the first with its ``topn`` nearest words
        (Leeuwenberg and others, 2016). Synonyms have more than 1 / topn."""
        nearest = self.similar_by_key(wa, topn)
        if not nearest:
            raise ValueError("Cannot calculate relative cosine similarity without any similar words.")
        return self.similarity(wa, wb) / sum(score for _, score in nearest)

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
        return self._search(floats(vector), topn, 0, restrict_vocab, [])

    def closer_than(self, key1: Key, key2: Key) -> list[str]:
        """The words that are nearer to ``key1`` than ``key2`` is.

        >>> from oovec import Embeddings
        >>> Embeddings.load("vectors.txt").closer_than("pear", "plum")
        ['apple']
        """
        similarities = self._core.similarities(floats(self.get_vector(key1)), 0, len(self))
        own = self._find(key1)
        rows = (similarities > similarities[self.get_index(key2)]).nonzero()[0]
        return [self._core.word(row) for row in rows if row != own]

    def rank(self, key1: Key, key2: Key) -> int:
        """The place of ``key2`` among the words nearest to ``key1``, from 1."""
        return self._core.rank(self.get_vector(key1), self.get_index(key2), self._find(key1))

    def evaluate_word_pairs(self, pairs: Path, delimiter: str = "\t", encoding: str = "utf8",
                            restrict_vocab: int | None = 300000, case_insensitive: bool = True,
                            dummy4unknown: bool = False) -> tuple[tuple[float, float], tuple[float, float], float]:
        """Correlates similarities with human judgements, given as lines of two words and a number.

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
            raise ValueError(f"No valid similarity judgements found in {os.fsdecode(pairs)}: either invalid format "
                             f"or all are out-of-vocabulary in {self}")
        missing = unknown / (len(human) + (0 if dummy4unknown else unknown)) * 100
        return stats.pearsonr(human, own), stats.spearmanr(human, own), missing

    def _vector_of(self, item: KeyOrVector) -> Floats:
        return floats(self.get_vector(item) if is_key(item) else item)

    def _rows_of(self, items: Iterable[Item]) -> set[int]:
        """The rows of those items that are words and have one."""
        rows = [self._find(item) for item in items if is_key(item)]
        return {row for row in rows if row is not None}


def floats(values: ArrayLike) -> Floats:
    """The numbers as the core takes them."""
    import numpy as np

    return np.ascontiguousarray(values, dtype=np.float32)


def unit(vector: Floats) -> Floats:
    """The vector scaled to length 1; zeros stay zeros."""
    import numpy as np

    with np.errstate(over="ignore"):
        squares = np.dot(vector, vector)
    if not 1e-30 < squares < 1e30:  # beyond, squares lose digits or overflow
        largest = np.abs(vector).max(initial=0)
        if not 0 < largest < np.inf:
            return vector
        scaled = vector.astype(np.float64) / largest
        return floats(scaled / np.sqrt(np.dot(scaled, scaled)))
    return cast("Floats", vector / np.sqrt(squares))


def is_key(item: object) -> TypeIs[Key]:
    """Whether it is a word or the number of a row, of NumPy's types, too."""
    return isinstance(item, (str, Integral))


def _as_list(items: Items) -> list[Item]:
    """A list of what may be one word, one vector or several of either."""
    import numpy as np

    if items is None:
        return []
    if is_key(items):
        return [items]
    if isinstance(items, np.ndarray) and items.ndim == 1 and items.dtype.kind not in "USO":
        return [items]
    return list(items)


def _with_weight(item: Item, weight: float) -> tuple[KeyOrVector, float]:
    return (item[0], float(item[1])) if isinstance(item, tuple) else (item, weight)
