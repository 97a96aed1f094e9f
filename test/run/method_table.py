"""Which methods go together with which domains and grids, each cell tried.

    method_table.py build/census

For every value domain, every grid and the first ruleset that suits both: the
method that is chosen, the one under a memo that is asked for, and the recursion
are run, and their archives compared. Prints the table, and what differs; exit
status 1 if anything does.
"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

RULES = ["top-entails:empty=lose", "entailing-nim", "top-entails:reply=elsewhere",
         "nim", "nim:players=3,play=misere", "nim:play=misere", "octal:0.77",
         "octal:0.77,players=3", "end-nim", "end-nim:players=impartial",
         "maundy-cake", "domineering", "toads-and-frogs", "strings-and-coins",
         "strings-and-coins:graph=0abca0/bd"]
GRIDS = {"lists": "parts=1..2,size=1..5", "multisets": "parts=1..3,size=1..5",
         "partitions": "total=0..9", "rows": "heaps=1..3,size=1..3",
         "palindromes": "heaps=1..4,size=1..3",
         "sums": "parts=1..2,heaps=1..4,nim=1..3",
         "boards": "rows=1..2,columns=2", "strips": "length=1..4",
         "regions": "squares=1..4", "sets": ""}
# A second text of a grid that a method of its own serves.
MORE = {"multisets": "parts=1..1,size=1..40"}


def call(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True)


def names(program, kind):
    return call(program, "list", kind, "--names").stdout.split()


def solve(program, folder, rules, domain, grid, *way):
    """(archive, method), or None if there is no such run."""
    path = folder / ("x" + "".join(way).replace("=", "") + ".h5")
    path.unlink(missing_ok=True)
    done = call(program, "run", "--rules", rules, "--ask", domain, "--grid", grid,
                "-o", str(path), "--json", "--force", *way)
    if done.returncode:
        return None
    return path, json.loads(done.stdout)["method"]


def try_cell(program, folder, domain, grid):
    """(rules, methods, faults) of the first ruleset that suits both."""
    for rules in RULES:
        chosen = solve(program, folder, rules, domain, grid)
        if not chosen:
            continue
        methods, faults = [chosen[1]], []
        for way in (["--memo=striped"], ["--recursion"]):
            other = solve(program, folder, rules, domain, grid, *way)
            if not other:
                faults.append(f"{rules} {domain} {grid}: not with {way[0]}")
                continue
            methods.append(other[1])
            if call(program, "diff", str(chosen[0]), str(other[0])).returncode:
                faults.append(f"{rules} {domain} {grid}: {chosen[1]} and "
                              f"{other[1]} differ")
        return rules, methods, faults
    return None


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    texts = [(grid, f"{grid}:{table[grid]}".rstrip(":")) for grid in names(program, "grids")
             for table in (GRIDS, MORE) if grid in table]
    # Segments are found in one way: test/run/test_run_segments.c.
    unknown = set(names(program, "grids")) - set(GRIDS) - {"segments"}
    faults = [f"grid {grid} has no line here" for grid in sorted(unknown)]
    tried = 0
    print("| domain | grid | ruleset | chosen | with --memo | with --recursion |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for domain, (_, text) in itertools.product(names(program, "domains"), texts):
            cell = try_cell(program, pathlib.Path(folder), domain, text)
            if not cell:
                print(f"| {domain} | `{text}` | none | | | |")
                continue
            rules, methods, wrong = cell
            faults += wrong
            tried += 1
            print(f"| {domain} | `{text}` | `{rules}` | " + " | ".join(methods) + " |")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{tried} cells tried, {len(faults)} faults", file=sys.stderr)
    return 1 if faults else 0


sys.exit(main())
