"""What becomes of every command when one call of the system fails.

    every_call.py build/census [EVERY [SECONDS]]

calls.c, loaded before the program, makes the n-th call of a kind fail, for every
n (with EVERY=7, each seventh from a random one on) of small runs of each command
(but `reproduce`, which makes runs for minutes).
Of the columns, `told` is exit status 3 with a message, `fine` an answer or
archive as without the failure, `wrong` anything else: another answer, a message
without a status or a status without a message, a signal. Runs that were not
finished are resumed, or called again, undisturbed, and compared: `unresumable`
are those that cannot be, or have other facts. Where memory was short, or a file could
not be opened, that is tried once for all failures of a command that left the same
files, of the same sizes: nothing was half written. A line for each command, and at the
end one for each kind of call. After SECONDS the rest is left
out, which is said. Exit status 1 if anything is wrong or unresumable. SEED=n in
the environment draws other calls; CALLS="fsync rename" tries these only, ONLY="run|show"
the commands whose names have one of these.
"""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[2]
CALLS = ("write", "pwrite", "fsync", "rename", "open", "unlink", "ftruncate",
         "malloc", "calloc", "realloc", "aligned_alloc", "mmap")
# A failure of these leaves no file half written.
UNWRITTEN = ("open", "malloc", "calloc", "realloc", "aligned_alloc", "mmap")
RULES = ["--rules", "nim", "--ask", "nimber", "--grid",
         "multisets:parts=1..2,size=1..4"]
VALUES = ["--rules", "end-nim", "--ask", "partizan", "--grid",
          "rows:heaps=1..2,size=1..2"]
HANGS = 60  # seconds; then SIGALRM ends a call
SMALL = ["-q", "-t", "1", "--part-rows", "4"]
PLUGIN = ["--plugin", "./grundy.so"]
CAMPAIGN = """{"campaign": 1, "defaults": {"threads": 1}, "censuses": [
 {"rules": "nim", "ask": "nimber", "grid": "multisets:parts=1..2,size=1..4",
  "output": "x.h5"}]}"""

# name: (words, what is made there before, and what it makes)
COMMANDS = {
    "run": (["run"] + RULES + SMALL + ["-o", "x.h5"], [], ["x.h5"]),
    "run, usual parts": (["run"] + RULES + ["-q", "-t", "1", "-o", "x.h5"], [],
                         ["x.h5"]),
    "run, values": (["run"] + VALUES + ["-q", "-t", "1", "-o", "x.h5"], [],
                    ["x.h5"]),
    "run, retrograde": (["run", "--rules", "top-entails", "--grid",
                         "partitions:total=0..6", "-o", "x.h5"] + SMALL, [],
                        ["x.h5"]),
    "run, dense": (["run", "--rules", "top-entails:reply=elsewhere", "--grid",
                    "multisets:parts=1..2,size=1..4", "-o", "x.h5"] + SMALL, [],
                   ["x.h5"]),
    "run, sequence": (["run", "--rules", "octal:0.77", "--ask", "nimber", "--grid",
                       "multisets:parts=1..1,size=1..12", "-o", "x.h5"] + SMALL,
                      [], ["x.h5"]),
    "run, regions": (["run", "--rules", "domineering", "--ask", "partizan",
                      "--grid", "regions:squares=1..3", "-o", "x.h5"] + SMALL, [],
                     ["x.h5"]),
    "run, stacks": (["run", "top-entails-stacks", "--size", "12", "-o", "x.h5"]
                    + SMALL, [], ["x.h5"]),
    "run, plug-in": (["run", "--rules", "grundy", "--ask", "nimber", "--grid",
                      "multisets:parts=1..2,size=1..4", "-o", "x.h5"] + PLUGIN
                     + SMALL, [], ["x.h5"]),
    "run, all columns": (["run"] + RULES + SMALL + ["-o", "x.h5", "--columns",
                         "position,value,moves"], [], ["x.h5"]),
    "run, memory": (["run"] + RULES + SMALL + ["-o", "x.h5", "--memory", "64M",
                    "--recursion"], [], ["x.h5"]),
    "resume": (["resume", "x.h5", "-q", "-t", "1"], ["x.h5.parts"], ["x.h5"]),
    "merge": (["merge", "x.h5", "x.h5.parts"], ["whole.parts"], ["x.h5"]),
    "campaign": (["campaign", "c.json"], [], ["x.h5"]),
    "status": (["status", "x.h5", "--json"], ["x.h5.parts"], []),
    "query": (["query", "n.h5", "--rows", "5"], [], []),
    "query --by": (["query", "n.h5", "--by", "value", "--json"], [], []),
    "show": (["show", "e.h5", "2 1", "--json"], [], []),
    "explain": (["explain", "n.h5", "--from", "heaps,position",
                 "--column", "value", "--json"], [], []),
    "view": (["view", "e.h5", "-o", "x.html"], [], ["x.html"]),
    "sql": (["sql", "n.h5", "select position, value from rows order by 1"], [],
            []),
    "export csv": (["export", "e.h5", "-o", "x.csv"], [], ["x.csv"]),
    "export sqlite": (["export", "e.h5", "-o", "x.db"], [], ["x.db"]),
    "check": (["check", "t.h5", "three-clause", "--json"], [], []),
    "verify": (["verify", "e.h5", "--json"], [], []),
    "verify --proof": (["verify", "--proof", "n.h5", "--json"], [], []),
    "diff": (["diff", "n.h5", "n2.h5", "--json"], [], []),
    "assign": (["assign", "n.h5", "--json"], [], []),
    "solve": (["solve", "nim", "3+4+6", "--json"], [], []),
    "solve, sums": (["solve", "end-nim", "2 1 3", "--json"], [], []),
    "value": (["value", "{1|-1}+^", "--json"], [], []),
    "bench": (["bench"] + RULES + ["--runs", "1", "-t", "1", "-q", "--json"], [],
              []),
    "estimate": (["estimate"] + RULES + ["--json"], [], []),
    "classes": (["classes", "nim", "--ask", "outcome", "--grid",
                 "multisets:parts=1..2,size=1..3", "--tests",
                 "multisets:parts=1..1,size=1..3", "-q", "--json"], [], []),
    "quotient": (["quotient", "nim", "--ask", "misere", "--size", "3"], [], []),
    "contract": (["contract", "domineering", "--from", "../..", "--json"], [], []),
    "list": (["list", "rulesets", "--json"], [], []),
    "schema": (["schema", "e1-rule"], [], []),
}
# Figures that differ from call to call.
CHANGING = {"estimate", "campaign", "bench"}


