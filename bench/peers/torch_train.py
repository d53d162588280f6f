"""Trains the gated form-context model plainly in PyTorch and prints, as JSON, how fast that was.

    torch_train.py VECTORS CONTEXTS [--threads N] [--dense]

VECTORS is a native vectors file, CONTEXTS an index made with it. An epoch is trained three times,
with the same instances: with batches put together plainly, an instance at a time, in turn with the
steps; with whole batches put together by NumPy; and with all of these made before the clock starts,
so that only PyTorch's steps are timed. Reading, decoding and collecting n-grams come before any. The
n-grams' optimiser is SparseAdam, which leaves alone the rows that are not in the batch; --dense has
Adam, as the paper does, at the cost of the whole table in each step.
"""

import argparse
import collections
import itertools
import json
import random
import resource
import time

import numpy as np
import torch
from torch import nn

from tensor_file import read_tensors, read_words

BATCH = 64
LEARNING_RATE = 0.01
MIN_COUNT, MAX_INSTANCES, SENTENCES = 100, 5, 20
NGRAM_LENGTHS, NGRAM_WORDS = range(3, 6), 3
UNKNOWN = 0  # the n-gram that stands for rare ones


def decode_varints(data):
    """The numbers, and where each ends."""
    ends = np.flatnonzero(data < 128)
    begins = np.concatenate([[0], ends[:-1] + 1])
    numbers = (data[begins] & 127).astype(np.int32)
    for more in range(1, (ends - begins).max() + 1):
        longer = np.flatnonzero(ends - begins >= more)
        numbers[longer] |= (data[begins[longer] + more] & 127).astype(np.int32) << 7 * more
    return numbers, ends + 1


def expand(begins, lengths):
    """begins[i], begins[i] + 1, …, lengths[i] of them, for each i in turn."""
    ends = np.cumsum(lengths)
    return np.arange(ends[-1]) + np.repeat(begins - (ends - lengths), lengths)


class Contexts:
    """The tokens of all sentences, and the stretch of them that each posting stands for."""

    def __init__(self, path):
        tensors, metadata = read_tensors(path)
        window, size = int(metadata["max_tokens"]), int(metadata["vectors_size"])
        self.counts = tensors["counts"][:size].astype(np.int64)
        self.tokens, ends = decode_varints(tensors["sentence_bytes"])
        first_tokens = np.searchsorted(ends, tensors["sentence_offsets"], side="right")
        sentences = tensors["posting_sentences"]
        places = first_tokens[sentences] + tensors["posting_positions"]
        self.begins = np.maximum(places - window, first_tokens[sentences])
        self.lengths = np.minimum(places + window + 1, first_tokens[sentences + 1]) - self.begins
        self.postings = tensors["posting_offsets"].astype(np.int64)

    def sample(self, words, random):
        """Sentences for each word: the numbers of their postings, and how many they are."""
        available = self.postings[words + 1] - self.postings[words]
        keys = random.random((len(words), max(SENTENCES, available.max())), np.float32)
        keys[np.arange(keys.shape[1]) >= available[:, None]] = 2
        chosen = np.argpartition(keys, SENTENCES - 1)[:, :SENTENCES]
        real = chosen < available[:, None]
        return (chosen + self.postings[words][:, None])[real], real.sum(1)

    def rows_of_one(self, word):
        """The rows of the words around one word, as rows() has them for many."""
        begin, end = self.postings[word:word + 2].tolist()
        rows = []
        for posting in random.sample(range(begin, end), min(SENTENCES, end - begin)):
            first = self.begins[posting]
            tokens = self.tokens[first:first + self.lengths[posting]].tolist()
            rows += [token - 1 for token in tokens if token not in (0, word + 1)]
        return rows

    def rows(self, words, random):
        """The rows of the words around each word, without itself, and how many they are."""
        postings, sentences = self.sample(words, random)
        lengths = self.lengths[postings]
        tokens = self.tokens[expand(self.begins[postings], lengths)]
        instances = np.repeat(np.repeat(np.arange(len(words)), sentences), lengths)
        known = (tokens != 0) & (tokens != words[instances] + 1)
        return tokens[known] - 1, np.bincount(instances[known], minlength=len(words))


