# SPDX-License-Identifier: MIT
"""Adders by their words, those of a simulated device and a few more, and what they
make of a sum, in Python's integers.

    rtz,p=17    rne-ns8    rne,double=20:rtz,p=16    chop-g2,sticky=3    rne,far=12
    stochastic    faithful    ties-hash    redraw

and, which a simulated device does not have,

    sign=MODEL  order=MODEL  subtract=MODEL  carry=MODEL  parity=MODEL
    close=MODEL  tiny=MODEL  huge=MODEL  binade=MODEL
                 negative sums, those with the smaller operand first, differences, sums
                 that carry, or with a larger operand of an odd exponent, with exponents
                 less than four apart, with a larger operand below 2^-8, from 2^64 on, or in [32, 64),
                 are rounded by MODEL (devices have sign); sticky and double behind it are theirs, those
                 before it are not
    near         the smaller operand is rounded to nearest behind the guard bits
    complement   it is truncated towards minus infinity, as two's complement is
    digits=N     the last place of a sum is one of whole digits of N bits
    early        the sum is rounded at the larger operand's last place first
    saturate     a significand of ones alone is never rounded up
    stops=N      the carry of the last rounding stops behind N ones below a zero
    zero         x + 0 is an ulp more than x
    wrap=N       the smaller operand is shifted by the distance modulo N
"""

import itertools
import re
from dataclasses import dataclass, replace

MODELS = ("rne rna rnz rnu rnd rno rtz raz rup rdn ro chop-g0 chop-g1 chop-g2 chop-g3 "
          "rne-ns1 rne-ns2 rne-ns3 rna-ns1 rna-ns2 rna-ns3").split()
DRAWS = ("stochastic", "faithful", "ties-hash")
WHEN = ("sign", "order", "subtract", "carry", "parity", "close", "tiny", "huge", "binade")
OF_DEVICES = {"p", "emax", "double", "sign", "sticky", "far", "redraw"}
UNIT = 400  # an operand is an integer of 2^-UNIT


@dataclass(frozen=True)
class Rule:
    last: str           # one of the first eleven models, or of DRAWS
    guard: int = -1     # places kept of the smaller operand; -1: all
    sticky: int = 0
    double: int = 0
    first: str = "rne"


@dataclass(frozen=True)
class Adder:
    words: str
    rule: Rule
    p: int = 24
    emax: int = 127
    other: Rule = None  # where `when` holds
    when: str = ""
    far: int = 0
    digits: int = 1
    wrap: int = 0
    stops: int = 0
    zero: bool = False
    near: bool = False
    early: bool = False
    saturate: bool = False
    complement: bool = False
    redraw: bool = False

    @property
    def drawn(self):
        """Whether operands do not determine a sum, as far as is known here."""
        return any(rule and rule.last in DRAWS for rule in (self.rule, self.other))

    @property
    def of_device(self):
        """Whether a simulated device has all its words."""
        names = {word.partition("=")[0] for word in self.words.split(",")[1:]}
        return names <= OF_DEVICES


def rule_of(word):
    guarded = re.fullmatch(r"(chop-g|rne-ns|rna-ns)(\d+)", word)
    if guarded:
        return Rule("rtz" if word[0] == "c" else word[:3], int(guarded[2]))
    if word not in MODELS + list(DRAWS):
        raise ValueError(f"{word} is no rule")
    return Rule(word)


def parse(words):
    rule, *rest = words.split(",")
    adder = Adder(words, rule_of(rule))
    for word in rest:
        name, _, value = word.partition("=")
        if name in WHEN:
            adder = replace(adder, when=name, other=rule_of(value))
        elif name in ("double", "sticky"):
            which = "other" if adder.other else "rule"
            number, _, first = value.partition(":")
            rule = replace(getattr(adder, which), **{name: int(number)})
            if first:
                rule = replace(rule, first=first)
            adder = replace(adder, **{which: rule})
        else:
            adder = replace(adder, **{name: int(value) if value else True})
    return adder


def goes_away(last, negative, odd, side):
    """Whether the larger neighbour is taken; `side` is that of the middle."""
    directed = {"rtz": False, "raz": True, "rup": not negative, "rdn": negative,
                "ro": not odd}
    if last in directed:
        return directed[last]
    ties = {"rne": odd, "rna": True, "rnz": False, "rnu": not negative, "rnd": negative,
            "rno": not odd}
    return side > 0 or (side == 0 and ties[last])


