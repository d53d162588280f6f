"""Arguments that make no sense, and what happens from outside: Ctrl-C, forks, and the end of the interpreter."""

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import oovec

LONE = "a\ud800b"
TEXTS = ["A pear is a fruit.", "An apple is a fruit, too."]


# Words and paths


def test_a_word_that_is_no_unicode_is_told(model):
    for call in (lambda: model.infer(LONE), lambda: model.infer("word", LONE), lambda: model.infer("word", [LONE]),
                 lambda: model.infer_many([LONE]), lambda: model.infer_many([("word", [LONE])]),
                 lambda: model.neighbors(LONE), lambda: model.explain(LONE), lambda: model.observe(LONE),
                 lambda: model.observe("word").add(LONE),
                 lambda: oovec.Embeddings([LONE], [[1, 2]]),
                 lambda: oovec.Embeddings(["a"], [[1, 2]]).add_vectors([LONE], [[1, 2]]),
                 lambda: oovec.Store(model=model).add(LONE), lambda: oovec.Store(model=model).add("word", LONE)):
        with pytest.raises(oovec.Error, match="half of a surrogate pair"):
            call()


def test_vectors_have_no_word_that_is_no_unicode():
    vectors = oovec.Embeddings(["a"], [[1, 2]])
    assert LONE not in vectors
    with pytest.raises(oovec.NoVectorError):
        vectors[LONE]


def test_an_index_has_no_word_that_is_no_unicode(place):
    oovec.index(TEXTS, "vectors.txt", "a.ctx")
    index = oovec.ContextIndex("a.ctx")
    assert "pear" in index and LONE not in index
    for call in (lambda: index.count(LONE), lambda: index.contexts(LONE)):
        with pytest.raises(oovec.UsageError, match="half of a surrogate pair"):
            call()


def test_an_option_that_is_no_unicode_is_told(place, model):
    oovec.index(TEXTS, "vectors.txt", "a.ctx")
    columns = {"text": TEXTS, "group": ["a", "b"]}
    for call in (lambda: oovec.train("vectors.txt", "a.ctx", "m", model=LONE),
                 lambda: oovec.index(TEXTS, "vectors.txt", "x.ctx", language=LONE),
                 lambda: oovec.compare(columns, model=model, text="text", word="pear", by=LONE),
                 lambda: oovec.compare(columns, model=model, text="text", word="pear", by="group", document=LONE)):
        with pytest.raises(oovec.UsageError, match="half of a surrogate pair"):
            call()


def test_a_word_has_no_nul(model):
    for call in (lambda: model.infer("a\0b"), lambda: model.infer_many(["a\0b"]), lambda: model.observe("a\0b"),
                 lambda: oovec.Embeddings(["a\0b"], [[1, 2]])):
        with pytest.raises(oovec.Error, match="NUL character"):
            call()


def test_a_word_is_not_empty():
    vectors = oovec.Embeddings(["a"], [[1, 2]])
    for add in (lambda: vectors.add_vectors([""], [[1, 2]]), lambda: vectors.add_vectors("", [1, 2]),
                lambda: oovec.Embeddings(["a", ""], [[1, 2], [3, 4]])):
        with pytest.raises(oovec.UsageError, match="is empty"):
            add()
    assert len(vectors) == 1


def test_a_path_has_no_nul(place):
    path = "words.oovec\0other"
    for call in (lambda: oovec.Model(path), lambda: oovec.Model("words.oovec", path),
                 lambda: oovec.Embeddings.load(path), lambda: oovec.Embeddings(["a"], [[1]]).save(path),
                 lambda: oovec.ContextIndex(path), lambda: oovec.index(TEXTS, "vectors.txt", path),
                 lambda: oovec.index(path, "vectors.txt", "x.ctx"), lambda: oovec.merge([path], "x.ctx"),
                 lambda: oovec.train("vectors.txt", path, "m.oovec"),
                 lambda: oovec.train("vectors.txt", "x.ctx", "m.oovec", dev=path),
                 lambda: oovec.augment("words.oovec", TEXTS, path), lambda: oovec.Store(path),
                 lambda: oovec.Store(model="words.oovec").save(path)):
        with pytest.raises(oovec.UsageError, match="NUL character"):
            call()
    assert sorted(os.listdir(".")) == sorted(os.listdir(place))


