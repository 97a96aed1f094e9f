"""Three players: allies who part, and scores by counters."""

import numpy

from figures import style

TITLE = "Allies who part during play"
CAPTION = (
    "Positions of all sums to {total} counters in which a player makes the last move "
    "against two who stand together while more than K counters are left, and then "
    "play for themselves (upstream); by his turn: to move, next, after next."
)
ARCHIVES = ("e3-variants-20.h5",)
PARTINGS = (0, 3, 6, 9, 12)
SEATS = (("to move", style.BLUE, ""), ("next", style.ORANGE, "///"))
SEATS += (("after next", style.GREEN, "..."),)
CAPTION = CAPTION.format(total=20)


def draw(archives):
    (rows,) = archives
    figure, plots = style.figure(7.6, 3.8, ncols=2, sharey=True)
    for axes, (game, title) in zip(plots, (("nim", "Nim"), ("kayles", "Kayles"))):
        places = numpy.arange(len(PARTINGS))
        for seat, (label, colour, hatch) in enumerate(SEATS):
            shares = [
                100 * (rows[f"{game}_part_{k}"] >> seat & 1).mean()
                for k in PARTINGS
            ]
            axes.bar(
                places + 0.28 * (seat - 1),
                shares,
                0.27,
                color=colour,
                hatch=hatch,
                edgecolor="#444444",
                linewidth=0.5,
                label=label,
            )
        axes.set_xticks(places, PARTINGS)
        axes.set(xlabel="K, counters left when they part", title=title)
    plots[0].set_ylabel("positions won by the lone player (%)")
    plots[0].legend(loc="upper left")
    return figure
