"""Pages as a browser shows them: Chromium, without a screen, and the document that its scripts have made."""

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

CHROMIUM = next(filter(None, map(shutil.which, [
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"])), None)

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium to show pages in")

VOID = {"br", "img", "link", "meta"}
VALUE = re.compile(r'(<script type="application/json" id="value">)(.*?)(</script>)', re.DOTALL)


class Tree(HTMLParser):
    """The elements of a page; fails on tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.builder, self.open = ET.TreeBuilder(), []
        self.builder.start("page", {})
        self.feed(text)
        self.close()
        assert self.open == []
        self.builder.end("page")
        self.root = self.builder.close()

    def handle_starttag(self, tag, attrs):
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        self.builder.end(tag)

    def handle_data(self, data):
        self.builder.data(data)


def read_value(page):
    """The JSON value that a page shows."""
    return json.loads(VALUE.search(page).group(2))


def with_value(page, value):
    """The page with another value."""
    text = json.dumps(value)  # ASCII alone
    for mark in "<>&":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return VALUE.sub(lambda found: found.group(1) + text + found.group(3), page)


def show(page, folder, *options):
    """What Chromium makes of a page, as a tree of elements."""
    path = folder / "shown.html"
    path.write_text(page, encoding="utf-8")
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
         f"--user-data-dir={folder / 'chromium'}", "--virtual-time-budget=3000", *options, "--dump-dom", path.as_uri()],
        capture_output=True, check=True, timeout=120)
    return Tree(done.stdout.decode()).root


def text_of(node):
    """All text within an element, but of scripts."""
    parts = [node.text or ""]
    for child in node:
        if child.tag not in ("script", "style", "noscript"):
            parts.append(text_of(child))
        parts.append(child.tail or "")
    return "".join(parts)


def texts(root, path):
    return [text_of(node) for node in root.findall(path)]
