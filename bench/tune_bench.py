"""Tuning: all candidates from one stream of contexts against a training of its own for each.

    tune_bench.py [VECTORS [CORPUS]]

The same models, rates and epochs on both sides, as the paper has them; one definition is all the
development data, so that training is what is timed.
Processes are timed whole.
"""

import data
import measure
from measure import PROGRAM, SCRATCH, Run, Runs, run

MODELS = ["gated", "single", "context", "form"]
RATES = [0.1, 0.01, 0.001]
EPOCHS = 5


def write_words(corpus, path):
    """Development data, which tuning needs: one definition."""
    with open(corpus, encoding="utf-8", errors="replace") as source:
        words = next(line.split() for line in source if len(line.split()) > 20)
    path.write_text(f"the\t{' '.join(words[:20])}\n", encoding="utf-8")


def main():
    SCRATCH.mkdir(parents=True, exist_ok=True)
    text = data.text_vectors()
    vectors = data.converted("tune-vectors.safetensors")
    corpus = data.corpus(text)
    contexts, model, dev = SCRATCH / "tune.ctx", SCRATCH / "tune.oovec", SCRATCH / "tune.txt"
    run([PROGRAM, "index", "--vectors", vectors, "--corpus", corpus, "-o", contexts])
    write_words(corpus, dev)
    common = ["--vectors", vectors, "--contexts", contexts, "-o", model, "--preset", "paper",
              "--epochs", EPOCHS, "--dev", dev]

    together = run([PROGRAM, "tune", *common, "--models", ",".join(MODELS),
                    "--learning-rates", ",".join(map(str, RATES))])
    alone = [run([PROGRAM, "train", *common, "--model", name, "--learning-rate", rate])
             for name in MODELS for rate in RATES]
    total = Run(sum(one.wall for one in alone), sum(one.cpu for one in alone))
    measure.report_ratio(f"tune, {len(alone)} candidates, {EPOCHS} epochs", Runs([together]),
                         "a training for each", Runs([total]))
    for path in (vectors, contexts, model, dev):
        path.unlink()
    measure.finish()


main()
