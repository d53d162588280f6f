"""Errors of the core on their way from a task to the user. Spark hands on no exception of Python but its traceback as
text, within that of Java; so a task writes its error into the text, and the driver reads it there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from .. import errors
from ..errors import Error

_MARK = "oovec-error "
_PATTERN = re.compile(re.escape(_MARK) + r'(\{"kind": ".*?"\})')


class TaskError(Exception):
    """An error of the core in a task."""


@contextmanager
def reported_errors() -> Iterator[None]:
    """In a task: lets the driver know what the core raises."""
    try:
        yield
    except (Error, TypeError) as error:
        told = json.dumps({"kind": type(error).__name__, "message": str(error), "end": ""})
        raise TaskError(_MARK + told) from error


def core_error(error: BaseException) -> Exception | None:
    """On the driver: what the core raised in the task that made Spark raise this, if it did."""
    found = _PATTERN.search(str(error))
    if found is None:
        return None
    told = json.loads(found.group(1))
    kind = TypeError if told["kind"] == "TypeError" else getattr(errors, told["kind"], Error)
    made: Exception = kind(told["message"])
    return made
