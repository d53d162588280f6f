"""What `oovec serve` refuses, and what it says then."""

import json
import os
import subprocess

import pytest

from serving import JSON, LINES, PROGRAM, Server, eventually, head, statuses


def refused(answer, status, kind, *words):
    assert answer.status == status, answer.body
    assert answer.error["type"] == kind
    assert answer.error["request_id"] == answer.headers["X-Request-Id"]
    for word in words:
        assert word in answer.error["message"]


@pytest.mark.parametrize("value, status, kind, words", [
    (b"", 400, "malformed", ["not JSON"]),
    (b"{\"word\": \"pomelo\"", 400, "malformed", ["not JSON"]),
    (b"{\"word\": \"\xff\"}", 400, "malformed", ["UTF-8"]),
    (b"[" * 100_000, 400, "malformed", ["nested more than", "/openapi.json"]),
    (b'{"word": "melon", "word": "pomelo"}', 400, "malformed", ["twice"]),
    (b'{"items": [{"word": "a:\\"", "contexts": [":"]}, {"word": "b", "\\u0077ord": "b"}]}', 400, "malformed",
     ["twice"]),
    ([], 422, "usage", ["not an object"]),
    ({}, 422, "usage", ["\"word\" is missing"]),
    ({"word": 3}, 422, "usage", ["\"word\" is number; send a string"]),
    ({"word": None}, 422, "usage", ["\"word\" is null; send a string"]),
    ({"word": "a", "contexts": "b"}, 422, "usage", ["\"contexts\" is string; send a list of strings"]),
    ({"word": "a", "contexts": ["b", 3]}, 422, "usage", ["\"contexts\"[1] is number"]),
    ({"word": "a", "contxts": []}, 422, "usage", ["\"contxts\"", "did you mean contexts?"]),
    ({"word": "a", "store": "yes"}, 422, "usage", ["\"store\" is string; send true or false"]),
    ({"word": "a", "encoding": "bas64"}, 422, "usage", ["did you mean base64?"]),
    ({"word": "a", "encoding": "\0"}, 422, "usage", ["\"\0\" is not float or base64"]),
    ({"items": {}}, 422, "usage", ["\"items\" is object; send a list"]),
    ({"items": [{}]}, 422, "usage", ["\"items[0].word\" is missing"]),
    ({"items": [3]}, 422, "usage", ["\"items[0]\" is number, not an object"]),
    ({"items": [], "word": "a"}, 422, "usage", ["either \"items\" or \"word\""]),
    ({"items": [{"word": "a"}] * 1001}, 413, "too_large", ["1001", "at most 1000", "NDJSON"]),
    ({"word": "xyzzyx"}, 404, "no_vector", ["\"xyzzyx\" has no vector"]),
    ({"word": "w" * 257}, 422, "usage", ["257 bytes"]),
    ({"word": " "}, 422, "usage", []),
    ({"word": "a\0b"}, 422, "malformed", []),
])
def test_requests_to_infer_that_make_no_sense(server, value, status, kind, words):
    refused(server.post("/v1/infer", value), status, kind, *words)


@pytest.mark.parametrize("route, value, words", [
    ("neighbors", {"word": "melon", "k": 0}, ["\"k\" must be a whole number from 1 to 1000"]),
    ("neighbors", {"word": "melon", "k": 1.5}, ["\"k\" must be a whole number"]),
    ("neighbors", {"word": "melon", "k": -1}, ["\"k\" must be a whole number"]),
    ("neighbors", {"word": "melon", "by": ["joint"]}, ["\"joint\" is not both, form or context"]),
    ("neighbors", {"word": "melon", "k": 101, "map": True}, ["at most 100 for a map"]),
    ("neighbors", {"items": [], "map": True}, ["for one word"]),
    ("neighbors", {"word": "melon", "without_ngrams": ["zzz"]}, ["has no n-gram \"zzz\""]),
    ("explain", {"word": "melon", "without_ngrams": ["el", "el"]}, ["has no n-gram \"el\"", "once"]),
    ("similarity", {"a": {"word": "melon"}}, ["\"b\" is missing"]),
    ("similarity", {"a": {"word": "melon"}, "b": {"wrd": "melon"}}, ["\"b.word\" is missing"]),
    ("embeddings", {"model": "oovec"}, ["\"input\" is missing"]),
    ("embeddings", {"model": "oovec", "input": []}, ["\"input\" is empty"]),
    ("embeddings", {"model": "oovec", "input": [[1, 2]]}, ["token numbers"]),
    ("embeddings", {"model": "oovec", "input": [None]}, ["\"input\"[0] is null; send a string"]),
    ("embeddings", {"model": "oovec", "input": 3}, ["\"input\" is number; send a string or a list of strings"]),
    ("embeddings", {"model": "oovec", "input": "melon", "dimensions": 3}, ["must be 8"]),
])
def test_other_requests_that_make_no_sense(server, route, value, words):
    refused(server.post(f"/v1/{route}", value), 422, "usage", *words)


