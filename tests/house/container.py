#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""container.py SOURCE_ROOT: builds the Containerfile with buildah, from the tracked files,
and measures llvmpipe in the image. It does not pull the base image: debootstrap makes one
of its name.

Exit status 77: buildah, debootstrap, the archive or root is missing.
"""

import pathlib
import re
import shutil
import sys
import tempfile

import package
from package import Skip, step

# The steps of a build are processes in a chroot, images are plain folders: neither needs a
# name space or a file system of the kernel's.
STORE = "--root {0}/images --runroot {0}/running --storage-driver vfs"


def base(words, folder, name):
    """Makes an image of that name, with only the packages that every Debian has."""
    release = re.search(r"debian:(\w+)-slim", name).group(1)
    root = package.bare(release, folder)
    step(["tar", "-C", root, "-cf", folder / "base.tar", "."])
    shutil.rmtree(root)
    made = step([*words, "from", "scratch"]).strip()
    step([*words, "add", made, folder / "base.tar", "/"])
    step([*words, "commit", made, name])


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    names = set(re.findall(r"^FROM (\S+)", (source / "Containerfile").read_text(), re.M))
    if len(names) != 1:
        sys.exit(f"one base image was to be named, there are {names}")
    try:
        package.check("buildah", "debootstrap", "git")
        with tempfile.TemporaryDirectory(prefix="fpstripe-") as name:
            folder = pathlib.Path(name)
            words = ["buildah", *STORE.format(folder).split()]
            base(words, folder, names.pop())
            package.copy(source, folder / "tree")
            step([*words, "bud", "--isolation", "chroot", "--pull-never", "-t", "fpstripe",
                  folder / "tree"])
            made = step([*words, "from", "--pull-never", "localhost/fpstripe"]).strip()
            said = step([*words, "run", "--isolation", "chroot", made, "fpstripe", "run", "-d",
                         "llvmpipe"])
            step([*words, "rm", "--all"])
    except Skip as reason:
        print(f"skipped: {reason}")
        return package.SKIP
    print(said)
    return "24-bit significand, rounds to nearest even" not in said


if __name__ == "__main__":
    sys.exit(main())
