"""Nimstring, all positions of two boards: values by lines still to be drawn."""

import csv

from figures import style

TITLE = "Nimstring: loony positions and nimbers by lines still to be drawn"
CAPTION = (
    "All sets of lines of boards of 3 x 3 boxes (2^24 positions; 44.1 % loony) and "
    "3 x 4 (2^31; 55.8 %), counted by `bench/nimstring_plain`, whose last line "
    "hashes all values: 52a5fbb4aca35127 and 9f0e152c96be199c. The whole boards are "
    "worth *2 and 0."
)
ARCHIVES = ()
CSV = "bench/nimstring-3x4.csv"  # and -3x3: build/bench/nimstring_plain 3 4
BOARDS = ("3x3", "3x4")
KINDS = (
    ("loony", style.VERMILION, "///", ["loony"]),
    ("0", style.PALE, "", ["0"]),
    ("*", style.BLUE, "", ["1"]),
    ("*2 and *3", style.ORANGE, "...", ["2", "3"]),
)


def read(path):
    """Rows of a table without its comment."""
    with open(path, newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def draw(archives, path):
    figure, all_axes = style.figure(8, 6, nrows=len(BOARDS))
    for axes, board in zip(all_axes, BOARDS):
        rows = read(path.with_name(f"nimstring-{board}.csv"))
        lines = [int(row["lines"]) for row in rows]
        total = [int(row["positions"]) for row in rows]
        below = [0.0] * len(rows)
        for label, colour, hatch, columns in KINDS:
            shares = [
                100 * sum(int(row[column]) for column in columns) / all_
                for row, all_ in zip(rows, total)
            ]
            axes.bar(
                lines,
                shares,
                0.9,
                below,
                color=colour,
                hatch=hatch,
                edgecolor="#444444",
                linewidth=0.5,
                label=label,
            )
            below = [b + share for b, share in zip(below, shares)]
        axes.bar(
            lines,
            [100 - b for b in below],
            0.9,
            below,
            color=style.GREEN,
            edgecolor="#444444",
            linewidth=0.5,
            label="*4 and more",
        )
        axes.set_title(f"{board.replace('x', ' x ')} boxes")
        axes.set(ylabel="positions (%)", xlim=(-0.7, lines[-1] + 0.7), ylim=(0, 100))
    all_axes[-1].set_xlabel("lines still to be drawn")
    all_axes[0].legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return figure
