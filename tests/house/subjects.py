#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""subjects.py SOURCE_ROOT: .ci/run accepts a commit subject that is a command, and refuses one
whose first word after the area is no verb of .ci/verbs, in a whole and in a shallow clone. A
commit that is older than the list may have any subject of the form "area: words".

The test makes a repository of its own, with a ./test that does nothing. Exit status 77: git is
missing.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

GOOD = ("probe: fix the sum", "tests, docs: speed up the default suite", "ci: allow")
BAD = ("probe: what a sum is", "probe: fixes the sum", "probe: Fix the sum", "docs: pictures of a sheet",
       "app: one loop where there were two", "probe: fix the sum.", "probe: fix " + 50 * "x")


def git(folder, *words):
    subprocess.run(["git", "-C", folder, *words], check=True, stdout=subprocess.DEVNULL)


def commit(folder, subject):
    git(folder, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "--allow-empty",
        "--no-verify", "-m", subject)


def refused(folder):
    """Returns the output of .ci/run if it refuses the subjects, otherwise an empty string."""
    done = subprocess.run([folder / ".ci/run"], capture_output=True, text=True)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


def make(root, folder):
    """Makes a repository with an old subject, the commit that adds the rule, and a good subject."""
    git(folder.parent, "init", "-q", folder)
    commit(folder, "old: a picture of what was")
    (folder / ".ci").mkdir()
    for name in ("run", "verbs"):
        shutil.copy(root / ".ci" / name, folder / ".ci" / name)
    (folder / "test").write_text("#!/bin/sh\nexit 0\n")
    (folder / "test").chmod(0o755)
    git(folder, "add", ".")
    commit(folder, "ci: the rule begins here")
    commit(folder, GOOD[0])


def main(root):
    if not shutil.which("git"):
        print("git is missing")
        return 77
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        os.environ.pop(name, None)
    verbs = (root / ".ci/verbs").read_text().split("\n")[:-1]
    failures = [] if verbs == sorted(set(verbs)) else [".ci/verbs: not sorted, or a verb is listed twice"]
    with tempfile.TemporaryDirectory() as work:
        whole, shallow = pathlib.Path(work, "whole"), pathlib.Path(work, "shallow")
        make(root, whole)
        for subject in GOOD + BAD:
            commit(whole, subject)
            commit(whole, "ci: add one more")
            git(whole, "clone", "-q", "--depth", "3", f"file://{whole}", shallow)
            for clone in (whole, shallow):
                output = refused(clone)
                if subject in GOOD and output or subject in BAD and subject not in output:
                    failures.append(f'"{subject}", {clone.name} clone: {output or "accepted"}')
            shutil.rmtree(shallow)
            git(whole, "reset", "-q", "--hard", "HEAD~2")
    print("\n".join(failures) or f"{len(GOOD)} accepted, {len(BAD)} refused, in a whole and a shallow clone")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
