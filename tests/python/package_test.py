"""The package as a whole: what importing costs, its program, errors, stubs."""

import os
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
    assert "def infer(self, word: str, contexts: Sequence[str]) -> Inference | str" in stubs


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

    with pytest.raises(TypeError, match="there is no option speed"):
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
