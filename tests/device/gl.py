#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gl.py FPSTRIPE CASE: what real renderers and hostile drivers make the program say.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is
not there. FPSTRIPE_TEST_FILES is the folder of preload_round.so, filter_egl.so,
fake_egl.so, fake_egl_empty.so and, once fetched, angle/ and swiftshader/; else it is tests/device/
beside the program's.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import Skip, holds, run, want

ADDITIONS = ("width", "stripes", "stripes_unit", "ties", "sieve")
FOLDING = ("width", "stripes_unit", "ties", "sieve")  # those that ask (a + b) - a
PRECISIONS = ("highp", "mediump", "lowp")  # of every API
PATTERNS = {"rne": "beehive", "rtz": "orca", "rup": "none", "rdn": "orca"}

HERE = pathlib.Path(__file__).resolve().parent


def files():
    """Returns the folder of the tests' drivers."""
    beside = pathlib.Path(cases.program).parent / "tests" / "device"
    return pathlib.Path(os.environ.get("FPSTRIPE_TEST_FILES", beside)).resolve()


def survey(device, *words, env=None):
    return json.loads(run("-d", device, "--json", *words, env=env).stdout)


def one_line(done, says):
    lines = done.stderr.splitlines()
    want(len(lines), 1, f"lines on standard error: {done.stderr!r}")
    holds(re.search(says, lines[0]), f"{says!r} in {lines[0]!r}")
    holds(all(" " <= letter <= "~" for letter in lines[0]), f"plain text: {lines[0]!r}")


def pick(report, **keys):
    return [r for r in report["results"] if all(r[k] == v for k, v in keys.items())]


def name_of(result):
    return " ".join(result[k] for k in ("probe", "stage", "precision", "form", "readout"))


def need(name):
    path = files() / name
    if not path.exists():
        raise Skip(f"{path} is not there")
    return path


# The report of a renderer that computes right.


def is_unsupported(result):
    """Returns true if the API may lack the stage: the bytes of ES 2 may not carry the results of
    vertices, and an early version has no compute shaders."""
    reasons = {"vertex": "exactly through RGBA8", "compute": "compute shaders need"}
    return result["status"] == "unsupported" and result["stage"] in reasons and \
        reasons[result["stage"]] in result["reason"]


def check_precision(report, precision, bits, rounding):
    """Every guarded result names the bits, and all of them leave one model."""
    left = None
    for probe in ADDITIONS:
        found = pick(report, probe=probe, precision=precision, form="guarded")
        holds(found, f"{probe} {precision}: no guarded result")
        for result in found:
            if is_unsupported(result):
                continue
            want(result["status"], "ok", f"{name_of(result)}: {result['reason']}")
            want(result["verdict"]["fraction_bits"], bits, f"bits of {name_of(result)}")
            rules = set(result["verdict"]["survivors"])
            holds(rounding in rules, f"{rounding} survives {name_of(result)}: {rules}")
            left = rules if left is None else left & rules
    want(left, {rounding}, f"what all probes leave at {precision}")


def check_headline(report, bits, rounding):
    verdict = report["verdict"]
    want(verdict["fraction_bits"], bits, "bits of the headline")
    want(verdict["rounding"], rounding, "rounding of the headline")
    want(verdict["survivors"], [rounding], "survivors of the headline")
    want(verdict["pattern"], PATTERNS[rounding], "pattern of the headline")
    want(verdict["stage"], "fragment", "stage of the headline")
    want(verdict["precision"], "highp", "precision of the headline")


def check_folding(report, plain, precise):
    """The plain forms of (a + b) - a come out as `plain`, the others never fold."""
    for probe in FOLDING:
        for result in pick(report, probe=probe):
            # A compiler may do with the published form what it does with the plain one.
            statuses = {"plain": plain, "guarded": "ok", "precise": precise,
                        "published": plain}
            if not is_unsupported(result) and result["precision"] in PRECISIONS:
                want(result["status"], statuses[result["form"]],
                     f"{name_of(result)}: {result['reason']}")


def check_always(report):
    """What holds of every report: a reason for all that is not ok, and no numbers
    in what is no verdict."""
    want(report["schema"], "fpstripe-report/2", "schema")
    want(report["complete"], True, "complete")
    for result in report["results"]:
        told = result["status"] == "ok" or result["reason"]
        holds(told, f"reason of {name_of(result)}")
        if result["status"] in ("unsupported", "error", "unpainted", "skipped"):
            want(result["verdict"]["survivors"], [], f"survivors of {name_of(result)}")
        if result["probe"] == "stripes" and result["form"] == "published":
            holds(result["status"] != "folded", f"{name_of(result)} is folded")


def check_same(report):
    """A device that rounds as the reference does equals it, pixel by pixel."""
    for result in report["results"]:
        if result["status"] == "ok" and result["precision"] == "highp" and "findings" not in result:
            comparison = result["comparison"]
            want(comparison["mismatches"], 0, f"mismatches of {name_of(result)}")
            holds(comparison["pixels"] > 0, f"no pixel of {name_of(result)} was compared")


