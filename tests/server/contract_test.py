"""The interface as it is described, /openapi.json, and as others' clients use it."""

import base64
import json
import re
import struct
import subprocess
import sys
from pathlib import Path

import openai
import pytest

from serving import IS_SLOW, Server


@pytest.fixture(scope="module")
def server(models, tmp_path_factory):
    folder = tmp_path_factory.mktemp("contract")
    keys = folder / "keys"
    keys.write_text("a-key-for-these-tests\n", encoding="utf-8")
    options = ("--store", folder / "words.db", "--api-key-file", keys)
    with Server(folder, models / "balanced.oovec", *options) as running:
        yield running


def test_every_answer_is_as_described(server):
    """Requests that follow the description, and such that break it. Which of the former make sense it cannot tell in
    full (a word may be blank, an n-gram unknown), so that they need not be accepted."""
    config = server.log.parent / "schemathesis.toml"
    config.write_text("[checks]\nnegative_data_rejection.expected-statuses = [400, 404, 413, 415, 422]\n",
                      encoding="utf-8")
    command = [Path(sys.executable).parent / "schemathesis", "--config-file", config, "run", f"http://127.0.0.1:{server.port}/openapi.json",
               "--header", "Authorization: Bearer a-key-for-these-tests", "--max-examples", "3" if IS_SLOW else "10",
               "--seed", "1", "--phases", "examples,coverage,fuzzing", "--suppress-health-check", "all",
               "--exclude-checks", "positive_data_acceptance", "--no-color"]
    done = subprocess.run(command, capture_output=True, check=False, text=True, cwd=server.log.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"Tested: +16\n", done.stdout)  # all but /openapi.json itself


def client_of(server, key="a-key-for-these-tests"):
    return openai.OpenAI(base_url=f"http://127.0.0.1:{server.port}/v1", api_key=key, max_retries=0)


def test_the_client_of_openai_gets_vectors(server):
    client = client_of(server)
    texts = ["sweet melons", "the airfryer"]
    decoded = client.embeddings.create(model="oovec", input=texts)  # asks for base64 by itself
    plain = client.embeddings.create(model="balanced", input=texts, encoding_format="float")
    assert [item.index for item in decoded.data] == [0, 1]
    for ours, theirs in zip(plain.data, decoded.data, strict=True):
        assert len(ours.embedding) == 8
        assert ours.embedding == pytest.approx(theirs.embedding, abs=1e-6)
    assert decoded.usage.total_tokens == 4 and decoded.model == "balanced"
    one = client.embeddings.create(model="oovec", input="sweet melons", dimensions=8, user="somebody")
    assert one.data[0].embedding == decoded.data[0].embedding


def test_the_client_of_openai_lists_the_model(server):
    assert [model.id for model in client_of(server).models.list()] == ["balanced"]


def test_the_client_of_openai_understands_errors(server):
    with pytest.raises(openai.AuthenticationError):
        client_of(server, "another-key-of-sixteen").embeddings.create(model="oovec", input="melon")
    with pytest.raises(openai.NotFoundError, match="there is no model"):
        client_of(server).embeddings.create(model="gpt", input="melon")
    with pytest.raises(openai.UnprocessableEntityError, match="leave it out"):
        client_of(server).embeddings.create(model="oovec", input="melon", dimensions=3)


def test_base64_is_little_endian(server):
    body = json.dumps({"model": "oovec", "input": "melon", "encoding_format": "base64"}).encode()
    headers = {"Content-Type": "application/json", "Authorization": "Bearer a-key-for-these-tests"}
    encoded = server.post("/v1/embeddings", body, headers).json["data"][0]["embedding"]
    plain = client_of(server).embeddings.create(model="oovec", input="melon", encoding_format="float")
    assert struct.unpack("<8f", base64.b64decode(encoded)) == pytest.approx(plain.data[0].embedding, abs=1e-7)
