"""Rulesets, with every obligation, on every grid of heaps: by the method that is
chosen (dense tables or retrograde analysis), by a memo that is swept or filled by
the recursion, and by the recursion alone.

    method_rulesets.py build/census

The facts must be equal, and `verify --proof` must prove them. Prints a table; exit
status 1 if anything differs, is not proved, or is not found without a memo.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

REPLIES = ["reply=any", "reply=same,empty=free", "reply=same,empty=lose",
           "reply=same,empty=illegal", "reply=elsewhere,alone=strict",
           "reply=elsewhere,alone=lapse"]
RULES = [(f"{game}:{reply}", "outcome")
         for game in ("top-entails", "entailing-nim") for reply in REPLIES]
RULES += [("top-entails:reply=same,empty=lose,play=misere", "outcome"),
          ("entailing-nim:reply=elsewhere,play=misere", "outcome"),
          ("nim", "outcome"), ("nim:play=misere", "outcome"), ("nim", "nimber"),
          ("nim:players=3", "coalition"), ("octal:0.77", "outcome"),
          ("octal:0.77", "nimber"), ("octal:4.3", "outcome"),
          ("octal:0.77,players=3", "downstream"), ("subtraction:1,3,4", "outcome"),
          ("subtraction:2,3,play=misere", "outcome")]
GRIDS = ["multisets:parts=0..4,size=1..5", "multisets:parts=2..3,size=2..6",
         "partitions:total=0..14", "partitions:total=9..13",
         "lists:parts=1..3,size=1..4"]
WITHOUT_MEMO = {"dense", "retrograde"}


def call(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True)


def solve(program, path, rules, domain, grid, *way):
    """The method, or None with what was said."""
    done = call(program, "run", "--rules", rules, "--ask", domain, "--grid", grid,
                "-o", str(path), "--json", "--force", *way)
    return (json.loads(done.stdout)["method"] if done.returncode == 0 else None,
            done.stderr)


def try_cell(program, folder, rules, domain, grid):
    """(methods, faults)"""
    where = f"{rules} {domain} {grid}"
    chosen, said = solve(program, folder / "0.h5", rules, domain, grid)
    if chosen not in WITHOUT_MEMO:
        return [chosen], [f"{where}: by {chosen} {said}"]
    methods, faults = [chosen], []
    for i, way in enumerate((["--memo=line"], ["--recursion", "--threads=2"]), 1):
        other = folder / f"{i}.h5"
        method, said = solve(program, other, rules, domain, grid, *way)
        methods.append(method)
        if not method or call(program, "diff", str(folder / "0.h5"),
                              str(other)).returncode:
            faults.append(f"{where}: {chosen} and {method} differ {said}")
    proof = call(program, "verify", "--proof", str(folder / "0.h5"))
    if proof.returncode:
        faults.append(f"{where}: not proved: {proof.stderr}")
    return methods, faults


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    faults, tried = [], 0
    print("| ruleset | domain | grid | chosen | with --memo | with --recursion |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for rules, domain in RULES:
            for grid in GRIDS:
                methods, wrong = try_cell(program, pathlib.Path(folder), rules,
                                          domain, grid)
                faults += wrong
                tried += 1
                print(f"| `{rules}` | {domain} | `{grid}` | "
                      + " | ".join(str(m) for m in methods) + " |")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{tried} cells tried, {len(faults)} faults", file=sys.stderr)
    return 1 if faults else 0


sys.exit(main())
