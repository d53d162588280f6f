"""oovec train and tune: what they print and leave behind, and that nothing is lost when they die."""

import json
import random
import signal
import time

import pytest

from support import USAGE, run, start
from trained import WORDS, train, vectors_text

STOPPED = 5


@pytest.fixture(name="folder", scope="module")
def folder_with_inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("train")
    train(folder)
    lines = [f"{word}\tThe ___ is sweet and the tree is green.\n" for word in WORDS[:5]]
    (folder / "dev.txt").write_text("".join(lines))
    return folder


def arguments(folder, out, *more):
    """Of train and tune."""
    return ["--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o", out,
            "--min-count", 10, "--ngram-words", 1, *more]


def gated(folder, out, *more):
    """Of train: the gated model, which is learned in epochs."""
    return arguments(folder, out, "--model", "gated", *more)


def test_a_line_per_epoch_and_one_for_the_model(folder, tmp_path):
    out = tmp_path / "m.oovec"
    lines = run("train", *gated(folder, out, "--epochs", 3)).stdout.splitlines()
    assert [line.split()[:3] for line in lines[:3]] == [
        ["epoch", str(epoch), "loss"] for epoch in (1, 2, 3)]
    assert lines[3].startswith(f"{out}: epoch 3 of 3; ")
    assert [path.name for path in tmp_path.iterdir()] == ["m.oovec"]


def test_json_log_and_plot_agree(folder, tmp_path):
    out, log, plot = tmp_path / "m.oovec", tmp_path / "log", tmp_path / "m.svg"
    done = run("train", *gated(folder, out, "--epochs", 4, "--dev", folder / "dev.txt", "--log", log, "--plot", plot,
                               "--json"))
    summary = json.loads(done.stdout)
    logged = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["loss"] for line in logged] == [epoch["loss"] for epoch in summary["epochs"]]
    assert summary["best_epoch"] == 1 + max(range(4), key=lambda i: logged[i]["score"])
    assert plot.read_text().count("<polyline") == 2


def test_the_log_of_a_model_that_is_solved_for_is_what_json_prints(folder, tmp_path):
    log = tmp_path / "log"
    done = run("train", *arguments(folder, tmp_path / "m.oovec", "--log", log, "--json"))
    assert json.loads(log.read_text()) == json.loads(done.stdout)


@pytest.mark.parametrize("option", ["--log", "--plot"])
def test_no_output_takes_the_place_of_an_input_or_another_output(folder, tmp_path, option):
    before = (folder / "c.ctx").read_bytes()
    done = run("train", *arguments(folder, tmp_path / "m.oovec", option, folder / "c.ctx"), code=USAGE)
    assert "is an input, and would be replaced" in done.stderr
    assert (folder / "c.ctx").read_bytes() == before
    done = run("train", *arguments(folder, tmp_path / "m.oovec", option, tmp_path / "m.oovec"), code=USAGE)
    assert "would be written twice" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("model", ["form", "context", "single", "gated", "mlp", "componentwise", "iterative"])
def test_vectors_too_large_to_learn_from_end_training_without_a_model(folder, tmp_path, model):
    rows = [line.split() for line in vectors_text().splitlines()]
    vectors, contexts, out = tmp_path / "v.txt", tmp_path / "c.ctx", tmp_path / "m.oovec"
    vectors.write_text("".join(f"{word} {' '.join(f'{float(x) * 1e30}' for x in row)}\n" for word, *row in rows))
    run("index", "--vectors", vectors, "--corpus", folder / "text", "-o", contexts)
    done = run("train", "--vectors", vectors, "--contexts", contexts, "-o", out, "--min-count", 10,
               "--ngram-words", 1, "--model", model, code=USAGE)
    assert "a typical vector has length 1.33e+30, which iterative training cannot learn" in done.stderr
    assert not out.exists()


