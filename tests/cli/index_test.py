"""oovec index: contexts of words from a corpus; docs/contexts.md promises what is tested here."""

import bz2
import csv
import gzip
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from progress_test import ERASE, run_on_terminal
from support import BAD_INPUT, IO, NEGATIVE, USAGE, needs_real_memory, run, start, text_of

ROOT = Path(__file__).resolve().parent.parent.parent


def index(*arguments, **options):
    return run("index", *arguments, **options)


@pytest.fixture(name="vectors")
def vectors_file(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("the 1 2\nfruit 3 4\nripe 5 6\nis 7 8\na 9 1\n[unk] 2 3\n")
    return path


@pytest.fixture(name="out")
def out_file(tmp_path):
    """The index to write, alone in its folder."""
    (tmp_path / "out").mkdir()
    return tmp_path / "out" / "out.ctx"


def build(vectors, out, *arguments, stdin=b"", **options):
    """Indexes standard input unless a corpus is named; what --json reports."""
    corpus = [] if "--corpus" in arguments else ["--corpus", "-"]
    done = index("--vectors", vectors, "-o", out, "--json", *corpus, *arguments, stdin=stdin,
                 **options)
    return json.loads(done.stdout) if done.stdout else done


def show(out, word, *arguments, **options):
    """Count and sentences of a word."""
    report = json.loads(index("show", out, word, "--json", *arguments, **options).stdout)
    sentences = report.get("sentences", [])
    assert all(s["words"][s["position"]] == word for s in sentences)
    return report["count"], sorted(" ".join(s["words"]) for s in sentences)


def zstd(data):
    return subprocess.run(["zstd", "-c"], input=data, check=True, capture_output=True).stdout


FRENCH = ["l'", "homme", "boit", "de", "eau"]


@pytest.mark.parametrize("words", [FRENCH, ["l", *FRENCH[1:]], FRENCH[1:]])
@pytest.mark.parametrize("text", ["L'homme boit de l'eau", "L’homme boit de l’eau"])
def test_the_language_decides_on_clitics(words, text, tmp_path, out):
    vectors = tmp_path / "fr.txt"
    vectors.write_bytes(text_of(words, [[1.0]] * len(words)))
    report = build(vectors, out, "--language", "fr", stdin=text.encode())
    assert report["language"] == "fr" and report["tokens"]["none"] == 0
    assert index("show", out, "L'homme").stdout.startswith("homme: seen 1 time")
    assert build(vectors, out, stdin=text.encode())["tokens"]["none"] == 2


def test_turkish_words_are_lower_cased_as_in_turkish(tmp_path, out):
    vectors = tmp_path / "tr.txt"
    vectors.write_bytes(text_of(["işlem", "ışık", "ankara"], [[1.0]] * 3))
    text = "İşlem Işık Ankara'da".encode()
    report = build(vectors, out, "--language", "tr", "--novel-min", 1, stdin=text)
    assert report["words_seen"] == 3 and report["novel_words"] == 0
    assert index("show", out, "IŞIK").stdout.startswith("ışık: seen 1 time")


def test_a_language_that_is_none_is_refused_before_anything_is_read(out):
    for tag in ["english", "jp"]:
        done = build("absent.txt", out, "--language", tag, stdin=b"", code=USAGE)
        assert f'--language is "{tag}", which is not the tag of a language' in done.stderr
        assert "Any language is accepted" in done.stderr and "en, de, fr" in done.stderr


# What an index holds


def test_a_corpus_is_indexed_and_described(vectors, out):
    done = index("--vectors", vectors, "--corpus", "-", "-o", out, "--novel-min", 1,
                 stdin=b"The pomelo is a fruit. The fruit is ripe.\n")
    assert done.stdout == (
        f"index      {out}\n"
        "text       1 line, 2 sentences, 9 tokens\n"
        "coverage   88.9 % of tokens have a vector\n"
        "            88.9 % as is\n"
        "             0.0 % lower-cased\n"
        "             0.0 % without clitic\n"
        "             0.0 % in parts\n"
        "            11.1 % none\n"
        "words      5 of 6 seen\n"
        "novel      1 words without a vector\n"
        "kept       2 sentences, at most 200 a word\n"
        "settings   tokenizer words, lower-casing on, language und, 25 tokens to either side, seed 1\n")
    assert done.stderr == ""
    assert index("info", out).stdout == done.stdout
    assert show(out, "pomelo") == (1, ["the pomelo is a fruit"])


def test_json_reports_numbers_and_settings(vectors, out):
    report = build(vectors, out, "--seed", 7, "--per-word", 3, stdin=b"The fruit\n\xff\n")
    assert report == json.loads(index("info", out, "--json").stdout)
    assert (report["lines"], report["bad_lines"], report["sentences"]) == (2, 1, 1)
    assert (report["seed"], report["per_word"], report["max_tokens"]) == (7, 3, 25)
    assert report["tokens"]["total"] == 2 and report["words_seen"] == 2
    assert re.fullmatch("[0-9a-f]{16}", report["vectors_fingerprint"])


def test_show_prints_sentences_with_the_word_in_brackets(vectors, out):
    build(vectors, out, stdin=b"Is the pomelo ripe?\n")
    assert index("show", out, "ripe").stdout == (
        "ripe: seen 1 time, 1 sentence kept\n  is the … [ripe]\n")


def test_show_prints_as_many_as_asked(vectors, out):
    build(vectors, out, stdin=b"".join(b"the fruit %d\n" % i for i in range(20)))
    assert index("show", out, "fruit").stdout.count("\n") == 6
    assert index("show", out, "fruit", "-n", 2).stdout.count("\n") == 3
    assert index("show", out, "fruit", "-n", 100).stdout.count("\n") == 21


def test_show_takes_any_word_as_it_is(vectors, out):
    build(vectors, out, "--tokenizer", "whitespace", stdin=b"the [unk] fruit\n")
    assert show(out, "[unk]") == (1, ["the [unk] fruit"])


def test_show_finds_a_word_however_it_is_spelled(vectors, out):
    build(vectors, out, stdin=b"the fruit\n")
    for spelling in ["Fruit", "FRUIT", "fruit's"]:
        done = index("show", out, spelling)
        assert done.stdout == "fruit: seen 1 time, 1 sentence kept\n  the [fruit]\n"
        assert done.stderr == f'oovec: "{spelling}" was found as "fruit"\n'
    report = json.loads(index("show", out, "Fruit", "--json").stdout)
    assert (report["word"], report["found"]) == ("Fruit", "fruit")
    done = index("show", out, "the-fruit", code=NEGATIVE)
    assert done.stderr == f'oovec: "the-fruit" is not in {out}; only in parts: "the", "fruit"\n'


def test_a_word_that_is_not_there_is_negative(vectors, out):
    build(vectors, out, "--novel-min", 2, stdin=b"the pomelo\n")
    for word in ["durian", "pomelo", "\x1b[31m"]:
        done = index("show", out, word, code=NEGATIVE)
        assert done.stdout == "" and "is not in" in done.stderr and "\x1b" not in done.stderr


def test_words_asked_for_are_indexed(vectors, out, tmp_path):
    (tmp_path / "words").write_text("pomelo\n\ndurian\r\n")
    report = build(vectors, out, "--words", tmp_path / "words", stdin=b"The pomelo fruit\n")
    assert show(out, "pomelo") == (1, ["the pomelo fruit"])
    assert show(out, "durian") == (0, [])
    assert (report["listed"], report["listed_unseen"], report["first_unseen"]) == (2, 1, ["durian"])
    assert "listed     2 words, 1 never seen: durian\n" in index("info", out).stdout


def test_words_asked_for_that_are_not_utf8_are_refused_by_line(vectors, out, tmp_path):
    (tmp_path / "words").write_bytes(b"pomelo\n\ncaf\xe9\n")
    done = build(vectors, out, "--words", tmp_path / "words", stdin=b"the\n", code=BAD_INPUT)
    assert f"{tmp_path / 'words'}:3: byte 4 is not valid UTF-8" in done.stderr


def test_context_is_as_wide_as_asked(vectors, out):
    build(vectors, out, "--max-tokens", 1, stdin=b"is the ripe fruit a\n")
    assert show(out, "ripe") == (1, ["the ripe fruit"])


# Input


@pytest.mark.parametrize("compress", [bytes, gzip.compress, bz2.compress, zstd])
def test_plain_and_compressed_text_are_the_same(vectors, out, tmp_path, compress):
    text = b"The fruit is ripe.\n" * 100
    (tmp_path / "corpus").write_bytes(compress(text))
    build(vectors, out, "--corpus", tmp_path / "corpus")
    from_file = out.read_bytes()
    build(vectors, out, stdin=compress(text))
    assert out.read_bytes() == from_file
    assert show(out, "ripe") == (100, ["the fruit is ripe"])


def test_files_and_globs_in_any_order(vectors, out, tmp_path):
    for name in "abc":
        (tmp_path / f"{name}.corpus").write_text(f"the fruit {name}\n")
    files = [tmp_path / f"{name}.corpus" for name in "cab"]
    build(vectors, out, "--corpus", *files)
    listed = out.read_bytes()
    build(vectors, out, "--corpus", tmp_path / "*.corpus")
    assert out.read_bytes() == listed
    build(vectors, out, "--corpus", files[0], "--corpus", files[1], "--corpus", files[2])
    assert out.read_bytes() == listed
    assert show(out, "fruit")[0] == 3


def test_json_lines(vectors, out):
    lines = [{"body": "The fruit\nis ripe"}, {"body": "The ünknown fruit"}, {"title": "the"}]
    report = build(vectors, out, "--jsonl", "body",
                   stdin="\n".join(map(json.dumps, lines)).encode())
    assert report["bad_lines"] == 1
    assert show(out, "fruit") == (2, ["the fruit", "the … fruit"])


def test_bad_lines_are_reported_or_with_strict_refused(vectors, out):
    text = b"the fruit\nthe \xff\nis ripe\n"
    done = index("--vectors", vectors, "--corpus", "-", "-o", out, stdin=text)
    assert done.stderr == "1 lines were skipped: not UTF-8, JSON or CSV as required\n"
    out.unlink()
    done = build(vectors, out, "--strict", stdin=text, code=BAD_INPUT)
    assert "standard input: byte 10: the line is not UTF-8" in done.stderr
    assert list(out.parent.iterdir()) == []


@pytest.mark.parametrize("text", [b"", b"\n\n\n", gzip.compress(b"")])
def test_an_empty_corpus_gives_an_empty_index(vectors, out, text):
    report = build(vectors, out, stdin=text)
    assert (report["sentences"], report["words_seen"], report["sentences_kept"]) == (0, 0, 0)
    assert show(out, "fruit") == (0, [])


def test_binary_input_is_refused_unless_allowed(vectors, out):
    garbage = bytes(range(256)) * 1000 + os.urandom(100000) + b"\nthe\0fruit\n"
    done = build(vectors, out, stdin=garbage, code=BAD_INPUT)
    assert "standard input holds binary data, not text" in done.stderr
    assert list(out.parent.iterdir()) == []
    report = build(vectors, out, "--bad-lines", 1, stdin=garbage)
    assert report["bad_lines"] > 1000
    assert show(out, "fruit") == (1, ["the fruit"])


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_text_of_windows_programs_is_read(vectors, out, encoding):
    text = "The ripe fruit is a pêche.\r\nThe fruit\r\n"
    build(vectors, out, "--novel-min", 1, stdin=text.replace("\r", "").encode())
    expected = out.read_bytes()
    build(vectors, out, "--novel-min", 1, stdin=text.encode(encoding))
    assert out.read_bytes() == expected


def test_lists_of_words_may_be_utf16(vectors, out, tmp_path):
    (tmp_path / "words").write_text("pêche\n", encoding="utf-16")
    build(vectors, out, "--words", tmp_path / "words", stdin="The pêche\n".encode())
    assert show(out, "pêche") == (1, ["the pêche"])


@pytest.mark.parametrize("content, message", [
    ("Die Äpfel sind süß.\n".encode("latin-1") * 9, "looks like Latin-1 or Windows-1252: convert it with iconv"),
    ("Это спелый плод.\n".encode("cp1251") * 9, "is not UTF-8; convert it from its encoding"),
    (b"%PDF-1.4\n%\xe2\xe3\n", "is a PDF document, not text"),
    (b"PK\x03\x04rest", "is compressed with zip"),
    (b"\x89PNG\r\n\x1a\n", "is a PNG image, not text"),
    (b"PAR1\x15\x04", "is a Parquet file"),
])
def test_what_is_no_text_is_refused_with_what_it_looks_like(vectors, out, tmp_path, content, message):
    (tmp_path / "good.txt").write_text("the fruit\n")
    (tmp_path / "bad.txt").write_bytes(content)
    done = build(vectors, out, "--corpus", tmp_path / "good.txt", tmp_path / "bad.txt", code=BAD_INPUT)
    assert "bad.txt" in done.stderr and message in done.stderr
    assert list(out.parent.iterdir()) == []


def test_an_index_is_no_corpus(vectors, out):
    build(vectors, out, stdin=b"the fruit\n")
    done = build(vectors, out.parent / "other.ctx", "--corpus", out, code=BAD_INPUT)
    assert "out.ctx is an oovec context index, not text" in done.stderr


def test_many_bad_lines_are_an_error_unless_allowed(vectors, out):
    text = b"the fruit\n" * 200_000 + b"the \xff\n" * 50_000  # the first MiB is good
    done = build(vectors, out, stdin=text, code=BAD_INPUT)
    assert "lines cannot be read, more than the share that --bad-lines allows (0.1); the first: " in done.stderr
    assert "standard input: byte 2000000: the line is not UTF-8" in done.stderr
    assert list(out.parent.iterdir()) == []
    assert build(vectors, out, "--bad-lines", 0.2, stdin=text)["bad_lines"] == 50_000


def test_a_json_field_that_is_not_there_is_an_error(vectors, out):
    done = build(vectors, out, "--jsonl", "txet", stdin=b'{"id": 1, "text": "the fruit"}\n', code=BAD_INPUT)
    assert 'in the field "txet" (its fields: "id", "text"); did you mean text?' in done.stderr
    assert list(out.parent.iterdir()) == []


def test_a_column_of_csv(vectors, out, tmp_path):
    build(vectors, out, stdin=b'the "ripe" fruit\n\nis\n')
    expected = out.read_bytes()
    rows = [["id", "body"], ["1", 'the "ripe" fruit'], ["2", ""], ["3", "is"]]
    for name, dialect in [("a.csv", "excel"), ("a.tsv", "excel-tab"), ("unix.csv", "unix")]:
        with open(tmp_path / name, "w", newline="") as file:
            csv.writer(file, dialect).writerows(rows)
        build(vectors, out, "--csv", "body", "--corpus", tmp_path / name)
        assert out.read_bytes() == expected
    done = build(vectors, out, "--csv", "boody", "--corpus", tmp_path / "a.csv", code=BAD_INPUT)
    assert 'a.csv has no column "boody"; its header line names "id", "body"; did you mean body?' in done.stderr
    done = build(vectors, out, "--csv", "body", stdin=b'id,body\n1,"the\n', code=BAD_INPUT)
    assert "standard input: line 2: a quote is opened and never closed" in done.stderr
    done = build(vectors, out, "--csv", "body", "--jsonl", "body", stdin=b"", code=USAGE)
    assert "--jsonl and --csv exclude each other" in done.stderr


def test_csv_and_json_read_as_text_get_a_hint(vectors, out, tmp_path):
    (tmp_path / "a.csv").write_text("id,body\n1,the fruit\n")
    done = index("--vectors", vectors, "-o", out, "--corpus", tmp_path / "a.csv")
    assert "warning: " in done.stderr and '--csv reads one column: "id", "body"' in done.stderr
    done = index("--vectors", vectors, "-o", out, "--corpus", "-", stdin=b'{"body": "the fruit"}\n')
    assert '--jsonl reads one field: "body"' in done.stderr


def test_words_of_several_tokens(vectors, out, tmp_path):
    (tmp_path / "words").write_text("Ripe fruit\nice  cream\nfrozen \t yoghurt\nfrozen yoghurt\n")
    report = build(vectors, out, "--words", tmp_path / "words", stdin=b"The ripe fruit is ice cream.\n")
    assert show(out, "ripe fruit") == (1, ["the ripe fruit is … …"])
    assert show(out, "ice cream") == (1, ["the ripe fruit is ice cream"])
    assert report["first_unseen"] == ["frozen yoghurt"]
    assert index("show", out, "ice cream").stdout == (
        "ice cream: seen 1 time, 1 sentence kept\n  the ripe fruit is [ice cream]\n")


def limit_memory(megabytes):
    """For a process about to start: what it may use beside threads' stacks and mapped files."""
    return lambda: resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, megabytes << 20))


