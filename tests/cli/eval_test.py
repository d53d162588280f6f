"""oovec eval: its figures are those that NumPy and SciPy find; docs/eval.md promises the rest."""

import json
import shutil
import subprocess

import numpy as np
import pytest
from safetensors.numpy import load_file
from scipy import stats

from browser import needs_browser, read_value, show, texts
from support import BAD_INPUT, IO, USAGE, run, text_of

WORDS = [f"{a}{b}{c}" for a in "bdfgk" for b in "aeo" for c in ("l", "mi", "nu")]
RARE = WORDS[:12]
DIMENSION = 6


def evaluate(*arguments, **options):
    done = run("eval", *arguments, "--json", **options)
    return [json.loads(line) for line in done.stdout.splitlines()]


def sentences(random, count, length=8):
    return [" ".join(random.choice(WORDS, length)) for _ in range(count)]


@pytest.fixture(name="folder", scope="module")
def trained(tmp_path_factory):
    """Vectors, two models trained with them, and data of both kinds."""
    folder = tmp_path_factory.mktemp("eval")
    random = np.random.default_rng(2019)
    rows = random.normal(size=(len(WORDS), DIMENSION)).astype(np.float32)
    (folder / "vectors.txt").write_bytes(text_of(WORDS, rows))
    (folder / "corpus.txt").write_text("\n".join(sentences(random, 300)) + "\n")
    given = ["--vectors", folder / "vectors.txt"]
    run("index", *given, "--corpus", folder / "corpus.txt", "-o", folder / "c.ctx")
    (folder / "rare.txt").write_text("\n".join(RARE) + "\n")
    given += ["--contexts", folder / "c.ctx", "--min-count", 1]
    held_out = ["--exclude", folder / "rare.txt"]
    settings = ["--preset", "paper", "--epochs", 1]
    for model in ["context", "form"]:
        run("train", *given, *held_out, *settings, "--model", model, "-o", folder / f"{model}.oovec")
    run("train", *given, *settings, "--model", "context", "-o", folder / "seen.oovec")
    run("alacarte", *given, *held_out, "-o", folder / "alacarte.oovec")

    definitions = [f"{word}\t___ {text}\n" for word, text in zip(RARE, sentences(random, len(RARE)), strict=True)]
    (folder / "dn.txt").write_text("# words\n\n" + "".join(definitions) + "unheard\t___\n")
    (folder / "context").mkdir()
    for word in RARE:
        (folder / "context" / f"{word}.txt").write_text(sentences(random, 1)[0] + "\n\n")
    pairs = [f"{first}\t{rare}\t{random.integers(4)}\n" for rare in RARE for first in WORDS[20:23]]
    (folder / "pairs.txt").write_text("".join(pairs))
    return folder


class Reference:
    """The context model, plainly: v = A · mean of the vectors of the other words."""

    def __init__(self, path):
        tensors = load_file(path)
        self.transform = tensors["transform"]
        self.vectors = dict(zip(WORDS, tensors["vectors"], strict=True))

    def infer(self, word, sentence):
        others = [self.vectors[w] for w in sentence.split() if w in self.vectors and w != word]
        return self.transform @ np.mean(others, axis=0)

    def cosine(self, word, vector):
        truth = self.vectors[word]
        return truth @ vector / np.linalg.norm(truth) / np.linalg.norm(vector)

    def rank(self, word, vector):
        own = self.cosine(word, vector)
        return 1 + sum(self.cosine(other, vector) > own for other in WORDS if other != word)


def test_misspelled_words_are_measured(folder):
    given = ["typos", "--model", folder / "form.oovec", "--min-length", 3]
    found, = evaluate(*given)
    assert [row["typo"] for row in found["typos"]] == ["none", "swap", "delete", "insert", "replace"]
    for row in found["typos"]:
        assert 0 < row["words"] <= len(RARE) + 3 and row["inferred"] <= row["words"]
        assert 1 <= row["median_rank"] <= len(WORDS)
        assert 0 < row["mrr"] <= 1 and -1 <= row["cosine"] <= 1
    assert evaluate(*given) == [found]
    table = run("eval", *given).stdout.splitlines()
    assert table[0].split() == ["model", "typo", "words", "inferred", "median", "rank", "MRR", "cosine"]
    assert len(table) == 6


def test_any_known_words_can_be_misspelled(folder, tmp_path):
    (tmp_path / "words").write_text(f"{WORDS[20]}\n{WORDS[21]}\nunheard\n")
    given = ["typos", "--model", folder / "form.oovec", "--min-length", 3, "--words", tmp_path / "words"]
    found, = evaluate(*given)
    assert found["typos"][0]["words"] == 2
    assert "1 of 3 words" in run("eval", *given).stderr
    message = run("eval", *given[:-1], folder / "rare.txt", "--min-length", 9, code=USAGE).stderr
    assert "--min-length" in message


def test_lengths_are_those_of_typical_vectors(folder):
    lengths = np.linalg.norm(list(Reference(folder / "context.oovec").vectors.values()), axis=1)
    for data, model in [("dn", folder / "dn.txt"), ("crw", folder)]:
        for found in evaluate(data, model, "--model", folder / "context.oovec", folder / "alacarte.oovec"):
            assert found["length"] == pytest.approx(dict.fromkeys(["p5", "median", "p95"], np.median(lengths)))
            low, middle, high = np.percentile(lengths[:len(RARE)], [5, 50, 95])
            assert found["true_length"] == pytest.approx({"p5": low, "median": middle, "p95": high}, rel=1e-5)


