"""CONTRIBUTING.md tried out, in the source folder.

    contributing.py build/census    its files and commands, in a copy

Of the page it knows the form: a line `PATH`: before a block of C is a file,
console blocks are commands with what they print. (layers.py looks at its picture.)
The copy is built on the objects that lie beside the program, so that only what
is new is compiled. Prints what is wrong, and exits with 1.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCES = ("Makefile", "CONTRIBUTING.md", "engine", "rules", "census", "schemas", "test")
KINDS = ("rules", "engine/value", "engine/grid", "engine/memo", "census/named",
         "census/check", "census/command")

PAGE = pathlib.Path("CONTRIBUTING.md").read_text()
FILE = re.compile(r'^`([a-z0-9_/]+\.c)`:\n\n```c\n(.*?)^```$', re.M | re.S)
CONSOLE = re.compile(r'^```console\n(.*?)^```$', re.M | re.S)


def copy_sources(objects, copy):
    """The sources with the objects as build/, which is what names them."""
    for name in SOURCES:
        if pathlib.Path(name).is_dir():
            shutil.copytree(name, copy / name)
        else:
            shutil.copy2(name, copy / name)
    for name in ("gen", "obj"):
        shutil.copytree(objects / name, copy / "build" / name)
    for path in (copy / "build").rglob("*.d"):
        text = path.read_text()
        folder = text.partition("/obj/")[0]
        path.write_text(re.sub(r'(^|\s)' + re.escape(folder) + "/",
                               r'\1build/', text))


def add_files(copy):
    """Of every kind a file, none of which was there."""
    files = dict(FILE.findall(PAGE))
    for kind in KINDS:
        if kind not in {path.rpartition("/")[0] for path in files}:
            yield f"nothing is added to {kind}"
    for path, text in files.items():
        if (copy / path).exists():
            yield f"{path} was there before"
        (copy / path).write_text(text)


def environment():
    """Without what an outer make or Criterion left for an inner one; SAN
    stays."""
    gone = ("B", "MAKEFLAGS", "MFLAGS", "MAKELEVEL", "BXFI_MAP")
    kept = {key: value for key, value in os.environ.items() if key not in gone}
    return {**kept, "OMP_WAIT_POLICY": "passive", "CENSUS": "build/census"}


def run(command, copy):
    """Its standard output, and None or what went wrong."""
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=copy,
                          env=environment(), capture_output=True, text=True)
    wrong = f"$ {command}\n{done.stdout}{done.stderr}exit status " \
            f"{done.returncode}" if done.returncode else None
    return done.stdout, wrong


def build(copy):
    out, wrong = run(f"make -j{os.cpu_count()} build/census build/tests", copy)
    warnings = re.findall(r'.*\bwarning: .*', out)
    return wrong or "\n".join(warnings) or None


def try_commands(copy):
    commands = 0
    for block in CONSOLE.findall(PAGE):
        for part in re.split(r'^\$ ', block, flags=re.M)[1:]:
            command, _, wanted = part.partition("\n")
            out, wrong = run(command, copy)
            if wrong or out != wanted:
                yield wrong or f"$ {command}\n{out}instead of\n{wanted}"
            commands += 1
    if not commands:
        yield "there are no commands"


def check_layers(copy):
    out, wrong = run(f"{sys.executable} -B test/layers/layers.py", copy)
    return wrong


def try_additions(program):
    objects = pathlib.Path(program).resolve().parent
    with tempfile.TemporaryDirectory(prefix="census-contributing-") as folder:
        copy = pathlib.Path(folder)
        copy_sources(objects, copy)
        yield from add_files(copy)
        wrong = build(copy)
        if wrong:
            yield wrong
            return
        yield from try_commands(copy)
        wrong = check_layers(copy)
        if wrong:
            yield wrong


def main():
    wrong = list(try_additions(sys.argv[1]))
    print("\n".join(wrong) or "CONTRIBUTING.md: fine")
    return 1 if wrong else 0


sys.exit(main())
