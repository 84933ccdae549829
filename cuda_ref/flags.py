#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""flags.py [NVCC]: a Markdown table of what nvcc's options change, measured here."""

import pathlib
import subprocess
import sys
import tempfile

REFERENCE = ["-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true"]
SETS = [("reference", REFERENCE), ("none given", []), ("-fmad=false", ["-fmad=false"]),
        ("-ftz=true", ["-ftz=true"]), ("-prec-div=false", ["-prec-div=false"]),
        ("-prec-sqrt=false", ["-prec-sqrt=false"]), ("-use_fast_math", ["-use_fast_math"])]
ROWS = ["a * b + c", "__fmul_rn(a, b) + c", "__fadd_rn(__fmul_rn(a, b), c)",
        "fmaf(a, b, c)", "tiny + 0", "__fadd_rn(tiny, 0)", "tiny * 0x1p+100", "1 / 3",
        "__fdiv_rn(1, 3)", "sqrtf(3)", "__fsqrt_rn(3)", "sinf(3000)",
        "quotients not correctly rounded, of 4194304",
        "square roots not correctly rounded, of 4194304",
        "a * b - 1 not rounded twice, of 4194304"]


def main():
    nvcc = sys.argv[1] if len(sys.argv) > 1 else "nvcc"
    source = pathlib.Path(__file__).with_name("flags.cu")
    columns = []
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/flags"
        for _, flags in SETS:
            subprocess.run([nvcc, "-arch=native", *flags, "-o", program, source], check=True)
            columns.append(subprocess.run([program], check=True, capture_output=True,
                                          text=True).stdout.split())
    print("| | " + " | ".join(f"`{name}`" if name[0] == "-" else name
                              for name, _ in SETS) + " |")
    print("|--" * (len(SETS) + 1) + "|")
    for i, row in enumerate(ROWS):
        print(f"| `{row}` | " + " | ".join(column[i] for column in columns) + " |"
              if "," not in row or "(" in row else
              f"| {row} | " + " | ".join(column[i] for column in columns) + " |")


main()
