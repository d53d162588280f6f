"""Context indexes of the texts of a DataFrame."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._core import IndexSummary
from .._options import check_options
from .._run import run
from .._text import word_list
from ..embeddings import as_embeddings
from ..errors import UsageError
from ._output import output_file
from ._rounds import MergedParts, make_plan, merged_parts
from ._session import check_column, spark_context
from ._tasks import Plan

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from .._types import Option, Path, VectorsLike

#: How texts are indexed, as the core describes it. The cluster decides on threads; a column has no columns.
OPTIONS = [option for option in _core.index_options() if option[0] not in ("threads", "csv")]


def index(df: DataFrame, column: str, vectors: VectorsLike, output: Path, *, words: Iterable[str] = (),
          **options: Option) -> IndexSummary:
    """Samples the contexts of words from a column of texts and writes them to a context index: the same bytes as
    :func:`oovec.index` writes for the same texts on one machine.

    ``output`` is a path on the driver, or a URL such as ``hdfs://host/wiki.ctx`` of a file system that Spark can write
    to. Each row is a text, whose lines are read like those of a file. A null counts as a bad line, and so does a line
    of a binary column that is not UTF-8. ``vectors``, ``words`` and the other options are those of :func:`oovec.index`.
    A task uses ``spark.task.cpus`` threads.
    """
    check_given(index, options)
    context = spark_context(df)
    check_column(df, column, "column", "string", "binary")
    listed = word_list(words, "words")
    with output_file(context, output) as path:
        plan, plan_file = make_plan(df, as_embeddings(vectors), listed, options)
        with merged_parts(df, column, plan, bad_lines(options)) as parts:
            summary = write_index(plan, plan_file, parts, path)
    for hint in summary.hints:
        warnings.warn(hint, stacklevel=2)
    return summary


def write_index(plan: Plan, plan_file: str, parts: MergedParts, path: str) -> IndexSummary:
    """Puts an index together on the driver. Its temporary files lie beside it."""
    builder = plan.builder(plan_file, path)
    for totals in parts.totals:
        builder.add_totals(json.dumps(totals))
    for payload in parts.payloads():
        builder.add(payload)
    summary: IndexSummary = run(builder.write(path, 0), progress=False)
    return summary


def bad_lines(options: dict[str, Any]) -> float:
    """The share of lines that may be bad."""
    given: float = options.get("bad_lines", 0.1)
    return given


def check_given(function: Any, options: dict[str, Any], *more: Any) -> None:
    """Refuses options that there are none of, or that Spark decides."""
    if "threads" in options:
        raise UsageError("threads: a task has as many as spark.task.cpus says; set that of the session")
    check_options(function, options, OPTIONS, *more)
