#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""personality.py FPSTRIPE CASE: checks the findings of real renderers.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is not
there. Every finding is explained, and deviates from GLSL only where BREAKS says so; sums and
products follow the direction of rounding; all findings are those of the capture of the same
release, where there is one.

FPSTRIPE_TEST_FILES is the same folder as for gl.py. Each case keeps its compiled shaders in
a folder there: in another direction of rounding, a compiler computes other constants.
"""

import functools
import json
import pathlib
import re
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared", "device",)]
import cases
import gl
from cases import Skip, holds, run, want

# Reasons of unsupported results; each renderer names the ones that it must give.
NO_PRECISE = "precise needs GLSL ES 3.20"
NO_COMPUTE = "compute shaders need OpenGL"
NO_INVARIANT = "a compute shader has no output to be invariant"
NO_PUBLISHED = "the published shader is written in floats"
# The one that depends on the driver's mediump, and not on the API.
NO_HALVES = "mediump has not 11 bits here"

# Findings that no renderer here may have: a candidate is missing, or there is none.
NOT_UNDERSTOOD = re.compile(r"^(none|neither|other|mixed|faithful|unknown)\b")

# Arithmetic, by direction of rounding.

FAMILIES = {"rne": "nearest", "rtz": "truncate", "rup": "upward", "rdn": "truncate"}


def operations(rule):
    """Returns, for each direction, the finding of expressions; "!": it deviates."""
    mark = "" if rule == "rne" else "!"
    return {
        **dict.fromkeys(("a + b", "a - b", "a * b"), mark + rule),
        "a / b": mark + ("nearest" if rule == "rne" else rule),
        "sqrt(a)": mark + FAMILIES[rule],
        "a * (1.0 / b)": rule,
        "a * b + c": f"{mark}{rule}, separate",
    }


CAPTURES = pathlib.Path(__file__).resolve().parents[2] / "captures"

# The expressions that break a promise of GLSL. llvmpipe: if another direction of rounding is set
# than its code is compiled for, and if it is limited to SSE 4.1, which does not clamp everything
# to [0, 1]. ANGLE: its own packHalf2x16, which spoils the other half.
TURNED = {"exp(x)", "exp2(x)", "log(x)", "log2(x)", "pow(x, y)", "round(x)",
          "round(x), ties", "roundEven(x), ties", "round(x), sign of zero",
          "RGBA8, d * (1 - a)", "RGBA8, s + d * (1 - a)", "RGB10_A2, s + d * (1 - a)",
          "SRGB8_ALPHA8, s", "SRGB8_ALPHA8, s + d * (1 - a)",
          "DEPTH_COMPONENT24, gl_FragDepth"}
CLAMPED = {"RGBA8 target, x > 1", "RGBA8 target, infinity"}
# SwiftShader 4.1 reads an infinity as 65536.
NO_INFINITY = ("RGBA16F of floats, overflow", "RGBA16F of floats, infinity",
               "RGBA16F of floats, NaN", "RGBA16F of halves, infinity",
               "RGBA16F of halves, NaN")
# softpipe clamps no gl_FragDepth; SwiftShader has one unit of offset for all floats.
UNCLAMPED = {f"DEPTH_COMPONENT{kind}, outside [0, 1]" for kind in ("16", "24", "32F")}
ONE_UNIT = {"DEPTH_COMPONENT32F, glPolygonOffset(0, 16)"}
NO_UNIT = {"DEPTH_COMPONENT16, glPolygonOffset(0, 16)"} | ONE_UNIT
PACKED = {"packHalf2x16(x), overflow", "packHalf2x16(x), infinity", "packHalf2x16(x), NaN",
          "packHalf2x16(unpackHalf2x16(code))"}

# What each renderer of gl.py lacks; expressions that no model explains; promises that it breaks.
RENDERERS = {
    "llvmpipe-es3": dict(lacks=(NO_INVARIANT,)),
    "llvmpipe-gl": dict(lacks=(NO_INVARIANT, NO_PUBLISHED)),
    "es3.0": dict(lacks=(NO_PRECISE, NO_COMPUTE, NO_INVARIANT)),
    "no-fp16": dict(lacks=(NO_INVARIANT,), breaks=CLAMPED),
    "softpipe-es3": dict(lacks=(NO_INVARIANT,), breaks=UNCLAMPED),
    "softpipe-gl": dict(lacks=(NO_COMPUTE, NO_INVARIANT), breaks=UNCLAMPED),
    "zink-es3": dict(lacks=(NO_INVARIANT,)),
    "zink-gl": dict(lacks=(NO_INVARIANT, NO_PUBLISHED)),
    "angle-es3": dict(lacks=(NO_PRECISE, NO_INVARIANT), odd=("float-float a / b",),
                      breaks=PACKED | ONE_UNIT),
    "swiftshader-es3": dict(lacks=(NO_PRECISE, NO_COMPUTE, NO_INVARIANT),
                            odd=("a == a",) + NO_INFINITY, breaks={"-0 == 0"} | NO_UNIT),
}
for direction in ("rtz", "rup", "rdn"):
    RENDERERS[f"{direction}-es3"] = dict(lacks=(NO_INVARIANT,), breaks=TURNED)
    RENDERERS[f"{direction}-gl"] = dict(lacks=(NO_INVARIANT, NO_PUBLISHED), breaks=TURNED)


# Comparing a report.


def check_operations(report, rule):
    """Sums, products and quotients of the fragment stage follow the direction."""
    wanted, compared = operations(rule), set()
    for result in gl.pick(report, probe="operations", stage="fragment", precision="highp"):
        for finding in result.get("findings", []):
            line = finding["expression"]
            if line in wanted:
                compared.add(line)
                mark = "!" if finding["deviates"] else ""
                want(mark + finding["text"], wanted[line], f"{gl.name_of(result)}: {line}")
    want(compared, set(wanted), "expressions that were compared")


def check_statuses(report, lacks):
    """All is answered, but for what is named; and as the reference has it."""
    reasons = set()
    for result in report["results"]:
        name = gl.name_of(result)
        known = [words for words in lacks if words in result["reason"]]
        if result["status"] == "unsupported" and NO_HALVES in result["reason"]:
            want(result["probe"], "half_functions", name)
            continue
        if result["status"] == "unsupported":
            holds(known, f"{name}: {result['reason']}")
            reasons |= set(known)
            continue
        holds(result["status"] in ("ok", "folded"),
              f"{name}: {result['status']}: {result['reason']}")
        if result["status"] == "ok" and result["comparison"]:
            want(result["comparison"]["mismatches"], 0, f"mismatches of {name}")
    want(reasons, set(lacks), "what could not be said")


def check_promises(report, breaks):
    """What GLSL promises is kept, but for what may be broken, and something deviates."""
    found = {finding["expression"] for result in report["results"]
             for finding in result.get("findings", [])
             if finding.get("deviates_from") == "glsl"}
    want(found - breaks, set(), "what deviates from GLSL")
    holds(any(finding.get("deviates_from") == "ieee754" for result in report["results"]
              for finding in result.get("findings", [])), "nothing deviates from IEEE 754")


# The probe whose findings depend on the processor: conversions that are undefined.
OF_PROCESSOR = "integers"


def findings_of(report):
    return {(result["probe"], result["stage"], result["precision"], result["form"],
             finding["expression"]): finding
            for result in report["results"] for finding in result.get("findings", [])}


def check_captured(report):
    """Every finding is the one that follows from the capture of this release, to the last digit.
    How far a level is off depends on the processor. Returns whether there is such a capture."""
    found = False
    for path in CAPTURES.glob("mesa/*/*/capture.json"):
        device = json.loads(path.read_text())["device"]
        if any(device[key] != report["device"][key] for key in ("api", "renderer", "version")):
            continue
        found = True
        captured = json.loads(run("show", path, "--json").stdout)["report"]
        now, then = findings_of(report), findings_of(captured)
        of_both = [key for key in then if key in now and key[0] != OF_PROCESSOR]
        holds(len(of_both) >= min(len(now), len(then)) * 0.9, f"{len(of_both)} of {len(now)}")
        for key in of_both:
            text = then[key]["text"]
            holds(now[key]["text"].startswith(text) or text.startswith("off by"),
                  f"{' '.join(key)}: got {now[key]['text']!r} want {text!r}, as in {path}")
    return found


def check_understood(report, spared):
    for result in report["results"]:
        for finding in result.get("findings", []):
            if finding["expression"] in spared:
                continue
            what = f"{gl.name_of(result)}: {finding['expression']}"
            want(finding["mismatches"], 0, f"mismatches of {what}")
            odd = (NOT_UNDERSTOOD.match(finding["text"]) or
                   any(remark["kind"] == "no-model" for remark in finding["detail"]))
            # A formula of a device may be none of those that GLSL leaves open.
            holds(not odd or result["probe"] == "formulas",
                  f"{what}: {finding['text']}: {finding['detail']}")


def personality(name, lacks, odd=(), breaks=frozenset()):
    cache = gl.files() / "shader-cache" / name
    cache.mkdir(parents=True, exist_ok=True)
    report = gl.ask_renderer(name, "--full", MESA_SHADER_CACHE_DISABLE="false",
                             MESA_SHADER_CACHE_DIR=str(cache))
    rule = gl.RENDERERS[name].get("rounding", "rne")
    gl.check_renderer(report, name)
    if "surfaceless" in gl.RENDERERS[name]["device"] and rule == "rne":
        check_captured(report)
    check_statuses(report, lacks)
    check_understood(report, odd)
    check_promises(report, breaks)
    check_operations(report, rule)


def captured(api, *words):
    """The findings of llvmpipe are those of its capture."""
    report = gl.survey(f"surfaceless/{api}", "--full", *words)
    gl.check_always(report)
    check_understood(report, ())
    if not check_captured(report):
        raise Skip(f"no capture of {report['device']['renderer']}, {report['device']['version']}")


# Fragments alone, in one precision, take seconds.
QUICK = ("--precision", "highp", "--stage", "fragment", "--form", "plain")


if __name__ == "__main__":
    sys.exit(cases.perform(
        {name: functools.partial(personality, name, **how) for name, how in RENDERERS.items()} |
        {"captured": lambda: captured("es3", *QUICK), "captured-es2": lambda: captured("es2")}))
