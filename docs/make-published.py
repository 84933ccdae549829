#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make-published.py FPSTRIPE [--check]: writes the table of published-devices.md, from the
list of `fpstripe explain models --json`.

This program writes everything between the lines <!-- begin devices --> and <!-- end devices
-->, and leaves the rest unchanged. --check writes nothing. Exit status 1: the table is not
the program's list, a source has no title in the document, or there is no table. --document
FILE: another document.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

DOCUMENT = pathlib.Path(__file__).resolve().parent / "published-devices.md"
BLOCK = re.compile(r"(<!-- begin devices -->\n).*?(<!-- end devices -->)", re.DOTALL)


def table(devices):
    yield "| key | device | fraction bits | rounding | simulated by | what is known | source |"
    yield "|--|--|--|--|--|--|--|"
    for device in devices:
        yield (f"| `{device['key']}` | {device['device']} | {device['fraction_bits']} | "
               f"{device['rounding']} | `{device['model']}` | {device['note']} | "
               f"{device['source']} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("fpstripe")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--document", type=pathlib.Path, default=DOCUMENT)
    options = parser.parse_args()
    listed = subprocess.run([options.fpstripe, "explain", "models", "--json"], check=True,
                            capture_output=True, text=True).stdout
    devices = json.loads(listed)["published"]
    before = options.document.read_text(encoding="utf-8")
    body = "".join(f"{line}\n" for line in table(devices))
    after, count = BLOCK.subn(lambda match: match[1] + body + match[2], before)
    faults = [] if count == 1 and devices else [f"{count} tables, {len(devices)} devices"]
    for source in sorted({s for d in devices for s in d["source"].split("; ")}):
        if f"**{source}**" not in before:
            faults.append(f"the source {source} has no title")
    if options.check and after != before:
        faults.append(f"the table is not what is listed; run {sys.argv[0]}")
    elif not options.check:
        options.document.write_text(after, encoding="utf-8")
    for fault in faults:
        print(f"{options.document.name}: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
