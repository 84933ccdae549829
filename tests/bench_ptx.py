#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench_ptx.py SOURCE_ROOT: what the kernels of `fpstripe bench` are made of.

A chain has its operation, in its direction, and no other arithmetic; a kernel of atomics
has the atomics that it is named for. tests/ptx.py says whether the PTX is up to date.
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(sys.argv[1]) / "cuda_ref"
ENTRY = re.compile(r"^\.visible \.entry (\w+)\(.*?^\}$", re.M | re.S)
ARITHMETIC = re.compile(r"\b((?:add|sub|mul|fma|div|rcp|mad)\.[a-z.]*f32)\b")
ATOMIC = re.compile(r"\b((?:atom|red)[a-z.]*\.(?:f16x2|f16|f32))\b")

DIRECTIONS = {"rn": {"rn"}, "rz": {"rz"}, "mixed": {"rn", "rz"}}
HALF, PAIR = "atom.add.noftz.f16", "atom.add.noftz.f16x2"
ATOMICS = {
    "atomics_zero": set(),
    "atomics_half": {HALF},
    "atomics_packed": {PAIR},
    "atomics_padded": {HALF, PAIR},
    "atomics_edges": {HALF, PAIR},
    "atomics_pairs": {PAIR},
    "atomics_half_red": {"red.relaxed.gpu.global.add.noftz.f16"},
    "atomics_padded_red": {"red.relaxed.gpu.global.add.noftz.f16x2"},
    "atomics_float": {"atom.global.add.f32"},
}


def kernels(name, pattern):
    text = (FOLDER / name).read_text(encoding="utf-8")
    return {entry.group(1): set(pattern.findall(entry.group(0)))
            for entry in ENTRY.finditer(text)}


def main():
    chains = {
        f"chain_{op}_{way}": {f"{op}.{direction}.f32" for direction in directions}
        for op in ("add", "mul", "fma", "div") for way, directions in DIRECTIONS.items()}
    faults = 0
    for name, pattern, want in (("subnormals.ptx", ARITHMETIC, chains),
                                ("atomics.ptx", ATOMIC, ATOMICS)):
        got = kernels(name, pattern)
        for kernel in sorted(got.keys() | want.keys()):
            if got.get(kernel) != want.get(kernel):
                print(f"{name}: {kernel}: got {got.get(kernel)} want {want.get(kernel)}")
                faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
