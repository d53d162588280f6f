"""The command ``python -m oovec.spark``; for spark-submit, docs/spark.md has a script of two lines."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

import oovec
import oovec.spark
from oovec import _core
from oovec.errors import Error, UsageError
from oovec.spark.indexing import OPTIONS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from oovec._core import IndexSummary

FORMATS = ("text", "parquet", "orc", "json", "csv")


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; returns the exit code of the program oovec for what went wrong."""
    given = vars(_parser().parse_args(arguments))
    run = given.pop("run")
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    session = SparkSession.builder.appName(f"oovec {given.pop('command')}").getOrCreate()
    try:
        print(json.dumps(run(session, {name: value for name, value in given.items() if value is not None})))
    except (Error, TypeError) as error:
        print(f"oovec: {error}", file=sys.stderr)
        return 2 if isinstance(error, (UsageError, TypeError)) else 3
    except PySparkException as error:
        print(f"oovec: Spark: {str(error).splitlines()[0]}", file=sys.stderr)
        return 4
    finally:
        session.stop()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m oovec.spark", description="oovec on Apache Spark. Prints JSON.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    index = commands.add_parser("index", help="sample the contexts of words from a text")
    _add_text(index)
    index.add_argument("--vectors", required=True, help="vectors file, on the driver")
    index.add_argument("-o", "--output", required=True, help="context index to write: a path of the driver, or a URL")
    _add_options(index, OPTIONS)
    index.set_defaults(run=_index)

    augment = commands.add_parser("augment", help="add vectors for the new words of a text to a vectors file")
    augment.add_argument("model", help="model file, on the driver")
    _add_text(augment)
    augment.add_argument("--vectors", help="the vectors the model was trained with; their rows are kept byte by byte")
    augment.add_argument("-o", "--output", required=True, help="vectors to write: a path of the driver, or a URL")
    _add_options(augment, _core.augment_options())
    augment.set_defaults(run=_augment)

    coverage = commands.add_parser("coverage", help="share of a text that has no vector")
    _add_text(coverage)
    coverage.add_argument("--vectors", required=True, help="vectors file, on the driver")
    coverage.add_argument("--topn", type=int, help="how many words without a vector to name (20)")
    coverage.set_defaults(run=_coverage)

    infer = commands.add_parser("infer", help="give the words of a table a vector")
    infer.add_argument("model", help="model file, on the driver")
    _add_text(infer, column=False)
    infer.add_argument("--word", required=True, help="column of words")
    infer.add_argument("--contexts", help="column of texts, or of arrays of texts")
    infer.add_argument("-o", "--output", required=True, help="Parquet to write; it must not exist")
    infer.set_defaults(run=_infer)
    return parser


def _add_text(parser: argparse.ArgumentParser, *, column: bool = True) -> None:
    parser.add_argument("--corpus", required=True, nargs="+", help="paths or URLs that Spark reads")
    parser.add_argument("--corpus-format", choices=FORMATS, default="text", help="how Spark reads them (text)")
    if column:
        parser.add_argument("--column", default="value", help="column of texts (value, as text files have it)")


def _add_options(parser: argparse.ArgumentParser, options: list[tuple[str, Any, str]]) -> None:
    for name, default, text in options:
        flag = "--" + name.replace("_", "-")
        described = f"{text} ({default})".replace("%", "%%")
        if isinstance(default, bool):
            parser.add_argument(flag, action="store_true", default=None, help=described)
        else:
            parser.add_argument(flag, type=type(default), metavar="VALUE", help=described)


def _read(session: SparkSession, given: dict[str, Any]) -> DataFrame:
    reader = session.read.option("lineSep", "\n") if given["corpus_format"] == "text" else session.read
    if given["corpus_format"] == "csv":
        reader = reader.option("header", "true")
    paths = given.pop("corpus")
    return reader.format(given.pop("corpus_format")).load(paths)


def _index(session: SparkSession, given: dict[str, Any]) -> dict[str, Any]:
    df = _read(session, given)
    summary = oovec.spark.index(df, given.pop("column"), given.pop("vectors"), given.pop("output"), **given)
    return _told(summary)


def _told(summary: IndexSummary) -> dict[str, Any]:
    return {name: getattr(summary, name) for name in ("lines", "bad_lines", "sentences", "tokens", "language",
                                                      "words_seen", "novel_words", "sentences_kept")}


def _augment(session: SparkSession, given: dict[str, Any]) -> dict[str, Any]:
    df = _read(session, given)
    words = oovec.spark.augment(df, given.pop("column"), given.pop("model"), given.pop("vectors", None),
                                given.pop("output"), **given)
    return {"words": len(words), "added": sum(word.outcome == "added" for word in words)}


def _coverage(session: SparkSession, given: dict[str, Any]) -> dict[str, Any]:
    df = _read(session, given)
    return vars(oovec.spark.coverage(df, given.pop("column"), given.pop("vectors"), **given))


def _infer(session: SparkSession, given: dict[str, Any]) -> dict[str, Any]:
    df = _read(session, given)
    oovec.spark.infer(df, given["model"], word=given["word"],
                      contexts=given.get("contexts")).write.parquet(given["output"])
    written = session.read.parquet(given["output"])
    return {"rows": written.count(), "without_vector": written.where("vector is null").count()}


if __name__ == "__main__":
    sys.exit(main())
