"""Draws every figure from the archives, as SVG, PDF and PNG.

    draw.py --out FOLDER [NAME ...]
"""

import argparse
import contextlib
import importlib
import pathlib

import archives
import census
from figures import style

NAMES = (
    "e1_sums",
    "top_entails_stacks",
    "e2_two_heaps",
    "e2_lengths",
    "e2_values",
    "e2_growth",
    "e2_impartial",
    "e3_coalition",
    "e3_classes",
    "e3_variants",
    "e4_misread",
    "e4_classes",
    "e4_games",
    "nimstring",
    "quotients",
    "e3_quotients",
    "memo",
    "strategies",
    "censuses",
)

# Without dates, so that the same rows give the same files.
KINDS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


def module(name):
    return importlib.import_module("figures." + name)


def can_draw(figure):
    """A figure of measurements needs a CSV file that may not be there."""
    return not hasattr(figure, "CSV") or (archives.HERE / figure.CSV).exists()


def draw(name, folder):
    """Draws a figure; says so if what it shows was not measured."""
    figure = module(name)
    if not can_draw(figure):
        print(f"{name}: skipped: there is no results/{figure.CSV}")
        return
    with contextlib.ExitStack() as stack:
        opened = [
            stack.enter_context(census.open(archives.FOLDER / file))
            for file in figure.ARCHIVES
        ]
        extra = [archives.HERE / figure.CSV] if hasattr(figure, "CSV") else []
        drawing = figure.draw(opened, *extra)
    for kind, metadata in KINDS.items():
        path = folder / f"{name}.{kind}"
        drawing.savefig(path, dpi=160, metadata=metadata)
    style.pyplot.close(drawing)
    print(f"{name}: {folder / name}.svg, .pdf, .png")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--out", default="build/figures", type=pathlib.Path)
    options = parser.parse_args()
    there = {path.stem for path in archives.HERE.glob("figures/[a-z]*.py")}
    if forgotten := there - {*NAMES, "style"}:
        raise SystemExit(f"draw.py: not in NAMES: {' '.join(sorted(forgotten))}")
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.names or NAMES:
        draw(name, options.out)


if __name__ == "__main__":
    main()
