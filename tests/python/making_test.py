"""Indexes, models and vectors made from Python are those that the program makes; and what is raised
meanwhile, Ctrl-C above all, ends the work."""

import io
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

import oovec

WORDS = ["the", "fruit", "is", "sweet", "sour", "large", "citrus", "melon", "lemon", "peel", "tree",
         "green", "juice", "thick", "ripe", "pome", "pomes", "elope", "grows", "warm"]
OPTIONS = {"min_count": 10, "ngram_words": 1}


def program(*arguments):
    subprocess.run([os.environ["OOVEC_PROGRAM"], *map(str, arguments)], stdout=subprocess.PIPE, check=True)


@pytest.fixture(scope="module")
def texts():
    numbers = random.Random(6)
    return [" ".join(numbers.choices(WORDS, k=8)) for _ in range(400)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory, texts):
    """Vectors (v.txt), a text (text), its index (c.ctx) and definitions (dev.txt)."""
    folder = tmp_path_factory.mktemp("making")
    numbers = np.random.default_rng(5).uniform(-1, 1, (len(WORDS), 4))
    oovec.Embeddings(WORDS, numbers).save(folder / "v.txt")
    (folder / "text").write_text("".join(text + "\n" for text in texts))
    program("index", "--vectors", folder / "v.txt", "--corpus", folder / "text", "-o", folder / "c.ctx")
    (folder / "dev.txt").write_text("".join(
        f"{word}\tThe ___ is sweet and the tree is green.\n" for word in WORDS[:5]))
    return folder


def train(folder, output, **options):
    """Trains the gated model, which is learned in epochs, unless told otherwise."""
    return oovec.train(folder / "v.txt", folder / "c.ctx", output, **{"model": "gated", **OPTIONS, **options})


def test_an_index_is_that_of_the_program_whatever_the_text_comes_from(folder, texts, tmp_path):
    vectors = oovec.Embeddings.load(folder / "v.txt")
    half = tmp_path / "half"
    half.write_text("".join(text + "\n" for text in texts[200:]))
    (tmp_path / "first").write_text("\n".join(texts[:200]))
    for corpus in [str(folder / "text"), folder / "text", [tmp_path / "first", half], texts, iter(texts),
                   (text for text in texts)]:
        summary = oovec.index(corpus, vectors, tmp_path / "out.ctx")
        assert summary.lines == 400 and summary.words_seen == len(WORDS)
        assert (tmp_path / "out.ctx").read_bytes() == (folder / "c.ctx").read_bytes()


def test_line_ends_within_a_text_do_not_part_it(folder, tmp_path):
    summary = oovec.index(["the\nfruit\r\nis sweet", "ripe"], folder / "v.txt", tmp_path / "out.ctx")
    assert summary.lines == 2 and summary.sentences == 2


def test_many_texts_flow_through(folder, tmp_path):
    summary = oovec.index(("the fruit is sweet " * 50 for _ in range(5000)), folder / "v.txt",
                          tmp_path / "out.ctx")
    assert summary.lines == 5000 and summary.tokens["as is"] == 5000 * 200


def test_an_index_can_be_looked_into(folder, tmp_path):
    oovec.index(["A ripe pomelo is sweet.", "the pomelo"], folder / "v.txt", tmp_path / "out.ctx",
                words=["pomelo"], seed=3)
    index = oovec.ContextIndex(str(tmp_path / "out.ctx"))
    assert index.count("pomelo") == 2 and index.count("nothing") == 0
    assert "pomelo" in index and "nothing" not in index
    assert "Pomelo's" in index and index.count("Pomelo") == 2
    assert index.contexts("Pomelo") == index.contexts("pomelo")
    assert sorted(index.contexts("pomelo")) == ["the pomelo", "… ripe pomelo is sweet"]
    assert repr(index) == f"<oovec.ContextIndex: {len(index)} words, 2 lines of text>"
    assert index.summary().novel_words == 1


