"""An archive that lies, made of a real one, with every digest made good again.

    lying_archive.py (KIND IN.h5 OUT.h5)...

NAME=TEXT is a root attribute, COLUMN:NAME=TEXT one of a column, /values/COLUMN:NAME=TEXT
one of a column of values; TEXT may hold \\0 and \\e. `cells=COLUMN:BYTE` fills a column with a byte,
`as-text=COLUMN` makes it text; the others are `soft`, `external`, `group`, `virtual`,
`stored-outside`, `many-rows`, `short-chunks`.
"""

import hashlib
import shutil
import sys

import h5py
import numpy as np


def seal(path):
    data = open(path, "rb").read()
    head, body = data[:512], data[512:]
    new = {"length": len(body), "sha256": hashlib.sha256(body).hexdigest()}
    lines = head.rstrip(b"\0").decode().splitlines()
    lines = [f"{k} {new[k]}" if (k := line.split()[0]) in new else line for line in lines]
    open(path, "wb").write(("\n".join(lines) + "\n").encode().ljust(512, b"\0") + body)


def set_text(where, name, text):
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(len(text.encode()))
    kind.set_strpad(h5py.h5t.STR_NULLPAD)
    kind.set_cset(h5py.h5t.CSET_UTF8)
    del where.attrs[name]
    a = h5py.h5a.create(where.id, name.encode(), kind, h5py.h5s.create(h5py.h5s.SCALAR))
    a.write(np.array(text.encode(), dtype=f"S{len(text.encode())}"), kind)


def set_attribute(where, name, text):
    if text.isdigit():
        where.attrs.modify(name, np.array(int(text), dtype="<u8"))
    else:
        set_text(where, name, text.replace("\\0", "\0").replace("\\e", "\x1b"))


def again(rows, name, **how):
    """The column again, laid out in another way; its attributes stay."""
    attrs = [(k, rows[name].attrs.get_id(k)) for k in rows[name].attrs]
    attrs = [(k, rows[name].attrs[k], a.dtype) for k, a in attrs]
    values, kind = rows[name][:], rows[name].dtype
    del rows[name]
    if "layout" in how:
        rows.create_virtual_dataset(name, how["layout"](values, kind))
    else:
        rows.create_dataset(name, **({"data": values, "dtype": kind} | how))
    for k, v, t in attrs:
        rows[name].attrs.create(k, v, dtype=t)


def digest(column):
    """Of a column of one block."""
    values = hashlib.sha256(column[:].tobytes()).digest()
    set_text(column, "sha256", hashlib.sha256(values).hexdigest())


def main(kind, source, out):
    shutil.copy(source, out)
    with h5py.File(out, "r+", libver=("v110", "v110")) as f:
        rows = f["rows"]
        first = list(rows)[0]
        what, _, rest = kind.partition("=")
        where, _, name = what.rpartition(":")
        if kind == "soft":
            rows.move(first, "/kept")
            rows[first] = h5py.SoftLink("/kept")
        elif kind == "external":
            del f["rows"]
            f["rows"] = h5py.ExternalLink(source, "/rows")
        elif kind == "group":
            rows.create_group("more")
        elif kind == "virtual":
            def layout(values, dtype):
                result = h5py.VirtualLayout(values.shape, dtype)
                result[:] = h5py.VirtualSource(source, "rows/" + first, shape=values.shape)
                return result
            again(rows, first, layout=layout)
        elif kind == "stored-outside":
            n = len(rows[first])
            again(rows, first, data=None, shape=(n,),
                  external=[(out + ".raw", 0, h5py.h5f.UNLIMITED)])
        elif kind in ("many-rows", "short-chunks"):
            n = 1 << (59 if kind == "many-rows" else 40)
            for name in list(rows):
                again(rows, name, data=None, shape=(n,), shuffle=True, compression=1,
                      chunks=(65536 if kind == "many-rows" else 1,), fletcher32=True)
            f.attrs.modify("rows", np.array(n, dtype="<u8"))
        elif what == "cells":
            name, _, byte = rest.partition(":")
            fill = np.full(rows[name].shape, int(byte), "u1")
            fill = np.repeat(fill, rows[name].dtype.itemsize).view(rows[name].dtype)
            again(rows, name, data=fill, chunks=rows[name].chunks, shuffle=True, compression=1,
                  fletcher32=True)
            digest(rows[name])
        elif what == "as-text":
            fill = np.full(rows[rest].shape, b"N", "S8")
            again(rows, rest, data=fill, dtype="S8", chunks=rows[rest].chunks, shuffle=True,
                  compression=1, fletcher32=True)
            digest(rows[rest])
        else:
            at = f[where] if where.startswith("/") else rows[where] if where else f
            set_attribute(at, name, rest)
    seal(out)


if __name__ == "__main__":
    if len(sys.argv) < 4 or len(sys.argv) % 3 != 1:
        sys.exit(__doc__)
    for i in range(1, len(sys.argv), 3):
        main(*sys.argv[i : i + 3])
