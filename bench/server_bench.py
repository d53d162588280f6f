"""The server: requests per second and latencies over loopback, with client and server on the same cores.

    server_bench.py [--model GATED DEFAULT] [--seconds N] [VECTORS [CORPUS]]

A request is a word with one context of 20 words, the answer a vector in JSON. wrk asks over 1, 64 and 1,000
connections that are kept alive. The peer is FastAPI on uvicorn around the NumPy model (peers/fastapi_server.py), with
a process per core; both serve the gated model. bench/server_limit.cc times the way from the JSON of the request to that
of the answer without HTTP, which the default model is served against: in processor time, since wrk shares the cores.
Then hostile_clients.py do what they can while others ask. Last, 10⁶ requests show whether memory grows.

Every request has a vector as its answer, so a server that answers anything else, or nothing, misses its bar.

--model takes models that were trained before.
"""

import http.client
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import data
import infer_data
import measure
from measure import PEERS, PROGRAM, ROOT, SCRATCH

CONNECTIONS = [1, 64, 1000]
REQUESTS = 2000  # that differ
TRAIN_SIZE = 60  # MB
TURNS = 3  # of vectors as numbers and as base64, whose medians are compared
BATCH = 1000  # items of a request, as many as the server takes
PEER_RATIO, CORE_SHARE = 15, 0.6
GROWTH = 8 << 20  # bytes that memory may grow by from 10⁵ requests to 10⁶
OTHERS, PATIENCE = 16, 50  # connections of others among hostile clients; milliseconds of their 99th percentile
PAUSE, LATE = 0.02, 10  # seconds between two newcomers, and that any answer may take

SCRIPT = """
local requests, next = {}, 0
init = function()
  local headers = {["Content-Type"] = "application/json"}
  for line in io.lines("%s") do
    requests[#requests + 1] = wrk.format("POST", "/v1/infer", headers, line)
  end
end
request = function()
  next = next %% #requests + 1
  return requests[next]
end
"""


