#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""eval.py FPSTRIPE CASE: `fpstripe eval`, as a caller meets it.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is not
there. What sums, products and quotients of binary32 must be is computed here in double
and rounded once more, which changes nothing: 53 >= 2 * 24 + 2.
"""

import os
import random
import signal
import struct
import subprocess
import pathlib
import sys
import time

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import Skip, holds, want

RNE = ["-d", "fake:rne"]

# As `testfloat_gen f32_add` writes them: operands, sum, exception flags.
TESTFLOAT_ADD = """\
8683F7FF C07F3FFF C07F3FFF 01
00000000 3C072C85 3C072C85 00
9EDE38F7 3E7F7F7F 3E7F7F7F 01
3F800000 33800001 3F800001 01
7F7FFFFF 73000000 7F800000 05
7F800000 FF800000 7FC00000 10
"""


def run(*words, text="", **more):
    return cases.run("eval", *words, text=text, **more)


def answers(*words, text, status=0):
    return run(*words, text=text, status=status).stdout


def refused(*words, text="", **more):
    cases.refused("eval", *words, text=text, **more)


def rounded(value):
    """The binary32 nearest to a double, as a word."""
    try:
        return struct.unpack("<I", struct.pack("<f", value))[0]
    except OverflowError:
        return 0x7F800000 | (0x80000000 if value < 0 else 0)


def number(word):
    return struct.unpack("<f", struct.pack("<I", word))[0]


# --- formats ---------------------------------------------------------------------


def testfloat():
    """The generator's own lines, with and without what follows the operands."""
    full = TESTFLOAT_ADD
    short = "".join(line[:17] + "\n" for line in full.splitlines())
    result = "".join(line[:26] + "\n" for line in full.splitlines())
    for text in (full, short, full.replace("\n", "\r\n"), full.lower(), full[:-1],
                 full.replace(" ", "\t"), "# made by hand\n\n \t\r\n" + full + "\n#end",
                 full.replace("01\n", "01 whatever stands here\n")):
        want(answers("f32_add", *RNE, text=text), result, f"answers to {text!r}")
        want(answers("add", *RNE, text=text), result, f"answers to {text!r}")
    (cases.here / "cases.txt").write_text(full)
    want(answers("add", "cases.txt", *RNE, text="no hex"), result, "of a file")
    want(answers("add", "-", *RNE, text=full), result, "of -")
    want(answers("add", *RNE, text=""), "", "of nothing")
    want(answers("add", *RNE, text="\n\n#\n"), "", "of remarks")
    want(answers("add", "--reference", "cases.txt", "-d", "fake:rtz", text="").splitlines()[3],
         "3F800000 33800001 3F800000 3F800001", "--reference without a word, then a file")


# --- bad lines -------------------------------------------------------------------

# One of each kind; tests/cli/eval.txt has all.
BAD = (
    ("3F800000",
     "1:9: operand b is missing; want 2 operands of 8 hex digits or numbers (1.5)"),
    ("3F800000 \u00e9", "1:10: 0xc3 is no hex digit"),
    ("3F800000\x003F800000", "1:9: 0x00 is no hex digit"),
)


def bad_lines():
    """The good lines before a bad one are answered, and no line is too long to be refused."""
    refused("add", *RNE, text="3F800000 3F800000\n# x\n\n3F800000 oops\n" * 2, status=4,
            says="standard input:4:10: 'o' is no", stdout="3F800000 3F800000 40000000\n")
    refused("add", *RNE, text="3F800000 3F800000" + " " * (1 << 20), status=4,
            says="1:1: the line is longer than 1048575 bytes")


def skip_bad():
    good = "3F800000 3F800000"
    text = "".join(f"{line}\n{good}\n" for line, _ in BAD)
    done = run("add", *RNE, "--skip-bad", text=text)
    want(done.stdout, f"{good} 40000000\n" * len(BAD), "the good lines")
    want(done.stderr, f"fpstripe: warning: {len(BAD)} bad lines skipped; the first: "
         f"standard input:{BAD[0][1]}\n", "the last line")
    long = "x" * (5 << 20)
    done = run("add", *RNE, "--skip-bad", text=f"{good}\n{long}\n{good}\n#{long}\n{good}")
    want(done.stdout, f"{good} 40000000\n" * 3, "around lines that are too long")
    holds("2 bad lines" in done.stderr and ":2:1: the line is longer" in done.stderr,
          done.stderr)
    done = run("add", *RNE, "--skip-bad", text="no\n")
    holds("1 bad line skipped" in done.stderr and not done.stdout, done.stderr)


