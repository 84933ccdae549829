# SPDX-License-Identifier: MIT
"""shade.py FPSTRIPE CASE: the command `shade`, on simulated devices."""

import json
import random as randoms
import struct
import pathlib
import sys
import zlib

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
import pngs
from cases import holds, run, want

HERE = pathlib.Path(__file__).resolve().parent
SMALL = ("--size", "24x16")
HEAD = """#version 300 es
precision mediump float;
uniform vec2 resolution;
uniform float time;
out vec4 color;
"""
# Line 10 loses what line 9 computed.
PLANTED = HEAD + """
void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    float far = uv.x + 1000.0;
    float near = far - 1000.0;
    color = vec4(near, uv.y, 0.5, 1.0);
}
"""
CLEAN = HEAD + """
void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    color = vec4(uv * 0.25 + 0.25, uv.x * uv.y, 1.0);
}
"""


def shader(text, name="it.frag"):
    (cases.here / name).write_text(text)
    return name


def shade(*words, status=0, **more):
    done = run("shade", *words, status=None, **more)
    if "glslang" in done.stderr and "not installed" in done.stderr:
        raise cases.Skip("glslang")
    want(done.returncode, status, f"exit status of shade {words}: {done.stderr}")
    return done


def report(text, *words, **more):
    return json.loads(shade(shader(text), *SMALL, "--json", *words, **more).stdout)


def blame():
    """The line that loses bits ranks first; without the loss, no line is blamed."""
    got = report(PLANTED, "-d", "fake:mali400")
    want(got["blame"][0]["line"], 10, "the line that is blamed first")
    want(got["blame"][0]["text"], "float far = uv.x + 1000.0;", "its text")
    holds(got["difference"]["changed"] > 100, "many pixels change")
    got = report(CLEAN, "-d", "fake:mali400", "--max-difference", "2/255")
    want(sum(line["difference"]["changed"] for line in got["blame"]), 0, "blame of a clean shader")
    got = report(PLANTED.replace("mediump", "highp"), "-d", "fake:t604")
    want(got["difference"]["changed"], 0, "differences with every qualifier highp")


def reports():
    """Shaders after public reports: the line at fault ranks first, and nothing is left of it
    on a device with more bits if every qualifier is highp."""
    files = sorted(HERE.glob("reports/*.frag"))
    want(len(files), 5, "the reports")
    for path in files:
        text = path.read_text()
        line = [k for k, words in enumerate(text.splitlines(), 1) if "// blamed" in words]
        got = report(text, "--time", "61.3")
        want([got["blame"][0]["line"]], line, f"{path.name}: the line that is blamed first")
        holds(got["blame"][0]["lost"]["worst"] >= 5, f"{path.name}: {got['blame'][0]['lost']}")
        got = report(text.replace("mediump", "highp"), "--time", "61.3", "-d", "fake:t604")
        want(got["difference"]["changed"], 0, f"{path.name}: differences with highp")


def times():
    """A range of times: from when on the shader breaks, and never if every qualifier is highp."""
    text = (HERE / "reports" / "shadereditor-19.frag").read_text()
    words = ("--time", "0..3600", "-d", "fake:t604", "--max-difference", "8/255")
    got = report(text, *words, status=1)
    holds(100 < got["breaks"]["first"]["value"] < 600, got["breaks"])
    holds(got["breaks"]["before"]["value"] < got["breaks"]["first"]["value"], got["breaks"])
    want(got["breaks_highp"]["first"], None, "the time with highp")
    said = shade(shader(text), *SMALL, *words, status=1).stdout
    holds("breaks from t = " in said and "never breaks (fake:t604, every qualifier highp)" in said,
          said)
    for wrong in ("3600..0", "0..", "..1", "a..b"):
        shade(shader(text), "--time", wrong, status=2)
    shade(shader(text), "--time", "0..1", "-o", "out", status=2)


