#!/usr/bin/env bash
# Runs every fuzz target of build-fuzz for the given number of seconds, as many at once as there are
# cores. The seeds in fuzz/seeds/NAME are only read: what a run finds is kept in build-fuzz, in
# corpus/NAME the inputs that reach new code, in crashes/ those that fail.
#
#   scripts/fuzz.sh 20
set -euo pipefail
cd "$(dirname "$0")/.."

fuzz() {
  local seconds=$1 program=$2
  local name=${program##*/}
  name=${name%_fuzzer}
  local log=build-fuzz/logs/$name.log
  local folders=("build-fuzz/corpus/$name")
  if [ -d "fuzz/seeds/$name" ]; then folders+=("fuzz/seeds/$name"); fi
  mkdir -p build-fuzz/logs build-fuzz/crashes "build-fuzz/corpus/$name"

  local limits=(-malloc_limit_mb=256)
  # A zstd frame may ask for a window of 2 GiB, which is reserved at once but hardly ever touched.
  if [ "$name" = input ]; then limits=(-malloc_limit_mb=3000); fi
  # Its inputs say what to change in a file: a few bytes per change. Each runs much code, whose coverage takes
  # longer to keep account of than it helps.
  if [ "$name" = resigned ]; then limits+=(-max_len=64 -len_control=0 -entropic=0 -use_counters=0); fi
  if "$program" -max_total_time="$seconds" -timeout=10 -print_funcs=0 -rss_limit_mb=2048 "${limits[@]}" \
    -print_final_stats=1 -artifact_prefix="build-fuzz/crashes/$name-" "${folders[@]}" >"$log" 2>&1; then
    local least
    least=$(sed -n 's/^stat::least_cases_of_a_kind: */, at least /p' "$log")
    echo "ok    $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs$least"
  else
    tail -n 60 "$log"
    echo "FAIL  $name"
    return 1
  fi
}
export -f fuzz

# Without llvm-symbolizer, binutils tells the lines of a stack trace. Freed memory is used again soon, since
# fresh pages cost more than most inputs do.
export ASAN_OPTIONS=allow_addr2line=1:quarantine_size_mb=8 UBSAN_OPTIONS=print_stacktrace=1

mapfile -t programs < <(find build-fuzz/fuzz -maxdepth 1 -name '*_fuzzer' -type f | sort)
if [ "${#programs[@]}" -eq 0 ]; then
  echo "fuzz: build-fuzz/fuzz holds no fuzz target" >&2
  exit 1
fi
printf '%s\0' "${programs[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'fuzz "$@"' fuzz "$1"