class Forms:
    """The n-grams of the words to train, numbered, rare ones alike."""

    def __init__(self, words, targets):
        split = {target: self.ngrams(words[target]) for target in targets.tolist()}
        seen = collections.Counter(ngram for ngrams in split.values() for ngram in set(ngrams))
        common = (ngram for ngram, count in seen.items() if count >= NGRAM_WORDS)
        number = {ngram: i for i, ngram in enumerate(common, UNKNOWN + 1)}
        self.size = len(number) + 1
        self.numbers = np.array([number.get(ngram, UNKNOWN)
                                 for ngrams in split.values() for ngram in ngrams])
        self.lengths = np.zeros(len(words), np.int64)
        self.lengths[targets] = [len(ngrams) for ngrams in split.values()]
        self.begins = np.cumsum(self.lengths) - self.lengths

    @staticmethod
    def ngrams(word):
        padded = f"\x02{word}\x03"
        return [padded[i:i + n] for n in NGRAM_LENGTHS for i in range(len(padded) - n + 1)]

    def rows_of_one(self, word):
        begin = self.begins[word]
        return self.numbers[begin:begin + self.lengths[word]].tolist()

    def rows(self, words):
        return self.numbers[expand(self.begins[words], self.lengths[words])], self.lengths[words]


class FormContextModel(nn.Module):
    def __init__(self, vectors, ngrams, sparse):
        super().__init__()
        dimension = vectors.shape[1]
        self.words = nn.EmbeddingBag.from_pretrained(vectors, mode="mean")
        self.ngrams = nn.EmbeddingBag(ngrams, dimension, mode="mean", sparse=sparse)
        self.transform = nn.Linear(dimension, dimension, bias=False)
        self.gate = nn.Linear(2 * dimension, 1)
        for parameters in (self.ngrams, self.transform, self.gate):
            nn.init.xavier_uniform_(parameters.weight)
        nn.init.zeros_(self.gate.bias)

    def forward(self, context_rows, context_offsets, form_rows, form_offsets):
        context = self.words(context_rows, context_offsets)
        form = self.ngrams(form_rows, form_offsets)
        alpha = torch.sigmoid(self.gate(torch.cat([context, form], dim=1)))
        return alpha * self.transform(context) + (1 - alpha) * form


class Training:
    def __init__(self, arguments):
        tensors, _ = read_tensors(arguments.vectors)
        self.vectors = torch.from_numpy(tensors["vectors"])
        self.contexts = Contexts(arguments.contexts)
        instances = np.minimum(self.contexts.counts // MIN_COUNT, MAX_INSTANCES)
        self.forms = Forms(read_words(tensors), np.flatnonzero(instances))
        self.epoch = np.repeat(np.arange(len(instances)), instances)
        self.dense = arguments.dense
        self.start()

    def start(self):
        """The state before the first step, the same each time."""
        torch.manual_seed(1)
        random.seed(1)
        self.random = np.random.default_rng(1)
        self.model = FormContextModel(self.vectors, self.forms.size, sparse=not self.dense)
        ngrams = [self.model.ngrams.weight]
        others = [*self.model.transform.parameters(), *self.model.gate.parameters()]
        ngrams_optimizer = torch.optim.Adam if self.dense else torch.optim.SparseAdam
        self.optimizers = [ngrams_optimizer(ngrams, lr=LEARNING_RATE),
                           torch.optim.Adam(others, lr=LEARNING_RATE)]

    def batches(self, prepare):
        order = self.random.permutation(self.epoch)
        for begin in range(0, len(order), BATCH):
            yield prepare(order[begin:begin + BATCH])

    def prepare_plainly(self, words):
        parts = [torch.from_numpy(words)]
        for source in (self.contexts, self.forms):
            bags = [source.rows_of_one(word) for word in words.tolist()]
            offsets = list(itertools.accumulate(map(len, bags[:-1]), initial=0))
            parts += [torch.tensor(list(itertools.chain(*bags))), torch.tensor(offsets)]
        return parts

    def prepare(self, words):
        parts = [torch.from_numpy(words)]
        for rows, lengths in (self.contexts.rows(words, self.random), self.forms.rows(words)):
            offsets = (np.cumsum(lengths) - lengths).astype(rows.dtype)
            parts += [torch.from_numpy(rows), torch.from_numpy(offsets)]
        return parts

    def step(self, words, *inputs):
        loss = (self.model(*inputs) - self.vectors[words]).square().sum(1).mean()
        for optimizer in self.optimizers:
            optimizer.zero_grad()
        loss.backward()
        for optimizer in self.optimizers:
            optimizer.step()
        return loss.item()

    def run(self, batches):
        """Trains; returns seconds and mean loss."""
        wall, cpu = time.perf_counter(), time.process_time()
        losses = [self.step(*batch) for batch in batches]
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return {"wall": wall, "cpu": cpu, "loss": float(np.mean(losses))}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("vectors")
    parser.add_argument("contexts")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--dense", action="store_true", help="Adam for the n-grams, not SparseAdam")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    torch.set_num_threads(arguments.threads)
    training = Training(arguments)
    plain = training.run(training.batches(training.prepare_plainly))
    training.start()
    whole = training.run(training.batches(training.prepare))
    training.start()
    steps = training.run(list(training.batches(training.prepare)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps({"instances": len(training.epoch), "ngrams": training.forms.size,
                      "plain": plain, "whole": whole, "steps": steps, "peak": peak}))


main()
