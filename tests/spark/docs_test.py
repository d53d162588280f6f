"""The example of docs/spark.md does what the page says."""

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "spark.md"


def test_the_example_of_the_page_runs(tmp_path):
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    settings = {"spark.executorEnv.PYTHONPATH": os.environ["PYTHONPATH"], "spark.ui.enabled": "false"}
    arguments = " ".join(f"--conf {name}={value}" for name, value in settings.items())
    environment = {**os.environ, "PYSPARK_SUBMIT_ARGS": f"{arguments} pyspark-shell",
                   "SPARK_WORKER_DIR": str(tmp_path / "work")}
    done = subprocess.run([sys.executable, "-c", example], cwd=tmp_path, env=environment, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"tangelo\|\[A tangelo is a f\.\.\.\|\[-?\d\.\d+", done.stdout), done.stdout
    old, new = (Path(tmp_path, name).read_text() for name in ("fruit.txt", "fruit+new.txt"))
    assert new.startswith(old)
    assert re.search(r"^tangelo( -?\d\S*){3}$", new.removeprefix(old), re.MULTILINE), new
