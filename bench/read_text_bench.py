"""Reading GloVe text: oovec against gensim, and against what the machine could do at most.

    read_text_bench.py [FILE]

oovec is timed as a whole process, `oovec vectors info FILE`; of gensim only the call that loads.
"""

import data
import measure
from measure import PROGRAM, run, take_turns


def main():
    path = data.text_vectors()
    rows, dimension = data.shape(path)
    matrix = rows * dimension * 4
    print(f"{path.name}: {rows:,} × {dimension}, {path.stat().st_size / 1e6:.0f} MB")

    def info(threads):
        return run([PROGRAM, "vectors", "info", path, "--threads", threads])

    info(2)  # from here on the file is in the page cache
    one, two, gensim = take_turns(
        3, lambda: info(1), lambda: info(2),
        lambda: measure.run_peer("gensim_vectors.py", "read-text", path))
    measure.report_ratio("read text, 1 thread", one, "gensim", gensim, at_least=15)
    measure.report_ratio("read text, 2 threads", two, "gensim", gensim)

    peak = two.median("peak")
    measure.report("read text, peak memory", f"{peak / 1e6:.1f} MB",
                   f"the matrix: {matrix / 1e6:.1f} MB", f"{peak / matrix:.2f}×", "≤ 1.3×",
                   peak <= 1.3 * matrix)
    report_limits(path, lambda: info(1), matrix)
    measure.finish()


def report_limits(path, ours, matrix):
    import numpy as np  # only now: its memory would count as oovec's

    source, target = np.ones((2, matrix), np.uint8)
    one, cat, lines, copy = take_turns(
        5, ours, lambda: run(["cat", path]), lambda: run(["wc", "-l", path]),
        lambda: measure.timed(lambda: np.copyto(target, source)))
    measure.report_limit("read text, 1 thread", one, "read only (cat)", cat)
    measure.report_limit("read text, 1 thread", one, "read, find line ends (wc -l)", lines)
    measure.report_limit("read text, 1 thread", one, "copy the matrix", copy)


main()
