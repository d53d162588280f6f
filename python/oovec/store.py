"""Novel words, remembered from text to text."""

from __future__ import annotations

import os
import time as clock
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from . import _core
from ._core import StoredWord, WordSummary
from ._options import check_options
from ._text import check_text, check_whole, check_word, counted, file_name, is_unicode
from .errors import UsageError
from .model import Model, as_model

if TYPE_CHECKING:
    from ._types import Option, Path

PAGE = 1000  # words that are read at once
ALL = 2**62
BLANKS = "".join(map(chr, range(33)))  # what words are without, at either end
_INHERITED: list[_core.Store] = []  # connections of a parent process, which must not be closed here


class Store:
    """For every novel word its count, the times it was first and last seen, and a sample of its contexts: in a file
    that several programs may use at once, or in memory if no path is given.

    Each word keeps at most ``per_word`` of its distinct contexts, a uniform sample that does not depend on the order in
    which they were added. When a call returns, what it added to a file is on disk. ``model``, a :class:`Model` or a
    file, defines how text is read and words are spelled; an existing store has that recorded.

    >>> store = Store("words.db", "words.oovec")
    >>> store.add("Pomelo", "The pomelo is a large citrus fruit.")
    >>> store["pomelo"].contexts
    ['The pomelo is a large citrus fruit.']
    >>> "POMELO" in store, len(store)
    (True, 1)
    """

    def __init__(self, path: Path | None = None, model: Path | Model | None = None, *, create: bool = True,
                 **options: Option) -> None:
        check_options(Store.__init__, options, _core.store_options())
        core_model = None if model is None else as_model(model)._core
        self._path = None if path is None else os.path.abspath(file_name(path))
        self._opened = _core.Store(self._path, core_model, bool(create), options)
        self._process = os.getpid()
        self._max_words = options.get("max_words", 0)

    @property
    def _core(self) -> _core.Store:
        """A process that was forked opens the file anew: SQLite does not share connections between processes."""
        if self._path is not None and self._process != os.getpid():
            _INHERITED.append(self._opened)
            self._opened = _core.Store(self._path, None, False, {"max_words": self._max_words})
            self._process = os.getpid()
        return self._opened

    @property
    def path(self) -> str | None:
        """The path of the file; None in memory."""
        return self._path

    def __reduce__(self) -> tuple[object, ...]:
        if self._path is None:
            raise TypeError("a store in memory cannot be pickled; save() it to a file")
        return (Store, (self._path,))

    def __repr__(self) -> str:
        totals = self._core.totals()
        return (f"<oovec.Store: {counted(totals['words'], 'word')}, {counted(totals['contexts'], 'context')}, "
                f"{self._path or 'in memory'}>")

    def spell(self, word: str) -> str:
        """The word as the store spells it."""
        return self._core.spell(check_word(word))

    def add(self, word: str, context: str = "", *, time: float | None = None, count: int = 1) -> None:
        """Adds a word that was seen, and the text it was seen in. ``time`` is in seconds since 1970, by default now."""
        self.add_many([(word, context)], time=time, count=count)

    def add_many(self, items: Iterable[tuple[str, str]], *, time: float | None = None, count: int = 1) -> None:
        """Adds pairs of a word and a context in one transaction, all or none, which is much faster than one by one.

        >>> store = Store(model="words.oovec")
        >>> store.add_many([("pomelo", "A pomelo is a fruit."), ("durian", "Durians are large.")])
        >>> list(store)
        ['durian', 'pomelo']
        """
        milliseconds = _milliseconds(clock.time() if time is None else time, "time")
        count = check_whole(count, "count", least=1)
        self._core.add([(check_word(word), check_text(context, "context"), milliseconds, count)
                        for word, context in items])

    def get(self, word: str) -> StoredWord | None:
        """The word with its count, times and contexts; None if it is not in the store."""
        return self._core.find(check_word(word))

    def __getitem__(self, word: str) -> StoredWord:
        found = self.get(word)
        if found is None:
            raise KeyError(word)
        return found

    def __delitem__(self, word: str) -> None:
        if not self._core.forget(check_word(word)):
            raise KeyError(word)

    def __contains__(self, word: object) -> bool:
        is_word = isinstance(word, str) and is_unicode(word) and "\0" not in word and bool(word.strip(BLANKS))
        return is_word and self.get(str(word)) is not None

    def __len__(self) -> int:
        return self._core.totals()["words"]

    def __iter__(self) -> Iterator[str]:
        """All words, in the order of their bytes."""
        after: WordSummary | None = None
        while page := self._core.words("word", 1, None, PAGE, after):
            yield from (summary.word for summary in page)
            after = page[-1]

    def words(self, order: str = "word", *, min_count: int = 1, since: float | None = None,
              limit: int | None = None) -> list[WordSummary]:
        """Words without their contexts. ``order`` is ``"word"``, ``"recent"`` (seen last first) or ``"count"``
        (frequent ones first). ``since``, in seconds since 1970, selects words seen then or later."""
        return self._core.words(check_text(order, "order"), check_whole(min_count, "min_count", least=1),
                                None if since is None else _milliseconds(since, "since"),
                                ALL if limit is None else check_whole(limit, "limit"), None)

    def totals(self) -> dict[str, int]:
        """The numbers of ``words`` and ``contexts``, the sum of all counts (``sightings``), and the ``bytes`` of the
        file."""
        return self._core.totals()

    def merge(self, other: Store) -> None:
        """Adds all that another store has, as if it had been added here. Both must have the same settings."""
        if not isinstance(other, Store):
            raise TypeError(f"other takes an oovec.Store, not {type(other).__name__}")
        self._core.merge(other._core)

    def save(self, path: Path) -> None:
        """Writes a copy to a file that does not exist yet."""
        self._core.save(file_name(path))

    def check(self) -> None:
        """Reads everything, and raises :class:`DamagedError` if anything has been altered or is missing."""
        self._core.check()


def as_store(store: Path | Store | None, model: Model) -> Store:
    """The store that an argument stands for: itself, that of a file, or a new one in memory. Its text must be read as
    the model reads text."""
    if store is None or isinstance(store, (str, bytes, os.PathLike)):
        return Store(store, model)
    if not isinstance(store, Store):
        raise TypeError(f"store takes an oovec.Store or the path of a file, not {type(store).__name__}")
    store._core.check_text(model._core)
    return store


def _milliseconds(seconds: float, name: str) -> int:
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"{name} takes seconds since 1970, not {type(seconds).__name__}")
    if not abs(seconds) < 2**53:
        raise UsageError(f"{name}: {seconds} is no time in seconds since 1970")
    return round(seconds * 1000)


_LINES = "".join(f"\n    {name}: {help}" for name, _, help in _core.store_options())
Store.__doc__ = f"{Store.__doc__}\n    Options:\n{_LINES}\n"
