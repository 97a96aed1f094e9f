"""The archives in archives/ and their MANIFEST: derive them, or check them.

    archives.py derive [FILE ...]   solve again and replace (all, or these)
    archives.py check [--fast]      digests, columns, and solved again: equal?

A line of MANIFEST holds tab-separated: file, SHA-256, rows, CPU seconds of the
run, software version, command. To add an archive, add a line with dashes and a
command that writes it, and derive it.
"""

import argparse
import collections
import pathlib
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "census" / "python"))

from census import ArchiveError, file_sha256  # noqa: E402
from census import open as open_archive  # noqa: E402

FOLDER = HERE / "archives"
MANIFEST = HERE / "MANIFEST"
FIELDS = ("file", "sha256", "rows", "cpu_seconds", "software", "command")
FAST_SECONDS = 5  # with --fast, what took longer is not solved again

Entry = collections.namedtuple("Entry", FIELDS)


def read_manifest():
    """{file: Entry}, in the order of MANIFEST."""
    entries = {}
    for number, line in enumerate(MANIFEST.read_text().splitlines(), 1):
        cells = line.split("\t")
        if len(cells) != len(FIELDS):
            raise SystemExit(f"{MANIFEST}:{number}: not {len(FIELDS)} fields")
        if number > 1:
            entries[cells[0]] = Entry(*cells)
        elif tuple(cells) != FIELDS:
            raise SystemExit(f"{MANIFEST}: its first line names other fields")
    return entries


def write_manifest(entries):
    lines = ["\t".join(entry) for entry in [FIELDS, *entries.values()]]
    MANIFEST.write_text("\n".join(lines) + "\n")


def solve(census, entry, folder):
    """Runs the entry's command in a folder, and returns the file it wrote."""
    program, *words = shlex.split(entry.command)
    if program != "census" or words[0] != "run":
        raise SystemExit(f"{entry.file}: its command is not 'census run'")
    subprocess.run([census, *words, "--quiet"], cwd=folder, check=True)
    return pathlib.Path(folder, entry.file)


def derive(census, files):
    entries = read_manifest()
    FOLDER.mkdir(exist_ok=True)
    for name in files or list(entries):
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
            path = solve(census, entries[name], folder)
            path.replace(FOLDER / name)
        with open_archive(FOLDER / name) as archive:
            entries[name] = entries[name]._replace(
                sha256=file_sha256(archive.path),
                rows=str(archive.rows),
                cpu_seconds=f"{archive.run['cpu_seconds']:.2f}",
                software=archive.run["software"],
            )
        write_manifest(entries)
        print("\t".join(entries[name]))


def check_file(entry):
    """What is wrong with an archive as it lies there, or None."""
    path = FOLDER / entry.file
    try:
        if file_sha256(path) != entry.sha256:
            return "its SHA-256 is not the one in MANIFEST"
        with open_archive(path) as archive:
            archive.check_columns()
            if str(archive.rows) != entry.rows:
                return "its rows are not as many as MANIFEST says"
            if archive.run["software"] != entry.software:
                return "another version wrote it than MANIFEST says"
    except (OSError, KeyError, ArchiveError) as error:
        return str(error)
    return None


def dictionary(path):
    with open_archive(path) as archive:
        return archive.dictionary_sha256()


def compare(census, entry, again):
    """What an archive and another solution of it differ in, or None."""
    path = FOLDER / entry.file
    diff = subprocess.run(
        [census, "diff", path, again],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if diff.returncode:
        return "solved again, it differs:\n" + diff.stdout
    if dictionary(path) != dictionary(again):
        return "solved again, its dictionary of values differs"
    return None


def check_facts(census, entry):
    """What differs when an archive is solved again, or None."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            again = solve(census, entry, folder)
        except subprocess.CalledProcessError as error:
            return f"its command cannot be run: {error}"
        return compare(census, entry, again)


def check(census, fast):
    """Prints a line for each archive; returns how many are wrong."""
    entries = read_manifest()
    strays = {path.name for path in FOLDER.glob("*.h5")} - set(entries)
    wrong = len(strays)
    for name in sorted(strays):
        print(f"{name}: WRONG: it is not in MANIFEST")
    for entry in entries.values():
        why, what = check_file(entry), "digest"
        if not why and not (fast and float(entry.cpu_seconds) > FAST_SECONDS):
            why, what = check_facts(census, entry), "digest, solved again"
        print(f"{entry.file}: " + (f"WRONG: {why}" if why else f"{what}: fine"))
        wrong += bool(why)
    print(f"results: {len(entries)} archives, {wrong} wrong")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["derive", "check"])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--census", default="build/census", metavar="PROGRAM")
    parser.add_argument("--fast", action="store_true")
    options = parser.parse_args()
    census = str(pathlib.Path(options.census).resolve())
    if options.what == "derive":
        derive(census, options.files)
    elif check(census, options.fast):
        sys.exit(1)


if __name__ == "__main__":
    main()
