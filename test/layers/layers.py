"""Who may know whom: the table rooms.txt against the sources and the objects.

    layers.py [--objects build/obj] [--root .]

Prints a line for each rule that is broken, and exits with 1; or one line that
says how large the house is.

An arrow is an include or, where the objects are given, a call: a file calls
another if it uses a function that the other defines. Arrows that go where the
table does not let them, circles of files, folders with too many modules, games
that the engine names, and things that belong to one place only (threads, HDF5,
printing, variables) are broken rules.
"""
import argparse
import collections
import pathlib
import re
import subprocess
import sys

PARTS = ("engine", "rules", "census")
MODULES_MOST = 22  # a module is a .c with its .h
# Folders that hold one file for each registered thing grow with them.
GROWING = {"rules", "census/named", "census/check", "census/command"}

# A heap of Nim is a value before it is a game: this name is the theory's.
THEORY = {"nim"}

INCLUDE = re.compile(r'^ *# *include ["<]([^">]+)[">]', re.M)
RULESET = re.compile(r'^const struct ruleset .*?^\};', re.M | re.S)
NAME = re.compile(r'\.name = "([a-z0-9-]+)"')

# What belongs to one place: pattern, where it is looked for, where it may be,
# and what is said.
ONLY = [
    (r'^ *# *include <hdf5', PARTS + ("bench",), "engine/store/", "HDF5"),
    (r'^ *# *(include <omp\.h>|pragma omp)', PARTS, "engine/run/", "OpenMP"),
    (r'\b(printf|puts|putchar|perror) *\(|'
     r'\bf(printf|puts|putc|write) *\(.*\bstd(out|err)\b',
     ("engine", "rules"), "engine/base/log.c", "printing"),
]
VARIABLE = re.compile(
    r'^( +static |(static )?(unsigned |signed |long |struct [a-z_]+ |_Atomic '
    r'|[a-z0-9_]+_t |int |char |bool |double |void )+\**[a-z_0-9]+'
    r'(\[[^]]*\])?( = .*)?;$)')


