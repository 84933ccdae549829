#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hole.py FPSTRIPE: checks the hole around zero on the second page of the sheet, for
devices that keep subnormals, flush them, or do not measure them; and the text about it."""

import itertools
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

WIDTH = 1720
RED = (199, 20, 25)
GOT, KEPT, TOP = 419, 695, 913  # where the two pictures begin


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


def rows(path):
    data = path.read_bytes()
    raw = zlib.decompress(b"".join(body for name, body in chunks(data) if name == b"IDAT"))
    size, row, out = 3 * WIDTH, bytes(3 * WIDTH), []
    for at in range(0, len(raw), size + 1):
        row = unfilter(raw[at], raw[at + 1:at + 1 + size], row, 3)
        out.append(row)
    return out


def notes(path):
    return dict(body.decode().split("\0") for name, body in chunks(path.read_bytes())
                if name == b"tEXt")


def run(program, device, folder, *words):
    subprocess.run([program, "-d", device, "-o", folder, *words], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return pathlib.Path(folder)


def picture(page, left, bands):
    """Returns the cells, band 0 first, one pixel of each; 64 columns, fewer for narrow
    formats."""
    height = 135 // bands
    bottom = TOP + 135 - 1
    return [[tuple(page[bottom - height * band][3 * x:3 * x + 3])
             for x in range(left, left + 256, 4)] for band in range(bands)]


def red(page):
    return sum(tuple(row[i:i + 3]) == RED for row in page for i in range(0, len(row), 3))


def bands_of(cells):
    """Returns the bands that are red; no band may be red in part."""
    out = []
    for band, row in enumerate(cells):
        if RED in row:
            assert set(row) == {RED}, (band, row)
            out.append(band)
    return out


def check(program, device, p, hole):
    with tempfile.TemporaryDirectory() as folder:
        run(program, device, folder, "--probe", "zero_hole", "--precision", "highp")
        page = rows(pathlib.Path(folder) / "personality.png")
        got, kept = picture(page, GOT, p + 3), picture(page, KEPT, p + 3)
        assert bands_of(got) == hole, (device, bands_of(got))
        assert bands_of(kept) == [p + 1, p + 2], (device, bands_of(kept))
        assert set(kept[p]) == {(255, 255, 255)}, kept[p]
        assert got[0] == kept[0] and len(set(got[0])) > 16
        assert (got == kept) == (device.startswith("fake:rne") and "ftz" not in device)
        report = json.loads((pathlib.Path(folder) / "report.json").read_text())
        found = report["results"][-1]["findings"][0]
        assert found["answer"][0]["kind"] == ("flushed" if "ftz" in device else "kept"), found
        grey = pathlib.Path(folder) / "grey.png"
        subprocess.run([program, "show", folder, "--picture", "zero_hole", "-o", grey], check=True)
        for path in (grey, *pathlib.Path(folder).glob("zero_hole-*.png")):
            said = notes(path)
            assert said == {"probe": "zero_hole", "device": "simulated: " + device[5:],
                            "verdict": f"zero_hole (picture): {found['text']}"}, said


def main():
    program = sys.argv[1]
    check(program, "fake:rne", 24, [25, 26])
    check(program, "fake:rne,ftz", 24, list(range(1, 27)))
    check(program, "fake:rtz", 24, [24, 25, 26])
    check(program, "fake:rup", 24, [])
    check(program, "fake:rne,p=11,emax=15", 11, [12, 13])
    for words in (["--probe", "operations"], ["--probe", "zero_hole", "-d", "fake:rne,unpainted"]):
        with tempfile.TemporaryDirectory() as folder:
            page = run(program, "fake:rne,ftz", folder, *words) / "personality.png"
            assert red(rows(page)) == 0, words
    with tempfile.TemporaryDirectory() as folder:
        run(program, "fake:rne,ftz", folder, "--probe", "zero_hole", "--no-sheet")
        assert not (pathlib.Path(folder) / "personality.png").exists()


if __name__ == "__main__":
    main()
