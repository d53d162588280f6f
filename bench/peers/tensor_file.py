"""Reads the files that oovec writes: native vectors, indexes and models."""

import itertools
import json

import numpy as np


def read_tensors(path):
    """The arrays of a safetensors file, and its metadata."""
    types = {"F32": "<f4", "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1"}
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        data = np.fromfile(file, np.uint8)
    metadata = header.pop("__metadata__")
    return {name: data[slice(*tensor["data_offsets"])].view(types[tensor["dtype"]])
            .reshape(tensor["shape"]) for name, tensor in header.items()}, metadata


def read_words(tensors, name="word"):
    text, offsets = tensors[f"{name}_bytes"].tobytes(), tensors[f"{name}_offsets"].tolist()
    return [text[begin:end].decode() for begin, end in itertools.pairwise(offsets)]
