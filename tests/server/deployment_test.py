"""The examples of how to run the server: what they tell the program, it understands."""

import json
import re
import subprocess
from pathlib import Path

from serving import PROGRAM

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def options_of(words):
    return [word for word in words if word.startswith("--")]


def known_options():
    text = subprocess.run([PROGRAM, "serve", "--help"], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^ +(--[\w-]+)", text, re.MULTILINE))


def test_the_unit_starts_the_program_with_options_it_has():
    unit = (EXAMPLES / "oovec.service").read_text(encoding="utf-8")
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE).group(1).split()
    assert command[:2] == ["/usr/local/bin/oovec", "serve"]
    assert options_of(command) and set(options_of(command)) <= known_options()


def test_the_image_starts_the_program_with_options_it_has():
    text = (EXAMPLES / "Dockerfile").read_text(encoding="utf-8")
    entry, command = (json.loads(re.search(rf"^{key} (.*)$", text, re.MULTILINE).group(1))
                      for key in ("ENTRYPOINT", "CMD"))
    assert entry[:2] == ["oovec", "serve"]
    assert set(options_of(entry + command)) <= known_options()
    assert "--api-key-file" in entry  # since it listens for other machines


def test_the_image_has_the_libraries_of_the_program():
    linked = subprocess.run(["ldd", PROGRAM], check=True, capture_output=True, text=True).stdout
    needed = set(re.findall(r"lib(bz2|fmt|hwy|icuuc|linear|sqlite3|stemmer|zstd|z)\.so", linked))
    text = (EXAMPLES / "Dockerfile").read_text(encoding="utf-8")
    packages = {"bz2": "libbz2-1.0", "fmt": "libfmt9", "hwy": "libhwy1", "icuuc": "libicu72", "linear": "liblinear4",
                "sqlite3": "libsqlite3-0", "stemmer": "libstemmer0d", "zstd": "libzstd1", "z": "zlib1g"}
    assert needed and [name for name in needed if packages[name] not in text] == []
