#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""entries.py ROOT GLAD_C: every function of GL that app/device calls stands in the table
of gl_entries.c, in the group where it may be called, and glad loads each of a group with
the versions of the API that the group is for."""

import pathlib
import re
import sys

# Called where a driver has them alone, behind a look at the pointer.
OPTIONAL = {"glGetShaderPrecisionFormat", "glMaxShaderCompilerThreadsKHR", "glTexBuffer"}
# A group, and the last version of each API in which its functions may appear.
GROUPS = {
    "EVERYWHERE": {"GL_ES_VERSION": (2, 0), "GL_VERSION": (3, 3)},
    "IN_ES2": {"GL_ES_VERSION": (2, 0)},
    "FROM_ES3": {"GL_ES_VERSION": (3, 0), "GL_VERSION": (3, 3)},
    "IN_COMPUTE": {"GL_ES_VERSION": (3, 1), "GL_VERSION": (4, 3)},
}


def functions_loaded(glad, api, last):
    """Names that glad sets for contexts of `api` up to that version."""
    names = set()
    for found in re.finditer(r"static void glad_gl_load_(GL_(?:ES_)?VERSION)_(\d)_(\d)"
                             r"\(.*?\n}", glad, re.S):
        if found[1] == api and (int(found[2]), int(found[3])) <= last:
            names |= set(re.findall(r'"(gl\w+)"', found[0]))
    return names


def main():
    root, glad = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text()
    folder = root / "app" / "device"
    table = (folder / "gl_entries.c").read_text()
    groups = {name: {"gl" + word for word in re.findall(r"X\((\w+)\)", text)}
              for name, text in re.findall(
                  r"#define GL_(\w+)\(X\)((?:.*\\\n)*.*)", table)}
    faults = [] if set(groups) == set(GROUPS) else [f"groups {sorted(groups)}"]
    called = set()
    for path in folder.glob("gl*.c"):
        called |= set(re.findall(r"\b(gl[A-Z]\w+)\(", path.read_text()))
    listed = set().union(*groups.values())
    faults += [f"{name} is called, and not in the table" for name in
               sorted(called - listed - OPTIONAL)]
    faults += [f"{name} is in the table, and not called" for name in
               sorted(listed - called)]
    for name, versions in GROUPS.items():
        for api, last in versions.items():
            late = groups.get(name, set()) - functions_loaded(glad, api, last)
            faults += [f"{one} is of {name}, and {api} {last} has none" for one in sorted(late)]
    print("\n".join(faults) or f"{len(listed)} functions")
    return 1 if faults else 0


sys.exit(main())
