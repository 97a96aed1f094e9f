"""The Python package census: python_package.py PROGRAM, in an empty folder.

Reads archives with the package, and with h5py, pandas, xarray and h5dump as
they are; what they say is held against what the program says."""

import csv
import io
import os
import pathlib
import runpy
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "census" / "python"))
os.environ["CENSUS"] = sys.argv[1]

import h5py  # noqa: E402

import census  # noqa: E402


def program(*words):
    return subprocess.run(
        [sys.argv[1], *words], check=True, capture_output=True, text=True
    ).stdout


def export(path):
    """{column: texts}, by the program."""
    program("export", path, "--output", "out.csv")
    lines = list(csv.reader(io.StringIO(pathlib.Path("out.csv").read_text())))
    os.remove("out.csv")
    return dict(zip(lines[0], zip(*lines[1:])))


def raises(kind, text, call, *args, **options):
    try:
        call(*args, **options)
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"no {kind.__name__}")


def columns_and_positions():
    for rules, grid in (
        ("nim", "multisets:parts=1..2,size=1..6"),
        ("end-nim", "rows:heaps=1..3,size=1..3"),
        ("nim", "lists:parts=0..2,size=1..3"),
        ("octal:0.77", "partitions:total=0..9"),
        ("end-nim", "palindromes:heaps=1..4,size=1..3"),
        ("top-entails", "sums:parts=1..2,heaps=1..2,nim=1..2"),
    ):
        census.run(rules=rules, grid=grid, output="a.h5", force=True)
        with census.open("a.h5") as a:
            texts, frame = export("a.h5"), a.frame(positions=True)
            assert a.rows == len(frame) == len(texts["row"])
            assert list(frame.position) == list(texts["position"]), grid
            assert list(a.positions) == list(texts["position"]), grid
            for name in a:
                assert [str(x) for x in a[name]] == list(texts[name]), name
                assert [str(x) for x in frame[name]] == list(texts[name]), name
            assert list(frame.outcome.cat.categories) == ["N", "P", "L", "R"]
            assert frame.index.name == "row"
    census.run("top-entails-partitions", total=8, output="te.h5")
    te = census.open("te.h5")
    assert "position" not in te.columns
    assert te.positions[-1] == "8" and len(te.positions) == 67
    assert te.facts() == ["outcome", "sizes", "compelled"]
    assert list(te.frame(["heaps"])) == ["heaps"]
    # Positions that are a column, too.
    census.run(rules="nim", grid="multisets:parts=1..2,size=1..6",
               columns="position,heaps", output="p.h5")
    frame = census.open("p.h5").frame(["heaps"], positions=True)
    assert frame.position.iloc[-1] == "6+6" and frame.heaps.iloc[-1] == 2


def values():
    census.run("e2-rows", heaps=4, size=3, output="v.h5")
    v = census.open("v.h5")
    # As query prints them, and as they are stored, long ones not at all.
    lines = csv.DictReader(io.StringIO(program(
        "query", "v.h5", "--rows", str(v.rows), "--values", "whole",
        "--format", "csv")))
    assert [line["value"] for line in lines] == [
        value.text for value in v.objects()]
    stored = {row.name: row.text for row in v.sql(
        "select name, text from dictionary").itertuples()}
    assert stored == {name: v.values[name].stored for name in stored}
    assert len(stored) > 10 and "" in stored.values()
    assert any(value.text != value.stored for value in v.values.values())
    for value, outcome in zip(v.objects(), v["outcome"]):
        assert value.outcome == outcome
        assert value.temperature is None or "temperature" in value.facts
        assert all(o.birthday < value.birthday for o in value.lefts)
    v.check_columns()


