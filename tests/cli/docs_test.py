"""docs/cli.md is what the program says."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / "scripts" / "cli_docs.py"


def cli_docs(*arguments):
    return subprocess.run([sys.executable, "-B", SCRIPT, *map(str, arguments)], capture_output=True,
                          text=True, check=False)


def commands():
    """What the program's help lists below "Commands:", and the program itself."""
    done = subprocess.run([os.environ["OOVEC_PROGRAM"], "--help"], capture_output=True, text=True, check=True)
    listed = done.stdout.split("\nCommands:\n")[1].split("\n\n")[0]
    return ["", *re.findall(r"^  (\w+(?: \w+)*)  ", listed, re.MULTILINE)]


def test_the_reference_shows_every_command():
    assert {"", "train", "vectors info"} <= set(commands())
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    for command in commands():
        named = f"{command} " if command else ""
        block = rf"```console\n\$ oovec {named}--help\n[^`]*Usage: oovec {named}\[OPTIONS\]"
        assert re.search(block, page), command


def test_the_reference_shows_the_help_as_it_is():
    done = cli_docs("--check", os.environ["OOVEC_PROGRAM"], ROOT / "docs" / "cli.md")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("wrong", ["```console\n$ oovec vectors info --help\nold\n```\n", "no help\n"])
def test_a_reference_that_differs_is_caught(tmp_path, wrong):
    page = tmp_path / "cli.md"
    page.write_text(wrong)
    done = cli_docs("--check", os.environ["OOVEC_PROGRAM"], page)
    assert done.returncode == 1
    assert page.read_text() == wrong
    if "$" in wrong:
        assert "make docs" in done.stderr
        assert cli_docs(os.environ["OOVEC_PROGRAM"], page).returncode == 0
        assert "Usage: oovec vectors info" in page.read_text()