def items(path):
    lines = path.read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def test_ranks_are_those_that_numpy_finds(folder):
    model = folder / "context.oovec"
    reference = Reference(model)
    ranks = [reference.rank(word, reference.infer(word, sentence))
             for word, sentence in items(folder / "dn.txt") if word != "unheard"]
    found, = evaluate("dn", folder / "dn.txt", "--model", model, "--words", folder / "ranks.txt")
    assert items(folder / "ranks.txt") == [[str(model), w, str(r)] for w, r in zip(RARE, ranks, strict=True)]
    assert found["median_rank"] == np.median(ranks)
    assert found["mrr"] == pytest.approx(np.mean(1 / np.array(ranks)))
    assert found["words"] == len(RARE)
    assert found["left_out"] == 1
    for figure in ["median_rank", "mrr"]:
        low, high = found[figure + "_95"]
        assert low <= found[figure] <= high
        assert low < high


# The scores have ties; each word has one sentence, so that samples do not matter.
def test_correlations_are_those_that_scipy_finds(folder):
    reference = Reference(folder / "context.oovec")
    pairs = items(folder / "pairs.txt")
    cosines = [
        reference.cosine(first, reference.infer(
            rare, (folder / "context" / f"{rare}.txt").read_text()))
        for first, rare, _ in pairs
    ]
    expected = stats.spearmanr(cosines, [float(score) for _, _, score in pairs])[0]
    found, = evaluate("crw", folder, "--model", folder / "context.oovec", "--trials", 3)
    assert found["pairs"] == len(pairs)
    assert found["trials"] == 3
    assert [c["contexts"] for c in found["correlations"]] == [1, 2, 4, 8, 16, 32, 64, 128]
    for correlation in found["correlations"]:
        assert correlation["rho"] == pytest.approx(expected)
        assert correlation["deviation"] == pytest.approx(0, abs=1e-12)


def test_several_models_are_compared_in_one_table(folder):
    models = [folder / "context.oovec", folder / "form.oovec"]
    for arguments in [["dn", folder / "dn.txt"], ["crw", folder / "pairs.txt", "--trials", 1]]:
        lines = run("eval", *arguments, "--model", *models).stdout.splitlines()
        assert [line.split()[0] for line in lines] == ["model", *map(str, models)]


def test_the_spread_over_trials_is_shown(folder):
    lines = run("eval", "crw", folder, "--model", folder / "form.oovec").stdout.splitlines()
    assert lines[2].split() == ["±"] + ["0.000"] * 8


@pytest.mark.parametrize("data", ["dn", "crw"])
def test_threads_change_nothing(folder, data):
    given = [data, folder / ("dn.txt" if data == "dn" else "pairs.txt"), "--model",
             folder / "context.oovec"]
    one = evaluate(*given, "--threads", 1)
    assert evaluate(*given, "--threads", 2) == one
    assert evaluate(*given, "--threads", 4) == one


def test_contexts_may_lie_elsewhere(folder, tmp_path):
    (tmp_path / "p.txt").write_text((folder / "pairs.txt").read_text())
    model = ["--model", folder / "context.oovec"]
    assert evaluate("crw", tmp_path / "p.txt", folder / "context", *model) == evaluate(
        "crw", folder / "pairs.txt", *model)
    done = run("eval", "crw", tmp_path / "p.txt", *model, code=IO)
    assert f"{RARE[0]}.txt" in done.stderr


def test_data_of_another_form_are_refused_with_the_line(folder, tmp_path):
    model = ["--model", folder / "context.oovec"]
    (tmp_path / "bad.txt").write_text("# one\nbal\t___ is nice\nbal\n")
    assert "bad.txt:3: 1 fields" in run("eval", "dn", tmp_path / "bad.txt", *model,
                                        code=BAD_INPUT).stderr
    (tmp_path / "bad.txt").write_text("dal\tbal\tnice\n")
    assert "bad.txt:1: the score" in run("eval", "crw", tmp_path / "bad.txt", *model,
                                         code=BAD_INPUT).stderr


DATA = [["dn", "dn.txt"], ["crw", "pairs.txt"]]


@pytest.mark.parametrize("kind, data", DATA)
def test_words_that_were_learned_from_are_refused(folder, kind, data):
    given = [kind, folder / data, "--model", folder / "seen.oovec"]
    message = run("eval", *given, code=USAGE).stderr
    assert "of the 12 test words" in message
    assert "--allow-seen" in message
    assert len(evaluate(*given, "--allow-seen")) == 1


def test_a_mistyped_baseline_is_no_missing_file(folder):
    message = run("eval", "dn", folder / "dn.txt", "--model", "addtive", code=USAGE).stderr
    assert message == 'oovec: "addtive" is neither a file nor a baseline; did you mean additive?\n'
    assert "No such file" in run("eval", "dn", folder / "dn.txt", "--model", "m.oovec", code=IO).stderr


def test_baselines_stand_beside_models(folder):
    data = ["dn", folder / "dn.txt"]
    found = evaluate(*data, "--model", "additive", folder / "context.oovec", "avg")
    assert [each["model"] for each in found] == ["additive", str(folder / "context.oovec"), "avg"]
    assert found[0]["mrr"] == found[2]["mrr"] != found[1]["mrr"]
    reference = Reference(folder / "context.oovec")
    reference.transform = np.eye(DIMENSION)
    ranks = [reference.rank(word, reference.infer(word, sentence))
             for word, sentence in items(folder / "dn.txt") if word != "unheard"]
    assert found[2]["mrr"] == pytest.approx(np.mean(1 / np.array(ranks)))
    alone = evaluate(*data, "--model", "avg", "--vectors", folder / "vectors.txt")
    assert alone == [found[2]]
    assert "--vectors" in run("eval", *data, "--model", "avg", code=USAGE).stderr


