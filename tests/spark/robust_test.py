"""Empty, huge and skewed partitions, errors, cancelled jobs, and attempts that run twice."""

import os
import re
import signal
import threading
import time

import pytest

import oovec
import oovec.spark
from conftest import attempts_logged_to, index_on_one_machine, rows_of, wait_for


@pytest.fixture(scope="module")
def lines(place):
    return (place / "text.txt").read_text().splitlines()


def test_partitions_may_be_empty_or_skewed_and_a_row_huge(spark, place, lines, tmp_path):
    huge = " ".join(lines) * 400  # 30 MB without a line break
    assert len(huge) > 30_000_000
    text = tmp_path / "text.txt"
    text.write_text("\n".join([*lines, huge]) + "\n")
    expected = index_on_one_machine(place, text, tmp_path / "one.ctx")
    # All but one of the rows are in one partition, and most partitions have none.
    frame = spark.createDataFrame([(0, line) for line in lines] + [(1, huge)], "key int, text string")
    frame = frame.repartition(9, "key")
    assert sorted(frame.rdd.glom().map(len).collect())[:7] == [0] * 7
    oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected


def test_of_no_text_there_is_an_index_of_nothing(spark, place, tmp_path):
    (tmp_path / "empty.txt").touch()
    expected = index_on_one_machine(place, tmp_path / "empty.txt", tmp_path / "one.ctx")
    with pytest.warns(UserWarning, match="there is no word in the text"):
        oovec.spark.index(rows_of(spark, [""]).limit(0), "text", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected


def test_an_attempt_that_failed_late_counts_nothing(spark, place, lines, tmp_path):
    expected = index_on_one_machine(place, place / "text.txt", tmp_path / "one.ctx")

    def fail_once(partition, times, batches):
        yield from batches
        if (partition, times) == (1, 0):
            raise RuntimeError("the disk of the node is full")

    frame = rows_of(spark, lines, 3).mapInArrow(attempts_logged_to(tmp_path, fail_once), "text string")
    oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected
    assert (tmp_path / "1-0.began").exists() and not (tmp_path / "1-0.ended").exists()
    assert (tmp_path / "1-1.ended").exists()


def test_errors_of_tasks_are_those_of_the_core(spark, place, lines, tmp_path):
    frame = spark.createDataFrame([(b"waa wba",), (b"caf\xe9",)], "text binary").coalesce(1)
    with pytest.raises(oovec.MalformedError) as error:
        oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx", strict=True)
    assert re.fullmatch(r"the texts: byte 8: the line is not UTF-8; without strict, such lines are skipped",
                        str(error.value))
    assert error.value.__cause__ is None and error.value.__suppress_context__
    nothing = spark.createDataFrame([(None,)], "text string")
    with pytest.raises(oovec.MalformedError, match=r"^a row has no text \(null\); without strict"):
        oovec.spark.index(nothing, "text", place / "vectors.txt", tmp_path / "many.ctx", strict=True)
    with pytest.raises(oovec.MalformedError,
                       match=r"^none of 1 lines can be read; partition \d: a row has no text \(null\)"):
        oovec.spark.index(nothing, "text", place / "vectors.txt", tmp_path / "many.ctx")
    with pytest.raises(oovec.UsageError, match=r"threads: a task has as many as spark\.task\.cpus says"):
        oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx", threads=2)
    with pytest.raises(oovec.UsageError, match='the DataFrame has no column "txt"; it has text'):
        oovec.spark.index(frame, "txt", place / "vectors.txt", tmp_path / "many.ctx")
    with pytest.raises(oovec.FileError, match="nowhere"):
        oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "nowhere" / "many.ctx")
    assert not (tmp_path / "many.ctx").exists()


def test_other_errors_of_tasks_stay_as_spark_has_them(spark, place, lines, tmp_path):
    from pyspark.errors import PythonException

    def fail(partition, times, batches):
        raise RuntimeError("not of oovec")
        yield

    frame = rows_of(spark, lines, 2).mapInArrow(attempts_logged_to(tmp_path, fail), "text string")
    with pytest.raises(PythonException, match="not of oovec"):
        oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx")


def test_a_cancelled_job_leaves_everything_as_it_was(spark, place, lines, tmp_path):
    def linger(partition, times, batches):
        yield from batches
        time.sleep(600)

    (tmp_path / "many.ctx").write_text("old")
    kept = spark.sparkContext._jsc.getPersistentRDDs().size()
    size = spark.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch")
    frame = rows_of(spark, lines, 2).mapInArrow(attempts_logged_to(tmp_path, linger), "text string")
    failures = []

    def work():
        try:
            oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx")
        except Exception as error:
            failures.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    _, worker = wait_for(tmp_path / "0-0.began")
    spark.sparkContext.cancelJobGroup("oovec")
    thread.join(900)
    assert not thread.is_alive() and "cancelled" in str(failures[0])
    assert (tmp_path / "many.ctx").read_text() == "old"
    assert sorted(file.name for file in tmp_path.iterdir() if "ctx" in file.name) == ["many.ctx"]
    assert spark.sparkContext._jsc.getPersistentRDDs().size() == kept
    assert spark.conf.get("spark.sql.execution.arrow.maxRecordsPerBatch") == size
    for _ in range(300):  # the process that worked is ended, too
        if not os.path.exists(f"/proc/{worker}"):
            break
        time.sleep(0.1)
    assert not os.path.exists(f"/proc/{worker}")


def test_an_executor_killed_as_it_works_loses_nothing(spark, place, lines, tmp_path):
    expected = index_on_one_machine(place, place / "text.txt", tmp_path / "one.ctx")
    go_on = tmp_path / "go-on"

    def wait_at_first(partition, times, batches):
        yield from batches
        while (partition, times) == (5, 0) and not go_on.exists():
            time.sleep(0.1)

    frame = rows_of(spark, lines, 6).mapInArrow(attempts_logged_to(tmp_path, wait_at_first), "text string")
    failures = []

    def work():
        try:
            oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx")
        except Exception as error:
            failures.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    executor = int(wait_for(tmp_path / "5-0.began")[0])
    wait_for(tmp_path / "0-0.ended")  # tasks have ended there, or on the other executor
    with open(f"/proc/{executor}/cmdline") as command:
        assert "CoarseGrainedExecutorBackend" in command.read()
    os.kill(executor, signal.SIGKILL)
    assert not (tmp_path / "5-0.ended").exists()  # the task had not ended when its executor was killed
    thread.join(900)
    go_on.touch()  # what the executor has left behind ends, too
    assert not thread.is_alive() and not failures
    assert (tmp_path / "many.ctx").read_bytes() == expected
    assert not (tmp_path / "5-0.ended").exists()
    again = [attempt for attempt in range(1, 6) if (tmp_path / f"5-{attempt}.ended").exists()]
    assert again and (tmp_path / f"5-{again[0]}.began").read_text().split()[0] != str(executor)