def test_an_index_has_a_language(folder, tmp_path):
    vectors = oovec.Embeddings(["homme", "eau"], np.eye(2, dtype=np.float32))
    texts = ["L'homme boit de l’eau."]
    summary = oovec.index(texts, vectors, tmp_path / "fr.ctx", language="fr")
    assert summary.tokens["as is"] == 2 and summary.tokens["without clitic"] == 2
    assert summary.language == "fr"
    with pytest.raises(ValueError, match='language is "french", which is not the tag of a language'):
        oovec.index(texts, vectors, tmp_path / "fr.ctx", language="french")


def test_names_of_files_are_not_taken_for_texts(folder, tmp_path):
    with pytest.raises(ValueError, match=r"name files as pathlib\.Path"):
        oovec.index([str(folder / "text")], folder / "v.txt", tmp_path / "out.ctx")
    with pytest.raises(TypeError, match="a corpus consists of str, not int"):
        oovec.index([1, 2], folder / "v.txt", tmp_path / "out.ctx")
    assert list(tmp_path.iterdir()) == []


def test_what_the_texts_raise_ends_the_indexing(folder, tmp_path):
    def failing():
        yield "the fruit"
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        oovec.index(failing(), folder / "v.txt", tmp_path / "out.ctx")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("error", [LookupError("gone"), SystemExit(3), KeyboardInterrupt("own")])
def test_what_the_texts_raise_comes_out_unchanged(folder, texts, tmp_path, error):
    def failing():
        yield from texts
        raise error

    train(folder, tmp_path / "m.oovec", epochs=1)
    (tmp_path / "out").write_text("old")
    for call in [lambda: oovec.index(failing(), folder / "v.txt", tmp_path / "out"),
                 lambda: oovec.skipgram(failing()),
                 lambda: oovec.augment(tmp_path / "m.oovec", failing(), tmp_path / "out")]:
        with pytest.raises(type(error)) as raised:
            call()
        assert raised.value is error
        assert "failing" in [entry.name for entry in raised.traceback]
        assert (tmp_path / "out").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.oovec", "out"]


def test_texts_are_taken_by_the_thread_that_called(folder, tmp_path):
    """Where cursors of databases, for instance, want to be used."""
    threads = set()

    def texts():
        for _ in range(5000):
            threads.add(threading.get_ident())
            yield "the fruit is sweet " * 20

    def call():
        oovec.index(texts(), folder / "v.txt", tmp_path / "out.ctx")
        callers.append(threading.get_ident())

    callers = []
    caller = threading.Thread(target=call)
    caller.start()
    caller.join()
    assert list(threads) == callers


def test_texts_may_come_of_another_task(folder, texts, tmp_path):
    def nested():
        for i in range(3):
            oovec.index(texts, folder / "v.txt", tmp_path / "inner.ctx", seed=i)
            yield from texts[i::3]

    oovec.index(nested(), folder / "v.txt", tmp_path / "out.ctx")
    assert (tmp_path / "out.ctx").read_bytes() == (folder / "c.ctx").read_bytes()


class Shelf:
    """An iterator that is a sequence, too, and starts again when it is asked after its end."""

    def __init__(self, texts):
        self.texts = texts
        self.at = 0

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, number):
        return self.texts[number]

    def __iter__(self):
        return self

    def __next__(self):
        if self.at == len(self.texts):
            self.at = 0
            raise StopIteration
        self.at += 1
        return self.texts[self.at - 1]


