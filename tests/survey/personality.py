#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""personality.py FPSTRIPE CASE: what the whole personality of real renderers comes to.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is not
there. What is expected is data: rows that name a probe, where it is asked, lines of it,
and the answer; "!" before it means that the finding deviates, " | " is between two that
GLSL leaves to a device. The last row that matches counts. Only what is the same on every
CPU is in there, so no error of a function in ulp. What releases of Mesa do otherwise, and
what a compiler simplifies, is held against witness.py, which asks the same driver.

FPSTRIPE_TEST_FILES is as gl.py has it. Compiled shaders are kept there between runs, a
folder a case: in another direction of rounding a compiler makes other constants.
"""

import functools
import json
import math
import pathlib
import random
import re
import struct
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared", "device",)]
import cases
import gl
from cases import Skip, holds, want

CONTEXTS = {"fragment": "stage", "vertex": "stage", "compute": "stage",
            "highp": "precision", "mediump": "precision", "lowp": "precision",
            "double": "precision", "plain": "form", "guarded": "form",
            "precise": "form", "invariant": "form"}

# What could not be said, in words; each renderer names those that it must give.
NO_PRECISE = "precise needs GLSL ES 3.20"
NO_COMPUTE = "compute shaders need OpenGL"
NO_INVARIANT = "a compute shader has no output to be invariant"
NO_PUBLISHED = "the published shader is written in floats"

# What no renderer here may come to: a candidate is missing, or there is none.
NOT_UNDERSTOOD = re.compile(r"^(none|neither|other|mixed|faithful|unknown)\b")


def rows(where, **answers):
    return [(where, lines, answer) for answer, lines in answers.items()]


# Arithmetic, by direction of rounding.

SUMS = ("a + b", "a - b", "a * b")
FAMILIES = {"rne": "nearest", "rtz": "truncate", "rup": "upward", "rdn": "truncate"}


def operations(rule):
    one = "nearest" if rule == "rne" else rule
    not_ieee = "" if rule == "rne" else "!"
    return [
        ("operations", SUMS, not_ieee + rule),
        ("operations", ("a / b",), not_ieee + one),
        ("operations", ("sqrt(a)",), not_ieee + FAMILIES[rule]),
        ("operations", ("1.0 / a",), one),
        ("operations", ("inversesqrt(a)",), f"{FAMILIES[rule]}, 1.0 / sqrt(a)"),
        ("operations", ("a * (1.0 / b)",), rule),
        ("operations", ("a * b + c", "fma(a, b, c)"), f"{not_ieee}{rule}, separate"),
        ("operations precise", ("fma(a, b, c)",), f"!{rule}, separate"),
    ]


# Nobody fuses, not even where it is asked for.
SHAPES = ("a * b + c", "a * b - c", "-(a * b) + c", "-(a * b) - c", "c + a * b",
          "c - a * b", "-(a * b + c)", "-(a * b - c)", "t = a * b; t + c",
          "dot(vec2(a, c), vec2(b, 1))")
CONTRACTION = [
    ("contraction", SHAPES + ("fma(a, b, c)",), "separate"),
    ("contraction precise", ("fma(a, b, c)",), "!separate"),
]
NO_LDEXP = [("subnormals", ("ldexp(n, -k)",), "unsupported")]
NO_FMA = [
    ("operations", ("fma(a, b, c)",), "unsupported"),
    ("contraction", ("fma(a, b, c)",), "unsupported"),
    ("error_free", ("TwoProd(a, b) by fma",), "unsupported"),
]

# What is simplified.
BIT_CAST = "uintBitsToFloat(floatBitsToUint(a + b)) - a"
IDIOMS = ("(a + b) - a", "a - (a - b)", "(a - b) + b", "(a * b) / b", "(a / b) * b",
          "a * 0.0", "a - a", "a + 0.0", "0.0 - a", "a / a", "(a + 1.0) - 1.0",
          "(a + 1.0) - 3.0", "(a * 3.0) * 5.0", "a * c + b * c", "a * b + a * c",
          "sqrt(a) * sqrt(a)", "sqrt(a * a)", "-(a - b)", "(a + b) + c", "a + (b + c)",
          "(a * b) * c", "a / 3.0", "1.0 / (1.0 / a)", "a == a", "!(a < b)",
          "a - b == 0.0", "mix(a, b, 0.0)")
KEPT = [
    ("folding", IDIOMS, "kept"),
    ("folding highp,double", (BIT_CAST, "a + b > a"), "kept"),
    ("folding mediump", (BIT_CAST, "a + b > a"), "unsupported"),
]
ZEROS = {"a * 0.0": "folded to 0.0", "a + 0.0": "folded to a", "0.0 - a": "folded to -a"}
MIX = {"mix(a, b, 0.0)": "folded to a"}
TO_LITERALS = {"(a + 1.0) - 1.0": "folded to a", "(a + 1.0) - 3.0": "folded to a - 2.0",
               "(a * 3.0) * 5.0": "folded to a * 15.0", "1.0 / (1.0 / a)": "folded to a"}
FACTORS = {"a * c + b * c": "folded to (a + b) * c",
           "a * b + a * c": "folded to a * (b + c)"}


def folded(where, *tables):
    return [(f"folding {where}", (line,), answer)
            for table in tables for line, answer in table.items()]


MESA_FOLDS = KEPT + folded(
    "plain", ZEROS, MIX, TO_LITERALS, FACTORS,
    {"(a + b) - a": "folded to b", "(a - b) + b": "folded to a",
     "a - a": "folded to 0.0", "sqrt(a) * sqrt(a)": "folded to a",
     "a - b == 0.0": "folded to a == b"},
) + folded("plain highp,double", {BIT_CAST: "folded to b"}) + folded(
    "invariant", ZEROS, MIX, {"(a * 3.0) * 5.0": "folded to a * 15.0",
                              "a - b == 0.0": "folded to a == b"},
) + folded("precise", {line: f"!{to}" for line, to in ZEROS.items()}, MIX)
# softpipe has an instruction for mix().
SOFTPIPE_FOLDS = MESA_FOLDS + folded("precise", {"mix(a, b, 0.0)": "kept"})
# Round down, and -0 comes of a + 0.0 and of a weighted sum of zeros; round up, and
# a + b > a is always so.
DIRECTED = {
    "rdn": [("folding", ("a + 0.0", "0.0 - a"), "kept or folded"),
            ("subnormals highp fragment", ("varying",), "!flushed, sign kept")],
    "rup": [("folding highp,double", ("a + b > a",), "kept or folded")],
}
ANGLE_FOLDS = KEPT + folded(
    "plain,invariant", ZEROS, MIX, TO_LITERALS,
    {"a / 3.0": "folded to a * (1.0 / 3.0)", "(a - b) + b": "folded to a",
     "(a * b) / b": "folded to a", "(a / b) * b": "folded to a"},
) + folded("plain,invariant highp", FACTORS)

# Float-float arithmetic. Guards keep every transform but the last line, in which Mesa
# adds the guarded terms in another order.
TRANSFORMS = ("TwoSum(a, b)", "Fast2Sum(a, b)")
PRODUCTS = ("TwoProd(a, b) by Dekker", "split(a)")
PAIRS = ("float-float a + b", "float-float a * b", "float-float a * a + c")
MESA_TRANSFORMS = [
    ("error_free", TRANSFORMS + PRODUCTS, "exact"),
    ("error_free plain", TRANSFORMS, "folded: e is always 0"),
    ("error_free", ("TwoProd(a, b) by fma",), "fma is two steps: e is always 0"),
    ("error_free precise", ("TwoProd(a, b) by fma",),
     "!fma is two steps: e is always 0"),
]


def pairs(precision, p, idle):
    """Bits of the float-float lines on Mesa, to nearest."""
    good = {24: (48, 47, 47), 11: (21, 22, 21), 53: (105, 105, 105)}[p]
    return [(f"error_free {precision}", (line,), f"{bits} bits")
            for line, bits in zip(PAIRS, good)] + [
        (f"error_free plain {precision}", (line,), f"{bits} bits: no better than {idle}")
        for line, bits in zip(PAIRS, (p - 1, p, p - 1))] + [
        (f"error_free guarded {precision}", PAIRS[2:],
         f"!{p} bits: no better than {idle}")]


# Subnormals.
MOVES = ("load", "copy in a loop", "bit cast", "-x", "abs(x)", "b ? x : y",
         "mix(y, x, b)")
FLUSHES = {
    "!flushed, sign kept": ("x + 0", "x * 1", "min(x, n)", "max(x, -n)",
                            "clamp(x, -n, n)"),
    "!flushed on input, sign kept": ("x + x", "x * 2^k", "x / n"),
    "!flushed on input": ("x > y", "x == 0", "x != y", "n / x", "sqrt(x)",
                          "inversesqrt(x)", "floor(x)", "ceil(x)", "sign(x)"),
    "!flushed on output, sign kept": ("n * 2^-k", "n - m", "n / big"),
}
ARITHMETIC = tuple(line for lines in FLUSHES.values() for line in lines)
ALWAYS_KEPT = [
    ("subnormals", MOVES, "kept"),
    ("subnormals highp", ("packHalf2x16(x)", "unpackHalf2x16(x)"), "kept"),
]


def flushed(where):
    return [(f"subnormals {where}", lines, answer) for answer, lines in FLUSHES.items()]


READ_AS_NORMAL = "!read as a normal number"
LLVMPIPE_SUBNORMALS = ALWAYS_KEPT + flushed("highp,double fragment,vertex") + [
    ("subnormals compute", ARITHMETIC, "kept"),
    ("subnormals highp,double", ("ldexp(n, -k)",), "!flushed on output, sign kept"),
    ("subnormals highp", ("exp2(-n)",), "!flushed on output"),
    ("subnormals highp fragment,vertex", ("log2(x)",), "!flushed on input"),
    ("subnormals highp compute", ("log2(x)",), READ_AS_NORMAL),
    ("subnormals highp fragment", ("varying",), "!flushed, sign lost"),
    ("subnormals highp fragment", ("uniform",), "kept"),
    ("zero_hole highp,double", ("zero_hole (picture)",), "!flushed"),
]
# A half is computed in binary32, of which its subnormals are normal numbers.
HALF_SUBNORMALS = [
    ("subnormals mediump", ARITHMETIC, "kept"),
    ("zero_hole mediump", ("zero_hole (picture)",), "kept"),
]
SOFTPIPE_SUBNORMALS = ALWAYS_KEPT + flushed("highp vertex") + [
    ("subnormals compute", ARITHMETIC + ("ldexp(n, -k)", "log2(x)", "exp2(-n)"), "kept"),
    ("subnormals highp vertex", ("log2(x)",), "!always -150"),
    ("zero_hole", ("zero_hole (picture)",), "kept"),
]
ANGLE_SUBNORMALS = ALWAYS_KEPT + flushed("highp") + [
    ("subnormals", ("-x",), "!flushed, sign kept"),
    ("subnormals", ("log2(x)",), READ_AS_NORMAL),
    ("zero_hole", ("zero_hole (picture)",), "!flushed"),
]

# Infinities, NaN, zeros: what differs somewhere, and what must not.
SPECIALS = rows("specials", **{
    "NaN": ("0 / 0", "inf / inf", "inf - inf", "0 * inf", "sqrt(-1)", "NaN + 1",
            "NaN * 0", "sqrt(NaN)", "mod(1, 0)", "inversesqrt(-1)",
            "normalize(vec2(0))"),
    "kept": ("bits of a NaN",),
    "true": ("NaN != NaN", "!(NaN < 1)", "isnan(NaN)", "isinf(inf)", "-0 == 0"),
    "false": ("NaN == NaN", "NaN < 1", "NaN >= 1", "-0 < 0"),
    "1": ("min(NaN, 1)", "max(NaN, 1)"),
    "0": ("clamp(NaN, 0, 1)", "1 / inf"),
    "!0": ("sign(NaN)",),
    "-0": ("0 * -1", "-(0)", "sqrt(-0)", "floor(-0)"),
    "inf": ("1 / 0", "inf + 1", "floor(inf)", "inversesqrt(0)"),
    "-inf": ("1 / -0", "inf * -1"),
})
OVERFLOWS = ("max * 2", "max + max", "max + ulp/2")
MESA_SPECIALS = SPECIALS + rows("specials", **{
    "1": ("min(1, NaN)", "max(1, NaN)"), "NaN": ("fract(inf)",), "0": ("min(-0, 0)",),
    "!0": ("sign(NaN)", "smoothstep(a, a, x)"),
}) + rows("specials highp,mediump", **{
    "!0": ("pow(0, 0)", "pow(0, -1)"), "!NaN": ("pow(-2, 2)",), "-inf": ("log2(0)",),
    "NaN": ("log2(-1)",),
})
SOFTPIPE_SPECIALS = MESA_SPECIALS + rows("specials", **{
    "-0": ("min(-0, 0)",), "1": ("smoothstep(a, a, x)", "pow(0, 0)"),
    "4": ("pow(-2, 2)",), "inf": ("pow(0, -1)",)})
ANGLE_SPECIALS = SPECIALS + rows("specials", **{
    "!NaN": ("min(1, NaN)", "max(1, NaN)", "tanh(90)"),
    "!0x1.fffffep-1": ("fract(inf)",), "0": ("min(-0, 0)",),
    "1": ("smoothstep(a, a, x)", "pow(0, 0)"), "!8": ("pow(-2, 2)",),
    "!0x1p+127": ("pow(0, -1)",), "!-0x1.fcp+6": ("log2(0)",), "!0": ("log2(-1)",)})


def overflow(rule):
    """Which side of the largest number a sum beyond it falls, and the sign of 0."""
    beyond = "inf" if rule in ("rne", "rup") else "max"
    below = "inf" if rule == "rup" else "max"
    return [("specials", OVERFLOWS, beyond),
            ("specials", ("max + ulp/4",), below),
            ("specials", ("-0 + 0", "1 - 1"), "-0" if rule == "rdn" else "0")]


# Conversions.
TARGET = "RGBA16F target, "
PACK = "packHalf2x16(x), "
MESA_TARGETS = rows("half_target", **{
    "exact": (TARGET + "exact",),
    "!rtz": (TARGET + "ties", TARGET + "near ties", TARGET + "ties among subnormals"),
    "kept": (TARGET + "subnormal results", TARGET + "infinity", TARGET + "NaN"),
    "!saturates": (TARGET + "overflow",),
}) + rows("unorm8", **{
    "nearest of 255 x in binary32, within 0.014/65536": ("RGBA8 target, thresholds",),
    "exact": ("RGBA8 target, k / 255",), "clamped": ("RGBA8 target, x < 0",),
    "0": ("RGBA8 target, NaN",),
})
PACKING = rows("pack_half", **{
    "exact": (PACK + "exact",), "rne": (PACK + "ties", PACK + "second half"),
    "nearest": (PACK + "near ties",),
    "kept": (PACK + "subnormal results", PACK + "zeros"),
})
MESA_PACKING = PACKING + rows("pack_half", **{
    "rne": (PACK + "ties among subnormals",),
    "infinity from 65520": (PACK + "overflow",),
    "kept": (PACK + "infinity", PACK + "NaN"),
}) + [("half_codes", ("unpackHalf2x16(code)",), "all numbers exact, NaN *")]
ANGLE_CONVERSIONS = MESA_TARGETS + PACKING + rows("half_target", **{
    "rne": (TARGET + "ties",), "nearest": (TARGET + "near ties",),
    "!rne, no sticky bit": (TARGET + "ties among subnormals",),
    "!NaN": (TARGET + "overflow", TARGET + "infinity"),
}) + rows("pack_half", **{
    "!rne, no sticky bit": (PACK + "ties among subnormals",),
    "!spoils the other half": (PACK + "overflow", PACK + "infinity", PACK + "NaN"),
}) + rows("half_codes", **{
    "all 65536 exact": ("unpackHalf2x16(code)",),
    "!2 of 65536 wrong": ("packHalf2x16(unpackHalf2x16(code))",)})
NO_PACKING = [("pack_half", (PACK + "ties",), "unsupported"),
              ("half_codes", ("unpackHalf2x16(code)",), "unsupported"),
              ("subnormals", ("packHalf2x16(x)", "unpackHalf2x16(x)"), "unsupported")]
WHOLE = ("int(x)", "uint(x)", "trunc(x)", "floor(x)", "ceil(x)", "fract(x)", "sign(x)",
         "float(int)")


def integers(rule):
    """round() is as the processor rounds, and so is roundEven()."""
    ties = ("round(x), ties", "roundEven(x), ties", "float(int), rounded")
    tiny = "1.0" if rule in ("rne", "rup") else "below 1"
    zero = "!always -1" if rule == "rdn" else "-0"
    return [("integers", WHOLE, "exact"),
            ("integers", ties, "rne" if rule == "rne" else f"!{rule}"),
            ("integers", ("round(x)",), "exact" if rule == "rne" else f"!{rule}"),
            ("integers", ("round(x), sign of zero",), zero),
            ("integers", ("fract(-tiny)",), tiny)]


def unorm8(rule):
    levels = {"rtz": "truncates", "rdn": "truncates", "rup": "rounds up"}.get(rule)
    if not levels:
        return []
    return [("unorm8", ("RGBA8 target, thresholds",), levels),
            ("unorm8", ("RGBA8 target, k / 255",),
             "not exact" if rule == "rup" else "exact")]


# How wide a value is, where it is kept.
PLACES = ("variable", "struct member", "array element", "function parameter",
          "function result", "global", "uniform", "computed: x*1*1")
WIDE = "23 bits, 2^-126 to 2^127"
HALF = "10 bits, 2^-14 to 2^15"
STORED_WIDE = [("storage", PLACES, WIDE), ("storage fragment", ("varying",), WIDE)]
STORED_HALF = STORED_WIDE + [
    ("storage mediump,lowp", ("array element", "computed: x*1*1"), HALF)]
FLOATS = ("RGBA32F, texelFetch()", "RGBA32F, texture()")
NUMBERS = ("RGBA32F, numbers",)
BARE_NUMBERS = ("RGBA32F, numbers, no precision",)
# What a half, or 16 bits, hold as well.
SAMPLED = [("sampler fragment", ("RGBA16F, texelFetch()", "RGBA16F, texture()", "RGBA8I", "RGBA8UI",
                                 "RGBA16I", "RGBA16UI"), "all 128 exact"),
           ("sampler highp", ("RGBA32I", "RGBA32UI") + NUMBERS, "all 128 exact")]
SAMPLED_WIDE = SAMPLED + [
    ("sampler", FLOATS, WIDE), ("sampler lowp", ("RGBA32F, no precision",), WIDE),
    ("sampler", NUMBERS, "all 128 exact"), ("sampler lowp", BARE_NUMBERS, "all 128 exact")]
SAMPLED_HALF = SAMPLED + [
    ("sampler highp", FLOATS, WIDE), ("sampler mediump,lowp", FLOATS, HALF),
    ("sampler lowp", ("RGBA32F, no precision",), HALF),
    ("sampler mediump,lowp", NUMBERS, "whole numbers up to 2048"),
    ("sampler lowp", BARE_NUMBERS, "whole numbers up to 2048"),
    ("sampler mediump,lowp", ("RGBA32I", "RGBA32UI"), "in 16 bits")]
# llvmpipe's filters of bytes have weights of 8 bits, and give bytes.
FILTERED = tuple(f"{name}, linear" for name in ("SRGB8_ALPHA8", "RGBA16F", "RGBA32F")) + (
    "RGBA32F, linear, 1000 + u", "RGBA32F, between levels")
TEXELS = tuple(f"RGBA8, nearest of {width}" for width in (512, 4096, 16384)) + (
    "RGBA32F, nearest of 16384",)
BYTES_FILTERED = ("RGBA8, linear", "RGBA8, linear, 1000 + u")
FILTERED_EXACTLY = [("filter", FILTERED + TEXELS + BYTES_FILTERED + ("RGBA8, between levels",),
                     "exact"),
                    ("filter", ("RGBA32F, sum of two texels",), "a + w * (b - a)")]
FILTERED_BY_LLVM = [("filter", FILTERED + TEXELS, "exact"),
                    ("filter", BYTES_FILTERED, "256 levels, 8 bits"),
                    ("filter", ("RGBA8, between levels",), "255 levels, 8 bits"),
                    ("filter", ("RGBA32F, sum of two texels",),
                     "a + w * (b - a), fused | a + w * (b - a), fused or kept in more bits "
                     "inside | a + w * (b - a)")]
INTEGERS = ("a * b, int", "a + b, int", "a << b, int", "a >> b, int", "a / b, int", "a * b, uint",
            "(a * b) >> 16, uint", "a / b, uint", "a % b, uint", "Wang's hash", "PCG hash",
            "xxHash's avalanche")
BARE = ("a * b, int, no precision", "(a * b) >> 16, uint, no precision")
INTS_WIDE = [("integer_width", INTEGERS, "all 32 exact"),
             ("integer_width fragment mediump", BARE, "all 32 exact")]
# On some processors, operands that are out of range saturate in some expressions.
INTS_HALF = [("integer_width highp", INTEGERS, "all 32 exact"),
             ("integer_width mediump,lowp", INTEGERS, "in 16 bits | in 16 bits, saturates"),
             ("integer_width fragment mediump", BARE, "in 16 bits | in 16 bits, saturates")]
OF_HALVES = [("half_texture", ("RGBA16F of halves, exact",), "exact"),
             ("half_texture", ("RGBA16F of halves, subnormals", "RGBA16F of halves, infinity",
                               "RGBA16F of halves, NaN", "RGBA16F of halves, zeros"), "kept")]
VARYINGS = [("interpolation", ("constant, w = 1", "constant, flat"), "all 4096 exact"),
            ("derivatives", ("dFdx(x * x)", "dFdx(gl_FragCoord.x)"), "all 256 exact")]
PROGRAMS = [("invariance", ("a * b + c", "mat4 * vec4", "mix(a, b, c)", "a / b"), "same")]
VECTORS = [("vectors", ("length(v), squares overflow", "normalize(v), squares underflow"),
            "256 of 256 infinite"),
           ("vectors", ("length(v), squares underflow", "normalize(v), squares overflow"),
            "256 of 256 zero"),
           ("vectors", ("dot(a, b), products overflow",), "256 of 256 NaN")]
POWERS = [("powers", ("pow(2.0, n)", "exp2(n)"), "exact")]


def literals(rule):
    """A compiler that runs under another rule converts literals by it."""
    odd = ("0.1", "33554431.0", "16777219.0")
    wrong = "!differs: converted by rtz" if rule in ("rtz", "rdn") else "same"
    return [("constants highp", odd, wrong),
            ("constants highp", ("16777217.0",),
             "!differs: converted by rup" if rule == "rup" else "same"),
            ("constants highp", ("1.0 / 3.0", "sqrt(2.0)"), "same")]


def arithmetic(rule):
    return (operations(rule) + CONTRACTION + overflow(rule) + integers(rule) +
            unorm8(rule) + literals(rule))


def transforms(rule, precise=True):
    """In other directions a transform is done as written, and is not exact."""
    if rule == "rne":
        return MESA_TRANSFORMS
    return [row for row in MESA_TRANSFORMS if "exact" not in row[2]] + [
        ("error_free highp guarded,precise,invariant", ("TwoSum(a, b)",),
         f"inexact by {rule}, as written: *")]


def mesa(rule="rne", half=True, double=False):
    """`half`: mediump is binary16. What hangs on the CPU's own conversions, and bits of
    pairs, are told to nearest only."""
    nearest = pairs("highp" if half else "highp,mediump", 24, "float")
    nearest += pairs("mediump", 11, "float") if half else []
    nearest += pairs("double", 53, "double") if double else []
    return (MESA_TARGETS + arithmetic(rule) + MESA_FOLDS + transforms(rule) +
            MESA_SPECIALS + LLVMPIPE_SUBNORMALS +
            (HALF_SUBNORMALS + STORED_HALF + SAMPLED_HALF + INTS_HALF if half else
             STORED_WIDE + SAMPLED_WIDE + INTS_WIDE) + OF_HALVES + VARYINGS + PROGRAMS +
            (MESA_PACKING + POWERS + VECTORS + nearest + FILTERED_BY_LLVM if rule == "rne" else []) +
            DIRECTED.get(rule, []))


def without(traits, *dropped):
    """Rows of which nothing can be asked."""
    return [row for row in traits
            if not any(word in row[0].split() for word in dropped)]


SOFTPIPE = (arithmetic("rne") + SOFTPIPE_FOLDS + MESA_TRANSFORMS +
            pairs("highp,mediump", 24, "float") + SOFTPIPE_SUBNORMALS +
            SOFTPIPE_SPECIALS + MESA_TARGETS + STORED_WIDE + SAMPLED_WIDE + INTS_WIDE +
            OF_HALVES + VARYINGS + PROGRAMS + POWERS + VECTORS + FILTERED_EXACTLY)
ANGLE = (arithmetic("rne") + ANGLE_FOLDS + ANGLE_SUBNORMALS + ANGLE_SPECIALS +
         ANGLE_CONVERSIONS + STORED_WIDE + INTS_WIDE + VARYINGS + POWERS +
         NO_FMA + [
             ("integers", ("fract(-tiny)",), "below 1, clamped"),
             ("error_free", TRANSFORMS + PRODUCTS, "exact"),
             ("error_free", PAIRS[:1], "48 bits"), ("error_free", PAIRS[1:], "47 bits")])
# It folds nothing, flushes nothing, and compares floats for equality by their bits.
SWIFTSHADER = without(ANGLE, "folding", "subnormals") + KEPT + ALWAYS_KEPT + [
    ("subnormals", ARITHMETIC, "kept"), ("subnormals", ("log2(x)",), READ_AS_NORMAL),
    ("zero_hole", ("zero_hole (picture)",), "kept"),
    ("folding", ("a == a",), "neither"),
    ("specials", ("NaN == NaN",), "!true"),
    ("specials", ("NaN != NaN", "-0 == 0"), "!false"),
    ("pack_half", (PACK + "ties", PACK + "ties among subnormals", PACK + "second half"),
     "!rna"),
    ("pack_half", (PACK + "overflow",), "infinity from 65520"),
    ("pack_half", (PACK + "infinity", PACK + "NaN"), "kept"),
    ("half_codes", ("packHalf2x16(unpackHalf2x16(code))",),
     "all numbers exact, NaN payload changed"),
    ("unorm8", ("RGBA8 target, thresholds",), "nearest, off by up to 1/65536"),
]
ZINK = {"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"}

# What breaks a promise of GLSL: llvmpipe's code where another direction of rounding is set
# than it is compiled for; llvmpipe limited to SSE 4.1, which does not clamp all to [0, 1];
# ANGLE's own packHalf2x16, which spoils the other half.
TURNED = {"exp(x)", "exp2(x)", "log(x)", "log2(x)", "pow(x, y)", "round(x)",
          "round(x), ties", "roundEven(x), ties", "round(x), sign of zero",
          "RGBA8, d * (1 - a)", "RGBA8, s + d * (1 - a)", "RGB10_A2, s + d * (1 - a)",
          "SRGB8_ALPHA8, s", "SRGB8_ALPHA8, s + d * (1 - a)",
          "DEPTH_COMPONENT24, gl_FragDepth"}
CLAMPED = {"RGBA8 target, x > 1", "RGBA8 target, infinity"}
# SwiftShader 4.1 reads an infinity as 65536.
NO_INFINITY = ("RGBA16F of floats, overflow", "RGBA16F of floats, infinity",
               "RGBA16F of floats, NaN", "RGBA16F of halves, infinity",
               "RGBA16F of halves, NaN")
# softpipe clamps no gl_FragDepth; SwiftShader has one unit of offset for all floats.
UNCLAMPED = {f"DEPTH_COMPONENT{kind}, outside [0, 1]" for kind in ("16", "24", "32F")}
ONE_UNIT = {"DEPTH_COMPONENT32F, glPolygonOffset(0, 16)"}
NO_UNIT = {"DEPTH_COMPONENT16, glPolygonOffset(0, 16)"} | ONE_UNIT
PACKED = {"packHalf2x16(x), overflow", "packHalf2x16(x), infinity", "packHalf2x16(x), NaN",
          "packHalf2x16(unpackHalf2x16(code))"}

RENDERERS = {
    "es3.0": dict(device="surfaceless/es3", env={"MESA_GLES_VERSION_OVERRIDE": "3.0"},
                  lacks=(NO_PRECISE, NO_COMPUTE, NO_INVARIANT),
                  traits=without(mesa(), "precise", "compute") + NO_FMA + NO_LDEXP),
    "no-fp16": dict(device="surfaceless/es3", env={"GALLIUM_OVERRIDE_CPU_CAPS": "sse4.1"},
                    lacks=(NO_INVARIANT,), breaks=CLAMPED,
                    traits=without(mesa(half=False), "integer_width") + INTS_HALF),
    "softpipe-es3": dict(device="surfaceless/es3", env={"GALLIUM_DRIVER": "softpipe"},
                         lacks=(NO_INVARIANT,), traits=SOFTPIPE + MESA_PACKING,
                         breaks=UNCLAMPED),
    "softpipe-gl": dict(device="surfaceless/gl", env={"GALLIUM_DRIVER": "softpipe"},
                        lacks=(NO_COMPUTE, NO_INVARIANT),
                        traits=without(SOFTPIPE, "compute") + NO_PACKING,
                        breaks=UNCLAMPED),
    "zink-es3": dict(device="surfaceless/es3", env=ZINK, lacks=(NO_INVARIANT,),
                     traits=mesa() + [("storage mediump,lowp", ("varying",),
                                       f"{HALF} | {WIDE}")]),
    "zink-gl": dict(device="surfaceless/gl", env=ZINK,
                    lacks=(NO_INVARIANT, NO_PUBLISHED),
                    traits=mesa(half=False, double=True)),
    "angle-es3": dict(device="ANGLE/es3", lacks=(NO_PRECISE, NO_INVARIANT),
                      odd=("float-float a / b",),
                      traits=without(ANGLE, "precise"), breaks=PACKED | ONE_UNIT),
    "swiftshader-es3": dict(device="SWIFTSHADER/es3",
                            lacks=(NO_PRECISE, NO_COMPUTE, NO_INVARIANT),
                            odd=("a == a",) + NO_INFINITY, breaks={"-0 == 0"} | NO_UNIT,
                            traits=without(SWIFTSHADER, "precise", "compute")),
}
for direction in ("rne", "rtz", "rup", "rdn"):
    turned = {} if direction == "rne" else {"FPSTRIPE_TEST_ROUND": direction}
    RENDERERS[f"llvmpipe-es3-{direction}"] = dict(
        device="surfaceless/es3", env=turned, lacks=(NO_INVARIANT,),
        breaks=TURNED if turned else set(), traits=mesa(direction))
    RENDERERS[f"llvmpipe-gl-{direction}"] = dict(
        device="surfaceless/gl", env=turned, lacks=(NO_INVARIANT, NO_PUBLISHED),
        breaks=TURNED if turned else set(), traits=mesa(direction, half=False, double=True))


# Holding a report against rows.


def is_at(where, result):
    """Whether "folding plain highp,double" is where a result comes from."""
    probe, *words = where.split()
    wanted = {}
    for word in words:
        names = word.split(",")
        wanted[CONTEXTS[names[0]]] = names
    return result["probe"] == probe and all(result[k] in v for k, v in wanted.items())


def is_answer(finding, wanted):
    if " | " in wanted:
        return any(is_answer(finding, one) for one in wanted.split(" | "))
    deviates = wanted.startswith("!")
    text = wanted.removeprefix("!")
    same = (finding["text"].startswith(text[:-1]) if text.endswith("*")
            else finding["text"] == text)
    return same and finding["deviates"] == deviates


def check_findings(report, traits):
    """Each finding as the last row has it that matches, and a finding for each row. What
    highp can say, a narrower or wider type may lack."""
    used, compared, faults = set(), 0, []
    for result in report["results"]:
        here = [(i, row) for i, row in enumerate(traits) if is_at(row[0], result)]
        for finding in result.get("findings", []):
            found = [(i, row[2]) for i, row in here if finding["expression"] in row[1]]
            used |= {(i, finding["expression"]) for i, _ in found}
            if result["precision"] != "highp" and finding["text"] == "unsupported":
                continue
            compared += bool(found)
            if found and not is_answer(finding, found[-1][1]):
                mark = "!" if finding["deviates"] else ""
                faults.append(f"{gl.name_of(result)}: {finding['expression']}: got "
                              f"{mark + finding['text']!r} want {found[-1][1]!r}; "
                              f"{finding['detail']}")
    faults += [f"{where}: no line {line!r}" for i, (where, lines, _) in enumerate(traits)
               for line in lines if (i, line) not in used]
    holds(not faults, "\n".join(faults))
    holds(compared > 500, f"only {compared} findings were compared")
    return compared


def check_statuses(report, lacks):
    """All is answered, but for what is named; and as the reference has it."""
    reasons = set()
    for result in report["results"]:
        name = gl.name_of(result)
        known = [words for words in lacks if words in result["reason"]]
        if result["status"] == "unsupported":
            holds(known, f"{name}: {result['reason']}")
            reasons |= set(known)
            continue
        holds(result["status"] in ("ok", "folded"),
              f"{name}: {result['status']}: {result['reason']}")
        if result["status"] == "ok" and result["comparison"]:
            want(result["comparison"]["mismatches"], 0, f"mismatches of {name}")
    want(reasons, set(lacks), "what could not be said")


def check_promises(report, breaks):
    """What GLSL promises is kept, but for what may be broken, and something deviates."""
    found = {finding["expression"] for result in report["results"]
             for finding in result.get("findings", [])
             if finding.get("deviates_from") == "glsl"}
    want(found - breaks, set(), "what deviates from GLSL")
    holds(any(finding.get("deviates_from") == "ieee754" for result in report["results"]
              for finding in result.get("findings", [])), "nothing deviates from IEEE 754")


def check_understood(report, spared):
    for result in report["results"]:
        for finding in result.get("findings", []):
            if finding["expression"] in spared:
                continue
            what = f"{gl.name_of(result)}: {finding['expression']}"
            want(finding["mismatches"], 0, f"mismatches of {what}")
            odd = (NOT_UNDERSTOOD.match(finding["text"]) or
                   any(remark["kind"] == "no-model" for remark in finding["detail"]))
            holds(not odd, f"{what}: {finding['text']}: {finding['detail']}")


# What another program finds.


def ask_witness(device, env, questions):
    done = subprocess.run(
        [sys.executable, str(pathlib.Path(__file__).with_name("witness.py")),
         device.split("/")[1]],
        input=json.dumps(questions), env=gl.environment(env), capture_output=True,
        text=True, timeout=120)
    want(done.returncode, 0, f"the witness: {done.stderr}")
    return json.loads(done.stdout)


def question(expression, form, operands, stage="fragment"):
    return {"stage": stage, "form": form, "precision": "highp", "expression": expression,
            "operands": operands}


def word_of(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def unprotected(traits):
    """The rows of a compiler that loses `invariant`, which then does nothing."""
    for where, lines, answer in traits:
        yield where.replace(",invariant", ""), lines, answer
        if where.startswith(("folding ", "error_free ")) and " plain" in where:
            yield where.replace(" plain", " invariant"), lines, answer


def as_found(traits, device, env):
    """The rows with what differs between releases of Mesa: a value that comes out of a
    function is invariant or not, and ldexp() in a compute shader flushes or not."""
    tiny = word_of(2.0**-30)
    (sums,), powers = ask_witness(device, env, [
        question("(a + b) - a", "invariant", [[word_of(1.0), tiny, 0]]),
        question("ldexp(a, -20)", "plain", [[word_of(2.0**-125), 0, 0]], "compute")])
    if sums == tiny:
        traits = list(unprotected(traits))
    if powers == [1 << 4]:
        traits = traits + [("subnormals compute", ("ldexp(n, -k)",), "kept")]
    return traits


class Binary32:
    """A float of which each operation is rounded to nearest: a double's result rounded
    once more is the same, since 53 >= 2 * 24 + 2."""

    def __init__(self, value):
        self.value = struct.unpack("<f", struct.pack("<f", value))[0]

    def operate(self, other, function):
        return Binary32(function(self.value, getattr(other, "value", other)))

    def __add__(self, other):
        return self.operate(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self.operate(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return self.operate(other, lambda a, b: b - a)

    def __mul__(self, other):
        return self.operate(other, lambda a, b: a * b)

    def __truediv__(self, other):
        return self.operate(other, lambda a, b: a / b)

    def __rtruediv__(self, other):
        return self.operate(other, lambda a, b: b / a)

    def __neg__(self):
        return Binary32(-self.value)


# Lines that are expressions of this file's language too.
WITNESSED = re.compile(r"^[-+*/() abc]+$|^[-+*/() abc]*\d\.0[-+*/() abc\d.]*$")


def check_simplified(report, device, env):
    """What the report calls kept is what the line gives, each operation rounded, and what
    it calls folded is what the shorter one gives, in the witness's own shaders."""
    draw = random.Random(1)
    triples = [[draw.uniform(1, 2) * 2.0**draw.randrange(-9, 10) for _ in "abc"]
               for _ in range(24)]
    words = [[word_of(value) for value in triple] for triple in triples]
    asked = []
    for result in gl.pick(report, probe="folding", stage="fragment", precision="highp"):
        for finding in result["findings"]:
            line, to = finding["expression"], finding["text"].removeprefix("folded to ")
            if result["form"] != "guarded" and WITNESSED.match(line):
                asked.append((line, result["form"], line if to == "kept" else to))
    holds(len(asked) > 20, f"only {len(asked)} lines were asked")
    answers = ask_witness(device, env, [question(line, form, words) for line, form, _ in asked])
    for (line, form, to), got in zip(asked, answers):
        numbers = [dict(zip("abc", map(Binary32, triple))) for triple in triples]
        wanted = [eval(to, {}, names) for names in numbers]
        want(got, [word_of(getattr(value, "value", value)) for value in wanted],
             f"{line}, {form}, by the witness; the report calls it {to!r}")


