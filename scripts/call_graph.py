"""Who calls whom, read from the text of C++ and Python without a compiler.

    graph = CallGraph({"a.cc": "int f() { return 1; }\nint g() { return f(); }"})
    graph.path("g", lambda function: function.name == "f")

A call is resolved by the declared type of what stands before the dot, by the class around it, or by the headers
that are included. What cannot be resolved is left out, so a path that is found can be believed, but a shorter one
may exist. A lambda belongs to the function that writes it; overloads in one file count as one function; a call by an
interface leads to all that implement it. Python reaches C++ through the names that nanobind is given.
"""

import ast
import re
from collections import deque
from functools import cached_property

from definitions import NAME, CppReader, Function, closing, opening, read_python, without_literals

CALL = re.compile(rf"\b({NAME})\s*(<[^;(){{}}]*?>)?\s*([({{])")
NOT_CALLED = re.compile(r"if|for|while|switch|return|catch|sizeof|alignof|decltype|noexcept|new|delete|throw|\w+_cast|"
                        r"requires|assert|static_assert")


class CallGraph:
    def __init__(self, files):
        """`files` maps paths to texts; what is not C++ or Python is passed over."""
        self.files = files
        self.functions, self.types = [], {}
        for file, text in files.items():
            if file.endswith((".cc", ".h")):
                source = CppReader(file, text).read()
            elif file.endswith(".py"):
                source = read_python(file, text)
            else:
                continue
            self.functions += source.functions
            for one in source.types:
                self.types.setdefault(one.name, []).append(one)
        self.named = {}
        for function in self.functions:
            self.named.setdefault(function.name, []).append(function)
        self.visible_from, self.variables = {}, {}

    # -- what a file sees ---------------------------------------------------------------------------------------

    def includes(self, file):
        """The file and all headers it includes, directly or not."""
        if file not in self.visible_from:
            seen, waiting = set(), [file]
            while waiting:
                one = waiting.pop()
                if one not in seen and one in self.files:
                    seen.add(one)
                    waiting += re.findall(r'^#include "([^"]+)"', self.files[one], re.MULTILINE)
            self.visible_from[file] = seen
        return self.visible_from[file]

    def sees(self, file, function):
        """Whether a free function can be called from a file: it is in there, or declared in a header."""
        seen = self.includes(file)
        if function.file in seen:
            return True
        shared = seen & self.includes(function.file)
        return any(re.search(rf"\b{re.escape(function.name)}\(", self.files[header]) for header in shared)

    def known_types(self, text, file):
        """The classes of the project that a type mentions, the outermost first."""
        return [name for name in re.findall(NAME, text)
                if any(one.file == file or one.file in self.includes(file) for one in self.types.get(name, ()))]

    # -- what a call leads to -----------------------------------------------------------------------------------

    @cached_property
    def derived(self):
        found = {}
        for group in self.types.values():
            for one in group:
                for base in one.bases:
                    found.setdefault(base, []).append(one.name)
        return found

    def methods(self, owner, name, file):
        """The definitions of a method: of the class and what derives from it, else of its bases."""
        family = [owner]
        for one in family:
            family += [other for other in self.derived.get(one, ()) if other not in family]
        found = [one for one in self.named.get(name, ()) if one.owner in family]
        local = [one for one in found if one.file == file]  # other files may have a local class of that name
        if len({one.file for one in found if one.owner == owner}) > 1 and local:
            found = local
        if found:
            return found
        bases = [base for one in self.types.get(owner, ()) for base in one.bases if base != owner]
        return [found for base in bases for found in self.methods(base, name, file)]

    def variable(self, name, where):
        """The classes a variable's declaration mentions: in the function, or in the class around it."""
        asked = (where.key, where.first_line, where.body, name)
        if asked not in self.variables:
            self.variables[asked] = []  # the answer for `auto x = x.next();`
            self.variables[asked] = self.declared(name, where)
        return self.variables[asked]

    def declared(self, name, where):
        bodies = [one.body for one in self.types.get(where.owner, ())]
        for text in (where.head + where.body, *bodies):
            pattern = rf"([A-Za-z_][\w:<>,&*\s]*[>&*\s]){name}\s*(=|[;,(){{\[:])"
            for match in re.finditer(pattern, text):
                before = re.split(r"[;{}]", match[1])[-1]
                if re.match(r"\s*(?:return|else|case|new|delete)\b", before):
                    continue
                if re.search(r"\bauto\b", before) and match[2] in "=:":
                    end = self.end_of_expression(text, match.end())
                    return self.type_before(text, end, where)
                if found := self.known_types(before, where.file):
                    return found
        return []

    @staticmethod
    def end_of_expression(text, at):
        while at < len(text) and text[at] not in ";)":
            at = closing(text, at) + 1 if text[at] in "({[" else at + 1
        return at

    def type_before(self, text, end, where):
        """The classes that the type of the expression which ends at `end` mentions."""
        end = len(text[:end].rstrip())
        if end == 0:
            return []
        if text[end - 1] == "]":
            return self.type_before(text, opening(text, end - 1), where)
        if text[end - 1] in ")}":
            begin = opening(text, end - 1)
            name = re.search(rf"({NAME})\s*(<[^;(){{}}]*?>)?\s*$", text[:max(begin, 0)])
            if not name:
                return self.type_before(text, end - 1, where) if text[end - 1] == ")" else []
            if name[2] and re.match(r"make_(unique|shared)|static_cast", name[1]):
                return self.known_types(name[2], where.file)
            if self.known_types(name[1], where.file):
                return [name[1]]
            found = self.resolve(text, name.start(), name[1], where)
            types = [kind for one in found for kind in self.known_types(one.returns, one.file)]
            return types or self.type_of_object(text, name.start(), where)
        name = re.search(rf"({NAME})$", text[:end])
        if not name:
            return []
        if name[1] == "this":
            return [where.owner]
        holders = self.type_of_object(text, name.start(), where)
        for holder in holders:
            member = Function(where.file, holder, "", 0, 0)
            if found := self.variable(name[1], member):
                return found
        return self.variable(name[1], where)

    def type_of_object(self, text, at, where):
        """The type of what a dot or an arrow before `at` belongs to."""
        before = re.search(r"(\.|->)\s*$", text[:at])
        return self.type_before(text, before.start(), where) if before else []

    def resolve(self, text, at, name, where):
        """The functions a call may mean; `name` begins at `at`."""
        before = text[:at].rstrip()
        if before.endswith((".", "->")):
            for kind in self.type_of_object(text, at, where):
                if found := self.methods(kind, name, where.file):
                    return found
            return []
        if before.endswith("::"):
            scope = re.search(rf"({NAME})\s*(?:<[^;(){{}}]*?>)?\s*::$", before)
            if scope and scope[1] in self.types:
                return self.methods(scope[1], name, where.file)
            if scope and scope[1] == "std":
                return []
        elif declared := re.search(rf"({NAME})\s*(?:<[^;(){{}}]*>)?[&*]*\s+$", text[:at]):
            if declared[1] in self.types:
                return self.methods(declared[1], declared[1], where.file)  # Type name(…)
            if declared[1] not in ("return", "else", "throw", "new", "co_return", "case", "and", "or", "not"):
                return []
        if name in self.types:
            return self.methods(name, name, where.file)
        if where.owner and (found := self.methods(where.owner, name, where.file)):
            return found
        return [one for one in self.named.get(name, ()) if not one.owner and self.sees(where.file, one)]

    def cpp_calls(self, where):
        """All functions of the project that a function of C++ calls."""
        found = []
        for match in CALL.finditer(where.body):
            if NOT_CALLED.fullmatch(match[1]) or (match[3] == "{" and match[1] not in self.types):
                continue
            if match[2] and re.match(r"make_(unique|shared)", match[1]):
                for kind in self.known_types(match[2], where.file):
                    found += self.methods(kind, kind, where.file)
            else:
                found += self.resolve(where.body, match.start(), match[1], where)
        for match in re.finditer(rf"&(?:({NAME})::)?({NAME})\b(?!\s*\()", where.body):
            if match[1] in self.types:
                found += self.methods(match[1], match[2], where.file)
            elif not match[1]:
                found += [one for one in self.named.get(match[2], ()) if not one.owner and one.file == where.file]
        return found

    # -- Python -------------------------------------------------------------------------------------------------

    @cached_property
    def bindings(self):
        """Per class and name in Python (no class for functions), what C++ it stands for."""
        found = {}
        for file, text in self.files.items():
            if not file.endswith(".cc") or "nb::" not in text:
                continue
            code = without_literals(text)
            classes = [(match.start(), match[1], match[2])
                       for match in re.finditer(rf'nb::class_<\s*({NAME})[^>]*>\(\s*\w+,\s*"(\w+)"', text)]
            for match in re.finditer(r"(\w*)\s*\.def\w*\(\s*", code):
                name = re.compile(r'"(\w+)"').match(text, match.end())
                body = code[match.end():closing(code, code.index("(", match.start()))]
                kind, python = "", ""
                if match[1] == "":
                    kind, python = next((one[1:] for one in reversed(classes) if one[0] < match.start()), ("", ""))
                where = Function(file, "", "", 0, 0, body=body)
                if name:
                    found.setdefault((python, name[1]), []).extend(self.cpp_calls(where))
                if (name and name[1] == "__init__") or body.startswith("nb::init"):
                    found.setdefault((python, "__init__"), []).extend(self.methods(kind, kind, file))
        return found

    def python_type(self, node, where):
        """The class an expression is of: of the extension as "_core.X", else of the package."""
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Attribute) and ast.unparse(function.value) == "_core":
                return "_core." + function.attr
            return function.id if isinstance(function, ast.Name) and function.id in self.types else ""
        text = ast.unparse(node)
        if text in ("self", "cls"):
            return where.owner
        bodies = [where.body, *(one.body for one in self.types.get(where.owner, ()) if one.file == where.file)]
        for body in bodies:
            if match := re.search(rf"(?<![\w.]){re.escape(text)}(?:: [\w. |]+)? = ((?:_core\.)?\w+)\(", body):
                return match[1]
            if match := re.search(rf"(?<![\w.]){re.escape(text)}: ((?:_core\.)?\w+)", body):
                return match[1]
            if match := re.search(rf"{re.escape(text)} = (\w+)$", body, re.MULTILINE):
                return self.python_type(ast.parse(match[1], mode="eval").body, where) if match[1] != text else ""
        return ""

    def python_methods(self, kind, name, where):
        if kind.startswith("_core"):
            return self.bindings.get((kind[6:], name), [])
        return [one for one in self.methods(kind, name, where.file) if one.file.endswith(".py")] if kind else []

    def python_calls(self, where):
        """All functions of the project that a function of Python calls."""
        found = []
        for node in ast.walk(ast.parse(where.body)):
            if not isinstance(node, ast.Call):
                continue
            function = node.func
            if isinstance(function, ast.Name):
                found += self.python_methods(function.id, "__init__", where) if function.id in self.types else [
                    one for one in self.named.get(function.id, ()) if not one.owner and one.file.endswith(".py")
                    and (one.file == where.file
                         or re.search(rf"import .*\b{function.id}\b", self.files[where.file]))]
            elif isinstance(function, ast.Attribute) and ast.unparse(function.value) == "_core":
                name = function.attr
                found += self.bindings.get(("", name), []) or self.bindings.get((name, "__init__"), [])
            elif isinstance(function, ast.Attribute):
                found += self.python_methods(self.python_type(function.value, where), function.attr, where)
        return found

    # -- paths --------------------------------------------------------------------------------------------------

    @cached_property
    def same(self):
        """Functions by their key: overloads are one."""
        found = {}
        for function in self.functions:
            found.setdefault(function.key, []).append(function)
        return found

    def calls(self, function):
        """The functions that a function calls, each once, without itself."""
        found = {}
        for one in self.same.get(function.key, [function]):
            calls = self.python_calls(one) if one.file.endswith(".py") else self.cpp_calls(one)
            found |= {call.key: call for call in calls if call.key != function.key}
        return list(found.values())

    def find(self, name, file=""):
        """The functions of that name, "f" or "Owner.f", in a file if one is given."""
        owner, _, last = name.rpartition(".")
        return [one for one in self.named.get(last, ())
                if (not file or one.file == file) and (not owner or one.owner == owner)]

    def path(self, start, is_goal):
        """The shortest chain of calls from a function to the first that `is_goal` accepts; empty if there is none."""
        starts = self.find(start) if isinstance(start, str) else [start]
        came_from = {one.key: None for one in starts}
        waiting = deque(starts)
        while waiting:
            function = waiting.popleft()
            if is_goal(function):
                path = [function]
                while (before := came_from[path[-1].key]) is not None:
                    path.append(before)
                return path[::-1]
            for call in self.calls(function):
                if call.key not in came_from:
                    came_from[call.key] = function
                    waiting.append(call)
        return []

