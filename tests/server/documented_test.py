"""The examples of docs/server.md, run from first to last: each gives an answer of the form that is shown."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from serving import PATIENCE, Server

TEXT = (Path(__file__).resolve().parent.parent.parent / "docs/server.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def steps(session):
    """Pairs of a command, which may continue on further lines, and what is shown for it."""
    return re.findall(r"^\$ (.*?[^\\])\n(.*?)(?=^\$ |\Z)", session, re.MULTILINE | re.DOTALL)


def keys_of(text):
    return set(re.findall(r'"(\w+)": ?', re.sub(r'"(?:message|text|last_context)":"(?:\\.|[^"])*"', '', text)))


@pytest.fixture
def run(models, tmp_path):
    """Runs a command, of a shell or as given, that asks the server where it says localhost:8080."""
    with Server(tmp_path, models / "balanced.oovec", "--store", tmp_path / "words.db") as server:
        def run_there(command, shell=("bash", "-c")):
            there = re.sub(r"(localhost|127\.0\.0\.1):8080", f"127.0.0.1:{server.port}", command)
            done = subprocess.run([*shell, there], cwd=tmp_path, capture_output=True, text=True, check=False,
                                  timeout=PATIENCE)
            assert done.returncode == 0, (command, done.stderr)
            return done.stdout

        yield run_there


def test_requests_are_answered_as_shown(run):
    seen = [step for block in blocks("console") for step in steps(block)]
    assert len(seen) >= 10
    for command, shown in seen:
        answer = run(command)
        if not shown.startswith("{"):  # an export: how many words, their dimension, and the first
            assert [line.split()[0] for line in answer.splitlines()] == ["1", "airfryer"], command
            continue
        assert "error" not in json.loads(answer), (command, answer)
        missing = keys_of(shown) - keys_of(answer)
        more = set() if "…" in shown else keys_of(answer) - keys_of(shown)
        assert (missing, more) == (set(), set()), command


def test_lines_and_clients_are_answered(run, tmp_path):
    (stream,) = [block for block in blocks("sh") if "words.jsonl" in block]
    (tmp_path / "words.jsonl").write_text('{"word": "pomelo"}\n{"word": "melons"}\n', encoding="utf-8")
    run(stream)
    lines = (tmp_path / "vectors.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["word"] for line in lines] == ["pomelo", "melons"]
    (client,) = blocks("python")
    (expression,) = re.findall(r"^client\.embeddings.*$", client, re.MULTILINE)
    answer = run(client.replace(expression, f"print(len({expression}))"), (sys.executable, "-c"))
    assert answer == "8\n"
