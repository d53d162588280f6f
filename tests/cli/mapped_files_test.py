"""Files that are cut short or written over while they are mapped: an error, never a crash or a wrong vector."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support import BAD_INPUT, OK, start

WRITE_MODELS = Path(os.environ["OOVEC_BUILD_DIR"]) / "tests/write_models"
LINES = b"pomelo\tthe sweet fruit\nmelon\ta well known fruit\n" * 20_000


@pytest.fixture(name="model")
def fixture_model(tmp_path):
    subprocess.run([WRITE_MODELS, tmp_path], check=True)
    return tmp_path / "gated.oovec"


def leave_alone(path):
    pass


def replace(path):
    """The right way: whoever has the old file open keeps it."""
    os.replace(path.with_name("single.oovec"), path)


def cut_to_nothing(path):
    os.truncate(path, 0)


def cut_in_half(path):
    os.truncate(path, path.stat().st_size // 8192 * 4096)


def write_over(path):
    shutil.copyfile(path.with_name("single.oovec"), path)


def infer_while(change, model, output):
    """Infers many words, with a change of the model's file half way: what has not been read by then waits in a pipe."""
    with start("infer", model, "--input", "-", "-o", output, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(LINES)
        process.stdin.flush()
        change(model)
        try:
            _, errors = process.communicate(LINES)
        except BrokenPipeError:
            errors = process.stderr.read()
    return process.returncode, errors.decode()


@pytest.mark.parametrize("change", [leave_alone, replace])
def test_a_file_may_be_replaced_while_it_is_in_use(model, change, tmp_path):
    assert infer_while(change, model, tmp_path / "found.txt") == (OK, "")


@pytest.mark.parametrize("change", [cut_to_nothing, cut_in_half, write_over])
def test_a_file_that_changes_while_it_is_in_use_is_damaged(model, change, tmp_path):
    code, errors = infer_while(change, model, tmp_path / "found.txt")
    assert code == BAD_INPUT, errors
    assert "gated.oovec" in errors
    assert not (tmp_path / "found.txt").exists()