MESA = {"plain": "folded", "precise": "ok"}
ES31 = {"plain": "folded", "precise": "unsupported"}
ANGLE = {"plain": "ok", "precise": "unsupported"}

# device, environment, renderer, version, fraction bits of highp, mediump, lowp,
# rounding, folding.
RENDERERS = {
    "llvmpipe-es3": dict(device="surfaceless/es3", renderer="llvmpipe",
                         version="OpenGL ES 3.2", bits=(23, 10, 10), folding=MESA),
    "llvmpipe-gl": dict(device="surfaceless/gl", renderer="llvmpipe", version="4.5",
                        bits=(23, 23, 23), folding=MESA),
    "llvmpipe-device": dict(device="egl:0/es3", renderer="llvmpipe",
                            version="OpenGL ES 3.2", bits=(23, 10, 10), folding=MESA),
    "llvmpipe-es2": dict(device="surfaceless/es2", renderer="llvmpipe",
                         version="OpenGL ES", bits=(23, 10, 10), folding=ES31),
    "no-fp16": dict(device="surfaceless/es3", env={"GALLIUM_OVERRIDE_CPU_CAPS": "sse4.1"},
                    renderer="llvmpipe", version="OpenGL ES 3.2", bits=(23, 23, 23),
                    folding=MESA),
    "es3.0": dict(device="surfaceless/es3", env={"MESA_GLES_VERSION_OVERRIDE": "3.0"},
                  renderer="llvmpipe", version="OpenGL ES 3.0", bits=(23, 10, 10),
                  folding=ES31),
    "es2.0": dict(device="surfaceless/es2", env={"MESA_GLES_VERSION_OVERRIDE": "2.0"},
                  renderer="llvmpipe", version="OpenGL ES 2.0", bits=(23, 10, 10),
                  folding=ES31),
    "softpipe-es3": dict(device="surfaceless/es3", env={"GALLIUM_DRIVER": "softpipe"},
                         renderer="softpipe", version="OpenGL ES 3.1", bits=(23, 23, 23),
                         folding=MESA),
    "softpipe-gl": dict(device="surfaceless/gl", env={"GALLIUM_DRIVER": "softpipe"},
                        renderer="softpipe", version="3.3", bits=(23, 23, 23),
                        folding=MESA),
    "zink-es3": dict(device="surfaceless/es3",
                     env={"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"},
                     renderer="zink", version="OpenGL ES 3.2", bits=(23, 10, 10),
                     folding=MESA),
    "zink-gl": dict(device="surfaceless/gl",
                    env={"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1"},
                    renderer="zink", version="4.", bits=(23, 23, 23), folding=MESA),
    "angle-es3": dict(device="ANGLE/es3", renderer="SwiftShader", version="OpenGL ES 3.1",
                      bits=(23, 23, 23), folding=ANGLE),
    "angle-es2": dict(device="ANGLE/es2", renderer="SwiftShader", version="OpenGL ES",
                      bits=(23, 23, 23), folding=ANGLE),
    "swiftshader-es3": dict(device="SWIFTSHADER/es3", renderer="SwiftShader",
                            version="SwiftShader 4.1", bits=(23, 23, 23), folding=ANGLE),
    "swiftshader-es2": dict(device="SWIFTSHADER/es2", renderer="SwiftShader",
                            version="SwiftShader 4.1", bits=(23, 23, 23), folding=ANGLE),
}
for direction in ("rtz", "rup", "rdn"):
    for api, bits, folding in (("es3", (23, 10, 10), MESA), ("gl", (23, 23, 23), MESA),
                               ("es2", (23, 10, 10), ES31)):
        RENDERERS[f"{direction}-{api}"] = dict(
            device=f"surfaceless/{api}", env={"FPSTRIPE_TEST_ROUND": direction},
            rounding=direction, renderer="llvmpipe", version="", bits=bits,
            folding=folding)


def fetched(device):
    """The id of a device, "ANGLE/es3" being one of a library that is fetched."""
    name, _, api = device.partition("/")
    if not name.isupper():
        return device
    name = name.lower()
    done = subprocess.run([sys.executable, HERE / "fetch.py", name, files() / name],
                          capture_output=True, text=True, timeout=600)
    if done.returncode == cases.SKIP:
        raise Skip(done.stdout.strip())
    want(done.returncode, 0, f"exit status of fetch.py: {done.stderr}")
    return f"egl:{done.stdout.splitlines()[-1]}/{api}"


def ask_renderer(name, *words, **more):
    """Returns the report of a renderer of the table."""
    how = RENDERERS[name]
    device, env = fetched(how["device"]), {**how.get("env", {}), **more}
    if "FPSTRIPE_TEST_ROUND" in env:
        env["LD_PRELOAD"] = str(need("preload_round.so"))
    if "zink" in name and not pathlib.Path("/usr/share/vulkan/icd.d").is_dir():
        raise Skip("no Vulkan driver for Zink")
    return survey(device, *words, env=env)


