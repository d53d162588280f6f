"""What the attack works on: a program, small files that it made itself, and what may come of a run.

Files are made in `good`, once; a case damages copies of them in a folder of its own.
"""

import contextlib
import ctypes
import ctypes.util
import json
import math
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TIMEOUT = 30  # seconds; the runs take milliseconds
MOST_MEMORY = 300 << 20  # bytes of a run on files of some KB
ADDRESS_SPACE = 6 << 30
NOT_FINITE = re.compile(rb"(?i)(?<![\w.-])-?(nan|inf|infinity)(?![\w.-])")
NUMBER = re.compile(r"(?i)[-+]?(\d+\.?\d*(e[-+]?\d+)?|nan|inf|infinity)")
BLOCK = 64 << 10  # of checksums, docs/formats.md

MODELS = ("gated", "single", "context", "form", "mlp", "componentwise", "iterative", "balanced")


class FindingError(Exception):
    """A promise that was not kept."""


@dataclass
class Outcome:
    arguments: list
    code: int
    out: bytes
    err: bytes
    memory: int
    timed_out: bool = False
    most_memory: float = MOST_MEMORY

    def check(self):
        """Whatever the input is: no crash, no hang, no memory without need, no silent nonsense."""
        if self.timed_out:
            raise FindingError(f"still running after {TIMEOUT} seconds")
        if self.code < 0:
            raise FindingError(f"died of {signal.Signals(-self.code).name}")
        if b"AddressSanitizer" in self.err or b": runtime error: " in self.err:
            raise FindingError(f"a sanitizer complains: {self.message()}")
        if self.code > 5:
            raise FindingError(f"exit code {self.code}: {self.message()}")
        if self.memory > self.most_memory:
            raise FindingError(f"took {self.memory >> 20} MiB of memory")
        if self.code in (2, 3, 4) and not self.err.startswith(b"oovec: "):
            raise FindingError(f"exit code {self.code} without a message: {self.message()}")
        if self.code == 0 and NOT_FINITE.search(self.out):
            raise FindingError("printed a number that is not finite")
        return self

    def message(self):
        return self.err.decode(errors="replace").strip()[-300:]


def hash64():
    """XXH3 with 64 bits, of the library that oovec uses, too."""
    library = ctypes.CDLL(ctypes.util.find_library("xxhash") or "libxxhash.so.0")
    library.XXH3_64bits.restype = ctypes.c_uint64
    return lambda data: library.XXH3_64bits(bytes(data), ctypes.c_size_t(len(data)))


