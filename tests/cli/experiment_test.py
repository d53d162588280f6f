"""oovec experiment: its figures are those of `oovec eval`, and nothing is lost when it dies."""

import csv
import json
import random
import re
import shutil
import signal
import time
from pathlib import Path
from subprocess import DEVNULL

import pytest

from browser import Tree, needs_browser, read_value, show, text_of, texts, with_value
from support import BAD_INPUT, IO, run, start
from trained import WORDS, vectors_text

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
ROOT_KEYS = ["oovec", "title", "config", "inputs", "fasttext_vectors", "systems", "summary", "unanswered", "dn", "crw",
             "chimeras", "wordsim", "examples", "timings"]
TRAIN = {"min-count": 10, "ngram-words": 1, "epochs": 3, "calibration": 2}
SOLVED = {"model": "balanced", "min-count": 10, "ngram-words": 1, "calibration": 2}


def sentences(numbers, count):
    return [" ".join(numbers.choices(WORDS, k=8)) for _ in range(count)]


@pytest.fixture(name="folder")
def experiment(tmp_path):
    """A config and all that it names."""
    numbers = random.Random(7)
    (tmp_path / "v.txt").write_text(vectors_text())
    (tmp_path / "text").write_text("\n".join(sentences(numbers, 400)) + "\n")
    (tmp_path / "dn.txt").write_text(
        "".join(f"{word}\t___ {text}\n" for word, text in zip(WORDS[:5], sentences(numbers, 5), strict=True)))
    (tmp_path / "crw" / "context").mkdir(parents=True)
    for word in WORDS[5:8]:
        (tmp_path / "crw" / "context" / f"{word}.txt").write_text("\n".join(sentences(numbers, 3)))
    (tmp_path / "crw" / "pairs.txt").write_text(
        "".join(f"{WORDS[i + 5]}\t{WORDS[i]}\t{i}\n" for i in range(5, 8)))
    (tmp_path / "chimeras.txt").write_text(
        f"1\t___ {' @@ '.join(sentences(numbers, 2))}\tpeel,tree,green\t1,2,3\n")
    (tmp_path / "sim.txt").write_text("peel\ttree\t1\ngreen\tjuice\t2\nripe\tpome\t3\n")
    config = {
        "vectors": "v.txt", "corpus": ["text"], "seeds": [1, 2], "dn": "dn.txt", "crw": "crw",
        "chimeras": ["chimeras.txt"], "wordsim": ["sim.txt"], "trials": 2,
        "systems": ["avg", {"model": "alacarte", "min-count": 10}, {"model": "form", **TRAIN},
                    {"model": "context", **TRAIN}, {"name": "mine", "model": "gated", **TRAIN}],
        "examples": [{"word": WORDS[0]}, {"word": "pomelo", "contexts": ["a sweet pomelo"]}],
    }
    (tmp_path / "config.json").write_text(json.dumps(config))
    return tmp_path


def experiment_made(folder, *arguments, **options):
    done = run("experiment", folder / "config.json", "-o", folder / "out", "--json", *arguments, **options)
    return json.loads(done.stdout)["made"]


def read_results(folder):
    return json.loads((folder / "out" / "results.json").read_text())


def read_page(folder):
    return (folder / "out" / "report.html").read_text(encoding="utf-8")


def read_report(folder):
    """What the page shows."""
    return read_value(read_page(folder))


def evaluate(*arguments):
    return json.loads(run("eval", *arguments, "--json").stdout)


def test_results_are_what_eval_prints(folder):
    experiment_made(folder)
    results = read_results(folder)
    assert list(results) == ROOT_KEYS
    for name, seed in [("alacarte", None), ("mine", 1), ("mine", 2)]:
        model = folder / "out" / "work" / "models" / f"{name}-{seed}.oovec"
        if seed is None:
            model = model.with_name(f"{name}.oovec")

        def found(measure, name=name, seed=seed):
            system, = (system for system in measure["systems"] if system["name"] == name)
            return next(figures for figures in system["seeds"] if figures["seed"] == seed)

        expected = evaluate("dn", folder / "dn.txt", "--model", model)
        for figure in ["median_rank", "median_rank_95", "mrr", "mrr_95"]:
            assert found(results["dn"])[figure] == expected[figure]
        expected = evaluate("crw", folder / "crw", "--model", model, "--trials", 2)
        assert found(results["crw"])["rho"] == [c["rho"] for c in expected["correlations"]]
        expected = evaluate("wordsim", folder / "sim.txt", "--model", model)
        assert found(results["wordsim"][0])["rho"] == expected["rho"]
        expected = evaluate("chimeras", folder / "chimeras.txt", "--model", model)
        assert found(results["chimeras"][0])["rho"] == expected["rho"]
    assert [system["name"] for system in results["chimeras"][0]["systems"]] == ["avg", "alacarte", "context", "mine"]


