"""Models that infer vectors, and the explanations of these vectors."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sized
from itertools import islice
from typing import TYPE_CHECKING, Any, TypedDict, cast

from . import _core
from ._core import Inference
from ._run import ProgressOption, make_bar, run
from ._text import check_text, check_whole, check_word, counted, file_name
from .embeddings import Embeddings, as_embeddings
from .errors import NoVectorError, UsageError

if TYPE_CHECKING:
    from ._types import Contexts, Floats, Path, VectorsLike, WordAndContexts

BATCH = 4096  # words between steps of the progress bar


class ModelSettings(TypedDict):
    """What a model is, and how it was trained."""

    model: str
    ngram_min: int
    ngram_max: int
    tokenizer: str
    lowercase: bool
    language: str
    window: int
    training: dict[str, str]


class Model:
    """A form-context model: infers vectors for words from their spelling and the contexts they occur in.

    A context is a text that contains the word, contains ``___`` in its place, or describes it. Any number of threads
    may use a model at once. Pickling a model stores the path of its file.

    >>> model = Model.load("words.oovec")
    >>> model
    <oovec.Model: gated, 8 dimensions, words.oovec>
    >>> pomelo = model.infer("pomelo", ["The pomelo is a large citrus fruit."])
    >>> pomelo.vector.shape
    (8,)
    >>> 0 < pomelo.alpha < 1
    True
    """

    def __init__(self, path: Path, vectors: VectorsLike | None = None) -> None:
        """Opens a model file. One that was written without vectors needs those it was trained with: their file,
        :class:`Embeddings`, or vectors of gensim."""
        if not isinstance(path, (str, bytes, os.PathLike)):
            raise TypeError(f"path takes the path of a model file, not {type(path).__name__}")
        self.path = file_name(path)
        given: str | Embeddings | None = None
        if isinstance(vectors, (str, bytes, os.PathLike)):
            given = file_name(vectors, "vectors")
        elif vectors is not None:
            given = as_embeddings(vectors)
        self._given_vectors = given
        core = given._core if isinstance(given, Embeddings) else given or ""
        self._core: _core.Model = run(_core.open_model(self.path, core), progress=False)

    @classmethod
    def load(cls, path: Path, vectors: VectorsLike | None = None) -> Model:
        """Opens a model file, as the constructor does."""
        return cls(path, vectors)

    def __reduce__(self) -> tuple[object, ...]:
        vectors = self._given_vectors
        return (Model, (os.path.abspath(self.path), os.path.abspath(vectors) if isinstance(vectors, str) else vectors))

    def __repr__(self) -> str:
        return (f"<oovec.Model: {self.settings['model']}, {counted(self.vector_size, 'dimension')}, "
                f"{os.path.basename(self.path)}>")

    @property
    def vector_size(self) -> int:
        """The dimension of the vectors."""
        return self._core.dimension

    @property
    def settings(self) -> ModelSettings:
        """The settings of the model, and how it was trained."""
        return cast("ModelSettings", self._core.settings)

    @property
    def vectors(self) -> Embeddings:
        """The vectors the model was trained with."""
        return Embeddings._of(self._core.vectors)

    def infer(self, word: str, contexts: Contexts = (), *, window: int = 0) -> Inference:
        """Infers a word from its form and its contexts, one or any number.

        :attr:`Inference.form` and :attr:`Inference.context` are the vectors from the spelling alone and from the
        contexts alone. To compare what a word means in different texts, compare contexts: the form is the same. With
        a ``window``, a context is that many tokens to either side of each occurrence of the word, not the whole text.

        Raises a :class:`NoVectorError`, which is a ``KeyError``, if neither an n-gram of the word is known nor a
        word of its contexts.

        >>> model = Model("words.oovec")
        >>> model.infer("grapefruits").context is None
        True
        """
        inferred = self._core.infer(check_word(word), as_texts(contexts),
                                    check_whole(window, "window"))
        if isinstance(inferred, str):
            raise NoVectorError(f'"{word}" {inferred}')
        return inferred

    def infer_many(self, pairs: Iterable[WordAndContexts] | Mapping[str, Contexts], *,
                   part: str = "both", missing: str = "raise", window: int = 0, threads: int = 0,
                   progress: ProgressOption = None) -> Floats:
        """The vectors of many words as the rows of a matrix.

        Each item is a word, or a pair of a word and its contexts; a mapping from words to contexts will do, too.
        ``part`` is ``"form"`` or ``"context"`` for the vectors that the spelling alone or the contexts alone give:
        what :attr:`Inference.form` and :attr:`Inference.context` are for one word. ``window`` is as in :meth:`infer`.
        A word about which nothing is known raises a :class:`NoVectorError` or, with ``missing="nan"``, gets a row of
        NaN.

        >>> model = Model("words.oovec")
        >>> words = [("pomelo", ["A pomelo is a fruit."]), "grapefruits"]
        >>> model.infer_many(words).shape
        (2, 8)
        >>> bool((model.infer_many(words[:1], part="context")[0] == model.infer(*words[0]).context).all())
        True
        """
        if missing not in ("raise", "nan"):
            raise UsageError(f'missing: "{missing}" is not raise or nan')
        if part not in ("both", "form", "context"):
            raise UsageError(f'part: "{part}" is not both, form or context')
        if isinstance(pairs, str):
            raise TypeError(f'pairs takes words or pairs of a word and its contexts; put "{pairs}" into a list')
        if not isinstance(pairs, Iterable):
            raise TypeError(f"pairs takes words or pairs of a word and its contexts, not {type(pairs).__name__}")
        if isinstance(pairs, Mapping):
            pairs = pairs.items()
        total = len(pairs) if isinstance(pairs, Sized) else None
        batch = _core.BatchInference(self._core, check_whole(threads, "threads"), part,
                                     check_whole(window, "window"))
        bar = make_bar(progress, desc="inferring", total=total, unit="word")
        items = iter(pairs)
        try:
            while batch_items := list(islice(items, BATCH)):
                without = batch.add(batch_items)
                if without and missing == "raise":
                    word, why = without[0]
                    raise NoVectorError(f'"{word}" {why}; missing="nan" gives it a row of NaN')
                if bar is not None:
                    bar.update(len(batch_items))
        finally:
            if bar is not None:
                bar.close()
        return batch.take_matrix()

    def confidence(self, word: str, contexts: Contexts = ()) -> float | None:
        """The expected cosine between the inferred vector and the true one; None if the model is not calibrated."""
        return self.infer(word, contexts).confidence

    def neighbors(self, word: str, contexts: Contexts = (), topn: int = 10,
                  by: str = "both") -> list[tuple[str, float]]:
        """The known words nearest to the inferred vector, or to its part ``by`` ``"form"`` or ``"context"`` alone. To
        see what a word means in certain texts, search by context: by both, words that are spelled alike are near, too.

        >>> model = Model("words.oovec")
        >>> len(model.neighbors("pomelo", "The pomelo is a fruit.", topn=3))
        3
        """
        if by not in ("form", "context", "both"):
            raise UsageError(f'by: "{by}" is not form, context or both')
        found = self._core.neighbors(check_word(word), self.infer(word, contexts), check_whole(topn, "topn"))
        return found[by]

    def explain(self, word: str, contexts: Contexts = (), topn: int = 5) -> Explanation:
        """Explains the vector: what each n-gram and context word contributes. A notebook displays the result as shaded
        text.

        >>> model = Model("words.oovec")
        >>> explanation = model.explain("pomelo", "A pomelo is a large fruit.")
        >>> [token.text for token in explanation.contexts[0] if token.role == "target"]
        ['pomelo']
        """
        return Explanation(self._core.explain(check_word(word), as_texts(contexts), check_whole(topn, "topn")))

    def observe(self, word: str, *, window: int = 0) -> Observation:
        """A word without contexts yet; ``window`` is as in :meth:`infer`."""
        return Observation(self, word, window=window)


class Observation:
    """A word and the contexts seen so far. The vector is available after each, at a cost that does not grow with
    their number.

    >>> seen = Observation(Model("words.oovec"), "pomelo")
    >>> for text in ["The pomelo is a fruit.", "A pomelo is large."]:
    ...     seen.add(text)
    >>> seen.infer().context_words > 0
    True
    """

    def __init__(self, model: Model, word: str, *, window: int = 0) -> None:
        self._core = _core.Observation(model._core, check_word(word), check_whole(window, "window"))
        self._contexts = 0

    def __repr__(self) -> str:
        return f"<oovec.Observation of {self.word}: {counted(self._contexts, 'context')}>"

    @property
    def word(self) -> str:
        """The word as the model spells it."""
        return self._core.word

    def add(self, context: str) -> None:
        """Adds a text that contains the word, contains ``___`` in its place, or describes it."""
        self._core.add(check_text(context, "context"))
        self._contexts += 1

    def infer(self) -> Inference:
        """Infers the word from the contexts so far; raises the errors of :meth:`Model.infer`."""
        inferred = self._core.infer()
        if isinstance(inferred, str):
            raise NoVectorError(f'"{self.word}" {inferred}')
        return inferred


class Explanation:
    """The explanation of a vector: every n-gram and context word with its contribution to the vector, its importance
    for form or context, and the change of the vector without it. A notebook displays it as shaded text."""

    def __init__(self, core: _core.Explanation) -> None:
        self._core = core
        self.word: str = core.word
        self.inferred: Inference | None = core.inferred
        self.ngrams = core.ngrams
        self.contexts = core.contexts
        self.nearest: list[str] = core.nearest

    def to_json(self) -> str:
        """What `oovec explain --json` prints."""
        return self._core.json()

    def to_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def to_html(self) -> str:
        """A web page, as one file that loads nothing from the network."""
        return self._core.html()

    def _repr_html_(self) -> str:
        return framed(self.to_html())

    def __repr__(self) -> str:
        parts = [(item.importance, item.text) for item in self.ngrams]
        parts += [(token.importance, token.text) for context in self.contexts for token in context]
        most = ", ".join(text for _, text in sorted(parts, reverse=True)[:5])
        return f"<oovec.Explanation of {self.word}: {most}>"


def framed(page: str) -> str:
    """A page for a notebook, in a frame that keeps the styles of both apart."""
    import html

    fit = "this.style.height=this.contentDocument.documentElement.scrollHeight+'px'"
    return (f'<iframe srcdoc="{html.escape(page)}" onload="{fit}" '
            'style="width:100%;height:32rem;border:0"></iframe>')


def as_model(model: Path | Model, name: str = "model") -> Model:
    """The model that an argument stands for: itself, or that of a file."""
    if isinstance(model, (str, bytes, os.PathLike)):
        return Model(model)
    if isinstance(model, Model):
        return model
    raise TypeError(f"{name} takes an oovec.Model or the path of a model file, not {type(model).__name__}; "
                    "oovec.train makes a model from vectors and text")


def as_texts(contexts: Contexts) -> list[str]:
    """The contexts as a list: one, or any number."""
    if isinstance(contexts, str):
        return [check_text(contexts, "contexts")]
    if not isinstance(contexts, Iterable):
        raise TypeError(f"contexts takes a str or a list of str, not {type(contexts).__name__}")
    texts = list(contexts)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"contexts takes a str or a list of str, not a list with {type(text).__name__}")
        check_text(text, "contexts")
    return texts
