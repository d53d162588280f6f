#!/usr/bin/env python3
"""Measures how the code is laid out, before a restructuring and after.

    scripts/house.py                  # of this tree
    scripts/house.py TREE             # of another
    scripts/house.py BEFORE AFTER     # of two, side by side: git worktree add /tmp/before COMMIT

Prints Markdown: files and lines per folder, includes between folders and how they lie to the layers of
tests/layers_test.py, the headers that are installed, repeated code (scripts/repeats.py), the longest functions, and
the calls that lead from a command to its result (scripts/call_graph.py). Folders are found, not listed.
"""

import argparse
import ast
import io
import itertools
import re
import tokenize
from collections import Counter
from functools import cached_property
from pathlib import Path, PurePosixPath

from call_graph import CallGraph
from definitions import Function, closing, without_literals
from repeats import lines_of, repeats

SOURCES = (".cc", ".h", ".py", ".js", ".html", ".css")
SKIPPED = re.compile(r"^(\..*|build.*|dist|__pycache__|node_modules)$")
SUPPORT = ("tests", "bench", "fuzz", "examples", "scripts", "docs", "cmake")  # all else is the product
FACE = "oovec/oovec.h"
KERNELS = re.compile(r"kernel|mask|lanes|-inl|simd")
LONG = 60  # lines of a function
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)

# What is followed: its name, the file and function where it begins, functions it passes, and where it ends. For each
# function there may be several names, of several states of the tree; the first that exists counts.
ROUTES = [
    ("train, to the gradient", "apps/cli/train.cc", "add_train", [], ["oovec/model/ backward"]),
    ("infer, one word, to the vector", "apps/cli/infer.cc", "add_infer", [], ["oovec/model/ forward"]),
    ("infer, a file, to the vector", "apps/cli/infer.cc", "add_infer", ["infer_file", "infer_lines"],
     ["oovec/model/ forward"]),
    ("index, to the sample", "apps/cli/index.cc", "add_index", ["index_corpus", "index_text"],
     ["oovec/corpus/ Sampler.offer"]),
    ("index, to the file", "apps/cli/index.cc", "add_index", ["index_corpus", "index_text"],
     ["oovec/io/ TensorFileWriter.write"]),
    ("Python's infer_many, to the vector", "python/oovec/model.py", "Model.infer_many", [], ["oovec/model/ forward"]),
]


def code_lines(file, text):
    """How many lines have more than blanks and comments. Docstrings are comments."""
    if file.endswith(".py"):
        return python_code_lines(text)
    if file.endswith(".html"):
        text = re.sub(r"<!--.*?-->", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    elif file.endswith(".css"):
        text = re.sub(r"/\*.*?\*/", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)
    else:
        # A blank line within a string is one, too.
        text = without_literals(text)
    return sum(1 for line in text.splitlines() if line.strip())


def python_code_lines(text):
    lines = set()
    silent = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in silent:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, node.end_lineno + 1))
    return len(lines)


def script_functions(file, text):
    """The named functions of a script of JavaScript."""
    code = without_literals(text)
    for match in re.finditer(r"\bfunction\s+(\w+)\s*\(", code):
        brace = code.find("{", closing(code, match.end() - 1))
        first, last = (code.count("\n", 0, at) + 1 for at in (match.start(), closing(code, brace)))
        yield Function(file, "", match[1], first, last)


