"""Installs the build into an empty folder, then builds and runs a user's program against it."""

import os
import re
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = os.environ["OOVEC_BUILD_DIR"]
VERSION = re.search(r"project\(oovec VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
EXPECTED = f"oovec {VERSION}: 3 4\n"


def run(*command, **environment):
    """The output of a command, which must succeed."""
    done = subprocess.run(
        [str(word) for word in command],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module", name="prefix")
def installed(tmp_path_factory):
    prefix = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", BUILD, "--prefix", prefix)
    return prefix


def headers_of(prefix):
    include = prefix / "include"
    return sorted(path.relative_to(include).as_posix() for path in include.rglob("*.h"))


def libdir(prefix):
    return next(prefix.rglob("liboovec.a")).parent


def pkg_config(prefix, *options, name="oovec"):
    path = str(libdir(prefix) / "pkgconfig")
    return run("pkg-config", *options, name, PKG_CONFIG_PATH=path).split()


def compile_and_run(prefix, program, flags):
    run("g++", "-std=c++20", HERE / "consumer.cc", "-o", program, *flags)
    return run(program, LD_LIBRARY_PATH=str(libdir(prefix)))


def needs_shared_oovec(program):
    return "liboovec.so" in run("objdump", "-p", program)


@pytest.mark.parametrize("kind", ["shared", "static", "oovec"])
def test_a_cmake_project_finds_builds_and_runs(prefix, tmp_path, kind):
    run("cmake", "-S", HERE, "-B", tmp_path, "-G", "Ninja",
        f"-DCMAKE_PREFIX_PATH={prefix}", f"-DOOVEC_VERSION={VERSION}",
        f"-DOOVEC_TARGET=oovec::{kind}")
    run("cmake", "--build", tmp_path)
    program = tmp_path / "consumer"
    assert run(program) == EXPECTED
    assert needs_shared_oovec(program) == (kind != "static")


def test_pkg_config_gives_the_flags_for_the_shared_library(prefix, tmp_path):
    flags = pkg_config(prefix, "--cflags", "--libs")
    assert compile_and_run(prefix, tmp_path / "consumer", flags) == EXPECTED
    assert needs_shared_oovec(tmp_path / "consumer")


def test_pkg_config_gives_the_flags_for_the_static_library(prefix, tmp_path):
    flags = pkg_config(prefix, "--static", "--cflags", "--libs")
    flags = ["-l:liboovec.a" if flag == "-loovec" else flag for flag in flags]
    assert compile_and_run(prefix, tmp_path / "consumer", flags) == EXPECTED
    assert not needs_shared_oovec(tmp_path / "consumer")


def test_a_program_in_c_builds_and_runs(prefix, tmp_path):
    flags = pkg_config(prefix, "--cflags", "--libs", name="oovec-c")
    run("gcc", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", HERE / "consumer.c", "-o", tmp_path / "consumer",
        *flags)
    assert run(tmp_path / "consumer", LD_LIBRARY_PATH=str(libdir(prefix))) == f"oovec {VERSION}, ABI 1\n"
    run("cmake", "-S", HERE / "c", "-B", tmp_path / "c", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path / "c")
    assert run(tmp_path / "c" / "consumer") == f"oovec {VERSION}, ABI 1\n"


def test_every_installed_header_compiles_on_its_own(prefix, tmp_path):
    for header in headers_of(prefix):
        source = tmp_path / "one.cc"
        source.write_text(f"#include <{header}>\n")
        run("g++", "-std=c++20", "-fsyntax-only", "-I", prefix / "include", source)


def test_installed_headers_include_only_each_other_and_the_standard_library(prefix):
    for header in headers_of(prefix):
        text = (prefix / "include" / header).read_text()
        others = re.findall(r"^#include <([^>]*)>", text, re.MULTILINE)
        assert [name for name in others if not re.fullmatch(r"[a-z_]+|std(def|int)\.h", name)] == [], header


def included_by(header):
    """The project's headers that a header includes, directly or not, and itself."""
    found, waiting = set(), [header]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += re.findall(r'^#include "([^"]+)"', (ROOT / name).read_text(), re.MULTILINE)
    return found


def test_just_the_headers_of_the_list_are_installed(prefix):
    """Whoever makes a header public has to say so in oovec/public_headers.txt."""
    listed = (ROOT / "oovec/public_headers.txt").read_text().splitlines()
    assert headers_of(prefix) == listed
    assert sorted({*included_by("oovec/oovec.h"), "oovec/c.h"}) == listed


def test_kernels_and_masks_are_private(prefix):
    private = re.compile(r"kernels|masks|lanes|composer|compositions/|reader\.h")
    assert [header for header in headers_of(prefix) if private.search(header)] == []


def test_only_program_library_and_headers_are_installed(prefix):
    assert sorted(path.name for path in prefix.iterdir()) == ["bin", "include", "lib"]


def test_the_program_runs(prefix):
    run(prefix / "bin" / "oovec", "--version")