@needs_real_memory
@pytest.mark.parametrize("piece", [b"The fruit is ripe. ", b"x", b"\0", b"\xff"])
def test_a_line_without_end_needs_little_memory(vectors, out, piece):
    process = start("index", "--vectors", vectors, "--corpus", "-", "-o", out, "--json",
                    "--threads", 2, "--bad-lines", 1, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    preexec_fn=limit_memory(300))
    megabyte = piece * ((1 << 20) // len(piece))
    for _ in range(400):
        process.stdin.write(megabyte)
    process.stdin.close()
    report = json.loads(process.stdout.read())
    assert process.wait() == 0
    assert report["lines"] > 300  # pieces of a line count as lines
    if piece.startswith(b"The"):
        count, sentences = show(out, "fruit")
        assert count == 400 * ((1 << 20) // len(piece)) and "the fruit is ripe" in sentences


def test_a_json_line_without_end_is_refused(vectors, out):
    done = build(vectors, out, "--jsonl", "text", stdin=b" " * (70 << 20), code=BAD_INPUT)
    assert "standard input: byte 0: no line end within 64 MiB" in done.stderr
    assert list(out.parent.iterdir()) == []


def test_unreadable_files_are_errors(vectors, out, tmp_path):
    (tmp_path / "folder").mkdir()
    for corpus in [tmp_path / "absent", tmp_path / "folder", tmp_path / "*.none", "x" * 300 + "*"]:
        done = build(vectors, out, "--corpus", corpus, code=IO)
        assert done.stderr.startswith("oovec: ") and str(corpus) in done.stderr
    assert list(out.parent.iterdir()) == []


def test_a_damaged_file_is_an_error(vectors, out, tmp_path):
    (tmp_path / "cut.gz").write_bytes(gzip.compress(os.urandom(100000))[:50000])
    done = build(vectors, out, "--corpus", tmp_path / "cut.gz", code=BAD_INPUT)
    assert "cut.gz" in done.stderr
    assert list(out.parent.iterdir()) == []


# Output


def test_output_that_cannot_be_written_is_an_error_at_once(vectors, tmp_path):
    for out in [tmp_path / "absent" / "out.ctx", tmp_path]:
        done = build(vectors, out, "--corpus", tmp_path / "absent", code=IO)
        assert "cannot write" in done.stderr
    done = build(vectors, "-", code=USAGE)
    assert "must be a file, not standard output" in done.stderr


def test_a_full_disk_is_an_error(vectors):
    done = build(vectors, "/dev/full", stdin=b"the fruit\n", code=IO)
    assert "No space left on device" in done.stderr


def words_text(count, seed=1):
    """Text with many words that have no vector."""
    state, lines = seed, []
    for _ in range(count):
        words = []
        for _ in range(8):
            state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
            words.append(f"w{(state >> 33) % 20000}")
        lines.append("the " + " ".join(words))
    return "\n".join(lines).encode() + b"\n"


@pytest.mark.parametrize("memory", [1, 1024])
def test_a_disk_that_fills_up_is_an_error_and_nothing_is_left(vectors, out, memory):
    """A limit on the size of files stands for the disk."""
    out.write_text("old")
    done = build(vectors, out, "--novel-min", 1, "--memory", memory, stdin=words_text(30000),
                 code=IO, restore_signals=False,  # SIGXFSZ stays ignored, as in Python
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50000, 50000)))
    assert "File too large" in done.stderr
    assert list(out.parent.iterdir()) == [out] and out.read_text() == "old"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_leaves_the_old_file_and_nothing_else(vectors, out, number):
    out.write_text("old")
    text = words_text(30000)
    process = start("index", "--vectors", vectors, "--corpus", "-", "-o", out, "--memory", 1,
                    "--novel-min", 1, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    for _ in range(4):  # parts are being written to temporary files
        process.stdin.write(text)
    process.stdin.flush()
    process.send_signal(number)
    assert process.wait(timeout=30) == -number
    assert process.stderr.read() == b""
    assert list(out.parent.iterdir()) == [out] and out.read_text() == "old"


def test_signals_at_any_moment_leave_nothing(vectors, out, tmp_path):
    (tmp_path / "corpus").write_bytes(words_text(30000))
    for delay in range(0, 400, 40):
        process = start("index", "--vectors", vectors, "--corpus", tmp_path / "corpus", "-o", out,
                        "--memory", 1, "--novel-min", 1, stdout=subprocess.DEVNULL)
        time.sleep(delay / 1000)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) in (0, -signal.SIGINT)
        assert set(out.parent.iterdir()) <= {out}