def read_rooms(path):
    rooms = {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            room, _, allowed = line.partition(":")
            if room in rooms:
                sys.exit(f"layers: {path}: {room} stands there twice")
            rooms[room] = allowed.split()
    return rooms


def read_picture(path, rooms):
    """The arrows {(room, room or header)} that CONTRIBUTING.md draws."""
    block = path.read_text().split("```text\n", 1)[1].split("```", 1)[0]
    prefix, arrows = "", set()
    for line in block.splitlines():
        start = re.match(r"(\S+)/ ", line)
        if start:
            prefix, line = start[1], line[start.end():]
        line, _, header = line.rstrip(" )").partition(" (")
        ends = [[prefix if name in ("main", "plugin.h") else name
                 if name in rooms else f"{prefix}/{name}"
                 for name in re.split(r",\s*", end.strip())]
                for end in line.split("->")]
        for i in range(len(ends) - 1):
            last = "/" + header if header and i == len(ends) - 2 else ""
            arrows |= {(a, b + last) for a in ends[i] for b in ends[i + 1]}
    return arrows


def picture_errors(rooms, arrows):
    """Each arrow is of the table; each room of a line lies where they lead."""
    def within(entry):
        if entry == "engine":
            return {room for room in rooms if room.startswith("engine")}
        return {re.sub(r"/[a-z_]+\.h$", "", entry)}

    leads = {room: {room} for room in rooms}
    for source, target in sorted(arrows):
        if source not in rooms or not within(target) <= set(rooms):
            yield f"the picture: {source} -> {target}: no such room"
            continue
        if not any(entry == target or entry in within(target)
                   or entry == "engine" and target.startswith("engine/")
                   for entry in rooms[source]):
            yield f"the picture: {source} -> {target}: not in rooms.txt"
        leads[source] |= within(target)
    for _ in rooms:
        for room in rooms:
            leads[room] = set().union(*(leads[r] for r in leads[room]))
    for room in rooms:
        for entry in rooms[room]:
            if not within(entry) <= leads[room]:
                yield f"the picture: no way from {room} to {entry}"


def sources(root, parts):
    """Those of the program: examples are plug-ins, built by themselves."""
    return {str(path.relative_to(root)): path.read_text()
            for part in parts for path in sorted((root / part).rglob("*.[ch]"))
            if "examples" not in path.parts}


def without_comments(text):
    return re.sub(r'/\*.*?\*/', lambda m: "\n" * m[0].count("\n"), text,
                  flags=re.S)


def room_of(file):
    return str(pathlib.PurePosixPath(file).parent)


def may(rooms, source, target):
    """May this file include or call that one?"""
    room = room_of(source)
    if room == room_of(target):
        return True
    header = re.sub(r'\.c$', ".h", target)
    return any(header == entry or room_of(target) == entry
               or entry == "engine" and target.startswith("engine/")
               for entry in rooms.get(room, ()))


def include_arrows(files):
    for file, text in files.items():
        for target in INCLUDE.findall(text):
            if target in files:
                yield file, target, "includes"
            elif target.split("/")[0] in PARTS + ("test", "bench"):
                yield file, target, "includes"


def symbols(objects, files):
    """{file: functions that it defines}, {file: symbols that it uses}."""
    paths = {str(objects / file.replace(".c", ".o")): file
             for file in files if file.endswith(".c")}
    for path in paths:
        if not pathlib.Path(path).exists():
            sys.exit(f"layers: {path}: not built")
    defines = {file: set() for file in paths.values()}
    uses = {file: set() for file in paths.values()}
    for line in subprocess.run(["nm", "-A", *paths], capture_output=True, text=True,
                               check=True).stdout.splitlines():
        path, _, rest = line.partition(":")
        *_, kind, name = rest.split()
        if kind == "T":
            defines[paths[path]].add(name)
        elif kind == "U":
            uses[paths[path]].add(name)
    return defines, uses


def call_arrows(objects, files):
    defines, uses = symbols(objects, files)
    home = {name: file for file, names in defines.items() for name in names}
    for file, names in uses.items():
        called = collections.defaultdict(list)
        for name in sorted(names):
            if home.get(name, file) != file:
                called[home[name]].append(name)
        for target, names in called.items():
            yield file, target, "calls " + names[0] + " of"


def circles(arrows):
    """The strongly connected components of more than one file (Tarjan)."""
    out = collections.defaultdict(set)
    for source, target, _ in arrows:
        out[source].add(target)
    number, low, stack, found = {}, {}, [], []

    def visit(file):
        number[file] = low[file] = len(number)
        stack.append(file)
        for target in sorted(out[file]):
            if target not in number:
                visit(target)
            if target in stack:
                low[file] = min(low[file], low[target])
        if low[file] == number[file]:
            at = stack.index(file)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for file in sorted(out):
        if file not in number:
            visit(file)
    return found


def floors(rooms, arrows):
    """How many rooms stand on one another at most."""
    below = collections.defaultdict(set)
    for source, target, _ in arrows:
        if room_of(source) != room_of(target):
            below[room_of(source)].add(room_of(target))
    height = {}

    def floor(room, above=()):
        if room in above:  # rooms may look at each other; files may not
            return 0
        if room not in height:
            height[room] = 1 + max((floor(r, above + (room,))
                                    for r in below[room]), default=0)
        return height[room]

    return max(floor(room) for room in rooms)


def broken_arrows(rooms, arrows):
    for source, target, verb in arrows:
        if room_of(source) not in rooms:
            yield f"{source}: {room_of(source)} is no room of rooms.txt"
        elif not may(rooms, source, target):
            yield f"{source} {verb} {target}: {room_of(source)} may not"


def crowded(files):
    modules = collections.defaultdict(set)
    for file in files:
        modules[room_of(file)].add(pathlib.PurePosixPath(file).stem)
    for room, names in sorted(modules.items()):
        if len(names) > MODULES_MOST and room not in GROWING:
            yield f"{room}: {len(names)} modules, {MODULES_MOST} at the most"


def games_named(files):
    names = set()
    for file, text in files.items():
        if file.startswith("rules/"):
            for ruleset in RULESET.findall(text):
                names.update(NAME.findall(ruleset)[:1])
    for file, text in files.items():
        if not file.startswith("engine/"):
            continue
        lines = without_comments(text).split("\n")
        for name in sorted(names - THEORY):
            word = re.compile(r'(?<![a-z0-9])' + name.replace("-", "[-_]")
                              + r'(?![a-z0-9])', re.I)
            for i, line in enumerate(lines, 1):
                if word.search(line):
                    yield f"{file}:{i}: names the game {name}"


def misplaced(root):
    for pattern, where, home, what in ONLY:
        for file, text in sources(root, where).items():
            if file.startswith(home):
                continue
            for i, line in enumerate(text.split("\n"), 1):
                if re.search(pattern, line):
                    yield f"{file}:{i}: {what} belongs in {home}"
    for file, text in sources(root, PARTS).items():
        for i, line in enumerate(text.split("\n"), 1):
            if file.endswith(".c") and VARIABLE.match(line) \
                    and "const" not in line:
                yield f"{file}:{i}: a variable that is not const"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, default=".")
    parser.add_argument("--objects", type=pathlib.Path)
    parser.add_argument("--unbuilt", nargs="*", default=[],
                        help="files that this build leaves out")
    args = parser.parse_args()
    rooms = read_rooms(pathlib.Path(__file__).parent / "rooms.txt")
    files = sources(args.root, PARTS)
    arrows = list(include_arrows(files))
    if args.objects:
        built = {f: t for f, t in files.items() if f not in args.unbuilt}
        arrows += call_arrows(args.objects, built)
    broken = list(broken_arrows(rooms, arrows))
    broken += ["a circle: " + " ".join(c) for c in circles(arrows)]
    broken += crowded(files)
    broken += games_named(files)
    broken += misplaced(args.root)
    picture = read_picture(args.root / "CONTRIBUTING.md", rooms)
    broken += picture_errors(rooms, picture)
    if broken:
        print("\n".join(dict.fromkeys(broken)))
        return 1
    print(f"layers: {len(files)} files in {len(rooms)} rooms on "
          f"{floors(rooms, arrows)} floors, no circle: fine")
    return 0


sys.exit(main())
