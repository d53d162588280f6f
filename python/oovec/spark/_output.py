"""Where a result goes: a file of the driver, or of any filesystem that Spark's Hadoop client writes. Either appears
under its name when it is complete."""

from __future__ import annotations

import os
import re
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .. import _core
from .._text import file_name
from ..errors import FileError

if TYPE_CHECKING:
    from pyspark import SparkContext

    from .._types import Path


@contextmanager
def output_file(context: SparkContext, output: Path, *, is_directory: bool = False) -> Iterator[str]:
    """The path of a file of the driver to write to. What has been written there is the output when the block ends."""
    name = file_name(output, "output")
    if not is_remote(name):
        if not is_directory:  # of which the core checks all files
            _core.check_outputs([name], [])
        yield name
        return
    remote = _RemoteFile(context, name)
    remote.check()
    with tempfile.TemporaryDirectory(prefix="oovec-spark-") as folder:
        local = os.path.join(folder, os.path.basename(name) or "output")
        yield local
        remote.replace_by(local)


def is_remote(name: str) -> bool:
    """Whether this is a URL, such as hdfs://host/path or file:///path, and not a path."""
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+:/", name) is not None


class _RemoteFile:
    """A file of a filesystem of Hadoop. It is written beside its place and renamed."""

    def __init__(self, context: SparkContext, name: str) -> None:
        jvm: Any = context._jvm
        self._name = name
        self._jvm = jvm
        self._conf = context._jsc.hadoopConfiguration()
        self._path = jvm.org.apache.hadoop.fs.Path(name)
        self._beside = jvm.org.apache.hadoop.fs.Path(f"{name}.{uuid.uuid4().hex[:8]}.tmp")

    def check(self) -> None:
        """Refuses what cannot be written, before hours of reading."""
        with self._errors():
            files = self._files()
            files.create(self._beside, True).close()
            files.delete(self._beside, False)

    def replace_by(self, local: str) -> None:
        fs = self._jvm.org.apache.hadoop.fs
        with self._errors():
            try:
                self._files().copyFromLocalFile(False, True, fs.Path("file://" + local), self._beside)
                rename = self._jvm.java.lang.Class.forName("org.apache.hadoop.fs.Options$Rename")
                options = self._jvm.java.lang.reflect.Array.newInstance(rename, 1)
                self._jvm.java.lang.reflect.Array.set(options, 0, rename.getEnumConstants()[1])  # overwrite
                fs.FileContext.getFileContext(self._path.toUri(), self._conf).rename(self._beside, self._path, options)
            except Exception:
                self._files().delete(self._beside, False)
                raise

    def _files(self) -> Any:
        """The filesystem, set to write no checksum files of its own beside ours."""
        files = self._path.getFileSystem(self._conf)
        files.setWriteChecksum(False)
        return files

    @contextmanager
    def _errors(self) -> Iterator[None]:
        from py4j.protocol import Py4JJavaError

        try:
            yield
        except Py4JJavaError as error:
            reason = error.java_exception.getMessage()
            raise FileError(f"cannot write {self._name}: {reason}") from None
