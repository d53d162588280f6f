"""Functions and classes, read from the text of C++ and Python without a compiler.

    functions = CppReader("a.cc", "int f() { return 1; }").read().functions

Brackets are followed, comments and literals are blanked; what stands before a brace tells what is within.
"""

import ast
import re
from dataclasses import dataclass, field

# Comments, and literals with quotes in them. A quote within a number, 1'000, begins no literal.
LITERALS = re.compile(
    r'R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"'
    r"|//[^\n]*|/\*.*?\*/"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'",
    re.DOTALL)
NAME = r"[A-Za-z_]\w*"


def blank(match):
    """A comment as blanks, a literal as its quotes with blanks between; line ends stay."""
    text = match[0]
    blanks = re.sub(r"[^\n]", " ", text)
    return blanks if text.startswith("/") else text[-1] + blanks[1:-1] + text[-1]


def without_literals(text):
    """C++ or JavaScript of the same length, with nothing in its comments and strings."""
    return LITERALS.sub(blank, text)


def closing(text, begin):
    """Where the bracket at `begin` is closed."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    waiting = []
    for match in re.compile(r"[(){}\[\]]").finditer(text, begin):
        if match[0] in pairs:
            waiting.append(pairs[match[0]])
        elif waiting and match[0] == waiting[-1]:
            waiting.pop()
            if not waiting:
                return match.start()
    return len(text)


def opening(text, end):
    """Where the bracket at `end` was opened."""
    pairs = {")": "(", "}": "{", "]": "["}
    waiting = []
    for at in range(end, -1, -1):
        if text[at] in pairs:
            waiting.append(pairs[text[at]])
        elif waiting and text[at] == waiting[-1]:
            waiting.pop()
            if not waiting:
                return at
    return -1


def without_angles(text):
    """`text` without template arguments."""
    text, before = text.replace("->", "  "), ""
    while text != before:
        before, text = text, re.sub(r"<[^<>]*>", lambda match: " " * len(match[0]), text)
    return text


@dataclass
class Function:
    """A definition. `head` has its type and parameters, `body` its initialisers and statements."""
    file: str
    owner: str  # its class, or nothing
    name: str
    first_line: int
    last_line: int
    returns: str = ""
    head: str = ""
    body: str = ""

    @property
    def lines(self):
        return self.last_line - self.first_line + 1

    @property
    def key(self):
        return (self.file, self.owner, self.name)

    def __str__(self):
        return f"{self.owner}{'.' if self.file.endswith('.py') else '::'}{self.name}" if self.owner else self.name


@dataclass
class Type:
    name: str
    file: str
    bases: list
    body: str = ""


@dataclass
class Source:
    """What a file defines."""
    functions: list = field(default_factory=list)
    types: list = field(default_factory=list)


class CppReader:
    """Finds functions and classes by following braces."""

    def __init__(self, file, text):
        self.file = file
        self.found = Source()
        self.text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda match: re.sub(r"[^\n]", " ", match[0]),
                           without_literals(text), flags=re.MULTILINE)

    def read(self):
        self.scope(0, len(self.text), "")
        return self.found

    def line(self, at):
        return self.text.count("\n", 0, at) + 1

    def scope(self, begin, end, owner):
        """The definitions of a namespace or class."""
        start = at = begin
        while at < end:
            char = self.text[at]
            access = char == ":" and re.fullmatch(r"\s*(public|private|protected)\s*", self.text[start:at])
            if char in ";}" or access:
                start = at + 1
            elif char in "([":
                at = closing(self.text, at)
            elif char == "{":
                close = closing(self.text, at)
                if self.block(start, at, close, owner):
                    start = close + 1
                at = close
            at += 1

    def block(self, start, brace, close, owner):
        """What stands before a brace decides what is within. False: an initialiser, and the statement goes on."""
        start += len(self.text[start:brace]) - len(self.text[start:brace].lstrip())
        head = self.text[start:brace]
        flat = re.sub(r"^(?:\s*template\s*)+", lambda match: " " * len(match[0]), without_angles(head))
        flat = re.sub(r"\[\[.*?\]\]", lambda match: " " * len(match[0]), flat, flags=re.DOTALL)
        if re.match(r'\s*(?:inline\s+)?namespace\b|\s*extern\s*""\s*$', flat) or not head.strip():
            self.scope(brace + 1, close, owner)
            return True
        if match := re.match(rf"\s*(?:struct|class|union|enum(?:\s+class)?)\s+(?:alignas\([^)]*\)\s*)?({NAME})"
                             r"\s*(?:final\s*)?(?::(.*))?$", flat, re.DOTALL):
            bases = re.findall(rf"({NAME})\s*(?:,|$)", match[2] or "")
            self.found.types.append(Type(match[1], self.file, bases, self.text[brace:close]))
            self.scope(brace + 1, close, match[1])
            return True
        named = re.search(rf"(?:({NAME})\s*::\s*)?(~?{NAME}|operator\s*\S+?)\s*\(", flat)
        if not named or "=" in flat[:named.start()].replace("operator", ""):
            return False
        after = closing(self.text, start + named.end() - 1) + 1
        rest = self.text[after:brace]
        if re.match(r"\s*:[^:]", rest) and re.search(r"[\w>]\s*$", rest):
            return False  # a member that is initialised in braces
        self.found.functions.append(Function(
            self.file, named[1] or owner, named[2], self.line(start), self.line(close), head[:named.start()],
            self.text[start:after], self.text[after:close]))
        return True


def read_python(file, text):
    """The functions of a module, and what its classes keep in themselves."""
    found = Source()

    def visit(node, owner):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                bases = [base.id for base in child.bases if isinstance(base, ast.Name)]
                found.types.append(Type(child.name, file, bases, ast.unparse(child)))
                visit(child, child.name)
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                found.functions.append(Function(file, owner, child.name, first, child.end_lineno,
                                                body=ast.unparse(child)))
                visit(child, owner)

    visit(ast.parse(text), "")
    return found
