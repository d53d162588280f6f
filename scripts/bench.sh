#!/usr/bin/env bash
# Runs every benchmark, bench/*_bench.py, against build/oovec, and collects the table of results in
# build/bench.md. Fails if a bar was missed, after all have run.
#
#   scripts/bench.sh [--publish]     # --publish also puts the table, its summary and the chart into docs, and the
#                                    # rows of the server into docs/server.md
#
# What is published comes from this one run, missed thresholds included; nothing is if a benchmark fails to run.
# OOVEC_BENCH_VECTORS names GloVe text to use instead of synthetic vectors.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset release -DOOVEC_BUILD_BENCHMARKS=ON -DOOVEC_BUILD_PYTHON=ON >/dev/null
cmake --build --preset release --target oovec_cli oovec_python oovec_python_files bench_adam bench_gather \
  bench_compare bench_infer_limit bench_neighbors bench_server_limit

results=build/bench.md
export OOVEC_PROGRAM=$PWD/build/oovec
vectors=${OOVEC_BENCH_VECTORS:-synthetic vectors}
missed=0 broken=0
{
  echo "$(date -u +%F), $(git describe --always --dirty), ${vectors##*/}, on $(nproc) cores of" \
    "$(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1), load $(cut -d' ' -f1 /proc/loadavg):"
  echo
  echo "| what | oovec | against | ratio | threshold | |"
  echo "|---|---|---|---|---|---|"
} | tee "$results"
for benchmark in bench/*_bench.py; do
  [[ $benchmark != */spark_bench.py ]] || .venv/bin/python -c 'import pyspark' 2>/dev/null || {
    echo "bench: $benchmark is left out: it needs PySpark, which make test-spark installs" >&2
    continue
  }
  status=0
  .venv/bin/python "$benchmark" | tee -a /dev/stderr | sed -n '/^|/p' >>"$results" || status=$?
  case $status in
    0) ;;
    3) missed=1 ;;  # as bench/measure.py has it
    *) broken=1 && echo "$benchmark failed" >&2 ;;
  esac
done

if [ "${1:-}" = --publish ]; then
  if [ "$broken" = 1 ]; then
    echo "scripts/bench.sh: nothing is published: a benchmark failed" >&2
    exit 1
  fi
  .venv/bin/python bench/summary.py "$results" docs/benchmarks.svg >build/bench-summary.md
  sed -i -e "/^<!-- summary -->/,/^<!-- end of summary -->/{//!d}" -e "/^<!-- summary -->/r build/bench-summary.md" \
    -e "/^<!-- results -->/,/^<!-- end -->/{//!d}" -e "/^<!-- results -->/r $results" docs/benchmarks.md
  sed -E '/^\|/!b; /^\| (what|server)|^\|---/!d' "$results" >build/bench-server.md
  sed -i -e "/^<!-- results -->/,/^<!-- end -->/{//!d}" -e "/^<!-- results -->/r build/bench-server.md" docs/server.md
fi
exit $((missed || broken))
