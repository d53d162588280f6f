"""Novel words are remembered, in memory or in a file."""

import os
import pickle
import threading

import pytest

import oovec

TEXTS = ["The pomelo is a large citrus fruit.", "A pomelo is sweet."]


@pytest.fixture
def store(model):
    return oovec.Store(model=model)


def test_words_and_contexts_are_remembered(store):
    store.add("Pomelo", TEXTS[0], time=10.5)
    store.add("pomelo", TEXTS[1], time=2, count=3)
    store.add("durian")
    word = store[" POMELO "]
    assert (word.word, word.count, word.first, word.last) == ("pomelo", 4, 2.0, 10.5)
    assert sorted(word.contexts) == sorted(TEXTS)
    assert list(store) == ["durian", "pomelo"] and len(store) == 2
    assert "Durian" in store and "quince" not in store and "" not in store and 3 not in store
    assert store["durian"].contexts == [] and store["durian"].last > 1e9
    assert store.get("quince") is None
    with pytest.raises(KeyError):
        store["quince"]


def test_words_are_listed(store):
    for i, word in enumerate(["b", "c", "a"]):
        store.add(word, "a text", time=i, count=3 - i)
    assert [word.word for word in store.words()] == ["a", "b", "c"]
    assert [word.word for word in store.words("recent", limit=2)] == ["a", "c"]
    assert [word.word for word in store.words("count", min_count=2)] == ["b", "c"]
    assert [word.word for word in store.words(since=1)] == ["a", "c"]
    assert store.words()[0].contexts == 1 and store.words()[0].count == 1
    assert store.totals()["sightings"] == 6
    with pytest.raises(ValueError, match="order"):
        store.words("size")


def test_words_are_removed(store):
    store.add("pomelo", TEXTS[0])
    del store["Pomelo"]
    assert len(store) == 0
    with pytest.raises(KeyError):
        del store["pomelo"]


def test_a_file_is_opened_again(model, tmp_path):
    with_model = oovec.Store(tmp_path / "words.db", model, per_word=1)
    with_model.add_many([("pomelo", text) for text in TEXTS])
    again = oovec.Store(tmp_path / "words.db")
    assert len(again["pomelo"].contexts) == 1 and again["pomelo"].count == 2
    assert repr(again) == f"<oovec.Store: 1 word, 1 context, {tmp_path}/words.db>"
    assert pickle.loads(pickle.dumps(again))["pomelo"].count == 2
    with pytest.raises(oovec.UsageError, match="per_word"):
        oovec.Store(tmp_path / "words.db", per_word=2)
    with pytest.raises(oovec.FileError):
        oovec.Store(tmp_path / "other.db", create=False)
    assert not (tmp_path / "other.db").exists()


def test_stores_are_merged_and_saved(model, store, tmp_path):
    store.add("pomelo", TEXTS[0])
    other = oovec.Store(model=model)
    other.add("pomelo", TEXTS[1])
    store.merge(other)
    store.check()
    store.save(tmp_path / "copy.db")
    assert sorted(oovec.Store(tmp_path / "copy.db")["pomelo"].contexts) == sorted(TEXTS)
    with pytest.raises(oovec.UsageError, match="exists"):
        store.save(tmp_path / "copy.db")
    with pytest.raises(TypeError, match="in memory cannot be pickled"):
        pickle.dumps(store)


def test_mistakes_are_errors(model, store, tmp_path):
    with pytest.raises(TypeError, match="did you mean per_word"):
        oovec.Store(perword=3)
    with pytest.raises(oovec.UsageError):
        store.add(" ", "text")
    with pytest.raises(TypeError):
        store.add(3, "text")
    with pytest.raises(TypeError):
        store.get(3)
    for mistake in (lambda: store.add("a\ud800b"), lambda: store.add("a", "b\ud800c"), lambda: store.add("a\0b"),
                    lambda: store.add("a", time=float("nan")), lambda: store.add("a", count=0),
                    lambda: store.words(limit=-1), lambda: oovec.Store("a\0b")):
        with pytest.raises(oovec.UsageError):
            mistake()
    with pytest.raises(TypeError, match="time takes seconds"):
        store.add("a", time="now")
    assert "a\ud800b" not in store and "\0" not in store and "a\0b" not in store and len(store) == 0
    (tmp_path / "text.db").write_text("this is no store")
    with pytest.raises(oovec.MalformedError, match="not a SQLite database"):
        oovec.Store(tmp_path / "text.db")
    with pytest.raises(oovec.UsageError, match="lowercase"):
        oovec.WithNovelWords(model, model, store=oovec.Store())


def test_a_path_may_have_any_bytes(model, tmp_path):
    path = bytes(tmp_path) + b"/\xff.db"
    oovec.Store(path, model).add("pomelo", TEXTS[0])
    assert os.listdir(bytes(tmp_path)) == [b"\xff.db"]
    store = oovec.Store(os.fsdecode(path))
    assert len(store) == 1
    store.save(bytes(tmp_path) + b"/\xfe.db")
    assert len(oovec.Store(bytes(tmp_path) + b"/\xfe.db")) == 1


def test_a_process_that_was_forked_uses_the_file_too(model, tmp_path):
    store = oovec.Store(tmp_path / "words.db", model)
    store.add("pomelo", TEXTS[0])
    child = os.fork()
    if child == 0:
        try:
            store.add("pomelo", TEXTS[1])
            os._exit(0 if store["pomelo"].count == 2 else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert store["pomelo"].count == 2
    store.add("pomelo")
    store.check()


def test_threads_share_a_store(model, tmp_path):
    store = oovec.Store(tmp_path / "words.db", model)

    def add(thread):
        for i in range(20):
            store.add("pomelo", f"The pomelo of {thread} and {i}.")

    threads = [threading.Thread(target=add, args=[i]) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store["pomelo"].count == len(store["pomelo"].contexts) == 80
