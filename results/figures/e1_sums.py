"""Two Top Entails heaps: outcome, and where naive nim-sums are wrong."""

from figures import style

TITLE = "Two Top Entails heaps: nine sums that the nim-sum misreads"
CAPTION = (
    "Each of the 36 sums of two heaps to six a side with its outcome. Hatched: the "
    "nim-sum of the naive Grundy values says the opposite."
)
ARCHIVES = ("e1-sums.h5",)


def draw(archives):
    (rows,) = archives
    figure, axes = style.figure(5.2, 5.6)
    wrong = rows["outcome"] != rows["predicted"]
    for a, b, outcome, bad in zip(rows["a"], rows["b"], rows["outcome"], wrong):
        colour = style.ORANGE if bad else style.CLASSES[outcome][1]
        style.cell(axes, a, b, colour, "////" if bad else "")
        axes.text(
            a,
            b,
            outcome,
            ha="center",
            va="center",
            color="white" if colour == style.BLUE else "black",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 2}
            if bad
            else None,
        )
    axes.set(xlim=(0.4, 6.6), ylim=(0.4, 6.6), aspect="equal")
    axes.set(xlabel="first heap (counters)", ylabel="second heap (counters)")
    style.bare(axes)
    axes.legend(
        handles=[
            *style.class_legend("NP"),
            style.patch(
                style.ORANGE, "////", f"misread: {wrong.sum()} of {rows.rows}"
            ),
        ],
        loc="lower center",
        bbox_to_anchor=(0.5, 1),
        ncols=2,
    )
    return figure
