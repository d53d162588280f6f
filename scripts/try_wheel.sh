#!/usr/bin/env bash
# Tries the wheel in dist/ as a stranger would: in a bare Debian without a compiler and without the libraries
# that oovec is built with (needs root, for chroot; fails without), and with every CPython from 3.10 to 3.13 that
# is installed here, on the PATH or by pyenv; the others are listed as not tried.
set -euo pipefail
cd "$(dirname "$0")/.."

versions=(3.10 3.11 3.12 3.13)
wheel=$(realpath -e dist/*.whl) || {
  echo "trywheel: there is no wheel in dist: run \`make wheel\`" >&2
  exit 1
}
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
cp tests/python/use_wheel.py "$work"

# use ENVIRONMENT: runs the package and the program that an environment has.
# shellcheck disable=SC2016  # the variables are those of the shell that runs it
use='set -e; cd "$1/.." && "$1/bin/python" use_wheel.py && "$1/bin/oovec" --version && "$1/bin/python" -m oovec --version'

# Each step must succeed for the next to begin; /proc, which Python needs, is there as long as a command runs.
try_bare() {
  local root=$work/bare
  local inside=(unshare --pid --fork --mount-proc="$root/proc" chroot "$root")
  echo "trywheel: making a bare Debian, about a minute"
  unshare --mount debootstrap --variant=minbase --include=python3-venv bookworm "$root" >"$work/log" 2>&1 || {
    cat "$work/log"
    return 1
  }
  if chroot "$root" sh -c 'command -v cc || ldconfig -p | grep -E "lib(icuuc|fmt|hwy|stemmer|linear)"'; then
    echo "trywheel: this Debian is not bare" >&2
    return 1
  fi
  mkdir "$root/try" &&
    cp "$wheel" "$work/use_wheel.py" "$root/try" &&
    .venv/bin/python -m pip download --quiet --only-binary :all: --dest "$root/try" "$wheel" &&
    "${inside[@]}" python3 -m venv /try/venv &&
    "${inside[@]}" /try/venv/bin/pip install --quiet --no-index --find-links /try oovec &&
    "${inside[@]}" sh -c "$use" use /try/venv
}

# find_python VERSION: prints the path of an interpreter of that version.
find_python() {
  local candidates=("$(command -v "python$1" || true)") candidate
  if command -v pyenv >/dev/null; then candidates+=("$(pyenv root)"/versions/"$1".*/bin/python); fi
  for candidate in "${candidates[@]}"; do
    if [ "$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$1" ]; then
      echo "$candidate"
      return
    fi
  done
}

outcomes=()
failed=0
note() { outcomes+=("$(printf '%-10s  %s' "$1" "$2")"); }

if [ "$(id -u)" -ne 0 ]; then
  note "not tried" "a bare Debian: that needs root"
  failed=1
elif try_bare; then
  note ok "a bare Debian"
else
  note FAIL "a bare Debian"
  failed=1
fi
for version in "${versions[@]}"; do
  python=$(find_python "$version")
  if [ -z "$python" ]; then
    note "not tried" "CPython $version: it is not installed here"
  elif "$python" -m venv "$work/$version" && "$work/$version/bin/pip" install --quiet --disable-pip-version-check "$wheel" &&
    bash -c "$use" use "$work/$version"; then
    note ok "CPython $version"
  else
    note FAIL "CPython $version"
    failed=1
  fi
done
printf '%s\n' "${outcomes[@]}"
exit "$failed"
