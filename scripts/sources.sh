#!/usr/bin/env bash
# Lists the C++ files of the project.
set -euo pipefail
cd "$(dirname "$0")/.."

for folder in oovec lab apps python tests fuzz bench examples; do
  if [ -d "$folder" ]; then find "$folder" -name '*.h' -o -name '*.cc'; fi
done | sort
