#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""personality.py FPSTRIPE CASE: checks the findings of real renderers.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is not
there. Every finding is explained, and deviates from GLSL only where BREAKS says so; sums and
products follow the direction of rounding; what a compiler simplifies, what samplers and
filters keep and how wide integers are is compared with witness.py, which asks the same
driver by its own shaders; what blending, depth buffers, varyings and derivatives do is
compared with the capture of the same release.

FPSTRIPE_TEST_FILES is the same folder as for gl.py. Each case keeps its compiled shaders in
a folder there: in another direction of rounding, a compiler computes other constants.
"""

import functools
import json
import math
import pathlib
import random
import re
import struct
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared", "device",)]
import cases
import gl
from cases import Skip, holds, want

# What could not be said, in words; each renderer names those that it must give.
NO_PRECISE = "precise needs GLSL ES 3.20"
NO_COMPUTE = "compute shaders need OpenGL"
NO_INVARIANT = "a compute shader has no output to be invariant"
NO_PUBLISHED = "the published shader is written in floats"

# What no renderer here may come to: a candidate is missing, or there is none.
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
BIT_CAST = "uintBitsToFloat(floatBitsToUint(a + b)) - a"
FLOATS = ("RGBA32F, texelFetch()", "RGBA32F, texture()")
INTEGERS = ("a * b, int", "a + b, int", "a << b, int", "a >> b, int", "a / b, int", "a * b, uint",
            "(a * b) >> 16, uint", "a / b, uint", "a % b, uint", "Wang's hash", "PCG hash",
            "xxHash's avalanche")
BARE = ("a * b, int, no precision", "(a * b) >> 16, uint, no precision")
ZINK = {"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"}

# What breaks a promise of GLSL: llvmpipe's code where another direction of rounding is set
# than it is compiled for; llvmpipe limited to SSE 4.1, which does not clamp all to [0, 1];
# ANGLE's own packHalf2x16, which spoils the other half.
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

RENDERERS = {
    "es3.0": dict(device="surfaceless/es3", env={"MESA_GLES_VERSION_OVERRIDE": "3.0"},
                  lacks=(NO_PRECISE, NO_COMPUTE, NO_INVARIANT)),
    "no-fp16": dict(device="surfaceless/es3", env={"GALLIUM_OVERRIDE_CPU_CAPS": "sse4.1"},
                    lacks=(NO_INVARIANT,), breaks=CLAMPED),
    "softpipe-es3": dict(device="surfaceless/es3", env={"GALLIUM_DRIVER": "softpipe"},
                         lacks=(NO_INVARIANT,), breaks=UNCLAMPED),
    "softpipe-gl": dict(device="surfaceless/gl", env={"GALLIUM_DRIVER": "softpipe"},
                        lacks=(NO_COMPUTE, NO_INVARIANT), breaks=UNCLAMPED),
    "zink-es3": dict(device="surfaceless/es3", env=ZINK, lacks=(NO_INVARIANT,)),
    "zink-gl": dict(device="surfaceless/gl", env=ZINK,
                    lacks=(NO_INVARIANT, NO_PUBLISHED)),
    "angle-es3": dict(device="ANGLE/es3", lacks=(NO_PRECISE, NO_INVARIANT),
                      odd=("float-float a / b",), breaks=PACKED | ONE_UNIT),
    "swiftshader-es3": dict(device="SWIFTSHADER/es3",
                            lacks=(NO_PRECISE, NO_COMPUTE, NO_INVARIANT),
                            odd=("a == a",) + NO_INFINITY, breaks={"-0 == 0"} | NO_UNIT),
}
for direction in ("rne", "rtz", "rup", "rdn"):
    turned = {} if direction == "rne" else {"FPSTRIPE_TEST_ROUND": direction}
    RENDERERS[f"llvmpipe-es3-{direction}"] = dict(
        device="surfaceless/es3", env=turned, lacks=(NO_INVARIANT,),
        breaks=TURNED if turned else set(), rule=direction)
    RENDERERS[f"llvmpipe-gl-{direction}"] = dict(
        device="surfaceless/gl", env=turned, lacks=(NO_INVARIANT, NO_PUBLISHED),
        breaks=TURNED if turned else set(), rule=direction)


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


# The probes whose findings depend on nothing but the driver's release.
CAPTURED = ("blend", "depth", "derivatives", "interpolation")


def findings_of(report):
    return {(result["probe"], result["stage"], result["precision"], result["form"],
             finding["expression"]): finding
            for result in report["results"] for finding in result.get("findings", [])}


def check_captured(report):
    """What fixed-function units and varyings do is what the capture of this release says, to
    the last digit. How far a level is off may depend on the processor."""
    for path in CAPTURES.glob("mesa/*/*/report.json"):
        captured = json.loads(path.read_text())
        if any(captured["device"][key] != report["device"][key]
               for key in ("api", "renderer", "version")):
            continue
        now = findings_of(report)
        of_both = {key: finding for key, finding in findings_of(captured).items()
                   if key in now and key[0] in CAPTURED}
        holds(len(of_both) >= 45, f"{len(of_both)} findings of {CAPTURED}")
        for key, finding in of_both.items():
            if not finding["text"].startswith("off by"):
                want(now[key]["text"], finding["text"], f"{' '.join(key)}, as in {path}")


def check_understood(report, spared):
    for result in report["results"]:
        for finding in result.get("findings", []):
            if finding["expression"] in spared:
                continue
            what = f"{gl.name_of(result)}: {finding['expression']}"
            want(finding["mismatches"], 0, f"mismatches of {what}")
            odd = (NOT_UNDERSTOOD.match(finding["text"]) or
                   any(remark["kind"] == "no-model" for remark in finding["detail"]))
            holds(not odd, f"{what}: {finding['text']}: {finding['detail']}")


# What another program finds.


def ask_witness(device, env, questions):
    done = subprocess.run(
        [sys.executable, str(pathlib.Path(__file__).with_name("witness.py")),
         device.split("/")[1]],
        input=json.dumps(questions), env=cases.environment(**env), capture_output=True,
        text=True, timeout=120)
    want(done.returncode, 0, f"the witness: {done.stderr}")
    return json.loads(done.stdout)


def question(expression, form, operands, stage="fragment"):
    return {"stage": stage, "form": form, "precision": "highp", "expression": expression,
            "operands": operands}


def word_of(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


class Binary32:
    """A float of which each operation is rounded to nearest: a double's result rounded
    once more is the same, since 53 >= 2 * 24 + 2."""

    def __init__(self, value):
        self.value = struct.unpack("<f", struct.pack("<f", value))[0]

    def operate(self, other, function):
        return Binary32(function(self.value, getattr(other, "value", other)))

    def __add__(self, other):
        return self.operate(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self.operate(other, lambda a, b: a - b)

    def __rsub__(self, other):
        return self.operate(other, lambda a, b: b - a)

    def __mul__(self, other):
        return self.operate(other, lambda a, b: a * b)

    def __truediv__(self, other):
        return self.operate(other, lambda a, b: a / b)

    def __rtruediv__(self, other):
        return self.operate(other, lambda a, b: b / a)

    def __neg__(self):
        return Binary32(-self.value)


# Lines that are expressions of this file's language too.
WITNESSED = re.compile(r"^[-+*/() abc]+$|^[-+*/() abc]*\d\.0[-+*/() abc\d.]*$")


def check_simplified(report, device, env):
    """What the report calls kept is what the line gives, each operation rounded, and what
    it calls folded is what the shorter one gives, in the witness's own shaders."""
    draw = random.Random(1)
    triples = [[draw.uniform(1, 2) * 2.0**draw.randrange(-9, 10) for _ in "abc"]
               for _ in range(24)]
    words = [[word_of(value) for value in triple] for triple in triples]
    asked = []
    for result in gl.pick(report, probe="folding", stage="fragment", precision="highp"):
        for finding in result["findings"]:
            line, to = finding["expression"], finding["text"].removeprefix("folded to ")
            if result["form"] != "guarded" and WITNESSED.match(line):
                asked.append((line, result["form"], line if to == "kept" else to))
    holds(len(asked) > 20, f"only {len(asked)} lines were asked")
    answers = ask_witness(device, env, [question(line, form, words) for line, form, _ in asked])
    for (line, form, to), got in zip(asked, answers):
        numbers = [dict(zip("abc", map(Binary32, triple))) for triple in triples]
        wanted = [eval(to, {}, names) for names in numbers]
        want(got, [word_of(getattr(value, "value", value)) for value in wanted],
             f"{line}, {form}, by the witness; the report calls it {to!r}")


