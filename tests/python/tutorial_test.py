"""The tutorial and the comparison run from top to bottom, cell by cell as in a notebook; what docs/python.md calls
exists."""

import ast
import re
from pathlib import Path

import oovec

ROOT = Path(__file__).resolve().parents[2]


def cells(text):
    """The code of each cell."""
    parts = re.split(r"^# %%(.*)\n", text, flags=re.MULTILINE)
    return [code for kind, code in zip(parts[1::2], parts[2::2], strict=True) if "markdown" not in kind]


def run_cell(code, names):
    """Runs a cell; returns the value of its last line, if that is an expression."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "tutorial.py", "exec"), names)
    return eval(compile(ast.Expression(last.value), "tutorial.py", "eval"), names) if last else None


def test_the_tutorial_runs():
    names = {}
    shown = [run_cell(code, names) for code in cells((ROOT / "examples" / "tutorial.py").read_text())]
    assert "<iframe" in next(value for value in shown if isinstance(value, oovec.Explanation))._repr_html_()


def test_the_comparison_of_addresses_finds_two_centuries_and_not_two_parties():
    names = {}
    for code in cells((ROOT / "examples" / "compare.py").read_text()):
        run_cell(code, names)
    (parties,) = names["parties"].words["freedom"]["pairs"]
    assert parties["p"] > 0.05 and parties["debiased_cosine"] > 0.9
    periods = names["periods"].words["freedom"]
    assert periods["p"] < 0.05 and periods["documents"] > 150
    trend = {one["name"]: one for one in names["both"].words["freedom"]["regression"]["coefficients"]}
    assert trend["year"]["debiased_squared_norm_95"][0] > 0
    assert (names["folder"] / "freedom.html").stat().st_size > 100_000


def test_cells_are_run_as_a_notebook_would():
    assert cells("# %% [markdown]\n# a\n\n# %%\nx = 1\nx\n") == ["x = 1\nx\n"]
    assert run_cell("x = 1\nx + 1", {}) == 2 and run_cell("x = 1", {}) is None


def test_the_documentation_calls_what_exists():
    text = (ROOT / "docs" / "python.md").read_text()
    named = set(re.findall(r"\boovec\.(?!sklearn|spacy|oovec|org)([A-Za-z_]+)", text))
    assert named and [name for name in named if not hasattr(oovec, name)] == []
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        ast.parse(block)
