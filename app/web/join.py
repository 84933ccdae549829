#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make one HTML file of a page and what it needs: join.py OUT PAGE NAME=FILE...

A mark /*NAME*/ of PAGE, or of what replaces one, becomes the text of FILE. A mark {{NAME}}
becomes the file packed by LZMA, in base64, for unpack.js; of NAME=FOLDER:PATH a pack of the files of a folder,
which the program is to find at PATH (engine.js reads it). The marks 'hashes-of-scripts' and
'hashes-of-styles' become those of a content security policy. OUT is not written if it is larger
than --bytes, or by gzip than --gzip."""

import argparse
import base64
import gzip
import hashlib
import lzma
import os
import re
import sys


def pack(folder, at):
    names = sorted(os.listdir(folder))
    parts = [open(os.path.join(folder, name), "rb").read() for name in names]
    head = "".join("%s/%s %d\n" % (at, name, len(part)) for name, part in zip(names, parts))
    return head.encode() + b"\n" + b"".join(parts)


def packed(data):
    how = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0}
    stream = lzma.compress(data, format=lzma.FORMAT_RAW, filters=[how])
    return base64.b64encode(len(data).to_bytes(4, "little") + stream).decode()


def read(where):
    if ":" in where:
        return pack(*where.split(":"))
    with open(where, "rb") as file:
        return file.read()


def join(text, files):
    """The text with its marks replaced, and those of what came in."""
    def put(match):
        name = match.group(1)
        if name not in files:
            return match.group(0)
        inner = join(read(files[name]).decode(), files)
        if re.search(r"</script|<!--", inner, re.I) and files[name].endswith(".js"):
            sys.exit("join.py: %s holds what ends a script" % files[name])
        return inner
    text = re.sub(r"/\*([\w.]+)\*/", put, text)
    return re.sub(r"\{\{([\w.]+)\}\}", lambda match: packed(read(files[match.group(1)])), text)


def hashes(text, name):
    """Of all elements without attributes, which are scripts that run, or styles."""
    inner = re.findall("<%s>(.*?)</%s>" % (name, name), text, re.DOTALL)
    made = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in inner]
    return " ".join("'sha256-%s'" % each for each in made)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bytes", type=int, default=1 << 40)
    parser.add_argument("--gzip", type=int, default=1 << 40)
    parser.add_argument("out")
    parser.add_argument("page")
    parser.add_argument("files", nargs="*")
    asked = parser.parse_args()
    files = dict(word.split("=", 1) for word in asked.files)
    with open(asked.page, encoding="utf-8") as page:
        text = join(page.read(), files)
    for name in ("script", "style"):
        text = text.replace("'hashes-of-%ss'" % name, hashes(text, name))
    whole = text.encode()
    small = len(gzip.compress(whole, 9))
    print("join.py: %s: %d bytes, %d by gzip" % (os.path.basename(asked.out), len(whole), small))
    if len(whole) > asked.bytes or small > asked.gzip:
        sys.exit("join.py: more than %d bytes, or %d by gzip" % (asked.bytes, asked.gzip))
    with open(asked.out, "wb") as out:
        out.write(whole)


if __name__ == "__main__":
    main()
