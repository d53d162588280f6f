"""What the benchmarks share: where things are, how processes are timed, how results are printed.

Timing is for noisy machines: the sides take turns, medians are compared, and the processor time
stands next to the time on the clock. A result is one row of a Markdown table, which is all that
scripts/bench.sh collects; everything else a benchmark prints is for whoever watches.
"""

import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("OOVEC_PROGRAM", str(ROOT / "build/oovec"))
SCRATCH = ROOT / "build/bench-data"  # what benchmarks make to read; can be deleted at any time
PEERS = ROOT / "bench/peers"

MISSED = 3  # the exit code of a benchmark that has run, but missed a threshold
missed = []  # the thresholds that were not met


@dataclasses.dataclass
class Run:
    wall: float  # seconds
    cpu: float  # seconds of all threads, user and system
    peak: int = 0  # bytes of resident memory


class Runs(list):
    """Runs of one thing, and how they are shown."""

    def median(self, field="wall"):
        return statistics.median(getattr(run, field) for run in self)

    def __str__(self):
        return f"{spread([run.wall for run in self])}, processor {seconds(self.median('cpu'))}"


class Rates(Runs):
    """Runs of so many things each, shown by what they come to in a second."""

    def __init__(self, count, things, runs=()):
        super().__init__(runs)
        self.count = count
        self.things = things

    def rate(self, field="wall"):
        return self.count / self.median(field)

    def __str__(self):
        rates = [self.count / run.wall for run in self]
        return (f"{self.rate():,.0f} {self.things}/s ({min(rates):,.0f} to {max(rates):,.0f}), "
                f"{self.rate('cpu'):,.0f} per second of processor")


def seconds(value):
    return f"{value:.2f} s" if value >= 0.9995 else f"{value * 1000:.3g} ms"


def spread(times):
    """The median and, in parentheses, the extremes."""
    return f"{seconds(statistics.median(times))} ({seconds(min(times))} to {seconds(max(times))})"


def run(command, stdin=None, output=subprocess.DEVNULL):
    """Runs a program to its end, output thrown away unless wanted; a failure ends the benchmark.

    The peak includes what this process held when it started the program: keep it small.
    """
    start = time.perf_counter()
    process = subprocess.Popen([str(part) for part in command], stdin=stdin, stdout=output)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"this failed: {' '.join(map(str, command))}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def run_peer(script, *arguments):
    """Runs a program of bench/peers, which times itself, without its imports, and prints JSON."""
    command = [sys.executable, str(PEERS / script), *map(str, arguments)]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return Run(**json.loads(answer))


def take_turns(repeats, *sides):
    """Calls every side, in turns, `repeats` times; returns the Runs of each."""
    results = [Runs() for _ in sides]
    for _ in range(repeats):
        for side, runs in zip(sides, results, strict=True):
            runs.append(side())
    return results


def timed(action):
    """Times an action of this process."""
    wall, cpu = time.perf_counter(), time.process_time()
    action()
    return Run(time.perf_counter() - wall, time.process_time() - cpu)


def report(what, ours, theirs, ratio, bar="", met=True):
    """Prints one row of the table of results."""
    if bar and not met:
        missed.append(what)
    verdict = ("met" if met else "**missed**") if bar else ""
    print(f"| {what} | {ours} | {theirs} | {ratio} | {bar} | {verdict} |", flush=True)


def report_ratio(what, ours, peer, theirs, at_least=None):
    """How many times faster our median is than theirs, and the same in processor time."""
    ratio = theirs.median() / ours.median()
    cpu = theirs.median("cpu") / ours.median("cpu")
    report(what, ours, f"{peer}: {theirs}", f"{ratio:.1f}× (processor {cpu:.1f}×)",
           f"≥ {at_least}×" if at_least else "", at_least is None or ratio >= at_least)


def report_limit(what, ours, limit, theirs, at_least=None):
    """What share of our processor time the limit would need, were it all there is to do."""
    share = theirs.median("cpu") / ours.median("cpu")
    report(what, ours, f"{limit}: {theirs}", f"limit is {share:.0%}",
           f"≥ {at_least:.0%}" if at_least else "", at_least is None or share >= at_least)


def finish():
    """Ends a benchmark; the exit code tells a missed threshold from a benchmark that failed."""
    for what in missed:
        print(f"threshold missed: {what}", file=sys.stderr)
    sys.exit(MISSED if missed else 0)
