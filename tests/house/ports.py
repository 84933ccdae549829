#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ports.py PORT SOURCE_ROOT FOLDER FPSTRIPE: the program for another machine, aarch64, which
qemu-user runs here, or for another C library, musl.

It is built in FOLDER without a warning, which is kept, as are its libraries: Debian's for
arm64, or what musl-gcc makes of Debian's sources. Then simulated devices must give the
same measurement as FPSTRIPE, this machine's own program; a renderer's answers, where the
port has one, and all committed captures must be verified. Exit status 77: the compiler,
qemu-user or Debian's archive is not there.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parent))
import bare
import builds
import package
from package import Skip

ARM64 = """libc6-dev libpng-dev libjansson-dev zlib1g-dev libmpfr-dev libjpeg-dev libegl-dev
    libgles-dev libgl-dev libegl1 libegl-mesa0 libgl1-mesa-dri libgles2 libcmocka-dev""".split()
TESTS = ["fp", "sieve", "check", "contract", "judge", "judge_reference", "verdict", "report"]
FAKES = ["fake:rne", "fake:rtz,p=17", "fake:chop-g1,p=13", "fake:rne,p=11,emax=15,ftz",
         "fake:rne,double,float16", "fake:rdn,fold,contract,half=rtz"]
# What jansson's own configure would find on Linux.
JANSSON = "".join(f"#define {line}\n" for line in (
    "HAVE_UNISTD_H 1", "HAVE_STDINT_H 1", "HAVE_SYS_TYPES_H 1", "HAVE_STRTOLL 1",
    "HAVE_LOCALE_H 1", "HAVE_LOCALECONV 1", "HAVE_FCNTL_H 1", "HAVE_OPEN 1", "HAVE_READ 1",
    "HAVE_SYS_TIME_H 1", "HAVE_GETTIMEOFDAY 1", "USE_URANDOM 1", "INITIAL_HASHTABLE_ORDER 3"))


