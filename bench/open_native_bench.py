"""Opening a native file and looking one word up, for files of 10^4, 10^5 and 10^6 words; and starting the program.

A whole process is timed, `oovec vectors get FILE WORD`: warm, and cold, with the file, the program
and its libraries dropped from the page cache (of the libraries, what no other process uses).
"""

import os
import subprocess

import data
import measure
from measure import PROGRAM, SCRATCH, run

DIMENSION = 100
LIMIT = 0.030  # seconds
START_LIMIT = 0.006


def drop_from_cache(path):
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def cached_bytes(path):
    answer = subprocess.run(["fincore", "--bytes", "--noheadings", "--output", "RES", path],
                            check=True, stdout=subprocess.PIPE, text=True).stdout
    return int(answer)


def program_files():
    """The program and its shared libraries."""
    linked = subprocess.run(["ldd", PROGRAM], check=True, stdout=subprocess.PIPE, text=True).stdout
    libraries = [line.split(" => ")[1].split(" ")[0] for line in linked.splitlines() if "=>" in line]
    return [PROGRAM, *libraries]


def make_native(rows):
    SCRATCH.mkdir(parents=True, exist_ok=True)
    binary, native = SCRATCH / "native.bin", SCRATCH / f"native-{rows}.safetensors"
    word = data.write_word2vec_binary(binary, rows, DIMENSION)
    data.convert(binary, native)
    binary.unlink()
    return native, word


def main():
    files = {rows: make_native(rows) for rows in (10_000, 100_000, 1_000_000)}
    to_drop = program_files()

    def get(rows, cold):
        native, word = files[rows]
        if cold:
            for path in [*to_drop, native]:
                drop_from_cache(path)
            if left := cached_bytes(native):
                print(f"not entirely cold: {left} bytes of {native.name} stay in the page cache")
        return run([PROGRAM, "vectors", "get", native, word])

    sides = [(rows, cold) for rows in files for cold in (False, True)]
    results = measure.take_turns(15, *(lambda side=side: get(*side) for side in sides))
    for (rows, cold), runs in zip(sides, results, strict=True):
        size = files[rows][0].stat().st_size
        measure.report(f"open native and look up a word, {'cold' if cold else 'warm'}", runs,
                       f"{rows:,} words, {size / 1e6:.0f} MB", "", "< 30 ms", runs.median() < LIMIT)
    starts, = measure.take_turns(30, lambda: run([PROGRAM, "--version"]))
    measure.report("start the program and end it, warm", starts, "oovec --version", "", "≤ 6 ms",
                   starts.median() <= START_LIMIT)
    for native, _ in files.values():
        native.unlink()
    measure.finish()


main()
