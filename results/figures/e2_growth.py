"""How End-Nim values multiply, and rows of ones and twos by outcome."""

import numpy

from figures import style

TITLE = "End-Nim: values and nimbers by length"
CAPTION = (
    "Left: different values of the rows of up to so many heaps of one to s counters. "
    "Right: of the rows of ones and twos with exactly so many heaps, those that the "
    "player to move wins and loses (N, P); of even length none is N. The rows N of "
    "2k - 1 heaps are as many as the rows P of 2k - 1 and of 2k heaps together, for "
    "each k that is drawn."
)
ARCHIVES = ("e2-rows-7x4.h5", "e2-counts-28x2.h5")
MARKERS = "os^D"


def draw_values(axes, rows):
    lengths = numpy.unique(rows["heaps"])
    digits = numpy.array(
        [max(map(int, text.split())) for text in rows["position"]]
    )
    for size, marker in enumerate(MARKERS, 1):
        inside = digits <= size
        counts = [
            len(numpy.unique(rows["value"][inside & (rows["heaps"] <= n)]))
            for n in lengths
        ]
        axes.plot(lengths, counts, marker=marker, label=f"s = {size}")
    axes.set(yscale="log", xlabel="heaps, at most", ylabel="different values")
    axes.set_xticks(lengths)
    axes.legend(loc="upper left")


def draw_outcomes(axes, rows):
    for column, letter in ("next", "N"), ("previous", "P"):
        some = rows[column] > 0
        label, colour, _ = style.CLASSES[letter]
        axes.plot(
            rows["heaps"][some],
            rows[column][some],
            "o" if letter == "N" else "s",
            color=style.VERMILION if letter == "N" else colour,
            markersize=4,
            label=label,
        )
    axes.set(yscale="log", xlabel="heaps", ylabel="rows of ones and twos")
    axes.legend(loc="upper left")


def draw(archives):
    values, counts = archives
    figure, (left, right) = style.figure(8, 3.8, ncols=2)
    draw_values(left, values)
    draw_outcomes(right, counts)
    return figure
