"""Archives as xarray datasets: xarray.open_dataset("m.h5", group="rows").

One dimension, `row`; enumerations are names, texts are texts; columns are read
when they are used. Other readers of HDF5 do not know where an archive begins
(behind 512 bytes) nor what its enumerations mean.
"""

from __future__ import annotations

import os
import typing

import h5py
import numpy
from xarray import Dataset, Variable
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.core import indexing

from . import archive


class _Column(BackendArray):
    """A dataset of the file, read piece by piece."""

    def __init__(self, path: str, name: str):
        self.path, self.name = path, name
        with h5py.File(path, "r") as file:
            self.attributes = archive.attributes_of(file[name])
            self.shape = file[name].shape
            sample = numpy.zeros(0, dtype=file[name].dtype)
            self.dtype = archive.decode(sample, self.attributes).dtype

    def __getitem__(self, key: typing.Any) -> typing.Any:
        return indexing.explicit_indexing_adapter(
            key, self.shape, indexing.IndexingSupport.BASIC, self._read
        )

    def _read(self, key: typing.Any) -> numpy.ndarray:
        (rows,) = key
        # h5py knows no steps backwards.
        back = isinstance(rows, slice) and (rows.step or 1) < 0
        if back:
            places = range(self.shape[0])[rows]
            rows = slice(places[-1], places[0] + 1, -places.step) if places else (
                slice(0, 0)
            )
        with h5py.File(self.path, "r") as file:
            data = numpy.asarray(file[self.name][rows])
        data = archive.decode(data, self.attributes)
        return data[::-1] if back else data


def _variable(path: str, name: str, dimension: str) -> Variable:
    column = _Column(path, name)
    kept = {
        key: value
        for key, value in column.attributes.items()
        if not key.startswith("flag_")
    }
    data = indexing.LazilyIndexedArray(column)
    return Variable((dimension,), data, attrs=kept)


class CensusBackend(BackendEntrypoint):
    """What xarray asks for files that begin like an archive."""

    description = "Archives of census"
    open_dataset_parameters = ("filename_or_obj", "drop_variables", "group")

    def guess_can_open(self, filename_or_obj: typing.Any) -> bool:
        try:
            return "census-archive" in archive.read_head(filename_or_obj)
        except (archive.ArchiveError, OSError, TypeError, ValueError):
            return False

    def open_dataset(
        self,
        filename_or_obj: typing.Any,
        *,
        drop_variables: typing.Union[str, typing.Iterable[str], None] = None,
        group: str = "rows",
    ) -> Dataset:
        path = os.fspath(filename_or_obj)
        dropped = (
            {drop_variables}
            if isinstance(drop_variables, str)
            else set(drop_variables or ())
        )
        group = group.strip("/")
        if group not in ("rows", "values"):
            raise ValueError(f"group {group!r}: it is rows or values")
        archive.check_digest(path)
        with h5py.File(path, "r") as file:
            names = [name for name in file[group] if name not in dropped]
            attributes = archive.attributes_of(file)
        dimension = "row" if group == "rows" else "value"
        return Dataset(
            {
                name: _variable(
                    path,
                    f"{group}/{name}",
                    "option" if (group, name) == ("values", "options") else dimension,
                )
                for name in names
            },
            attrs=attributes,
        )
