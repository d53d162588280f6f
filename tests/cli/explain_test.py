"""oovec explain: what a vector was made of, as numbers, colours, JSON and a page."""

import itertools
import json
import os
import pty
import re
import subprocess

import pytest

from browser import Tree, needs_browser, read_value, show, text_of, texts, with_value
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


def test_contributions_of_words_and_ngrams_are_their_shares(tmp_path):
    train(tmp_path)
    run("train", "--vectors", tmp_path / "v.txt", "--contexts", tmp_path / "c.ctx", "-o", tmp_path / "gated.oovec",
        "--model", "gated", "--min-count", 50, "--epochs", 2)
    report = explained(tmp_path / "gated.oovec", "pomelo", CONTEXT, "Ripe pomelo.")
    words = sum(token["contribution"] for context in report["contexts"] for token in context)
    ngrams = sum(ngram["contribution"] for ngram in report["ngrams"])
    assert words == pytest.approx(report["context_share"], abs=1e-5)
    assert ngrams == pytest.approx(1 - report["context_share"], abs=1e-5)


def test_numbers_are_printed_where_there_is_no_terminal(model):
    done = explain(model, "pomelo", CONTEXT)
    report = explained(model, "pomelo", CONTEXT)
    assert re.search(r"^word +pomelo\nmade of +-?\d+ % form, -?\d+ % context \(alpha 0\.\d\d\)\n", done.stdout)
    large = next(t for t in report["contexts"][0] if t["text"] == "large")
    assert (f"{100 * large['contribution']:+10.1f} %  {100 * large['importance']:8.1f} %  {large['change']:9.6f}  "
            "large\n") in done.stdout
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


def page_of(model, *arguments):
    return explain(model, *arguments, "--html", "-").stdout


def test_the_page_is_whole_and_harmless(model, tmp_path):
    page = tmp_path / "page.html"
    explain(model, "<script>pome", CONTEXT + " \"'&amp;", "--html", page)
    text = page.read_text(encoding="utf-8")
    tags = [node.tag for node in Tree(text).root.iter()]
    plain = [node.tag for node in Tree(page_of(model, "pomelo")).root.iter()]
    assert tags == plain and "b" not in tags
    value = read_value(text)
    assert value["word"] == "<script>pome" and "citrus" in [token["text"] for token in value["contexts"][0]]


def test_the_page_holds_what_json_prints(model):
    assert read_value(page_of(model, "pomelo", CONTEXT)) == explained(model, "pomelo", CONTEXT)


def test_the_page_says_when_there_are_no_scripts(model):
    notes = Tree(page_of(model, "pomelo")).root.findall(".//noscript")
    assert len(notes) == 1 and "needs JavaScript" in text_of(notes[0])


@needs_browser
def test_a_browser_shows_ngrams_words_and_alpha(model, tmp_path):
    page = page_of(model, "pomelo", CONTEXT, "Ripe pomelo.")
    value = read_value(page)
    shown = show(page, tmp_path)
    assert texts(shown, ".//title") == ["pomelo – oovec explain"]
    assert texts(shown, ".//h1/bdi") == ["pomelo"]
    assert texts(shown, ".//h2") == [
        "What the vector is made of", "Form: its n-grams", "Context: its words"]
    assert texts(shown, ".//main/p/bdi") == value["nearest"]
    assert texts(shown, ".//main/p/small")[1].endswith(f"context (α = {value['alpha']:.2f})")
    known = sum(ngram["known"] for ngram in value["ngrams"])
    measures = dict(zip(texts(shown, ".//dt"), texts(shown, ".//dd"), strict=True))
    assert measures["known n-grams"] == f"{known} of {len(value['ngrams'])}"
    assert measures["context words"] == str(value["context_words"])
    assert texts(shown, ".//div[@class='form chips']/span/bdi") == [ngram["text"] for ngram in value["ngrams"]]
    unknown = shown.findall(".//div[@class='form chips']/span[@class='unknown']")
    assert len(unknown) == len(value["ngrams"]) - known
    tokens = shown.findall(".//p[@class='context text']/span")
    assert [(text_of(token), token.get("class")) for token in tokens] == [
        (token["text"], token["role"]) for token in itertools.chain(*value["contexts"])]
    assert text_of(shown.find(".//p[@class='context text']")) == "the pomelo is a large citrus fruit durian b"


