"""Nimbers of Wythoff's game: figure.py ARCHIVE FIGURE"""
import sys

import matplotlib

import census

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

rows = census.open(sys.argv[1])
frame = rows.frame(["value", "outcome"], positions=True)
pairs = frame[frame.position.str.count(r"\+") == 1]
a, b = (pairs.position.str.split("+").str[i].astype(int) for i in (0, 1))
lost = pairs.outcome == "P"
figure, axes = pyplot.subplots(figsize=(6, 5))
points = axes.scatter([*a, *b], [*b, *a], c=[*pairs.value] * 2, s=6, marker="s")
axes.scatter([*a[lost], *b[lost]], [*b[lost], *a[lost]], c="red", s=9,
             label="lost")
axes.set(xlabel="one heap", ylabel="the other", title="Wythoff: nimbers")
axes.legend()
figure.colorbar(points)
figure.savefig(sys.argv[2], dpi=150)
print(f"{sys.argv[2]}: {len(pairs)} positions, {lost.sum()} of them lost")
