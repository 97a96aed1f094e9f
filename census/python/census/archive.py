"""Reads the archives that `census run` writes: columns, values, positions.

Archives are read whole into memory, a column at a time, when it is asked for.
Needs h5py and numpy; pandas for frames.
"""

from __future__ import annotations

import builtins
import collections.abc
import hashlib
import os
import typing

import h5py
import numpy

from . import program

if typing.TYPE_CHECKING:
    import pandas

Path = typing.Union[str, "os.PathLike[str]"]
Attributes = typing.Dict[str, typing.Any]

HEAD = 512  # bytes before the HDF5 file: `head` of engine/store/file/digest.h
BLOCK = 1 << 20


class ArchiveError(Exception):
    """The file is no archive, or not the one that was written."""


def _fail(path: Path, why: str) -> typing.NoReturn:
    raise ArchiveError(f"{path}: {why}")


def file_sha256(path: Path, skip: int = 0) -> str:
    """SHA-256 of a file but for its first bytes, as hex digits."""
    digest = hashlib.sha256()
    with builtins.open(path, "rb") as file:
        file.seek(skip)
        for block in iter(lambda: file.read(BLOCK), b""):
            digest.update(block)
    return digest.hexdigest()


def read_head(path: Path) -> typing.Dict[str, str]:
    """The fields of the head as a dictionary of texts."""
    with builtins.open(path, "rb") as file:
        head = file.read(HEAD)
    text, _, zeros = head.partition(b"\0")
    if len(head) < HEAD or zeros.strip(b"\0"):
        _fail(path, "no archive: its head is damaged")
    try:
        fields = dict(line.split(" ", 1) for line in text.decode().splitlines())
    except ValueError:
        _fail(path, "no archive: its head is damaged")
    if fields.get("census-archive") != "1":
        _fail(path, "no archive of format 1")
    return fields


def check_digest(path: Path) -> typing.Dict[str, str]:
    """Compares the file with its head: length and SHA-256. Returns the head."""
    head = read_head(path)
    if os.path.getsize(path) - HEAD != int(head["length"]):
        _fail(path, "its length is not the one in its head")
    if file_sha256(path, HEAD) != head["sha256"]:
        _fail(path, "its SHA-256 is not the one in its head")
    return head


def _plain(value: typing.Any) -> typing.Any:
    """An attribute as str, int, float or list."""
    if isinstance(value, bytes):
        return value.decode()
    return value.tolist() if hasattr(value, "tolist") else value


def attributes_of(item: typing.Any) -> Attributes:
    """The attributes of an HDF5 object as Python values."""
    return {name: _plain(value) for name, value in item.attrs.items()}


def labels_of(
    attributes: Attributes,
) -> typing.Optional[typing.Dict[int, str]]:
    """{number: name} of an enumeration, or None."""
    if "flag_values" not in attributes:
        return None
    return dict(
        zip(attributes["flag_values"], attributes["flag_meanings"].split())
    )


def decode(data: numpy.ndarray, attributes: Attributes) -> numpy.ndarray:
    """Values as they are in the file as people read them: names, texts."""
    if data.dtype.kind == "S":
        return numpy.char.decode(data, "utf-8")
    labels = labels_of(attributes)
    if labels is None:
        return data
    widest = max(map(len, labels.values()))
    table = numpy.full(256, "?", dtype=f"U{widest}")
    for number, name in labels.items():
        table[number] = name
    return table[data]


def _column(group: h5py.Group, name: str) -> numpy.ndarray:
    return decode(group[name][:], attributes_of(group[name]))


class Value:
    """A value in canonical form: its options are Values, each stored once."""

    __slots__ = ("name", "stored", "facts", "lefts", "rights", "_texts")

    def __init__(
        self,
        name: str,
        stored: str,
        facts: Attributes,
        texts: typing.Callable[[], typing.Dict[str, str]],
    ):
        self.name = name
        #: The text in the archive; "" where that is too long for it.
        self.stored = stored
        self._texts = texts
        #: What the archive says of the value, by the names of its columns.
        self.facts = facts
        self.lefts: typing.Tuple[Value, ...] = ()
        self.rights: typing.Tuple[Value, ...] = ()

    @property
    def outcome(self) -> typing.Optional[str]:
        """"N", "P", "L" or "R"."""
        return self.facts.get("outcome")

    @property
    def birthday(self) -> typing.Optional[int]:
        """The height of its tree of options."""
        return self.facts.get("birthday")

    @property
    def temperature(self) -> typing.Any:
        """None where the archive has none."""
        return self.facts.get("temperature")

    @property
    def text(self) -> str:
        """As the program prints it, whole, and as CGSuite reads it: the first
        one that is asked for calls the program, for all of the archive."""
        return self._texts()[self.name]

    def __repr__(self) -> str:
        return f"<{self.stored or self.name}>"


