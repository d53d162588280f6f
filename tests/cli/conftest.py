"""Fixtures that several tests of the program share."""

import pytest

from support import ROWS, WORDS, text_of


@pytest.fixture
def text_file(tmp_path):
    """A small file in word2vec text format."""
    path = tmp_path / "vectors.txt"
    path.write_bytes(text_of(WORDS, ROWS))
    return path
