"""scripts/house.py, on a tree that is small enough to count by hand."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import house  # noqa: E402
from call_graph import CallGraph  # noqa: E402
from repeats import lines_of, repeats  # noqa: E402

FILES = {
    "tests/layers_test.py": """\"\"\"Layers.\"\"\"
LAYERS = [["apps/cli"], ["oovec/model", "oovec/corpus"], ["oovec/base"]]
ALLOWED_SIDEWAYS = {("oovec/model", "oovec/corpus")}
""",
    "oovec/oovec.h": """#include "oovec/model/model.h"\n""",
    "oovec/base/kernels.h": """// Inner loops.
#include "oovec/model/model.h"

inline float dot() { return 0; }
""",
    "oovec/base/error.h": "struct Error {};\n",
    "oovec/corpus/index.h": "struct Index {};\n",
    "oovec/model/model.h": """#include "oovec/base/kernels.h"
class Inferrer {
 public:
  virtual float infer() = 0;
};
class Model : public Inferrer {
  float infer() override;
  float read(const Index& index);
};
""",
    "oovec/model/model.cc": """#include "oovec/corpus/index.h"
#include "oovec/model/model.h"
/* A comment
   of two lines */
namespace oovec {
float Model::infer() {
  return forward();  // dot(
}

float forward() { return dot(); }
}
""",
    "apps/cli/infer.cc": """#include "oovec/model/model.h"
#include "oovec/oovec.h"
int run(Inferrer& model) {
  const char* text = "forward(); // no comment";

  return model.infer();
}
void add_infer() {
  on_run([] { run(make()); });
}
""",
    "build/oovec/copy.cc": "int x;\n",
}