STRUCTURE = ("name", "text", "first", "lefts", "rights", "options")


def _values(
    group: h5py.Group, of: typing.Callable[[], typing.Dict[str, str]]
) -> typing.Dict[str, Value]:
    """{name: Value} of a dictionary of canonical forms."""
    column = {name: _column(group, name) for name in group}
    facts = {
        name: cells.tolist()
        for name, cells in column.items()
        if name not in STRUCTURE
    }
    names = column["name"].tolist()
    texts = column["text"].tolist() if "text" in column else [""] * len(names)
    values = [
        Value(name, text, {fact: cells[i] for fact, cells in facts.items()}, of)
        for i, (name, text) in enumerate(zip(names, texts))
    ]
    options = column.get("options", numpy.zeros(0, dtype="u4"))
    for i, value in enumerate(values if "first" in column else ()):
        first = int(column["first"][i])
        middle = first + int(column["lefts"][i])
        last = middle + int(column["rights"][i])
        value.lefts = tuple(values[k] for k in options[first:middle])
        value.rights = tuple(values[k] for k in options[middle:last])
    return {value.name: value for value in values}


class Miss(typing.NamedTuple):
    """A row that contradicts a rule."""

    row: int
    position: str
    predicted: typing.Any
    found: typing.Any


class Comparison(typing.NamedTuple):
    """A column against a rule."""

    agree: int
    disagree: int
    #: The first rows that disagree.
    first: typing.List[Miss]
    #: {(found, predicted): rows}
    confusion: typing.Dict[typing.Tuple[typing.Any, typing.Any], int]


