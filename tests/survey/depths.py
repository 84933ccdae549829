#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""depths.py: what the probe depth says of a renderer, against a second
program: its own context, shaders, cases and formulas. It draws each case by itself over
the whole buffer, with the scissor at one pixel and the depth in a uniform.

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

WIDTH, UNITS = 256, 16
RENDERERS = {
    "llvmpipe-es3": ("surfaceless/es3", {}),
    "llvmpipe-gl": ("surfaceless/gl", {}),
    "softpipe-es3": ("surfaceless/es3", {"GALLIUM_DRIVER": "softpipe"}),
    "softpipe-gl": ("surfaceless/gl", {"GALLIUM_DRIVER": "softpipe"}),
    "zink-es3": ("surfaceless/es3",
                 {"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"}),
}
# Internal format, type, bits.
FORMATS = {"16": (0x81A5, 0x1403, 16), "24": (0x81A6, 0x1405, 24), "32F": (0x8CAC, 0x1406, 0)}
STRIP = "vec2 at = vec2(gl_VertexID % 2 * 2 - 1, gl_VertexID / 2 * 2 - 1);\n"
Z = "depth.x * depth.y + depth.z"
# Fragments that get their depth from the vertices, or write it; and programs that do more.
VERTEX = (f"uniform vec4 depth;\nMARK void main() {{ {STRIP} gl_Position = vec4(at, {Z}, 1); "
          "MORE }")
FRAGMENTS = {"position": "out vec4 pixel; void main() { pixel = vec4(1); }",
             "fragment": "uniform vec4 depth;\nout vec4 pixel;\n"
                         f"void main() {{ pixel = vec4(1); gl_FragDepth = {Z}; }}"}
SECOND = {"position": "in highp float product;\nout vec4 pixel;\n"
                      "void main() { pixel = vec4(0, product, 0, 1); }",
          "fragment": "uniform vec4 depth;\nout vec4 pixel;\nvoid main() { pixel = "
                      f"vec4(0, depth.x * depth.y, 0, 1); gl_FragDepth = {Z}; }}"}
READ = ("uniform highp sampler2D kept;\nout highp uint word;\nvoid main() {\n"
        "word = floatBitsToUint(texelFetch(kept, ivec2(gl_FragCoord.xy), 0).r); }")


def call(name, *values, result=None):
    """With floats as floats."""
    kinds = [ctypes.c_float if isinstance(value, float) else ctypes.c_int for value in values]
    return ctypes.CFUNCTYPE(result, *kinds)(
        witness.egl.eglGetProcAddress(name.encode()))(*values)


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def texture(kept, form, kind):
    name = words(0)
    witness.gl("glGenTextures", 1, name)
    witness.gl("glBindTexture", 0x0DE1, name[0])
    witness.gl("glTexImage2D", 0x0DE1, 0, kept, WIDTH, 1, 0, form, kind, None)
    for parameter in (0x2800, 0x2801):
        witness.gl("glTexParameteri", 0x0DE1, parameter, 0x2600)
    return name[0]


