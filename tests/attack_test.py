"""The attack (scripts/attack.py) repeats a case, and finds what it looks for in a program that misbehaves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = os.environ["OOVEC_PROGRAM"]
sys.path.insert(0, str(ROOT / "scripts"))

from attack_world import MOST_MEMORY, FindingError, OurFile, Outcome, check_rows  # noqa: E402

unsanitized = pytest.mark.skipif(
    "build-asan" in PROGRAM or "build-tsan" in PROGRAM, reason="sanitizers need memory of their own")


def attack(program, findings, *options):
    command = [sys.executable, "-B", ROOT / "scripts" / "attack.py", "--program", program, "--findings", findings]
    return subprocess.run([*command, *map(str, options)], capture_output=True, text=True, check=False)


def outcome(code=0, out=b"", err=b"oovec: no", memory=1 << 20, timed_out=False):
    return Outcome([], code, out, err, memory, timed_out)


@pytest.mark.parametrize("good", [outcome(), outcome(3), outcome(out=b"infinite 0.5 nano"), outcome(1, b"nan")])
def test_errors_and_numbers_are_no_findings(good):
    assert good.check() is good


@pytest.mark.parametrize("bad", [outcome(-11), outcome(6), outcome(3, err=b""), outcome(out=b"lemon 0.5 nan"),
                                 outcome(out=b"[1,-inf]"), outcome(memory=MOST_MEMORY + 1), outcome(timed_out=True),
                                 outcome(1, err=b"==1==ERROR: AddressSanitizer: heap-use-after-free")])
def test_what_must_not_happen_is_a_finding(bad):
    with pytest.raises(FindingError):
        bad.check()


def test_rows_of_text_end_where_lines_do(tmp_path):
    rows = tmp_path / "rows"
    rows.write_bytes(b"a\rword 1 2\nof two 3 -4e-1\n")
    assert check_rows(rows) == [("a\rword", [1, 2]), ("of two", [3, -0.4])]
    rows.write_bytes(b"a 1 2\nb 3 inf\n")
    with pytest.raises(FindingError, match="not finite"):
        check_rows(rows)


def test_a_file_of_ours_is_written_with_right_checksums(tmp_path):
    (tmp_path / "v.txt").write_text("2 1\nice 1\ncream 2\n")
    native = tmp_path / "v.safetensors"
    subprocess.run([PROGRAM, "vectors", "convert", tmp_path / "v.txt", native], check=True)
    changed = OurFile.read(native)
    tensor = next(part for part in changed.tensors if part[0] == "vectors")
    tensor[3][:4] = b"\0\0\0\x40"  # 2
    changed.write(native)
    done = subprocess.run([PROGRAM, "vectors", "get", native, "ice"], capture_output=True, text=True, check=True)
    assert done.stdout == "ice 2\n"


@unsanitized
def test_a_program_that_crashes_on_damaged_files_is_found_out(tmp_path):
    program = tmp_path / "oovec"
    program.write_text(f'#!/bin/sh\ncase "$*" in */case/*) kill -SEGV $$ ;; esac\nexec "{PROGRAM}" "$@"\n')
    program.chmod(0o755)
    done = attack(program, tmp_path / "found", "--only", "flips", "--case", 3)
    assert done.returncode == 1, done.stderr
    assert "FINDING flips 3: died of SIGSEGV" in done.stdout
    assert "--only flips --case 3" in (tmp_path / "found" / "flips-3" / "finding.txt").read_text()


@unsanitized
def test_a_case_of_each_kind_finds_nothing(tmp_path):
    done = attack(PROGRAM, tmp_path / "found", "--minutes", 0.02)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "| all | | " in done.stdout and not (tmp_path / "found").exists()
