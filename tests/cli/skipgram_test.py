"""oovec skipgram: word vectors from text; docs/skipgram.md promises what is tested here."""

import gzip
import json
import random
import shutil
import subprocess

import numpy as np
import pytest

from support import BAD_INPUT, IO, USAGE, read_any, run

FRUIT = ["apple", "pear", "plum", "fig"]
TOOLS = ["hammer", "saw", "drill", "pliers"]


def text(sentences=400):
    """Sentences about fruit or about tools."""
    choose = random.Random(1)
    return "".join(
        " ".join(choose.choices(choose.choice([FRUIT, TOOLS]), k=8)).capitalize() + ".\n"
        for _ in range(sentences))


@pytest.fixture(name="corpus")
def corpus_file(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text(text())
    return path


@pytest.fixture(name="out")
def out_file(tmp_path):
    """The vectors to write, alone in their folder."""
    (tmp_path / "out").mkdir()
    return tmp_path / "out" / "vectors.txt"


def skipgram(corpus, out, *arguments, **options):
    return run("skipgram", "--corpus", corpus, "-o", out, "--dimension", 10, *arguments, **options)


def test_vectors_are_written_and_described(corpus, out):
    done = skipgram(corpus, out)
    lines = done.stdout.splitlines()
    assert lines[0] == f"vectors    {out}"
    assert lines[1].startswith("text       400 lines, 400 sentences, 3,200 tokens, read in ")
    assert lines[2] == "words      8 seen 5 times or more, 10 dimensions"
    assert lines[3].startswith("training   5 epochs of 3,200 tokens in ")
    assert lines[3].endswith(" words/s")
    assert len(lines) == 4 and done.stderr == ""
    words, rows = read_any(out, "word2vec")
    assert sorted(words) == sorted(FRUIT + TOOLS)
    assert rows.shape == (8, 10)


def test_words_of_one_topic_are_neighbors(corpus, out):
    skipgram(corpus, out, "--epochs", 20, "--subsample", 0)
    report = json.loads(run("vectors", "neighbors", out, "fig", "-k", 3, "--json").stdout)
    assert {neighbor["word"] for neighbor in report["neighbors"]} == set(FRUIT) - {"fig"}


def test_json_reports_numbers(corpus, out):
    report = json.loads(skipgram(corpus, out, "--json", "--epochs", 2, "--seed", 7).stdout)
    assert report["file"] == str(out)
    assert (report["words"], report["dimension"], report["epochs"], report["seed"]) == (8, 10, 2, 7)
    assert (report["lines"], report["bad_lines"], report["sentences"]) == (400, 0, 400)
    assert report["tokens"] == report["tokens_kept"] == 3200
    assert report["words_per_second"] == pytest.approx(6400 / report["training_seconds"])


@pytest.mark.parametrize("name, format_name", [
    ("v.txt", "word2vec"), ("v.vec", "vec"), ("v.bin", "word2vec-bin"), ("v.safetensors", "native")])
def test_the_name_tells_the_format(corpus, out, name, format_name):
    skipgram(corpus, out)
    words, rows = read_any(out, "word2vec")
    skipgram(corpus, out.with_name(name), "--context-vectors", out.with_name("contexts-" + name))
    same_words, same_rows = read_any(out.with_name(name), format_name)
    assert same_words == words and np.array_equal(same_rows, rows)
    context_words, context_rows = read_any(out.with_name("contexts-" + name), format_name)
    assert context_words == words and context_rows.shape == rows.shape
    assert not np.array_equal(context_rows, rows)


def test_threads_change_nothing_and_seeds_do(corpus, out):
    skipgram(corpus, out, "--threads", 1)
    expected = out.read_bytes()
    for threads in [2, 4]:
        skipgram(corpus, out, "--threads", threads)
        assert out.read_bytes() == expected
    skipgram(corpus, out, "--seed", 2)
    assert out.read_bytes() != expected


def test_text_comes_from_files_globs_pipes_and_json(corpus, out, tmp_path):
    skipgram(corpus, out)
    expected = out.read_bytes()
    halves = text().splitlines(keepends=True)
    (tmp_path / "1.part").write_text("".join(halves[:150]))
    (tmp_path / "2.part").write_bytes(gzip.compress("".join(halves[150:]).encode()))
    skipgram(tmp_path / "*.part", out)
    assert out.read_bytes() == expected
    skipgram("-", out, stdin=text().encode())
    assert out.read_bytes() == expected
    lines = [json.dumps({"body": line}) for line in halves]
    skipgram("-", out, "--jsonl", "body", stdin="\n".join(lines).encode())
    assert out.read_bytes() == expected
    skipgram("-", out, "--csv", "body", stdin=("id\tbody\n" + "".join("1\t" + line for line in halves)).encode())
    assert out.read_bytes() == expected


def test_case_is_kept_if_asked(out):
    skipgram("-", out, "--lowercase", "off", "--min-count", 1, stdin=b"Fig fig FIG\n")
    assert sorted(read_any(out, "word2vec")[0]) == ["FIG", "Fig", "fig"]
    skipgram("-", out, "--min-count", 1, stdin=b"Fig fig FIG\n")
    assert read_any(out, "word2vec")[0] == ["fig"]
    done = skipgram("-", out, "--lowercase", "auto", stdin=b"fig\n", code=USAGE)
    assert "choose on or off" in done.stderr


def test_the_language_of_a_text_has_to_be_named(out):
    text = "İşlem işlem Ankara'da".encode()
    skipgram("-", out, "--language", "tr", "--min-count", 1, stdin=text)
    assert sorted(read_any(out, "word2vec")[0]) == ["'da", "ankara", "işlem"]
    done = skipgram("-", out, "--language", "auto", stdin=text, code=USAGE)
    assert "without vectors, --language cannot be auto" in done.stderr


def test_excluded_words_are_left_out(corpus, out, tmp_path):
    (tmp_path / "words").write_text("PLUM\nsaw\n")
    skipgram(corpus, out, "--exclude", tmp_path / "words")
    words = {line.split()[0] for line in out.read_text().splitlines()[1:]}
    assert words == {*FRUIT, *TOOLS} - {"plum", "saw"}


def test_vectors_go_to_standard_output_and_the_report_elsewhere(corpus, out):
    skipgram(corpus, out)
    done = skipgram(corpus, "-")
    assert done.stdout == out.read_text()
    assert "training   5 epochs" in done.stderr
    done = skipgram(corpus, "-", "--json", code=USAGE)
    assert "--json would mix" in done.stderr


def test_bad_lines_are_reported_or_with_strict_refused(out):
    lines = text().encode() + b"\xff\n"
    done = skipgram("-", out, stdin=lines)
    assert done.stderr == "1 lines were skipped: not UTF-8, JSON or CSV as required\n"
    out.unlink()
    done = skipgram("-", out, "--strict", stdin=lines, code=BAD_INPUT)
    assert "the line is not UTF-8" in done.stderr
    assert list(out.parent.iterdir()) == []


@pytest.mark.parametrize("lines", [b"", b"\n\n", b"too few words\n"])
def test_a_text_without_frequent_words_is_an_error(out, lines):
    done = skipgram("-", out, stdin=lines, code=BAD_INPUT)
    assert "use more text or lower --min-count" in done.stderr
    assert list(out.parent.iterdir()) == []


def test_outputs_that_cannot_be_written_are_errors_at_once(out, tmp_path):
    absent = tmp_path / "absent.txt"
    for wrong, code in [(tmp_path / "no" / "v.txt", IO), (tmp_path, IO),
                        (tmp_path / "v.safetensors.gz", USAGE)]:
        assert "absent.txt" not in skipgram(absent, wrong, code=code).stderr
        done = skipgram(absent, out, "--context-vectors", wrong, code=code)
        assert "absent.txt" not in done.stderr
    for contexts in ["-", out]:
        done = skipgram(absent, out, "--context-vectors", contexts, code=USAGE)
        assert "needs a file of its own" in done.stderr
    assert str(absent) in skipgram(absent, out, code=IO).stderr
    assert list(out.parent.iterdir()) == []


@pytest.mark.parametrize("option", ["dimension", "window", "negative", "epochs", "min-count"])
def test_sizes_are_positive(corpus, out, option):
    assert f"--{option}" in skipgram(corpus, out, f"--{option}", 0, code=USAGE).stderr


def fasttext_vectors(model, words):
    """What fastText itself makes of a model."""
    if not shutil.which("fasttext"):
        pytest.skip("fasttext is not installed: scripts/setup.sh test")
    done = subprocess.run(["fasttext", "print-word-vectors", model], check=True,
                          input="\n".join(words).encode() + b"\n", capture_output=True)
    return np.array([line.split()[1:] for line in done.stdout.decode().splitlines()], float)


def test_a_model_with_subwords_is_one_of_fasttext(corpus, tmp_path):
    model = tmp_path / "model.bin"
    skipgram(corpus, model, "--subwords", "3-6", "--buckets", 1000)
    asked = ["apple", "pear", "apples", "hammering", "zzz"]
    answers = run("vectors", "get", model, *asked, "--json").stdout.splitlines()
    found = [json.loads(line)["vector"] for line in answers]
    assert np.allclose(fasttext_vectors(model, asked), found, rtol=1e-4, atol=5e-6)


def test_elsewhere_n_grams_are_said_to_be_left_out(corpus, out):
    done = skipgram(corpus, out, "--subwords", "3-6", "--buckets", 1000)
    assert "the n-grams are left out" in done.stderr
    words, rows = read_any(out, "word2vec")
    assert len(words) == 8 and rows.shape == (8, 10)


@pytest.mark.parametrize("lengths", ["3", "6-3", "0-3", "3-6x", "a-b", "-3", "3-"])
def test_lengths_that_make_no_sense_are_refused(corpus, out, lengths):
    done = skipgram(corpus, out, f"--subwords={lengths}", code=USAGE)
    assert "such as 3-6" in done.stderr
    assert list(out.parent.iterdir()) == []
