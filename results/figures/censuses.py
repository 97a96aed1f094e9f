"""Five kinds of census by memo strategy, load and threads, as bench/censuses.sh has
measured them."""

import csv

from figures import style

TITLE = "Memo strategies: five kinds of census"
CAPTION = (
    "Rows per second of processor time, by `bench/censuses.sh`: swept with tables filled "
    "to 40, 60 and 80 per cent, or by recursion where the grid cannot be swept; filled: "
    "one thread, outlined: two. `striped` is the textbook's table with a lock for each "
    "stripe. The line is what `census run` takes by itself, on one thread."
)
ARCHIVES = ()
CSV = "bench/censuses.csv"
LOADS = {"40": style.SKY, "60": style.BLUE, "80": style.ORANGE, "": style.GREEN}


def read(path):
    """{kind: rows} of one way for each strategy, load and number of threads."""
    kinds = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            kinds.setdefault(row["kind"], []).append(row)
    return kinds


def compared(rows):
    """Sweeps with loads, or ascending recursion; never both."""
    swept = [row for row in rows if row["load"]]
    return swept or [row for row in rows if row["order"] == "ascending"]


def draw_kind(axes, kind, rows, names):
    for row in compared(rows):
        axes.plot(
            float(row["rows/CPU s"]) / 1000,
            names.index(row["memo"]),
            "o",
            color=LOADS[row["load"]],
            fillstyle="full" if row["threads"] == "1" else "none",
        )
    alone = next(row for row in rows if row["memo"] == "(by itself)")
    axes.axvline(float(alone["rows/CPU s"]) / 1000, color=style.BLACK, linewidth=0.8)
    axes.set(xscale="log", xlabel="thousand rows per CPU s")
    axes.set_title(f"{kind}, by itself: {alone['order']}")
    axes.grid(axis="x", color="#dddddd", linewidth=0.5)


def draw(archives, path):
    kinds = read(path)
    names = sorted({r["memo"] for rows in kinds.values() for r in compared(rows)})
    figure, axes = style.figure(
        3 * len(kinds), 0.3 * len(names) + 1.6, ncols=len(kinds), sharey=True
    )
    for one, (kind, rows) in zip(axes, kinds.items()):
        draw_kind(one, kind, rows, names)
    axes[0].set_yticks(range(len(names)), names)
    axes[len(kinds) // 2].legend(
        handles=[
            style.Patch(color=colour, label=f"load {load} %" if load else "recursion")
            for load, colour in LOADS.items()
        ],
        loc="upper center",
        bbox_to_anchor=(0.5, -0.18),
        ncols=len(LOADS),
    )
    return figure