def check_renderer(report, name):
    how = RENDERERS[name]
    about, rounding = report["device"], how.get("rounding", "rne")
    holds(how["renderer"] in about["renderer"], f"{how['renderer']} in {about['renderer']}")
    holds(how["version"] in about["version"], f"{how['version']} in {about['version']}")
    want(about["software"], True, "software")
    check_always(report)
    check_headline(report, how["bits"][0], rounding)
    for precision, fraction_bits in zip(PRECISIONS, how["bits"]):
        check_precision(report, precision, fraction_bits, rounding)
    check_folding(report, **how["folding"])
    if rounding == "rne":
        check_same(report)


def stages():
    """Vertex and compute answer as the fragment stage does."""
    report = survey("surfaceless/es3", "--stage", "all", "--precision", "highp")
    check_headline(report, 23, "rne")
    for stage in ("fragment", "vertex", "compute"):
        sieve = pick(report, probe="sieve", stage=stage, form="guarded")
        holds(sieve, f"sieve in the {stage} stage")
        for result in sieve:
            want(result["status"], "ok", f"{name_of(result)}: {result['reason']}")
            want(result["verdict"]["survivors"], ["rne"], name_of(result))


def readouts():
    """All readouts of a question agree."""
    report = survey("surfaceless/es3", "--readout", "all", "--form", "guarded",
                    "--precision", "highp")
    for probe in ADDITIONS:
        found = pick(report, probe=probe)
        want(sorted(r["readout"] for r in found), ["bits", "float32", "rgba8"], probe)
        for result in found:
            want(result["status"], "ok", f"{name_of(result)}: {result['reason']}")
            want(result["verdict"]["fraction_bits"], 23, name_of(result))


def no_float_target():
    """Without float targets that readout says so, and the others go on."""
    env = {"MESA_GLES_VERSION_OVERRIDE": "3.1",
           "FPSTRIPE_TEST_EXTENSION": "GL_EXT_color_buffer_float"}
    report = survey(f"egl:{need('filter_egl.so')}/es3", "--readout", "all", "--form",
                    "guarded", env=env)
    check_headline(report, 23, "rne")
    for result in report["results"]:
        wanted = "unsupported" if result["readout"] == "float32" else "ok"
        want(result["status"], wanted, f"{name_of(result)}: {result['reason']}")
        if wanted == "unsupported":
            holds("float" in result["reason"], result["reason"])


# A way of drawing that the driver lacks (filter_egl.c), and the ways in which the results of
# fragments and of vertices, and floats, come back instead.
DARK = {
    "no-attribute": ("triangle r32ui", "points r32ui", "triangle r32f"),
    "attribute": ("triangle-id r32ui", "points-id r32ui", "triangle-id r32f"),
    "triangles": ("points r32ui", "points r32ui", "points r32f"),
    "triangles,attribute": ("points-id r32ui", "points-id r32ui", "points-id r32f"),
    "r32ui,r32f": ("triangle rgba32ui", "points rgba32ui", "triangle rgba32f"),
    "r32ui,rgba32ui,attribute": ("triangle-id bytes", "points-id bytes",
                                 "triangle-id r32f"),
}


def dark(words):
    """Where one way of drawing paints nothing the next is found, the report says which
    answered, and every pixel is that of a driver that draws them all."""
    def ask(env):
        asked = ("--stage", "all", "--precision", "highp", "--form", "guarded",
                 "--readout", "all")
        return survey(f"egl:{need('filter_egl.so')}/es3", *asked, env=env)
    report, plain = ask({"FPSTRIPE_TEST_DARK": words}), ask({})
    check_headline(report, 23, "rne")
    want(report["measurement_sha256"], plain["measurement_sha256"], "measurement_sha256")
    bits, vertices, floats = DARK[words]
    ways = {("fragment", "bits"): bits, ("vertex", "bits"): vertices,
            ("fragment", "float32"): floats, ("compute", "bits"): "dispatch buffer"}
    for result in report["results"]:
        way = ways.get((result["stage"], result["readout"]))
        if way and "drawn" in result:
            want("{as} {target}".format(**result["drawn"]), way, name_of(result))
        want("drawn" in result, result["status"] != "unsupported", name_of(result))


def lines_as_bytes():
    """Words of expressions through a target of bytes are those of a target of words."""
    found = [survey(f"egl:{need('filter_egl.so')}/es3", "--full", "--probe", probe,
                    env={"FPSTRIPE_TEST_DARK": words})["measurement_sha256"]
             for probe in ("specials", "half_codes")
             for words in ("r32ui,rgba32ui", "")]
    want(found[0::2], found[1::2], "measurement_sha256")


