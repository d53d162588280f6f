"""The C interface: from C, from another language, and what the library shows of itself."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = Path(os.environ["OOVEC_BUILD_DIR"])
LIBRARY = BUILD / "lib" / "liboovec_c.so"
SENTENCE = "The pomelo, a sweet citrus fruit, is well-known."


def run(*command, **environment):
    """The output of a command, which must succeed."""
    done = subprocess.run([str(word) for word in command], env={**os.environ, **environment}, capture_output=True,
                          text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module", name="models")
def write_models(tmp_path_factory):
    path = tmp_path_factory.mktemp("models")
    run(BUILD / "tests/write_models", path)
    return path


def for_sanitizers():
    """What a process needs to load a library that was built with AddressSanitizer."""
    if "__asan_init" not in run("nm", "-D", LIBRARY):
        return {}
    # Exceptions need libstdc++ from the start. Python itself does not free all of its memory.
    libraries = [run("gcc", f"-print-file-name={name}").strip() for name in ("libasan.so", "libstdc++.so")]
    return {"LD_PRELOAD": ":".join(libraries), "ASAN_OPTIONS": "detect_leaks=0"}


def test_the_interface_works_from_c(models):
    assert run(BUILD / "tests/c_interface_test", models) == ""


def test_the_interface_works_from_ctypes(models):
    """To the bit as the program does."""
    model = models / "gated.oovec"
    found = json.loads(run(sys.executable, HERE / "use_ctypes.py", LIBRARY, model, "pomelo", SENTENCE,
                           **for_sanitizers()))
    told = json.loads(run(os.environ["OOVEC_PROGRAM"], "infer", model, "pomelo", SENTENCE, "--json"))
    assert np.array_equal(np.float32(found["vector"]), np.float32(told["vector"]))
    for key in ("alpha", "context_words", "confidence"):
        assert np.float32(found[key]) == np.float32(told[key])
    nearest = json.loads(run(os.environ["OOVEC_PROGRAM"], "neighbors", model, "pomelo", SENTENCE, "-k", 3, "--json"))
    assert found["neighbors"] == [each["word"] for each in nearest["joint"]["neighbors"]]
    version = re.search(r"project\(oovec VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert (found["version"], found["abi"]) == (version, 1)
    status, message = found["refusal"]
    assert status == 6
    assert "no/such/file.oovec" in message


def declared():
    """The functions of the header."""
    return set(re.findall(r"^(?:\w+\*? )+(oovec_\w+)\(", (ROOT / "oovec/c.h").read_text(), re.MULTILINE))


def test_the_library_exports_the_functions_of_the_header_and_nothing_else():
    """With their version. Whoever adds a function gives it a version in exports.map."""
    lines = run("nm", "-D", "--defined-only", LIBRARY).splitlines()
    exported = {line.split()[2] for line in lines if line.split()[1] != "A"}  # A is the version itself
    assert exported == {f"{name}@@OOVEC_1" for name in declared()}
    assert len(exported) == 15


def test_the_library_names_its_abi():
    assert "liboovec_c.so.1" in run("objdump", "-p", LIBRARY)


def test_every_function_of_the_header_has_a_contract():
    text = (ROOT / "oovec/c.h").read_text()
    for name in declared():
        before = re.search(rf"\*/\n(?:\w+\*? )+{name}\(", text)
        assert before, name


def documented(language):
    """The block of this language in the documentation."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / "docs/c.md").read_text(), re.MULTILINE | re.DOTALL)
    return block


def test_the_python_of_the_documentation_works(models, tmp_path):
    (tmp_path / "words.oovec").write_bytes((models / "gated.oovec").read_bytes())
    script = f"import os\nos.chdir({str(tmp_path)!r})\n{documented('python')}print(list(vector))"
    printed = run(sys.executable, "-c", script, LD_LIBRARY_PATH=str(LIBRARY.parent), **for_sanitizers())
    told = json.loads(run(os.environ["OOVEC_PROGRAM"], "infer", models / "gated.oovec", "pomelo", "--json"))
    assert np.array_equal(np.float32(json.loads(printed)), np.float32(told["vector"]))


def test_the_example_of_the_documentation_works(models):
    shown = documented("c")
    assert shown == (ROOT / "examples/infer.c").read_text()
    output = run(BUILD / "examples/infer", models / "gated.oovec", "pomelo", SENTENCE)
    assert re.fullmatch(r"alpha \d\.\d\d, confidence \d\.\d\d\n(\w+ -?\d\.\d{3}\n){5}", output)
    failed = subprocess.run([BUILD / "examples/infer", "no-such-file", "pomelo", SENTENCE], capture_output=True,
                            text=True, check=False)
    assert failed.returncode == 1
    assert "no-such-file" in failed.stderr
