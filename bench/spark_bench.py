"""Indexing on Spark: processor time of all tasks against `oovec index` on the same text, and where the rest goes.

    spark_bench.py [VECTORS [CORPUS]]

CORPUS is text as data.py has it. The cluster is local: a driver and two executors with a core each.
Processor time of tasks is what Spark counts of their threads in Java, and that of the processes of
Python that run them. Beside it stands that of all processes, with Java's compiler and garbage
collection, and with the driver; not their start: a small text is indexed first. PySpark must be
installed; make test-spark does that.
"""

import importlib.util
import os
import pathlib
import re
import sys
import threading
import time

import data
import measure
from measure import PROGRAM, ROOT, Run, run

PACKAGE = str(ROOT / "build/python")
sys.path.insert(0, PACKAGE)
TICK = os.sysconf("SC_CLK_TCK")
MB = 1_000_000


KINDS = {"CoarseGrainedExecutorBackend": "executor JVM", "pyspark.daemon": "Python of tasks", "java": "driver JVM"}


class Watch:
    """Looks twice a second at this process and all below it, and knows the processor time of each, also of those that
    have ended since."""

    def __init__(self):
        self.begun, self.used, self.kinds, self.peaks = {}, {}, {}, {}
        self._look(self.begun)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        while not self._ended.wait(0.5):
            self._look(self.used)

    def _look(self, times):
        parents = {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                command = (folder / "cmdline").read_text()
                memory = re.search(r"VmHWM:\s*(\d+)", (folder / "status").read_text())
            except OSError:  # it has ended
                continue
            parents[int(folder.name)] = (int(fields[1]), sum(map(int, fields[11:13])) / TICK, command, memory)
        below = [os.getpid()]
        for process in below:  # grows meanwhile
            below += [child for child, (parent, *_) in parents.items() if parent == process]
            _, used, command, memory = parents[process]
            times[process] = used
            self.kinds[process] = next((kind for mark, kind in KINDS.items() if mark in command), "driver")
            self.peaks[process] = int(memory.group(1)) * 1024 if memory else 0

    def end(self):
        """Seconds of processor time by kind of process, and the largest peak of a process of Python in bytes."""
        self._ended.set()
        self._thread.join()
        self._look(self.used)
        sums = dict.fromkeys([*KINDS.values(), "driver"], 0.0)
        for process, used in self.used.items():
            sums[self.kinds[process]] += used - self.begun.get(process, 0.0)
        return sums, max((peak for process, peak in self.peaks.items()
                          if self.kinds[process] == "Python of tasks"), default=0)


def make_session(settings):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("bench")
    fixed = {"spark.executorEnv.PYTHONPATH": PACKAGE, "spark.ui.showConsoleProgress": "false",
             "spark.local.dir": str(measure.SCRATCH), "spark.worker.dir": str(measure.SCRATCH)}
    for name, value in {**fixed, **settings}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def stage_figures(session):
    """Of all stages so far: seconds of processor time of task threads in Java, and bytes shuffled."""
    context = session.sparkContext
    quantiles = context._gateway.new_array(context._jvm.double, 0)
    store, none = context._jsc.sc().statusStore(), context._jvm.java.util.ArrayList()
    stages = store.stageList(None, False, False, quantiles, none)
    found = [stages.apply(i) for i in range(stages.size())]
    return sum(stage.executorCpuTime() for stage in found) / 1e9, sum(stage.shuffleWriteBytes() for stage in found)


def index_on_spark(session, vectors, corpus, out, partition_bytes):
    import oovec.spark

    session.conf.set("spark.sql.files.maxPartitionBytes", str(partition_bytes))
    frame = session.read.option("lineSep", "\n").text(str(corpus))
    before, start, watch = stage_figures(session), time.perf_counter(), Watch()
    oovec.spark.index(frame, "value", vectors, out)
    wall = time.perf_counter() - start
    used, peak = watch.end()
    java, shuffled = (after - first for after, first in zip(stage_figures(session), before, strict=True))
    return wall, used, peak, java, shuffled, frame.rdd.getNumPartitions()


def report(name, one, figures, has_bar):
    wall, used, peak, java, shuffled, partitions = figures
    tasks = java + used["Python of tasks"]
    ratio, whole = tasks / one.cpu, sum(used.values()) / one.cpu
    measure.report(f"{name}, {partitions} partitions: tasks on Spark", str(measure.Runs([Run(wall, tasks)])),
                   f"oovec index: {measure.Runs([one])}", f"processor {ratio:.2f}×, all processes {whole:.2f}×",
                   "≤ 1.5×" if has_bar else "", ratio <= 1.5)
    print(f"  {', '.join(f'{kind} {value:.1f} s' for kind, value in used.items())}; of the executors' JVMs "
          f"{java:.1f} s in tasks; {shuffled / MB:.0f} MB shuffled; a process of Python had up to {peak / MB:.0f} MB")


def main():
    if importlib.util.find_spec("pyspark") is None:
        sys.exit("spark_bench.py needs PySpark: make test-spark installs it")
    vectors = data.converted("vectors.safetensors")
    corpus = data.corpus(vectors)
    measure.SCRATCH.mkdir(parents=True, exist_ok=True)
    out, other = measure.SCRATCH / "one.ctx", measure.SCRATCH / "spark.ctx"
    session = make_session({})
    try:
        index_on_spark(session, vectors, data.first_megabytes(corpus, 5), other, 2 << 20)
        one = run([PROGRAM, "index", "--vectors", vectors, "--corpus", corpus, "-o", out, "--threads", 2])
        for partition_bytes in (128 << 20, 32 << 20):
            figures = index_on_spark(session, vectors, corpus, other, partition_bytes)
            if out.read_bytes() != other.read_bytes():
                sys.exit("the index of Spark has other bytes")
            report(f"index {corpus.stat().st_size / MB:.0f} MB", one, figures, partition_bytes == 128 << 20)
    finally:
        session.stop()
    measure.finish()


if __name__ == "__main__":
    main()