def test_an_iterator_gives_texts_until_it_first_ends(folder, texts, tmp_path):
    oovec.index(Shelf(texts), folder / "v.txt", tmp_path / "out.ctx")
    assert (tmp_path / "out.ctx").read_bytes() == (folder / "c.ctx").read_bytes()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_texts_are_read_as_lines_of_a_file(folder, tmp_path, threads):
    numbers = random.Random(8)
    words = [*WORDS, "é", "Œuvre", "日本語", "🍐"]
    texts = [" ".join(numbers.choices(words, k=numbers.randrange(30))) for _ in range(20_000)]
    (tmp_path / "text").write_text("".join(text + "\n" for text in texts), encoding="utf-8")
    for corpus, name in [(tmp_path / "text", "file"), (iter(texts), "texts")]:
        oovec.index(corpus, folder / "v.txt", tmp_path / name, novel_min=1, threads=threads)
    assert (tmp_path / "file").read_bytes() == (tmp_path / "texts").read_bytes()


def test_what_the_core_raises_ends_the_texts(folder, tmp_path):
    given = []

    def texts():
        for i in range(10_000_000):
            given.append(i)
            yield "\ud800 is no text" if i == 10 else "the fruit is sweet"

    with pytest.raises(oovec.MalformedError):
        oovec.index(texts(), folder / "v.txt", tmp_path / "out.ctx", strict=True)
    assert len(given) < 10_000_000


def test_bad_texts_are_passed_over(folder, tmp_path):
    summary = oovec.index(["the fruit", "\ud800", "is ripe"], folder / "v.txt", tmp_path / "out.ctx")
    assert summary.bad_lines == 1 and summary.lines == 3


def test_texts_may_lie_in_a_column_of_csv(folder, tmp_path):
    (tmp_path / "posts.csv").write_text('id,text\n1,"the fruit, ripe"\n2,is ripe\n')
    with pytest.warns(UserWarning, match='posts.csv looks like CSV.*csv reads one column: "id", "text"'):
        oovec.index(tmp_path / "posts.csv", folder / "v.txt", tmp_path / "all.ctx")
    summary = oovec.index(tmp_path / "posts.csv", folder / "v.txt", tmp_path / "out.ctx", csv="text")
    assert summary.lines == 2 and summary.hints == []
    with pytest.raises(oovec.UsageError, match="csv is only for files"):
        oovec.index(["the fruit"], folder / "v.txt", tmp_path / "out.ctx", csv="text")


def test_texts_may_lie_in_a_column_of_parquet(folder, tmp_path):
    rows = ["The fruit is ripe.\nIt is sweet.", None, "The fruit"] * 3000
    for name, part in [("1.parquet", rows[:4000]), ("2.parquet", rows[4000:])]:
        table = pyarrow.table({"id": list(range(len(part))), "text": part})
        pyarrow.parquet.write_table(table, tmp_path / name, row_group_size=700)
    lines = "".join(text + "\n" for text in rows if text is not None)
    (tmp_path / "lines").write_text(lines)
    oovec.index(tmp_path / "lines", folder / "v.txt", tmp_path / "lines.ctx")
    for corpus in [tmp_path / "*.parquet", [tmp_path / "1.parquet", tmp_path / "2.parquet"]]:
        oovec.index(corpus, folder / "v.txt", tmp_path / "out.ctx", parquet="text")
        assert (tmp_path / "out.ctx").read_bytes() == (tmp_path / "lines.ctx").read_bytes()
    with pytest.raises(oovec.UsageError, match=r'1.parquet has no column "txet"; it has id, text; did you mean text\?'):
        oovec.index(tmp_path / "1.parquet", folder / "v.txt", tmp_path / "out.ctx", parquet="txet")
    with pytest.raises(oovec.UsageError, match=r'column "id" of .* does not hold texts, but int64'):
        oovec.index(tmp_path / "1.parquet", folder / "v.txt", tmp_path / "out.ctx", parquet="id")
    with pytest.raises(oovec.MalformedError, match="lines is not a Parquet file"):
        oovec.index(tmp_path / "lines", folder / "v.txt", tmp_path / "out.ctx", parquet="text")
    with pytest.raises(oovec.UsageError, match=r"name them as pathlib\.Path"):
        oovec.index(["the fruit"], folder / "v.txt", tmp_path / "out.ctx", parquet="text")


