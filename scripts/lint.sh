#!/usr/bin/env bash
# Checks layout and code of all that is written by hand: C++ with clang-format and clang-tidy, Python with
# ruff and mypy, shell with ShellCheck, the Dockerfile with hadolint; JavaScript for syntax, where there is Node. Runs every check and fails if
# one failed.
#
# clang-tidy takes the compiler's flags from build-dev (files that are not built there borrow those of a
# neighbour), mypy the package as it is built, with the stubs of its extension, from build.
set -uo pipefail
cd "$(dirname "$0")/.." || exit

failed=0

# check NAME COUNT COMMAND…
check() {
  local name=$1 count=$2
  shift 2
  if "$@"; then
    echo "$name: $count files are clean"
  else
    echo "$name: FAILED" >&2
    failed=1
  fi
}

# clang-tidy counts the warnings it does not show; only what it has to say of a bad file matters.
tidy() {
  local report
  report=$(.venv/bin/clang-tidy --quiet --extra-arg=-Wno-deprecated-declarations -p build-dev "$1" 2>&1) || {
    echo "$report" | grep -v ' warnings\? generated\.$'
    return 1
  }
}
export -f tidy

# shellcheck disable=SC2016  # $1 is for the shell that xargs starts
tidy_all() { printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" bash -c 'tidy "$1"' tidy; }

# Node checks one file at a time.
parse_all() { printf '%s\0' "$@" | xargs -0 -n 1 node --check; }

# Modules are known to all versions of Node by their names alone.
parse_modules() {
  local folder page
  folder=$(mktemp -d)
  for page in "$@"; do cp "$page" "$folder/$(basename "$page" .js).mjs"; done
  parse_all "$folder"/*.mjs
  local status=$?
  rm -r "$folder"
  return "$status"
}

mapfile -t files < <(scripts/sources.sh)
check clang-format "${#files[@]}" clang-format --dry-run -Werror "${files[@]}"

mapfile -t scripts < <(git ls-files '*.sh' .ci/run)
check shellcheck "${#scripts[@]}" shellcheck "${scripts[@]}"

check hadolint 1 .venv/bin/hadolint examples/Dockerfile

if command -v node >/dev/null; then
  mapfile -t pages < <(git ls-files ':(glob)web/*.js')
  check "node, scripts" "${#pages[@]}" parse_all "${pages[@]}"
  mapfile -t parts < <(git ls-files 'web/serve/*.js')
  check "node, modules" "${#parts[@]}" parse_modules "${parts[@]}"
fi

mapfile -t modules < <(git ls-files '*.py')
check ruff "${#modules[@]}" .venv/bin/ruff check --quiet "${modules[@]}"

mapfile -t package < <(git ls-files 'python/oovec/*.py')
check mypy "${#package[@]}" .venv/bin/mypy build/python/oovec

# Tests are left to the compiler's warnings and the sanitizers: most of clang-tidy's time would go into
# the headers of their frameworks.
mapfile -t units < <(printf '%s\n' "${files[@]}" | grep '\.cc$' | grep -v '^tests/')
check clang-tidy "${#units[@]}" tidy_all "${units[@]}"

exit "$failed"
