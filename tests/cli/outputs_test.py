"""What commands write must be writable and lose nothing: every command checks it before it does anything."""

import itertools
import os
import re

import pytest

from support import IO, PROGRAM, USAGE, run, start

# Every argument that is a file or folder, as the help names it. `in` is read, `in!` may be replaced by the output,
# `out` is written, `dir` is a folder that is written, `log` is written in place; `?` can be left out.
LINES = {
    "vectors info": "FILE=in",
    "vectors check": "FILE=in",
    "vectors convert": "IN=in! OUT=out",
    "vectors get": "FILE=in WORD=word --words=in?",
    "vectors neighbors": "FILE=in WORD=word --words=in?",
    "index": "--vectors=in --corpus=in --output=out --words=in?",
    "index merge": "FILE=in! --output=out",
    "index info": "FILE=in",
    "index show": "FILE=in WORD=word",
    "skipgram": "--corpus=in --output=out --context-vectors=out? --exclude=in?",
    "train": "--vectors=in --contexts=in --output=out --exclude=in? --dev=in? --log=log? --plot=out?",
    "tune": "--vectors=in --contexts=in --output=out --exclude=in? --dev=in --log=log?",
    "alacarte": "--vectors=in --contexts=in? --matrix=in? --output=out --write-matrix=out? --exclude=in?",
    "mimick": "--vectors=in --output=out --exclude=in?",
    "infer": "MODEL=in WORD=word CONTEXT=word --vectors=in? --input=in? --output=out?",
    "neighbors": "MODEL=in WORD=word CONTEXT=word --vectors=in?",
    "explain": "MODEL=in WORD=word CONTEXT=word --vectors=in? --html=out?",
    "augment": "MODEL=in --corpus=in --output=out --vectors=in!? --words=in? --report=out?",
    "compare": "MODEL=in --corpus=in --words=in? --vectors=in? --html=out? --csv-output=out?",
    "store add": "STORE=log --corpus=in --model=in? --vectors=in?",
    "store show": "STORE=in WORD=word",
    "store merge": "STORE=in --output=out",
    "store export": "STORE=in --model=in --output=out --vectors=in!? --report=out?",
    "eval dn": "DATA=in --model=in --vectors=in? --context-vectors=in? --words=out?",
    "eval crw": "PAIRS=in CONTEXTS=in --model=in --vectors=in? --context-vectors=in? --pairs=out?",
    "eval wordsim": "DATA=in --model=in? --vectors=in?",
    "eval chimeras": "DATA=in --model=in --vectors=in? --context-vectors=in?",
    "eval sentences": "FOLDER=in --model=in --vectors=in? --contexts=in?",
    "eval heldout": "MODEL=in --contexts=in --vectors=in? --words=in? --html=out?",
    "eval typos": "MODEL=in --vectors=in? --words=in?",
    "experiment": "CONFIG=in --output=dir --groups=in?",
}


def arguments_of(command):
    return [tuple(item.split("=")) for item in LINES[command].split()]


def outputs_of(command):
    return [name for name, role in arguments_of(command) if role.rstrip("?") in ("out", "log", "dir")]


def line_of(command, folder, **given):
    """A command line with what must be given, each a file of its name, and `given` with these paths."""
    arguments, options = [], []
    for name, role in arguments_of(command):
        path = given.get(name)
        if path is None and role.endswith("?"):
            continue
        value = path if path is not None else "x" if role == "word" else folder / file_of(name)
        if name.startswith("--"):
            options += [name, value]
        else:
            arguments.append(value)
    return [*command.split(), *arguments, *options]


def file_of(name):
    return name.strip("-")


def commands():
    return re.findall(r"^  ([a-z]+(?: [a-z]+)?)  +\w", run("--help").stdout.split("Commands:")[1], re.MULTILINE)


def test_all_files_of_all_commands_are_known_here():
    """Whoever adds a command or a file says above whether it is read or written."""
    assert list(LINES) == commands()
    for command in LINES:
        text = run(*command.split(), "--help").stdout
        found = set(re.findall(r"^  (?:-\w, )?(--[\w-]+) (?:FILE|DIR)\b", text, re.MULTILINE))
        arguments = text.split("Arguments:")[1].split("Options:")[0] if "Arguments:" in text else ""
        found |= {name.split(",")[0] for name in re.findall(r"^  ([A-Z]+)", arguments, re.MULTILINE)}
        found -= {"--model"} if "MODEL" in found else set()  # the same under another name
        assert found == {name for name, _ in arguments_of(command)}, command


