"""From a column of texts to the parts of one index: the driver's plan of the jobs that make parts and merge them."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import _core
from .._run import run
from ._session import collect_batches, job, own_folder, rows_per_batch, send_file, spark_context
from ._tasks import PART_ROWS, TOTALS, Plan, index_rows, merge_rows

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from ..embeddings import Embeddings

# How work is divided. No result depends on these.
FAN_IN = 16  # parts that one task merges, of one range
ENOUGH_FOR_DRIVER = 1 << 30  # bytes of parts that the driver merges itself
SENTENCES_PER_RANGE = 32 << 20  # at most, of all words of a range together
TEXTS_PER_BATCH = 256
PARTS_PER_BATCH = 8
BYTES_PER_FETCH = 64 << 20  # that the driver asks for at a time, about


class MergedParts:
    """The parts of one index, on the disks of the executors."""

    def __init__(self, rows: DataFrame, totals: list[dict[str, Any]]) -> None:
        self.rows = rows
        self.totals = totals
        self.count = len(totals)  # of parts; each has several ranges
        self.bytes: int = sum(part["bytes"] for part in totals)

    def payloads(self) -> Iterator[bytes]:
        """All of them, some at a time: a share of the rows of each partition, chosen by hash."""
        from pyspark.sql import functions as F

        shares = -(-self.bytes // BYTES_PER_FETCH)
        numbered = self.rows.where(f"range <> {TOTALS}").withColumn(
            "share", F.pmod(F.hash("part", "range", "number"), F.lit(max(1, shares))))
        for share in range(shares):
            rows = numbered.where(F.col("share") == share).select("payload")
            with job(self.rows.sparkSession.sparkContext, "oovec: fetch parts"), rows_per_batch(rows, 1):
                batches = collect_batches(rows)
            for batch in batches:
                for payload in batch.column(0):
                    yield payload.as_py()


def make_plan(df: DataFrame, vectors: Embeddings, words: list[str], options: dict[str, Any], *,
              counts_only: bool = False) -> tuple[Plan, str]:
    """The plan of an index and the path of its file on the driver."""
    context = spark_context(df)
    with tempfile.TemporaryDirectory(dir=own_folder()) as folder:
        path = os.path.join(folder, "plan.ctx")
        run(_core.index(vectors._core, iter(()), path, words, dict(options)), progress=False)
        name = send_file(context, path, ".ctx")
    lines: dict[str, Any] = {key: options[key] for key in ("jsonl", "strict") if key in options}
    ranges = max(1, -(-len(vectors) * options.get("per_word", 200) // SENTENCES_PER_RANGE))
    return Plan(name, words, ranges, options.get("memory", 32), counts_only, lines), os.path.join(own_folder(), name)


@contextmanager
def merged_parts(df: DataFrame, column: str, plan: Plan, bad_lines: float) -> Iterator[MergedParts]:
    """The parts of the texts of a column, merged until the driver can take them."""
    kept: list[DataFrame] = []
    try:
        parts = make_parts(df, column, plan, kept, bad_lines)
        yield _merge_in_rounds(parts, plan, kept)
    finally:
        for rows in kept:
            rows.unpersist()


def _check_totals(totals: Iterable[dict[str, Any]], bad_lines: float) -> None:
    """Refuses a text of which too many lines are bad."""
    sums = {"lines": 0, "empty_lines": 0, "bad_lines": 0}
    first_bad = ""
    for part in totals:
        for name in sums:
            sums[name] += part[name]
        first_bad = first_bad or part["first_bad"]
    _core.check_lines(**sums, first_bad=first_bad, most=bad_lines)


def make_parts(df: DataFrame, column: str, plan: Plan, kept: list[DataFrame], bad_lines: float) -> MergedParts:
    """A part for each partition. The caller lets go of what is added to ``kept``."""
    quoted = "`" + column.replace("`", "``") + "`"
    with rows_per_batch(df, TEXTS_PER_BATCH), job(df.sparkSession.sparkContext, "oovec: index part"):
        rows = _keep(df.select(quoted).mapInArrow(partial(index_rows, plan), PART_ROWS), kept)
        found = rows.where(f"range = {TOTALS}").select("part", "payload").collect()
    totals = [json.loads(bytes(row.payload)) for row in sorted(found, key=lambda row: int(row.part))]
    _check_totals(totals, bad_lines)
    return MergedParts(rows, totals)


def _merge_in_rounds(parts: MergedParts, plan: Plan, kept: list[DataFrame]) -> MergedParts:
    number = 0
    while parts.count > 1 and parts.bytes > ENOUGH_FOR_DRIVER:
        number += 1
        parts = _merge_round(parts, plan, number, kept)
        kept.pop(0).unpersist()
    return parts


def _merge_round(parts: MergedParts, plan: Plan, number: int, kept: list[DataFrame]) -> MergedParts:
    """Of every group of parts one, range by range. More partitions than there are keys keep most keys apart."""
    from pyspark.sql import functions as F

    groups = -(-parts.count // FAN_IN)
    keyed = parts.rows.where(f"range <> {TOTALS}").withColumn("part", F.floor(F.col("part") / FAN_IN).cast("int"))
    placed = keyed.repartition(2 * groups * plan.ranges, "part", "range").sortWithinPartitions("part", "range")
    with rows_per_batch(placed, PARTS_PER_BATCH), job(placed.sparkSession.sparkContext, f"oovec: merge round {number}"):
        rows = _keep(placed.mapInArrow(partial(merge_rows, plan), PART_ROWS), kept)
        size = rows.agg(F.sum(F.length("payload")).alias("bytes")).collect()[0].bytes
    merged = MergedParts(rows, parts.totals)
    merged.count, merged.bytes = groups, size or 0
    return merged


def _keep(rows: DataFrame, kept: list[DataFrame]) -> DataFrame:
    """Rows that are computed once, and again only where an executor is lost."""
    from pyspark import StorageLevel

    rows = rows.persist(StorageLevel.DISK_ONLY)
    kept.append(rows)
    return rows
