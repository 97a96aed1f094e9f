"""End-Nim rows of two heaps: who wins."""

from figures import style

TITLE = "End-Nim: rows of two heaps"
CAPTION = (
    "Outcome class of every row of two heaps to twenty a side: the larger heap "
    "wins, and equal heaps are a loss for the player to move."
)
ARCHIVES = ("e2-heaps.h5",)


def draw(archives):
    (rows,) = archives
    figure, axes = style.figure(5.6, 6.2)
    pairs = rows["heaps"] == 2
    for first, last, outcome in zip(
        rows["first"][pairs], rows["last"][pairs], rows["outcome"][pairs]
    ):
        _, colour, hatch = style.CLASSES[outcome]
        style.cell(axes, first, last, colour, hatch)
    side = int(rows["first"].max())
    axes.set(xlim=(0.4, side + 0.6), ylim=(0.4, side + 0.6), aspect="equal")
    axes.set(
        xlabel="left heap (counters)",
        ylabel="right heap (counters)",
        xticks=[1, *range(5, side + 1, 5)],
        yticks=[1, *range(5, side + 1, 5)],
    )
    style.bare(axes)
    seen = [c for c in style.CLASSES if c in set(rows["outcome"][pairs])]
    axes.legend(
        handles=style.class_legend(seen),
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        ncols=2,
    )
    return figure