def test_parquet_needs_pyarrow(folder, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(oovec.UsageError, match="needs pyarrow: pip install pyarrow"):
        oovec.index(tmp_path / "1.parquet", folder / "v.txt", tmp_path / "out.ctx", parquet="text")


def test_words_may_be_of_several_tokens(folder, tmp_path):
    oovec.index(["Sweet ice cream, ice cream"], folder / "v.txt", tmp_path / "out.ctx", words=["ice cream"])
    assert oovec.ContextIndex(tmp_path / "out.ctx").count("ice cream") == 2


def test_no_pipe_is_left_open(folder, tmp_path):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(5):
        oovec.index(["the fruit"], folder / "v.txt", tmp_path / "out.ctx")
    assert len(os.listdir("/proc/self/fd")) == before


def test_indexes_are_merged(folder, texts, tmp_path):
    oovec.index(texts[:150], folder / "v.txt", tmp_path / "a.ctx")
    oovec.index(texts[150:], folder / "v.txt", tmp_path / "b.ctx")
    oovec.merge([tmp_path / "a.ctx", tmp_path / "b.ctx"], tmp_path / "both.ctx")
    assert (tmp_path / "both.ctx").read_bytes() == (folder / "c.ctx").read_bytes()
    oovec.index(texts, folder / "v.txt", tmp_path / "other.ctx", seed=9)
    with pytest.raises(oovec.UsageError, match="seed"):
        oovec.merge([tmp_path / "a.ctx", tmp_path / "other.ctx"], tmp_path / "both.ctx")


def test_a_model_is_that_of_the_program(folder, tmp_path):
    program("train", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o", tmp_path / "m.oovec",
            "--model", "gated", "--min-count", 10, "--ngram-words", 1, "--epochs", 2, "--dev", folder / "dev.txt")
    expected = (tmp_path / "m.oovec").read_bytes()
    seen = []
    result = train(folder, tmp_path / "m.oovec", epochs=2, dev=folder / "dev.txt", callback=seen.append)
    assert (tmp_path / "m.oovec").read_bytes() == expected
    assert [epoch.epoch for epoch in seen] == [1, 2]
    assert [epoch.loss for epoch in seen] == [epoch.loss for epoch in result.epochs]
    assert all(epoch.score == epoch.dev[0].value for epoch in seen)
    assert result.words >= result.words_with_contexts > 0 and result.ngrams > 0 and not result.stopped
    assert result.model.infer("melons").vector.shape == (4,)


def test_a_model_that_is_solved_for_is_that_of_the_program(folder, tmp_path):
    program("train", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o", tmp_path / "m.oovec",
            "--min-count", 10, "--ngram-words", 1, "--typos", 0.3, "--ngram-dropout", 0.1,
            "--ranking-steps", 3)
    expected = (tmp_path / "m.oovec").read_bytes()
    result = train(folder, tmp_path / "n.oovec", model="balanced", typos=0.3, ngram_dropout=0.1,
                   ranking_steps=3)
    assert (tmp_path / "n.oovec").read_bytes() == expected
    training = result.model.settings["training"]
    assert (training["typos"], training["ngram-dropout"]) == ("0.3", "0.1")


def test_what_may_disappoint_is_a_warning(folder, tmp_path):
    with pytest.warns(UserWarning, match="no known n-gram.*lower ngram_min"):
        result = train(folder, tmp_path / "m.oovec", epochs=1, ngram_min=9, ngram_max=12)
    assert any("no known n-gram" in hint for hint in result.hints)


def test_options_of_writing_go_to_the_model(folder, tmp_path):
    train(folder, tmp_path / "m.oovec", epochs=1, without_vectors=True, exclude=["melon"])
    with pytest.raises(oovec.UsageError):
        oovec.Model(tmp_path / "m.oovec")


def test_a_callback_stops_training_which_goes_on_later(folder, tmp_path):
    whole = train(folder, tmp_path / "whole.oovec", epochs=4)
    stopped = train(folder, tmp_path / "m.oovec", epochs=4, callback=lambda epoch: epoch.epoch == 2)
    assert stopped.stopped and not (tmp_path / "m.oovec").exists()
    with pytest.raises(oovec.UsageError, match="resume=True"):
        _ = stopped.model
    result = train(folder, tmp_path / "m.oovec", epochs=4, resume=True)
    assert result.resumed_at > 0 and len(whole.epochs) == 4
    assert (tmp_path / "m.oovec").read_bytes() == (tmp_path / "whole.oovec").read_bytes()


def test_what_a_callback_raises_comes_out(folder, tmp_path):
    def fail(epoch):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        train(folder, tmp_path / "m.oovec", epochs=1000, callback=fail)
    assert [path.name for path in tmp_path.iterdir()] == ["m.oovec.checkpoint"]


def test_a_search_is_that_of_the_program(folder, tmp_path):
    program("tune", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o", tmp_path / "m.oovec",
            "--min-count", 10, "--ngram-words", 1, "--epochs", 2, "--dev", folder / "dev.txt", "--models",
            "gated,form", "--learning-rates", "0.1,0.01")
    expected = (tmp_path / "m.oovec").read_bytes()
    result = oovec.tune(folder / "v.txt", folder / "c.ctx", tmp_path / "m.oovec", dev=folder / "dev.txt",
                        models=["gated", "form"], learning_rates=[0.1, 0.01], epochs=2, **OPTIONS)
    assert (tmp_path / "m.oovec").read_bytes() == expected
    assert [(model, rate) for model, rate, _ in result.grid] == [
        ("gated", 0.1), ("gated", 0.01), ("form", 0.1), ("form", 0.01)]
    best = max(epoch.score for _, _, epochs in result.grid for epoch in epochs)
    assert result.best[2][result.best_epoch - 1].score == best
    assert result.model.vector_size == 4


def test_a_search_solves_for_the_default_model_once(folder, tmp_path):
    def search(**more):
        return oovec.tune(folder / "v.txt", folder / "c.ctx", tmp_path / "m.oovec", dev=folder / "dev.txt",
                          learning_rates=[0.1, 0.01], epochs=2, **OPTIONS, **more)

    seen = []
    result = search(models=["balanced", "form"], callback=seen.append)
    assert [(model, rate, len(epochs)) for model, rate, epochs in result.grid] == [
        ("balanced", None, 1), ("form", 0.1, 2), ("form", 0.01, 2)]
    assert [epoch.loss is None for epoch in seen] == [False] * 4 + [True]
    assert result.best[2][result.best_epoch - 1].score == max(epoch.score for epoch in seen)
    assert result.grid[0][2][0].score == seen[-1].score
    alone = search(models=["balanced"])
    assert repr(alone) == f"<oovec.TuneResult: {tmp_path / 'm.oovec'}, balanced>"
    assert repr(alone.best[2][0]) == f"<oovec.EpochResult: epoch 1, score {seen[-1].score:.4g}>"
    assert alone.model.settings["model"] == "balanced"
    assert {row[0] for row in search().grid} == {"balanced", "gated", "single", "context", "form"}


def test_training_tells_how_good_the_model_is_on_words_held_out(folder, tmp_path):
    result = oovec.train(folder / "v.txt", folder / "c.ctx", tmp_path / "m.oovec", **OPTIONS)
    assert result.solved and result.epochs[0].loss is None
    assert repr(result) == (f"<oovec.TrainResult: {tmp_path / 'm.oovec'}, {result.words} words, "
                            f"{result.ngrams} n-grams>")
    assert [row.contexts for row in result.held_out] == [0, 1, 4, 16]
    without, *_, most = result.held_out
    assert without.words == most.words > 0
    assert without.context is None and most.context.median_rank >= 1
    assert 1 <= most.model.median_rank <= len(WORDS) and 0 < most.model.mrr <= 1 and -1 <= most.model.cosine <= 1
    assert most.form.median_rank == without.form.median_rank
    assert most.length.low <= most.length.median <= most.length.high and most.true_length.median > 0
    assert repr(most) == (f"<oovec.HeldOutRow: {most.words} word{'s' if most.words != 1 else ''}, 16 contexts, "
                          f"median rank {most.model.median_rank:.4g}>")
    assert repr(most.model).startswith(f"<oovec.Quality: median rank {most.model.median_rank:.4g}, MRR 0.")
    assert repr(most.length).startswith("<oovec.Lengths: ")
    learned = train(folder, tmp_path / "m.oovec", epochs=2)
    assert not learned.solved and ", epoch 2 of 2, " in repr(learned)


def test_a_callback_stops_a_search_which_goes_on_later(folder, tmp_path):
    def search(output, **more):
        return oovec.tune(folder / "v.txt", folder / "c.ctx", output, dev=folder / "dev.txt", models=["gated", "form"],
                          learning_rates=[0.1], epochs=4, checkpoint_every=0, **OPTIONS, **more)

    whole = search(tmp_path / "whole.oovec")
    stopped = search(tmp_path / "m.oovec", callback=lambda epoch: epoch.epoch == 2)
    assert stopped.stopped and stopped.best_epoch <= 2
    assert stopped.model.vector_size == 4
    result = search(tmp_path / "m.oovec", resume=True)
    assert result.resumed_at > 0 and not result.stopped and whole.resumed_at == 0
    assert (result.best_epoch, result.best[0]) == (whole.best_epoch, whole.best[0])
    assert [[epoch.score for epoch in row[2]] for row in result.grid] == [
        [epoch.score for epoch in row[2]] for row in whole.grid]
    assert (tmp_path / "m.oovec").read_bytes() == (tmp_path / "whole.oovec").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"m.oovec", "whole.oovec"}


