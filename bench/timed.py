# SPDX-License-Identifier: MIT
"""Times a command, for the benchmarks of whole processes, which run it in turn with
another, and prints the figures."""

import os
import statistics
import subprocess
import sys
import time


def once(command, stdin=subprocess.DEVNULL, **more):
    """Returns wall time and CPU time in seconds, and peak memory in MiB, as the kernel
    counts them; the other arguments are Popen's. Ends the benchmark if the command fails."""
    start = time.perf_counter()
    child = subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL, **more)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit status {child.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def head():
    """Prints the head of row()."""
    print(f"  {'':<24} {'minimum':>10} {'median':>10} {'maximum':>10}")


def row(name, values, unit="", digits=3):
    """Prints the minimum, the median and the maximum of values."""
    three = min(values), statistics.median(values), max(values)
    print(f"  {name:<24} " + " ".join(f"{it:10.{digits}f}" for it in three), unit)
