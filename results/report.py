"""Writes the report, one self-contained HTML page and the same in Markdown, and
beside it a page of each archive (`census view`) in pages/.

    report.py --census PROGRAM --build FOLDER

The claims are computed by `census reproduce`. Each is shown with the archived
file of its census, after `census diff` has found that the two hold the same
facts; if they do not, there is no report.
"""

import argparse
import base64
import html
import json
import pathlib
import re
import subprocess
import sys

import markdown

import archives
import draw
import frontier

TITLE = "Census: what the essays say, and what the rows say"
INTRO = (
    "Every figure of the four essays, computed again from solved positions, and "
    "what larger runs show. Each figure names the archive that it comes from; the "
    "table of archives has their SHA-256 and the commands that make them again. "
    "`make results-check` runs them all and compares every row."
)
CLAIM_HEADS = ("claim", "printed", "computed", "verdict", "source")
STYLE = """
:root { color-scheme: light dark; --paper: #fff; --ink: #111; --faint: #444;
  --line: #ccc; --strong: #888; --erratum: #fff3d6; --link: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #14181f; --ink: #e3e8ef; --faint: #a9b3c0; --line: #333c49;
    --strong: #5d6879; --erratum: #3a3013; --link: #7db0ff; }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 0 auto;
  padding: 1rem; color: var(--ink); background: var(--paper); }
a { color: var(--link); }
nav ul { margin: .2rem 0; } nav li { overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { margin-top: 2.5rem; }
img { max-width: 100%; height: auto; background: #fff; border-radius: 6px; }
h3 + p:not(:has(img)), img + p, td em { color: var(--faint); font-size: .9rem; }
h2, h3, a[id] { scroll-margin-top: .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem;
  border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { white-space: nowrap; }
code { font-size: .8rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; } pre code { overflow-wrap: normal; }
.erratum { background: var(--erratum); }
.erratum td[data-label="verdict"] { font-weight: 700; }
.claim td { width: 20%; } .claim td:first-child { width: 31%; }
.claim td:last-child { width: 22%; } .claim td[data-label="verdict"] { width: auto; }
.counts td, .counts th { text-align: right; }
.file td:first-child { white-space: nowrap; }
@media (max-width: 45rem) {
  .cards thead { display: none; }
  .cards tr, .cards td { display: block; width: auto !important; }
  .cards tr { border-bottom: 2px solid var(--strong); padding: .6rem 0; }
  .cards td { border: 0; padding: .1rem .4rem; text-align: left; }
  .cards td::before { content: attr(data-label) ": "; color: var(--faint); }
}
"""


def claim_files():
    """{claim: file of its census}, from the sources of the censuses."""
    files = {}
    for source in sorted(archives.HERE.parent.glob("census/named/*.c")):
        text = source.read_text()
        _, _, foot = text.partition("\nconst struct census ")
        name = re.search(r'\.name = "([^"]+)"', foot)
        for claim in re.findall(r'\.id = "([A-Z]\d+\.\d+)"', text):
            files[claim] = name[1] + ".h5"
    return files


