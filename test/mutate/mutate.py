"""Which changes of the program no test notices?

    mutate.py [WORD]
    mutate.py --apply     only: does each line still change its file?

The tests must pass as the program is. Then, for each line of mutants.txt (those
that have WORD): changes one file in a copy of the sources, builds, and runs the
tests of the rooms it names until one fails. What fails no test survives, and is
listed; exit status 1 if any does, 3 if a change does not apply or does not build.
Called in the source folder; what is built there already is not built again.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ("Makefile", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE",
           "bench", "census", "engine", "rules", "schemas", "test", "results", "build")
# Far more than the slowest room takes: a change that makes tests wait for ever.
TEST_SECONDS = 1200


def read_mutants(word):
    for line in (HERE / "mutants.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            what, file, rest = (part.strip() for part in line.split(" | ", 2))
            script, tests = (part.strip() for part in rest.rsplit(" | ", 1))
            if word in line:
                yield what, file, script, tests.split()


def suites(tests):
    """The suites of rooms, or of files in them."""
    found = set()
    for test in tests:
        path = pathlib.Path("test") / test
        for file in path.glob("*.c") if path.is_dir() else [path.with_suffix(".c")]:
            found.update(re.findall(r"^(?:Parameterized)?Test(?:Parameters)?\((\w+),",
                                    file.read_text(), re.M))
    return "|".join(sorted(found))


def make(folder, *targets):
    # MAKEFLAGS of a make that called this would be meant for that.
    environment = {k: v for k, v in os.environ.items()
                   if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return subprocess.run(["make", "-s", "-j2", "WARN=", *targets], cwd=folder,
                          env=environment, capture_output=True, text=True)


def noticed(folder, tests):
    """What the tests say of the change: "killed", "hangs", or nothing."""
    environment = {**os.environ, "CENSUS": "build/census",
                   "OMP_WAIT_POLICY": "passive"}
    try:
        done = subprocess.run(["build/tests", "-j2", "--fail-fast", "--filter",
                               f"@({suites(tests)})/*"], cwd=folder,
                              env=environment, capture_output=True,
                              timeout=TEST_SECONDS)
    except subprocess.TimeoutExpired:
        return "hangs"
    return "killed" if done.returncode else ""


def unfitting():
    """Lines that leave their file as it is, or are no script."""
    for what, file, script, _ in read_mutants(""):
        done = subprocess.run(["sed", "-E", script, file], capture_output=True,
                              text=True)
        if done.returncode or done.stdout == pathlib.Path(file).read_text():
            yield what


def main():
    if sys.argv[1:] == ["--apply"]:
        for what in (unfit := list(unfitting())):
            print(f"does not apply: {what}")
        sys.exit(3 if unfit else 0)
    folder = pathlib.Path(tempfile.mkdtemp())
    for name in SOURCES:
        if pathlib.Path(name).is_dir():
            shutil.copytree(name, folder / name, symlinks=True)
        elif pathlib.Path(name).exists():
            shutil.copy2(name, folder / name)
    mutants = list(read_mutants(" ".join(sys.argv[1:])))
    rooms = sorted({test for *_, tests in mutants for test in tests})
    if make(folder, "build/tests", "build/census").returncode or \
            noticed(folder, rooms):
        sys.exit(f"not tried: as it is, a test of {' '.join(rooms)} fails")
    tried = killed = 0
    survivors, unfit = [], []
    for what, file, script, tests in mutants:
        began = time.monotonic()
        tried += 1
        kept = (folder / file).read_text()
        subprocess.run(["sed", "-E", "-i", script, file], cwd=folder, check=True)
        built = (folder / file).read_text() != kept and \
            make(folder, "build/tests", "build/census").returncode == 0
        if not built:
            result = "does not apply, or does not build"
            unfit.append(what)
        elif result := noticed(folder, tests):
            killed += 1
        else:
            result = "SURVIVES"
            survivors.append(what)
        (folder / file).write_text(kept)
        print(f"{what}: {result} ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{tried} mutants, {killed} killed, {len(survivors)} survive, "
          f"{len(unfit)} do not build")
    shutil.rmtree(folder)
    sys.exit(3 if unfit else 1 if survivors else 0)


main()