@pytest.mark.parametrize("how", [[], ["--half"], ["--without-vectors"], ["--model", "gated"]])
def test_training_ends_with_the_quality_on_held_out_words(folder, tmp_path, how):
    done = run("train", *arguments(folder, tmp_path / "m.oovec", "--calibration", 4, *how))
    assert "On held-out words:" in done.stdout
    assert "contexts alone" in done.stdout
    again = run("train", *arguments(folder, tmp_path / "n.oovec", "--calibration", 4, *how, "--json"))
    summary = json.loads(again.stdout)
    assert [row["contexts"] for row in summary["held_out"]] == [0, 1, 4, 16]
    assert summary["held_out"][0]["words"] > 0


def test_what_will_disappoint_is_told(folder, tmp_path):
    done = run("train", *arguments(folder, tmp_path / "m.oovec", "--ngram-min", 9, "--ngram-max", 12, "--json"))
    summary = json.loads(done.stdout)
    assert (summary["ngram_min"], summary["ngram_max"]) == (9, 12)
    assert summary["without_ngrams"] == 1
    assert any("no known n-gram" in hint for hint in summary["hints"])
    assert "warning: 100 % of the held-out words have no known n-gram" in done.stderr
    assert "lower --ngram-min" in done.stderr


def test_options_without_an_effect_are_refused(folder, tmp_path):
    for option in (["--epochs", 3], ["--epochs", 5], ["--learning-rate", 0.1], ["--model", "gated", "--ridge", 1],
                   ["--model", "gated", "--typos", 0.3], ["--model", "form", "--ngram-dropout", 0],
                   ["--model", "context", "--ranking-steps", 3]):
        refused = run("train", *arguments(folder, tmp_path / "m.oovec", *option), code=USAGE)
        assert "has no effect on the model" in refused.stderr


def test_words_to_exclude_change_the_model(folder, tmp_path):
    (tmp_path / "words").write_text("melon\nlemon\n")
    run("train", *gated(folder, tmp_path / "a", "--epochs", 1))
    run("train", *gated(folder, tmp_path / "b", "--epochs", 1, "--exclude", tmp_path / "words"))
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_training_resumes_to_the_same_model(folder, tmp_path, seed):
    long = ["--epochs", 60, "--checkpoint-every", 0.02, "--batch", 4]
    run("train", *gated(folder, tmp_path / "whole", *long))
    out = tmp_path / "out"
    process = start("train", *gated(folder, out, *long), stdout=-3)
    time.sleep(random.Random(seed).uniform(0.02, 0.4))
    process.kill()
    process.wait()
    run("train", *gated(folder, out, *long, "--resume", "--threads", 1 + seed % 3))
    assert out.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_solution_that_is_stopped_resumes_to_the_same_model(folder, tmp_path, seed, number):
    """It may be complete before the signal comes, or not yet heed it."""
    how = ["--checkpoint-every", 0, "--typos", 0.3, "--ranking-steps", 50, "--calibration", 4]
    run("train", *arguments(folder, tmp_path / "whole", *how))
    out = tmp_path / "out"
    process = start("train", *arguments(folder, out, *how), stdout=-1)
    time.sleep(random.Random(seed).uniform(0.005, 0.1))
    process.send_signal(number)
    output = process.communicate()[0].decode()
    assert process.returncode in (0, STOPPED, -number)
    if process.returncode == STOPPED:
        assert "--resume" in output
        assert {path.name for path in tmp_path.iterdir()} == {"whole", "out.checkpoint"}
    run("train", *arguments(folder, out, *how, "--resume", "--threads", 1 + seed % 3))
    assert out.read_bytes() == (tmp_path / "whole").read_bytes()
    assert not (tmp_path / "out.checkpoint").exists()


def test_an_interrupted_training_says_how_to_go_on(folder, tmp_path):
    out = tmp_path / "out"
    long = gated(folder, out, "--epochs", 5000, "--batch", 4)
    process = start("train", *long, stdout=-1, stderr=-1)
    process.stdout.readline()  # of the first epoch
    process.send_signal(signal.SIGINT)
    output = process.communicate()[0].decode()
    assert process.returncode == STOPPED
    assert "--resume" in output
    assert [path.name for path in tmp_path.iterdir()] == ["out.checkpoint"]


