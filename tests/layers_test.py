"""The library is built in layers, and every #include points down. This test reads all of them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# From the top down. Folders of one line do not include each other.
LAYERS = [
    ["apps/cli", "python"],
    ["apps/server"],
    ["lab/experiment"],
    ["lab/eval"],
    ["lab/baselines"],
    ["oovec/c"],
    ["oovec/augment", "oovec/compare"],
    ["oovec/train", "oovec/skipgram", "oovec/store"],
    ["oovec/model"],
    ["oovec/corpus", "oovec/search", "oovec/form"],
    ["oovec/vectors"],
    ["oovec/text", "oovec/io"],
    ["oovec/base"],
]

# The public face includes the library; only what is outside the library includes it.
PUBLIC_FACE = "oovec/oovec.h"


def layers_of_picture(text):
    """The layers as ARCHITECTURE.md draws them: folders at the beginning of a line, two blanks apart."""
    picture = text.split("```")[1]
    lines = [re.match(r"((?:(?:oovec|lab|apps)/\w+|python)(?:  |$))+", line + "  ") for line in picture.splitlines()]
    return [re.findall(r"(?:oovec|lab|apps)/\w+|python", line.group()) for line in lines if line]


RANK = {folder: rank for rank, line in enumerate(reversed(LAYERS)) for folder in line}


def layer_of(path):
    """The layer a file belongs to, or None. The header beside a folder, oovec/c.h, is the face of that folder."""
    return next((folder for folder in RANK if path.startswith(folder + "/") or path == folder + ".h"), None)


def includes_of(text):
    """The project's own headers among the #includes, and anything quoted."""
    found = re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', text, re.MULTILINE)
    return [path for mark, path in found if mark == '"' or path.startswith(("oovec/", "lab/", "apps/"))]


def complaint(source, included):
    """What is wrong with `source` including `included`, or None."""
    upper, lower = layer_of(source), layer_of(included)
    if included == PUBLIC_FACE:
        return "the library includes its public face" if source.startswith(("oovec/", "lab/")) else None
    if lower is None:
        return "no layer holds this header; includes are written from the root of the tree"
    if source == PUBLIC_FACE:
        return None if lower.startswith("oovec/") else "the public face includes a front end"
    if upper is None:
        return "no layer holds this file"
    if upper == lower or RANK[upper] > RANK[lower]:
        return None
    return f"{upper} must not include {lower}"


def complaints(files):
    """All that is wrong in `files`, a dictionary from path to text."""
    return [
        f"{path}: #include {included}: {wrong}"
        for path, text in sorted(files.items())
        for included in includes_of(text)
        if (wrong := complaint(path, included))
    ]


def project_files():
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in ("oovec", "lab", "apps", "python")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".h", ".cc")
    }


