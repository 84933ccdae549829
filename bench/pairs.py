#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""pairs.py CASE FPSTRIPE FLOOR: times a command and another in turn, pair by pair.

The runs alternate A B A B, so that a drift of the machine's speed affects both; the ratio
is taken within each pair. Times are those of the whole process, as the kernel counts them.
The program prints, and a person compares with the budget.
"""

import os
import sys
import tempfile
from subprocess import DEVNULL

from timed import head, once, row

PAIRS = int(os.environ.get("FPSTRIPE_BENCH_PAIRS", "25"))
STRIPES = ["run", "--probe", "stripes", "--form", "plain", "--precision", "highp",
           "--reference", "host"]


def pairs(a, b, env, budget):
    quiet = {"env": env, "stderr": DEVNULL}
    runs = [(once(a, **quiet), once(b, **quiet)) for _ in range(PAIRS + 1)][1:]
    print(f"  A: {' '.join(a)}\n  B: {' '.join(b)}\n  {len(runs)} pairs, after one of each")
    head()
    for side, name in enumerate("AB"):
        row(f"{name} wall", [1e3 * run[side][0] for run in runs], "ms", 1)
        row(f"{name} processor", [1e3 * run[side][1] for run in runs], "ms", 1)
        row(f"{name} peak memory", [run[side][2] for run in runs], "MiB", 1)
    for i, name in enumerate(("wall", "processor", "peak memory")):
        row(f"A/B {name}", [run[0][i] / run[1][i] for run in runs])
    print(f"  budget: {budget}")


def main():
    case, fpstripe, floor = sys.argv[1:4]
    env = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    with tempfile.TemporaryDirectory() as folder:
        env["MESA_SHADER_CACHE_DIR"] = os.path.join(folder, "cache")
        full = [fpstripe, "run", "--no-sheet", "-o", os.path.join(folder, "full")]
        cases = {
            "start": ([fpstripe, *STRIPES, "--json"], [floor],
                      "wall 1.05, memory 1.05"),
            "start-png": ([fpstripe, *STRIPES, "--no-sheet", "-o",
                           os.path.join(folder, "out")], [floor], "wall 1.10"),
            "full": (full, [floor], "none: a figure of its own"),
            "full-cold": (full, [floor], "none: a figure of its own"),
            "sheet": ([fpstripe, "run", "-o", os.path.join(folder, "sheet")], full,
                      "none: what the sheet adds"),
            "help": ([fpstripe, "--help"], ["/bin/true"], "A under 20 ms"),
        }
        if case == "full-cold":
            env["MESA_SHADER_CACHE_DISABLE"] = "true"
        a, b, budget = cases[case]
        pairs(a, b, env, budget)


main()
