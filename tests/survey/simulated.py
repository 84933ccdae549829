#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""simulated.py PROGRAM TABLE [--update]: what this program reports of simulated devices is
what TABLE, a file of simulated/, says.

"= DEVICE OPTION..." is a run, of which the table has every result. "~ DEVICE" is a run of
another device with the same options, of which the table has the verdict and each result
that is not the one of the run with "=", so that it shows where a defect is seen, and that
it is seen nowhere else. The verdict has the name of an adder that is no model in brackets.
A line has a probe, the ways in which it was asked (all: those of the run with "="), and the
verdict, or the status with its reason; a line for each expression follows: what was found,
* and the specification if it deviates, (N/M) cases that agree with IEEE 754, and the kinds
of its details. `--update` writes the file.
"""

import concurrent.futures
import difflib
import json
import os
import pathlib
import subprocess
import sys

import answers


def found(finding):
    """Returns the line of an expression."""
    line = answers.found(finding)
    line += {"glsl": " breaks GLSL", "vulkan": " breaks Vulkan"}.get(finding.get("deviates_from"),
                                                                     "")
    kinds = [detail["kind"] for detail in finding["detail"] if detail["kind"] != "case"]
    kinds += finding["survivors"] if "survivors" in kinds else []
    if finding["mismatches"]:
        line += f" [{finding['mismatches']} mismatches]"
    return line + (f"; {' '.join(kinds)}" if kinds else "")


def results(report):
    """Returns the lines of each result, by probe and way."""
    return {(result["probe"], answers.way(result)):
            (answers.headline(result), *map(found, result.get("findings") or []))
            for result in report["results"]}


def shared(report, base):
    """Returns the lines of a table of the results that differ from those of `base`."""
    asked = {}
    for probe, way in results(report):
        asked.setdefault(probe, []).append(way)
    differ = [(probe, way, (lines[0], *(line for line in lines[1:]
                                        if line not in base.get((probe, way), ()))))
              for (probe, way), lines in results(report).items()
              if lines != base.get((probe, way))]
    every = {f"{probe} | {', '.join(ways)} | ": f"{probe} | all | "
             for probe, ways in asked.items()} if base else {}
    verdict = report["verdict"]
    named = not verdict["survivors"] and verdict["rounding"] != "unknown"
    skipped = f"skipped: {verdict['reason']}" if verdict["status"] == "skipped" else None
    yield skipped or verdict["text"] + (f" [{verdict['rounding']}]" if named else "")
    for line in answers.grouped(differ):
        head = line[:line.rfind(" | ") + 3]
        yield every.get(head, head) + line[len(head):] if head in every else line


def measure(program, words):
    done = subprocess.run([program, "run", "--json", "--reference", "model", "-d", *words],
                          text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def main():
    program, path = sys.argv[1], pathlib.Path(sys.argv[2])
    committed = path.read_text(encoding="utf-8").splitlines()
    heads = [line for line in committed if line[:2] in ("= ", "~ ")]
    runs, options = [], []
    for head in heads:
        device, *more = head[2:].split()
        options = more if head[0] == "=" else options
        runs.append([device, *options])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        reports = list(pool.map(lambda words: measure(program, words), runs))
    lines, base = committed[:committed.index(heads[0])], {}
    for head, report in zip(heads, reports):
        base = {} if head[0] == "=" else base
        lines += [head, *shared(report, base)]
        base = base or results(report)
    if sys.argv[3:] == ["--update"]:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    elif lines != committed:
        print(*difflib.unified_diff(committed, lines, str(path), "measured", lineterm="", n=2),
              sep="\n")
        sys.exit("not what is committed; if the change is meant, run this with --update")


main()