@pytest.fixture
def tree(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return house.Tree(tmp_path)


def test_files_and_lines_are_counted_per_folder(tree):
    assert tree.sizes() == {
        "apps/cli": (1, 10, 9), "oovec": (1, 1, 1), "oovec/base": (2, 5, 3), "oovec/corpus": (1, 1, 1),
        "oovec/model": (2, 20, 17), "tests": (1, 3, 2)}


def test_includes_between_folders_are_counted_against_the_layers(tree):
    assert dict(tree.crossings()) == {
        ("apps/cli", "oovec/model"): 1, ("oovec/base", "oovec/model"): 1, ("oovec/model", "oovec/base"): 1,
        ("oovec/model", "oovec/corpus"): 1}
    assert tree.against_layers() == ({("oovec/model", "oovec/corpus"): 1}, {("oovec/base", "oovec/model"): 1})
    assert house.include_rows(tree)["exceptions in the test of layers"] == "1"


def test_installed_is_what_the_public_face_includes(tree):
    assert tree.installed() == ["oovec/base/kernels.h", "oovec/model/model.h", "oovec/oovec.h"]
    assert house.header_rows(tree)["of them kernels and masks"] == "1 (oovec/base/kernels.h)"


def test_a_list_of_headers_counts_before_the_includes(tree):
    (tree.root / "oovec/install.cmake").write_text("set(public oovec/oovec.h oovec/base/error.h)\n")
    assert tree.installed() == ["oovec/base/error.h", "oovec/oovec.h"]


def test_functions_are_found_with_their_lines(tree):
    assert [(str(one), one.first_line, one.lines) for one in tree.functions()] == [
        ("run", 3, 5), ("add_infer", 8, 3), ("Model::infer", 6, 3), ("dot", 4, 1), ("forward", 10, 1)]


def test_a_route_goes_through_interfaces_and_lambdas(tree):
    def route(passed, goal):
        return [str(one) for one in tree.route("apps/cli/infer.cc", "add_infer", passed, [goal])]

    assert route([], "oovec/model/ forward") == ["add_infer", "run", "Model::infer", "forward"]
    assert route(["gone", "run"], "oovec/base/ dot") == ["add_infer", "run", "Model::infer", "forward", "dot"]
    assert route([], "oovec/base/ forward") == []
    assert route([], "oovec/model/ gone") == []


def test_two_trees_stand_side_by_side(tree):
    text = house.report({"before": tree, "after": tree})
    assert "| `oovec/model` | 2 · 20 · 17 | 2 · 20 · 17 |" in text
    assert "| infer, one word, to the vector | 3 calls, 2 files | 3 calls, 2 files |" in text
    assert "| train, to the gradient | no way found | no way found |" in text


def calls(text, name, file="a.cc"):
    graph = CallGraph({file: text} if isinstance(text, str) else text)
    return [str(one) for one in graph.calls(graph.find(name)[0])]


def test_a_call_goes_to_the_class_of_its_object():
    classes = "struct A { int f() { return 1; } };\nstruct B { int f() { return 2; } };\n"
    assert calls(classes + "int g(B& b) { return b.f(); }", "g") == ["B::f"]
    assert calls(classes + "int g() { std::vector<A> a; return a[0].f(); }", "g") == ["A::f"]
    assert calls(classes + "B make() { return {}; }\nint g() { auto b = make(); return b.f(); }", "g") == [
        "make", "B::f"]
    assert calls(classes + "struct C { B b_; int g() { return b_.f(); } };", "g") == ["B::f"]
    assert calls(classes + "int g() { return unknown.f(); }", "g") == []


def test_a_constructor_in_a_declaration_is_a_call():
    assert calls("struct A { explicit A(int x) : x_{x} {} int x_; };\nvoid g() { A a(1); }", "g") == ["A::A"]


def test_only_what_is_declared_in_an_included_header_is_called():
    files = {"a.h": "int f();\n", "a.cc": '#include "a.h"\nint f() { return 1; }\n', "b.cc": "int f() { return 2; }\n",
             "c.cc": '#include "a.h"\nint g() { return f(); }\n'}
    graph = CallGraph(files)
    assert [one.file for one in graph.calls(graph.find("g")[0])] == ["a.cc"]


def test_python_calls_what_its_bindings_name():
    files = {
        "python/bindings/model.cc": """
struct Batch {
  explicit Batch(int threads) {}
  int add(int item) { return infer(item); }
};
int infer(int item) { return item; }
void bind(nb::module_& m) {
  nb::class_<Batch>(m, "BatchInference").def(nb::init<int>()).def("add", &Batch::add);
  m.def("version", [] { return infer(1); });
}
""",
        "python/oovec/model.py": """
class Model:
    def many(self, items):
        batch = _core.BatchInference(1)
        return [batch.add(item) for item in items]

    def version(self):
        return _core.version()
""",
    }
    assert calls(files, "Model.many") == ["Batch::Batch", "Batch::add"]
    assert calls(files, "Model.version") == ["infer"]
    graph = CallGraph(files)
    path = graph.path("Model.many", lambda one: str(one) == "infer")
    assert [str(one) for one in path] == ["Model.many", "Batch::add", "infer"]


BODY = """
  const int width = count_columns(table, first) + offset;
  if (width > limit) {
    report_wide_table(table, width, limit);
  }
  for (int i = 0; i < width; ++i) add_cell(table, cells[i], i);
  return finish(table, width, limit);
"""


def test_the_same_statements_are_found_whatever_their_layout():
    files = {"a.cc": f"int f() {{{BODY}}}\n", "b.cc": f"int g() {{{BODY.replace(' limit)', chr(10) + ' limit)')}}}\n"}
    ((first, second),) = repeats(files)
    assert [one.file for one in (first[0], second[0])] == ["a.cc", "b.cc"]
    assert (first[0].first_line, first[-1].last_line) == (2, 7)
    assert lines_of([(first, second)]) == 5 + 8  # a brace alone is no statement


def test_the_same_shape_is_found_under_other_names():
    other = BODY.replace("width", "height").replace("table", "page")
    files = {"a.cc": f"int f() {{{BODY}}}\n", "b.cc": f"int g() {{{other}}}\n"}
    assert repeats(files) == []
    assert len(repeats(files, shape=True)) == 1
    files["b.cc"] = files["b.cc"].replace("add_cell(page, cells[i], i)", "add_cell(cells, page[i], i)")
    assert repeats(files, shape=True) == []


def test_a_list_of_likes_is_no_repetition():
    likes = "".join(f'  field("{name}", {name}, "the {name} of it all", at_least(1), of(it));\n' for name in "abcdefgh")
    assert repeats({"a.cc": f"void f() {{\n{likes}}}\n", "b.cc": f"void g() {{\n{likes}}}\n"}) == []