def test_new_words_are_learned_by_skipgram(folder, tmp_path):
    given = ["--model", "nonce2vec", "skipgram", "--vectors", folder / "vectors.txt"]
    random = np.random.default_rng(5)
    contexts = random.normal(size=(len(WORDS), DIMENSION)).astype(np.float32)
    (tmp_path / "out.txt").write_bytes(text_of(WORDS, contexts))
    for kind, name in DATA:
        data = [kind, folder / name, "--threads"]
        plain = evaluate(*data, 1, *given)
        assert [each["model"] for each in plain] == ["nonce2vec", "skipgram"]
        assert evaluate(*data, 2, *given) == plain
        assert evaluate(*data, 1, *given, "--seed", 2) != plain
        assert evaluate(*data, 1, *given, "--context-vectors", tmp_path / "out.txt") != plain
    assert "without --context-vectors" in run("eval", *data, 1, *given).stderr
    (tmp_path / "few.txt").write_bytes(text_of(WORDS[1:], contexts[1:]))
    assert "same words" in run("eval", *data, 1, *given, "--context-vectors", tmp_path / "few.txt",
                               code=USAGE).stderr
    (tmp_path / "l2.txt").write_text("1\t___ gal fal bal @@ fal ___\tgal,fal,bal\t1,2,3\n")
    assert len(evaluate("chimeras", tmp_path / "l2.txt", *given)) == 2


@pytest.mark.skipif(not shutil.which("fasttext"), reason="fasttext is not installed")
def test_fasttext_models_make_vectors_of_subwords(folder, tmp_path):
    subprocess.run(
        ["fasttext", "skipgram", "-input", folder / "corpus.txt", "-output", tmp_path / "model",
         "-dim", "8", "-minCount", "1", "-bucket", "1000", "-minn", "2", "-thread", "1"],
        check=True, capture_output=True)
    model = tmp_path / "model.bin"
    data = ["dn", folder / "dn.txt", "--model", model]
    assert "of the 12 test words" in run("eval", *data, code=USAGE).stderr

    # The vector of a word is the mean of its own row and n-grams; fastText prints them all.
    known = run("vectors", "get", model, *WORDS, "</s>", "--json").stdout.splitlines()
    rows = np.array([json.loads(line)["vector"] for line in known])
    ranks = []
    for word in RARE:
        parts = subprocess.run(["fasttext", "print-ngrams", model, word], check=True,
                               capture_output=True).stdout.decode().splitlines()
        vector = np.mean([[float(x) for x in part.split()[1:]] for part in parts[1:]], axis=0)
        cosines = rows @ vector / np.linalg.norm(rows, axis=1)
        ranks.append(1 + sum(cosines > cosines[WORDS.index(word)]))
    run("eval", *data, "--allow-seen", "--words", tmp_path / "ranks")
    assert [int(rank) for _, _, rank in items(tmp_path / "ranks")] == ranks

    with_baseline = evaluate(*data, "avg", "--allow-seen")
    assert [each["model"] for each in with_baseline] == [str(model), "avg"]
    (tmp_path / "pairs.txt").write_text("tumi gal 3\ngal tunu 2\ngal fal 1\n")
    found, = evaluate("wordsim", tmp_path / "pairs.txt", "--model", model)
    assert (found["inferred"], found["left_out"]) == (2, 0)


def test_mimick_infers_from_characters(folder, tmp_path):
    given = ["mimick", "--vectors", folder / "vectors.txt", "--exclude", folder / "rare.txt",
             "--epochs", 2, "--hidden", 8]
    report = json.loads(run(*given, "--json", "-o", tmp_path / "m.mimick").stdout)
    assert report["words"] == len(WORDS) - len(RARE)
    assert report["words_per_second"] > 0
    done = run(*given, "--threads", 2, "-o", tmp_path / "two.mimick")
    assert "epoch 2: loss" in done.stderr
    assert f"{len(WORDS) - len(RARE)} words" in done.stdout
    assert (tmp_path / "two.mimick").read_bytes() == (tmp_path / "m.mimick").read_bytes()

    # The network, plainly.
    tensors = load_file(tmp_path / "m.mimick")
    codes = list(tensors["code_points"])

    def infer(word):
        rows = [1] + [codes.index(ord(c)) + 2 if ord(c) in codes else 0 for c in word] + [1]
        ends = []
        for way, order in [("forward", rows), ("backward", rows[::-1])]:
            state = cell = np.zeros(8)
            for row in order:
                z = tensors[way] @ np.concatenate([tensors["characters"][row], state])
                z = (z + tensors[way + "_bias"][:, 0]).reshape(4, 8)
                enter, forget, leave = 1 / (1 + np.exp(-z[:3]))
                cell = forget * cell + enter * np.tanh(z[3])
                state = leave * np.tanh(cell)
            ends.append(state)
        merged = np.tanh(tensors["merge"] @ np.concatenate(ends) + tensors["merge_bias"][:, 0])
        return tensors["out"] @ merged + tensors["out_bias"][:, 0]

    reference = Reference(folder / "context.oovec")
    ranks = [reference.rank(word, infer(word)) for word in RARE]
    data = ["dn", folder / "dn.txt", "--model", tmp_path / "m.mimick"]
    found, = evaluate(*data, "--vectors", folder / "vectors.txt")
    assert found["mrr"] == pytest.approx(np.mean(1 / np.array(ranks)))
    assert "name the vectors file" in run("eval", *data, code=USAGE).stderr

    run("mimick", "--vectors", folder / "vectors.txt", "--epochs", 1, "-o", tmp_path / "seen")
    data[-1] = tmp_path / "seen"
    assert "of the 12 test words" in run("eval", *data, "--vectors", folder / "vectors.txt",
                                         code=USAGE).stderr