@pytest.mark.parametrize("name", [b"\xff\xfe.txt", os.fsdecode(b"\xff\xfe.txt"), Path(os.fsdecode(b"\xff\xfe.txt"))])
def test_a_path_may_have_any_bytes(place, name):
    vectors = oovec.Embeddings(["pear", "apple"], [[1, 2], [3, 4]])
    vectors.save(name)
    assert os.path.exists(b"\xff\xfe.txt")
    assert oovec.Embeddings.load(name, progress=True).index_to_key == ["pear", "apple"]
    assert oovec.index(name, name, b"\xfe.ctx").lines == 3
    assert oovec.ContextIndex(b"\xfe.ctx").count("pear") == 1
    assert oovec.merge([b"\xfe.ctx"], b"\xfd.ctx").lines == 3
    for load in (oovec.Model, oovec.Embeddings.load, oovec.ContextIndex):
        with pytest.raises(oovec.FileError, match=r"absent\\xff: No such file"):
            load(b"absent\xff")


def test_a_damaged_file_whose_name_is_no_utf8_is_told_of(place):
    Path(os.fsdecode(b"\xff.txt")).write_bytes(b"a 1 2\nc 3 4\nb 1 x\n")
    with pytest.raises(oovec.MalformedError, match=r"\\xff.txt:3"):
        oovec.Embeddings.load(b"\xff.txt")
    assert len(oovec.Embeddings.load(b"\xff.txt", repair=True)) == 2


# Other arguments


def test_errors_name_the_argument(model, place):
    vectors = oovec.Embeddings.load("vectors.txt")
    for name, call in [("topn", lambda: model.neighbors("a", topn=-1)), ("topn", lambda: model.explain("a", topn=-1)),
                       ("topn", lambda: model.neighbors("a", topn="x")),
                       ("topn", lambda: model.neighbors("a", topn=2.5)),
                       ("threads", lambda: model.infer_many(["a"], threads="a")),
                       ("threads", lambda: model.infer_many(["a"], threads=-1)),
                       ("pairs", lambda: model.infer_many(None)), ("pairs", lambda: model.infer_many(3)),
                       ("contexts", lambda: model.infer("a", 3)), ("word", lambda: model.infer(3)),
                       ("by", lambda: model.neighbors("a", by="x")),
                       ("topn", lambda: vectors.most_similar("pear", topn="a")),
                       ("clip_start", lambda: vectors.most_similar("pear", clip_start=-1)),
                       ("threads", lambda: oovec.Embeddings.load("vectors.txt", threads="a")),
                       ("threads", lambda: oovec.merge([], "x", threads="a")),
                       ("indexes", lambda: oovec.merge(3, "x")), ("output", lambda: oovec.merge([], 3)),
                       ("corpus", lambda: oovec.index(3, vectors, "x")),
                       ("words", lambda: oovec.index([], vectors, "x", words=3)),
                       ("exclude", lambda: oovec.train(vectors, "x.ctx", "m", exclude=[3])),
                       ("neighbors", lambda: oovec.augment(model, [], "x", neighbors=-1))]:
        with pytest.raises((TypeError, oovec.UsageError)) as raised:
            call()
        assert str(raised.value).startswith((name + " takes", name + ": ")), raised.value


def test_there_is_one_of_what_there_is_one_of(place):
    vectors = oovec.Embeddings(["a"], [[1]])
    assert repr(vectors) == "<oovec.Embeddings: 1 word, 1 dimension>"
    assert repr(oovec.index(["A a."], vectors, "a.ctx")).startswith("<oovec.IndexSummary: 1 line, 1 word seen, ")
    assert repr(oovec.ContextIndex("a.ctx")) == "<oovec.ContextIndex: 1 word, 1 line of text>"


@pytest.mark.parametrize("scale", [1e30, 1e-30, 1e37, 1e-37, 1])
def test_cosines_are_right_at_any_length(scale):
    rows = np.array([[1, 2, 2], [2, 2, 3], [-1, 0, 0.5]]) * scale
    vectors = oovec.Embeddings(["a", "b", "c"], rows)
    true = (2 + 4 + 6) / (3 * np.sqrt(17))
    assert vectors.similarity("a", "b") == pytest.approx(true, abs=1e-6)
    assert vectors.distance("a", "b") == pytest.approx(1 - true, abs=1e-6)
    assert np.linalg.norm(vectors.get_vector("a", norm=True)) == pytest.approx(1, abs=1e-6)
    assert vectors.most_similar("a", topn=1)[0] == ("b", pytest.approx(true, abs=1e-6))


