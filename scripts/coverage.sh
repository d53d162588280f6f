#!/usr/bin/env bash
# Adds up which lines and branches of library and program the tests of build-coverage have reached: a summary
# on standard output, the sources with counts in build-coverage/coverage.html. Branches that only an
# exception takes are left out: the compiler puts one behind almost every call.
set -euo pipefail
cd "$(dirname "$0")/.."

.venv/bin/gcovr --root . --object-directory build-coverage --filter oovec/ --filter lab/ --filter apps/ \
  --exclude-throw-branches --exclude-unreachable-branches --merge-mode-functions separate \
  --html-nested build-coverage/coverage.html --print-summary -j "$(nproc)" >build-coverage/coverage.txt
tail -n 3 build-coverage/coverage.txt