# The same bytes


def test_threads_memory_and_files_do_not_change_the_bytes(vectors, out, tmp_path):
    text = words_text(40000)
    arguments = ["--novel-min", 3, "--per-word", 5]
    build(vectors, out, *arguments, "--threads", 1, stdin=text)
    expected = out.read_bytes()
    for threads in [1, 2, 4]:
        for memory in [1, 1024]:
            build(vectors, out, *arguments, "--threads", threads, "--memory", memory, stdin=text)
            assert out.read_bytes() == expected, (threads, memory)
    lines = text.splitlines(keepends=True)
    for i in range(3):
        (tmp_path / f"{i}.part").write_bytes(b"".join(lines[2 - i::3]))
    build(vectors, out, *arguments, "--corpus", tmp_path / "*.part")
    assert out.read_bytes() == expected


def test_merging_equals_indexing_at_once(vectors, out, tmp_path):
    texts = [words_text(3000, seed) for seed in (1, 2, 3)]
    arguments = ["--novel-min", 2, "--per-word", 5]
    parts = []
    for i, text in enumerate(texts):
        parts.append(tmp_path / f"{i}.ctx")
        build(vectors, parts[-1], *arguments, stdin=text)
    build(vectors, out, *arguments, stdin=b"".join(texts))
    merged = tmp_path / "merged.ctx"
    done = index("merge", *reversed(parts), "-o", merged)
    assert merged.read_bytes() == out.read_bytes()
    assert done.stdout == index("info", merged).stdout


