"""What MkDocs needs beside docs/ to build the documentation site (a hook of mkdocs.yml).

- Pages outside docs/ (README.md, examples/, notebooks) and files that the documentation links to become pages below
  repository/, so that every link leads somewhere within the site, and MkDocs checks it.
- reference/python.md and reference/cpp.md are made from the package and from the contracts of the public headers.
- Math in GitHub's notation ($`x`$ and fenced blocks) is passed on to KaTeX, which the site brings along.
"""

import json
import posixpath
import re
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
KATEX = Path("/usr/share/javascript/katex")
KATEX_FONTS = Path("/usr/share/fonts/truetype/katex")

LINK = re.compile(r"\]\(([^)\s#]*)(#[^)\s]*)?\)")
NAMED = re.compile(r"\[([\w./-]+\.md)\]\(([^)]*)")  # [text.md](text.md#input
FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
INLINE_MATH = re.compile(r"\$`([^`]+)`\$")
LANGUAGES = {".h": "cpp", ".cc": "cpp", ".c": "c", ".py": "python", ".js": "javascript", ".json": "json", ".sh": "bash"}
PICTURES = (".svg", ".png")
EXTERNAL = re.compile(
    r'<(?:script|img|iframe|source|link rel="?(?:stylesheet|preload|icon))[^>]*?(?:src|href)="?(https?://[^" >]*)')

# The parts of the Python reference: a title, and the objects of the package below it.
PYTHON = {
    "Vectors": ["Embeddings", "WithNovelWords"],
    "Models": ["Model", "Observation", "Explanation"],
    "From text": ["index", "merge", "train", "tune", "skipgram", "augment", "TrainResult", "TuneResult"],
    "New words": ["Store"],
    "Comparing groups and times": ["compare", "Comparison"],
    "Spark": ["spark.index", "spark.augment", "spark.infer", "spark.infer_udf", "spark.coverage"],
    "Other libraries": ["sklearn.NovelWordVectorizer", "spacy.set_vectors", "spacy.save_vectors", "spacy.restore"],
    "Errors": ["Error", "UsageError", "MalformedError", "DamagedError", "UnsupportedError", "FileError",
               "NoVectorError"],
}


def page_of(path):
    """The page of the site that shows a file of the repository."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if path.endswith((".md", *PICTURES)):
        return f"repository/{path}"
    if path.endswith(".ipynb"):
        return f"repository/{path.removesuffix('.ipynb')}.md"
    return f"repository/{path}.md"


def file_of(page):
    """The file of the repository that a page shows; None for pages that are made from several."""
    if page.startswith("reference/"):
        return None
    if not page.startswith("repository/"):
        return f"docs/{page}"
    path = page.removeprefix("repository/")
    if (ROOT / path).exists():
        return path
    stem = path.removesuffix(".md")
    return stem if (ROOT / stem).exists() else f"{stem}.ipynb"


def title_of(path):
    """The heading of a document, without the command that it is about."""
    heading = re.search(r"^# (.*)$", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE).group(1)
    return heading.split(": `")[0]


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))


def linked_files(path, text):
    """Files of the repository that a document links to."""
    folder = posixpath.dirname(path)
    for target, _ in LINK.findall(without_code(text)):
        if target and "://" not in target and not target.startswith("mailto:"):
            linked = posixpath.normpath(posixpath.join(folder, target))
            yield f"{linked}/README.md" if (ROOT / linked).is_dir() else linked


def notebook_page(text):
    """A notebook as Markdown: its cells, and what they printed or showed."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += [shown for output in cell["outputs"] if (shown := output_of(output))]
    return "\n\n".join(parts) + "\n"


def output_of(output):
    data = output.get("data", {})
    if "text/html" in data:
        html = "".join(data["text/html"])
        return f'<div class="output">\n{html}\n</div>'
    text = "".join(data.get("text/plain", output.get("text", "")))
    return f"```text\n{text.rstrip()}\n```" if text.strip() else ""