class Archive(collections.abc.Mapping):
    """A mapping from column names to arrays; enumerations are their names.

    values, which a mapping has as a method, is the dictionary of games' values.
    """

    def __init__(
        self,
        path: Path,
        check: bool = True,
        plugins: typing.Sequence[Path] = (),
    ):
        self.path = os.fspath(path)
        self.head = check_digest(path) if check else read_head(path)
        #: Shared objects with games, for positions, sql() and query().
        self.plugins = tuple(plugins)
        self._file = h5py.File(self.path, "r")
        self._rows = self._file["rows"]
        #: What was solved: "rules", "grid", "ask", ...
        self.attributes = attributes_of(self._file)
        #: How it was solved: "seconds", "host", ...
        self.run = attributes_of(self._file["run"])
        #: {column: its attributes}: "units", "long_name", "role", "help"
        self.columns = {
            name: attributes_of(column) for name, column in self._rows.items()
        }
        self._cache: typing.Dict[str, numpy.ndarray] = {}
        self._positions: typing.Optional[numpy.ndarray] = None
        self._value_cache: typing.Optional[typing.Dict[str, Value]] = None
        self._texts: typing.Optional[typing.Dict[str, str]] = None

    def __getitem__(self, name: str) -> numpy.ndarray:
        if name not in self._cache:
            self._cache[name] = decode(self._rows[name][:], self.columns[name])
        return self._cache[name]

    def __iter__(self) -> typing.Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        census, rows = self.attributes["census"], self.rows
        return f"<{self.path}: {census}, {rows} rows, {len(self)} columns>"

    def close(self) -> None:
        self._file.close()

    @property
    def rows(self) -> int:
        return int(self.attributes["rows"])

    @property
    def values(self) -> typing.Dict[str, Value]:  # type: ignore[override]
        """{name: Value}; empty if the census keeps no dictionary."""
        if self._value_cache is None:
            group = self._file.get("values")
            self._value_cache = (
                _values(group, self._value_texts) if group is not None else {}
            )
        return self._value_cache

    def _value_texts(self) -> typing.Dict[str, str]:
        """{name: text} of the dictionary, as the program prints it."""
        if self._texts is None:
            answer = self.sql("select name, value_text(name) from dictionary")
            self._texts = dict(answer.itertuples(index=False, name=None))
        return self._texts

    def objects(self, column: str = "value") -> numpy.ndarray:
        """A column of names as Values."""
        names = self.values
        out = numpy.empty(self.rows, dtype=object)
        out[:] = [names[name] for name in self[column].tolist()]
        return out

    @property
    def positions(self) -> numpy.ndarray:
        """The position of every row, in notation: the column of the file, or
        what the program writes, which knows the game and the grid."""
        if "position" in self.columns:
            return self["position"]
        if self._positions is None:
            self._positions = numpy.array(
                program.column(self.path, "position", self.plugins), dtype=str
            )
        return self._positions

    def frame(
        self,
        columns: typing.Optional[typing.Sequence[str]] = None,
        positions: bool = False,
    ) -> pandas.DataFrame:
        """Columns (all of them) as a DataFrame by row number, enumerations as
        categories; with `positions` these, too, in the file or not."""
        import pandas

        names = list(self if columns is None else columns)
        data: typing.Dict[str, typing.Any] = {}
        if positions and "position" not in names:
            data["position"] = self.positions
        for name in names:
            labels = labels_of(self.columns[name])
            if labels is None:
                data[name] = self[name]
                continue
            # UNSET, 0, becomes no value.
            data[name] = pandas.Categorical.from_codes(
                self._rows[name][:].astype("i2") - 1,
                [labels[number] for number in sorted(labels)][1:],
            )
        index = pandas.RangeIndex(self.rows, name="row")
        return pandas.DataFrame(data, index=index)

    def sql(self, question: str) -> pandas.DataFrame:
        """The answer to a question in SQL, of the tables rows, dictionary and
        run (`census sql --help`)."""
        return program.sql(question, self.path, plugins=self.plugins)

    def query(self, **options: typing.Any) -> pandas.DataFrame:
        """As census.query(), of this archive."""
        options.setdefault("plugins", self.plugins)
        return program.query(self.path, **options)

    def facts(self) -> typing.List[str]:
        """The names of the columns that are answers."""
        return [
            name
            for name, attributes in self.columns.items()
            if attributes["role"] == "fact"
        ]

    def check(
        self,
        rule: typing.Callable[[typing.Any], typing.Any],
        column: typing.Optional[str] = None,
        first: int = 10,
    ) -> Comparison:
        """Compares a column (the only fact) with what a function says of every
        row: it is given a named tuple of the row's columns, position and
        number among them, and must give a value that the column can hold."""
        if column is None:
            if len(self.facts()) != 1:
                raise ValueError(f"column: one of {', '.join(self.facts())}")
            column = self.facts()[0]
        if column not in self.columns:
            raise ValueError(f"column: one of {', '.join(self)}")
        labels = labels_of(self.columns[column])
        known = set(list(labels.values())[1:]) if labels else None
        frame = self.frame(positions=True)
        found = self[column].tolist()
        agree, misses = 0, []
        confusion: typing.Dict[typing.Tuple[typing.Any, typing.Any], int] = {}
        for row in frame.itertuples(name="Row"):
            said, number = rule(row), row[0]
            if said is None or (known is not None and said not in known):
                raise ValueError(
                    f"the rule says {said!r} of row {number} "
                    f"({row.position}); {column} holds "
                    + (", ".join(sorted(known)) if known else "values")
                )
            pair = found[number], said
            confusion[pair] = confusion.get(pair, 0) + 1
            if pair[0] == said:
                agree += 1
            elif len(misses) < first:
                misses.append(Miss(number, row.position, said, pair[0]))
        return Comparison(agree, self.rows - agree, misses, confusion)

    def check_columns(self) -> None:
        """Compares every column with the SHA-256 in its attributes: of the
        digests of its chunks' values, one after the other."""
        for name, column in self._rows.items():
            data, step = column[:], column.chunks[0]
            if column.shape != (self.rows,):
                _fail(self.path, f"{name}: not as many rows as the file has")
            digest = hashlib.sha256()
            for first in range(0, len(data), step):
                chunk = data[first : first + step].tobytes()
                digest.update(hashlib.sha256(chunk).digest())
            if digest.hexdigest() != self.columns[name]["sha256"]:
                _fail(self.path, f"{name}: its SHA-256 is another")

    def dictionary_sha256(self) -> str:
        """SHA-256 over all of /values, in the order of its names."""
        digest = hashlib.sha256()
        group = self._file.get("values", {})
        for name in sorted(group):
            digest.update(name.encode() + b"\0" + group[name][:].tobytes())
        return digest.hexdigest()

    def facts_sha256(self) -> str:
        """SHA-256 of what is equal in every archive of this census, whoever
        solved it and how: the lines "NAME SHA256" of its keys and facts in the
        order of their names, and one of the dictionary of values."""
        lines = [
            f"{name} {column['sha256']}\n"
            for name, column in sorted(self.columns.items())
            if column["role"] in ("key", "fact")
        ]
        lines.append(f"/values {self.dictionary_sha256()}\n")
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def open(
    path: Path, check: bool = True, plugins: typing.Sequence[Path] = ()
) -> Archive:
    """Opens an archive, its digest checked unless that is declined."""
    return Archive(path, check, plugins)