def ticks(pid):
    """Seconds of processor time of a process and its children."""
    total = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(stat.parent.name) == pid or int(fields[1]) == pid:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def own_memory(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(status.split("RssAnon:")[1].split()[0])


class Serving:
    """A server that is up, until the end of its `with` block."""

    def __init__(self, command, port):
        self.port = port
        self.process = subprocess.Popen(list(map(str, command)))

    def __enter__(self):
        for _ in range(600):
            try:
                self.infer({"word": "thing"})
                return self
            except urllib.error.HTTPError:  # is an answer, too
                return self
            except OSError:
                time.sleep(0.1)
        sys.exit("the server does not answer")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def infer(self, body):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/v1/infer", json.dumps(body).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=LATE) as answer:
            return json.load(answer)


def ours(model, port):
    return Serving([PROGRAM, "serve", model, "--port", port, "--quiet", "--log", SCRATCH / "server.log"], port)


def peer(model, port):
    command = [sys.executable, PEERS / "fastapi_server.py", model, port, os.cpu_count()]
    return Serving(command, port)


def read_items(lines):
    """The word and the context of each line, as they are sent."""
    with open(lines, encoding="utf-8") as source:
        pairs = (line.rstrip("\n").split("\t") for line in source)
        return [{"word": word, "contexts": [context]} for word, context in pairs]


def keep_answered(items, model):
    """Those that the model has a vector for."""
    with ours(model, 8390) as serving:
        answers = [answer for i in range(0, len(items), BATCH)
                   for answer in serving.infer({"items": items[i:i + BATCH]})["items"]]
    return [item for item, answer in zip(items, answers, strict=True) if "vector" in answer]


def write_bodies(items, path, **options):
    path.write_text("".join(json.dumps({**item, **options}) + "\n" for item in items), encoding="utf-8")


def milliseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


class Newcomers:
    """Somebody who connects anew for each request, during the `with` block: wrk would not notice a connection that is
    never answered."""

    def __init__(self, serving, bodies):
        self.serving, self.times, self.errors, self.ended = serving, [], 0, False
        self.item = json.loads(bodies.read_text(encoding="utf-8").splitlines()[0])
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended = True
        self.thread.join()

    def run(self):
        while not self.ended:
            begin = time.perf_counter()
            try:
                self.serving.infer(self.item)
                self.times.append(1000 * (time.perf_counter() - begin))
            except (OSError, http.client.HTTPException):
                self.errors += 1
            time.sleep(PAUSE)

    def __str__(self):
        p99 = sorted(self.times)[len(self.times) * 99 // 100] if self.times else float("nan")
        return f"{len(self.times)} that connect anew: p99 {p99:.3g} ms, {self.errors} errors"


class Load:
    """What wrk measured."""

    def __init__(self, serving, connections, seconds, bodies):
        script = SCRATCH / "wrk.lua"
        script.write_text(SCRIPT % bodies, encoding="utf-8")
        before = ticks(serving.process.pid)
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", f"{LATE}s", "--latency",
                   "-s", script, f"http://127.0.0.1:{serving.port}"]
        text = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout
        self.cpu = ticks(serving.process.pid) - before
        self.requests = int(re.search(r"(\d+) requests in", text).group(1))
        self.rate = float(re.search(r"Requests/sec:\s*([\d.]+)", text).group(1))
        self.p50, self.p99 = (milliseconds(re.search(rf"^ *{share}%\s+(\S+)", text, re.MULTILINE).group(1))
                              for share in (50, 99))
        # wrk counts an answer that is too late among the errors, not among the latencies.
        failures = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
        refusals = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
        self.errors = sum(int(count) for found in (failures, refusals) if found for count in found.groups())

    @property
    def per_processor(self):
        return self.requests / max(self.cpu, 0.01)

    def __str__(self):
        errors = f", {self.errors:,} errors" if self.errors else ""
        return (f"{self.rate:,.0f} requests/s, p50 {self.p50:.3g} ms, p99 {self.p99:.3g} ms, "
                f"{self.per_processor:,.0f} per second of processor{errors}")


def compare_with_peer(gated, bodies, seconds):
    for connections in CONNECTIONS:
        with ours(gated, 8391) as serving:
            mine = Load(serving, connections, seconds, bodies)
        with peer(gated, 8392) as serving:
            theirs = Load(serving, connections, seconds, bodies)
        ratio = mine.rate / theirs.rate
        measure.report(f"server, {connections} connections, gated model", mine, f"FastAPI and NumPy: {theirs}",
                       f"{ratio:.0f}× (processor {mine.per_processor / theirs.per_processor:.0f}×)",
                       f"≥ {PEER_RATIO}×", ratio >= PEER_RATIO and not mine.errors)


def compare_with_core(default, bodies, encoded, seconds):
    limit = ROOT / "build/bench/bench_server_limit"
    core = json.loads(subprocess.run([limit, default, bodies, str(seconds)], check=True, stdout=subprocess.PIPE).stdout)
    with ours(default, 8393) as serving:
        turns = [(Load(serving, 64, seconds, bodies), Load(serving, 64, seconds, encoded)) for _ in range(TURNS)]
    numbers, base64 = (sorted(loads, key=lambda load: load.per_processor)[TURNS // 2]
                       for loads in zip(*turns, strict=True))
    share = core["answer"] * numbers.per_processor
    measure.report("server, 64 connections, default model", numbers,
                   f"JSON to JSON without HTTP: {1 / core['answer']:,.0f} per second of processor; inference alone: "
                   f"{1 / core['infer']:,.0f}", f"{share:.0%} of it in processor time", f"≥ {CORE_SHARE:.0%}",
                   share >= CORE_SHARE and not numbers.errors)
    ratio = base64.per_processor / numbers.per_processor
    measure.report("server, vectors as base64", base64, f"as numbers: {numbers}", f"processor {ratio:.2f}×", "> 1×",
                   ratio > 1 and not base64.errors)


def serve_among_hostile_clients(default, bodies, seconds):
    with ours(default, 8395) as serving:
        alone = Load(serving, OTHERS, seconds, bodies)
        command = [sys.executable, ROOT / "bench/hostile_clients.py", str(serving.port)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as hostile:
            try:
                hostile.stdout.readline()
                with Newcomers(serving, bodies) as newcomers:
                    among = Load(serving, OTHERS, seconds, bodies)
                if hostile.poll() is not None:
                    sys.exit("the hostile clients have ended")
            finally:
                hostile.kill()
    measure.report(f"server, {OTHERS} connections among hostile clients", f"{among}; {newcomers}",
                   f"without them: {alone}", "", f"p99 < {PATIENCE} ms",
                   among.p99 < PATIENCE and newcomers.times and not among.errors + newcomers.errors)


def watch_memory(default, bodies):
    with ours(default, 8394) as serving:
        asked, errors, first = 0, 0, None
        while asked < 1_000_000:
            load = Load(serving, 64, 5, bodies)
            asked, errors = asked + load.requests, errors + load.errors
            if load.requests == 0:
                sys.exit("the server does not answer")
            if first is None and asked >= 100_000:
                first = own_memory(serving.process.pid)
        grown = own_memory(serving.process.pid) - first
    measure.report("server, memory of its own after 10⁶ requests", f"{(first + grown) / 1e6:.1f} MB",
                   f"after 10⁵: {first / 1e6:.1f} MB", "", f"≤ {GROWTH >> 20} MB more", grown <= GROWTH and not errors)


def take_option(name, count):
    """Removes an option with its values from the arguments."""
    if name not in sys.argv:
        return None
    place = sys.argv.index(name)
    values = sys.argv[place + 1:place + 1 + count]
    del sys.argv[place:place + 1 + count]
    return values


def main():
    models = take_option("--model", 2)
    seconds = int((take_option("--seconds", 1) or [10])[0])
    SCRATCH.mkdir(parents=True, exist_ok=True)
    lines, bodies, encoded = (SCRATCH / name for name in ("server.tsv", "server.jsonl", "server-base64.jsonl"))
    corpus = data.first_megabytes(data.corpus(data.text_vectors()), TRAIN_SIZE)
    gated, default = models or infer_data.train(data.converted("server-vectors.safetensors"), corpus)
    infer_data.write_lines(corpus, lines, REQUESTS)
    items = keep_answered(keep_answered(read_items(lines), gated), default)
    write_bodies(items, bodies)
    write_bodies(items, encoded, encoding="base64")
    compare_with_peer(gated, bodies, seconds)
    compare_with_core(default, bodies, encoded, seconds)
    serve_among_hostile_clients(default, bodies, seconds)
    watch_memory(default, bodies)
    measure.finish()


main()
