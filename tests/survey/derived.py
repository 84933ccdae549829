#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""derived.py PROGRAM CAPTURES TABLES [--update]: what this program derives of every
committed capture is what TABLES, a folder with a file for each, says.

A judge that changes its mind is then a visible difference of a file. A line has a probe,
the ways in which it was asked that gave one answer, and the verdict, or the status with its
reason; a line for each expression follows, with what was found: * deviates, and (N/M) is
how many cases are as IEEE 754 has them. `--update` writes the files.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

import answers

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))
import committed


def table(report):
    """Returns the lines of a report: ways with the same answer share theirs."""
    yield report["verdict"]["text"]
    yield from answers.grouped(
        (result["probe"], answers.way(result),
         (answers.headline(result), *map(answers.found, result.get("findings") or [])))
        for result in report["results"])


def derive(program, capture):
    done = subprocess.run([program, "show", str(capture), "--json"], text=True,
                          capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{capture}: {done.stderr.strip()}")
    return "\n".join(table(json.loads(done.stdout)["report"])) + "\n"


def main():
    program, captures, tables = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])
    update = sys.argv[4:] == ["--update"]
    found = sorted(path.parent for path in captures.rglob("capture.json"))
    names = ["-".join(path.relative_to(captures).parts) + ".txt" for path in found]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = dict(zip(names, pool.map(lambda path: derive(program, path), found)))
    committed.compare(texts, tables, update)


main()
