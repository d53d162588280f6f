"""What people do with the page of `oovec serve`, in a real browser."""

import contextlib
import datetime
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from browser import needs_browser
from page_browser import Visitor, chromium, number_in, overlapping
from serving import Server
from support import run
from trained import WORDS, train

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="there is no axe to check accessibility with")

pytestmark = needs_browser

SENTENCES = ["The pomegreen is a sweet citrus fruit.", "A thick peel grows on the tree."]
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
PICTURES = {"\t": "␉", "\x07": "␇"}
HOSTILE_WORDS = [HOSTILE, "\u202eevil\u2066\u05d0", "x" * 250, "👩‍👩‍👧‍👦pomes🦄", "'\"`;$(reboot)\\", "two\tpomes \x07"]


@contextlib.contextmanager
def serving(folder, model, *options):
    with Server(folder, model, *options) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return train(tmp_path_factory.mktemp("trained"))


@pytest.fixture(scope="module")
def address(model, tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, model, "--store", folder / "words.db") as found:
        yield found


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture
def visit(browser, address):
    """Makes visitors, who must have had nothing to complain about in the end."""
    visitors = []

    def make(at=None, **options):
        visitors.append(Visitor(browser, at or address, **options))
        return visitors[-1]

    yield make
    for visitor in visitors:
        visitor.context.close()
        assert visitor.complaints == []


