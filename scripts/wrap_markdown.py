#!/usr/bin/env python3
"""Wraps the prose of Markdown files at 100 columns; leaves tables, code, headings and HTML as they are.

    scripts/wrap_markdown.py docs/*.md
"""

import re
import sys
from pathlib import Path

WIDTH = 100
FENCE = re.compile(r"\s*(```+|~~~+)")
FIXED = re.compile(r"\s*(#|\||<|!\[|---|\[\^)|$")  # lines that stand for themselves; the last: empty ones
ITEM = re.compile(r"\s*([-*] |\d+\. |: )")
WORD = re.compile(r"(?:\S*?`[^`]+`)+[^\s`]*|\S+")  # code with blanks is one word
STRUCTURE = re.compile(r"[-+*#>:]|\d+[.)]")  # would begin something else at the start of a line


def words_of(text):
    words = []
    for word in WORD.findall(text):
        if words and STRUCTURE.fullmatch(word):
            words[-1] += " " + word
        else:
            words.append(word)
    return words


def wrap(lines):
    """The lines of a paragraph or an item of a list, with its words distributed anew."""
    mark = ITEM.match(lines[0])
    first = mark.group(0) if mark else re.match(r"\s*", lines[0]).group(0)
    text = " ".join(line.strip() for line in [lines[0][len(first):], *lines[1:]])
    rest = " " * len(first)
    wrapped, line = [], first
    for word in words_of(text):
        if not line.strip() or line == first:
            line += word
        elif len(line) + 1 + len(word) <= WIDTH:
            line += " " + word
        else:
            wrapped.append(line)
            line = rest + word
    return [*wrapped, line]


def wrap_page(page):
    done, block, fence = [], [], None

    def end_block():
        if block:
            done.extend(wrap(block))
            block.clear()

    for line in page.split("\n"):
        mark = FENCE.match(line)
        if fence or mark or FIXED.match(line) or (line.startswith("    ") and not block):
            end_block()
            done.append(line)
            if fence and line.strip() == fence:
                fence = None
            elif mark and not fence:
                fence = mark.group(1)
            continue
        if ITEM.match(line):
            end_block()
        block.append(line)
    end_block()
    return "\n".join(done)


def main():
    for path in map(Path, sys.argv[1:]):
        old = path.read_text(encoding="utf-8")
        new = wrap_page(old)
        if new != old:
            path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
