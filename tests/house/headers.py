#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""headers.py SOURCE_ROOT BUILD_ROOT: checks that each header of app/ compiles alone and
twice.

It uses the command by which the project compiles a source that includes the header, or one of
the same folder, with warnings as errors. It skips a header of a feature that is not built.
"""

import json
import pathlib
import re
import shlex
import subprocess
import sys


def user_of(header, entries):
    """Returns an entry of compile_commands.json whose source may include the header, or None."""
    include = re.compile(rf'#\s*include\s+"(?:[^"]*/)?{header.parent.name}/{header.name}"')
    near = [entry for path, entry in entries if path.parent == header.parent]
    return next((entry for path, entry in entries if include.search(path.read_text())),
                near[0] if near else None)


def faults_of(header, entry):
    """Returns what the compiler prints about a source that includes the header twice."""
    words = shlex.split(entry["command"])
    end = words.index("-MD")  # -MD -MQ FILE -MF FILE -o FILE -c FILE
    done = subprocess.run([*words[:end], "-Werror", "-fsyntax-only", "-x", "c", "-"], text=True,
                          input=2 * f'#include "{header}"\n' + "extern int headers_end;\n",
                          cwd=entry["directory"], stderr=subprocess.PIPE)
    return done.stderr if done.returncode else ""


def main():
    root, build = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    entries = [((build / entry["file"]).resolve(), entry)
               for entry in json.loads((build / "compile_commands.json").read_text())]
    entries = [(path, entry) for path, entry in entries if root / "app" in path.parents]
    users = {header: user_of(header, entries) for header in sorted((root / "app").rglob("*.h"))}
    for header, entry in users.items():
        print(header.relative_to(root), "" if entry else "skipped: no source that is built includes it")
    faults = [faults_of(header, entry) for header, entry in users.items() if entry]
    print(*filter(None, faults), sep="\n")
    return any(faults) or not faults


if __name__ == "__main__":
    sys.exit(main())
