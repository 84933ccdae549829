#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py FPSTRIPE CASE: what drivers at fault make of a run. Without CASE: the list of
cases. FPSTRIPE_TEST_FILES is the folder of egl_front.so (egl_front.c says how it is told
what is to go wrong); else it is tests/faults/ beside the program's. Exit status 77: no
driver."""

import ctypes
import json
import os
import pathlib
import re
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))
import cases
from cases import Skip, holds, run, want

ASKED = ("--probe", "ties", "--precision", "highp", "--no-sheet")


def files():
    beside = pathlib.Path(cases.program).resolve().parent / "tests" / "faults"
    return pathlib.Path(os.environ.get("FPSTRIPE_TEST_FILES", beside)).resolve()


def real_library():
    """The path of the system's libEGL."""
    try:
        ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        raise Skip(str(error)) from error
    found = re.search(r"/\S*/libEGL\.so\S*", pathlib.Path("/proc/self/maps").read_text())
    return found.group()


def front():
    """The id of a device whose libEGL is the front."""
    return f"egl:{files() / 'egl_front.so'}/es3"


def counts(*words):
    """How often a run without a fault calls each entry."""
    log = cases.here / "calls"
    run(*words, env={"FAULTS_LOG": str(log), "FAULTS_EGL": real_library()})
    return {name: int(calls) for name, calls in map(str.split, log.read_text().splitlines())}


def passes():
    """Without a fault it is the driver behind it."""
    plain = json.loads(run("-d", "surfaceless/es3", "--json", *ASKED).stdout)
    behind = json.loads(run("-d", front(), "--json", *ASKED).stdout)
    want(behind["measurement_sha256"], plain["measurement_sha256"], "measurement_sha256")
    calls = counts("-d", front(), "--json", *ASKED)
    results = len([r for r in plain["results"] if r["status"] != "unsupported"])
    holds(calls["glReadPixels"] >= results > 1, calls)
    holds(calls["eglInitialize"] == 1, calls)


def crashes():
    """A fault is where it was asked for."""
    done = run("-d", front(), "--json", *ASKED, env={"FAULTS": "eglInitialize:1:segv"},
               status=3)
    holds("crashed inside the driver (SIGSEGV)" in done.stderr, done.stderr)


if __name__ == "__main__":
    sys.exit(cases.main(crashes, passes))
