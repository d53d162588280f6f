"""The library's messages name options as fields() does, in backquotes; flags are for the program alone."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*\b(?!:)")  # but for properties in CSS: `--width: 3`
FOREIGN_COMMAND = re.compile(r"`(?!oovec )\w+ [^`]*`")


def flags(text):
    """The flags in the string literals of a source file; commands of other programs may have theirs."""
    code = re.sub(r"^\s*//.*$|^\s*#include.*$", "", text, flags=re.MULTILINE)
    return [flag for literal in LITERAL.findall(code) for flag in FLAG.findall(FOREIGN_COMMAND.sub("", literal))]


def test_no_message_of_the_library_has_a_flag():
    files = [path for folder in ("oovec", "lab") for path in sorted((ROOT / folder).rglob("*"))
             if path.suffix in (".h", ".cc")]
    assert len(files) > 100
    found = {path.relative_to(ROOT).as_posix(): wrong for path in files if (wrong := flags(path.read_text()))}
    assert found == {}


def test_flags_are_caught():
    assert flags('throw Error("lower --min-count");') == ["--min-count"]
    assert flags('"a file (--vectors)" "\\"x\\" --repair`"') == ["--vectors", "--repair"]
    assert flags('require("--seed", a.seed)') == ["--seed"]
    assert flags('"`oovec vectors convert --repair` mends them"') == ["--repair"]


def test_what_is_no_flag_is_left_alone():
    assert flags("// --min-count\n--count;\n") == []
    assert flags('"use `zstd --long=31`" "style=\\"--w:1\\"" "a -- b" "x--y"') == []
