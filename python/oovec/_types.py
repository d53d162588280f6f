"""Types for annotations; no module imports this one when it runs."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import EpochResult

if TYPE_CHECKING:
    from .embeddings import Embeddings
    from .model import Model

Floats: TypeAlias = NDArray[np.float32]
Path: TypeAlias = str | bytes | os.PathLike[str]


class KeyedVectorsLike(Protocol):
    """What gensim's KeyedVectors have; gensim has no types."""

    index_to_key: list[str]
    vectors: NDArray[np.float32]


class HasKeyedVectors(Protocol):
    """A model of gensim: Word2Vec, FastText."""

    wv: KeyedVectorsLike


VectorsLike: TypeAlias = "Path | Embeddings | Model | KeyedVectorsLike | HasKeyedVectors"
At: TypeAlias = str | Mapping[str, object]  # values of covariates: "party=R,year=1960"
Option: TypeAlias = str | float  # of the core; to type checkers, int and bool are float

Key: TypeAlias = str | int | np.integer  # a word, or the number of its row
KeyOrVector: TypeAlias = Key | ArrayLike
Item: TypeAlias = KeyOrVector | tuple[KeyOrVector, float]  # with a weight or without
Items: TypeAlias = Key | NDArray[np.generic] | Iterable[Item] | None

Contexts: TypeAlias = str | Iterable[str]
WordAndContexts: TypeAlias = str | tuple[str, Contexts]
Corpus: TypeAlias = Path | Sequence[os.PathLike[str]] | Iterable[str]
Callback: TypeAlias = Callable[[EpochResult], object]