# Least squares over all words that are not held out, each weighted by the logarithm of its count.
def test_alacarte_is_what_numpy_finds(folder):
    vectors = Reference(folder / "context.oovec").vectors
    sentences_of = [line.split() for line in (folder / "corpus.txt").read_text().splitlines()]
    contexts, truths = [], []
    for word in WORDS[len(RARE):]:
        count = sum(sentence.count(word) for sentence in sentences_of)
        others = [vectors[w] for s in sentences_of if word in s for w in s if w != word]
        weight = np.sqrt(np.log(count))
        contexts.append(weight * np.mean(others, axis=0))
        truths.append(weight * vectors[word])
    expected = np.linalg.lstsq(np.array(contexts), np.array(truths), rcond=None)[0].T
    tensors = load_file(folder / "alacarte.oovec")
    np.testing.assert_allclose(tensors["transform"], expected, rtol=1e-3, atol=1e-4)


def test_a_matrix_from_elsewhere_gives_the_same_figures(folder, tmp_path):
    load_file(folder / "alacarte.oovec")["transform"].tofile(tmp_path / "matrix.bin")
    run("alacarte", "--vectors", folder / "vectors.txt", "--matrix", tmp_path / "matrix.bin",
        "-o", tmp_path / "m.oovec")
    data = ["dn", folder / "dn.txt", "--model"]
    assert "does not record" in run("eval", *data, tmp_path / "m.oovec", code=USAGE).stderr
    found, = evaluate(*data, tmp_path / "m.oovec", "--allow-seen")
    expected, = evaluate(*data, folder / "alacarte.oovec")
    assert found["mrr"] == expected["mrr"]


def test_cosines_of_pairs_are_written(folder):
    model = folder / "context.oovec"
    found, = evaluate("crw", folder, "--model", model, "--trials", 2, "--pairs", folder / "cosines")
    rows = items(folder / "cosines")
    pairs = items(folder / "pairs.txt")
    assert len(rows) == 8 * len(pairs)
    assert [row[1:4] for row in rows[:len(pairs)]] == pairs
    for correlation in found["correlations"]:
        chosen = [row for row in rows if row[4] == str(correlation["contexts"])]
        rho = stats.spearmanr([float(row[3]) for row in chosen], [float(row[5]) for row in chosen])[0]
        assert correlation["rho"] == pytest.approx(rho)


# Vectors along axes and scores of few values, so that both have ties, and cosines are exact.
def test_word_similarities_are_those_that_scipy_finds(tmp_path):
    random = np.random.default_rng(7)
    axes = np.eye(3)[random.integers(3, size=len(WORDS))]
    rows = (axes * random.choice([-2, -1, 0.5, 4], len(WORDS))[:, None]).astype(np.float32)
    (tmp_path / "v.txt").write_bytes(text_of(WORDS, rows))
    vectors = dict(zip(WORDS, np.sign(rows), strict=True))
    for size in [10, 40, 300]:
        pairs = [(*random.choice(WORDS, 2), random.integers(5)) for _ in range(size)]
        lines = [f"{a}\t{b}\t{score}\n" for a, b, score in pairs]
        (tmp_path / "pairs.txt").write_text("".join(lines) + "bal\tunheard\t3\n")
        found, = evaluate("wordsim", tmp_path / "pairs.txt", "--vectors", tmp_path / "v.txt")
        cosines = [vectors[a] @ vectors[b] for a, b, _ in pairs]
        expected = stats.spearmanr(cosines, [score for _, _, score in pairs])[0]
        assert found["rho"] == pytest.approx(expected, abs=1e-9)
        assert (found["pairs"], found["inferred"], found["left_out"]) == (size, 0, 1)


def test_form_models_infer_unknown_words_of_pairs(folder, tmp_path):
    (tmp_path / "pairs.txt").write_text("tumi gal 3\ngal tunu 2\ngal fal 1\n")
    found = evaluate("wordsim", tmp_path / "pairs.txt", "--model", folder / "form.oovec", "none")
    assert [each["inferred"] for each in found] == [2, 0]
    assert [each["left_out"] for each in found] == [0, 2]


def test_chimeras_are_correlated_one_by_one(folder, tmp_path):
    random = np.random.default_rng(3)
    reference = Reference(folder / "context.oovec")
    lines, expected = [], []
    for number in range(10):
        text = sentences(random, 2)
        probes = random.choice(WORDS, 5, replace=False)
        ratings = random.permutation(5) + 1
        lines.append(f"{number}\t___ {text[0]} @@ {text[1]} ___\t{','.join(probes)}\t"
                     f"{','.join(map(str, ratings))}\n")
        vector = reference.infer("", " ".join(text))
        expected.append(stats.spearmanr(ratings, [reference.cosine(p, vector) for p in probes])[0])
    (tmp_path / "l2.txt").write_text("".join(lines))
    found, none = evaluate("chimeras", tmp_path / "l2.txt", "--model", folder / "context.oovec",
                           folder / "form.oovec")
    assert found["rho"] == pytest.approx(np.mean(expected))
    assert found["rho_95"][0] < found["rho"] < found["rho_95"][1]
    assert (found["words"], found["left_out"]) == (10, 0)
    assert none["rho"] == 0


