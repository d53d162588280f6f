"""Embeddings that answer for words they have never seen."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

from . import _core
from ._core import Inference
from .embeddings import Embeddings, as_embeddings
from .errors import NoVectorError, UsageError
from .model import Model, Observation, as_model, as_texts, check_word

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

    from ._run import ProgressOption
    from ._types import Contexts, Floats, Key, Option, Path, VectorsLike


class NovelContexts(MutableMapping[str, list[str]]):
    """The texts that novel words were seen in: a list for each word, at first an empty one. A word is spelled as the
    model spells it, so that ``contexts["Airfryer"]`` and ``contexts["airfryer"]`` are the same list if the model
    lower-cases text.

    >>> contexts = NovelContexts(Model.load("words.oovec"))
    >>> contexts["Pomelo"].append("The pomelo is a large citrus fruit.")
    >>> contexts
    <oovec.NovelContexts: 1 words, 1 texts>
    >>> list(contexts)
    ['pomelo']
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._texts: dict[str, list[str]] = {}

    def spell(self, word: str) -> str:
        """The word as the model spells it."""
        return self._model._core.normal_word(check_word(word))

    def __getitem__(self, word: str) -> list[str]:
        return self._texts.setdefault(self.spell(word), [])

    def __setitem__(self, word: str, texts: Contexts) -> None:
        self._texts[self.spell(word)] = as_texts(texts)

    def __delitem__(self, word: str) -> None:
        del self._texts[self.spell(word)]

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and bool(word.strip()) and self.spell(word) in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def get(self, word: str, default: Any = None) -> Any:
        """The texts of the word, or the default; unlike ``[]``, this adds no empty list."""
        return self._texts.get(self.spell(word), default)

    def __repr__(self) -> str:
        return f"<oovec.NovelContexts: {len(self)} words, {sum(map(len, self._texts.values()))} texts>"


