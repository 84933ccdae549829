#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bare.py [RELEASE ...]: runs ./run and ./test on a bare Debian.

It makes each RELEASE (default: bookworm and trixie, which are Debian 12 and 13) with
debootstrap, variant minbase, copies the tracked files of this tree into it, as they are
here, and runs both. The mirror is --mirror URL, else FPSTRIPE_MIRROR, else the one of apt
here. FOLDER/RELEASE.log gets each line of the output; --only run leaves the tests out. Exit
status 1: one of them failed; 77: root, debootstrap, unshare or a mirror is missing, which
is named.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

SKIP = 77
ROOT = pathlib.Path(__file__).resolve().parents[2]
RELEASES = ("bookworm", "trixie")
# The mounts are of a name space of their own, and go with the last process in it.
ENTER = """set -e
mount --bind /proc "$0/proc"
mount --rbind /dev "$0/dev"
mount --bind /sys "$0/sys"
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C TERM=dumb \\
    chroot "$0" sh -c 'cd /fpstripe && exec "$@"' sh "$@"
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIP)


def apt_mirror():
    """Returns the mirror of Debian in apt's sources; None if there is none."""
    words = ["apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)",
             "Created-By: Packages"]
    if not shutil.which(words[0]):
        return None
    for line in subprocess.run(words, capture_output=True, text=True).stdout.splitlines():
        label, _, uri = line.rpartition(" ")
        if label == "Debian":
            return uri
    return None


def copy_tree(top):
    """Copies the tracked files, with their changes."""
    names = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True,
                           check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        if os.path.lexists(ROOT / name):
            (top / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, top / name, follow_symlinks=False)


def perform(top, log, *words):
    """Runs a command in the tree of the chroot; returns whether it succeeded."""
    start = time.monotonic()
    place = log.tell()
    done = subprocess.run(["unshare", "--mount", "--propagation", "private", "sh", "-c",
                           ENTER, top, *words],
                          stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
    log.seek(place)
    last = (log.read().split("\n")[:-1] or [""])[-1].strip()
    print(f"{top.name}: {' '.join(words)}: exit status {done.returncode}, "
          f"{time.monotonic() - start:.0f} s, {last}", flush=True)
    return done.returncode == 0


def check(release, mirror, folder, only):
    top = folder / release
    print(f"{release}: debootstrap", flush=True)
    with open(folder / f"{release}.log", "w+", errors="replace") as log:
        subprocess.run(["debootstrap", "--variant=minbase", release, top, mirror], stdout=log,
                       stderr=subprocess.STDOUT, check=True)
        shutil.copy("/etc/resolv.conf", top / "etc/resolv.conf")
        copy_tree(top / "fpstripe")
        log.seek(0, os.SEEK_END)
        if not perform(top, log, "./run"):
            return False
        return only == "run" or perform(top, log, "./test")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("releases", nargs="*", default=RELEASES)
    parser.add_argument("--mirror", default=os.environ.get("FPSTRIPE_MIRROR"))
    parser.add_argument("--only", choices=["run"])
    parser.add_argument("--folder", type=pathlib.Path, help="kept; default: one that is not")
    asked = parser.parse_args()
    if os.getuid() != 0:
        skip("needs root, for debootstrap and chroot")
    for tool in ("debootstrap", "unshare", "git"):
        if not shutil.which(tool):
            skip(f"{tool} is not installed")
    mirror = asked.mirror or apt_mirror()
    if not mirror:
        skip("no mirror: apt has no source of Debian here; use --mirror URL")
    with tempfile.TemporaryDirectory(prefix="fpstripe-bare-") as own:
        folder = asked.folder or pathlib.Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        # debootstrap asks that its parents can be read by all
        folder.chmod(0o755)
        well = [check(release, mirror, folder.resolve(), asked.only)
                for release in asked.releases]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