def rules():
    census.run(rules="nim", ask="outcome", output="n.h5",
               grid="multisets:parts=1..2,size=1..6")
    n = census.open("n.h5")
    fine = n.check(lambda row: "P" if row.heaps == 2
                   and len(set(row.position.split("+"))) == 1 else "N")
    assert (fine.agree, fine.disagree, fine.first) == (27, 0, [])
    wrong = n.check(lambda row: "N", first=1)
    assert (wrong.agree, wrong.disagree) == (21, 6)
    assert wrong.first == [(6, "1+1", "N", "P")]
    assert wrong.confusion == {("N", "N"): 21, ("P", "N"): 6}
    raises(ValueError, "'X' of row 0", n.check, lambda row: "X")
    raises(ValueError, "None of row 0", n.check, lambda row: None)
    raises(ValueError, "UNSET", n.check, lambda row: "UNSET")
    raises(ValueError, "outcome, sizes", census.open("te.h5").check, str)
    said = census.check("n.h5", says="'N'")
    assert (said["agree"], said["disagree"]) == (21, 6)
    assert census.check("te.h5", "three-clause")["disagree"] == 0


def the_program():
    summary = census.run("e4-mixed", output="m.h5")
    assert summary["rows"] == 322
    answer = census.sql("select sum(strict != strict_predicted) as wrong, "
                        "count(*) as n from rows", "m.h5")
    assert answer.values.tolist() == [[27, 322]]
    joined = census.sql("select count(*) as n from x.rows join y.rows using "
                        "(row)", ("x", "n.h5"), ("y", "te.h5"))
    assert joined.n[0] == 27
    groups = census.query("n.h5", by="heaps", max="counters")
    assert list(groups.rows) == [6, 21]
    assert len(census.query("te.h5", rows=3, where=["heaps > 1"])) == 3
    raises(census.ProgramError, "exists already", census.run, "e4-sums",
           output="m.h5")
    raises(census.ProgramError, "no such table", census.sql,
           "select * from nowhere", "m.h5")


def damage():
    data = bytearray(pathlib.Path("m.h5").read_bytes())
    data[-100] ^= 1
    pathlib.Path("bad.h5").write_bytes(data)
    raises(census.ArchiveError, "SHA-256", census.open, "bad.h5")
    pathlib.Path("bad.h5").write_bytes(data[:-1])
    raises(census.ArchiveError, "length", census.open, "bad.h5")
    raises(census.ArchiveError, "no archive", census.open, __file__)


def other_readers():
    want = census.open("te.h5").frame()
    with h5py.File("te.h5") as file:
        assert sorted(file["rows"]) == sorted(want)
        outcome = file["rows/outcome"]
        assert h5py.check_enum_dtype(outcome.dtype)["P"] == 2
        assert ((outcome[:] == 2) == (want.outcome == "P")).all()
    import pandas

    frame = pandas.DataFrame({name: column[:] for name, column in
                              h5py.File("te.h5")["rows"].items()})
    assert (frame.heaps == want.heaps).all()
    dump = subprocess.run(["h5dump", "-d", "/rows/outcome", "-c", "3", "te.h5"],
                          check=True, capture_output=True, text=True).stdout
    assert "(0): P, N, P" in dump, dump


def xarray_datasets():
    import xarray
    from census.backend import CensusBackend

    want = census.open("te.h5").frame()
    assert CensusBackend().guess_can_open("te.h5")
    assert not CensusBackend().guess_can_open(__file__)
    data = xarray.open_dataset("te.h5", engine=CensusBackend, group="rows")
    assert dict(data.dims) == {"row": 67}
    assert data.heaps.attrs["units"] == "heaps"
    assert data.attrs["census"] == "top-entails-partitions"
    for name in want:
        found = data[name]
        assert (found.values == want[name].to_numpy()).all(), name
        assert (found[5:60:7].values == want[name][5:60:7].to_numpy()).all()
        assert (found[::-3].values == want[name][::-3].to_numpy()).all()
        assert (found[[3, 1]].values == want[name][[3, 1]].to_numpy()).all()
        assert found[-1].item() == want[name].iloc[-1]
    values = xarray.open_dataset("v.h5", engine=CensusBackend, group="values")
    assert set(values.dims) == {"value", "option"}
    assert values.name.values.tolist() == list(census.open("v.h5").values)
    counts = data.heaps.groupby(data.outcome).count()
    assert int(counts.sel(outcome="P")) == (want.outcome == "P").sum()


def example():
    runpy.run_path(str(ROOT / "census" / "python" / "example.py"))


if __name__ == "__main__":
    for step in (columns_and_positions, values, rules, the_program, damage,
                 other_readers, xarray_datasets, example):
        step()
