"""What the figures share: colours that colour-blind readers can tell apart
(Okabe and Ito), with a hatch each for print in black and white."""

import matplotlib

matplotlib.use("agg")
from matplotlib import pyplot
from matplotlib.patches import Patch

BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
SKY, PINK, BLACK, PALE = "#56B4E9", "#CC79A7", "#000000", "#EEEEEE"

# Outcome classes: name, colour, hatch.
CLASSES = {
    "L": ("L: Left wins", SKY, "///"),
    "R": ("R: Right wins", ORANGE, "\\\\\\"),
    "N": ("N: next player wins", PALE, ""),
    "P": ("P: previous player wins", BLUE, ""),
}

matplotlib.rcParams.update(
    {
        "font.size": 10,
        "axes.titlesize": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "figure.constrained_layout.use": True,
        "figure.constrained_layout.h_pad": 0.08,
        "hatch.linewidth": 0.6,
        "legend.frameon": False,
        "svg.hashsalt": "census",
    }
)


def figure(width, height, **arguments):
    """A figure of so many inches and its axes."""
    return pyplot.subplots(figsize=(width, height), **arguments)


def cell(axes, x, y, colour, hatch="", text="", width=1.0, height=1.0):
    """A box around a point of a map, with a text in it."""
    axes.add_patch(
        pyplot.Rectangle(
            (x - width / 2, y - height / 2),
            width,
            height,
            facecolor=colour,
            edgecolor="#444444",
            hatch=hatch,
            linewidth=0.5,
        )
    )
    ink = "white" if colour in (BLUE, BLACK) else "black"
    axes.text(x, y, text, ha="center", va="center", color=ink)


def stack(axes, x, heights, below, colour, hatch, label):
    """Bars on top of those that reach up to `below`; returns where they end."""
    axes.bar(
        x,
        heights,
        bottom=below,
        color=colour,
        hatch=hatch,
        edgecolor="#444444",
        linewidth=0.5,
        label=label,
    )
    return below + heights


def patch(colour, hatch, label):
    """An entry of a legend."""
    return Patch(
        facecolor=colour, hatch=hatch, edgecolor="#444444", label=label
    )


def class_legend(letters):
    return [
        patch(colour, hatch, label)
        for label, colour, hatch in (CLASSES[c] for c in letters)
    ]


def bare(axes):
    """No frame and no ticks: the axes hold a table."""
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0)
