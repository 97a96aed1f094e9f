"use strict";
// The page of `census view`: draws what the element "data" holds. Texts of the
// file are set as text, never as HTML.
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const page = document.getElementById("page");
const columns = data.columns, cells = data.rows, total = data.numbers.length;
const sampled = total < data.matched;
const thousands = n => n.toLocaleString("en-US");

// Elements.
function fill(e, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {}))
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) e.setAttribute(name, value);
  for (const c of children.flat(Infinity))
    if (c !== null && c !== undefined) e.append(c);
  return e;
}
const el = (name, attributes, ...children) =>
  fill(document.createElement(name), attributes, children);
const draw = (name, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
function picture(width, height, label, ...children) {
  return draw("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": label}, draw("title", {}, label), ...children);
}
const say = (x, y, text, attributes) => draw("text", {x, y, ...attributes}, String(text));
function shorten(text, most) {
  text = String(text);
  return text.length > most ? text.slice(0, most - 1) + "\u2026" : text;
}
const shown = cell => cell === null ? "" : String(cell);
const find = kind => columns.findIndex(c => c.kind === kind);
const positions = find("position"), values = find("value");

// What the archive is, and how to cite it.
const about = data.archive, run = data.run;
const ended = (run["run/ended"] || "").slice(0, 10);
const software = run["run/software"] || about.software;
const title = about.title || data.file;
const known = [
  about.census && `census ${about.census}` +
    (about.census_version ? `, version ${about.census_version}` : ""),
  about.params && about.params !== "{}" && `parameters ${about.params}`,
  about.rules && `rules ${about.rules}`, about.grid && `grid ${about.grid}`,
  `${thousands(data.all)} rows`,
].filter(Boolean);
const citation = `${title}. Archive: ${known.join("; ")}. ` +
  (software ? `Made by census ${software}` + (ended ? ` on ${ended}` : "") + ". " : "") +
  (about.run ? `Identity ${about.run}.` : "");
