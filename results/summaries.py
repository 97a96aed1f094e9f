"""Do two numbers for each heap size decide all sums of Top Entails heaps?

    summaries.py [--heaps H] [--order N] [--solver PROGRAM]

Answers elsewhere; outcomes of all sums of one to five heaps of 1 to H, from
archives/e4-sums-12x5.h5. The first number of a heap is a nimber of any size,
added by exclusive-or. The second one is an element of a commutative semigroup
of N elements, any one of them: so maximum, minimum, addition modulo N or to a
limit are among them. A rule is any set of pairs of such numbers, and a sum is P
if its pair is in the set.

Any addition by exclusive-or is a function of the set of sizes that occur an odd
number of times. So that set stands for the first number: where it does not
serve, no nimbers do. An order of 1 is a rule on nimbers alone.

Two searches, which share no more than the outcomes and the sets of sizes, have
to agree:

  solver   a formula whose unknowns are the table of the semigroup, the numbers
           and the rule, for a SAT solver; a model is tried on every sum, of a
           "none" each line of the solver's proof is checked by unit propagation
  search   all commutative semigroups of N elements up to isomorphism, N at most
           4, and the numbers by backtracking, heap by heap

Of a "none" that the search finds, sums are left out until none can be: then no
such numbers explain even these few.
"""

import argparse
import collections
import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "census" / "python"))

from census import open as open_archive  # noqa: E402

ARCHIVE = HERE / "archives" / "e4-sums-12x5.h5"

Summary = collections.namedtuple("Summary", "seconds table")

PARTS, SEARCH_MOST = 5, 4


def read_outcomes(convention, heaps):
    """{sum as an ascending tuple: is it P}"""
    with open_archive(ARCHIVE) as archive:
        texts, outcomes = archive["position"], archive["top_" + convention]
    sums = {}
    for text, outcome in zip(texts, outcomes):
        position = tuple(sorted(map(int, text.split("+"))))
        if len(position) <= PARTS and position[-1] <= heaps:
            sums[position] = outcome == "P"
    return sums


def odd_sizes(position):
    """The sizes that occur an odd number of times, as bits."""
    odd = 0
    for heap in position:
        odd ^= 1 << (heap - 1)
    return odd


def added_up(summary, position):
    """The second number of a sum."""
    total = summary.seconds[position[0]]
    for heap in position[1:]:
        total = summary.table[total][summary.seconds[heap]]
    return total


def explains(summary, outcomes):
    """Do equal pairs always have equal outcomes?"""
    rule = {}
    return all(
        rule.setdefault((odd_sizes(position), added_up(summary, position)), is_p)
        == is_p
        for position, is_p in outcomes.items()
    )


# The solver.


class Formula:
    """Clauses, and variables by name."""

    def __init__(self):
        self.clauses, self.number = [], {}

    def __call__(self, *name):
        return self.number.setdefault(name, len(self.number) + 1)

    def add(self, *literals):
        self.clauses.append(literals)

    def one_of(self, literals):
        self.add(*literals)
        for a, b in itertools.combinations(literals, 2):
            self.add(-a, -b)

    def text(self):
        lines = [f"p cnf {len(self.number)} {len(self.clauses)}"]
        lines += (" ".join(map(str, clause)) + " 0" for clause in self.clauses)
        return "\n".join(lines) + "\n"


def add_semigroup(f, order):
    """The table, at(a, b, c): a + b is c."""
    elements = range(order)

    def at(a, b, c):
        return f("sum", min(a, b), max(a, b), c)

    for a, b in itertools.combinations_with_replacement(elements, 2):
        f.one_of([at(a, b, c) for c in elements])
    for a, b, c, ab, bc, abc in itertools.product(elements, repeat=6):
        f.add(-at(a, b, ab), -at(b, c, bc), -at(ab, c, abc), at(a, bc, abc))
    return at


def make_formula(outcomes, order):
    f = Formula()
    elements = range(order)
    at = add_semigroup(f, order)
    begun = set()

    def begin(position):
        """Says what a sum's second number is, from that of one heap fewer."""
        if position in begun:
            return
        begun.add(position)
        f.one_of([f("second", position, a) for a in elements])
        if len(position) == 1:
            return
        before, heap = position[:-1], position[-1:]
        begin(before)
        begin(heap)
        for a, b, c in itertools.product(elements, repeat=3):
            f.add(
                -f("second", before, a),
                -f("second", heap, b),
                -at(a, b, c),
                f("second", position, c),
            )

    for position, is_p in outcomes.items():
        begin(position)
        for a in elements:
            rule = f("rule", odd_sizes(position), a)
            f.add(-f("second", position, a), rule if is_p else -rule)
    return f


