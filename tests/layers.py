#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""layers.py SOURCE_ROOT: includes point down only.

A file's layer is that of the longest entry below that begins its path under app/.
Each layer lists what it may see; the headers of drivers and libraries are tied to
the files that wrap them.
"""

import pathlib
import re
import sys

LAYERS = {
    0: "fp fp_bits facts file log out sha256 closest guard config",
    1: "device_key pixels png png_any png_fault png_memory png_read png_reader verdict json eval_text history",
    2: "unit check recorded recorded_key traits",
    3: "probe lines lines_judge bench",
    4: "device",
    5: "reference measure measure_again measure_lines identify difference sweep image",
    6: "report sheet",
    7: "verify golden survey survey_known survey_pictures eval plan window cuda sweep_functions sweep_gl",
    8: "command option options main",
}

SEES = {
    0: {0},
    1: {0, 1},
    2: {0, 1, 2},
    3: {0, 1, 2, 3},
    4: {0, 1, 2, 3, 4},
    5: {0, 1, 2, 3, 5},
    6: {0, 1, 5, 6},
    7: {0, 1, 2, 3, 4, 5, 6, 7},
    8: {0, 1, 2, 3, 4, 5, 6, 7, 8},
}

# Files that see more than their layer does, and why.
ALSO = {"measure": {4}, "measure_again": {4}, "measure_lines": {4}}  # it is where a device is asked

# Library headers: which files may include them.
OUTSIDE = [
    (r"(EGL|GL|GLES\d?|GLFW|glad)/", ("device/", "window")),
    (r"png\.h", ("png.c",)),
    (r"(cairo|pango)", ("sheet/", "plots")),
    (r"(sleef|mpfr)\.h", ("sweep/",)),
]

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.M)


def stem_of(path):
    """The word that decides the layer: the folder, or the file's name."""
    first = path.split("/")[0]
    return first.rsplit(".", 1)[0] if "/" not in path else first


def layer_of(path):
    stem = stem_of(path)
    if stem == "probe_list" or stem.startswith("probe_"):
        stem = "probe"
    for family in ("golden", "report", "sheet", "sweep_gl", "verify"):
        if stem.startswith(f"{family}_"):
            stem = family
    for layer, names in LAYERS.items():
        if stem in names.split():
            return layer
    return None


def resolve(app, folder, name):
    """The path under app/ of an include, or None if it is no file of ours."""
    for base in (folder, app):
        if (base / name).is_file():
            return (base / name).resolve().relative_to(app).as_posix()
    return None


def check(app, file):
    path = file.relative_to(app).as_posix()
    layer = layer_of(path)
    if layer is None:
        yield f"{path}: of no layer; name it in {pathlib.Path(__file__).name}"
        return
    sees = SEES[layer] | ALSO.get(stem_of(path), set())
    for match in INCLUDE.finditer(file.read_text()):
        if match.group(1):
            target = resolve(app, file.parent, match.group(1))
            if target and layer_of(target) not in sees:
                yield f"{path}: includes {target} (layer {layer} sees {sorted(sees)})"
            continue
        for pattern, owners in OUTSIDE:
            if re.match(pattern, match.group(2)) and not path.startswith(owners):
                yield f"{path}: includes <{match.group(2)}>, which is for {owners}"


def main():
    app = (pathlib.Path(sys.argv[1]) / "app").resolve()
    files = [f for f in sorted(app.rglob("*")) if f.suffix in (".c", ".h")]
    faults = [fault for file in files for fault in check(app, file)]
    print("\n".join(faults) if faults else f"{len(files)} files, all arrows point down")
    return 1 if faults or not files else 0


if __name__ == "__main__":
    sys.exit(main())
