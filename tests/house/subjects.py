#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""subjects.py SOURCE_ROOT: checks that .ci/run refuses commit subjects that are not commands,
in a whole and in a shallow clone. A commit that is older than .ci/verbs may have any subject of
the form "area: words". Exit status 77: git is missing.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

OLD = "old: a picture of what was"
GOOD = ("probe: fix the sum", "tests, docs: speed up the default suite", "ci: allow")
BAD = ("probe: what a sum is", "probe: fixes the sum", "probe: Fix the sum", "fix the sum",
       "app: one loop where there were two", "probe: fix the sum.", "probe: fix " + 50 * "x")


def git(folder, *words):
    subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", folder, *words],
                   check=True, stdout=subprocess.DEVNULL)


def commit(folder, *subjects):
    for subject in subjects:
        git(folder, "commit", "-q", "--allow-empty", "--no-verify", "-m", subject)


def check(folder, bad):
    """Compares the subjects that .ci/run prints, and its status, with those expected."""
    done = subprocess.run([folder / ".ci/run"], capture_output=True, text=True)
    printed = done.stdout.splitlines()[2:]
    if (done.returncode, sorted(printed)) != (bool(bad), sorted(bad)):
        sys.exit(f"{folder.name} clone: status {done.returncode}, got {printed} want {bad}")


def main():
    if not shutil.which("git"):
        print("git is missing")
        return 77
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):  # of a hook that runs this test
        os.environ.pop(name, None)
    source = pathlib.Path(sys.argv[1])
    verbs = (source / ".ci/verbs").read_text().split()
    if verbs != sorted(set(verbs)):
        sys.exit(".ci/verbs: not sorted, or a verb is listed twice")
    with tempfile.TemporaryDirectory() as work:
        whole, shallow = pathlib.Path(work, "whole"), pathlib.Path(work, "shallow")
        git(work, "init", "-q", whole)
        commit(whole, OLD)
        shutil.copytree(source / ".ci", whole / ".ci")
        (whole / "test").write_text("#!/bin/sh\n")
        (whole / "test").chmod(0o755)
        git(whole, "add", ".")
        commit(whole, "ci: the rule begins here", *GOOD)
        check(whole, [])
        commit(whole, *BAD)
        check(whole, BAD)
        git(work, "clone", "-q", "--depth", "3", f"file://{whole}", shallow)
        check(shallow, BAD[-2:])  # the oldest commit counts as the one that adds the verbs
    return 0


if __name__ == "__main__":
    sys.exit(main())
