"""The form-context model in plain NumPy and double precision, to be read beside §3 of the paper.

Slow on purpose: what the library infers must equal what this does. It reads model files with the
package safetensors, without the library. Contexts are taken to be words between blanks, without
punctuation but hyphens.
"""

import itertools

import numpy as np
from safetensors import safe_open

BEGIN, END, UNKNOWN = "\x02", "\x03", "\x1a"  # ⟨s⟩, ⟨e⟩, ⟨unk⟩


def strings(tensors, name):
    """A list of strings, stored as the bytes of all and where each of them begins."""
    ends = tensors[name + "_offsets"].tolist()
    data = tensors[name + "_bytes"].tobytes()
    return [data[begin:end].decode() for begin, end in itertools.pairwise(ends)]


def table(words, rows):
    return dict(zip(words, rows.astype(np.float64), strict=True))


def marked(tokens, target):
    """Each token, and whether it is the target, or of it: one or more in a row, in its case or another."""
    at = 0
    while at < len(tokens):
        piece = tokens[at : at + len(target)]
        is_target = len(piece) == len(target) and all(
            t in (p, p.lower()) for t, p in zip(target, piece, strict=True))
        length = len(target) if is_target else 1
        is_target = is_target or tokens[at] == "___"
        yield from ((token, is_target) for token in tokens[at : at + length])
        at += length


def bucket(distance):
    """Of position weights: 1, 2, 3–4, 5–8, 9–16, more; 0 is as good as far away."""
    return min((distance - 1).bit_length(), 5) if distance else 5


def sigmoid(z):
    return 1 / (1 + np.exp(-z))


def cosine(a, b):
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


def typical_length(vectors):
    """The median length of the 512 vectors around rank 20,000, or a sixth of the words."""
    rank = min(20000, len(vectors) // 6)
    lengths = np.linalg.norm(vectors[max(0, rank - 256) : rank + 256], axis=1)
    return np.median(lengths[lengths > 0])


class FormContextModel:
    def __init__(self, path):
        with safe_open(path, framework="np") as file:
            self.metadata = file.metadata()
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (it cannot be iterated)
        self.tensors = tensors
        words = strings(tensors, "word")
        self.e = table(words, tensors["vectors"])
        self.e_ngram = table(strings(tensors, "ngram"), tensors["ngram_vectors"])
        self.A = tensors["transform"].astype(np.float64)
        self.b = tensors["bias"].astype(np.float64)
        self.W = tensors["gate"].astype(np.float64).reshape(len(self.b), -1)
        self.u = tensors["second"].astype(np.float64) if "second" in tensors else None
        weights = tensors.get("word_weights", np.ones(len(words)))
        self.weight = dict(zip(words, weights.astype(np.float64), strict=True))
        self.position = tensors.get("position_weights", np.ones(6)).astype(np.float64)
        self.length = typical_length(tensors["vectors"].astype(np.float64))
        self.confidence_known = tensors["confidence_known"]
        self.confidence_of = tensors["confidence"].astype(np.float64)

    def spelled(self, text):
        return text.lower() if self.metadata["lowercase"] == "on" else text

    def ngrams(self, word):
        """S_w, a multiset."""
        padded = [BEGIN, *word, END]
        shortest, longest = int(self.metadata["ngram_min"]), int(self.metadata["ngram_max"])
        return [
            "".join(padded[i : i + n])
            for n in range(shortest, longest + 1)
            for i in range(len(padded) - n + 1)
        ]

    def form(self, word):
        """v_form and the share of known n-grams; no vector if none is known."""
        ngrams = self.ngrams(word)
        known = sum(ngram in self.e_ngram for ngram in ngrams)
        if known == 0:
            return None, 0.0
        rows = [self.e_ngram.get(ngram, self.e_ngram[UNKNOWN]) for ngram in ngrams]
        return np.mean(rows, axis=0), known / len(ngrams)

    def words_of(self, token):
        """The words a token stands for: itself, itself in lower case, or its parts."""
        for spelling in (token, token.lower()):
            if spelling in self.e:
                return [spelling]
        if "-" not in token:
            return []
        return [word for part in token.split("-") for word in self.words_of(part)]

    def context_sums(self, word, contexts):
        """Σ weight·e, Σ weight and the number of words of each context that has any."""
        sums = []
        for context in contexts:
            tokens = list(marked(self.spelled(context).split(), word.split()))
            targets = [at for at, (_, is_target) in enumerate(tokens) if is_target]
            words, weights = [], []
            for at, (token, is_target) in enumerate(tokens):
                position = self.position[bucket(min((abs(at - t) for t in targets), default=0))]
                for other in [] if is_target else self.words_of(token):
                    if other != word:
                        words.append(self.e[other])
                        weights.append(self.weight[other] * position)
            if words:
                sums.append((np.array(weights) @ words, sum(weights), len(words)))
        return sums

    def context(self, word, contexts):
        """v_context and the number of words in it; no vector if there are none."""
        sums = self.context_sums(word, contexts)
        if not sums:
            return None, 0
        total, weight, count = (sum(part) for part in zip(*sums, strict=True))
        return total / weight, count

    def alpha(self, context, form):
        """The share of the context in the vector."""
        if context is None:
            return 0.0
        if form is None:
            return 1.0
        composition = self.metadata["composition"]
        if composition == "single":
            return sigmoid(self.b[0])
        z = self.W @ np.concatenate([context, form]) + self.b
        if composition == "mlp":
            return sigmoid(self.u[:-1] @ np.tanh(z) + self.u[-1])
        if composition == "componentwise":
            return sigmoid(z)
        alpha = sigmoid(z[0])
        if composition == "iterative":
            for _ in range(2):
                v = alpha * (self.A @ context) + (1 - alpha) * form
                alpha = sigmoid(z[0] + self.u @ v)
        return alpha

    def confidence(self, form, context, found, strength):
        """A linear function of the diagnostics, another one for each case."""
        case = 0 if context is None else 1 if form is None else 2
        if not self.confidence_known[case]:
            return None
        features = [
            1,
            found["known_ngrams"],
            np.log1p(found["context_words"]),
            found["agreement"] or 0,
            found["alpha"],
            strength,
        ]
        return float(np.clip(self.confidence_of[case] @ features, 0, 1))

    def infer(self, word, contexts):
        """All that `oovec infer --json` says, or None if there is no vector."""
        word = self.spelled(word)
        composition = self.metadata["composition"]
        form, known = self.form(word) if composition != "context" else (None, 0.0)
        context, count = self.context(word, contexts) if composition != "form" else (None, 0)
        if form is None and context is None:
            return None
        alpha = self.alpha(context, form)
        projected = None if context is None else self.A @ context  # ĉ = A·c
        vector = alpha * (0 if projected is None else projected)
        vector = vector + (1 - alpha) * (0 if form is None else form)
        both = form is not None and context is not None
        found = {
            "vector": vector,
            "alpha": float(np.mean(alpha)),
            "known_ngrams": known,
            "context_words": count,
            "agreement": cosine(form, projected) if both else None,
        }
        strength = np.linalg.norm(vector)
        found["confidence"] = self.confidence(form, context, found, strength)
        if strength > 0:
            found["vector"] = vector * self.length / strength
        return found