def test_what_is_unknown_is_not_found(server):
    refused(server.get("/v1/inferr"), 404, "not_found", "did you mean /v1/infer?")
    refused(server.get("/assets/nothing.js"), 404, "not_found", "nothing.js")
    refused(server.post("/v1/embeddings", {"input": "a", "model": "gpt"}), 404, "not_found", "\"balanced\"")
    refused(server.post("/v1/embeddings", {"input": ["melon", "7"], "model": "oovec"}), 404, "no_vector", "[1]")
    refused(server.get("/v1/words/pomelo"), 404, "not_found", "not in the store")
    refused(server.request("DELETE", "/v1/words/pomelo"), 404, "not_found", "not in the store")


def test_other_methods_are_refused(server):
    answer = server.request("PUT", "/v1/words/pomelo")
    refused(answer, 405, "method_not_allowed", "GET, HEAD, DELETE")
    assert answer.headers["Allow"] == "GET, HEAD, DELETE"
    assert server.request("DELETE", "/v1/words/export").headers["Allow"] == "GET, HEAD"
    refused(server.request("OPTIONS", "/v1/infer"), 405, "method_not_allowed", "use POST")


def test_bodies_of_other_types_are_refused(server):
    refused(server.post("/v1/infer", {"word": "a"}, {"Content-Type": "text/plain"}), 415, "usage", "application/json")
    refused(server.post("/v1/infer", {"word": "a"}, {}), 415, "usage")
    refused(server.post("/v1/explain", {"word": "a"}, LINES), 415, "usage")
    packed = {"Content-Type": "application/json", "Content-Encoding": "GZip"}
    refused(server.post("/v1/infer", {"word": "a"}, packed), 415, "usage", "\"gzip\"", "without Content-Encoding")
    same = {"Content-Type": "Application/JSON; charset=utf-8", "Content-Encoding": "identity"}
    assert server.post("/v1/infer", {"word": "melon"}, same).status == 200


@pytest.mark.parametrize("query, word", [
    ("limt=3", "did you mean limit?"), ("limit=0", "from 1 to 1000"), ("limit=x", "whole number"),
    ("limit=1&limit=2", "twice"), ("details=1", "true or false"), ("details=true&limit=101", "from 1 to 100"),
    ("order=recnt", "did you mean recent?"), ("after=nonsense", "not valid"), ("since=yesterday", "milliseconds"),
    ("min_count=-1", "whole number"), ("since=2026-02-30", "milliseconds")])
def test_queries_that_make_no_sense(server, query, word):
    refused(server.get(f"/v1/words?{query}"), 422, "usage", word)


def test_paths_that_are_badly_encoded(server):
    for path in ("/v1/words/%zz", "/v1/words/%f", "/v1/words/%ff", "/v1/words?order=%"):
        refused(server.get(path), 400, "malformed", "badly encoded")


def test_bodies_that_are_too_long(models, tmp_path):
    with Server(tmp_path, models / "balanced.oovec", "--max-body", 2000) as server:
        refused(server.infer("melon", "x" * 2000), 413, "too_large", "at most 2000")
        refused(server.post("/v1/explain", b"[" * 3000), 413, "too_large")
        body = b"".join(b"%x\r\n%s\r\n" % (500, b" " * 500) for _ in range(5)) + b"0\r\n\r\n"
        answer = server.send(head("POST", "/v1/infer", "Content-Type: application/json",
                                  "Transfer-Encoding: chunked") + body)
        assert statuses(answer) == [413] and b"longer than 2000 bytes" in answer
        line = json.dumps({"word": "x" * 3000}).encode()
        answer = server.post("/v1/infer", b"{\"word\": \"melon\"}\n" + line, LINES)
        assert b"a line is longer" in answer.body.splitlines()[-1] or b"bytes" in answer.body.splitlines()[-1]


