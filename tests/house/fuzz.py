#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fuzz.py FPSTRIPE SOURCE_ROOT BUILD_ROOT CONFIG_FOLDER TARGET [SECONDS]: runs libFuzzer on
the readers of strangers' files.

TARGET is one of TARGETS. The script builds it with clang if its sources have changed, makes
its first inputs with the program, and runs it with as many inputs as the table says, or for
SECONDS of CPU time. Leaks, and inputs that take five seconds or half a gigabyte, are
failures. Exit status 77: clang is missing, or has no libFuzzer.
"""

import fcntl
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import jpegs
import pngs

SKIP = 77
FLAGS = ("-std=c17 -D_GNU_SOURCE -g -O2 -ffp-contract=off -fno-sanitize-recover=undefined "
         "-fsanitize=fuzzer,address,undefined").split()
# In the target `analyze`, comparisons in the loops of a fit are no useful coverage, but
# take most of the time.
MORE = {"analyze": ["-fno-sanitize-coverage=trace-cmp"]}
LIMITS = ["-timeout=5", "-rss_limit_mb=512", "-max_len=16384", "-print_final_stats=1"]
# ASan's quarantine of freed pictures, and its stack traces, count as memory; after
# millions of inputs this is too much. An input that fails is run again alone, with full
# reports.
LEAN = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=32:malloc_context_size=0:"
                                      + os.environ.get("ASAN_OPTIONS", "")}
# Without libjpeg there is no target `jpeg`, and the other targets use no_jpeg.c.
JPEG = "no_" if subprocess.run(["pkg-config", "--exists", "libjpeg"]).returncode else ""
# The sources of the program that a target needs besides its own; they are built without
# instrumentation.
PNG = ["base/file.c", "base/log.c", "base/memory.c", "base/png/fault.c", "base/png/read.c",
       f"image/{JPEG}jpeg.c", "image/shot.c"]
CAPTURE = ["capture/capture.c", "capture/device.c", "document/*.c",
           "base/drawn.c", "base/facts.c", "base/file.c", "base/log.c", "base/memory.c",
           "base/sha256.c", "base/text.c", "base/verdict.c"]
ANALYZE = ["image/[!js]*.c", "image/judge.c", "image/search.c", "base/foreign.c",
           "base/fp.c", "base/log.c", "base/memory.c", "base/rewriting.c", "base/text.c",
           "base/verdict.c"]
WORDS = ["base/device_key.c", "base/facts.c", "base/file.c", "base/text.c",
         "command/option*.c", "compare/*.c", "compare/html/*.c",
         "device/fake.c", "device/fake_table.c", "device/foreign_adder.c", "device/shader.c",
         "eval/*.c", "expression/[!n]*.c",
         "golden/*.c", "report/*.c", "sweep/part*.c", "unit/recorded.c", "verify/*.c"]
SOURCES = {"png": PNG, "jpeg": PNG, "capture": CAPTURE, "analyze": ANALYZE, "words": WORDS}
# The file fuzz_NAME.c, and how many inputs are tried. The readers of fuzz_words.c are
# named by an environment variable.
TARGETS = {
    "png": ("png", 20000),
    "jpeg": ("jpeg", 20000),
    "capture": ("capture", 5000),
    "analyze": ("analyze", 60),
    "fake": ("words", 50000),
    "key": ("words", 50000),
    "eval": ("words", 100000),
    "formula": ("words", 50000),
    "options": ("words", 50000),
    "part": ("words", 1000),
    "recorded": ("words", 1000),
    "golden": ("words", 20000),
    "shader": ("words", 1000),
    "compare": ("words", 1000),
    "verify": ("words", 1000),
    "swept": ("words", 1000),
}
PACKAGES = ["jansson", "libpng", "zlib", "mpfr"] + ["libjpeg"] * (not JPEG)

# Two rectangles that change, near the upper and the lower edge (fuzz_analyze.c).
SIGNS = bytes([20, 6, 0x23, 0xc0, 150, 246, 0x23, 0xc0])

program = root = build = config = None


class Skip(Exception):
    pass


def compiler():
    clang = shutil.which("clang")
    if not clang:
        raise Skip("no clang")
    probe = build / "probe.c"
    probe.write_text("int LLVMFuzzerTestOneInput(const char *, long);\n"
                     "int LLVMFuzzerTestOneInput(const char *a, long b)\n"
                     "{ return a && b < 0; }\n")
    done = subprocess.run([clang, *FLAGS, str(probe), "-o", str(build / "probe")],
                          capture_output=True, text=True)
    if done.returncode:
        raise Skip(f"clang has no libFuzzer: {done.stderr.strip().splitlines()[-1]}")
    return clang


def sources(name):
    app = root / "app"
    paths = [path for pattern in SOURCES[name] for path in sorted(app.glob(pattern))]
    return [root / "tests" / "house" / f"fuzz_{name}.c", *dict.fromkeys(paths)]


def archives():
    """Returns the program's libraries."""
    return ["-Wl,--start-group", *map(str, sorted(config.glob("lib*.a"))),
            *map(str, sorted((config / "app").rglob("lib*.a"))), "-Wl,--end-group"]


