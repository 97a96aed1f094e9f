"""From a census to a figure's numbers: run it in an empty folder.

    python3 example.py
"""

# %% Every Nim position of one to three heaps to seven, with its nimber.
import census

census.run(
    rules="nim",
    ask="nimber",
    grid="multisets:parts=1..3,size=1..7",
    output="nim.h5",
    force=True,
)
nim = census.open("nim.h5")
print(nim)

# %% All columns, with positions, as a frame.
frame = nim.frame(positions=True)
print(frame.tail(3))

# %% Is a guess true of every row? It is not, and here is where.
guess = nim.check(lambda row: row.heaps, column="value", first=2)
print(guess.agree, "agree,", guess.disagree, "do not:")
for miss in guess.first:
    print(" ", miss.position, "is", miss.found, "and not", miss.predicted)


# %% Bouton's rule is.
def bouton(row):
    nimber = 0
    for size in row.position.split("+"):
        nimber ^= int(size)
    return nimber


assert nim.check(bouton, column="value").disagree == 0

# %% The same in SQL, checked by the program.
said = census.check(
    "nim.h5",
    says="nimsum(part(position, 1), coalesce(part(position, 2), 0), "
    "coalesce(part(position, 3), 0))",
    column="value",
)
assert said["agree"] == nim.rows

# %% A pivot: how many positions of so many heaps have which nimber?
print(frame.pivot_table(index="heaps", columns="value", aggfunc="size",
                        fill_value=0))

# %% Questions that need no frame.
print(nim.sql("select heaps, sum(value = 0) as p from rows group by heaps"))
print(nim.query(by="heaps", mean="value"))

# %% Values as objects, with their options.
census.run("e2-rows", heaps=3, size=2, output="rows.h5", force=True)
rows = census.open("rows.h5")
for position, value in zip(rows.positions[:6], rows.objects()):
    print(position, value.text, value.outcome, value.lefts)