def traced():
    """The first infinity, a branch that goes another way, lines that are blamed together."""
    large = HEAD + ("void main() { float x = 300.0 + gl_FragCoord.x;\nfloat y = x * 300.0;\n"
                    "color = vec4(y * 0.00001); }")
    got = report(large)
    want([line["line"] for line in got["trace"] if line["not_finite"]], [7], "the line of infinity")
    turns = HEAD + ("void main() { vec2 uv = gl_FragCoord.xy / resolution;\n"
                    "float far = uv.x + 100.0;\nif (far < 100.51)\ncolor = vec4(1.0);\n"
                    "else\ncolor = vec4(0.0); }")
    got = report(turns, "--size", "256x16")
    want([line["line"] for line in got["trace"] if line["other_way"]], [8], "the branch")
    sums = HEAD + ("void main() { float x = gl_FragCoord.x * 0.01;\nx = x + 1.0;\n"
                   "x = x + 1.0;\nx = x + 1.0;\nx = x + 1.0;\ncolor = vec4(x - 4.0); }")
    got = report(sums, "--max-difference", "0.002", status=1)
    holds(got["together"], "no line alone passes the limit")
    want(sum(line["blamed"] for line in got["blame"]), 2, "lines that are blamed together")


def files():
    """-o writes the pictures and the sheet, --raw the numbers."""
    shade(shader(PLANTED), *SMALL, "-o", "out", "--raw")
    for name in ("exact.png", "device.png", "difference.png", "exact-rgba.png", "device-rgba.png"):
        holds((cases.here / "out" / name).is_file(), name)
    want((cases.here / "out" / "device.f32").stat().st_size, 24 * 16 * 16, "bytes of the numbers")
    numbers = struct.unpack("<4f", (cases.here / "out" / "exact.f32").read_bytes()[:16])
    holds(abs(numbers[1] - 15.5 / 16) < 1e-6, f"the first pixel is the top left: {numbers}")


def several():
    """Several devices: a block of the text, an item of the JSON and files for each."""
    words = ("-d", "fake:mali400", "-d", "fake:t604", "-d", "fake:rne")
    got = report(PLANTED, *words)
    want([item["device"] for item in got], ["fake:mali400", "fake:t604", "fake:rne"], "devices")
    alone = [report(PLANTED, "-d", item["device"]) for item in got]
    want(got, alone, "what is found of each")
    said = shade(shader(PLANTED), *SMALL, *words, "-o", "several").stdout
    want(said.count("\ndevice   fake:"), 3, "blocks of the text")
    pictures = [(cases.here / "several" / f"device-{k}.png").read_bytes() for k in (1, 2, 3)]
    holds(pictures[0] != pictures[2], "the pictures of two devices")
    shade(shader(PLANTED), *SMALL, "-d", "fake:rne,p=5", "-d", "fake:rne", "--max-difference",
          "2/255", status=1)


def numbers(path):
    data = path.read_bytes()
    return [data[i:i + 16] for i in range(0, len(data), 16)]


OPEN = struct.pack("<I", 0x7fc0beef) * 4


def captured():
    """A capture predicts the pixels of the device that was captured, or leaves them open."""
    done = run("run", "--full", "-d", "surfaceless/es3", "-o", "capture", status=None)
    if done.returncode or "llvmpipe" not in done.stdout:
        raise cases.Skip("surfaceless llvmpipe")
    pixels = decided = 0
    for path in sorted(HERE.glob("*.frag")):
        text = path.read_text().replace("\nout vec4", "\nprecise out vec4")
        got = shade(shader(text), *SMALL, "--time", "1.7", "-d", "capture", "-d", "surfaceless/es3",
                    "--raw", "--json", "-o", "both").stdout
        ours, device = (numbers(cases.here / "both" / f"device-{k}.f32") for k in (1, 2))
        known = [k for k, pixel in enumerate(ours) if pixel != OPEN]
        wrong = [k for k in known if ours[k] != device[k]]
        want(wrong, [], f"{path.name}: pixels that are neither open nor right")
        want(len(ours) - len(known), json.loads(got)[0]["open"]["pixels"], f"{path.name}: open")
        pixels, decided = pixels + len(ours), decided + len(known)
    print(f"# {100 * decided / pixels:.1f} % of the pixels are not open")
    holds(decided > 0.45 * pixels, f"{decided} of {pixels} pixels are decided")
    free = shader(PLANTED)
    said = shade(free, *SMALL, "-d", "capture").stdout
    holds("open     " in said and "GLSL" in said, said)
    (cases.here / "empty").mkdir()
    shade(free, *SMALL, "-d", "empty/capture.json", status=3)