def half_of(x, rule):
    """A number of at most 65535 as a half, as a word of a float; its 11 bits by hand."""
    exponent = max(math.frexp(x)[1] - 11, -24)
    places = x / 2.0**exponent
    return word_of(min((round if rule == "rne" else math.trunc)(places) * 2.0**exponent,
                       65504.0))


def check_samplers(report, device, env):
    """What samplers of each precision read, and what becomes of floats in a texture of
    halves, by the witness's own textures."""
    draw = random.Random(2)
    numbers = [1 + 2.0**-20, 2049.0, 40000.0, 2.0**-20 * 1.37, 65519.0] + [
        Binary32(draw.uniform(1, 2) * 2.0**draw.randrange(-20, 15)).value for _ in range(40)]
    operands = [[word_of(number), 0, 0] for number in numbers]
    asked = []
    for result in gl.pick(report, probe="sampler"):
        for finding in result["findings"]:
            bare = finding["expression"] == "RGBA32F, no precision"
            floats = finding["expression"] in FLOATS or bare
            if finding["cases"] and floats:
                call = ("texture(t, vec2(0.5))" if "texture(" in finding["expression"] else
                        "texelFetch(t, ivec2(0), 0)")
                asked.append((finding, 0x8814, call, "" if bare else result["precision"],
                              result["stage"]))
    stages = {stage for *_, stage in asked}
    holds("fragment" in stages and len(asked) == 3 * len(stages) + 4, f"{len(asked)} samplers")
    for result in gl.pick(report, probe="half_texture", precision="highp"):
        asked += [(finding, 0x881A, "texelFetch(t, ivec2(0), 0)", "highp", "fragment")
                  for finding in result["findings"]
                  if finding["expression"] == "RGBA16F of floats, ties"]
    answers = ask_witness(device, env, [
        question(f"{call}.x", "plain", operands, stage) |
        {"texture": kept, "declare": f"uniform {precision} sampler2D t;\n"}
        for _, kept, call, precision, stage in asked])
    for (finding, kept, call, precision, stage), got in zip(asked, answers):
        text, what = finding["text"], f"{stage}: {precision} {call} of {kept:#x}"
        if kept == 0x8814 and text.startswith("23 bits"):
            want(got, [operand[0] for operand in operands], what)
        elif kept == 0x8814:
            holds(text.startswith("10 bits"), f"{what}: {text}")
            want(got, [half_of(number, finding["survivors"][0]) for number in numbers], what)
        else:
            want(got, [half_of(number, text) for number in numbers], what)


