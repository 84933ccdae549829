#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""unpack.py SOURCE_ROOT: what join.py packs, app/web/unpack.js unpacks, in Node. Exit status
77: there is no Node."""

import hashlib
import json
import pathlib
import random
import shutil
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1])
sys.path.insert(1, str(ROOT / "app" / "web"))
import join

SCRIPT = """
const { createHash } = require("crypto");
let text = "";
process.stdin.on("data", some => { text += some; });
process.stdin.on("end", () => console.log(JSON.stringify(JSON.parse(text).map(
    it => createHash("sha256").update(unpack(it)).digest("hex")))));
"""


def again(draw, count):
    """Bytes with much that was there before, near or far, in part changed."""
    made = bytearray(draw.randbytes(64))
    while len(made) < count:
        at, size = draw.randrange(len(made)), draw.choice((1, 2, 9, 17, 300))
        at = max(at, len(made) - 40) if draw.random() < 0.5 else at
        made += made[at:at + size]
        if draw.random() < 0.5:
            made.append(draw.randrange(256))
    return bytes(made)


def inputs():
    draw = random.Random(1)
    yield from (b"", b"a", b"\0" * 70000, draw.randbytes(9000))
    yield from (again(draw, size) for size in (70, 150000))
    yield (ROOT / "app" / "web" / "page.js").read_bytes()


def main():
    if not shutil.which("node"):
        print("no Node")
        return 77
    all_bytes = list(inputs())
    script = (ROOT / "app" / "web" / "unpack.js").read_text(encoding="utf-8") + SCRIPT
    done = subprocess.run(["node", "-e", script], text=True, capture_output=True, check=True,
                          input=json.dumps([join.packed(it) for it in all_bytes]))
    for it, got in zip(all_bytes, json.loads(done.stdout), strict=True):
        if got != hashlib.sha256(it).hexdigest():
            sys.exit(f"{len(it)} bytes, {it[:20]!r}, come back changed")
    print(f"{len(all_bytes)} come back as they were")
    return 0


if __name__ == "__main__":
    sys.exit(main())
