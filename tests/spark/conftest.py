"""A small cluster, and texts whose index one machine makes by the program `oovec`."""

import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

os.environ["PYSPARK_PYTHON"] = sys.executable  # of the executors, too
pyspark = pytest.importorskip("pyspark", reason="make test-spark installs PySpark")

from pyspark.sql import SparkSession  # noqa: E402

PROGRAM = os.environ["OOVEC_PROGRAM"]
BUILD = Path(os.environ["OOVEC_BUILD_DIR"])

# Two executors, each a process of its own with one core.
CLUSTER = {
    "spark.master": "local-cluster[2,1,1024]",
    "spark.ui.showConsoleProgress": "false",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"],
    "spark.executor.heartbeatInterval": "2s",
    "spark.python.task.killTimeout": "1s",
}
QUICK_SPECULATION = {
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.multiplier": "1.1",
    "spark.speculation.quantile": "0.25",
    "spark.speculation.minTaskRuntime": "0ms",
}

running = {}  # the settings of the session, if there is one


def session_with(settings, folder):
    """The session of these settings. There is one at a time, so tests of the same settings stand together."""
    if running.get("settings") == settings:
        return running["session"]
    stop_session()
    builder = SparkSession.builder.appName("tests")
    for name, value in {**CLUSTER, **settings, "spark.local.dir": str(folder)}.items():
        builder = builder.config(name, value)
    os.environ["SPARK_WORKER_DIR"] = str(folder)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    running.update(settings=settings, session=session)
    return session


def stop_session():
    if running:
        running["session"].stop()
        running.clear()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    yield tmp_path_factory.mktemp("spark")
    stop_session()


@pytest.fixture(scope="module")
def spark(folder):
    return session_with({}, folder)


@pytest.fixture(scope="module")
def speculating(folder):
    """Spark never runs a copy of a task on the host that runs the task, so this cluster has an executor on each of two
    loopback addresses."""
    started = []

    def start(kind, *arguments):
        command = [Path(pyspark.__path__[0], "bin", "spark-class"), f"org.apache.spark.deploy.{kind.lower()}.{kind}",
                   "--port", "0", "--webui-port", "0", *arguments]
        log = folder / f"{kind}-{len(started)}.log"
        with open(log, "w") as file:
            started.append(subprocess.Popen(command, stdout=file, stderr=file))
        return log

    try:
        log = start("Master", "--host", "127.0.0.1")
        master = wait_for(log, r"Starting Spark master at (spark://\S+)")[1]
        for host in ("127.0.0.1", "127.0.0.2"):
            start("Worker", "--host", host, "--cores", "1", "--memory", "1g", "--work-dir", folder, master)
        yield session_with({**QUICK_SPECULATION, "spark.master": master, "spark.driver.host": "127.0.0.1"}, folder)
        stop_session()
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


def made_up_text(lines=1500):
    """Lines that have all that indexes make a difference of: frequent words and rare ones, words without a vector,
    capitals, parts between hyphens, words of several tokens, repetitions, empty lines."""
    chance = random.Random(1)
    words = [f"w{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(300)]
    others = ["nova", "qux", "ice cream", "new york", "Wba", "WCA", "wda-wea", "naïve", "日本", "3.14", "don't"]
    text = []
    for _ in range(lines):
        picked = [words[min(int(chance.expovariate(0.02)), 299)] for _ in range(chance.randrange(3, 15))]
        picked += [chance.choice([*others, f"zed{chance.randrange(400)}"]) for _ in range(2)]
        chance.shuffle(picked)
        text.append(" ".join(picked) + chance.choice([".", "!", "", ". And so on."]))
    text += text[:100] * 3 + [""] * 20
    chance.shuffle(text)
    return words, text


@pytest.fixture(scope="session")
def place(tmp_path_factory):
    """A folder with vectors.txt, and text.txt of many lines."""
    folder = tmp_path_factory.mktemp("place")
    words, text = made_up_text()
    numbers = np.random.default_rng(1).standard_normal((len(words) + 1, 4)).round(3)
    rows = [" ".join([word, *map(str, row)]) for word, row in zip([*words, "ice_cream"], numbers, strict=True)]
    (folder / "vectors.txt").write_text("\n".join(rows) + "\n")
    (folder / "text.txt").write_text("\n".join(text) + "\n")
    return folder


@pytest.fixture(scope="session")
def models(tmp_path_factory):
    """A folder with small models, and the vectors they were trained with."""
    folder = tmp_path_factory.mktemp("models")
    subprocess.run([BUILD / "tests" / "write_models", folder], check=True)
    return folder


def oovec_program(*arguments):
    """Runs the program; returns what it prints."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def index_on_one_machine(place, text, output, *options):
    """The bytes of the index that the program makes."""
    oovec_program("index", "--vectors", place / "vectors.txt", "--corpus", text, "-o", output, *options)
    return output.read_bytes()


def rows_of(spark, texts, partitions=1, seed=1):
    """A DataFrame of the texts, shuffled, in so many partitions."""
    texts = list(texts)
    random.Random(seed).shuffle(texts)
    frame = spark.createDataFrame([(text,) for text in texts], "text string")
    return frame.coalesce(1) if partitions == 1 else frame.repartition(partitions)


def attempts_logged_to(folder, slow):
    """What lies below a task: notes in a folder when each partition is computed for the first time, the second and so
    on, with the processes of executor and worker, and lets `slow(partition, time, batches)` pass the texts on."""
    def pass_on(batches):
        from pyspark import TaskContext

        partition = TaskContext.get().partitionId()
        # The numbers of attempts begin anew when Spark repeats a stage; these do not.
        times = len(list(folder.glob(f"{partition}-*.began")))
        name = f"{partition}-{times}"
        with open(f"/proc/{os.getppid()}/stat") as stat:  # of the daemon that forks workers; the executor is above it
            executor = stat.read().rpartition(")")[2].split()[1]
        (folder / f"{name}.tmp").write_text(f"{executor} {os.getpid()}")
        (folder / f"{name}.tmp").rename(folder / f"{name}.began")
        yield from slow(partition, times, batches)
        (folder / f"{name}.ended").touch()
    return pass_on


def wait_for(file, pattern=".*"):
    """Waits until the file is there and has what the pattern matches; returns the match."""
    for _ in range(9000):
        if file.exists() and (match := re.search(pattern, file.read_text())):
            return match
        time.sleep(0.1)
    raise AssertionError(f"{file} does not exist or has no {pattern}")
