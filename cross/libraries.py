#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""libraries.py TARGET FOLDER: zlib, libpng and jansson for a compiler that Debian has no
packages of them for, made of the sources of Debian's packages. TARGET: emscripten or musl.

Meson finds them by FOLDER/libraries.ini, a second cross file. Nothing is done if they are there
already, made by this file.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

# Compiler and archiver.
TARGETS = {
    "emscripten": (["env", "NODE_PATH=/usr/share/nodejs", "emcc", "-Oz"], "emar"),
    "musl": (["musl-gcc", "-O2"], "ar"),
}
# The results of jansson's own configure script: both targets have the same C library.
JANSSON = "".join(f"#define {line}\n" for line in (
    "HAVE_ENDIAN_H 1", "HAVE_FCNTL_H 1", "HAVE_GETTIMEOFDAY 1", "HAVE_INTTYPES_H 1",
    "HAVE_LOCALECONV 1", "HAVE_LOCALE_H 1", "HAVE_OPEN 1", "HAVE_READ 1", "HAVE_STDINT_H 1",
    "HAVE_STRTOLL 1", "HAVE_SYS_TIME_H 1", "HAVE_SYS_TYPES_H 1", "HAVE_UNISTD_H 1",
    "HAVE_ATOMIC_BUILTINS 1", "USE_URANDOM 1", "INITIAL_HASHTABLE_ORDER 3"))


class Missing(Exception):
    """What Debian's archive did not give."""


def step(words, failed=SystemExit, **more):
    """Its output. Raises `failed` with what it said last."""
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, **more)
    if done.returncode:
        raise failed(f"{words[0]}: {(done.stdout.strip().splitlines() or ['failed'])[-1]}")
    return done.stdout


def apt(folder, *words, command="apt-get", cwd=None):
    """A command of apt with an archive of its own in the folder, of lists and packages for
    arm64: what is installed here stays as it is."""
    options = {"APT::Architecture": "arm64", "APT::Architectures": "arm64",
               "APT::Sandbox::User": "root", "Debug::NoLocking": "true",
               "Dir::Etc::SourceList": folder / "apt.sources",
               "Dir::Etc::SourceParts": "/dev/null", "Dir::State": folder / "state",
               "Dir::State::status": folder / "status", "Dir::Cache": folder / "cache"}
    return step([command, "-qq", *(f"-o{name}={value}" for name, value in options.items()),
                 *words], Missing, cwd=cwd or folder)


