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


def conventions(archive):
    """What quotients each convention has with heaps to the largest."""
    top, rows = int(archive["heaps"].max()), []
    for convention in dict.fromkeys(archive["convention"].tolist()):
        of = archive["convention"] == convention
        done = of & (archive["finished"] == "yes")
        still = top - archive["since"] >= top // 2
        orders = collections.Counter(archive["order"][done].tolist())
        rows.append(
            [
                convention,
                f"{done.sum()} of {of.sum()}",
                f"{(done & still).sum()}",
                f"{(done & (archive['zero_from'] > 0)).sum()}",
                "; ".join(f"{n} of {order}" for order, n in sorted(orders.items())),
            ]
        )
    return Table(
        f"Quotients under each convention, heaps to {top}",
        "One against two: the last move wins, the last move loses, only who is stuck "
        "loses; three for themselves: upstream, downstream; two: misere. Games with a "
        "quotient of at most 60 classes (12 where three play for themselves); of these, "
        f"unchanged since heaps to {top - top // 2} or less; with an absorbing class; and which "
        "orders: so many games of that order.",
        ["convention", "games", "unchanged", "absorbing", "which"],
        rows,
    )


def told_apart(archive):
    """Classes of heaps and pairs, by largest heap."""
    kinds = ("strict_free", "strict_any", "lapse_free", "lapse_any")
    largest, rows = archive["largest"], []
    for size in range(1, int(largest.max()) + 1):
        inside = largest <= size
        row = [f"{size}", f"{inside.sum()}"]
        for kind in kinds:
            since = archive[kind + "_from"]
            row.append(f"{(inside & (since >= largest) & (since <= size)).sum()}")
        rows.append(row)
    return Table(
        "Answers elsewhere: classes of heaps and pairs of Top Entails",
        "Nothing, one heap and two heaps to H, beside up to three heaps to H; any: a "
        "heap of the company may be barred, too.",
        ["H", "elements", *(kind.replace("_", ", ") for kind in kinds)],
        rows,
    )


def differences(archive):
    """Of pairs of equal difference: how many classes, and those still alike."""
    pairs, rows = archive["parts"] == 2, []
    for difference in range(int(archive["difference"][pairs].max()) + 1):
        of = pairs & (archive["difference"] == difference)
        names, counts = numpy.unique(archive["strict_any"][of], return_counts=True)
        alike = [
            " = ".join(archive["position"][of & (archive["strict_any"] == name)])
            for name, count in zip(names, counts)
            if count > 1
        ]
        rows.append([f"{difference}", f"{of.sum()}", f"{len(names)}", "; ".join(alike)])
    return Table(
        "Answers elsewhere: pairs of equal difference",
        "Strict, a heap of the company may be barred, too. Pairs that are not told "
        "apart with heaps to ten.",
        ["difference", "pairs", "classes", "which"],
        rows,
    )


TABLES = {
    "e4-mixed-12x5.h5": misread,
    "e4-sums-12x5.h5": changed,
    "coalition-quotients.h5": quotients,
    "e3-quotients-12x60.h5": conventions,
    "e4-classes-10x3.h5": (told_apart, differences),
}


def tables():
    """[(file, Table)] of every frontier archive that has one."""
    made = []
    for file, makes in TABLES.items():
        with census.open(archives.FOLDER / file) as archive:
            for make in makes if isinstance(makes, tuple) else (makes,):
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