def half_of(x, rule):
    """A number of at most 65535 as a half, as a word of a float; its 11 bits by hand."""
    exponent = max(math.frexp(x)[1] - 11, -24)
    places = x / 2.0**exponent
    return word_of(min((round if rule == "rne" else math.trunc)(places) * 2.0**exponent,
                       65504.0))


def check_samplers(report, device, env):
    """What samplers of each precision read, and what becomes of floats in a texture of
    halves, by the witness's own textures."""
    draw = random.Random(2)
    numbers = [1 + 2.0**-20, 2049.0, 40000.0, 2.0**-20 * 1.37, 65519.0] + [
        Binary32(draw.uniform(1, 2) * 2.0**draw.randrange(-20, 15)).value for _ in range(40)]
    operands = [[word_of(number), 0, 0] for number in numbers]
    asked = []
    for result in gl.pick(report, probe="sampler"):
        for finding in result["findings"]:
            bare = finding["expression"] == "RGBA32F, no precision"
            floats = finding["expression"] in FLOATS or bare
            if finding["cases"] and floats:
                call = ("texture(t, vec2(0.5))" if "texture(" in finding["expression"] else
                        "texelFetch(t, ivec2(0), 0)")
                asked.append((finding, 0x8814, call, "" if bare else result["precision"],
                              result["stage"]))
    stages = {stage for *_, stage in asked}
    holds("fragment" in stages and len(asked) == 3 * len(stages) + 4, f"{len(asked)} samplers")
    for result in gl.pick(report, probe="half_texture", precision="highp"):
        asked += [(finding, 0x881A, "texelFetch(t, ivec2(0), 0)", "highp", "fragment")
                  for finding in result["findings"]
                  if finding["expression"] == "RGBA16F of floats, ties"]
    answers = ask_witness(device, env, [
        question(f"{call}.x", "plain", operands, stage) |
        {"texture": kept, "declare": f"uniform {precision} sampler2D t;\n"}
        for _, kept, call, precision, stage in asked])
    for (finding, kept, call, precision, stage), got in zip(asked, answers):
        text, what = finding["text"], f"{stage}: {precision} {call} of {kept:#x}"
        if kept == 0x8814 and text.startswith("23 bits"):
            want(got, [operand[0] for operand in operands], what)
        elif kept == 0x8814:
            holds(text.startswith("10 bits"), f"{what}: {text}")
            want(got, [half_of(number, finding["survivors"][0]) for number in numbers], what)
        else:
            want(got, [half_of(number, text) for number in numbers], what)


