#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ahead.py FPSTRIPE CASE: the second process, which compiles beside a survey, changes no
report, and is gone with the survey."""

import json
import pathlib
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / "shared")]
import cases
from cases import Skip, want

BEGUN = "a second process"


def full(cache):
    """The report of everything, and what was logged."""
    with subprocess.Popen(
            [cases.program, "run", "-v", "--full", "--json", "--reference", "model",
             "-d", "surfaceless/es3"], start_new_session=True, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**cases.environment(GALLIUM_DRIVER="llvmpipe"),
                 "MESA_SHADER_CACHE_DISABLE": "false", "MESA_SHADER_CACHE_DIR": cache}) as run:
        out, log = run.communicate()
        if run.returncode == 3:
            raise Skip("no llvmpipe")
        want(run.returncode, 0, log)
        left = subprocess.run(["ps", "-s", str(run.pid), "-o", "stat=,args="], text=True,
                              capture_output=True, check=False).stdout.splitlines()
    # One that has ended may wait for init to take notice.
    return json.loads(out), log, [line for line in left if not line.startswith("Z")]


def same():
    """The cache is empty, then filled."""
    cache = str(cases.here / "cache")
    cold, log, left = full(cache)
    warm, _, left_again = full(cache)
    want(left + left_again, [], "processes that are left")
    want(cold, warm, "the report")
    if BEGUN not in log:
        raise Skip("this driver compiles too fast for a second process")


if __name__ == "__main__":
    sys.exit(cases.main(same))
