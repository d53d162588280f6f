# %% [markdown]
# # Vectors for new words
#
# This tutorial trains word vectors on a text, and then infers vectors of words that the text does not contain. Run its
# cells in order, in an editor or a notebook (Jupytext and VS Code know the format); the tests run them, too.

# %%
import random
import tempfile
from pathlib import Path

import oovec

folder = Path(tempfile.mkdtemp())

# %% [markdown]
# ## A text, and vectors trained on it
#
# The corpus is a small made-up language: fruits are eaten, vehicles are driven. Any iterable of strings will do, such
# as a generator over a database, and so will the name of a file.

# %%
FRUITS = ["apple", "grapple", "pineapple", "pear", "peach", "plum", "grape", "melon", "lemon", "cherry"]
VEHICLES = ["car", "cart", "carriage", "truck", "tractor", "bus", "minibus", "tram", "train", "lorry"]
PATTERNS = {
    "fruit": "{a} {n} tastes sweet when ripe . she eats {a} juicy {n} from the tree .",
    "vehicle": "{a} {n} drives along the road . he parks {a} fast {n} with its engine off .",
}
numbers = random.Random(1)


def sentences(count):
    for _ in range(count):
        kind = numbers.choice(list(PATTERNS))
        noun = numbers.choice(FRUITS if kind == "fruit" else VEHICLES)
        yield PATTERNS[kind].format(a=numbers.choice(["a", "the", "this"]), n=noun)


corpus = list(sentences(4000))
vectors = oovec.skipgram(corpus, dimension=24, min_count=3, subsample=0, seed=3)
vectors

# %%
vectors.most_similar("pear", topn=3)

# %% [markdown]
# ## A model
#
# `index` samples the contexts of every word in one pass. `train` learns to infer the vector of a word from its form and
# its contexts.

# %%
oovec.index(corpus, vectors, folder / "text.ctx")
result = oovec.train(vectors, folder / "text.ctx", folder / "words.oovec", min_count=10, ngram_words=1, calibration=0)
model = result.model
result

# %% [markdown]
# ## Words it has never seen
#
# A vector is inferred from the form of a word, from its contexts, or from both.

# %%
by_context = model.neighbors("quince", "a ripe ___ from the tree tastes sweet", topn=3)
by_form = model.neighbors("apples", topn=3)
assert by_context[0][0] not in VEHICLES
by_context, by_form

# %%
wagon = model.infer("wagon", ["this wagon drives along the road", "he parks the wagon"])
print(f"{wagon.alpha:.0%} context, {1 - wagon.alpha:.0%} form, {wagon.context_words} words of context")

# %% [markdown]
# Why is the vector what it is? In a notebook, the next cell shows n-grams and words, shaded by their importance.

# %%
model.explain("wagon", "this wagon drives along the road")

# %% [markdown]
# ## Many words at once
#
# The rows of the matrix are the vectors of the words, in order.

# %%
new_words = {"quince": ["she eats a quince from the tree"], "wagon": ["the fast wagon drives off"], "grapes": []}
matrix = model.infer_many(new_words)
assert matrix.shape == (3, 24)

# %% [markdown]
# ## Vectors for any word
#
# `WithNovelWords` has the interface of the vectors and answers for any word. With every text that contains a word, its
# vector improves.

# %%
words = oovec.WithNovelWords(vectors, model)
words.add_texts(["this quince tastes sweet when ripe", "she eats the quince"])
assert "quince" in words and "quince" not in vectors
assert words.similarity("quince", "pear") > words.similarity("quince", "bus")
words.most_similar("quince", topn=3)

# %% [markdown]
# `save` writes the words of the vectors, then the new words that texts were added for, in any format. `add_vectors`
# adds vectors that you have inferred yourself.

# %%
words.save(folder / "vectors+quince.txt")
vectors.add_vectors(list(new_words), matrix)
vectors.save(folder / "vectors+new.txt")
assert "quince" in oovec.Embeddings.load(folder / "vectors+quince.txt")
assert "wagon" in oovec.Embeddings.load(folder / "vectors+new.txt")
