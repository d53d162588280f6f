"""Training: oovec against a plain PyTorch implementation, and against what memory allows.

    train_bench.py [VECTORS [CORPUS]]

Both sides train the gated model as the paper has it on the same words, with contexts drawn anew
from the same index. Rates are those of the training loop alone: reading, collecting n-grams, adding up
sentences and writing the model are left out on both sides. PyTorch comes with Debian's Python, and so does what
runs it. Its OpenMP threads are told not to spin while they wait, without which it is many times
slower on a busy machine; on an idle one OMP_WAIT_POLICY=active is what is best for it.
"""

import json
import os
import statistics
import subprocess

import data
import measure
from measure import PROGRAM, ROOT, SCRATCH, Rates, Run

REPEATS = 3
EPOCHS = 5
MEMORY = 2500  # MB
LIMIT_SHARE = 0.75  # of the rate of reading the vectors, on one thread


class Oovec:
    """Runs of `oovec train`."""

    def __init__(self, vectors, contexts):
        self.model = SCRATCH / "bench.oovec"
        self.command = [PROGRAM, "train", "--vectors", vectors, "--contexts", contexts, "-o",
                        self.model, "--model", "gated", "--preset", "paper", "--calibration", "0",
                        "--json"]
        self.summary = None  # of the last run
        self.peak = 0

    def process(self, threads, epochs):
        printed = SCRATCH / "train.json"
        with open(printed, "wb") as output:
            run = measure.run([*self.command, "--threads", threads, "--epochs", epochs],
                              output=output)
        self.summary = json.loads(printed.read_text())
        self.peak = max(self.peak, run.peak)
        return run

    def epoch(self, threads):
        """What one epoch takes: of the processor, what a run with more epochs takes more."""
        short, long = self.process(threads, 1), self.process(threads, EPOCHS)
        return Run(self.instances() / self.summary["instances_per_second"],
                   (long.cpu - short.cpu) / (EPOCHS - 1))

    def instances(self):
        return self.summary["instances_per_epoch"]


class Torch:
    """Runs of bench/peers/torch_train.py."""

    def __init__(self, vectors, contexts):
        self.command = ["/usr/bin/python3", measure.PEERS / "torch_train.py", vectors, contexts]

    def epoch(self, threads, *options):
        # The only product of matrices is too small to gain from threads of its own.
        environment = {"OMP_WAIT_POLICY": "passive", "OPENBLAS_NUM_THREADS": "1", **os.environ}
        answer = subprocess.run([*self.command, "--threads", str(threads), *options], check=True,
                                stdout=subprocess.PIPE, env=environment)
        return json.loads(answer.stdout)


def run_of(seconds):
    return Run(seconds["wall"], seconds["cpu"])


def report_against_torch(ours, torch, threads):
    """Returns our rates."""
    our_runs, plain, whole, steps = (Rates(ours.instances(), "instances") for _ in range(4))
    for _ in range(REPEATS):
        our_runs.append(ours.epoch(threads))
        theirs = torch.epoch(threads)
        plain.append(run_of(theirs["plain"]))
        whole.append(run_of(theirs["whole"]))
        steps.append(run_of(theirs["steps"]))
    what = f"train, {threads} thread(s)"
    measure.report_ratio(what, our_runs, "PyTorch, plain", plain, at_least=15)
    measure.report_ratio(what, our_runs, "PyTorch, batches by NumPy", whole)
    measure.report_ratio(what, our_runs, "PyTorch, batches made before", steps)
    return our_runs


def report_against_memory(vectors, contexts, rates):
    """How near training comes to the pace of reading the vectors of all context words."""
    program = subprocess.Popen([ROOT / "build/bench/bench_gather", vectors, contexts], text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for threads, ours in rates.items():
        gather, stream = (Rates(ours.count, ours.things) for _ in range(2))
        for _ in range(REPEATS):
            print(threads, file=program.stdin, flush=True)
            answer = json.loads(program.stdout.readline())
            gather.append(run_of(answer["gather"]))
            stream.append(run_of(answer["stream"]))
        speed = [answer["bytes"] / runs.median() / 1e9 for runs in (gather, stream)]
        measure.report(f"train, {threads} thread(s)", ours,
                       f"read the vectors of all context words and add them up: {gather}, "
                       f"{speed[0]:.1f} GB/s; as many in the order of memory: {speed[1]:.1f} GB/s",
                       f"{ours.rate() / gather.rate():.0%} of the limit "
                       f"(processor {ours.rate('cpu') / gather.rate('cpu'):.0%})",
                       f"≥ {LIMIT_SHARE:.0%} of processor" if threads == 1 else "",
                       threads != 1 or ours.rate("cpu") >= LIMIT_SHARE * gather.rate("cpu"))
    program.stdin.close()
    program.wait()


def report_against_dense(rates, summary, torch):
    """PyTorch with the paper's Adam, which is also ours: both sides must learn the same."""
    theirs = torch.epoch(1, "--dense")
    their_rates = Rates(theirs["instances"], "instances")
    their_rates.append(run_of(theirs["whole"]))
    measure.report_ratio("train, 1 thread(s)", rates, "PyTorch, dense Adam", their_rates)

    loss, their_loss = summary["epochs"][0]["loss"], theirs["whole"]["loss"]
    counts = [summary["instances_per_epoch"], summary["ngrams"]]
    same = counts == [theirs["instances"], theirs["ngrams"]]
    measure.report(f"mean loss in an epoch of {counts[0]:,} instances, {counts[1]:,} n-grams",
                   f"{loss:.3f}", f"PyTorch, dense Adam: {their_loss:.3f}", "", "within 1%",
                   same and abs(loss - their_loss) <= 0.01 * their_loss)


def report_adam():
    """Microseconds of a step for tables of growing size."""
    program = ROOT / "build/bench/bench_adam"
    answers = [subprocess.run([program, "10000", "100000", "1000000"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.splitlines() for _ in range(REPEATS)]
    for lines in zip(*answers, strict=True):
        runs = [json.loads(line) for line in lines]
        zipf, equal, dense = (statistics.median(run[name] for run in runs)
                              for name in ("zipf", "equal", "dense"))
        measure.report(f"a step of Adam, {runs[0]['rows']:,} n-grams",
                       f"processor {zipf:.0f} µs; all n-grams equally likely: {equal:.0f} µs",
                       f"dense: {dense:,.0f} µs", f"{dense / zipf:.0f}×")


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    text = data.text_vectors()
    vectors = data.converted("train-vectors.safetensors")
    corpus = data.corpus(text)
    contexts = SCRATCH / "train.ctx"
    measure.run([PROGRAM, "index", "--vectors", vectors, "--corpus", corpus, "-o", contexts])
    print(f"{corpus.name}, {text.name}")

    ours, torch = Oovec(vectors, contexts), Torch(vectors, contexts)
    ours.process(2, 1)  # from here on the files are in the page cache
    rates = {threads: report_against_torch(ours, torch, threads) for threads in (1, 2)}
    report_against_dense(rates[1], ours.summary, torch)
    measure.report(f"train {EPOCHS} epochs, peak memory", f"{ours.peak / 1e6:.0f} MB", "", "",
                   f"< {MEMORY} MB", ours.peak < MEMORY * 1e6)
    report_against_memory(vectors, contexts, rates)
    report_adam()
    for path in (vectors, contexts, ours.model, SCRATCH / "train.json"):
        path.unlink()
    measure.finish()


main()
