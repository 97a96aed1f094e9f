"""What becomes of every command when one call of the system fails.

    every_call.py build/census [EVERY [SECONDS]]

calls.c, loaded before the program, makes the n-th call of a kind fail, for every
n (with EVERY=7, each seventh from a random one on) of small runs of each command.
Of the columns, `told` is exit status 3 with a message, `fine` an answer or
archive as without the failure, `wrong` anything else: another answer, a message
without a status or a status without a message, a signal. Runs that were not
finished are resumed, or called again, undisturbed, and compared: `unresumable`
are those that cannot be, or have other facts. After SECONDS the rest is left
out, which is said. Exit status 1 if anything is wrong or unresumable. SEED=n in
the environment draws other calls; CALLS="fsync rename" tries these only, ONLY="run|show"
the commands whose names have one of these.
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CALLS = ("write", "pwrite", "fsync", "rename", "open", "unlink", "ftruncate",
         "malloc", "calloc", "realloc", "mmap")
RULES = ["--rules", "nim", "--ask", "nimber", "--grid",
         "multisets:parts=1..2,size=1..4"]
VALUES = ["--rules", "end-nim", "--ask", "partizan", "--grid",
          "rows:heaps=1..2,size=1..2"]
SMALL = ["-q", "-t", "1", "--part-rows", "4"]
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
    "resume": (["resume", "x.h5", "-q", "-t", "1"], ["x.h5.parts"], ["x.h5"]),
    "merge": (["merge", "x.h5", "x.h5.parts"], ["whole.parts"], ["x.h5"]),
    "campaign": (["campaign", "c.json"], [], ["x.h5"]),
    "status": (["status", "x.h5", "--json"], ["x.h5.parts"], []),
    "query": (["query", "n.h5", "--rows", "5"], [], []),
    "query --by": (["query", "n.h5", "--by", "value", "--json"], [], []),
    "show": (["show", "e.h5", "2 1", "--json"], [], []),
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
CHANGING = {"estimate", "campaign"}


# And these lines of JSON, wherever they are.
TIMES = ('"seconds"', '"cpu_seconds"', '"holder"')


def lasting(answer):
    return [line for line in answer.splitlines()
            if not line.strip().startswith(TIMES)]


class Folder:
    def __init__(self, census):
        self.census = census
        self.path = pathlib.Path(tempfile.mkdtemp())
        self.wanted = True
        self.shim = self.path / "calls.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", str(self.shim),
                        str(HERE / "calls.c"), "-ldl"], check=True)
        (self.path / "c.json").write_text(CAMPAIGN)
        self.call(["run"] + RULES + ["-q", "-o", "n.h5"], check=True)
        shutil.copy(self.path / "n.h5", self.path / "n2.h5")
        self.call(["run"] + VALUES + ["-q", "-o", "e.h5"], check=True)
        self.call(["run", "--rules", "top-entails", "--grid",
                   "partitions:total=0..6", "-q", "-o", "t.h5"], check=True)
        self.call(["run"] + RULES + SMALL + ["-o", "whole.h5", "--slice", "0/1"],
                  check=True)
        (self.path / "whole.h5.parts").rename(self.path / "kept.whole")
        self.call(["run"] + RULES + SMALL + ["-o", "x.h5", "--slice", "0/2"],
                  check=True)
        (self.path / "x.h5.parts").rename(self.path / "kept.half")

    def call(self, words, check=False, **environment):
        if environment:
            environment["LD_PRELOAD"] = str(self.shim)
        done = subprocess.run([self.census, *words], cwd=self.path, text=True,
                              errors="replace", capture_output=True, timeout=60,
                              env={**os.environ, **environment})
        if check and done.returncode:
            sys.exit(f"every_call: {words}: {done.stderr}")
        return done

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

    def all_made(self, names):
        return [self.made(name) for name in names]


class Line:
    def __init__(self):
        self.failed = self.told = self.fine = self.wrong = self.lost = 0


def fail_one(folder, name, call, nth, wanted, line):
    words, before, makes = COMMANDS[name]
    what = f"{name}: {call} {nth}"
    folder.ready(before)
    try:
        done = folder.call(words, CALLS_FAIL=call, CALLS_NTH=str(nth))
    except subprocess.TimeoutExpired:
        line.wrong += 1
        print(f"{what}: hangs", file=sys.stderr)
        return
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
    # What was left must do no harm.
    again = words
    if (folder.path / "x.h5.parts" / "run.json").exists() and name != "campaign":
        again = ["merge", "x.h5", "x.h5.parts"] if name == "merge" else \
            ["resume", "x.h5", "-q"]
    after = folder.call(again)
    if after.returncode or folder.all_made(makes) != wanted[1]:
        line.lost += 1
        print(f"{what}: {done.stderr.strip()}; then {after.returncode} "
              f"{after.stderr.strip()}", file=sys.stderr)


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
    left = bad = 0
    print("command, one call of which fails        calls  told  fine  wrong  unresumable",
          flush=True)
    names = [n for n in COMMANDS if any(o in n for o in only.split("|"))]
    draw.shuffle(names) if seconds < 1e9 else None
    for name in names:
        wanted, counts = count_calls(folder, name)
        if not counts:
            bad += 1
            continue
        for call in os.environ.get("CALLS", " ".join(CALLS)).split():
            line = Line()
            chosen = range(1 + draw.randrange(every), counts[call] + 1, every)
            for nth in chosen:
                if time.monotonic() > end:
                    left += 1
                    continue
                fail_one(folder, name, call, nth, wanted, line)
            if line.failed:
                print(f"{name + ': ' + call:38} {line.failed:6d} {line.told:5d}"
                      f" {line.fine:5d} {line.wrong:6d} {line.lost:12d}",
                      flush=True)
            bad += line.wrong + line.lost
    if left:
        print(f"{left} calls were not tried: the time is over")
    shutil.rmtree(folder.path)
    sys.exit(1 if bad else 0)


main()
