"""What becomes of every kind of long work when a signal comes.

    signal_table.py build/census [WORD]

Each case (those that have WORD) works on one and on two threads, and gets SIGTERM,
SIGINT, SIGHUP, SIGUSR1 and SIGXCPU, each at a random moment of the time that it
takes. ROUNDS=3 in the environment does so three times, SEED=n at other moments.

Of the columns, `stopped` is exit status 130; `ended` is 0, the work was done before
the signal, or SIGUSR1 only showed the progress; `odd` any other end, a stop without
a line on stderr, or SIGUSR1 that stopped. `rows lost` are rows of finished parts
that were there when the signal came, and that `census status` counts no more. A run
that stopped is resumed, other work is called again: `other` counts facts or answers
that are not those of undisturbed work, `left` files that should not be there. Exit
status 1 if there is any of the last four.
"""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SOURCES = pathlib.Path(__file__).resolve().parents[2]
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGUSR1,
           signal.SIGXCPU)


def rules(game, ask, grid, *more):
    return ["run", "--rules", game, "--ask", ask, "--grid", grid, *more]


# What works long. A run makes x.h5; anything else only answers.
CASES = {
    "sweep": rules("top-entails", "outcome", "partitions:total=0..38", "--memo",
                   "line"),
    "recursion": rules("top-entails:empty=lose", "outcome",
                       "lists:parts=1..5,size=1..10", "--recursion"),
    "retrograde": rules("entailing-nim", "outcome", "partitions:total=0..42"),
    "dense": rules("top-entails:reply=elsewhere", "outcome",
                   "multisets:parts=1..6,size=1..11"),
    "sequence": rules("octal:0.6", "nimber", "multisets:parts=1..1,size=1..60000"),
    "partizan": rules("end-nim", "partizan", "rows:heaps=1..8,size=1..4"),
    "boards": rules("domineering", "partizan", "regions:squares=1..10"),
    "value columns": rules("end-nim", "partizan", "rows:heaps=1..6,size=1..6",
                           "--columns", "position,value,temperature"),
    "stacks": ["run", "top-entails-stacks", "--size", "80000"],
    "named": ["run", "e4-mixed", "--size", "16", "--nim", "1"],
    "plug-in": rules("grundy", "nimber", "multisets:parts=1..5,size=1..24",
                     "--plugin", "./grundy.so"),
    "classes": ["classes", "nim:players=3", "--ask", "coalition", "--grid",
                "multisets:parts=0..6,size=1..8", "--tests",
                "multisets:parts=0..5,size=1..8", "-q", "--json"],
    "quotient": ["quotient", "octal:0.77", "--ask", "misere", "--size", "33",
                 "-q", "--json"],
    "solve": ["solve", "octal:0.127", "4500", "--json"],
    "campaign": ["campaign", "night.json"],
}
CAMPAIGN = {"campaign": 1, "defaults": {"threads": 1}, "censuses": [
    {"rules": "nim", "ask": "nimber", "grid": "multisets:parts=1..4,size=1..20",
     "output": "first.h5"},
    {"rules": "top-entails", "ask": "outcome", "grid": "partitions:total=0..40",
     "output": "x.h5"}]}


