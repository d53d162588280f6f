"""A server over time: it drains, takes up a new model, and survives a damaged one."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from serving import PATIENCE, PROGRAM, Server, eventually, head, receive_all, statuses

CONTEXTS = ["the melon is a well known fruit"]


@pytest.fixture
def model(models, tmp_path):
    """A copy that a test may damage."""
    path = tmp_path / "model.oovec"
    shutil.copy(models / "gated.oovec", path)
    return path


def replace(model, other):
    """As `mv` does."""
    shutil.copy(other, model.with_suffix(".new"))
    os.replace(model.with_suffix(".new"), model)


class Load:
    """Clients that infer all the time, and note what they get."""

    def __init__(self, server, count=3):
        self.server, self.statuses, self.vectors, self.ended = server, [], set(), False
        self.threads = [threading.Thread(target=self.run) for _ in range(count)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ended = True
        for thread in self.threads:
            thread.join()

    def run(self):
        connection = self.server.http()
        while not self.ended:
            body = json.dumps({"word": "pomelo", "contexts": CONTEXTS})
            connection.request("POST", "/v1/infer", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            content = json.loads(answer.read())
            self.statuses.append(answer.status)
            if answer.status == 200:
                self.vectors.add(tuple(content["vector"]))


def test_a_new_model_is_taken_up_under_load_without_a_failure(models, model, tmp_path):
    with Server(tmp_path, model) as server:
        old = tuple(server.infer("pomelo", *CONTEXTS).json["vector"])
        with Load(server) as load:
            for other in ("single", "componentwise", "gated", "single"):
                done = len(load.statuses)
                replace(model, models / f"{other}.oovec")
                eventually(lambda other=other: server.get("/info").json["model"]["composition"] == other, other)
                eventually(lambda done=done: len(load.statuses) > done + 20, "requests")
        new = tuple(server.infer("pomelo", *CONTEXTS).json["vector"])
        assert set(load.statuses) == {200}
        assert {old, new} <= load.vectors and len(load.vectors) == 3
        assert server.metric("oovec_model_reloads_total") == 4


def test_a_hangup_reloads_model_log_and_keys(model, tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("first-key-of-sixteen\n", encoding="utf-8")
    with Server(tmp_path, model, "--api-key-file", keys) as server:
        keys.write_text("second-key-of-sixteen\n", encoding="utf-8")
        os.rename(server.log, tmp_path / "old.log")
        server.process.send_signal(signal.SIGHUP)
        second = {"Authorization": "Bearer second-key-of-sixteen"}
        eventually(lambda: server.request("GET", "/v1/models", headers=second).status == 200, "the new key")
        assert server.get("/v1/models", Authorization="Bearer first-key-of-sixteen").status == 401
        eventually(lambda: server.events("reloaded"), "the new log")
        keys.write_text("short\n", encoding="utf-8")
        server.process.send_signal(signal.SIGHUP)
        failed = eventually(lambda: server.events("reload_failed"), "a failure")
        assert "at least 16 characters" in failed[0]["message"]
        assert server.request("GET", "/v1/models", headers=second).status == 200


def open_files(process):
    """The names of the files that a process has open at this moment."""
    names = []
    for file in Path(f"/proc/{process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed by now
            names.append(os.readlink(file))
    return names


def test_a_hangup_during_a_reload_is_not_lost(model, tmp_path):
    keys, pipe, new = tmp_path / "keys", tmp_path / "pipe", tmp_path / "new"
    keys.write_text("first-key-of-sixteen\n", encoding="utf-8")
    with Server(tmp_path, model, "--api-key-file", keys) as server:
        os.mkfifo(pipe)
        writer = os.open(pipe, os.O_RDWR)
        os.replace(pipe, keys)
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: str(keys) in open_files(server.process), "a reload that waits for the pipe")
        new.write_text("second-key-of-sixteen\n", encoding="utf-8")
        os.replace(new, keys)
        os.rename(server.log, tmp_path / "old.log")
        server.process.send_signal(signal.SIGHUP)
        eventually(server.log.exists, "the new log")
        os.write(writer, b"first-key-of-sixteen\n")
        os.close(writer)
        second = {"Authorization": "Bearer second-key-of-sixteen"}
        eventually(lambda: server.request("GET", "/v1/models", headers=second).status == 200, "the new key")


def test_a_log_that_is_no_longer_read_ends_nothing(model):
    process = subprocess.Popen([PROGRAM, "serve", model, "--port", "0"], stderr=subprocess.PIPE)
    try:
        port = json.loads(process.stderr.readline())["port"]
        process.stderr.close()
        for _ in range(5):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            connection.request("GET", "/health")
            assert connection.getresponse().status == 200
            connection.close()
            time.sleep(0.1)  # lines of the log are gathered for half as long
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) == 0
    finally:
        process.kill()


def test_a_model_that_cannot_be_served_is_not_taken_up(models, model, tmp_path):
    with Server(tmp_path, model, "--store", tmp_path / "words.db") as server:
        for broken in (b"nonsense", b"", (models / "gated.oovec").read_bytes()[:-100]):
            failures = len(server.events("reload_failed"))
            (tmp_path / "broken").write_bytes(broken)
            replace(model, tmp_path / "broken")
            eventually(lambda failures=failures: len(server.events("reload_failed")) > failures, "a failure")
            assert server.infer("pomelo", *CONTEXTS).status == 200
        replace(model, models / "capitals.oovec")  # whose text does not fit the store
        eventually(lambda: "lowercase" in str(server.events("reload_failed")), "a failure")
        model.unlink()
        assert server.infer("pomelo", *CONTEXTS).status == 200
        replace(model, models / "single.oovec")
        eventually(lambda: server.get("/info").json["model"]["composition"] == "single", "the good model")


def test_a_model_that_is_cut_short_in_place_is_survived(models, model, tmp_path):
    """Reading what is gone raises SIGBUS, which would end the process."""
    with Server(tmp_path, model) as server, Load(server) as load:
        before = server.infer("pomelo", *CONTEXTS).json
        with open(model, "r+b") as file:
            file.truncate(5000)
        broken = eventually(lambda: (a := server.infer("pomelo", *CONTEXTS)).status != 200 and a, "an error")
        assert broken.status == 503 and broken.error["type"] == "damaged"
        assert broken.headers["Retry-After"] == "1"
        assert server.get("/ready").status == 503 and server.get("/health").status == 200
        assert server.get("/info").status == 200 and server.get("/").status == 200
        shutil.copyfile(models / "gated.oovec", model)  # in place, too
        eventually(lambda: server.infer("pomelo", *CONTEXTS).status == 200, "the model again")
        assert server.infer("pomelo", *CONTEXTS).json == before
        load.ended = True
        assert set(load.statuses) <= {200, 503} and load.vectors == {tuple(before["vector"])}
        assert server.get("/ready").status == 200
        for thread in load.threads:
            thread.join()
        assert server.stop() == 0


def begin_request(client, body):
    """Sends the head of a request, and waits until the server has read it."""
    client.sendall(head("POST", "/v1/infer", "Content-Type: application/json", "Expect: 100-continue",
                        f"Content-Length: {len(body)}"))
    assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_what_was_asked_is_answered_before_the_server_ends(model, tmp_path):
    with Server(tmp_path, model, "--store", tmp_path / "words.db") as server:
        idle, busy = server.connect(), server.connect()
        body = json.dumps({"word": "melons", "contexts": CONTEXTS}).encode()
        begin_request(busy, body)
        busy.sendall(body[:-10])
        eventually(lambda: server.metric("oovec_connections") >= 3, "the connections")
        server.process.send_signal(signal.SIGTERM)
        assert receive_all(idle) == b""  # closed at once
        with pytest.raises(ConnectionRefusedError):
            eventually(lambda: server.connect().close())
        busy.sendall(body[-10:])
        answer = receive_all(busy)
        assert statuses(answer) == [200] and b"Connection: close" in answer
        assert server.process.wait(timeout=10) == 0
        assert server.events("draining") and server.events("stopped")


def test_a_server_does_not_wait_for_ever(model, tmp_path):
    with Server(tmp_path, model, "--drain-seconds", 1) as server, server.connect() as slow:
        begin_request(slow, b" " * 100)
        assert server.stop() == 0
        assert receive_all(slow) == b""


def test_a_second_signal_ends_it_at_once(model, tmp_path):
    with Server(tmp_path, model) as server, server.connect() as slow:
        begin_request(slow, b" " * 100)
        server.process.send_signal(signal.SIGINT)
        eventually(lambda: server.events("draining"), "draining")
        assert server.process.poll() is None
        assert server.stop() == 0