def shown_page(path):
    """The Markdown of the page that shows a file."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".md"):
        return text
    if path.endswith(".ipynb"):
        return notebook_page(text)
    language = LANGUAGES.get(Path(path).suffix, "text")
    fence = "````" if "```" in text else "```"
    return f"---\nsearch: {{exclude: true}}\n---\n# {path}\n\n{fence}{language}\n{text}{fence}\n"


def contract_of(header):
    """The comment that a header begins with, as Markdown: what is indented in it is code."""
    lines = []
    for line in (ROOT / header).read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    blocks = re.split(r"\n\n", "\n".join(lines))
    shown = []
    for block in blocks:
        indented = all(line.startswith("  ") for line in block.splitlines())
        body = "\n".join(line.removeprefix("  ") for line in block.splitlines())
        shown.append(f"```cpp\n{body}\n```" if indented else block)
    return "\n\n".join(shown)


def cpp_reference():
    """Every public header with its contract, by folder."""
    headers = [line for line in (ROOT / "oovec/public_headers.txt").read_text().split() if line != "oovec/c.h"]
    page = ["# C++ reference", (
        "`#include <oovec/oovec.h>` is the whole public interface. Each header begins with its contract and a sample, "
        "which are shown here; the page behind its name has all declarations. "
        "[Architecture](../repository/ARCHITECTURE.md) says how the headers belong together, and "
        "[the C interface](../c.md) is for other languages."),
        contract_of("oovec/oovec.h")]
    headers.remove("oovec/oovec.h")
    for folder in sorted({posixpath.dirname(header) for header in headers}):
        page.append(f"## {folder}")
        for header in (one for one in headers if posixpath.dirname(one) == folder):
            page.append(f"### [{posixpath.basename(header)}](../{page_of(header)})")
            page.append(contract_of(header))
    return "\n\n".join(page) + "\n"


def python_reference():
    page = ["# Python reference", (
        "The classes and functions of the package. [Python](../python.md) is the guide. Options of tasks have the "
        "names of the [command line](../cli.md), with `_` for `-`.")]
    for title, names in PYTHON.items():
        page.append(f"## {title}")
        page += [f"::: oovec.{name}" for name in names]
    return "\n\n".join(page) + "\n"


def katex_files(config):
    for source in [KATEX / "katex.min.js", KATEX / "katex.min.css"]:
        yield File.generated(config, f"assets/katex/{source.name}", content=source.read_bytes())
    for source in sorted(KATEX_FONTS.glob("*.woff2")):
        yield File.generated(config, f"assets/katex/fonts/{source.name}", content=source.read_bytes())


def on_files(files, config):
    """Adds pages for all that is linked to, and for what those link to, and so on."""
    wanted = [posixpath.join("docs", file.src_uri) for file in files.documentation_pages()]
    wanted += ["CONTRIBUTING.md", "CHANGELOG.md", *config.extra.get("pages", [])]
    for header in (ROOT / "oovec/public_headers.txt").read_text().split():
        wanted.append(header)
    known = set()
    while wanted:
        path = wanted.pop()
        if path in known or not (ROOT / path).is_file():
            continue
        known.add(path)
        page = page_of(path)
        if not path.startswith("docs/"):
            content = (ROOT / path).read_bytes() if path.endswith(PICTURES) else shown_page(path)
            files.append(File.generated(config, page, content=content))
        if path.endswith((".md", ".ipynb")):
            wanted += linked_files(path, shown_page(path))
    files.append(File.generated(config, "reference/python.md", content=python_reference()))
    files.append(File.generated(config, "reference/cpp.md", content=cpp_reference()))
    for file in katex_files(config):
        files.append(file)
    return files


def on_post_build(config):
    """Makes sure that no page loads anything from another host, not even if a browser is too old."""
    site = Path(config.site_dir)
    for script in site.glob("assets/javascripts/*.js"):
        text = script.read_text(encoding="utf-8")
        script.write_text(text.replace("https://unpkg.com/", "assets/not-loaded/"), encoding="utf-8")
    for page in site.rglob("*.html"):
        loaded = EXTERNAL.search(page.read_text(encoding="utf-8"))
        if loaded:
            raise PluginError(f"{page} loads {loaded.group(1)}")


def outside_code(text, change):
    """The text with change() applied to all that is not in a fenced block."""
    parts, at = [], 0
    for block in FENCE.finditer(text):
        parts += [change(text[at : block.start()]), block.group(0)]
        at = block.end()
    return "".join([*parts, change(text[at:])])


def on_page_markdown(markdown, page, config, files):
    """Leads links to the pages that show their files, and puts math as the extension for it expects."""
    here = page.file.src_uri
    path = file_of(here)

    def to_page(match):
        target, anchor = match.groups()
        if not target or "://" in target or target.startswith("mailto:"):
            return match.group(0)
        linked = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if (ROOT / linked).is_dir():
            linked = f"{linked}/README.md"
        return f"]({posixpath.relpath(page_of(linked), posixpath.dirname(here))}{anchor or ''})"

    def to_title(match):
        linked = posixpath.normpath(posixpath.join(posixpath.dirname(path), match.group(2).split("#")[0]))
        return f"[{title_of(linked)}]({match.group(2)}"

    def change(text):
        if path is not None:
            text = LINK.sub(to_page, NAMED.sub(to_title, text))
        return INLINE_MATH.sub(lambda math: rf"\({math.group(1)}\)", text)

    return outside_code(markdown, change)
