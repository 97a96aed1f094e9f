"""Memo throughput beside what the machine can do, as bench/memo measured it."""

import csv

from figures import style

TITLE = "Memo strategies: operations a second"
CAPTION = (
    "Batched calls of `bench/memo` on one machine, keys of 64 bits and values of "
    "one byte at load 0.8, medians: keys that are there, keys that are not, and "
    "new keys. Lines across: random cache lines fetched 32 ahead into the first "
    "cache (solid) and 128 ahead into the second (dashed), read or swapped."
)
ARCHIVES = ()
CSV = "bench/memo.csv"  # made by: build/bench/memo > results/bench/memo.csv
OPERATIONS = {
    "hit": ("found", style.BLUE, ""),
    "miss": ("not there", style.SKY, "///"),
    "insert": ("put", style.ORANGE, "..."),
}


def read(path):
    """{threads: {(strategy, operation): row}} of batched calls, the largest
    tables of the file only."""
    with open(path, newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if row["mode"] == "batched"
            and row["op"] in OPERATIONS
            and row["strategy"] != "none"
            and row["order"] == "uniform"
            and float(row["load"]) == 0.8
        ]
    largest = max(int(row["log2_keys"]) for row in rows)
    found = {}
    for row in rows:
        if int(row["log2_keys"]) == largest:
            of_threads = found.setdefault(int(row["threads"]), {})
            of_threads[row["strategy"], row["op"]] = row
    return found


def draw_threads(axes, threads, rows, names):
    for i, (operation, (label, colour, hatch)) in enumerate(OPERATIONS.items()):
        of_operation = [rows[name, operation] for name in names]
        axes.bar(
            [x + 0.27 * (i - 1) for x in range(len(names))],
            [float(row["mops"]) for row in of_operation],
            0.27,
            color=colour,
            hatch=hatch,
            edgecolor="#444444",
            linewidth=0.5,
            label=label,
        )
    for column, dashes in (("limit", "-"), ("far_limit", "--")):
        for operation, colour in (("hit", style.BLACK), ("insert", style.VERMILION)):
            limits = sorted(float(rows[name, operation][column]) for name in names)
            axes.axhline(
                limits[len(limits) // 2],
                color=colour,
                linestyle=dashes,
                linewidth=1,
                label=("lines read" if operation == "hit" else "lines swapped")
                if dashes == "-"
                else None,
            )
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_title(f"{threads} thread{'s' * (threads > 1)}")
    axes.set(ylabel="millions a second", ylim=(0, None))


def draw(archives, path):
    found = read(path)
    figure, all_axes = style.figure(8, 3.2 * len(found), nrows=len(found), squeeze=False)
    one = found[min(found)]
    names = sorted({name for name, _ in one})
    names.sort(key=lambda name: -float(one[name, "hit"]["mops"]))
    for axes, (threads, rows) in zip(all_axes[:, 0], sorted(found.items())):
        draw_threads(axes, threads, rows, names)
    all_axes[0, 0].legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure
