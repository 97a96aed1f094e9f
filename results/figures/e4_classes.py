"""Classes of heaps and pairs of Top Entails, answers elsewhere, by size."""

import numpy

from figures import style

TITLE = "Answers elsewhere: how many heaps and pairs can be told apart"
CAPTION = (
    "Nothing, one heap and two heaps of Top Entails to H, and the classes of these "
    "that sums with up to three further heaps to H tell apart, where a player with "
    "nowhere else to go loses (strict) or is free (lapse), with and without a heap "
    "of the company barred for the player to move. Single heaps are all told apart "
    "at every H."
)
ARCHIVES = ("e4-classes-10x3.h5",)
KINDS = {
    "strict_free": ("strict", "o", "-", style.BLUE),
    "strict_any": ("strict, company barred too", "s", "--", style.BLUE),
    "lapse_free": ("lapse", "o", "-", style.VERMILION),
    "lapse_any": ("lapse, company barred too", "s", "--", style.VERMILION),
}


def classes(rows, kind, size):
    """Of the elements to this size, told apart by companies to it."""
    since = rows[kind + "_from"]
    largest = rows["largest"]
    return ((largest <= size) & (since >= largest) & (since <= size)).sum()


def draw(archives):
    (rows,) = archives
    figure, axes = style.figure(6.4, 4.4)
    sizes = numpy.arange(1, rows["largest"].max() + 1)
    elements = [(rows["largest"] <= size).sum() for size in sizes]
    axes.plot(sizes, elements, color=style.BLACK, label="nothing, heaps and pairs")
    for kind, (label, marker, line, colour) in KINDS.items():
        axes.plot(
            sizes,
            [classes(rows, kind, size) for size in sizes],
            line,
            marker=marker,
            markersize=4,
            color=colour,
            label=label,
        )
    axes.set(xlabel="largest heap H (counters)", ylabel="classes", xticks=sizes)
    axes.set_ylim(bottom=0)
    axes.grid(axis="y", color="#dddddd", linewidth=0.5)
    axes.legend(loc="upper left")
    return figure