def expected():
    """--expect compares with the picture of an earlier run."""
    words = ("-d", "fake:mali400", "--max-difference", "2/255")
    shade(shader(PLANTED), *SMALL, "-d", "fake:mali400", "-o", "golden")
    for name in ("device.png", "device-rgba.png"):
        got = report(PLANTED, *words, "--expect", f"golden/{name}")
        want((got["expected"]["changed"], got["expected"]["largest"]["value"]), (0, 0.0), name)
    got = report(PLANTED, *words, "--expect", "golden/exact.png", status=1)
    holds(got["expected"]["changed"] > 100, got["expected"])
    report(PLANTED.replace("0.5, 1.0)", "0.5, 0.5)"), *words, "--expect", "golden/device.png")
    report(PLANTED.replace("0.5, 1.0)", "0.5, 0.5)"), *words, "--expect", "golden/device-rgba.png",
           status=1)
    said = shade(shader(PLANTED), "--expect", "golden/device.png", status=2).stderr
    holds("24 x 16" in said and "256 x 256" in said, said)
    shade(shader(PLANTED), *SMALL, "--expect", "nothing.png", status=2)
    shade(shader(PLANTED), *SMALL, *words, "-d", "fake:rne", "--expect", "golden/device.png",
          status=2)


# Statements, and what GLSL leaves undefined of them; None: nothing.
UNDEFINED = (
    ("sqrt(uv.x - 0.2)", "sqrt(x) with x < 0"),
    ("inversesqrt(zero)", "inversesqrt(x) with x <= 0"),
    ("pow(uv.x - 0.1, 2.0)", "pow(x, y) with x < 0"),
    ("pow(zero, zero)", "pow(0.0, y) with y <= 0"),
    ("log(-uv.y)", "log(x) or log2(x) with x <= 0"),
    ("asin(uv.x * 2.0)", "asin(x) or acos(x) with x beyond -1 and 1"),
    ("atan(zero, zero)", "atan(y, x) with x = y = 0"),
    ("smoothstep(0.5, 0.5 + zero, uv.x)", "smoothstep(a, b, x) with a >= b"),
    ("mod(uv.x, zero)", "mod(x, 0.0)"),
    ("float(7 / none)", "an int divided by 0"),
    ("float((none - 3) % 4)", "% with a negative int, or by 0"),
    ("float(1 << (none + 32))", "a shift by less than 0 or more than 31 places"),
    ("float(int(uv.x * 1.0e9 * 1.0e9))", "int(x) of a float that no int has"),
    ("w[int(uv.x * 5.0)]", "an array index out of range"),
    ("unset * 2.0", "a variable is read before it is written"),
    ("part.y * 2.0", "a variable is read before it is written"),
    ("split", "a derivative where pixels of the quad went another way"),
    ("part.x * 2.0", None), ("sqrt(uv.x) + log(uv.x) + asin(uv.x) + pow(uv.x, 2.0)", None),
    ("w[int(uv.x * 4.0)] + uv.x / zero", None), ("dFdx(uv.x) + mod(uv.x, 0.5)", None),
    ("float((none + 3) % 4 + (1 << (none + 31)) + int(-2147483000.0))", None),
)


