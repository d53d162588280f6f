"""Embeddings that answer for words they have never seen."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from . import _core
from ._core import Inference
from ._text import check_word, counted
from .embeddings import Embeddings, as_embeddings
from .errors import NoVectorError, UsageError
from .model import Model, as_model, as_texts
from .store import Store, as_store

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

    from ._run import ProgressOption
    from ._types import Contexts, Floats, Key, Option, Path, VectorsLike


LONGEST = 256  # bytes of a word that a store keeps
AT_ONCE = 1000  # contexts that are added, and words whose vectors are remembered


class NovelTexts(Sequence[str]):
    """The texts that a novel word was seen in, as its store keeps them, in no particular order."""

    def __init__(self, store: Store, word: str) -> None:
        self._store = store
        self._word = word

    def _texts(self) -> list[str]:
        found = self._store.get(self._word)
        return [] if found is None else found.contexts

    def append(self, text: str) -> None:
        """Adds a text."""
        self.extend([text])

    def extend(self, texts: Contexts) -> None:
        """Adds texts."""
        self._store.add_many([(self._word, text) for text in as_texts(texts)])

    @overload
    def __getitem__(self, place: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: SupportsIndex | slice) -> str | list[str]:
        return self._texts()[place]

    def __len__(self) -> int:
        return len(self._texts())

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (NovelTexts, list)):
            return NotImplemented
        return self._texts() == list(other)

    __hash__ = None  # type: ignore[assignment]  # texts may be added

    def __repr__(self) -> str:
        return repr(self._texts())


class NovelContexts(MutableMapping[str, NovelTexts]):
    """The texts that novel words were seen in, as a store keeps them (:class:`Store`): at most 100 for each word, a
    uniform sample of those that differ. A word is spelled as the model spells it, so that ``contexts["Airfryer"]`` and
    ``contexts["airfryer"]`` are the same texts if the model lower-cases text.

    >>> contexts = NovelContexts(Model.load("words.oovec"))
    >>> contexts["Pomelo"].append("The pomelo is a large citrus fruit.")
    >>> contexts
    <oovec.NovelContexts: 1 word, 1 text>
    >>> list(contexts)
    ['pomelo']
    """

    def __init__(self, model: Model, store: Path | Store | None = None) -> None:
        self.store = as_store(store, model)

    def spell(self, word: str) -> str:
        """The word as the model spells it."""
        return self.store.spell(word)

    def __getitem__(self, word: str) -> NovelTexts:
        """The texts of the word, of which there may be none yet."""
        return NovelTexts(self.store, self.spell(word))

    def __setitem__(self, word: str, texts: Contexts) -> None:
        texts = as_texts(texts)
        if word in self:
            del self[word]
        self[word].extend(texts)

    def __delitem__(self, word: str) -> None:
        del self.store[word]

    def __contains__(self, word: object) -> bool:
        return word in self.store

    def __iter__(self) -> Iterator[str]:
        return iter(self.store)

    def __len__(self) -> int:
        return len(self.store)

    def get(self, word: str, default: Any = None) -> Any:
        """The texts of the word, or the default if it was not seen."""
        return NovelTexts(self.store, word) if word in self.store else default

    def pop(self, word: str, default: Any = KeyError) -> Any:
        """Removes the word and returns its texts, or the default if it was not seen."""
        found = self.store.get(word)
        if found is None and default is not KeyError:
            return default
        del self.store[word]
        return [] if found is None else found.contexts

    def __repr__(self) -> str:
        totals = self.store.totals()
        return f"<oovec.NovelContexts: {counted(totals['words'], 'word')}, {counted(totals['contexts'], 'text')}>"


class WithNovelWords(Embeddings):
    """Embeddings that infer the vectors of the words they lack.

    A word is looked up as the model looks up the words of texts: as it is, in lower case if the embeddings have no
    capitals, or without a clitic. Words that are not found are inferred. ``contexts`` has the texts that such words
    were seen in, at most 100 for each; you can add more at any time. They are kept in memory or, with ``store`` (a
    :class:`Store` or the path of a file), from run to run.

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
                 contexts: Mapping[str, Contexts] | None = None, *, store: Path | Store | None = None) -> None:
        self.model = as_model(model)
        embeddings = as_embeddings(vectors)
        if embeddings.vector_size != self.model.vector_size:
            raise UsageError(f"the embeddings have {embeddings.vector_size} dimensions, the model has "
                             f"{self.model.vector_size}")
        check_same_space(embeddings, self.model.vectors)
        self._attributes = embeddings._attributes
        self._set(embeddings._core)
        self.contexts = NovelContexts(self.model, store)
        self.contexts.store.add_many([(word, text) for word, texts in (contexts or {}).items()
                                      for text in as_texts(texts)])
        self._inferred: dict[str, tuple[list[str], Inference]] = {}

    def _set(self, core: _core.Vectors) -> None:
        super()._set(core)
        self._reader = _core.TextReader(self.model._core, core)

    @property
    def store(self) -> Store:
        """The store that keeps ``contexts``."""
        return self.contexts.store

    def __copy__(self) -> WithNovelWords:
        return _with_novel_words(*self.__reduce__()[1])  # type: ignore[misc]  # a tuple of its arguments

    def __reduce__(self) -> tuple[object, ...]:
        """Contexts in memory are copied, those of a file stay there."""
        path = self.store.path
        texts = {word: list(texts) for word, texts in self.contexts.items()} if path is None else {}
        return (_with_novel_words, (self._known(), self.model, texts, path))

    def _known(self) -> Embeddings:
        """The words that have a vector."""
        return Embeddings._of(self._core, self._attributes)

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, contexts of {len(self.contexts)} more>"

    def add_texts(self, texts: Iterable[str]) -> None:
        """Adds texts to the contexts of all words in them that have no vector. Numbers do not count as words. Adding
        many texts at once is faster than adding them one by one.

        >>> model = Model.load("words.oovec")
        >>> words = WithNovelWords(model.vectors, model)
        >>> words.add_texts(["The Pomelo is a large citrus fruit."])
        >>> words.contexts["pomelo"]
        ['The Pomelo is a large citrus fruit.']
        """
        found = ((word, text) for text in as_texts(texts) for word in dict.fromkeys(self._reader.novel_words(text))
                 if (not word.isascii() or any(map(str.isalpha, word))) and len(word.encode()) <= LONGEST)
        while some := list(islice(found, AT_ONCE)):
            self.store.add_many(some)

    def infer(self, word: str) -> Inference:
        """Infers a word from its form and contexts, even if it has a vector."""
        name = self.model._core.normal_word(check_word(word))
        texts = list(self.contexts.get(name, ()))
        seen, inferred = self._inferred.get(name, (None, None))
        if inferred is None or seen != texts:
            inferred = self.model.infer(name, texts)
            if len(self._inferred) >= AT_ONCE:
                self._inferred.clear()
            self._inferred[name] = (texts, inferred)
        return inferred

    def with_novel_rows(self) -> Embeddings:
        """Plain embeddings: all words that have a vector, then those of ``contexts`` with the vectors that are inferred
        for them. Words about which nothing is known are left out, with a warning.

        >>> model = Model.load("words.oovec")
        >>> words = WithNovelWords(model.vectors, model, {"pomelo": "A pomelo is a fruit."})
        >>> words.with_novel_rows()
        <oovec.Embeddings: 21 words, 8 dimensions>
        """
        import numpy as np

        plain = self._known()
        novel = [word for word in self.contexts if self._find(word) is None]
        matrix = self.model.infer_many(((word, list(self.contexts[word])) for word in novel), missing="nan",
                                       progress=False)
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


def _with_novel_words(vectors: Embeddings, model: Model, contexts: dict[str, list[str]],
                      store: str | None) -> WithNovelWords:
    return WithNovelWords(vectors, model, contexts, store=store)


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