def test_indexes_of_different_settings_are_not_merged(vectors, out, tmp_path):
    build(vectors, tmp_path / "a.ctx", stdin=b"the\n")
    build(vectors, tmp_path / "b.ctx", "--seed", 2, stdin=b"the\n")
    done = index("merge", tmp_path / "a.ctx", tmp_path / "b.ctx", "-o", out, code=USAGE)
    assert "different --seed (1 and 2)" in done.stderr
    assert not out.exists()


def test_damaged_indexes_are_refused(vectors, out, tmp_path):
    build(vectors, out, stdin=b"the fruit\n")
    whole = out.read_bytes()
    for damaged in [whole[:-1], whole[:100], b"", whole[:-1] + bytes([whole[-1] ^ 1])]:
        out.write_bytes(damaged)
        index("info", out, code=BAD_INPUT)
        index("merge", out, out, "-o", tmp_path / "merged.ctx", code=BAD_INPUT)
    assert not (tmp_path / "merged.ctx").exists()
    index("show", tmp_path / "absent.ctx", "the", code=IO)
    index("info", vectors, code=BAD_INPUT)


# The command line


def test_what_is_missing_is_named(vectors):
    assert "--vectors is required" in index(code=USAGE).stderr
    assert "--corpus is required" in index("--vectors", vectors, code=USAGE).stderr
    assert "FILE is required" in index("info", code=USAGE).stderr
    assert "WORD is required" in index("show", "a.ctx", code=USAGE).stderr


