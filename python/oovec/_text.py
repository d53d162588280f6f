"""What users give: words, paths and numbers. What makes no sense is told by the name of the argument."""

from __future__ import annotations

import os
from collections.abc import Iterable
from numbers import Integral
from typing import TYPE_CHECKING

from .errors import UsageError

if TYPE_CHECKING:
    from ._types import Path


def is_unicode(text: str) -> bool:
    """Whether the text has no half of a surrogate pair."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_text(text: str, name: str) -> str:
    """The text, if it is one: made of characters, without half of a surrogate pair."""
    if not isinstance(text, str):
        raise TypeError(f"{name} takes a str, not {type(text).__name__}")
    if not is_unicode(text):
        raise UsageError(f"{name}: {shown(text)} has half of a surrogate pair, which is no character; decode the text "
                         "as what it is encoded in")
    return text


def check_word(word: str, name: str = "word") -> str:
    """The word, if it can be one."""
    if "\0" in check_text(word, name):
        raise UsageError(f"{name}: {shown(word)} has a NUL character, which no word has")
    return word


def word_list(words: Iterable[str], name: str) -> list[str]:
    """The words as a list, if all can be words."""
    if isinstance(words, str):
        raise UsageError(f'"{words}" is a string where a list of words is expected; put it into a list')
    if not isinstance(words, Iterable):
        raise TypeError(f"{name} takes a list of str, not {type(words).__name__}")
    return [check_word(word, name) for word in words]


def file_name(path: Path, name: str = "path") -> str:
    """The name of a file, as the operating system has it: any bytes but NUL."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"{name} takes a path, not {type(path).__name__}")
    text = os.fsdecode(path)
    if "\0" in text:
        raise UsageError(f"{name}: {shown(text)} has a NUL character, which no path has")
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        raise UsageError(f"{name}: {shown(text)} cannot be the name of a file: it is no Unicode") from None
    return text


def check_whole(number: int, name: str, least: int = 0) -> int:
    """The number, if it is whole and large enough."""
    if isinstance(number, bool) or not isinstance(number, Integral):
        raise TypeError(f"{name} takes a whole number, not {type(number).__name__}")
    if not least <= number < 2**31:
        raise UsageError(f"{name}: {number} is not a whole number from {least} to {2**31 - 1}")
    return int(number)


def shown(text: str) -> str:
    """The text for a message: printable, and not too long."""
    return ascii(text if len(text) <= 60 else text[:60] + "…")


def counted(number: int, noun: str) -> str:
    """The number and the noun, in the plural unless there is one."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
