"""Clients that mean harm, or just behave like it: the server goes on answering others."""

import json
import os
import socket
import threading
import time
from pathlib import Path

import pytest

from serving import IS_SLOW, PATIENCE, Server, eventually, head, post_bytes, receive_all, statuses

BODY = json.dumps({"word": "pomelo", "contexts": ["the melon is a well known fruit"]}).encode()
REQUEST = post_bytes("/v1/infer", BODY)


@pytest.fixture(scope="module")
def server(models, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    options = ("--store", folder / "words.db", "--header-seconds", 3, "--body-seconds", 3, "--idle-seconds", 2)
    with Server(folder, models / "balanced.oovec", *options) as running:
        yield running


@pytest.fixture(autouse=True)
def others(server):
    """Another client, all through each test: it gets the same answer every time."""
    expected = server.send(post_bytes("/v1/infer", BODY, "Connection: close")).split(b"\r\n\r\n")[1]
    answers, ended = [], threading.Event()

    def ask():
        while not ended.is_set() or not answers:
            answers.append(server.post("/v1/infer", BODY).body == expected)

    other = threading.Thread(target=ask)
    other.start()
    yield
    ended.set()
    other.join()
    assert all(answers)
    assert server.process.poll() is None


def test_requests_cut_at_every_byte(server):
    for cut in range(len(REQUEST)):
        with server.connect() as client:
            client.sendall(REQUEST[:cut])
    with server.connect() as client:  # or sent byte by byte
        for byte in REQUEST:
            client.sendall(bytes([byte]))
        assert client.recv(12) == b"HTTP/1.1 200"


def test_a_half_closed_client_gets_its_answer(server):
    answer = server.send(REQUEST, wait=False)
    assert statuses(answer) == [200] and b'"vector"' in answer


def can_send(client, data):
    try:
        client.sendall(data)
    except OSError:
        client.close()
        return False
    return True


def test_a_header_that_never_ends_is_given_up(server):
    """Slowloris: many connections, each of which sends a little now and then."""
    clients = [server.connect() for _ in range(200)]
    begun = time.monotonic()
    for client in clients:
        client.sendall(b"GET /health HTTP/1.1\r\nX-A: ")
    while clients:
        assert time.monotonic() < begun + PATIENCE
        clients = [client for client in clients if can_send(client, b"b")]
        time.sleep(0.1)
    assert server.metric("oovec_timeouts_total") >= 200


def test_a_late_request_is_told_so(server):
    assert statuses(server.send(b"GET /health HTTP/1.1\r\n")) == [408]
    assert statuses(server.send(REQUEST[:-1])) == [408]


def test_an_idle_client_is_let_go(server):
    assert server.send(b"") == b""
    received = server.send(REQUEST)
    assert statuses(received) == [200]


def test_clients_that_never_read_are_let_go(server):
    clients = []
    for _ in range(20):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", server.port))
        clients.append(client)
        client.settimeout(0.2)
        try:
            for _ in range(50):
                client.sendall(head("GET", "/assets/d3.js") * 20)
        except TimeoutError:
            pass
        except OSError:
            pass
    eventually(lambda: server.metric("oovec_connections") < 10, "few connections")
    for client in clients:
        client.close()


def test_pipelined_requests_are_answered_in_order(server):
    words = ["melons", "pomelo", "xyzzyx", "melon"] * 50
    requests = b"".join(post_bytes("/v1/infer", json.dumps({"word": word}).encode()) for word in words)
    routes = [head("GET", "/health"), post_bytes("/v1/neighbors", b'{"word": "melon"}'), head("GET", "/ready"),
              head("GET", "/v1/words/nothing"), head("GET", "/v1/words/export"), head("HEAD", "/"),
              head("GET", "/health", "Connection: close"), head("GET", "/health")]
    answers = server.send(requests + b"".join(routes))
    assert statuses(answers) == [404 if word == "xyzzyx" else 200 for word in words] + [
        200, 200, 200, 404, 200, 200, 200]
    parts = [part for part in answers.split(b"HTTP/1.1 200 OK") if b'"vector"' in part]
    found = [part.split(b'"word":"')[1].split(b'"')[0] for part in parts]
    assert found == [word.encode() for word in words if word != "xyzzyx"]


def test_bodies_larger_than_the_limit_are_not_read(server):
    announced = head("POST", "/v1/infer", "Content-Type: application/json", f"Content-Length: {1 << 30}")
    assert statuses(server.send(announced)) == [413]
    before = server.memory()
    with server.connect() as client:
        client.sendall(head("POST", "/v1/infer", "Content-Type: application/json", "Transfer-Encoding: chunked"))
        piece, sent = b"100000\r\n" + b" " * (1 << 20) + b"\r\n", 0
        try:
            while sent < 1 << 30:
                client.sendall(piece)
                sent += len(piece)
        except OSError:
            pass
        answer = receive_all(client)
    assert sent < 64 << 20
    assert statuses(answer) in ([413], [])  # some clients' systems throw the answer away
    assert server.memory() < before + (64 << 20)
    one_chunk = head("POST", "/v1/infer", "Content-Type: application/json", "Transfer-Encoding: chunked")
    assert statuses(server.send(one_chunk + b"40000000\r\n" + b" " * 100)) == [413]
    endless = b"1;" + b"x" * 100_000 + b"\r\n"
    assert statuses(server.send(one_chunk + endless)) in ([400], [431])


def test_a_client_may_ask_whether_to_send_a_body(server):
    with server.connect() as client:
        client.sendall(head("POST", "/v1/infer", "Content-Type: application/json", "Expect: 100-continue",
                            f"Content-Length: {len(BODY)}"))
        assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(BODY)
        assert client.recv(12) == b"HTTP/1.1 200"
    refused = head("POST", "/v1/infer", "Content-Type: text/plain", "Expect: 100-continue", "Content-Length: 10")
    assert statuses(server.send(refused)) == [415]


def test_a_hundred_thousand_headers(server):
    fields = b"".join(b"X-%d: y\r\n" % i for i in range(100_000))
    assert statuses(server.send(b"GET /health HTTP/1.1\r\n" + fields + b"\r\n")) in ([431], [])


def test_old_clients_are_answered(server):
    answer = server.send(b"GET /health HTTP/1.0\r\n\r\n")
    assert statuses(answer) == [200] and b"Connection: close" in answer
    assert statuses(server.send(b"GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" * 2)) == [200, 200]
    export = server.send(b"GET /v1/words/export HTTP/1.0\r\n\r\n")
    assert b"chunked" not in export and export.endswith(b"\r\n\r\n" + export.split(b"\r\n\r\n")[1])


def test_random_bytes(server):
    for seed in range(50):
        noise = bytes((seed * 131 + i * i * 7 + i) % 256 for i in range(200 + seed))
        server.send(noise + b"\r\n\r\n")
        answer = server.send(post_bytes("/v1/infer", noise, "Connection: close"))
        assert statuses(answer) == [400]


def lines_of(count):
    item = {"word": "pomelo", "contexts": ["the melon is a well known fruit " * 20], "encoding": "base64"}
    return (json.dumps(item) + "\n").encode() * count


def test_memory_does_not_grow_with_a_stream(server):
    """A chunked body of lines, answered while it is sent."""
    count, at_once = (20, 100) if IS_SLOW else (30, 300)
    piece = lines_of(at_once)
    with server.connect() as client:
        client.sendall(head("POST", "/v1/infer", "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked"))
        received, peak = [], []

        def receive():
            received.append(receive_all(client))

        reader = threading.Thread(target=receive)
        reader.start()
        for i in range(count):
            client.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
            if i % 10 == 5:
                peak.append(server.memory())
        client.sendall(b"0\r\n\r\n" + head("GET", "/health", "Connection: close"))
        reader.join()
    assert received[0].count(b'"vector"') == count * at_once
    assert received[0].endswith(b'{"status":"alive"}')
    assert peak[-1] < peak[0] + (8 << 20)


def test_a_stream_whose_answers_nobody_reads_is_held_up_and_let_go(server):
    before = server.memory()
    piece = lines_of(500)
    with server.connect() as client:
        client.settimeout(0.5)
        client.sendall(head("POST", "/v1/infer", "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked"))
        sent, chunk = 0, b"%x\r\n%s\r\n" % (len(piece), piece)
        while sent < 1 << 30 and can_send(client, chunk):
            sent += len(piece)
        assert server.memory() < before + (32 << 20)
    assert sent < 256 << 20


def test_more_work_than_the_server_takes_is_refused_at_once(models, tmp_path):
    """And what is quick is answered all the while."""
    slow = json.dumps({"word": "pomelo", "contexts": ["the melon is a well known fruit " * 1000] * 2}).encode()
    request = post_bytes("/v1/explain", slow, "Connection: close")
    with Server(tmp_path, models / "balanced.oovec", "--max-in-flight", 4, "--workers", 2) as server:
        clients = [server.connect() for _ in range(30)]
        for client in clients:
            client.sendall(request)
        assert server.infer("melons").status == 200
        answers = [receive_all(client) for client in clients]
        found = [statuses(answer)[0] for answer in answers]
        assert set(found) <= {200, 429} and found.count(200) >= 4 and found.count(429) > 0
        refused = answers[found.index(429)]
        assert b"Retry-After: 1" in refused and b'"busy"' in refused
        assert server.post("/v1/explain", {"word": "melons"}).status == 200


def test_bodies_of_all_clients_together_are_limited(models, tmp_path):
    with Server(tmp_path, models / "balanced.oovec", "--max-buffered", 1 << 20) as server:
        clients = [server.connect() for _ in range(8)]
        for client in clients:
            client.sendall(head("POST", "/v1/infer", "Content-Type: application/json", f"Content-Length: {1 << 19}"))
            client.sendall(b" " * (1 << 18))
        found = []
        for client in clients:
            client.settimeout(0.3)
            try:
                found.append(statuses(client.recv(1000)))
            except TimeoutError:
                found.append("waiting")
            client.close()
        assert [429] in found and found.count("waiting") >= 2
        assert server.infer("melons").status == 200


def test_long_answers_that_nobody_reads_are_limited(models, tmp_path):
    """All together; what is short is answered all the while."""
    kernel = int(Path("/proc/sys/net/ipv4/tcp_wmem").read_text(encoding="utf-8").split()[2])  # what it holds itself
    count = 30_000 * max(1, kernel >> 22)
    items = json.dumps({"items": [{"word": "melons"}] * count, "diagnostics": True}).encode()
    options = ("--max-batch", count, "--max-buffered", 1 << 20)
    with Server(tmp_path, models / "balanced.oovec", *options) as server:
        whole = server.post("/v1/infer", items)  # one client alone gets as much as it asks for
        assert whole.status == 200 and len(whole.body) > 2 * kernel
        clients = []
        for _ in range(8):
            clients.append(socket.socket())
            clients[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            clients[-1].connect(("127.0.0.1", server.port))
            clients[-1].settimeout(PATIENCE)
            clients[-1].sendall(post_bytes("/v1/infer", items, "Connection: close"))
            begun = clients[-1].recv(12)
            assert begun in (b"HTTP/1.1 200", b"HTTP/1.1 429")
            if begun.endswith(b"429"):
                break
        assert 2 <= len(clients) < 8
        refused = receive_all(clients.pop())
        assert b"Retry-After: 1" in refused and b"responses are waiting to be read" in refused
        assert server.infer("melons").status == 200
        line = b'{"word": "melons"}'
        answer = server.post("/v1/infer", line, {"Content-Type": "application/x-ndjson"})
        assert b"responses are waiting to be read" in answer.body
        for client in clients:
            client.close()
        eventually(lambda: server.post("/v1/infer", items).status == 200, "room")
        assert server.post("/v1/infer", line, {"Content-Type": "application/x-ndjson"}).status == 200


def test_files_are_closed_when_clients_go(server):
    folder = f"/proc/{server.process.pid}/fd"
    before = len(os.listdir(folder))
    for _ in range(200):
        server.connect().close()
    eventually(lambda: len(os.listdir(folder)) <= before + 2, "few open files")