def compute_claims(census, build):
    """The claims as `census reproduce` prints them, with archives and verdicts.
    Ends the program if the archived facts are others."""
    folder = build / "reproduced"
    run = subprocess.run(
        [census, "reproduce", "--force", "--json", "-o", folder],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if run.returncode not in (0, 1):
        sys.exit(run.stderr)
    claims, files = json.loads(run.stdout)["claims"], claim_files()
    entries = archives.read_manifest()
    for file in sorted({files[claim["id"]] for claim in claims}):
        why = archives.check_file(entries[file]) or archives.compare(
            census, entries[file], folder / file
        )
        if why:
            sys.exit(f"{file}: {why}")
    for claim in claims:
        claim["entry"] = entries[files[claim["id"]]]
        claim["verdict"] = (
            "agrees"
            if claim["agrees"]
            else "WRONG" if run.returncode else "erratum"
        )
    return claims


def summary(claims):
    errata = sum(claim["verdict"] == "erratum" for claim in claims)
    wrong = sum(claim["verdict"] == "WRONG" for claim in claims)
    text = f"{len(claims)} claims: {len(claims) - errata - wrong} agree"
    text += f", {errata} are errata of the essays"
    return text + (f", {wrong} ARE NOT WHAT THEY SHOULD BE." if wrong else ".")


def figures(build):
    """[(name, module, files)] of the figures that were drawn."""
    return [
        (name, module, module.ARCHIVES)
        for name, module in ((name, draw.module(name)) for name in draw.NAMES)
        if draw.can_draw(module)
    ]


def anchor(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def escape(text):
    """Text as Markdown that says just this; `code` stays code."""
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [
        re.sub(r"([\\*_\[\]|#])", r"\\\1", html.escape(part, quote=False))
        for part in parts[::2]
    ]
    return "".join(parts)


def table(heads, rows):
    """Rows of Markdown as lines."""
    lines = [heads, ["---"] * len(heads), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


def link(file):
    """An archive's line in the table of archives."""
    return f"[`{file}`](#{anchor(file)})"


def page_of(file):
    return f"pages/{pathlib.Path(file).stem}.html"


def write_pages(census, entries, build):
    (build / "pages").mkdir(exist_ok=True)
    for file in entries:
        subprocess.run(
            [census, "view", archives.HERE / "archives" / file, "--force", "-o"]
            + [build / page_of(file)],
            check=True,
            stdout=subprocess.DEVNULL,
        )


def claim_row(claim):
    note = claim["note"] and f" *({escape(claim['note'])})*"
    return [
        f"**{claim['id']}** {escape(claim['claim'])}{note or ''}",
        escape(claim["printed"]),
        escape(claim["computed"]),
        claim["verdict"],
        link(claim["entry"].file),
    ]


def findings():
    """What README.md says of the larger runs, a heading for each bold title."""
    text = (archives.HERE / "README.md").read_text(encoding="utf-8")
    _, _, text = text.partition("\n## What the larger runs show\n")
    return re.sub(r"^\n\*\*(.+?)\.?\*\*[,.]?[ \n]", r"\n### \1\n\n", text, flags=re.M)


def archive_row(entry):
    """The line of an archive, whose file leads to its page."""
    file, *others = entry
    first = f'<a id="{anchor(file)}"></a>[`{file}`]({page_of(file)})'
    return [first, *(f"`{cell}`" for cell in others)]


def markdown_page(claims, tables, entries, build):
    lines = [f"# {TITLE}", "", INTRO, "", "## Figures", ""]
    for name, module, files in figures(build):
        source = ", ".join(map(link, files)) or f"`{module.CSV}`"
        lines += [
            f"### {escape(module.TITLE)}",
            "",
            f"![{escape(module.TITLE)}](figures/{name}.png)",
            "",
            f"{escape(module.CAPTION)} From {source}.",
            "",
        ]
    lines += ["## Claims", "", summary(claims), ""]
    lines += table(CLAIM_HEADS, map(claim_row, claims))
    lines += ["## Beyond the essays", findings(), "## Tables of the larger runs", ""]
    for file, found in tables:
        lines += [f"### {escape(found.title)}", ""]
        lines += [f"{escape(found.note)} From {link(file)}.", ""]
        lines += table(found.heads, [map(escape, row) for row in found.rows])
    lines += ["## Archives", ""]
    lines += table(archives.FIELDS, map(archive_row, entries.values()))
    return "\n".join(lines)


def embed(match, build):
    image = (build / "figures" / f"{match[1]}.svg").read_bytes()
    data = base64.b64encode(image).decode()
    return f'src="data:image/svg+xml;base64,{data}"'


def card_table(match):
    """A table that scrolls, or whose cells name their columns where the page is
    too narrow (STYLE); rows of errata and of figures marked."""
    heads = re.findall(r"<th[^>]*>(.*?)</th>", match[0])
    kind = "cards"
    if heads[0] in ("claim", "file"):
        kind = f"cards {heads[0]}"
    elif heads[-1] != "which":
        kind = "cards counts"

    def row(found):
        cells = iter(heads)
        marked = re.sub(
            r"<td", lambda _: f'<td data-label="{next(cells)}"', found[0]
        )
        erratum = ">erratum<" in marked or ">WRONG<" in marked
        return marked.replace("<tr>", '<tr class="erratum">') if erratum else marked

    body = re.sub(r"<tr>\n<td.*?</tr>", row, match[0], flags=re.S)
    body = body.replace("<table>", f'<table class="{kind}">')
    return f'<div class="scroll">{body}</div>'


def html_page(text, build):
    """The same page, in one file."""
    converter = markdown.Markdown(
        extensions=["tables", "toc"],
        extension_configs={"toc": {"toc_depth": "2-3", "slugify": lambda t, _: anchor(t)}},
    )
    body = converter.convert(text)
    body = re.sub(r'src="figures/(.*?)\.png"', lambda m: embed(m, build), body)
    body = re.sub(r"<table>.*?</table>", card_table, body, flags=re.S)
    body = body.replace("<h2", f"<nav>{converter.toc}</nav>\n<h2", 1)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{TITLE}</title><style>{STYLE}</style></head><body>\n"
        f"{body}\n</body></html>\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--census", default="build/census", metavar="PROGRAM")
    parser.add_argument("--build", default="build", type=pathlib.Path)
    options = parser.parse_args()
    census = str(pathlib.Path(options.census).resolve())
    claims = compute_claims(census, options.build)
    write_pages(census, archives.read_manifest(), options.build)
    parts = (claims, frontier.tables(), archives.read_manifest(), options.build)
    text = markdown_page(*parts)
    for name, page in ("md", text), ("html", html_page(text, options.build)):
        path = options.build / f"report.{name}"
        path.write_text(page, encoding="utf-8")
        print(path)
    if any(claim["verdict"] == "WRONG" for claim in claims):
        sys.exit("some claims have another figure")


if __name__ == "__main__":
    main()
