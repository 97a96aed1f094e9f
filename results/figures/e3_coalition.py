"""One player against two in Nim: the table that decides every position."""

import numpy

from figures import style

TITLE = "One against two in Nim: who wins"
CAPTION = (
    "All positions of at most six heaps of one to nine, by their number of heaps "
    "of two or more and by their number of ones modulo three. In each cell, left "
    "to right: the lone player is to move, is the next, is the one after. A table "
    "of nine cells decides every position."
)
ARCHIVES = ("e3-coalition.h5",)
LARGE = ("none", "one", "two or more")


def draw(archives):
    (rows,) = archives
    figure, axes = style.figure(6.4, 3.9)
    large = numpy.minimum(rows["heaps"] - rows["ones"], 2)
    for many, rest in numpy.ndindex(3, 3):
        inside = (large == many) & (rows["ones"] % 3 == rest)
        for seat in range(3):
            wins = (rows["lone"][inside] >> seat & 1).mean()
            style.cell(
                axes,
                rest + (seat - 1) * 0.29,
                2 - many,
                style.BLUE if wins == 1 else style.PALE,
                "" if wins in (0, 1) else "xxx",
                "wins" if wins == 1 else "" if wins == 0 else "both",
                width=0.29,
                height=0.7,
            )
        axes.text(
            rest,
            2 - many + 0.37,
            f"{inside.sum():,} positions",
            ha="center",
            va="bottom",
            fontsize=8,
        )
    axes.set(xlim=(-0.55, 2.55), ylim=(-0.55, 2.55))
    axes.set_xticks(range(3))
    axes.set_yticks([2, 1, 0], LARGE)
    axes.set(xlabel="heaps of one (modulo 3)", ylabel="heaps of two or more")
    style.bare(axes)
    axes.legend(
        handles=[
            style.patch(style.BLUE, "", "the lone player wins"),
            style.patch(style.PALE, "", "the two allies win"),
        ],
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        ncols=2,
    )
    return figure
