"""What Ctrl-C and kill leave behind: nothing, and the old file as it was."""

import os
import signal
import subprocess
import time

import numpy as np
import pytest

from support import PROGRAM, start, text_of, vectors


@pytest.fixture(name="large", scope="module")
def large_file(tmp_path_factory):
    """Native, so that it is read at once; as bzip2 it takes many seconds to write."""
    folder = tmp_path_factory.mktemp("large")
    rows = np.random.default_rng(1).standard_normal((40000, 100)).astype(np.float32)
    with open(folder / "v.txt", "wb") as file:
        file.write(b"40000 100\n")
        np.savetxt(file, np.column_stack([np.arange(40000), rows]), fmt="%.6g")
    vectors("convert", folder / "v.txt", folder / "v.safetensors")
    return folder / "v.safetensors"


def wait_for_growth(folder, known):
    """Returns once a file other than those known has content."""
    for _ in range(3000):
        for path in set(folder.iterdir()) - known:
            if path.stat().st_size > 0:
                return
        time.sleep(0.01)
    pytest.fail("no output appeared")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE])
def test_a_signal_while_writing_leaves_the_old_file_and_nothing_else(large, tmp_path, number):
    out = tmp_path / "out.txt.bz2"
    out.write_text("old")
    process = start("vectors", "convert", large, out, stderr=subprocess.PIPE)
    wait_for_growth(tmp_path, {out})
    assert process.poll() is None
    process.send_signal(number)
    assert process.wait(timeout=30) == -number
    assert process.stderr.read() == b""
    assert list(tmp_path.iterdir()) == [out]
    assert out.read_text() == "old"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_reading_leaves_nothing(tmp_path, number):
    out = tmp_path / "out.vec"
    process = start("vectors", "convert", "-", out, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(text_of(["a"], [[1, 2]]) * 100000)  # more than a pipe holds: it is reading
    process.stdin.flush()
    process.send_signal(number)
    assert process.wait(timeout=30) == -number
    assert list(tmp_path.iterdir()) == []


def test_a_signal_that_is_ignored_stays_ignored(tmp_path):
    """As under nohup."""
    out = tmp_path / "out.vec"
    ignore = 'trap "" HUP INT; exec "$0" vectors convert - "$1"'
    process = subprocess.Popen(["sh", "-c", ignore, PROGRAM, str(out)], stdin=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    content = text_of([f"word{i}" for i in range(30000)], np.ones((30000, 3)))
    process.stdin.write(content[:200000])
    process.stdin.flush()
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGINT)
    process.stdin.write(content[200000:])
    process.stdin.close()
    assert process.wait(timeout=60) == os.EX_OK
    assert out.read_bytes().startswith(b"30000 3\n")


def temporaries(folder):
    return sorted(path for path in folder.iterdir() if path.name.startswith(".oovec-"))


def test_what_a_killed_program_leaves_goes_when_the_file_is_written_again(large, text_file, tmp_path):
    """kill -9 gives no chance to clean up. What another program writes at that moment stays."""
    out, other = tmp_path / "out.txt.bz2", tmp_path / "other.txt.bz2"
    killed = [start("vectors", "convert", large, path, stderr=subprocess.DEVNULL) for path in (out, out, other)]
    for process in killed:
        while not any(f"-{process.pid}-" in path.name for path in temporaries(tmp_path)):
            assert process.poll() is None
    for process in killed:
        process.kill()
        process.wait()
    left = temporaries(tmp_path)
    assert len(left) == 3
    alive = start("vectors", "convert", large, out, stderr=subprocess.DEVNULL)
    while temporaries(tmp_path) == left:
        assert alive.poll() is None
    vectors("convert", text_file, out)
    mine = [path for path in temporaries(tmp_path) if f"-{alive.pid}-" in path.name]
    theirs = [path for path in left if f"-{killed[2].pid}-" in path.name]
    assert temporaries(tmp_path) == sorted(mine + theirs)
    assert len(mine) == len(theirs) == 1
    alive.terminate()
    alive.wait()
    assert temporaries(tmp_path) == theirs
    vectors("convert", text_file, other)
    assert temporaries(tmp_path) == []
