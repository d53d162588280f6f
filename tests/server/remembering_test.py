"""What `oovec serve --store` remembers, and that it is on the disk before it says so."""

import http.client
import itertools
import json
import subprocess
import threading
import time

import numpy as np
import pytest

from serving import IS_SLOW, LINES, PROGRAM, Server

CONTEXTS = ["the airfryer is well known", "an airfryer for sweet fruit", "cream of the airfryer"]


@pytest.fixture
def server(models, tmp_path):
    with Server(tmp_path, models / "balanced.oovec", "--store", tmp_path / "words.db") as running:
        yield running


def test_a_word_is_inferred_from_all_contexts_seen_so_far(server):
    for i, context in enumerate(CONTEXTS):
        answer = server.infer("Airfryer", context, store=True, diagnostics=True).json
        assert answer["seen"] == answer["contexts_used"] == i + 1
    together = server.infer("airfryer", *CONTEXTS).json
    assert answer["vector"] == pytest.approx(together["vector"], abs=1e-6)
    again = server.infer("airfryer", CONTEXTS[0], store=True, diagnostics=True).json
    assert again["seen"] == 4 and again["contexts_used"] == 3 and again["vector"] == answer["vector"]


def test_what_is_not_to_be_stored_is_not(server):
    server.infer("airfryer", CONTEXTS[0])
    assert server.get("/v1/words").json["totals"]["words"] == 0


def test_a_batch_is_remembered_but_for_bad_words(server):
    items = [{"word": "airfryer", "contexts": CONTEXTS}, {"word": " "}, {"word": "w" * 257}, {"word": "melons"}]
    answer = server.post("/v1/infer", {"items": items, "store": True}).json
    assert ["error" in item for item in answer["items"]] == [False, True, True, False]
    assert {word["word"]: word["count"] for word in server.get("/v1/words").json["words"]} == {
        "airfryer": 3, "melons": 1}


def test_lines_are_remembered(server):
    body = b"\n".join(json.dumps({"word": "airfryer", "contexts": [c], "store": True}).encode() for c in CONTEXTS)
    seen = [json.loads(line)["seen"] for line in server.post("/v1/infer", body, LINES).body.splitlines()]
    assert seen == [1, 2, 3]


def test_a_word_can_be_looked_at_and_forgotten(server):
    server.infer("été à la", "the melon", store=True)
    path = "/v1/words/%C3%A9t%C3%A9%20%C3%A0%20la"
    found = server.get(path).json
    assert found["word"] == "été à la" and found["count"] == 1
    assert [text["text"] for text in found["texts"]] == ["the melon"]
    assert len(found["nearest"]) == 5 and found["confidence"] is not None
    assert server.request("DELETE", path).json == {"forgotten": "été à la"}
    assert server.get(path).status == 404


def test_words_are_listed_page_by_page(server):
    for i in range(7):
        server.post("/v1/infer", {"word": f"word{i}", "contexts": ["the melon"] * (i % 3 + 1), "store": True})
    for order, key in (("word", lambda w: w["word"]), ("count", lambda w: (-w["count"], w["word"]))):
        words, after = [], ""
        for size in (3, 3, 1):
            page = server.get(f"/v1/words?order={order}&limit=3{after}").json
            assert len(page["words"]) == size
            words += page["words"]
            after = f"&after={page['next']}"
        assert page["next"] is None
        assert words == sorted(words, key=key) and len({word["word"] for word in words}) == 7
    recent = server.get("/v1/words?order=recent&limit=2").json["words"]
    assert recent[0]["word"] == "word6"
    since = server.get(f"/v1/words?order=recent&since={recent[1]['last']}").json["words"]
    listed = server.get("/v1/words?order=recent").json["words"]
    assert since == [word for word in listed if word["last"] >= recent[1]["last"]]
    assert recent == since[:2] and len(listed) == 7
    assert {word["word"] for word in server.get("/v1/words?min_count=3").json["words"]} == {"word2", "word5"}
    assert [word["word"] for word in server.get("/v1/words?contains=ORD3").json["words"]] == ["word3"]


