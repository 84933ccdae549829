#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""eval.py FPSTRIPE [DEVICE]...: prints the cases a second of `fpstripe eval`, from text to
text.

The program reads two million sums from a file, and its output is discarded. In turn, `wc`
reads the same text and counts its words. The time includes the start of the program and of
the driver. Without DEVICE, the devices are a simulated one and llvmpipe. A person compares
with the budget.
"""

import os
import random
import statistics
import sys
import tempfile

from timed import once

CASES = 2_000_000
RUNS = int(os.environ.get("FPSTRIPE_BENCH_PAIRS", "7"))


def wall(command, path):
    with open(path, "rb") as text:
        return once(command, stdin=text)[0]


def main():
    program, *devices = sys.argv[1:]
    generator = random.Random(754)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cases.txt")
        with open(path, "w") as file:
            for _ in range(CASES):
                file.write(f"{generator.getrandbits(32):08X} {generator.getrandbits(32):08X}\n")
        print(f"{'':<42} {'cases a second, median':>24} {'maximum':>10} {'wc / it':>10}")
        for device in devices or ["fake:rne", "llvmpipe"]:
            # llvmpipe keeps subnormals only in compute shaders, so the comparison runs
            # there.
            for more in ([], ["--stage", "compute"],
                         ["--stage", "compute", "--mismatches"]):
                command = [program, "eval", "add", "-d", device, *more]
                wall(command, path)
                times = [(wall(command, path), wall(["wc"], path)) for _ in range(RUNS)]
                print(f"{' '.join([device, *more]):<42} "
                      f"{CASES / statistics.median(t for t, _ in times) / 1e6:>22.2f} M "
                      f"{CASES / min(t for t, _ in times) / 1e6:>8.2f} M "
                      f"{statistics.median(b / a for a, b in times):>10.2f}")
        print("  budget: 1 M cases a second")


main()
