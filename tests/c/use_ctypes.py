"""Uses the C interface by ctypes, as a binding in another language would, and prints what it finds as JSON.

    use_ctypes.py LIBRARY MODEL WORD CONTEXT…

A program of its own: a library that was built with AddressSanitizer can only be loaded into a process that was
started with it.
"""

import ctypes
import json
import sys


class Inference(ctypes.Structure):
    _fields_ = (("struct_size", ctypes.c_size_t), ("context_words", ctypes.c_uint64),
                *((name, ctypes.c_float) for name in ("alpha", "context_share", "known_ngrams", "agreement",
                                                      "confidence")))


def load(path):
    """The library, with the types of the functions that are used here."""
    library = ctypes.CDLL(path)
    size, pointer, text = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_char_p
    floats = ctypes.POINTER(ctypes.c_float)
    for name, result, arguments in [
            ("version", text, []),
            ("abi", ctypes.c_int32, []),
            ("open", ctypes.c_int32, [text, text, pointer, pointer]),
            ("close", None, [pointer]),
            ("dimension", size, [pointer]),
            ("word", ctypes.c_int32, [pointer, size, pointer, pointer, pointer]),
            ("infer", ctypes.c_int32, [pointer, text, pointer, size, floats, size, pointer, pointer]),
            ("neighbors", ctypes.c_int32, [pointer, floats, size, size, ctypes.c_int32, pointer, floats, pointer,
                                           pointer]),
            ("error_message", text, [pointer]),
            ("error_status", ctypes.c_int32, [pointer]),
            ("error_free", None, [pointer])]:
        function = library[f"oovec_{name}"]
        function.restype, function.argtypes = result, arguments
        setattr(library, name, function)
    return library


def refusal(library, path):
    """Status and message of the failure to open a file."""
    model, error = ctypes.c_void_p(), ctypes.c_void_p()
    status = library.open(path, None, ctypes.byref(model), ctypes.byref(error))
    assert status == library.error_status(error)
    message = library.error_message(error).decode()
    library.error_free(error)
    return [status, message]


def neighbors(library, model, vector, count):
    rows, cosines, found = (ctypes.c_size_t * count)(), (ctypes.c_float * count)(), ctypes.c_size_t()
    assert library.neighbors(model, vector, len(vector), count, 1, rows, cosines, ctypes.byref(found), None) == 0
    words = []
    for row in rows[:found.value]:
        word, length = ctypes.c_void_p(), ctypes.c_size_t()
        assert library.word(model, row, ctypes.byref(word), ctypes.byref(length), None) == 0
        words.append(ctypes.string_at(word, length.value).decode())
    return words


def main(library, path, word, *contexts):
    library = load(library)
    model = ctypes.c_void_p()
    assert library.open(path.encode(), None, ctypes.byref(model), None) == 0
    vector = (ctypes.c_float * library.dimension(model))()
    texts = (ctypes.c_char_p * len(contexts))(*(text.encode() for text in contexts))
    inference = Inference(struct_size=ctypes.sizeof(Inference))
    assert library.infer(model, word.encode(), texts, len(texts), vector, len(vector), ctypes.byref(inference),
                         None) == 0
    print(json.dumps({
        "version": library.version().decode(), "abi": library.abi(), "vector": list(vector),
        "alpha": inference.alpha, "context_words": inference.context_words, "confidence": inference.confidence,
        "neighbors": neighbors(library, model, vector, 3), "refusal": refusal(library, b"no/such/file.oovec")}))
    library.close(model)


if __name__ == "__main__":
    main(*sys.argv[1:])
