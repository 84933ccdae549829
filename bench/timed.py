# SPDX-License-Identifier: MIT
"""A command, timed: for the benchmarks of whole processes, which run it in turn with
another."""

import os
import subprocess
import sys
import time


def once(command, **more):
    """Wall time and processor time in seconds, peak memory in MiB, by the kernel's own
    accounting; `more` is Popen's. Ends the benchmark if the command fails."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             **more)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {child.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
