#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py FPSTRIPE CAPTURES: compares twenty reports, pair by pair.

The reports are those of CAPTURES, and as many of simulated devices, made here, as are
needed for twenty, each with --full. In turn, python3 parses the same files. Times are wall
and CPU time of whole processes. The budget is 1 s; a person compares.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

from timed import once

PAIRS = int(os.environ.get("FPSTRIPE_BENCH_PAIRS", "15"))
SIDES = 20
FAKES = ["tegra3", "r300", "nv35", "mali400", "t604", "sgx544", "gc4000", "rtz,p=17",
         "rne,p=24,contract,fold", "rup,p=24", "chop-g1,p=20", "rna", "rno", "raz", "ro",
         "rdn", "rne,ftz", "rtz,p=12"]
PARSE = "import json, sys\nfor name in sys.argv[1:]:\n    json.load(open(name))"


def row(name, values):
    print(f"  {name:<24} {min(values):8.3f} {statistics.median(values):8.3f} "
          f"{max(values):8.3f}")


def measure(name, command, beside):
    runs = [(once(command), once(beside)) for _ in range(PAIRS)]
    print(f"{name}: {PAIRS} pairs\n"
          f"  {'':<24} {'minimum':>8} {'median':>8} {'maximum':>8}")
    for i, what in enumerate(("wall", "processor")):
        row(f"{what}, s", [a[i] for a, _ in runs])
        row(f"{what} / python3 json", [a[i] / b[i] for a, b in runs])
    row("memory, MiB", [a[2] for a, _ in runs])


def main():
    fpstripe, captures = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    reports = [p for p in sorted(captures.glob("*/*/*/report.json"))
               if '"results"' in p.read_text()]
    with tempfile.TemporaryDirectory() as folder:
        for i, fake in enumerate(FAKES[:SIDES - len(reports)]):
            subprocess.run([fpstripe, "run", "-d", f"fake:{fake}", "--full", "--no-sheet",
                            "-o", f"{folder}/{i}"], check=True, capture_output=True)
            reports.append(pathlib.Path(folder, str(i), "report.json"))
        results = sum(p.read_text().count('"probe":') for p in reports)
        size = sum(p.stat().st_size for p in reports)
        print(f"{len(reports)} reports of {results} results, {size / 1e6:.1f} MB")
        beside = [sys.executable, "-c", PARSE, *reports]
        command = [fpstripe, "compare", *[p.parent for p in reports]]
        measure("text", command, beside)
        measure("text, html, md, csv", [*command, "--html", f"{folder}/a.html", "--md",
                                        f"{folder}/a.md", "--csv", f"{folder}/a.csv"],
                beside)


main()
