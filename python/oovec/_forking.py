"""Lets processes fork (os.fork, multiprocessing) while other threads use oovec."""

from __future__ import annotations

import os

from . import _core


def _before() -> None:
    # The core imports NumPy with the first array. A child forked while another thread does so would
    # inherit the lock of the import and wait for it for ever, so the import is over before any fork.
    import numpy  # noqa: F401

    _core.before_fork()


def register() -> None:
    """Once, when oovec is imported."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_before, after_in_parent=_core.after_fork_in_parent,
                            after_in_child=_core.after_fork_in_child)