def read_model(f, true, heaps, order):
    def chosen(*name):
        return next(a for a in range(order) if f(*name, a) in true)

    return Summary(
        {heap: chosen("second", (heap,)) for heap in heaps},
        [
            [chosen("sum", min(a, b), max(a, b)) for b in range(order)]
            for a in range(order)
        ],
    )


class Propagation:
    """Unit propagation with two watched literals, and clauses that come."""

    def __init__(self):
        self.value, self.watches = {}, collections.defaultdict(list)
        self.trail, self.conflict = [], False

    def assign(self, literal):
        """False if the literal is already false."""
        if self.value.get(literal) is None:
            self.value[literal], self.value[-literal] = True, False
            self.trail.append(literal)
        return self.value[literal]

    def propagate(self, start):
        """From trail[start] on; false on a conflict."""
        while start < len(self.trail):
            false = -self.trail[start]
            start += 1
            kept, watching = [], self.watches[false]
            for i, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if self.value.get(clause[0]):
                    kept.append(clause)
                    continue
                for k in range(2, len(clause)):
                    if self.value.get(clause[k]) is not False:
                        clause[1], clause[k] = clause[k], false
                        self.watches[clause[1]].append(clause)
                        break
                else:
                    kept.append(clause)
                    if not self.assign(clause[0]):
                        self.watches[false] = kept + watching[i + 1 :]
                        return False
            self.watches[false] = kept
        return True

    def undo(self, length):
        for literal in self.trail[length:]:
            del self.value[literal], self.value[-literal]
        del self.trail[length:]

    def insert(self, literals):
        """Adds a clause for good, at the top level."""
        start = len(self.trail)
        literals = sorted(
            set(literals), key=lambda x: self.value.get(x) is False
        )
        open_ones = [x for x in literals if self.value.get(x) is not False]
        if len(literals) > 1:
            for literal in literals[:2]:
                self.watches[literal].append(literals)
        if not open_ones:
            self.conflict = True
        elif len(open_ones) == 1 and not self.value.get(open_ones[0]):
            self.assign(open_ones[0])
            self.conflict = self.conflict or not self.propagate(start)

    def follows(self, literals):
        """Do unit clauses alone refute its negation?"""
        start = len(self.trail)
        good = all(self.assign(-literal) for literal in literals)
        good = not good or not self.propagate(start)
        self.undo(start)
        return good


def proof_holds(clauses, lines):
    """Does each line of a proof follow from what is before it by reverse unit
    propagation, and the empty clause at last? Deletions are ignored, which
    proves no less."""
    state = Propagation()
    for clause in clauses:
        state.insert(clause)
    for line in lines:
        if state.conflict:
            return True
        if line.startswith("d"):
            continue
        literals = [int(word) for word in line.split()[:-1]]
        if not state.follows(literals):
            return False
        state.insert(literals)
    return state.conflict


def ask_solver(solver, f):
    """(set of true variables, None) or (None, lines of the proof)."""
    with tempfile.TemporaryDirectory() as folder:
        cnf, proof = pathlib.Path(folder, "f.cnf"), pathlib.Path(folder, "f.proof")
        cnf.write_text(f.text())
        run = subprocess.run(
            [solver, "-q", "--plain", "--no-binary", cnf, proof],
            stdout=subprocess.PIPE,
            text=True,
        )
        if run.returncode == 20:
            return None, proof.read_text().splitlines()
        if run.returncode != 10:
            sys.exit(f"{solver}: exit status {run.returncode}")
        return {
            int(word)
            for line in run.stdout.splitlines()
            if line.startswith("v")
            for word in line[1:].split()
        }, None


def all_heaps(outcomes):
    return sorted({heap for position in outcomes for heap in position})


