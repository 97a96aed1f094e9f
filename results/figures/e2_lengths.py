"""End-Nim rows: the four outcome classes by length."""

import numpy

from figures import style

TITLE = "End-Nim: outcome classes by length"
CAPTION = (
    "Share of the four outcome classes among all rows of one to four counters a "
    "heap, by the number of heaps; above each bar the number of rows."
)
ARCHIVES = ("e2-rows-7x4.h5",)


def draw(archives):
    (rows,) = archives
    figure, axes = style.figure(6.4, 4.2)
    lengths = numpy.unique(rows["heaps"])
    total = numpy.array([(rows["heaps"] == n).sum() for n in lengths])
    below = numpy.zeros(len(lengths))
    for letter in "LRNP":
        label, colour, hatch = style.CLASSES[letter]
        of_class = rows["outcome"] == letter
        share = numpy.array(
            [(of_class & (rows["heaps"] == n)).sum() for n in lengths]
        )
        share = 100 * share / total
        above = style.stack(axes, lengths, share, below, colour, hatch, label)
        for x, y, height in zip(lengths, below, share):
            if height >= 4:
                axes.text(
                    x,
                    y + height / 2,
                    f"{height:.0f} %",
                    ha="center",
                    va="center",
                    bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
                )
        below = above
    for x, n in zip(lengths, total):
        axes.text(x, 101, f"{n:,}", ha="center", va="bottom")
    axes.set(xlabel="length of the row (heaps)", ylabel="share of rows (%)")
    axes.set(ylim=(0, 107), xticks=lengths)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    return figure