def test_an_interrupted_search_leaves_a_checkpoint(folder, tmp_path):
    def interrupt(epoch):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        oovec.tune(folder / "v.txt", folder / "c.ctx", tmp_path / "m.oovec", dev=folder / "dev.txt",
                   models=["form"], learning_rates=[0.1], epochs=1000, callback=interrupt, **OPTIONS)
    assert (tmp_path / "m.oovec.checkpoint").exists()


def test_a_search_does_not_take_what_it_searches_for(folder, tmp_path):
    with pytest.raises(TypeError, match="there is no option learning_rate"):
        oovec.tune(folder / "v.txt", folder / "c.ctx", tmp_path / "m", dev=folder / "dev.txt", learning_rate=1)
    with pytest.raises(ValueError, match='models: "deep" is not '):
        oovec.tune(folder / "v.txt", folder / "c.ctx", tmp_path / "m", dev=folder / "dev.txt", models=["deep"])


def test_vectors_are_those_of_the_program(folder, texts, tmp_path):
    program("skipgram", "--corpus", folder / "text", "-o", tmp_path / "v.txt", "--dimension", 6)
    theirs = oovec.Embeddings.load(tmp_path / "v.txt")
    ours = oovec.skipgram(texts, dimension=6)
    assert ours.index_to_key == theirs.index_to_key
    np.testing.assert_array_equal(ours.vectors, theirs.vectors)


