"""Vectors that Spark infers are those of `oovec infer`, and failures are told in the row."""

import json
import os
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import oovec
import oovec.spark
from conftest import oovec_program
from oovec.spark._session import _digest

WORDS = [
    ("pomelo", ["A pomelo is like a pear.", "The ___ and the apple."]),
    ("pears", []),
    ("xyzzyx", []),
    ("plums", ["apple plum car"]),
    ("naïve", ["The pear is naïve."]),
]


@pytest.fixture(scope="module")
def frame(spark):
    return spark.createDataFrame([(i, *row) for i, row in enumerate(WORDS)],
                                 "id int, word string, contexts array<string>").repartition(3)


@pytest.mark.parametrize("name", ["gated", "balanced", "capitals"])
def test_gives_what_the_program_gives(frame, models, tmp_path, name):
    given = tmp_path / "words.tsv"
    given.write_text("".join("\t".join([word, *contexts]) + "\n" for word, contexts in WORDS))
    told = [json.loads(line) for line in
            oovec_program("infer", models / f"{name}.oovec", "--input", given, "--json").splitlines()]
    expected = {line["word"]: line for line in told if line.get("vector")}
    assert 0 < len(expected) < len(WORDS)

    rows = oovec.spark.infer(frame, models / f"{name}.oovec", word="word", contexts="contexts").collect()
    assert sorted(row.id for row in rows) == list(range(len(WORDS)))
    for row in rows:
        line = expected.get(row.word)
        if line is None:
            assert row.vector is None and row.alpha is None
            assert row.error.startswith(f'"{row.word}" has no vector')
            continue
        assert np.array_equal(np.float32(row.vector), np.float32(line["vector"])) and row.error is None
        assert np.float32(row.alpha) == np.float32(line["alpha"])
        assert row.confidence == line["confidence"] or np.float32(row.confidence) == np.float32(line["confidence"])


def test_reads_windows_of_contexts(spark, models):
    model = oovec.Model(models / "gated.oovec")
    text = "citrus melon sweet ___ the knitted ice"
    frame = spark.createDataFrame([("pomelo", text)], "w string, sentence string")
    (row,) = oovec.spark.infer(frame, model, word="w", contexts="sentence", window=1).collect()
    assert np.array_equal(np.float32(row.vector), model.infer("pomelo", text, window=1).vector)
    assert not np.array_equal(np.float32(row.vector), model.infer("pomelo", text).vector)


def test_sends_the_vectors_of_a_model_that_was_written_without(frame, models):
    model = oovec.Model(models / "without-vectors.oovec", models / "vectors.txt")
    with_vectors = oovec.spark.infer(frame, models / "gated.oovec", word="word", contexts="contexts")
    without = oovec.spark.infer(frame, model, word="word", contexts="contexts")
    assert sorted(without.select("id", "vector").collect()) == sorted(with_vectors.select("id", "vector").collect())


def models_mapped_by(ending):
    """A step after inferring: how many words there were, and the files with such a name that the processes of Python of
    the executor have mapped."""
    def find(batches):
        words = sum(batch.num_rows for batch in batches)
        executor = os.getppid()  # the process that forks them
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
                maps = (process / "maps").read_text() if parent == executor else ""
            except OSError:  # it has ended
                continue
            found += [line.split()[1::4] for line in maps.splitlines() if line.endswith(ending)]
        yield pa.RecordBatch.from_pylist([{"executor": executor, "words": words, "found": sorted(found)}])
    return find


def test_processes_of_an_executor_map_one_file(frame, models):
    inferred = oovec.spark.infer(frame, models / "gated.oovec", word="word", contexts="contexts")
    name = f"oovec-{_digest(models / 'gated.oovec')}.oovec"
    columns = "executor long, words long, found array<array<string>>"
    rows = inferred.mapInArrow(models_mapped_by(name), columns).collect()
    assert sum(row.words for row in rows) == len(WORDS)
    files = {}
    for row in rows:
        assert row.words == 0 or row.found
        for access, file in row.found:
            assert access in ("r--s", "r--p")
            files.setdefault(row.executor, set()).add(file)
    assert [len(found) for found in files.values()] == [1] * len(files)


def test_takes_a_column_of_single_texts_and_tells_what_is_wrong_with_a_row(spark, models):
    rows = [("pomelo", "A pomelo is like a pear."), ("pears", None), (None, "a pear"), ("", "a pear")]
    frame = spark.createDataFrame(rows, "w string, sentence string").coalesce(1)
    found = oovec.spark.infer(frame, models / "gated.oovec", word="w", contexts="sentence").collect()
    model = oovec.Model(models / "gated.oovec")
    assert np.array_equal(np.float32(found[0].vector), model.infer("pomelo", rows[0][1]).vector)
    assert np.array_equal(np.float32(found[1].vector), model.infer("pears").vector)
    assert found[2].error == "the word is null"
    assert found[3].vector is None and found[3].error

    arrays = spark.createDataFrame([("pears", ["a", None])], "w string, contexts array<string>")
    assert oovec.spark.infer(arrays, models / "gated.oovec", word="w", contexts="contexts").collect()[0].error == \
        "a context is null"
    invalid = spark.sql(r"select cast(X'ff' as string) as w")
    assert oovec.spark.infer(invalid, models / "gated.oovec", word="w").collect()[0].error == \
        "the word or a context is not UTF-8"


def test_is_a_function_of_sql(spark, frame, models):
    spark.udf.register("oovec_infer", oovec.spark.infer_udf(models / "gated.oovec"))
    frame.createOrReplaceTempView("sightings")
    found = spark.sql("select id, oovec_infer(word, contexts) as found from sightings").select("id", "found.*")
    expected = oovec.spark.infer(frame, models / "gated.oovec", word="word", contexts="contexts")
    assert sorted(found.collect(), key=lambda row: row.id) == \
        sorted(expected.drop("word", "contexts").collect(), key=lambda row: row.id)


def test_refuses_columns_that_make_no_sense(frame, models):
    with pytest.raises(oovec.UsageError, match=r'no column "wort"; it has id, word, contexts; did you mean word\?'):
        oovec.spark.infer(frame, models / "gated.oovec", word="wort")
    with pytest.raises(oovec.UsageError, match='column "id" holds int, not string'):
        oovec.spark.infer(frame, models / "gated.oovec", word="id")
    with pytest.raises(oovec.UsageError, match='has a column "vector" already'):
        oovec.spark.infer(frame.withColumnRenamed("id", "vector"), models / "gated.oovec", word="word")
    with pytest.raises(TypeError, match="df takes a DataFrame of Spark, not list"):
        oovec.spark.infer([], models / "gated.oovec", word="word")