@pytest.mark.parametrize("kind, data", DATA)
def test_models_are_held_against_each_other(folder, kind, data):
    models = [folder / "context.oovec", folder / "alacarte.oovec", "avg"]
    given = [kind, folder / data, "--model", *models, "--compare"]
    found = evaluate(*given)[3:]
    named = [(each["model"], each["against"]) for each in found]
    context, alacarte, avg = map(str, models)
    assert named == [(context, alacarte), (context, avg), (alacarte, avg)]
    for each in found:
        low, high = each["difference_95"]
        assert low <= each["difference"] <= high
        assert 0 < each["p"] <= 1
        assert each["figure"] == ("MRR" if kind == "dn" else "rho")
    same, = evaluate(kind, folder / data, "--model", "avg", "additive", "--compare", "--vectors",
                     folder / "vectors.txt")[2:]
    assert (same["difference"], same["p"]) == (0, 1)
    assert run("eval", *given).stdout.count("\navg") == 1


def test_words_with_relatives_are_left_out(tmp_path):
    words = ["pomelo", "lemon", "lemons", "sour", "sweet", "sweets"]
    rows = np.random.default_rng(1).normal(size=(len(words), 3)).astype(np.float32)
    (tmp_path / "v.txt").write_bytes(text_of(words, rows))
    definitions = [f"{word}\t___ sour sweet\n" for word in ["pomelo", "lemon", "sweet"]]
    (tmp_path / "dn.txt").write_text("".join(definitions))
    given = ["dn", tmp_path / "dn.txt", "--vectors", tmp_path / "v.txt", "--model", "avg", "stem"]
    assert [each["words"] for each in evaluate(*given)] == [3, 3]
    assert [each["words"] for each in evaluate(*given, "--filtered")] == [1, 1]
    assert "1 of 3 lines" in run("eval", *given, "--filtered").stderr
    stem = evaluate(*given, "--words", tmp_path / "ranks")
    ranks = {word: int(rank) for model, word, rank in items(tmp_path / "ranks") if model == "stem"}
    assert ranks["pomelo"] == len(words)  # the worst: there is no such stem
    cosines = rows @ rows[2] / np.linalg.norm(rows, axis=1)
    assert ranks["lemon"] == 1 + sum(cosines > cosines[1])
    assert len(stem) == 2


def test_alacarte_needs_contexts_or_a_matrix(folder):
    given = ["alacarte", "--vectors", folder / "vectors.txt", "-o", folder / "m.oovec"]
    assert "--matrix" in run(*given, code=USAGE).stderr
    assert "--matrix" in run(*given, "--contexts", folder / "c.ctx", "--matrix", "m",
                             code=USAGE).stderr


def held_out(folder, *arguments, model="context", **options):
    given = ["heldout", "--contexts", folder / "c.ctx", "--model", folder / f"{model}.oovec"]
    return evaluate(*given, *arguments, **options)


# With as many contexts as a word has, there is nothing to draw.
def test_held_out_words_are_inferred_as_numpy_does(folder, tmp_path):
    reference = Reference(folder / "context.oovec")
    corpus = (folder / "corpus.txt").read_text().splitlines()
    for word in RARE[:4]:
        mine = [sentence for sentence in corpus if word in sentence.split()]
        vector = reference.infer(word, " ".join(mine))
        (tmp_path / "word").write_text(word + "\n")
        found, = held_out(folder, "--words", tmp_path / "word", "--counts", len(mine), len(mine) + 1)
        row, none = found["counts"]
        assert (row["contexts"], row["words"]) == (len(mine), 1)
        assert row["model"]["median_rank"] == reference.rank(word, vector)
        assert row["model"]["mrr"] == pytest.approx(1 / reference.rank(word, vector))
        assert row["model"]["cosine"] == pytest.approx(reference.cosine(word, vector), abs=1e-5)
        assert row["context"] == row["model"]
        lengths = np.linalg.norm(list(reference.vectors.values()), axis=1)
        assert row["length"]["median"] == pytest.approx(np.median(lengths), rel=1e-5)
        assert row["true_length"]["p95"] == pytest.approx(np.linalg.norm(reference.vectors[word]))
        assert none == {"contexts": len(mine) + 1, "words": 0}


def test_held_out_words_are_those_that_no_model_has_learned_from(folder):
    context, form = held_out(folder, folder / "form.oovec")
    for found, part in [(context, "context"), (form, "form")]:
        assert found["model"] == str(folder / f"{part}.oovec")
        assert [row["contexts"] for row in found["counts"]] == [0, 1, 2, 4, 8, 16, 32, 64, 128]
        assert [row["words"] for row in found["counts"]][:6] == [len(RARE) + 3] * 6  # and for calibration
        row = found["counts"][1]
        assert row[part] == row["model"]
        assert ("form" in row, "context" in row) == (part == "form", part == "context")
    assert context["counts"][0]["model"]["median_rank"] == len(WORDS)  # without contexts, the worst
    assert context["counts"][0]["length"] is None
    assert context["counts"][1]["calibration"] == []  # three words were too few
    few, = held_out(folder, "--max-words", 5, "--counts", "1,4")
    assert [row["words"] for row in few["counts"]] == [5, 5]
    assert held_out(folder, "--seed", 2) != [context]
    assert held_out(folder, "--threads", 1) == held_out(folder, "--threads", 3) == [context]