def test_words_can_be_held_out_of_vectors(texts):
    held_out = oovec.skipgram(texts, dimension=6).index_to_key[0]
    vectors = oovec.skipgram(texts, dimension=6, exclude=[held_out])
    assert len(vectors) > 0 and held_out not in vectors


SPELLINGS = {
    "byte order mark": "\ufeffmelon", "blanks": " \tmelon ", "line end": "melon\r\n", "capitals": "Melon",
    "normal form": "me\u0301lon"}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_words_to_exclude_are_found_in_any_spelling(spelling, texts, tmp_path):
    word = "mélon" if spelling == "normal form" else "melon"
    texts = [text.replace("melon", word) for text in texts]
    words = [word if each == "melon" else each for each in WORDS]
    vectors = oovec.Embeddings(words, np.random.default_rng(5).uniform(-1, 1, (len(WORDS), 4)))
    oovec.index(texts, vectors, tmp_path / "c.ctx")

    def learned(name, *exclude):
        result = oovec.train(vectors, tmp_path / "c.ctx", tmp_path / name, exclude=exclude, **OPTIONS)
        return result, (tmp_path / name).read_bytes()

    _, all_words = learned("all")
    _, expected = learned("plain", word)
    result, found = learned("spelled", SPELLINGS[spelling])
    assert found == expected != all_words
    assert (result.excluded.words, result.excluded.not_found, result.excluded.examples) == (1, 0, [])
    assert word not in oovec.skipgram(texts, dimension=6, exclude=[SPELLINGS[spelling]])


