"""The progress bar: drawn on a terminal, and erased in the end. Elsewhere a line now and then."""

import bz2
import os
import pty
import random
import re
import subprocess
import threading
import time

import pytest

from support import PROGRAM, vectors

ERASE = "\r\x1b[K"


def trickle(pipe, seconds=0.8):
    """Feeds rows so slowly that the bar is drawn several times."""
    pipe.write(b"a 1 2\n")
    pipe.flush()
    for i in range(8):
        time.sleep(seconds / 8)
        pipe.write(b"".join(b"w%d_%d 0.25 0.5\n" % (i, j) for j in range(100000)))
    pipe.close()


def read_all(terminal):
    """All that is written to a terminal until its other end is closed."""
    parts = []
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # how Linux reports the end
            part = b""
        if not part:
            return b"".join(parts).decode()
        parts.append(part)


def run_on_terminal(*arguments, feed=None):
    """Runs the program with standard error on a pseudo-terminal: its code, stdout and stderr."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    feeder = threading.Thread(target=feed, args=[process.stdin]) if feed else None
    if feeder:
        feeder.start()
    stderr = read_all(ours)
    stdout = process.stdout.read()
    if feeder:
        feeder.join()
    os.close(ours)
    return process.wait(), stdout, stderr


def test_a_terminal_shows_a_rate_and_is_clean_in_the_end():
    code, stdout, stderr = run_on_terminal("vectors", "info", "-", feed=trickle)
    assert code == 0 and b"words      800,001" in stdout
    assert re.search(r"reading standard input  [\d.]+ [kM]?B  [\d.]+ [kM]?B/s", stderr)
    assert stderr.endswith(ERASE)


@pytest.fixture(name="large", scope="module")
def large_file(tmp_path_factory):
    """A file that no machine reads before the bar is due: bzip2 sees to that."""
    path = tmp_path_factory.mktemp("large") / "v.txt.bz2"
    numbers = random.Random(1)
    row = "".join(f" {numbers.random():.6f}" for _ in range(100))
    path.write_bytes(bz2.compress("".join(f"w{i}{row}\n" for i in range(30000)).encode()))
    return path


def test_a_file_shows_a_bar_and_what_remains(large, tmp_path):
    code, _, stderr = run_on_terminal("vectors", "convert", large, tmp_path / "v.txt.gz",
                                      "--threads", 1)
    assert code == 0
    assert re.search(r"reading \S+v\.txt\.bz2  #*\.*  ?[ \d]+%  .*B/s  ETA \d+:\d\d", stderr)
    assert re.search(r"writing \S+v\.txt\.gz  .*B/s", stderr)
    assert ERASE + str(tmp_path / "v.txt.gz") in stderr  # the bar is gone before the report


def test_the_bar_is_erased_before_an_error(large):
    code, _, stderr = run_on_terminal("vectors", "convert", large, "/dev/full", "--threads", 1)
    assert code == 4
    assert (ERASE + "oovec: cannot write /dev/full") in stderr


def test_a_log_gets_a_line_every_ten_seconds():
    process = subprocess.Popen([PROGRAM, "vectors", "info", "-"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    trickle(process.stdin, seconds=11)
    stderr = process.stderr.read().decode()
    assert process.wait() == 0
    assert re.search(r"^reading standard input  [\d.]+ [kM]?B  [\d.]+ [kM]?B/s\n", stderr)
    assert "\r" not in stderr and "\x1b" not in stderr and stderr.count("reading") < 4


def test_nothing_is_drawn_where_there_is_no_terminal(large, tmp_path):
    done = vectors("convert", large, tmp_path / "v.txt.gz")
    assert done.stderr == f"{tmp_path}/v.txt.gz (glove): 30,000 words, 100 dimensions\n"
