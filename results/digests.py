"""The digests of every named census at up to three sizes, in DIGESTS, so that
anybody can confirm theirs.

    digests.py write [CENSUS ...]   solve them (all, or these), and write DIGESTS
    digests.py check [--quick]      solve them (--quick: the smallest of those
                                    that are there) and compare

A line holds tab-separated: rows, the identity of what was run, the SHA-256 of the
facts (Archive.facts_sha256 of the Python package), CPU seconds, command.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "census" / "python"))

from census import open as open_archive  # noqa: E402

DIGESTS = HERE / "DIGESTS"
FIELDS = ("rows", "run", "facts", "cpu_seconds", "command")

# Smallest first. A census that is not here has one size.
SIZES = {
    "domineering-regions": ["--squares 4", "--squares 6", ""],
    "e1-heaps": ["--heap 10", "", "--heap 60"],
    "e2-heaps": ["--size 5", "", "--size 40"],
    "e2-impartial": ["--heaps 3 --size 3", "", "--heaps 8"],
    "e2-palindromes": ["--heaps 5 --size 3", "", "--heaps 13"],
    "e2-rows": ["--heaps 3 --size 3", "", "--heaps 7"],
    "e3-coalition": ["--heaps 4", "", "--heaps 7"],
    "e4-games": ["--heaps 10", "", "--heaps 150"],
    "e4-mixed": ["--size 4 --nim 2", "", "--size 9"],
    "e4-pairs": ["", "--size 20", "--size 30"],
    "e4-sums": ["--size 5 --parts 3", "", "--size 9"],
    "e4-named-pairs": ["", "--size 15"],
    "e4-named-sums": ["--size 4 --nim 2", "", "--parts 4"],
    "nimstring": ["--high 2 --wide 2", "", "--high 3 --wide 3"],
    "octal-periods": ["--digits 1 --heaps 1000", "--heaps 1000", ""],
    "top-entails-partitions": ["--total 10", "", "--total 44"],
    "top-entails-stacks": ["--size 100", "--size 4000", ""],
}
LONGEST = 0.3  # CPU seconds of a smallest size, to be among the quick ones


def censuses(program):
    return subprocess.run(
        [program, "list", "censuses", "--names"],
        check=True, capture_output=True, text=True,
    ).stdout.split()


def solve(program, command):
    """The line of a command: a tuple of FIELDS."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "x.h5")
        subprocess.run(
            [program, *command.split()[1:], "-q", "-o", path], check=True
        )
        with open_archive(path) as archive:
            return (str(archive.rows), archive.attributes["run"],
                    archive.facts_sha256(),
                    f"{archive.run['cpu_seconds']:.2f}", command)


def commands(program):
    for name in censuses(program):
        for options in SIZES.get(name, [""]):
            yield f"census run {name} {options}".rstrip()


def read():
    """{command: line}"""
    lines = [line.split("\t") for line in DIGESTS.read_text().splitlines()[1:]]
    return {line[4]: line for line in lines}


def write(program, names):
    known, lines = read() if names else {}, [FIELDS]
    for command in commands(program):
        wanted = not names or command.split()[2] in names
        if wanted:
            lines.append(solve(program, command))
            print(*lines[-1], sep="\t", flush=True)
        elif command in known:
            lines.append(known[command])
    DIGESTS.write_text("".join("\t".join(line) + "\n" for line in lines))


def check(program, quick):
    """How many differ, or are not there."""
    known = read()
    lines = list(known.values())
    missing = set() if quick else set(commands(program)) ^ set(known)
    for command in sorted(missing):
        print(f"{command}: in DIGESTS or in digests.py, not in both")
    wrong, seen = len(missing), set()
    for line in lines:
        command, name = line[4], line[4].split()[2]
        if quick and (name in seen or float(line[3]) > LONGEST):
            continue
        seen.add(name)
        found = solve(program, command)
        if list(found[:3]) != line[:3]:
            print(f"{command}: found {' '.join(found[:3])}, not "
                  f"{' '.join(line[:3])}")
            wrong += 1
    print(f"digests: {len(lines)} known, {wrong} wrong")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["write", "check"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--census", default="build/census", metavar="PROGRAM")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    program = str(pathlib.Path(options.census).resolve())
    if options.what == "write":
        write(program, options.names)
    elif check(program, options.quick):
        sys.exit(1)


if __name__ == "__main__":
    main()
