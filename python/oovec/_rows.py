"""Rows of data frames, Parquet files and dictionaries, as JSON lines for the core to read."""

from __future__ import annotations

import glob
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from . import _core
from ._text import check_text, counted, file_name
from .errors import MalformedError, UsageError


def corpus_rows(data: Any, text: str, columns: Sequence[str]) -> list[str] | Iterator[str]:
    """What the core reads: names of files of CSV or JSON lines, or rows as JSON lines."""
    files = _files(data)
    if files is None:
        return _json_lines(_rows(data, text, columns), text, columns)
    parquet = [file.endswith(".parquet") for file in files]
    if any(parquet):
        if not all(parquet):
            raise UsageError("the files are Parquet and others; give files of one kind")
        return _json_lines(_parquet_rows(files, [text, *columns]), text, columns)
    return files


def _files(data: Any) -> list[str] | None:
    if isinstance(data, (str, bytes, os.PathLike)):
        name = file_name(data, "data")
        if name.endswith(".parquet") and not os.path.exists(name) and glob.has_magic(name):
            return sorted(glob.glob(name)) or [name]
        return [name]
    if isinstance(data, (list, tuple)) and data and all(isinstance(each, (str, os.PathLike)) for each in data):
        return [file_name(each, "data") for each in data]
    return None


def _rows(data: Any, text: str, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
    """Of a frame of pandas, polars or Arrow, of a mapping of columns, or of an iterable of mappings. Neither library is
    imported: a frame names its columns and gives each by name."""
    wanted = [text, *columns]
    if hasattr(data, "collect"):  # of polars
        raise TypeError(f"data takes a frame in memory, not a {type(data).__name__}; call its collect()")
    names = _column_names(data)
    if names is not None:
        for name in wanted:
            if name not in names:
                shown = ", ".join(map(str, names))
                suggestion = _core.did_you_mean(name, [str(each) for each in names])
                raise UsageError(f'the data have no column "{name}"; they have {shown}{suggestion}')
            if names.count(name) > 1:
                raise UsageError(f'the data have the column "{name}" twice; rename one')
        values = [_values(data[name]) for name in wanted]
        for name, each in zip(wanted, values, strict=True):
            if len(each) != len(values[0]):
                raise UsageError(f'the column "{name}" has {counted(len(each), "value")}, but "{text}" has '
                                 f'{len(values[0]):,}')
        return zip(*values, strict=True)
    if not isinstance(data, Iterable):
        raise TypeError("data takes a data frame, a file, or rows as dictionaries, not " + type(data).__name__)
    return _dictionary_rows(data, wanted)


def _column_names(data: Any) -> list[Any] | None:
    if isinstance(data, Mapping):
        return list(data)
    for attribute in ("column_names", "columns"):  # a column of Arrow tables holds data, not names
        names = getattr(data, attribute, None)
        if names is not None and hasattr(data, "__getitem__"):
            return list(names)
    return None


def _values(column: Any) -> list[Any]:
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, method):
            values: list[Any] = getattr(column, method)()
            return values
    return list(column)


def _dictionary_rows(rows: Iterable[Any], wanted: Sequence[str]) -> Iterator[Sequence[Any]]:
    """A row may lack a value, and even the text, but not all rows the text."""
    text, last, has_text = wanted[0], None, False
    for each in rows:
        last = _row(each)
        has_text = has_text or text in last
        yield [last.get(name) for name in wanted]
    if last is not None and not has_text:
        names = [str(name) for name in last]
        raise UsageError(f'no row has "{text}"; the last has {", ".join(names)}{_core.did_you_mean(text, names)}')


def _row(row: Any) -> Mapping[str, Any]:
    if not isinstance(row, Mapping):
        raise TypeError(f"rows are dictionaries, not {type(row).__name__}")
    return row


def _parquet_rows(files: Sequence[str], columns: Sequence[str]) -> Iterator[Sequence[Any]]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise UsageError("reading Parquet needs pyarrow: pip install pyarrow") from None
    for file in files:
        try:
            with pyarrow.parquet.ParquetFile(file) as parquet:
                names = parquet.schema_arrow.names
        except pyarrow.ArrowInvalid as error:
            raise MalformedError(f"{file} is not a Parquet file: {error}") from None
        for name in columns:
            if name not in names:
                suggestion = _core.did_you_mean(name, names)
                raise UsageError(f'{file} has no column "{name}"; it has {", ".join(names)}{suggestion}')
            if names.count(name) > 1:
                raise UsageError(f'{file} has the column "{name}" twice; rename one')
    return _batches(pyarrow, files, columns)


def _batches(pyarrow: Any, files: Sequence[str], columns: Sequence[str]) -> Iterator[Sequence[Any]]:
    for file in files:
        with pyarrow.parquet.ParquetFile(file) as parquet:
            for batch in parquet.iter_batches(batch_size=1024, columns=list(columns)):
                yield from zip(*(batch.column(name).to_pylist() for name in columns), strict=True)


def _json_lines(rows: Iterator[Sequence[Any]], text: str, columns: Sequence[str]) -> Iterator[str]:
    for words, *values in rows:
        row = {text: "" if _is_missing(words) else check_text(words, text)}
        row.update(zip(columns, map(_plain, values), strict=True))
        yield json.dumps(row)


def _is_missing(value: Any) -> bool:
    """None, NaN, and what pandas has for them: values that do not equal themselves, or do not say."""
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas.NA
        return True


def _plain(value: Any) -> Any:
    """As JSON has it: dates as ISO 8601, numbers of NumPy as Python's, infinite ones as text."""
    if _is_missing(value):
        return None
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool):
        return str(value)
    is_number = isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
    return value if is_number else str(value)