def centroid():
    """The expression that reads a centroid varying, and no other, shows that it is wrong."""
    report = survey(f"egl:{need('filter_egl.so')}/es3", "--probe", "interpolation",
                    "--precision", "highp", env={"FPSTRIPE_TEST_CENTROID": "1"})
    want([finding["expression"] for result in report["results"]
          for finding in result.get("findings", ())
          if finding["expression"].startswith("constant, ") and finding["cases"] > 0
          and finding["agree"] < 100],
         ["constant, centroid"], "wrong constants")


def check_processor(said):
    """A renderer in software names the features that Linux knows of its processor."""
    names = {"f16c": "F16C", "fma": "FMA", "avx2": "AVX2", "avx512f": "AVX-512"}
    flags = re.search(r"^flags.*", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    has = flags.group().split() if flags else []
    want(said, ", ".join(name for flag, name in names.items() if flag in has), "processor")


def dark_apis():
    """Where an API paints nothing the next is measured, unless it was asked for."""
    device = f"egl:{need('filter_egl.so')}"
    env = {"FPSTRIPE_TEST_DARK": "triangles,points"}
    asked = ("-d", device, "--precision", "highp", "--expect", "rne,fraction_bits=23")
    done = run(*asked, "--no-sheet", "-o", cases.here / "out", env=env)
    holds("; does not paint in es3, gl" in " ".join(done.stdout.split()), done.stdout)
    report = json.loads((cases.here / "out" / "report.json").read_text())
    want((report["device"]["api"], report["device"]["dark"]), ("es2", "es3, gl"), "API")
    check_headline(report, 23, "rne")
    run("verify", cases.here / "out")
    for api in ("es3", "gl"):
        done = run(*asked, "--api", api, "--json", env=env, status=1)
        report = json.loads(done.stdout)
        want(report["verdict"]["status"], "undecided", "headline")
        want({r["status"] for r in report["results"] if r["form"] == "plain"},
             {"unpainted", "skipped"}, "results")
    run(*asked[:4], "--api", "es3", "--json", env=env)
    report = json.loads(run(*asked, "--json").stdout)
    want((report["device"]["api"], "dark" in report["device"]), ("es3", False), "API")
    check_processor(report["device"].get("processor", ""))


def says_how():
    """The screen tells of an unusual way, and of no usual one."""
    device = f"egl:{need('filter_egl.so')}/es3"
    asked = ("-d", device, "--probe", "width", "--no-sheet", "-o", cases.here / "out")
    done = run(*asked, env={"FPSTRIPE_TEST_DARK": "triangles"})
    holds(re.search(r"^drawn +as points into r32ui; the usual way paints nothing "
                    r"\(width fragment\s+bits, first\)", done.stdout, re.M), done.stdout)
    run("verify", cases.here / "out")
    holds("drawn " not in run(*asked).stdout, "nothing unusual")
    path = cases.here / "out" / "report.json"
    told = path.read_text().replace('"triangle"', '"dispatch"', 1)
    path.write_text(told)
    done = run("verify", cases.here / "out", status=1)
    holds("drawn" in done.stdout, done.stdout)


def no_entry():
    """A function that the driver lacks is named before it is called."""
    device = f"egl:{need('filter_egl.so')}"
    for api, name in (("es3", "glGenVertexArrays"), ("gl", "glClearBufferuiv"),
                      ("es2", "glScissor"), ("es3", "glDrawArrays")):
        one_line(run("-d", f"{device}/{api}", "--json", status=3,
                     env={"FPSTRIPE_TEST_ENTRY": name}), f"the driver has no {name}$")
    report = survey(f"{device}/es3", "--stage", "all", "--form", "guarded",
                    env={"FPSTRIPE_TEST_ENTRY": "glDispatchCompute"})
    check_compute_alone_missing(report)


def check_compute_alone_missing(report):
    check_headline(report, 23, "rne")
    for result in report["results"]:
        wanted = "unsupported" if result["stage"] == "compute" else "ok"
        want(result["status"], wanted, f"{name_of(result)}: {result['reason']}")
        holds(wanted == "ok" or "compute shaders need" in result["reason"], result)


def es2_bytes():
    """Where numbers do not come back exactly through bytes, nothing is told but that;
    without highp in fragments they do, in the precision that there is."""
    device = f"egl:{need('filter_egl.so')}/es2"
    asked = ("--full", "--probe", "storage")
    for result in survey(device, *asked, env={"FPSTRIPE_TEST_EVEN": "1"})["results"]:
        want((result["status"], result["findings"]), ("unsupported", []), name_of(result))
        holds("through RGBA8" in result["reason"] or "compute" in result["reason"], result)
    report = survey(device, *asked, env={"FPSTRIPE_TEST_NO_HIGHP": "1"})
    for result in pick(report, stage="fragment"):
        if result["precision"] == "highp":
            holds("no highp" in result["reason"], result)
            continue
        for finding in result["findings"]:
            known = finding["expression"] in ("varying", "uniform", "computed: x*1*1")
            want(finding["text"], ES2_HALF if known else "unsupported",
                 f"{name_of(result)} {finding['expression']}")
    report = survey(device, "--full", "--probe", "operations", "--precision", "mediump",
                    env={"FPSTRIPE_TEST_NO_HIGHP": "1"})
    for result in pick(report, stage="fragment", form="guarded"):
        texts = {finding["expression"]: finding["text"] for finding in result["findings"]}
        want((texts["a + b"], texts["a / b"]), ("rne", "nearest"), name_of(result))


def gl33_glsl45():
    """GLSL of a later version than the context: what the context lacks is not called."""
    report = survey("surfaceless/gl", "--stage", "all", "--form", "guarded",
                    env={"MESA_GL_VERSION_OVERRIDE": "3.3"})
    holds(report["device"]["version"].startswith("3.3"), report["device"])
    holds(report["device"]["glsl"].startswith("4."), report["device"])
    check_compute_alone_missing(report)


ES2_HALF = "10 bits, 2^-14 to 2^15"


def es2_has_no_es3():
    """What an old device cannot do is refused by name."""
    env = {"MESA_GLES_VERSION_OVERRIDE": "2.0"}
    one_line(run("-d", "surfaceless/es3", "--json", env=env, status=3), "es3")


def devices_listed():
    """devices names llvmpipe in three APIs, once each, as software."""
    rows = json.loads(run("devices", "--json").stdout)
    rows = rows["devices"] if isinstance(rows, dict) else rows
    found = [r for r in rows if r["usable"] and "llvmpipe" in r["renderer"]]
    want(sorted(r["api"] for r in found), ["es2", "es3", "gl"], "APIs of llvmpipe")
    holds(all(r["software"] for r in found), "llvmpipe is software")
    holds(all(r["usable"] or r["reason"] for r in rows), "a reason for each unusable row")
    glfw = [r for r in rows if r["id"].startswith("glfw/")]
    holds(glfw and not any(r["usable"] for r in glfw), "GLFW works without a display")


def no_such_device():
    """A device that is not there: one short line with the nearest names."""
    for word, rest in (("llvmpine", r"did you mean [\w:/]+ \(llvmpipe\)\?"),
                       ("geforce", r"use [\w:/]+ \(llvmpipe\).*see `fpstripe devices`"),
                       ("x" * 99, r"use [\w:/]+ \(llvmpipe\).*see `fpstripe devices`")):
        done = run("-d", word, "--json", status=3)
        one_line(done, rest)
        holds(len(done.stderr) <= 101, f"{len(done.stderr)} columns: {done.stderr}")


def no_such_number():
    """An EGL device past the last one: how many there are."""
    for number in ("9", "99999999999999999999"):
        one_line(run("-d", f"egl:{number}/es3", "--json", status=3),
                 rf"egl:{number}: no such device; there (is 1|are \d+) EGL devices?, egl:0")


# Hostile drivers.


def whole_png(path):
    data = path.read_bytes()
    return data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND"


def check_whole(folder):
    """Nothing in the folder is half-written, and what the capture names is there."""
    if not folder.exists():
        return
    for path in (path for path in folder.rglob("*") if path.is_file()):
        holds(path.suffix in (".json", ".png"), f"{path.name} was left behind")
        holds(path.suffix != ".png" or whole_png(path), f"{path.name} is not whole")
    for name in cases.named_in(folder) if (folder / "capture.json").exists() else ():
        holds((folder / "pictures" / name).exists(), f"{name} is missing")


def hostile_run(mode, *words, library="fake_egl.so", status=3):
    path = need(library)
    out = cases.here / "out"
    done = run("-d", f"egl:{path}", "--timeout", "2", "--no-sheet", "-o", out, *words,
               env={"FPSTRIPE_TEST_EGL": mode}, status=status)
    check_whole(out)
    report = out / "report.json"
    return done, json.loads(report.read_text()) if report.exists() else None


# Drivers that end before there is a device: mode, the line on standard error. The first mode is a
# library of its own.
NO_DEVICE = {
    "empty-library": "lacks egl",
    "no-gl": "entry points|eglGetProcAddress",
    "no-devices": "display",
    "no-config": "context|config",
    "no-context": "context",
    "gl-null-strings": "entry points|name",
    "init-fails": "0x3001",
    "init-crashes": "crashed.*SIGSEGV",
    "init-aborts": "crashed.*SIGABRT",
    "init-overflows": "crashed.*SIG(SEGV|BUS)",
    "init-hangs": "hangs.*2 s",
}

# Drivers that break in a draw: mode, the line on standard error.
BREAKS = {
    "draw-crashes": "crashed.*SIGSEGV",
    "draw-hangs": "hangs.*2 s",
    "thread-crashes": "crashed.*SIGSEGV",
    "lost": "context was lost.*0x0507",
}

# Drivers that go on: mode, the status of every result, and its reason.
GOES_ON = {
    "": ("unpainted", "never painted"),
    "egl-null-strings": ("unpainted", "never painted"),
    "compile-fails": ("error", "0:7: error"),
    "compile-fails-mute": ("error", "."),
    "no-target": ("error", "target"),
    "out-of-memory": ("error", "0x0505"),
}


def no_device(mode, says):
    library = "fake_egl_empty.so" if mode == "empty-library" else "fake_egl.so"
    done, report = hostile_run(mode, library=library)
    one_line(done, says)
    want(done.stdout, "", "standard output")
    want(report, None, "a report of a device that never was")
    holds(not (cases.here / "out").exists() or not list((cases.here / "out").iterdir()),
          "files of a device that never was")


def missing_library():
    done = run("-d", "egl:/nonexistent/libEGL.so", "-o", cases.here / "out", status=3)
    one_line(done, "/nonexistent/libEGL.so")
    check_whole(cases.here / "out")


def not_a_library():
    bad = cases.here / "libEGL.so"
    bad.write_bytes(struct.pack("<16sHH", b"\x7fELF\x02\x01\x01", 3, 62) + b"\0" * 400)
    one_line(run("-d", f"egl:{bad}", "--json", status=3), "libEGL.so")
    bad.unlink()
    os.mkfifo(bad)  # dlopen waits for its writer; the watchdog does not
    one_line(run("-d", f"egl:{bad}", "--json", "--timeout", "1", status=3), "hangs")


def no_egl():
    """Without libEGL every way in says so, and which packages have it."""
    (cases.here / "libEGL.so.1").write_bytes(b"")
    env = {"LD_LIBRARY_PATH": str(cases.here)}
    says = "no EGL: .*libEGL.so.1.* install libegl1 and libegl-mesa0$"
    for words in ([], ["-d", "egl:0"], ["-d", "surfaceless/es3"]):
        one_line(run(*words, "--json", env=env, status=3), says)
    one_line(run("-d", "llvmpipe", "--json", env=env, status=3), "fpstripe devices` says why")
    rows = run("devices", env=env, status=3).stdout
    holds(re.search(f"^default +all  unusable: {says}", rows, re.M), rows)
    holds(re.search("^glfw +all  unusable: no display: neither DISPLAY", rows, re.M), rows)


def no_runtime_folder():
    """Without XDG_RUNTIME_DIR a layer of Vulkan, which Zink loads, has nothing to say."""
    done = run("-d", "surfaceless/es3", "--probe", "ties", "--json",
               env={"GALLIUM_DRIVER": "zink", "LIBGL_ALWAYS_SOFTWARE": "1",
                    "XDG_RUNTIME_DIR": ""})
    want(done.stderr, "", "standard error")


def breaks(mode, says):
    done, report = hostile_run(mode)
    first = done.stderr.splitlines()[0]
    holds(re.search(says, first), f"{says!r} in {first!r}")
    others = [line for line in done.stderr.splitlines()[1:] if "wrote" not in line]
    want(others, [], "further lines on standard error")
    if report:
        want(report["complete"], False, "complete")
        want(report["verdict"]["fraction_bits"], None, "bits of the headline")
    done = run("-d", f"egl:{need('fake_egl.so')}", "--timeout", "2", "--json",
               env={"FPSTRIPE_TEST_EGL": mode}, status=3)
    one_line(done, says)


def goes_on(mode, status, says):
    for probe in ("stripes", "half_target", "unorm8"):
        goes_on_with(probe, mode, status, says)


def goes_on_with(probe, mode, status, says):
    done, report = hostile_run(mode, "--precision", "highp", "--probe", probe, status=0)
    holds("wrote" in done.stderr or not done.stderr, done.stderr)
    holds(report["results"], "results")
    want(report["verdict"]["fraction_bits"], None, "bits of the headline")
    want(report["verdict"]["survivors"], [], "survivors of the headline")
    for result in report["results"]:
        want(result["status"], status, f"{name_of(result)}: {result['reason']}")
        holds(re.search(says, result["reason"]), f"{says!r} in {result['reason']!r}")
    for text in (json.dumps(report, ensure_ascii=False), done.stdout, done.stderr):
        bad = re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
        holds(not bad, f"control characters: {text!r}")


def devices_broken(mode, says):
    """Each row says what its driver did, one of a platform for all; a single device
    of it does too."""
    folder = cases.here / "lib"
    folder.mkdir()
    (folder / "libEGL.so.1").symlink_to(need("fake_egl.so"))
    env = {"FPSTRIPE_TEST_EGL": mode, "LD_LIBRARY_PATH": str(folder)}
    with concurrent.futures.ThreadPoolExecutor() as pool:  # each waits for the driver
        done, listed, asked = pool.map(
            lambda words: run(*words, "--timeout", "1", env=env, status=3),
            [["devices"], ["devices", "--json"], ["-d", "surfaceless/es3", "--json"]])
    one_line(done, "no usable device")
    for platform in ("egl:0", "surfaceless", "default"):
        holds(re.search(rf"^{platform} +all  unusable: the driver {says}", done.stdout, re.M),
              f"a row of {platform}: {done.stdout}")
        want(done.stdout.count(platform), 1, f"rows of {platform} in {done.stdout}")
    rows = json.loads(listed.stdout)["devices"]
    broken = [r for r in rows if not r["id"].startswith("glfw/")]
    want(len(broken), 9, "rows of three platforms in three APIs")
    for row in broken:
        want(row["usable"], False, row["id"])
        holds(re.search(says, row["reason"]), f"{says!r} in {row}")
    one_line(asked, f"surfaceless/es3.*{mode[5:9]}")


def chatty():
    """What a driver prints does not get into the data."""
    report = survey(f"egl:{need('fake_egl.so')}", "--probe", "ties",
                    env={"FPSTRIPE_TEST_EGL": "chatty"})
    want(report["complete"], True, "complete")


def shader_dir():
    """A run with a shader of the user's says so, and is no capture."""
    folder, out = cases.here / "shaders", cases.here / "out"
    folder.mkdir()
    source = pathlib.Path(__file__).resolve().parents[2] / "shaders" / "ties.glsl"
    (folder / "ties.glsl").write_bytes(source.read_bytes() + b"// mine\n")
    (folder / "stripes.glsl").write_text("no shader of this run")
    words = ["-d", "surfaceless", "--probe", "ties", "--precision", "highp", "--no-sheet",
             "--shader-dir", folder]
    own = json.loads(run(*words[:-2], "--json").stdout)
    screen = run(*words, "-o", out).stdout
    holds("shaders     ties (--shader-dir): this report is no capture of a device" in screen, screen)
    report = json.loads((out / "report.json").read_text())
    text = (folder / "ties.glsl").read_bytes()
    want(report["shaders"], [{"probe": "ties", "sha256": hashlib.sha256(text).hexdigest()}],
         "shaders")
    want(report["verdict"], own["verdict"], "verdict")
    holds("shaders" not in own, "its own shaders")
    holds(report["measurement_sha256"] != own["measurement_sha256"], "the same hash")
    holds(str(folder) not in json.dumps(report), "a path in the report")
    verified = run("verify", out, status=1).stdout
    holds(": unproven; " in verified and "the shaders are not the program's ties" in verified,
          verified)
    done = run(*words, "--captures", cases.here / "captures", status=2)
    one_line(done, "--captures .* --shader-dir")
    holds(not (cases.here / "captures").exists(), "a capture was filed")


def strings(value):
    """All strings of a JSON document, keys too."""
    if isinstance(value, dict):
        return [*value, *(text for inner in value.values() for text in strings(inner))]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)]
    return [value] if isinstance(value, str) else []