# --- streams ---------------------------------------------------------------------


def start(*words, **more):
    return subprocess.Popen([cases.program, "eval", *words], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            cwd=cases.here, env=cases.environment(), **more)


def stream():
    """Whoever waits for an answer before the next line gets it."""
    process = start("add", *RNE)
    for _ in range(3):
        process.stdin.write(b"3F800000 3F800000\n")
        process.stdin.flush()
        want(process.stdout.readline(), b"3F800000 3F800000 40000000\n", "the answer")
    # A line in pieces is one line.
    for piece in (b"3F80", b"0000 3F8", b"00000"):
        process.stdin.write(piece)
        process.stdin.flush()
        time.sleep(0.05)
    process.stdin.close()
    want(process.stdout.read(), b"3F800000 3F800000 40000000\n", "the last answer")
    want((process.wait(30), process.stderr.read()), (0, b""), "how it ends")


def large():
    """More than any block or buffer holds, in order; memory does not grow with it."""
    rows = [f"{i:08X} {i * 2654435761 % 2**32:08X}" for i in range(300_000)]
    got = answers("add", "-d", "fake:rne", text="\n".join(rows)).splitlines()
    want([line[:17] for line in got], rows, "operands")
    peaks = [peak_of(("\n".join(rows) + "\n").encode(), count) for count in (4, 16)]
    holds(peaks[1] < 1.2 * peaks[0], f"peak memory of 4 and 16 parts: {peaks} kB")


def peak_of(part, count):
    process = subprocess.Popen([cases.program, "eval", "add", *RNE], stdin=subprocess.PIPE,
                               stdout=subprocess.DEVNULL, env=cases.environment())
    for _ in range(count):
        process.stdin.write(part)
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    want(process.returncode, 0, "exit status")
    return usage.ru_maxrss


def interrupted():
    """At once, though nothing comes, and with the answers so far."""
    for number_, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = start("add", *RNE)
        process.stdin.write(b"3F800000 3F800000\n3F80")
        process.stdin.flush()
        want(process.stdout.readline(), b"3F800000 3F800000 40000000\n", "the answer")
        process.send_signal(number_)
        want(process.wait(30), status, "exit status, with its input still open")
        last = b"fpstripe: interrupted: the results so far are printed\n"
        want((process.stdout.read(), process.stderr.read()), (b"", last), "what follows")
        process.stdin.close()


# --- a real renderer -------------------------------------------------------------


def llvmpipe(*words):
    device = ["-d", "llvmpipe", *words]
    done = run("add", *device, status=None)
    if done.returncode == 3:
        raise Skip(done.stderr)
    return device


# Normal results of normal operands: llvmpipe flushes the others in some stages.
def normals(count, operation):
    generator = random.Random(754)
    while count:
        a, b = (generator.getrandbits(1) << 31 | generator.randrange(80, 175) << 23 |
                generator.getrandbits(23) for _ in "ab")
        result = operation(number(a), number(b))
        if result == 0 or 2.0**-126 <= abs(result) < 2.0**127:
            yield a, b, rounded(result)
            count -= 1


def renderer():
    """Sums, products and quotients, bit for bit, at two stages."""
    device = llvmpipe()
    for name, operation in (("add", lambda a, b: a + b), ("mul", lambda a, b: a * b),
                            ("div", lambda a, b: a / b)):
        rows = [f"{a:08X} {b:08X} {r:08X}" for a, b, r in normals(100_000, operation)]
        for stage in ("fragment", "compute"):
            text = "\n".join(rows) + "\n"
            got = answers(name, *device, "--stage", stage, text=text)
            for line, row in zip(got.splitlines(), rows) if got != text else ():
                want(line, row, f"{name} at the {stage} stage")
            want(len(got), len(text), "length of the answers")


