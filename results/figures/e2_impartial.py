"""Grundy values of three heaps of impartial End-Nim."""

import numpy

from figures import style

TITLE = "Impartial End-Nim: Grundy values of three heaps"
CAPTION = (
    "Either player takes from either end. Each square holds the Grundy values of the "
    "rows a m b for one m in the middle, a from left to right, b upwards."
)
ARCHIVES = ("e2-impartial-4x9.h5",)
MIDDLES = (1, 2, 3, 4)
SIZE = 9


def square(rows, middle):
    """values[b - 1][a - 1] of a middle b."""
    values = numpy.zeros((SIZE, SIZE), dtype=int)
    for text, value in zip(rows["position"], rows["grundy"]):
        heaps = list(map(int, text.split()))
        if len(heaps) == 3 and heaps[1] == middle:
            values[heaps[2] - 1][heaps[0] - 1] = value
    return values


def draw(archives):
    (rows,) = archives
    figure, plots = style.figure(8, 8, nrows=2, ncols=2)
    ramp = style.matplotlib.colormaps["Blues"]
    for axes, middle in zip(plots.flat, MIDDLES):
        values = square(rows, middle)
        for b in range(SIZE):
            for a in range(SIZE):
                value = values[b][a]
                style.cell(
                    axes, a + 1, b + 1, ramp(0.6 * value / values.max()), "", value
                )
        axes.set(xlim=(0.4, SIZE + 0.6), ylim=(0.4, SIZE + 0.6))
        axes.set(xticks=range(1, SIZE + 1), yticks=range(1, SIZE + 1))
        axes.set(xlabel="a", ylabel="b")
        axes.set_title(f"a {middle} b")
        style.bare(axes)
    return figure