def rounded(magnitude, place, last, negative, saturate=False, stops=0):
    if place <= 0 or magnitude % (1 << place) == 0:
        return magnitude
    kept, left = magnitude >> place, magnitude % (1 << place)
    side = (2 * left > 1 << place) - (2 * left < 1 << place)
    if saturate and kept & (kept + 1) == 0:
        return kept << place
    above = kept + goes_away(last, negative, kept & 1, side)
    if stops and kept % (2 << stops) == (1 << stops) - 1 and above > kept:
        above = kept >> stops << stops
    return above << place


def aligned(adder, rule, small, place, negative):
    """The magnitude of the smaller operand, where the larger one's last place is 2^place."""
    if rule.guard < 0:
        return small
    cut = place - rule.guard
    if adder.near:
        return (small + (1 << cut >> 1)) >> cut << cut
    if adder.complement and negative:
        return -(-small >> cut) << cut
    kept = small >> cut << cut
    if rule.sticky and (small - kept) >> max(cut - rule.sticky, 0):
        kept += 1 << cut - 1
    return kept


def last_place(adder, magnitude):
    place = magnitude.bit_length() - adder.p
    return place + -place % adder.digits


def add(adder, x, y):
    """The sum of two integers, of at most p bits each."""
    large, small = (x, y) if abs(x) >= abs(y) else (y, x)
    if x + y == 0:
        return 0
    negative = large < 0
    carries = abs(x + y).bit_length() > abs(large).bit_length()
    distance = abs(large).bit_length() - abs(small).bit_length()
    exponent = abs(large).bit_length() - 1 - UNIT
    holds = {"": False, "sign": negative, "order": large is y and abs(x) != abs(y),
             "subtract": x * y < 0, "carry": carries,
             "parity": abs(large).bit_length() & 1, "close": distance < 4,
             "tiny": exponent < -8, "huge": exponent >= 64, "binade": exponent == 5}[adder.when]
    rule = adder.other if holds else adder.rule
    if adder.zero and not small:
        return large + (-1 if negative else 1) * (1 << last_place(adder, abs(large)))
    if adder.far and distance > adder.far:
        small = 0
    if adder.wrap and small:
        small *= 1 << distance - distance % adder.wrap
    part = aligned(adder, rule, abs(small), abs(large).bit_length() - adder.p, small < 0)
    total = abs(large) + (part if (small < 0) == negative else -part)
    if rule.double:
        total = rounded(total, total.bit_length() - rule.double, rule.first, negative)
    if adder.early:
        total = rounded(total, abs(large).bit_length() - adder.p, rule.last, negative)
    total = rounded(total, last_place(adder, total), rule.last, negative, adder.saturate,
                    adder.stops)
    return -total if negative else total


def pairs(p, emax):
    """Operands that tell adders of p bits apart, as much as they know how to; normal ones
    of a format."""
    one, last = 1 << p - 1, 1
    larges = (one, one + last, one + 2 * last, one + 3 * last, 2 * one - last,
              2 * one - 2 * last, one + (one >> 1), one + (one >> 1) + last)
    smalls = sorted({one, one + last, 2 * one - last, one + (one >> 1), one + (one >> 2),
                     one + 3 * (one >> 2), one + (one >> p // 2), one + 2 * last})
    distances = [*range(2 * p + 6), *range(2 * p + 6, 72, 3), 80, 95]
    near = [distance for distance in distances if distance < 2 * emax - 1]
    for i, (distance, large, small) in enumerate(itertools.product(near, larges, smalls)):
        # of either parity, small and large
        one_bit = UNIT + (-200, -199, 0, 70)[(i + i // 8 + i // 64) % 4]
        for sign, other in itertools.product((1, -1), repeat=2):
            a, b = sign * large << one_bit, other * small << one_bit - distance
            yield a, b
            yield b, a
    # a zero, and ties behind 1 to p - 2 ones, in [32, 64)
    for length in range(p - 1):
        a = one + (1 << length) - 1 << UNIT + 6 - p
        yield a, one << UNIT + 6 - 2 * p
        yield a, 0


def same(one, other, among):
    """Whether they agree on all pairs."""
    return all(add(one, x, y) == add(other, x, y) for x, y in among)


def models_of(adder):
    """The models that the adder is: none, but where it cannot be told from one."""
    if adder.drawn:
        return []
    among = list(pairs(adder.p, adder.emax))
    return [model for model in MODELS
            if same(adder, parse(f"{model},p={adder.p}"), among)]
