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
        lines = _Lines(batches, bool(plan.lines.get("strict")))
        builder = task_builder(plan)
        options = {**plan.lines, "bad_lines": 1.0, "threads": task.cpus()}
        totals = json.loads(run(builder.index(iter(lines), options), progress=False))
        written = 0
        for batch in _split(builder, plan, task.partitionId(), task.cpus()):
            written += batch.nbytes
            yield batch
        _add_nulls(totals, lines.nulls, task.partitionId())
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


class _Lines:
    """The lines of the texts of batches: those of a batch together, as bytes. Rows without a text are counted."""

    def __init__(self, batches: Iterable[pa.RecordBatch], strict: bool) -> None:
        self._batches = batches
        self._strict = strict
        self.nulls = 0

    def __iter__(self) -> Iterator[bytes]:
        for batch in self._batches:
            column = batch.column(0)
            if self._strict and column.null_count:
                raise MalformedError("a row has no text (null); without strict, such rows are skipped")
            self.nulls += column.null_count
            if column.null_count < len(column):
                yield _joined(column.drop_null())


def _joined(column: pa.Array) -> bytes:
    """The texts with line ends between them, joined by Arrow: no row becomes a string of Python."""
    import pyarrow as pa
    import pyarrow.compute

    texts = column.cast(pa.large_binary())  # bytes, since nobody has looked whether strings are UTF-8
    line_end = pa.scalar(b"\n", pa.large_binary())
    joined: bytes = pyarrow.compute.binary_join(pa.ListArray.from_arrays([0, len(texts)], texts), line_end)[0].as_py()
    return joined


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


def _add_nulls(totals: dict[str, Any], nulls: int, partition: int) -> None:
    """A row without a text is a bad line."""
    totals["lines"] += nulls
    totals["bad_lines"] += nulls
    if totals["first_bad"]:
        totals["first_bad"] = f"partition {partition}: {totals['first_bad']}"
    elif nulls:
        totals["first_bad"] = f"partition {partition}: a row has no text (null)"