def check_filters(report, device, env):
    """Numbers between two texels, 0 and 1: how many there are of 4,096 positions, and which
    they are, by the witness's own texture."""
    positions = [i / 4096 for i in range(4096)]
    findings = {finding["expression"]: finding
                for result in gl.pick(report, probe="filter", precision="highp")
                for finding in result["findings"]}
    formats = {"RGBA8": 0x8058, "RGBA16F": 0x881A, "RGBA32F": 0x8814}
    answers = ask_witness(device, env, [
        question("texture(t, vec2(a, 0.5)).x", "plain",
                 [[word_of(0.25 + x / 2), 0, 0] for x in positions]) |
        {"texture": kept, "row": [0.0, 1.0], "declare": "uniform highp sampler2D t;\n"}
        for kept in formats.values()])
    for name, words in zip(formats, answers):
        finding = findings[f"{name}, linear"]
        got = [struct.unpack("<f", struct.pack("<I", word))[0] for word in words]
        bits = [remark["bits"] for remark in finding["answer"] if remark["kind"] == "bits"]
        levels = f"{len(set(got))} levels"
        if finding["text"] == "exact":
            want(got, positions, f"{name}, filtered")
        elif not bits:
            want(finding["text"], levels, f"{name}, filtered")
        else:
            want(finding["text"], f"{levels}, {bits[0]} bits", f"{name}, filtered")
            by = {"rne": round, "rtz": math.floor}[finding["survivors"][0]]
            weights = [by(x * 2**bits[0]) / 2**bits[0] for x in positions]
            bytes_only = any(remark["kind"] == "made-bytes" for remark in finding["detail"])
            want([round(255 * value, 2) for value in got],
                 [math.floor(255 * w + 0.5) if bytes_only else round(255 * w, 2)
                  for w in weights], f"{name}, filtered")