def no_paths():
    """No report names a folder or a user of the machine that made it."""
    library = shutil.copy(need("filter_egl.so"), cases.here / "libEGL.so")
    shaders, out = cases.here / "shaders", cases.here / "out"
    shaders.mkdir()
    source = pathlib.Path(__file__).resolve().parents[2] / "shaders" / "ties.glsl"
    # one more ulp: then the report has a command that draws the picture again
    (shaders / "ties.glsl").write_text(source.read_text().replace("(0, rest", "(0, 3.0 * rest"))
    device = f"egl:{library}/es3"
    asked = ["-d", device, "--probe", "ties", "--precision", "highp", "--shader-dir", shaders]
    run(*asked, "-o", out)
    made = [(out / "report.json").read_text(), run(*asked, "--json", "--no-sheet").stdout]
    want(json.loads(made[0])["device"]["id"], "egl:libEGL.so/es3", "device.id")
    holds('"again":"fpstripe run -d egl:libEGL.so/es3 ' in made[0].replace(": ", ":"), "no command")
    run("sweep", "gl:sin", "-d", device, "--inputs", "1..1.01", "-o", cases.here / "sweep")
    made += [path.read_text() for path in (cases.here / "sweep").rglob("*.json")]
    holds(len(made) > 2, "no report of the sweep")
    made.append(run("devices", "--json", status=None).stdout)
    for text in made:
        for string in strings(json.loads(text)):
            holds(not re.search(r"(?<![\w.*)])/(?:[\w.+-]+/)+[\w.+-]", string), string)
            holds(str(cases.here) not in string and os.path.expanduser("~") not in string, string)