def test_a_checkpoint_with_other_options_is_refused(folder, tmp_path):
    out = tmp_path / "out"
    process = start("train", *gated(folder, out, "--epochs", 5000, "--batch", 4), stdout=-1)
    process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    process.communicate()
    done = run("train", *gated(folder, out, "--epochs", 5000, "--batch", 8, "--resume"),
               code=USAGE)
    assert "its batch is 4, not 8" in done.stderr
    done = run("train", *arguments(folder, out, "--resume"), code=USAGE)
    assert "is the checkpoint of a model that learns by epochs" in done.stderr
    assert "remove it" in done.stderr


def test_an_index_of_other_vectors_is_refused(folder, tmp_path):
    (tmp_path / "v.txt").write_text(vectors_text().replace("melon", "melons"))
    done = run("train", "--vectors", tmp_path / "v.txt", "--contexts", folder / "c.ctx", "-o",
               tmp_path / "out", code=USAGE)
    assert "other vectors" in done.stderr


def test_too_little_text_is_an_error(folder, tmp_path):
    done = run("train", "--vectors", folder / "v.txt", "--contexts", folder / "c.ctx", "-o",
               tmp_path / "out", "--min-count", 10**9, code=USAGE)
    assert "--min-count" in done.stderr
    assert not list(tmp_path.iterdir())


def test_tune_prints_the_grid_and_keeps_the_best(folder, tmp_path):
    out = tmp_path / "m.oovec"
    more = ["--dev", folder / "dev.txt", "--models", "gated,form", "--learning-rates", "0.1,0.01",
            "--epochs", 3]
    grid = json.loads(run("tune", *arguments(folder, out, *more, "--json")).stdout)
    assert [(row["model"], row["learning_rate"]) for row in grid["grid"]] == [
        ("gated", 0.1), ("gated", 0.01), ("form", 0.1), ("form", 0.01)]
    scores = {(row["model"], row["learning_rate"], epoch["epoch"]): epoch["score"]
              for row in grid["grid"] for epoch in row["epochs"]}
    best = grid["best"]
    assert scores[best["model"], best["learning_rate"], best["epoch"]] == max(scores.values())
    text = run("tune", *arguments(folder, out, *more)).stdout
    assert text.count("[") == 1
    assert len(text.splitlines()) == 6
    assert [path.name for path in tmp_path.iterdir()] == ["m.oovec"]


def test_tune_solves_for_the_default_model_once(folder, tmp_path):
    out, log = tmp_path / "m.oovec", tmp_path / "log"
    more = ["--dev", folder / "dev.txt", "--models", "balanced,form", "--learning-rates", "1e-9,0.01", "--epochs", 2]
    found = json.loads(run("tune", *arguments(folder, out, *more, "--log", log, "--json")).stdout)
    assert [(row["model"], row["learning_rate"], len(row["epochs"])) for row in found["grid"]] == [
        ("balanced", None, 1), ("form", 1e-9, 2), ("form", 0.01, 2)]
    assert "loss" not in found["grid"][0]["epochs"][0] and "loss" in found["grid"][1]["epochs"][0]
    scores = {(row["model"], row["learning_rate"], epoch["epoch"]): epoch["score"]
              for row in found["grid"] for epoch in row["epochs"]}
    best = found["best"]
    assert scores[best["model"], best["learning_rate"], best["epoch"]] == max(scores.values())
    assert ["loss" in json.loads(line) for line in log.read_text().splitlines()] == [True] * 4 + [False]
    lines = run("tune", *arguments(folder, out, *more)).stdout.splitlines()
    score = f"{scores['balanced', None, 1]:.4f}"
    assert lines[1].replace("[", "").replace("]", "").split() == ["balanced", score]
    alone = [*more[:2], "--models", "balanced"]
    lines = run("tune", *arguments(folder, out, *alone)).stdout.splitlines()
    assert lines[1:] == [f"balanced          [{score}]", f"{out}: balanced"]
    assert json.loads(run("tune", *arguments(folder, out, *alone, "--json")).stdout)["best"] == {
        "model": "balanced", "learning_rate": None, "epoch": 1}
    assert {path.name for path in tmp_path.iterdir()} == {"m.oovec", "log"}


