"""oovec vectors convert: the same vectors in another format, or an error and nothing changed."""

import bz2
import gzip
import itertools
import json
import os
import subprocess

import numpy as np
import pytest

from support import (
    BAD_INPUT,
    IO,
    OK,
    PROGRAM,
    ROWS,
    USAGE,
    WORDS,
    assert_same_vectors,
    binary_of,
    read_any,
    read_text,
    text_of,
    vectors,
)

FORMATS = ["word2vec", "glove", "vec", "word2vec-bin", "native"]

# What every format can hold.
PLAIN_WORDS = WORDS[:4]
PLAIN_ROWS = ROWS[:4]


@pytest.fixture(name="sources", scope="module")
def made_without_the_program(tmp_path_factory):
    """The same vectors in every format; only native files cannot be written without the program."""
    folder = tmp_path_factory.mktemp("sources")
    contents = {
        "word2vec": text_of(PLAIN_WORDS, PLAIN_ROWS),
        "glove": text_of(PLAIN_WORDS, PLAIN_ROWS, header=False),
        "vec": text_of(PLAIN_WORDS, PLAIN_ROWS, end=" "),
        "word2vec-bin": binary_of(PLAIN_WORDS, PLAIN_ROWS),
    }
    paths = {}
    for name, content in contents.items():
        paths[name] = folder / name
        paths[name].write_bytes(content)
    paths["native"] = folder / "native"
    vectors("convert", paths["word2vec"], paths["native"], "--format", "native")
    return paths


@pytest.mark.parametrize("source,target", list(itertools.product(FORMATS, FORMATS)))
def test_all_formats_convert_into_all_others(sources, tmp_path, source, target):
    out = tmp_path / "out"
    done = vectors("convert", sources[source], out, "--format", target, "--json")
    assert_same_vectors(read_any(out, target), PLAIN_WORDS, PLAIN_ROWS)
    report = json.loads(done.stdout)
    assert (report["in_format"], report["out_format"]) == (source, target)
    assert (report["words"], report["dimension"]) == (4, 3)
    assert report["problems"] == report["left_out"] == []


def test_fasttext_models_cannot_be_written(text_file, tmp_path):
    done = vectors("convert", text_file, tmp_path / "a", "--format", "fasttext-bin", code=USAGE)
    assert "choose word2vec-bin" in done.stderr
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    "name,expected",
    [("a.vec", "vec"), ("a.bin", "word2vec-bin"), ("a.safetensors", "native"),
     ("a.oovec", "native"), ("a.txt", "glove"), ("a", "glove")],
)
def test_the_name_of_the_output_tells_the_format(sources, tmp_path, name, expected):
    vectors("convert", sources["glove"], tmp_path / name)
    assert_same_vectors(read_any(tmp_path / name, expected), PLAIN_WORDS, PLAIN_ROWS)


def test_binary_input_becomes_text_with_a_header_by_default(sources, tmp_path):
    vectors("convert", sources["word2vec-bin"], tmp_path / "a.txt")
    assert_same_vectors(read_any(tmp_path / "a.txt", "word2vec"), PLAIN_WORDS, PLAIN_ROWS)


def unzstd(data):
    return subprocess.run(["zstd", "-dc"], input=data, check=True, capture_output=True).stdout


@pytest.mark.parametrize(
    "suffix,decompress", [(".gz", gzip.decompress), (".bz2", bz2.decompress), (".zst", unzstd)]
)
def test_the_name_of_the_output_tells_the_compression(text_file, tmp_path, suffix, decompress):
    out = tmp_path / ("a.vec" + suffix)
    vectors("convert", text_file, out)
    assert_same_vectors(read_text(decompress(out.read_bytes()), header=True), WORDS, ROWS)
    again = tmp_path / "again.txt"
    vectors("convert", out, again)
    assert_same_vectors(read_any(again, "word2vec"), WORDS, ROWS)


def test_native_files_are_not_compressed(text_file, tmp_path):
    done = vectors("convert", text_file, tmp_path / "a.safetensors.gz", code=USAGE)
    assert "cannot be compressed" in done.stderr
    assert list(tmp_path.iterdir()) == [text_file]


def test_native_files_hold_any_word_and_python_reads_them(text_file, tmp_path):
    vectors("convert", text_file, tmp_path / "a.safetensors")
    assert_same_vectors(read_any(tmp_path / "a.safetensors", "native"), WORDS, ROWS)


def test_a_word_the_format_cannot_hold_is_an_error_or_left_out(text_file, tmp_path):
    out = tmp_path / "a.bin"
    done = vectors("convert", text_file, out, code=USAGE)
    assert 'word 5, "New York", cannot be written in format word2vec-bin' in done.stderr
    assert "--repair" in done.stderr
    assert not out.exists()

    done = vectors("convert", text_file, out, "--repair")
    assert '"New York" cannot be written as word2vec-bin: left out' in done.stderr
    assert_same_vectors(read_any(out, "word2vec-bin"), PLAIN_WORDS, PLAIN_ROWS)


