"""Every route of `oovec serve` on what it is for. The program itself says what the answers should be."""

import base64
import json
import re
import subprocess

import numpy as np
import pytest

from serving import LINES, PROGRAM, Server

CONTEXTS = ["the melon is a well known fruit", "sweet ice cream of citrus"]


def program(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, check=True).stdout


@pytest.fixture(scope="module")
def model(models):
    return models / "balanced.oovec"


def floats(text):
    return np.frombuffer(base64.b64decode(text, validate=True), "<f4")


def test_a_word_gets_the_vector_that_the_program_infers(server, model):
    answer = server.infer("pomelo", *CONTEXTS).json
    expected = json.loads(program("infer", model, "pomelo", *CONTEXTS, "--json"))
    assert answer == {key: expected[key] for key in ("word", "vector", "alpha", "confidence")}


def test_diagnostics_are_told_on_request(server, model):
    answer = server.infer("pomelo", *CONTEXTS, "nothing at all", diagnostics=True).json
    expected = json.loads(program("infer", model, "pomelo", *CONTEXTS, "--json"))
    assert {key: answer[key] for key in expected} == expected
    assert answer["contexts_used"] == 2
    assert len(answer["form"]) == len(answer["context"]) == 8
    alone = server.infer("pomelo", diagnostics=True).json
    assert alone["context"] is None and alone["agreement"] is None and alone["form"] == answer["form"]


def test_base64_has_the_same_numbers(server):
    numbers = server.infer("pomelo", *CONTEXTS, diagnostics=True).json
    encoded = server.infer("pomelo", *CONTEXTS, diagnostics=True, encoding="base64").json
    for key in ("vector", "form", "context"):
        assert floats(encoded[key]).tolist() == np.float32(numbers[key]).tolist()


def test_numbers_are_the_shortest_that_give_the_same_float(server):
    text = server.infer("pomelo", *CONTEXTS).body.decode()
    numbers = re.search(r'"vector":\[([^]]*)\]', text).group(1).split(",")
    assert len(numbers) == 8
    for number in numbers:
        assert len(number) <= len(str(np.float32(number))), number


def test_one_bad_word_never_fails_a_batch(server):
    answer = server.post("/v1/infer", {"items": [
        {"word": "pomelo", "contexts": CONTEXTS}, {"word": " "}, {"word": "w" * 257}, {"word": "\0"},
        {"word": "xyzzyx"}, {"word": "unable"}]}).json
    assert answer["model"] == "balanced"
    assert answer["items"][0] == server.infer("pomelo", *CONTEXTS).json
    errors = [item["error"]["type"] if "error" in item else None for item in answer["items"]]
    assert errors == [None, "usage", "usage", "malformed", "no_vector", None]


def test_an_empty_batch_is_an_empty_answer(server):
    assert server.post("/v1/infer", {"items": []}).json == {"model": "balanced", "items": []}


def test_lines_are_answered_one_by_one(server):
    words = [{"word": "pomelo", "contexts": CONTEXTS}, {"word": "xyzzyx"}, {"wrd": "pomelo"}, {"word": "melons"}]
    body = b"\n".join(json.dumps(word).encode() for word in words) + b"\n\n{"
    answer = server.post("/v1/infer", body, LINES)
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in answer.body.splitlines()]
    assert lines[0] == server.infer("pomelo", *CONTEXTS).json
    assert [line.get("error", {}).get("type") for line in lines] == [None, "no_vector", "usage", None, "malformed"]
    assert '"word" is missing; send a string, not "wrd"' in lines[2]["error"]["message"]


def test_no_lines_are_no_answers(server):
    answer = server.post("/v1/infer", b"", LINES)
    assert (answer.status, answer.body, answer.headers["Content-Type"]) == (200, b"", "application/x-ndjson")


