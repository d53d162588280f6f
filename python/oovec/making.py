"""Making context indexes, models and vectors from text."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._core import EpochResult, IndexSummary, ListedWords, NewWord
from ._options import check_options
from ._parquet import parquet_texts
from ._run import ProgressOption, run
from ._text import check_whole, counted, file_name, word_list
from .embeddings import Embeddings, as_embeddings
from .errors import UsageError
from .model import Model, as_model

if TYPE_CHECKING:
    from ._types import Callback, Corpus, Option, Path, VectorsLike

    Grid = list[tuple[str, float | None, list[EpochResult]]]


def index(corpus: Corpus, vectors: VectorsLike, output: Path, *,
          words: Iterable[str] = (), parquet: str | None = None, progress: ProgressOption = None,
          **options: Option) -> IndexSummary:
    """Samples the contexts of words from a corpus, in one pass, and writes them to a context index.

    A ``corpus`` is a file or glob, a list of paths (``pathlib.Path``), or any iterable of strings, each a text.
    ``vectors`` are :class:`Embeddings`, vectors of gensim, or a file. ``words`` are words without a vector to index as
    well; they may have several tokens, such as "ice cream". With ``parquet``, the corpus consists of Parquet files,
    with the texts in the column of that name. If a file looks like JSON lines or CSV but is read as plain text, there
    is a warning.

    >>> texts = ["A pear is a fruit.", "An apple is a fruit, too."]
    >>> index(texts, "vectors.txt", "fruit.ctx").lines
    2
    >>> from oovec import ContextIndex
    >>> ContextIndex("fruit.ctx").count("apple")
    1
    """
    _check(index, options)
    target = file_name(output, "output")
    listed = word_list(words, "words")
    source = _source(corpus, parquet)
    _core.check_outputs([target], _files(source, vectors))
    summary: IndexSummary = run(_core.index(as_embeddings(vectors)._core, source, target, listed, options), progress)
    _warn(summary.hints)
    return summary


def merge(indexes: Iterable[Path], output: Path, *, threads: int = 0,
          progress: ProgressOption = None) -> IndexSummary:
    """Merges context indexes into the index of all their corpora.

    >>> for name in ["one", "two"]:
    ...     _ = index(["A pear is a fruit."], "vectors.txt", name + ".ctx")
    >>> merge(["one.ctx", "two.ctx"], "both.ctx").lines
    2
    """
    files = _paths(indexes, "indexes")
    target = file_name(output, "output")
    _core.check_outputs([target], [])  # it may be one of the indexes
    summary: IndexSummary = run(_core.merge(files, target, check_whole(threads, "threads")), progress)
    return summary


class TrainResult:
    """The result of training: ``epochs`` with loss and score, ``best_epoch``, whose model was written, ``words``
    and ``ngrams`` learned from, how many of the words have contexts, what words were ``excluded``, and the ``path`` of
    the model. A ``solved`` model has a single epoch, without a loss. ``held_out`` is the quality of the model on words
    that it has not learned from, with a :class:`HeldOutRow` for each number of contexts; it is empty if there are no
    such words. ``hints`` say what may disappoint, and what to do about it."""

    def __init__(self, core: _core.TrainSummary, path: str) -> None:
        self.path = path
        self.epochs = core.epochs
        self.best_epoch = core.best_epoch
        self.words = core.words
        self.words_with_contexts = core.words_with_contexts
        self.excluded = core.excluded
        self.ngrams = core.ngrams
        self.instances_per_epoch = core.instances_per_epoch
        self.resumed_at = core.resumed_at
        self.stopped = core.stopped
        self.solved = core.solved
        self.held_out = core.held_out
        self.hints = core.hints

    @property
    def model(self) -> Model:
        """The model that was written; there is none if training was stopped."""
        if self.stopped:
            raise UsageError("training was stopped before there was a model; resume=True goes on")
        return Model(self.path)

    def __repr__(self) -> str:
        epoch = "" if self.solved else f"epoch {self.best_epoch} of {len(self.epochs)}, "
        learned = f"{counted(self.words, 'word')}, {counted(self.ngrams, 'n-gram')}"
        return f"<oovec.TrainResult: {self.path}, {epoch}{learned}>"


def train(vectors: VectorsLike, contexts: Path, output: Path, *,
          exclude: Iterable[str] = (), dev: Path | Sequence[Path] = (), resume: bool = False,
          callback: Callback | None = None, progress: ProgressOption = None,
          **options: Option) -> TrainResult:
    """Learns to infer vectors from form and contexts, and writes the model to ``output``.

    The model does not learn from the words of ``exclude`` and of the development sets ``dev``; with development sets,
    the best epoch is kept. Warnings name words of ``exclude`` that have no vector, and what may disappoint.
    ``callback`` is called with the :class:`EpochResult` of every epoch; if it returns True, training stops. Then, as
    after Ctrl-C, there is a checkpoint, and the same call with ``resume=True`` continues from it."""
    _check(train, options)
    source, target, sets = _training_files(vectors, contexts, output, dev)
    task = _core.train(as_embeddings(vectors)._core, source, target, word_list(exclude, "exclude"), sets, resume,
                       options)
    result = TrainResult(run(task, progress, callback), target)
    _warn_of_unknown(result.excluded, "without a vector")
    _warn(result.hints)
    return result


class TuneResult:
    """The result of a search: ``grid`` has a row per candidate with its model, learning rate and epochs; a solved model
    has no rate (None) and a single epoch. ``best`` is the row of the one that was written to ``path``, after epoch
    ``best_epoch``. If the search was ``stopped``, that is the best so far; ``best_epoch`` is 0 if it was stopped before
    the end of the first. ``excluded`` and ``hints`` are as in :class:`TrainResult`."""

    def __init__(self, core: tuple[Grid, int, int, int, bool, ListedWords, list[str]], path: str) -> None:
        self.path = path
        self.grid, best, self.best_epoch, self.resumed_at, self.stopped, self.excluded, self.hints = core
        self.best = self.grid[best]

    @property
    def model(self) -> Model:
        """The best model; there is none if the search was stopped in its first epoch."""
        if self.best_epoch == 0:
            raise UsageError("the search was stopped before there was a model; resume=True goes on")
        return Model(self.path)

    def __repr__(self) -> str:
        model, rate, _ = self.best
        how = "" if rate is None else f", learning rate {rate}, epoch {self.best_epoch}"
        return f"<oovec.TuneResult: {self.path}, {model}{how}>"


def tune(vectors: VectorsLike, contexts: Path, output: Path, *,
         dev: Path | Sequence[Path],
         models: Sequence[str] = ("balanced", "gated", "single", "context", "form"),
         learning_rates: Sequence[float] = (0.1, 0.01, 0.001), exclude: Iterable[str] = (),
         resume: bool = False, callback: Callback | None = None, progress: ProgressOption = None,
         **options: Option) -> TuneResult:
    """Trains every combination of models and learning rates from one stream of contexts, and writes the one that does
    best on the development sets ``dev``. The model ``balanced`` has no learning rate; it is solved once, after the
    others. ``callback`` is as in :func:`train`, called for each candidate in turn; if it returns True, the best model
    so far is written, and the same call with ``resume=True`` continues."""
    _check(tune, options)
    options.setdefault("epochs", 10)
    source, target, sets = _training_files(vectors, contexts, output, dev)
    task = _core.tune(as_embeddings(vectors)._core, source, target, word_list(models, "models"), list(learning_rates),
                      word_list(exclude, "exclude"), sets, resume, options)
    result = TuneResult(run(task, progress, callback), target)
    _warn_of_unknown(result.excluded, "without a vector")
    _warn(result.hints)
    return result


def skipgram(corpus: Corpus, *, exclude: Iterable[str] = (), parquet: str | None = None,
             progress: ProgressOption = None, **options: Option) -> Embeddings:
    """Trains word vectors on a corpus by skip-gram with negative sampling. ``corpus`` and ``parquet`` are as in
    :func:`index`; the words of ``exclude`` are left out of the corpus, and a warning names those that it does not
    contain.

    >>> texts = ["the pear is sweet", "the apple is sweet"] * 20
    >>> skipgram(texts, dimension=4, min_count=2)
    <oovec.Embeddings: 5 words, 4 dimensions>
    """
    _check(skipgram, options)
    found, excluded, hints = run(
        _core.skipgram(_source(corpus, parquet), word_list(exclude, "exclude"), options), progress)
    _warn(hints)
    _warn_of_unknown(excluded, "not in the corpus")
    return Embeddings._of(found)


_DECIDED_BY_MODEL = ("tokenizer", "lowercase", "language", "novel_min", "window")


def augment(model: Path | Model, corpus: Corpus, output: Path, *,
            vectors: Path | None = None, words: Iterable[str] = (), neighbors: int = 0,
            parquet: str | None = None, progress: ProgressOption = None, **options: Option) -> list[NewWord]:
    """Finds the words of a corpus that a model's vectors lack, infers a vector for each, and writes all vectors with
    the new ones appended. ``corpus`` and ``parquet`` are as in :func:`index`. With ``vectors``, the file that the model
    was trained with, its rows stay byte for byte as they are; if it is the directory of a model2vec model, ``output``
    becomes a directory in which each new word is a token. With ``words``, exactly these words are added; they may have
    several tokens. The result lists ``neighbors`` nearest old words for each new word.

    >>> texts = ["A pomelo is a sweet fruit."] * 5
    >>> augment("words.oovec", texts, "more.txt", words=["pomelo"])
    [<oovec.NewWord: pomelo, added>]
    >>> "pomelo" in Embeddings.load("more.txt")
    True
    """
    _check(augment, options)
    if vectors is not None and not isinstance(vectors, (str, bytes, os.PathLike)):
        raise TypeError(f"vectors takes the path of the vectors file whose rows are kept, not {type(vectors).__name__}")
    old = "" if vectors is None else file_name(vectors, "vectors")
    target = file_name(output, "output")
    source = _source(corpus, parquet)
    if not os.path.isdir(old):  # of a directory there will be a new one, which the core checks
        _core.check_outputs([target], _files(source, model.path if isinstance(model, Model) else model))
    model = Model(model, vectors) if isinstance(model, (str, bytes, os.PathLike)) else as_model(model)
    task = _core.augment(model._core, source, target, old, word_list(words, "words"),
                         check_whole(neighbors, "neighbors"), options)
    found: tuple[list[NewWord], list[str]] = run(task, progress)
    words_found, hints = found
    _warn(hints)
    return words_found


def _training_files(vectors: VectorsLike, contexts: Path, output: Path,
                    dev: Path | Sequence[Path]) -> tuple[str, str, list[str]]:
    """Contexts, output and development sets. What training leaves beside the model must replace nothing either."""
    source, target, sets = file_name(contexts, "contexts"), file_name(output, "output"), _paths(dev, "dev")
    read = [source, *_files([], vectors), *(name for name in sets if not os.path.isdir(name))]
    _core.check_outputs([target + ending for ending in ("", ".checkpoint", ".best")], read)
    return source, target, sets


def _files(source: list[str] | Iterator[object], *more: object) -> list[str]:
    """Those of a corpus that is made of files, and of other arguments."""
    files = source if isinstance(source, list) else []
    return files + [file_name(other) for other in more if isinstance(other, (str, bytes, os.PathLike))]


def _warn_of_unknown(excluded: ListedWords, what: str) -> None:
    if excluded.not_found:
        warnings.warn(f"{excluded.not_found} of {excluded.words} words to exclude: {what}, "
                      f'"{excluded.examples[0]}" for one', stacklevel=3)


def _warn(hints: list[str]) -> None:
    for hint in hints:
        warnings.warn(hint, stacklevel=3)


def _source(corpus: Corpus, parquet: str | None) -> list[str] | Iterator[object]:
    """What the core reads: names of files, or texts."""
    if parquet is not None:
        return parquet_texts(corpus, parquet)
    if isinstance(corpus, (str, bytes, os.PathLike)):
        return [file_name(corpus, "corpus")]
    if not isinstance(corpus, Iterable):
        raise TypeError(f"corpus takes a file, a list of paths or an iterable of str, not {type(corpus).__name__}")
    first = corpus[0] if isinstance(corpus, (list, tuple)) and corpus else None
    if isinstance(first, os.PathLike):
        return [file_name(file, "corpus") for file in corpus]
    if isinstance(first, str) and _is_file(first):
        raise UsageError(f'"{first}" is a file, but strings are taken for texts; name files as pathlib.Path')
    return iter(corpus)


def _is_file(name: str) -> bool:
    return 0 < len(name) < 256 and "\0" not in name and os.path.isfile(name)


def _paths(paths: Path | Iterable[Path], name: str) -> list[str]:
    if isinstance(paths, (str, bytes, os.PathLike)):
        return [file_name(paths, name)]
    if not isinstance(paths, Iterable):
        raise TypeError(f"{name} takes paths, not {type(paths).__name__}")
    return [file_name(path, name) for path in paths]


_Described = list[tuple[str, Any, str]]
_OPTIONS: dict[Callable[..., object], _Described] = {}  # names, defaults and help, as the core has them


def _add_options(function: Callable[..., object], *options: _Described, without: Sequence[str] = ()) -> None:
    """Lists the options in the function's documentation."""
    described = [option for part in options for option in part if option[0] not in without]
    _OPTIONS[function] = described
    lines = "".join(f"\n    {name}: {help} Default: {default!r}." for name, default, help in described)
    function.__doc__ = f"{function.__doc__ or ''}\n    Options:\n{lines}\n"


def _check(function: Callable[..., object], options: dict[str, Option]) -> None:
    check_options(function, options, _OPTIONS[function])


_add_options(index, _core.index_options())
_add_options(train, _core.train_options(), _core.write_model_options())
_add_options(tune, _core.train_options(), _core.write_model_options(), without=("model", "learning_rate"))
_add_options(skipgram, _core.skipgram_options())
_add_options(augment, _core.augment_options(), _core.index_options(), without=_DECIDED_BY_MODEL)