def test_a_model_that_is_solved_for_has_a_score_but_no_loss(folder, tmp_path):
    out, log, plot = tmp_path / "m.oovec", tmp_path / "log", tmp_path / "m.svg"
    more = ["--dev", folder / "dev.txt", "--log", log, "--plot", plot]
    lines = run("train", *arguments(folder, out, *more)).stdout.splitlines()
    assert lines[0].startswith("median rank ") and lines[1].startswith(f"{out}: ")
    assert "epoch" not in lines[0] + lines[1] and "loss" not in lines[0]
    logged = json.loads(log.read_text())
    assert "loss" not in logged and logged["score"] > 0
    assert plot.read_text().count("<polyline") == 1


TUNE = ["--models", "gated,form", "--learning-rates", "0.1,0.01", "--batch", 4]


def without_rate(done):
    """What tune printed as JSON, without what differs from one time to the next."""
    summary = json.loads(done.stdout)
    return {key: summary[key] for key in ("best", "grid", "stopped")}


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_search_resumes_to_the_same_model_and_grid(folder, tmp_path, seed):
    long = [*TUNE, "--dev", folder / "dev.txt", "--epochs", 20, "--json"]
    whole = run("tune", *arguments(folder, tmp_path / "whole", *long))
    out = tmp_path / "out"
    process = start("tune", *arguments(folder, out, *long, "--checkpoint-every", 0.02), stdout=-3)
    time.sleep(random.Random(seed).uniform(0.05, 0.5))
    process.kill()
    process.wait()
    resumed = run("tune", *arguments(folder, out, *long, "--resume", "--threads", 1 + seed % 3))
    assert without_rate(resumed) == without_rate(whole)
    assert out.read_bytes() == (tmp_path / "whole").read_bytes()
    assert not list(tmp_path.glob("*.checkpoint")) and not list(tmp_path.glob("*.best"))


def test_an_interrupted_search_writes_the_best_so_far_and_goes_on(folder, tmp_path):
    out, log = tmp_path / "out", tmp_path / "log"
    long = [*TUNE, "--dev", folder / "dev.txt", "--epochs", 200]
    run("tune", *arguments(folder, tmp_path / "whole", *long))
    process = start("tune", *arguments(folder, out, *long, "--log", log), stdout=-1)
    while not log.exists() or log.read_text().count("\n") < 4:  # of the first epoch
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    output = process.communicate()[0].decode()
    assert process.returncode == STOPPED
    assert output.endswith("stopped; run the same command with --resume to continue\n")
    assert output.count("[") == 1 and out.exists() and (tmp_path / "out.checkpoint").exists()
    summary = run("tune", *arguments(folder, out, *long, "--log", log, "--resume", "--json"))
    assert json.loads(summary.stdout)["resumed_at"] > 0
    assert out.read_bytes() == (tmp_path / "whole").read_bytes()
    logged = [json.loads(line)["epoch"] for line in log.read_text().splitlines()]
    assert logged == [1 + i // 4 for i in range(4 * 200)]


def test_a_search_with_other_candidates_is_refused(folder, tmp_path):
    out, log = tmp_path / "out", tmp_path / "log"
    long = ["--dev", folder / "dev.txt", "--epochs", 5000, "--batch", 4, "--learning-rates", 0.1]
    process = start("tune", *arguments(folder, out, *long, "--models", "gated,form", "--log", log),
                    stdout=-1)
    while not log.exists() or not log.read_text():
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    process.communicate()
    done = run("tune", *arguments(folder, out, *long, "--models", "gated,single", "--resume"),
               code=USAGE)
    assert "its model is gated, form, not gated, single" in done.stderr


def test_tune_without_development_data_is_an_error(folder, tmp_path):
    run("tune", *arguments(folder, tmp_path / "m.oovec"), code=USAGE)