def check_filters(report, device, env):
    """Numbers between two texels, 0 and 1: how many there are of 4,096 positions, and which
    they are, by the witness's own texture."""
    positions = [i / 4096 for i in range(4096)]
    findings = {finding["expression"]: finding
                for result in gl.pick(report, probe="filter", precision="highp")
                for finding in result["findings"]}
    formats = {"RGBA8": 0x8058, "RGBA16F": 0x881A, "RGBA32F": 0x8814}
    answers = ask_witness(device, env, [
        question("texture(t, vec2(a, 0.5)).x", "plain",
                 [[word_of(0.25 + x / 2), 0, 0] for x in positions]) |
        {"texture": kept, "row": [0.0, 1.0], "declare": "uniform highp sampler2D t;\n"}
        for kept in formats.values()])
    for name, words in zip(formats, answers):
        finding = findings[f"{name}, linear"]
        got = [struct.unpack("<f", struct.pack("<I", word))[0] for word in words]
        bits = [remark["bits"] for remark in finding["answer"] if remark["kind"] == "bits"]
        levels = f"{len(set(got))} levels"
        if finding["text"] == "exact":
            want(got, positions, f"{name}, filtered")
        elif not bits:
            want(finding["text"], levels, f"{name}, filtered")
        else:
            want(finding["text"], f"{levels}, {bits[0]} bits", f"{name}, filtered")
            by = {"rne": round, "rtz": math.floor}[finding["survivors"][0]]
            weights = [by(x * 2**bits[0]) / 2**bits[0] for x in positions]
            bytes_only = any(remark["kind"] == "made-bytes" for remark in finding["detail"])
            want([round(255 * value, 2) for value in got],
                 [math.floor(255 * w + 0.5) if bytes_only else round(255 * w, 2)
                  for w in weights], f"{name}, filtered")