def check_ops(rows, types):
    """Every operation, in each stage and precision: what chains leave, and errors."""
    once = {"add", "mul", "div", "sqrt", "from half", "to int", "from int"}
    asked = {row["variant"] for row in rows}
    want(asked, {f"{stage} {type_}" for stage in ("compute", "fragment", "vertex")
                 for type_ in types}, "variants")
    want(len({(row["operation"], row["variant"]) for row in rows}), len(rows), "rows")
    for row in rows:
        holds("reason" not in row and row["computed"] is True, row)
        holds(0 < row["gops_min"] <= row["gops_median"] <= row["gops_max"], row)
        holds(row["not_finite"] == 0 and row["error_inputs"] >= 8192, row)
        asked = 11 if "mediump" in row["variant"] or row["operation"] == "to half" else 24
        want(row["error_ulp_bits"], asked, row)
        own = row["error_ulp32"] * 2.0 ** (asked - 24)
        holds(abs(row["error_ulp"] - own) <= 1e-5 * own, row)
        if "mediump" not in row["variant"] and row["operation"] in once:
            holds(row["error_ulp32"] <= 0.5, row)
    single = {row["operation"]: row["error_ulp32"] for row in rows
              if row["variant"] == "compute highp"}
    want(len(single), 14, "operations")
    holds(single["add"] > 0.49 and 4000 < single["to half"] <= 8192, single)


