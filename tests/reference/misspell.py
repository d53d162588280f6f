"""Misspelled words as oovec/train/misspelled_words.h draws them, free of the library.

form/misspell.h says what happens to a word; base/random.h has the random numbers.
"""

MASK = (1 << 64) - 1
TYPOS = 8  # of Purpose in oovec/train/seeds.h
KEYS = ["qwsz", "vghn", "xdfv", "serfcx", "wsdr", "drtgvc", "ftyhbv", "gyujnb", "ujko", "huikmn", "jiolm", "kop",
        "njk", "bhjm", "iklp", "ol", "wa", "edft", "awedxz", "rfgy", "yhji", "cfgb", "qase", "zsdc", "tghu", "asx"]
KEYS_BESIDE = dict(zip("abcdefghijklmnopqrstuvwxyz", KEYS, strict=True))


def mix(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def derive_seed(seed, value):
    return mix(mix((seed + 0x9E3779B97F4A7C15) & MASK) ^ (value + 0xD1B54A32D192ED03) & MASK)


class Random:
    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return mix(self.state) * bound >> 64


def is_of_letters(word):
    return len(word) >= 4 and word.isalpha()


def beside(letter, alphabet, draw):
    keys = KEYS_BESIDE.get(letter)
    return keys[draw.below(len(keys))] if keys else alphabet[draw.below(len(alphabet))]


def mistyped(word, alphabet, draw):
    typed = list(word)
    kind = draw.below(4)
    at = draw.below(len(typed) - (kind == 0))
    if kind == 0:
        typed[at : at + 2] = typed[at + 1], typed[at]
    elif kind == 1:
        del typed[at]
    elif kind == 2:
        key = beside(typed[at], alphabet, draw)
        typed.insert(at + draw.below(2), key)
    else:
        typed[at] = beside(typed[at], alphabet, draw)
    return "".join(typed)


def misspelled_words(words, seed):
    """Of all words, which are those of the vectors, too: row and spelling."""
    known = set(words)
    alphabet = "".join(filter(is_of_letters, words[:: max(1, len(words) // 10_000)]))
    found = []
    for row, word in enumerate(words):
        if not is_of_letters(word):
            continue
        draw = Random(derive_seed(derive_seed(seed, TYPOS), row))
        attempts = (mistyped(word, alphabet, draw) for _ in range(10))
        spelling = next((attempt for attempt in attempts if attempt not in known), None)
        if spelling is not None:
            found.append((row, spelling))
    return found
