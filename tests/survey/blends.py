#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""blends.py: what the probe blend says of a renderer, against a second
program: its own context, shader, cases and formulas. It draws each case by itself, with
the scissor at one pixel, the color in a uniform and the destination uploaded.

Where a formula gives all its answers, the report has to name it; where none does, the
report has to say how far off, and that has to bound what is seen here."""

import ctypes
import functools
import json
import math
import pathlib
import random
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "device"))
import gl  # noqa: E402
import witness  # noqa: E402
from cases import Skip, holds, perform, want  # noqa: E402
from witness import words  # noqa: E402

WIDTH = 512
RENDERERS = {
    "llvmpipe-es3": ("surfaceless/es3", {}),
    "llvmpipe-gl": ("surfaceless/gl", {}),
    "softpipe-es3": ("surfaceless/es3", {"GALLIUM_DRIVER": "softpipe"}),
    "zink-es3": ("surfaceless/es3",
                 {"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"}),
}
# Internal format, type, bytes of a texel, bits of a channel.
TARGETS = {
    "RGBA8": (0x8058, 0x1401, 4, 8), "RGB10_A2": (0x8059, 0x8368, 4, 10),
    "SRGB8_ALPHA8": (0x8C43, 0x1401, 4, 8),
    "RGBA16F": (0x881A, 0x1406, 16, 0), "RGBA32F": (0x8814, 0x1406, 16, 0),
}


def rounded(code, value, down=False):
    """To a float ("f") or a half ("e"), to nearest or toward zero; of numbers >= 0."""
    near = struct.unpack(code, struct.pack(code, value))[0]
    if not down or near <= value:
        return near
    kind = {"f": "I", "e": "H"}[code]
    word = struct.unpack(kind, struct.pack(code, near))[0]
    return struct.unpack(code, struct.pack(kind, word - 1))[0]


def linear(c):
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def encoded(x):
    return 12.92 * x if x <= 0.0031308 else 1.055 * x ** (1 / 2.4) - 0.055


def exact(name, s, a, d):
    """In levels, or a float."""
    bits = TARGETS[name][3]
    most = 2 ** bits - 1
    if not bits:
        return s + d * (1 - a)
    if name == "SRGB8_ALPHA8":
        return most * encoded(min(s + linear(d / most) * (1 - a), 1))
    return min(s * most + d * (1 - a), most)


def formulas(name, between=False):
    """Name in the report, and a function of s, a and d. Between levels, s is added as it is,
    or rounded first."""
    bits = TARGETS[name][3]
    most, half = 2 ** bits - 1, 2 ** bits // 2
    if name == "SRGB8_ALPHA8":
        return {"nearest": lambda s, a, d: math.floor(exact(name, s, a, d) + 0.5)}
    if not bits:
        code = "e" if name == "RGBA16F" else "f"
        tail = ", separate" if code == "f" else ""
        ways = {"rne" + tail: lambda s, a, d: rounded(
                    code, rounded("f", s + rounded("f", d * (1 - a)))),
                "rtz" + tail: lambda s, a, d: rounded(
                    code, rounded("f", s + rounded("f", d * (1 - a), True), True), True)}
        if code == "f":
            ways["rne, fused"] = lambda s, a, d: rounded("f", s + d * (1 - a))
        return ways
    if between:
        first = {f"{text}, s rounded first": way for text, way in formulas(name).items()}
        for text, way in {"nearest": lambda x: math.floor(x + 0.5), "truncates": math.floor,
                          "rounds up": math.ceil}.items():
            first[text] = lambda s, a, d, way=way: way(s * most + d * (1 - a))
        return first
    return {text: lambda s, a, d, way=way: min(
                round(s * most) + way(d * (most - round(a * most))), most)
            for text, way in {
                "nearest": lambda x: (2 * x + most) // (2 * most),
                "truncates": lambda x: x // most, "rounds up": lambda x: -(-x // most),
                f"x >> {bits}": lambda x: x >> bits,
                f"(x + (x >> {bits}) + {half}) >> {bits}":
                    lambda x: (x + (x >> bits) + half) >> bits}.items()}


def between_cases():
    """s of thirds of a level, where neither is the sum within 1/50 of a level or half one."""
    draw = random.Random("between")
    for _ in range(WIDTH):
        near = 0
        while near < 0.02:
            w, d = draw.randrange(255), draw.randrange(256)
            if d > 127 and math.gcd(d, 255) == 1:  # d * w is next to half a level
                w = (127 + draw.randrange(2)) * pow(d, -1, 255) % 255
            a = 255 - w
            s = draw.randrange(1, 3 * a) / 3
            near = abs((2 * (s + d * (255 - a) / 255) + 0.5) % 1 - 0.5) / 2
        yield s / 255, a / 255, d


def cases(name, fades):
    """s, a, d. Of fixed point half of them where x is next to half a level."""
    draw, bits = random.Random(name), TARGETS[name][3]
    most = 2 ** bits - 1
    for i in range(WIDTH):
        a = draw.randrange(257) / 256
        if not bits:
            code, place = ("e", 11) if name == "RGBA16F" else ("f", 24)
            s, d = (draw.randrange(2 ** (place - 2), 2 ** place) / 2 ** place for _ in "sd")
            yield rounded(code, s), a, rounded(code, d)
            continue
        d, w = draw.randrange(most + 1), draw.randrange(most + 1)
        if name != "SRGB8_ALPHA8" and i % 2:
            while math.gcd(d, most) > 1:
                d = draw.randrange(most // 2, most + 1)
            w = (most // 2 + i // 2 % 2) * pow(d, -1, most) % most
        if name == "SRGB8_ALPHA8":
            a = 0 if i < 256 else 1 - w / most
            yield 0 if i < 256 else a * draw.random(), a, i if i < 256 else d
        else:
            s = 0 if fades else draw.randrange(most - w + 1)
            yield s / most, (most - w) / most, d


def texels(name, values):
    if name == "RGB10_A2":
        return b"".join(struct.pack("<I", d | d << 10 | d << 20) for d in values)
    if TARGETS[name][3]:
        return bytes(d for d in values for _ in range(4))
    return b"".join(4 * struct.pack("f", d) for d in values)


def first_channels(name, raw):
    size = TARGETS[name][2]
    first = [raw[i:i + 4] for i in range(0, len(raw), size)]
    if not TARGETS[name][3]:
        return [struct.unpack("f", one)[0] for one in first]
    mask = 2 ** TARGETS[name][3] - 1
    return [struct.unpack("<I", one)[0] & mask for one in first]


def draw(name, asked, program, api):
    kept, kind, size, _ = TARGETS[name]
    texture, frame = words(0), words(0)
    witness.gl("glGenTextures", 1, texture)
    witness.gl("glBindTexture", 0x0DE1, texture[0])
    witness.gl("glTexImage2D", 0x0DE1, 0, kept, WIDTH, 1, 0, 0x1908, kind,
               texels(name, [d for _, _, d in asked]))
    witness.gl("glGenFramebuffers", 1, frame)
    witness.gl("glBindFramebuffer", 0x8D40, frame[0])
    witness.gl("glFramebufferTexture2D", 0x8D40, 0x8CE0, 0x0DE1, texture[0], 0)
    witness.gl("glViewport", 0, 0, WIDTH, 1)
    for capability in (0x0C11, 0x0BE2) + ((0x8DB9,) if api == "gl" else ()):
        witness.gl("glEnable", capability)  # scissor, blend, sRGB
    witness.gl("glDisable", 0x0BD0)  # dither
    witness.gl("glBlendFunc", 1, 0x0303)
    place = witness.gl("glGetUniformLocation", program, ctypes.c_char_p(b"color"),
                       result=ctypes.c_int)
    for i, (s, a, _) in enumerate(asked):
        witness.gl("glScissor", i, 0, 1, 1)
        witness.gl("glUniform4fv", place, 1, (ctypes.c_float * 4)(s, s, s, a))
        witness.gl("glDrawArrays", 5, 0, 4)
    raw = ctypes.create_string_buffer(WIDTH * size)
    witness.gl("glReadPixels", 0, 0, WIDTH, 1, 0x1908, kind, raw)
    assert not witness.gl("glGetError", result=ctypes.c_uint), name
    return first_channels(name, raw.raw)


def off(name, got, value):
    if TARGETS[name][3]:
        return abs(got - value)
    place = 11 if name == "RGBA16F" else 24
    return abs(got - value) * 2 ** (place - math.frexp(value)[1])


def look(api):
    """For each expression the formulas that give all, and how far off the worst is."""
    head = witness.open_context(api)
    witness.make_target()
    program = witness.link({
        "vertex": f"{head}void main() {{ gl_Position = vec4(gl_VertexID % 2 * 2 - 1, "
                  "gl_VertexID / 2 * 2 - 1, 0, 1); }",
        "fragment": f"{head}uniform vec4 color;\nout vec4 pixel;\n"
                    "void main() { pixel = color; }"})
    witness.gl("glUseProgram", program)
    found = {}
    for name, how in [("RGBA8", "fades"), ("RGBA8", "between")] + [(name, "") for name in TARGETS]:
        between = how == "between"
        asked = list(between_cases() if between else cases(name, how == "fades"))
        if not TARGETS[name][3] or name == "SRGB8_ALPHA8":  # what a uniform holds
            asked = [(rounded("f", s), rounded("f", a), d) for s, a, d in asked]
        got = draw(name, asked, program, api)
        asked_got = [(*one, here) for one, here in zip(asked, got)]
        found[f"{name}, s between levels" if between else
              f"{name}, {'' if how else 's + '}d * (1 - a)"] = {
            "formulas": [text for text, way in formulas(name, between).items()
                         if all(way(s, a, d) == here for s, a, d, here in asked_got)],
            "worst": max(off(name, here, exact(name, s, a, d))
                         for s, a, d, here in asked_got)}
    return found


def report_of(device, env):
    report = gl.survey(device, "--probe", "blend", env=env)
    return {finding["expression"]: finding for result in report["results"]
            for finding in result.get("findings", [])}


def fault(seen, finding):
    if seen["formulas"]:
        return finding["text"] not in seen["formulas"]
    said = [remark["value"]["value"] for remark in finding["answer"]
            if remark["kind"] == "levels-off"]
    return not said or not 0.5 < seen["worst"] <= said[0] + 0.1


def blends(device, env):
    if "zink" in env.values() and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    done = subprocess.run([sys.executable, __file__, "--look", device.split("/")[1]],
                          env=gl.environment(env), capture_output=True, text=True,
                          timeout=120)
    want(done.returncode, 0, f"the second program: {done.stderr}")
    seen, findings = json.loads(done.stdout), report_of(device, env)
    faults = [f"{name}: {findings[name]['text']!r}, seen {one}"
              for name, one in seen.items() if fault(one, findings[name])]
    holds(not faults, "\n".join(faults))
    print(json.dumps(seen, indent=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--look"]:
        json.dump(look(sys.argv[2]), sys.stdout)
    else:
        sys.exit(perform({name: functools.partial(blends, *how)
                                for name, how in RENDERERS.items()}, gl.enter))
