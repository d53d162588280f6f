"""What a word means by group, by covariates and over time."""

from __future__ import annotations

import io
import json
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._options import check_options
from ._rows import corpus_rows
from ._run import ProgressOption, run
from ._text import check_text, counted, file_name, word_list
from .errors import UsageError
from .model import Model, as_model, framed

if TYPE_CHECKING:
    from ._types import At, Option, Path

#: Arguments of :func:`compare` that are options of the core, too.
_NAMED = ("text", "by", "over", "formula", "document", "jsonl", "csv")


def compare(data: Any, *, model: Path | Model, text: str, word: str | Iterable[str], by: str | None = None,
            over: str | None = None, formula: str | None = None, document: str | None = None,
            anchors: Iterable[str] = (), at: At | Sequence[At] = (),
            progress: ProgressOption = None, **options: Option) -> Comparison:
    """Compares the contexts of a ``word``, or of several, between groups of texts.

    ``data`` is a data frame of pandas, polars or Arrow, a mapping of columns, an iterable of dictionaries, or files of
    CSV, JSON lines or Parquet. The column ``text`` has the texts. Name one of: ``by``, a column whose values are groups
    to compare; ``over``, a column of years, dates or numbers, which are divided into periods; ``formula``, the columns
    of a regression, such as "party + year". ``at`` lists values to predict a vector for, each as "party=R,year=1960" or
    as a dictionary. ``document`` names a column: texts with the same value in it are one document, whose contexts are
    not independent; without it, each row is a document. ``anchors`` are words whose similarity to each group or period
    is reported.

    Only contexts are compared, since the form of the word is the same everywhere. docs/compare.md says what is computed
    and when to trust it.

    >>> rows = [{"speech": f"The pomelo is a {taste} fruit.", "party": party}
    ...         for taste, party in [("sweet", "D"), ("sour", "R"), ("large", "D"), ("thick", "R")] * 10]
    >>> found = compare(rows, model="words.oovec", text="speech", word="pomelo", by="party")
    >>> found
    <oovec.Comparison of pomelo by party: 40 contexts>
    >>> [group["name"] for group in found.words["pomelo"]["groups"]]
    ['D', 'R']
    >>> found.words["pomelo"]["pairs"][0]["p"] < 0.05
    True
    """
    check_options(compare, options, _DESCRIBED)
    values = [at] if isinstance(at, (str, Mapping)) else at
    words = word_list([word] if isinstance(word, str) else word, "word")
    terms = [] if formula is None else _columns_of(formula)
    optional = {"by": by, "over": over, "formula": formula, "document": document}
    given = {name: check_text(value, name) for name, value in optional.items() if value is not None}
    columns = list(dict.fromkeys(name for name in (by, over, *terms, document) if name is not None))
    check_text(text, "text")
    source = corpus_rows(data, text, columns)
    if not isinstance(source, list):
        options = {**options, "jsonl": text}
    task = _core.compare(as_model(model)._core, source, words, word_list(anchors, "anchors"),
                         [_values_at(each) for each in values], {**options, **given, "text": text})
    found, numbers, hints = run(task, progress)
    for hint in hints:
        warnings.warn(hint, stacklevel=2)
    return Comparison(found, numbers)


