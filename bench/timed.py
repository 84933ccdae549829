# SPDX-License-Identifier: MIT
"""Times a command, for the benchmarks of whole processes, which run it in turn with
another."""

import os
import subprocess
import sys
import time


def once(command, **more):
    """Returns wall time and CPU time in seconds, and peak memory in MiB, as the kernel
    counts them; `more` is Popen's. Ends the benchmark if the command fails."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             **more)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {child.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