def undefined():
    """What GLSL leaves undefined is reported with its line, where a pixel does it."""
    for words, what in UNDEFINED:
        text = HEAD.replace("mediump float", "highp float") + (
            "uniform float zero; uniform int none;\n"
            "void main() { float unset; vec2 part;\n"
            "part.x = 1.0; vec2 uv = gl_FragCoord.xy / resolution; float w[4];\n"
            "w[0] = 0.1; w[1] = 0.2; w[2] = 0.3; w[3] = 0.4;\n"
            f"color = vec4({words}); }}")
        text = text.replace("vec4(split)", "vec4(1.0); if (uv.x < 0.45) color.x = dFdx(uv.y)")
        got = report(text, "--size", "25x16")["undefined"]
        want([item["what"] for item in got], [what] if what else [], words)
    got = report(HEAD + "void main() { vec2 uv = gl_FragCoord.xy / resolution;\n"
                 "color = vec4(sqrt(uv.x - 0.5)); }")["undefined"]
    want((got[0]["line"], got[0]["pixels"]), (7, 12 * 16), "the line, and half of the pixels")
    text = HEAD + "uniform float zero;\nvoid main() { color = vec4(1.0 / zero); }"
    want(report(text, "-d", "fake:rne")["undefined"], [], "x / 0.0 with infinities")
    want(report(text, "-d", "fake:rne,overflow=saturate")["undefined"][0]["what"],
         "x / 0.0 without infinities", "x / 0.0")
    said = shade(shader(text), *SMALL, "-d", "fake:rne,overflow=saturate").stdout
    holds("undefined line 7: x / 0.0 without infinities, in 100.0 % of the pixels" in said, said)


def statements(random, count):
    """Statements on numbers from 0 to 1, none of which loses more than an ordinary rounding."""
    names, lines = ["uv.x", "uv.y"], []
    for k in range(count):
        a, b = random.choice(names), random.choice(names)
        c, d = (round(random.uniform(0.2, 0.7), 3) for _ in range(2))
        lines.append(random.choice((f"{a} * {c}", f"{a} * {b}", f"({a} + {b}) * {c}",
                                    f"{a} * {c} + {round(0.9 - c, 3)}", f"mix({a}, {b}, {d})",
                                    f"sqrt({a} * {c} + 0.25)", f"abs({a} - {b}) * {c}",
                                    f"sin({a} * {c})", f"min({a}, {b}) * {d} + 0.1")))
        names.append(f"v{k}")
    return lines


def written(lines):
    body = "".join(f"    float v{k} = {line};\n" for k, line in enumerate(lines))
    return (HEAD + "void main()\n{\n    vec2 uv = gl_FragCoord.xy / resolution;\n" + body +
            f"    color = vec4(v{len(lines) - 1}, v{len(lines) - 2}, v{len(lines) - 3}, 1.0);\n}}\n")


# What makes a line lose bits: the smaller operand of a sum, the whole part of a product, a
# result that is too small, and one that is too large.
LOSSES = ("({0} + {1}.0) - {1}.0", "fract({0} * 0.9 + {1}.0)", "{0} * 0.0000{1} * {2:.3f}",
          "{0} * {1}00.0 * 3.0 / {1}00.0 / 3.0")


