#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the recorded answers that a survey asks for: recorded.py FROM TO. Without the tables,
which tests read, they are a third as large. The format is that of unit/recorded.h; what is to
be inflated is stored, since join.py packs it better."""

import hashlib
import os
import sys
import zlib


def split(lines, words):
    """Of each line with results the words that it has of each of the eight planes."""
    count = len(words) // 8
    planes = [words[plane * count:(plane + 1) * count] for plane in range(8)]
    at = 0
    for line in lines:
        kind, *rest = line.split()
        if kind not in ("call", "table"):
            yield line, None
            continue
        size = int(rest[5 if kind == "call" else 1])
        yield line, [plane[at:at + size] for plane in planes]
        at += size


def main():
    source, target = sys.argv[1:3]
    with open(os.path.join(source, "recorded.txt"), encoding="ascii") as file:
        lines = file.read().splitlines()
    with open(os.path.join(source, "recorded.z"), "rb") as file:
        words = zlib.decompress(file.read())
    kept, planes = [], [[] for _ in range(8)]
    for line, parts in split([line for line in lines if not line.startswith(("results ", "end "))],
                             words):
        if line.startswith(("table ", "call table-")):
            continue
        kept.append(line)
        for plane, part in zip(planes, parts or []):
            plane.append(part)
    packed = zlib.compress(b"".join(b"".join(plane) for plane in planes), 0)
    kept.append("results " + hashlib.sha256(packed).hexdigest())
    text = "".join(line + "\n" for line in kept)
    text += "end %s\n" % hashlib.sha256(text.encode()).hexdigest()
    os.makedirs(target, exist_ok=True)
    with open(os.path.join(target, "recorded.txt"), "w", encoding="ascii") as file:
        file.write(text)
    with open(os.path.join(target, "recorded.z"), "wb") as file:
        file.write(packed)


main()
