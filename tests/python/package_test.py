"""The package as a whole: what importing costs, its program, errors, stubs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import oovec

PACKAGE = Path(oovec.__file__).parent


def run(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, **options)


def test_the_version_is_that_of_the_program():
    program = subprocess.run([os.environ["OOVEC_PROGRAM"], "--version"], stdout=subprocess.PIPE, text=True,
                             check=True)
    assert oovec.__version__ in program.stdout


def test_importing_loads_nothing_heavy():
    done = run("-c", "import sys, oovec; print([m for m in ('numpy', 'tqdm', 'gensim', 'scipy', 'sklearn', "
                     "'spacy', 'inspect') if m in sys.modules])")
    assert done.stdout == "[]\n", done.stderr


def test_the_module_is_the_program():
    path = os.pathsep.join([str(Path(os.environ["OOVEC_PROGRAM"]).parent), os.environ["PATH"]])
    done = run("-m", "oovec", "--version", env={**os.environ, "PATH": path})
    assert done.returncode == 0 and oovec.__version__ in done.stdout


def test_without_the_program_it_says_so(tmp_path):
    done = run("-m", "oovec", env={**os.environ, "PATH": str(tmp_path)})
    assert done.returncode == 1
    assert "the program is not installed" in done.stderr


def test_all_that_is_announced_exists():
    assert [name for name in oovec.__all__ if not hasattr(oovec, name)] == []


def test_types_are_declared():
    assert (PACKAGE / "py.typed").exists()
    stubs = (PACKAGE / "_core.pyi").read_text()
    compile(stubs, "_core.pyi", "exec")
    assert "def infer(self, word: str, contexts: Sequence[str], window: int) -> Inference | str" in stubs


def test_every_public_name_is_documented():
    assert [name for name in oovec.__all__
            if name != "__version__" and not getattr(oovec, name).__doc__] == []


@pytest.mark.parametrize("error, builtin", [
    (oovec.UsageError, ValueError), (oovec.MalformedError, ValueError), (oovec.DamagedError, ValueError),
    (oovec.UnsupportedError, ValueError), (oovec.FileError, OSError), (oovec.NoVectorError, KeyError)])
def test_errors_are_what_people_expect(error, builtin):
    assert issubclass(error, oovec.Error) and issubclass(error, builtin)
    assert str(error("the message")) == "the message"


def test_a_bad_file_is_a_value_error_with_the_line(tmp_path):
    (tmp_path / "bad.txt").write_text("2 2\na 1 2\nb 1 x\n")
    with pytest.raises(oovec.MalformedError, match=r"bad\.txt:3"):
        oovec.Embeddings.load(tmp_path / "bad.txt")


def test_a_cut_file_is_damaged(models, tmp_path):
    data = (models / "words.oovec").read_bytes()
    (tmp_path / "cut.oovec").write_bytes(data[:-10])
    with pytest.raises(oovec.DamagedError):
        oovec.Model(tmp_path / "cut.oovec")


def test_options_are_checked():
    def load(**options):
        return oovec.Embeddings.load("nowhere", **options)

    with pytest.raises(TypeError, match=r"there is no option speed$"):
        load(speed=1)
    with pytest.raises(TypeError, match="limit takes a whole number, not float"):
        load(limit=1.5)
    with pytest.raises(TypeError, match="limit takes a whole number, not bool"):
        load(limit=True)
    with pytest.raises(ValueError, match='limit: "-1" is not a whole number from 0 up'):
        load(limit=-1)
    with pytest.raises(ValueError, match='threads: "3000000000" is not a whole number'):
        load(threads=3000000000)
    with pytest.raises(ValueError, match='format: "csv" is not auto, word2vec, '):
        load(format="csv")
    with pytest.raises(TypeError, match="format takes a str, not int"):
        load(format=3)


@pytest.mark.parametrize("call, meant", [
    (lambda: oovec.train("v", "c", "m", epocs=3), "there is no option epocs; did you mean epochs?"),
    (lambda: oovec.train("v", "c", "m", excludes=[]), "there is no option excludes; did you mean exclude?"),
    (lambda: oovec.tune("v", "c", "m", dev="d", model="form"), "there is no option model; did you mean models?"),
    (lambda: oovec.index([], "v", "c", per_words=3), "there is no option per_words; did you mean per_word?"),
    (lambda: oovec.skipgram([], dimensions=3), "there is no option dimensions; did you mean dimension?"),
    (lambda: oovec.augment("m", [], "o", neighbours=3), "there is no option neighbours; did you mean neighbors?"),
    (lambda: oovec.Embeddings.load("v", limits=3), "there is no option limits; did you mean limit?"),
    (lambda: oovec.Embeddings(["a"], [[1]]).save("v.txt", fromat="vec"),
     "there is no option fromat; did you mean format?")], ids=range(8))
def test_misspelled_options_are_told_with_what_was_meant(call, meant):
    with pytest.raises(TypeError, match=f"^{re.escape(meant)}$"):
        call()


@pytest.mark.parametrize("call, message", [
    (lambda model: model.infer(None), "word takes a str, not NoneType"),
    (lambda model: model.infer(3), "word takes a str, not int"),
    (lambda model: model.infer("a", None), "contexts takes a str or a list of str, not NoneType"),
    (lambda model: model.infer("a", [["a", "b"]]), "contexts takes a str or a list of str, not a list with list"),
    (lambda model: model.neighbors(3), "word takes a str, not int"),
    (lambda model: model.explain(3), "word takes a str, not int"),
    (lambda model: model.observe(None), "word takes a str, not NoneType"),
    (lambda model: model.observe("a").add(3), "context takes a str, not int"),
    (lambda model: model.infer_many([(3, "a")]), "words and contexts are str, not int"),
    (lambda model: model.infer_many([("a", 3)]), "the contexts of a word are a str or a list of str"),
    (lambda model: model.infer_many("pomelo"), 'put "pomelo" into a list'),
    (lambda model: model.vectors[None], "a key is a str or the number of a row, not NoneType"),
    (lambda model: model.vectors.similarity("fruit", 0.5), "a key is a str or the number of a row, not float"),
    (lambda model: oovec.Embeddings([1], [[2]]), "words are str, not int"),
    (lambda model: oovec.Model(None), "path takes the path of a model file, not NoneType"),
    (lambda model: oovec.WithNovelWords(3, model), "vectors takes oovec.Embeddings, vectors of gensim or the path"),
    (lambda model: oovec.WithNovelWords(model, 3), "model takes an oovec.Model or the path of a model file, not int"),
    (lambda model: oovec.index([], 3, "c"), "vectors takes oovec.Embeddings, vectors of gensim or the path"),
    (lambda model: oovec.augment(model, [], "o", vectors=model.vectors), "vectors takes the path of the vectors file"),
    (lambda model: oovec.augment(model.vectors, [], "o"), "model takes an oovec.Model or the path of a model file")],
    ids=range(20))
def test_arguments_of_a_wrong_type_are_named(model, call, message):
    with pytest.raises(TypeError, match=re.escape(message)):
        call(model)


def test_every_class_tells_what_it_is(model, models):
    made = [model, model.infer("pomelo"), model.observe("pomelo"), model.explain("pomelo", "a fruit"),
            model.explain("pomelo").ngrams[0], model.explain("pomelo", "a fruit").contexts[0][0], model.vectors,
            oovec.WithNovelWords(model, model), oovec.WithNovelWords(model, model).contexts, oovec.Store()]
    for thing in made:
        assert repr(thing).startswith(f"<oovec.{type(thing).__name__}"), repr(thing)
    without = [name for name in oovec.__all__ if isinstance(getattr(oovec, name), type)
               and not issubclass(getattr(oovec, name), Exception) and getattr(oovec, name).__repr__ is object.__repr__]
    assert without == []