@pytest.fixture
def folder(tmp_path):
    for name, role in (item for command in LINES for item in arguments_of(command)):
        if role.startswith("in"):
            (tmp_path / file_of(name)).write_text("kept")
    return tmp_path


def state_of(folder):
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


WRITING = [(command, output) for command in LINES for output in outputs_of(command)]


def other_names(path):
    """Names of the same file, without end."""
    hard, soft = path.with_name("hard"), path.with_name("soft")
    hard.unlink(missing_ok=True)
    soft.unlink(missing_ok=True)
    hard.hardlink_to(path)
    soft.symlink_to(path.name)
    return [path, hard, soft, path.parent / "." / ".." / path.parent.name / path.name]


@pytest.mark.parametrize("command,output", WRITING)
def test_an_output_that_is_an_input_is_refused_under_every_name(folder, command, output):
    inputs = [name for name, role in arguments_of(command) if role.rstrip("?") == "in"]
    for i, name in enumerate(inputs):
        names = other_names(folder / file_of(name))
        before = state_of(folder)
        given = {name: folder / file_of(name), output: names[i % len(names)]}
        if name == "--matrix":
            given["--contexts"] = None
        done = run(*line_of(command, folder, **given), code=USAGE)
        assert "is read, and would be replaced" in done.stderr, name
        assert state_of(folder) == before


@pytest.mark.parametrize("command", [command for command in LINES if len(outputs_of(command)) > 1])
def test_two_outputs_are_two_files(folder, command):
    for one, other in itertools.combinations(outputs_of(command), 2):
        before = state_of(folder)
        given = {one: folder / "new", other: folder / "." / "new"}
        assert "would be written twice" in run(*line_of(command, folder, **given), code=USAGE).stderr
        assert state_of(folder) == before


@pytest.mark.parametrize("command,output", WRITING)
def test_what_cannot_be_written_is_found_out_before_anything_is_done(folder, command, output):
    before = state_of(folder)
    cases = [(folder / "model" / "x", "Not a directory")]
    if dict(arguments_of(command))[output].rstrip("?") != "dir":
        cases += [(folder / "absent" / "x", "No such file or directory"), (folder, "Is a directory"),
                  ("/proc/x", "cannot write /proc/x")]
    for path, reason in cases:
        done = run(*line_of(command, folder, **{output: path}), code=IO)
        assert "cannot write" in done.stderr and reason in done.stderr
        assert state_of(folder) == before


@pytest.mark.skipif(os.geteuid() != 0 or not os.access(PROGRAM, os.X_OK), reason="needs another user")
@pytest.mark.parametrize("command,output", WRITING)
def test_permissions_are_found_out_before_anything_is_done(folder, command, output):
    locked = folder / "locked"
    locked.mkdir(mode=0o555)
    for parent in [folder, *folder.parents][:-1]:
        if parent.stat().st_uid == 0 and parent.name:
            parent.chmod(parent.stat().st_mode | 0o055)
    done = run(*line_of(command, folder, **{output: locked / "x"}), code=IO, user=65534)
    assert "cannot write" in done.stderr and "Permission denied" in done.stderr


def test_files_that_training_leaves_beside_the_model_are_outputs_too(folder):
    for ending in (".checkpoint", ".best"):
        taken = folder / ("m" + ending)
        taken.write_text("kept")
        done = run(*line_of("train", folder, **{"--vectors": taken, "--output": folder / "m"}), code=USAGE)
        assert "would be replaced" in done.stderr
        done = run(*line_of("train", folder, **{"--log": taken, "--output": folder / "m"}), code=USAGE)
        assert "would be written twice" in done.stderr


def test_a_folder_that_is_read_takes_no_output(folder):
    read = folder / "sentences"
    read.mkdir()
    done = run(*line_of("eval crw", folder, **{"CONTEXTS": read, "--pairs": read / "a.txt"}), code=USAGE)
    assert "which is read" in done.stderr


def test_standard_output_devices_and_pipes_are_written(folder, text_file):
    convert = ["vectors", "convert", text_file]
    expected = run(*convert, "-").stdout
    assert run(*convert, "/dev/stdout").stdout == expected
    run(*convert, "/dev/null")
    run("skipgram", "--corpus", text_file, "-o", "/dev/null", "--context-vectors", "/dev/null", "--min-count", 1)
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    with start(*convert, pipe) as process:
        assert pipe.read_text() == run(*convert, "-", "--format", "word2vec").stdout
    assert process.returncode == 0
