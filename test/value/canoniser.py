#!/usr/bin/env python3
"""Values by the definitions alone, against `census value`.

canoniser.py PROGRAM COUNT [SEED]: COUNT random expressions, among them sums,
negatives, multiples and ordinal sums. For each, this script simplifies the game
by itself, reads what the program prints with the syntax that CGSuite documents
(its help pages, Worksheet Basics and Using the Worksheet), and simplifies that:
both must be the same canonical form, with the same birthday, number of options,
outcome, stops, mean and temperature. It ends with 0 and "fine", or names the
first expressions that differ.

In that syntax a star or a caret between two values is a product or a power, as
CGSuite reads them: a text such as 3*2 for 3 + *2 does not pass.
"""
import functools
import json
import random
import re
import subprocess
import sys
from fractions import Fraction

sys.setrecursionlimit(100000)

# A game is the number of a pair (Left options, Right options), each a frozenset
# of such numbers.
pairs, numbers = [], {}


def game(left, right):
    pair = (frozenset(left), frozenset(right))
    if pair not in numbers:
        numbers[pair] = len(pairs)
        pairs.append(pair)
    return numbers[pair]


ZERO = game([], [])


@functools.lru_cache(None)
def le(a, b):
    return not any(le(b, x) for x in pairs[a][0]) and not any(
        le(x, a) for x in pairs[b][1])


@functools.lru_cache(None)
def canonical(a):
    left = {canonical(x) for x in pairs[a][0]}
    right = {canonical(x) for x in pairs[a][1]}
    while True:
        whole = game(left, right)
        for x in left:
            reply = next((y for y in pairs[x][1] if le(y, whole)), None)
            if reply is not None:
                left = left - {x} | pairs[reply][0]
                break
            if any(x != y and le(x, y) for y in left):
                left = left - {x}
                break
        else:
            for x in right:
                reply = next((y for y in pairs[x][0] if le(whole, y)), None)
                if reply is not None:
                    right = right - {x} | pairs[reply][1]
                    break
                if any(x != y and le(y, x) for y in right):
                    right = right - {x}
                    break
            else:
                return whole


@functools.lru_cache(None)
def negative(a):
    return game([negative(x) for x in pairs[a][1]],
                [negative(x) for x in pairs[a][0]])


@functools.lru_cache(None)
def add(a, b):
    return canonical(game(
        [add(x, b) for x in pairs[a][0]] + [add(a, x) for x in pairs[b][0]],
        [add(x, b) for x in pairs[a][1]] + [add(a, x) for x in pairs[b][1]]))


@functools.lru_cache(None)
def ordinal(a, b):
    return canonical(game(
        list(pairs[a][0]) + [ordinal(a, x) for x in pairs[b][0]],
        list(pairs[a][1]) + [ordinal(a, x) for x in pairs[b][1]]))


@functools.lru_cache(None)
def integer(n):
    if n < 0:
        return negative(integer(-n))
    return game([integer(n - 1)], []) if n else ZERO


@functools.lru_cache(None)
def fraction(x):
    if x.denominator == 1:
        return integer(x.numerator)
    step = Fraction(1, x.denominator)
    return game([fraction(x - step)], [fraction(x + step)])


@functools.lru_cache(None)
def nimber(n):
    lower = [nimber(k) for k in range(n)]
    return game(lower, lower)


UP = game([ZERO], [nimber(1)])


def times(n, a):
    total = ZERO
    for _ in range(abs(n)):
        total = add(total, canonical(a))
    return negative(total) if n < 0 else total


@functools.lru_cache(None)
def number(a):
    """The value of a canonical form that is a number, or None."""
    left, right = [[number(x) for x in side] for side in pairs[a]]
    if len(left) > 1 or len(right) > 1 or None in left + right:
        return None
    if left and right:
        return (left[0] + right[0]) / 2 if left[0] < right[0] else None
    return (left[0] + 1 if left else right[0] - 1 if right else Fraction(0))


@functools.lru_cache(None)
def stop(a, mover):
    if number(a) is not None:
        return number(a)
    return (max, min)[mover](stop(x, 1 - mover) for x in pairs[a][mover])


@functools.lru_cache(None)
def birthday(a):
    return max([birthday(x) + 1 for side in pairs[a] for x in side], default=0)


@functools.lru_cache(None)
def wall(a, mover, t):
    """The stop of a cooled by t: the mean from its temperature on."""
    mean, temperature = freezing(a)
    if t >= temperature:
        return mean
    tax = t if mover else -t
    return (max, min)[mover](
        wall(x, 1 - mover, t) + tax for x in pairs[a][mover])


