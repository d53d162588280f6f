#!/usr/bin/env bash
# Runs every benchmark, bench/*_bench.py, against build/oovec.
set -euo pipefail
cd "$(dirname "$0")/.."

shopt -s nullglob
benchmarks=(bench/*_bench.py)
if [ "${#benchmarks[@]}" -eq 0 ]; then
  echo "bench: bench/ holds no benchmark" >&2
  exit 1
fi
export OOVEC_PROGRAM=$PWD/build/oovec
for benchmark in "${benchmarks[@]}"; do
  .venv/bin/python "$benchmark"
done
