#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""captures.py FOLDER SCHEMA STEP: checks that every committed report fits the schema, that
its folder has the pictures that it names, and no others, and that the results of sweeps, a
line of sweeps.jsonl each, fit the schema, are complete and are there once. The schema reads
one result in STEP, beginning with another one in each report, and one sweep in STEP: it
takes a second for each report. `verify` hashes the pixels."""

import json
import pathlib
import sys


def misfits(path, document, schema):
    try:
        import jsonschema
    except ImportError:
        return []
    return [f"{path}: {fault.message}"
            for fault in jsonschema.Draft202012Validator(schema).iter_errors(document)]


def check_sweeps(path, schema, step):
    faults, seen = [], set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        place, document = f"{path}:{number}", json.loads(line)
        if number % step == 0:
            faults += misfits(place, document, schema)
        sweep = document.get("sweep", {})
        key = json.dumps([sweep.get(one) for one in ("function", "stage", "precision", "domain")])
        if not document.get("complete") or "document_sha256" not in document:
            faults.append(f"{place}: no summary of a sweep that is complete")
        if key in seen:
            faults.append(f"{place}: is there twice")
        seen.add(key)
    return faults, len(seen)


def check(report_path, schema, first, step):
    report = json.loads(report_path.read_text(encoding="utf-8"))
    folder, named = report_path.parent, {"report.json", "sweeps.jsonl"}
    some = {**report, "results": report["results"][first % step::step]}
    faults = misfits(report_path, some, schema)
    for result in report["results"]:
        named |= {result["image"]}
    there = {path.name for path in folder.iterdir() if path.is_file()}
    faults += [f"{folder}: {name} is not there" for name in named - {None, "sweeps.jsonl"} - there]
    faults += [f"{folder}: {name} is of no report" for name in there - named]
    return faults, len(report["results"])


def main():
    folder = pathlib.Path(sys.argv[1])
    schema = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    reports = sorted(folder.rglob("report.json"))
    step, total, faults = int(sys.argv[3]), 0, []
    for number, path in enumerate(reports):
        more, results = check(path, schema, number, step)
        faults += more
        total += results
    sweeps = 0
    for path in sorted(folder.rglob("sweeps.jsonl")):
        more, count = check_sweeps(path, schema, step)
        faults += more
        sweeps += count
    print("\n".join(faults + [f"{len(reports)} reports, {total} results, {sweeps} sweeps, "
                              f"{len(faults)} faults"]))
    sys.exit(1 if faults or not reports else 0)


if __name__ == "__main__":
    main()
