"""Memo throughput against threads, as bench/memo measured it."""

import csv

from figures import style

TITLE = "Memo strategies: throughput against threads"
CAPTION = (
    "Batched reads of keys that are there, in millions a second, as `bench/memo` "
    "measured them on one machine; median of the repetitions."
)
ARCHIVES = ()
CSV = "bench/memo.csv"  # made by: build/bench/memo > results/bench/memo.csv
MARKERS = "os^Dv<>pP*X"
COLOURS = (
    style.BLUE,
    style.VERMILION,
    style.GREEN,
    style.ORANGE,
    style.PINK,
    style.SKY,
    style.BLACK,
)


def read(path):
    """{strategy: [(threads, Mops)]}"""
    lines = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if (row["op"], row["mode"]) == ("hit", "batched"):
                lines.setdefault(row["strategy"], []).append(
                    (int(row["threads"]), float(row["mops"]))
                )
    return lines


def draw(archives, path):
    figure, axes = style.figure(6.4, 4.2)
    for i, (strategy, points) in enumerate(read(path).items()):
        x, y = zip(*sorted(points))
        axes.plot(
            x,
            y,
            marker=MARKERS[i % len(MARKERS)],
            color=COLOURS[i % len(COLOURS)],
            label=strategy,
        )
    axes.set(xlabel="threads", ylabel="reads (millions per second)", ylim=(0, None))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(color="#dddddd", linewidth=0.5)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure
