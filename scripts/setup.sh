#!/usr/bin/env bash
# Installs what the named groups of work need: Debian packages and, for Python, modules in a private
# environment, .venv. Silent and quick when nothing is missing.
#
#   scripts/setup.sh build test
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A packages=(
  [build]="g++ cmake ninja-build ccache pkg-config zlib1g-dev libbz2-dev libzstd-dev libhwy-dev
           libxxhash-dev libicu-dev libstemmer-dev liblinear-dev libfmt-dev nlohmann-json3-dev libcli11-dev
           libfast-float-dev node-d3"
  [test]="libgtest-dev libgmock-dev librapidcheck-dev fasttext bzip2 gzip zstd python3-venv
          python3-dev ca-certificates"
  [lint]="clang-format python3-venv python3-dev ca-certificates"
  [fuzz]="clang libclang-rt-14-dev"
  [demo]="dict-gcide wordnet-base gzip"
  [bench]="fasttext python3-faiss python3-torch libopenblas0-pthread python3-venv python3-dev
           ca-certificates"
)
declare -A modules=(
  [test]="pytest numpy safetensors scipy nanobind nanobind-backend scikit-build-core build tqdm gensim
          scikit-learn spacy"
  [lint]="clang-tidy==23.1.4"  # Debian's is three times as slow: it also checks the system's headers
  [bench]="numpy gensim nanobind nanobind-backend"
)

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Runs a command without its output, which is shown if the command fails.
quietly() {
  "$@" >"$log" 2>&1 || {
    local status=$?
    cat "$log" >&2
    echo "setup: this failed: $*" >&2
    exit "$status"
  }
}

missing_packages() {
  comm -23 <(printf '%s\n' "$@" | sort -u) \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null |
      sed -n 's/^installed //p' | sort -u)
}

install_packages() {
  if ! command -v apt-get >/dev/null; then
    echo "setup: there is no apt-get; install what Debian calls: $*" >&2
    exit 1
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup: these Debian packages are missing: $*" >&2
      echo "setup: installing them needs root, and there is no sudo. As root, run:" >&2
      echo "  apt-get install -y --no-install-recommends $*" >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  echo "setup: installing Debian packages: $*"
  quietly "${as_root[@]}" apt-get update -q
  quietly "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "$@"
}

# .venv/installed lists what is there: asking Python would take longer than all the rest.
missing_modules() {
  comm -23 <(printf '%s\n' "$@" | sort -u) <(sort -u .venv/installed 2>/dev/null)
}

# The interpreter is Debian's, whatever else is first in the PATH.
install_modules() {
  echo "setup: installing Python modules into .venv: $*"
  [ -x .venv/bin/pip ] || quietly /usr/bin/python3 -m venv .venv
  quietly .venv/bin/python -m pip install "$@"
  printf '%s\n' "$@" >>.venv/installed
}

wanted_packages=()
wanted_modules=()
for group in "$@"; do
  if [ -z "${packages[$group]:-}" ]; then
    echo "setup: there is no group \"$group\", only: ${!packages[*]}" >&2
    exit 2
  fi
  read -r -d '' -a more <<<"${packages[$group]}" || true
  wanted_packages+=("${more[@]}")
  read -r -d '' -a more <<<"${modules[$group]:-}" || true
  wanted_modules+=("${more[@]}")
done

if [ "${#wanted_packages[@]}" -gt 0 ]; then
  mapfile -t missing < <(missing_packages "${wanted_packages[@]}")
  [ "${#missing[@]}" -eq 0 ] || install_packages "${missing[@]}"
fi
if [ "${#wanted_modules[@]}" -gt 0 ]; then
  mapfile -t missing < <(missing_modules "${wanted_modules[@]}")
  [ "${#missing[@]}" -eq 0 ] || install_modules "${missing[@]}"
fi
