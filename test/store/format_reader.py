"""Reads and checks an archive by what engine/store/FORMAT.md says, and nothing
else: python3 format_reader.py FILE... Prints a line for each file."""

import hashlib
import re
import sys
from math import comb

import h5py
import numpy


def text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def read_head(path):
    with open(path, "rb") as file:
        head, body = file.read(512), file.read()
    lines = head.rstrip(b"\0").decode("ascii").splitlines()
    fields = dict(line.split(" ", 1) for line in lines)
    assert fields["census-archive"] == "1", "kind or version"
    assert int(fields["length"]) == len(body), "length"
    assert fields["sha256"] == hashlib.sha256(body).hexdigest(), "sha256"
    return fields


def type_name(dataset):
    labels = h5py.check_enum_dtype(dataset.dtype)
    if labels:
        names = sorted(labels, key=labels.get)
        assert [labels[n] for n in names] == list(range(len(names)))
        assert text(dataset.attrs["flag_meanings"]) == " ".join(names)
        return "enum:" + ",".join(f"{n}={labels[n]}" for n in names[1:])
    kind, size = dataset.dtype.kind, dataset.dtype.itemsize
    return f"text:{size}" if kind == "S" else f"{kind}{8 * size}"


def check_column(dataset):
    digests, values = b"", dataset[:]
    labels = h5py.check_enum_dtype(dataset.dtype)
    for i in range(0, len(values), 65536):
        digests += hashlib.sha256(values[i:i + 65536].tobytes()).digest()
    assert text(dataset.attrs["sha256"]) == hashlib.sha256(digests).hexdigest()
    if labels:
        assert values.min() > 0 and values.max() < len(labels), "UNSET"
    assert dataset.attrs["role"] in (b"key", b"fact", b"cost", "key", "fact", "cost")
    return values


def check_identity(file, columns):
    attrs = {k: text(v) for k, v in file.attrs.items()}
    lines = [f"census {attrs['census']} {attrs['census_version']}"]
    lines += [f"{n}|{type_name(d)}|{text(d.attrs['role'])}" for n, d in columns.items()]
    lines += [f"{key} {attrs[key]}" for key in ("rules", "ask", "grid", "rows")]
    if "beside_grid" in attrs:
        lines.append(f"beside_grid {attrs['beside_grid']}")
    run = hashlib.sha256(("\n".join(lines) + "\n").encode()).hexdigest()
    assert run == attrs["run"], "identity"
    return run


def multisets(n, k):
    return comb(n + k - 1, k) if n else int(k == 0)


def multiset(rank, k):
    items = []
    for i in range(k, 0, -1):
        a = 0
        while comb(a + i, i) <= rank:
            a += 1
        rank -= comb(a + i - 1, i)
        items.append(a)
    return items[::-1]


def bounded(n, m, memo={}):
    """Partitions of n into parts of at most m."""
    if n == 0 or m == 0:
        return int(n == 0)
    if (n, m) not in memo:
        memo[n, m] = bounded(n, m - 1) + (bounded(n - m, m) if n >= m else 0)
    return memo[n, m]


