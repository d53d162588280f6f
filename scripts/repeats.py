"""Code that stands in two places, word for word or with other names.

    repeats({"a.cc": …, "b.cc": …})                # the same statements
    repeats({"a.cc": …, "b.cc": …}, shape=True)    # the same shape: names and literals may differ, but consistently

Statements are compared, not lines, so that layout does not matter. Four in a row are a repetition, unless they are a
list of likes, such as the fields of options.
"""

import io
import keyword
import re
import tokenize
from collections import defaultdict
from dataclasses import dataclass

RUN = 4  # statements in a row, about six lines
VARIETY = 3  # of them that differ from each other in shape
TOKENS_SAME, TOKENS_SHAPE = 20, 40  # that they have: what says less must be longer

COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|`[^`]*`|\'(?:\\.|[^\'\\\n])+\'|\d[\w.\']*|[A-Za-z_]\w*|::|->|[^\s\w]|\n')
KEYWORDS = set(keyword.kwlist) | set(re.findall(r"\w+", """
    auto bool break case catch char class const constexpr continue default do double else enum explicit false float
    for function if inline int let long namespace new nullptr operator override private public return short signed
    sizeof static std string_view struct switch template this throw true try typename unsigned using virtual void
    while string vector span optional size_t uint32_t uint64_t unique_ptr shared_ptr"""))


@dataclass
class Statement:
    file: str
    first_line: int
    last_line: int
    tokens: tuple


def with_names_numbered(tokens):
    """The tokens with names replaced by the order in which they first occur, and literals by their kind."""
    numbers, result = {}, []
    for token in tokens:
        if token[0] in "\"'`" or token[0].isdigit():
            result.append("literal")
        elif (token[0].isalpha() or token[0] == "_") and token not in KEYWORDS:
            result.append(numbers.setdefault(token, len(numbers)))
        else:
            result.append(token)
    return tuple(result)


def c_statements(file, text):
    text = COMMENT.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)
    text = re.sub(r"^[ \t]*(?:#|namespace\b|using\b|import\b)[^\n]*", "", text, flags=re.MULTILINE)
    line, first, tokens, brackets = 1, 1, [], []
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == "\n":
            line += 1
            continue
        if not tokens:
            first = line
        tokens.append(token)
        if token in "({":
            brackets.append(token)
        elif token in ")}" and brackets:
            brackets.pop()
        if token in "{}" or (token == ";" and (not brackets or brackets[-1] == "{")):  # not within for (;;)
            if any(re.match(r"\w", one) for one in tokens):
                yield Statement(file, first, line, tuple(tokens))
            tokens = []
        line += token.count("\n")


def python_statements(file, text):
    tokens, first = [], 1
    skipped = (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NEWLINE:
            if tokens and tokens[0] not in ("import", "from") and not (len(tokens) == 1 and tokens[0][-1] in "\"'"):
                yield Statement(file, first, token.start[0], tuple(tokens))
            tokens = []
        elif token.type not in skipped and token.string:
            if not tokens:
                first = token.start[0]
            tokens.append(token.string)


def statements(files):
    """All statements, those of a file in order; None between files."""
    found = []
    for file in sorted(files):
        if file.endswith((".cc", ".h", ".js")):
            found += [*c_statements(file, files[file]), None]
        elif file.endswith(".py"):
            found += [*python_statements(file, files[file]), None]
    return found


def repeats(files, shape=False):
    """Pairs of runs that repeat each other: two lists of statements each, the longest first."""
    every = statements(files)
    shapes = [one and with_names_numbered(one.tokens) for one in every]
    places = defaultdict(list)
    for at in range(len(every) - RUN + 1):
        if None in every[at:at + RUN] or len(set(shapes[at:at + RUN])) < VARIETY:
            continue
        tokens = [token for one in every[at:at + RUN] for token in one.tokens]
        if len(tokens) >= (TOKENS_SHAPE if shape else TOKENS_SAME):
            places[with_names_numbered(tokens) if shape else tuple(tokens)].append(at)
    pairs = {(a, b) for same in places.values() for a in same for b in same
             if a < b and (every[a].file != every[b].file or b - a >= RUN)}
    runs = []
    for a, b in sorted(pairs):
        if (a - 1, b - 1) in pairs:
            continue
        size = RUN
        while (a + size - RUN + 1, b + size - RUN + 1) in pairs:
            size += 1
        runs.append((every[a:a + size], every[b:b + size]))
    return sorted(runs, key=lambda run: -len(run[0]))


def lines_of(runs):
    """How many lines the runs cover, each line once."""
    return len({(one.file, line) for pair in runs for run in pair for one in run
                for line in range(one.first_line, one.last_line + 1)})