class Comparison:
    """The result of :func:`compare`. ``words`` has, for each word, what `oovec compare --json` prints about it: its
    groups with their nearest and typical words, the pairs of groups, or the regression. ``settings`` has the options. A
    notebook displays the page that :meth:`to_html` returns."""

    def __init__(self, text: str, numbers: str) -> None:
        self._json, self._csv = text, numbers
        value = json.loads(text)
        self.settings: dict[str, Any] = value["settings"]
        self.words: dict[str, dict[str, Any]] = {each["word"]: each for each in value["words"]}
        self.hints: list[str] = value["hints"]
        self.rows: int = value["rows"]

    def to_json(self) -> str:
        """What `oovec compare --json` prints."""
        return self._json

    def to_csv(self, path: Path | None = None) -> str:
        """Every number on a line of its own, with its word, part, group, item and name, and its interval. Also writes
        the lines to ``path``, if given."""
        if path is not None:
            target = file_name(path)
            _core.check_outputs([target], [])
            with open(target, "w", encoding="utf-8", newline="") as file:
                file.write(self._csv)
        return self._csv

    def to_frame(self) -> Any:
        """The lines of :meth:`to_csv` as a pandas DataFrame."""
        try:
            import pandas
        except ImportError:
            raise UsageError("to_frame() needs pandas: pip install pandas; to_csv() does not") from None
        texts = dict.fromkeys(["word", "part", "group", "item", "figure"], str)  # "1984" is a word, too
        return pandas.read_csv(io.StringIO(self._csv), dtype=texts, keep_default_na=False,
                               na_values={"value": [""], "low": [""], "high": [""]})

    def to_html(self) -> str:
        """A web page with figures, as one file that loads nothing from the network."""
        return _core.compare_page(self._json)

    def _repr_html_(self) -> str:
        return framed(self.to_html())

    def plot(self, word: str | None = None, ax: Any = None) -> Any:
        """Plots a word, by default the first, with matplotlib, and returns the axes. With ``over`` and ``anchors``, it
        plots the cosines to the anchors over time; otherwise the debiased cosines of pairs of groups, or the debiased
        squared norms of coefficients; all with intervals."""
        try:
            import matplotlib.pyplot as pyplot
        except ImportError:
            raise UsageError("plot() needs matplotlib: pip install matplotlib; to_html() does not") from None
        found = self._find(word)
        ax = pyplot.gca() if ax is None else ax
        if self.settings["over"] and found["groups"] and found["groups"][0]["anchors"]:
            _plot_anchors(ax, found, self.settings["over"])
        elif found["regression"]:
            _plot_intervals(ax, found["regression"]["coefficients"], "debiased_squared_norm", lambda one: one["name"])
        else:
            _plot_intervals(ax, found["pairs"], "debiased_cosine", lambda pair: f"{pair['first']} – {pair['second']}")
        ax.set_title(found["word"])
        return ax

    def _find(self, word: str | None) -> dict[str, Any]:
        if word is None:
            return next(iter(self.words.values()))
        if word not in self.words:
            raise UsageError(f'"{word}" was not compared, only {", ".join(self.words)}')
        return self.words[word]

    def __repr__(self) -> str:
        kind = next(f"{name} {self.settings[key]}" for key, name in
                    [("by", "by"), ("over", "over"), ("formula", "on")] if self.settings[key])
        contexts = sum(each["contexts"] for each in self.words.values())
        return f"<oovec.Comparison of {', '.join(self.words)} {kind}: {counted(contexts, 'context')}>"


def _plot_anchors(ax: Any, word: dict[str, Any], label: str) -> None:
    starts = [group["start"] for group in word["groups"]]
    for i, anchor in enumerate(word["groups"][0]["anchors"]):
        each = [group["anchors"][i] for group in word["groups"]]
        (line,) = ax.plot(starts, [one["cosine"] for one in each], marker="o", label=anchor["word"])
        known = [(start, *one["cosine_95"]) for start, one in zip(starts, each, strict=True) if one["cosine_95"]]
        if known:
            at, low, high = zip(*known, strict=True)
            ax.fill_between(at, low, high, alpha=0.15, color=line.get_color())
    ax.set_xlabel(label)
    ax.set_ylabel("cosine")
    ax.legend()


def _plot_intervals(ax: Any, items: list[dict[str, Any]], key: str, name: Any) -> None:
    known = [item for item in items if item[key] is not None]
    for place, item in enumerate(known):
        low, high = item[key + "_95"] or (item[key], item[key])
        ax.plot([low, high], [place, place], color="C0", alpha=0.5)
        ax.plot([item[key]], [place], "o", color="C0")
    ax.set_yticks(range(len(known)), [name(item) for item in known])
    ax.invert_yaxis()
    ax.set_xlabel(key.replace("_", " "))


def _columns_of(formula: str) -> list[str]:
    """The columns that a formula names; the core judges what it is."""
    terms = [term.strip() for term in check_text(formula, "formula").split("+")]
    return [re.sub(r"^C\((.*)\)$", r"\1", term).strip() for term in terms if term]


def _values_at(at: str | Mapping[str, object]) -> str:
    if isinstance(at, Mapping):
        return ",".join(f"{name}={value}" for name, value in at.items())
    return check_text(at, "at")


_DESCRIBED = [option for option in _core.compare_options() if option[0] not in _NAMED]
compare.__doc__ = f"{compare.__doc__ or ''}\n    Options:\n" + "".join(
    f"\n    {name}: {help} (default {default!r})" for name, default, help in _DESCRIBED) + "\n"