# Products, and their upper halves, of a and b, as functions of ints of a precision or none.
INTEGER_CODE = """highp float product(highp float x, highp float y)
{{ {0} int a = int(x); {0} int b = int(y); {0} int c = a * b; highp int d = c; return float(d); }}
highp float upper(highp float x, highp float y)
{{ {0} uint a = uint(x); {0} uint b = uint(y); {0} uint c = (a * b) >> 16; highp uint d = c;
   return float(d); }}
"""
FACTORS = {"product(a, b)": [(300, 300), (181, 181), (1000, 1000), (255, 257), (4000, 4000)],
           "upper(a, b)": [(40000, 40000), (300, 300), (60000, 250)]}


def integer_answers(call, bits):
    """What integers of so many bits make of the factors, by Python's."""
    for a, b in FACTORS[call]:
        low = a * b % 2**bits
        if call == "upper(a, b)":  # of 16 bits a shift by 16 is one by 0
            yield low >> (16 if bits > 16 else 0)
        else:
            yield low - (low >> bits - 1 << bits)


def check_integers(report, device, env):
    """How wide ints and uints are, by shaders of the witness, which declares no default:
    300 * 300 is 24464 in 16 bits, and (40000 * 40000) >> 16 is 4096."""
    operands = {call: [[word_of(a), word_of(b), 0] for a, b in factors]
                for call, factors in FACTORS.items()}
    calls = {"a * b, int": "product(a, b)", "(a * b) >> 16, uint": "upper(a, b)"}
    asked = []
    for result in gl.pick(report, probe="integer_width"):
        for finding in result["findings"]:
            line, bare = finding["expression"].removesuffix(", no precision"), ""
            if finding["cases"] and line in calls:
                bits = 32 if finding["text"] == "all 32 exact" else finding["answer"][0]["bits"]
                precision = result["precision"] if line == finding["expression"] else bare
                asked.append((result["stage"], precision, calls[line], bits))
    holds(len(asked) in (12, 16), f"{len(asked)} products of integers")
    answers = ask_witness(device, env, [
        question(call, "plain", operands[call], stage) | {"declare": INTEGER_CODE.format(precision)}
        for stage, precision, call, _ in asked])
    for (stage, precision, call, bits), got in zip(asked, answers):
        want(got, [word_of(value) for value in integer_answers(call, bits)],
             f"{stage} {precision} {call} of {bits} bits")


