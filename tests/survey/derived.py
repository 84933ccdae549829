#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""derived.py PROGRAM CAPTURES TABLES [--update]: what this program derives of every
committed capture is what TABLES, a folder with a file for each, says.

A judge that changes its mind is then a visible difference of a file. A line has a probe,
the ways in which it was asked that gave one answer, and this answer: the status with its
reason, the verdict, or each expression with what was found. `--update` writes the files.
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys


def answer(result):
    """Returns what a result says, in one line."""
    verdict = result["verdict"]
    told = "" if result["status"] == "ok" else f"{result['status']}: {result['reason']}"
    if result.get("findings"):
        told += "; ".join(f"{finding['expression']} = {finding['text']}"
                          + ("*" if finding["deviates"] else "")
                          + (f" ({finding['agree']}/{finding['cases']})"
                             if finding["agree"] != finding["cases"] else "")
                          for finding in result["findings"])
    elif result["status"] == "ok":
        told = verdict["text"]
    compared = result.get("comparison")
    if compared and compared["mismatches"]:
        told += f" [{compared['mismatches']} differ]"
    return told


def table(report):
    """Returns the lines of a report: ways with the same answer share one."""
    lines = {}
    for result in report["results"]:
        way = " ".join((result["stage"], result["precision"], result["form"]))
        if result["readout"] != "bits":
            way += " " + result["readout"]
        lines.setdefault((result["probe"], answer(result)), []).append(way)
    yield report["verdict"]["text"]
    for (probe, told), ways in lines.items():
        yield f"{probe} | {', '.join(ways)} | {told}"


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
    if update:
        tables.mkdir(exist_ok=True)
        for path in tables.iterdir():
            path.unlink()
        for name, text in texts.items():
            (tables / name).write_text(text, encoding="utf-8")
    wrong = set(texts) ^ {path.name for path in tables.iterdir()}
    for name in sorted(set(texts) - wrong):
        told, wanted = texts[name].splitlines(), (tables / name).read_text().splitlines()
        for line in sorted(set(told) ^ set(wanted)):
            wrong.add(name)
            print(f"{name}: {'derived' if line in told else 'was'}: {line}")
    if wrong:
        sys.exit(f"{', '.join(sorted(wrong))}: not what is committed; if the change is meant, "
                 "run this with --update")


main()
