#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench_ptx.py SOURCE_ROOT: checks the instructions of the kernels of `fpstripe bench`.

A kernel of atomics has the atomics of its name. A kernel of ops has its instruction as often as
its loop has operations, the additions of k, and no more. tests/cuda_ref/ptx.py checks that the
PTX is up to date.
"""

import collections
import pathlib
import re
import sys

FOLDER = pathlib.Path(sys.argv[1]) / "cuda_ref"
ENTRY = re.compile(r"^\.visible \.entry (\w+)\(.*?^\}$", re.M | re.S)
ATOMIC = re.compile(r"\b((?:atom|red)[a-z.]*\.(?:f16x2|f16|f32|f64))\b")

HALF, PAIR = "atom.add.noftz.f16", "atom.add.noftz.f16x2"
ATOMICS = {
    "atomics_zero": set(),
    "atomics_half": {HALF},
    "atomics_packed": {PAIR},
    "atomics_padded": {HALF, PAIR},
    "atomics_edges": {HALF, PAIR},
    "atomics_pairs": {PAIR},
    "atomics_float": {"atom.global.add.f32"},
    "atomics_double": {"atom.global.add.f64"},
}

# ops.cu: the chains of a thread, and the steps in the body of a loop.
CHAINS, UNROLLED = 8, 4
ROUNDS = re.compile(r"(?<![\w.%])((?:add|sub|mul|fma|div|rcp|sqrt|rsqrt|ex2|lg2|sin|tanh|cvt)"
                    r"\.[a-z0-9.]*f(?:16x2|16|32|64)[a-z0-9.]*)(?=[\s;])")
TYPES = {"single": "f32", "half": "f16", "half2": "f16x2", "double": "f64"}
# Constants and results are converted outside of the loop.
OUTSIDE = {"cvt.rn.f32.f64", "cvt.rn.f16.f64", "cvt.f32.f16"}


def ops_kernels():
    """Yields each kernel, its instructions with their numbers, and whether it has no others."""
    for name, type_ in TYPES.items():
        yield f"add_{name}", {f"add.rn.{type_}": 2 * CHAINS * UNROLLED}, True
        yield f"mul_{name}", {f"mul.rn.{type_}": 2 * CHAINS * UNROLLED}, True
        yield f"fma_{name}", {f"fma.rn.{type_}": CHAINS * UNROLLED}, True
    for op, name, instruction, more in (
            ("div", "single", "div.rn.f32", ()), ("div", "double", "div.rn.f64", ()),
            ("div", "fdividef", "div.approx.f32", ()),
            ("div", "rcp_approx", "rcp.approx.ftz.f32", ("mul.rn.f32",)),
            ("sqrt", "single", "sqrt.rn.f32", ()), ("sqrt", "double", "sqrt.rn.f64", ()),
            ("sqrt", "approx", "sqrt.approx.ftz.f32", ()),
            ("rsqrt", "single", "rsqrt.approx.f32", ()),
            ("rsqrt", "approx", "rsqrt.approx.ftz.f32", ()),
            ("exp2", "single", "ex2.approx.f32", ()),
            ("exp2", "approx", "ex2.approx.ftz.f32", ()),
            ("log2", "approx", "lg2.approx.ftz.f32", ()),
            ("sin", "approx", "sin.approx.ftz.f32", ()),
            ("tanh", "approx", "tanh.approx.f32", ()),
            ("exp2", "half_approx", "ex2.approx.f16", ()),
            ("tanh", "half_approx", "tanh.approx.f16", ())):
        sum_ = "add.rn." + instruction.rsplit(".", 1)[1]
        wanted = {instruction: CHAINS, sum_: CHAINS, **{word: CHAINS for word in more}}
        yield f"{op}_{name}", wanted, True
    for name, instruction in (("to_half", "cvt.rn.f16.f32"), ("from_half", "cvt.f32.f16"),
                              ("to_int", "cvt.rzi.s32.f32"), ("from_int", "cvt.rn.f32.s32")):
        yield name, {instruction: CHAINS * UNROLLED}, True
    for name in ("log2_single", "sin_single", "tanh_single"):
        yield name, {"fma.rn.f32": 0}, False
    for op in ("exp2", "log2", "sin", "tanh"):
        yield f"{op}_double", {"fma.rn.f64": 0}, False
    yield "rsqrt_double", {"rsqrt.approx.f64": CHAINS}, False
    yield "div_half", {"rcp.approx.ftz.f32": CHAINS}, False
    yield "sin_half", {"fma.rn.f32": 0}, False
    for op in ("sqrt", "rsqrt", "exp2", "log2"):
        instruction = {"exp2": "ex2", "log2": "lg2"}.get(op, op)
        yield f"{op}_half", {f"{instruction}.approx": 0}, False


def count(text):
    """Yields the instructions of each kernel, counted; a `}` of inline assembly does not end it."""
    for entry in re.split(r"^\.visible \.entry ", text, flags=re.M)[1:]:
        words = ROUNDS.findall(re.sub(r"//.*", "", entry))
        yield entry.split("(")[0], collections.Counter(words)


def check_ops():
    got = dict(count((FOLDER / "ops.ptx").read_text(encoding="utf-8")))
    wanted = list(ops_kernels())
    names = {f"ops_{name}" for name, _, _ in wanted}
    names |= {f"ops_error_{name}" for name, _, _ in wanted}
    if names != set(got):
        yield f"ops.ptx: kernels {sorted(names ^ set(got))}"
    for name, want, alone in wanted:
        has = got.get(f"ops_{name}", {})
        for word, times in want.items():
            found = [has[key] for key in has if key == word or key.startswith(word + ".")]
            if not found or (times and found != [times]):
                yield f"ops.ptx: ops_{name}: {word} {found} times, want {times or 'some'}"
        rest = set(has) - set(want) - OUTSIDE
        if alone and rest:
            yield f"ops.ptx: ops_{name}: has {sorted(rest)} too"
        error = got.get(f"ops_error_{name}", {})
        if not any(key.startswith(next(iter(want))) for key in error):
            yield f"ops.ptx: ops_error_{name}: no {next(iter(want))}"


def kernels(name, pattern):
    text = (FOLDER / name).read_text(encoding="utf-8")
    return {entry.group(1): set(pattern.findall(entry.group(0)))
            for entry in ENTRY.finditer(text)}


def main():
    faults = 0
    got = kernels("atomics.ptx", ATOMIC)
    for kernel in sorted(got.keys() | ATOMICS.keys()):
        if got.get(kernel) != ATOMICS.get(kernel):
            print(f"{kernel}: got {got.get(kernel)} want {ATOMICS.get(kernel)}")
            faults += 1
    for fault in check_ops():
        print(fault)
        faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
