"""Vectors of the words of a DataFrame."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from .. import _core
from .._core import Inference
from .._text import check_whole, file_name, is_unicode
from ..errors import UsageError
from ..model import Model
from ._errors import reported_errors
from ._session import check_column, own_folder, send_file, spark_context
from ._tasks import column_texts, task_file

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    from pyspark import SparkContext
    from pyspark.sql import DataFrame

    from .._types import Path

#: What infer() adds to a DataFrame.
TYPES = ["array<float>", "float", "float", "string"]
NAMES = ["vector", "alpha", "confidence", "error"]
COLUMNS = ", ".join(f"{name} {kind}" for name, kind in zip(NAMES, TYPES, strict=True))
AT_ONCE = 256  # words


@dataclass(frozen=True)
class SentModel:
    """A model that the nodes have, by the names of its files."""

    file: str
    vectors: str | None  # of a model that was written without


def infer(df: DataFrame, model: Path | Model, *, word: str, contexts: str | None = None,
          window: int = 0) -> DataFrame:
    """The DataFrame with four more columns: ``vector``, ``alpha`` and ``confidence``, as :meth:`oovec.Model.infer` and
    ``oovec infer`` return them for the word in the column ``word`` and its ``contexts`` (a column of texts, or of
    arrays of texts), and ``error``. If a word has no vector, the first three are null and ``error`` says why; otherwise
    ``error`` is null. With a ``window``, a context is that many tokens to either side of each occurrence of the word,
    not the whole text. A task uses ``spark.task.cpus`` threads.
    """
    context = spark_context(df)
    check_column(df, word, "word", "string")
    if contexts is not None:
        check_column(df, contexts, "contexts", "string", "array<string>")
    taken = [name for name in NAMES if name in df.columns]
    if taken:
        raise UsageError(f'the DataFrame has a column "{taken[0]}" already; rename it')
    from pyspark.sql import functions as F

    added = [F.lit(None).cast(kind).alias(name) for name, kind in zip(NAMES, TYPES, strict=True)]
    schema = df.select("*", *added).schema
    return df.mapInArrow(partial(_infer_rows, send_model(context, model), word, contexts,
                                    check_whole(window, "window")), schema)


def infer_udf(model: Path | Model, *, window: int = 0) -> Any:
    """A function for SQL and DataFrames that takes a word and an array of contexts, and returns a struct of the columns
    that :func:`infer` adds. It belongs to the session that is active when it is made:

        spark.udf.register("oovec_infer", oovec.spark.infer_udf("words.oovec"))
        spark.sql("select word, oovec_infer(word, array(sentence)).vector from sightings")
    """
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import pandas_udf

    session = SparkSession.getActiveSession()
    if session is None:
        raise UsageError("there is no active session of Spark to make the function for; make one first")
    return pandas_udf(_make_udf(send_model(session.sparkContext, model), check_whole(window, "window")), COLUMNS)


def send_model(context: SparkContext, model: Path | Model) -> SentModel:
    """Sends the file of a model to the nodes, and a native file of the vectors if it was written without."""
    if not isinstance(model, Model):
        model = Model(file_name(model, "model"))
    sent = send_file(context, model.path, ".oovec")
    if model._given_vectors is None:
        return SentModel(sent, None)
    with tempfile.TemporaryDirectory(dir=own_folder()) as folder:
        path = os.path.join(folder, "vectors.safetensors")
        model.vectors.save(path)
        return SentModel(sent, send_file(context, path, ".safetensors"))


@lru_cache(maxsize=1)
def _open_model(sent: SentModel) -> Model:
    """A process of Python may run many tasks; it maps the model once."""
    return Model(task_file(sent.file), task_file(sent.vectors) if sent.vectors else None)


def _infer_rows(sent: SentModel, word: str, contexts: str | None, window: int,
                batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    with reported_errors():
        for batch in batches:
            for begin in range(0, batch.num_rows, AT_ONCE):
                rows = batch.slice(begin, AT_ONCE)
                texts = _lists(rows.column(contexts)) if contexts else [[]] * rows.num_rows
                told = _infer_all(sent, window, column_texts(rows.column(word)), texts)
                yield pa.RecordBatch.from_arrays([*rows.columns, *_columns(told)], names=[*rows.schema.names, *NAMES])


def _make_udf(sent: SentModel, window: int) -> Callable[..., Any]:
    import pandas as pd

    def oovec_infer(words: pd.Series, contexts: pd.Series) -> pd.DataFrame:
        with reported_errors():
            texts = [[] if row is None else list(row) for row in contexts]
            told = _infer_all(sent, window, list(words), texts)
            return pd.DataFrame({
                "vector": [inference and inference.vector for inference, _ in told],
                "alpha": [inference and inference.alpha for inference, _ in told],
                "confidence": [inference and inference.confidence for inference, _ in told],
                "error": [error for _, error in told],
            })

    # Spark looks at the types themselves, not at their names.
    oovec_infer.__annotations__ = {"words": pd.Series, "contexts": pd.Series, "return": pd.DataFrame}
    return oovec_infer


Told = tuple[Inference | None, str | None]


def _infer_all(sent: SentModel, window: int, words: list[Any], texts: list[list[Any]]) -> list[Told]:
    """The inference of each word, or why there is none."""
    from pyspark import TaskContext

    context = TaskContext.get()
    batch = _core.BatchInference(_open_model(sent)._core, context.cpus() if context else 1, "both", window)
    problems = [_problem(word, contexts) for word, contexts in zip(words, texts, strict=True)]
    good = [(word, contexts) for word, contexts, problem in zip(words, texts, problems, strict=True) if not problem]
    told = iter(batch.infer(good))
    result: list[Told] = []
    for problem, word in zip(problems, words, strict=True):
        inference, message = (None, problem) if problem else next(told)
        result.append((inference, None if inference else problem or f'"{word}" {message}'))
    return result


def _problem(word: Any, contexts: list[Any]) -> str | None:
    """Why a row has nothing to be inferred from."""
    if word is None:
        return "the word is null"
    if None in contexts:
        return "a context is null"
    if not all(is_unicode(text) for text in (word, *contexts)):
        return "the word or a context is not UTF-8"
    return None


def _lists(column: pa.Array) -> list[list[Any]]:
    import pyarrow as pa

    if pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        texts = iter(column_texts(column.flatten()))
        return [[next(texts) for _ in range(size or 0)] for size in column.value_lengths().to_pylist()]
    return [[] if text is None else [text] for text in column_texts(column)]


def _columns(told: list[Told]) -> list[pa.Array]:
    import pyarrow as pa

    inferences = [inference for inference, _ in told]
    return [
        pa.array([inference and inference.vector for inference in inferences], pa.list_(pa.float32())),
        pa.array([inference and inference.alpha for inference in inferences], pa.float32()),
        pa.array([inference and inference.confidence for inference in inferences], pa.float32()),
        pa.array([error for _, error in told], pa.string()),
    ]
