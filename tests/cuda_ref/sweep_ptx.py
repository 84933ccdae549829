#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sweep_ptx.py SOURCE_ROOT [NVCC]: what the kernels of sweeps are made of.

Each function of the lists is there; those that are one instruction have it and no other
arithmetic; the three tanh round where they should; nothing of single precision flushes but
approximations; the judge contracts nothing; each variant differs from the plain function.
The committed PTX belongs to its sources, and with NVCC is what these compile to.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]).resolve()
NVCC = sys.argv[2] if len(sys.argv) > 2 else ""
FOLDER = ROOT / "cuda_ref"
sys.path.insert(0, str(FOLDER))
sys.dont_write_bytecode = True

import sweep_compile  # noqa: E402

ARITHMETIC = re.compile(
    r"\b((?:add|sub|mul|fma|mad|div|rcp|sqrt|rsqrt|sin|cos|ex2|lg2|tanh)\.[a-z0-9.]*f(?:32|64)"
    r"|cvt\.[a-z0-9.]*f(?:16|32|64)[a-z0-9.]*)")
APPROXIMATIONS = re.compile(r"(?:rcp|ex2|rsqrt|lg2|div|sqrt)\.approx\.ftz\.f(?:32|64)$")

MUL, ADD, FMA = "mul.rn.f32", "add.rn.f32", "fma.rn.f32"
EX2, RCP = "ex2.approx.ftz.f32", "rcp.approx.ftz.f32"
EXACTLY = {
    "make_tanh_approx": ["tanh.approx.f32"],
    "make_tanh_ex2": [MUL, MUL, EX2, ADD, RCP, FMA],
    "make_tanh_split": [MUL] * 3 + [EX2, ADD, RCP] + [FMA] * 6,
    "make_half_integers": [],
    "make_rcp_rn": ["rcp.rn.f32"],
    "make_rcp_rz": ["rcp.rz.f32"],
    "make_rcp_ru": ["rcp.rp.f32"],
    "make_rcp_rd": ["rcp.rm.f32"],
    "make_sqrt_rz": ["sqrt.rz.f32"],
    "make_div_ru": ["div.rp.f32"],
    "make_reciprocal": ["rcp.rn.f32"],
    "make_quotient": ["div.rn.f32"],
    "make_sqrtf": ["sqrt.rn.f32"],
}
# The judge's kernels: what is contracted by hand, and all divisions.
JUDGE = {"judge": {"fma.rn.f64": 1, "fma.rz.f64": 1, "div.rn.f64": 1},
         "judge_plain": {"fma.rn.f64": 1, "fma.rz.f64": 1, "div.rn.f64": 1},
         "judge_finish": {}, "judge_rare": {"div.rn.f64": 3}}


def single_instructions(text):
    """make_ID of each line that is PTX(...) of one instruction, and that instruction."""
    pattern = re.compile(r'^SWEEP\((\w+), .*\bPTX(?:_HALF)?\("([^"]+)", x\)', re.M)
    return {f"make_{match[1]}": [match[2]] for match in pattern.finditer(text)}


def check_make(text):
    functions, table = sweep_compile.functions(text), (FOLDER / "sweep_functions.inc").read_text()
    ids = re.findall(r"^SWEEP\((\w+),", table, re.M)
    for name in ids:
        if f"make_{name}" not in functions:
            yield f"sweep_make.ptx: no make_{name}"
    for name, wanted in {**EXACTLY, **single_instructions(table)}.items():
        got = collections.Counter(ARITHMETIC.findall(functions.get(name, "")))
        if got != collections.Counter(wanted):
            yield f"{name}: has {dict(got)}, wanted {wanted}"
    for name, code in functions.items():
        if "_at_" not in name:
            for word in re.findall(r"\S*\.ftz\b\S*", code):
                if not APPROXIMATIONS.match(word) and word not in table:
                    yield f"{name}: has {word}"
    if len(ids) < 150:
        yield f"sweep_functions.inc: only {len(ids)} functions were understood"


def check_variants(text):
    """Each is there, and its code differs from the plain function's; there are no others."""
    functions = sweep_compile.functions(text)
    strip = {one: one.partition("_at_")[0] for one in functions}
    listed = {f"make_{one}_at_{option.replace('-', '_')}"
              for option, (_, ids) in sweep_compile.VARIANTS.items() for one in ids}
    for name in listed ^ {one for one in functions if re.match("make_.*_at_", one)}:
        yield f"{name}: only in VARIANTS, or only in sweep_make.ptx"
    for name in listed & set(functions):
        mine, plain = ([sweep_compile.renamed(code, strip) for _, code in
                        sweep_compile.closure(one, functions)] for one in (name, strip[name]))
        if mine == plain:
            yield f"{name}: is the same as {strip[name]}"


def check_judge(text):
    functions = sweep_compile.functions(text)
    listed = re.findall(r"^MATH\((\w+),", (ROOT / "app/sweep/math_list.inc").read_text(), re.M)
    for name in listed:
        if f"reference_{name}" not in functions:
            yield f"sweep_judge.ptx: no reference_{name}"
    for name, wanted in JUDGE.items():
        got = collections.Counter(re.findall(r"\b(?:fma|mad|div)\.[a-z.]*f64", functions[name]))
        if got != wanted:
            yield f"{name}: has {dict(got)}, wanted {wanted}"
    for word in re.findall(r"\S*\.ftz\.f32\b", text):
        if not APPROXIMATIONS.match(word):
            yield f"sweep_judge.ptx: has {word}"


def check_committed():
    noted = (FOLDER / "sweep.ptx.hash").read_text().strip()
    if noted != sweep_compile.sources_hash():
        yield "sweep_make.ptx, sweep_judge.ptx: stale, run cuda_ref/sweep_compile.py NVCC"


def toolkit(text):
    return text.split("\n", 1)[0]


def check_rebuilt(texts):
    for name, new in sweep_compile.both(NVCC).items():
        if toolkit(new) == toolkit(texts[name]) and new != texts[name]:
            yield f"{name}: stale, its sources compile to another"


def main():
    texts = {name: (FOLDER / name).read_text() for name in ("sweep_make.ptx", "sweep_judge.ptx")}
    faults = [*check_committed(), *check_make(texts["sweep_make.ptx"]),
              *check_variants(texts["sweep_make.ptx"]), *check_judge(texts["sweep_judge.ptx"])]
    if NVCC:
        faults += check_rebuilt(texts)
    print("\n".join(faults) if faults else "the kernels are what they should be" +
          ("" if NVCC else "; no nvcc, not compiled again"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
