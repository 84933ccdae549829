#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ports.py PORT SOURCE_ROOT FOLDER FPSTRIPE: builds the program for another machine
(aarch64, which qemu-user runs here), for another C library (musl), or for Node (wasm).

It builds in FOLDER without a warning, and keeps the folder with its libraries: Debian's for
arm64, or those that musl-gcc makes from Debian's sources. Simulated devices must then give
the same measurement as FPSTRIPE, this machine's own program. If the port has a renderer,
its results must be verified, and all committed captures. For wasm, the program that ./web
made beside FOLDER has to verify the captures (tests/web/core.py measures simulated
devices). Exit status 77: the compiler, qemu-user, Debian's archive or the page is missing.
"""

import json
import os
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[1:1] = [str(HERE), str(HERE.parents[1] / "cross")]
import builds
import libraries
import package
from package import Skip

ARM64 = """libc6-dev libpng-dev libjansson-dev zlib1g-dev libmpfr-dev libjpeg-dev libegl-dev
    libgles-dev libgl-dev libegl1 libegl-mesa0 libgl1-mesa-dri libgles2 libcmocka-dev""".split()
ARCHIVE = "apt-get", "dpkg-deb", "pkg-config"
TESTS = ["fp", "sieve", "check", "contract", "judge", "judge_reference", "verdict", "report"]
FAKES = ["fake:rne", "fake:rtz,p=17", "fake:chop-g1,p=13", "fake:rne,p=11,emax=15,ftz",
         "fake:rne,double,float16", "fake:rdn,fold,contract,half=rtz"]


def needs(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise Skip(f"{tool} is not there")


def step(words, reason=None, **more):
    """Prints the command; package.step says how it fails."""
    print(" ".join(map(str, words))[:120], flush=True)
    return package.step([str(word) for word in words], reason, **more)


def relative_links(root):
    """Makes links relative that point to places in the root, which is elsewhere now."""
    for path in root.rglob("*"):
        if path.is_symlink() and os.readlink(path).startswith("/"):
            to = os.path.relpath(f"{root}{os.readlink(path)}", path.parent)
            path.unlink()
            path.symlink_to(to)


def arm64_libraries(folder):
    """Returns the additions to the cross file: a root of Debian's packages for arm64."""
    root = folder / "root"
    libraries.archive(folder, "deb")
    libraries.apt(folder, "install", "-y", "--download-only", "--no-install-recommends", *ARM64)
    for file in sorted((folder / "cache/archives").glob("*.deb")):
        step(["dpkg-deb", "-x", file, root])
    relative_links(root)
    folders = [f"{root}/usr/{name}/pkgconfig" for name in ("lib/aarch64-linux-gnu", "share")]
    return (f"[binaries]\nexe_wrapper = ['qemu-aarch64', '-L', '{root}']\n"
            f"[built-in options]\nc_args = ['--sysroot={root}']\n"
            f"c_link_args = ['--sysroot={root}']\n"
            f"[properties]\nsys_root = '{root}'\npkg_config_libdir = {folders}\n")


def musl_libraries(folder):
    """Does the same with archives of zlib, libpng and jansson. The headers of EGL are the
    same for any C library."""
    maker = libraries.Maker(folder, "musl")
    libraries.make("musl", folder)
    for name in ("EGL", "KHR"):
        shutil.copytree(f"/usr/include/{name}", maker.include / name, dirs_exist_ok=True)
    maker.package("egl", "")
    return (folder / "libraries.ini").read_text()


PORTS = {
    "aarch64": dict(
        tools=("aarch64-linux-gnu-gcc", "qemu-aarch64", *ARCHIVE), libraries=arm64_libraries,
        options=["-Dglfw=disabled", "-Dsheet=disabled"], tests=TESTS, renderer=True),
    "musl": dict(
        tools=("musl-gcc", *ARCHIVE), libraries=musl_libraries,
        options=["-Dglfw=disabled", "-Dsheet=disabled", "-Djpeg=disabled", "-Dmpfr=disabled",
                 "-Dtests=false"]),
    "musl-static": dict(
        tools=("musl-gcc", *ARCHIVE), libraries=musl_libraries,
        options=["-Dglfw=disabled", "-Dsheet=disabled", "-Djpeg=disabled", "-Dmpfr=disabled",
                 "-Dtests=false", "-Dc_link_args=-static"]),
    "wasm": dict(tools=("node",)),
}


def program_of(name, port, root, folder):
    """Builds the program; returns the command that runs it."""
    build, place = folder / name, folder / f"{name.split('-')[0]}-libraries"
    added = place / "added.ini"
    if not added.exists():
        added_text = port["libraries"](place)
        added.write_text(added_text)
    if not (build / "build.ninja").exists():
        step(["meson", "setup", build, root, "--werror", "-Dcuda=disabled", *port["options"],
              f"--cross-file={root}/cross/{name.split('-')[0]}.ini", f"--cross-file={added}"])
    step(["ninja", "-C", build, "-j", builds.JOBS])
    if "tests" in port:
        step(["meson", "test", "-C", build, "--no-rebuild", "--timeout-multiplier", "40",
              *port["tests"]])
    wrapper = re.search(r"exe_wrapper = (\[.*\])", added.read_text())
    return [*(json.loads(wrapper.group(1).replace("'", '"')) if wrapper else []),
            str(build / "fpstripe")]


def measurement(words, device, folder):
    """Returns the measurement of a run with the reference that all builds have."""
    shutil.rmtree(folder, ignore_errors=True)
    step([*words, "run", "-d", device, "--full", "--no-sheet", "--reference", "host", "-o", folder],
         env={**os.environ, "MESA_SHADER_CACHE_DISABLE": "true", "LC_ALL": "C"})
    return json.loads((folder / "report.json").read_text())["measurement_sha256"]


def check(words, folder, native, renderer):
    for device in FAKES:
        theirs = measurement(words, device, folder / "measured")
        step([*words, "verify", folder / "measured"])
        step([native, "verify", folder / "measured"])
        if theirs != measurement([native], device, folder / "native"):
            sys.exit(f"{device} measures otherwise")
        step([*words, "verify", folder / "native"])
    if renderer:
        measurement(words, "egl:0/es3", folder / "measured")
        step([*words, "verify", folder / "measured"])
        step([native, "verify", folder / "measured"])


def check_captures(words, root):
    captures = sorted((root / "captures").rglob("capture.json"))
    for capture in captures:
        step([*words, "verify", capture.parent])
    print(f"{len(captures)} captures verified")


def wasm(root, folder):
    """Returns the command that runs the program in Node."""
    engine = folder.parent / "web" / "engine.js"
    if not engine.exists():
        raise Skip(f"./web makes {engine}")
    return ["node", root / "app" / "web" / "run.js", engine]


def main():
    name = sys.argv[1]
    root, folder, native = (pathlib.Path(word).resolve() for word in sys.argv[2:5])
    port = PORTS[name]
    try:
        needs(*port["tools"])
        words = wasm(root, folder) if name == "wasm" else program_of(name, port, root, folder)
    except (Skip, libraries.Missing) as reason:
        print(f"skipped: {reason}")
        return package.SKIP
    if name != "wasm":
        check(words, folder, native, port.get("renderer"))
    check_captures(words, root)
    return 0


if __name__ == "__main__":
    sys.exit(main())
