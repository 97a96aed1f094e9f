"""What tests cannot tell apart: classes of Nim positions."""

import numpy

from figures import style

TITLE = "What survives a coalition: classes of Nim positions"
CAPTION = (
    "Left: the 45 positions of two heaps to eight, cut into classes that no sum "
    "with three heaps to eight tells apart; each piece of a bar is a class. "
    "Right: the classes of the 210 positions of four heaps to six under one "
    "against two, by the phases in which the lone player wins (to move, next, "
    "after next)."
)
ARCHIVES = ("e3-classes.h5", "e3-shapes.h5", "e3-coalition.h5")
PLAYS = {
    "normal": "two players",
    "downstream": "three, downstream",
    "upstream": "three, upstream",
    "coalition": "one against two",
}


def draw_plays(axes, rows):
    for y, (column, _) in enumerate(PLAYS.items()):
        _, sizes = numpy.unique(rows[column], return_counts=True)
        left = 0
        for i, size in enumerate(sorted(sizes, reverse=True)):
            axes.barh(
                y,
                size,
                left=left,
                color=(style.SKY, style.PALE)[i % 2],
                edgecolor="black",
                linewidth=0.5,
            )
            if size >= 3:
                axes.text(
                    left + size / 2, y, f"{size}", ha="center", va="center"
                )
            left += size
        axes.text(left + 1, y, f"{len(sizes)} classes", va="center")
    axes.set_yticks(range(len(PLAYS)), PLAYS.values())
    axes.set(xlabel="positions", xlim=(0, 64), xticks=range(0, 46, 15))


def draw_phases(axes, shapes, coalition):
    lone = dict(zip(coalition["position"], coalition["lone"]))
    lone["0"] = 0b100  # empty board: the player before the mover has won
    classes, first, sizes = numpy.unique(
        shapes["coalition"], return_index=True, return_counts=True
    )
    order = numpy.argsort(sizes)
    for y, k in enumerate(order):
        name = str(shapes["position"][first[k]])
        bits = int(lone[name])
        axes.text(0, y, name if name != "0" else "empty", ha="center", va="center")
        axes.text(4.6, y, f"{sizes[k]}", ha="right", va="center")
        for seat in range(3):
            wins = bits >> seat & 1
            style.cell(
                axes,
                1.4 + seat,
                y,
                style.BLUE if wins else style.PALE,
                text="wins" if wins else "",
            )
    axes.set(xlim=(-0.9, 4.8), ylim=(-0.6, len(order) - 0.4))
    axes.set_xticks(
        [0, 1.4, 2.4, 3.4, 4.4],
        ["example", "to\nmove", "next", "after\nnext", "posi-\ntions"],
    )
    axes.set_yticks([])
    axes.xaxis.tick_top()
    style.bare(axes)


def draw(archives):
    classes, shapes, coalition = archives
    figure, (left, right) = style.figure(
        8.4, 3.8, ncols=2, width_ratios=[1.25, 1]
    )
    draw_plays(left, classes)
    draw_phases(right, shapes, coalition)
    return figure