def test_neighbors_are_those_of_the_program(server, model):
    answer = server.post("/v1/neighbors", {"word": "melon", "contexts": CONTEXTS, "k": 4}).json
    expected = json.loads(program("neighbors", model, "melon", *CONTEXTS, "-k", "4", "--json"))
    for ours, theirs in (("both", "joint"), ("form", "form"), ("context", "context")):
        assert [near["word"] for near in answer[ours]] == [near["word"] for near in expected[theirs]["neighbors"]]
        cosines = [near["cosine"] for near in expected[theirs]["neighbors"]]
        assert [near["cosine"] for near in answer[ours]] == pytest.approx(cosines, rel=1e-6)
    assert answer["known"] is True and answer["word"] == "melon"
    own = program("vectors", "neighbors", model.parent / "vectors.txt", "melon", "-k", "4").decode().split("\n")[1:5]
    assert [near["word"] for near in answer["own"]] == [line.split(None, 1)[1] for line in own]


def test_a_new_word_has_no_neighbors_of_its_own(server):
    answer = server.post("/v1/neighbors", {"word": "melons", "by": ["form"]}).json
    assert answer["known"] is False and answer["own"] is None
    assert answer["both"] is None and answer["context"] is None and len(answer["form"]) == 10


def test_neighbors_of_many_words(server):
    items = [{"word": "melons", "contexts": CONTEXTS}, {"word": "xyzzyx"}]
    answer = server.post("/v1/neighbors", {"items": items, "k": 3}).json
    assert answer["items"][0] == server.post("/v1/neighbors", {**items[0], "k": 3}).json
    assert answer["items"][1]["error"]["type"] == "no_vector"


def test_a_map_has_a_place_for_the_word_and_each_neighbor(server):
    answer = server.post("/v1/neighbors", {"word": "melons", "contexts": CONTEXTS, "k": 4, "map": True}).json
    points = answer["map"]["points"]
    near = {item["word"] for kind in ("both", "form", "context") for item in answer[kind]}
    assert {point["word"] for point in points if point["kind"] == "neighbor"} == near
    assert [point["kind"] for point in points[:3]] == ["word", "form", "context"]
    assert len(points) == 3 + len(near)
    assert max(abs(point[axis]) for point in points for axis in "xy") == 1


def test_an_explanation_is_that_of_the_program(server, model):
    answer = server.post("/v1/explain", {"word": "melons", "contexts": CONTEXTS}).json
    assert answer == json.loads(program("explain", model, "melons", *CONTEXTS, "--json"))


def test_ngrams_can_be_left_out(server):
    whole = server.post("/v1/explain", {"word": "melons", "contexts": CONTEXTS}).json
    strongest = max(whole["ngrams"], key=lambda ngram: ngram["change"])
    request = {"word": "melons", "contexts": CONTEXTS, "without_ngrams": [strongest["text"]]}
    rest = server.post("/v1/explain", request).json
    assert [ngram["text"] for ngram in rest["ngrams"]] == [
        ngram["text"] for ngram in whole["ngrams"] if ngram["text"] != strongest["text"]]
    near = server.post("/v1/neighbors", request).json
    assert near["alpha"] == pytest.approx(rest["alpha"], abs=1e-6)
    assert near["alpha"] != server.post("/v1/neighbors", {"word": "melons", "contexts": CONTEXTS}).json["alpha"]


def test_similarity_is_that_of_the_vectors(server):
    a, b = (server.infer("melons", context, diagnostics=True).json for context in CONTEXTS)
    answer = server.post("/v1/similarity", {"a": {"word": "melons", "contexts": CONTEXTS[:1]},
                                            "b": {"word": "melons", "contexts": CONTEXTS[1:]}}).json

    def cosine(key):
        x, y = np.float64(a[key]), np.float64(b[key])
        return x @ y / np.linalg.norm(x) / np.linalg.norm(y)

    assert answer == pytest.approx({"cosine": cosine("vector"), "form": 1, "context": cosine("context")}, abs=1e-6)
    assert server.post("/v1/similarity", {"a": {"word": "melons"}, "b": {"word": "melon"}}).json["context"] is None


def test_the_vector_of_a_text_is_the_mean_of_its_words(server, model):
    text = "Sweet sweet melons 7"
    answer = server.post("/v1/embeddings", {"input": text, "model": "oovec"}).json
    sweet = np.float64(program("vectors", "get", model.parent / "vectors.txt", "sweet").decode().split()[1:])
    melons = np.float64(server.infer("melons", text).json["vector"])
    assert answer["data"][0]["embedding"] == pytest.approx((2 * sweet + melons) / 3, abs=1e-6)
    assert answer["usage"] == {"prompt_tokens": 3, "total_tokens": 3}
    assert answer["model"] == "balanced" and answer["data"][0]["index"] == 0


