"""The classes of the attack. A case is a function of the world, a folder of its own, a random generator and the
number of the case; it says how the case went in a word, and raises FindingError for what must not happen.
"""

import functools
import hashlib
import itertools
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from attack_world import MODELS, ROOT, TIMEOUT, FindingError, OurFile, check_rows

OLD = b"an output of earlier"


def outcome_of(code):
    return "accepted" if code in (0, 1) else "refused"


# ---- damaged files

@dataclass
class Target:
    """A file, and commands that read it: {f} stands for it, {o} for an output, other {names} for good files."""

    file: str  # in `good`; of a directory, the file in it that is damaged
    commands: list[str]
    directory: str = ""  # to be copied whole
    as_checkpoint: bool = False  # lies beside the output


VECTORS = ["vectors convert {f} {o} --format glove", "vectors convert {f} {o} --format glove --repair",
           "vectors check {f}", "vectors info {f}", "vectors get {f} lemon", "vectors neighbors {f} lemon",
           "index --vectors {f} --corpus {text} -o {o}.ctx"]
INDEX = ["index info {f}", "index show {f} lemon", "index merge {f} {f} -o {o}.ctx",
         "train --vectors {v.txt} --contexts {f} --model gated --epochs 1 --min-count 20 --calibration 5 -o {o}.oovec",
         "alacarte --vectors {v.txt} --contexts {f} --min-count 20 -o {o}.oovec",
         "eval heldout {m.oovec} --contexts {f} --max-words 5"]
MODEL = ["infer {f} pomelo the-sour-___-grows", "infer {f} --input {lines} -o {o} --format glove",
         "infer {f} pomelo --json",
         "neighbors {f} pomelo the-sour-___", "explain {f} pomelo the-sour-___ --json",
         "augment {f} --corpus {text.jsonl} --jsonl text --min-count 1 -o {o} --format glove",
         "eval dn {dn} --model {f} --allow-seen", "eval typos {f} --max-words 5"]
COMPARE = [f"compare {{m.oovec}} --corpus {{f}} --text text --word lemon --min-contexts 2 "
           f"--permutations 9 --bootstraps 9 {how}"
           for how in ("--by party --json", "--over year --step 2 --csv-output -",
                       "--by party --document id --html {o}.html",
                       "--model party+year --at party=a,year=1990 --csv-output {o}.csv")]
STORE = ["store show {f} --json", "store show {f} lemons --json", "store merge {f} -o {o}.db",
         "store add {f} --model {m.oovec} --corpus {text.jsonl} --jsonl text",
         "store export {f} --model {m.oovec} --min-count 1 -o {o} --format glove"]
MIMICK = ["eval dn {dn} --model {f} --vectors {v.txt} --allow-seen", "eval typos {f} --vectors {v.txt} --max-words 5"]
TEXT = ["index --vectors {v.txt} --corpus {f} -o {o}.ctx",
        "augment {m.oovec} --corpus {f} --min-count 1 -o {o} --format glove",
        "skipgram --corpus {f} --dimension 4 --epochs 1 --min-count 1 -o {o}.vec"]