def solve(solver, outcomes, order):
    """(summary, None), or (None, lines of the proof) after it was checked."""
    f = make_formula(outcomes, order)
    true, proof = ask_solver(solver, f)
    if true is None:
        if not proof_holds(f.clauses, proof):
            sys.exit(f"{solver}: its proof does not hold")
        return None, len(proof)
    summary = read_model(f, true, all_heaps(outcomes), order)
    if not explains(summary, outcomes):
        sys.exit(f"{solver}: its model is none")
    return summary, None


# The search.


def semigroups(order):
    """Commutative semigroups up to isomorphism, as tables."""
    places = list(itertools.combinations_with_replacement(range(order), 2))
    found = set()

    def associative(table):
        for a, b, c in itertools.product(range(order), repeat=3):
            ab, bc = table[a][b], table[b][c]
            if ab is None or bc is None:
                continue
            left, right = table[ab][c], table[a][bc]
            if left is not None and right is not None and left != right:
                return False
        return True

    def fill(table, n):
        if n == len(places):
            least = min(
                tuple(
                    tuple(name.index(table[a][b]) for b in name) for a in name
                )
                for name in itertools.permutations(range(order))
            )
            found.add(least)
            return
        a, b = places[n]
        for c in range(order):
            table[a][b] = table[b][a] = c
            if associative(table):
                fill(table, n + 1)
        table[a][b] = table[b][a] = None

    fill([[None] * order for _ in range(order)], 0)
    return sorted(found)


def search_table(outcomes, table):
    """A summary with this table, by backtracking; or None."""
    by_largest = collections.defaultdict(list)
    for position, is_p in outcomes.items():
        by_largest[max(position)].append((position, odd_sizes(position), is_p))
    heaps, summary = all_heaps(outcomes), Summary({}, table)

    def extend(n, rule):
        if n == len(heaps):
            return True
        for summary.seconds[heaps[n]] in range(len(table)):
            further = dict(rule)
            if all(
                further.setdefault((odd, added_up(summary, position)), is_p)
                == is_p
                for position, odd, is_p in by_largest[heaps[n]]
            ) and extend(n + 1, further):
                return True
        return False

    return summary if extend(0, {}) else None


def search(outcomes, tables):
    found = (search_table(outcomes, table) for table in tables)
    return next(filter(None, found), None)


def thin_out(outcomes, tables):
    """Sums that allow no summary, but would without any one of them."""
    kept = dict(outcomes)
    for position in sorted(outcomes, key=lambda p: (-len(p), -max(p), p)):
        fewer = {p: is_p for p, is_p in kept.items() if p != position}
        if not search(fewer, tables):
            kept = fewer
    return kept


def describe(summary):
    seconds = " ".join(map(str, summary.seconds.values()))
    rows = " / ".join(" ".join(map(str, row)) for row in summary.table)
    return f"second numbers {seconds}, added by {rows}"


def try_order(solver, outcomes, order):
    """(is there a summary of this order, what has been found about it)"""
    says = "by the search"
    if solver:
        summary, lines = solve(solver, outcomes, order)
        says = f"a proof of {lines} lines, checked"
    if order > SEARCH_MOST:
        return bool(summary), describe(summary) if summary else "none: " + says
    tables = semigroups(order)
    found = search(outcomes, tables)
    if solver and bool(found) != bool(summary):
        sys.exit("solver and search disagree")
    if found:
        return True, describe(found)
    few = thin_out(outcomes, tables)
    sums = ", ".join(
        "+".join(map(str, p)) + (" P" if is_p else " N")
        for p, is_p in few.items()
    )
    return False, f"none: {says}; not for {sums}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heaps", type=int, default=6, metavar="H")
    parser.add_argument("--order", type=int, default=4, metavar="N")
    parser.add_argument("--solver", default="cadical", metavar="PROGRAM")
    options = parser.parse_args()
    solver = shutil.which(options.solver)
    if not solver:
        print(f"no {options.solver}: by the search alone")
        options.order = min(options.order, SEARCH_MOST)
    for convention in "strict", "lapse":
        order = 1
        for heaps in range(1, options.heaps + 1):
            outcomes = read_outcomes(convention, heaps)
            fits = False
            while not fits and order <= options.order:
                fits, text = try_order(solver, outcomes, order)
                print(f"{convention}, heaps to {heaps}, order {order}: {text}", flush=True)
                order += not fits
            if not fits:
                break


if __name__ == "__main__":
    main()