def test_words_to_exclude_that_are_unknown_are_counted_and_said(folder, texts, tmp_path):
    given = ["melon", "Nope", "", "never", "none"]
    warning = '3 of 4 words to exclude: without a vector, "Nope" for one'
    with pytest.warns(UserWarning, match=warning):
        excluded = train(folder, tmp_path / "m.oovec", epochs=1, exclude=given).excluded
    assert (excluded.words, excluded.not_found, excluded.examples) == (4, 3, ["Nope", "never"])
    assert repr(excluded) == "<oovec.ListedWords: 4 words, 3 not found>"
    with pytest.warns(UserWarning, match=warning):
        result = oovec.tune(folder / "v.txt", folder / "c.ctx", tmp_path / "m.oovec", dev=folder / "dev.txt",
                            models=["form"], learning_rates=[0.1], epochs=1, exclude=given, **OPTIONS)
    assert result.excluded.not_found == 3
    with pytest.warns(UserWarning, match='3 of 4 words to exclude: not in the corpus, "nope" for one'):
        oovec.skipgram(texts, dimension=6, exclude=given)


def test_a_string_is_no_list_of_words(folder, texts, tmp_path):
    for call in [lambda: train(folder, tmp_path / "m.oovec", exclude="words.txt"),
                 lambda: oovec.skipgram(texts, exclude="words.txt"),
                 lambda: oovec.index(texts, folder / "v.txt", tmp_path / "x.ctx", words="words.txt")]:
        with pytest.raises(oovec.UsageError, match=r'"words\.txt" is a string where a list of words is expected'):
            call()


def test_errors_name_options_as_keywords(folder, tmp_path):
    with pytest.raises(oovec.UsageError, match=r"index more text or lower min_count$"):
        oovec.train(folder / "v.txt", folder / "c.ctx", tmp_path / "m.oovec", min_count=1000)
    with pytest.raises(oovec.UsageError, match=r"^ngram_min is above ngram_max; lower it$"):
        train(folder, tmp_path / "m.oovec", ngram_min=4, ngram_max=3)


def test_help_lists_the_options_of_the_core():
    assert "per_word: Keep at most N sentences for each word. Default: 200." in oovec.index.__doc__
    assert "epochs: Passes over the training words. Not for balanced. Default: 5." in oovec.train.__doc__
    assert "half: Store vectors and n-grams in the model file in half precision" in oovec.train.__doc__


def interrupt_soon():
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()


def interrupted(texts):
    """The texts, with Ctrl-C soon after the first was asked for."""
    interrupt_soon()
    yield from texts


def endless():
    while True:
        yield "the fruit is sweet"