@functools.lru_cache(None)
def freezing(a):
    """Mean and temperature: the lowest tax at which both walls meet. Between two
    of the taxes where an option freezes or two walls cross, the distance of the
    walls is linear; a halving search ends exactly, as it is dyadic."""
    x = number(a)
    if x is not None and x.denominator == 1:
        return x, Fraction(-1)

    def apart(t):
        left = max(wall(y, 1, t) for y in pairs[a][0]) - t
        right = min(wall(y, 0, t) for y in pairs[a][1]) + t
        return left - right, left

    low, high = Fraction(-1), Fraction(63)
    # Temperatures here are multiples of 2^-20.
    while high - low > Fraction(1, 2**20):
        middle = (low + high) / 2
        if apart(middle)[0] > 0:
            low = middle
        else:
            high = middle
    distance, mean = apart(high)
    assert distance == 0, "the grid of taxes is too coarse"
    return mean, high


# What CGSuite reads.
TOKEN = re.compile(r"\s*(\d+|\^+|v+(?![A-Za-z_])|\+-|[-+*/:.,(){}]|\|+|[A-Za-z]+)")


class Reader:
    def __init__(self, text):
        self.tokens, at = [], 0
        text = text.strip()
        while at < len(text):
            found = TOKEN.match(text, at)
            assert found, f"no token in {text!r} at {at}"
            self.tokens.append(found.group(1))
            at = found.end()
        self.tokens.append("")
        self.at = 0

    def next(self):
        return self.tokens[self.at]

    def eat(self, *tokens):
        if self.next() in tokens:
            self.at += 1
            return self.tokens[self.at - 1]
        return ""

    def need(self, token):
        assert self.eat(token), f"{token!r} is missing before {self.next()!r}"

    def all(self):
        value = self.sum()
        assert self.next() == "", f"{self.next()!r} is too much"
        return value

    def sum(self):
        value = self.signed()
        while self.next() in ("+", "-", "+-"):
            sign = self.tokens[self.at]
            if sign == "+-":
                value = add(value, self.plus_minus())
            else:
                self.at += 1
                right = self.ordinal()
                value = add(value, negative(right) if sign == "-" else right)
        return value

    def signed(self):
        if self.next() == "+-":
            return self.plus_minus()
        sign = self.eat("+", "-")
        value = self.ordinal()
        return negative(value) if sign == "-" else value

    def plus_minus(self):
        self.need("+-")
        if self.eat("("):
            choices = [self.sum()]
            while self.eat(","):
                choices.append(self.sum())
            self.need(")")
        else:
            choices = [self.ordinal()]
        return canonical(game(choices, [negative(x) for x in choices]))

    def ordinal(self):
        value = self.product()
        while self.eat(":"):
            value = ordinal(canonical(value), canonical(self.product()))
        return value

    def product(self):
        value = self.power()
        while self.next() in ("*", "/"):
            by = self.eat("*", "/")
            right = self.power()
            x, y = number(canonical(value)), number(canonical(right))
            if by == "/":
                assert x is not None and y, "a quotient of no numbers"
                value = fraction(x / y)
            else:
                assert x is not None and x.denominator == 1, "a product"
                value = times(x.numerator, right)
        return value

    def power(self):
        value = self.dotted()
        assert not self.next().startswith("^"), "a power of a number"
        return value

    def dotted(self):
        value = canonical(self.ups())
        while self.eat("."):
            name = self.next()
            self.at += 1
            if name == "Tiny":
                value = canonical(
                    game([ZERO], [game([ZERO], [negative(value)])]))
            elif name == "Pow":
                self.need("(")
                n = number(canonical(self.sum()))
                self.need(")")
                (right,), lower = pairs[value][1], value
                assert pairs[value][0] == {ZERO} and n == 2, "this power"
                value = canonical(
                    game([ZERO], [add(right, negative(lower))]))
            else:
                raise AssertionError(f"no property {name!r}")
        return value

    def ups(self):
        token = self.next()
        if token[:1] in ("^", "v") and token:
            self.at += 1
            n = len(token)
            if n == 1 and self.next().isdigit():
                n = int(self.next())
                self.at += 1
            ups = times(-n if token[0] == "v" else n, UP)
            return add(ups, self.star()) if self.next() == "*" else ups
        return self.star() if token == "*" else self.primary()

    def star(self):
        self.need("*")
        if not self.next().isdigit():
            return nimber(1)
        self.at += 1
        return nimber(int(self.tokens[self.at - 1]))

    def primary(self):
        if self.next().isdigit():
            self.at += 1
            return integer(int(self.tokens[self.at - 1]))
        if self.eat("("):
            value = self.sum()
            self.need(")")
            return value
        self.need("{")
        value = self.slashes()
        self.need("}")
        return value

    def slashes(self):
        sides, bars = [self.list()], []
        while self.next().startswith("|"):
            bars.append(len(self.next()))
            self.at += 1
            sides.append(self.list())
        assert bars, "no slash"

        def join(sides, bars):
            if not bars:
                return sides[0]
            most = max(bars)
            assert bars.count(most) == 1, "slashes read two ways"
            i = bars.index(most)
            return [game(join(sides[:i + 1], bars[:i]),
                         join(sides[i + 1:], bars[i + 1:]))]

        return canonical(join(sides, bars)[0])

    def list(self):
        if self.next().startswith("|") or self.next() == "}":
            return []
        values = [self.sum()]
        while self.eat(","):
            values.append(self.sum())
        return values