def test_a_model_that_is_solved_for_stands_beside_the_others(folder):
    config = json.loads((folder / "config.json").read_text())
    config["systems"] = [SOLVED, {"model": "gated", **TRAIN}]
    (folder / "config.json").write_text(json.dumps(config))
    assert "work/models/balanced-1.oovec" in experiment_made(folder)
    results = read_results(folder)
    solved, learned = results["systems"]
    assert (solved["name"], solved["model"], solved["seeds"]) == ("balanced", "balanced", [1, 2])
    searched_only = {"epochs", "learning-rate", "batch"}
    solved_only = {"ridge", "typos", "ngram-dropout", "ranking-steps", "contrast", "position-weights"}
    assert solved_only <= set(solved["options"]) and not searched_only & set(solved["options"])
    assert searched_only <= set(learned["options"]) and not solved_only & set(learned["options"])
    model = folder / "out" / "work" / "models" / "balanced-2.oovec"
    expected = evaluate("dn", folder / "dn.txt", "--model", model)
    assert results["dn"]["systems"][0]["seeds"][1]["mrr"] == expected["mrr"]
    assert [row["model"] for row in read_report(folder)["systems"]] == ["balanced", "gated"]


def test_other_systems_and_sentences_are_what_eval_prints(folder):
    numbers = random.Random(9)
    task = folder / "tasks" / "T"
    task.mkdir(parents=True)
    for name in ["a", "b"]:
        (task / name).write_text("".join(f"new {text}\n" for text in sentences(numbers, 20)))
    config = json.loads((folder / "config.json").read_text())
    config["systems"] = ["none", "skipgram", {"model": "mimick", "words": 0, "epochs": 1, "hidden": 3},
                         {"model": "fasttext", "epochs": 1, "dimension": 5, "buckets": 90}]
    config["sentences"] = "tasks"
    (folder / "text").write_text((folder / "text").read_text() + "new peel tree green\n")
    (folder / "config.json").write_text(json.dumps(config))
    experiment_made(folder)
    results = read_results(folder)
    models = folder / "out" / "work" / "models"
    for model, number in [(Path("none"), 0), (Path("skipgram"), 1), (models / "mimick-1.mimick", 2),
                          (models / "fasttext-1.bin", 3)]:
        given = ["--model", model, "--vectors", folder / "v.txt"]
        found = results["sentences"]["tasks"][0]["systems"][number]["seeds"][0]
        contexts = [] if model.name == "fasttext-1.bin" else ["--contexts", folder / "out/work/contexts.ctx"]
        expected = evaluate("sentences", folder / "tasks", *given, *contexts)
        assert found["accuracy"] == expected["accuracy"]
        assert found["accuracy_95"] == expected["accuracy_95"]
        if number > 0:
            expected = evaluate("crw", folder / "crw", *given, "--trials", 2)
            found = results["crw"]["systems"][number - 1]["seeds"][0]
            assert found["rho"] == [c["rho"] for c in expected["correlations"]]
    assert results["sentences"]["means"][0]["accuracy"] == (
        results["sentences"]["tasks"][0]["systems"][0]["accuracy"])


def test_groups_can_be_given_to_the_command(folder):
    (folder / "groups").write_text(f"{WORDS[0]}\tfirst\n{WORDS[1]}\tsecond\n")
    experiment_made(folder, "--groups", folder / "groups")
    groups = read_results(folder)["dn"]["systems"][0]["groups"]
    assert [(group["group"], group["words"]) for group in groups] == [("first", 1), ("second", 1)]
    assert read_report(folder)["dn"]["groups"].count(None) == 3


def test_models_are_those_of_train(folder):
    experiment_made(folder)
    (folder / "words").write_text("\n".join([*WORDS[:8], "pomelo"]) + "\n")
    out = folder / "m.oovec"
    options = [item for key, value in TRAIN.items() for item in (f"--{key}", value)]
    run("train", "--vectors", folder / "v.txt", "--contexts", folder / "out" / "work" / "contexts.ctx",
        "--exclude", folder / "words", *options, "--model", "context", "--seed", 2, "-o", out)
    results = evaluate("dn", folder / "dn.txt", "--model", out)
    assert results["mrr"] == read_results(folder)["dn"]["systems"][3]["seeds"][1]["mrr"]


