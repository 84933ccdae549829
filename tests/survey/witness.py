#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""witness.py API < QUESTIONS > WORDS: a second program that asks a driver, so that a report
is held neither against itself nor against the habits of one release.

It shares nothing with fpstripe: EGL's surfaceless platform and OpenGL by ctypes, a shader
of its own for each question, one pixel, and the word in it. API is es3 or gl. QUESTIONS is
a JSON list of {"stage": "fragment", "vertex" or "compute"; "form": "plain", "precise" or
"invariant"; "precision": ...; "expression": GLSL of the floats a, b and c; "operands":
[[a, b, c], ...], as words}, and for a texture of one texel, whose channels are the float a,
"texture": the number of its format, and "declare": what declares its sampler; with "row",
the texture is that row of numbers, filtered. WORDS has a list for each, of a word for each
operands; null where the shader is refused.
"""

import ctypes
import json
import struct
import sys

HEADS = {"es3": "#version 320 es\nprecision highp float;\n"
                "precision highp uimage2D;\n",
         "es3.1": "#version 310 es\n#extension GL_EXT_gpu_shader5 : enable\n"
                  "precision highp float;\nprecision highp uimage2D;\n",
         "es3.0": "#version 300 es\nprecision highp float;\n",
         "gl": "#version 450 core\n",
         "gl3": "#version 330 core\n#extension GL_ARB_gpu_shader5 : enable\n"}
# The API to bind, EGL's version and profile attributes, the head of a shader.
CONTEXTS = {"es3": ((0x30A0, (3, 2), "es3"), (0x30A0, (3, 1), "es3.1"),
                    (0x30A0, (3, 0), "es3.0")),
            "gl": ((0x30A2, (4, 5), "gl"), (0x30A2, (3, 3), "gl3"))}
STAGES = {"fragment": 0x8B30, "vertex": 0x8B31, "compute": 0x91B9}
POINT = "gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 1.0;"
CANARY = 0xDEADBEEF

egl = None


def gl(name, *values, result=None):
    """Calls an entry point; numbers are ints of C."""
    return ctypes.CFUNCTYPE(result)(egl.eglGetProcAddress(name.encode()))(*values)


def words(*values):
    return (ctypes.c_uint * len(values))(*values)


def open_context(api):
    """Makes the best context current and returns the head of its shaders."""
    global egl
    egl = ctypes.CDLL("libEGL.so.1")
    for name in ("eglGetProcAddress", "eglGetPlatformDisplay", "eglCreateContext"):
        getattr(egl, name).restype = ctypes.c_void_p
    display = ctypes.c_void_p(egl.eglGetPlatformDisplay(0x31DD, None, None))
    egl.eglInitialize(display, None, None)
    for bound, (major, minor), head in CONTEXTS[api]:
        egl.eglBindAPI(bound)
        profile = (0x30FD, 1) if api == "gl" else ()
        made = egl.eglCreateContext(display, None, None,
                                    words(0x3098, major, 0x30FB, minor, *profile, 0x3038))
        if made and egl.eglMakeCurrent(display, None, None, ctypes.c_void_p(made)):
            return HEADS[head]
    raise SystemExit(f"witness: no {api} context")


def make_target():
    """A pixel that is a word: what is drawn to and what a compute shader stores in."""
    name = words(0)
    gl("glGenTextures", 1, name)
    gl("glBindTexture", 0x0DE1, name[0])
    gl("glTexStorage2D", 0x0DE1, 1, 0x8236, 1, 1)  # R32UI
    texture = name[0]
    gl("glGenFramebuffers", 1, name)
    gl("glBindFramebuffer", 0x8D40, name[0])
    gl("glFramebufferTexture2D", 0x8D40, 0x8CE0, 0x0DE1, texture, 0)
    gl("glGenVertexArrays", 1, name)
    gl("glBindVertexArray", name[0])
    gl("glViewport", 0, 0, 1, 1)
    return texture


def shaders(question, head):
    """The shaders of a question, by stage, each whole."""
    stage, form = question["stage"], question["form"]
    precision = question["precision"] if " es" in head else ""
    operands = "".join(f"uniform {precision} float {name};\n" for name in "abc")
    exact = "precise" if form == "precise" else ""
    # Some compilers lose `invariant` where a value comes out of a function.
    operands += question.get("declare", "")
    operands += (f"{precision} float ask({precision} float a, {precision} float b, "
                 f"{precision} float c)\n{{ {exact} {precision} float value = "
                 f"{question['expression']};\nreturn value; }}\n")
    body = (f"{exact} {precision} float value = ask(a, b, c);\n"
            "highp uint bits_of_value = floatBitsToUint(value);\n")
    mark = "invariant " if form == "invariant" else ""
    if stage == "vertex":
        match = "invariant " if mark and "330" in head else ""
        return {"vertex": f"{head}{operands}{mark}flat out highp uint bits;\n"
                          f"void main() {{ {POINT} {body} bits = bits_of_value; }}",
                "fragment": f"{head}{match}flat in highp uint bits;\nout highp uint word;\n"
                            "void main() { word = bits; }"}
    if stage == "compute":
        return {"compute": f"{head}layout(local_size_x = 1) in;\n{operands}"
                           "layout(r32ui, binding = 0) writeonly uniform uimage2D target;\n"
                           f"void main() {{ {body} imageStore(target, ivec2(0), "
                           "uvec4(bits_of_value)); }"}
    return {"vertex": f"{head}void main() {{ {POINT} }}",
            "fragment": f"{head}{operands}{mark}out highp uint word;\n"
                        f"void main() {{ {body} word = bits_of_value; }}"}


def link(texts):
    program, ok = gl("glCreateProgram", result=ctypes.c_uint), words(0)
    for stage, text in texts.items():
        shader = gl("glCreateShader", STAGES[stage], result=ctypes.c_uint)
        gl("glShaderSource", shader, 1, (ctypes.c_char_p * 1)(text.encode()), None)
        gl("glCompileShader", shader)
        gl("glAttachShader", program, shader)
    gl("glLinkProgram", program)
    gl("glGetProgramiv", program, 0x8B82, ok)
    return program if ok[0] else None


def make_texture(kept, texels, linear):
    """Of floats, as words; all four channels are the same. RGBA8 is given bytes."""
    name = words(0)
    gl("glGenTextures", 1, name)
    gl("glBindTexture", 0x0DE1, name[0])
    for parameter, value in ((0x2801, 0x2600 + linear), (0x2800, 0x2600 + linear),
                             (0x2802, 0x812F), (0x2803, 0x812F)):  # CLAMP_TO_EDGE
        gl("glTexParameteri", 0x0DE1, parameter, value)
    channels = [texel for texel in texels for _ in range(4)]
    data, form = words(*channels), 0x1406
    if kept == 0x8058:
        data, form = (ctypes.c_ubyte * len(channels))(
            *[255 * (channel != 0) for channel in channels]), 0x1401
    gl("glTexImage2D", 0x0DE1, 0, kept, len(texels), 1, 0, 0x1908, form, data)


def word_of(program, operands, computes, kept=None):
    got = words(CANARY)
    if kept:
        make_texture(kept, operands[:1], False)
    for name, word in zip("abc", operands):
        place = gl("glGetUniformLocation", program, ctypes.c_char_p(name.encode()),
                   result=ctypes.c_int)
        gl("glUniform1fv", place, 1, words(word))
    gl("glClearBufferuiv", 0x1800, 0, words(CANARY, 0, 0, 0))
    if computes:
        gl("glFinish")  # Zink clears after it stores
        gl("glDispatchCompute", 1, 1, 1)
        gl("glMemoryBarrier", -1)
    else:
        gl("glDrawArrays", 0, 0, 1)
    gl("glReadPixels", 0, 0, 1, 1, 0x8D94, 0x1405, got)  # RED_INTEGER, UNSIGNED_INT
    return got[0]


def answer(question, head, target):
    program = link(shaders(question, head))
    if not program:
        return None
    gl("glUseProgram", program)
    computes = question["stage"] == "compute"
    if computes:  # write only, R32UI
        gl("glBindImageTexture", 0, target, 0, 0, 0, 0x88B9, 0x8236)
    kept, row = question.get("texture"), question.get("row")
    if row:
        make_texture(kept, [struct.unpack("<I", struct.pack("<f", x))[0] for x in row], True)
        kept = None
    return [word_of(program, operands, computes, kept) for operands in question["operands"]]


def main():
    head = open_context(sys.argv[1])
    target = make_target()
    json.dump([answer(question, head, target) for question in json.load(sys.stdin)],
              sys.stdout)


if __name__ == "__main__":
    main()