def lists(p, i):
    (low, high), (s, t) = p["parts"], p["size"]
    base, n = t - s + 1, low
    while i >= base ** n:
        i, n = i - base ** n, n + 1
    return [("", s + i // base ** (n - 1 - j) % base) for j in range(n)]


def multisets_point(p, i):
    (n, high), (s, t) = p["parts"], p["size"]
    while i >= multisets(t - s + 1, n):
        i, n = i - multisets(t - s + 1, n), n + 1
    return [("", s + a) for a in multiset(i, n)]


def partitions(p, i):
    n = p["total"][0]
    while i >= bounded(n, n):
        i, n = i - bounded(n, n), n + 1
    rank, conjugate = bounded(n, n) - 1 - i, []
    while n:
        c = 1
        while bounded(n, c) <= rank:
            c += 1
        rank, n = rank - bounded(n, c - 1), n - c
        conjugate.append(c)
    parts = conjugate[0] if conjugate else 0
    return [("", sum(c >= parts - j for c in conjugate)) for j in range(parts)]


def compositions(n, total, s, t):
    if n == 0:
        return [()] if total == 0 else []
    return [(a,) + rest for a in range(s, t + 1)
            for rest in compositions(n - 1, total - a, s, t)]


def rows(p, i):
    (low, high), (s, t) = p["heaps"], p["size"]
    for total in range(high * t + 1):
        for n in range(low, high + 1):
            group = compositions(n, total, s, t)
            if i < len(group):
                return [("", a) for a in group[i]]
            i -= len(group)


def palindromes(p, i):
    (low, high), (s, t) = p["heaps"], p["size"]
    for total in range(high * t + 1):
        for n in range(low, high + 1):
            for middle in range(s, t + 1) if n % 2 else (0,):
                left = total - middle
                group = compositions(n // 2, left // 2, s, t) if left >= 0 and left % 2 == 0 else []
                if i < len(group):
                    half = list(group[i])
                    return [("", a) for a in half + [middle] * (n % 2) + half[::-1]]
                i -= len(group)


def sums(p, i):
    ranges = [p[k] for k in ("heaps", "nim", "top", "one")]
    ranges = [(max(s, 1), t) for s, t in ranges]
    sizes = [t - s + 1 for s, t in ranges]
    for n in range(p["parts"][0], p["parts"][1] + 1):
        for k0 in range(n, -1, -1):
            for k1 in range(n - k0, -1, -1):
                for k2 in range(n - k0 - k1, -1, -1):
                    shape = (k0, k1, k2, n - k0 - k1 - k2)
                    if k0 < p["least"][0] or k1 < p["leastnim"][0]:
                        continue
                    counts = [multisets(a, k) for a, k in zip(sizes, shape)]
                    if i >= numpy.prod(counts, dtype=int):
                        i -= int(numpy.prod(counts, dtype=int))
                        continue
                    parts = []
                    for mark, (s, _), k, m in zip(("", "*", "t", "e"), ranges, shape, counts):
                        parts += [(mark, s + a) for a in multiset(i % m, k)]
                        i //= m
                    return parts


GRIDS = {"lists": lists, "multisets": multisets_point, "partitions": partitions,
         "rows": rows, "palindromes": palindromes, "sums": sums}


def grid_of(spec):
    name, _, rest = spec.partition(":")
    params = {}
    for key, low, high in re.findall(r"(\w+)=(\d+)(?:\.\.(\d+))?", rest):
        params[key] = (int(low), int(high or low))
    return GRIDS[name], params


def notation(name, parts):
    if name in (rows, palindromes):
        return " ".join(str(a) for _, a in parts) or "0"
    order = {"": 0, "*": 1, "t": 2, "e": 3}
    parts = sorted(parts, key=lambda part: (order[part[0]], part[1]))
    return "+".join(mark + str(a) for mark, a in parts) or "0"


def check_points(file, values):
    unrank, params = grid_of(text(file.attrs["grid"]))
    n = int(file.attrs["rows"])
    for i in range(n) if n < 400 else range(0, n, n // 300):
        parts = unrank(params, i)
        assert len(parts) == values["heaps"][i], f"row {i}: heaps"
        if "counters" in values:
            assert sum(a for _, a in parts) == values["counters"][i], f"row {i}: counters"
        if "position" in values:
            found = values["position"][i].decode()
            assert found == notation(unrank, parts), f"row {i}: {found} is not {parts}"


def check_values(file, rows):
    """Names ascend, and cover the rows; options lie in order behind each other."""
    if "values" not in file:
        return
    values = {n: d[:] for n, d in file["values"].items()}
    names = [n.decode() for n in values["name"]]
    assert names == sorted(set(names)), "names"
    assert {v.decode() for v in rows["value"]} <= set(names), "a value is missing"
    options = values.get("options", [])
    assert all(o < len(names) for o in options), "options"
    for i, name in enumerate(names):
        first, lefts, rights = (int(values[k][i]) for k in ("first", "lefts", "rights"))
        assert first + lefts + rights <= len(options), "options"
        mine = options[first:first + lefts + rights]
        heights = [int(values["birthday"][o]) for o in mine]
        assert values["birthday"][i] == max(heights, default=-1) + 1, "birthday"
        # The outcome, from the options': a Left move to P or L wins for Left.
        win = [any(values["outcome"][o] in (2, good) for o in side)
               for side, good in ((mine[:lefts], 3), (mine[lefts:], 4))]
        assert values["outcome"][i] == {(1, 1): 1, (0, 0): 2, (1, 0): 3, (0, 1): 4}[tuple(map(int, win))]


def check(path):
    head = read_head(path)
    with h5py.File(path, "r") as file:
        columns = {n: file["rows"][n] for n in file["rows"]}
        assert text(file.attrs["format"]) == "census-archive"
        assert head["run"] == check_identity(file, columns)
        assert all(len(d) == int(head["rows"]) == int(file.attrs["rows"]) for d in columns.values())
        values = {n: check_column(d) for n, d in columns.items()}
        check_points(file, values)
        check_values(file, values)
    print(f"{path}: fine, {head['rows']} rows")


for name in sys.argv[1:]:
    check(name)
