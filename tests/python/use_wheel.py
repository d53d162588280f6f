"""Uses an installed package from end to end: vectors, an index, a model, a vector for a new word."""

import sys
import warnings

import numpy as np

import oovec

warnings.filterwarnings("ignore", "only 5 words have contexts")
words = ["the", "pear", "apple", "sweet", "is"]
vectors = oovec.Embeddings(words, np.eye(5))
oovec.index(["the pear is sweet", "the apple is sweet"] * 50, vectors, "fruit.ctx")
result = oovec.train(vectors, "fruit.ctx", "words.oovec", min_count=1, ngram_words=1)
inferred = result.model.infer("pears", "the pears").vector
assert np.isfinite(inferred).all()
print(oovec.__version__, inferred.shape, f"Python {sys.version_info[0]}.{sys.version_info[1]}")