# What is written


def test_outputs_are_checked_before_anything_is_done(place):
    vectors = oovec.Embeddings.load("vectors.txt")
    Path("text").write_text("\n".join(TEXTS))
    oovec.index(TEXTS, vectors, "a.ctx")
    before = {path: path.read_bytes() for path in place.iterdir()}
    for call in (lambda: oovec.index("text", vectors, "./text"), lambda: oovec.index(Path("te*"), vectors, "text"),
                 lambda: oovec.index("text", "vectors.txt", "vectors.txt"),
                 lambda: oovec.train("vectors.txt", "a.ctx", "vectors.txt"),
                 lambda: oovec.train(vectors, "a.ctx", place / "a.ctx"),
                 lambda: oovec.train(vectors, "a.ctx", "m", dev="m"),
                 lambda: oovec.tune(vectors, "a.ctx", "text", dev="text"),
                 lambda: oovec.augment("words.oovec", "text", "words.oovec"),
                 lambda: oovec.augment("words.oovec", "text", "text")):
        Path("m").touch()
        with pytest.raises(oovec.UsageError, match="would be replaced"):
            call()
    Path("m").unlink()
    for call in (lambda: oovec.index(TEXTS, vectors, "absent/x"), lambda: oovec.train(vectors, "a.ctx", "absent/x"),
                 lambda: oovec.train(vectors, "a.ctx", "."), lambda: oovec.merge(["a.ctx"], "absent/x"),
                 lambda: oovec.augment("words.oovec", TEXTS, "absent/x")):
        with pytest.raises(oovec.FileError, match="cannot write"):
            call()
    assert {path: path.read_bytes() for path in place.iterdir()} == before


# From outside


def script(place, text, **options):
    """A process that runs a program in Python."""
    environment = {**os.environ, "PYTHONPATH": str(Path(oovec.__file__).resolve().parents[1])}
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(text)], cwd=place, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
                            **options)


def interrupt(process):
    """What a process prints that gets Ctrl-C after it has printed a line."""
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    try:
        stdout, stderr = process.communicate(timeout=60)
    finally:
        process.kill()  # it may go on for minutes
    assert process.returncode == 0, stderr
    return stdout


@pytest.mark.parametrize("call", ["oovec.Embeddings.load('pipe')", "oovec.skipgram('pipe')",
                                  "oovec.index('pipe', 'vectors.txt', 'x.ctx')"])
@pytest.mark.parametrize("opened", [False, True])
def test_ctrl_c_ends_waiting_for_a_pipe(place, call, opened):
    os.mkfifo("pipe")
    process = script(place, f"""
        import os, threading, oovec
        writer = os.open("pipe", os.O_RDWR) if {opened} else None
        try:
            threading.Timer(0.3, lambda: print("ready", flush=True)).start()
            {call}
        except KeyboardInterrupt:
            print("interrupted")
    """)
    assert interrupt(process) == "interrupted\n"
    assert not list(place.glob(".oovec*"))


@pytest.mark.parametrize("call", ["model.infer_many([('word', ['a fruit ' * 1000] * 6400)] * 400, threads=2)",
                                  "model.infer('word', ['中文字符' * 700] * 40000)"])
def test_ctrl_c_ends_inference_of_many_words(place, call):
    """Neither what is left to do, nor what each thread has begun, would end before interrupt() gives up."""
    process = script(place, f"""
        import threading, oovec
        model = oovec.Model("words.oovec")
        try:
            threading.Timer(0.3, lambda: print("ready", flush=True)).start()
            {call}
        except KeyboardInterrupt:
            print("interrupted")
    """)
    assert interrupt(process) == "interrupted\n"


WORKING = {
    "infer": "model.infer('word', ['中文 a fruit ' * 100] * 100)",
    "infer_many": "model.infer_many([('word', ['a fruit ' * 100])] * 1000, threads=2)",
    "index": "oovec.index(['A pear is a fruit.'] * 20000, vectors, f'{number}.ctx')",
    "index of an iterator": "oovec.index(('A pear is a fruit.' for _ in range(10**9)), vectors, f'{number}.ctx')",
    "train": "oovec.train(vectors, 'a.ctx', f'{number}.oovec', model='gated', min_count=1, epochs=10000)",
    "skipgram": "oovec.skipgram(['a pear is a fruit'] * 1000, min_count=1, epochs=1000)",
    "store": "store.add_many([('pomelo', 'A pomelo is a fruit.')] * 100)",
    "load": "oovec.Embeddings.load('pipe')",
}


