#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""derived.py API > ROWS: a second program that takes derivatives of x * y, where x and y are
the whole numbers of a fragment's column and row, by shaders of its own.

ROWS has two lists, of dFdx and dFdy: for each fragment of the quad at (4, 6), from the lower
left, across first, the row or the column that the derivative is of."""

import json
import struct
import sys

import witness
from witness import gl, words

SIZE, LEFT, LOW = 16, 4, 6


def main():
    head = witness.open_context(sys.argv[1])
    name = words(0)
    gl("glGenTextures", 1, name)
    gl("glBindTexture", 0x0DE1, name[0])
    gl("glTexStorage2D", 0x0DE1, 1, 0x8236, SIZE, SIZE)  # R32UI
    texture = name[0]
    gl("glGenFramebuffers", 1, name)
    gl("glBindFramebuffer", 0x8D40, name[0])
    gl("glFramebufferTexture2D", 0x8D40, 0x8CE0, 0x0DE1, texture, 0)
    gl("glGenVertexArrays", 1, name)
    gl("glBindVertexArray", name[0])
    gl("glViewport", 0, 0, SIZE, SIZE)
    rows = []
    for function in ("dFdx", "dFdy"):
        gl("glUseProgram", witness.link({
            "vertex": f"{head}void main() {{ gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, "
                      "gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }",
            "fragment": f"{head}out highp uint word;\n"
                        "void main() { vec2 at = floor(gl_FragCoord.xy); "
                        f"word = floatBitsToUint({function}(at.x * at.y)); }}"}))
        gl("glClearBufferuiv", 0x1800, 0, words(witness.CANARY, 0, 0, 0))
        gl("glDrawArrays", 4, 0, 3)
        got = words(0, 0, 0, 0)
        gl("glReadPixels", LEFT, LOW, 2, 2, 0x8D94, 0x1405, got)
        rows.append([struct.unpack("<f", struct.pack("<I", word))[0] for word in got])
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
