"""The exceptions of oovec, besides :class:`TypeError` for wrong arguments: an :class:`Error` that is also
what people expect:

>>> import oovec
>>> try:
...     oovec.Embeddings.load("nowhere.txt")
... except OSError as error:
...     print(error)
cannot open nowhere.txt: No such file or directory
"""


class Error(Exception):
    """The base of all errors of oovec. The message says where, what was found and what to do."""


class UsageError(Error, ValueError):
    """An argument makes no sense, whatever the files hold."""


class MalformedError(Error, ValueError):
    """A file breaks the rules of its format."""


class DamagedError(Error, ValueError):
    """A file was cut short or altered since it was written."""


class UnsupportedError(Error, ValueError):
    """A file is well-formed, but of a variant that this version does not read."""


class FileError(Error, OSError):
    """The operating system refused: missing file, no permission, disk full."""


class NoVectorError(Error, KeyError):
    """A word has no vector, and none can be inferred."""

    __str__ = Exception.__str__  # KeyError would put the message in quotes
