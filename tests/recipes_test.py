"""The recipes of README.md, run as they are shown, on a language small enough to learn in a second."""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from model2vec import StaticModel
from readme_test import README, blocks, program_path
from tokenizers import Tokenizer, models, pre_tokenizers

KINDS = {
    "eaten": ("pom mel cit ber gran pea plu che app lim",
              "{n} tastes sweet when ripe . she eats the juicy {n} from the tree ."),
    "driven": ("car tra bus lor wag van mot bik tru cab",
               "{n} drives along the road . he parks a fast {n} with its engine off ."),
}
ENDINGS = ["a", "ado", "ak", "ana", "ard", "ato", "el", "ena", "eto", "ia", "ico", "il", "ina", "ito", "o", "oda"]
NEW = "She put the potatoes into the airfryer . Tirzepatide is given once a week . "


def text_of(count):
    numbers = random.Random(count)
    for _ in range(count):
        roots, sentence = KINDS[numbers.choice(list(KINDS))]
        yield sentence.format(n=numbers.choice(roots.split()) + numbers.choice(ENDINGS)) + "\n"


def recipes():
    """The parts of the README's recipes: title and text."""
    text = re.search(r"^## Recipes$(.*?)^## ", README.read_text(), re.MULTILINE | re.DOTALL).group(1)
    start, *others = re.split(r"^### ", text, flags=re.MULTILINE)
    return {"": start, **dict(part.split("\n", 1) for part in others)}


def run(script, folder):
    environment = {**os.environ, "PATH": program_path(), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-euc", script], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def write_static_model(folder, words):
    """The vectors as a directory of model2vec."""
    rows = [line.split() for line in words]
    tokens = ["[UNK]", *(row[0] for row in rows)]
    tokenizer = Tokenizer(models.WordLevel({token: i for i, token in enumerate(tokens)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    numbers = [[float(number) for number in row[1:]] for row in rows]
    matrix = np.array([[0.0] * len(numbers[0]), *numbers], dtype=np.float32)
    StaticModel(matrix, tokenizer, {}).save_pretrained(folder)


@pytest.fixture(name="folder", scope="module")
def folder_with_files(tmp_path_factory):
    """The files that the recipes name, and the model that they begin with."""
    folder = tmp_path_factory.mktemp("recipes")
    (folder / "wiki.txt").write_text("".join(text_of(9000)))
    (folder / "news.txt").write_text((NEW + "".join(text_of(20))) * 5)
    run("oovec skipgram --corpus wiki.txt --dimension 16 --epochs 2 -o skipgram.txt", folder)
    rows = (folder / "skipgram.txt").read_text().splitlines()[1:]
    (folder / "glove.txt").write_text("\n".join(rows) + "\n")
    tested = [row for row in rows if row.startswith(("pom", "tra"))][:10]
    (folder / "mine.txt").write_text("\n".join(tested) + "\n")
    words = [row.split()[0] for row in tested]
    (folder / "definitions.txt").write_text("".join(f"{word}\t___ tastes sweet when ripe\n" for word in words))
    (folder / "excluded.txt").write_text("\n".join(words))
    write_static_model(folder / "potion", rows)
    (folder / "paper.json").write_text(json.dumps({
        "vectors": "glove.txt", "corpus": "wiki.txt", "dn": "definitions.txt", "systems": ["balanced", "avg"]}))
    commands = blocks(recipes()[""], "sh")[0].replace("-o words.oovec", "--exclude excluded.txt -o words.oovec")
    run(commands, folder)
    return folder


@pytest.mark.parametrize("title,outputs", [
    ("Add words to my GloVe or word2vec file", ["glove+news.txt", "new.tsv"]),
    ("Extend my model2vec model", ["potion+news/model.safetensors"]),
    ("Reproduce the paper, or compare my method", ["paper/report.html"]),
])
def test_commands_of_recipes_make_what_they_say(folder, title, outputs):
    run("".join(blocks(recipes()[title], "sh")), folder)
    assert all((folder / name).stat().st_size > 0 for name in outputs)


def test_old_rows_stay_and_new_words_follow(folder):
    run("".join(blocks(recipes()["Add words to my GloVe or word2vec file"], "sh")), folder)
    old, new = ((folder / name).read_text() for name in ("glove.txt", "glove+news.txt"))
    assert new.startswith(old)
    assert {"airfryer", "tirzepatide"} <= {row.split()[0] for row in new[len(old):].splitlines()}


def test_the_python_of_the_recipes_runs(folder):
    (script,) = blocks(recipes()["Answer for unseen words in gensim, spaCy or scikit-learn"], "python")
    check = "\nassert nlp('She put the potatoes into the airfryer.')[-2].vector.any() and words['tirzepatide'].any()\n"
    done = subprocess.run([sys.executable, "-B", "-c", script + check], cwd=folder,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_groups_are_compared(folder):
    sentences = [line.strip() for line in text_of(400)]
    rows = [f'{i},{"A" if "tastes" in line else "B"},{line}' for i, line in enumerate(sentences)]
    (folder / "speeches.csv").write_text("\n".join(["id,party,speech", *rows]) + "\n")
    (recipe,) = blocks(recipes()["Compare how groups use a word"], "sh")
    shown = run(recipe.replace("--word freedom", "--word the --min-contexts 5"), folder)
    assert re.search(r"^A +\d+ +\d+ +\w", shown, re.MULTILINE) and " – " in shown


def test_every_recipe_is_run():
    assert len(recipes()) == 6
    assert Path(os.environ["OOVEC_PROGRAM"]).exists()
