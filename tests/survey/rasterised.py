#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rasterised.py API > COUNTS: a second program that draws the meshes of the probe
interpolation, by shaders of its own, one for each expression, and counts by itself.

It shares with fpstripe the corners of the triangles (app/probe/expressions/interpolation.c
says how they are drawn), and nothing else. COUNTS is a list for each expression that is
asked: its name, how many fragments do not have the number of their triangle, how many
there are, and the largest error in units of 2^-24 of the number, rounded to tenths; null
for integers.
"""

import ctypes
import json
import struct
import sys

import witness
from witness import gl, words

NAMES = ("constant, w = 1", "constant", "constant, centroid", "constant, noperspective",
         "constant, flat", "int(constant)", None, None, "int(constant), w = 1")
QUALIFIERS = ("smooth", "smooth", "centroid", "noperspective", "flat", "smooth", None, None,
              "smooth")
FLAT_ON, INDICES = (0, 8), (5, 8)
WIDE, ROWS, LINES, QUADS = 256, 16, 16, 64  # a picture, an expression of it, quads of that
LEFT = (0, 7, 16)


def draws(seed):
    """SplitMix64."""
    mask, state = (1 << 64) - 1, seed
    while True:
        state = state + 0x9E3779B97F4A7C15 & mask
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        word = (word ^ word >> 27) * 0x94D049BB133111EB & mask
        yield word ^ word >> 31


def below(random, count):
    return (next(random) >> 33) % count


def number(random, line):
    if line in INDICES:
        return 1 + below(random, 255)
    exponent = below(random, 5)
    return (1 << 23 | next(random) & (1 << 23) - 1) / 2.0**23 * 2**exponent


def triangles(line):
    """Of each two: its number, and the three corners, as x, y in pixels and w."""
    for at in range(QUADS):
        random = draws(line * QUADS + at)
        left = at % 32 // 2 * 16
        x = [left + LEFT[at % 2], left + LEFT[at % 2 + 1]] * 2
        y = [line * ROWS + at // 32 * 8 + up for up in (0, 0, 8, 8)]
        w = [1 + below(random, 64 * 63) / 64 if line not in FLAT_ON else 1.0 for _ in x]
        corners = list(zip(x, y, w))
        yield number(random, line), corners[:3]
        yield number(random, line), corners[1:]


def is_inside(corners, x, y):
    """By the signs of three areas; no centre of a pixel is on an edge."""
    sides = {(b[0] - a[0]) * (y - a[1]) > (b[1] - a[1]) * (x - a[0])
             for a, b in zip(corners, corners[1:] + corners[:1])}
    return len(sides) == 1


def draw(line, head):
    """The words of the picture, and all triangles."""
    shape, data = list(triangles(line)), []
    for value, corners in shape:
        for x, y, w in corners:
            data += [(x / (WIDE / 2) - 1) * w, (y / (ROWS * LINES / 2) - 1) * w, 0, w, value]
    how = QUALIFIERS[line]
    shown = "uint(int(shown))" if line in INDICES else "floatBitsToUint(shown)"
    program = witness.link({
        "vertex": f"{head}in vec4 place;\nin float number;\n{how} out float shown;\n"
                  "void main() { gl_Position = place; shown = number; }",
        "fragment": f"{head}{how} in float shown;\nout highp uint word;\n"
                    f"void main() {{ word = {shown}; }}"})
    if not program:
        return None, shape
    floats = (ctypes.c_float * len(data))(*data)
    gl("glBufferData", 0x8892, ctypes.c_size_t(ctypes.sizeof(floats)), floats, 0x88E4)
    for name, size, start in ((b"place", 4, 0), (b"number", 1, 16)):
        index = gl("glGetAttribLocation", program, ctypes.c_char_p(name), result=ctypes.c_int)
        gl("glVertexAttribPointer", index, size, 0x1406, 0, 20, ctypes.c_void_p(start))
        gl("glEnableVertexAttribArray", index)
    gl("glUseProgram", program)
    gl("glClearBufferuiv", 0x1800, 0, words(witness.CANARY, 0, 0, 0))
    gl("glDrawArrays", 4, 0, 3 * len(shape))
    pixels = words(*[0] * (WIDE * ROWS))
    gl("glReadPixels", 0, line * ROWS, WIDE, ROWS, 0x8D94, 0x1405, pixels)
    return pixels, shape


def count(line, pixels, shape):
    wrong, worst = 0, 0.0
    for value, corners in shape:
        xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
        for y in range(min(ys), max(ys)):
            for x in range(min(xs), max(xs)):
                if not is_inside(corners, x + 0.5, y + 0.5):
                    continue
                word = pixels[(y - line * ROWS) * WIDE + x]
                got = word if line in INDICES else struct.unpack("<f", struct.pack("<I", word))[0]
                wrong += got != value
                worst = max(worst, abs(got - value) / value * 2**24)
    return [NAMES[line], wrong, WIDE * ROWS, None if line in INDICES else round(worst, 1)]


def main():
    head = witness.open_context(sys.argv[1])
    name = words(0)
    gl("glGenTextures", 1, name)
    gl("glBindTexture", 0x0DE1, name[0])
    gl("glTexStorage2D", 0x0DE1, 1, 0x8236, WIDE, ROWS * LINES)  # R32UI
    texture = name[0]
    gl("glGenFramebuffers", 1, name)
    gl("glBindFramebuffer", 0x8D40, name[0])
    gl("glFramebufferTexture2D", 0x8D40, 0x8CE0, 0x0DE1, texture, 0)
    gl("glGenVertexArrays", 1, name)
    gl("glBindVertexArray", name[0])
    gl("glGenBuffers", 1, name)
    gl("glBindBuffer", 0x8892, name[0])
    gl("glViewport", 0, 0, WIDE, ROWS * LINES)
    counts = []
    for line in (line for line, name in enumerate(NAMES) if name):
        pixels, shape = draw(line, head)
        if pixels:
            counts.append(count(line, pixels, shape))
    json.dump(counts, sys.stdout)


if __name__ == "__main__":
    main()
