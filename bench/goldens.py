#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""goldens.py FPSTRIPE: measures how much longer `check` takes than `run`, pair by pair.

Both measure the same device, with --full; run --json writes no file and check no sheet. The
ratios of wall and CPU time of whole processes are taken within each pair. The budget is
1.05 on a renderer. A simulated device paints in no time, so its ratio shows the cost of the
goldens alone. A person compares with the budget.
"""

import os
import subprocess
import sys
import tempfile

from timed import head, once, row

PAIRS = int(os.environ.get("FPSTRIPE_BENCH_PAIRS", "15"))


def compare(name, device, fpstripe, env):
    with tempfile.TemporaryDirectory() as folder:
        env = {**env, "MESA_SHADER_CACHE_DIR": os.path.join(folder, "cache")}
        quiet = {**env, **{ci: "" for ci in ("CI", "GITHUB_ACTIONS", "GITLAB_CI")}}
        made = subprocess.run([fpstripe, "bless", "*", *device, "--full", "--reason", "bench"],
                              cwd=folder, env=quiet, capture_output=True, text=True)
        if made.returncode:
            print(f"{name}: not here: {made.stderr.strip()}")
            return
        check = [fpstripe, "check", *device, "--full"]
        run = [fpstripe, "run", *device, "--full", "--json"]
        quiet = {"cwd": folder, "env": env, "stderr": subprocess.DEVNULL}
        runs = [(once(check, **quiet), once(run, **quiet)) for _ in range(PAIRS)]
    print(f"{name}: check / run --json, {PAIRS} pairs")
    head()
    for i, what in enumerate(("wall", "processor")):
        row(what, [a[i] / b[i] for a, b in runs])
        row(f"run {what}, s", [b[i] for _, b in runs])
    print("  budget: 1.05 on a renderer")


def main():
    env = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    fpstripe = os.path.abspath(sys.argv[1])
    compare("llvmpipe", ("-d", "llvmpipe", "--api", "es3"), fpstripe, env)
    compare("a simulated device", ("-d", "fake:rne"), fpstripe, env)


main()
