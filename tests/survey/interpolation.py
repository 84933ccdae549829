#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""interpolation.py FPSTRIPE CASE: what the report says of varyings and of derivatives is
what other programs, rasterised.py and derived.py, find, to the last digit.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is not
there."""

import functools
import json
import pathlib
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared", "device",)]
import cases
import gl
from cases import Skip, holds, want

RENDERERS = {
    "llvmpipe-es3": {},
    "llvmpipe-gl": {},
    "softpipe-es3": {"GALLIUM_DRIVER": "softpipe"},
    "softpipe-gl": {"GALLIUM_DRIVER": "softpipe"},
    "zink-es3": {"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"},
}


# Of the fragments of the quad at (4, 6), from the lower left: of which row dFdx is, of
# which column dFdy.
KINDS = {"fine": ([6, 6, 7, 7], [4, 5, 4, 5]), "coarse": ([6] * 4, [4] * 4),
         "coarse, of the last row or column": ([7] * 4, [5] * 4)}


def found(script, api, env):
    done = subprocess.run(
        [sys.executable, str(pathlib.Path(__file__).with_name(script)), api],
        env=gl.environment(env), capture_output=True, text=True, timeout=120)
    want(done.returncode, 0, f"the second program: {done.stderr}")
    return json.loads(done.stdout)


def answers_of(probe, api, env):
    report = gl.survey(f"surfaceless/{api}", "--probe", probe, "--precision", "highp",
                       "--reference", "model", env=env)
    (result,) = gl.pick(report, probe=probe, stage="fragment")
    return {finding["expression"]: finding for finding in result["findings"]}


def said(finding):
    """What the report says, as the second program does."""
    answer = finding["answer"][0]
    wrong = finding["cases"] - finding["agree"]
    value = answer["value"]["value"] if answer["kind"] == "differ-by" else 0.0
    if answer["kind"] != "all-exact":
        want(answer["count"], wrong, f"count of {finding['text']}")
    return [finding["expression"], wrong, finding["cases"],
            None if finding["expression"].startswith("int(") else value]


def agrees(name, env):
    api = name.split("-")[1]
    if "zink" in name and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    answers = answers_of("interpolation", api, env)
    for counts in found("rasterised.py", api, env):
        finding = answers[counts[0]]
        want(said(finding), counts, f"{name}: {finding['text']}")
        want(finding["deviates"], counts[1] > 0, f"{name}: {counts[0]} deviates")
    for constant in ("constant, w = 1", "constant, flat"):
        want(answers[constant]["text"], "all 4096 exact", constant)
    # Mesa divides two rounded planes.
    for constant in ("constant", "constant, centroid", "int(constant)"):
        holds(answers[constant]["deviates"], f"{constant} is exact")
    answers = answers_of("derivatives", api, env)
    for i, rows in enumerate(found("derived.py", api, env)):
        function = ("dFdx(x * y)", "dFdy(x * y)")[i]
        kind = answers[function]["text"]
        want(rows, KINDS[kind][i], f"{function}, {kind}")
    for line in ("dFdx(x * x)", "dFdx(1 + n ulp)", "dFdx(gl_FragCoord.x)",
                 "fwidth - |dFdx| - |dFdy|"):
        want(answers[line]["text"], "all 256 exact", line)


if __name__ == "__main__":
    sys.exit(cases.perform({name: functools.partial(agrees, name, env)
                            for name, env in RENDERERS.items()}, gl.enter))
