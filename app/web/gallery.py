#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gallery.py CAPTURES FILE PROGRAM...: what the page of all devices holds.

Every report below CAPTURES, and of its pictures the stripes that are compared first, as
lines that pack well: a JSON object, then a line each for every finding that some report has, then one
a report, whose findings are numbers behind a control character. The other pictures are
named no more: nobody would find them. PROGRAM... is the program, which tells each report.
"""

import base64
import hashlib
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

PICTURES = re.compile(r"stripes-fragment-(highp|mediump)-(plain|guarded|published)-\w+\.png")
MARK = "\x01"  # stands in no JSON text
NOTES = (b"tEXt", b"zTXt", b"iTXt", b"tIME")


def compact(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def without_notes(png):
    """The file without its texts, which name the device: equal pixels become equal."""
    at, kept = 8, [png[:8]]
    while at < len(png):
        end = at + 12 + struct.unpack(">I", png[at:at + 4])[0]
        if png[at + 4:at + 8] not in NOTES:
            kept.append(png[at:end])
        at = end
    return b"".join(kept)


class Pack:
    def __init__(self, program):
        self.program = program
        self.findings, self.pictures, self.devices, self.lines = {}, {}, [], []

    def told(self, report):
        """What the program tells of a report; expressions that do not deviate are left
        out."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "report.json"
            path.write_text(compact(report), encoding="utf-8")
            done = subprocess.run([*self.program, "show", str(path), "--json"], text=True,
                                  capture_output=True, check=True)
        told = json.loads(done.stdout)
        for symptom in told["symptoms"]:
            del symptom["expressions"]
        told["precisions"] = [row for row in told["precisions"] if row["stage"] == "fragment"]
        return told

    def picture(self, path):
        png = without_notes(path.read_bytes())
        name = hashlib.sha256(png).hexdigest()[:16]
        self.pictures[name] = png
        return name

    def add(self, folder, key):
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        pictures = {}
        for result in report["results"]:
            image = result.get("image")
            if image and PICTURES.fullmatch(image):
                pictures[image] = self.picture(folder / image)
            else:
                result["image"] = None
        self.devices.append({"key": key, "told": self.told(report), "pictures": pictures})
        for result in report["results"]:
            if "findings" in result:
                result["findings"] = [self.finding(it) for it in result["findings"]]
        text = re.sub(f'"{MARK}(\\d+)"'.replace(MARK, r"\\u0001"), MARK + r"\1",
                      compact(report))
        self.lines.append(text)

    def finding(self, it):
        return f"{MARK}{self.findings.setdefault(compact(it), len(self.findings))}"

    def bytes(self):
        head = {"devices": self.devices, "findings": len(self.findings),
                "pictures": {name: base64.b64encode(png).decode()
                             for name, png in self.pictures.items()}}
        text = "\n".join([compact(head), *self.findings, *self.lines])
        return text.encode()


def main():
    captures, file = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pack = Pack(sys.argv[3:])
    for path in sorted(captures.rglob("report.json")):
        pack.add(path.parent, str(path.parent.relative_to(captures)))
    file.write_bytes(pack.bytes())


if __name__ == "__main__":
    main()
