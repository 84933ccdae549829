#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""captures.py FOLDER SCHEMA: every committed report fits the schema, every picture that
it names is there and has the pixels of its hash, and no picture is unnamed; the results of
sweeps, a line of sweeps.jsonl each, fit the schema, are complete and are there once."""

import hashlib
import itertools
import json
import pathlib
import struct
import sys
import zlib


def chunks(data):
    at = 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at:at + 4])
        yield data[at + 4:at + 8], data[at + 8:at + 8 + size]
        at += 12 + size


def add_bytes(row, above):
    """Each byte's sum, as one sum of long integers: no carry leaves a byte."""
    low, size = int.from_bytes(b"\x7f" * len(row), "big"), len(row)
    a, b = int.from_bytes(row, "big"), int.from_bytes(above, "big")
    return (((a & low) + (b & low)) ^ ((a ^ b) & ~low)).to_bytes(size, "big")


def unfilter(kind, row, above, step):
    if kind == 2:
        return add_bytes(row, above)
    if kind == 1:
        out = bytearray(len(row))
        for channel in range(step):
            sums = itertools.accumulate(row[channel::step])
            out[channel::step] = bytes(x & 255 for x in sums)
        return bytes(out)
    if kind == 0:
        return row
    raise ValueError(f"filter {kind}")


def pixels(path):
    data = path.read_bytes()
    parts = list(chunks(data))
    width, height, depth, colour = struct.unpack(">IIBB", parts[0][1][:10])
    step = {0: 1, 2: 3, 6: 4}[colour]
    raw = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    stride, above, out = width * step, bytes(width * step), []
    for y in range(height):
        at = y * (stride + 1)
        above = unfilter(raw[at], raw[at + 1:at + 1 + stride], above, step)
        out.append(above)
    assert depth == 8
    return width, height, b"".join(out)


def misfits(path, document, schema):
    try:
        import jsonschema
    except ImportError:
        return []
    return [f"{path}: {fault.message}"
            for fault in jsonschema.Draft202012Validator(schema).iter_errors(document)]


def check_sweeps(path, schema):
    faults, seen = [], set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        place, document = f"{path}:{number}", json.loads(line)
        faults += misfits(place, document, schema)
        sweep = document.get("sweep", {})
        key = json.dumps([sweep.get(one) for one in ("function", "stage", "precision", "domain")])
        if not document.get("complete") or "document_sha256" not in document:
            faults.append(f"{place}: no summary of a sweep that is complete")
        if key in seen:
            faults.append(f"{place}: is there twice")
        seen.add(key)
    return faults, len(seen)


def check(report_path, schema):
    report = json.loads(report_path.read_text(encoding="utf-8"))
    folder, named, faults = report_path.parent, {"report.json", "sweeps.jsonl"}, []
    faults += misfits(report_path, report, schema)
    for result in report["results"]:
        named |= {result["image"], result["look"]}
        if not result["image"]:
            continue
        path = folder / result["image"]
        width, height, words = pixels(path)
        if (width, height) != (result["width"], result["height"]):
            faults.append(f"{path}: is {width} x {height}")
        if hashlib.sha256(words).hexdigest() != result["pixels_sha256"]:
            faults.append(f"{path}: not the pixels of its report")
    there = {path.name for path in folder.iterdir() if path.is_file()}
    faults += [f"{folder}: {name} is not there" for name in named - {None, "sweeps.jsonl"} - there]
    faults += [f"{folder}: {name} is of no report" for name in there - named]
    return faults, len(report["results"])


def main():
    folder = pathlib.Path(sys.argv[1])
    schema = json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))
    reports = sorted(folder.rglob("report.json"))
    total, faults = 0, []
    for path in reports:
        more, results = check(path, schema)
        faults += more
        total += results
    sweeps = 0
    for path in sorted(folder.rglob("sweeps.jsonl")):
        more, count = check_sweeps(path, schema)
        faults += more
        sweeps += count
    print("\n".join(faults + [f"{len(reports)} reports, {total} results, {sweeps} sweeps, "
                              f"{len(faults)} faults"]))
    sys.exit(1 if faults or not reports else 0)


if __name__ == "__main__":
    main()
