"""Clients that mean harm, until this is ended: server_bench.py measures how others are served meanwhile.

    hostile_clients.py PORT

Prints a line when all are connected. They send headers a byte at a time, announce bodies that never come, never read
what they asked for, send noise, bodies and headers beyond all limits, and ask for what takes longest. They do so at a
fixed pace, since they share the cores with the server and with those it should serve.
"""

import contextlib
import json
import socket
import sys
import time

SLOW, HALF_OPEN, DEAF = 400, 400, 50  # connections
PAUSE = 0.05  # seconds between two acts


def head(target, length, *fields):
    return "\r\n".join([f"POST {target} HTTP/1.1", "Host: localhost", "Content-Type: application/json",
                        f"Content-Length: {length}", *fields, "", ""]).encode()


def post(target, value):
    body = json.dumps(value).encode()
    return head(target, len(body)) + body


LONG = post("/v1/infer", {"items": [{"word": "thing", "contexts": ["a thing of the world"]}] * 1000,
                          "diagnostics": True})
HARD = [post("/v1/explain", {"word": "thing", "contexts": ["a thing of the world and of the people " * 100]}),
        post("/v1/neighbors", {"items": [{"word": f"thing{i}"} for i in range(20)], "k": 1000}),
        LONG]
BROKEN = [b"GET /health HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % i for i in range(100_000)),
          head("/v1/infer", 1 << 30), b"\x16\x03\x01\x02\x00" * 100 + b"\r\n\r\n",
          head("/v1/infer", 1 << 20) + b"[" * (1 << 20), head("/v1/infer", 3) + b"\xff\xfe{"]


def connect(port, data=b""):
    """A connection that has sent this, or nothing: the server may have had enough."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(1)
    with contextlib.suppress(OSError):
        client.connect(("127.0.0.1", port))
        client.sendall(data)
    return client


class Crowd:
    """Connections that are kept up: those that the server has closed are made anew."""

    def __init__(self, port, count, opening, more=b""):
        self.port, self.opening, self.more = port, opening, more
        self.clients = [connect(port, opening) for _ in range(count)]
        self.next = 0

    def act(self, count):
        for _ in range(count):
            place = self.next = (self.next + 1) % len(self.clients)
            try:
                self.clients[place].sendall(self.more)
            except OSError:
                self.clients[place].close()
                self.clients[place] = connect(self.port, self.opening)


def main():
    port = int(sys.argv[1])
    crowds = [Crowd(port, SLOW, b"GET /health HTTP/1.1\r\nX-A: ", b"b"),
              Crowd(port, HALF_OPEN, head("/v1/infer", 1000) + b"{", b" "), Crowd(port, DEAF, LONG, LONG[:10])]
    print("ready", flush=True)
    turn = 0
    while True:
        for crowd in crowds:
            crowd.act(5)
        for attack in (HARD[turn % len(HARD)], BROKEN[turn % len(BROKEN)]):
            connect(port, attack).close()
        turn += 1
        time.sleep(PAUSE)


main()