class Tree:
    """The sources below a folder, and what can be counted of them."""

    def __init__(self, root):
        self.root = Path(root)
        self.files = {path.relative_to(self.root).as_posix(): path.read_text(encoding="utf-8")
                      for path in self.paths(self.root)}

    def paths(self, folder):
        for path in sorted(folder.iterdir()):
            if path.is_symlink() or SKIPPED.match(path.name):
                continue
            if path.is_dir():
                yield from self.paths(path)
            elif path.suffix in SOURCES and not path.name.endswith((".min.js", ".min.css")):
                yield path

    @property
    def product(self):
        """The files that users get, without tests and tools."""
        return {file: text for file, text in self.files.items() if file.split("/")[0] not in SUPPORT}

    # -- files and lines ----------------------------------------------------------------------------------------

    @staticmethod
    def folder(file):
        """Where a file is counted: product code two folders deep, all else one."""
        parts = PurePosixPath(file).parent.parts
        return "/".join(parts[:1 if parts and parts[0] in SUPPORT else 2]) or "."

    def sizes(self):
        """Per folder: files, lines, lines of code."""
        sizes = {}
        for file, text in self.files.items():
            counted = (1, len(text.splitlines()), code_lines(file, text))
            folder = self.folder(file)
            sizes[folder] = tuple(map(sum, zip(sizes.get(folder, (0, 0, 0)), counted, strict=True)))
        return sizes

    # -- includes -----------------------------------------------------------------------------------------------

    @cached_property
    def layer_rules(self):
        """LAYERS and ALLOWED_SIDEWAYS of tests/layers_test.py, as far as there are such."""
        rules = {"LAYERS": [], "ALLOWED_SIDEWAYS": set()}
        for node in ast.parse(self.files.get("tests/layers_test.py", "")).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in rules:
                rules[node.targets[0].id] = ast.literal_eval(node.value)
        return rules

    @cached_property
    def ranks(self):
        return {folder: rank for rank, line in enumerate(reversed(self.layer_rules["LAYERS"])) for folder in line}

    def layer(self, file):
        return next((one for one in self.ranks if file.startswith(one + "/")), self.folder(file))

    def crossings(self):
        """How often a folder of the product includes another. The public face, which includes all, is left out."""
        return Counter(
            (self.layer(file), self.layer(included))
            for file, text in self.product.items() if file.endswith((".cc", ".h")) and file != FACE
            for included in INCLUDE.findall(text) if included != FACE and self.layer(included) != self.layer(file))

    def against_layers(self):
        """The crossings within a layer, and those that point up."""
        sideways, upward = {}, {}
        for (user, used), count in self.crossings().items():
            if user in self.ranks and used in self.ranks and self.ranks[user] <= self.ranks[used]:
                (sideways if self.ranks[user] == self.ranks[used] else upward)[user, used] = count
        return sideways, upward

    # -- what is installed --------------------------------------------------------------------------------------

    def installed(self):
        """The public headers: those that the list in CMake names, or else oovec.h and all it includes."""
        cmake = self.root / "oovec/install.cmake"
        listed = re.findall(r"\boovec/[\w/-]+\.h\b", cmake.read_text(encoding="utf-8")) if cmake.exists() else []
        if set(listed) - {FACE}:
            return sorted(set(listed))
        seen, waiting = set(), [FACE]
        while waiting:
            header = waiting.pop()
            if header in self.files and header not in seen:
                seen.add(header)
                waiting += INCLUDE.findall(self.files[header])
        return sorted(seen)

    # -- functions ----------------------------------------------------------------------------------------------

    @cached_property
    def graph(self):
        return CallGraph(self.product)

    def functions(self):
        """All functions of the product, the longest first."""
        scripts = itertools.chain.from_iterable(
            script_functions(file, text) for file, text in self.product.items() if file.endswith(".js"))
        return sorted([*self.graph.functions, *scripts], key=lambda one: (-one.lines, one.file, one.first_line))

    def route(self, file, start, passed, goals):
        """The calls from a command to its result; empty if there is no such way."""
        starts = self.graph.find(start, file)
        names = [name for name in passed if self.graph.find(name)][:1]
        path = starts[:1]
        for name in names:
            part = self.graph.path(path[-1], lambda one, name=name: one.name == name) if path else []
            path = path[:-1] + part if part else []
        ends = [(folder, {one.key for one in self.graph.find(name)}) for folder, name in map(str.split, goals)]
        part = self.graph.path(path[-1], lambda one: any(
            one.file.startswith(folder) and one.key in keys for folder, keys in ends)) if path else []
        return path[:-1] + part if part else []


# -- the report ---------------------------------------------------------------------------------------------------


def number(count):
    return f"{count:,}"