class WithNovelWords(Embeddings):
    """Embeddings that infer the vectors of words they do not have.

    A word is looked up as the model looks up the words of texts: as it is, in lower case if the embeddings have no
    capitals, or without a clitic. Words that are not found are inferred. ``contexts`` holds for such words the texts
    they were seen in, a list for each; more may be added at any time.

    ``vectors`` are :class:`Embeddings`, vectors of gensim, or a file; ``model`` is a :class:`Model` or a file.

    >>> model = Model.load("words.oovec")
    >>> words = WithNovelWords(model.vectors, model)
    >>> words.contexts["pomelo"].append("The pomelo is a large citrus fruit.")
    >>> words
    <oovec.WithNovelWords: 20 words, 8 dimensions, contexts of 1 more>
    >>> "pomelo" in words
    True
    >>> words.similarity("Fruit", "fruit")
    1.0
    >>> len(words.most_similar("pomelo", topn=3))
    3
    """

    def __init__(self, vectors: VectorsLike, model: Path | Model,
                 contexts: Mapping[str, Contexts] | None = None) -> None:
        self.model = as_model(model)
        embeddings = as_embeddings(vectors)
        if embeddings.vector_size != self.model.vector_size:
            raise UsageError(f"the embeddings have {embeddings.vector_size} dimensions, the model has "
                             f"{self.model.vector_size}")
        check_same_space(embeddings, self.model.vectors)
        self._attributes = embeddings._attributes
        self._set(embeddings._core)
        self.contexts = NovelContexts(self.model)
        for word, texts in (contexts or {}).items():
            self.contexts[word].extend(as_texts(texts))
        self._observed: dict[str, tuple[Observation, list[str]]] = {}

    def _set(self, core: _core.Vectors) -> None:
        super()._set(core)
        self._reader = _core.TextReader(self.model._core, core)

    def __copy__(self) -> WithNovelWords:
        return WithNovelWords(self._known(), self.model, self.contexts)

    def __reduce__(self) -> tuple[object, ...]:
        return (WithNovelWords, (self._known(), self.model, dict(self.contexts)))

    def _known(self) -> Embeddings:
        """The words that have a vector."""
        return Embeddings._of(self._core, self._attributes)

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, contexts of {len(self.contexts)} more>"

    def add_texts(self, texts: Iterable[str]) -> None:
        """Adds running texts to the contexts of all words in them that have no vector. Numbers are no words.

        >>> model = Model.load("words.oovec")
        >>> words = WithNovelWords(model.vectors, model)
        >>> words.add_texts(["The Pomelo is a large citrus fruit."])
        >>> words.contexts["pomelo"]
        ['The Pomelo is a large citrus fruit.']
        """
        for text in as_texts(texts):
            for word in dict.fromkeys(self._reader.novel_words(text)):
                if not word.isascii() or any(map(str.isalpha, word)):
                    self.contexts[word].append(text)

    def infer(self, word: str) -> Inference:
        """What the model makes of a word and its contexts, whether it has a vector or not."""
        name = self.contexts.spell(word)
        texts = self.contexts.get(name, [])
        observation, seen = self._observed.get(name, (None, []))
        if observation is None or texts[:len(seen)] != seen:
            observation, seen = Observation(self.model, name), []
        for text in texts[len(seen):]:
            observation.add(text)
        self._observed[name] = (observation, list(texts))
        return observation.infer()

    def with_novel_rows(self) -> Embeddings:
        """Plain embeddings: all words that have a vector, then those of ``contexts`` with the vectors that are inferred
        for them. A warning tells of words that nothing is known of; they are left out.

        >>> model = Model.load("words.oovec")
        >>> words = WithNovelWords(model.vectors, model, {"pomelo": "A pomelo is a fruit."})
        >>> words.with_novel_rows()
        <oovec.Embeddings: 21 words, 8 dimensions>
        """
        import numpy as np

        plain = self._known()
        novel = {word: texts for word, texts in self.contexts.items() if self._find(word) is None}
        matrix = self.model.infer_many(novel, missing="nan", progress=False)
        known = ~np.isnan(matrix[:, 0])
        words = [word for word, is_known in zip(novel, known, strict=True) if is_known]
        if len(words) < len(novel):
            lost = next(word for word, is_known in zip(novel, known, strict=True) if not is_known)
            warnings.warn(f"{len(novel) - len(words)} of {len(novel)} novel words are left out, since nothing is known "
                          f'of them: "{lost}" for one', stacklevel=3)
        if words:
            plain.add_vectors(words, matrix[known])
        return plain

    def save(self, path: Path, *, progress: ProgressOption = None, **options: Option) -> None:
        """Writes a vectors file with all words, the novel ones of ``contexts`` included (:meth:`with_novel_rows`)."""
        self.with_novel_rows().save(path, progress=progress, **options)

    def to_gensim(self) -> KeyedVectors:
        """gensim's ``KeyedVectors`` with all words, the novel ones of ``contexts`` included
        (:meth:`with_novel_rows`)."""
        return self.with_novel_rows().to_gensim()

    def _find(self, key: Key) -> int | None:
        row = super()._find(key)
        if row is None and isinstance(key, str):
            return self._reader.look_up(key).row
        return row

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


def check_same_space(embeddings: Embeddings, others: Embeddings) -> None:
    """Of the words that both have, some are compared: they must be where the model has learned them to be."""
    import numpy as np

    words = [word for word in embeddings.index_to_key[:1000] if others.has_index_for(word)][:100]
    if words:
        ours, theirs = (np.asarray(vectors[words], np.float64) for vectors in (embeddings, others))
        lengths = np.linalg.norm(theirs, axis=1)
        # Rows of eight bits are off by up to a hundredth of their length.
        if (np.linalg.norm(ours - theirs, axis=1) <= 0.02 * lengths + 1e-6).all():
            return
    raise UsageError("the model was trained with other vectors than these; use model.vectors, or vectors that hold "
                     "the same numbers")
