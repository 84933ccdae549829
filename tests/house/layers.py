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
    0: "base config",
    1: "base/device_key base/pixels base/png base/verdict json eval/text base/history",
    2: "unit",
    3: "probe bench",
    4: "device",
    5: "measure sweep image",
    6: "report sweep/report sweep/report_json sweep/report_read sweep/report_text compare sheet",
    7: "verify golden survey eval window unit/cuda sweep_gl",
    8: "command main",
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
ALSO = {"measure/measure": {4}, "measure/again": {4}, "measure/lines": {4}}  # it is where a device is asked

# Library headers: which files may include them.
OUTSIDE = [
    (r"(EGL|GL|GLES\d?|GLFW|glad)/", ("device/", "window/")),
    (r"png\.h", ("base/png/",)),
    (r"(cairo|pango)", ("sheet/", "plots")),
    (r"(sleef|mpfr)\.h", ("sweep/",)),
]

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.M)


def stem_of(path):
    """The path without what says of what kind the file is."""
    return path.rsplit(".", 1)[0]


def layer_of(path):
    stem = stem_of(path)
    while stem:
        for layer, names in LAYERS.items():
            if stem in names.split():
                return layer
        stem = stem.rpartition("/")[0]
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
