"""oovec augment: vectors files that grow by the new words of a text, and keep what they had."""

import bz2
import gzip
import json

import pytest

from support import IO, NEGATIVE, USAGE, read_any, read_text, run
from trained import DIMENSION, WORDS, train, vectors_text

TEXT = b"""The pomelo is a large citrus fruit. A ripe pomelo grows on a warm tree.
Pomelo juice is sour. Durian juice is sweet; the durian is large. 1234 1234
Pomelo, pomelo. Durian durian.
"""
NEW = ["pomelo", "durian", "a"]  # "on" occurs once


@pytest.fixture(name="trained", scope="module")
def trained_folder(tmp_path_factory):
    return train(tmp_path_factory.mktemp("model")).parent


@pytest.fixture(name="augment")
def augment_command(trained):
    """Augments with TEXT, unless a corpus is named."""

    def augment(out, *arguments, stdin=TEXT, **options):
        corpus = [] if "--corpus" in arguments else ["--corpus", "-"]
        return run("augment", trained / "m.oovec", "-o", out, *corpus, *arguments, stdin=stdin,
                   **options)

    return augment


def test_new_words_are_appended_by_count(augment, tmp_path):
    done = augment(tmp_path / "out.txt", "--min-count", 3)
    words, rows = read_text((tmp_path / "out.txt").read_bytes(), header=True)
    assert words == WORDS + NEW
    assert rows.shape == (len(words), DIMENSION)
    assert done.stdout == ""
    assert done.stderr == f"{tmp_path}/out.txt (word2vec): 20 old words and 3 new ones\n"


def test_by_default_a_word_must_occur_five_times(augment, tmp_path):
    augment(tmp_path / "out.txt")
    assert read_text((tmp_path / "out.txt").read_bytes(), header=True)[0] == [*WORDS, "pomelo"]


def test_vectors_are_those_of_infer(trained, augment, tmp_path):
    augment(tmp_path / "out.txt", "--min-count", 4, stdin=b"sour pomelo juice pomelo\n" * 2)
    found = run("vectors", "get", tmp_path / "out.txt", "pomelo", "--json").stdout
    inferred = run("infer", trained / "m.oovec", "pomelo", "sour juice", "--json").stdout
    assert json.loads(found)["vector"] == pytest.approx(json.loads(inferred)["vector"], abs=1e-5)


@pytest.mark.parametrize("kind", ["glove", "word2vec", "vec", "word2vec-bin", "native"])
@pytest.mark.parametrize("suffix, decompress",
                         [("", bytes), (".gz", gzip.decompress), (".bz2", bz2.decompress)])
def test_every_format_keeps_its_old_rows(trained, augment, tmp_path, kind, suffix, decompress):
    old, out = tmp_path / "old", tmp_path / ("out" + suffix)
    run("vectors", "convert", trained / "v.txt", old, "--format", kind)
    if kind == "native" and suffix:
        augment(out, "--vectors", old, code=USAGE)
        return
    augment(out, "--vectors", old, "--min-count", 3)
    data = decompress(out.read_bytes())
    (tmp_path / "plain").write_bytes(data)
    words, rows = read_any(tmp_path / "plain", kind)
    assert words == WORDS + NEW
    old_words, old_rows = read_any(old, kind)
    assert old_words == WORDS and rows[: len(WORDS)].tobytes() == old_rows.tobytes()
    if kind != "native":
        header = 0 if kind == "glove" else len(f"{len(WORDS)} {DIMENSION}\n")
        assert data[header:].startswith(old.read_bytes()[header:])
        assert data[:header] == f"{len(WORDS) + 3} {DIMENSION}\n".encode()[:header]


def test_unusual_rows_are_copied_as_they_are(trained, augment, tmp_path):
    augment(tmp_path / "out.txt", "--vectors", trained / "v.txt", "--min-count", 3)
    assert (tmp_path / "out.txt").read_text().startswith(vectors_text())
    assert "+0." in vectors_text()


def test_a_file_may_be_augmented_in_place(trained, augment, tmp_path):
    path = tmp_path / "v.txt"
    path.write_text(vectors_text())
    augment(path, "--vectors", path, "--min-count", 3)
    assert path.read_text().startswith(vectors_text())
    assert sorted(p.name for p in tmp_path.iterdir()) == ["v.txt"]
    done = augment(path, "--vectors", path, code=USAGE)  # no longer what the model knows
    assert "not the vectors" in done.stderr


