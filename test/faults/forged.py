"""Archives that claim what is not so, with every digest made good: does `census
verify` pass one, or `census verify --proof`?

    forged.py build/census [WORD]

Of small archives of several kinds (those that have WORD): each root attribute, the
identity in the header, each attribute of columns, values of each column and of each
dataset below /values are changed, one at a time; rows are those of another census
on the same grid, or a link to those of another file. CSV on stdout, and what passed
on stderr; exit status 1 if anything did.
"""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import h5py
import numpy as np

HEADER = 512
CHUNK = 65536


def custom(game, ask, grid, *more):
    return ["--rules", game, "--ask", ask, "--grid", grid, *more]


SMALL = "multisets:parts=0..3,size=1..4"
# Each with another census whose rows it could hold.
ARCHIVES = {
    "named": (["top-entails-partitions", "--total", "9"], None),
    "outcomes": (custom("nim", "outcome", SMALL),
                 custom("nim:play=misere", "outcome", SMALL)),
    "dense": (custom("top-entails:reply=elsewhere", "outcome", SMALL),
              custom("top-entails:reply=any", "outcome", SMALL)),
    "nimbers": (custom("octal:0.77", "nimber", SMALL),
                custom("octal:0.07", "nimber", SMALL)),
    "loony": (custom("top-entails:empty=lose", "loony", SMALL),
              custom("top-entails:empty=free", "loony", SMALL)),
    "coalition": (custom("nim:players=3", "coalition", SMALL), None),
    "sequence": (custom("octal:0.6", "nimber", "lists:parts=1,size=1..90"),
                 custom("octal:0.77", "nimber", "lists:parts=1,size=1..90")),
    "stacks": (["top-entails-stacks", "--size", "90"], None),
    "values": (custom("end-nim", "partizan", "rows:heaps=1..3,size=1..3"), None),
    "regions": (custom("domineering", "partizan", "regions:squares=1..5"), None),
    "columns": (custom("nim", "nimber", SMALL, "--columns",
                       "position,value,moves,winning"), None),
}


def text_of(attributes, name):
    value = attributes[name]
    return value.decode() if isinstance(value, bytes) else None


def set_text(where, name, text):
    kind = where.attrs.get_id(name).dtype
    data = text.encode()
    if kind.kind == "S" and len(data) <= kind.itemsize:
        where.attrs.modify(name, np.array(data, dtype=kind))
    else:
        where.attrs.create(name, np.bytes_(data))


def other_texts(text):
    """Texts of the same kind: a digit, or the last letter, is another."""
    yield text[:-1] + ("a" if text[-1:] != "a" else "b")
    for i, letter in enumerate(text):
        if letter.isdigit():
            yield text[:i] + str((int(letter) + 1) % 10) + text[i + 1:]
            return


def seal(path):
    """The digests of all columns, and that of the file."""
    with h5py.File(path, "r+") as f:
        for column in f["rows"].values():
            if "sha256" not in column.attrs:
                continue
            blocks = hashlib.sha256()
            for i in range(0, len(column), CHUNK):
                blocks.update(hashlib.sha256(column[i:i + CHUNK].tobytes()).digest())
            set_text(column, "sha256", blocks.hexdigest())
    data = path.read_bytes()
    body = data[HEADER:]
    new = {"length": len(body), "sha256": hashlib.sha256(body).hexdigest()}
    lines = data[:HEADER].rstrip(b"\0").decode().splitlines()
    lines = [f"{w} {new[w]}" if (w := line.split()[0]) in new else line
             for line in lines]
    head = ("\n".join(lines) + "\n").encode().ljust(HEADER, b"\0")
    path.write_bytes(head + body)


def change_cell(data, row):
    cell = data[row]
    if data.dtype.kind == "S":
        text = bytes(cell)
        cell = bytes([text[0] ^ 1]) + text[1:] if text else b"x"
    else:
        cell = cell + 1 if int(cell) < np.iinfo(data.dtype).max else cell - 1
    data[row] = cell


def forge_attributes(f, where, label):
    for name in list(where.attrs):
        if name == "sha256":
            continue
        text = text_of(where.attrs, name)
        if text is None:
            yield f"{label} {name} + 1", lambda w, n=name: w.attrs.modify(
                n, w.attrs[n] + 1)
        for other in other_texts(text) if text else ():
            yield f"{label} {name} = {other[-40:]}", lambda w, n=name, o=other: \
                set_text(w, n, o)


def forgeries(source, other):
    """Label, and what changes an open file."""
    with h5py.File(source) as f:
        for label, change in forge_attributes(f, f, "/"):
            yield label, change
        for group in ("rows", "values"):
            for name in f.get(group, {}):
                at = f"{group}/{name}"
                for label, change in forge_attributes(f, f[at], at):
                    yield label, lambda g, a=at, c=change: c(g[a])
                n = len(f[at])
                for row in sorted({0, n // 2, n - 1}):
                    yield f"{at} row {row}", lambda g, a=at, r=row: \
                        change_cell(g[a], r)
    if other:
        def take(g):
            with h5py.File(other) as o:
                for name in g["rows"]:
                    g["rows"][name][:] = o["rows"][name][:]
        yield "rows of another census", take

    def link(g):
        del g["rows"]
        g["rows"] = h5py.ExternalLink(str(source), "/rows")
    yield "rows of another file", link


def forge_header(path):
    """The identity in the header and in the file."""
    data = bytearray(path.read_bytes())
    at = data.index(b"run ") + 4
    data[at] = ord("0") if data[at] != ord("0") else ord("1")
    path.write_bytes(data)
    with h5py.File(path, "r+") as f:
        set_text(f, "run", data[at:at + 64].decode())


def passes(census, path, *words):
    done = subprocess.run([census, "verify", "-q", "-t", "1", *words, path],
                          capture_output=True, text=True)
    return done.returncode == 0


def main():
    census = os.path.realpath(sys.argv[1])
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    bad = False
    folder = pathlib.Path(tempfile.mkdtemp())
    lie = folder / "lie.h5"
    print("archive,forged,passed verify,passed proof")
    for name, (words, other_words) in ARCHIVES.items():
        if word not in name:
            continue
        source, other = folder / f"{name}.h5", folder / f"{name}-2.h5"
        for path, run in ((source, words), (other, other_words)):
            if run:
                subprocess.run([census, "run", *run, "-q", "-o", path], check=True)
        shutil.copy(source, lie)
        seal(lie)
        if not passes(census, lie) or not passes(census, lie, "--proof"):
            sys.exit(f"forged: {name}: the true one is refused")
        counts = [0, 0, 0]
        made = list(forgeries(source, other if other_words else None))
        for label, change in [*made, ("header run", None)]:
            shutil.copy(source, lie)
            if change:
                with h5py.File(lie, "r+") as f:
                    change(f)
            else:
                forge_header(lie)
            seal(lie)
            counts[0] += 1
            for i, proof in enumerate(((), ("--proof",))):
                if passes(census, lie, *proof):
                    counts[1 + i] += 1
                    bad = True
                    print(f"{name}: {label}: passed{' a proof' * i}",
                          file=sys.stderr)
        print(f"{name},{counts[0]},{counts[1]},{counts[2]}", flush=True)
    shutil.rmtree(folder)
    sys.exit(1 if bad else 0)


main()
