"""The balanced model in plain NumPy and double precision: what it infers, and how it is solved for.

Slow on purpose, and free of the library, as form_context.py is; to be read beside
oovec/model/compositions/balanced.h and the headers of oovec/train that it names.
"""

from dataclasses import dataclass

import numpy as np

from form_context import BEGIN, END, UNKNOWN, FormContextModel, bucket, cosine, sigmoid
from misspell import Random, derive_seed, misspelled_words

RIVALS = 9  # of Purpose in oovec/train/seeds.h


class BalancedModel(FormContextModel):
    def __init__(self, path):
        super().__init__(path)
        numbers = {name: self.tensors[name].astype(np.float64)
                   for name in ("offset", "origin", "words", "mean", "spread", "gate", "bias", "typical",
                                "contrast")}
        self.a, self.y0, self.mu = numbers["offset"], numbers["origin"], numbers["mean"]
        self.w, self.least, self.most = numbers["gate"], *numbers["words"]
        self.b, self.sigma = numbers["bias"][0], numbers["spread"][0]
        self.typical, self.kappa = numbers["typical"], numbers["contrast"][0]

    def context(self, word, contexts):
        """c: contexts that say what all others say count less."""
        mean, count = super().context(word, contexts)
        sums = self.context_sums(word, contexts)
        if len(sums) < 2:
            return mean, count
        means = np.array([total / weight for total, weight, _ in sums])
        alike = np.array([cosine(one - self.typical, mean - self.typical) for one in means])
        weights = np.array([weight for _, weight, _ in sums])
        weights *= np.exp(-self.kappa * np.log(len(sums)) * alike)
        return weights @ means / weights.sum(), count

    def vector(self, d):
        """Of a direction in the neutral space."""
        length = np.linalg.norm(d)
        return self.mu + (self.sigma * d / length if length > 0 else 0)

    def share_of_context(self, f, count):
        """α of a word that has both."""
        amount = np.log1p(np.clip(count, self.least, self.most))
        return sigmoid(self.w[0] * amount + self.w[1] * np.linalg.norm(f - self.y0) + self.b)

    def infer(self, word, contexts):
        word = self.spelled(word)
        form, known = self.form(word)
        context, count = self.context(word, contexts)
        if form is None and context is None:
            return None
        f = None if form is None else self.y0 + np.sqrt(len(self.ngrams(word))) * form
        projected = None if context is None else self.A @ context + self.a  # ĉ
        if f is None or projected is None:
            alpha, agreement = float(f is None), None
            d = projected if f is None else f
        else:
            alpha, agreement = self.share_of_context(f, count), cosine(f, projected)
            d = alpha * projected + (1 - alpha) * f
        found = {
            "vector": self.vector(d),
            "alpha": float(alpha),
            "known_ngrams": known,
            "context_words": count,
            "agreement": agreement,
        }
        found["confidence"] = self.confidence(form, context, found, np.linalg.norm(d))
        return found


def average_ranks(values):
    """From 1; equal values share the mean of their places."""
    values = np.asarray(values, dtype=np.float64)
    return np.array([np.sum(values < value) + (np.sum(values == value) + 1) / 2 for value in values])


def frequency_ranks(counts):
    """train/frequency_ranks.h: ranks from 0, and whether the order of the file was believed."""
    counts = np.asarray(counts)
    (seen,) = np.nonzero(counts)
    order = np.corrcoef(average_ranks(-seen), average_ranks(counts[seen]))[0, 1]
    if order > 0.15:
        return np.arange(len(counts)), True
    ranks = np.empty(len(counts), dtype=int)
    ranks[np.argsort(-counts, kind="stable")] = np.arange(len(counts))
    ranks[counts == 0] = (len(seen) + len(counts)) // 2
    return ranks, False


