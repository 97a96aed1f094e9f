"""What a proof costs beside the run that it proves.

    proof.py build/census [RUNS]

CSV on stdout: for ten censuses, one of each method and kind of value, the CPU
seconds of `census run -t 1` and of `census verify --proof -t 1`, each the median of
RUNS (3) taken in turn, their ratio, and what the proof covered: columns, options
read in the file, positions solved that no row holds. A census whose rows ask for
no values is not provable, and says so: none of the ten.
"""
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile


def custom(game, ask, grid):
    return ["--rules", game, "--ask", ask, "--grid", grid]


CENSUSES = [
    ["top-entails-partitions", "--total", "55"],
    custom("nim", "outcome", "partitions:total=0..55"),
    custom("octal:0.77", "nimber", "partitions:total=0..38"),
    custom("top-entails:reply=elsewhere", "outcome",
           "multisets:parts=1..5,size=1..12"),
    custom("top-entails", "loony", "multisets:parts=1..4,size=1..16"),
    custom("nim:players=3", "coalition", "multisets:parts=1..6,size=1..11"),
    ["top-entails-stacks", "--size", "40000"],
    custom("octal:0.6", "nimber", "multisets:parts=1..1,size=1..40000"),
    custom("end-nim", "partizan", "rows:heaps=1..6,size=1..6"),
    custom("domineering", "partizan", "regions:squares=1..11"),
]


NOT_PROVABLE = 4


def cpu_seconds(words, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, NOT_PROVABLE):
        sys.exit(f"proof: {' '.join(words)}: {done.stderr}")
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            done.stdout)


def main():
    program = os.path.realpath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    print("census,rows,run CPU s,proof CPU s,ratio,columns proved,not covered,"
          "options read,positions without a row")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for words in CENSUSES:
            took = {"run": [], "proof": []}
            for _ in range(runs):
                took["run"].append(cpu_seconds(
                    [program, "run", *words, "-q", "-t", "1", "--force", "-o",
                     "x.h5"], folder)[0])
                seconds, out = cpu_seconds(
                    [program, "verify", "--proof", "x.h5", "-q", "-t", "1",
                     "--json"], folder)
                took["proof"].append(seconds)
            run, prove = (statistics.median(took[k]) for k in ("run", "proof"))
            if not out:
                print(f"\"{' '.join(words)}\",,{run:.2f},{prove:.2f},,not provable,,,")
                continue
            proof = json.loads(out)["proof"]
            print(f"\"{' '.join(words)}\",{proof['rows']},{run:.2f},{prove:.2f},"
                  f"{prove / run:.2f},{' '.join(proof['columns'])},"
                  f"{' '.join(proof['columns_not_covered'])},"
                  f"{proof['options_read']},{proof['outside']}", flush=True)


main()
