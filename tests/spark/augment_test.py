"""What Spark adds to a vectors file is what `oovec augment` adds."""

import json

import pytest

import oovec
import oovec.spark
from conftest import oovec_program, rows_of

TEXT = [
    "A pomelo is like a pear, and a tangelo is like an apple.",
    "The pomelo and the plum are on the car.",
    "Pomelos, tangelos and pears.",
    "An ice cream with a plum and a pomelo.",
    "xq zj",
] * 3 + ["A pomelo that is no plum.", ""]


def test_writes_the_bytes_of_one_machine(spark, models, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("\n".join(TEXT) + "\n")
    oovec_program("augment", models / "gated.oovec", "--vectors", models / "vectors.txt", "--corpus", text,
                  "--min-count", 2, "-o", tmp_path / "one.txt", "--report", tmp_path / "report.jsonl")
    found = oovec.spark.augment(rows_of(spark, TEXT, 4), "text", models / "gated.oovec", models / "vectors.txt",
                                tmp_path / "many.txt", min_count=2, neighbors=1)
    old, new = (models / "vectors.txt").read_bytes(), (tmp_path / "many.txt").read_bytes()
    assert new == (tmp_path / "one.txt").read_bytes()
    assert new.split(b"\n")[1:len(old.split(b"\n")) - 1] == old.split(b"\n")[1:-1]
    told = [json.loads(line) for line in (tmp_path / "report.jsonl").read_text().splitlines()]
    assert [(word.word, word.count, word.outcome) for word in found] == \
        [(word["word"], word["count"], word["outcome"]) for word in told]
    assert {word.outcome for word in found} >= {"added"} and all(word.count >= 2 for word in found)
    assert found[0].nearest


def test_gives_vectors_to_listed_words_alone_and_without_the_old_file(spark, models, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("\n".join(TEXT) + "\n")
    words = tmp_path / "words.txt"
    words.write_text("ice cream\npomelo\n")
    oovec_program("augment", models / "gated.oovec", "--corpus", text, "--words", words, "-o", tmp_path / "one.bin")
    url = f"file://{tmp_path}/many.bin"
    found = oovec.spark.augment(rows_of(spark, TEXT, 2), "text", models / "gated.oovec", None, url,
                                words=["ice cream", "pomelo"])
    assert (tmp_path / "many.bin").read_bytes() == (tmp_path / "one.bin").read_bytes()
    assert [word.word for word in found] == ["pomelo", "ice cream"]


def test_refuses_what_cannot_be_before_it_reads(spark, models, tmp_path):
    frame = rows_of(spark, TEXT)
    other = tmp_path / "other.txt"
    header, row, *rows = (models / "vectors.txt").read_text().splitlines()
    word, _, *numbers = row.split(" ")
    other.write_text("\n".join([header, " ".join([word, "9", *numbers]), *rows]) + "\n")
    with pytest.raises(oovec.UsageError, match="not the vectors that the model was trained with"):
        oovec.spark.augment(frame, "text", models / "gated.oovec", other, tmp_path / "many.txt")
    with pytest.raises(TypeError, match="lowercase is decided by the model"):
        oovec.spark.augment(frame, "text", models / "gated.oovec", None, tmp_path / "many.txt", lowercase=True)
    with pytest.raises(TypeError, match="there is no option min_cont; did you mean"):
        oovec.spark.augment(frame, "text", models / "gated.oovec", None, tmp_path / "many.txt", min_cont=2)
    assert not (tmp_path / "many.txt").exists()