def test_ctrl_c_ends_an_index(folder, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        oovec.index(interrupted(endless()), folder / "v.txt", tmp_path / "out.ctx")
    assert list(tmp_path.iterdir()) == []


def sleeping():
    yield "the fruit"
    time.sleep(60)
    yield "is sweet"


def waiting():
    yield "the fruit"
    threading.Event().wait()


@pytest.mark.parametrize("corpus", [sleeping, waiting, lambda: itertools.repeat("the fruit is sweet")],
                         ids=["asleep", "blocked", "endless"])
def test_ctrl_c_ends_an_index_whatever_its_texts_do(folder, tmp_path, corpus):
    with pytest.raises(KeyboardInterrupt):
        oovec.index(interrupted(corpus()), folder / "v.txt", tmp_path / "out.ctx")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_reading_a_file_that_never_ends(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    def write():
        try:
            with open(tmp_path / "pipe", "w") as pipe:  # as soon as it is being read
                interrupt_soon()
                for i in range(10_000_000):
                    pipe.write(f"word{i} 1 2 3\n")
        except BrokenPipeError:
            pass

    threading.Thread(target=write).start()
    with pytest.raises(KeyboardInterrupt):
        oovec.Embeddings.load(tmp_path / "pipe")


def test_ctrl_c_leaves_a_checkpoint_of_a_training(folder, tmp_path):
    def interrupt_after_the_first(result):
        if result.epoch == 1:
            interrupt_soon()

    with pytest.raises(KeyboardInterrupt):
        train(folder, tmp_path / "m.oovec", epochs=10_000, callback=interrupt_after_the_first)
    assert [path.name for path in tmp_path.iterdir()] == ["m.oovec.checkpoint"]


def test_other_threads_run_meanwhile(folder, tmp_path):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.001):
            ticks.append(1)

    ticker = threading.Thread(target=tick)
    ticker.start()
    train(folder, tmp_path / "m.oovec", epochs=200)
    done.set()
    ticker.join()
    assert len(ticks) > 3


def test_bars_are_drawn_if_asked_for(folder, texts, tmp_path, monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    train(folder, tmp_path / "m.oovec", epochs=20, progress=True, callback=lambda epoch: None)
    assert "epoch 1/20" in shown.getvalue()
    shown.truncate(0)
    oovec.Model(tmp_path / "m.oovec").infer_many(["melons"] * 5, progress=True)
    assert "inferring" in shown.getvalue()
    shown.truncate(0)
    train(folder, tmp_path / "m.oovec", epochs=1)
    assert shown.getvalue().strip("\0") == ""


def test_a_bar_is_drawn_while_texts_come(folder, tmp_path, monkeypatch):
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)

    given = []

    def until_drawn():
        for i in range(3_000_000):
            if "indexing" in shown.getvalue():
                return
            given.append(i)
            yield "the fruit"

    oovec.index(until_drawn(), folder / "v.txt", tmp_path / "out.ctx", progress=True)
    assert len(given) < 3_000_000


def test_augmenting_writes_what_the_program_writes(folder, tmp_path):
    train(folder, tmp_path / "m.oovec", epochs=1)
    text = tmp_path / "new.txt"
    text.write_text("A ripe pomelo is a sweet fruit.\n" * 5 + "Once only.\n")
    new = oovec.augment(tmp_path / "m.oovec", text, tmp_path / "ours.txt", vectors=folder / "v.txt", neighbors=2,
                        min_count=5)
    assert "pomelo" in [word.word for word in new]
    for word in new:
        assert word.count >= 5 and word.outcome == "added" and len(word.nearest) == 2
        assert 0 <= word.alpha <= 1 and word.context_words > 0
    program("augment", tmp_path / "m.oovec", "--corpus", text, "--vectors", folder / "v.txt", "-o",
            tmp_path / "theirs.txt", "--min-count", 5)
    assert (tmp_path / "ours.txt").read_bytes() == (tmp_path / "theirs.txt").read_bytes()


def test_what_the_model_decides_is_no_option_of_augmenting(folder, tmp_path):
    with pytest.raises(TypeError, match="there is no option lowercase"):
        oovec.augment("m.oovec", ["text"], tmp_path / "out.txt", lowercase=True)
    assert "tokenizer" not in oovec.augment.__doc__
