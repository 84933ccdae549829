# SPDX-License-Identifier: MIT
"""Texts that are committed as test data: a change of what the program prints is then a
visible difference of a file."""

import difflib
import sys


def compare(texts, folder, update):
    """Exits with the differences if the files of `folder` are not `texts`, {name: text}.
    With `update`, writes the files instead."""
    if update:
        folder.mkdir(exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    wrong = set(texts) ^ {path.name for path in folder.iterdir()}
    for name in sorted(set(texts) - wrong):
        wanted = (folder / name).read_text(encoding="utf-8")
        if texts[name] != wanted:
            wrong.add(name)
            print(*difflib.unified_diff(wanted.splitlines(), texts[name].splitlines(), name,
                                        "now", lineterm="", n=1), sep="\n")
    if wrong:
        sys.exit(f"{', '.join(sorted(wrong))}: not what is committed; if the change is meant, "
                 "run this with --update")
