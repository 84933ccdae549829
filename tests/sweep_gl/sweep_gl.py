#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sweep_gl.py FPSTRIPE TEST_SWEEP_GL CASE: sweeps of functions of GL on real renderers.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is not
there. FPSTRIPE_TEST_FILES is as gl.py has it; TEST_SWEEP_GL is the program of the C tests.
"""

import json
import math
import os
import pathlib
import re
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared", "device",)]
import cases
import gl
from cases import Skip, holds, want

ZINK = {"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"}
SOFTPIPE = {"GALLIUM_DRIVER": "softpipe"}
ES30 = {"MESA_GLES_VERSION_OVERRIDE": "3.0"}

ROUND = {"FPSTRIPE_TEST_ROUND": "rtz"}
OPERANDS = {"FPSTRIPE_TEST_ONLY": "operands_*"}  # where it takes long to compile

# A device, and its environment.
RENDERERS = {
    "llvmpipe-es3": ("surfaceless/es3", {"FPSTRIPE_TEST_NOT": "stages_*"}),
    "llvmpipe-stages": ("surfaceless/es3", {"FPSTRIPE_TEST_ONLY": "stages_*"}),
    "llvmpipe-gl": ("surfaceless/gl", OPERANDS),
    "llvmpipe-rtz": ("surfaceless/es3", {**ROUND, **OPERANDS}),
    "es3.0": ("surfaceless/es3", {**ES30, **OPERANDS}),
    "softpipe-es3": ("surfaceless/es3", SOFTPIPE),
    "softpipe-es3.0": ("surfaceless/es3", {**SOFTPIPE, **ES30}),
    "softpipe-gl": ("surfaceless/gl", SOFTPIPE),
    "zink-es3": ("surfaceless/es3", {**ZINK, **OPERANDS}),
}

JUDGED = {
    "llvmpipe-es3": ("surfaceless/es3", {}),
    "llvmpipe-gl": ("surfaceless/gl", {}),
    "softpipe-es3.0": ("surfaceless/es3", {**SOFTPIPE, **ES30}),
}


def c_test(name, device, env):
    if "zink" in env.values() and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    if "FPSTRIPE_TEST_ROUND" in env:
        env = {**env, "LD_PRELOAD": str(gl.need("preload_round.so"))}
    test_sweep_gl = os.path.abspath(cases.arguments[0])
    done = subprocess.run([test_sweep_gl, name], capture_output=True, cwd=cases.here, timeout=300,
                          env=cases.environment(**env, FPSTRIPE_TEST_DEVICE=device))
    if done.returncode == cases.SKIP:
        raise Skip(f"{device} cannot be opened")
    want(done.returncode, 0, (done.stdout + done.stderr).decode(errors="replace"))


SMALL = ("--inputs", "0x3f7fff00..0x3f8000ff")
EXACT = ("floor", "roundEven", "fract", "float2uint", "int2float", "packHalf2x16",
         "unpackHalf2x16.y")


def sweep(name, device, stage, *words, env=None):
    done = gl.run("sweep", f"gl:{name}", "-d", device, "--stage", stage, "--json",
                  *(() if "--inputs" in words else SMALL), *words, env=env)
    return json.loads(done.stdout)


def exact():
    """What is exact has no error, at any stage, and one word says who computed."""
    for name in EXACT:
        for stage in ("compute", "fragment", "vertex"):
            report = sweep(name, "surfaceless/es3", stage)
            found = report["sweep"]
            want(report["device"]["where"], "gl", "where")
            want(report["device"]["software"], True, "software")
            want((found["stage"], found["precision"]), (stage, "highp"), name)
            want(found["inputs"], 1024, f"inputs of {name}")
            want(found["kinds"]["wrong"], 0, f"wrong results of {name} in {stage}")
            want(found["correctly_rounded"]["count"], 1024, f"{name} in {stage}")


# Of two operands: the inputs (of div those of the divisor), and the least shares that are
# correctly rounded and faithful.
PAIRS = {
    "div": ("0x3fa10000..0x3fa1007f", 1, 1),
    "ldexp": ("0x3fa10000..0x3fa1ffff", 1, 1),
    "pow": ("0x3fa10000..0x3fa1ffff", 0.6, 0.7),
    "atan2": ("0x3fa10000..0x3fa1ffff", 0.6, 0.65),
    "mod": ("0x3fa10000..0x3fa1ffff", 0.5, 0.5),
}


def pairs():
    """Which operand is which, and the sign of mod's."""
    for name, (inputs, correct, faithful) in PAIRS.items():
        found = sweep(name, "surfaceless/es3", "fragment", "--inputs", inputs)["sweep"]
        for key, least in (("correctly_rounded", correct), ("faithful", faithful)):
            holds(found[key]["share"] >= least, f"{key} of {name}: {found[key]}")


# Whether the fragment stage computes mediump and lowp in halves.
HALVES = {"llvmpipe": ("surfaceless/es3", {}, True),
          "llvmpipe-gl": ("surfaceless/gl", {}, False),
          "softpipe": ("surfaceless/es3", SOFTPIPE, False)}


def half_ulp(got, want):
    """The error in ulp of binary16, of numbers of a half's normal range."""
    return abs(got - want) / 2.0 ** (math.frexp(want)[1] - 11)