def send(address, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def remember(address, word, *contexts):
    send(address, "/v1/infer", {"word": word, "contexts": contexts, "store": True})


# A word and its sentences


def test_typing_shows_what_a_vector_is_near_and_what_it_is_made_of(visit, address):
    visitor = visit()
    visitor.open()
    assert visitor.see("#word-empty").is_visible()
    visitor.page.get_by_label("Word", exact=True).press_sequentially("pomegreen")
    visitor.settled("pomegreen")
    assert visitor.list("context") == []
    visitor.page.get_by_label("Sentences", exact=True).press_sequentially("\n".join(SENTENCES))
    visitor.see("#sentences li:nth-child(2) .used")
    visitor.settled("pomegreen")
    near = send(address, "/v1/neighbors", {"word": "pomegreen", "contexts": SENTENCES, "k": 10})
    for name in ("both", "form", "context"):
        assert visitor.list(name) == [one["word"] for one in near[name]]
    explained = send(address, "/v1/explain", {"word": "pomegreen", "contexts": SENTENCES})
    assert visitor.ngrams() == [ngram["text"] for ngram in explained["ngrams"]]
    assert visitor.texts("#sentences li:nth-child(1) .text span") == [
        token["text"] for token in explained["contexts"][0]]
    assert f"(α = {near['alpha']:.2f})" in visitor.see("#share").inner_text()
    assert visitor.page.locator("#map .mark").count() > 3
    assert visitor.query() == {"w": ["pomegreen"], "s": SENTENCES}


@pytest.mark.parametrize("confidence, said", [
    (0.61, "Likely right 0.61"), (0.5, "Likely right 0.50"), (0.45, "Roughly right 0.45"), (0.1, "A guess 0.10"),
    (None, "Confidence unknown")])
def test_confidence_is_said_in_words(visit, confidence, said):
    visitor = visit()
    visitor.open()
    assert visitor.page.evaluate(
        "async value => (await import('/assets/confidence.js')).verdictText(value).textContent", confidence) == said


def test_an_answer_that_comes_late_is_dropped(visit, address):
    visitor = visit()
    held = []
    visitor.page.route("**/v1/neighbors", lambda route: (
        held.append(route) if route.request.post_data_json["word"] == "lemo" else route.continue_()))
    visitor.open()
    visitor.page.fill("#word-text", "lemo")
    visitor.until("location.hash.endsWith('w=lemo')")
    while not held:
        visitor.page.wait_for_timeout(20)
    visitor.page.fill("#word-text", "pomegreen")
    visitor.settled("pomegreen")
    shown = visitor.list("both")
    held[0].abort() if held[0].request.failure else held[0].continue_()
    visitor.page.wait_for_timeout(300)
    assert visitor.list("both") == shown == [
        one["word"] for one in send(address, "/v1/neighbors", {"word": "pomegreen", "contexts": []})["both"]]
    assert visitor.see("#word-text").input_value() == "pomegreen"


def test_what_is_clicked_away_changes_the_rest_and_comes_back(visit):
    visitor = visit()
    visitor.open("word", w="pomegreen", s=SENTENCES)
    visitor.settled("pomegreen")
    whole = {name: visitor.list(name) for name in ("both", "form", "context")}
    ngram = visitor.page.locator("#ngrams button").first
    ngram.click()
    visitor.see("#changes")
    assert "Without 1 n-gram" in visitor.see("#changes").inner_text()
    assert ngram.get_attribute("aria-pressed") == "false"
    assert ngram.evaluate("node => node === document.activeElement")
    assert visitor.list("context") == whole["context"]
    visitor.page.get_by_role("button", name="Leave out sentence 1").click()
    visitor.page.get_by_text("Without 1 n-gram and 1 sentence").wait_for()
    assert visitor.page.locator("#sentences li.out").count() == 1
    assert visitor.list("context") != whole["context"]
    assert visitor.page.locator("#lists .moved:not(:empty)").count() > 0
    assert visitor.query() == {"w": ["pomegreen"], "s": SENTENCES, "out": ["0"], "no": [visitor.ngrams()[0]]}
    changed = {name: visitor.list(name) for name in whole}
    visitor.page.reload()  # the address has it all
    visitor.settled("pomegreen")
    visitor.page.get_by_text("Without 1 n-gram and 1 sentence").wait_for()
    assert {name: visitor.list(name) for name in whole} == changed
    visitor.page.locator("#ngrams button").first.click()
    visitor.page.get_by_role("button", name="Bring back sentence 1").click()
    visitor.page.locator("#changes").wait_for(state="hidden")
    assert {name: visitor.list(name) for name in whole} == whole


def test_everything_left_out_can_be_brought_back(visit):
    visitor = visit(failures="404")
    visitor.open("word", w="pomegreen", no=["⟨s⟩pom"])
    visitor.settled("pomegreen")
    counted = visitor.page.locator("#ngrams button[aria-pressed=true]")
    while counted.count() > 0:
        counted.first.click()
    visitor.see("#word-message .message")
    assert visitor.page.locator("#ngrams button").count() == len(visitor.ngrams())
    visitor.page.get_by_role("button", name="Bring all back").click()
    visitor.settled("pomegreen")
    assert visitor.page.locator("#ngrams [aria-pressed=false]").count() == 0


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_moves_glides_unless_the_system_asks_for_calm(visit, motion):
    visitor = visit(reduced_motion=motion)
    place = "document.querySelector('#map .form').getAttribute('transform')"
    visitor.page.clock.install()
    visitor.open("word", w="pomegreen", s=SENTENCES)
    visitor.settled("pomegreen")
    visitor.page.clock.pause_at(datetime.datetime.now() + datetime.timedelta(days=1))
    visitor.page.evaluate("""() => {
        window.glides = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...rest) { ++glides; return animate.apply(this, rest); };
    }""")
    before = visitor.page.evaluate(place)
    visitor.page.get_by_role("button", name="Leave out sentence 1").click()
    visitor.page.get_by_text("Without 1 sentence").wait_for()
    at_once = visitor.page.evaluate(place)
    visitor.page.clock.run_for(1000)
    in_the_end = visitor.page.evaluate(place)
    assert in_the_end != before
    assert at_once == (before if motion == "no-preference" else in_the_end)
    assert (visitor.page.evaluate("glides") > 0) == (motion == "no-preference")


def test_a_word_without_a_vector_is_answered_kindly(visit):
    visitor = visit(failures="404")
    visitor.open("word", w="ŋŋŋ")
    message = visitor.see("#word-message [role=alert]")
    assert message.inner_text().startswith("No vector")
    visitor.page.fill("#word-sentences", "A sweet fruit.")
    visitor.settled("ŋŋŋ")
    assert visitor.page.locator("#word-message .message").count() == 0
    assert visitor.list("both") == visitor.list("context") != []


def test_a_server_that_does_not_answer_is_tried_again(visit):
    visitor = visit(failures="ERR_FAILED")
    visitor.page.route("**/v1/**", lambda route: route.abort())
    visitor.open("word", w="pomegreen")
    assert "does not answer" in visitor.see("#word-message [role=alert]").inner_text()
    visitor.page.unroute("**/v1/**")
    visitor.page.get_by_role("button", name="Try again").click()
    visitor.settled("pomegreen")
    assert visitor.list("both") != []


def test_a_busy_server_is_waited_for(visit):
    visitor = visit(failures="429")
    busy = [True]

    def answer(route):
        if busy:
            busy.pop()
            error = {"type": "busy", "message": "later"}
            route.fulfill(status=429, headers={"Retry-After": "0"}, json={"error": error})
        else:
            route.continue_()

    visitor.page.route("**/v1/neighbors", answer)
    visitor.open("word", w="pomegreen")
    visitor.settled("pomegreen")
    assert visitor.list("both") != []


# The map


def test_labels_of_the_map_do_not_overlap(visit):
    visitor = visit()
    visitor.open("word", w="pomegreen", s=SENTENCES)
    visitor.settled("pomegreen")
    boxes = visitor.boxes("#map text")
    assert len(boxes) >= 8
    assert overlapping(boxes) == []
    left, top, right, bottom = visitor.boxes("#map")[0]
    assert all(left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom for box in boxes)


def test_crowded_labels_are_left_out_rather_than_written_over_each_other(visit):
    visitor = visit()
    visitor.open()
    placed = visitor.page.evaluate("""async () => {
        const { placeLabels } = await import('/assets/labels.js');
        const points = [...Array(40).keys()].map(i => ({ x: 200 + i * 7 % 60, y: 150 + i * 11 % 40, radius: 4 }));
        const sizes = points.map((point, i) => ({ width: 30 + i % 5 * 12, height: 16 }));
        return placeLabels(points, sizes, { width: 400, height: 300 })
          .map((label, i) => label && [label.x, label.y - 8, label.x + sizes[i].width, label.y + 8]);
    }""")
    boxes = [box for box in placed if box]
    assert 10 < len(boxes) < 40
    assert overlapping(boxes, tolerance=0) == []


def test_a_map_that_was_turned_and_mirrored_is_turned_back(visit):
    visitor = visit()
    visitor.open()
    error = visitor.page.evaluate("""async () => {
        const { bestTurn, turned } = await import('/assets/turning.js');
        const before = [[0.3, 0.1], [-0.5, 0.9], [0.7, -0.4], [0.2, 0.8]].map(([x, y]) => ({ x, y }));
        const pairs = before.map(to => ({ to, from: turned(to, { mirror: -1, angle: 2 }) }));
        const turn = bestTurn(pairs);
        return Math.max(...pairs.map(({ from, to }) => {
            const { x, y } = turned(from, turn);
            return Math.hypot(x - to.x, y - to.y); }));
    }""")
    assert error < 1e-9


# Hostile words


@pytest.mark.parametrize("word", HOSTILE_WORDS, ids=["markup", "direction", "long", "emoji", "shell", "control"])
def test_hostile_text_stays_text(visit, address, word):
    visitor = visit()
    sentence = f"The {HOSTILE} {word} is a sweet fruit."
    visitor.open("word", w=word, s=[sentence])
    visitor.settled("".join(PICTURES.get(character, character) for character in word))
    assert visitor.page.locator("main :is(script, img, iframe)").count() == 0
    assert visitor.see("#word-text").input_value() == word
    assert visitor.overflow() == 0
    assert overlapping(visitor.boxes("#map text")) == []
    visitor.open("compare", a=word, **{"as": sentence}, b="lemon", bs=[sentence])
    visitor.see("#cosines")
    assert visitor.page.locator("main :is(script, img, iframe)").count() == 0
    assert visitor.overflow() == 0


def test_what_is_no_word_is_refused_kindly(visit):
    visitor = visit(failures="422")
    visitor.open("word", w="po\0melo")
    assert "NUL" in visitor.see("#word-message [role=alert]").inner_text()
    visitor.page.fill("#word-text", "x" * 300)
    visitor.page.get_by_text("at most 256").wait_for()
    visitor.page.fill("#word-text", "pomegreen")
    visitor.settled("pomegreen")
    assert visitor.page.locator("#word-message .message").count() == 0


def test_hostile_words_of_the_vocabulary_stay_text(visit, model, tmp_path):
    with serving(tmp_path, model, "--store", tmp_path / "words.db") as address:
        remember(address, "<b>pomes</b>", f"A sweet {HOSTILE} fruit.")
        remember(address, "\u202eevil", "The fruit is sweet.")
        visitor = visit(address, viewport={"width": 360, "height": 740})
        visitor.open("vocabulary")
        visitor.see("#words tbody tr:nth-child(2)")
        assert HOSTILE in "".join(visitor.page.locator("#words .last").all_text_contents())
        assert visitor.page.locator("main :is(script, img, iframe, tbody b)").count() == 0
        assert visitor.overflow() == 0


# Comparing


def test_two_words_are_compared_side_by_side(visit, address):
    visitor = visit()
    visitor.open("compare")
    visitor.page.get_by_label("First word", exact=True).fill("pomegreen")
    visitor.page.get_by_label("Second word", exact=True).fill("pomegreen")
    visitor.see("#cosines")
    assert visitor.texts("#cosines .number") == ["1.00", "1.00", "–"]
    visitor.page.locator("#b-sentences").fill(SENTENCES[0])
    visitor.until("!document.querySelector('#cosines .number').textContent.startsWith('1.00')")
    body = {"a": {"word": "pomegreen", "contexts": []}, "b": {"word": "pomegreen", "contexts": SENTENCES[:1]}}
    cosines = send(address, "/v1/similarity", body)
    assert number_in(visitor.texts("#cosines .number")[0]) == pytest.approx(cosines["cosine"], abs=0.006)
    assert visitor.texts("#b-result li a") == [
        one["word"] for one in send(address, "/v1/neighbors", body["b"])["both"]]
    assert visitor.query() == {"a": ["pomegreen"], "b": ["pomegreen"], "bs": SENTENCES[:1]}
    visitor.page.get_by_role("button", name="Swap them").click()
    visitor.until("location.hash.includes('as=')")
    assert visitor.see("#a-sentences").input_value() == SENTENCES[0]


def test_a_word_is_taken_along_to_be_compared(visit):
    visitor = visit()
    visitor.open("word", w="pomegreen", s=SENTENCES)
    visitor.settled("pomegreen")
    visitor.page.get_by_role("link", name="Compare it").click()
    visitor.until("document.getElementById('a-text').value === 'pomegreen'")
    assert visitor.see("#a-sentences").input_value() == "\n".join(SENTENCES)
    visitor.page.go_back()
    visitor.settled("pomegreen")
    assert visitor.see("#word-sentences").input_value() == "\n".join(SENTENCES)


# The living vocabulary


def test_a_word_that_is_remembered_is_in_the_vocabulary(visit, address):
    visitor = visit()
    visitor.open("word", w="pomegreen", s=SENTENCES)
    visitor.settled("pomegreen")
    visitor.remember()
    for _ in range(3):
        remember(address, "elopegreen", "The elopegreen is large.")
    visitor.page.get_by_role("navigation").get_by_role("link", name="Vocabulary").click()
    visitor.see("#words tbody tr:nth-child(2)")
    visitor.page.get_by_label("Sort by").select_option("count")
    visitor.until("document.querySelector('#words tbody th').textContent === 'elopegreen'")
    row = visitor.texts("#words tbody tr:nth-child(1) :is(th, td)")
    known = next(one for one in send(address, "/v1/words?details=true")["words"] if one["word"] == "elopegreen")
    assert row[:2] == ["elopegreen", str(known["count"])]
    assert row[3] == ", ".join(known["nearest"])
    assert row[4] == "The elopegreen is large."
    visitor.page.get_by_label("Filter").fill("pomeg")
    visitor.page.locator("#words tbody tr", has_text="elopegreen").first.wait_for(state="detached")
    assert visitor.texts("#words tbody th") == ["pomegreen"]
    visitor.page.get_by_label("Filter").fill("nothing like it")
    assert "Clear the filter" in visitor.see("#none").inner_text()
    visitor.page.get_by_label("Filter").fill("pomeg")
    visitor.page.get_by_role("link", name="pomegreen").click()
    visitor.settled("pomegreen")
    assert set(visitor.see("#word-sentences").input_value().split("\n")) == set(SENTENCES)


def test_words_that_others_teach_the_server_appear_by_themselves(visit, address):
    visitor = visit()
    visitor.page.clock.install()
    visitor.open("vocabulary", filter="greenlemo")
    visitor.see("#none")
    remember(address, "greenlemo", "The greenlemo is sour.")
    visitor.page.clock.fast_forward(6000)
    assert visitor.see("#words tbody th").inner_text() == "greenlemo"


@pytest.mark.parametrize("keyed", [False, True])
def test_the_vectors_of_the_vocabulary_are_downloaded(visit, model, tmp_path, keyed):
    key = tmp_path / "key"
    key.write_text("a-key-that-nobody-guesses\n")
    keys = ["--api-key-file", key] if keyed else []
    with serving(tmp_path, model, "--store", tmp_path / "words.db", *keys) as address:
        visitor = visit(address, failures="401")
        visitor.open("word", w="pomegreen", s=SENTENCES)
        if keyed:
            visitor.page.get_by_label("API key", exact=True).fill(key.read_text())
            visitor.page.get_by_role("button", name="Use it").click()
        visitor.settled("pomegreen")
        visitor.remember()
        visitor.page.get_by_role("navigation").get_by_role("link", name="Vocabulary").click()
        visitor.see("#words tbody tr")
        with visitor.page.expect_download() as download:
            visitor.page.get_by_role("button", name="Download").click()
        lines = Path(download.value.path()).read_text().splitlines()
        assert [line.split()[0] for line in lines] == ["1", "pomegreen"]


def test_without_a_store_the_page_says_how_to_have_one(visit, model, tmp_path):
    with serving(tmp_path, model) as address:
        visitor = visit(address, failures="404")
        visitor.open("vocabulary")
        assert "--store words.db" in visitor.see("#no-store").inner_text()
        visitor.open("word", w="pomegreen")
        visitor.settled("pomegreen")
        assert visitor.page.get_by_role("button", name="Remember it").count() == 0


# The model


def test_the_card_says_what_the_model_is(visit, address):
    visitor = visit()
    visitor.open("model")
    visitor.see("#card .facts")
    info = send(address, "/info")
    is_model, was_trained = (
        dict(zip(visitor.texts(f"{panel} dt"), visitor.texts(f"{panel} dd"), strict=True))
        for panel in ("#card .panel:has-text('What it is')", "#card .panel:has-text('How it was trained')"))
    assert is_model["dimensions"] == str(info["model"]["dimension"])
    assert is_model["composition"] == info["model"]["composition"]
    assert was_trained == info["model"]["training"]
    commands = visitor.see("#card pre").inner_text().splitlines()  # how to have its quality shown
    assert [command.split()[1] for command in commands] == ["eval", "serve"]


def test_the_card_shows_measured_quality_and_how_contexts_are_weighed(visit, model, tmp_path):
    words, held_out = tmp_path / "words.txt", tmp_path / "held_out.json"
    words.write_text("\n".join(WORDS))
    held_out.write_text(run("eval", "heldout", model, "--contexts", model.parent / "c.ctx", "--words", words,
                            "--allow-seen", "--counts", "0,1,4", "--json").stdout)
    rows = json.loads(held_out.read_text())["counts"]
    with serving(tmp_path, model, "--held-out", held_out) as address:
        visitor = visit(address)
        visitor.open("model")
        visitor.see("#card table")
        tables = visitor.page.locator("#card table")
        quality, alpha = (tables.nth(i).locator("tbody tr").all_inner_texts() for i in (0, 1))
        assert [line.split("\t")[:2] for line in quality] == [[str(row["contexts"]), str(row["words"])] for row in rows]
        assert [line.split("\t")[2] for line in alpha] == [f"{row['alpha']['median']:.2f}" for row in rows]
        assert visitor.page.get_by_role("img", name="by the number of sentences").count() == 2


# Copying


def copied(visitor, name):
    visitor.page.evaluate("navigator.clipboard.writeText('')")
    visitor.page.get_by_role("button", name=name).click()
    while not (text := visitor.page.evaluate("navigator.clipboard.readText()")):
        visitor.page.wait_for_timeout(20)
    return text


def printed(arguments, text):
    done = subprocess.run(arguments, input=text.encode(), capture_output=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.mark.parametrize("word", ["pomegreen", *HOSTILE_WORDS])
def test_copied_commands_give_what_the_page_shows(visit, address, word):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.open("word", w=word, s=[f"The 'sweet' $fruit `{word}`!"])
    visitor.until("document.querySelector('#lists li') !== null")
    answers = [printed(["bash"], copied(visitor, "Copy these neighbours as curl")),
               printed([sys.executable, "-"], copied(visitor, "Copy these neighbours as Python"))]
    assert answers[0] == answers[1]
    assert [one["word"] for one in answers[0]["both"]] == visitor.list("both")


def test_every_view_can_be_copied(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    for view, query in [("word", {"w": "pomegreen", "s": SENTENCES}), ("compare", {"a": "pomegreen", "b": "lemon"}),
                        ("vocabulary", {}), ("model", {})]:
        visitor.open(view, **query)
        section = visitor.page.locator(f"#{view}")
        section.get_by_role("button", name="as curl").first.wait_for()
        names = [button.get_attribute("aria-label") for button in section.locator(".copy button:visible").all()]
        assert len(names) >= 2
        for name in names:
            visitor.page.get_by_role("button", name=name).wait_for()
            run = ["bash"] if name.endswith("curl") else [sys.executable, "-"]
            assert "error" not in printed(run, copied(visitor, name))


# The key


def test_a_key_is_asked_for_and_kept_in_memory_alone(visit, model, tmp_path):
    key = tmp_path / "key"
    key.write_text("a-key-that-nobody-guesses\n")
    with serving(tmp_path, model, "--api-key-file", key) as address:
        visitor = visit(address, failures="401", permissions=["clipboard-read", "clipboard-write"])
        visitor.open("word", w="pomegreen")
        field = visitor.page.get_by_label("API key", exact=True)
        field.fill("a wrong key")
        field.press("Enter")
        visitor.see("#key-wrong")
        assert field.input_value() == ""
        field.fill(key.read_text().strip())
        field.press("Enter")
        visitor.settled("pomegreen")
        command = copied(visitor, "Copy these neighbours as curl")
        assert "$OOVEC_KEY" in command and "nobody" not in command
        stored = visitor.page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")
        assert stored == [0, 0, ""]
        visitor.page.reload()
        visitor.page.get_by_label("API key", exact=True).wait_for()
        visitor.page.get_by_role("button", name="Cancel").click()
        assert "key" in visitor.see("#word-message [role=alert]").inner_text()


# Manners


VIEWS = [("#examples li", "word", {}), ("#map text", "word", {"w": "pomegreen", "s": SENTENCES, "out": 1}),
         ("#cosines .number", "compare", {"a": "pomegreen", "b": "lemon"}), ("#words tbody tr", "vocabulary", {}),
         ("#card .facts", "model", {})]


@pytest.mark.parametrize("scheme, width", [("light", 1280), ("dark", 360)])
def test_every_view_is_accessible_and_fits(visit, address, scheme, width):
    remember(address, "pomegreen", *SENTENCES)
    visitor = visit(color_scheme=scheme, viewport={"width": width, "height": 800})
    for seen, view, query in VIEWS:
        visitor.open(view, **query)
        visitor.see(seen)
        found = axe.Axe().run(visitor.page, options={"resultTypes": ["violations"]}).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        assert visitor.overflow() == 0


def test_the_page_is_used_by_the_keyboard_alone(visit):
    visitor = visit()
    visitor.open("word", w="pomegreen", s=SENTENCES)
    visitor.settled("pomegreen")
    visitor.page.evaluate("document.activeElement.blur()")

    def press(key, times=1):
        for _ in range(times):
            visitor.page.keyboard.press(key)
        return visitor.page.evaluate("document.activeElement.id || document.activeElement.textContent")

    assert press("Tab") == "Skip to the content"
    assert visitor.page.evaluate("document.querySelector('.skip').getBoundingClientRect().top") >= 0
    assert press("Enter") == "main"
    assert press("Tab") == "word-text"
    assert press("Tab").startswith("⟨s⟩")
    outline = visitor.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    press("Space")
    visitor.see("#changes")
    assert visitor.page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "false"
    press("Space")
    visitor.page.locator("#changes").wait_for(state="hidden")
    first, second, *_, last = visitor.page.locator("#ngrams button").all_text_contents()
    assert [press(key) for key in ("ArrowRight", "End", "ArrowRight", "Home")] == [second, last, last, first]
    assert press("Tab") == "word-sentences"  # n-grams are one stop


def test_results_are_read_out(visit):
    visitor = visit()
    visitor.open("word", w="pomegreen", s=SENTENCES)
    visitor.settled("pomegreen")
    visitor.until("document.getElementById('news').textContent !== ''")
    said = visitor.page.locator("#news").text_content()
    assert said.startswith("pomegreen: ") and visitor.list("both")[0] in said
    assert visitor.page.locator("#news").get_attribute("role") == "status"


@pytest.mark.parametrize("scheme, colors", [
    ("light", ("light dark", "dark", "light")), ("dark", ("light dark", "light", "dark"))])
def test_light_and_dark_can_be_chosen(visit, scheme, colors):
    visitor = visit(color_scheme=scheme)
    visitor.open()
    paper = "getComputedStyle(document.body).backgroundColor"
    seen = []
    for _ in range(4):
        seen.append((visitor.page.evaluate(paper),
                     visitor.page.evaluate("document.documentElement.style.getPropertyValue('color-scheme')")))
        visitor.page.locator("#theme").click()
    assert tuple(color for _, color in seen[:3]) == colors
    assert seen[0] == seen[3]
    assert seen[0][0] == seen[2][0] != seen[1][0]


def test_nothing_is_loaded_from_elsewhere_or_stored(visit, address):
    remember(address, "pomegreen", *SENTENCES)
    visitor = visit()
    asked = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    for seen, view, query in VIEWS:
        visitor.open(view, **query)
        visitor.see(seen)
    assert [url for url in asked if not url.startswith((visitor.address, "about:"))] == []
    assert visitor.page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]") == [0, 0, ""]
    assert visitor.page.evaluate("indexedDB.databases().then(found => found.length)") == 0
