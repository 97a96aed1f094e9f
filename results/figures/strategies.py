"""Whole censuses by memo strategy and order, as census bench measured them."""

import csv

from figures import style

TITLE = "Memo strategies: whole censuses"
CAPTION = (
    "Outcomes of all Top Entails partitions, by `census bench`: rows per second of "
    "processor time for each memo strategy, swept, and by recursion from the "
    "smallest and from the largest position. Filled: one thread; outlined: two. "
    "Recursion solves only the positions that matter, a sweep all of them. Right: "
    "bytes of table per position, swept on one thread."
)
ARCHIVES = ()
# made by: build/census bench --csv --rules top-entails --ask outcome
#          --grid partitions:total=0..40 > results/bench/census.csv
CSV = "bench/census.csv"
ORDERS = {
    "sweep": ("swept", style.BLUE, "o"),
    "ascending": ("recursion, ascending", style.ORANGE, "s"),
    "descending": ("recursion, descending", style.GREEN, "^"),
}


def read(path):
    """{(strategy, order, threads): row}, and the rate without a memo."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    found = {(r["memo"], r["order"], int(r["threads"])): r for r in rows}
    alone = [float(r["rows/CPU s"]) for r in rows if r["memo"] == "(by itself)"]
    return {key: r for key, r in found.items() if key[1] in ORDERS}, alone[0]


def draw(archives, path):
    rows, alone = read(path)
    names = sorted({name for name, _, _ in rows})
    names.sort(key=lambda n: float(rows[n, "sweep", 1]["rows/CPU s"]))
    figure, (left, right) = style.figure(
        8, 0.4 * len(names) + 1.8, ncols=2, sharey=True, width_ratios=(3, 1)
    )
    for (name, order, threads), row in rows.items():
        label, colour, marker = ORDERS[order]
        left.plot(
            float(row["rows/CPU s"]) / 1000,
            names.index(name) + 0.1 * (1 - 2 * (threads - 1)),
            marker=marker,
            color=colour,
            fillstyle="full" if threads == 1 else "none",
            linestyle="",
            label=label if (name, threads) == (names[0], 1) else None,
        )
    left.set_title(f"without a memo, by itself: {alone / 1000:,.0f}")
    left.set(xlim=(0, None), xlabel="thousand rows per CPU second")
    left.set_yticks(range(len(names)), names)
    left.grid(axis="x", color="#dddddd", linewidth=0.5)
    left.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=3)
    right.barh(
        range(len(names)),
        [float(rows[n, "sweep", 1]["bytes/position"]) for n in names],
        color=style.PALE,
        edgecolor="#444444",
        linewidth=0.5,
    )
    right.set(xlabel="bytes a position")
    return figure