const tex = text => text.replace(/[\\{}]/g, " ").replace(/[_&%#$]/g, "\\$&")
  .replace(/\^/g, "\\^{}").replace(/~/g, "\\~{}");
const bibtex = `@misc{census-${(about.run || "archive").slice(0, 8)},\n` +
  `  title = {${tex(title)}},\n` +
  (ended ? `  year = {${tex(ended.slice(0, 4))}},\n` : "") +
  `  howpublished = {Data set (HDF5)${software ? ", made by census " + tex(software) : ""}},\n` +
  `  note = {${tex(known.join("; ") + (about.run ? "; identity " + about.run : ""))}}\n}`;

function term(name, value) {
  return value ? [el("dt", {}, name), el("dd", {}, value)] : [];
}
function list(text) {
  const parts = (text || "").split(" ").filter(Boolean);
  return parts.length ? parts.flatMap((p, i) => [i ? el("br") : null, el("code", {}, p)]) : null;
}
// As the archive says, or what the format promises of every one
// (engine/store/FORMAT.md).
function coverage() {
  return about.coverage ? about.coverage : about.grid && (about.order || "").startsWith("row i answers point i of the grid")
    ? `one row for each of the ${thousands(data.all)} points of its grid; none is left out` : null;
}
function header() {
  const links = [["what", "What it is"], ["columns", "Columns"], ["rows", "Rows"],
    ["counts", "Counts"], ["pairs", "Two columns"]];
  return el("header", {}, el("h1", {}, title),
    el("p", {class: "faint"}, `${data.file} \u00b7 ${thousands(data.all)} rows`),
    data.where.length ? el("p", {class: "notice"}, "Only the rows with ",
      el("code", {}, data.where.map(w => data.where.length > 1 ? `(${w})` : w).join(" and ")),
      `: ${thousands(data.matched)} of ${thousands(data.all)}.`) : null,
    sampled ? el("p", {class: "notice", id: "sampled"},
      `This page holds a sample of ${thousands(total)} of ${thousands(data.matched)} rows: ` +
      "one, drawn at random, of each of as many equal stretches of the archive. " +
      "What is counted over all rows says so.") : null,
    el("nav", {}, links.map(([id, name]) => el("a", {href: "#" + id}, name))));
}
function what() {
  return el("section", {id: "what"}, el("h2", {}, "What it is"),
    el("dl", {}, term("holds", coverage()), term("census", list(about.census)),
      term("parameters", about.params !== "{}" && list(about.params)),
      term("rules", list(about.rules)), term("asked", list(about.ask)),
      term("grid", list(about.grid)), term("made by", software && `census ${software}`),
      term("on", ended), term("identity", list(about.run))),
    el("h3", {}, "To cite it"), el("pre", {id: "citation"}, citation),
    el("details", {}, el("summary", {}, "BibTeX"), el("pre", {}, bibtex)));
}
function meaning() {
  const heads = ["column", "meaning", "unit", "role", "type"];
  return el("section", {id: "columns"}, el("h2", {}, "Columns"),
    el("div", {class: "scroll"}, el("table", {},
      el("thead", {}, el("tr", {}, heads.map(h => el("th", {}, h)))),
      el("tbody", {}, columns.map(c => el("tr", {}, el("td", {class: "mono"}, c.name),
        el("td", {class: "help"}, c.help +
          (c.kind === "value" ? "; shown here as the value's text" : "")), el("td", {}, c.unit || ""),
        el("td", {}, c.role || ""), el("td", {}, c.type || "")))))),
    el("details", {}, el("summary", {}, "SHA-256 of each column"),
      el("dl", {}, columns.filter(c => c.digest).flatMap(c =>
        [el("dt", {}, c.name), el("dd", {class: "mono"}, c.digest)]))));
}

// Which rows: a filter per column, and an order.
const filters = columns.map(() => ""), order = {column: -1, down: false};
let matching = [], first = 0, chosen = -1;
const PAGE = 25;
const signs = {"=": (a, b) => a === b, "!=": (a, b) => a !== b, "<": (a, b) => a < b,
  "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b};
// A test of cells, or null if the text is none.
function reader(column, text) {
  text = text.trim();
  if (column.kind === "label")
    return cell => cell === text;
  if (column.kind !== "number") {
    if (text.startsWith("=")) return cell => shown(cell) === text.slice(1).trim();
    return cell => shown(cell).includes(text);
  }
  const range = text.match(/^(-?[\d.]+)\s*\.\.\s*(-?[\d.]+)$/);
  if (range) return cell => cell !== null && cell >= +range[1] && cell <= +range[2];
  const [, sign, rest] = text.match(/^(=|!=|<=|>=|<|>)?\s*(.*)$/);
  const number = Number(rest), holds = signs[sign || "="];
  if (rest === "") return null;
  // Numbers above 2^53 and words for numbers ("loony") are texts here.
  if (!Number.isFinite(number)) return cell => holds(shown(cell), rest);
  return cell => typeof cell === "number" ? holds(cell, number) : holds(shown(cell), rest);
}
function compare(a, b) {
  if (typeof a === typeof b && a !== null) {
    if (typeof a === "number") return a - b;
    return /^\d+$/.test(a) && /^\d+$/.test(b) && a.length !== b.length
      ? a.length - b.length : a < b ? -1 : a > b ? 1 : 0;
  }
  return (a === null) - (b === null) || (typeof a === "string") - (typeof b === "string");
}
function select() {
  const tests = [];
  filters.forEach((text, c) => {
    const test = text.trim() ? reader(columns[c], text) : null;
    if (test) tests.push([cells[c], test]);
  });
  matching = [];
  for (let i = 0; i < total; i++)
    if (tests.every(([column, test]) => test(column[i]))) matching.push(i);
  if (order.column >= 0) {
    const by = cells[order.column], sign = order.down ? -1 : 1;
    matching.sort((a, b) => sign * compare(by[a], by[b]) || a - b);
  }
  first = 0;
}
const filtered = () => matching.length < total;
const of_what = () => filtered() ? `the ${thousands(matching.length)} rows that match` +
    (sampled ? " in the sample" : "")
  : sampled ? `the sample of ${thousands(total)} rows` : `all ${thousands(total)} rows`;

// The table of rows.
const body = el("tbody"), told = el("span", {id: "matching", "aria-live": "polite"});
const back = el("button", {type: "button", onclick: () => turn(-PAGE)}, "\u2190");
const on = el("button", {type: "button", onclick: () => turn(PAGE)}, "\u2192");
const heads = [], inputs = [];
function turn(by) {
  first = Math.max(0, first + by);
  list_rows();
}
const side = (c, cell) => c.kind === "number" ? "number" : c.kind === "label" ? undefined
  : shown(cell).length < 32 ? "text short" : "text";
function list_rows() {
  body.replaceChildren(...matching.slice(first, first + PAGE).map(i =>
    el("tr", {tabindex: 0, class: i === chosen ? "chosen" : undefined,
      onclick: () => take(i), onkeydown: e => { if (e.key === "Enter") take(i); }},
    el("td", {class: "number"}, String(data.numbers[i])),
    columns.map((c, k) => el("td", {class: side(c, cells[k][i])}, shown(cells[k][i]))))));
  const last = Math.min(first + PAGE, matching.length);
  told.textContent = matching.length
    ? `${thousands(first + 1)} to ${thousands(last)} of ${of_what()}` : "no row matches";
  back.disabled = first === 0;
  on.disabled = last === matching.length;
}
function sort_by(c) {
  order.down = order.column === c && !order.down;
  order.column = c;
  heads.forEach((h, k) => h.textContent =
    columns[k].name + (k === c ? order.down ? " \u25bc" : " \u25b2" : ""));
  select();
  list_rows();
}
let waiting = 0;
function filter_by(c, input) {
  filters[c] = input.value;
  input.classList.toggle("bad", Boolean(input.value.trim()) && !reader(columns[c], input.value));
  clearTimeout(waiting);
  waiting = setTimeout(all_again, 120);
}
function all_again() {
  select();
  list_rows();
  charts();
}
function filter_of(column, c) {
  if (column.kind === "label") {
    const used = new Set(cells[c]);
    const input = el("select", {"aria-label": "filter " + column.name,
      onchange: () => filter_by(c, input)}, el("option", {value: ""}, "all"),
    column.labels.filter(l => used.has(l)).map(l => el("option", {value: l}, l)));
    return input;
  }
  const input = el("input", {type: "search", size: 6, "aria-label": "filter " + column.name,
    placeholder: column.kind === "number" ? "3..5" : "has", autocomplete: "off",
    oninput: () => filter_by(c, input)});
  return input;
}
const aside = el("div", {class: "panel", id: "one"});
function rows() {
  columns.forEach((column, c) => {
    heads.push(el("button", {type: "button", title: column.help, onclick: () => sort_by(c)},
      column.name));
    inputs.push(filter_of(column, c));
  });
  const clear = el("button", {type: "button", onclick: () => {
    inputs.forEach((input, c) => { input.value = filters[c] = ""; input.classList.remove("bad"); });
    all_again();
  }}, "Clear filters");
  return el("section", {id: "rows"}, el("h2", {}, "Rows"),
    el("p", {class: "faint"}, "A name sorts. Numbers are filtered by 3, >=3, !=3 or 3..5; " +
      "texts by a part of them, or by =text. A row is shown as a picture."),
    el("div", {class: "split"}, el("div", {},
      el("div", {class: "scroll"}, el("table", {class: "rows"},
        el("thead", {}, el("tr", {}, el("th", {class: "number"}, "row"),
          columns.map((c, k) => el("th", {class: c.kind === "number" ? "number" : undefined},
            heads[k]))),
        el("tr", {}, el("th"), inputs.map(i => el("th", {}, i)))), body)),
      el("div", {class: "controls"}, back, on, told, clear)), aside));
}

// Positions as pictures: heaps, rows of heaps, boards, strips, rectangles.
const UNIT = 18;
function heap(x, base, text) {
  const parts = text.match(/^([[(]?)([*te]?)(\d+)[\])]?$/);
  const size = +parts[3], group = [];
  const css = parts[2] === "*" ? "nim" : "own", high = Math.min(size, 10);
  for (let i = 0; i < high; i++)
    group.push(size > 10 && i === 5
      ? say(x + UNIT / 2, base - i * UNIT - 5, "\u22ee", {"text-anchor": "middle"})
      : draw("circle", {cx: x + UNIT / 2, cy: base - (i + .5) * UNIT, r: UNIT / 2 - 2, class: css}));
  if (parts[1])
    group.push(draw("rect", {x: x - 3, y: base - high * UNIT - 3, width: UNIT + 6,
      height: high * UNIT + 6, rx: 5, class: parts[1] === "[" ? "must" : "mustnot"}));
  group.push(say(x + UNIT / 2, base + 16, parts[2] + parts[3], {"text-anchor": "middle"}));
  return group;
}
function heaps(parts, label) {
  const sizes = parts.map(p => Math.min(10, +p.replace(/\D/g, "")));
  const most = Math.max(1, ...sizes), step = 34, base = most * UNIT + 10;
  return picture(parts.length * step + 12, base + 24, label,
    draw("line", {x1: 0, x2: parts.length * step + 12, y1: base, y2: base, class: "axis"}),
    parts.flatMap((p, i) => heap(i * step + 14, base, p)));
}
function board(lines, label) {
  const unit = Math.min(30, Math.floor(290 / Math.max(lines[0].length, lines.length)));
  return picture(lines[0].length * unit + 2, lines.length * unit + 2, label,
    lines.flatMap((line, r) => [...line].map((cell, c) => [
      draw("rect", {x: c * unit + 1, y: r * unit + 1, width: unit, height: unit,
        class: cell === "#" ? "taken" : "free"}),
      "TFBW".includes(cell) ? draw("circle", {cx: (c + .5) * unit + 1, cy: (r + .5) * unit + 1,
        r: unit * .36, class: "TB".includes(cell) ? "own" : "nim"}) : null,
      "TFBW".includes(cell) ? say((c + .5) * unit + 1, (r + .5) * unit + 5, cell,
        {"text-anchor": "middle"}) : null])));
}
function strings(text, label) {
  const lines = text.replace(/\+$/, "").split("/"), wide = lines[0].length;
  const unit = Math.min(56, Math.floor(280 / Math.max(wide, lines.length / 2))), group = [];
  lines.forEach((line, k) => [...line].forEach((cell, c) => {
    const across = k % 2 === 0, x = c * unit + 10, y = (k >> 1) * unit + 10;
    group.push(draw("line", {x1: x, y1: y, x2: x + (across ? unit : 0),
      y2: y + (across ? 0 : unit), class: cell === "." ? "drawn" : "todraw"}));
  }));
  for (let k = 0; k <= lines.length >> 1; k++)
    for (let c = 0; c <= wide; c++)
      group.push(draw("circle", {cx: c * unit + 10, cy: k * unit + 10, r: 4, class: "taken"}));
  return [picture(wide * unit + 20, (lines.length >> 1) * unit + 20, label, group),
    el("p", {class: "faint"}, "Thick lines are still to be drawn." +
      (text.endsWith("+") ? " The same player moves again." : ""))];
}
function cakes(parts, label) {
  const found = [];
  for (const part of parts) {
    const [, n, w, h] = part.match(/^(?:(\d+)\*)?(\d+)x(\d+)$/);
    for (let i = 0; i < Math.min(+(n || 1), 12); i++) found.push([+w, +h]);
  }
  const wide = found.reduce((sum, [w]) => sum + w, 0), high = Math.max(...found.map(f => f[1]));
  const unit = Math.max(2, Math.min(16, 280 / wide, 220 / high));
  let x = 1;
  return picture(Math.ceil(wide * unit + found.length * 8), Math.ceil(high * unit + 2), label,
    found.map(([w, h]) => {
      const one = draw("rect", {x, y: (high - h) * unit + 1, width: w * unit, height: h * unit,
        class: "free"});
      x += w * unit + 8;
      return one;
    }));
}
// Null for what is none of these.
function drawn(text) {
  const label = "position " + text, lines = text.split("/"), parts = text.split("+");
  if (text.length > 400 || text === "" || text === "0") return null;
  if (/^\d+( \d+)+$/.test(text)) return heaps(text.split(" "), label);
  if (parts.every(p => /^(\[[*te]?\d+\]|\([*te]?\d+\)|[*te]?\d+)$/.test(p)))
    return heaps(parts, label);
  if (/^[_.]+(\/[|.]+\/[_.]+)+\+?$/.test(text) && lines[1].length === lines[0].length + 1)
    return strings(text, label);
  if (/^([.#BW]+(\/[.#BW]+)*|[TF_]+)$/.test(text) && lines.every(l => l.length === lines[0].length))
    return board(lines, label);
  if (parts.every(p => /^(\d+\*)?\d+x\d+$/.test(p))) return cakes(parts, label);
  return null;
}

// A value with its thermograph: Left's values to the left, as in the books.
function thermograph(v, label) {
  const W = 300, H = 230, at = {l: 14, r: 14, t: 20, b: 24};
  const top = v.left[v.left.length - 1][0], mast = v.left[v.left.length - 1][1];
  const ts = [-1, Math.max(top, -1) + 1];
  let hi = Math.max(...v.left.map(p => p[1]), mast), lo = Math.min(...v.right.map(p => p[1]), mast);
  if (hi - lo < 1) { hi = mast + .75; lo = mast - .75; }
  const x = a => at.l + (hi - a) / (hi - lo) * (W - at.l - at.r);
  const y = t => H - at.b - (t - ts[0]) / (ts[1] - ts[0]) * (H - at.t - at.b);
  const way = wall => wall.map(p => `${x(p[1]).toFixed(1)},${y(p[0]).toFixed(1)}`).join(" ");
  const ticks = [], step = Math.max(1, Math.ceil((hi - lo) / 6));
  for (let a = Math.ceil(lo); a <= hi; a++)
    if (a % step === 0)
      ticks.push(draw("line", {x1: x(a), x2: x(a), y1: at.t, y2: H - at.b, class: "axis"}),
        say(x(a), H - 8, a, {"text-anchor": "middle", class: "faint"}));
  const up = Math.max(1, Math.ceil((ts[1] - ts[0]) / 5));
  for (let t = -1; t <= ts[1]; t++)
    if (t % up === 0 || t === -1)
      ticks.push(draw("line", {x1: at.l, x2: W - at.r, y1: y(t), y2: y(t), class: "axis"}),
        say(0, y(t) + 4, t, {class: "faint"}));
  return picture(W, H, label, ticks,
    draw("line", {x1: x(mast), x2: x(mast), y1: y(top), y2: y(ts[1]), class: "mast"}),
    draw("polyline", {points: way(v.left), class: "left"}),
    draw("polyline", {points: way(v.right), class: "right"}),
    say(x(mast), 13, `mean ${v.mean}, temperature ${v.temperature}`, {"text-anchor":
      x(mast) < W / 3 ? "start" : x(mast) > W * 2 / 3 ? "end" : "middle"}));
}
function options(name, texts, n) {
  return [el("h3", {}, `${n} ${name} option${n === 1 ? "" : "s"}`),
    el("div", {class: "options"}, texts.map(t => Object.hasOwn(data.values, t)
      ? el("button", {type: "button", onclick: () => show_value(t)}, t) : el("span", {}, t)),
    n > texts.length ? el("span", {}, `and ${n - texts.length} more`) : null)];
}
const value_place = el("div", {id: "value"});
function show_value(text) {
  const v = Object.hasOwn(data.values, text) ? data.values[text] : null;
  value_place.replaceChildren(el("h3", {}, "Value ", el("code", {}, text)),
    ...(v ? [el("p", {class: "faint"}, `outcome ${v.outcome}, birthday ${v.birthday}` +
        (v.mean === undefined ? "; its thermograph needs numbers of more than 62 bits" : "")),
      ...(v.mean === undefined ? [] : [thermograph(v, "thermograph of " + text)]),
      ...options("Left", v.lefts, v.nlefts), ...options("Right", v.rights, v.nrights),
      el("p", {class: "faint mono"}, v.name)]
      : [el("p", {class: "faint"}, "The page describes " +
          `${thousands(Object.keys(data.values).length)} values; this one is not among them.`)]));
}
function choose(i) {
  chosen = i;
  list_rows();
  const text = positions < 0 ? null : cells[positions][i];
  const seen = text === null ? null : drawn(text);
  aside.replaceChildren(el("h3", {}, `Row ${data.numbers[i]}`,
      text === null ? "" : ": ", text === null ? null : el("code", {}, text)),
    ...(seen ? [seen].flat() : []),
    text === null || !data.label ? null
      : el("p", {class: "faint mono", id: "label"}, `${data.label}:${text}`), value_place);
  value_place.replaceChildren();
  if (values >= 0) show_value(shown(cells[values][i]));
  else value_place.append(el("dl", {}, columns.flatMap((c, k) => k === positions ? []
    : [el("dt", {}, c.name), el("dd", {}, shown(cells[k][i]))])));
}

function take(i) {
  choose(i);
  aside.scrollIntoView({block: "nearest"});
}

// Groups of a column's cells: each value, ranges of numbers, or the most
// frequent texts and the others.
function grouping(c, rows_, most) {
  const counts = new Map(), column = cells[c];
  for (const i of rows_) counts.set(column[i], (counts.get(column[i]) || 0) + 1);
  const found = [...counts.keys()];
  const rank = new Map(columns[c].labels ? columns[c].labels.map((l, i) => [l, i]) : []);
  const sorted = list_ => list_.sort((a, b) =>
    rank.has(a) && rank.has(b) ? rank.get(a) - rank.get(b) : compare(a, b));
  if (found.length <= most) {
    const names = sorted(found), place = new Map(names.map((n, i) => [n, i]));
    return {names: names.map(shown), of: cell => place.get(cell)};
  }
  if (columns[c].kind === "number") {
    const words = found.filter(f => typeof f !== "number");
    const numbers = found.filter(f => typeof f === "number");
    if (words.length < most / 2) {
      const lo = numbers.reduce((a, b) => Math.min(a, b)), hi = numbers.reduce((a, b) => Math.max(a, b));
      const whole = numbers.every(Number.isInteger), bins = most - words.length;
      const wide = whole ? Math.ceil((hi - lo + 1) / bins) : (hi - lo) / bins;
      const used = whole ? Math.ceil((hi - lo + 1) / wide) : bins, names = [];
      for (let k = 0; k < used; k++)
        names.push(whole ? `${lo + k * wide}..${Math.min(hi, lo + (k + 1) * wide - 1)}`
          : `${+(lo + k * wide).toPrecision(3)}..${+(lo + (k + 1) * wide).toPrecision(3)}`);
      const place = new Map(words.map((w, i) => [w, used + i]));
      return {names: names.concat(words.map(shown)), of: cell => place.has(cell) ? place.get(cell)
        : Math.min(used - 1, Math.floor((cell - lo) / wide))};
    }
  }
  const often = found.sort((a, b) => counts.get(b) - counts.get(a)).slice(0, most - 1);
  const place = new Map(often.map((n, i) => [n, i]));
  return {names: [...often.map(shown), "others"],
    of: cell => place.has(cell) ? place.get(cell) : often.length};
}

// Counts as bars.
const places = {counts: el("div"), heat: el("div"), scatter: el("div")};
const width_of = place => Math.max(260, Math.floor(place.getBoundingClientRect().width));
function bars() {
  const c = +picks.count.value, column = columns[c], place = places.counts;
  let names, n, whose = of_what();
  const whole = Object.hasOwn(data.counts, column.name) && !filtered() && sampled;
  if (whole) {
    const counted = data.counts[column.name];
    names = counted.map(p => shown(p[0]));
    n = counted.map(p => p[1]);
    whose = `all ${thousands(data.matched)} rows`;
  } else {
    const groups = grouping(c, matching, 40);
    names = groups.names;
    n = names.map(() => 0);
    for (const i of matching) n[groups.of(cells[c][i])]++;
  }
  const W = width_of(place), sum = n.reduce((a, b) => a + b, 0), most = Math.max(1, ...n);
  const left = Math.min(W / 3, 16 + 7.2 * Math.max(1, ...names.map(s => Math.min(24, s.length))));
  const H = 22, right = 120;
  place.replaceChildren(el("p", {class: "faint"}, `${column.name}: ${column.help} \u2014 ${whose}`),
    picture(W, names.length * H + 4, `rows by ${column.name}`, names.map((name, k) => [
      say(left - 6, k * H + 15, shorten(name, Math.floor(left / 7.2)), {"text-anchor": "end"}),
      draw("rect", {x: left, y: k * H + 3, width: Math.max(1, n[k] / most * (W - left - right)),
        height: H - 6, class: "bar"}, draw("title", {}, `${name}: ${n[k]}`)),
      say(left + n[k] / most * (W - left - right) + 6, k * H + 15,
        `${thousands(n[k])} (${(100 * n[k] / Math.max(1, sum)).toFixed(1)} %)`)])));
}

// Two columns: how often each pair is met, and every row as a point.
function heat() {
  const a = +picks.x.value, b = +picks.y.value, place = places.heat, W = width_of(place);
  const xs = grouping(a, matching, W > 420 ? 24 : 12), ys = grouping(b, matching, 24);
  const n = ys.names.map(() => xs.names.map(() => 0));
  for (const i of matching) n[ys.of(cells[b][i])][xs.of(cells[a][i])]++;
  if (columns[b].kind === "number") { // up, as in the other picture
    n.reverse();
    ys.names.reverse();
  }
  const most = Math.max(1, ...n.flat());
  const left = Math.min(W / 3.5, 14 + 7.2 * Math.max(1, ...ys.names.map(s => Math.min(16, s.length))));
  const wide = Math.min(56, (W - left - 8) / Math.max(1, xs.names.length)), high = 22;
  const turned = xs.names.some(s => s.length * 7.2 > wide - 4);
  const foot = turned ? 90 : 24, down = ys.names.length * high;
  place.replaceChildren(el("p", {class: "faint"}, `Rows by ${columns[a].name} (across) and ` +
      `${columns[b].name} (${columns[b].kind === "number" ? "up" : "down"}) \u2014 ${of_what()}`),
    picture(W, down + foot, `rows by ${columns[a].name} and ${columns[b].name}`,
    n.map((line, r) => [say(left - 6, r * high + 15, shorten(ys.names[r], Math.floor(left / 7.2)),
      {"text-anchor": "end"}), line.map((count, k) => {
      const strong = count ? .1 + .9 * Math.sqrt(count / most) : 0;
      return [draw("rect", {x: left + k * wide + 1, y: r * high + 1, width: wide - 2, height: high - 2,
        class: "cell", "fill-opacity": count ? strong.toFixed(3) : .03},
      draw("title", {}, `${xs.names[k]}, ${ys.names[r]}: ${count}`)),
      count && String(count).length * 7 < wide - 4 ? say(left + (k + .5) * wide, r * high + 15, count,
        {"text-anchor": "middle", style: strong > .55 ? "fill:var(--on-accent)" : ""}) : null];
    })]), xs.names.map((name, k) => {
      const x = left + (k + .5) * wide, y = down + 14;
      return turned ? say(x + 4, y - 4, shorten(name, 13), {"text-anchor": "end",
        transform: `rotate(-60 ${x + 4} ${y - 4})`}) : say(x, y, name, {"text-anchor": "middle"});
    })));
}
// Where a column's cells are on a line: numbers are, texts by their groups.
function scale(c, from, to) {
  const numbers = matching.map(i => cells[c][i]).filter(v => typeof v === "number");
  if (columns[c].kind === "number" && numbers.length) {
    let lo = numbers.reduce((a, b) => Math.min(a, b)), hi = numbers.reduce((a, b) => Math.max(a, b));
    if (lo === hi) { lo -= 1; hi += 1; }
    const raw = (hi - lo) / 5, ten = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map(m => m * ten).find(s => s >= raw), ticks = [];
    for (let k = Math.ceil(lo / step); k * step <= hi + step / 1e6; k++)
      ticks.push([+(k * step).toPrecision(12), from + (k * step - lo) / (hi - lo) * (to - from)]);
    return {ticks, at: v => typeof v === "number" ? from + (v - lo) / (hi - lo) * (to - from) : null};
  }
  const groups = grouping(c, matching, 16), n = groups.names.length;
  const place = k => from + (k + .5) / n * (to - from);
  return {ticks: groups.names.map((name, k) => [name, place(k)]), at: v => place(groups.of(v))};
}
function scatter() {
  const a = +picks.x.value, b = +picks.y.value, k = +picks.colour.value, place = places.scatter;
  const W = width_of(place), H = Math.min(420, Math.max(260, W * .7)), left = 62, foot = 40;
  const xs = scale(a, left + 8, W - 14), ys = scale(b, H - foot - 8, 12);
  const kinds = k < 0 ? null : grouping(k, matching, 8);
  const points = new Map();
  let without = 0;
  for (const i of matching) {
    const x = xs.at(cells[a][i]), y = ys.at(cells[b][i]);
    if (x === null || y === null) { without++; continue; }
    const kind = kinds ? kinds.of(cells[k][i]) : 0;
    const key = `${Math.round(x)} ${Math.round(y)} ${kind}`, met = points.get(key);
    if (met) met.n++;
    else points.set(key, {x, y, kind, n: 1, i});
  }
  place.replaceChildren(el("p", {class: "faint"},
    `${columns[b].name} (up) by ${columns[a].name} (across) \u2014 ${of_what()}; larger points are ` +
    "several rows" + (without ? `; ${thousands(without)} rows that are no numbers are left out` : "")),
  kinds ? el("p", {}, kinds.names.map((name, c) => [el("span", {style: `color:var(--c${c})`}, "\u25cf"),
    ` ${shorten(name, 24)}  `])) : null,
  picture(W, H, `${columns[b].name} by ${columns[a].name}`,
    xs.ticks.map(([name, x]) => [draw("line", {x1: x, x2: x, y1: 8, y2: H - foot, class: "axis"}),
      say(x, H - foot + 16, shorten(name, Math.max(4, Math.floor((W - left) / xs.ticks.length / 8))),
        {"text-anchor": "middle", class: "faint"})]),
    ys.ticks.map(([name, y]) => [draw("line", {x1: left, x2: W - 8, y1: y, y2: y, class: "axis"}),
      say(left - 6, y + 4, shorten(name, 8), {"text-anchor": "end", class: "faint"})]),
    say((left + W) / 2, H - 6, columns[a].name, {"text-anchor": "middle"}),
    [...points.values()].map(p => draw("circle", {cx: p.x.toFixed(1), cy: p.y.toFixed(1),
      r: Math.min(9, 2.5 + Math.log2(p.n)).toFixed(1), class: "dot", "fill-opacity": .65,
      style: kinds ? `fill:var(--c${p.kind})` : "", onclick: () => take(p.i)},
    draw("title", {}, `${shown(cells[a][p.i])}, ${shown(cells[b][p.i])}: ${p.n}`)))));
}
const picks = {};
function pick(name, label, at, none) {
  const again = name === "count" ? bars : pairs;
  picks[name] = el("select", {id: "pick-" + name, onchange: again},
    none ? el("option", {value: -1}, "nothing") : null,
    columns.map((c, i) => el("option", {value: i}, c.name)));
  picks[name].value = at;
  return el("label", {}, label, picks[name]);
}
function pairs() {
  heat();
  scatter();
}
function charts() {
  bars();
  pairs();
}

// What is worth a look first: an answer, and two numbers of keys or facts.
function start() {
  const usable = columns.map((c, i) => i).filter(i => i !== positions);
  const facts = usable.filter(i => columns[i].role === "fact");
  const label = facts.find(i => columns[i].kind === "label");
  const answer = label !== undefined ? label : facts.length ? facts[0] : 0;
  const several = i => new Set(cells[i].slice(0, 2000)).size;
  const numbers = usable.filter(i => columns[i].kind === "number" && columns[i].role !== "cost" &&
    several(i) > 1).sort((a, b) => several(b) - several(a) || a - b);
  const y = numbers.find(i => columns[i].role === "fact") ?? numbers[1] ?? answer;
  const x = numbers.find(i => i !== y && columns[i].role === "key") ??
    numbers.find(i => i !== y) ?? [...facts, ...usable].find(i => i !== y) ?? 0;
  page.replaceChildren(header(), what(), meaning(), rows(),
    el("section", {id: "counts"}, el("h2", {}, "Counts"),
      el("div", {class: "controls"}, pick("count", "rows by", answer)), places.counts),
    el("section", {id: "pairs"}, el("h2", {}, "Two columns"),
      el("div", {class: "controls"}, pick("x", "across", x), pick("y", "up or down", y),
        pick("colour", "colour by", label !== undefined ? label : -1, true)),
      el("div", {class: "two"}, places.heat, places.scatter)));
  select();
  list_rows();
  if (total) choose(Math.min(total - 1, Math.floor(total / 2)));
  else aside.append("No rows.");
  charts();
  let wide = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== wide) charts();
    wide = innerWidth;
  });
}
start();
})();
