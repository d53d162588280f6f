"""oovec.compare: data frames of any kind, and what the result can do."""

import datetime
import random

import numpy as np
import pytest

import oovec

LIKED = {"D": ["sweet", "fruit", "citrus", "melon"], "R": ["unable", "employ", "off", "thick"]}


def speeches(count=40):
    draw = random.Random(1)
    return [{"id": f"s{i // 2}", "party": "DR"[i % 2], "year": 1950 + i,
             "speech": f"The pomelo is {' '.join(draw.choices(LIKED['DR'[i % 2]], k=4))}."} for i in range(count)]


def compare(data, model, **options):
    given = {"text": "speech", "word": "pomelo", "by": "party", "permutations": 50, "bootstraps": 50}
    return oovec.compare(data, model=model, **(given | options))


@pytest.fixture(name="expected")
def of_dictionaries(model):
    return compare(speeches(), model).to_json()


def test_frames_columns_and_rows_are_the_same(model, expected):
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    columns = {name: [row[name] for row in speeches()] for name in speeches()[0]}
    for data in [pandas.DataFrame(speeches()), pyarrow.table(columns), columns, iter(speeches())]:
        assert compare(data, model).to_json() == expected


def test_frames_of_polars_are_taken(model, expected):
    polars = pytest.importorskip("polars")
    assert compare(polars.DataFrame(speeches()), model).to_json() == expected