def personality(name, device, lacks, traits, env=None, odd=(), breaks=frozenset()):
    env = dict(env or {})
    device = gl.fetched(device)
    if "FPSTRIPE_TEST_ROUND" in env:
        env["LD_PRELOAD"] = str(gl.need("preload_round.so"))
    if env == ZINK and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    cache = gl.files / "shader-cache" / name
    cache.mkdir(parents=True, exist_ok=True)
    env["MESA_SHADER_CACHE_DISABLE"] = "false"
    env["MESA_SHADER_CACHE_DIR"] = str(cache)
    report = gl.survey(device, "--full", env=env)
    gl.check_always(report)
    if device.startswith("surfaceless/"):
        traits = as_found(traits, device, env)
        if report["verdict"]["rounding"] == "rne":
            check_simplified(report, device, env)
            check_samplers(report, device, env)
            check_filters(report, device, env)
            check_integers(report, device, env)
    check_statuses(report, lacks)
    check_understood(report, odd)
    check_promises(report, breaks)
    print(check_findings(report, traits), "findings as expected")


# What GLSL ES 1.00 cannot say.
NOT_IN_ES2 = {
    "operations": ("fma(a, b, c)",), "contraction": ("fma(a, b, c)",),
    "error_free": ("TwoProd(a, b) by fma",), "folding": (BIT_CAST,),
    "functions": tuple(f"{name}(x)" for name in ("sinh", "cosh", "tanh", "asinh", "acosh",
                                                 "atanh")),
    "specials": ("bits of a NaN", "isnan(NaN)", "isinf(inf)", "tanh(90)", "sinh(90)",
                 "cosh(90)", "atanh(1)"),
    "integers": ("uint(x)", "uint(x), x < 0", "uint(x), out of range", "uint(NaN)",
                 "uint(infinity)", "float(int)", "float(int), rounded",
                 "float(uint), rounded", "round(x), ties", "round(x)", "roundEven(x), ties",
                 "trunc(x)", "round(x), sign of zero"),
    "integer_width": INTEGERS[2:4] + INTEGERS[5:] + BARE[1:],
    "storage": ("array element",),
    "sampler": FLOATS + ("RGBA32F, no precision", "RGBA32F, numbers",
                         "RGBA32F, numbers, no precision", "SRGB8_ALPHA8",
                         "SRGB8_ALPHA8, texture()", "SRGB8_ALPHA8, no precision",
                         "RGBA16F, texelFetch()", "RGBA16F, texture()",
                         "RGBA16F, no precision", "RGBA32I", "RGBA32UI", "RGBA8I", "RGBA8UI",
                         "RGBA16I", "RGBA16UI"),
    "filter": ("SRGB8_ALPHA8, linear", "RGBA16F, linear", "RGBA32F, linear",
               "RGBA32F, linear, 1000 + u", "RGBA8, between levels",
               "RGBA32F, between levels", "RGBA32F, sum of two texels",
               "RGBA32F, nearest of 16384"),
    "interpolation": ("constant, centroid", "constant, noperspective", "constant, flat",
                      "ramp, noperspective"),
    "blend": ("RGB10_A2, s + d * (1 - a)", "RGBA16F, s + d * (1 - a)",
              "RGBA32F, s + d * (1 - a)", "SRGB8_ALPHA8, s",
              "SRGB8_ALPHA8, s + d * (1 - a)"),
    "derivatives": ("dFdx(subnormal)",),
    "vectors": ("inverse(m)", "inverse(m), determinant overflows",
                "inverse(m), determinant underflows"),
}
# Behind which probes in ES 2 there is no word but the reason.
NO_PROBE = ("need GLSL ES 3.00", "no target but RGBA8", "GLSL ES 1.00 has no",
            "compute shaders need", "the vertex stage has no textures")