class NeutralSpace:
    """train/neutral_space.h, measured on all words."""

    def __init__(self, vectors, ranks):
        size = len(vectors)
        first = np.clip(size / 10, 1, 300)
        wanted = np.unique(np.round(np.geomspace(first, size - 1, 24)))
        knots = []
        for rank in wanted:
            near = vectors[(ranks >= rank / 1.6) & (ranks < 1.6 * rank + 200)]
            if len(near) >= 50:
                mean = near.mean(axis=0)
                knots.append((np.log(rank), mean, np.sqrt(((near - mean) ** 2).sum(axis=1).mean())))
        self.at, self.means, self.spreads = map(np.array, zip(*knots, strict=True))

    def mean(self, rank):
        at = np.log(np.maximum(rank, 1))
        return np.stack([np.interp(at, self.at, column) for column in self.means.T], axis=-1)

    def spread(self, rank):
        return np.interp(np.log(np.maximum(rank, 1)), self.at, self.spreads)


def spelled(word, shortest, longest):
    padded = [BEGIN, *word, END]
    return ["".join(padded[i : i + n]) for n in range(shortest, longest + 1)
            for i in range(len(padded) - n + 1)]


def conjugate_gradients(matrix, right, steps):
    """Preconditioned with the diagonal, from zero; a column of `right` per problem."""
    diagonal = np.diag(matrix)[:, None]
    x, r = np.zeros_like(right), right.copy()
    z = r / diagonal
    p, rz = z, (r * z).sum(axis=0)
    for _ in range(steps):
        product = matrix @ p
        length = rz / (p * product).sum(axis=0)
        x, r = x + length * p, r - length * product
        z = r / diagonal
        before, rz = rz, (r * z).sum(axis=0)
        p = z + rz / before * p
    return x


def fit_form(words, y, counts, ridge, typos=0.0, dropout=0.0, seed=1, lengths=(3, 6), min_words=2, steps=10):
    """train/form_ridge.h: n-gram vectors by name, and y₀."""
    weights = (counts + 1) / (counts + 30)
    weights = weights / weights.mean()
    of_words = [spelled(word, *lengths) for word in words]
    found_in = {}
    for ngrams in of_words:
        for ngram in set(ngrams):
            found_in[ngram] = found_in.get(ngram, 0) + 1
    kept = [UNKNOWN, *(ngram for ngram, number in found_in.items() if number >= min_words)]
    number = {ngram: i for i, ngram in enumerate(kept)}
    for row, spelling in misspelled_words(words, seed) if typos else []:
        of_words.append(spelled(spelling, *lengths))
        y, weights = np.vstack([y, y[row]]), np.append(weights, typos * weights[row])
    origin = weights @ y / weights.sum()
    b = np.zeros((len(of_words), len(kept)))  # how often each occurs, over √|S|
    penalty = np.full(len(kept), float(ridge))
    for row, ngrams in enumerate(of_words):
        for ngram in ngrams:
            b[row, number.get(ngram, 0)] += 1 / np.sqrt(len(ngrams))
            penalty[number.get(ngram, 0)] += dropout / (1 - dropout) * weights[row] / len(ngrams)
    matrix = b.T @ (weights[:, None] * b) + np.diag(penalty)
    vectors = conjugate_gradients(matrix, b.T @ (weights[:, None] * (y - origin)), steps)
    return dict(zip(kept, vectors, strict=True)), origin


def context_means(words, vectors, sentences, counts, positions, sif=1e-3):
    """c of each word, the mean of all of its sentences."""
    row_of = {word: row for row, word in enumerate(words)}
    weight = sif / (sif + counts / sum(map(len, sentences)))
    sums, weights = np.zeros_like(vectors), np.full(len(words), 1e-300)
    for sentence in sentences:
        rows = [row_of[word] for word in sentence]
        for at, target in enumerate(rows):
            for place, other in enumerate(rows):
                if place != at:
                    its = weight[other] * positions[bucket(abs(place - at))]
                    sums[target] += its * vectors[other]
                    weights[target] += its
    return sums / weights[:, None]


def fit_context(means, y, weights):
    """train/least_squares.h with a tiny ridge: A and a; and c̄, the mean of c."""
    k = y.shape[1]
    x = np.hstack([means, np.ones((len(means), 1))])
    gram = x.T @ (weights[:, None] * x)
    variance = np.trace(gram[:k, :k]) - (gram[:k, k] ** 2).sum() / gram[k, k]
    gram[np.arange(k), np.arange(k)] += max(1e-5, (k / len(means)) ** 2) * variance / k
    solution = np.linalg.solve(gram, x.T @ (weights[:, None] * y)).T
    return solution[:, :k], solution[:, k], gram[:k, k] / gram[k, k]


