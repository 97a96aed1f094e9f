"""Orders of quotients of 127 games under each convention."""

import numpy

from figures import style

TITLE = "Quotients of 127 games under each convention"
ARCHIVES = ("e3-quotients-12x60.h5",)
CAPTION = (
    "Nim, the 63 octal games 0.d1d2 and the 63 subtraction games that take at most "
    "six: how many of them have a quotient of at most so many classes with heaps "
    "to twelve. What is missing to 127 at the right end has more classes than the "
    "search was allowed (where three play for themselves: far fewer, see the table)."
)
KINDS = {
    "misere": ("two players, misère", style.BLACK, "-"),
    "last-wins": ("one against two, last move wins", style.BLUE, "-"),
    "stuck-loses": ("one against two, who is stuck loses", style.GREEN, "-"),
    "last-loses": ("one against two, last move loses", style.VERMILION, "-"),
    "upstream": ("three, upstream", style.ORANGE, "--"),
    "downstream": ("three, downstream", style.PINK, ":"),
}


def draw(archives):
    (rows,) = archives
    figure, axes = style.figure(6.8, 4.4)
    done = rows["finished"] == "yes"
    for kind, (label, colour, line) in KINDS.items():
        orders = numpy.sort(rows["order"][done & (rows["convention"] == kind)])
        axes.step(
            numpy.concatenate([[1], orders]),
            numpy.arange(len(orders) + 1),
            where="post",
            linestyle=line,
            color=colour,
            label=label,
        )
    axes.axhline(127, color="#aaaaaa", linewidth=0.8)
    axes.set(xscale="log", xlabel="classes of the quotient", ylabel="games")
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    return figure
