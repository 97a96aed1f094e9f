"""Top Entails stacks: values against size."""

from figures import style

TITLE = "Top Entails stacks: values against size"
CAPTION = (
    "The nimber of each single heap where emptying a heap loses. Triangles and "
    "lines: the loony heaps, which are worth no nimber."
)
ARCHIVES = ("top-entails-stacks-1000000.h5",)


def draw(archives):
    (rows,) = archives
    figure, axes = style.figure(7, 4.4)
    loony = rows["loony"] == "yes"
    axes.scatter(
        rows["heap"][~loony],
        rows["value"][~loony],
        s=0.12,
        color=style.BLUE,
        linewidths=0,
        rasterized=True,
    )
    axes.scatter([], [], s=20, color=style.BLUE, label="worth a nimber")
    top = int(rows["value"][~loony].max()) * 1.08
    sizes = rows["heap"][loony]
    axes.scatter(
        sizes,
        [top] * len(sizes),
        marker="v",
        s=50,
        color=style.VERMILION,
        edgecolors="black",
        linewidths=0.6,
        label="loony: " + ", ".join(f"{size}" for size in sizes),
    )
    for size in sizes:
        axes.axvline(size, color=style.VERMILION, linewidth=0.6, zorder=0)
    axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set(xlabel="size of the heap (counters)", ylabel="value (nimber)")
    axes.set(xlim=(-0.015 * rows.rows, 1.015 * rows.rows), ylim=(-4, top * 1.06))
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=2)
    return figure