def planted():
    """One edit of one line of a shader that was within 1/255 everywhere: the line ranks first
    in at least 95 of 100 shaders. Of 50 shaders without an edit, no line is blamed."""
    random = randoms.Random(35)
    clean = right = tried = 0
    missed = []
    while right + len(missed) < 100 or clean < 50:
        lines = statements(random, 12)
        got = report(written(lines))
        if got["difference"]["changed"]:
            continue
        if clean < 50:
            holds(not any(line["blamed"] for line in got["blame"]), "a clean shader is blamed")
            clean += 1
        at = random.randrange(6, 12)
        scale = random.randrange(300, 900)
        kind = LOSSES[tried % len(LOSSES)]
        tried += 1
        lines[at] = kind.format(f"({lines[at]})", scale, 1e7 / scale)
        got = report(written(lines))
        if not got["difference"]["changed"]:
            continue  # the line is not seen in the picture
        if got["blame"][0]["line"] == 9 + at:
            right += 1
        else:
            missed.append((kind, got["blame"][0]["line"], 9 + at))
        if right + len(missed) == 100:
            break
    print(f"{right} of 100 planted losses rank first, {clean} clean shaders")
    holds(right >= 95, f"{right} of 100 lines rank first; others: {missed}")


def ci():
    """--max-difference decides on the exit status."""
    report(PLANTED, "--max-difference", "2/255", status=1)
    report(CLEAN, "--max-difference", "2/255", status=0)
    for wrong in ("256/255", "-1", "x", "2/256"):
        shade(shader(CLEAN), "--max-difference", wrong, status=2)


def errors():
    """Messages name the user's file and line, whatever the form of the text is."""
    for text, line in ((HEAD + "void main() { color = nothing; }", 6),
                       ("void main()\n{\n    gl_FragColor = nothing;\n}\n", 3),
                       ("void mainImage(out vec4 c, in vec2 p)\n{\n  c = nothing;\n}\n", 3),
                       ("#version 330\nout vec4 c;\nvoid main() { c = nothing; }\n", 3)):
        said = shade(shader(text), status=4).stderr
        holds(f"it.frag:{line}: 'nothing'" in said, said)
    said = shade(shader(HEAD + "precision highp samplerCube; uniform samplerCube picture;\n"
                        "void main() { color = texture(picture, vec3(0.5)); }"), status=4).stderr
    holds("picture is not supported" in said, said)
    said = shade(shader(HEAD + "float f(float x) { return f(x); }\n"
                        "void main() { color = vec4(f(time)); }"), status=4).stderr
    holds("it.frag" in said, said)
    said = shade("missing.frag", status=4).stderr
    holds("missing.frag" in said, said)
    shade(shader(CLEAN), "-d", "fake:nothing", status=2)
    shade(shader(CLEAN), "-d", "fake:rne,coarse=5", status=2)
    shade(shader(CLEAN), "--formulas", "nothing", status=2)
    shade(shader(CLEAN), "--size", "0x5", status=2)
    shade(shader(CLEAN), "--set", "x", status=2)
    shade(status=2)


def endless():
    """A loop without an end ends with --timeout."""
    said = shade(shader(HEAD + "void main() { float x = 0.0; while (x < 1.0) x *= 0.5;\n"
                        "color = vec4(x); }"), *SMALL, "--timeout", "1", status=4).stderr
    holds("--timeout" in said, said)


def forms():
    """The same picture in each form that people have."""
    body = "vec4(p.x / {0}.x, p.y / {0}.y, sin({1} + p.x), 1.0);"
    toy = f"void mainImage(out vec4 c, in vec2 p) {{ c = {body.format('iResolution', 'iTime')} }}"
    book = ("precision highp float; uniform vec2 u_resolution; uniform float u_time;\n"
            "void main() { vec2 p = gl_FragCoord.xy; gl_FragColor = "
            + body.format("u_resolution", "u_time") + " }")
    new = (HEAD.replace("mediump", "highp") + "void main() { vec2 p = gl_FragCoord.xy; color = "
           + body.format("resolution", "time") + " }")
    gl = ("#version 330\nuniform vec2 resolution; uniform float time; out vec4 color;\n"
          "void main() { vec2 p = gl_FragCoord.xy; color = "
          + body.format("resolution", "time") + " }")
    pictures = []
    for text in (toy, book, new, gl):
        shade(shader(text), *SMALL, "--time", "3", "-d", "fake:rne", "-o", "out")
        pictures.append((cases.here / "out" / "device.png").read_bytes())
    for picture in pictures[1:]:
        holds(picture == pictures[0], "a form draws another picture")


