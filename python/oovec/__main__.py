"""``python -m oovec``: the program ``oovec`` that is installed with the package."""

import os
import shutil
import sys
from importlib import metadata
from pathlib import Path


def find_program() -> str:
    """The path of the program: where the package was installed to, or else the PATH's."""
    try:
        files = metadata.files("oovec") or []
    except metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == "oovec" and file.parent.name in ("bin", "Scripts"):
            return str(Path(file.locate()).resolve())
    program = shutil.which("oovec")
    if program is None:
        sys.exit("oovec: the program is not installed; pip install oovec brings it")
    return program


def main() -> None:
    program = find_program()
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