TARGETS = [
    *(Target(name, VECTORS) for name in ("v.txt", "v.w2v", "v.vec", "v.bin", "v.safetensors", "half.safetensors",
                                         "int8.safetensors", "subwords.bin", "quantised.ftz", "v.fifu",
                                         "v.txt.gz", "v.txt.bz2", "v.txt.zst")),
    Target("static/tokenizer.json", VECTORS, directory="static"),
    Target("static/model.safetensors", VECTORS, directory="static"),
    Target("c.ctx", INDEX),
    *(Target(f"{name}.oovec", MODEL) for name in (*MODELS, "alacarte")),
    Target("mimick", MIMICK),
    *(Target(f"{name}.stopped.checkpoint", [f"resume {name}"], as_checkpoint=True) for name in ("gated", "balanced")),
    Target("text.csv", [f"{command} --csv text" for command in TEXT]),
    Target("text.jsonl", [f"{command} --jsonl text" for command in TEXT]),
    Target("text", TEXT),
    Target("rows.csv", COMPARE),
    Target("rows.jsonl", COMPARE),
    Target("words.db", STORE),
    Target("words", ["eval typos {m.oovec} --words {f}",
                     "index --vectors {v.txt} --corpus {text} --words {f} -o {o}.ctx",
                     "train --vectors {v.txt} --contexts {c.ctx} --model form --epochs 1 --exclude {f} -o {o}.oovec"]),
    Target("dn", ["eval dn {f} --model {m.oovec} --allow-seen", "eval dn {f} --model avg --vectors {v.txt}"]),
    Target("wordsim", ["eval wordsim {f} --model {m.oovec}"]),
    Target("chimeras", ["eval chimeras {f} --model {m.oovec}"]),
    Target("crw/pairs.txt", ["eval crw {d} --model {m.oovec} --allow-seen --trials 1"], directory="crw"),
    Target("lines", ["infer {m.oovec} --input {f} -o {o} --format glove"]),
    Target("config", ["experiment {f} -o {o}.folder"]),
]
OWN_ENDINGS = (".safetensors", ".ctx", ".oovec", ".checkpoint", "mimick")
OURS = [target for target in TARGETS if target.file.endswith(OWN_ENDINGS) and not target.directory]


def attack_file(world, folder, rng, target, damage):
    """Damages a copy of the target's file, runs one of its commands, and judges what comes of it."""
    output = folder / "out" / "o"
    output.parent.mkdir()
    command = rng.choice(target.commands)
    if target.as_checkpoint:
        output = output.with_suffix(".oovec")
        file = Path(f"{output}.checkpoint")
        arguments = [*world.long_training(command.split()[1]), "-o", output, "--resume"]
    else:
        if target.directory:
            shutil.copytree(world.good / target.directory, folder / target.directory)
        file = folder / target.file
        given = {"f": folder / "static" if target.directory == "static" else file, "o": output,
                 "d": folder / target.directory}
        arguments = [fill(word, given, world) for word in command.split()]
    source = world.good / target.file
    if target.file == "config":  # its files are beside it
        source = folder / "config.good"
        config = json.loads((world.good / "config").read_text())
        config.update({key: str(world.good / config[key]) for key in ("vectors", "contexts", "dn")})
        config["wordsim"] = [str(world.good / "wordsim")]
        source.write_text(json.dumps(config))
    damage(source, file)
    return run_and_check(world, rng, arguments, output)


def fill(word, given, world):
    for name in ("f", "o", "d"):
        word = word.replace(f"{{{name}}}", str(given[name]))
    if word.startswith("{"):
        return str(world.good / word[1:-1])
    return word.replace("-___", " ___ ").replace("the-", "the ")


def run_and_check(world, rng, arguments, output):
    """An output is complete or as it was; nothing else is left behind."""
    written = next((Path(word) for word in map(str, arguments) if word.startswith(str(output))), None)
    before = set(output.parent.iterdir())
    had_old = written is not None and not written.name.endswith(".folder") and rng.random() < 0.5
    if had_old:
        written.write_bytes(OLD)
    outcome = world.run(*arguments).check()
    if written is None:
        return outcome_of(outcome.code)
    if outcome.code in (0, 1, 5):
        if written.is_file() and not written.suffix:
            check_rows(written)
    elif had_old != written.exists() and not written.is_dir():
        raise FindingError(f"exit code {outcome.code}, but the output was {'removed' if had_old else 'written'}")
    elif had_old and written.read_bytes() != OLD:
        raise FindingError(f"exit code {outcome.code}, but the old output was overwritten")
    left = {path.name for path in set(output.parent.iterdir()) - before} - {
        written.name, f"{written.name}.checkpoint", f"{written.name}.best", f"{written.name}.solver.checkpoint"}
    if left:
        raise FindingError(f"left behind: {', '.join(sorted(left))}")
    if written.suffix == ".oovec" and outcome.code == 0:
        check_model(world, written)
    return outcome_of(outcome.code)


def check_model(world, path):
    """What a command has written can be used."""
    inferred = world.run("infer", path, "lemon", "the sour ___ grows", "--json").check()
    if inferred.code not in (0, 1):  # 1: nothing is known of the word
        raise FindingError(f"a model was written that cannot be used: {inferred.message()}")