def test_dashes_are_standard_input_and_output(text_file):
    done = vectors("convert", "-", "-", "--format", "glove", stdin=text_file.read_bytes())
    assert_same_vectors(read_text(done.stdout.encode(), header=False), WORDS, ROWS)
    assert "standard output (glove): 5 words, 3 dimensions" in done.stderr


def test_a_report_is_printed_on_standard_error(text_file, tmp_path):
    done = vectors("convert", text_file, tmp_path / "a.vec")
    assert done.stdout == ""
    assert done.stderr == f"{tmp_path / 'a.vec'} (vec): 5 words, 3 dimensions\n"


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("limit", [1, 3, 4, 100])
def test_limit_reads_the_first_words(sources, tmp_path, source, limit):
    out = tmp_path / "a.vec"
    vectors("convert", sources[source], out, "--limit", limit)
    assert_same_vectors(read_any(out, "vec"), PLAIN_WORDS[:limit], PLAIN_ROWS[:limit])


def test_the_input_format_can_be_named(tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("1 1\n")  # a row of one number, or a header of a file that was cut
    done = vectors("convert", path, tmp_path / "out", "--input-format", "glove", "--json")
    assert json.loads(done.stdout)["in_format"] == "glove"
    vectors("convert", path, tmp_path / "out", "--input-format", "word2vec", code=BAD_INPUT)


def test_a_format_that_is_not_there_is_an_error(text_file):
    for name in ("word2vec-bin", "fasttext-bin", "native"):
        done = vectors("info", text_file, "--format", name, code=BAD_INPUT)
        assert str(text_file) in done.stderr


BROKEN = b"""6 2
a 1 2
b 1
c 1 nan
a 3 4
d 1 x
\xff\xfe 5 6
"""


def test_repair_says_what_it_mends(tmp_path):
    path, out = tmp_path / "broken.txt", tmp_path / "repaired.txt"
    path.write_bytes(BROKEN)
    done = vectors("convert", path, out, "--repair")
    assert_same_vectors(read_any(out, "word2vec"), ["a", "\ufffd\ufffd"], [[1, 2], [5, 6]])
    lines = done.stderr.splitlines()
    assert [line.split(" ")[0] for line in lines] == [f"{path}:{n}:" for n in range(3, 8)] + [str(out)]
    assert "has 1 numbers where 2 are expected" in lines[0]
    assert 'number 2 of "c" is nan' in lines[1]
    assert '"a" is already word 1' in lines[2]
    assert '"x" is not a number' in lines[3]
    assert "invalid UTF-8" in lines[4]
    assert lines[5].endswith("2 words, 2 dimensions; 5 problems repaired")


def test_repair_lists_what_it_mends_as_json(tmp_path):
    path = tmp_path / "broken.txt"
    path.write_bytes(BROKEN)
    report = json.loads(vectors("convert", path, tmp_path / "out", "--repair", "--json").stdout)
    assert [(p["kind"], p["line"]) for p in report["problems"]] == [
        ("too-few-numbers", 3), ("not-finite", 4), ("duplicate-word", 5), ("bad-number", 6),
        ("invalid-utf8", 7),
    ]
    assert BROKEN[report["problems"][3]["offset"]:].startswith(b"d 1 x")


def test_a_long_list_of_problems_is_cut_on_a_terminal_not_in_json(tmp_path):
    path, out = tmp_path / "broken.txt", tmp_path / "out"
    path.write_text("a 1 2\n" * 31)
    done = vectors("convert", path, out)
    assert done.stderr.count(": \"a\" is already") == 20 and "10 more" in done.stderr
    assert len(json.loads(vectors("convert", path, out, "--json").stdout)["problems"]) == 30


def test_without_repair_the_first_problem_stops(tmp_path):
    path, out = tmp_path / "broken.txt", tmp_path / "out.txt"
    path.write_bytes(BROKEN)
    out.write_text("old")
    done = vectors("convert", path, out, code=BAD_INPUT)
    assert f"{path}:3: " in done.stderr and "--repair" in done.stderr
    assert out.read_text() == "old"


@pytest.mark.parametrize(
    "choice,words", [("replace", ["a", "\ufffd", "b"]), ("skip", ["a", "b"]), ("refuse", None)]
)
def test_words_that_are_not_utf8_are_treated_as_asked(tmp_path, choice, words):
    path, out = tmp_path / "latin.txt", tmp_path / "out"
    path.write_bytes(b"a 1 2\n\xe9 3 4\nb 5 6\n")
    expected = BAD_INPUT if words is None else OK
    done = vectors("convert", path, out, "--invalid-utf8", choice, code=expected)
    assert f"{path}:2: invalid UTF-8 at byte 6" in done.stderr
    if words is None:
        assert not out.exists()
    else:
        assert read_any(out, "glove")[0] == words


def test_a_full_disk_is_an_error(text_file):
    done = vectors("convert", text_file, "/dev/full", code=IO)
    assert "cannot write /dev/full: No space left on device" in done.stderr


def test_a_full_standard_output_is_an_error(text_file):
    big = text_file.parent / "big.txt"
    big.write_bytes(text_of([f"w{i}" for i in range(3000)], np.ones((3000, 2))))
    for arguments in (["info", text_file], ["get", text_file, "pomelo"], ["convert", text_file, "-"],
                      ["neighbors", big, "w0", "-k", "3000"], ["--help"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "vectors", *map(str, arguments)], stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        assert done.returncode == IO, arguments
        assert done.stderr.startswith(b"oovec: cannot write"), arguments
        assert done.stderr.count(b"\n") == 1


def test_a_full_standard_error_does_not_matter_more_than_the_error(tmp_path):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "vectors", "info", str(tmp_path / "absent")], stderr=full,
                              check=False)
    assert done.returncode == IO


