"""The new words of the texts of a DataFrame, with their vectors."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._core import NewWord
from .._run import run
from .._text import check_whole, file_name, word_list
from ..errors import UsageError
from ..making import _DECIDED_BY_MODEL
from ..model import Model, as_model
from ._output import is_remote, output_file
from ._rounds import make_plan, merged_parts
from ._session import check_column, own_folder, spark_context
from .indexing import bad_lines, check_given, write_index

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from .._types import Option, Path

AUGMENT = [name for name, _, _ in _core.augment_options()]


def augment(df: DataFrame, column: str, model: Path | Model, vectors: Path | None, output: Path, *,
            words: Iterable[str] = (), neighbors: int = 0, **options: Option) -> list[NewWord]:
    """Finds the words of a column of texts that a model's vectors lack, infers a vector for each, and writes all
    vectors with the new ones appended: the same bytes as :func:`oovec.augment` writes for the same texts on one
    machine.

    ``vectors`` is the file that the model was trained with, whose rows stay byte for byte as they are, or None.
    ``output`` is as in :func:`oovec.spark.index`; the other options are those of :func:`oovec.augment`, such as
    ``min_count``. The cluster reads the texts; the driver infers the vectors of the new words and writes them.
    """
    decided = [name for name in options if name in _DECIDED_BY_MODEL]
    if decided:
        raise TypeError(f"{decided[0]} is decided by the model")
    check_given(augment, options, _core.augment_options())
    context = spark_context(df)
    check_column(df, column, "column", "string", "binary")
    listed = word_list(words, "words")
    old = "" if vectors is None else file_name(vectors, "vectors")
    check_whole(neighbors, "neighbors")
    if os.path.isdir(old) and is_remote(file_name(output, "output")):
        raise UsageError("output: vectors that are a directory become a directory of the driver; name a path, no URL")
    opened = Model(model, vectors) if isinstance(model, (str, bytes, os.PathLike)) else as_model(model)
    written = {name: options.pop(name) for name in AUGMENT if name in options}
    with output_file(context, output, is_directory=os.path.isdir(old)) as path:
        run(_core.check_augment(opened._core, path, old, dict(written)), progress=False)
        plan, plan_file = make_plan(df, opened.vectors, listed, {**options, **_index_options(opened, listed, written)})
        with merged_parts(df, column, plan, bad_lines(options)) as parts, \
                tempfile.TemporaryDirectory(dir=own_folder()) as folder:
            index = os.path.join(folder, "augment.ctx")
            hints = write_index(plan, plan_file, parts, index).hints
            found: tuple[list[NewWord], list[str]] = run(
                _core.augment_from_index(opened._core, index, path, old, neighbors, written), progress=False)
    for hint in [*hints, *found[1]]:
        warnings.warn(hint, stacklevel=2)
    return found[0]


def _index_options(model: Model, words: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """How the texts are indexed, as the model has it."""
    settings = model.settings
    defaults = {name: value for name, value, _ in _core.augment_options()}
    return {
        "tokenizer": settings["tokenizer"],
        "lowercase": settings["lowercase"],
        "language": settings["language"],
        "novel_min": 0 if words else options.get("min_count", defaults["min_count"]),
    }