class Buffer:
    """A depth buffer, and what is drawn beside it."""

    def __init__(self, name):
        kept, kind, self.bits = FORMATS[name]
        self.frame, self.depth = words(0), texture(kept, 0x1902, kind)
        color = texture(0x8058, 0x1908, 0x1401)
        witness.gl("glGenFramebuffers", 1, self.frame)
        self.bind()
        witness.gl("glFramebufferTexture2D", 0x8D40, 0x8CE0, 0x0DE1, color, 0)
        witness.gl("glFramebufferTexture2D", 0x8D40, 0x8D00, 0x0DE1, self.depth, 0)
        want(witness.gl("glCheckFramebufferStatus", 0x8D40, result=ctypes.c_uint), 0x8CD5,
             name)

    def bind(self):
        witness.gl("glBindFramebuffer", 0x8D40, self.frame[0])
        witness.gl("glViewport", 0, 0, WIDTH, 1)

    def draw(self, program, cases, passes=0x207, offset=(0.0, 0.0)):
        self.bind()
        for capability in (0x0C11, 0x0B71, 0x8037):  # scissor, depth test, polygon offset
            witness.gl("glEnable", capability)
        call("glPolygonOffset", *offset)
        witness.gl("glDepthFunc", passes)
        witness.gl("glUseProgram", program)
        place = witness.gl("glGetUniformLocation", program, ctypes.c_char_p(b"depth"),
                           result=ctypes.c_int)
        for i, case in enumerate(cases):
            witness.gl("glScissor", i, 0, 1, 1)
            witness.gl("glUniform4fv", place, 1, (ctypes.c_float * 4)(*case))
            witness.gl("glDrawArrays", 5, 0, 4)
        for capability in (0x0C11, 0x0B71, 0x8037):
            witness.gl("glDisable", capability)

    def depths(self, reader, target):
        """Floats, as a sampler has them."""
        got = words(*[0] * WIDTH)
        witness.gl("glBindFramebuffer", 0x8D40, target)
        witness.gl("glBindTexture", 0x0DE1, self.depth)
        witness.gl("glUseProgram", reader)
        witness.gl("glDrawArrays", 5, 0, 4)
        witness.gl("glReadPixels", 0, 0, WIDTH, 1, 0x8D94, 0x1405, got)
        want(witness.gl("glGetError", result=ctypes.c_uint), 0, "an error")
        return [struct.unpack("f", struct.pack("I", word))[0] for word in got]

    def colors(self):
        got = words(*[0] * WIDTH)
        self.bind()
        witness.gl("glReadPixels", 0, 0, WIDTH, 1, 0x1908, 0x1401, got)
        return [word & 0xff for word in got]


class Look:
    def __init__(self, api):
        self.head = witness.open_context(api)
        witness.make_target()
        frame = words(0)
        color = texture(0x8236, 0x8D94, 0x1405)
        witness.gl("glGenFramebuffers", 1, frame)
        self.target = frame[0]
        witness.gl("glBindFramebuffer", 0x8D40, self.target)
        witness.gl("glFramebufferTexture2D", 0x8D40, 0x8CE0, 0x0DE1, color, 0)
        self.reader = self.link(f"void main() {{ {STRIP} gl_Position = vec4(at, 0, 1); }}", READ)

    def link(self, vertex, fragment):
        program = witness.link({"vertex": self.head + vertex, "fragment": self.head + fragment})
        assert program, (vertex, fragment)
        return program

    def program(self, way, mark="", more="", fragment=None):
        """With what is declared before the vertex shader, and what that does besides."""
        vertex = VERTEX.replace("MARK", mark).replace("MORE", more)
        if way == "fragment":
            vertex = vertex.replace(Z, "0.0")
        return self.link(vertex, fragment or FRAGMENTS[way])

    def kept(self, name, way, cases, offset=(0.0, 0.0)):
        buffer = Buffer(name)
        buffer.draw(self.program(way), cases, offset=offset)
        return buffer.depths(self.reader, self.target)


def drawn(name, way):
    """Depths; of 24 bits small ones, so that a sampler's error is no quarter of a level."""
    draw, bits = random.Random(name + way), FORMATS[name][2]
    depths = []
    while len(depths) < WIDTH:
        d = 2 ** -8 + draw.random() * (0.99 if bits == 16 else 2 ** -4)
        d = single(d) if way == "fragment" else round(d * 2 ** 24) / 2 ** 24
        if way == "position" and bits == 24 and len(depths) % 2:
            d += 2 ** -25
        rest = d * (2 ** bits - 1) * 2 % 1
        if not bits or 0.03 < rest < 0.97:
            depths.append(d)
    return depths


def ways_of(name, depths, got, more=0.0):
    """Formulas that give all, and the largest error in levels; more is added before."""
    bits = FORMATS[name][2]
    most = 2 ** bits - 1
    if not bits:
        return ([f"all {WIDTH} exact"] if got == depths else []), sum(
            a != b for a, b in zip(depths, got))
    levels = [x * most for x in got]
    wanted = [d * most + more for d in depths]
    ways = {"nearest": lambda x: math.floor(x + 0.5), "truncates": math.floor,
            "rounds up": math.ceil}
    return [f"{bits} bits, {text}" for text, way in ways.items()
            if all(round(a) == way(x) for x, a in zip(wanted, levels))], max(
                abs(a - x) for a, x in zip(levels, wanted))


