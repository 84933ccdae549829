#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gallery.py CAPTURES FILE PROGRAM: what the page of all devices holds.

It has every capture below CAPTURES, the report that PROGRAM derives of it, and the pictures
that `compare` shows, each once. They are lines that pack well: a JSON object, then a line for
each finding that some report has, then one for each report, whose findings are numbers behind
a control character, then one for each capture, as a string.
"""

import base64
import json
import pathlib
import re
import struct
import subprocess
import sys
import zlib

MARK = "\x01"  # stands in no JSON text


def compact(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def chunks(png):
    at = 8
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        yield kind, png[at + 8:at + 8 + size]
        at += 12 + size


def smaller(png):
    """Returns the file, compressed as well as zlib can."""
    parts = list(chunks(png))
    rows = zlib.decompress(b"".join(data for kind, data in parts if kind == b"IDAT"))
    written = png[:8]
    for kind, data in ((b"IHDR", parts[0][1]), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")):
        written += struct.pack(">I", len(data)) + kind + data
        written += struct.pack(">I", zlib.crc32(kind + data))
    return written


def find_picture(folder, name):
    """Returns the path of a picture: in the store of the folder, or of one above it."""
    for above in (folder, *folder.parents):
        path = above / "pictures" / f"{name}.png"
        if path.exists():
            return path
    sys.exit(f"gallery.py: {folder} has no picture {name}")


def is_thumb(result):
    return [result[key] for key in ("probe", "stage", "precision", "form", "readout")] == \
        ["stripes", "fragment", "highp", "published", "rgba8"]


class Pack:
    def __init__(self, program):
        self.program = program
        self.findings, self.pictures, self.devices = {}, {}, []
        self.reports, self.captures = [], []

    def derive(self, folder):
        """Returns what the page shows of a device before it is asked, and the report."""
        done = subprocess.run([self.program, "show", folder, "--json"], text=True,
                              capture_output=True, check=True)
        told = json.loads(done.stdout)
        report = told.pop("report")
        for symptom in told["symptoms"]:
            del symptom["expressions"]
        told["precisions"] = [row for row in told["precisions"] if row["stage"] == "fragment"]
        return told, report

    def add(self, folder, key):
        told, report = self.derive(folder)
        # Pictures of expressions are not shown.
        shown = [result for result in report["results"]
                 if result["pixels_sha256"] and not result.get("findings")]
        pictures = sorted({result["pixels_sha256"] for result in shown})
        for name in pictures:
            if name not in self.pictures:
                self.pictures[name] = smaller(find_picture(folder, name).read_bytes())
        thumb = next((it["pixels_sha256"] for it in shown if is_thumb(it)), "")
        self.devices.append({"key": key, "told": told, "pictures": pictures, "thumb": thumb})
        for result in report["results"]:
            if "findings" in result:
                result["findings"] = [self.finding(it) for it in result["findings"]]
        self.reports.append(re.sub(r'"\\u0001(\d+)"', MARK + r"\1", compact(report)))
        self.captures.append(compact((folder / "capture.json").read_text(encoding="utf-8")))

    def finding(self, it):
        return f"{MARK}{self.findings.setdefault(compact(it), len(self.findings))}"

    def bytes(self):
        head = {"devices": self.devices, "findings": len(self.findings),
                "pictures": {name: base64.b64encode(png).decode()
                             for name, png in self.pictures.items()}}
        return "\n".join([compact(head), *self.findings, *self.reports, *self.captures]).encode()


def main():
    captures, file = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pack = Pack(sys.argv[3])
    for path in sorted(captures.rglob("capture.json")):
        pack.add(path.parent, str(path.parent.relative_to(captures)))
    file.write_bytes(pack.bytes())


if __name__ == "__main__":
    main()
