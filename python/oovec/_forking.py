"""Lets processes fork (os.fork, multiprocessing) while other threads use oovec."""

from __future__ import annotations

import os
import sys

from . import _core


def _before() -> None:
    if "numpy" in sys.modules:  # a thread may be importing it: then a child would wait for ever
        import numpy  # noqa: F401
    _core.before_fork()


def register() -> None:
    """Once, when oovec is imported."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_before, after_in_parent=_core.after_fork_in_parent,
                            after_in_child=_core.after_fork_in_child)
