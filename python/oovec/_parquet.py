"""The texts of a column of Parquet files."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._text import file_name
from .errors import MalformedError, UsageError

if TYPE_CHECKING:
    from ._types import Corpus


def parquet_texts(corpus: Corpus, column: str) -> Iterator[str]:
    """The lines of all texts of the column, a batch of rows in memory at a time; rows without a text are left out.
    All files are opened before the first is read."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError("reading Parquet needs pyarrow: pip install pyarrow") from None
    files = _files(corpus)
    for file in files:
        _check_column(pyarrow, file, column)
    return _lines(pyarrow, files, column)


def _files(corpus: Corpus) -> Sequence[str]:
    if isinstance(corpus, (str, bytes, os.PathLike)):
        name = file_name(corpus, "corpus")
        if os.path.exists(name) or not glob.has_magic(name):
            return [name]
        return sorted(glob.glob(name)) or [name]
    files = []
    for file in corpus:
        if not isinstance(file, os.PathLike):
            raise UsageError("parquet names a column of files: name them as pathlib.Path")
        files.append(file_name(file, "corpus"))
    return files


def _check_column(pyarrow: Any, file: str, column: str) -> None:
    try:
        with pyarrow.parquet.ParquetFile(file) as parquet:
            schema = parquet.schema_arrow
    except pyarrow.ArrowInvalid as error:
        raise MalformedError(f"{file} is not a Parquet file: {error}") from None
    if column not in schema.names:
        suggestion = _core.did_you_mean(column, schema.names)
        raise UsageError(f'{file} has no column "{column}"; it has {", ".join(schema.names)}{suggestion}')
    kind = schema.field(column).type
    if pyarrow.types.is_dictionary(kind):
        kind = kind.value_type
    if not (pyarrow.types.is_string(kind) or pyarrow.types.is_large_string(kind)):
        raise UsageError(f'column "{column}" of {file} does not hold texts, but {kind}')


def _lines(pyarrow: Any, files: Sequence[str], column: str) -> Iterator[str]:
    for file in files:
        with pyarrow.parquet.ParquetFile(file) as parquet:
            for batch in parquet.iter_batches(batch_size=1024, columns=[column]):
                for text in batch.column(0).to_pylist():
                    if text is not None:
                        yield from text.split("\n")
