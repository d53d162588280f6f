"""Servers that tests share."""

import os
import subprocess
from pathlib import Path

import pytest

from serving import Server


@pytest.fixture(scope="session")
def models(tmp_path_factory):
    """A folder of small models; none of the tests changes them."""
    folder = tmp_path_factory.mktemp("models")
    subprocess.run([Path(os.environ["OOVEC_BUILD_DIR"]) / "tests/write_models", folder], check=True)
    return folder


@pytest.fixture(scope="module")
def server(models, tmp_path_factory):
    """One with a store, for tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, models / "balanced.oovec", "--store", folder / "words.db") as running:
        yield running
