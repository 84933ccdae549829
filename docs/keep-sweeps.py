#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""keep-sweeps.py FILE DOCUMENT...: adds summaries of sweeps to FILE.

FILE has one JSON document on each line, in the order of function, stage, precision and
domain. A summary is the document of `fpstripe sweep` without its binades and its histogram,
which are nine tenths of it. document_sha256 is the hash of the whole document: it shows
whether another sweep has the same binades. A summary of the same sweep is replaced.
"""

import hashlib
import json
import pathlib
import sys


def key(document):
    sweep = document["sweep"]
    return (sweep["function"], sweep["stage"] or "", sweep["precision"] or "",
            sweep["domain"]["text"])


def summary(path):
    text = path.read_bytes()
    document = json.loads(text)
    if not document["complete"]:
        raise ValueError("is not complete")
    for part in ("binades", "histogram"):
        del document["sweep"][part]
    return {**document, "document_sha256": hashlib.sha256(text).hexdigest()}


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    kept = pathlib.Path(sys.argv[1])
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    documents = {key(document): document for document in map(json.loads, lines)}
    for path in map(pathlib.Path, sys.argv[2:]):
        try:
            document = summary(path)
        except (OSError, ValueError, KeyError, TypeError) as error:
            sys.exit(f"{path}: no result of a sweep to keep: {error}")
        documents[key(document)] = document
    kept.write_text("".join(
        json.dumps(documents[one], separators=(",", ":"), sort_keys=True) + "\n"
        for one in sorted(documents)), encoding="utf-8")


if __name__ == "__main__":
    main()
