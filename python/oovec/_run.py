"""Runs tasks of the core: draws their progress and ends them when something is raised, Ctrl-C included."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._core import Task
    from ._types import Callback

PERIOD = 0.1  # seconds between looks at a task

#: None: a bar where somebody may be looking; else whether there is to be one.
ProgressOption = bool | None


def is_watched() -> bool:
    """Whether somebody may look at a progress bar: in a terminal, or in a notebook."""
    return sys.stderr.isatty() or "ipykernel" in sys.modules


def make_bar(progress: ProgressOption, **arguments: Any) -> Any:
    """A bar of tqdm, or None."""
    if progress is False or (progress is None and not is_watched()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if progress:
            raise
        return None
    return tqdm(leave=False, **arguments)


class _Display:
    """Shows how far a task is: bytes, or batches of training."""

    def __init__(self, progress: ProgressOption) -> None:
        self._progress = progress
        self._bar: Any = None
        self._shown: tuple[str, int | None] | None = None  # what the bar is about

    def update(self, task: Task) -> None:
        status = task.status
        if status is not None:
            self._show(f"epoch {status.epoch}/{status.epochs}", status.batches, status.batch,
                       unit="batch")
            if self._bar is not None:
                self._bar.set_postfix(loss=f"{status.loss:.4f}", refresh=False)
        elif task.progress.task:
            progress = task.progress
            self._show(progress.task, progress.total, progress.done, unit="B", unit_scale=True)

    def _show(self, what: str, total: int | None, done: int, **arguments: Any) -> None:
        if (what, total) != self._shown:
            self.close()
            self._shown = (what, total)
            self._bar = make_bar(self._progress, desc=what, total=total, **arguments)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


def run(task: Task, progress: ProgressOption = None, callback: Callback | None = None) -> Any:
    """The result of a task, once it has ended. A task that reads texts takes them while it is waited for.

    `callback` is called with the result of each epoch of training, which stops if it returns True.
    """
    display = _Display(progress)
    try:
        while not task.wait(PERIOD):
            display.update(task)
            epoch = task.next_epoch()
            if epoch is not None and callback is not None and callback(epoch) is True:
                task.cancel()
    except BaseException:
        task.cancel()
        while not task.wait(PERIOD):
            pass
        raise
    finally:
        display.close()
    return task.result()
