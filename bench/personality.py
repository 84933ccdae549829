#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""personality.py FPSTRIPE [DEVICE [RUNS]]: times the whole personality of a device, and
prints the share of the compilation of shaders.

It runs three commands, RUNS times each, and takes the medians: one probe alone, which
creates the context; the full run with an empty shader cache; and the full run with the
cache that is then filled. The difference of the last two is the compilation.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time


def run(words, cache):
    env = dict(os.environ, MESA_SHADER_CACHE_DIR=cache, LC_ALL="C",
               __GL_SHADER_DISK_CACHE_PATH=cache)
    env.pop("MESA_SHADER_CACHE_DISABLE", None)
    env.setdefault("XDG_RUNTIME_DIR", cache)
    begin = time.monotonic()
    done = subprocess.run(words, env=env, capture_output=True, check=False)
    took = time.monotonic() - begin
    if done.returncode:
        sys.exit(f"{' '.join(words)}: exit status {done.returncode}: {done.stderr.decode().strip()}")
    return took, done.stdout


def main():
    program = sys.argv[1]
    device = sys.argv[2] if len(sys.argv) > 2 else "egl:0/es3"
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    common = [program, "run", "-d", device, "--reference", "model", "--json"]
    one = common + ["--probe", "ties", "--form", "plain", "--precision", "highp"]
    full = common + ["--full"]
    context, cold, warm = [], [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(run(full, cache)[0])
            took, report = run(full, cache)
            warm.append(took)
            run(one, cache)
            context.append(run(one, cache)[0])
    results = json.loads(report)["results"]
    asked = [r for r in results if r["status"] != "unsupported"]
    findings = sum(len(r.get("findings") or []) for r in asked)
    context, cold, warm = (statistics.median(times) for times in (context, cold, warm))
    print(f"{device}: {len(asked)} programs, {findings} lines, median of {runs}")
    print(f"  one probe, context included   {context:7.3f} s")
    print(f"  full, shader cache empty      {cold:7.3f} s, {cold - context:.3f} s without the context")
    print(f"  full, shader cache filled     {warm:7.3f} s, {warm - context:.3f} s without the context")
    print(f"  compilation                   {100 * (cold - warm) / cold:7.0f} % of the first")


main()
