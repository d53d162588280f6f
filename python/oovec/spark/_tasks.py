"""What tasks of Spark do: index a partition, or merge parts. They return all they find as rows and write no file, since
an attempt may run twice."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from .. import _core
from .._run import run
from ..errors import MalformedError
from ._errors import reported_errors

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import TaskContext

#: Rows of parts. ``part`` tells which task made them, ``number`` which of its rows it is. A row of range -1 has no part
#: of an index but the totals of the text, as JSON.
PART_ROWS = "part int, range int, number int, payload binary"
TOTALS = -1


@dataclass(frozen=True)
class Plan:
    """How a text is indexed, for tasks. ``file`` is an index of an empty text, which the nodes have."""

    file: str
    words: list[str]
    ranges: int
    memory: int
    counts_only: bool = False
    lines: dict[str, Any] = field(default_factory=dict)  # options about lines

    def builder(self, file: str, beside: str) -> _core.PartBuilder:
        return _core.PartBuilder(file, self.words, self.counts_only, beside, self.memory)


def index_rows(plan: Plan, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Indexes a partition of texts."""
    with reported_errors():
        task = _context()
        texts = _Texts(batches, bool(plan.lines.get("strict")))
        builder = task_builder(plan)
        options = {**plan.lines, "bad_lines": 1.0, "threads": task.cpus()}
        totals = json.loads(run(builder.index(iter(texts), options), progress=False))
        written = 0
        for batch in _split(builder, plan, task.partitionId(), task.cpus()):
            written += batch.nbytes
            yield batch
        _add_nulls(totals, texts, task.partitionId())
        totals["bytes"] = written
        yield _row(task.partitionId(), TOTALS, 0, json.dumps(totals).encode())


def merge_rows(plan: Plan, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Merges the parts of a partition that have the same number and range; these come one after the other."""
    with reported_errors():
        task = _context()
        for (part, _), payloads in groupby(payloads_of(batches), key=lambda row: row[0]):
            builder = task_builder(plan)
            for _, payload in payloads:
                builder.add(payload)
            yield from _split(builder, plan, part, task.cpus())


def payloads_of(batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[tuple[int, int], bytes]]:
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in ("part", "range")]
        for part, part_range, payload in zip(*columns, batch.column("payload"), strict=True):
            yield (part, part_range), payload.as_py()


def task_file(name: str) -> str:
    """The path of a file that was sent to the nodes."""
    from pyspark import SparkFiles

    path: str = SparkFiles.get(name)
    return path


def _context() -> TaskContext:
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None
    return context


def task_builder(plan: Plan) -> _core.PartBuilder:
    """Temporary files lie in the executor's folder, which Spark removes, and have no name."""
    from pyspark import SparkFiles

    return plan.builder(task_file(plan.file), os.path.join(SparkFiles.getRootDirectory(), "oovec"))


def _split(builder: _core.PartBuilder, plan: Plan, part: int, threads: int) -> Iterator[pa.RecordBatch]:
    for number, (part_range, payload) in enumerate(builder.split(plan.ranges, threads)):
        yield _row(part, part_range, number, payload)


def _row(part: int, part_range: int, number: int, payload: bytes) -> pa.RecordBatch:
    import pyarrow as pa

    columns = [pa.array([value], pa.int32()) for value in (part, part_range, number)]
    return pa.RecordBatch.from_arrays([*columns, pa.array([payload], pa.binary())],
                                      names=["part", "range", "number", "payload"])


class _Texts:
    """The lines of the texts of batches. Rows without a text are counted."""

    def __init__(self, batches: Iterable[pa.RecordBatch], strict: bool) -> None:
        self._batches = batches
        self._strict = strict
        self.nulls = 0

    def __iter__(self) -> Iterator[str]:
        for batch in self._batches:
            for text in column_texts(batch.column(0)):
                if text is None:
                    self._add_null()
                elif "\n" in text:
                    yield from text.split("\n")
                else:
                    yield text

    def _add_null(self) -> None:
        self.nulls += 1
        if self._strict:
            raise MalformedError("a row has no text (null); without strict, such rows are skipped")


def column_texts(column: pa.Array) -> list[str | None]:
    """The texts of a column. What is not UTF-8 has halves of surrogate pairs, which the core takes for a bad line."""
    import pyarrow as pa

    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        try:
            texts: list[str | None] = column.to_pylist()
        except UnicodeDecodeError:
            column = column.cast(pa.binary() if pa.types.is_string(column.type) else pa.large_binary())
        else:
            return texts
    return [None if row is None else row.decode("utf-8", "surrogateescape") for row in column.to_pylist()]


def _add_nulls(totals: dict[str, Any], texts: _Texts, partition: int) -> None:
    """A row without a text is a bad line."""
    totals["lines"] += texts.nulls
    totals["bad_lines"] += texts.nulls
    if totals["first_bad"]:
        totals["first_bad"] = f"partition {partition}: {totals['first_bad']}"
    elif texts.nulls:
        totals["first_bad"] = f"partition {partition}: a row has no text (null)"