@functools.cache
def cuts(world):
    """Every byte at which a file can be cut, of all files, in random order."""
    every = [(target, size) for target in TARGETS
             for size in range(min((world.good / target.file).stat().st_size, 20_000))]
    random.Random(world.seed).shuffle(every)
    return every


def truncation(world, folder, rng, number):
    if number >= len(cuts(world)):
        raise StopIteration
    target, size = cuts(world)[number]
    return attack_file(world, folder, rng, target,
                       lambda good, bad: bad.write_bytes(good.read_bytes()[:size]))


def flips(world, folder, rng, _number):
    def damage(good, bad):
        data = bytearray(good.read_bytes())
        for _ in range(rng.choice((1, 1, 1, 2, 8))):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        bad.write_bytes(data)

    return attack_file(world, folder, rng, rng.choice(TARGETS), damage)


def splices(world, folder, rng, _number):
    """Parts removed, repeated, or taken from another file."""
    def damage(good, bad):
        data, other = good.read_bytes(), (world.good / rng.choice(TARGETS).file).read_bytes()
        begin, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        at = rng.randrange(len(other))
        middle = rng.choice((b"", data[begin:end] * 2, other[at : at + end - begin], bytes(end - begin)))
        bad.write_bytes(data[:begin] + middle + data[end:])

    return attack_file(world, folder, rng, rng.choice(TARGETS), damage)


# ---- our own files with other values and right checksums

FLOATS = (0.0, 1e38, -1e38, 3.4e38, 1e30, 1e19, 1e-45, 1e-38, float("inf"), float("-inf"), float("nan"))
INTEGERS = (0, 1, 2, 255, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**62, 2**63, 2**64 - 1)
TEXTS = ("", "0", "1", "-1", "nan", "inf", "1e38", "1e-45", "2147483648", "4611686018427387904", "18446744073709551615",
         "true", "x" * 1000)
SIZES = {"F32": 4, "F16": 2, "BF16": 2, "U8": 1, "I8": 1, "U16": 2, "U32": 4, "U64": 8}


