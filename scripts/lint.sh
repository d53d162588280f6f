#!/usr/bin/env bash
# Checks the layout of every C++ file with clang-format and the code of the product with clang-tidy, which
# takes the compiler's flags from build-dev (files that are not built there borrow those of a neighbour).
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t files < <(scripts/sources.sh)
clang-format --dry-run -Werror "${files[@]}"
echo "clang-format: ${#files[@]} files are clean"

# clang-tidy counts the warnings it does not show; only what it has to say of a bad file matters.
tidy() {
  local report
  report=$(.venv/bin/clang-tidy --quiet --extra-arg=-Wno-deprecated-declarations -p build-dev "$1" 2>&1) || {
    echo "$report" | grep -v ' warnings\? generated\.$'
    return 1
  }
}
export -f tidy

# Tests are left to the compiler's warnings and the sanitizers: most of clang-tidy's time would go into
# the headers of their frameworks.
mapfile -t units < <(scripts/sources.sh | grep '\.cc$' | grep -v '^tests/')
printf '%s\0' "${units[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'tidy "$1"' tidy
echo "clang-tidy: ${#units[@]} files are clean"
