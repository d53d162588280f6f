"""oovec compare: tables, JSON, CSV and the page."""

import csv
import io
import json
import random

import pytest

from browser import needs_browser, read_value, show, text_of, texts, with_value
from support import BAD_INPUT, NEGATIVE, USAGE, run
from trained import train

LIKED = {"D": ["sweet", "juice", "ripe", "melon"], "R": ["thick", "peel", "tree", "green"]}


@pytest.fixture(name="world", scope="module")
def trained_world(tmp_path_factory):
    """A model, and speeches of two parties who speak differently of the pomelo."""
    folder = tmp_path_factory.mktemp("compare")
    train(folder)
    draw = random.Random(1)
    with open(folder / "speeches.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "party", "year", "speech"])
        for i in range(60):
            party = "DR"[i % 2]
            rows.writerow([f"s{i // 4 * 2 + i % 2}", party, 1950 + i,
                           f'The end is "here". The pomelo is {" ".join(draw.choices(LIKED[party], k=4))}.'])
    return folder


def compare(folder, *arguments, **options):
    return run("compare", folder / "m.oovec", "--corpus", folder / "speeches.csv", "--text", "speech", "--word",
               "pomelo", "--permutations", 100, "--bootstraps", 100, *arguments, **options)


def test_the_table_tells_groups_and_how_they_differ(world):
    lines = compare(world, "--by", "party", "--document", "id").stdout.splitlines()
    assert lines[0] == "pomelo: 60 contexts of 60, from 30 documents"
    assert lines[2].split() == ["party", "contexts", "documents", "nearest", "words"]
    assert lines[3].split()[:3] == ["D", "30", "15"] and lines[4].split()[:3] == ["R", "30", "15"]
    pair = next(line for line in lines if line.startswith("D – R"))
    assert pair.split()[-2:] == ["0.0099", "0.0099"]
    assert any(line == "typical of R" for line in lines)
    assert lines[-1] == "60 rows read"


def test_the_table_lists_few_of_the_groups_that_are_left_out(world):
    lines = compare(world, "--by", "id", "--min-contexts", 3, code=NEGATIVE).stdout.splitlines()
    assert [line for line in lines if "left out" in line][-1] == "  left out: 21 more, 42 contexts; --json lists them"
    assert sum("left out" in line for line in lines) == 10


def test_json_says_what_was_compared_and_how(world):
    value = json.loads(compare(world, "--by", "party", "--window", 3, "--json").stdout)
    assert value["settings"]["window"] == 3 and value["settings"]["unit"] == "row"
    (word,) = value["words"]
    assert [group["name"] for group in word["groups"]] == ["D", "R"]
    (pair,) = word["pairs"]
    low, high = pair["debiased_cosine_95"]
    assert low <= pair["debiased_cosine"] <= high and pair["p"] == pytest.approx(1 / 101)
    assert value["hints"] == ["contexts are 3 tokens to either side, but the model was trained on whole sentences; "
                              "--window 0 reads them alike"]


def test_every_number_is_in_the_csv(world, tmp_path):
    value = json.loads(compare(world, "--by", "party", "--csv-output", tmp_path / "all.csv", "--json").stdout)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "all.csv").read_text())))
    found = {(row["part"], row["group"], row["item"], row["figure"]): row for row in rows}
    assert len(found) == len(rows)
    (word,) = value["words"]
    pair = word["pairs"][0]
    cosine = found["pair", "D", "R", "debiased cosine"]
    assert [float(cosine["value"]), float(cosine["low"]), float(cosine["high"])] == [
        pair["debiased_cosine"], *pair["debiased_cosine_95"]]
    for group in word["groups"]:
        for near in group["nearest"]:
            assert float(found["nearest", group["name"], near["word"], "cosine"]["value"]) == near["cosine"]