class Folder:
    def __init__(self, census):
        self.census = census
        self.path = pathlib.Path(tempfile.mkdtemp())
        text = (SOURCES / "rules" / "README.md").read_text()
        (self.path / "grundy.c").write_text(
            "".join(re.findall(r"^```c\n(.*?)^```$", text, re.M | re.S)))
        subprocess.run(["cc", "-shared", "-fPIC", "-I", SOURCES, "grundy.c", "-o",
                        "grundy.so"], cwd=self.path, check=True)
        self.kept = {p.name for p in self.path.iterdir()} | {"night.json"}

    def start(self, words):
        return subprocess.Popen([self.census, *words], cwd=self.path, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def call(self, words):
        done = subprocess.run([self.census, *words], cwd=self.path, text=True,
                              capture_output=True)
        return done.returncode, done.stdout, done.stderr

    def clean(self):
        for path in self.path.iterdir():
            if path.name not in self.kept and path.name != "wanted.h5":
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    def made(self):
        return sorted(p.name for p in self.path.iterdir()
                      if p.name not in self.kept and p.name != "wanted.h5")

    def rows(self):
        """Rows in the finished parts of x.h5."""
        status, out, _ = self.call(["status", "x.h5", "--json"])
        return json.loads(out).get("rows_done", 0) if status == 0 and out else 0


def words_of(name, threads):
    words = CASES[name]
    if words[0] == "run":
        return words + ["-q", "-t", threads, "-o", "x.h5", "--part-rows", "1000"]
    return words + (["-t", threads] if words[0] == "classes" else [])


def makes_archive(name):
    return CASES[name][0] in ("run", "campaign")


class Case:
    def __init__(self, folder, name, threads):
        self.folder, self.name = folder, name
        self.words = words_of(name, threads)
        self.label = f"{name}, {threads} thread{'s' if threads != '1' else ''}"
        self.stopped = self.ended = self.odd = self.lost = self.other = self.left = 0
        folder.clean()
        CAMPAIGN["defaults"]["threads"] = int(threads)
        (folder.path / "night.json").write_text(json.dumps(CAMPAIGN))
        began = time.monotonic()
        status, self.answer, err = folder.call(self.words)
        self.seconds = time.monotonic() - began
        if status:
            sys.exit(f"signal_table: {self.label}: {err}")
        if makes_archive(name):
            shutil.copy(folder.path / "x.h5", folder.path / "wanted.h5")

    def say(self, signal_number, what):
        print(f"{self.label}: {signal_number.name}: {what}", file=sys.stderr)

    def again(self):
        """Goes on with what was stopped; true if all is as if undisturbed."""
        words = self.words
        if (self.folder.path / "x.h5.parts").exists() and words[0] == "run":
            words = ["resume", "x.h5", "-q"]
            if self.name == "plug-in":
                words += ["--plugin", "./grundy.so"]
        status, out, err = self.folder.call(words)
        if status:
            print(f"{self.label}: {words[0]}: {status} {err}", file=sys.stderr)
            return False
        if not makes_archive(self.name):
            return out == self.answer
        return self.folder.call(["diff", "x.h5", "wanted.h5"])[0] == 0

    def disturb(self, number, moment):
        self.folder.clean()
        work = self.folder.start(self.words)
        time.sleep(moment * self.seconds)
        before = self.folder.rows() if self.words[0] == "run" else 0
        work.send_signal(number)
        out, err = work.communicate()
        stopped = work.returncode == 130
        shows = number == signal.SIGUSR1
        self.stopped += stopped
        self.ended += work.returncode == 0
        if work.returncode not in (0, 130) or stopped and (shows or not err.strip()):
            self.odd += 1
            self.say(number, f"exit status {work.returncode}: {err.strip()}")
        done = (self.folder.path / "x.h5").exists()
        if stopped and self.words[0] == "run" and not done:
            lost = before - self.folder.rows()
            self.lost += max(lost, 0)
        if not makes_archive(self.name) and self.folder.made():
            self.left += 1
            self.say(number, f"left {self.folder.made()}")
        if not self.again():
            self.other += 1
            self.say(number, "other facts")

    def bad(self):
        return self.odd or self.lost or self.other or self.left

    def line(self):
        return (f"{self.label:28}{self.stopped:9}{self.ended:7}{self.odd:5}"
                f"{self.lost:11}{self.other:7}{self.left:6}")


def main():
    word = sys.argv[2] if len(sys.argv) > 2 else ""
    draw = random.Random(int(os.environ.get("SEED", "0")))
    folder = Folder(os.path.realpath(sys.argv[1]))
    bad = False
    print(f"{'work':28}{'stopped':>9}{'ended':>7}{'odd':>5}{'rows lost':>11}"
          f"{'other':>7}{'left':>6}", flush=True)
    for name in (n for n in CASES if word in n):
        for threads in ("1", "2"):
            if threads == "2" and name in ("quotient", "solve"):
                continue
            case = Case(folder, name, threads)
            for _ in range(int(os.environ.get("ROUNDS", "1"))):
                for number in SIGNALS:
                    case.disturb(number, draw.uniform(0.05, 0.9))
            print(case.line(), flush=True)
            bad = bad or case.bad()
    shutil.rmtree(folder.path)
    sys.exit(1 if bad else 0)


main()
