"""End-Nim rows: how many values there are."""

import numpy

from figures import style

TITLE = "End-Nim: distinct values against rows"
CAPTION = (
    "Different canonical forms among all rows of at most so many heaps, against "
    "the number of those rows, for the two largest grids archived. On the dotted "
    "line no two rows would be equal."
)
ARCHIVES = ("e2-rows-7x4.h5", "e2-rows-4x9.h5")


def draw(archives):
    figure, axes = style.figure(6.4, 4.4)
    looks = [(style.BLUE, "o", "-"), (style.VERMILION, "s", "--")]
    most = 0
    for rows, (colour, marker, line) in zip(archives, looks):
        points = []
        for heaps in numpy.unique(rows["heaps"]):
            inside = rows["heaps"] <= heaps
            points.append((inside.sum(), len(set(rows["value"][inside]))))
        x, y = zip(*points)
        most = max(most, *x)
        size = int(rows["first"].max())
        axes.plot(
            x,
            y,
            color=colour,
            marker=marker,
            linestyle=line,
            label=f"1 to {len(points)} heaps of 1 to {size}: "
            f"{y[-1]:,} values of {x[-1]:,} rows",
        )
    axes.plot(
        [3, most],
        [3, most],
        color="#777777",
        linestyle=":",
        label="if every row had another value",
    )
    axes.set(xscale="log", yscale="log")
    axes.set(xlabel="rows solved", ylabel="distinct values (canonical forms)")
    axes.grid(color="#dddddd", linewidth=0.5)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1))
    return figure