def numbers_in(value):
    """All numbers of a JSON value."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from numbers_in(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)


@pytest.mark.parametrize("arguments", [
    ["--by", "party", "--document", "id"],
    ["--over", "year", "--step", 20, "--anchors", "sweet"],
    ["--model", "party + year", "--at", "party=R", "--anchors", "sweet"],
])
def test_the_csv_has_every_number_of_json_whatever_is_compared(world, tmp_path, arguments):
    value = json.loads(compare(world, *arguments, "--csv-output", tmp_path / "all.csv", "--json").stdout)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "all.csv").read_text())))
    written = {float(row[key]) for row in rows for key in ("value", "low", "high") if row[key]}
    del value["settings"]
    for word in value["words"]:
        for group in word["groups"] if "--over" not in arguments else ():
            del group["start"]  # groups have none
    assert set(numbers_in(value)) <= written
    assert {row["figure"]: row["value"] for row in rows if row["part"] == "corpus"} == {
        "rows": "60", "bad rows": "0", "rows without value": "0"}


def test_a_regression_names_references_and_answers_for_values(world):
    text = compare(world, "--model", "party + year", "--at", "party=R,year=1960", "--at", "party=D").stdout
    assert "party: a category, R against D" in text
    assert "year: a number, 1950 to 2009, centred at its mean 1979.5" in text
    assert "at party=R,year=1960" in text and "at party=D" in text
    rows = {line.split()[0]: line.split() for line in text.splitlines() if line.startswith(("party=R ", "year  "))}
    assert rows["party=R"][-2] == "0.0099" and float(rows["year"][-2]) > 0.05


def test_json_lines_are_read_by_name(world, tmp_path):
    rows = list(csv.DictReader(io.StringIO((world / "speeches.csv").read_text())))
    (tmp_path / "s.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    arguments = ["--text", "speech", "--word", "pomelo", "--by", "party", "--json"]
    found = run("compare", world / "m.oovec", "--corpus", tmp_path / "s.jsonl", *arguments).stdout
    assert found == run("compare", world / "m.oovec", "--corpus", world / "speeches.csv", *arguments).stdout


def test_a_word_that_cannot_be_compared_is_told_by_the_exit_code(world):
    done = compare(world, "--word", "durian", "--by", "party", code=NEGATIVE)
    assert 'warning: "durian" does not occur in the text' in done.stderr


@pytest.mark.parametrize("arguments, code, said", [
    ([], USAGE, "name a column of groups with --by, a column of times with --over, or"),
    (["--by", "part"], BAD_INPUT,
     'has no column "part"; its header line names "id", "party", "year", "speech"; did you mean party?'),
    (["--model", "party + party"], USAGE, "names party twice"),
    (["--model", "party", "--at", "party=W"], USAGE, '"W" is not a level of party'),
    (["--by", "party", "--html", "-", "--json"], USAGE, "would mix on standard output"),
    (["--by", "party", "--html", "no/such/page.html"], 4, "no/such"),
])
def test_what_makes_no_sense_is_refused(world, arguments, code, said):
    assert said in compare(world, *arguments, code=code).stderr


def test_the_page_holds_what_json_says(world, tmp_path):
    arguments = ["--over", "year", "--step", 20, "--anchors", "sweet,thick"]
    compare(world, *arguments, "--html", tmp_path / "page.html")
    assert read_value((tmp_path / "page.html").read_text()) == json.loads(compare(world, *arguments, "--json").stdout)


@needs_browser
def test_the_page_shows_figures_tables_and_what_is_typical(world, tmp_path):
    compare(world, "--over", "year", "--step", 20, "--anchors", "sweet,thick", "--html", tmp_path / "page.html")
    page = show((tmp_path / "page.html").read_text(), tmp_path)
    assert texts(page, ".//h2") == ["pomelo"]
    assert texts(page, ".//h3")[0] == "Differences"
    assert len(page.findall(".//figure")) == 2
    assert {"1960–1979", "1980–1999"} <= set(texts(page, ".//tbody/tr/th"))
    legend = [text for text in texts(page, ".//figure//li") if text]
    assert legend == ["sweet", "thick"]
    assert "seed 1." in texts(page, ".//footer/p")[0]
    assert set(texts(page, ".//p[@class='text']//strong")) == {"pomelo"}


@needs_browser
def test_words_that_are_new_in_a_period_stand_out(world, tmp_path):
    compare(world, "--over", "year", "--step", 20, "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    value = read_value(page)
    first, second = value["words"][0]["groups"]
    first["nearest"], second["nearest"] = ([{"word": word, "cosine": 0.5} for word in words]
                                           for words in (["sweet", "juice"], ["juice", "thick"]))
    rows = show(with_value(page, value), tmp_path).find(".//tbody").findall("tr")
    assert [texts(row, ".//strong") for row in rows] == [[], ["thick"]]


@needs_browser
def test_ticks_of_short_periods_tell_what_they_stand_for(world, tmp_path):
    compare(world, "--over", "year", "--step", 10, "--min-contexts", 5, "--anchors", "sweet", "--html",
            tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()

    def ticks(*starts):
        value = read_value(page)
        for group, start in zip(value["words"][0]["groups"], starts, strict=False):
            group["start"] = start
        value["words"][0]["groups"] = value["words"][0]["groups"][:len(starts)]
        shown = show(with_value(page, value), tmp_path)
        return [float(text) for text in texts(shown.find(".//figure"), ".//g[@class='axis']//text")]

    assert ticks(1960, 1961, 1962) == [1960, 1961, 1962]
    assert all(tick.is_integer() for tick in ticks(1960, 1961))
    halves = ticks(1960, 1960.5, 1961)
    assert 1960.5 in halves and len(set(halves)) == len(halves)


@needs_browser
def test_the_page_shows_a_regression_and_whatever_names_hold(world, tmp_path):
    compare(world, "--model", "party + year", "--at", "party=R", "--html", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text()
    value = read_value(page)
    value["words"][0]["word"] = "<b>&pomelo"
    value["words"][0]["regression"]["coefficients"][0]["debiased_squared_norm"] = None
    shown = show(with_value(page, value), tmp_path)
    assert texts(shown, ".//h2") == ["<b>&pomelo"]
    assert "Regression on party + year" in texts(shown, ".//h3")
    assert "R" in texts(shown, ".//h4")[0]
    assert "compared with D" in text_of(shown)
