"""The share of a text that has no vectors."""

import pytest

import oovec
import oovec.spark
from conftest import rows_of
from oovec.spark import covering


@pytest.mark.parametrize("partitions", [1, 5])
def test_counts_what_one_machine_counts(spark, place, tmp_path, monkeypatch, partitions):
    monkeypatch.setattr(covering, "BYTES_PER_TASK", 1 << 10)
    lines = (place / "text.txt").read_text().splitlines()
    summary = oovec.index(lines, place / "vectors.txt", tmp_path / "one.ctx", novel_min=1)
    index = oovec.ContextIndex(tmp_path / "one.ctx")
    found = oovec.spark.coverage(rows_of(spark, lines, partitions), "text", place / "vectors.txt", topn=4)
    assert found.lines == len(lines)
    assert found.tokens == sum(summary.tokens.values()) and found.tokens_without == summary.tokens["none"]
    assert (found.types, found.types_without) == (summary.words_seen + summary.novel_words, summary.novel_words)
    assert 0 < found.share_of_tokens < found.share_of_types < 1
    assert found.most_frequent == sorted(
        ((word, index.count(word)) for word in {"nova", "qux", "日本", "new", "york", "and", "so", "on", "naïve"}),
        key=lambda item: (-item[1], item[0].encode()))[:4]


def test_of_no_text_is_nothing(spark, place):
    found = oovec.spark.coverage(rows_of(spark, [""]).limit(0), "text", place / "vectors.txt")
    assert (found.lines, found.tokens, found.types, found.share_of_tokens) == (0, 0, 0, 0)
    assert found.most_frequent == []