@pytest.mark.parametrize("work", WORKING)
def test_the_interpreter_ends_quietly_under_working_threads(place, work):
    os.mkfifo("pipe")
    process = script(place, f"""
        import threading, time, oovec
        vectors = oovec.Embeddings.load("vectors.txt")
        oovec.index(["A pear is a fruit, an apple is, too."] * 10, vectors, "a.ctx")
        model = oovec.Model("words.oovec")
        store = oovec.Store("words.db", model)
        def work(number):
            while True:
                {WORKING[work]}
        for number in range(3):
            threading.Thread(target=work, args=(number,), daemon=True).start()
        time.sleep(0.4)
    """)
    _, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (0, "")


@pytest.mark.parametrize("array", ["vectors['pear']", "vectors.vectors", "model.infer('word').vector",
                                   "model.infer_many(['word'])"])
def test_the_interpreter_ends_quietly_while_a_thread_imports_numpy(place, array):
    """NumPy is imported with the first array; the thread is ended wherever it waits for the GIL."""
    process = script(place, f"""
        import importlib.abc, sys, threading, time, oovec
        begun = threading.Event()
        class BusySearch(importlib.abc.MetaPathFinder):
            def find_spec(self, name, path, target=None):
                if name == "numpy":
                    begun.set()
                    end = time.monotonic() + 20
                    while time.monotonic() < end:
                        pass
        sys.meta_path.insert(0, BusySearch())
        model = oovec.Model("words.oovec")
        vectors = oovec.Embeddings.load("vectors.txt")
        threading.Thread(target=lambda: {array}, daemon=True).start()
        assert begun.wait(20)
    """)
    _, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (0, "")


def test_a_child_that_is_forked_under_working_threads_infers(place):
    """Among the first words, when tables are made and NumPy is imported, and later."""
    process = script(place, """
        import os, signal, threading, oovec
        model = oovec.Model("words.oovec")
        contexts = ["The 中文字符 é is a fruit."] * 3
        def work():
            while True:
                model.infer("word", contexts)
                model.infer_many([("word", contexts)] * 70, threads=2)
        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        failed = 0
        for _ in range(40):
            child = os.fork()
            if child == 0:
                signal.alarm(30)
                model.infer("child", contexts)
                model.infer_many([("child", contexts)] * 70, threads=2)
                os._exit(0)
            failed += os.waitpid(child, 0)[1] != 0
        print(failed)
    """)
    stdout, stderr = process.communicate(timeout=300)
    assert (stdout, process.returncode) == ("0\n", 0), stderr


def test_a_child_that_is_forked_while_a_thread_imports_numpy_infers(place):
    process = script(place, """
        import importlib.abc, os, signal, sys, threading, time, oovec
        begun = threading.Event()
        class SlowSearch(importlib.abc.MetaPathFinder):
            def find_spec(self, name, path, target=None):
                if name == "numpy":
                    begun.set()
                    time.sleep(0.3)
        sys.meta_path.insert(0, SlowSearch())
        model = oovec.Model("words.oovec")
        threading.Thread(target=lambda: model.infer("word").vector, daemon=True).start()
        assert begun.wait(20)
        child = os.fork()
        if child == 0:
            signal.alarm(10)
            model.infer("child").vector
            os._exit(0)
        print(os.waitpid(child, 0)[1])
    """)
    stdout, stderr = process.communicate(timeout=60)
    assert (stdout, process.returncode) == ("0\n", 0), stderr


def test_a_pool_of_forked_processes_infers_under_working_threads(place):
    process = script(place, """
        import multiprocessing, threading, oovec
        model = oovec.Model("words.oovec")
        def work(_=0):
            return len(model.infer_many([("word", ["A 中文字符 fruit."])] * 70, threads=2))
        def forever():
            while True:
                work()
        threading.Thread(target=forever, daemon=True).start()
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(sum(pool.map(work, range(8))))
    """)
    stdout, stderr = process.communicate(timeout=120)
    assert (stdout, process.returncode) == ("560\n", 0), stderr