def change_values(file, rng):
    for _ in range(rng.choice((1, 1, 2, 4))):
        if rng.random() < 0.3 or not file.tensors:
            key = rng.choice(sorted(file.metadata))
            file.metadata[key] = rng.choice(TEXTS)
            continue
        tensor = rng.choice(file.tensors)
        _, kind, shape, data = tensor
        size = SIZES.get(kind, 1)
        count = len(data) // size
        if rng.random() < 0.1:
            shape[:] = [rng.choice(INTEGERS) for _ in shape]
        elif rng.random() < 0.1:
            del data[rng.randrange(count + 1) * size :]
            if len(shape) == 1:
                shape[:] = [len(data) // size]
        elif count:
            if kind == "F32":
                element = struct.pack("<f", rng.choice(FLOATS))
            else:
                element = struct.pack("<Q", rng.choice((*INTEGERS, rng.getrandbits(64))))[:size]
            first = rng.randrange(count)
            last = count if rng.random() < 0.2 else first + 1
            data[first * size : last * size] = element * (last - first)


def resigned(world, folder, rng, _number):
    def damage(good, bad):
        file = OurFile.read(good)
        change_values(file, rng)
        file.write(bad)

    return attack_file(world, folder, rng, rng.choice(OURS), damage)


# ---- hostile values

def extreme_vectors(world, rng):
    """The vectors, some or all of whose numbers are at the limits of floats."""
    number = rng.choice(("1e38", "-3.4e38", "1e30", "1e-45", "1e-30", "1e19", "nan", "inf", "1e999", "0", "-0.0"))
    share = rng.choice((0.01, 0.2, 1))
    lines = []
    for line in (world.good / "v.txt").read_text().splitlines():
        word, *numbers = line.split(" ")
        scale = float(number) if number in ("1e30", "1e-30", "1e19") else None
        numbers = [(repr(float(n) * scale) if scale else number) if rng.random() < share else n for n in numbers]
        lines.append(" ".join([word, *numbers]))
    return "\n".join(lines) + "\n"


def hostile_values(world, folder, rng, _number):
    file, output = folder / "v.txt", folder / "out" / "o"
    output.parent.mkdir()
    file.write_text(extreme_vectors(world, rng))
    index = folder / "c.ctx"
    outcome = world.run("index", "--vectors", file, "--corpus", world.good / "text", "-o", index).check()
    if outcome.code != 0 or rng.random() < 0.2:
        return run_and_check(world, rng, ["vectors", "convert", file, output, "--format", "glove"], output)
    what = rng.choice([*MODELS, *MODELS, "alacarte", "mimick", "neighbors", "bin"])
    model = Path(f"{output}.oovec")
    common = ["--vectors", file, "--threads", 1]
    if what in MODELS:
        small = [] if what == "balanced" else ["--epochs", 2, "--batch", 16]
        arguments = ["train", *common, "--contexts", index, "--model", what, "--min-count", 20, "--ngram-words", 1,
                     "--calibration", rng.choice((0, 5)), *small, "-o", model]
    elif what == "alacarte":
        arguments = ["alacarte", *common, "--contexts", index, "--min-count", 20, "-o", model]
    elif what == "mimick":
        arguments = ["mimick", *common, "--epochs", 2, "--hidden", 4, "--embedding", 4, "-o", f"{output}.mimick"]
    elif what == "neighbors":
        arguments = ["vectors", "neighbors", file, "lemon"]
    else:
        arguments = ["vectors", "convert", file, f"{output}.safetensors", *rng.choice(([], ["--half"], ["--int8"]))]
    outcome = world.run(*arguments).check()
    if outcome.code == 0 and model.exists():
        check_model(world, model)
        if b"loss nan" in outcome.err + outcome.out or b"loss inf" in outcome.err + outcome.out:
            raise FindingError("a loss that is not finite, and a model was written")
    return outcome_of(outcome.code)


def huge_number(rng):
    return rng.choice((2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 10**18, 10**30))


def hostile_counts(world, folder, rng, _number):
    """Headers that announce more than there is."""
    file, output = folder / "f", folder / "out" / "o"
    output.parent.mkdir()
    kind = rng.choice(("text", "bin", "fasttext", "finalfusion", "native", "index"))
    rows, columns = rng.choice(((huge_number(rng), 4), (20, huge_number(rng)), (huge_number(rng), huge_number(rng)),
                                (0, huge_number(rng)), (huge_number(rng), 0)))
    commands = VECTORS
    if kind == "text":
        file.write_text(f"{rows} {columns}\n" + (world.good / "v.txt").read_text())
    elif kind == "bin":
        file.write_bytes(f"{rows} {columns}\n".encode() + (world.good / "v.bin").read_bytes().split(b"\n", 1)[1])
    elif kind in ("fasttext", "finalfusion"):
        data = bytearray((world.good / ("subwords.bin" if kind == "fasttext" else "v.fifu")).read_bytes())
        size = rng.choice((4, 8))
        at = rng.randrange(min(len(data), 200) // 4) * 4
        data[at : at + size] = struct.pack("<Q", huge_number(rng) % 2**64)[:size]
        file.write_bytes(data)
    else:
        ours = OurFile.read(world.good / ("v.safetensors" if kind == "native" else "c.ctx"))
        for key in ours.metadata:
            if rng.random() < 0.3 and ours.metadata[key].isdigit():
                ours.metadata[key] = str(huge_number(rng))
        if kind == "native":  # as a file of no words would be
            if rng.random() < 0.5:
                for tensor in ours.tensors:
                    tensor[2][:] = [0, columns] if len(tensor[2]) == 2 else [min(tensor[2][0], 1)]
                    tensor[3][:] = b"" if len(tensor[2]) == 2 else bytes(tensor[2][0] * SIZES[tensor[1]])
        else:
            commands = INDEX
        ours.write(file)
    given = {"f": file, "o": output, "d": folder}
    return run_and_check(world, rng, [fill(word, given, world) for word in rng.choice(commands).split()], output)


def hostile_json(world, folder, rng, _number):
    """JSON that is deep, or large, or both."""
    depth = rng.choice((1000, 20_000, 100_000, 1_000_000))
    lists = "[" * depth + "]" * depth
    text = rng.choice(("[" * depth, '{"a":' * depth, lists, f'{{"text":{lists}}}', "[" + "0," * depth + "0]",
                       f'{{"text":"a","b":{"9" * depth}}}', '"' + "\\u0000" * depth + '"'))
    output = folder / "out" / "o"
    output.parent.mkdir()
    file = folder / "f"
    kind = rng.choice(("config", "jsonl", "native", "tokenizer"))
    if kind == "config":
        file.write_text(text)
        arguments = ["experiment", file, "-o", f"{output}.folder"]
    elif kind == "jsonl":
        file.write_text(f'{{"text":"the sour lemon"}}\n{text}\n')
        arguments = ["index", "--vectors", world.good / "v.txt", "--corpus", file, "--jsonl", "text",
                     "--bad-lines", 1, "-o", f"{output}.ctx"]
    elif kind == "native":
        file.write_bytes(struct.pack("<Q", len(text)) + text.encode())
        arguments = [*rng.choice((["vectors", "check"], ["index", "info"])), file]
        if rng.random() < 0.3:
            arguments = ["infer", file, "lemon"]
    else:
        shutil.copytree(world.good / "static", folder / "static")
        (folder / "static" / "tokenizer.json").write_text(text)
        arguments = ["vectors", "info", folder / "static"]
    return run_and_check(world, rng, arguments, output)


# ---- kills

def large_text(world):
    """Enough that commands take some tenths of a second."""
    path = world.good / "large"
    if not path.exists():
        lines = (world.good / "text").read_text().splitlines()
        rng = random.Random(world.seed)
        lines = [f"{rng.choice(lines)} {rng.choice(lines)}{f' new{rng.randrange(300)}' if i % 3 == 0 else ''}"
                 for i in range(15_000)]
        path.write_text("\n".join(lines) + "\n")
        rows = "".join(f"w{i} " + " ".join(f"{rng.uniform(-1, 1):.6f}" for _ in range(20)) + "\n" for i in range(5000))
        (world.good / "large.txt").write_text(rows)
        (world.good / "large.lines").write_text("".join(f"new{i}\t{lines[i]}\n" for i in range(3000)))
    return path


def jobs(world):
    """Commands that take a while; the output is the last argument."""
    text, good = large_text(world), world.good
    tune = ["tune", *world.training()[1:5], "--models", "gated,form", "--learning-rates", "0.01,0.1", "--epochs", 10,
            "--batch", 16, "--min-count", 20, "--ngram-words", 1, "--calibration", 5, "--checkpoint-every", 0.01,
            "--dev", good / "dn"]
    return {
        "index": ["index", "--vectors", good / "v.txt", "--corpus", text, "--novel-min", 2, "-o"],
        "train": [*world.long_training("gated"), "-o"],
        "solve": [*world.long_training("balanced"), "-o"],
        "tune": [*tune, "-o"],
        "augment": ["augment", good / "m.oovec", "--corpus", text, "--min-count", 1, "--format", "glove", "-o"],
        "skipgram": ["skipgram", "--corpus", text, "--dimension", 10, "--epochs", 2, "-o"],
        "convert": ["vectors", "convert", good / "large.txt", "--format", "word2vec"],
        "native": ["vectors", "convert", good / "large.txt", "--format", "native"],
        "infer": ["infer", good / "m.oovec", "--input", good / "large.lines", "--format", "glove", "-o"],
    }


RESUMABLE = ("train", "solve", "tune")


@functools.cache
def undisturbed(world, name):
    """What a job gives, and how many seconds it takes."""
    output = world.good / f"undisturbed.{name}"
    began = os.times().elapsed
    outcome = world.must(*jobs(world)[name], output)
    assert outcome.code == 0
    return output.read_bytes(), os.times().elapsed - began


def kills(world, folder, rng, _number):
    name = rng.choice(sorted(jobs(world)))
    expected, seconds = undisturbed(world, name)
    output = folder / "out" / "o"
    output.parent.mkdir()
    had_old = rng.random() < 0.5
    if had_old:
        output.write_bytes(OLD)
    killed = 0
    for _ in range(rng.choice((1, 1, 2, 3))):
        arguments = [*jobs(world)[name], output, *(["--resume"] if name in RESUMABLE and killed else [])]
        process = world.start(*arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            code = process.wait(rng.uniform(0, 1.1) * seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        if code not in (0, -signal.SIGKILL):
            raise FindingError(f"{name}: exit code {code}")
        killed += code != 0
        found = output.read_bytes() if output.exists() else None
        allowed = [expected, OLD if had_old else None]
        if name == "tune":  # it publishes the best so far
            allowed.append(found)
        if found not in allowed:
            raise FindingError(f"{name}: after kill -9 the output is neither old nor complete")
        if code == 0:
            break
    world.must(*jobs(world)[name], output, *(["--resume"] if name in RESUMABLE else []))
    if output.read_bytes() != expected:
        raise FindingError(f"{name}: the output after {killed} kills differs from an undisturbed one")
    left = sorted({path.name for path in output.parent.iterdir()} - {output.name})
    if left:
        raise FindingError(f"{name}: left behind after {killed} kills and a complete run: {', '.join(left)}")
    return "killed" if killed else "finished"


def mapped(world, folder, rng, _number):
    """A mapped file is cut short or written over in place, while it is read."""
    name = rng.choice(("infer", "augment", "convert"))
    expected, seconds = undisturbed(world, name)
    if name == "convert" and not (world.good / "large.safetensors").exists():
        world.must("vectors", "convert", world.good / "large.txt", world.good / "large.safetensors")
    file = folder / "file"
    shutil.copy(world.good / ("large.safetensors" if name == "convert" else "m.oovec"), file)
    arguments = list(jobs(world)[name])
    arguments[2 if name == "convert" else 1] = file
    output = folder / "out"
    with (folder / "stderr").open("wb") as errors:
        process = world.start(*arguments, output, stdout=subprocess.DEVNULL, stderr=errors)
        time.sleep(rng.uniform(0, 1) * seconds)
        with file.open("r+b") as changed:
            size = file.stat().st_size
            if rng.random() < 0.5:
                changed.truncate(rng.randrange(size))
            else:
                begin = rng.randrange(size)
                changed.seek(begin)
                changed.write(rng.randbytes(min(size - begin, rng.choice((1, 100, size)))))
        try:
            code = process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise FindingError(f"{name}: still running after {TIMEOUT} seconds") from None
    if code not in (0, 2, 3, 4):  # 2: what is there now cannot be written
        raise FindingError(f"{name}: exit code {code}: {(folder / 'stderr').read_text(errors='replace')[-300:]}")
    if code == 0 and output.read_bytes() != expected:
        raise FindingError(f"{name}: exit code 0, but the output is made of bytes that had changed")
    if code != 0 and output.exists():
        raise FindingError(f"{name}: exit code {code}, but there is an output")
    return outcome_of(code)


# ---- outputs over inputs

OVERWRITES = [
    "train --vectors {v.txt} --contexts {c.ctx} --epochs 1 --model form -o {v.txt}",
    "train --vectors {v.txt} --contexts {c.ctx} --epochs 1 --model form -o {c.ctx}",
    "train --vectors {v.txt} --contexts {c.ctx} --epochs 1 --model form -o new --log {v.txt}",
    "train --vectors {v.txt} --contexts {c.ctx} --epochs 1 --model form -o new --plot {c.ctx}",
    "train --vectors {v.txt} --contexts {c.ctx} --epochs 1 --model form -o new --plot new",
    "train --vectors {v.txt} --contexts {c.ctx} --epochs 1 --model form -o new --exclude {words} --log {words}",
    "train --vectors {v.txt} --contexts {c.ctx} --epochs 1 --model form -o new --dev {dn} --log {dn}",
    "index --vectors {v.txt} --corpus {text} -o {v.txt}", "index --vectors {v.txt} --corpus {text} -o {text}",
    "skipgram --corpus {text} --min-count 1 -o {text}",
    "skipgram --corpus {text} --dimension 4 -o new --context-vectors new",
    "skipgram --corpus {text} --dimension 4 -o new --context-vectors {text}",
    "alacarte --vectors {v.txt} --contexts {c.ctx} --min-count 20 -o {v.txt}",
    "alacarte --vectors {v.txt} --contexts {c.ctx} --min-count 20 -o new --write-matrix new",
    "mimick --vectors {v.txt} --epochs 1 -o {v.txt}", "infer {m.oovec} --input {lines} -o {lines}",
    "infer {m.oovec} --input {lines} -o {m.oovec}", "augment {m.oovec} --corpus {text} -o {m.oovec}",
    "augment {m.oovec} --corpus {text} -o {text}",
    "augment {m.oovec} --corpus {text} -o new --report new", "augment {m.oovec} --corpus {text} -o new --report {text}",
    "eval dn {dn} --model {m.oovec} --allow-seen --words {m.oovec}",
    "eval dn {dn} --model {m.oovec} --allow-seen --words {dn}",
    "explain {m.oovec} pomelo --html {m.oovec}", "eval heldout {m.oovec} --contexts {c.ctx} --html {c.ctx}",
    "tune --vectors {v.txt} --contexts {c.ctx} --dev {dn} --models form --epochs 1 -o {dn}",
]


def overwrites(world, folder, rng, _number):
    """Refused, and everything is as it was, under whatever name the output is given."""
    names = ["v.txt", "c.ctx", "words", "dn", "text", "lines", "m.oovec"]
    for name in names:
        shutil.copy(world.good / name, folder / name)
    before = {name: (folder / name).read_bytes() for name in names}
    command = rng.choice(OVERWRITES).split()
    aliases = {}

    def named(word, first):
        if not word.startswith("{"):
            return str(folder / word) if word == "new" else word
        path = folder / word[1:-1]
        if first:
            return str(path)
        how = rng.choice(("same", "relative", "symlink", "hard link"))
        if how == "relative":
            return os.path.relpath(path)
        if how in ("symlink", "hard link"):
            aliases[how] = folder / "alias"
            (os.symlink if how == "symlink" else os.link)(path, folder / "alias")
            return str(folder / "alias")
        return str(path)

    seen, arguments = set(), []
    for word in command:
        arguments.append(named(word, word not in seen))
        seen.add(word)
    outcome = world.run(*arguments).check()
    for name in names:
        if (folder / name).read_bytes() != before[name]:
            raise FindingError(f"{name} was overwritten (exit code {outcome.code})")
    if outcome.code != 2:
        raise FindingError(f"exit code {outcome.code} where an output is an input: {outcome.message()}")
    return "refused"


# ---- the same bytes

def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


@functools.cache
def reference(world, name):
    return hashlib.sha256(undisturbed(world, name)[0]).hexdigest()


def determinism(world, folder, rng, _number):
    """Threads, memory and merges do not change a byte."""
    name = rng.choice(("index", "index", "index", "train", "solve", "skipgram", "augment", "infer"))
    threads = ["--threads", rng.choice((1, 2, 3, 7))]
    output = folder / "o"
    arguments = jobs(world)[name]
    if "--threads" in arguments:
        at = arguments.index("--threads")
        arguments = arguments[:at] + arguments[at + 2 :]
    if name == "index":
        lines = large_text(world).read_text().splitlines(keepends=True)
        rng.shuffle(lines)
        bounds = sorted(rng.randrange(len(lines) + 1) for _ in range(rng.randrange(4)))
        parts = [lines[a:b] for a, b in itertools.pairwise([0, *bounds, len(lines)])]
        files = []
        for i, part in enumerate(parts):
            files.append(folder / f"part{i}")
            files[-1].write_text("".join(part))
        memory = ["--memory", rng.choice((1, 2, 32))]
        options = ["--vectors", world.good / "v.txt", "--novel-min", 2, *threads, *memory]
        world.must("index", *options, "--corpus", *files, "-o", output)
    elif name in ("train", "solve"):
        world.must(*arguments[:-1], *threads, "--memory", rng.choice((0, 1, 1500)), "-o", output)
    else:
        world.must(*arguments[:-1], *threads, "-o", output)
    if digest(output) != reference(world, name):
        raise FindingError(f"{name}: other bytes than with the default threads, memory and files")
    return "same"


def merges(world, folder, rng, _number):
    """Indexes of parts, merged in any order, are the index of the whole."""
    lines = large_text(world).read_text().splitlines(keepends=True)[:3000]
    options = ["--vectors", world.good / "v.txt", "--per-word", rng.choice((1, 5, 200)), "--threads",
               rng.choice((1, 2))]
    whole = folder / "whole"
    whole.write_text("".join(lines))
    world.must("index", *options, "--corpus", whole, "-o", folder / "whole.ctx")
    parts = []
    bounds = sorted(rng.sample(range(1, len(lines)), rng.randrange(1, 4)))
    for i, (begin, end) in enumerate(itertools.pairwise([0, *bounds, len(lines)])):
        (folder / f"part{i}").write_text("".join(lines[begin:end]))
        parts.append(folder / f"part{i}.ctx")
        world.must("index", *options, "--corpus", folder / f"part{i}", "-o", parts[-1])
    rng.shuffle(parts)
    while len(parts) > 1:
        count = rng.randrange(2, len(parts) + 1)
        merged = folder / f"merged{len(parts)}.ctx"
        world.must("index", "merge", *parts[:count], "-o", merged, "--threads", rng.choice((1, 2)))
        parts = [*parts[count:], merged]
    one, two = (world.must("index", "info", path, "--json").out for path in (parts[0], folder / "whole.ctx"))
    if digest(parts[0]) != digest(folder / "whole.ctx"):
        raise FindingError(f"merged parts differ from the whole: {one.decode()} {two.decode()}")
    return "same"


# ---- Python and C

def bindings(world, folder, rng, _number):
    """Damaged files in a process of Python: each gives oovec.Error, or what makes sense; the same through C."""
    package = Path(world.program).parent / "python"
    if not any((package / "oovec").glob("*.so")):
        raise StopIteration
    files = []
    targets = [each for each in TARGETS if each.commands in (VECTORS, INDEX, MODEL) and not each.directory]
    for i in range(40):
        target = rng.choice(targets)
        file = folder / f"{i}-{target.file}"
        source = world.good / target.file
        if target in OURS and rng.random() < 0.5:
            ours = OurFile.read(source)
            change_values(ours, rng)
            ours.write(file)
        else:
            data = bytearray(source.read_bytes())
            if rng.random() < 0.5:
                del data[rng.randrange(len(data)) :]
            else:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            file.write_bytes(data)
        files.append(file)
    library = Path(world.program).parent / "lib" / "liboovec_c.so"
    command = [sys.executable, "-B", str(ROOT / "scripts" / "attack_bindings.py"), str(library), *map(str, files)]
    world.commands.append(command)
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=4 * TIMEOUT, stdin=subprocess.DEVNULL,
                              env={**os.environ, "PYTHONPATH": str(package)})
    except subprocess.TimeoutExpired:
        raise FindingError("Python: still running") from None
    if done.returncode != 0:
        lines = (done.stdout + done.stderr).decode(errors="replace").strip().splitlines()
        raise FindingError(f"Python: exit code {done.returncode}: {' | '.join(lines[-3:])}")
    return "accepted"


@dataclass
class AttackClass:
    name: str
    case: Callable
    weight: float  # share of the time
    what: str


CLASSES = [
    AttackClass("truncation", truncation, 3, "files cut at every byte"),
    AttackClass("flips", flips, 3, "bits flipped"),
    AttackClass("splices", splices, 1, "parts removed, repeated, zeroed or exchanged"),
    AttackClass("resigned", resigned, 4, "our files with other values and right checksums"),
    AttackClass("values", hostile_values, 3, "vectors of huge, tiny or no numbers"),
    AttackClass("counts", hostile_counts, 1.5, "headers that announce more than there is"),
    AttackClass("json", hostile_json, 1, "deep or large JSON"),
    AttackClass("kills", kills, 4, "kill -9, then a rerun or --resume"),
    AttackClass("mapped", mapped, 1.5, "mapped files cut or written over in place"),
    AttackClass("overwrites", overwrites, 1, "outputs over inputs or other outputs"),
    AttackClass("determinism", determinism, 2, "threads, memory and files that give the same bytes"),
    AttackClass("merges", merges, 1, "merged indexes against the index of the whole"),
    AttackClass("bindings", bindings, 1.5, "40 damaged files in Python and C"),
]