def units_of(name, depths, got):
    """How much a unit is, in levels or ulps, if it is a whole number."""
    if FORMATS[name][2]:
        return [f"a unit is {unit} levels" if unit > 1 else "a unit is a level"
                for unit in range(1, 17) if ways_of(name, depths, got, UNITS * unit)[0]]
    ulps = {(a - d) / 2.0 ** (math.frexp(d)[1] - 24) / UNITS for d, a in zip(depths, got)}
    apart = {(a - d) * 2 ** 24 / UNITS for d, a in zip(depths, got)}
    return ([f"a unit is {ulps.pop():.0f} ulp"] if len(ulps) == 1 else
            [f"a unit is {apart.pop():.0f} * 2^-24 everywhere"] if len(apart) == 1 else [])


def survivors(look, way, mark=""):
    """How many pass by a second program that shows the product too."""
    draw = random.Random("equal")
    cases = [(-0.25 - draw.random() / 4, 0.5 + draw.random() / 2, -0.4 - draw.random() / 16, 0)
             for _ in range(WIDTH)]
    if way == "fragment":
        cases = [(-a, b, -c, 0) for a, b, c, _ in cases]
    shown = mark + " out highp float product;", "product = depth.x * depth.y;"
    first = look.program(way, mark)
    second = look.program(way, *(shown if way == "position" else ()), fragment=SECOND[way])
    buffer = Buffer("32F")
    buffer.draw(first, cases)
    want(set(buffer.colors()), {255}, "the first program draws")
    buffer.draw(second, cases, passes=0x202)
    return sum(color == 0 for color in buffer.colors())


def seen_by(api):
    look, seen = Look(api), {}
    for name, (_, _, bits) in FORMATS.items():
        whole = f"DEPTH_COMPONENT{name}, "
        for way, word in (("fragment", "gl_FragDepth"), ("position", "gl_Position")):
            depths = drawn(name, way)
            cases = [(d if way == "fragment" else 2 * d - 1, 1, 0, 0) for d in depths]
            seen[whole + word] = ways_of(name, depths, look.kept(name, way, cases))
        moved = look.kept(name, "position", cases, (0.0, float(UNITS)))
        seen[f"{whole}glPolygonOffset(0, {UNITS})"] = units_of(name, depths, moved), 0
        draw = random.Random("outside")
        depths = [draw.choice((-1, 1)) * 2.0 ** draw.randrange(1, 60) for _ in range(WIDTH)]
        got = look.kept(name, "fragment", [(d, 1, 0, 0) for d in depths])
        clamped = all(x == (d > 0) for x, d in zip(got, depths))
        seen[f"{whole}outside [0, 1]"] = ["clamped" if clamped else "not clamped"], 0
    for name, *how in (("gl_FragDepth", "fragment"), ("gl_Position", "position"),
                       ("invariant gl_Position", "position", "invariant gl_Position;")):
        passed = survivors(look, *how)
        seen[f"GL_EQUAL, {name}"] = (
            [f"all {WIDTH} pass"] if passed == WIDTH else []), WIDTH - passed
    return seen


def fault(ways, worst, finding):
    said = [remark["value"]["value"] for remark in finding["answer"]
            if remark["kind"] == "levels-off"]
    if ways:
        return finding["text"] not in ways
    if said:
        return worst > said[0] + 0.1
    return finding["agree"] == finding["cases"]


def depths_agree(device, env):
    if "zink" in env.values() and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    done = subprocess.run([sys.executable, __file__, "--look", device.split("/")[1]],
                          env=gl.environment(env), capture_output=True, text=True,
                          timeout=120)
    want(done.returncode, 0, f"the second program: {done.stderr}")
    report = gl.survey(device, "--probe", "depth", env=env)
    findings = {finding["expression"]: finding for result in report["results"]
                for finding in result.get("findings", [])}
    seen = json.loads(done.stdout)
    faults = [f"{name}: {findings[name]['text']!r}, seen {ways} {worst}"
              for name, (ways, worst) in seen.items() if fault(ways, worst, findings[name])]
    holds(not faults, "\n".join(faults))
    holds(len(seen) >= 15, f"{len(seen)} expressions seen")
    print(json.dumps(seen, indent=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--look"]:
        json.dump(seen_by(sys.argv[2]), sys.stdout)
    else:
        sys.exit(perform({name: functools.partial(depths_agree, *how)
                          for name, how in RENDERERS.items()}, gl.enter))