def test_the_model_is_listed(server):
    models = server.get("/v1/models").json["data"]
    assert [(model["id"], model["object"]) for model in models] == [("balanced", "model")]


def test_the_card_tells_of_the_model(server):
    card = server.get("/info").json
    assert card["model"]["dimension"] == 8 and card["model"]["words"] == 20
    assert card["model"]["composition"] == "balanced" and card["model"]["training"] == {"epochs": "3"}
    assert card["held_out"] is None and card["store"]["per_word"] == 100


def test_the_card_says_how_much_memory_searching_takes(models, tmp_path):
    with Server(tmp_path, models / "gated.oovec", "--store", tmp_path / "words.db") as server:
        assert server.get("/info").json["model"]["search_bytes"] == 0
        server.infer("pomelo", store=True)
        assert len(server.get("/v1/words/pomelo").json["nearest"]) == 5
        assert server.get("/info").json["model"]["search_bytes"] > 0


def test_the_card_shows_what_was_measured(models, tmp_path):
    measured = {"rows": [{"contexts": 1, "alpha": {"median": 0.5}}]}
    (tmp_path / "held_out.json").write_text(json.dumps(measured, indent=1), encoding="utf-8")
    with Server(tmp_path, models / "gated.oovec", "--held-out", tmp_path / "held_out.json") as server:
        assert server.get("/info").json["held_out"] == measured
        assert server.get("/info").json["store"] is None


def test_health_and_readiness(server):
    assert server.get("/health").json == {"status": "alive"}
    assert server.get("/ready").json == {"status": "ready"}


def test_metrics_count_requests_by_route_and_status(server):
    def count():
        text = server.get("/metrics").body.decode()
        found = re.search(r'^oovec_requests_total\{route="/v1/infer",method="POST",status="404"\} (\d+)$', text, re.M)
        return int(found.group(1)) if found else 0

    before, without = count(), server.metric("oovec_words_without_vector_total")
    assert server.infer("xyzzyx").status == 404
    assert count() == before + 1
    assert server.metric("oovec_words_without_vector_total") == without + 1
    assert server.metric("oovec_store_words") == 0


def test_metrics_are_in_the_format_of_prometheus(server):
    server.infer("pomelo")
    text = server.get("/metrics").body.decode()
    sample = re.compile(r'oovec_\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? [0-9.e+-]+')
    for line in text.splitlines():
        assert line.startswith(("# HELP oovec_", "# TYPE oovec_")) or sample.fullmatch(line), line
    buckets = re.findall(r'request_seconds_bucket\{route="/v1/infer",method="POST",le="[^"]+"\} (\d+)', text)
    total = re.search(r'request_seconds_count\{route="/v1/infer",method="POST"\} (\d+)', text).group(1)
    assert [int(n) for n in buckets] == sorted(map(int, buckets)) and buckets[-1] == total


def test_the_page_and_its_files_are_served(server):
    page = server.get("/")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    for name, kind in {"d3.js": "text/javascript", "style.css": "text/css", "elements.js": "text/javascript"}.items():
        asset = server.get(f"/assets/{name}")
        assert asset.headers["Content-Type"] == f"{kind}; charset=utf-8" and len(asset.body) > 100
    assert server.get("/assets/../serve.py").status == 404


def test_a_file_that_the_browser_has_is_not_sent_again(server):
    tag = server.get("/assets/d3.js").headers["ETag"]
    again = server.get("/assets/d3.js", If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")


def test_head_has_the_head_of_get(server):
    whole, bare = server.get("/assets/d3.js"), server.request("HEAD", "/assets/d3.js")
    assert bare.body == b"" and bare.headers["Content-Length"] == str(len(whole.body))


def test_every_answer_has_an_id_of_its_own(server):
    ids = [server.get("/health").headers["X-Request-Id"] for _ in range(3)]
    assert len(set(ids)) == 3
    assert server.get("/health", X_Request_Id="mine-7").headers["X-Request-Id"] == "mine-7"
    assert server.get("/health", X_Request_Id='a"b').headers["X-Request-Id"] != 'a"b'