# And these lines of JSON, wherever they are.
TIMES = ('"seconds"', '"cpu_seconds"', '"holder"')


def lasting(answer):
    return [line for line in answer.splitlines()
            if not line.strip().startswith(TIMES)]


class Served:
    """A call of the program by serve.c: as subprocess.run says it."""
    def __init__(self, status, folder):
        self.returncode = os.waitstatus_to_exitcode(status)
        self.stdout, self.stderr = (
            (folder / name).read_text(errors="replace") for name in ("out", "err"))


class Folder:
    def __init__(self, census):
        self.census = census
        self.path = pathlib.Path(tempfile.mkdtemp())
        self.wanted = True
        self.resumable = set()
        self.shim = self.path / "calls.so"
        self.server = None
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(self.shim),
                        str(HERE / "calls.c"), str(HERE / "serve.c"), "-ldl"],
                       check=True)
        text = (SOURCES / "rules" / "README.md").read_text()
        (self.path / "grundy.c").write_text(
            "".join(re.findall(r"^```c\n(.*?)^```$", text, re.M | re.S)))
        subprocess.run(["cc", "-shared", "-fPIC", "-I", SOURCES, "grundy.c", "-o",
                        "grundy.so"], cwd=self.path, check=True)
        (self.path / "c.json").write_text(CAMPAIGN)
        self.make(["run"] + RULES + ["-q", "-o", "n.h5"])
        shutil.copy(self.path / "n.h5", self.path / "n2.h5")
        self.make(["run"] + VALUES + ["-q", "-o", "e.h5"])
        self.make(["run", "--rules", "top-entails", "--grid",
                   "partitions:total=0..6", "-q", "-o", "t.h5"])
        self.make(["run"] + RULES + SMALL + ["-o", "whole.h5", "--slice", "0/1"])
        (self.path / "whole.h5.parts").rename(self.path / "kept.whole")
        self.make(["run"] + RULES + SMALL + ["-o", "x.h5", "--slice", "0/2"])
        (self.path / "x.h5.parts").rename(self.path / "kept.half")

    def make(self, words):
        """A call before all others, which must not fail."""
        done = self.call(words)
        if done.returncode:
            sys.exit(f"every_call: {words}: {done.stderr}")

    def call(self, words, **environment):
        if not self.server:
            self.server = subprocess.Popen(
                [self.census], cwd=self.path, text=True, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "CALLS_SERVE": "1", "CALLS_UNSYNCED": "1",
                     "LD_PRELOAD": str(self.shim)})
        lines = ["out", "err", str(HANGS), *(f"{k}={v}" for k, v
                                             in environment.items()),
                 "", self.census, *words]
        self.server.stdin.write("\n".join([str(len(lines)), *lines, ""]))
        self.server.stdin.flush()
        return Served(int(self.server.stdout.readline()), self.path)

    def ready(self, before):
        for old in self.path.glob("x.*"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        for old in self.path.glob("c.json.*"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        for name in before:
            kept = "kept.whole" if name.startswith("whole") else "kept.half"
            shutil.copytree(self.path / kept, self.path / "x.h5.parts")

    def made(self, name):
        """What a command has made, as a text; None: nothing."""
        path = self.path / name
        if not path.exists():
            return None
        if name.endswith(".db"):
            done = subprocess.run([sys.executable, "-c",
                                   "import sqlite3, sys\n"
                                   "for l in sqlite3.connect(sys.argv[1])"
                                   ".iterdump(): print(l)", str(path)],
                                  capture_output=True, text=True)
            return done.stdout
        if name.endswith(".h5"):
            if not self.wanted:
                shutil.copy(path, self.path / "wanted.h5")
            done = self.call(["diff", name, "wanted.h5"])
            return f"{done.returncode} {done.stdout}"
        return path.read_text(errors="replace")

    def left(self):
        """The files that a command has left: names, without what is drawn at
        random in those of temporary ones, and sizes."""
        return tuple(sorted(
            (re.sub(r"\.[A-Za-z0-9]{6}\.", ".*.", str(p.relative_to(self.path))),
             p.lstat().st_size)
            for top in ("x.*", "c.json.*") for x in self.path.glob(top)
            for p in (x, *x.rglob("*")) if not p.is_dir()))

    def all_made(self, names):
        return [self.made(name) for name in names]


class Line:
    def __init__(self):
        self.failed = self.told = self.fine = self.wrong = self.lost = 0

    def add(self, other):
        for key, value in vars(other).items():
            setattr(self, key, getattr(self, key) + value)

    def say(self, label):
        if self.failed:
            print(f"{label:24}{self.failed:7}{self.told:7}{self.fine:7}"
                  f"{self.wrong:7}{self.lost:13}", flush=True)


def fail_one(folder, name, call, nth, wanted, line):
    words, before, makes = COMMANDS[name]
    what = f"{name}: {call} {nth}"
    folder.ready(before)
    done = folder.call(words, CALLS_FAIL=call, CALLS_NTH=str(nth))
    made = folder.all_made(makes)
    line.failed += 1
    if done.returncode == 0:
        answer = [None if name in CHANGING else lasting(done.stdout), made]
        if answer == wanted:
            line.fine += 1
        else:
            line.wrong += 1
            print(f"{what}: exit status 0, another answer", file=sys.stderr)
        return
    if done.returncode != 3 or not done.stderr.strip():
        line.wrong += 1
        print(f"{what}: exit status {done.returncode}: {done.stderr[-300:]}",
              file=sys.stderr)
    else:
        line.told += 1
    if not makes or made == wanted[1]:
        return
    state = (name, folder.left())
    if call in UNWRITTEN and state in folder.resumable:
        return
    # What was left must do no harm.
    again = words
    if (folder.path / "x.h5.parts" / "run.json").exists() and name != "campaign":
        again = ["merge", "x.h5", "x.h5.parts"] if name == "merge" else \
            ["resume", "x.h5", "-q"] + PLUGIN * (PLUGIN[1] in words)
    after = folder.call(again)
    if after.returncode or folder.all_made(makes) != wanted[1]:
        line.lost += 1
        print(f"{what}: {done.stderr.strip()}; then {after.returncode} "
              f"{after.stderr.strip()}", file=sys.stderr)
    else:
        folder.resumable.add(state)


def count_calls(folder, name):
    words, before, makes = COMMANDS[name]
    folder.ready(before)
    done = folder.call(words, CALLS_COUNT=str(folder.path / "counts"))
    if done.returncode:
        print(f"{name} fails: {done.stderr}", file=sys.stderr)
        return None, None
    counts = dict(line.split() for line in
                  (folder.path / "counts").read_text().splitlines())
    folder.wanted = False
    answer = [None if name in CHANGING else lasting(done.stdout),
              folder.all_made(makes)]
    folder.wanted = True
    return answer, {call: int(n) for call, n in counts.items()}


def main():
    census = os.path.realpath(sys.argv[1])
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 1e9
    only = os.environ.get("ONLY", "")
    draw = random.Random(int(os.environ.get("SEED", "0")))
    end = time.monotonic() + seconds
    folder = Folder(census)
    left = failing = 0
    kinds = {call: Line() for call in os.environ.get("CALLS", " ".join(CALLS)).split()}
    whole = Line()
    print(f"{'':24}{'calls':>7}{'told':>7}{'fine':>7}{'wrong':>7}{'unresumable':>13}",
          flush=True)
    names = [n for n in COMMANDS if any(o in n for o in only.split("|"))]
    draw.shuffle(names) if seconds < 1e9 else None
    for name in names:
        wanted, counts = count_calls(folder, name)
        if not counts:
            failing += 1
            continue
        of_command = Line()
        for call in kinds:
            line = Line()
            for nth in range(1 + draw.randrange(every), counts[call] + 1, every):
                if time.monotonic() > end:
                    left += 1
                    continue
                fail_one(folder, name, call, nth, wanted, line)
            kinds[call].add(line)
            of_command.add(line)
        of_command.say(name)
        whole.add(of_command)
    for call, line in kinds.items():
        line.say(f"of these: {call}")
    whole.say("all")
    if left:
        print(f"{left} calls were not tried: the time is over")
    shutil.rmtree(folder.path)
    sys.exit(1 if failing or whole.wrong or whole.lost else 0)


main()