def archive(folder, kind):
    """The lists of what apt's sources name here, of a kind, deb or deb-src."""
    for name in ("state/lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "status").touch()
    etc = pathlib.Path("/etc/apt")
    texts = [file.read_text() for name in ("debian", "ubuntu")
             for file in etc.glob(f"sources.list.d/{name}.sources")]
    if not texts and (etc / "sources.list").exists():
        lines = re.findall(r"^deb (?:\[(.*)\] )?(\S+) (\S+) (.*)$",
                           (etc / "sources.list").read_text(), re.M)
        texts = [f"Types: deb\nURIs: {uri}\nSuites: {suite}\nComponents: {components}\n"
                 for _, uri, suite, components in lines]
    if not texts:
        raise Missing("apt has no sources here")
    (folder / "apt.sources").write_text(
        re.sub("(?m)^Types: .*", f"Types: {kind}", "\n".join(texts)))
    apt(folder, "update")


# dpkg's order, but for what is behind a tilde, which a release has not.
def by_version(text):
    return [(part.isdigit(), int(part) if part.isdigit() else part)
            for part in re.findall(r"\d+|\D+", text)]


def sources(folder, name):
    """The unpacked sources of a package, the newest that the mirror still has."""
    place = folder / "src" / name
    if place.exists():
        return place
    said = apt(folder, "showsrc", "--only-source", name, command="apt-cache")
    versions = re.findall("^Version: (.*)", said, re.M)
    for version in sorted(set(versions), key=by_version, reverse=True):
        shutil.rmtree(folder / "new", ignore_errors=True)
        (folder / "new").mkdir()
        try:
            apt(folder, "source", f"{name}={version}", cwd=folder / "new")
        except Missing:
            continue
        place.parent.mkdir(exist_ok=True)
        return next((folder / "new").glob("*/")).rename(place)
    raise Missing(f"the sources of {name} cannot be had")


class Maker:
    def __init__(self, folder, target):
        self.folder, (self.compiler, self.archiver) = folder, TARGETS[target]
        self.include = folder / "include"

    def headers(self, *files, below=""):
        (self.include / below).mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, self.include / below)

    def library(self, name, files, *flags):
        objects = self.folder / "objects" / name
        shutil.rmtree(objects, ignore_errors=True)
        objects.mkdir(parents=True)
        step([*self.compiler, "-w", *flags, f"-I{self.include}", "-c", *files], cwd=objects)
        archive_file = self.folder / f"lib{name}.a"
        archive_file.unlink(missing_ok=True)
        step([self.archiver, "rcs", archive_file, *sorted(objects.glob("*.o"))])

    def package(self, name, links, header=None, macro=None):
        """So that Meson finds it; the version stands in a header."""
        version = "1" if not header else \
            re.search(rf'#define {macro}\s+"(.*)"', header.read_text()).group(1)
        (self.folder / f"{name}.pc").write_text(
            f"Name: {name}\nDescription: {name}\nVersion: {version}\n"
            f"Libs: -L{self.folder} {links}\nCflags: -I{self.include}\n")

    def zlib(self, source):
        self.headers(source / "zlib.h", source / "zconf.h")
        self.library("z", source.glob("*.c"), "-DHAVE_UNISTD_H")
        self.package("zlib", "-lz", source / "zlib.h", "ZLIB_VERSION")

    def libpng(self, source):
        self.headers(source / "png.h", source / "pngconf.h", below="libpng16")
        shutil.copy(source / "scripts" / "pnglibconf.h.prebuilt",
                    self.include / "libpng16" / "pnglibconf.h")
        self.library("png16", [file for file in source.glob("png*.c") if file.name != "pngtest.c"],
                     f"-I{self.include}/libpng16", "-DPNG_INTEL_SSE_OPT=0")
        self.package("libpng", "-lpng16 -lz -lm", source / "png.h", "PNG_LIBPNG_VER_STRING")

    def jansson(self, source):
        config = (source / "src" / "jansson_config.h.in").read_text()
        config = re.sub("@json_have_\\w+@", "1", config.replace("@json_inline@", "inline"))
        self.headers(source / "src" / "jansson.h")
        (self.include / "jansson_config.h").write_text(config)
        (self.include / "jansson_private_config.h").write_text(JANSSON)
        self.library("jansson", (source / "src").glob("*.c"), "-DHAVE_CONFIG_H")
        self.package("jansson", "-ljansson", source / "src" / "jansson.h", "JANSSON_VERSION")


def make(target, folder):
    """Returns the cross file. Raises Missing with what cannot be had."""
    file, made = folder / "libraries.ini", folder / "made-by"
    own = pathlib.Path(__file__).read_text()
    if file.exists() and made.exists() and made.read_text() == own:
        return file
    folder.mkdir(parents=True, exist_ok=True)
    archive(folder, "deb-src")
    places = [sources(folder, name) for name in ("zlib", "libpng1.6", "jansson")]
    maker = Maker(folder, target)
    for build, place in zip((maker.zlib, maker.libpng, maker.jansson), places):
        build(place)
    file.write_text(f"[properties]\npkg_config_libdir = ['{folder}']\n")
    made.write_text(own)
    return file


def main():
    try:
        make(sys.argv[1], pathlib.Path(os.path.abspath(sys.argv[2])))
    except Missing as reason:
        sys.exit(f"libraries.py: {reason}")


if __name__ == "__main__":
    main()
