"""Reads damaged files by the Python package and by the C interface: only errors of theirs, or finite numbers.

    attack_bindings.py LIBOOVEC_C FILE…

Prints each file before it is read, so that the last line names the one that ended the process.
"""

import contextlib
import ctypes
import math
import sys
import warnings
from pathlib import Path

import numpy as np

import oovec

WORDS = ["lemon", "pomelo", ""]
CONTEXTS = ["the sour ___ grows", "a ripe tree"]


def require_finite(values):
    if not np.isfinite(np.asarray(values)).all():
        raise AssertionError("a number is not finite")


def use_vectors(path):
    vectors = oovec.Embeddings.load(path)
    require_finite(vectors.vectors)
    for word in WORDS:
        if word in vectors:
            require_finite(vectors[word])
            similar = [score for _, score in vectors.most_similar(word, topn=3)] if np.any(vectors[word]) else []
            require_finite(similar)


def use_index(path):
    index = oovec.ContextIndex(path)
    len(index)
    for word in WORDS:
        if word in index:
            index.contexts(word)


def use_model(path):
    model = oovec.Model.load(path)
    for word in WORDS[:2]:
        with contextlib.suppress(KeyError):  # nothing is known of the word
            require_finite(model.infer(word, CONTEXTS).vector)


def use_model_in_c(library, path):
    model, error = ctypes.c_void_p(), ctypes.c_void_p()
    status = library.oovec_open(str(path).encode(), None, ctypes.byref(model), ctypes.byref(error))
    if status != 0:
        library.oovec_error_free(error)
        return
    size = library.oovec_dimension(model)
    vector = (ctypes.c_float * size)()
    texts = (ctypes.c_char_p * len(CONTEXTS))(*(text.encode() for text in CONTEXTS))
    for word in WORDS[:2]:
        status = library.oovec_infer(model, word.encode(), texts, ctypes.c_size_t(len(CONTEXTS)), vector,
                                     ctypes.c_size_t(size), None, ctypes.byref(error))
        if status == 0 and not all(map(math.isfinite, vector)):
            raise AssertionError("C: a number is not finite")
        if error:
            library.oovec_error_free(error)
            error = ctypes.c_void_p()
    library.oovec_close(model)


def load_library(path):
    if not Path(path).exists():
        return None
    library = ctypes.CDLL(path)
    library.oovec_dimension.restype = ctypes.c_size_t
    for function in (library.oovec_dimension, library.oovec_close, library.oovec_error_free):
        function.argtypes = [ctypes.c_void_p]
    return library


def main():
    warnings.simplefilter("ignore")
    library = load_library(sys.argv[1])
    for path in sys.argv[2:]:
        print(path, flush=True)
        use = use_model if path.endswith(".oovec") else use_index if path.endswith(".ctx") else use_vectors
        try:
            use(path)
        except (oovec.Error, OSError, MemoryError) as error:
            print("  ", type(error).__name__, str(error)[:100])
        if library and path.endswith(".oovec"):
            use_model_in_c(library, path)


main()
