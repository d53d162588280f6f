"""What the program says about itself and about command lines that make no sense."""

import fcntl
import os
import pty
import re
import shlex
import struct
import subprocess
import termios

import pytest

from progress_test import read_all
from support import BAD_INPUT, NEGATIVE, OK, PROGRAM, USAGE, run, text_of, vectors

COMMANDS = ["info", "check", "convert", "get", "neighbors"]


def complaint(*arguments):
    """What is said of a command line that makes no sense: one line, and nothing else."""
    done = run(*arguments, code=USAGE)
    assert done.stdout == ""
    assert done.stderr.startswith("oovec: ") and done.stderr.count("\n") == 1
    return done.stderr


def test_help_lists_every_command():
    text = run("--help").stdout
    for command in COMMANDS:
        assert re.search(rf"^  vectors {command} +\w", text, re.MULTILINE), command


def test_help_of_vectors_lists_its_commands():
    text = vectors("--help").stdout
    for command in COMMANDS:
        assert re.search(rf"^  {command} +\w", text, re.MULTILINE), command


def test_short_and_long_help_are_the_same():
    assert vectors("get", "-h").stdout == vectors("get", "--help").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command):
    text = vectors(command, "--help").stdout
    assert f"Usage: oovec vectors {command} [OPTIONS]" in text
    assert re.search(rf"^Examples?:\n  oovec vectors {command} ", text, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_a_terminal(command):
    assert max(map(len, vectors(command, "--help").stdout.splitlines())) <= 100


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_in_help_parse(command, tmp_path):
    examples = re.findall(r"^  oovec (vectors .*)$", vectors(command, "--help").stdout, re.MULTILINE)
    assert examples
    for example in examples:
        # The files of the examples do not exist here, which shows only once all else is understood.
        done = run(*shlex.split(example), code=4, cwd=tmp_path)
        assert "No such file or directory" in done.stderr


def test_version_and_build_are_printed():
    lines = run("--version").stdout.splitlines()
    assert re.fullmatch(r"oovec \d+\.\d+\.\d+", lines[0])
    build = dict(line.split(maxsplit=1) for line in lines[1:])
    assert list(build) == ["source", "compiler", "build", "instructions"]
    assert re.fullmatch(r"(GNU|Clang) \d+(\.\d+)*", build["compiler"])
    assert re.fullmatch(r"[A-Z][A-Z0-9_]+", build["instructions"])


def test_nothing_at_all_asks_for_help():
    assert run().stdout == run("--help").stdout


def test_help_is_a_command():
    assert run("help").stdout == run("--help").stdout
    assert run("help", "--help").stdout == run("--help").stdout
    assert run("help", "infer").stdout == run("infer", "--help").stdout
    assert run("help", "vectors").stdout == run("vectors", "--help").stdout
    assert run("help", "vectors", "convert").stdout == run("vectors", "convert", "--help").stdout


def test_help_on_what_does_not_exist_is_an_error():
    assert complaint("help", "infre") == (
        'oovec: oovec has no command "infre"; did you mean infer? See `oovec --help`\n')
    assert 'oovec vectors has no command "covert"; did you mean convert?' in complaint("help", "vectors", "covert")
    assert 'oovec infer has no command "words"' in complaint("help", "infer", "words")


LIST = "info, check, convert, get or neighbors"


def test_a_missing_command_is_an_error_that_lists_the_commands():
    text = complaint("vectors")
    assert f"oovec vectors needs a command: {LIST}" in text
    assert "see `oovec vectors --help`" in text


def test_a_mistyped_command_is_an_error_that_suggests_one():
    assert complaint("infre", "m.oovec", "word") == (
        'oovec: oovec has no command "infre"; did you mean infer? See `oovec --help`\n')
    assert 'oovec vectors has no command "covert"; did you mean convert?' in complaint(
        "vectors", "covert", "a.txt", "b.txt")


@pytest.mark.parametrize("written, meant", [("evaluate", "eval"), ("inference", "infer"), ("neighbours", "neighbors")])
def test_other_names_of_commands_are_understood(written, meant):
    assert f'no command "{written}"; did you mean {meant}?' in complaint(written)


def test_a_command_of_another_command_is_suggested():
    assert 'oovec has no command "convert"; did you mean vectors convert?' in complaint("convert", "a.txt", "b.txt")
    assert 'oovec has no command "heldout"; did you mean eval heldout?' in complaint("heldout")


def test_a_command_unlike_any_other_is_an_error_that_lists_the_commands():
    said = complaint("frobnicate")
    assert 'oovec has no command "frobnicate"; choose vectors, index, ' in said
    assert " or experiment; see `oovec --help`" in said
    assert f'oovec vectors has no command "frobnicate"; choose {LIST}' in complaint("vectors", "frobnicate")


@pytest.mark.parametrize("option", ["--jsn", "--JSON", "-json", "--jso", "--jsn=3"])
def test_a_mistyped_option_is_an_error_that_suggests_one(option):
    assert complaint("vectors", "info", "a.txt", option) == (
        f"oovec: there is no option {option}; did you mean --json? See `oovec vectors info --help`\n")


def test_the_suggested_option_is_one_of_the_command():
    assert "did you mean --lowercase?" in complaint("index", "--lowercas", "on")
    assert "did you mean --min-count?" in complaint("train", "--min_count", "3")
    assert "did you mean" not in complaint("vectors", "info", "a.txt", "--lowercas")


def test_an_unknown_option_is_named():
    text = complaint("vectors", "info", "a.txt", "--frobnicate")
    assert "no option --frobnicate; put arguments that begin with - after --" in text
    assert "`oovec vectors info --help`" in text
    assert "no option --frobnicate" in complaint("--frobnicate")


def test_an_option_before_its_command_is_told_where_to_go():
    assert complaint("--json", "vectors", "info", "a.txt") == (
        "oovec: --json goes after oovec vectors info; see `oovec vectors info --help`\n")
    assert "no option --frobnicate" in complaint("--frobnicate", "vectors", "info", "a.txt")


def test_a_mistyped_choice_is_an_error_that_suggests_one():
    assert re.search(r'"gatd" is not .*; did you mean gated\? See `oovec train --help`', complaint(
        "train", "--vectors", "v", "--contexts", "c", "-o", "m", "--model", "gatd"))


def test_a_missing_argument_is_named():
    assert "FILE is required" in complaint("vectors", "info")
    assert "OUT is required" in complaint("vectors", "convert", "a.txt")


def test_the_first_surplus_argument_is_named():
    assert '"b.txt" is an extra argument' in complaint("vectors", "info", "a.txt", "b.txt", "c")


@pytest.mark.parametrize("value", ["-1", "x", "1.5", "1e3", "0x10", "99999999999999999999"])
def test_a_limit_that_is_no_count_is_refused(value):
    text = complaint("vectors", "info", "a.txt", f"--limit={value}")
    assert f'--limit: "{value}" is not a whole number from 0 up' in text


@pytest.mark.parametrize("value", ["0", "-1", "ten"])
def test_fewer_than_one_neighbor_is_refused(value):
    text = complaint("vectors", "neighbors", "a.txt", "word", "-k", value)
    assert f'-k: "{value}" is not a whole number from 1 up' in text


def test_numbers_are_decimal(text_file):
    assert "words      5" in vectors("info", text_file, "--limit", "010").stdout


def test_an_unknown_choice_is_refused_with_the_choices():
    text = complaint("vectors", "info", "a.txt", "--format", "w2v")
    assert re.search(r'"w2v" is not auto, word2vec, glove, vec, (\S+, )+\S+ or \S+; see', text)
    text = complaint("vectors", "info", "a.txt", "--invalid-utf8", "ignore")
    assert '"ignore" is not refuse, replace or skip' in text


@pytest.mark.parametrize("command", ["get", "neighbors"])
def test_no_words_are_an_error(command, text_file):
    assert "no words given" in complaint("vectors", command, text_file)


@pytest.mark.parametrize("command", ["get", "neighbors"])
def test_vectors_and_words_cannot_both_be_standard_input(command):
    assert "cannot both come from standard input" in complaint("vectors", command, "-", "--words", "-")


def test_json_does_not_mix_with_vectors_on_standard_output(text_file):
    assert "--json" in complaint("vectors", "convert", text_file, "-", "--json")


def test_names_of_commands_are_words_too(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("info 1 2\nvectors 3 4\n")
    done = vectors("get", path, "info", "vectors", code=OK)
    assert done.stdout == "info 1 2\nvectors 3 4\n"


def test_an_output_that_is_an_input_is_refused(tmp_path):
    """What is read must not be lost to a slip of the command line."""
    given, corpus, words = (tmp_path / name for name in ("v.txt", "c.txt", "w.txt"))
    given.write_bytes(text_of(["a", "b"], [[1, 2], [3, 4]]))
    corpus.write_text("a b\n" * 10)
    words.write_text("c\n")
    index, model = tmp_path / "i.ctx", tmp_path / "m.oovec"
    run("index", "--vectors", given, "--corpus", corpus, "-o", index)
    train = ["train", "--vectors", given, "--contexts", index, "--min-count", 1]
    run(*train, "-o", model)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for command in [
            ["index", "--vectors", given, "--corpus", corpus, "-o", corpus],
            ["index", "--vectors", given, "--corpus", tmp_path / "c*", "-o", tmp_path / ".." / tmp_path.name / "c.txt"],
            ["index", "--vectors", given, "--corpus", corpus, "-o", given],
            [*train, "-o", given],
            [*train, "-o", index],
            [*train, "--exclude", words, "-o", words],
            ["alacarte", "--vectors", given, "--contexts", index, "-o", given],
            ["mimick", "--vectors", given, "-o", given],
            ["skipgram", "--corpus", corpus, "-o", corpus],
            ["infer", model, "a", "-o", model],
            ["explain", model, "a", "--html", model],
            ["augment", model, "--corpus", corpus, "-o", corpus],
            ["augment", model, "--corpus", corpus, "-o", model],
            ["augment", model, "--corpus", corpus, "-o", tmp_path / "x", "--report", tmp_path / "x"]]:
        done = run(*command, code=USAGE)
        assert "would be replaced" in done.stderr or "a file of its own" in done.stderr
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_mistyped_command_of_a_command_that_has_arguments_is_suggested():
    assert complaint("index", "shw", "x").startswith('oovec: oovec index has no command "shw"; did you mean show?')
    assert "extra argument" in complaint("index", "something")


def test_help_of_help_is_that_of_the_program():
    assert run("help", "help").stdout == run("--help").stdout
    assert run("help", "help", "index").stdout == run("index", "--help").stdout


@pytest.mark.parametrize("option", ["--csv", "--jsonl", "--words", "--vectors", "--language"])
def test_an_option_without_a_value_is_not_taken_for_one_that_is_not_given(option):
    assert f"{option}: its value is empty; give a value, or leave the option out" in complaint("index", option, "")
    assert f"{option}: 1 required" in complaint("index", f"{option}=")


@pytest.mark.parametrize("option", ["--json=3", "--json=no", "--json=false"])
def test_options_that_take_no_value_refuse_one(option):
    assert "--json: this option takes no value" in complaint("vectors", "check", option, "vectors.txt")


def test_an_option_and_its_value_in_one_argument_with_blanks_may_be_a_text(tmp_path):
    for argument in ("--output=x y", "--output x y", "-o x y"):
        assert "may be the option --output or a text" in complaint("infer", "m.oovec", "word", argument)
    assert not list(tmp_path.iterdir())


def test_long_texts_are_cut_in_messages(tmp_path):
    given, table = tmp_path / "v.txt", tmp_path / "t.csv"
    given.write_bytes(text_of(["a", "b"], [[1, 2], [3, 4]]))
    index = ["index", "--vectors", given, "--corpus", table, "--csv", "body", "-o", tmp_path / "i.ctx"]
    for header in ("x" * 900_000 + ",y", ",".join(f"column{i}" for i in range(50_000))):
        table.write_text(header + "\n1,2\n")
        assert len(run(*index, code=BAD_INPUT).stderr) < 5000
    assert len(run("vectors", "get", given, "z" * 100_000, code=NEGATIVE).stderr) < 1000


def help_on_terminal(columns):
    """The help of `oovec train` as a terminal of so many columns shows it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([PROGRAM, "train", "--help"], stdout=theirs)
    os.close(theirs)
    text = read_all(ours)
    assert process.wait() == OK
    return text.replace("\r\n", "\n").split("\n")


def test_help_is_wrapped_to_the_width_of_the_terminal():
    narrow, wide = help_on_terminal(70), help_on_terminal(140)
    texts = [line for line in narrow if not line.startswith("  oovec ")]  # examples stay whole
    assert 60 < max(map(len, texts)) <= 70
    assert 130 < max(map(len, wide)) <= 140
    assert " ".join("\n".join(narrow).split()) == " ".join("\n".join(wide).split())


def test_help_says_options_as_they_are_given():
    assert "at most --max-instances." in " ".join(run("train", "--help").stdout.split())
