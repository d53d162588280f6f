"""Indexing on Spark: processor time of all tasks against `oovec index` on the same text, and where the rest goes.

    spark_bench.py [VECTORS [CORPUS]]

CORPUS is text as data.py has it. The cluster is local: a driver and two executors with a core each.
Processor time is that of whole processes while oovec.spark.index() runs, so Java's compiler and
garbage collection count, but not their start: a small text is indexed first. PySpark must be
installed; make test-spark does that.
"""

import importlib.util
import os
import pathlib
import sys
import time

import data
import measure
from measure import PROGRAM, ROOT, Run, run

PACKAGE = str(ROOT / "build/python")
sys.path.insert(0, PACKAGE)
TICK = os.sysconf("SC_CLK_TCK")
MB = 1_000_000


def processes():
    """Per process: its parent, its processor time in seconds with that of children that have ended, and what it is."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_text()
        except OSError:  # it has ended
            continue
        found[int(folder.name)] = (int(fields[1]), sum(map(int, fields[11:15])) / TICK, command)
    return found


def processor_time():
    """Of this process and all below it, by what they are."""
    found = processes()
    times = dict.fromkeys(["driver", "driver JVM", "executor JVM", "Python of tasks"], 0.0)

    def add(process):
        _, used, command = found[process]
        if "CoarseGrainedExecutorBackend" in command:
            kind = "executor JVM"
        elif "java" in command:
            kind = "driver JVM"
        elif "daemon" in command:
            kind = "Python of tasks"
        else:
            kind = "driver"
        times[kind] += used
        for child, (parent, _, _) in found.items():
            if parent == process:
                add(child)

    add(os.getpid())
    return times


def peak_memory():
    """The largest peak of a process of Python that runs tasks, in bytes."""
    peaks = [0]
    for process, (_, _, command) in processes().items():
        if "daemon" not in command:
            continue
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                peaks.append(int(line.split()[1]) * 1024)
    return max(peaks)


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


def bytes_shuffled(session):
    """By all stages so far."""
    context = session.sparkContext
    quantiles = context._gateway.new_array(context._jvm.double, 0)
    store, none = context._jsc.sc().statusStore(), context._jvm.java.util.ArrayList()
    stages = store.stageList(None, False, False, quantiles, none)
    return sum(stages.apply(i).shuffleWriteBytes() for i in range(stages.size()))


def index_on_spark(session, vectors, corpus, out, partition_bytes):
    import oovec.spark

    session.conf.set("spark.sql.files.maxPartitionBytes", str(partition_bytes))
    frame = session.read.option("lineSep", "\n").text(str(corpus))
    before, shuffled, start = processor_time(), bytes_shuffled(session), time.perf_counter()
    oovec.spark.index(frame, "value", vectors, out)
    wall = time.perf_counter() - start
    after = processor_time()
    used = {kind: after[kind] - before[kind] for kind in after}
    return wall, used, bytes_shuffled(session) - shuffled, frame.rdd.getNumPartitions()


def report(name, one, wall, used, shuffled, partitions, has_bar):
    tasks = used["executor JVM"] + used["Python of tasks"]
    ratio, whole = tasks / one.cpu, sum(used.values()) / one.cpu
    measure.report(f"{name}, {partitions} partitions: tasks on Spark", str(measure.Runs([Run(wall, tasks)])),
                   f"oovec index: {measure.Runs([one])}", f"processor {ratio:.2f}×, with the driver {whole:.2f}×",
                   "≤ 1.5×" if has_bar else "", ratio <= 1.5)
    print(f"  {', '.join(f'{kind} {value:.1f} s' for kind, value in used.items())}; {shuffled / MB:.0f} MB shuffled; "
          f"a process of Python had up to {peak_memory() / MB:.0f} MB")


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
            report(f"index {corpus.stat().st_size / MB:.0f} MB", one, *figures, partition_bytes == 128 << 20)
    finally:
        session.stop()
    measure.finish()


if __name__ == "__main__":
    main()
