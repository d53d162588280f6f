"""Writing word2vec text: oovec against gensim.

    convert_bench.py [FILE]

FILE is GloVe text. oovec is timed as a whole process, converting from its native format, which
opens in no time; of gensim only the call that saves.
"""

import data
import measure


def main():
    native = data.converted("vectors.safetensors")
    binary = data.converted("vectors.bin")
    out = measure.SCRATCH / "written.vec"
    ours, gensim = measure.take_turns(
        3, lambda: data.convert(native, out),
        lambda: measure.run_peer("gensim_vectors.py", "write-text", binary, out))
    measure.report_ratio("write text", ours, "gensim", gensim)
    for path in (native, binary, out):
        path.unlink()
    measure.finish()


main()