def first_pixel(path):
    """The bytes of the top left pixel."""
    data = b"".join(body for kind, body in pngs.chunks(path.read_bytes()) if kind == b"IDAT")
    return list(zlib.decompress(data)[1:4])


def drawn(text, *words):
    """The top left pixel of the exact picture."""
    shade(shader(text), *SMALL, *words, "-o", "out")
    return first_pixel(cases.here / "out" / "exact.png")


def uniforms():
    """--set counts as often as it is given, and reaches parts of arrays, structs and blocks;
    what does not fit is refused."""
    text = HEAD + ("uniform vec3 a; uniform float b; uniform int n;\n"
                   "void main() { color = vec4(a.z, b, float(n) * 0.25, 1.0); }")
    want(drawn(text, "--set", "a=0,0,0.5", "--set=b=0.25", "--set", "n=2"), [128, 64, 128],
         "the first pixel")
    text = HEAD + ("struct Light { vec3 at; float w[3]; }; uniform Light lights[2];\n"
                   "layout(std140) uniform Block { vec4 tone; float gain; } block;\n"
                   "uniform bool on; uniform mat2 m; uniform uint big; uniform int n;\n"
                   "void main() { color = vec4(lights[n].w[2], block.tone.y * block.gain,\n"
                   "on ? m[1].x : float(big), 1.0); }")
    want(drawn(text, "--set", "lights[1].w[2]=0.5", "--set", "block.tone=0,0.5,0,0",
               "--set", "block.gain=0.5", "--set", "on=true", "--set", "m=0,0,1,0",
               "--set", "n=1"), [128, 64, 255], "parts of uniforms")
    want(drawn(text, "--set", "lights[0].w=0,0,1"), [255, 0, 0], "a whole array")
    for wrong, why in (("n=0.5", "not an int"), ("n=3000000000", "not an int"),
                       ("big=-1", "not a uint"), ("on=2", "not a bool"), ("m=1", "4 numbers"),
                       ("lights[0].w[3]=1", "no such uniform"), ("nothing=1", "no such uniform"),
                       ("n=it.png", "it.png"), ("n=1,", "numbers"), ("=1", "NAME")):
        said = shade(shader(text), "--set", wrong, status=2).stderr
        holds(why in said and len(said) < 120, said)


# Red grows to the right in four steps, green to the top.
RAMP = HEAD + "void main() { color = vec4(floor(gl_FragCoord.xy) / 3.0, 0.5, 0.5); }"