def test_few_words_that_all_models_hold_out_are_told_of(folder):
    given = ["eval", "heldout", "--contexts", folder / "c.ctx", "--counts", "1", "--model", folder / "context.oovec"]
    assert run(*given).stderr == ""
    message = run(*given, folder / "form.oovec").stderr
    assert "warning: only 15 words were held out by all models; train them with one --exclude" in message


def test_held_out_words_are_shown_in_a_table(folder):
    given = ["eval", "heldout", "--contexts", folder / "c.ctx", "--counts", "0,4,5000", "--model"]
    model = folder / "context.oovec"
    lines = run(*given, model, folder / "form.oovec").stdout.splitlines()
    words = [line.split() for line in lines]
    assert words[0] == [str(model)]
    assert words[1][:2] == ["contexts", "words"]
    assert words[2][:5] == ["0", "15", "model", f"{len(WORDS)}.0", f"{1 / len(WORDS):.4f}"]
    assert words[3][:3] == ["4", "15", "model"]
    assert words[4][:2] == ["contexts", "alone"]
    assert lines[5] == "    5000        0  no word has that many contexts"
    assert [line for line in lines if "form alone" in line] == [lines[lines.index(str(folder / "form.oovec")) + 4]]
    assert "the confidence of this model is not calibrated" in run(*given, model, "--calibration").stdout


def test_held_out_words_are_told_apart_by_their_frequency(folder):
    counts = dict.fromkeys(WORDS, 0)
    for word in (folder / "corpus.txt").read_text().split():
        counts[word] = counts.get(word, 0) + 1
    found, = held_out(folder, "--words", folder / "rare.txt", "--counts", "1,4")
    bands = found["frequencies"]
    assert [band["low"] for band in bands] == sorted({10 ** (len(str(counts[word])) - 1) for word in RARE})
    for band in bands:
        assert band["high"] == 10 * band["low"] - 1
        inside = [word for word in RARE if band["low"] <= counts[word] <= band["high"]]
        assert [row["contexts"] for row in band["counts"]] == [1, 4]
        assert band["counts"][0]["words"] == len(inside)
    weighted = sum(band["counts"][1]["words"] * band["counts"][1]["model"]["mrr"] for band in bands)
    assert weighted / len(RARE) == pytest.approx(found["counts"][1]["model"]["mrr"])

    text = run("eval", "heldout", folder / "context.oovec", "--contexts", folder / "c.ctx", "--words",
               folder / "rare.txt", "--counts", "1,5000").stdout
    ranks, mrrs = (table.splitlines() for table in text.split("\n\n")[1:3])
    assert ranks[0].split() == ["median", "rank", "words", "1", "5000"]
    assert mrrs[0].split() == ["MRR", "words", "1", "5000"]
    name = f"{bands[0]['low']}–{bands[0]['high']}"
    row = bands[0]["counts"][0]
    assert ranks[1].split() == [name, "times", str(row["words"]), f"{row['model']['median_rank']:.1f}", "–"]


def test_a_model_needs_no_option_to_be_evaluated_on_held_out_words(folder):
    given = ["eval", "heldout", "--contexts", folder / "c.ctx", "--json"]
    model = folder / "context.oovec"
    assert run(*given, model).stdout == run(*given, "--model", model).stdout
    assert "--model is required" in run(*given, code=USAGE).stderr


@needs_browser
def test_a_browser_shows_charts_and_numbers_of_held_out_words(folder, tmp_path):
    page = tmp_path / "heldout.html"
    models = [folder / "context.oovec", folder / "form.oovec"]
    given = ["heldout", "--contexts", folder / "c.ctx", "--html", page]
    for chosen, series in [(models[:1], 2), (models, 2)]:
        found = evaluate(*given, *chosen)
        assert read_value(page.read_text()) == found
        shown = show(page.read_text(), tmp_path)
        assert texts(shown, ".//h2") == ["Median rank", "Mean reciprocal rank", "Cosine", "Length", "By frequency",
                                         "Numbers"]
        charts = shown.findall(".//figure")
        assert len(charts) == 4 + 2 * len(chosen)
        assert len(charts[0].findall(".//ul/li")) == series
        marks = charts[0].findall(".//svg[@role='img']//path[@class='mark']")
        rows = [row for row in found[0]["counts"] if row["words"] > 0]
        alone = 1 if len(chosen) == 1 else 0  # there are no contexts alone without contexts
        assert len(marks) == series * len(rows) - alone
        assert "NaN" not in "".join(node.get("d", "") + node.get("transform", "") for node in shown.iter("path"))
        cells = texts(shown, ".//table//tr/td")
        assert f"{rows[-1]['model']['mrr']:.4f}" in cells


def test_the_page_replaces_no_input(folder):
    given = ["eval", "heldout", folder / "context.oovec", "--contexts", folder / "c.ctx", "--html"]
    for path in (folder / "context.oovec", folder / "c.ctx"):
        assert "would be replaced" in run(*given, path, code=USAGE).stderr
    assert "--html" in run(*given, "-", code=USAGE).stderr


