"""A scikit-learn transformer from texts to vectors, with vectors for words that have none.

>>> from oovec.sklearn import NovelWordVectorizer
>>> texts = ["The pomelo is a citrus fruit.", "A pomelo is larger than a grapefruit."]
>>> NovelWordVectorizer("words.oovec").fit_transform(texts).shape
(2, 8)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from . import _core, _gensim
from .embeddings import Embeddings, as_embeddings
from .model import Model, as_model
from .novel import WithNovelWords

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from sklearn.utils import Tags

    from ._types import Floats, Path, VectorsLike

_Key = TypeVar("_Key", bound=Hashable)


class NovelWordVectorizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]  # they have no types
    """Turns each text into the mean of the vectors of its words.

    Words without a vector get one from a model: from their form and the texts that the vectorizer was fitted on,
    or, if they occur in none of them, from the text to be transformed. A text without words becomes zeros.

    Parameters
    ----------
    model : path of a model file, oovec.Model, oovec.WithNovelWords, oovec.Embeddings or vectors of gensim
        ``WithNovelWords`` bring the vectors, the model, and contexts to infer from beside the texts. ``Embeddings``
        and vectors of gensim infer nothing: words without a vector are left out, which makes a baseline.
    max_contexts : int
        Texts to infer the vector of a word from, at most: the first ones that have it.
    """

    def __init__(self, model: VectorsLike, *, max_contexts: int = 100) -> None:
        self.model = model
        self.max_contexts = max_contexts

    def fit(self, X: Iterable[str], y: object = None) -> NovelWordVectorizer:
        """Infers vectors for the words of the texts that have none."""
        self._prepare()
        contexts: dict[str, list[str]] = {}
        if isinstance(self.model, WithNovelWords):
            contexts = {word: texts[:self.max_contexts] for word, texts in self.model.contexts.items()}
        reader = self._reader()
        for text in _texts(X):
            for word in dict.fromkeys(reader.read(text)[1]):
                seen = contexts.setdefault(word, [])
                if len(seen) < self.max_contexts:
                    seen.append(text)
        self.novel_ = self._infer(contexts)
        self.n_features_out_ = self.vectors_.vector_size
        return self

    def _prepare(self) -> None:
        """Sets the vectors, and the model that infers others, if there is one."""
        self.model_: Model | None = None
        if isinstance(self.model, Embeddings) or _gensim.is_vectors(self.model):
            self.vectors_ = as_embeddings(self.model)
            if isinstance(self.model, WithNovelWords):
                self.model_ = self.model.model
        else:
            self.model_ = as_model(cast("Path | Model", self.model))
            self.vectors_ = self.model_.vectors

    def transform(self, X: Iterable[str]) -> Floats:
        """A row for each text: the mean of the vectors of its words."""
        check_is_fitted(self)
        texts = list(_texts(X))
        reader = self._reader()
        read = [reader.read(text) for text in texts]
        unseen = {(word, text): [text] for text, (_, words) in zip(texts, read, strict=True) for word in words
                  if word not in self.novel_}
        extra = self._infer_here(unseen)
        vectors = self.vectors_.vectors
        means = np.zeros((len(texts), self.vectors_.vector_size), np.float32)
        for row, (text, (known, words)) in enumerate(zip(texts, read, strict=True)):
            parts = [vectors[known]]
            for word in words:
                vector = self.novel_.get(word, extra.get((word, text)))
                if vector is not None:
                    parts.append(vector[np.newaxis])
            stacked = np.concatenate(parts)
            if len(stacked):
                means[row] = stacked.mean(axis=0)
        return means

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:
        """Names for the columns."""
        check_is_fitted(self)
        return np.array([f"oovec{i}" for i in range(self.n_features_out_)], dtype=object)

    def _reader(self) -> _core.TextReader:
        if self.model_ is None:
            return _core.TextReader(self.vectors_._core)
        return _core.TextReader(self.model_._core, self.vectors_._core)

    def _infer(self, contexts: dict[str, list[str]]) -> dict[str, Floats]:
        return self._vectors(contexts, contexts.items())

    def _infer_here(self, contexts: dict[tuple[str, str], list[str]]) -> dict[tuple[str, str], Floats]:
        return self._vectors(contexts, [(word, texts) for (word, _), texts in contexts.items()])

    def _vectors(self, keys: Iterable[_Key], pairs: Iterable[tuple[str, list[str]]]) -> dict[_Key, Floats]:
        if self.model_ is None:
            words = [word for word, _ in pairs]
            return {key: self.vectors_[word] for key, word in zip(keys, words, strict=True) if word in self.vectors_}
        matrix = self.model_.infer_many(list(pairs), missing="nan", progress=False)
        return {key: row for key, row in zip(keys, matrix, strict=True) if not np.isnan(row[0])}

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


def _texts(X: Iterable[str]) -> Iterable[str]:
    if isinstance(X, str):
        raise ValueError("Iterable over raw text documents expected, string object received.")
    return X