def test_details_are_what_the_page_of_a_word_says(server):
    server.infer("airfryer", *CONTEXTS[:2], store=True)
    time.sleep(0.002)  # times are told apart by milliseconds
    server.infer("airfryer", CONTEXTS[2], store=True)
    server.infer("7", "the melon", store=True)
    listed = {word["word"]: word for word in server.get("/v1/words?details=true").json["words"]}
    alone = server.get("/v1/words/airfryer").json
    for key in ("count", "first", "last", "contexts", "confidence", "nearest"):
        assert listed["airfryer"][key] == alone[key]
    assert listed["airfryer"]["last_context"] == CONTEXTS[2]


@pytest.mark.parametrize("name", ["word2vec", "glove", "jsonl"])
def test_vectors_are_exported_as_the_program_exports_them(server, tmp_path, models, name):
    server.infer("airfryer", *CONTEXTS, store=True)
    server.infer("melons", CONTEXTS[0], store=True)
    answer = server.get(f"/v1/words/export?format={name}&min_count=1")
    assert "attachment" in answer.headers["Content-Disposition"]
    expected = tmp_path / "expected"
    subprocess.run([PROGRAM, "store", "export", tmp_path / "words.db", "--model", models / "balanced.oovec",
                    "--min-count", "1", "--format", name, "-o", expected], check=True, capture_output=True)
    assert answer.body == expected.read_bytes()
    assert b"airfryer" in answer.body and b"melons" in answer.body
    assert b"melons" not in server.get(f"/v1/words/export?format={name}&min_count=3").body


def test_a_word_named_as_a_route_can_be_had(server):
    server.infer("export", "the melon", store=True)
    assert server.get("/v1/words/%65xport").json["word"] == "export"


def test_a_store_that_is_taken_away_is_told_of(server, tmp_path):
    """Nothing is acknowledged that would be gone with the server."""
    assert server.infer("airfryer", CONTEXTS[0], store=True).status == 200
    (tmp_path / "words.db").rename(tmp_path / "away.db")
    for answer in (server.infer("airfryer", CONTEXTS[1], store=True), server.get("/v1/words/airfryer")):
        assert answer.status == 503 and answer.headers["Retry-After"] == "1"
        assert answer.error["type"] == "io" and "put it back" in answer.error["message"]
    assert server.infer("airfryer", CONTEXTS[1]).status == 200
    (tmp_path / "away.db").rename(tmp_path / "words.db")
    assert server.infer("airfryer", CONTEXTS[2], store=True).json["seen"] == 2


def test_a_restart_goes_on_with_the_store(models, tmp_path):
    for seen in (1, 2):
        with Server(tmp_path, models / "balanced.oovec", "--store", tmp_path / "words.db") as server:
            assert server.infer("airfryer", CONTEXTS[0], store=True).json["seen"] == seen
            assert server.stop() == 0


def remember_until_it_ends(server, client, acknowledged):
    """Stores contexts that differ, until the server is gone; nothing else keeps an answer from being 200."""
    connection = server.http()
    for i in range(100_000):
        word, context = f"word{client}x{i % 5}", f"the melon number {client} {i}"
        body = json.dumps({"word": word, "contexts": [context], "store": True, "encoding": "base64"})
        try:
            connection.request("POST", "/v1/infer", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            return
        acknowledged.append((word, context) if answer.status == 200 else answer.status)


def test_what_was_acknowledged_outlives_a_kill(models, tmp_path):
    """Several times over, under the load of four clients."""
    acknowledged = [[] for _ in range(4)]
    rounds = 2 if IS_SLOW else 5
    for number in range(rounds):
        with Server(tmp_path, models / "balanced.oovec", "--store", tmp_path / "words.db") as server:
            clients = [threading.Thread(target=remember_until_it_ends, args=(server, f"{number}y{i}", list_))
                       for i, list_ in enumerate(acknowledged)]
            before = sum(map(len, acknowledged))
            for client in clients:
                client.start()
            while sum(map(len, acknowledged)) < before + 40:
                clients[0].join(0.005)
            server.process.kill()
            for client in clients:
                client.join()
    with Server(tmp_path, models / "balanced.oovec", "--store", tmp_path / "words.db") as server:
        found = {}
        for word, context in itertools.chain(*acknowledged):
            if word not in found:
                stored = server.get(f"/v1/words/{word}").json
                found[word] = (stored["count"], {text["text"] for text in stored["texts"]})
            count, texts = found[word]
            assert context in texts or count > 100
    assert len(found) >= 4 * rounds
    assert np.sum([count for count, _ in found.values()]) >= sum(map(len, acknowledged))