def renderer_types():
    """Other types, stages and forms: what the reference wants."""
    device = llvmpipe()
    generator = random.Random(8)
    halves = "\n".join(f"{generator.randrange(0x3000, 0x4C00):04X} "
                       f"{generator.randrange(0x3000, 0x4C00):04X}" for _ in range(5000))
    doubles = "\n".join(" ".join(f"{generator.randrange(0x3F << 56, 0x40 << 56):016X}"
                                 for _ in "abc") for _ in range(5000))
    floats = "\n".join(" ".join(f"{generator.randrange(0x38 << 24, 0x48 << 24):08X}"
                                for _ in "abc") for _ in range(5000))
    for words, text in ((["f16_mul"], halves), (["f16_add", "--stage=vertex"], halves),
                        (["f64_div", "--api=gl"], doubles),
                        (["f64_add", "--api=gl", "--form=guarded"], doubles),
                        (["sub", "--stage=vertex"], floats),
                        (["mul", "--form=guarded"], floats),
                        (["mad", "--form=precise"], floats), (["rcp"], floats),
                        (["f32_to_f16"], floats), (["f16_to_f32", "--stage=vertex"], halves),
                        (["f64_to_f32", "--api=gl"], doubles),
                        (["f32_to_f64", "--api=gl", "--stage=compute"], floats),
                        (["f16_to_f64", "--api=gl"], halves)):
        got = answers(*words, *device, "--reference", text=text).splitlines()
        want(len(got), 5000, f"{words}: lines")
        for line in got:
            want(line.split()[-2], line.split()[-1], f"{words}: {line}")


def renderer_expressions():
    """Expressions of a real compiler, bit by bit against the model, and what it folds."""
    device = llvmpipe()
    generator = random.Random(34)
    floats = "\n".join(" ".join(f"{generator.randrange(0x3E8, 0x420) << 20 | generator.getrandbits(20):08X}"
                                for _ in "abcd") for _ in range(2000))
    for text in ("a * b + c / d", "fract(a * 64.0) - floor(b) * (c - d)", "mod(a, b) + c + d",
                 "v = vec3(a, b, c) * d; v.zxy.y - v.x / (v.y + 1.0)",
                 "mix(a, b, c) * d", "clamp(a - b, 0.25, c) + min(c, d) * max(a, d)",
                 "a < b && !(c >= d) ? sqrt(a) : abs(b - c) + d",
                 "s = a + b; t = s - a; (a - (s - t)) + (b - t), c * d",
                 "float(int(a * 100.0) % 7 << 2 | 1) + b + c + d",
                 "uint(a * 50.0) / 3u + (~uint(b) >> 4u), int(c) - int(d)",
                 "dot(vec2(a, b), vec2(c, d))", "smoothstep(a, a + b, c) + d",
                 "floatBitsToUint(a) ^ floatBitsToUint(b * c) & 0xFFu, a + b == c + d"):
        if " d" not in f" {text}" and "d)" not in text and "d;" not in text:
            text = f"d * 0.0 == 1.0 ? 1.0 : {text}"
        got = answers(text, *device, "--form=precise", "--stage=compute", "--reference=model",
                      text=floats).splitlines()
        want(len(got), 2000, f"{text}: lines")
        for line in got:
            words = line.split()[4:]
            want(words[:len(words) // 2], words[len(words) // 2:], f"{text}: {line}")
    got = answers("(a + b) - a", "a=0x1p24", "b=1.25", *device, "-d", "fake:rne",
                  text="").splitlines()
    want([line.split()[1] for line in got[2:4]], ["1.25", "2"], "a folded sum")
    holds("plain is folded" in got[4] and "guarded gives 2 (40000000)" in got[4], got)


def renderer_refuses():
    device = llvmpipe()
    old = {"MESA_GLES_VERSION_OVERRIDE": "3.0"}
    done = run("fma", *device, "--api=es3", text="3F800000 3F800000 3F800000", status=3,
               env=old)
    holds("its GLSL has no fma(a, b, c)" in done.stderr, done.stderr)
    done = run("add", "--api=es2", *device, text="3F800000 3F800000", status=3)
    holds("OpenGL ES 2.0 has no target" in done.stderr, done.stderr)
    done = run("f64_add", "--api=es3", *device, text="", status=3)
    holds("double" in done.stderr, done.stderr)


if __name__ == "__main__":
    sys.exit(cases.main(testfloat, bad_lines, skip_bad, stream, large, interrupted, renderer,
                        renderer_types, renderer_refuses, renderer_expressions))
