"""The share of texts that has vectors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .._text import check_whole, counted
from ..embeddings import as_embeddings
from ._errors import reported_errors
from ._rounds import PARTS_PER_BATCH, make_parts, make_plan
from ._session import check_column, job, rows_per_batch, spark_context
from ._tasks import TOTALS, Plan, payloads_of, task_builder
from .indexing import bad_lines, check_given

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

    from .._types import Option, VectorsLike

RANGES = 64  # of words that are counted by one task at a time
BYTES_PER_TASK = 64 << 20
ROWS = "types int, types_without int, most_frequent string"


@dataclass(frozen=True)
class Coverage:
    """The share of a text that has vectors. Tokens are looked up as ``oovec index`` does, also in lower case and by
    their parts. Types are distinct words of the text: those with a vector, and those without one that have a letter and
    at most 64 bytes."""

    lines: int
    bad_lines: int
    tokens: int
    tokens_without: int
    types: int
    types_without: int
    most_frequent: list[tuple[str, int]]  # words without a vector, and how often they occur

    @property
    def share_of_tokens(self) -> float:
        """The share of tokens without a vector; 0 of none."""
        return self.tokens_without / self.tokens if self.tokens else 0.0

    @property
    def share_of_types(self) -> float:
        """The share of types without a vector; 0 of none."""
        return self.types_without / self.types if self.types else 0.0

    def __repr__(self) -> str:
        return (f"<oovec.spark.Coverage: without a vector are {self.share_of_tokens:.1%} of "
                f"{counted(self.tokens, 'token')} and {self.share_of_types:.1%} of {counted(self.types, 'type')}>")


def coverage(df: DataFrame, column: str, vectors: VectorsLike, *, topn: int = 20, **options: Option) -> Coverage:
    """The share of the tokens and types of a column of texts that has no vector, and the ``topn`` most frequent words
    without a vector. The options are those of :func:`oovec.spark.index` that say how text is read."""
    check_given(coverage, options)
    check_whole(topn, "topn")
    context = spark_context(df)
    check_column(df, column, "column", "string", "binary")
    plan, _ = make_plan(df, as_embeddings(vectors), [], {**options, "novel_min": 1}, counts_only=True)
    plan = replace(plan, ranges=RANGES)
    kept: list[DataFrame] = []
    try:
        parts = make_parts(df, column, plan, kept, bad_lines(options))
        tasks = max(1, min(RANGES, parts.bytes // BYTES_PER_TASK))
        placed = parts.rows.where(f"range <> {TOTALS}").repartition(tasks, "range").sortWithinPartitions("range")
        with rows_per_batch(placed, PARTS_PER_BATCH), job(context, "oovec: count words"):
            rows = placed.mapInArrow(partial(_count_rows, plan, topn), ROWS).collect()
    finally:
        for made in kept:
            made.unpersist()
    return _sum(parts.totals, rows, topn)


def _count_rows(plan: Plan, topn: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Counts the words of each range: no other range has them."""
    import pyarrow as pa

    with reported_errors():
        for _, payloads in groupby(payloads_of(batches), key=lambda row: row[0][1]):
            builder = task_builder(plan)
            for _, payload in payloads:
                builder.add(payload)
            known, without, most_frequent = builder.coverage(topn)
            columns: list[Any] = [[known + without], [without], [json.dumps(most_frequent)]]
            types = [pa.int32(), pa.int32(), pa.string()]
            yield pa.RecordBatch.from_arrays([pa.array(*column) for column in zip(columns, types, strict=True)],
                                             names=["types", "types_without", "most_frequent"])


def _sum(totals: list[dict[str, Any]], rows: list[Any], topn: int) -> Coverage:
    words = [(word, count) for row in rows for word, count in json.loads(row.most_frequent)]
    words.sort(key=lambda item: (-item[1], item[0].encode()))
    return Coverage(
        lines=sum(part["lines"] for part in totals),
        bad_lines=sum(part["bad_lines"] for part in totals),
        tokens=sum(number for part in totals for name, number in part.items() if name.startswith("tokens ")),
        tokens_without=sum(part["tokens none"] for part in totals),
        types=sum(row.types for row in rows),
        types_without=sum(row.types_without for row in rows),
        most_frequent=words[:topn],
    )
