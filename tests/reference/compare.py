"""Groups of contexts and regressions of them in plain NumPy, as the headers of oovec/compare say.

`x` has a row per context, `units` says which document each is from.
"""

import numpy as np


def unit_sums(x, units):
    """Σ x and the number of contexts, by unit."""
    names, numbers = np.unique(units, return_inverse=True)
    sums = np.zeros((len(names), x.shape[1]))
    np.add.at(sums, numbers, x)
    return sums, np.bincount(numbers).astype(float)


def debiased_square(x, units):
    """|mean|² over pairs of contexts from different units."""
    different = units[:, None] != units[None, :]
    return (x @ x.T)[different].mean()


def cosine(a, b):
    return a @ b / np.sqrt((a @ a) * (b @ b))


def compare(x, units, y, other_units):
    """Of two groups: cosine, debiased cosine, distance, debiased squared distance."""
    a, b = x.mean(0), y.mean(0)
    aa, bb = debiased_square(x, units), debiased_square(y, other_units)
    return cosine(a, b), a @ b / np.sqrt(aa * bb), np.linalg.norm(a - b), aa + bb - 2 * a @ b


def regression(x, units, z):
    """B and, per column, |β|² less what noise adds to it (CR2), context by context."""
    coefficients = np.linalg.lstsq(z, x, rcond=None)[0]
    inverse = np.linalg.inv(z.T @ z)
    residuals = x - z @ coefficients
    noise = np.zeros(z.shape[1])
    for unit in np.unique(units):
        of = units == unit
        row = z[of][0]
        leverage = np.trace(z[of] @ inverse @ z[of].T)
        total = residuals[of].sum(0)
        noise += (inverse @ row) ** 2 * (total @ total) / (1 - leverage)
    return coefficients, (coefficients**2).sum(1) - noise