def all_expect():
    """Each device of `-d all` is held to what is expected; one that is not makes it 1."""
    words = ("-d", "all", "--api", "es3", "--probe", "stripes", "--form", "guarded",
             "--precision", "highp", "--no-sheet", "-o")
    run(*words, "met", "--expect", "rne")
    done = run(*words, "unmet", "--expect", "rtz", status=1)
    holds("expected rtz" in done.stderr, f"what was expected: {done.stderr}")
    undecided = run(*words, "wide", "--expect", "precision=mediump", status=1)
    holds("mediump" in undecided.stderr, f"the place: {undecided.stderr}")


def excess_x87():
    """Without SSE, llvmpipe computes on the x87: 64 bits inside an expression, 24 stored."""
    x87 = {"GALLIUM_OVERRIDE_CPU_CAPS": "nosse"}
    for api, form in (("es3", "precise"), ("es2", "guarded")):
        report = json.loads(run("-d", "llvmpipe", "--api", api, "--probe", "excess", "--json",
                                "--reference", "host", env=x87).stdout)
        found = pick(report, probe="excess", form=form, stage="fragment")
        if "128 bits" not in report["device"]["renderer"] or \
                all(one["status"] == "ok" for one in found):
            raise Skip("this llvmpipe uses SSE all the same")
        want({(one["status"], one["verdict"]["inside_bits"]) for one in found},
             {("excess", 64)}, f"{api}: bits inside an expression")
        report = json.loads(run("-d", "llvmpipe", "--api", api, "--precision", "highp", "--json",
                                "--reference", "host", env=x87).stdout)
        # On some processors LLVM makes code in which the sum that fract() takes is truncated.
        headlines = {
            True: "24-bit significand when stored, 64 inside an expression, "
                  "rounds to nearest even",
            False: "undecided: no rounding rule survives all probes of fragment highp, "
                   "where an expression keeps 64 bits"}
        ruled = [one for one in pick(report, status="ok")
                 if one["form"] != "published" and one["verdict"].get("survivors")]
        others = {one["probe"] for one in ruled if "rne" not in one["verdict"]["survivors"]}
        holds(len(ruled) >= 5 and others <= {"stripes"}, f"{api}: {len(ruled)}, {others}")
        want(report["verdict"]["text"], headlines[not others], f"{api}: the headline")


