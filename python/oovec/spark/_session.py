"""The driver's side of Spark: names for jobs, files for the nodes, settings while a task runs, and errors of tasks."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .. import _core
from ..errors import UsageError
from ._errors import core_error

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark import SparkContext
    from pyspark.sql import DataFrame

_folders: list[str] = []  # of this process; at most one


def spark_context(df: DataFrame) -> SparkContext:
    """The context that the DataFrame lives in."""
    if type(df).__module__.startswith("pyspark.sql.connect"):
        raise UsageError("oovec.spark needs a driver of its own: Spark Connect can neither send files to the nodes nor "
                         "write to a filesystem; use spark-submit or SparkSession.builder.master(…)")
    if not hasattr(df, "sparkSession"):
        raise TypeError(f"df takes a DataFrame of Spark, not {type(df).__name__}")
    if df.isStreaming:
        raise UsageError("a stream has no end, so there is no index of it; use a DataFrame that is no stream")
    return df.sparkSession.sparkContext


def check_column(df: DataFrame, column: str, argument: str, *kinds: str) -> None:
    """Refuses a column that the DataFrame does not have, or that holds something else."""
    if not isinstance(column, str):
        raise TypeError(f"{argument} takes the name of a column, not {type(column).__name__}")
    if column not in df.columns:
        known = ", ".join(df.columns)
        raise UsageError(f'{argument}: the DataFrame has no column "{column}"; it has {known}'
                         f"{_core.did_you_mean(column, df.columns)}")
    kind = df.schema[column].dataType.simpleString()
    if kind not in kinds:
        raise UsageError(f'{argument}: column "{column}" holds {kind}, not {" or ".join(kinds)}')


@contextmanager
def job(context: SparkContext, description: str) -> Iterator[None]:
    """Names the jobs that are run meanwhile, and makes the errors of their tasks oovec's own. Without a job group of
    the user's, they have the group ``oovec``, by which they can be cancelled."""
    group, before = "spark.jobGroup.id", "spark.job.description"
    old_group, old_description = context.getLocalProperty(group), context.getLocalProperty(before)
    if old_group is None:
        context.setJobGroup("oovec", description, interruptOnCancel=True)
    else:
        context.setJobDescription(description)
    try:
        yield
    except Exception as error:
        found = core_error(error)
        if found is None:
            raise
        raise found from None
    finally:
        if old_group is None:
            context.setLocalProperty(group, None)
            context.setLocalProperty("spark.job.interruptOnCancel", None)
        context.setLocalProperty(before, old_description)


@contextmanager
def rows_per_batch(df: DataFrame, rows: int) -> Iterator[None]:
    """How many rows Spark hands to Python at a time, of queries that are planned meanwhile."""
    name = "spark.sql.execution.arrow.maxRecordsPerBatch"
    conf = df.sparkSession.conf
    before: Any = conf.get(name)
    conf.set(name, str(rows))
    try:
        yield
    finally:
        conf.set(name, before)


def collect_batches(rows: Any) -> list[pa.RecordBatch]:
    """All rows. Row by row, as collect() does, Spark would send text of binary columns: half as much again."""
    is_new = hasattr(rows, "toArrow")  # since PySpark 4
    batches: list[pa.RecordBatch] = rows.toArrow().to_batches() if is_new else rows._collect_as_arrow()
    return batches


def own_folder() -> str:
    """A folder of this process, for files that executors may fetch as long as it runs."""
    if not _folders or not os.path.isdir(_folders[0]):
        _folders[:] = [tempfile.mkdtemp(prefix="oovec-spark-")]
        atexit.register(_remove_folder, _folders[0], os.getpid())
    return _folders[0]


def _remove_folder(folder: str, owner: int) -> None:
    """At the end of the process that made it, not of those it has forked."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def send_file(context: SparkContext, path: str, ending: str) -> str:
    """Sends a file to the nodes, each of which fetches it once, and returns the name by which tasks open it. The same
    content has the same name."""
    name = f"oovec-{_digest(path)}{ending}"
    kept = os.path.join(own_folder(), name)
    if not os.path.exists(kept):
        _link_or_copy(path, kept)
    context.addFile(kept)
    return name


def _digest(path: str) -> str:
    digest = hashlib.blake2b(digest_size=16)
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _link_or_copy(path: str, copy: str) -> None:
    """Under another name in our folder: the user's file may be replaced while executors fetch it."""
    try:
        os.link(path, copy)
    except OSError:
        shutil.copyfile(path, copy)
