#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""package.py SOURCE_ROOT: builds the Debian package from a copy of the tracked files, and
installs it in a bare system, which debootstrap makes of this machine's release. There it
runs the tests of the installed files (debian/tests/installed), and removes the package
without a trace.

Exit status 77: this is no Debian, or debhelper, debootstrap, a build dependency, the
archive or root is missing.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
TOOLS = ("dpkg-buildpackage", "dh", "debootstrap", "git")
APT = "env DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-install-recommends "


class Skip(Exception):
    pass


def step(words, reason=None, **more):
    """Runs a command. If it fails, the test is skipped for `reason`, or, without one,
    fails."""
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", **more)
    if done.returncode and reason:
        raise Skip(f"{reason}: {(done.stdout.strip().splitlines() or [''])[-1]}")
    if done.returncode:
        sys.exit(f"{words} ended with {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def codename():
    release = pathlib.Path("/etc/os-release")
    words = dict(line.split("=", 1) for line in
                 (release.read_text() if release.exists() else "").splitlines() if "=" in line)
    if words.get("ID") != "debian" or "VERSION_CODENAME" not in words:
        raise Skip("this is no release of Debian")
    return words["VERSION_CODENAME"]


def check(*tools):
    """Adds the folders of root's programs, which are not in every PATH, and checks for
    tools."""
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    for tool in tools:
        if not shutil.which(tool):
            raise Skip(f"{tool} is not there")
    if os.geteuid():
        raise Skip("a chroot needs root")


def copy(root, source):
    """Copies the tracked files."""
    for name in step(["git", "-C", root, "ls-files", "-z"], "no git").split("\0")[:-1]:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, source / name, follow_symlinks=False)


def built(root, folder):
    """Builds the package and returns its path."""
    source = folder / "fpstripe"
    copy(root, source)
    step(["dpkg-checkbuilddeps"], "a build dependency is missing", cwd=source)
    step(["dpkg-buildpackage", "-b", "-us", "-uc"], cwd=source)
    packages = list(folder.glob("fpstripe_*.deb"))
    if len(packages) != 1:
        sys.exit(f"one package was to be built, there are {packages}")
    return packages[0], source


def bare(release, folder):
    """Makes a root with only the packages that every Debian has. FPSTRIPE_MIRROR is another
    mirror than debootstrap's."""
    root = folder / "bare"
    folder.chmod(0o755)  # debootstrap requires that all users can read its parents
    try:
        step(["debootstrap", "--variant=minbase", release, root,
              *os.environ.get("FPSTRIPE_MIRROR", "").split()], "debootstrap failed")
    finally:
        # One that was killed leaves these, and they must not be removed with the root.
        for name in "proc", "sys":
            subprocess.run(["umount", "-l", str(root / name)], stderr=subprocess.DEVNULL)
    return root


def inside(root, command):
    return step(["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C",
                 "chroot", str(root), "sh", "-ec", command])


def traces(root):
    """Returns the files of the package, except logs and caches."""
    return [path for path in root.rglob("*fpstripe*")
            if path.relative_to(root).parts[:2] not in (("var", "log"), ("var", "cache"))
            and path.relative_to(root).parts[0] not in ("tmp", "proc", "sys")]


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    try:
        check(*TOOLS)
        release = codename()
        with tempfile.TemporaryDirectory(prefix="fpstripe-") as folder:
            package, tree = built(source, pathlib.Path(folder))
            root = bare(release, pathlib.Path(folder))
            shutil.copy(package, root / "tmp" / "fpstripe.deb")
            shutil.copy(tree / "debian" / "tests" / "installed", root / "tmp" / "installed")
            inside(root, f"{APT} install /tmp/fpstripe.deb fonts-dejavu-core")
            print(inside(root, "sh /tmp/installed"))
            if not traces(root):
                sys.exit("nothing was installed")
            inside(root, f"{APT} purge fpstripe")
            if traces(root):
                sys.exit(f"these remain: {traces(root)}")
    except Skip as reason:
        print(f"skipped: {reason}")
        return SKIP
    return 0


if __name__ == "__main__":
    sys.exit(main())