def bench_ops(api):
    done = run("bench", "ops", "--json", "-d", "llvmpipe", "--api", api,
               env={"CUDA_VISIBLE_DEVICES": "-1"})
    check_ops(json.loads(done.stdout)["ops"]["gl"]["rows"], {"highp", "mediump"})


CASES = {
    "bench-ops-es3": lambda: bench_ops("es3"),
    "bench-ops-gl": lambda: bench_ops("gl"),
    "stages": stages,
    "readouts": readouts,
    "no-float-target": no_float_target,
    "dark-apis": dark_apis,
    "all-expect": all_expect,
    "excess-x87": excess_x87,
    "lines-as-bytes": lines_as_bytes,
    "says-how": says_how,
    "no-entry": no_entry,
    "gl33-glsl45": gl33_glsl45,
    "es2-has-no-es3": es2_has_no_es3,
    "es2-bytes": es2_bytes,
    "devices": devices_listed,
    "devices-crash": lambda: devices_broken("init-crashes", "crashed: Segmentation fault"),
    "devices-hang": lambda: devices_broken("init-hangs", "hangs: nothing for 1 s"),
    "no-such-number": no_such_number,
    "no-such-device": no_such_device,
    "missing-library": missing_library,
    "not-a-library": not_a_library,
    "no-egl": no_egl,
    "no-runtime-folder": no_runtime_folder,
    "hostile-chatty": chatty,
    "shader-dir": shader_dir,
    "no-paths": no_paths,
    "centroid": centroid,
}
CASES.update({name: lambda name=name: check_renderer(ask_renderer(name), name)
              for name in RENDERERS})
CASES.update({f"dark-{words.replace(',', '-')}": lambda words=words: dark(words)
              for words in DARK})
CASES.update({f"hostile-{mode}": lambda mode=mode, says=says, check=check: check(mode, says)
              for check, modes in ((no_device, NO_DEVICE), (breaks, BREAKS))
              for mode, says in modes.items()})
CASES.update({f"hostile-{mode or 'unpainted'}":
              lambda mode=mode, what=what: goes_on(mode, *what)
              for mode, what in GOES_ON.items()})


if __name__ == "__main__":
    sys.exit(cases.perform(CASES))
