"""Starts `oovec serve` and talks to it, politely and otherwise."""

import http.client
import json
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

PROGRAM = os.environ["OOVEC_PROGRAM"]
IS_SLOW = "build-asan" in PROGRAM or "build-tsan" in PROGRAM
PATIENCE = 30  # seconds that anything may take at most

JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}


def eventually(condition, what="the condition"):
    """Waits until something holds, and gives what it was."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, f"{what} never came to hold"
        time.sleep(0.01)
    return found


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error(self):
        return self.json["error"]


class Server:
    """A running server; ends with its `with` block."""

    def __init__(self, folder, model, *options, port=0):
        self.log = Path(folder) / "server.log"
        self.log.unlink(missing_ok=True)
        arguments = [PROGRAM, "serve", model, "--port", port, "--log", self.log, *options]
        # AddressSanitizer keeps freed memory back, which would count as the server's.
        sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=4"
        self.process = subprocess.Popen(list(map(str, arguments)), stderr=subprocess.PIPE,
                                        env={**os.environ, "ASAN_OPTIONS": sanitizer})
        eventually(lambda: self.process.poll() is not None or self.events("listening"), "listening")
        assert self.process.poll() is None, self.process.stderr.read().decode()
        self.port = self.events("listening")[0]["port"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        with self.process.stderr as complaints:
            text = complaints.read().decode(errors="replace")
        assert "Sanitizer" not in text, text

    def events(self, name):
        """The lines of the log of one kind."""
        if not self.log.exists():
            return []
        lines = self.log.read_text(encoding="utf-8").splitlines(keepends=True)
        found = [json.loads(line) for line in lines if line.endswith("\n")]
        return [line for line in found if line["event"] == name]

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def http(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def request(self, method, target, body=None, headers=None):
        connection = self.http()
        try:
            connection.request(method, target, body=body, headers=headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, target, **headers):
        return self.request("GET", target, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, target, value, headers=JSON):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.request("POST", target, body, headers)

    def infer(self, word, *contexts, **options):
        return self.post("/v1/infer", {"word": word, "contexts": list(contexts), **options})

    def send(self, data, wait=True):
        """Sends bytes as they are, and gives all that comes back until the server closes the connection."""
        with self.connect() as connection:
            try:
                connection.sendall(data)
                if not wait:
                    connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # refused before all was sent; the answer is there nevertheless
            return receive_all(connection)

    def metric(self, name):
        """The sum of a metric over all its labels."""
        lines = self.get("/metrics").body.decode().splitlines()
        found = [float(line.rsplit(" ", 1)[1]) for line in lines if line.split("{")[0].split(" ")[0] == name]
        assert found, f"there is no metric {name}"
        return sum(found)

    def memory(self):
        """Bytes that the process has in memory of its own."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return 1024 * int(status.split("RssAnon:")[1].split()[0])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)


def receive_all(connection):
    received = b""
    try:
        while piece := connection.recv(1 << 16):
            received += piece
    except ConnectionResetError:
        pass
    return received


def head(method, target, *fields):
    return "\r\n".join([f"{method} {target} HTTP/1.1", "Host: localhost", *fields, "", ""]).encode()


def post_bytes(target, body, *fields):
    """A whole request as it is sent."""
    return head("POST", target, "Content-Type: application/json", f"Content-Length: {len(body)}", *fields) + body


def statuses(received):
    """Of all answers, in order."""
    return [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]]
