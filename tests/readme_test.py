"""What the documentation shows is what happens: its console sessions are run and their output compared,
its Python and C++ are the code that is tested, its commands and links lead somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
FORMATS = ROOT / "docs" / "formats.md"
EXAMPLES = Path(os.environ["OOVEC_BUILD_DIR"]) / "examples"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")),
             *sorted((ROOT / "examples").glob("*.md")), ROOT / "bench" / "README.md"]
SESSIONS = [ROOT / "docs" / "tour.md", ROOT / "docs" / "cpp.md"]


def blocks(text, language):
    """The fenced blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def parse_session(session):
    """A console session as pairs of a command and the output shown for it."""
    first, *steps = re.split(r"^\$ ", session, flags=re.MULTILINE)
    assert first == "", "a session begins with a command"
    return [step.split("\n", 1) for step in steps]


def program_path():
    """A PATH on which `oovec` is the program under test and the examples are found."""
    program = Path(os.environ["OOVEC_PROGRAM"])
    assert program.name == "oovec"
    return os.pathsep.join([str(program.parent), str(EXAMPLES), os.environ["PATH"]])


def run_session(commands, folder):
    """The output of each command, all run by one shell so that $? and files carry over."""
    mark = "=== end of output ==="
    script = "\n".join(f"{command}\ncode=$?; echo '{mark}'; (exit $code)" for command in commands)
    done = subprocess.run(
        ["bash", "-c", script + "\ntrue"],
        cwd=folder,
        env={**os.environ, "PATH": program_path(), "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return done.stdout.split(mark + "\n")[:-1]


@pytest.mark.parametrize("document", SESSIONS, ids=lambda path: path.name)
def test_sessions_show_what_the_program_prints(document, tmp_path):
    steps = parse_session("".join(blocks(document.read_text(), "console")))
    assert steps
    outputs = run_session([command for command, _ in steps], tmp_path)
    for (command, shown), output in zip(steps, outputs, strict=True):
        assert output == shown, command


def test_sessions_are_run_as_a_shell_would(tmp_path):
    assert parse_session("$ echo a\na\n$ false\n$ echo $?\n1\n") == [
        ["echo a", "a\n"], ["false", ""], ["echo $?", "1\n"]]
    assert run_session(["echo a", "false", "echo $?"], tmp_path) == ["a\n", "", "1\n"]


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        target
        for document in DOCUMENTS
        for text in blocks(document.read_text(), "sh") + re.findall(r"`(.*?)`", document.read_text())
        for target in re.findall(r"^make ([a-z]+)", text, re.MULTILINE)
    }
    assert {"demo", "test"} <= named <= targets


def test_the_cpp_that_is_shown_is_the_example():
    assert blocks((ROOT / "docs" / "cpp.md").read_text(), "cpp") == [(ROOT / "examples" / "lookup.cc").read_text()]


def test_the_chart_of_the_readme_shows_the_results():
    script = ROOT / "scripts" / "quality_chart.py"
    arguments = ["--check", ROOT / "docs" / "experiment.md", ROOT / "docs" / "quality.svg"]
    done = subprocess.run([sys.executable, "-B", script, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def long_lines(text):
    """Lines of prose of more than 100 characters: tables and code cannot be broken, nor can a long link."""
    prose = re.sub(r"^( *)(```+).*?^\1\2$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [line for line in prose.splitlines()
            if len(line) > 100 and not line.startswith(("|", "    ", "![")) and " " in line.strip("- ")[:100]]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_prose_is_wrapped(document):
    assert long_lines(document.read_text()) == [], "run `make format`"


def test_long_lines_are_caught():
    long = "word " * 21
    assert long_lines(f"{long}\n```\n{long}\n```\n| {long} |\n") == [long]


def test_the_native_example_mends_and_maps(tmp_path):
    (tmp_path / "in.txt").write_text("2 2\na 1 2\nb 3\n")
    done = subprocess.run([EXAMPLES / "to_native", "in.txt", "out"], cwd=tmp_path, check=True,
                          stdout=subprocess.PIPE, text=True)
    assert done.stdout == (
        'in.txt:3: "b" has 1 numbers where 2 are expected; the row is left out\n'
        "1 words of 2 dimensions, mapped\n")


def test_python_reads_native_files_as_documented(tmp_path):
    (snippet,) = blocks(FORMATS.read_text(), "python")
    run_session(["printf '%s\\n' 'pomelo 0.5 2' 'ice cream -1 0' 'été 3 4' > fruit.txt",
                 "oovec vectors convert fruit.txt fruit.safetensors"], tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", snippet + "print(words, vectors.tolist())"],
        cwd=tmp_path, env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True)
    assert done.stdout == (
        "['pomelo', 'ice cream', 'été'] [[0.5, 2.0], [-1.0, 0.0], [3.0, 4.0]]\n")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_files(document):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text())
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (document.parent / link).exists()] == []


def anchors(text):
    """What links within a page can name: its headings, as GitHub and the site spell them."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^( *)(```+).*?^\1\2$", "", text, flags=re.MULTILINE | re.DOTALL),
                          re.MULTILINE)
    titles = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower() for heading in headings]
    return {re.sub(r"[^\w -]", "", title).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_headings(document):
    links = re.findall(r"\]\(([^):#]*)#([^)]+)\)", document.read_text())
    pages = [(document.parent / page if page else document, anchor) for page, anchor in links]
    assert [(page.name, anchor) for page, anchor in pages
            if page.suffix == ".md" and anchor not in anchors(page.read_text())] == []


def test_anchors_are_those_of_headings():
    assert anchors("# A `b`: c\n```sh\n# not this\n```\n## [Static](x.md) model (d)\n") == {"a-b-c", "static-model-d"}


def test_the_site_lists_every_page():
    listed = re.findall(r"^ +- (?:\w+: )?([\w./-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert len(listed) == len(set(listed))
    assert sorted(set(pages) - set(listed)) == []


def test_the_citation_is_of_this_version():
    version = re.search(r"project\(oovec VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()