def minimize_many(function, x, steps, memory=10):
    """base/minimize.h: L-BFGS with backtracking."""
    value, gradient = function(x)
    scale = min(1, 2 / np.linalg.norm(gradient))
    past = []  # how far a step went, and by how much the gradient changed
    for _ in range(steps):
        direction, along = gradient.copy(), []
        for s, y in reversed(past):
            along.append(s @ direction / (s @ y))
            direction -= along[-1] * y
        direction *= scale
        for s, y in past:
            direction += (along.pop() - y @ direction / (s @ y)) * s
        length, descent = 1.0, gradient @ direction
        while True:
            found, its_gradient = function(x - length * direction)
            if found <= value - 1e-4 * length * descent:
                break
            length /= 2
        s, y = -length * direction, its_gradient - gradient
        if s @ y > 0:
            scale = s @ y / (y @ y)
            past = [*past, (s, y)][-memory:]
        gain = value - found
        x, value, gradient = x + s, found, its_gradient
        if gain <= 1e-6 * abs(value):
            break
    return x


def rank_contexts(transform, offset, means, y, words, steps, seed=1, temperature=0.05):
    """train/rank_contexts.h: A and a, refined on these words; means and y are of all words."""
    k = y.shape[1]
    draw = Random(derive_seed(seed, RIVALS))
    rivals = np.array([draw.below(len(y)) for _ in range(1000)])
    rivals = rivals[np.linalg.norm(y[rivals], axis=1) > 0]
    units = y / np.linalg.norm(y, axis=1, keepdims=True)
    mapped = means[words] @ transform.T + offset

    def loss(numbers):
        v = mapped @ numbers[: k * k].reshape(k, k).T + numbers[k * k :]
        length = np.linalg.norm(v, axis=1, keepdims=True)
        u, own = v / length, units[words]
        shares = np.exp((u @ units[rivals].T - (u * own).sum(axis=1, keepdims=True)) / temperature)
        shares[rivals == words[:, None]] = 0
        total = 1 + shares.sum(axis=1, keepdims=True)
        by_u = (shares @ units[rivals] / total - (1 - 1 / total) * own) / temperature
        by_v = (by_u - (u * by_u).sum(axis=1, keepdims=True) * u) / length
        return np.log(total).mean(), np.append(by_v.T @ mapped, by_v.sum(axis=0)) / len(words)

    found = minimize_many(loss, np.append(np.eye(k), np.zeros(k)), steps)
    refinement = found[: k * k].reshape(k, k)
    return refinement @ transform, refinement @ offset + found[k * k :]


@dataclass
class Solution:
    ngrams: dict
    origin: np.ndarray
    transform: np.ndarray
    offset: np.ndarray
    typical: np.ndarray
    mean: np.ndarray
    spread: float
    by_file: bool


def solve(words, vectors, sentences, positions, ridge, min_count, typos=0.0, dropout=0.0, ranking_steps=0):
    """train/solve.h but for the gate, with all words and all of their sentences to learn from."""
    counts = np.zeros(len(words), dtype=int)
    row_of = {word: row for row, word in enumerate(words)}
    for sentence in sentences:
        for word in sentence:
            counts[row_of[word]] += 1
    ranks, by_file = frequency_ranks(counts)
    space = NeutralSpace(vectors, ranks)
    y = (vectors - space.mean(ranks)) / space.spread(ranks)[:, None]
    ngrams, origin = fit_form(words, y, counts, ridge, typos, dropout)
    learned = counts >= min_count
    means = context_means(words, vectors, sentences, counts, positions)
    new = len(words) // 6
    weights = (space.spread(ranks) / space.spread(new)) ** 2
    transform, offset, typical = fit_context(means[learned], y[learned], weights[learned])
    if ranking_steps:
        (rows,) = np.nonzero(learned)
        transform, offset = rank_contexts(transform, offset, means, y, rows, ranking_steps)
    return Solution(ngrams, origin, transform, offset, typical, space.mean(new), float(space.spread(new)), by_file)