def test_standard_input_is_only_one_thing(vectors, out):
    for arguments in [["--vectors", "-"], ["--vectors", vectors, "--words", "-"],
                      ["--vectors", vectors, "--corpus", "-"]]:
        done = index(*arguments, "--corpus", "-", "-o", out, code=USAGE)
        assert "cannot both come from standard input" in done.stderr


@pytest.mark.parametrize("arguments", [["--per-word", "0"], ["--max-tokens", "0"],
                                       ["--memory", "0"], ["--novel-min", "-1"],
                                       ["--threads", "x"], ["--tokenizer", "spaces"]])
def test_senseless_settings_are_refused(vectors, out, arguments):
    done = build(vectors, out, *arguments, code=USAGE)
    assert arguments[0] in done.stderr and arguments[1] in done.stderr


@pytest.mark.parametrize("command", [[], ["merge"], ["show"], ["info"]])
def test_help_has_examples_that_parse(command, tmp_path):
    text = index(*command, "--help").stdout
    assert max(map(len, text.splitlines())) <= 100
    examples = re.findall(r"^  oovec (index .*)$", text, re.MULTILINE)
    assert examples
    for example in examples:
        # The files of the examples do not exist here, which shows only once all else is understood.
        done = run(*shlex.split(example), code=IO, cwd=tmp_path)
        assert "No such file or directory" in done.stderr


