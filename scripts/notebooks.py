#!/usr/bin/env python3
"""Runs notebooks and stores their outputs in them. The package must be importable (PYTHONPATH=build/python).

    scripts/notebooks.py examples/*.ipynb
    scripts/notebooks.py --check examples/*.ipynb     # only tells whether the stored outputs are what comes out

Numbers are not compared, since processors may round differently; words are.
"""

import argparse
import copy
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NUMBER = re.compile(r"[-+−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?%?")


def run(notebook):
    """A copy with the outputs of this run; an error in a cell is raised."""
    done = copy.deepcopy(notebook)
    # What a slow cell prints may come in several pieces.
    NotebookClient(done, timeout=120, kernel_name="python3", coalesce_streams=True).execute()
    for cell in done.cells:
        cell.get("metadata", {}).clear()
        if "outputs" in cell:  # warnings name files of the machine
            cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
        for output in cell.get("outputs", []):
            output.get("metadata", {}).clear()
    done.metadata.pop("widgets", None)
    done.metadata.language_info = {"name": "python"}
    return done


def words_of(notebook):
    """What each cell has printed or shown, without its numbers, and in no order: of equals, either may come first."""
    texts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            texts.append((cell.id, sorted(NUMBER.sub("#", text).split())))
    return texts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing; fail on a difference")
    parser.add_argument("notebooks", nargs="+", type=Path)
    arguments = parser.parse_args()
    for path in arguments.notebooks:
        stored = nbformat.read(path, as_version=4)
        done = run(stored)
        if not arguments.check:
            nbformat.write(done, path)
        elif words_of(done) != words_of(stored):
            sys.exit(f"{path} does not show its outputs: run scripts/notebooks.py {path}")


if __name__ == "__main__":
    main()
