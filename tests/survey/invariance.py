#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""invariance.py FPSTRIPE CASE: two answers come from two programs, with shaders that say
in which one they are.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is not
there."""

import functools
import pathlib
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared", "device",)]
import cases
import gl
from cases import Skip, holds, want

RENDERERS = {
    "llvmpipe-gl": {},
    "llvmpipe-es2": {},
    "zink-es3": {"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"},
}
QUESTIONS = [("vertex", "plain"), ("vertex", "invariant"), ("fragment", "plain")]

# Doubles its answer where a macro is defined.
SHADER = """
#ifdef SECOND
highp float beside = 1.0;
#endif
void probe()
{{
#ifdef {0}
    result(0, 2.0 * operand(0));
    result(1, 2.0 * operand(0));
#else
    result(0, operand(0));
    result(1, operand(0));
#endif
}}
"""
DOUBLED = {"SECOND": {"vertex": True, "fragment": False},
           "STAGE_VERTEX": {"vertex": False, "fragment": True}}


def asked(api, env, *words):
    """The findings of each question."""
    found = {}
    for stage, form in QUESTIONS:
        if (api, form) == ("es2", "invariant"):
            continue  # GLSL ES 1.00 has no such outputs of a fragment
        report = gl.survey(f"surfaceless/{api}", "--probe", "invariance", "--stage", stage,
                           "--precision", "highp", "--form", form, *words, env=env)
        (result,) = report["results"]
        want(result["status"], "ok", f"{stage} {form}: {result['reason']}")
        found[stage, form] = result["findings"]
    return found


def agrees(name, env):
    api = name.split("-")[1]
    if "zink" in name and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    for (stage, form), findings in asked(api, env).items():
        for finding in findings:
            if form == "invariant":
                want(finding["text"], "same", f"{finding['expression']}, {stage}")
            holds(finding["cases"] == 128 and not finding["deviates"], f"{finding}")
    folder = cases.here / "shaders"
    folder.mkdir()
    for macro, doubled in DOUBLED.items():
        (folder / "invariance.glsl").write_text(SHADER.format(macro))
        told = asked(api, env, "--shader-dir", folder)
        for (stage, form), findings in told.items():
            for finding in findings:
                text = "128 of 128 differ" if doubled[stage] else "same"
                want(finding["text"].split(",")[0], text, f"{macro}, {stage}, {form}")
                want(finding["deviates"], doubled[stage] and form == "invariant", macro)


if __name__ == "__main__":
    sys.exit(cases.perform({name: functools.partial(agrees, name, env)
                            for name, env in RENDERERS.items()}))