@dataclass
class OurFile:
    """A file of oovec's own formats, taken apart: docs/formats.md."""

    metadata: dict
    tensors: list = field(default_factory=list)  # name, type, shape, bytes

    @classmethod
    def read(cls, path):
        data = Path(path).read_bytes()
        size = struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8 : 8 + size])
        metadata = header.pop("__metadata__")
        data = data[8 + size :]
        parts = sorted(header.items(), key=lambda item: item[1]["data_offsets"])
        return cls(metadata, [[name, part["dtype"], part["shape"], bytearray(data[slice(*part["data_offsets"])])]
                              for name, part in parts if name != "checksums"])

    def write(self, path):
        """With right checksums, whatever the values."""
        digest = hash64()
        data = b"".join(bytes(part[3]) for part in self.tensors)
        blocks = -(-len(data) // BLOCK)
        header, begin = {"__metadata__": self.metadata}, 8 * (blocks + 2)
        header["checksums"] = {"dtype": "U64", "shape": [blocks + 2], "data_offsets": [0, begin]}
        for name, kind, shape, content in self.tensors:
            header[name] = {"dtype": kind, "shape": shape, "data_offsets": [begin, begin + len(content)]}
            begin += len(content)
        text = json.dumps(header).encode()
        text += b" " * (-(len(text) + 8) % 64)
        text = struct.pack("<Q", len(text)) + text
        sums = [digest(text)] + [digest(data[i * BLOCK : (i + 1) * BLOCK]) for i in range(blocks)]
        sums.append(digest(struct.pack(f"<{len(sums)}Q", *sums)))
        Path(path).write_bytes(text + struct.pack(f"<{len(sums)}Q", *sums) + data)


def trailing_numbers(fields):
    """How many numbers a row ends in, its first field apart."""
    count = 0
    while count < len(fields) - 1 and NUMBER.fullmatch(fields[-1 - count]):
        count += 1
    return count


def read_rows(path):
    """Words, which may hold blanks, and numbers of a text file without header."""
    text = Path(path).read_bytes().decode()  # a word may hold a carriage return
    rows = [line.split(" ") for line in text.split("\n")[:-1]]
    dimension = min(map(trailing_numbers, rows), default=0)
    if rows and not dimension:
        raise ValueError("a row has no numbers")
    return [(" ".join(row[:-dimension]), [float(value) for value in row[-dimension:]]) for row in rows]


def check_rows(path):
    """All numbers are finite, and all rows of one length."""
    try:
        rows = read_rows(path)
    except ValueError as error:
        raise FindingError(f"{path}: exit code 0, but {error}") from None
    if not all(math.isfinite(value) for _, values in rows for value in values):
        raise FindingError(f"{path}: exit code 0, but a number is not finite")
    return rows


class World:
    def __init__(self, program, folder, seed):
        self.program = str(Path(program).resolve())
        self.folder = Path(folder)
        self.good = self.folder / "good"
        self.seed = seed
        self.commands = []  # of the case at hand
        self.most_memory = math.inf
        if "build-asan" not in self.program and "build-tsan" not in self.program:  # those need memory of their own
            self.most_memory = MOST_MEMORY
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        self._make_files()

    def start(self, *arguments, **options):
        command = [self.program, *map(str, arguments)]
        self.commands.append(command)
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, **options)

    def run(self, *arguments):
        """Runs the program to its end. Says what it came to; check() judges it."""
        out, err = self.folder / "stdout", self.folder / "stderr"
        with out.open("wb") as out_file, err.open("wb") as err_file:
            process = self.start(*arguments, stdout=out_file, stderr=err_file)
            timer = threading.Timer(TIMEOUT, process.kill)
            timer.start()
            began = time.monotonic()
            _, status, usage = os.wait4(process.pid, 0)
            timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        return Outcome(list(arguments), process.returncode, out.read_bytes()[:1 << 20], err.read_bytes()[:1 << 16],
                       usage.ru_maxrss << 10, time.monotonic() - began >= TIMEOUT, self.most_memory)

    def must(self, *arguments):
        """A run that has to succeed, since nothing is wrong with its inputs."""
        outcome = self.run(*arguments).check()
        if outcome.code != 0:
            raise FindingError(f"exit code {outcome.code} on undamaged files: {outcome.message()}")
        return outcome

    # What a model of the small files is trained with.
    def training(self, model="gated", epochs=2):
        small = [] if model == "balanced" else ["--epochs", epochs, "--batch", 16]
        return ["train", "--vectors", self.good / "v.txt", "--contexts", self.good / "c.ctx", "--model", model,
                "--min-count", 20, "--ngram-words", 1, "--calibration", 5, "--threads", 1, *small]

    def _make_files(self):
        """The made-up text of the tests, and one file of each kind."""
        os.environ["OOVEC_PROGRAM"] = self.program
        sys.path.insert(0, str(ROOT / "tests" / "cli"))
        import trained

        good = self.good
        good.mkdir(parents=True)
        trained.train(good)  # v.txt, text, c.ctx, m.oovec
        for name in ("v.w2v", "v.vec", "v.bin", "v.safetensors", "v.txt.gz", "v.txt.bz2", "v.txt.zst"):
            self.must("vectors", "convert", good / "v.txt", good / name,
                      *(["--format", "word2vec"] if name == "v.w2v" else []))
        for kind in ("half", "int8"):
            self.must("vectors", "convert", good / "v.txt", good / f"{kind}.safetensors", f"--{kind}")
        self.must("skipgram", "--corpus", good / "text", "-o", good / "subwords.bin", "--subwords", "3-4",
                  "--buckets", 40, "--dimension", 4, "--epochs", 1, "--threads", 1)
        for model in MODELS:
            self.must(*self.training(model), "-o", good / f"{model}.oovec")
        self.must("alacarte", "--vectors", good / "v.txt", "--contexts", good / "c.ctx", "-o", good / "alacarte.oovec",
                  "--min-count", 20)
        self.must("mimick", "--vectors", good / "v.txt", "-o", good / "mimick", "--epochs", 1, "--hidden", 4,
                  "--embedding", 4)
        self._copy_seeds()
        self._write_data()
        for model in ("gated", "balanced"):
            self._stop_training(model)

    def _copy_seeds(self):
        """Files of formats that oovec reads but does not write."""
        seeds = ROOT / "fuzz" / "seeds"
        shutil.copy(seeds / "fasttext_bin" / "quantised", self.good / "quantised.ftz")
        shutil.copy(seeds / "finalfusion" / "buckets", self.good / "v.fifu")
        tokenizer, tensors = (seeds / "static_model" / "word_piece").read_bytes().split(b"\0", 1)
        (self.good / "static").mkdir()
        (self.good / "static" / "tokenizer.json").write_bytes(tokenizer)
        (self.good / "static" / "model.safetensors").write_bytes(tensors)

    def _write_data(self):
        text = (self.good / "text").read_text().splitlines()
        def write(name, content):
            (self.good / name).write_text(content)
        write("text.csv", "id,text\n" + "".join(f'{i},"{line}, ""so"" it is"\n' for i, line in enumerate(text[:60])))
        write("text.jsonl", "".join(json.dumps({"id": i, "text": line}) + "\n" for i, line in enumerate(text[:60])))
        rows = [{"id": i // 2, "party": "ab"[i % 2], "year": 1980 + i // 4, "text": line}
                for i, line in enumerate(text[:80])]
        write("rows.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        write("rows.csv", "".join(",".join(map(str, row)) + "\n" for row in [rows[0], *map(dict.values, rows)]))
        write("unseen", "".join(f"{line} lemons\n{line} melony\n" for line in text[:20]))
        self.must("store", "add", self.good / "words.db", "--model", self.good / "m.oovec", "--corpus",
                  self.good / "unseen")
        write("words", "lemon\nmelon\npome\n")
        write("dn", "lemon\tthe sour ___ grows\nmelon\ta sweet ___ of the tree\npome\tthe ripe ___\n")
        write("wordsim", "lemon\tmelon\t7\nfruit\ttree\t5.5\npeel\tjuice\t2\n")
        write("chimeras", "1\tthe sour ___ grows @@ a ___ is ripe\tlemon,melon,tree\t3,2,1.5\n")
        write("lines", "pomelo\tthe sour ___ grows\tripe ___\nlemony\nmelons\tsweet\n")
        (self.good / "crw" / "context").mkdir(parents=True)
        write("crw/pairs.txt", "fruit\tpome\t3\ntree\tpomes\t1\n")
        for word in ("pome", "pomes"):
            write(f"crw/context/{word}.txt", f"the ripe {word} grows\na sweet {word}\n")
        write("config", json.dumps({"vectors": "v.txt", "contexts": "c.ctx", "systems": ["avg", "stem"], "dn": "dn",
                                    "wordsim": ["wordsim"], "examples": [{"word": "pomelo"}]}))

    def long_training(self, model):
        """One that takes so long that it can be stopped."""
        return [*self.training(model, epochs=60), "--checkpoint-every", 0.01]

    def _stop_training(self, model):
        """Leaves a checkpoint, MODEL.stopped.checkpoint. Waits for it, not for some time: machines may be busy."""
        output = self.good / f"{model}.stopped"
        checkpoint = Path(f"{output}.checkpoint")
        for _ in range(200):
            process = self.start(*self.long_training(model), "-o", output, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
            while process.poll() is None and not checkpoint.exists():
                time.sleep(0.0002)
            process.kill()
            process.wait()
            if checkpoint.exists():
                return
            output.unlink(missing_ok=True)
        raise FindingError(f"training of the model {model} could not be stopped")


@contextlib.contextmanager
def case_folder(world, name):
    """A folder for the files of one case, empty at first."""
    folder = world.folder / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    world.commands.clear()
    yield folder
    shutil.rmtree(folder, ignore_errors=True)
