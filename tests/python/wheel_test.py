"""The package can be built from its source distribution, installed into an empty environment and used.

It is compiled with the flags of the build under test, and in a folder of the same name, so that the compiler
cache has most of it already."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ["OOVEC_BUILD_DIR"]) / "CMakeCache.txt"

USE_IT = Path(__file__).with_name("use_wheel.py")


def clean_environment():
    """Without the package under test."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def run(*command, cwd):
    done = subprocess.run([str(word) for word in command], cwd=cwd, env=clean_environment(),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with the source distribution and the wheel made from it."""
    folder = tmp_path_factory.mktemp("dist")
    cache = dict(re.findall(r"^(\w+):\w+=(.*)$", CACHE.read_text(), re.MULTILINE))
    settings = {
        "build-dir": CACHE.parent.name,
        "cmake.build-type": cache["CMAKE_BUILD_TYPE"],
        **{f"cmake.define.{name}": cache[name]
           for name in ("CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS_RELWITHDEBINFO", "OOVEC_BATCHES", "OOVEC_DEVELOPER")},
    }
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder,
        *(f"-C{name}={value}" for name, value in settings.items()), ROOT, cwd=folder)
    return folder


def test_the_source_distribution_has_what_is_needed_and_no_more(built):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        folders = {name.split("/")[1] for name in archive.getnames()}
    assert {"CMakeLists.txt", "LICENSE", "README.md", "apps", "cmake", "oovec", "pyproject.toml", "python"} <= folders
    assert not folders & {"tests", "fuzz", "bench", "docs", ".venv", "build", "build-dev"}


def test_one_wheel_is_for_all_versions_of_python(built):
    (wheel,) = built.glob("*.whl")
    assert "-cp310-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert {"oovec/_core.abi3.so", "oovec/_core.pyi", "oovec/py.typed", "oovec/__init__.py"} <= set(names)
    assert [name for name in names if name.endswith("/scripts/oovec")]
    assert not [name for name in names if name.endswith((".h", ".a", ".cc"))]


def test_the_wheel_works_in_an_empty_environment(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "empty", cwd=tmp_path)
    python = tmp_path / "empty" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=tmp_path)
    version = wheel.name.split("-")[1]
    assert run(python, USE_IT, cwd=tmp_path).startswith(f"{version} (5,) ")
    for command in ([python.parent / "oovec"], [python, "-m", "oovec"]):
        assert version in run(*command, "--version", cwd=tmp_path)
