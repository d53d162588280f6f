"""Sums up the results that tests left as JUnit XML: how many passed and failed, and which were skipped and
why. Fails if a test failed, was skipped for a reason that tests/expected_skips.txt does not list, or if there are
no results at all.

    python3 scripts/test_summary.py build/results
"""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

EXPECTED = Path(__file__).resolve().parent.parent / "tests" / "expected_skips.txt"


def expected_reasons():
    """Regular expressions of the reasons for which a test may be skipped."""
    lines = EXPECTED.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def read_cases(folder):
    """Name, outcome and, for a skipped test, the reason of every test case in a folder of XML files."""
    for path in sorted(folder.glob("*.xml")):
        for case in ElementTree.parse(path).iter("testcase"):
            name = f"{case.get('classname')}.{case.get('name')}"
            skipped = case.find("skipped")
            if case.find("failure") is not None or case.find("error") is not None:
                yield name, "failed", ""
            elif skipped is not None:
                yield name, "skipped", (skipped.get("message") or "no reason given").strip()
            else:
                yield name, "passed", ""


def main(folder):
    cases = list(read_cases(Path(folder)))
    allowed = expected_reasons()
    skipped = [(name, reason) for name, outcome, reason in cases if outcome == "skipped"]
    unexpected = [name for name, reason in skipped if not any(re.search(one, reason) for one in allowed)]
    for name, reason in skipped:
        print(f"skipped{' UNEXPECTEDLY' if name in unexpected else ''}: {name}: {reason.splitlines()[-1]}")
    counts = {kind: sum(outcome == kind for _, outcome, _ in cases) for kind in ("passed", "failed", "skipped")}
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    if unexpected:
        print(f"{len(unexpected)} skipped for a reason that {EXPECTED.name} does not list", file=sys.stderr)
    if not cases:
        print(f"there are no results in {folder}", file=sys.stderr)
    return 1 if unexpected or counts["failed"] or not cases else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