def textures():
    """A texture is a PNG file, nearest or linear, clamped or repeated, or the test picture."""
    shade(shader(RAMP), "--size", "4x4", "-o", "ramp")
    head = HEAD + "uniform sampler2D picture;\nvoid main() { color = "
    ramp = "--set=picture=ramp/exact.png"

    def at(u, v):
        return f"{head}vec4(texture(picture, vec2({u}, {v})).xyz, 1.0); }}"

    # the upper left texel is red 0, green 255; a repeated one is mixed with the others
    want(drawn(at("0.125", "0.875"), ramp), [0, 255, 128], "the centre of a texel")
    want(drawn(at("0.25", "0.875"), ramp), [42, 255, 128], "between two texels")
    want(drawn(at("0.25", "0.875"), ramp + ",nearest"), [85, 255, 128], "nearest")
    want(drawn(at("0.0", "0.875"), ramp), [128, 255, 128], "beyond the edge, repeated")
    want(drawn(at("0.0", "0.875"), ramp + ",clamp"), [0, 255, 128], "clamped")
    want(drawn(head + "texelFetch(picture, ivec2(2, 1), 0); }", ramp), [170, 85, 128], "texelFetch")
    want(drawn(head + "vec4(vec2(textureSize(picture, 0)) / 8.0, 0.0, 1.0); }", ramp),
         [128, 128, 0], "textureSize")
    want(drawn(head + "textureOffset(picture, vec2(0.125), ivec2(1, 2)); }", ramp),
         [85, 170, 128], "textureOffset")
    old = ("precision mediump float; uniform sampler2D texture; void main() {"
           "gl_FragColor = texture2D(texture, vec2(0.375, 0.125)); }")
    want(drawn(old, "--set=texture=ramp/exact.png"), [85, 0, 128], "a uniform named texture")
    toy = ("void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel1, vec2(0.125))"
           " + vec4(0.0, iChannelResolution[1].x / 8.0, 0.0, 1.0); }")
    want(drawn(toy, "--set=iChannel1=ramp/exact.png"), [0, 128, 128], "Shadertoy")
    # 8 bits of a filter are 256 levels between two texels
    text = head + "texture(picture, vec2(0.1255, 0.875)); }"
    for words, levels in ((",filter=8", 0.0), ("", 0.001)):
        got = report(text.replace("mediump", "highp"), ramp, "-d", f"fake:rne{words}")
        holds((got["difference"]["largest"]["value"] > 0.0005) == (words != ""), (words, got))
    said = shade(shader(text), *SMALL).stdout
    holds("texture  picture: not set, so a test picture" in said, said)
    got = report(text, ramp + ",clamp")
    want(got["textures"], [{"name": "picture", "file": "ramp/exact.png", "width": 4, "height": 4,
                            "filter": "linear", "wrap": "clamp"}], "the textures")
    whole = (cases.here / "ramp" / "exact.png").read_bytes()
    (cases.here / "cut.png").write_bytes(whole[:-20])
    for wrong in ("cut.png", "it.png", "ramp/exact.png,blurred", "1.0"):
        said = shade(shader(text), f"--set=picture={wrong}", status=2).stderr
        want(said.count("\n"), 1, f"lines of {said}")
    # a coordinate that lost bits reads another texel: its line is blamed
    got = report(head.replace("color =", "vec2 far = gl_FragCoord.xy / resolution + 1000.0;\ncolor =")
                 + "texture(picture, far); }", ramp + ",nearest")
    want(got["blame"][0]["line"], 7, "the line of the coordinate")


def inputs():
    """Inputs that are not built-in are the position in the picture, by name."""
    text = HEAD + "in vec2 vUv; in vec3 vNormal;\nvoid main() { color = vec4(vUv, vNormal.x, 1.0); }"
    said = shade(shader(text), *SMALL).stdout
    holds("inputs   vUv, vNormal: the position in the picture, from 0 to 1" in said, said)
    want(report(text)["inputs"], ["vUv", "vNormal"], "the inputs")


def models():
    """Every kind of simulated device draws; an adder of another kind is computed by the
    integer model, and agrees with the vectors where it is one of the 21 models."""
    text = HEAD + ("void main() { vec2 uv = gl_FragCoord.xy / resolution;\n"
                   "color = vec4(sqrt(uv.x) + uv.y, uv.x / (uv.y + 0.3), uv.x - uv.y * 0.7, 1.0); }")
    seen = {}
    for model in ("rne", "rtz", "rup", "chop-g1", "rna-ns2", "rne,p=14", "rne,mediump=11,ftz",
                  "rne,reciprocal", "rne,multiplier=2", "stochastic", "chop-g7",
                  "rne,mediump=11,overflow=saturate", "rne,p=20,double=30"):
        seen[model] = report(text, "-d", f"fake:{model}")["difference"]["mean"]["value"]
    holds(seen["rne"] < seen["rtz"] < seen["rne,p=14"] < seen["rne,mediump=11,ftz"], seen)


if __name__ == "__main__":
    sys.exit(cases.main(blame, captured, ci, errors, endless, expected, files, forms, inputs, models,
                        planted, reports, several, textures, times, traced, undefined, uniforms))
