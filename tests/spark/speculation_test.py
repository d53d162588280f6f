"""Indexes are right where Spark runs a task twice."""

import time

import pytest

import oovec.spark
from conftest import attempts_logged_to, index_on_one_machine, rows_of


@pytest.fixture(scope="module")
def lines(place):
    return (place / "text.txt").read_text().splitlines()


def test_a_task_that_runs_twice_counts_once(speculating, place, lines, tmp_path):
    expected = index_on_one_machine(place, place / "text.txt", tmp_path / "one.ctx")

    def wait_for_the_copy(partition, times, batches):
        yield from batches
        for _ in range(3000 if (partition, times) == (3, 0) else 0):
            if (tmp_path / "3-1.began").exists():
                break
            time.sleep(0.1)

    frame = rows_of(speculating, lines, 4).mapInArrow(attempts_logged_to(tmp_path, wait_for_the_copy), "text string")
    oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected
    first, second = ((tmp_path / f"3-{attempt}.began").read_text() for attempt in (0, 1))
    assert first != second  # both ran, the second as a copy of the first