def test_explanations_have_a_limit_of_their_own(server):
    refused(server.post("/v1/explain", {"word": "melon", "contexts": ["melon " * 11_000]}), 413, "too_large")


def test_headers_that_are_too_long(server):
    assert statuses(server.send(head("GET", "/health", "X: " + "y" * 20_000))) == [431]
    assert statuses(server.send(head("GET", "/health", *["X: y"] * 200))) == [431]
    assert statuses(server.send(b"GET /" + b"x" * 50_000 + b" HTTP/1.1\r\n\r\n")) == [431]


@pytest.mark.parametrize("request_bytes", [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"GET / HTTP/3.0\r\n\r\n", b"\0" * 100,
    b"GET / HTTP/1.1\r\nbad header\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    b"POST /v1/infer HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"])
def test_what_is_not_http_is_refused(server, request_bytes):
    answer = server.send(request_bytes)
    assert statuses(answer) == [400] and b'"malformed"' in answer


@pytest.mark.parametrize(
    "coding", ["gzip", "identity", "xchunked", "chunked, gzip", "gzip, chunked", "chunked;q=1", ""])
def test_the_length_of_a_body_is_never_guessed(server, coding):
    """Else the body would be taken for the next request, and a proxy may think otherwise."""
    inner = head("GET", "/health")
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(inner), inner)
    for version in (b"1.1", b"1.0"):
        outer = head("POST", "/v1/infer", "Content-Type: application/json", f"Transfer-Encoding: {coding}")
        answer = server.send(outer.replace(b"HTTP/1.1", b"HTTP/" + version) + inner + chunks)
        assert statuses(answer) == [400] and b"Transfer-Encoding" in answer
    old = head("POST", "/v1/infer", "Content-Type: application/json", "Transfer-Encoding: chunked")
    assert statuses(server.send(old.replace(b"HTTP/1.1", b"HTTP/1.0") + chunks)) == [400]


@pytest.mark.parametrize("field", ["Host: evil.example", "Content-Type: text/plain", "Authorization: Bearer x"])
def test_what_decides_about_a_request_is_sent_once(server, field):
    name = field.split(":")[0]
    first = {"Host": [], "Content-Type": ["Content-Type: application/json"], "Authorization": ["Authorization: y"]}
    body = b'{"word": "melon"}'
    request = head("POST", "/v1/infer", *first[name], field, f"Content-Length: {len(body)}") + body
    answer = server.send(request)
    assert statuses(answer) == [400] and b"once only" in answer


def test_without_a_key_only_this_machine_is_served(server):
    for host in ("localhost", "LocalHost:8080", "127.0.0.1", "[::1]:80"):
        assert server.get("/health", Host=host).status == 200
    for host in ("evil.example", "127.evil.example:80", "192.168.0.1"):
        refused(server.get("/health", Host=host), 421, "misdirected", "--api-key-file")


def test_without_a_key_other_addresses_are_refused(models):
    for host in ("0.0.0.0", "::", "192.168.0.1"):
        done = subprocess.run([PROGRAM, "serve", models / "gated.oovec", "--port", "0", "--host", host],
                              capture_output=True, check=False, text=True)
        assert done.returncode == 2 and "--api-key-file" in done.stderr
    done = subprocess.run([PROGRAM, "serve", models / "gated.oovec", "--host", "nowhere"], capture_output=True,
                          check=False, text=True)
    assert done.returncode == 2 and "not an IP address" in done.stderr


def test_a_port_that_is_taken_is_an_error(server, models):
    done = subprocess.run([PROGRAM, "serve", models / "gated.oovec", "--port", str(server.port)],
                          capture_output=True, check=False, text=True)
    assert done.returncode == 4 and "Address already in use" in done.stderr


def test_with_keys_everything_but_the_page_asks_for_one(models, tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("first-key-of-sixteen\n\nsecond-key-of-sixteen\n", encoding="utf-8")
    keys.chmod(0o644)
    options = ("--api-key-file", keys, "--host", "0.0.0.0")
    with Server(tmp_path, models / "balanced.oovec", *options) as server:
        for path in ("/", "/assets/d3.js", "/health", "/ready", "/openapi.json"):
            assert server.get(path, Host="words.example").status == 200
        for path in ("/v1/models", "/v1/words", "/v1/words/a", "/info", "/metrics"):
            refused(server.get(path), 401, "unauthorized", "Bearer")
            assert server.get(path).headers["WWW-Authenticate"] == "Bearer"
        for wrong in ("Bearer", "Bearer ", "Bearer first-key-of-sixtee", "Bearer first-key-of-sixteen-",
                      "Basic first-key-of-sixteen", "first-key-of-sixteen"):
            assert server.get("/v1/models", Authorization=wrong).status == 401
        for key in ("Bearer first-key-of-sixteen", "bearer second-key-of-sixteen"):
            assert server.get("/v1/models", Authorization=key).status == 200
            assert server.post("/v1/infer", {"word": "melon"}, {**JSON, "Authorization": key}).status == 200
        eventually(lambda: server.events("others may read or change the file of keys"), "the warning")
        assert "first-key" not in server.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("content, message", [
    ("", "there is no key"), ("short\n", "keys:1: a key has at least 16 characters"),
    ("a-key-of-sixteen-letters\nwith a blank and more\n", "keys:2:")])
def test_files_of_keys_that_make_no_sense(models, tmp_path, content, message):
    keys = tmp_path / "keys"
    keys.write_text(content, encoding="utf-8")
    done = subprocess.run([PROGRAM, "serve", models / "gated.oovec", "--port", "0", "--api-key-file", keys],
                          capture_output=True, check=False, text=True)
    assert done.returncode == 3 and message in done.stderr


def test_without_a_store_nothing_is_remembered(models, tmp_path):
    with Server(tmp_path, models / "balanced.oovec") as server:
        refused(server.infer("melons", store=True), 404, "not_found", "--store")
        for path in ("/v1/words", "/v1/words/a", "/v1/words/export"):
            refused(server.get(path), 404, "not_found", "--store")
        assert server.get("/metrics").status == 200


def test_a_store_of_other_text_is_refused(models, tmp_path):
    store = tmp_path / "words.db"
    with Server(tmp_path, models / "balanced.oovec", "--store", store):
        pass
    done = subprocess.run([PROGRAM, "serve", models / "capitals.oovec", "--port", "0", "--store", store],
                          capture_output=True, check=False, text=True)
    assert done.returncode == 2 and "lowercase" in done.stderr


def test_clients_beyond_the_limit_are_turned_away(models, tmp_path):
    with Server(tmp_path, models / "balanced.oovec", "--max-connections", 2) as server:
        first, second = server.connect(), server.connect()
        eventually(lambda: statuses(server.send(head("GET", "/health", "Connection: close"))) == [503], "a refusal")
        first.close()
        second.close()
        eventually(lambda: statuses(server.send(head("GET", "/health", "Connection: close"))) == [200], "room")


def test_log_lines_tell_what_was_asked_but_not_the_words(server):
    server.infer("melons", "a secret sentence")
    server.get("/v1/words/secretword")
    lines = eventually(lambda: [line for line in server.events("request") if line["route"] == "/v1/words/{word}"],
                       "the line of the log")
    assert set(lines[-1]) == {"time", "level", "event", "id", "method", "route", "status", "ms", "bytes"}
    assert "secret" not in server.log.read_text(encoding="utf-8")


def test_quiet_servers_log_no_requests(models, tmp_path):
    with Server(tmp_path, models / "gated.oovec", "--quiet") as server:
        server.infer("melons")
        assert server.stop() == 0
        assert server.events("request") == [] and server.events("stopped")


def test_a_log_that_cannot_be_written_is_an_error(models, tmp_path):
    done = subprocess.run([PROGRAM, "serve", models / "gated.oovec", "--port", "0", "--log", tmp_path / "no" / "log"],
                          capture_output=True, check=False, text=True)
    assert done.returncode != 0 and os.fspath(tmp_path / "no") in done.stderr
