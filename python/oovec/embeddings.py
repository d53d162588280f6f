"""Word vectors with the interface of gensim's KeyedVectors."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any, cast

from . import _core, _gensim
from ._comparing import Comparing, floats, is_key, unit
from ._options import check_options
from ._run import ProgressOption, run
from ._text import check_word, counted, file_name, is_unicode
from .errors import NoVectorError

if TYPE_CHECKING:
    from gensim.models import KeyedVectors, Word2Vec
    from numpy.typing import ArrayLike

    from ._types import Floats, Key, Option, Path, VectorsLike


class Embeddings(Comparing):
    """Words and their vectors.

    They are read from text (word2vec, GloVe, fastText), the binary formats of word2vec and fastText, and oovec's own,
    which is mapped instead of loaded; gzip, bzip2 and zstd are recognised. The interface and the results are those of
    gensim's ``KeyedVectors``.

    >>> vectors = Embeddings.load("vectors.txt")
    >>> vectors
    <oovec.Embeddings: 4 words, 2 dimensions>
    >>> vectors["pear"]
    array([1. , 0.2], dtype=float32)
    >>> vectors.most_similar("pear", topn=1)[0][0]
    'apple'
    >>> "quince" in vectors
    False
    """

    def __init__(self, words: Sequence[str], vectors: ArrayLike) -> None:
        """Makes embeddings of a list of distinct words and a matrix with a row for each.

        >>> Embeddings(["a", "b"], [[1, 2], [3, 4]])["b"].tolist()
        [3.0, 4.0]
        """
        self._attributes: dict[str, Any] = {}
        self._set(_core.vectors_from_arrays(_word_list(words), floats(vectors), None))

    @classmethod
    def _of(cls, core: _core.Vectors, attributes: dict[str, Any] | None = None) -> Embeddings:
        embeddings = Embeddings.__new__(Embeddings)
        embeddings._attributes = attributes or {}
        embeddings._set(core)
        return embeddings

    @classmethod
    def _of_parts(cls, words: Sequence[str], vectors: ArrayLike, subwords: tuple[int, int, Floats] | None,
                  attributes: dict[str, Any]) -> Embeddings:
        """Of all that :meth:`_parts` gives."""
        return cls._of(_core.vectors_from_arrays(_word_list(words), floats(vectors), subwords), attributes)

    def _parts(self) -> tuple[list[str], Floats, tuple[int, int, Floats] | None, dict[str, Any]]:
        return (self.index_to_key, self.vectors, self._core.subwords(), self._attributes)

    def _set(self, core: _core.Vectors) -> None:
        self._core = core
        self._words: list[str] | None = None
        self._rows: dict[str, int] | None = None

    # Files

    @classmethod
    def load(cls, path: Path, *, repair: bool = False, progress: ProgressOption = None,
             **options: Option) -> Embeddings:
        """Reads a vectors file; ``-`` is standard input. A problem in the file is an error that says where it is; with
        ``repair``, bad rows are left out instead. The ``options`` are those of ``oovec vectors``: ``format``,
        ``limit``, ``invalid_utf8`` and ``threads``.

        Files saved by gensim (``.kv``, ``.model``) are read by gensim, which must be installed. They are pickles:
        reading one runs any code that it contains, so read only files that you trust. ``format="gensim"`` reads such a
        file under any name.

        >>> len(Embeddings.load("vectors.txt", limit=3))
        3
        """
        check_options(cls.load, options, _core.read_options())
        name = file_name(path)
        if _gensim.is_native(name, options):
            return cls.from_gensim(_gensim.load(name))
        core, _, _ = run(_core.load_vectors(name, {**options, "repair": repair}), progress)
        return Embeddings._of(core)

    def save(self, path: Path, *, progress: ProgressOption = None, **options: Option) -> None:
        """Writes a vectors file, in the given ``format`` or the one that its name suggests.

        ``.safetensors`` is oovec's own format: :meth:`load` opens it at once, by mapping it. There, ``half=True``
        stores numbers in half the size (float16), ``int8=True`` in a quarter; cosines stay within 0.001. The n-grams of
        fastText are not saved, and a warning says so.

        >>> vectors = Embeddings.load("vectors.txt")
        >>> vectors.save("vectors.safetensors")
        >>> Embeddings.load("vectors.safetensors").mapped
        True
        """
        check_options(Embeddings.save, options, _core.write_options())
        if self._core.has_subwords:
            warnings.warn("the file will have the vectors of the listed words only: the n-grams that give other words "
                          "theirs are not saved", stacklevel=2)
        run(_core.save_vectors(self._core, file_name(path), options), progress)

    @classmethod
    def load_word2vec_format(cls, fname: Path, binary: bool = False, limit: int | None = None,
                             no_header: bool = False) -> Embeddings:
        """gensim's name for :meth:`load`. The format is recognised by the content; ``binary`` and ``no_header`` have no
        effect."""
        return cls.load(fname, limit=limit or 0)

    def save_word2vec_format(self, fname: Path, binary: bool = False, write_header: bool = True) -> None:
        """gensim's name for :meth:`save` in word2vec's formats, independent of the name of the file.

        >>> Embeddings(["a"], [[1, 2]]).save_word2vec_format("a.w2v")
        >>> open("a.w2v").read()
        '1 2\\na 1 2\\n'
        """
        self.save(fname, format="word2vec-bin" if binary else "word2vec" if write_header else "glove")

    @classmethod
    def from_gensim(cls, vectors: KeyedVectors | Word2Vec) -> Embeddings:
        """The same words and vectors as gensim's ``KeyedVectors``, or a model's (``model.wv``). Those of fastText keep
        their n-grams, so that every word has a vector."""
        return Embeddings._of_parts(*_gensim.parts_of(vectors))

    def to_gensim(self) -> KeyedVectors:
        """gensim's ``KeyedVectors`` with a copy of the words and vectors; its ``FastTextKeyedVectors``, if there are
        n-grams of fastText."""
        return _gensim.make(*self._parts())

    # What there is

    @property
    def mapped(self) -> bool:
        """Whether the vectors are mapped from a file instead of loaded."""
        return self._core.mapped

    @property
    def search_bytes(self) -> int:
        """The memory of the copy that makes :meth:`most_similar` fast: a quarter of the vectors' size, 0 before the
        first search.

        >>> vectors = Embeddings(["a", "b"], [[1, 2], [2, 1]])
        >>> vectors.search_bytes
        0
        >>> nearest = vectors.most_similar("a")
        >>> vectors.search_bytes > 0
        True
        """
        return self._core.search_bytes

    @property
    def vector_size(self) -> int:
        """The dimension of the vectors."""
        return self._core.dimension

    @property
    def vectors(self) -> Floats:
        """The matrix, a row per word: a view without copy, which cannot be written to."""
        return self._core.matrix()

    @property
    def index_to_key(self) -> list[str]:
        """All words, in order."""
        if self._words is None:
            self._words = self._core.words()
        return self._words

    @property
    def key_to_index(self) -> dict[str, int]:
        """The row of each word. To look up a word, :meth:`get_index` needs no dictionary."""
        if self._rows is None:
            self._rows = {word: row for row, word in enumerate(self.index_to_key)}
        return self._rows

    def __len__(self) -> int:
        return len(self._core)

    def __iter__(self) -> Iterator[str]:
        return iter(self.index_to_key)

    def __contains__(self, key: object) -> bool:
        """Whether there is a vector: a row or, from the n-grams of fastText, one for a word that has none."""
        return is_key(key) and (self._find(key) is not None or self._subword_vector(key) is not None)

    def __repr__(self) -> str:
        name = type(self).__name__
        return f"<oovec.{name}: {counted(len(self), 'word')}, {counted(self.vector_size, 'dimension')}>"

    def __copy__(self) -> Embeddings:
        return Embeddings._of(self._core, self._attributes)

    def __deepcopy__(self, memo: dict[int, object]) -> Embeddings:
        return self.__copy__()  # the core and the arrays of attributes are never changed, only replaced

    def __reduce__(self) -> tuple[object, ...]:
        return (Embeddings._of_parts, self._parts())

    # Looking up

    def get_index(self, key: Key, default: int | None = None) -> int:
        """The row of a word; of a row, the row itself."""
        row = self._find(key)
        if row is not None:
            return row
        if default is not None:
            return default
        raise NoVectorError(f"Key '{key}' not present")

    def _find(self, key: Key) -> int | None:
        if isinstance(key, str):
            return self._core.find(key) if is_unicode(key) else None
        if not isinstance(key, Integral):
            raise TypeError(f"a key is a str or the number of a row, not {type(key).__name__}")
        row = int(key)
        return row if 0 <= row < len(self) else None

    def has_index_for(self, key: Key) -> bool:
        """Whether the word has a row."""
        return self._find(key) is not None

    def get_vector(self, key: Key, norm: bool = False) -> Floats:
        """The vector of a word, scaled to length 1 if ``norm`` is true.

        With vectors from a fastText model, every word has a vector: a word without a row gets one from its n-grams."""
        row = self._find(key)
        vector = self._core.row(row) if row is not None else self._unlisted(key)
        return unit(vector) if norm else vector

    def _unlisted(self, key: Key) -> Floats:
        vector = self._subword_vector(key)
        if vector is None:
            raise NoVectorError(f"Key '{key}' not present")
        return floats(vector)

    def _subword_vector(self, key: Key) -> list[float] | None:
        has_one = isinstance(key, str) and self._core.has_subwords and is_unicode(key)
        return self._core.subword_vector(cast("str", key)) if has_one else None

    def __getitem__(self, keys: Key | Iterable[Key]) -> Floats:
        """The vector of a word, or a matrix with those of several.

        >>> Embeddings.load("vectors.txt")[["pear", "plum"]].shape
        (2, 2)
        """
        import numpy as np

        if is_key(keys) or not isinstance(keys, Iterable):
            return self.get_vector(keys)
        return np.vstack([self.get_vector(key) for key in keys])

    def add_vectors(self, keys: str | Sequence[str], weights: ArrayLike,
                    replace: bool = False) -> None:
        """Adds words. A word that exists keeps its vector, unless ``replace`` is true.

        >>> vectors = Embeddings(["a"], [[1, 2]])
        >>> vectors.add_vectors(["b", "c"], [[3, 4], [5, 6]])
        >>> len(vectors)
        3
        """
        if isinstance(keys, str):
            names, rows = _word_list(keys), floats(weights)[None]
        else:
            names, rows = _word_list(keys), floats(weights)
        self._set(self._core.with_rows(names, rows, replace))

    def __setitem__(self, keys: str | Sequence[str], weights: ArrayLike) -> None:
        self.add_vectors(keys, weights, replace=True)

    def vectors_for_all(self, keys: Iterable[str], allow_inference: bool = True,
                        copy_vecattrs: bool = False) -> Embeddings:
        """The words of a list that have a vector, each once, with their vectors. Vectors that are inferred count, too,
        unless ``allow_inference`` is false.

        >>> Embeddings.load("vectors.txt").vectors_for_all(["pear", "quince", "pear"])
        <oovec.Embeddings: 1 word, 2 dimensions>
        """
        import numpy as np

        words = [key for key in dict.fromkeys(keys) if (key in self if allow_inference else self.has_index_for(key))]
        rows = [self.get_vector(word) for word in words]
        chosen = Embeddings(words, np.vstack(rows) if rows else np.zeros((0, self.vector_size)))
        for word in words if copy_vecattrs else []:
            if self.has_index_for(word):
                for name in ("count", *self._attributes):
                    chosen.set_vecattr(word, name, self.get_vecattr(word, name))
        return chosen

    # Attributes of words

    def get_vecattr(self, key: Key, attr: str) -> Any:
        """An attribute of a word, such as the ``"count"`` that gensim's vectors have. If counts are not known, they are
        made up as in gensim: the last word has 1, the one before it 2, and so on."""
        row = self.get_index(key)
        values = self._attributes.get(attr)
        if values is None and attr == "count":
            return len(self) - row
        if values is None:
            raise KeyError(f"the words have no attribute {attr}")
        return values[row] if row < len(values) else values.dtype.type()  # words that were added later have none

    def set_vecattr(self, key: Key, attr: str, val: object) -> None:
        """Sets an attribute of a word."""
        import numpy as np

        row = self.get_index(key)
        old = self._attributes.get(attr)
        kind = old.dtype if old is not None else np.int64 if isinstance(val, int) else np.asarray(val).dtype
        values = np.zeros(len(self), object if np.dtype(kind).kind == "U" else kind)
        if old is not None:
            values[:len(old)] = old
        values[row] = val
        self._attributes = {**self._attributes, attr: values}


def as_embeddings(vectors: VectorsLike, name: str = "vectors") -> Embeddings:
    """The embeddings that an argument stands for: themselves, those of a model, gensim's, or those of a file."""
    if isinstance(vectors, (str, bytes, os.PathLike)):
        return Embeddings.load(vectors)
    if isinstance(vectors, Embeddings):  # whose own `vectors` would read the whole matrix
        return vectors
    of_model = getattr(vectors, "vectors", None)
    if isinstance(of_model, Embeddings):
        return of_model
    if _gensim.is_vectors(vectors):
        return Embeddings.from_gensim(cast("KeyedVectors", vectors))
    raise TypeError(f"{name} takes oovec.Embeddings, vectors of gensim or the path of a file, "
                    f"not {type(vectors).__name__}")


def _word_list(words: Iterable[str]) -> list[str]:
    listed = [words] if isinstance(words, str) else list(words)
    for word in listed:
        if not isinstance(word, str):
            raise TypeError(f"words are str, not {type(word).__name__}")
        check_word(word, "words")
    return listed
