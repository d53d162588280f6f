"""Embeddings that answer for words they have never seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from . import _core
from ._core import Inference
from .embeddings import Embeddings
from .errors import NoVectorError
from .model import Model, Observation

if TYPE_CHECKING:
    from ._types import Floats, Key


class WithNovelWords(Embeddings):
    """Embeddings that infer the vectors of words they do not have.

    ``contexts`` holds for such words the texts they were seen in, a list for each; more may be added at any time.

    >>> model = Model.load("words.oovec")
    >>> words = WithNovelWords(model.vectors, model)
    >>> words.contexts["pomelo"].append("The pomelo is a large citrus fruit.")
    >>> "pomelo" in words
    True
    >>> len(words.most_similar("pomelo", topn=3))
    3
    """

    def __init__(self, embeddings: Embeddings, model: Model,
                 contexts: Mapping[str, Iterable[str]] | None = None) -> None:
        if embeddings.vector_size != model.vector_size:
            raise ValueError(f"the embeddings have {embeddings.vector_size} dimensions, the model has "
                             f"{model.vector_size}")
        _check_same_space(embeddings, model.vectors)
        self._set(embeddings._core)
        self.model = model
        self.contexts: defaultdict[str, list[str]] = defaultdict(list)
        for word, texts in (contexts or {}).items():
            self.contexts[word].extend(texts)
        self._observed: dict[str, tuple[Observation, list[str]]] = {}

    def __reduce__(self) -> tuple[object, ...]:
        known = Embeddings._of(self._core)
        return (WithNovelWords, (known, self.model, dict(self.contexts)))

    def add_texts(self, texts: Iterable[str]) -> None:
        """Adds running texts to the contexts of all words in them that have no vector.

        >>> model = Model.load("words.oovec")
        >>> words = WithNovelWords(model.vectors, model)
        >>> words.add_texts(["The pomelo is a large citrus fruit."])
        >>> words.contexts["pomelo"]
        ['The pomelo is a large citrus fruit.']
        """
        reader = _core.TextReader(self.model._core, self._core)
        for text in texts:
            for word in dict.fromkeys(reader.read(text)[1]):
                self.contexts[word].append(text)

    def infer(self, word: str) -> Inference:
        """What the model makes of a word and its contexts, whether it has a vector or not."""
        texts = self.contexts.get(word, [])
        observation, seen = self._observed.get(word, (None, []))
        if observation is None or texts[:len(seen)] != seen:
            observation, seen = Observation(self.model, word), []
        for text in texts[len(seen):]:
            observation.add(text)
        self._observed[word] = (observation, list(texts))
        return observation.infer()

    def _unlisted(self, key: Key) -> Floats:
        if not isinstance(key, str):
            return super()._unlisted(key)
        return self.infer(key).vector

    def __contains__(self, key: object) -> bool:
        """Whether the word has a vector, or one can be inferred."""
        try:
            self.get_vector(key)  # type: ignore[arg-type]  # what is no key raises
        except (NoVectorError, TypeError, ValueError):
            return False
        return True


def _check_same_space(embeddings: Embeddings, others: Embeddings) -> None:
    """Of the words that both have, some are compared: they must be where the model has learned them to be."""
    import numpy as np

    words = [word for word in embeddings.index_to_key[:1000] if word in others][:100]
    # Half precision keeps eight bits.
    if words and np.allclose(embeddings[words], others[words], rtol=0.01, atol=1e-3):
        return
    raise ValueError("the model was trained with other vectors than these; use model.vectors, or vectors that hold "
                     "the same numbers")
