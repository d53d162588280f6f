"""Reading word2vec binary: oovec against gensim, and against what the machine could do at most.

    read_binary_bench.py [FILE]

FILE is GloVe text, converted first. oovec is timed as a whole process, `oovec vectors info`; of
gensim only the call that loads.
"""

import numpy as np

import data
import measure
from measure import PROGRAM, run, take_turns

LIMIT_SHARE = 0.20  # of our time, for reading the file by cat


def main():
    path = data.converted("vectors.bin")
    size = path.stat().st_size

    def info():
        return run([PROGRAM, "vectors", "info", path])

    ours, gensim = take_turns(
        5, info, lambda: measure.run_peer("gensim_vectors.py", "read-binary", path))
    measure.report_ratio("read word2vec binary", ours, "gensim", gensim, at_least=5)

    source, target = np.ones((2, size), np.uint8)
    ours, cat, copy = take_turns(
        5, info, lambda: run(["cat", path]),
        lambda: measure.timed(lambda: np.copyto(target, source)))
    measure.report_limit("read word2vec binary", ours, "read only (cat)", cat, at_least=LIMIT_SHARE)
    measure.report_limit("read word2vec binary", ours, "copy the file's bytes", copy)
    path.unlink()
    measure.finish()


main()