@needs_browser
def test_the_most_important_item_is_the_darkest(model, tmp_path):
    page = page_of(model, "pomelo", CONTEXT)
    value = read_value(page)
    value["ngrams"] = [{"text": "abc", "importance": 0.75, "change": 0.1, "contribution": 0.5, "known": True},
                       {"text": "bcd", "importance": 0.25, "change": 0, "contribution": -0.25, "known": True}]
    first, second = show(with_value(page, value), tmp_path).findall(".//div[@class='form chips']/span")
    assert (first.get("style"), first.get("title")) == (
        "--w: 1.000;", "contribution +50.0 %, importance 75.0 %, change 0.10000")
    assert (second.get("style"), second.get("title")) == (
        "--w: 0.333;", "contribution −25.0 %, importance 25.0 %, change 0.00000")


def contributed(text, contribution, **more):
    return {"text": text, "importance": 0.1, "change": 0.1, "contribution": contribution} | more


@needs_browser
def test_a_browser_shows_what_contributes_most(model, tmp_path):
    page = page_of(model, "pomelo", CONTEXT)
    value = read_value(page)
    value["ngrams"] = [contributed(f"n{i}", 0.01 * i, known=True) for i in range(12)]
    value["contexts"] = [[contributed("for", 0.5, role="used"), contributed("against", -0.25, role="used"),
                          contributed("pomelo", 0, role="target")]]
    rows = show(with_value(page, value), tmp_path).findall(".//table[@class='parts']//tr")
    cells = [[text_of(cell) for cell in row.findall("td")] for row in rows]
    assert cells[:3] == [["for", "", "+50.0 %"], ["against", "", "−25.0 %"], ["n11", "", "+11.0 %"]]
    assert cells[10:] == [["4 other n-grams and words", "", "+6.0 %"], ["the same for every word", "", "+9.0 %"]]
    bars = [(bar.get("class"), bar.get("style")) for bar in (row.find(".//div") for row in rows)]
    assert bars[:2] == [("context", "margin-left: 50%; width: 50%;"), ("context", "margin-left: 25%; width: 25%;")]
    assert [kind for kind, _ in bars[2:]] == ["form"] * 8 + ["other"] * 2


@needs_browser
def test_a_browser_shows_hostile_words_as_they_are(model, tmp_path):
    evil = "</script><script>document.title='evil'</script><img src=x onerror=\"document.title='evil'\">'\"&amp;"
    odd = evil + "\0\x01\x1b\x7f\u202e\u2066\u05d0"  # control characters, and others that turn the text around
    seen = evil + "␀␁␛␡\u202e\u2066\u05d0"
    page = page_of(model, "pomelo", CONTEXT)
    value = read_value(page)
    value["word"] = value["nearest"][0] = value["ngrams"][0]["text"] = value["contexts"][0][0]["text"] = odd
    shown = show(with_value(page, value), tmp_path)
    assert texts(shown, ".//title") == [f"{seen} – oovec explain"]
    for place in [".//h1/bdi", ".//main/p/bdi", ".//div[@class='form chips']/span/bdi", ".//main/p/span/bdi"]:
        assert texts(shown, place)[0] == seen
    plain = show(page, tmp_path)
    assert [node.tag for node in shown.iter()] == [node.tag for node in plain.iter()]


@needs_browser
def test_a_browser_says_when_there_is_no_vector(model, tmp_path):
    page = page_of(model, "pomelo", CONTEXT)
    value = read_value(page)
    value.update(dict.fromkeys(["alpha", "context_share", "confidence", "agreement", "known_ngrams", "context_words"]))
    value.update(nearest=[], ngrams=[])
    text = text_of(show(with_value(page, value), tmp_path).find(".//main"))
    assert "No vector: the model knows none" in text
    assert "α = " not in text and "Form: " not in text and "Context: " in text


@needs_browser
def test_a_browser_shows_no_section_without_contexts(model, tmp_path):
    text = text_of(show(page_of(model, "pomelo"), tmp_path).find(".//main"))
    assert "Form: " in text and "Context: " not in text


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