def precisions():
    """Mesa multiplies in half precision where it may, and the ulp is of what it computes in."""
    for device, env, half in HALVES.values():
        for precision in ("highp", "mediump", "lowp"):
            found = sweep("degrees", device, "fragment", "--precision", precision,
                          env=env)["sweep"]
            want(found["precision"], precision, "precision")
            halves = half and precision != "highp"
            want(found["result"], "binary16" if halves else "binary32", f"{device}, {precision}")
            worst = found["max_ulp"]
            error, got, exact = (worst["error"]["value"], worst["got"]["value"],
                                 float(worst["exact"]))
            holds(0.4 < error < 4, f"an error of {error} ulp in {precision}")
            if halves:
                holds(abs(half_ulp(got, exact) - error) < 1e-6, f"{got}, {exact}: {error} ulp")
                holds(half_ulp(got, exact) * 2 ** 13 > 100, "the product is one of halves")
                told = re.search(r": ([\d.]+) ulp where ([\d.]+) are", found["limits"][0]["verdict"])
                holds(told and float(told[1]) <= error + 1e-3 and float(told[2]) < 16,
                      f"{found['limits']}")
    shown = gl.run("sweep", "gl:degrees", "-d", "surfaceless/es3", "--stage", "fragment",
                   "--precision", "mediump", "--no-sheet", "-o", "shown", *SMALL).stdout
    holds(re.search(r"maximum +[\d.]+ ulp of binary16 at", shown), shown)


def parts():
    """Shards of a sweep in halves make the whole."""
    words = ("sweep", "gl:sin", "-d", "surfaceless/es3", "--stage", "fragment", "--precision",
             "mediump", "--inputs", "0x3f000000..0x3f8000ff", "--no-sheet", "-o", "halves")
    name, here = "sweep-gl-sin-fragment-mediump.json", pathlib.Path(cases.here)
    gl.run(*words)
    whole = json.loads((here / "halves" / name).read_text())
    for index in range(2):
        gl.run(*words[:-1], "parts", "--shard", f"{index}/2")
    gl.run("sweep", "--merge", "parts", "-o", "merged", "--no-sheet")
    want(json.loads((here / "merged" / name).read_text()), whole, "merged")
    want(whole["sweep"]["result"], "binary16", "result")


def threads():
    """As many threads as one likes: the same but for nothing."""
    first, second = (sweep("tanh", "surfaceless/es3", "compute", "--threads", count)
                     for count in (1, 5))
    want(first, second, "result")


# Words after `sweep`, environment, what the one line says.
REFUSALS = {
    "compute": (("gl:sin", "-d", "surfaceless/gl"), SOFTPIPE,
                "compute shaders need OpenGL 4.3"),
    "compute-es": (("gl:sin", "-d", "surfaceless/es3"), ES30,
                   "compute shaders need OpenGL ES 3.1"),
    "ldexp": (("gl:ldexp", "-d", "surfaceless/es3", "--stage", "vertex"), ES30,
              "gl:ldexp needs GLSL ES 3.10 or GLSL 4.00, and .* has GLSL ES 3.00"),
    "half": (("gl:packHalf2x16", "-d", "surfaceless/gl", "--stage", "fragment"), SOFTPIPE,
             "gl:packHalf2x16 needs GLSL ES 3.00 or GLSL 4.20, and .* has GLSL 3.30"),
    "es2": (("gl:sin", "-d", "surfaceless/es2"), {}, "sweeps need OpenGL ES 3.0"),
    "fake": (("gl:sin", "-d", "fake:rtz"), {}, "a fake has no shaders"),
}


def refusal(words, env, says):
    gl.one_line(gl.run("sweep", *words, "--json", *SMALL, env=env, status=3), says)


# How the driver of the tests fails, and what each stage makes of it.
UNMAPPED = "the driver does not map the results"
HOSTILE = {
    "": (UNMAPPED, UNMAPPED, UNMAPPED),
    "compile-fails": ("0:7: error",) * 3,
    "compile-fails-mute": ("the compiler gives no reason",) * 3,
    "no-target": (UNMAPPED, "RGBA32UI", "RGBA32UI"),
    "out-of-memory": (UNMAPPED, "0x0505", "0x0505"),
    "lost": (UNMAPPED, "0x0507", "0x0507"),
    "draw-crashes": (UNMAPPED, "crashed.*SIGSEGV", "crashed.*SIGSEGV"),
    "draw-hangs": (UNMAPPED, "hangs.*1 s", "hangs.*1 s"),
}


def hostile(mode, says):
    for stage, line in zip(("compute", "fragment", "vertex"), says):
        done = gl.run("sweep", "gl:floor", "-d", f"egl:{gl.need('fake_egl.so')}", "--stage",
                      stage, "--timeout", "1", "--json", *SMALL, status=3,
                      env={"FPSTRIPE_TEST_EGL": mode})
        holds(done.stdout == "", f"no result: {done.stdout}")
        gl.one_line(done, line)


CASES = {"exact": exact, "pairs": pairs, "precisions": precisions, "parts": parts,
         "threads": threads}
CASES.update({f"filled-{name}": lambda how=how: c_test("sweep_gl", *how)
              for name, how in RENDERERS.items()})
CASES.update({f"judged-{name}": lambda how=how:
              c_test("sweep_gl_judged", *how) for name, how in JUDGED.items()})
CASES.update({f"refuses-{name}": lambda how=how: refusal(*how)
              for name, how in REFUSALS.items()})
CASES.update({f"hostile-{mode or 'unmapped'}": lambda mode=mode, says=says:
              hostile(mode, says) for mode, says in HOSTILE.items()})


if __name__ == "__main__":
    sys.exit(cases.perform(CASES))