def test_confidence_is_held_against_cosines(tmp_path):
    words = [a + b for a in WORDS for b in WORDS[::2]]
    random = np.random.default_rng(4)
    (tmp_path / "v.txt").write_bytes(text_of(words, random.normal(size=(len(words), 4)).astype(np.float32)))
    (tmp_path / "text").write_text("".join(" ".join(random.choice(words, 8)) + "\n" for _ in range(2000)))
    given = ["--vectors", tmp_path / "v.txt", "--contexts", tmp_path / "c.ctx"]
    run("index", *given[:2], "--corpus", tmp_path / "text", "-o", tmp_path / "c.ctx")
    run("train", *given, "--model", "context", "--preset", "paper", "--min-count", 1, "--epochs", 1, "-o",
        tmp_path / "m.oovec")
    given = ["heldout", *given[2:], "--model", tmp_path / "m.oovec", "--counts", "4"]
    row, = evaluate(*given)[0]["counts"]
    parts = row["calibration"]
    assert len(parts) == 10
    assert sum(part["words"] for part in parts) == row["words"]
    confidences = [part["confidence"] for part in parts]
    assert confidences == sorted(confidences)
    mean = np.average([part["cosine"] for part in parts], weights=[part["words"] for part in parts])
    assert mean == pytest.approx(row["model"]["cosine"])
    lines = run("eval", *given, "--calibration").stdout.split("\n\n")[-1].splitlines()
    assert "the least confident first" in lines[0]
    assert lines[1].split() == ["4", "confidence", *(f"{part['confidence']:.2f}" for part in parts)]
    assert lines[2].split() == ["cosine", *(f"{part['cosine']:.2f}" for part in parts)]


def test_held_out_words_must_not_have_been_learned_from(folder, tmp_path):
    rare = ["--words", folder / "rare.txt"]
    assert held_out(folder, *rare)[0]["counts"][0]["words"] == len(RARE)
    given = ["eval", "heldout", "--contexts", folder / "c.ctx", "--model"]
    message = run(*given, folder / "seen.oovec", *rare, code=USAGE).stderr
    assert "of the 12 test words" in message
    assert "--allow-seen" in message
    assert len(held_out(folder, *rare, "--allow-seen", model="seen")) == 1
    assert "--words" in run(*given, folder / "context.oovec", "--allow-seen", code=USAGE).stderr

    load_file(folder / "alacarte.oovec")["transform"].tofile(tmp_path / "matrix.bin")
    model = tmp_path / "m.oovec"
    run("alacarte", "--vectors", folder / "vectors.txt", "--matrix", tmp_path / "matrix.bin", "-o", model)
    assert "with --words" in run(*given, model, code=USAGE).stderr
    assert "does not record" in run(*given, model, *rare, code=USAGE).stderr
    run(*given, model, *rare, "--allow-seen")


def test_held_out_words_need_contexts_of_the_same_vectors(folder, tmp_path):
    model = ["--model", folder / "context.oovec"]
    assert "--contexts" in run("eval", "heldout", *model, code=USAGE).stderr
    (tmp_path / "v.txt").write_bytes(text_of(WORDS[1:], np.eye(len(WORDS) - 1, 3)))
    run("index", "--vectors", tmp_path / "v.txt", "--corpus", folder / "corpus.txt", "-o", tmp_path / "c.ctx")
    given = ["eval", "heldout", *model, "--contexts"]
    assert "other vectors" in run(*given, tmp_path / "c.ctx", code=USAGE).stderr
    (tmp_path / "words").write_text("unheard\n")
    done = run(*given, folder / "c.ctx", "--words", tmp_path / "words", code=USAGE)
    assert '1 of 1 word of' in done.stderr
    assert "no word of" in done.stderr
    assert "--counts" in run(*given, folder / "c.ctx", "--counts", "many", code=USAGE).stderr


def test_there_must_be_a_word_that_was_not_learned_from(folder, tmp_path):
    given = ["--contexts", folder / "c.ctx"]
    run("train", "--vectors", folder / "vectors.txt", *given, "--min-count", 1, "--epochs", 1, "--preset", "paper",
        "--calibration", 0, "-o", tmp_path / "all.oovec")
    message = run("eval", "heldout", *given, "--model", tmp_path / "all.oovec", code=USAGE).stderr
    assert "every word that has contexts" in message


def test_a_model_is_needed(folder):
    assert "--model" in run("eval", "dn", folder / "dn.txt", code=USAGE).stderr


@pytest.fixture(name="tasks")
def sentence_tasks(tmp_path):
    """A task with a file for each class, and one with a split."""
    random = np.random.default_rng(5)
    for label, words in [("pos", WORDS[12:28]), ("neg", WORDS[28:44])]:
        lines = [" ".join(random.choice(words, 5)) + " unheard" for _ in range(30)]
        (tmp_path / f"x.{label}").write_text("\n".join(lines) + "\n")
        for part in ("train", "test"):
            (tmp_path / "split").mkdir(exist_ok=True)
            with open(tmp_path / "split" / f"s.{part}", "a", encoding="utf-8") as file:
                file.writelines(f"{int(label == 'pos')} {line}\n" for line in lines)
    return tmp_path


def test_sentences_are_classified(folder, tasks):
    found = evaluate("sentences", tasks, "--model", folder / "context.oovec", "none")
    assert [(line["task"], line["model"]) for line in found] == [
        (task, model) for task in (tasks.name, "s") for model in (str(folder / "context.oovec"), "none")]
    for line in found:
        low, high = line["accuracy_95"]
        assert 0.6 < low <= line["accuracy"] <= high <= 1
        assert line["tested"] == 60 and line["unknown_words"] == 1
        assert line["inferred"] == (line["model"] != "none")
    table = run("eval", "sentences", tasks, "--model", "none", "--vectors", folder / "vectors.txt").stdout
    assert table.splitlines()[0].split()[:3] == ["model", "task", "accuracy"]
    assert len(table.splitlines()) == 3


