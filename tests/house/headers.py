#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""headers.py SOURCE_ROOT BUILD_ROOT: checks that each header of app/ compiles alone and
twice.

It uses the command by which the project compiles a source that includes the header, with
warnings as errors. It skips a header of a feature that is not built.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys


def sources(build):
    """Returns path and command of each source of app/ that is built."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        directory = pathlib.Path(entry["directory"])
        path = (directory / entry["file"]).resolve()
        yield path, directory, shlex.split(entry["command"])


def flags(command):
    """Returns the command without its source, its output and its list of dependencies."""
    kept, arguments = [], iter(command)
    for argument in arguments:
        if argument in ("-o", "-c", "-MF", "-MQ"):
            next(arguments)
        elif argument not in ("-MD", "-w"):
            kept.append(argument)
    return kept


def includes(path, header):
    pattern = r'#\s*include\s+"(?:[^"]*/)?' + re.escape(f"{header.parent.name}/{header.name}") + '"'
    return re.search(pattern, path.read_text(encoding="utf-8")) is not None


def pick(header, app, built):
    """Returns the build of a source that may include the header, or None."""
    users = [path for path in app.rglob("*.c") if includes(path, header)]
    folder = [path for path in app.rglob("*.c") if path.parent == header.parent]
    for path, directory, command in built:
        if path in (users or folder):
            return directory, command
    return None


def compiles(header, directory, command):
    text = f'#include "{header}"\n#include "{header}"\nextern int headers_end;\n'
    command = flags(command) + ["-Werror", "-fsyntax-only", "-x", "c", "-"]
    done = subprocess.run(command, cwd=directory, input=text, text=True,
                          stderr=subprocess.PIPE, check=False)
    return done.stderr if done.returncode else None


def main():
    root, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    app = root / "app"
    built = list(sources(build))
    headers = sorted(app.rglob("*.h"))
    print(f"1..{len(headers)}")
    failed = not headers
    for number, header in enumerate(headers, 1):
        name = header.relative_to(app)
        found = pick(header, app, built)
        errors = compiles(header, *found) if found else None
        skipped = "" if found else " # SKIP nothing that is built includes it"
        print(f"{'not ok' if errors else 'ok'} {number} - {name}{skipped}")
        if errors:
            print("# " + errors.rstrip().replace("\n", "\n# "))
            failed = True
    sys.exit(failed)


main()