def test_tables_have_the_numbers_of_the_results(folder):
    experiment_made(folder)
    results = read_results(folder)
    with open(folder / "out" / "words.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["system"] == "mine" and row["seed"] == "2"]
    assert [row["word"] for row in rows] == WORDS[:5]
    mine = results["dn"]["systems"][4]["seeds"][1]
    assert [int(row["rank"]) for row in rows] == mine["ranks"]
    assert [float(row["alpha"]) for row in rows] == pytest.approx(mine["alphas"])
    header = (folder / "out" / "crw.csv").read_text().splitlines()[0]
    assert header == "system,seed,contexts,rho,deviation"


def test_the_report_is_one_page_that_loads_nothing(folder):
    experiment_made(folder)
    page = read_page(folder)
    assert "default-src 'none'" in page
    own = re.sub(r"<script\b.*?</script>", "", page, flags=re.DOTALL)  # D3 and links name addresses, but load nothing
    assert not re.search(r"https?:|//[a-z]+\.|\bsrc=|<link|@import|url\(|<iframe|<img", own)
    scripts = [node for node in Tree(page).root.iter("script") if "type" not in node.attrib]
    for script in scripts[1:]:
        assert not re.search(r"https?:|import\b|fetch|XMLHttp|innerHTML|insertAdjacent|document\.write", script.text)
    assert read_value(page)["dn"]["systems"]
    assert "needs JavaScript" in text_of(Tree(page).root.find(".//noscript"))


def test_tables_can_be_pasted_into_a_paper(folder):
    experiment_made(folder)
    tex = (folder / "out" / "tables.tex").read_text(encoding="utf-8")
    assert tex.count("\\begin{tabular}") == tex.count("\\end{tabular}") == 4
    mine = read_results(folder)["dn"]["systems"][4]
    assert re.search(rf"^mine & .* & (\\textbf{{)?{mine['mrr']:.3f}}}? & ", tex, re.MULTILINE)
    comparisons = list(csv.DictReader((folder / "out" / "comparisons.csv").read_text().splitlines()))
    assert [row["measure"] for row in comparisons] == ["dn"] * 4 + ["crw"] * 4 + ["chimeras"] * 3 + ["wordsim"] * 4


def captions(shown):
    return dict(zip((svg.get("aria-label") for svg in shown.findall(".//figure/svg")),
                    texts(shown, ".//figure/figcaption"), strict=True))


def table_after(shown, heading):
    """The cells of the first table below a heading, row by row."""
    nodes = list(shown.find(".//main"))
    at = next(i for i, node in enumerate(nodes) if node.get("id") == heading)
    table = next(found for node in nodes[at:] if (found := node.find(".//table")) is not None)
    return [[text_of(cell) for cell in row] for row in table.iter("tr")]


@needs_browser
def test_a_browser_shows_all_sections_tables_and_charts(folder):
    experiment_made(folder)
    shown = show(read_page(folder), folder)
    results = read_results(folder)
    headings = {node.get("id"): text_of(node) for node in shown.findall(".//h2")}
    assert headings == {
        "summary": "Summary",
        "dn": "Definitional Nonce", "crw": "Contextual Rare Words", "examples": "Examples", "alpha": "Form or context",
        "differences": "Effect of combining form and context", "groups": "Groups of words", "chimeras": "Chimeras",
        "wordsim": "Word similarity", "systems": "Systems", "inputs": "Inputs and timings"}
    assert [link.get("href") for link in shown.findall(".//nav/a")] == [f"#{name}" for name in headings]
    assert texts(shown, ".//p[@id='about']") == [f"5 systems, oovec {results['oovec']}"]
    assert texts(shown, ".//head/title") == texts(shown, ".//h1") == ["config"]
    links = {text_of(link): link.get("href") for link in shown.findall(".//main//p/a")}
    assert links["SimLex-999"] == "https://fh295.github.io/simlex.html"

    summary = table_after(shown, "summary")
    assert [row[0] for row in summary[1:]] == [
        "Definitional Nonce dn.txt, 5 words", "Contextual Rare Words crw, 3 pairs", "Chimeras chimeras.txt, 1 words",
        "Word similarity sim.txt, 3 pairs"]
    best = results["summary"][0]
    assert summary[1][1:5] == ["MRR", best["best"], f"{best['value']:.4f}", best["next"]]
    assert summary[1][6] == f"{best['p']:.3f}"

    rows = {row[0]: row for row in table_after(shown, "dn")}
    mine = results["dn"]["systems"][4]
    low, high = mine["mrr_95"]
    assert rows["mine"][1] == "S&C" and rows["mine"][4] == "49"
    assert rows["mine"][5] == f"{mine['mrr']:.4f} {low:.4f} … {high:.4f}" and rows["mine"][8] == "0.17537"
    ours = [system for system in results["dn"]["systems"] if system["comparison"]]
    assert [rows[system["name"]][7] for system in ours] == [f"{system['comparison']['p']:.3f}" for system in ours]
    assert rows["system"][7] == f"p against {best['best']}"
    assert re.fullmatch(r"± \d\.\d{4}", rows["mine"][6]) and rows["avg"][6] == "–"
    assert list(rows.values())[6] == ["Mimick not run", "S", "–", "–", "85573", "–", "–", "–", "0.00006"]
    assert [name.endswith("not run") for name in rows] == [False] * 6 + [True] * (len(rows) - 6)

    rare = table_after(shown, "crw")
    assert rare[0] == ["system", "1", "2", "4", "8", "16", "32", "64", "128", "mean 95 %",
                       f"p against {results['summary'][1]['best']}"]
    assert rare[1][1] == f"{results['crw']['systems'][0]['rho'][0]:.3f}"
    assert rare[2][:2] == ["– in the paper", "0.139"]
    assert [row[0] for row in table_after(shown, "wordsim")][1:] == [system["name"] for system in results["systems"]]
    assert [row[2] for row in table_after(shown, "inputs")][1:] == [str(file["bytes"]) for file in results["inputs"]]
    assert texts(shown, ".//div[@class='example']/h3") == [WORDS[0], "pomelo"]
    assert texts(shown, ".//div[@class='example']/h4") == ["Form: its n-grams", "Context: its words"] * 2

    assert captions(shown)["Spearman's ρ by the number of contexts"].startswith("Agreement with human judgement")
    assert "hollow diamonds" in captions(shown)["Mean reciprocal rank on definitions"]
    assert captions(shown)["Rank differences when context is added"].startswith("Adding context to form: how many")
    legends = [texts(legend, ".//span") for legend in shown.findall(".//ul[@class='legend']")]
    assert legends[0] == [system["name"] for system in results["crw"]["systems"]]


@needs_browser
def test_a_browser_shows_what_must_be_known_to_read_the_figures(folder):
    experiment_made(folder)
    page = read_page(folder)
    value = read_value(page)
    plain = text_of(show(page, folder).find(".//main"))
    for text in ["has learned from", "was chosen on", "No context vectors", "have no group"]:
        assert text not in plain
    value["dn"]["systems"][0]["seen"], value["crw"]["systems"][1]["seen"] = 1, None
    value["config"].update(dev="dev.txt", groups="groups")
    value["lacks_context_vectors"] = True
    value["dn"]["groups"][:3] = [None] * 3
    value["fasttext_vectors"] = True
    value["crw"]["trials"] = 1
    value["systems"][0]["model"] = "fasttext"
    value["sentences"] = {"tasks": [{"task": "T<b>", "tested": 9, "systems": [
        {"name": "mine", "accuracy": 0.5, "accuracy_95": [0.4, 0.625], "best": [], "comparison": None}]}],
        "means": [{"name": "mine", "accuracy": 0.5, "best": ["accuracy"], "comparison": None}]}
    value["dn"]["systems"][0]["not_inferred"] = {"words": 4, "examples": ["<i>", "b", "c"]}
    value["unanswered"] = [{"system": "theirs", "measure": "chimeras"}]
    value["wordsim"][0].update(pairs=9, common_pairs=1)
    value["title"] = "Title <b>"
    del value["examples"]
    shown = show(with_value(page, value), folder)
    text = text_of(shown.find(".//main"))
    for expected in ["avg has learned from 1 of the test words of dn: its figures there say nothing",
                     "alacarte may have learned from any of the test words of crw: its figures there may say",
                     'The best epoch of models was chosen on "dev.txt".',
                     "No context vectors were given", "3 of 5 words have no group",
                     "None of the systems is a model", "one sample of the sentences",
                     "of contexts from the corpus",
                     "Words without a vector, which rank last: avg 4 (<i>, b, c, …); form",
                     "theirs has no vectors for the test of chimeras", "1 of 9 pairs", "of its own 3 pairs"]:
        assert expected in text
    assert table_after(shown, "crw")[2] == ["– in the paper", *[""] * 7, "0.496", "", ""]
    assert table_after(shown, "sentences") == [["system", "T<b> 9", "mean", "p", "paper"],
                                               ["mine", "50.0 40.0 … 62.5", "50.00", "–", "75.34"]]
    assert texts(shown, ".//td[@class='number best']")[-1] == "50.00"
    assert texts(shown, ".//head/title") == texts(shown, ".//h1") == ["Title <b>"]


@needs_browser
def test_a_browser_shows_hostile_words_of_a_report_as_they_are(folder):
    evil = "</script><img src=x onerror=\"document.title='evil'\">"
    config = json.loads((folder / "config.json").read_text())
    config["examples"] = [{"word": f"{evil}\u202epome", "contexts": [f"{evil} sweet"]}]
    config["groups"] = "groups"
    (folder / "groups").write_text(f"{WORDS[0]}\t{evil}\n")
    (folder / "config.json").write_text(json.dumps(config))
    experiment_made(folder)
    shown = show(read_page(folder), folder)
    word = read_results(folder)["examples"]["words"][0]["word"]
    assert "</script><img" in word and "\u202e" in word
    assert texts(shown, ".//div[@class='example']/h3/bdi") == [word]
    assert table_after(shown, "groups")[0] == ["system", f"{evil} 1 words"]
    assert texts(shown, ".//head/title") == ["config"] and shown.findall(".//img") == []


def test_a_finished_experiment_does_nothing_and_says_so(folder):
    assert experiment_made(folder)
    done = run("experiment", folder / "config.json", "-o", folder / "out")
    assert done.stdout == f"{folder}/out/report.html: nothing has changed\n"
    assert done.stderr == ""
    (folder / "out" / "report.html").unlink()
    assert experiment_made(folder) == ["report.html"]


def without_timings(results):
    return {key: value for key, value in results.items() if key != "timings"}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_experiment_goes_on_to_the_same_results(folder, how):
    config = json.loads((folder / "config.json").read_text())
    config["systems"] += [SOLVED, {"model": "mimick", "words": 0, "epochs": 2}, {"model": "fasttext", "buckets": 90}]
    (folder / "config.json").write_text(json.dumps(config))
    experiment_made(folder)
    expected = without_timings(read_results(folder))
    numbers = random.Random(8)
    arguments = ["experiment", folder / "config.json", "-o", folder / "killed"]
    for _ in range(12):
        process = start(*arguments, stdout=DEVNULL, stderr=DEVNULL)
        time.sleep(numbers.uniform(0.005, 0.06))
        process.send_signal(how)
        process.wait()
    run(*arguments)
    killed = folder / "killed"
    assert without_timings(json.loads((killed / "results.json").read_text())) == expected
    if how == signal.SIGKILL:
        return  # which leaves no time to clean up
    left = {path.name for path in killed.rglob("*") if path.is_file()}
    assert left == {path.name for path in (folder / "out").rglob("*") if path.is_file()}


def test_what_makes_no_sense_is_named(folder):
    config = json.loads((folder / "config.json").read_text())
    for key, value, said in [("seds", [1], '"seds": is not a key here'),
                             ("systems", ["gatd"], 'systems[0]: "model": "gatd" is not'),
                             ("systems", [{"model": "fasttext", "subwords": "x"}], "such as 3-6"),
                             ("trials", "1", '"trials"')]:
        (folder / "config.json").write_text(json.dumps({**config, key: value}))
        done = run("experiment", folder / "config.json", "-o", folder / "out", code=BAD_INPUT)
        assert said in done.stderr
        assert not (folder / "out").exists()
    for text, said in [('{"seeds": [1],\n "seeds": [2]}', '"seeds" appears twice'),
                       ('{"seeds": [1],\n}', "line 2, column 1: not JSON"), ("", "not JSON")]:
        (folder / "config.json").write_text(text)
        done = run("experiment", folder / "config.json", "-o", folder / "out", code=BAD_INPUT)
        assert said in done.stderr
    (folder / "config.json").write_text(json.dumps({**config, "dn": "nothing.txt"}))
    done = run("experiment", folder / "config.json", "-o", folder / "out", code=IO)
    assert "nothing.txt" in done.stderr


@pytest.mark.parametrize("name, missing", [("paper.json", "data/vectors.txt"),
                                           ("fasttext.json", "paper/work/models/fasttext-1.bin")])
def test_the_examples_want_for_data_alone(tmp_path, name, missing):
    shutil.copy(EXAMPLES / name, tmp_path)
    done = run("experiment", tmp_path / name, "-o", tmp_path / "out", code=IO)
    assert missing in done.stderr