def fingerprint(paths):
    """Returns a hash of all files that a target may use."""
    files = sorted({*paths, *(root / "app").rglob("*.h")})
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def build_target(name):
    with open(build / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return build_binary(name)


def build_binary(name):
    clang = compiler()
    paths = sources(name)
    stamp, binary = build / f"{name}.stamp", build / f"fuzz_{name}"
    mark = fingerprint(paths)
    if binary.exists() and stamp.exists() and stamp.read_text() == mark:
        return binary
    libraries = subprocess.run(["pkg-config", "--cflags", "--libs", *PACKAGES],
                               capture_output=True, text=True, check=True).stdout.split()
    done = subprocess.run(
        [clang, *FLAGS, *MORE.get(name, []), "-I", str(root / "app"), "-I", str(root),
         "-I", str(config), "-I", str(config / "app"), *map(str, paths),
         *archives(), *libraries, "-lgmp", "-ldl", "-lm", "-o", str(binary)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    stamp.write_text(mark)
    return binary


def seed_png(folder):
    generator = random.Random(7)
    for colour, depth, interlaced in pngs.KINDS:
        top = (1 << depth) - 1
        rows = [[tuple(generator.randint(0, top) for _ in range(pngs.CHANNELS[colour]))
                 for _ in range(9)] for _ in range(10)]
        palette = [(i, 255 - i, i // 2) for i in range(top + 1)]
        note = b"title" if colour == pngs.RGBA else b"probe"
        keys = {pngs.GREY: b"\0\1", pngs.RGB: b"\0\1\0\2\0\3", pngs.PALETTE: b"\x80\x40"}
        for name, transparent in ("", None), ("-key", keys.get(colour)):
            if name and transparent is None:
                continue
            (folder / f"{pngs.NAMES[colour]}-{depth}-{interlaced}{name}.png").write_bytes(
                pngs.encode(rows, depth, colour, interlaced,
                            palette if colour == pngs.PALETTE else None, transparent,
                            pngs.chunk(b"tEXt", note + b"\0stripes"), idats=1 + depth % 3))
    run("-d", "fake:rtz,p=11", "--probe", "stripes", "--width", "16", "-o", folder / "run")
    for path in (folder / "run/pictures").glob("*.png"):
        path.rename(folder / path.name)
    shutil.rmtree(folder / "run")


def seed_jpeg(folder):
    generator = random.Random(7)
    for marker in jpegs.FRAMES:
        for components in 1, 3:
            rows = [[tuple(generator.randint(0, 255) for _ in range(components))
                     for _ in range(3)] for _ in range(4)]
            for scans in (1,) if marker == jpegs.BASELINE else (1, 3):
                (folder / f"{marker}-{components}-{scans}.jpg").write_bytes(
                    jpegs.encode(rows, marker, scans,
                                 jpegs.segment(0xe0, b"JFIF\0\1\1\0\0\1\0\1\0\0")))


def run(*words):
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True,
                          env={**os.environ, "CI": "", "GITHUB_ACTIONS": "", "GITLAB_CI": ""})
    if done.returncode:
        sys.exit(f"{words}: {done.stderr}")
    return done.stdout


def capture_of(*words):
    """Returns the capture of a run, without its pictures."""
    with tempfile.TemporaryDirectory() as there:
        run("run", *words, "--reference", "model", "--no-sheet", "-o", there)
        return json.loads((pathlib.Path(there) / "capture.json").read_text())


def thin(capture):
    """Returns a capture with one measurement of each kind, so that a mutation hits something
    new."""
    kept = {}
    for seen in capture["measurements"]:
        kept.setdefault((seen["answer"], seen["probe"], seen.get("deciding")), seen)
    capture["measurements"] = list(kept.values())[:6]
    used = sorted({seen["question"] for seen in capture["measurements"] if "question" in seen})
    capture["questions"] = [capture["questions"][i] for i in used]
    for question in capture["questions"]:
        del question["lines"][2:]
    for seen in capture["measurements"]:
        if "question" in seen:
            seen["question"] = used.index(seen["question"])
    capture["tasks"] = len([seen for seen in capture["measurements"]
                            if not seen.get("deciding")])
    return json.dumps(capture)


def seed_capture(folder):
    asked = [["--probe", probe, "--precision", "highp"] for probe in
             ("stripes", "ties", "subnormals", "operations")]
    for i, words in enumerate(asked):
        for model in "rne", "rtz,p=11,emax=15,ftz", "rne,fold", "rne,unstable":
            (folder / f"{i}-{model}.json").write_text(thin(capture_of("-d", f"fake:{model}", *words)))
    for path in sorted((root / "captures").rglob("capture.json"))[:6]:
        (folder / f"{path.parent.name}.json").write_text(thin(json.loads(path.read_text())))


def seed_analyze(folder):
    # Few stripes are judged quickly.
    for form in range(16):
        for stripes, bits in ((8, 4), (8, 6), (26, 23))[:3 if form < 4 else 2]:
            head = bytes([stripes, stripes - 4, bits - 1, form])
            (folder / f"{form}-{stripes}-{bits}").write_bytes(drawing(16, *head))
            # In a frame with signs in it, as on a phone.
            (folder / f"{form}-{stripes}-{bits}-framed").write_bytes(
                drawing(40, *head, frame=12) + SIGNS)
    (folder / "levels").write_bytes(bytes([63, 63, 0, 0, 0, 0, 1, 0]) + bytes(range(256)))


def drawing(width, told, stripes, bits, form, frame=0):
    """Returns the head of an input of fuzz_analyze.c."""
    size = [width + 2 * frame - 1, 4 * (stripes + 4) + 2 * frame - 1]
    return bytes([*size, told, stripes, bits, form, 2 * frame, 0])


def seed_texts(*texts):
    def seed(folder):
        for i, text in enumerate(texts):
            (folder / str(i)).write_bytes(text.encode())
    return seed


def seed_results(folder):
    for i, words in enumerate((["fake:rne", "--probe", "width"],
                               ["fake:rtz,p=11", "--probe", "operations"])):
        (folder / str(i)).write_text(json.dumps(
            capture_of("-d", *words, "--precision", "highp", "--form", "plain")))


def seed_swept(folder):
    for i, path in enumerate(sorted((root / "captures").rglob("sweeps.jsonl"))[:2]):
        (folder / str(i)).write_text("".join(path.read_text().splitlines(True)[:2]))


def seed_golden(folder):
    for i, words in enumerate((["fake:rne", "--probe", "width"],
                               ["fake:rtz,p=11", "--probe", "operations"])):
        run("bless", "*", "-d", *words, "--precision", "highp", "--form", "plain", "--reason",
            "seen", "--goldens", build / f"goldens{i}")
        shutil.copy(next((build / f"goldens{i}").rglob("golden.json")), folder / str(i))


def seed_part(folder):
    for i in range(2):
        run("sweep", "cpu:sinf", "--inputs", "1..0x1.0001p0", "--shard", f"{i}/2", "-o",
            folder, "--no-sheet")


def seed_recorded(folder):
    index = root / "captures" / "nvidia" / "h200" / "cuda" / "recorded.txt"
    (folder / "0").write_bytes(index.read_bytes()[:2000])


def seed_shader(folder):
    shutil.copy(root / "shaders" / "width.glsl", folder)


SEEDS = {
    "png": seed_png,
    "jpeg": seed_jpeg,
    "capture": seed_capture,
    "analyze": seed_analyze,
    "fake": seed_texts("fake:rne", "fake:rtz,p=17,emax=15,ftz", "fake:chop-g8,mediump=11",
                       "fake:double=20:rtz,sign=rtz", "fake:tegra3",
                       "fake:rne,fold,constants=rtz,unstable", "fake:stochastic,redraw"),
    "key": seed_texts("Mesa/X.org\nllvmpipe (LLVM 15.0.6, 256 bits)\n"
                      "OpenGL ES 3.2 Mesa 22.3.6\nswrast",
                      "NVIDIA Corporation\nNVIDIA H200/PCIe/SSE2\n4.6.0 NVIDIA 580.159.04\n",
                      "Google Inc. (Intel)\nANGLE (Intel, UHD Graphics 620, OpenGL 4.6)\n"
                      "OpenGL ES 3.1.0 (ANGLE 2.1.27278)\n"),
    "eval": seed_texts("3f800000 33800000 3f800001", "3FF0000000000000 7ff8000000000000",
                       "# 3c00"),
    "formula": seed_texts("fract(sin(a) * 4250.0)", "s = a + b; t = s - a; s, b - t",
                          "v = normalize(vec3(a, b, c)); dot(v, v)",
                          "int(a) % 3 == 1 && !(b < .5) ? uint(c) << 3u : ~7u",
                          "mix(vec2(a, b), vec2(1.0e3), 0.25).yx.x",
                          "unpackHalf2x16(packHalf2x16(vec2(a, b))).x, 0x1Fu",
                          "smoothstep(a, b, -clamp(c, 0.0, 1.0)) / pow(a, d)"),
    "options": seed_texts("--device\0fake:rne\0--width\0" "64\0--json\0x",
                          "-d\0all\0--precision=highp\0-v\0--seed\0" "77\0"),
    "part": seed_part,
    "recorded": seed_recorded,
    "golden": seed_golden,
    "shader": seed_shader,
    "compare": seed_results,
    "verify": seed_results,
    "swept": seed_swept,
}


def dictionary(path):
    words = {key for file in (root / "docs").glob("*.schema.json")
             for key in keys_of(json.loads(file.read_text()))}
    path.write_text("".join(f'"\\"{word}\\""\n' for word in sorted(words)
                            if word.isidentifier()))


def keys_of(schema):
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (word for word in schema.get("enum", []) if isinstance(word, str))
        for part in schema.values():
            yield from keys_of(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keys_of(part)


def corpus_of(target):
    folder = build / f"seeds-{target}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    SEEDS[target](folder)
    return folder


def command_of(target, binary, seeds):
    words = [str(binary), *LIMITS]
    if target in ("capture", "golden", "compare", "verify"):
        dictionary(build / f"{target}.dict")
        words += [f"-dict={build / target}.dict", "-max_len=65536"]
    return words, str(seeds)


def main():
    global program, root, build, config
    program, target = os.path.abspath(sys.argv[1]), sys.argv[5]
    root, config = (pathlib.Path(sys.argv[i]).resolve() for i in (2, 4))
    build = pathlib.Path(sys.argv[3]).resolve()
    name, runs = TARGETS[target]
    seconds = int(sys.argv[6]) if len(sys.argv) > 6 else None
    build.mkdir(parents=True, exist_ok=True)
    try:
        binary = build_target(name)
    except Skip as reason:
        print(f"skipped: {reason}")
        return SKIP
    words, seeds = command_of(target, binary, corpus_of(target))
    os.environ["FPSTRIPE_FUZZ_READER"] = LEAN["FPSTRIPE_FUZZ_READER"] = target
    # The inputs that fail go into a folder of their own.
    found = build / f"found-{target}"
    shutil.rmtree(found, ignore_errors=True)
    found.mkdir()
    words += [f"-max_total_time={seconds}" if seconds else f"-runs={runs}", "-seed=1",
              f"-artifact_prefix={found}/"]
    # A file for each input: in memory, where there is such a folder.
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=shared) as here:
        return perform(binary, words, seeds, here)


def perform(binary, words, seeds, here):
    # The readers must accept files that the program wrote; otherwise the seeds are
    # useless.
    done = subprocess.run([str(binary), *map(str, sorted(pathlib.Path(seeds).iterdir()))],
                          capture_output=True, text=True, errors="replace",
                          env={**os.environ, "FPSTRIPE_FUZZ_SEEDS": "1"}, cwd=here)
    if done.returncode:
        print(done.stderr)
        return 1
    done = subprocess.run([*words, seeds], env=LEAN, cwd=here, capture_output=True,
                          text=True, errors="replace")
    print("\n".join(done.stderr.splitlines()[-40:]))
    return 1 if done.returncode or "stat::number_of_executed_units" not in done.stderr else 0


if __name__ == "__main__":
    sys.exit(main())