def test_sentences_take_contexts_from_an_index(folder, tasks):
    model = ["--model", folder / "context.oovec"]
    with_index = evaluate("sentences", tasks, *model, "--contexts", folder / "c.ctx")
    assert [line["inferred"] for line in with_index] == [0, 0]  # "unheard" is not in the index


def test_what_holds_no_sentences_is_refused(folder, tmp_path):
    vectors = ["--model", "none", "--vectors", folder / "vectors.txt"]
    run("eval", "sentences", tmp_path / "absent", *vectors, code=IO)
    assert "holds no task" in run("eval", "sentences", tmp_path, *vectors, code=USAGE).stderr
    (tmp_path / "a.train").write_text("x y\n")
    done = run("eval", "sentences", tmp_path, *vectors, code=BAD_INPUT)
    assert "a.train:1: a line must begin with the number of a class" in done.stderr


def given_vectors(folder, path, words=RARE, seed=3, dimension=DIMENSION):
    rows = np.random.default_rng(seed).normal(size=(len(words), dimension)).astype(np.float32)
    path.write_bytes(text_of(words, rows))
    return dict(zip(words, rows, strict=True))


def test_vectors_made_elsewhere_are_a_system(folder, tmp_path):
    mine = given_vectors(folder, tmp_path / "mine.txt", RARE[:-1])
    reference = Reference(folder / "context.oovec")
    given = ["--model", tmp_path / "mine.txt", "avg", "--vectors", folder / "vectors.txt"]
    ranks = [reference.rank(word, mine[word]) for word in RARE[:-1]] + [len(WORDS)]
    found, average = evaluate("dn", folder / "dn.txt", *given)
    assert found["mrr"] == pytest.approx(np.mean(1 / np.array(ranks)))
    assert (found["words"], found["not_inferred"], average["not_inferred"]) == (len(RARE), 1, 0)
    done = run("eval", "dn", folder / "dn.txt", *given)
    assert done.stderr == f"{tmp_path}/mine.txt has no vector for 1 of 12 words ({RARE[-1]}): they rank last\n"
    assert evaluate("dn", folder / "dn.txt", *given[:2], folder / "context.oovec")[0] == found  # the model's vectors

    pairs = items(folder / "pairs.txt")
    cosines = [reference.cosine(first, mine[rare]) if rare in mine else 0 for first, rare, _ in pairs]
    expected = stats.spearmanr(cosines, [float(score) for _, _, score in pairs])[0]
    found = evaluate("crw", folder, *given)[0]
    assert [c["rho"] for c in found["correlations"]] == pytest.approx([expected] * 8)
    assert (found["pairs"], found["answered"]) == (36, 33)


def test_vectors_made_elsewhere_may_be_a_file_for_each_number_of_contexts(folder, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    given = ["crw", folder, "--vectors", folder / "vectors.txt", "--model"]
    for count in [1, 2, 4, 8, 16, 32, 64, 128]:
        given_vectors(folder, mine / f"{count}.txt", seed=count)
    rhos = [c["rho"] for c in evaluate(*given, mine)[0]["correlations"]]
    alone = [evaluate(*given, mine / f"{2 ** i}.txt")[0]["correlations"][0]["rho"] for i in range(8)]
    assert rhos == alone
    (mine / "32.txt").unlink()
    assert "no vectors for 32 sentences; add 32.txt" in run("eval", *given, mine, code=USAGE).stderr
    (tmp_path / "sim.txt").write_text("bal bami 1\nbal banu 2\n")
    wordsim = ["wordsim", tmp_path / "sim.txt", "--vectors", folder / "vectors.txt", "--model"]
    assert evaluate(*wordsim, mine / "1.txt")[0]["pairs"] == 2  # these words have vectors
    (tmp_path / "new.txt").write_text("bal pomelo 1\nbal banu 2\n")
    wordsim[1] = tmp_path / "new.txt"
    assert "name one of its files" in run("eval", *wordsim, mine, code=USAGE).stderr


def test_vectors_made_elsewhere_of_another_dimension_are_compared_with_each_other(folder, tmp_path):
    mine = given_vectors(folder, tmp_path / "mine.txt", WORDS, dimension=3)
    vectors = ["--vectors", folder / "vectors.txt"]
    done = run("eval", "dn", folder / "dn.txt", "--model", tmp_path / "mine.txt", *vectors, code=USAGE)
    assert "mine.txt has 3 dimensions, but the vectors that it is compared with have 6" in done.stderr
    done = run("eval", "dn", folder / "dn.txt", "--model", tmp_path / "mine.txt", code=USAGE)
    assert "made for with --vectors" in done.stderr
    pairs = items(folder / "pairs.txt")

    def cosine(a, b):
        return a @ b / np.linalg.norm(a) / np.linalg.norm(b)

    cosines = [cosine(mine[first], mine[rare]) for first, rare, _ in pairs]
    expected = stats.spearmanr(cosines, [float(score) for _, _, score in pairs])[0]
    for more in [[], vectors]:
        found, = evaluate("crw", folder, "--model", tmp_path / "mine.txt", *more)
        assert found["correlations"][0]["rho"] == pytest.approx(expected)
    assert "are only compared with each other" in run(
        "eval", "crw", folder, "--model", tmp_path / "mine.txt", *vectors).stderr
    (tmp_path / "sim.txt").write_text("bal bami 1\nbal banu 2\nbal zzz 2\n")
    found, = evaluate("wordsim", tmp_path / "sim.txt", "--model", tmp_path / "mine.txt")
    assert (found["pairs"], found["inferred"], found["left_out"]) == (2, 0, 1)