def test_the_picture_of_the_architecture_is_what_is_checked():
    drawn = layers_of_picture((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert drawn == LAYERS
    folders = {layer_of(path) for path in project_files() if path != PUBLIC_FACE}
    assert folders == {folder for line in drawn for folder in line}


def test_every_include_points_down():
    files = project_files()
    assert PUBLIC_FACE in files
    assert complaints(files) == []


def test_an_upward_include_is_caught():
    files = {"oovec/base/hash.cc": '#include <vector>\n\n#  include "oovec/model/gate.h"\n'}
    assert complaints(files) == [
        "oovec/base/hash.cc: #include oovec/model/gate.h: oovec/base must not include oovec/model"
    ]


def test_an_upward_include_in_angle_brackets_is_caught():
    assert complaints({"oovec/text/utf8.h": "#include <oovec/corpus/index.h>\n"})


def test_all_json_is_read_within_limits():
    """By oovec/io/json.h; a file that calls the parser itself checks the limits before."""
    unchecked = [
        path
        for path, text in project_files().items()
        if re.search(r"(?i)(json|value)::parse\(", text)
        and not re.search(r"(check_json_limits|find_json_excess)\(text", text)
    ]
    assert unchecked == []


def test_a_front_end_is_not_included():
    assert complaint("lab/eval/score.cc", "apps/cli/command.h")
    assert complaint("apps/server/route.cc", "apps/cli/command.h")
    assert complaint(PUBLIC_FACE, "apps/cli/command.h")


def test_neighbours_do_not_include_each_other():
    assert complaint("oovec/text/utf8.cc", "oovec/io/input.h")
    assert complaint("oovec/io/input.cc", "oovec/text/utf8.h")
    assert complaint("oovec/vectors/format.cc", "oovec/search/nearest.h")
    assert complaint("oovec/train/learner.cc", "oovec/skipgram/skipgram.h")


def test_the_library_does_not_include_the_lab():
    assert complaint("oovec/train/train.cc", "lab/eval/dev_set.h")
    assert complaint(PUBLIC_FACE, "lab/eval/dev_set.h")


def test_the_library_does_not_include_its_public_face():
    assert complaint("oovec/train/train.cc", PUBLIC_FACE)
    assert complaint("apps/cli/main.cc", PUBLIC_FACE) is None


def test_a_header_outside_all_layers_is_caught():
    assert complaint("oovec/vectors/format.cc", "reader.h")
    assert complaint("oovec/vectors/format.cc", "oovec/new/thing.h")
    assert complaint("oovec/new/thing.h", "oovec/base/error.h")


def test_what_points_down_is_allowed():
    assert complaint("apps/cli/main.cc", "oovec/base/error.h") is None
    assert complaint("oovec/search/nearest.cc", "oovec/vectors/embeddings.h") is None
    assert complaint("oovec/corpus/index.cc", "oovec/vectors/vocabulary.h") is None
    assert complaint("oovec/vectors/reader.cc", "oovec/vectors/reader.h") is None
    assert complaint(PUBLIC_FACE, "oovec/vectors/embeddings.h") is None


def namespace_of(path):
    """The namespace that a file's folder has: docs/decisions/namespaces.md says why."""
    top, folder = path.split("/")[:2]
    return {"oovec": f"oovec::inline {folder}", "lab": "oovec::lab", "apps": f"oovec::{folder}",
            "python": "oovec::python"}[top]


def wrong_namespace(path, text):
    """The first namespace that the file opens, if it is not its folder's; None if it is."""
    opened = re.findall(r"^namespace (oovec\S*(?: \w+\S*)?) \{\n\n", text, re.MULTILINE)
    allowed = (namespace_of(path), namespace_of(path) + "::")
    return next((name for name in opened if name != allowed[0] and not name.startswith(allowed[1])), None)


def test_every_folder_has_a_namespace():
    """So that two types of one name are two to the linker, and to the compiler where both are seen."""
    files = {path: text for path, text in project_files().items() if path != PUBLIC_FACE}
    wrong = {path: found for path, text in files.items() if (found := wrong_namespace(path, text))}
    assert wrong == {}


def test_a_file_of_another_namespace_is_caught():
    assert wrong_namespace("oovec/io/map.h", "namespace oovec::inline io {\n\nclass Map;") is None
    assert wrong_namespace("oovec/io/map.h", "namespace oovec::inline io::zlib {\n\nclass Map;") is None
    assert wrong_namespace("oovec/io/map.h", "namespace oovec {\n\nclass Map;") == "oovec"
    assert wrong_namespace("lab/eval/x.h", "namespace oovec::inline io {\n\nclass X;") == "oovec::inline io"
    # A forward declaration for another folder
    assert wrong_namespace("oovec/io/map.h", "namespace oovec::inline base {\nclass X;\n}\n") is None


def local_names(text):
    """What a source file defines in anonymous namespaces, for itself alone."""
    names = []
    for body in re.findall(r"^namespace \{\n(.*?)^\}  // namespace$", text, re.MULTILINE | re.DOTALL):
        names += re.findall(r"^(?:template <.*>\n)?(?:struct|class|enum class|enum|union) (\w+)", body, re.MULTILINE)
        names += re.findall(r"^using (\w+) =", body, re.MULTILINE)
        names += re.findall(r"^(?:\[\[\w+\]\] )?(?:[A-Za-z][\w:<>,&*\[\] ]*[ &*>])(\w+)\(", body, re.MULTILINE)
        names += re.findall(r"^(?:constexpr|const) [\w:<>,&* ]*[ &*>](\w+)(?:\[\w*\])*(?: =|\{|;)", body, re.MULTILINE)
    return sorted(set(names))


def test_names_in_anonymous_namespaces_are_unique_within_a_folder():
    """The files of a folder are compiled together (cmake/batches.cmake). A clash of types is an error then,
    but a second function of the same name may be called in place of the first."""
    places = {}
    for folder in ("oovec", "lab", "apps", "python", "tests"):
        for path in sorted((ROOT / folder).rglob("*.cc")):
            for name in local_names(path.read_text(encoding="utf-8")):
                places.setdefault((str(path.parent.relative_to(ROOT)), name), []).append(path.name)
    assert {key: files for key, files in places.items() if len(files) > 1} == {}


def test_names_in_anonymous_namespaces_are_found():
    text = """namespace oovec {
namespace {

constexpr std::size_t size = 3;
const char* const names[] = {"a"};
struct Row {
  int read(int x) const;
};
template <class T>
class Table : public Base {};
using Json = nlohmann::ordered_json;
enum class Kind { one, two };

[[noreturn]] void refuse(int x) {
}

std::vector<int> numbers(std::span<const float> row) {
  return other(row);
}

template <class T>
void add(T& x) {}

}  // namespace

void known() {}
"""
    assert local_names(text) == ["Json", "Kind", "Row", "Table", "add", "names", "numbers", "refuse", "size"]
