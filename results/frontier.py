"""Tables of what the runs beyond the essays show, from their archives.

    frontier.py     prints them
"""

import collections

import numpy

import archives
import census

Table = collections.namedtuple("Table", "title note heads rows")


def misread(archive):
    """Sums that pair values misread, by largest heap; both conventions."""
    kinds = ("misread", "P for N", "N for P")
    heads = [f"{c}: {kind}" for c in ("strict", "lapse") for kind in kinds]
    rows = []
    for size in range(3, int(archive["largest"].max()) + 1):
        inside = archive["largest"] <= size
        row = [f"{size}", f"{inside.sum():,}"]
        for convention in ("strict", "lapse"):
            outcome = archive[convention][inside]
            wrong = outcome != archive[convention + "_predicted"][inside]
            row += [
                f"{wrong.sum():,} ({100 * wrong.mean():.1f} %)",
                f"{(wrong & (outcome == 'P')).sum():,}",
                f"{(wrong & (outcome == 'N')).sum():,}",
            ]
        rows.append(row)
    return Table(
        "Answers elsewhere: sums of two to five parts that pair values misread",
        "Top Entails heaps of 1 to H, at least one of them, and Nim heaps of 1 to "
        "4. P for N: losses called wins; N for P: wins called losses.",
        ["H", "sums", *heads],
        rows,
    )


def changed(archive):
    """Sums whose outcome the convention changes, by largest heap."""
    largest = numpy.array(
        [max(map(int, text.split("+"))) for text in archive["position"]]
    )
    rows = []
    for size in range(3, int(largest.max()) + 1):
        inside = largest <= size
        row = [f"{size}", f"{inside.sum():,}"]
        for game in ("top", "one"):
            other = archive[game + "_strict"] != archive[game + "_lapse"]
            row.append(f"{other[inside].sum():,}")
        rows.append(row)
    return Table(
        "Answers elsewhere: sums whose outcome depends on the convention",
        "Sums of one to five heaps of 1 to H, all of one game.",
        ["H", "sums", "Top Entails", "entailing Nim"],
        rows,
    )


def zero_from(zero_heaps, top):
    """The least k for which each of the heaps k to top is the zero, or None."""
    zeros, k = {int(text) for text in zero_heaps.split()}, top + 1
    while k - 1 in zeros:
        k -= 1
    return k if k <= top else None


def quotients(archive):
    """The exact quotients of one against two with heaps to the largest H."""
    top = int(archive["heaps"].max())
    last = archive["heaps"] == top
    kinds = collections.defaultdict(list)
    for game, shape, order, zeros in zip(
        *(archive[name][last] for name in ("game", "shape", "order", "zero_heaps"))
    ):
        start = zero_from(zeros, top)
        kinds[(order, shape)].append(
            game.replace("subtraction:", "S:") + (f" ({start})" if start else "")
        )
    return Table(
        f"One against two: exact quotients with heaps to {top}",
        "S: subtraction games. Ones: heaps counted modulo three; counting: ones "
        "modulo three and large heaps up to two, as in Nim. (k): each heap from k "
        f"to {top} is the absorbing zero.",
        ["order", "shape", "games", "which"],
        [
            [f"{order}", shape, f"{len(games)}", "; ".join(games)]
            for (order, shape), games in sorted(kinds.items())
        ],
    )


TABLES = {
    "e4-mixed-12x5.h5": misread,
    "e4-sums-12x5.h5": changed,
    "coalition-quotients.h5": quotients,
}


def tables():
    """[(file, Table)] of every frontier archive that has one."""
    made = []
    for file, make in TABLES.items():
        with census.open(archives.FOLDER / file) as archive:
            made.append((file, make(archive)))
    return made


def markdown(table):
    """A table as lines of Markdown."""
    lines = [table.heads, ["---"] * len(table.heads), *table.rows]
    return ["| " + " | ".join(line) + " |" for line in lines]


if __name__ == "__main__":
    for file, table in tables():
        print(f"{table.title} ({file})\n{table.note}\n")
        print("\n".join(markdown(table)), end="\n\n")
