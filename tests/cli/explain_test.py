"""oovec explain: what a vector was made of, as numbers, colours, JSON and a page."""

import itertools
import json
import os
import pty
import re
import subprocess
from html.parser import HTMLParser

import pytest

from progress_test import read_all
from support import NEGATIVE, PROGRAM, USAGE, run
from trained import train

CONTEXT = "The pomelo is a large citrus fruit, durian & <b>."


@pytest.fixture(name="model", scope="module")
def trained_model(tmp_path_factory):
    return train(tmp_path_factory.mktemp("model"))


def explain(model, *arguments, **options):
    return run("explain", model, *arguments, **options)


def explained(model, *arguments):
    return json.loads(explain(model, *arguments, "--json").stdout)


def on_terminal(model, *arguments, **environment):
    """What the command writes to a terminal."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items()
            if name not in ("NO_COLOR", "COLORTERM", "TERM")}
    process = subprocess.Popen([PROGRAM, "explain", str(model), *arguments], stdout=theirs,
                               env=kept | environment)
    os.close(theirs)
    output = read_all(ours)
    os.close(ours)
    assert process.wait() == 0
    return output


def test_json_holds_everything(model):
    report = explained(model, "Pomelo", CONTEXT)
    assert report["word"] == "pomelo" and 0 < report["alpha"] < 1
    assert report["context_share"] != report["alpha"]
    assert len(report["nearest"]) == 5
    assert [n["text"] for n in report["ngrams"]][:3] == ["⟨s⟩po", "⟨s⟩pom", "⟨s⟩pome"]
    assert [t["text"] for t in report["contexts"][0]] == [
        "the", "pomelo", "is", "a", "large", "citrus", "fruit", "durian", "b"]
    roles = {t["text"]: t["role"] for t in report["contexts"][0]}
    assert (roles["pomelo"], roles["large"], roles["durian"]) == ("target", "used", "unknown")


def test_importance_adds_up_to_one(model):
    report = explained(model, "pomelo", CONTEXT, "Ripe pomelo.")
    assert len(report["contexts"]) == 2
    for items in (report["ngrams"], list(itertools.chain.from_iterable(report["contexts"]))):
        assert sum(item["importance"] for item in items) == pytest.approx(1)
        assert all(item["change"] >= 0 for item in items)


def test_numbers_are_printed_where_there_is_no_terminal(model):
    done = explain(model, "pomelo", CONTEXT)
    report = explained(model, "pomelo", CONTEXT)
    assert re.search(r"^word +pomelo\nmade of +-?\d+ % form, -?\d+ % context \(alpha 0\.\d\d\)\n", done.stdout)
    large = next(t for t in report["contexts"][0] if t["text"] == "large")
    assert f"{100 * large['importance']:.1f} %  {large['change']:9.6f}  large\n" in done.stdout
    assert "pomelo  (target)\n" in done.stdout and "durian  (unknown)\n" in done.stdout
    assert "\x1b" not in done.stdout and done.stderr == ""


def test_a_terminal_shows_colours(model):
    full = on_terminal(model, "pomelo", CONTEXT, TERM="xterm", COLORTERM="truecolor")
    assert "\x1b[38;5;16;48;2;255;140;30m" in full  # the most important item
    few = on_terminal(model, "pomelo", CONTEXT, TERM="xterm-256color")
    assert "\x1b[38;5;16;48;5;208m" in few and "48;2;" not in few


@pytest.mark.parametrize("environment", [{"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_a_terminal_without_colours_shows_numbers(model, environment):
    output = on_terminal(model, "pomelo", CONTEXT, **environment)
    assert "\x1b" not in output and "importance" in output


def test_a_word_cannot_write_to_the_terminal(model):
    done = explain(model, "pome\x1b[31mlo", "citrus")
    assert "\x1b" not in done.stdout and "\\x1b" in done.stdout


class Page(HTMLParser):
    """Collects texts and tags, and fails on tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_the_page_is_whole_and_harmless(model, tmp_path):
    page = tmp_path / "page.html"
    explain(model, "<script>pome", CONTEXT + " \"'&amp;", "--html", page)
    parsed = Page(page.read_text(encoding="utf-8"))
    assert "script" not in parsed.tags and "b" not in parsed.tags
    assert "<script>pome" in parsed.texts and "citrus" in parsed.texts


def test_the_page_may_go_to_standard_output(model):
    assert explain(model, "pomelo", "--html", "-").stdout.startswith("<!DOCTYPE html>")
    done = explain(model, "pomelo", "--html", "-", "--json", code=USAGE)
    assert "would mix" in done.stderr


def test_without_contexts_there_is_form_alone(model):
    report = explained(model, "pomelo")
    assert report["alpha"] == 0 and report["contexts"] == []
    assert "100 % form, 0 % context" in explain(model, "pomelo").stdout


def test_a_word_nothing_is_known_of_is_negative(model, tmp_path):
    page = tmp_path / "page.html"
    done = explain(model, "qqqqq", "durian", "--html", page, code=NEGATIVE)
    assert '"qqqqq" has no vector' in done.stderr and done.stdout == ""
    assert not page.exists()