def needs(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise Skip(f"{tool} is not there")


def step(words, reason=None, **more):
    """Prints the command; package.step says how it fails."""
    print(" ".join(map(str, words))[:120], flush=True)
    return package.step([str(word) for word in words], reason, **more)


def apt(folder, *words, cwd=None):
    """apt-get with an archive of its own in the folder: a line of it, and no package."""
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    options = {"APT::Architecture": "arm64", "APT::Architectures": "arm64",
               "APT::Sandbox::User": "root", "Debug::NoLocking": "true",
               "Dir::Etc::SourceList": folder / "sources.list",
               "Dir::Etc::SourceParts": "/dev/null", "Dir::State": folder / "state",
               "Dir::State::status": folder / "status", "Dir::Cache": folder / "cache"}
    return step(["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items()),
                 *words], "Debian's archive", cwd=cwd or folder)


def archive(folder, kind):
    folder.mkdir(parents=True, exist_ok=True)
    mirror = bare.apt_mirror()
    if not mirror:
        raise Skip("apt has no source of Debian here")
    (folder / "sources.list").write_text(f"{kind} {mirror} {package.codename()} main\n")
    apt(folder, "update")


def relative_links(root):
    """Links to places in the root, which lies elsewhere now."""
    for path in root.rglob("*"):
        if path.is_symlink() and os.readlink(path).startswith("/"):
            to = os.path.relpath(f"{root}{os.readlink(path)}", path.parent)
            path.unlink()
            path.symlink_to(to)


def arm64_libraries(folder):
    """What is to be added to the cross file: a root of Debian's packages for arm64."""
    root = folder / "root"
    archive(folder, "deb")
    apt(folder, "install", "-y", "--download-only", "--no-install-recommends", *ARM64)
    for file in sorted((folder / "cache/archives").glob("*.deb")):
        step(["dpkg-deb", "-x", file, root])
    relative_links(root)
    folders = [f"{root}/usr/{name}/pkgconfig" for name in ("lib/aarch64-linux-gnu", "share")]
    return (f"[binaries]\nexe_wrapper = ['qemu-aarch64', '-L', '{root}']\n"
            f"[built-in options]\nc_args = ['--sysroot={root}']\n"
            f"c_link_args = ['--sysroot={root}']\n"
            f"[properties]\nsys_root = '{root}'\npkg_config_libdir = {folders}\n")


def library(folder, name, links, version, sources, defined=()):
    """An archive of C files, and what pkg-config says of it."""
    objects = folder / "objects" / name
    objects.mkdir(parents=True, exist_ok=True)
    step(["musl-gcc", "-O2", "-w", *defined, f"-I{folder}/include", "-c", *sources], cwd=objects)
    step(["ar", "rcs", folder / f"lib{name}.a", *objects.glob("*.o")])
    pkgconfig(folder, links.split()[0], version, " ".join([f"-l{name}", *links.split()[1:]]))


def pkgconfig(folder, package_name, version, links):
    (folder / f"{package_name}.pc").write_text(
        f"Name: {package_name}\nDescription: {package_name}\nVersion: {version}\n"
        f"Libs: -L{folder} {links}\nCflags: -I{folder}/include\n")


def defined_in(header, name):
    return re.search(rf'#define {name}\s+"(.*)"', header.read_text()).group(1)


def musl_libraries(folder):
    """The same: archives of zlib, libpng and jansson."""
    include = folder / "include"
    archive(folder, "deb-src")
    for name in ("zlib", "libpng1.6", "jansson"):
        if not list(folder.glob(f"{name}-*/")):
            apt(folder, "source", name)
    zlib, png, jansson = (next(folder.glob(f"{name}-*/"))
                          for name in ("zlib", "libpng1.6", "jansson"))
    (include / "libpng16").mkdir(parents=True, exist_ok=True)
    shutil.copy(png / "scripts/pnglibconf.h.prebuilt", include / "libpng16/pnglibconf.h")
    for file in (png / "png.h", png / "pngconf.h"):
        shutil.copy(file, include / "libpng16")
    for file in (zlib / "zlib.h", zlib / "zconf.h", jansson / "src/jansson.h"):
        shutil.copy(file, include)
    for name in ("EGL", "KHR"):  # the same for any C library
        shutil.copytree(f"/usr/include/{name}", include / name, dirs_exist_ok=True)
    config = (jansson / "src/jansson_config.h.in").read_text().replace("@json_inline@", "inline")
    (include / "jansson_config.h").write_text(re.sub("@json_have_\\w+@", "1", config))
    (include / "jansson_private_config.h").write_text(JANSSON)
    library(folder, "z", "zlib", defined_in(zlib / "zlib.h", "ZLIB_VERSION"),
            zlib.glob("*.c"), ["-DHAVE_UNISTD_H"])
    library(folder, "png16", "libpng -lz -lm", defined_in(png / "png.h", "PNG_LIBPNG_VER_STRING"),
            [file for file in png.glob("png*.c") if file.name != "pngtest.c"],
            [f"-I{include}/libpng16", "-DPNG_INTEL_SSE_OPT=0"])
    library(folder, "jansson", "jansson", defined_in(include / "jansson.h", "JANSSON_VERSION"),
            (jansson / "src").glob("*.c"), ["-DHAVE_CONFIG_H"])
    pkgconfig(folder, "egl", "1.5", "")
    return f"[properties]\npkg_config_libdir = ['{folder}']\n"


PORTS = {
    "aarch64": dict(
        tools=("aarch64-linux-gnu-gcc", "qemu-aarch64"), libraries=arm64_libraries,
        options=["-Dglfw=disabled", "-Dsheet=disabled"], tests=TESTS, renderer=True),
    "musl": dict(
        tools=("musl-gcc",), libraries=musl_libraries,
        options=["-Dglfw=disabled", "-Dsheet=disabled", "-Djpeg=disabled", "-Dmpfr=disabled",
                 "-Dtests=false"]),
    "musl-static": dict(
        tools=("musl-gcc",), libraries=musl_libraries,
        options=["-Dglfw=disabled", "-Dsheet=disabled", "-Djpeg=disabled", "-Dmpfr=disabled",
                 "-Dtests=false", "-Dc_link_args=-static"]),
}


def program_of(name, port, root, folder):
    """Builds it; returns the words that run it."""
    build, libraries = folder / name, folder / f"{name.split('-')[0]}-libraries"
    added = libraries / "added.ini"
    if not added.exists():
        added_text = port["libraries"](libraries)
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
    """Of a run with the reference that all have."""
    shutil.rmtree(folder, ignore_errors=True)
    step([*words, "run", "-d", device, "--full", "--no-sheet", "--reference", "host", "-o", folder],
         env={**os.environ, "MESA_SHADER_CACHE_DISABLE": "true", "LC_ALL": "C"})
    return json.loads((folder / "report.json").read_text())["measurement_sha256"]


def check(words, root, folder, native, renderer):
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
    reports = sorted((root / "captures").rglob("report.json"))
    for report in reports:
        step([*words, "verify", report.parent])
    print(f"{len(reports)} captures verified")


def main():
    name, root, folder, native = sys.argv[1], *map(pathlib.Path, sys.argv[2:5])
    port = PORTS[name]
    try:
        needs(*port["tools"], "apt-get", "dpkg-deb", "pkg-config")
        words = program_of(name, port, root.resolve(), folder.resolve())
    except Skip as reason:
        print(f"skipped: {reason}")
        return package.SKIP
    check(words, root.resolve(), folder.resolve(), native.resolve(), port.get("renderer"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
