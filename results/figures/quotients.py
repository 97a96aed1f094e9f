"""Orders of coalition quotients against the largest heap."""

import numpy
from matplotlib import colors

from figures import style

TITLE = "One against two: orders of exact quotients"
CAPTION = (
    "Number of classes of all sums of heaps 1 to H, for 35 heap games; proved, not "
    "sampled. Framed numbers: one of the classes is an absorbing zero, which swallows "
    "whatever is added to it."
)
ARCHIVES = ("coalition-quotients.h5",)
NAMES = {
    "nim": "Nim",
    "octal:0.77": "Kayles (0.77)",
    "octal:0.07": "Dawson's Kayles (0.07)",
    "octal:0.137": "Dawson's Chess (0.137)",
}


def name(game):
    return NAMES.get(game, game.replace("subtraction:", "S{").replace(",", ", ") + "}")


def draw(archives):
    (rows,) = archives
    games = list(dict.fromkeys(rows["game"].tolist()))
    figure, axes = style.figure(7.4, 10)
    scale = colors.LogNorm(1, rows["order"].max())
    ramp = style.matplotlib.colormaps["Blues"]
    for i in range(rows.rows):
        x, y = rows["heaps"][i], len(games) - games.index(rows["game"][i])
        shape, order = rows["shape"][i], rows["order"][i]
        shade = ramp(0.75 * scale(order))
        style.cell(
            axes,
            x,
            y,
            style.PALE if shape in ("trivial", "ones") else shade,
            "////" if shape == "counting" else "",
        )
        axes.text(
            x,
            y,
            "?" if shape == "open" else f"{order}",
            ha="center",
            va="center",
            bbox={
                "boxstyle": "round,pad=0.2",
                "facecolor": "white",
                "edgecolor": "black" if rows["zero"][i] == "yes" else "none",
                "linewidth": 0.8,
                "alpha": 1 if shape == "counting" or rows["zero"][i] == "yes" else 0,
            },
            fontsize=8,
        )
    axes.set(
        xlim=(0.4, rows["heaps"].max() + 0.6),
        ylim=(0.4, len(games) + 0.6),
        xticks=numpy.unique(rows["heaps"]),
        xlabel="largest heap H (counters)",
    )
    axes.set_yticks(range(len(games), 0, -1), map(name, games))
    style.bare(axes)
    axes.legend(
        handles=[
            style.patch(style.PALE, "", "ones modulo three, or nothing"),
            style.patch(ramp(0.3), "////", "counting as in Nim"),
            style.patch(ramp(0.6), "", "more"),
        ],
        loc="lower center",
        bbox_to_anchor=(0.4, 1),
        ncols=3,
    )
    return figure