def test_files_are_csv_json_lines_or_parquet(model, expected, tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(speeches())
    frame.to_csv(tmp_path / "s.csv", index=False)
    frame.to_json(tmp_path / "s.jsonl", orient="records", lines=True)
    frame.to_parquet(tmp_path / "s.parquet")
    for name in ["s.csv", "s.jsonl", "s.parquet"]:
        assert compare(tmp_path / name, model).to_json() == expected
    assert compare([tmp_path / "s.parquet"], model).to_json() == expected


def test_values_are_taken_as_what_they_are(model):
    rows = speeches()
    for i, row in enumerate(rows):
        row["when"] = datetime.date(row["year"], 1, 1)
        row["number"] = np.float32(i)
        row["bool"] = bool(i % 2)
    with pytest.warns(UserWarning, match="too few contexts"):
        assert compare(rows, model, by=None, over="when").words["pomelo"]["groups"] == []  # 10 each are too few
    over = compare(rows, model, by=None, over="when", min_contexts=5)
    assert over.words["pomelo"]["groups"][0]["name"] == "1950–1959"
    found = compare(rows, model, by=None, formula="bool + number").words["pomelo"]["regression"]["covariates"]
    assert found[0]["levels"] == ["False", "True"]
    assert found[1]["kind"] == "numeric" and found[1]["high"] == 39


def test_missing_values_are_left_out(model):
    rows = speeches(60)
    for row, missing in zip(rows, [None, float("nan"), ""], strict=False):
        row["party"] = missing
    rows[3]["speech"] = None
    found = compare(rows, model)
    assert found.words["pomelo"]["without_value"] == 3
    assert found.words["pomelo"]["contexts"] == 56


def test_a_regression_answers_for_values(model):
    found = compare(speeches(), model, by=None, formula="party + year",
                    at=["party=R", {"party": "D", "year": 1960}])
    assert repr(found) == "<oovec.Comparison of pomelo on party + year: 40 contexts>"
    fitted = found.words["pomelo"]["regression"]["fitted"]
    assert [each["at"] for each in fitted] == ["party=R", "party=D,year=1960"]


def test_documents_are_units(model):
    rows = speeches()
    for i, row in enumerate(rows):
        row["id"] = f"s{i // 4 * 2 + i % 2}"
    assert compare(rows, model, document="id").words["pomelo"]["documents"] == 20


def test_the_result_is_a_frame_a_file_and_a_page(model, tmp_path):
    pandas = pytest.importorskip("pandas")
    found = compare(speeches(), model)
    frame = found.to_frame()
    assert list(frame.columns) == ["word", "part", "group", "item", "figure", "value", "low", "high"]
    row = frame[(frame.part == "pair") & (frame.figure == "p")].iloc[0]
    assert row.value == found.words["pomelo"]["pairs"][0]["p"] and pandas.isna(row.low)
    assert found.to_csv(tmp_path / "numbers.csv") == (tmp_path / "numbers.csv").read_text()
    assert "default-src 'none'" in found.to_html()
    assert found._repr_html_().startswith("<iframe srcdoc=")


def test_words_and_groups_that_look_like_numbers_stay_texts_in_a_frame(model):
    pandas = pytest.importorskip("pandas")
    rows = [row | {"party": f"{1950 + i % 4}", "speech": row["speech"].replace("pomelo", "1984")}
            for i, row in enumerate(speeches(80))]
    frame = compare(rows, model, word="1984").to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert set(frame[frame.part == "group"].word) == {"1984"}
    assert set(frame[frame.part == "group"].group) == {"1950", "1951", "1952", "1953"}
    assert "0" in set(frame[frame.part == "vector"].item)


def test_a_column_that_a_frame_has_twice_is_refused(model):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([["The pomelo is sweet.", "D", "x"], ["The pomelo is thick.", "R", "y"]],
                             columns=["speech", "party", "party"])
    with pytest.raises(oovec.UsageError, match='have the column "party" twice; rename one'):
        compare(frame, model)


def test_lazy_frames_and_broken_files_are_refused(model, tmp_path):
    pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    with pytest.raises(TypeError, match=r"not a LazyFrame; call its collect\(\)"):
        compare(polars.DataFrame(speeches()).lazy(), model)
    (tmp_path / "s.parquet").write_bytes(b"x")
    with pytest.raises(oovec.MalformedError, match="is not a Parquet file"):
        compare(tmp_path / "s.parquet", model)


def test_an_infinite_number_is_told_instead_of_its_row_dropped(model):
    rows = speeches()
    rows[0]["year"] = float("inf")
    with pytest.warns(UserWarning, match='year is treated as a category, because "inf" is not a number'):
        assert '"bad_rows":0' in compare(rows, model, by=None, formula="party + year").to_json()


def test_values_may_be_given_once(model):
    at = {"party": "R", "year": 1960}
    for given in ["party=R,year=1960", at, [at]]:
        found = compare(speeches(), model, by=None, formula="party + year", at=given)
        assert [each["at"] for each in found.words["pomelo"]["regression"]["fitted"]] == ["party=R,year=1960"]


def test_values_of_a_dictionary_may_hold_commas(model):
    rows = [row | {"party": {"D": "Democrats", "R": "Labour, Co-op"}[row["party"]]} for row in speeches()]
    found = compare(rows, model, by=None, formula="party + year", at=[{"party": "Labour, Co-op", "year": 1960}])
    assert found.words["pomelo"]["regression"]["fitted"][0]["at"] == "party=Labour, Co-op,year=1960"


def test_what_is_wrong_is_told(model):
    with pytest.raises(oovec.UsageError, match="did you mean party"):
        compare({"speech": ["x"], "party": ["D"]}, model, by="partly")
    with pytest.raises(oovec.UsageError, match='the column "party" has 2 values, but "speech" has 1'):
        compare({"speech": ["x"], "party": ["D", "R"]}, model)
    with pytest.raises(oovec.UsageError, match=r'no row has "speach"; the last has .*did you mean speech'):
        compare(speeches(), model, text="speach")
    with pytest.raises(TypeError, match="did you mean anchors"):
        compare(speeches(), model, anchor=["fruit"])
    with pytest.raises(TypeError, match="rows are dictionaries, not str"):
        compare(iter(["a text"]), model)
    with pytest.raises(TypeError, match="takes a data frame"):
        compare(3, model)
    with pytest.raises(oovec.UsageError, match="there is nothing to compare by"):
        compare(speeches(), model, by=None)
    with pytest.raises(oovec.UsageError, match='"plum" was not compared, only pomelo'):
        compare(speeches(), model)._find("plum")


def test_what_disappoints_is_a_warning(model):
    with pytest.warns(UserWarning, match="does not occur"):
        compare(speeches(), model, word=["pomelo", "durian"])


def test_plots_are_drawn(model):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    over = compare(speeches(), model, by=None, over="year", min_contexts=5, anchors=["fruit", "thick"])
    figure, ax = pyplot.subplots()
    assert over.plot(ax=ax) is ax
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["fruit", "thick"]
    for found in [compare(speeches(), model), compare(speeches(), model, by=None, formula="party")]:
        ax = found.plot("pomelo", figure.add_subplot())
        assert len(ax.get_yticks()) == 1
    pyplot.close(figure)


def test_a_window_is_that_many_tokens_to_either_side(model):
    text = "Sweet fruit. The pomelo is thick and known. Off."
    whole = model.infer("pomelo", text)
    near = model.infer("pomelo", text, window=1)
    assert near.context_words < whole.context_words
    assert (near.vector == model.infer("pomelo", "the pomelo is").vector).all()
    many = model.infer_many([("pomelo", text)], part="context", window=1)
    assert (many[0] == near.context).all()
    observation = model.observe("pomelo", window=1)
    observation.add(text)
    assert (observation.infer().vector == near.vector).all()
