"""An index that Spark makes has the bytes of one that `oovec index` makes."""

import pytest

import oovec
import oovec.spark
from conftest import index_on_one_machine, rows_of
from oovec.spark import _rounds


@pytest.fixture(scope="module")
def lines(place):
    return (place / "text.txt").read_text().splitlines()


@pytest.fixture
def many_rounds(monkeypatch):
    """Divides little work as much is divided."""
    monkeypatch.setattr(_rounds, "ENOUGH_FOR_DRIVER", 0)
    monkeypatch.setattr(_rounds, "FAN_IN", 8)
    monkeypatch.setattr(_rounds, "SENTENCES_PER_RANGE", 1000)  # three ranges of 9 sentences per word
    monkeypatch.setattr(_rounds, "BYTES_PER_FETCH", 1 << 20)


@pytest.mark.parametrize("partitions", [1, 2, 7, 50])
def test_equals_the_index_of_one_machine(spark, place, lines, tmp_path, partitions):
    expected = index_on_one_machine(place, place / "text.txt", tmp_path / "one.ctx")
    frame = rows_of(spark, lines, partitions, seed=partitions)
    assert frame.rdd.getNumPartitions() == partitions
    summary = oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected
    assert summary.lines == len(lines)


def test_equals_it_after_rounds_of_merging_by_ranges(spark, place, lines, tmp_path, many_rounds):
    words = tmp_path / "words.txt"
    words.write_text("ice cream\nnew york\nqux\nnowhere\n")
    expected = index_on_one_machine(place, place / "text.txt", tmp_path / "one.ctx", "--novel-min", 2, "--per-word", 9,
                                    "--words", words)
    frame = rows_of(spark, lines, 20)
    before = len(descriptions(spark))
    oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx", novel_min=2, per_word=9,
                      words=words.read_text().split("\n")[:-1])
    assert (tmp_path / "many.ctx").read_bytes() == expected
    assert set(descriptions(spark)[before:]) == {"oovec: index part", "oovec: merge round 1", "oovec: merge round 2",
                                                 "oovec: fetch parts"}


def test_the_driver_fetches_parts_in_shares(spark, place, lines, tmp_path, monkeypatch):
    monkeypatch.setattr(_rounds, "BYTES_PER_FETCH", 30_000)
    expected = index_on_one_machine(place, place / "text.txt", tmp_path / "one.ctx")
    before = len(descriptions(spark))
    oovec.spark.index(rows_of(spark, lines, 7), "text", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected
    assert descriptions(spark)[before:].count("oovec: fetch parts") > 2


def descriptions(spark):
    """What the jobs so far are called in Spark's user interface, in the order of their numbers."""
    jobs = spark.sparkContext._jsc.sc().statusStore().jobsList(None)
    found = sorted((jobs.apply(i) for i in range(jobs.size())), key=lambda job: job.jobId())
    return [job.description().get() for job in found if job.description().isDefined()]


def test_writes_to_any_filesystem_of_hadoop(spark, place, lines, tmp_path):
    expected = index_on_one_machine(place, place / "text.txt", tmp_path / "one.ctx")
    (tmp_path / "many.ctx").write_text("old")
    oovec.spark.index(rows_of(spark, lines), "text", place / "vectors.txt", f"file://{tmp_path}/many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected
    assert sorted(file.name for file in tmp_path.iterdir()) == ["many.ctx", "one.ctx"]
    with pytest.raises(oovec.FileError, match=r"cannot write nowhere://x/y: .*nowhere"):
        oovec.spark.index(rows_of(spark, lines), "text", place / "vectors.txt", "nowhere://x/y")


def test_takes_line_breaks_in_a_text_for_ends_of_lines(spark, place, lines, tmp_path):
    expected = index_on_one_machine(place, place / "text.txt", tmp_path / "one.ctx")
    frame = rows_of(spark, ["\n".join(lines[i::5]) for i in range(5)], 2)
    oovec.spark.index(frame, "text", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected


def test_counts_bad_rows_as_bad_lines(spark, place, lines, tmp_path):
    bad = [b"caf\xe9 waa", b"\xff\xfe", b"wba \xc3"]
    text = tmp_path / "bad.txt"
    text.write_bytes(b"\n".join([*(line.encode() for line in lines), *bad]) + b"\n")
    expected = index_on_one_machine(place, text, tmp_path / "one.ctx")
    rows = [(row,) for row in text.read_bytes().split(b"\n")[:-1]]
    frame = spark.createDataFrame(rows, "raw binary").repartition(3)
    summary = oovec.spark.index(frame, "raw", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected
    assert (summary.lines, summary.bad_lines) == (len(rows), 3)

    with_nulls = frame.unionAll(spark.createDataFrame([(None,)] * 5, "raw binary"))
    summary = oovec.spark.index(with_nulls, "raw", place / "vectors.txt", tmp_path / "many.ctx")
    assert (summary.lines, summary.bad_lines) == (len(rows) + 5, 8)
    # A column of strings may hold such bytes, too: Spark does not look at them.
    as_strings = frame.selectExpr("cast(raw as string) as text")
    oovec.spark.index(as_strings, "text", place / "vectors.txt", tmp_path / "many.ctx")
    assert (tmp_path / "many.ctx").read_bytes() == expected


def test_reads_json_lines(spark, place, tmp_path):
    text = tmp_path / "text.jsonl"
    text.write_text('{"body": "waa wba nova"}\nno JSON\n' + '{"body": "wca\\nwda qux"}\n' * 3)
    expected = index_on_one_machine(place, text, tmp_path / "one.ctx", "--jsonl", "body")
    frame = spark.read.text(str(text))
    summary = oovec.spark.index(frame, "value", place / "vectors.txt", tmp_path / "many.ctx", jsonl="body")
    assert (tmp_path / "many.ctx").read_bytes() == expected
    assert summary.bad_lines == 1
