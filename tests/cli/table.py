#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py FPSTRIPE TABLE COLUMNS CASE: what the program answers to command lines, a line each of TABLE:

    WORDS < INPUT | STATUS | ANSWER

INPUT, if there is any, is standard input; in INPUT and ANSWER \\n, \\t and \\x00 are characters.
An ANSWER that begins with = is standard output, and nothing is on standard error. Any other is
a part of the only line on standard error, or several parts with & between them: the line has
at most COLUMNS columns, standard output is empty, and no file is left. A # begins a remark.
"""

import pathlib
import shlex
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / "shared")]
import cases
from cases import refused, run, want


def plain(text):
    return text.encode("latin-1", "backslashreplace").decode("unicode_escape")


def check(line):
    command, status, answer = (part.strip() for part in line.split(" | "))
    command, _, text = command.partition(" < ")
    words, text = shlex.split(command), plain(text)
    if answer.startswith("="):
        done = run(*words, text=text, status=int(status))
        want((done.stdout, done.stderr), (plain(answer[1:].strip()), ""), "what is printed")
    else:
        refused(*words, text=text, status=int(status), columns=int(cases.arguments[1]),
                says=tuple(map(plain, answer.split(" & "))))


def table():
    """Names every line that fails."""
    path, failed = pathlib.Path(cases.arguments[0]), 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        try:
            check(line)
        except AssertionError as fault:
            failed += 1
            print(f"{path.name}:{number}: {line}\n    {fault}")
    want(failed, 0, "lines that fail")


if __name__ == "__main__":
    sys.exit(cases.main(table))
