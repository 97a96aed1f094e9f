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
figure { margin: 2rem 0; } figure img { max-width: 100%; height: auto;
  background: #fff; border-radius: 6px; }
figcaption, .note { color: var(--faint); font-size: .9rem; max-width: 46rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem;
  border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { white-space: nowrap; }
code { font-size: .8rem; overflow-wrap: anywhere; }
.erratum { background: var(--erratum); } .erratum .verdict { font-weight: 700; }
.claims td { width: 20%; } .claims td:first-child { width: 31%; }
.claims td:last-child { width: 22%; } .claims td.verdict { width: auto; }
.counts td, .counts th { white-space: nowrap; text-align: right; }
.archives td:first-child { white-space: nowrap; }
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


class Html:
    """Collects the page."""

    def __init__(self):
        self.parts = []

    def add(self, *parts):
        self.parts += parts

    def table(self, kind, heads, rows):
        """Rows are (class, cells); a cell is (class, markup)."""
        self.add(f'<div class="scroll"><table class="{kind}"><thead><tr>')
        self.add(*(f"<th>{html.escape(head)}</th>" for head in heads))
        self.add("</tr></thead><tbody>")
        for row_class, cells in rows:
            self.add(f'<tr class="{row_class}">')
            for head, (cell_class, markup) in zip(heads, cells):
                self.add(
                    f'<td class="{cell_class}" data-label="{html.escape(head)}">'
                    f"{markup}</td>"
                )
            self.add("</tr>")
        self.add("</tbody></table></div>")

    def text(self):
        return "\n".join(
            [
                '<!doctype html><html lang="en"><head><meta charset="utf-8">',
                '<meta name="viewport" content="width=device-width, '
                'initial-scale=1">',
                f"<title>{TITLE}</title><style>{STYLE}</style></head><body>",
                *self.parts,
                "</body></html>\n",
            ]
        )


def anchor(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def link(file):
    """An archive's line in the table of archives."""
    return f'<a href="#{anchor(file)}"><code>{html.escape(file)}</code></a>'


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


def contents(drawn, tables):
    """The list at the head: every section, figure and table."""
    parts = [
        ("Figures", [(name, module.TITLE) for name, module, _ in drawn]),
        ("Claims", []),
        ("Beyond the essays", [(anchor(t.title), t.title) for _, t in tables]),
        ("Archives", []),
    ]
    lines = ["<nav><ul>"]
    for title, entries in parts:
        lines.append(f'<li><a href="#{anchor(title)}">{title}</a>')
        if entries:
            lines.append("<ul>")
            for target, text in entries:
                lines.append(
                    f'<li><a href="#{target}">{html.escape(text)}</a></li>'
                )
            lines.append("</ul>")
        lines.append("</li>")
    return "\n".join([*lines, "</ul></nav>"])


def heading(title):
    return f'<h2 id="{anchor(title)}">{title}</h2>'


def claim_row(claim):
    entry = claim["entry"]
    note = claim["note"] and f'<div class="note">{html.escape(claim["note"])}</div>'
    return claim["verdict"], [
        ("", f"<b>{claim['id']}</b> {html.escape(claim['claim'])}{note}"),
        ("", html.escape(claim["printed"])),
        ("", html.escape(claim["computed"])),
        ("verdict", claim["verdict"]),
        ("", link(entry.file)),
    ]


def prose(text):
    """Escaped, with `code` marked."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text))


def archive_cells(entry):
    """The line of an archive, whose file leads to its page."""
    file, *others = entry
    first = (
        f'<a id="{anchor(file)}" href="{page_of(file)}">'
        f"<code>{html.escape(file)}</code></a>"
    )
    return [("", first)] + [
        ("", f"<code>{html.escape(cell)}</code>") for cell in others
    ]


def html_page(claims, tables, entries, build):
    page = Html()
    page.add(f"<h1>{TITLE}</h1><p>{prose(INTRO)}</p>")
    drawn = figures(build)
    page.add(contents(drawn, tables), heading("Figures"))
    for name, module, files in drawn:
        image = (build / "figures" / f"{name}.svg").read_bytes()
        data = base64.b64encode(image).decode()
        page.add(
            f'<figure id="{name}"><h3>{html.escape(module.TITLE)}</h3>'
            f'<img alt="{html.escape(module.CAPTION)}" '
            f'src="data:image/svg+xml;base64,{data}">'
            f"<figcaption>{prose(module.CAPTION)} From "
            f"{', '.join(map(link, files)) or module.CSV}.</figcaption></figure>"
        )
    page.add(heading("Claims"), f"<p>{summary(claims)}</p>")
    page.table("cards claims", CLAIM_HEADS, map(claim_row, claims))
    page.add(heading("Beyond the essays"))
    for file, table in tables:
        page.add(
            f'<h3 id="{anchor(table.title)}">{html.escape(table.title)}</h3>'
            f'<p class="note">{html.escape(table.note)} From {link(file)}.</p>'
        )
        counts = table.heads[-1] != "which"
        page.table(
            "cards counts" if counts else "cards",
            table.heads,
            [("", [("", html.escape(c)) for c in row]) for row in table.rows],
        )
    page.add(heading("Archives"))
    page.table(
        "cards archives",
        archives.FIELDS,
        [("", archive_cells(entry)) for entry in entries.values()],
    )
    return page.text()


def markdown_page(claims, tables, entries, build):
    def cell(text):
        return text.replace("|", "\\|")

    lines = [f"# {TITLE}", "", INTRO, ""]
    claim_table = frontier.Table(
        "",
        "",
        CLAIM_HEADS,
        [
            [
                cell(
                    f"**{c['id']}** {c['claim']}"
                    + (f" *({c['note']})*" if c["note"] else "")
                ),
                cell(c["printed"]),
                cell(c["computed"]),
                c["verdict"],
                f"`{c['entry'].file}`",
            ]
            for c in claims
        ],
    )
    lines += ["## Figures", ""]
    for name, module, files in figures(build):
        lines += [
            f"### {module.TITLE}",
            "",
            f"![{module.TITLE}](figures/{name}.png)",
            "",
            f"{module.CAPTION} From {', '.join(files) or module.CSV}.",
            "",
        ]
    lines += ["## Claims", "", summary(claims), ""]
    lines += [*frontier.markdown(claim_table), "", "## Beyond the essays", ""]
    for file, table in tables:
        lines += [f"### {table.title}", "", f"{table.note} From {file}.", ""]
        lines += [*frontier.markdown(table), ""]
    lines += ["## Archives", ""]
    lines += frontier.markdown(
        frontier.Table("", "", archives.FIELDS, list(entries.values()))
    )
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--census", default="build/census", metavar="PROGRAM")
    parser.add_argument("--build", default="build", type=pathlib.Path)
    options = parser.parse_args()
    census = str(pathlib.Path(options.census).resolve())
    claims = compute_claims(census, options.build)
    write_pages(census, archives.read_manifest(), options.build)
    parts = (claims, frontier.tables(), archives.read_manifest(), options.build)
    for name, page in ("html", html_page), ("md", markdown_page):
        path = options.build / f"report.{name}"
        path.write_text(page(*parts), encoding="utf-8")
        print(path)
    if any(claim["verdict"] == "WRONG" for claim in claims):
        sys.exit("some claims have another figure")


if __name__ == "__main__":
    main()
