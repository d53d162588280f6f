#!/usr/bin/env bash
# Runs every benchmark, bench/*_bench.py, against build/oovec, and collects the table of results in
# build/bench.md. Fails if a bar was missed, after all have run.
#
#   scripts/bench.sh [--publish]     # --publish also puts the table into docs/benchmarks.md
#
# OOVEC_BENCH_VECTORS names GloVe text to use instead of synthetic vectors.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset release -DOOVEC_BUILD_BENCHMARKS=ON -DOOVEC_BUILD_PYTHON=ON >/dev/null
cmake --build --preset release --target oovec_cli oovec_python oovec_python_files bench_adam bench_gather \
  bench_infer_limit bench_neighbors

results=build/bench.md
export OOVEC_PROGRAM=$PWD/build/oovec
vectors=${OOVEC_BENCH_VECTORS:-synthetic vectors}
failed=0
{
  echo "$(date -u +%F), $(git describe --always --dirty), ${vectors##*/}, on $(nproc) cores of" \
    "$(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), load $(cut -d' ' -f1 /proc/loadavg):"
  echo
  echo "| what | oovec | against | ratio | bar | |"
  echo "|---|---|---|---|---|---|"
} | tee "$results"
for benchmark in bench/*_bench.py; do
  [[ $benchmark != */spark_bench.py ]] || .venv/bin/python -c 'import pyspark' 2>/dev/null || {
    echo "bench: $benchmark is left out: it needs PySpark, which make test-spark installs" >&2
    continue
  }
  .venv/bin/python "$benchmark" | tee -a /dev/stderr | sed -n '/^|/p' >>"$results" || failed=1
done

if [ "${1:-}" = --publish ]; then
  .venv/bin/python bench/summary.py "$results" docs/benchmarks.svg >build/bench-summary.md
  sed -i -e "/^<!-- summary -->/,/^<!-- end of summary -->/{//!d}" -e "/^<!-- summary -->/r build/bench-summary.md" \
    -e "/^<!-- results -->/,/^<!-- end -->/{//!d}" -e "/^<!-- results -->/r $results" docs/benchmarks.md
fi
exit "$failed"
