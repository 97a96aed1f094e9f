"""Calls the program `census` and reads the JSON that it writes.

The program is the one that the environment names as CENSUS, else the one that
is found by PATH, else the one built in this source tree.
"""

from __future__ import annotations

import csv
import json
import os
import pathlib
import shutil
import subprocess
import typing

if typing.TYPE_CHECKING:
    import pandas

Path = typing.Union[str, "os.PathLike[str]"]
Texts = typing.Union[str, typing.Sequence[str]]


class ProgramError(Exception):
    """The program did not do it; its exit status and what it said."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status


def program() -> str:
    """The path of the program."""
    named = os.environ.get("CENSUS") or shutil.which("census")
    if named:
        return named
    built = pathlib.Path(__file__).resolve().parents[3] / "build" / "census"
    if built.exists():
        return str(built)
    raise ProgramError(3, "no program 'census' in PATH, and none in CENSUS")


def _list(texts: Texts) -> typing.List[str]:
    return [texts] if isinstance(texts, str) else list(texts)


def _plugins(plugins: typing.Sequence[Path]) -> typing.List[str]:
    return [f"--plugin={os.fspath(plugin)}" for plugin in plugins]


def call(*words: str, fine: typing.Container[int] = (0,)) -> str:
    """What the program writes if it is called with these words."""
    done = subprocess.run(
        [program(), *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode not in fine:
        raise ProgramError(
            done.returncode,
            done.stderr.strip().removeprefix("census: ")
            or f"census {words[0]}: exit status {done.returncode}",
        )
    return done.stdout


def _option(name: str, value: typing.Any) -> typing.List[str]:
    """threads=2 as ["--threads=2"], force=True as ["--force"]."""
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    return [flag] if value is True else [f"{flag}={value}"]


def run(
    census: typing.Optional[str] = None,
    *,
    output: Path,
    rules: typing.Optional[str] = None,
    ask: typing.Optional[str] = None,
    grid: typing.Optional[str] = None,
    plugins: typing.Sequence[Path] = (),
    threads: typing.Optional[int] = None,
    memory: typing.Optional[str] = None,
    time_limit: typing.Optional[str] = None,
    memo: typing.Optional[str] = None,
    force: bool = False,
    **parameters: typing.Any,
) -> typing.Dict[str, typing.Any]:
    """Solves a named census with its parameters, or one made of rules, ask and
    grid, and gives back the summary that `census run --json` prints."""
    words = ["run", *([census] if census else []), *_plugins(plugins)]
    options = {
        "rules": rules,
        "ask": ask,
        "grid": grid,
        "output": os.fspath(output),
        "threads": threads,
        "memory": memory,
        "time-limit": time_limit,
        "memo": memo,
        "force": force,
        **parameters,
    }
    for name, value in options.items():
        words += _option(name, value)
    return json.loads(call(*words, "--quiet", "--json"))


def query(
    path: Path,
    *,
    by: Texts = (),
    where: Texts = (),
    against: typing.Optional[str] = None,
    rows: typing.Optional[int] = None,
    sort: typing.Optional[str] = None,
    limit: typing.Optional[int] = None,
    plugins: typing.Sequence[Path] = (),
    **measures: Texts,
) -> pandas.DataFrame:
    """The answer of `census query`: groups, rows, or a confusion table. Measures
    are sum, mean, min, max and distinct: query(p, by="heaps", mean="largest").
    """
    import pandas

    words = ["query", os.fspath(path), *_plugins(plugins)]
    words += [f"--where={condition}" for condition in _list(where)]
    if by:
        words.append("--by=" + ",".join(_list(by)))
    for name, columns in measures.items():
        words.append(f"--{name}=" + ",".join(_list(columns)))
    for name, value in (
        ("against", against),
        ("rows", rows),
        ("sort", sort),
        ("limit", limit),
    ):
        words += _option(name, value)
    answer = json.loads(call(*words, "--format=json"))
    # Without groups a measure is an object by itself.
    rows = answer.get("rows")
    return pandas.DataFrame(rows if isinstance(rows, list) else [answer])


def _archives(archives: typing.Iterable[typing.Any]) -> typing.List[str]:
    return [
        f"{item[0]}={os.fspath(item[1])}"
        if isinstance(item, tuple)
        else os.fspath(item)
        for item in archives
    ]


def sql(
    question: str,
    *archives: typing.Union[Path, typing.Tuple[str, Path]],
    plugins: typing.Sequence[Path] = (),
) -> pandas.DataFrame:
    """The answer to a question in SQL to archives, each a path or (name, path):
    sql("select count(*) from a.rows", ("a", "one.h5"), ("b", "two.h5"))."""
    import pandas

    answer = call(
        "sql", *_plugins(plugins), "--format=json", *_archives(archives), question
    )
    return pandas.DataFrame(json.loads(answer)["rows"])


def column(
    path: Path, name: str, plugins: typing.Sequence[Path] = ()
) -> typing.List[str]:
    """A column of `rows` as texts, in order; positions are not in every file."""
    quoted = name.replace('"', '""')
    text = call(
        "sql",
        *_plugins(plugins),
        "--format=csv",
        os.fspath(path),
        f'select "{quoted}" from rows order by row',
    )
    return [row[0] if row else "" for row in csv.reader(text.splitlines()[1:])]


def check(
    path: Path,
    rule: typing.Optional[str] = None,
    *,
    says: typing.Optional[str] = None,
    column: typing.Optional[str] = None,
    where: Texts = (),
    plugins: typing.Sequence[Path] = (),
) -> typing.Dict[str, typing.Any]:
    """A column against a named rule, or against an SQL expression: what
    `census check --json` prints, whether the rule is right or not."""
    words = ["check", os.fspath(path), *([rule] if rule else [])]
    words += _option("says", says) + _option("column", column)
    words += [f"--where={condition}" for condition in _list(where)]
    words += _plugins(plugins)
    return json.loads(call(*words, "--json", fine=(0, 1)))
