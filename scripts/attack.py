"""Attacks the program from outside, with damaged, forged and hostile inputs, and with kill -9.

    scripts/attack.py --minutes 3 [--seed 1] [--program build/oovec]
    scripts/attack.py --only kills --case 17          # repeats one case

Nothing may crash, hang, take memory without need, print or write numbers that are not finite, or lose an output that
was there. Every case follows from the seed, its class and its number. Prints a table of what was tried; each finding
goes to a folder of its own in --findings, with its files and the commands that it ran. Exit code 1 if there is any.
docs/reliability.md says more.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from attack_cases import CLASSES
from attack_world import ROOT, FindingError, World, case_folder


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--hours", type=float, help="instead of --minutes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=ROOT / "build" / "oovec")
    parser.add_argument("--findings", type=Path, default=ROOT / "build" / "attack")
    parser.add_argument("--only", choices=[each.name for each in CLASSES], help="cases of this class alone")
    parser.add_argument("--case", type=int, help="this case of the class alone")
    return parser.parse_args()


class Attack:
    def __init__(self, options, world):
        self.options = options
        self.world = world
        self.counts = {each.name: Counter() for each in CLASSES}
        self.seconds = Counter()
        self.ended = set()  # classes without further cases

    def run_case(self, each, number):
        rng = random.Random(f"{self.options.seed}/{each.name}/{number}")
        began = time.monotonic()
        with case_folder(self.world, "case") as folder:
            try:
                self.counts[each.name][each.case(self.world, folder, rng, number)] += 1
            except StopIteration:
                self.ended.add(each.name)
                return
            except FindingError as finding:
                self.counts[each.name]["finding"] += 1
                self.keep(each, number, finding, folder)
            finally:
                self.seconds[each.name] += time.monotonic() - began
        self.counts[each.name]["cases"] += 1

    def keep(self, each, number, finding, folder):
        """The files of a finding, and how to repeat it."""
        place = self.options.findings / f"{each.name}-{number}"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(folder, place, symlinks=True)
        repeat = f"scripts/attack.py --seed {self.options.seed} --only {each.name} --case {number}"
        commands = "\n".join(" ".join(map(repr, command)) for command in self.world.commands)
        (place / "finding.txt").write_text(f"{finding}\n\nrepeat: {repeat}\n\n{commands}\n")
        print(f"FINDING {each.name} {number}: {finding}\n  {place}", flush=True)

    def run(self):
        """Each class in turn, the one that has had the least time for its weight next."""
        classes = [each for each in CLASSES if self.options.only in (None, each.name)]
        if self.options.case is not None:
            return self.run_case(classes[0], self.options.case)
        minutes = 60 * self.options.hours if self.options.hours else self.options.minutes
        end = time.monotonic() + 60 * minutes
        numbers = Counter()
        while time.monotonic() < end:
            left = [each for each in classes if each.name not in self.ended]
            if not left:
                break
            each = min(left, key=lambda one: self.seconds[one.name] / one.weight)
            self.run_case(each, numbers[each.name])
            numbers[each.name] += 1
        return None

    def table(self):
        yield "| class | what | cases | outcomes | findings |"
        yield "|---|---|--:|---|--:|"
        total = Counter()
        for each in CLASSES:
            counts = self.counts[each.name]
            outcomes = ", ".join(f"{count:,} {name}" for name, count in sorted(counts.items())
                                 if name not in ("cases", "finding"))
            total.update({key: counts[key] for key in ("cases", "finding")})
            yield f"| {each.name} | {each.what} | {counts['cases']:,} | {outcomes} | {counts['finding']} |"
        yield f"| all | | {total['cases']:,} | | {total['finding']} |"


def main():
    options = arguments()
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="oovec-attack-", dir=memory) as folder:
        try:
            attack = Attack(options, World(options.program, folder, options.seed))
        except FindingError as finding:
            sys.exit(f"attack: while making files: {finding}")
        attack.run()
    print("\n".join(attack.table()))
    sys.exit(any(counts["finding"] for counts in attack.counts.values()))


main()
