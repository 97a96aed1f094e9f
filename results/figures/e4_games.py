"""Winning replies in the heap just moved, over the games of e4-games."""

from figures import style

TITLE = "Which games never want an answer in the heap just moved?"
CAPTION = (
    "Replies to moves from P positions, heaps to 250: the least heap of which a move "
    "has a winning reply in what it leaves, and, as a shade, in what part of the moves "
    "that leave something there is one (from 75 %, the lightest, to all of them). A "
    "dash: no move has one."
)
ARCHIVES = ("e4-games-250.h5",)
DIGITS = range(8)


def share(row):
    return row["at_home"] / row["again"] if row["again"] else 0


def cell(axes, x, y, row):
    ramp = style.matplotlib.colormaps["Blues"]
    found = row["elsewhere"] == "no"
    style.cell(
        axes, x, y, ramp(0.1 + 2 * (share(row) - 0.75)) if found else "#FFFFFF",
        text=str(row["heap"]) if found else "–",
    )


def draw(archives):
    (rows,) = archives
    by_game = {game: i for i, game in enumerate(rows["game"].tolist())}
    names = ("elsewhere", "again", "at_home", "heap")
    found = {
        game: {name: rows[name][i] for name in names} for game, i in by_game.items()
    }
    figure, (octal, sets) = style.figure(
        7.4, 5.6, nrows=2, height_ratios=(8, 2)
    )
    for first in DIGITS:
        for second in DIGITS:
            game = f"octal:0.{first}{second or ''}"
            cell(octal, second, 7 - first, found[game])
    octal.set(
        xlim=(-0.6, 7.6), ylim=(-0.6, 7.6), xticks=DIGITS, yticks=DIGITS,
        xlabel="second digit of the octal game", ylabel="first digit",
    )
    octal.set_yticklabels(reversed(DIGITS))
    others = [game for game in by_game if not game.startswith("octal:")]
    for x, game in enumerate(others):
        cell(sets, x, 0, found[game])
    sets.set(
        xlim=(-0.6, len(others) - 0.4), ylim=(-0.6, 0.6), yticks=(),
        xticks=range(len(others)),
    )
    sets.set_xticklabels(
        [
            "Nim" if game == "nim" else "{" + game.partition(":")[2] + "}"
            for game in others
        ],
        rotation=60,
        ha="right",
    )
    sets.set_xlabel("Nim, and games that take so many from a heap")
    for axes in (octal, sets):
        style.bare(axes)
    return figure