# Products, and their upper halves, of a and b, as functions of ints of a precision or none.
INTEGER_CODE = """highp float product(highp float x, highp float y)
{{ {0} int a = int(x); {0} int b = int(y); {0} int c = a * b; highp int d = c; return float(d); }}
highp float upper(highp float x, highp float y)
{{ {0} uint a = uint(x); {0} uint b = uint(y); {0} uint c = (a * b) >> 16; highp uint d = c;
   return float(d); }}
"""
FACTORS = {"product(a, b)": [(300, 300), (181, 181), (1000, 1000), (255, 257), (4000, 4000)],
           "upper(a, b)": [(40000, 40000), (300, 300), (60000, 250)]}


def integer_answers(call, bits):
    """What integers of so many bits make of the factors, by Python's."""
    for a, b in FACTORS[call]:
        low = a * b % 2**bits
        if call == "upper(a, b)":  # of 16 bits a shift by 16 is one by 0
            yield low >> (16 if bits > 16 else 0)
        else:
            yield low - (low >> bits - 1 << bits)


def check_integers(report, device, env):
    """How wide ints and uints are, by shaders of the witness, which declares no default:
    300 * 300 is 24464 in 16 bits, and (40000 * 40000) >> 16 is 4096."""
    operands = {call: [[word_of(a), word_of(b), 0] for a, b in factors]
                for call, factors in FACTORS.items()}
    calls = {"a * b, int": "product(a, b)", "(a * b) >> 16, uint": "upper(a, b)"}
    asked = []
    for result in gl.pick(report, probe="integer_width"):
        for finding in result["findings"]:
            line, bare = finding["expression"].removesuffix(", no precision"), ""
            if finding["cases"] and line in calls:
                bits = 32 if finding["text"] == "all 32 exact" else finding["answer"][0]["bits"]
                precision = result["precision"] if line == finding["expression"] else bare
                asked.append((result["stage"], precision, calls[line], bits))
    holds(len(asked) in (12, 16), f"{len(asked)} products of integers")
    answers = ask_witness(device, env, [
        question(call, "plain", operands[call], stage) | {"declare": INTEGER_CODE.format(precision)}
        for stage, precision, call, _ in asked])
    for (stage, precision, call, bits), got in zip(asked, answers):
        want(got, [word_of(value) for value in integer_answers(call, bits)],
             f"{stage} {precision} {call} of {bits} bits")


def personality(name, device, lacks, rule="rne", env=None, odd=(), breaks=frozenset()):
    env = dict(env or {})
    device = gl.fetched(device)
    if "FPSTRIPE_TEST_ROUND" in env:
        env["LD_PRELOAD"] = str(gl.need("preload_round.so"))
    if env == ZINK and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    cache = gl.files / "shader-cache" / name
    cache.mkdir(parents=True, exist_ok=True)
    env["MESA_SHADER_CACHE_DISABLE"] = "false"
    env["MESA_SHADER_CACHE_DIR"] = str(cache)
    report = gl.survey(device, "--full", env=env)
    gl.check_always(report)
    if device.startswith("surfaceless/") and rule == "rne":
        check_simplified(report, device, env)
        check_samplers(report, device, env)
        check_filters(report, device, env)
        check_integers(report, device, env)
        check_captured(report)
    check_statuses(report, lacks)
    check_understood(report, odd)
    check_promises(report, breaks)
    check_operations(report, rule)


def captured():
    """Fragments alone, in one precision: seconds."""
    report = gl.survey("surfaceless/es3", "--full", "--precision", "highp", "--stage", "fragment",
                       "--form", "plain")
    gl.check_always(report)
    check_captured(report)
    check_understood(report, ())


