"""Reads the archives that `census run` writes.

    from census_archive import open
    a = open("e2-rows.h5")          # checks the file's SHA-256 first
    a["outcome"]                    # array(['N', 'N', ...]): names, not numbers
    a.frame()                       # all columns as a pandas DataFrame
    a.attributes["grid"]            # 'rows:heaps=1..6,size=1..4'
    a.run["software"]               # what differs from run to run
    v = a.values[a["value"][5459]]  # a value, with its options as values
    v.text, [o.text for o in v.lefts]

Needs h5py and numpy; pandas for frame() only. Archives are read whole into
memory, a column at a time, when it is asked for.
"""

import builtins
import collections.abc
import hashlib
import os

import h5py
import numpy

HEAD = 512  # bytes before the HDF5 file: `head` of engine/store/file/digest.h
BLOCK = 1 << 20


class ArchiveError(Exception):
    """The file is no archive, or not the one that was written."""


def _fail(path, why):
    raise ArchiveError(f"{path}: {why}")


def file_sha256(path, skip=0):
    """SHA-256 of a file but for its first bytes, as hex digits."""
    digest = hashlib.sha256()
    with builtins.open(path, "rb") as file:
        file.seek(skip)
        for block in iter(lambda: file.read(BLOCK), b""):
            digest.update(block)
    return digest.hexdigest()


def read_head(path):
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


def check_digest(path):
    """Compares the file with its head: length and SHA-256. Returns the head."""
    head = read_head(path)
    if os.path.getsize(path) - HEAD != int(head["length"]):
        _fail(path, "its length is not the one in its head")
    if file_sha256(path, HEAD) != head["sha256"]:
        _fail(path, "its SHA-256 is not the one in its head")
    return head


def _plain(value):
    """An attribute as str, int, float or list."""
    if isinstance(value, bytes):
        return value.decode()
    return value.tolist() if hasattr(value, "tolist") else value


def _attributes(item):
    return {name: _plain(value) for name, value in item.attrs.items()}


def _labels(attributes):
    """{number: name} of an enumeration, or None."""
    if "flag_values" not in attributes:
        return None
    return dict(
        zip(attributes["flag_values"], attributes["flag_meanings"].split())
    )


def _decode(dataset, attributes):
    data = dataset[:]
    if data.dtype.kind == "S":
        return numpy.char.decode(data, "utf-8")
    labels = _labels(attributes)
    if labels is None:
        return data
    widest = max(map(len, labels.values()))
    table = numpy.full(max(labels) + 1, "?", dtype=f"U{widest}")
    for number, name in labels.items():
        table[number] = name
    return table[data]


class Value:
    """A value in canonical form: its options are Values, each stored once."""

    __slots__ = ("name", "outcome", "birthday", "lefts", "rights", "_text")

    def __init__(self, name, text, outcome, birthday):
        self.name, self._text = name, text
        self.outcome, self.birthday = outcome, birthday
        self.lefts = self.rights = ()

    @property
    def text(self):
        """As the archive writes it, or spelled out where that is too long."""
        if self._text:
            return self._text
        left = ", ".join(option.text for option in self.lefts)
        right = ", ".join(option.text for option in self.rights)
        return "{" + left + " | " + right + "}"

    def __repr__(self):
        return f"<{self.text}>"


def _values(group):
    """{name: Value} of a dictionary of canonical forms."""
    column = {
        name: _decode(group[name], _attributes(group[name])) for name in group
    }
    values = [
        Value(str(name), str(text), str(outcome), int(birthday))
        for name, text, outcome, birthday in zip(
            column["name"], column["text"], column["outcome"], column["birthday"]
        )
    ]
    options = column["options"]
    for i, value in enumerate(values):
        first = int(column["first"][i])
        middle = first + int(column["lefts"][i])
        last = middle + int(column["rights"][i])
        value.lefts = tuple(values[k] for k in options[first:middle])
        value.rights = tuple(values[k] for k in options[middle:last])
    return {value.name: value for value in values}


class Archive(collections.abc.Mapping):
    """A mapping from column names to arrays; enumerations are their names."""

    def __init__(self, path, check=True):
        self.path = os.fspath(path)
        self.head = check_digest(path) if check else read_head(path)
        self._file = h5py.File(self.path, "r")
        self._rows = self._file["rows"]
        self.attributes = _attributes(self._file)
        self.run = _attributes(self._file["run"])
        self.columns = {
            name: _attributes(column) for name, column in self._rows.items()
        }
        self._cache = {}
        self._value_cache = None

    def __getitem__(self, name):
        if name not in self._cache:
            self._cache[name] = _decode(self._rows[name], self.columns[name])
        return self._cache[name]

    def __iter__(self):
        return iter(self.columns)

    def __len__(self):
        return len(self.columns)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        self._file.close()

    @property
    def rows(self):
        return int(self.attributes["rows"])

    @property
    def values(self):
        """{name: Value}; empty if the census keeps no dictionary."""
        if self._value_cache is None:
            group = self._file.get("values")
            self._value_cache = _values(group) if group is not None else {}
        return self._value_cache

    def frame(self):
        """All columns as a DataFrame, enumerations as categories."""
        import pandas

        return pandas.DataFrame(
            {
                name: pandas.Categorical(self[name])
                if "flag_values" in self.columns[name]
                else self[name]
                for name in self
            }
        )

    def check_columns(self):
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

    def dictionary_sha256(self):
        """SHA-256 over all of /values, in the order of its names."""
        digest = hashlib.sha256()
        group = self._file.get("values", {})
        for name in sorted(group):
            digest.update(name.encode() + b"\0" + group[name][:].tobytes())
        return digest.hexdigest()


def open(path, check=True):
    """Opens an archive, its digest checked unless that is declined."""
    return Archive(path, check)
