"""Docstrings as Markdown for the Python reference of the site (an extension of griffe, which mkdocstrings uses):
examples become blocks of code, and roles such as :class:`Model` links."""

import re

import griffe

ROLE = re.compile(r":(?:class|func|meth|mod|attr):`~?([\w.]+)(?:\(\))?`")
EXAMPLE = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


def as_markdown(text):
    """Examples between fences, roles as code."""
    text = EXAMPLE.sub(lambda found: f"```pycon\n{found.group(0)}\n```", text)
    return ROLE.sub(lambda found: f"`{found.group(1)}`", text)


class Docstrings(griffe.Extension):
    """Rewrites the docstring of every object that is loaded."""

    def on_object(self, *, obj, **_):
        if obj.docstring:
            obj.docstring.value = as_markdown(obj.docstring.value)