# What GLSL ES 1.00 cannot say.
NOT_IN_ES2 = {
    "operations": ("fma(a, b, c)",), "contraction": ("fma(a, b, c)",),
    "error_free": ("TwoProd(a, b) by fma",), "folding": (BIT_CAST,),
    "functions": tuple(f"{name}(x)" for name in ("sinh", "cosh", "tanh", "asinh", "acosh",
                                                 "atanh")),
    "specials": ("bits of a NaN", "isnan(NaN)", "isinf(inf)", "tanh(90)", "sinh(90)",
                 "cosh(90)", "atanh(1)"),
    "integers": ("uint(x)", "uint(x), x < 0", "uint(x), out of range", "uint(NaN)",
                 "uint(infinity)", "float(int)", "float(int), rounded",
                 "float(uint), rounded", "round(x), ties", "round(x)", "roundEven(x), ties",
                 "trunc(x)", "round(x), sign of zero"),
    "integer_width": INTEGERS[2:4] + INTEGERS[5:] + BARE[1:],
    "storage": ("array element",),
    "sampler": FLOATS + ("RGBA32F, no precision", "RGBA32F, numbers",
                         "RGBA32F, numbers, no precision", "SRGB8_ALPHA8",
                         "SRGB8_ALPHA8, texture()", "SRGB8_ALPHA8, no precision",
                         "RGBA16F, texelFetch()", "RGBA16F, texture()",
                         "RGBA16F, no precision", "RGBA32I", "RGBA32UI", "RGBA8I", "RGBA8UI",
                         "RGBA16I", "RGBA16UI"),
    "filter": ("SRGB8_ALPHA8, linear", "RGBA16F, linear", "RGBA32F, linear",
               "RGBA32F, linear, 1000 + u", "RGBA8, between levels",
               "RGBA32F, between levels", "RGBA32F, sum of two texels",
               "RGBA32F, nearest of 16384"),
    "interpolation": ("constant, centroid", "constant, noperspective", "constant, flat",
                      "ramp, noperspective"),
    "blend": ("RGB10_A2, s + d * (1 - a)", "RGBA16F, s + d * (1 - a)",
              "RGBA32F, s + d * (1 - a)", "SRGB8_ALPHA8, s",
              "SRGB8_ALPHA8, s + d * (1 - a)"),
    "derivatives": ("dFdx(subnormal)",),
    "vectors": ("inverse(m)", "inverse(m), determinant overflows",
                "inverse(m), determinant underflows"),
}
# Behind which probes in ES 2 there is no word but the reason.
NO_PROBE = ("need GLSL ES 3.00", "no target but RGBA8", "GLSL ES 1.00 has no",
            "compute shaders need", "the vertex stage has no textures")
ES2 = {
    "llvmpipe-es2": dict(device="surfaceless/{}"),
    "llvmpipe-es2-rtz": dict(device="surfaceless/{}", env={"FPSTRIPE_TEST_ROUND": "rtz"}),
    "zink-es2": dict(device="surfaceless/{}", env=ZINK, odd={("storage", "varying")}),
    # Its fragments flush subnormals, where ES 3 keeps them; what is folded is then asked of
    # other operands.
    "softpipe-es2": dict(device="surfaceless/{}", env={"GALLIUM_DRIVER": "softpipe"},
                         odd={("zero_hole", "zero_hole (picture)"),
                              ("folding", "-(a - b)")}),
    "angle-es2": dict(device="ANGLE/{}"),
    "swiftshader-es2": dict(device="SWIFTSHADER/{}"),
}


def check_reasons(report):
    for result in report["results"]:
        if result["status"] in ("ok", "folded"):
            continue
        want(result["status"], "unsupported", f"{gl.name_of(result)}: {result['reason']}")
        holds(any(words in result["reason"] for words in NO_PROBE),
              f"{gl.name_of(result)}: {result['reason']}")


def as_in_es3(name, device, env=None, odd=frozenset()):
    """In ES 2, by bytes that shaders compute, the same is found as in ES 3, by bits, but for
    what GLSL ES 1.00 cannot say."""
    env, found = dict(env or {}), []
    if "FPSTRIPE_TEST_ROUND" in env:
        env["LD_PRELOAD"] = str(gl.need("preload_round.so"))
    if env == ZINK and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    for api in ("es2", "es3"):
        report = gl.survey(gl.fetched(device.format(api)), "--full", env=env)
        gl.check_always(report)
        found.append(findings_of(report))
        if api == "es2":
            check_reasons(report)
    compared, faults = 0, []
    for key, got in found[0].items():
        line = key[4]
        if line in NOT_IN_ES2.get(key[0], ()):
            want(got["text"], "unsupported", " ".join(key))
            continue
        by_bits = found[1].get(key)
        if not by_bits or (key[0], line) in odd:
            continue
        compared += 1
        if (got["text"], got["deviates"]) != (by_bits["text"], by_bits["deviates"]):
            faults.append(f"{' '.join(key)}: got {got['text']!r} want {by_bits['text']!r}")
    holds(not faults, "\n".join(faults))
    holds(compared > 900, f"only {compared} findings were compared")
    print(compared, "findings as in ES 3")


if __name__ == "__main__":
    sys.exit(cases.perform(
        {name: functools.partial(personality, name, **how) for name, how in RENDERERS.items()} |
        {name: functools.partial(as_in_es3, name, **how) for name, how in ES2.items()} |
        {"captured": captured},
        gl.enter))
