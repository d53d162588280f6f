"""A spaCy component that gives vectors to tokens that have none, and functions for the vectors of a pipeline.

>>> import spacy
>>> import oovec.spacy
>>> nlp = spacy.blank("en")
>>> _ = nlp.add_pipe("oovec", config={"model": "words.oovec"})
>>> doc = nlp("The pomelo is a large fruit.")
>>> doc[1].has_vector
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span, Token
from spacy.vectors import Vectors
from spacy.vocab import Vocab

from . import _core
from ._text import file_name
from .embeddings import Embeddings, as_embeddings
from .errors import UsageError
from .model import Model, as_model
from .novel import check_same_space

if TYPE_CHECKING:
    from ._types import Floats, Path, VectorsLike

USER_DATA = "oovec"  # where a document keeps its vectors


def save_vectors(vectors: VectorsLike, path: Path, lang: str = "en") -> None:
    """Writes a pipeline without components, but with the vectors, for ``spacy.load`` and ``spacy train
    --paths.vectors``. The vectors are :class:`oovec.Embeddings`, vectors of gensim, or a file."""
    nlp = spacy.blank(lang)
    set_vectors(nlp, vectors)
    nlp.to_disk(file_name(path))


def set_vectors(nlp: Language, vectors: VectorsLike) -> None:
    """Replaces the vectors of a pipeline. They are copied into its vocabulary, and saved with it
    (``nlp.to_disk``).

    >>> nlp = spacy.blank("en")
    >>> set_vectors(nlp, "vectors.txt")
    >>> nlp("pear")[0].vector.tolist() == [1.0, np.float32(0.2)]
    True
    """
    embeddings = as_embeddings(vectors)
    words = embeddings.index_to_key
    for word in words:
        nlp.vocab.strings.add(word)
    keys = [nlp.vocab.strings[word] for word in words]
    nlp.vocab.vectors = Vectors(strings=nlp.vocab.strings, data=np.array(embeddings.vectors),
                                keys=keys, name="oovec")


class NovelVectors:
    """The component ``oovec``: gives vectors to tokens that the pipeline's vectors lack.

    A token that is not in the pipeline's vectors, as it is or in lower case, is looked up in the model's vectors, as
    the model looks up words of texts: as it is, in lower case, or without a clitic. If both lack it, and it is neither
    a number nor punctuation, its vector is inferred from its form and from the sentences of the document that contain
    it (or the whole document, if nothing sets sentences). ``token.vector`` and ``token.has_vector`` reflect this, and
    so do ``doc.vector`` and ``span.vector``, which are means over tokens. spaCy does not store this with a document,
    but the vectors are in its ``user_data``: :func:`restore` puts them back."""

    def __init__(self, model: Path | Model) -> None:
        self.model = as_model(model)
        self._vectors = self.model.vectors
        self._reader = _core.TextReader(self.model._core, self._vectors._core)
        self._checked: Vectors | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return (NovelVectors, (self.model,))

    def __repr__(self) -> str:
        return f"<oovec.spacy.NovelVectors: {self.model!r}>"

    def __call__(self, doc: Doc) -> Doc:
        self._check(doc.vocab)
        novel, found = self._look_up(doc)
        found.update(self._infer(doc, novel))
        doc.user_data[USER_DATA] = {"vectors": found, "size": self.model.vector_size}
        return restore(doc)

    def _check(self, vocab: Vocab) -> None:
        """The vectors of the pipeline must be those of the model, if it has any."""
        if vocab.vectors is self._checked:
            return
        length = vocab.vectors_length
        if length not in (0, self.model.vector_size):
            raise UsageError(f"the pipeline's vectors have {length} dimensions, those of the model "
                             f"{self.model.vector_size}; oovec.spacy.set_vectors(nlp, model) gives it the model's")
        common = [word for word in self._vectors.index_to_key[:1000] if vocab.has_vector(word)]
        if common:
            check_same_space(Embeddings(common, np.vstack([np.asarray(vocab.get_vector(word)) for word in common])),
                             self._vectors)
        self._checked = vocab.vectors

    def _look_up(self, doc: Doc) -> tuple[set[str], dict[str, Floats]]:
        """Words to infer, and the vectors of those that the model knows; the others have one in the pipeline."""
        novel: set[str] = set()
        found: dict[str, Floats] = {}
        for token in doc:
            if token.vocab.has_vector(token.orth) or token.text in novel or token.text in found or token.is_space:
                continue
            row = self._reader.look_up(token.text).row
            if token.vocab.has_vector(token.lower):
                found[token.text] = np.array(token.vocab.get_vector(token.lower))
            elif row is not None:
                found[token.text] = np.array(self._vectors.get_vector(row))
            elif not (token.is_punct or token.like_num):
                novel.add(token.text)
        return novel, found

    def _infer(self, doc: Doc, novel: set[str]) -> dict[str, Floats]:
        sentences: list[Doc | Span] = list(doc.sents) if doc.has_annotation("SENT_START") else [doc]
        contexts: dict[str, list[str]] = {}
        for sentence in sentences if novel else []:
            for word in dict.fromkeys(token.text for token in sentence if token.text in novel):
                contexts.setdefault(word, []).append(sentence.text)
        matrix = self.model.infer_many(contexts, missing="nan", progress=False, threads=1)
        return {word: row for word, row in zip(contexts, matrix, strict=True) if not np.isnan(row[0])}


def restore(doc: Doc) -> Doc:
    """Makes ``token.vector``, ``span.vector`` and ``doc.vector`` return inferred vectors again.

    spaCy drops the hook that does so when it stores a document (``Doc.to_bytes``, ``DocBin(store_user_data=True)``) or
    hands it from process to process (``nlp.pipe(texts, n_process=2)``), with its warning W109. The vectors themselves
    stay in ``doc.user_data``. The document is returned:

    >>> nlp = spacy.blank("en")
    >>> _ = nlp.add_pipe("oovec", config={"model": "words.oovec"})
    >>> stored = nlp("The pomelo is a large fruit.").to_bytes(exclude=["user_hooks"])
    >>> restore(Doc(nlp.vocab).from_bytes(stored))[1].has_vector
    True
    """
    if USER_DATA not in doc.user_data:
        raise UsageError("the document has no vectors of oovec: it did not go through the component, or was stored "
                         "without user data (a DocBin needs store_user_data=True)")
    vectors: dict[str, Floats] = doc.user_data[USER_DATA]["vectors"]
    zeros = np.zeros(doc.user_data[USER_DATA]["size"], np.float32)

    def vector(token: Token) -> Floats:
        if token.text in vectors:
            return vectors[token.text]
        if token.vocab.has_vector(token.orth):
            return token.vocab.get_vector(token.orth)  # type: ignore[return-value]  # thinc's name for such arrays
        return zeros

    def mean(tokens: Doc | Span) -> Floats:
        average: Floats = np.mean([vector(token) for token in tokens] or [zeros], axis=0)
        return average

    doc.user_token_hooks["vector"] = vector
    doc.user_token_hooks["has_vector"] = lambda token: token.text in vectors or token.vocab.has_vector(token.orth)
    doc.user_hooks["vector"] = mean
    doc.user_hooks["has_vector"] = lambda doc: any(token.has_vector for token in doc)
    doc.user_span_hooks["vector"] = mean
    doc.user_span_hooks["has_vector"] = lambda span: any(token.has_vector for token in span)
    return doc


@Language.factory("oovec", default_config={"model": None})
def make_component(nlp: Language, name: str, model: Any) -> NovelVectors:  # spaCy looks up these types
    """Called by ``nlp.add_pipe("oovec", config={"model": …})``; the model is a path."""
    return NovelVectors(model)
