"""Vectors for words your embedding has never seen, from their form and their contexts.

    model = oovec.Model.load("words.oovec")
    model.infer("pomelo", ["Unlike the grapefruit, the pomelo has little importance."]).vector

- :class:`Embeddings`: words and vectors of any common format, with the interface of gensim's KeyedVectors
- :class:`Model`: infers vectors; :class:`Observation` does so context by context
- :func:`index`, :func:`merge`, :func:`train`, :func:`tune`, :func:`skipgram`: make models from text
- :func:`compare`: what a word means by group, covariates and time
- :func:`augment`: adds the new words of a text to a vectors file
- :class:`WithNovelWords`: embeddings that infer the words they lack; :class:`Store` remembers new words
- :mod:`oovec.sklearn`, :mod:`oovec.spacy`: for those libraries
"""

from . import _forking
from ._core import (
    ContextIndex,
    DevScore,
    EpochResult,
    ExplainedNgram,
    ExplainedToken,
    HeldOutRow,
    IndexSummary,
    Inference,
    Lengths,
    ListedWords,
    NewWord,
    Quality,
    StoredWord,
    WordSummary,
)
from ._core import version as __version__
from .comparison import Comparison, compare
from .embeddings import Embeddings
from .errors import (
    DamagedError,
    Error,
    FileError,
    MalformedError,
    NoVectorError,
    UnsupportedError,
    UsageError,
)
from .making import TrainResult, TuneResult, augment, index, merge, skipgram, train, tune
from .model import Explanation, Model, Observation
from .novel import NovelContexts, NovelTexts, WithNovelWords
from .store import Store

__all__ = [
    "Comparison",
    "ContextIndex",
    "DamagedError",
    "DevScore",
    "Embeddings",
    "EpochResult",
    "Error",
    "ExplainedNgram",
    "ExplainedToken",
    "Explanation",
    "FileError",
    "HeldOutRow",
    "IndexSummary",
    "Inference",
    "Lengths",
    "ListedWords",
    "MalformedError",
    "Model",
    "NewWord",
    "NoVectorError",
    "NovelContexts",
    "NovelTexts",
    "Observation",
    "Quality",
    "Store",
    "StoredWord",
    "TrainResult",
    "TuneResult",
    "UnsupportedError",
    "UsageError",
    "WithNovelWords",
    "WordSummary",
    "__version__",
    "augment",
    "compare",
    "index",
    "merge",
    "skipgram",
    "train",
    "tune",
]

_forking.register()
