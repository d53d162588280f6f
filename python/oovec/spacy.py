"""For spaCy: vectors tables, and vectors for tokens that have none.

>>> import spacy
>>> import oovec, oovec.spacy
>>> model = oovec.Model.load("words.oovec")
>>> oovec.spacy.save_vectors(model.vectors, "fruit_vectors", lang="en")
>>> nlp = spacy.load("fruit_vectors")
>>> _ = nlp.add_pipe("oovec", config={"model": "words.oovec"})
>>> doc = nlp("The pomelo is a large fruit.")
>>> doc[1].has_vector
True
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span, Token
from spacy.vectors import Vectors

from .embeddings import Embeddings
from .errors import NoVectorError
from .model import Model

if TYPE_CHECKING:
    from ._types import Floats, Path


def save_vectors(embeddings: Embeddings, path: Path, lang: str = "en") -> None:
    """Writes a pipeline without components, but with the vectors, for ``spacy.load`` and ``spacy train
    --paths.vectors``."""
    nlp = spacy.blank(lang)
    set_vectors(nlp, embeddings)
    nlp.to_disk(os.fspath(path))


def set_vectors(nlp: Language, embeddings: Embeddings) -> None:
    """Gives a pipeline the vectors."""
    words = embeddings.index_to_key
    for word in words:
        nlp.vocab.strings.add(word)
    keys = [nlp.vocab.strings[word] for word in words]
    nlp.vocab.vectors = Vectors(strings=nlp.vocab.strings, data=np.array(embeddings.vectors),
                                keys=keys, name="oovec")


class NovelVectors:
    """The component ``oovec``: tokens without a vector get one that is inferred from their form and the sentences
    of the document they are in (or the whole document, if nothing sets sentences).

    ``token.vector`` and ``token.has_vector`` tell of it, and so do ``doc.vector`` and ``span.vector``, which are
    means over tokens.
    """

    def __init__(self, model: Path | Model) -> None:
        self.model = model if isinstance(model, Model) else Model(model)

    def __call__(self, doc: Doc) -> Doc:
        inferred = self._infer(doc)
        size = self.model.vector_size

        def vector(token: Token) -> Floats:
            if token.text in inferred:
                return inferred[token.text]
            return token.vocab.get_vector(token.orth)  # type: ignore[return-value]  # thinc's name for such arrays

        def mean(tokens: Doc | Span) -> Floats:
            vectors = [vector(token) for token in tokens] or [np.zeros(size, np.float32)]
            average: Floats = np.mean(vectors, axis=0)
            return average

        doc.user_token_hooks["vector"] = vector
        doc.user_token_hooks["has_vector"] = lambda token: (
            token.text in inferred or token.vocab.has_vector(token.orth))
        doc.user_hooks["vector"] = mean
        doc.user_hooks["has_vector"] = lambda doc: any(token.has_vector for token in doc)
        doc.user_span_hooks["vector"] = mean
        doc.user_span_hooks["has_vector"] = lambda span: any(token.has_vector for token in span)
        return doc

    def _infer(self, doc: Doc) -> dict[str, Floats]:
        sentences: list[Doc | Span] = (
            list(doc.sents) if doc.has_annotation("SENT_START") else [doc])
        contexts: dict[str, list[str]] = {}
        for sentence in sentences:
            novel = {token.text for token in sentence if _is_novel(token)}
            for word in novel:
                contexts.setdefault(word, []).append(sentence.text)
        inferred: dict[str, Floats] = {}
        for word, texts in contexts.items():
            with contextlib.suppress(NoVectorError):
                inferred[word] = np.array(self.model.infer(word, texts).vector)
        return inferred


def _is_novel(token: Token) -> bool:
    return not (token.vocab.has_vector(token.orth) or token.is_punct or token.is_space or token.like_num)


@Language.factory("oovec", default_config={"model": None})
def make_component(nlp: Language, name: str, model: Any) -> NovelVectors:  # spaCy looks up these types
    """What ``nlp.add_pipe("oovec", config={"model": …})`` calls; the model is a path."""
    return NovelVectors(model)
