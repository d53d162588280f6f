"""The notebooks of examples/ run, and show the outputs that they are stored with."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "notebooks.py"
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def check(notebook):
    return subprocess.run([sys.executable, "-B", SCRIPT, "--check", notebook],
                          capture_output=True, text=True, check=False)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_show_what_comes_out(notebook):
    done = check(notebook)
    assert done.returncode == 0, done.stderr


def test_all_notebooks_are_run():
    assert len(NOTEBOOKS) >= 3


def test_other_outputs_are_caught(tmp_path):
    other = tmp_path / "other.ipynb"
    stored = (ROOT / "examples" / "quick_start.ipynb").read_text()
    other.write_text(stored.replace("pomelix is near", "pomelix is far from", 1))
    done = check(other)
    assert done.returncode == 1
    assert "does not show its outputs" in done.stderr
