#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bare.py SOURCE_ROOT RELEASE [COMMAND...]: runs ./run and ./test (default), or the commands, on a
bare Debian of a release, which debootstrap makes, in a copy of the tracked files.

Exit status 1: a command failed; 77: root, debootstrap or unshare is missing, which is named.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import package

# The mounts are of a name space of their own, and go with the last process in it.
ENTER = """set -e
mount --bind /proc "$0/proc"
mount --rbind /dev "$0/dev"
mount --bind /sys "$0/sys"
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C TERM=dumb \\
    chroot "$0" sh -c 'cd /fpstripe && exec "$@"' sh "$@"
"""


def main():
    source, release = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
    try:
        package.check("debootstrap", "unshare", "git")
        with tempfile.TemporaryDirectory(prefix="fpstripe-bare-") as folder:
            root = package.bare(release, pathlib.Path(folder))
            shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
            package.copy(source, root / "fpstripe")
            failed = [command for command in sys.argv[3:] or ("./run", "./test") if subprocess.run(
                ["unshare", "--mount", "--propagation", "private", "sh", "-c", ENTER, root, command],
                stdin=subprocess.DEVNULL).returncode]
    except package.Skip as reason:
        print(f"skipped: {reason}")
        return package.SKIP
    print(f"{release}: failed: {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
