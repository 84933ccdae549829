#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""layers.py SOURCE_ROOT BUILD_ROOT FOLDER=SEEN,SEEN...: checks that each folder
uses only the folders that it may.

It checks three rules, on the output of the compiler and not on the text of a source:

  - every header that a source of app/ or cuda_ref/ includes, however it is spelled and
    through whichever file, is in a folder that the source's folder may use;
  - every function and object that a source takes from another folder is in one that its
    folder may use, so that a declaration cannot replace an include;
  - no module that the program loads has kinds of findings of its own: kinds are compared by
    address, so there the program's findings would have none of them.

Exit status 77: the build is not one of Ninja.
"""

import functools
import json
import pathlib
import re
import shlex
import subprocess
import sys

# The folders that each folder of app/, and cuda_ref, may use besides itself: the table
# of app/meson.build.
SEES = {}

# Headers that fewer may see, by their resolved paths, and symbols that fewer may take. A
# library is known to the folder that wraps it. The reference enters by one door: what a
# device is compared with comes out of measure/ as data; and CUDA beside it is of sweeps
# and benchmarks, which run kernels of their own.
ONLY = [
    (r"/cuda_ref/(unit|unary)\.h$", "cuda_ref/ app/measure/"),
    (r"/cuda_ref/", "cuda_ref/ app/measure/ app/sweep_gl/ app/command/bench app/command/sweep"),
    (r"/(EGL|GL|GLES\d?|GLFW|glad)/|/gl\.h$", "app/device/"),
    (r"(?<!/base/png)/png\.h$", "app/base/png/"),
    (r"/jpeglib\.h$", "app/image/jpeg"),
    (r"/(cairo|pango)[^/]*\.h$", "app/sheet/"),
    (r"/zlib\.h$", "app/survey/kept app/unit/"),
    (r"/sleef\.h$", "app/sweep/"),
    (r"/mpfr\.h$", "app/expression/ app/sweep/"),
]
ONLY_SYMBOLS = [
    (r"(unit_host|recorded_unit|cuda_(unit|apart)_open|unit_fallback)$",
     "cuda_ref/ app/measure/ app/unit/"),
]


@functools.lru_cache(None)
def resolved(build, name):
    """Returns the path of a header; most objects include the same ones."""
    return (build / name).resolve()


class Tree:
    """The sources, and the data of their build."""

    def __init__(self, root, build):
        self.root, self.build = root, build
        self.entries = {}
        for entry in json.loads((build / "compile_commands.json").read_text()):
            source = (pathlib.Path(entry["directory"]) / entry["file"]).resolve()
            self.entries[entry["output"]] = (source, shlex.split(entry["command"]))

    @functools.lru_cache(None)
    def folder(self, path):
        """Returns the folder of the table that contains a file, generated or not, or None."""
        for place in (self.root, self.build):
            if path.is_relative_to(place / "app"):
                name = path.parent.relative_to(place / "app").as_posix()
                while name not in SEES and "/" in name:
                    name = name.rpartition("/")[0]
                return name if name != "." else ""
            if path.is_relative_to(place / "cuda_ref"):
                return "cuda_ref"
        return None

    def place(self, path):
        """Returns the path below the root of the sources, or of the build."""
        for top in (self.build, self.root):
            if path.is_relative_to(top):
                return path.relative_to(top).as_posix()
        return None

    def objects(self):
        """Yields (object, folder, source, headers) of each object that is built."""
        done = subprocess.run(["ninja", "-C", self.build, "-t", "deps"],
                              capture_output=True, text=True, check=True)
        for block in done.stdout.split("\n\n"):
            head, *headers = block.splitlines() or [""]
            source, _ = self.entries.get(head.split(":")[0], (None, None))
            if source and self.folder(source) is not None:
                yield (self.build / head.split(":")[0], self.folder(source), source,
                       [resolved(self.build, line.strip()) for line in headers])


def symbols(files):
    """Yields (file, symbol, defined) of each symbol that an object exports or takes."""
    done = subprocess.run(["nm", "-gA", *files], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        file, _, rest = line.rpartition(":")
        *_, kind, name = rest.split()
        yield pathlib.Path(file), name, kind not in "Uw"


def seen(folder):
    return {folder, *SEES[folder].split()}


def header_faults(tree, folder, source, headers):
    for header in headers:
        other = tree.folder(header)
        if other is not None and other not in seen(folder):
            yield f"{source}: {header} comes in ({folder}/ sees {SEES[folder]})"
        yield from only(tree, source, header.as_posix(), ONLY)


def only(tree, source, name, table):
    """Adds a fault for each rule of the table that keeps the name from the source."""
    place = tree.place(source)
    for pattern, owners in table:
        if re.search(pattern, name) and place and not place.startswith(tuple(owners.split())):
            yield f"{source}: {name} comes in, which is for {owners}"


def homes(objects):
    """Returns the folder that defines each symbol."""
    folders = {file: folder for file, folder, *_ in objects}
    return {name: folders[file] for file, name, defined in symbols(folders) if defined}


def check_modules(build):
    """Yields a fault for each kind of finding that a module contains."""
    for module in build.glob("app/*/fpstripe-*.so"):
        done = subprocess.run(["nm", module], capture_output=True, text=True, check=True)
        for name in re.findall(r" [bBdDrR] (kind_\w+)", done.stdout):
            yield f"{module.name}: contains {name}; ask in the program, and draw a view"


def check(tree, objects, home):
    for file, folder, source, headers in objects:
        if folder not in SEES:
            yield f"{source}: of no folder; name it in app/meson.build"
        else:
            yield from header_faults(tree, folder, source, headers)
    folders = {file: (folder, source) for file, folder, source, _ in objects}
    for file, name, defined in symbols(folders):
        folder, source = folders[file]
        if not defined:
            yield from only(tree, source, name, ONLY_SYMBOLS)
        if not defined and home.get(name, folder) not in seen(folder):
            yield f"{source}: takes {name} of {home[name]}/ ({folder}/ sees {SEES[folder]})"


def check_blind(tree, objects, home):
    """Adds a fault for each rule that accepts the includes and the symbols of probe/ when
    probe/ may use no other folder, and no folder a library."""
    seen_by_probe, SEES["probe"] = SEES["probe"], ""
    refused = "\n".join(check(tree, [one for one in objects if one[1] == "probe"], home))
    SEES["probe"] = seen_by_probe
    for rule in (" comes in (", ": takes "):
        if rule not in refused:
            yield f"the rule {rule!r} refuses nothing"
    if not any(list(only(tree, source, header.as_posix(), [(pattern, "nowhere/")]))
               for _, _, source, headers in objects for header in headers for pattern, _ in ONLY):
        yield "no library is refused"


def main():
    SEES.update((name, seen.replace(",", " ")) for name, _, seen in
                (word.partition("=") for word in sys.argv[3:]))
    tree = Tree(*(pathlib.Path(word).resolve() for word in sys.argv[1:3]))
    if not (tree.build / "build.ninja").exists():
        return 77
    objects = list(tree.objects())
    home = homes(objects)
    faults = [*check(tree, objects, home), *check_blind(tree, objects, home),
              *check_modules(tree.build)]
    print("\n".join(faults) if faults else f"{len(objects)} objects, all arrows point down")
    return 1 if faults or not objects else 0


if __name__ == "__main__":
    sys.exit(main())
