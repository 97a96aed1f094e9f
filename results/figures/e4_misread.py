"""Sums that pair values misread, by size, number of parts and kind."""

import numpy

from figures import style

TITLE = "Answers elsewhere: sums that pair values misread"
CAPTION = (
    "Sums of Top Entails heaps (at least one) and Nim heaps to four. Above: share "
    "of the sums of exactly two to five parts that the nim-sum of pair values "
    "misreads, by the size of the largest Top Entails heap allowed. Below: of all "
    "sums to five parts, by kind of error. Left: a player with nowhere else to go "
    "loses (strict); right: the compulsion lapses."
)
ARCHIVES = ("e4-mixed-12x5.h5",)
LOOKS = {2: ("o", style.BLACK), 3: ("s", style.BLUE)}
LOOKS |= {4: ("^", style.VERMILION), 5: ("D", style.GREEN)}
CONVENTIONS = {
    "strict": "strict: nowhere else to go loses",
    "lapse": "lapse: nowhere else to go frees",
}
KINDS = {
    "P": ("losses called wins", style.ORANGE, "///"),
    "N": ("wins called losses", style.SKY, "..."),
}


def draw_parts(axes, rows, sizes, wrong):
    for parts, (marker, colour) in LOOKS.items():
        of_parts = rows["parts"] == parts
        share = [
            100 * wrong[of_parts & (rows["largest"] <= size)].mean()
            for size in sizes
        ]
        axes.plot(
            sizes, share, marker=marker, color=colour, label=f"{parts} parts"
        )


def draw_kinds(axes, rows, sizes, wrong, outcome):
    below = numpy.zeros(len(sizes))
    for letter, (label, colour, hatch) in KINDS.items():
        kind = wrong & (outcome == letter)
        share = numpy.array(
            [100 * kind[rows["largest"] <= size].mean() for size in sizes]
        )
        below = style.stack(axes, sizes, share, below, colour, hatch, label)


def draw(archives):
    (rows,) = archives
    figure, axes = style.figure(7.6, 6, nrows=2, ncols=2, sharey="row", sharex=True)
    sizes = numpy.arange(1, rows["largest"].max() + 1)
    for column, (convention, title) in enumerate(CONVENTIONS.items()):
        outcome = rows[convention]
        wrong = outcome != rows[convention + "_predicted"]
        draw_parts(axes[0, column], rows, sizes, wrong)
        draw_kinds(axes[1, column], rows, sizes, wrong, outcome)
        axes[0, column].set_title(title)
        axes[1, column].set_xlabel("largest Top Entails heap (counters)")
        axes[1, column].set_xticks(sizes)
        for row in axes[:, column]:
            row.grid(axis="y", color="#dddddd", linewidth=0.5)
    for row in axes:
        row[0].set_ylabel("sums misread (%)")
        row[0].legend(loc="upper left")
    return figure