def test_a_terminal_shows_progress_and_is_clean_in_the_end(vectors, out):
    def trickle(pipe):
        for _ in range(8):
            pipe.write(words_text(5000))
            time.sleep(0.1)
        pipe.close()

    code, stdout, stderr = run_on_terminal("index", "--vectors", vectors, "--corpus", "-", "-o",
                                           out, "--threads", 1, feed=trickle)
    assert code == 0 and b"40,000 lines" in stdout
    assert re.search(r"indexing  [\d.]+ [kM]?B  [\d.]+ [kM]?B/s", stderr)
    assert stderr.partition("warning: ")[0].endswith(ERASE)  # which tells that few tokens are known


# A real corpus


def real_corpus():
    """Where a real corpus is: beside the checkout, or where OOVEC_SHARED says."""
    shared = Path(os.environ.get("OOVEC_SHARED", ROOT.parent / "shared"))
    return shared / "data" / "corpus" / "wiki.txt.zst"


@pytest.fixture(name="wiki", scope="module")
def wiki_text():
    if not real_corpus().exists():
        pytest.skip(f"there is no {real_corpus()}; set OOVEC_SHARED to run this")
    process = subprocess.Popen(["zstd", "-dc", real_corpus()], stdout=subprocess.PIPE)
    text = process.stdout.read(20_000_000)
    process.stdout.close()
    process.wait()
    return text[:text.rindex(b"\n") + 1]


def test_a_real_corpus_is_indexed_the_same_in_parts(vectors, out, tmp_path, wiki):
    vectors.write_text("".join(f"{word} {i} 1\n" for i, word in enumerate(
        ["the", "of", "and", "in", "was", "city", "river", "music", "war", "plant"])))
    build(vectors, out, "--novel-min", 100, "--memory", 20, stdin=wiki)
    middle = wiki.rindex(b"\n", 0, len(wiki) // 2) + 1
    parts = []
    for name, part in [("a.ctx", wiki[:middle]), ("b.ctx", wiki[middle:])]:
        parts.append(tmp_path / name)
        build(vectors, parts[-1], "--novel-min", 100, stdin=part)
    index("merge", *parts, "-o", tmp_path / "merged.ctx")
    assert (tmp_path / "merged.ctx").read_bytes() == out.read_bytes()
    count, sentences = show(out, "river", "-n", 1000)
    assert count >= len(re.findall(rb"\b[Rr]iver\b(?!-)", wiki)) * 0.95
    assert len(sentences) == 200
    assert show(out, "football")[0] >= 100  # a novel word here
