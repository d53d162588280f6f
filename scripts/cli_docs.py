#!/usr/bin/env python3
"""Puts the program's help into its reference: below each line "$ oovec … --help" of a fenced block.

    scripts/cli_docs.py build/oovec docs/cli.md
    scripts/cli_docs.py --check build/oovec docs/cli.md     # only tells whether they agree
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

BLOCK = re.compile(r"(?<=^```console\n)\$ oovec ([^\n]*--help)\n.*?(?=^```$)", re.MULTILINE | re.DOTALL)


def help_of(program, arguments):
    done = subprocess.run([program, *arguments.split()], capture_output=True, text=True, check=True)
    return done.stdout


def with_help(page, program):
    """The page with the help as it is now; an error if it shows none."""
    fresh, count = BLOCK.subn(
        lambda block: f"$ oovec {block[1]}\n{help_of(program, block[1])}", page
    )
    if count == 0:
        sys.exit("the page shows no help")
    return fresh


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail on a difference")
    parser.add_argument("program")
    parser.add_argument("page", type=Path)
    arguments = parser.parse_args()
    old = arguments.page.read_text(encoding="utf-8")
    new = with_help(old, arguments.program)
    if not arguments.check:
        arguments.page.write_text(new, encoding="utf-8")
    elif new != old:
        sys.exit(f"{arguments.page} does not show the program's help: run `make docs`")


if __name__ == "__main__":
    main()