ES2 = {
    "llvmpipe-es2": dict(device="surfaceless/{}"),
    "llvmpipe-es2-rtz": dict(device="surfaceless/{}", env={"FPSTRIPE_TEST_ROUND": "rtz"}),
    "zink-es2": dict(device="surfaceless/{}", env=ZINK, odd={("storage", "varying")}),
    # Its fragments flush subnormals, where ES 3 keeps them; what is folded is then asked of
    # other operands.
    "softpipe-es2": dict(device="surfaceless/{}", env={"GALLIUM_DRIVER": "softpipe"},
                         odd={("zero_hole", "zero_hole (picture)"),
                              ("folding", "-(a - b)")}),
    "angle-es2": dict(device="ANGLE/{}"),
    "swiftshader-es2": dict(device="SWIFTSHADER/{}"),
}


def findings_of(report):
    return {(result["probe"], result["stage"], result["precision"], result["form"],
             finding["expression"]): finding
            for result in report["results"] for finding in result.get("findings", [])}


def check_reasons(report):
    for result in report["results"]:
        if result["status"] in ("ok", "folded"):
            continue
        want(result["status"], "unsupported", f"{gl.name_of(result)}: {result['reason']}")
        holds(any(words in result["reason"] for words in NO_PROBE),
              f"{gl.name_of(result)}: {result['reason']}")


