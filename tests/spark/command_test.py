"""The command that spark-submit runs."""

import json
import os
import subprocess
import sys

import pytest

from conftest import index_on_one_machine


def run_command(*arguments):
    environment = {**os.environ, "PYSPARK_SUBMIT_ARGS": "--master local[1] --conf spark.ui.enabled=false pyspark-shell"}
    return subprocess.run([sys.executable, "-m", "oovec.spark", *map(str, arguments)], env=environment,
                          capture_output=True, text=True, check=False)


def test_makes_the_index_of_one_machine(place, tmp_path):
    text = place / "text.txt"
    expected = index_on_one_machine(place, text, tmp_path / "one.ctx", "--novel-min", 2)
    done = run_command("index", "--corpus", text, "--vectors", place / "vectors.txt", "--novel-min", 2, "-o",
                       tmp_path / "many.ctx")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["lines"] == len(text.read_text().splitlines())
    assert (tmp_path / "many.ctx").read_bytes() == expected


def test_says_what_is_wrong_in_a_line(place, tmp_path):
    done = run_command("coverage", "--corpus", place / "text.txt", "--column", "valu", "--vectors",
                       place / "vectors.txt")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == \
        'oovec: column: the DataFrame has no column "valu"; it has value; did you mean value?'


@pytest.mark.parametrize("command", ["index", "augment", "coverage", "infer"])
def test_has_help_for(command):
    done = run_command(command, "--help")
    assert done.returncode == 0 and "--corpus" in done.stdout