def braces(a):
    left, right = [", ".join(braces(x) for x in side) for side in pairs[a]]
    return "{" + left + "|" + right + "}"


ATOMS = ["0", "1", "-1", "1/2", "-3/4", "2", "*", "*2", "^", "v*", "^^", "v3*2",
         "3+*", "tiny(1)", "2.Tiny", "+-1", "{2|-1/2}", "^<2>", "^[2]"]


def known_atoms():
    """The atoms, in this script's own terms."""
    star, two = nimber(1), nimber(2)
    tiny = lambda n: game([ZERO], [game([ZERO], [integer(-n)])])
    down_star = negative(add(UP, star))
    return dict(zip(ATOMS, map(canonical, [
        ZERO, integer(1), integer(-1), fraction(Fraction(1, 2)),
        fraction(Fraction(-3, 4)), integer(2), star, two, UP, down_star,
        times(2, UP), add(times(-3, UP), two), add(integer(3), star), tiny(1),
        tiny(2), game([integer(1)], [integer(-1)]),
        game([integer(2)], [fraction(Fraction(-1, 2))]),
        game([ZERO], [down_star]), game([UP], [star])])))


def draw(chance, atoms, depth):
    """An expression and its value; small ones, as this script is slow."""
    kind = chance.random()
    if depth == 0 or kind < 0.1:
        return chance.choice(list(atoms.items()))
    if kind < 0.75:
        texts, values = ([], []), ([], [])
        for side in (0, 1):
            for _ in range(chance.choice((1, 1, 2, 2, 3))):
                text, value = draw(chance, atoms, depth - 1)
                texts[side].append(text)
                values[side].append(value)
        return ("{" + ", ".join(texts[0]) + "|" + ", ".join(texts[1]) + "}",
                canonical(game(*values)))
    a, x = draw(chance, atoms, depth - 1)
    if kind < 0.8:
        return "-(" + a + ")", negative(x)
    if kind < 0.85 and depth == 1:
        n = chance.choice((-2, 2, 3))
        return f"({n})*({a})", times(n, x)
    b, y = draw(chance, atoms, 0)
    if kind < 0.9 and depth == 1:
        return f"({a}):({b})", ordinal(x, y)
    if kind < 0.95:
        return f"({a}) + {b}", add(x, y)
    return f"({a}) - ({b})", add(x, negative(y))


def outcome(a):
    return {(True, True): "P", (True, False): "R", (False, True): "L",
            (False, False): "N"}[le(a, ZERO), le(ZERO, a)]


def faults(text, value, answer):
    value = canonical(value)
    try:
        back = canonical(Reader(answer["value"]).all())
    except AssertionError as error:
        yield f"{answer['value']!r} is not read: {error}"
        return
    if back != value:
        yield f"{answer['value']!r} is not {braces(value)}"
    mean, temperature = freezing(value)
    for key, want in (("birthday", birthday(value)),
                      ("left_options", len(pairs[value][0])),
                      ("right_options", len(pairs[value][1])),
                      ("outcome", outcome(value)),
                      ("left_stop", str(stop(value, 0))),
                      ("right_stop", str(stop(value, 1))),
                      ("mean", str(mean)), ("temperature", str(temperature))):
        if answer[key] != want:
            yield f"{key} is {answer[key]}, not {want}"


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    atoms, wrong = known_atoms(), 0
    for first in range(0, count, 100):
        drawn = [draw(chance, atoms, chance.choice((1, 1, 1, 2)))
                 for _ in range(min(100, count - first))]
        out = subprocess.run([program, "value", "--json", "--"] +
                             [text for text, _ in drawn],
                             capture_output=True, text=True, check=True).stdout
        answers = json.loads(out)
        answers = answers.get("values", [answers])
        assert len(answers) == len(drawn)
        for (text, value), answer in zip(drawn, answers):
            for fault in faults(text, value, answer):
                print(f"{text}: {fault}")
                wrong += 1
        if wrong > 10:
            break
    print(f"{wrong} faults" if wrong else "fine")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
