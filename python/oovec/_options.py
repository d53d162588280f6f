"""Keyword arguments that the core takes: what is misspelled is told at once, with the name that was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import _core
from ._text import check_text


def check_options(function: Callable[..., object], given: Mapping[str, object],
                  *described: Iterable[tuple[str, Any, str]]) -> None:
    """Refuses names that neither the core's options nor the function's own keywords have, and text that is none."""
    names = [name for options in described for name, _, _ in options]
    unknown = [name for name in given if name not in names]
    if unknown:
        own = getattr(function, "__kwdefaults__", None) or ()
        raise TypeError(f"there is no option {unknown[0]}{_core.did_you_mean(unknown[0], [*names, *own])}")
    for name, value in given.items():
        if isinstance(value, str):
            check_text(value, name)