def test_a_closed_pipe_ends_the_program_quietly(tmp_path):
    path = tmp_path / "v.txt"
    path.write_bytes(text_of([f"w{i}" for i in range(30000)], np.ones((30000, 8)), header=False))
    process = subprocess.Popen([PROGRAM, "vectors", "convert", path, "-"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline().startswith(b"w0 ")
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == -13  # SIGPIPE, as of any filter


def test_a_missing_folder_is_an_error(text_file, tmp_path):
    done = vectors("convert", text_file, tmp_path / "absent" / "a.vec", code=IO)
    assert f"cannot write {tmp_path}/absent/a.vec: No such file or directory" in done.stderr


def test_a_folder_that_must_not_be_written_to_is_an_error(text_file, tmp_path):
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    command = [PROGRAM, "vectors", "convert", text_file, folder / "a.vec"]
    if os.geteuid() == 0:  # root writes everywhere unless that power is taken away
        command = ["setpriv", "--bounding-set", "-dac_override", *command]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == IO
    assert f"cannot write {folder}/a.vec: Permission denied" in done.stderr


def test_a_place_where_no_file_can_be_is_an_error(text_file):
    done = vectors("convert", text_file, "/proc/vectors.txt", code=IO)
    assert done.stderr.startswith("oovec: cannot write /proc/vectors.txt: ")


def test_a_folder_is_no_output(text_file, tmp_path):
    done = vectors("convert", text_file, tmp_path, code=IO)
    assert "Is a directory" in done.stderr


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("target", ["vec", "native"])
def test_input_and_output_may_be_the_same_file(sources, tmp_path, source, target):
    path = tmp_path / "same"
    path.write_bytes(sources[source].read_bytes())
    vectors("convert", path, path, "--format", target)
    assert_same_vectors(read_any(path, target), PLAIN_WORDS, PLAIN_ROWS)
    assert list(tmp_path.iterdir()) == [path]


def test_n_grams_of_fasttext_are_said_to_stay_behind(tmp_path):
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("a few words of text\n" * 10)
    try:
        subprocess.run(["fasttext", "skipgram", "-input", corpus, "-output", tmp_path / "m",
                        "-dim", "2", "-minCount", "1", "-bucket", "10", "-thread", "1"],
                       check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("fasttext is not installed: scripts/setup.sh test")
    done = vectors("convert", tmp_path / "m.bin", tmp_path / "out.vec")
    assert "n-grams for unseen words are not part of" in done.stderr
    ours, theirs = (read_any(tmp_path / name, "vec") for name in ("out.vec", "m.vec"))
    assert ours[0] == theirs[0]
    assert np.allclose(ours[1], theirs[1], rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("name", ["v.fifu", "v.ftz", "v.kv", "v.model", "v.npy", "v.fifu.gz"])
def test_the_name_of_a_format_that_is_not_written_is_refused(text_file, tmp_path, name):
    done = vectors("convert", text_file, tmp_path / name, code=USAGE)
    assert "which is not written here; choose another name" in done.stderr
    assert not (tmp_path / name).exists()
    vectors("convert", text_file, tmp_path / name, "--format", "word2vec")


@pytest.mark.parametrize("name", ["v", "v.txt", "v.vec", "v.w2v", "glove.6B.100d"])
def test_any_other_name_is_that_of_a_text_file(text_file, tmp_path, name):
    vectors("convert", text_file, tmp_path / name)
    assert (tmp_path / name).exists()
