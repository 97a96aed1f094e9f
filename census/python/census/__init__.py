"""Censuses of combinatorial games: their archives, and the program.

    import census
    census.run("e2-rows", output="e2-rows.h5")
    a = census.open("e2-rows.h5")      # checks the file's SHA-256 first
    a.frame()                          # all columns as a pandas DataFrame
    a["outcome"]                       # array(['N', 'N', ...]): names
    a.positions                        # of every row, in notation
    a.values[a["value"][5459]]         # a value; .text, .lefts, .rights
    a.sql("select outcome, count(*) as n from rows group by outcome")
    a.check(lambda row: "P" if row.nimber == 0 else "N", column="outcome")

Needs h5py and numpy; pandas for frames. With xarray and the installed package
also xarray.open_dataset("e2-rows.h5", group="rows"). run(), query(), sql(),
check() and the positions of grids that do not store them call the program
`census` (program.py says which).
"""

from .archive import (
    Archive,
    ArchiveError,
    Comparison,
    Miss,
    Value,
    check_digest,
    file_sha256,
    open,
    read_head,
)
from .program import ProgramError, check, program, query, run, sql

__all__ = [
    "Archive",
    "ArchiveError",
    "Comparison",
    "Miss",
    "ProgramError",
    "Value",
    "check",
    "check_digest",
    "file_sha256",
    "open",
    "program",
    "query",
    "read_head",
    "run",
    "sql",
]
