#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py FPSTRIPE CAPTURES: times the comparison of twenty reports.

The reports are the first of CAPTURES. In turn, python3 parses the same files. Times are
wall and CPU time of whole processes. The budget is 1 s; a person compares.
"""

import os
import pathlib
import sys
import tempfile

from timed import head, once, row

PAIRS = int(os.environ.get("FPSTRIPE_BENCH_PAIRS", "15"))
SIDES = 20
PARSE = "import json, sys\nfor name in sys.argv[1:]:\n    json.load(open(name))"


def measure(name, command, beside):
    runs = [(once(command), once(beside)) for _ in range(PAIRS)]
    print(f"{name}: {PAIRS} pairs")
    head()
    for i, what in enumerate(("wall", "processor")):
        row(f"{what}, s", [a[i] for a, _ in runs])
        row(f"{what} / python3 json", [a[i] / b[i] for a, b in runs])
    row("memory, MiB", [a[2] for a, _ in runs])


def main():
    fpstripe, captures = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    reports = [p for p in sorted(captures.glob("*/*/*/report.json"))
               if '"results"' in p.read_text()][:SIDES]
    with tempfile.TemporaryDirectory() as folder:
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
