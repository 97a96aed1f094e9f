"""Draws thermographs of values, side by side, by `census value --thermograph`.

    thermograph.py [--census build/census] --out FILE VALUE ...

    thermograph.py --out hot.svg '{2|-1}' '{5|{1|-3}}' '^*'

The kind of file follows from its name (SVG, PDF, PNG). Left's values are to
the left, as in the books; corners are exact, as printed with --json.
"""

import argparse
import fractions
import json
import subprocess
import sys

from figures import style

DATES = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


def ask(census, text):
    """The program's answer; its message and status if it has none."""
    call = subprocess.run(
        [census, "value", "--thermograph", "--json", "--", text],
        stdout=subprocess.PIPE,
        check=False,
    )
    if call.returncode:
        sys.exit(call.returncode)
    answer = json.loads(call.stdout)
    if "thermograph" not in answer:
        sys.exit(f"thermograph.py: {text}: true or false, no value")
    return answer


def corners(wall):
    """The values and the taxes of a wall's corners."""
    points = [(fractions.Fraction(x), fractions.Fraction(t)) for t, x in wall]
    return [p[0] for p in points], [p[1] for p in points]


def draw(axes, answer):
    graph = answer["thermograph"]
    mean = fractions.Fraction(answer["mean"])
    top = fractions.Fraction(answer["temperature"])
    walls = {side: corners(graph[side]) for side in ("left", "right")}
    axes.plot(*walls["left"], color=style.BLUE, label="Left")
    axes.plot(*walls["right"], color=style.VERMILION, label="Right", ls="--")
    height = max(top, 0) + 1
    axes.plot([mean, mean], [top, height], color=style.BLACK, label="mast")
    width = max(walls["left"][0][0] - walls["right"][0][0], 1) * 11 / 20
    middle = (walls["left"][0][0] + walls["right"][0][0]) / 2
    axes.set_xlim(float(middle + width), float(middle - width))
    axes.set_ylim(-1, float(height))
    axes.set(xlabel="value", ylabel="tax")
    axes.set_title(
        f"{answer['value']}\nmean {mean}, temperature {top}", wrap=True
    )


def main():
    parser = argparse.ArgumentParser(
        description="Draws thermographs of values."
    )
    parser.add_argument("--census", default="build/census")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("values", nargs="+", metavar="VALUE")
    arguments = parser.parse_args()
    kind = arguments.out.rpartition(".")[2].lower()
    if kind not in ("svg", "pdf", "png"):
        parser.error(f"--out {arguments.out}: no name of an SVG, PDF or PNG")
    answers = [ask(arguments.census, text) for text in arguments.values]
    figure, axes = style.figure(
        3.2 * len(answers), 3.2, ncols=len(answers), squeeze=False
    )
    for one, answer in zip(axes[0], answers):
        draw(one, answer)
    axes[0][-1].legend(loc="upper right")
    figure.savefig(arguments.out, metadata=DATES.get(kind))


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(f"thermograph.py: {error}")