def size_rows(tree):
    sizes = tree.sizes()
    rows = {f"`{folder}`": " · ".join(map(number, sizes[folder])) for folder in sorted(sizes)}
    product = [size for folder, size in sizes.items() if folder.split("/")[0] not in SUPPORT]
    for name, group in (("**product**", product), ("**all**", sizes.values())):
        rows[name] = " · ".join(number(sum(part)) for part in zip(*group, strict=True))
    return rows


def include_rows(tree):
    crossings = tree.crossings()
    rows = {"includes that cross folders": number(crossings.total()),
            "pairs of folders": number(len(crossings)),
            "layers": number(len(tree.layer_rules["LAYERS"]))}
    for name, found in zip(("within a layer", "upward"), tree.against_layers(), strict=True):
        shown = ", ".join(f"{user} → {used} {count}" for (user, used), count in sorted(found.items()))
        rows[name] = number(sum(found.values())) + (f" ({shown})" if shown else "")
    rows["exceptions in the test of layers"] = number(len(tree.layer_rules["ALLOWED_SIDEWAYS"]))
    return rows


def header_rows(tree):
    headers = tree.installed()
    kernels = [header for header in headers if KERNELS.search(PurePosixPath(header).name)]
    every = [file for file in tree.files if file.startswith("oovec/") and file.endswith(".h")]
    return {"headers of the library": number(len(every)), "installed": number(len(headers)),
            "of them kernels and masks": number(len(kernels)) + (f" ({', '.join(kernels)})" if kernels else "")}


def place(run):
    return f"{run[0].file}:{run[0].first_line}–{run[-1].last_line}"


def repeat_rows(tree):
    rows = {}
    for name, shape in (("the same statements", False), ("the same shape", True)):
        runs = repeats(tree.product, shape)
        rows[f"{name}: pairs of places"] = number(len(runs))
        rows[f"{name}: lines in them"] = number(lines_of(runs))
        for rank, (first, second) in enumerate(runs[:3], start=1):
            rows[f"{name}: longest, {rank}"] = f"{place(first)} and {place(second)}"
    return rows


def function_rows(tree):
    functions = tree.functions()
    rows = {"functions": number(len(functions))}
    rows |= {f"over {bound} lines": number(sum(one.lines > bound for one in functions)) for bound in (LONG, 40, 25)}
    for rank, one in enumerate(functions[:5], start=1):
        rows[f"longest, {rank}"] = f"{one.lines}: `{one}`, {one.file}:{one.first_line}"
    return rows


def hop_rows(tree):
    rows = {}
    for name, *route in ROUTES:
        path = tree.route(*route)
        files = len({one.file for one in path})
        rows[name] = f"{len(path) - 1} calls, {files} files" if path else "no way found"
        rows[f"{name}: way"] = " → ".join(f"`{one}`" for one in path)
    return rows


SECTIONS = [
    ("Files and lines", "files · lines · lines of code", size_rows),
    ("Includes between folders", "", include_rows),
    ("Headers", "", header_rows),
    ("Repeated code, of the product", "", repeat_rows),
    ("Functions of the product, by their lines", "", function_rows),
    ("Calls from a command to its result", "", hop_rows),
]


def report(trees):
    """The Markdown for one tree or several; `trees` maps the heads of columns to trees."""
    lines = []
    for title, note, make_rows in SECTIONS:
        columns = [make_rows(tree) for tree in trees.values()]
        names = list(dict.fromkeys(name for column in columns for name in column))
        if make_rows is size_rows:  # folders of both trees in one order, sums last
            names.sort(key=lambda name: (name.startswith("**"), name == "**all**", name))
        lines += [f"## {title}", "", *([note, ""] if note else []), f"| | {' | '.join(trees)} |",
                  "|---|" + "---|" * len(trees)]
        lines += [f"| {name} | {' | '.join(column.get(name, '') for column in columns)} |" for name in names]
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trees", nargs="*", type=Path, metavar="TREE", help="this tree if none is named; at most two")
    trees = parser.parse_args().trees or [Path(__file__).resolve().parent.parent]
    if len(trees) > 2:
        parser.error("one tree, or two to compare")
    heads = ["now"] if len(trees) == 1 else ["before", "after"]
    print(report({head: Tree(tree) for head, tree in zip(heads, trees, strict=True)}))


if __name__ == "__main__":
    main()