def as_in_es3(name, device, env=None, odd=frozenset()):
    """In ES 2, by bytes that shaders compute, the same is found as in ES 3, by bits, but for
    what GLSL ES 1.00 cannot say."""
    env, found = dict(env or {}), []
    if "FPSTRIPE_TEST_ROUND" in env:
        env["LD_PRELOAD"] = str(gl.need("preload_round.so"))
    if env == ZINK and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    for api in ("es2", "es3"):
        report = gl.survey(gl.fetched(device.format(api)), "--full", env=env)
        gl.check_always(report)
        found.append(findings_of(report))
        if api == "es2":
            check_reasons(report)
    compared, faults = 0, []
    for key, got in found[0].items():
        line = key[4]
        if line in NOT_IN_ES2.get(key[0], ()):
            want(got["text"], "unsupported", " ".join(key))
            continue
        by_bits = found[1].get(key)
        if not by_bits or (key[0], line) in odd:
            continue
        compared += 1
        if (got["text"], got["deviates"]) != (by_bits["text"], by_bits["deviates"]):
            faults.append(f"{' '.join(key)}: got {got['text']!r} want {by_bits['text']!r}")
    holds(not faults, "\n".join(faults))
    holds(compared > 900, f"only {compared} findings were compared")
    print(compared, "findings as in ES 3")


if __name__ == "__main__":
    sys.exit(cases.perform(
        {name: functools.partial(personality, name, **how) for name, how in RENDERERS.items()} |
        {name: functools.partial(as_in_es3, name, **how) for name, how in ES2.items()},
        gl.enter))
