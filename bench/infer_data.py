"""Models and requests for the benchmarks of inference: infer_bench.py and server_bench.py."""

from measure import PROGRAM, SCRATCH, run

WORDS = 20  # of a context


def train(vectors, corpus):
    """A gated model, which bench/peers/numpy_infer.py can read, after one epoch, and the default one."""
    contexts = SCRATCH / "infer.ctx"
    gated, default = SCRATCH / "infer.oovec", SCRATCH / "infer-default.oovec"
    run([PROGRAM, "index", "--vectors", vectors, "--corpus", corpus, "-o", contexts])
    data = ["--vectors", vectors, "--contexts", contexts]
    run([PROGRAM, "train", *data, "--model", "gated", "--epochs", 1, "-o", gated])
    run([PROGRAM, "train", *data, "-o", default])
    contexts.unlink()
    return gated, default


def write_lines(corpus, path, most):
    """A word and a context of WORDS words on each line; returns how many there are."""
    count = 0
    with open(corpus, encoding="utf-8", errors="replace") as source, \
            open(path, "w", encoding="utf-8") as target:
        for paragraph in source:
            words = paragraph.split()
            for begin in range(0, len(words) - WORDS + 1, WORDS):
                context = words[begin:begin + WORDS]
                if not " ".join(context).isascii():
                    continue  # some have no word that is known
                target.write(f"{max(context, key=len)}\t{' '.join(context)}\n")
                count += 1
                if count == most:
                    return count
    return count