def test_listed_words_get_vectors_whether_they_occur_or_not(augment, tmp_path):
    (tmp_path / "list").write_text("Pomelo\n\npomes\nlemons\nqqqqq\n")
    done = augment(tmp_path / "out.txt", "--words", tmp_path / "list", code=NEGATIVE)
    assert read_text((tmp_path / "out.txt").read_bytes(), header=True)[0] == [*WORDS, "pomelo", "lemons"]
    assert '"qqqqq"' in done.stderr and "1 word without a vector" in done.stderr


def test_listed_words_may_be_of_several_tokens(trained, augment, tmp_path):
    (tmp_path / "list").write_text("lemon tart\n")
    augment(tmp_path / "out.safetensors", "--words", tmp_path / "list", "--report", tmp_path / "r.jsonl",
            stdin=b"Sour lemon tart, sour lemon tart.\n")
    report = json.loads((tmp_path / "r.jsonl").read_text())
    assert (report["word"], report["count"]) == ("lemon tart", 2)
    found = json.loads(run("vectors", "get", tmp_path / "out.safetensors", "lemon tart", "--json").stdout)
    inferred = json.loads(run("infer", trained / "m.oovec", "lemon tart", "sour lemon tart, sour lemon tart",
                              "--json").stdout)
    assert len(found["vector"]) == len(inferred["vector"])


def test_words_and_counts_exclude_each_other(augment, tmp_path):
    (tmp_path / "list").write_text("")
    augment(tmp_path / "out", "--words", tmp_path / "list", "--min-count", 3, code=USAGE)
    assert "no words" in augment(tmp_path / "out", "--words", tmp_path / "list", code=USAGE).stderr


def test_a_report_lists_the_new_words(augment, tmp_path):
    augment(tmp_path / "out.txt", "--min-count", 3, "--report", tmp_path / "r.tsv")
    lines = [line.split("\t") for line in (tmp_path / "r.tsv").read_text().splitlines()]
    assert lines[0] == ["word", "count", "outcome", "alpha", "confidence", "context_words", "nearest"]
    assert [line[0] for line in lines[1:]] == NEW and lines[1][1:3] == ["5", "added"]
    assert len(lines[1][6].split(", ")) == 5 and set(lines[1][6].split(", ")) <= set(WORDS)
    augment(tmp_path / "out.txt", "--min-count", 3, "--report", tmp_path / "r.jsonl")
    report = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text().splitlines()]
    assert [r["word"] for r in report] == NEW and len(report[0]["nearest"]) == 5
    assert report[0]["alpha"] == pytest.approx(float(lines[1][3]), abs=1e-4)


def test_json_sums_up(augment, tmp_path):
    done = augment(tmp_path / "out.vec", "--min-count", 3, "--json", stdin=TEXT + b"\xff\n")
    report = json.loads(done.stdout)
    assert (report["old_words"], report["added"], report["format"]) == (20, 3, "vec")
    assert (report["lines"], report["bad_lines"]) == (4, 1)


def test_threads_and_order_of_lines_do_not_matter(augment, tmp_path):
    lines = [b"the w%d fruit is w%d\n" % (i % 70, i % 11) for i in range(3000)]
    augment(tmp_path / "1", "--threads", 1, stdin=b"".join(lines))
    augment(tmp_path / "2", "--threads", 3, stdin=b"".join(reversed(lines)))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_vectors_may_go_to_standard_output(augment, tmp_path):
    done = augment("-", "--min-count", 3, cwd=tmp_path)
    assert done.stdout.startswith(f"23 {DIMENSION}\n")
    assert list(tmp_path.iterdir()) == []
    assert "would mix" in augment("-", "--json", code=USAGE).stderr


def test_a_failure_leaves_the_old_file(augment, tmp_path):
    out = tmp_path / "out.txt"
    out.write_text("old")
    augment(out, "--corpus", tmp_path / "missing", code=IO)
    augment(out, "--strict", stdin=b"\xff\n", code=3)
    assert out.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["out.txt"]
    assert "cannot be compressed" in augment(tmp_path / "o.safetensors.gz", code=USAGE).stderr
