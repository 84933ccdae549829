#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""analyze.py FPSTRIPE TEST_SHOT SCHEMA CASE: pictures from anywhere.

Their files are made here, without libpng (pngs.py), and so is what must be read.
"""

import json
import os
import pathlib
import random
import resource
import shutil
import struct
import subprocess
import sys
import zlib

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
import jpegs
import pngs
from cases import Skip, holds, refused, run, want

BAD, INCONCLUSIVE, UNWRITABLE, USAGE = 4, 1, 5, 2
MIB = 1 << 20
BEHIND = "bytes and more of data behind the last row"


# ---- what must be read ----

def to_byte(sample, depth):
    top = (1 << depth) - 1
    return (sample * 255 * 2 + top) // (2 * top)


def over_black(sample, alpha, depth):
    return to_byte(sample, depth) * alpha / ((1 << depth) - 1)


def grey_of(pixel, depth, colour, palette, transparent):
    """The level of a pixel that is grey, or dyed red; before it is rounded."""
    if colour == pngs.PALETTE:
        alpha = (list(transparent or b"") + 256 * [255])[pixel[0]]
        return palette[pixel[0]][0] * alpha / 255
    channels = 1 if colour in (pngs.GREY, pngs.GREY_ALPHA) else 3
    if colour in (pngs.GREY_ALPHA, pngs.RGBA):
        return over_black(pixel[0], pixel[-1], depth)
    key = struct.unpack(f">{channels}H", transparent) if transparent else None
    return 0 if pixel == key else to_byte(pixel[0], depth)


def dumped(*files):
    """(width, height, levels) of each, by the reader of the program."""
    done = subprocess.run([cases.arguments[0], "shot", "--dump", *map(str, files)],
                          capture_output=True, timeout=60)
    want(done.returncode, 0, f"reading {files}: {done.stderr.decode()}")
    data = done.stdout
    while data:
        head, data = data.split(b"\n", 1)
        width, height = map(int, head.split()[1:3])
        yield width, height, data[:width * height]
        data = data[width * height:]


def holds_levels(file, rows, depth, colour, palette=None, transparent=None):
    # Sixteen bits are laid over black before they are eight.
    most = 1.51 if depth == 16 and colour in (pngs.GREY_ALPHA, pngs.RGBA) else 0.51
    width, height, levels = next(dumped(file))
    want((width, height), (len(rows[0]), len(rows)), f"size of {file.name}")
    for y, row in enumerate(rows):
        for x, pixel in enumerate(row):
            level = grey_of(pixel, depth, colour, palette, transparent)
            holds(abs(levels[y * width + x] - level) <= most,
                  f"{file.name}: pixel {x}, {y} {pixel}: "
                  f"got {levels[y * width + x]} want {level}")


def sampled(generator, colour, depth, dyed, width=19, height=13):
    """Rows of levels, grey or red; `dyed` is how much of it the others have."""
    top = (1 << depth) - 1

    def pixel(x):
        level = generator.randint(0, top) if colour != pngs.PALETTE else (7 * x) % (top + 1)
        rest = (int(level * dyed),) * 2 if colour in (pngs.RGB, pngs.RGBA) else ()
        alpha = ((generator.choice((0, top // 2, top, top)),)
                 if colour in (pngs.GREY_ALPHA, pngs.RGBA) else ())
        return (level, *rest, *alpha)

    return [[pixel(x + y) for x in range(width)] for y in range(height)]


def kinds():
    """Every colour type, depth and interlace, opaque and not."""
    generator = random.Random(6)
    for colour, depth, interlaced in pngs.KINDS:
        for dyed in (1, 0.25) if colour in (pngs.RGB, pngs.RGBA) else (1,):
            rows = sampled(generator, colour, depth, dyed)
            palette = [(255 - 255 * i // ((1 << depth) - 1), 0, 0) for i in range(1 << depth)]
            palette = palette if colour == pngs.PALETTE else None
            keys = [None]
            if colour == pngs.PALETTE:
                keys.append(bytes((0, 128))[:1 << depth])
            elif colour in (pngs.GREY, pngs.RGB):
                keys.append(struct.pack(f">{pngs.CHANNELS[colour]}H", *rows[3][4]))
            for number, key in enumerate(keys):
                file = cases.here / (f"{pngs.NAMES[colour]}-{depth}-{interlaced}-{dyed}"
                                     f"-{number}.png")
                file.write_bytes(pngs.encode(rows, depth, colour, interlaced, palette, key,
                                             idats=3))
                holds_levels(file, rows, depth, colour, palette, key)


def sizes():
    """Adam7 of every small size: passes that are empty."""
    generator = random.Random(8)
    for width in range(1, 10):
        for height in range(1, 10):
            rows = sampled(generator, pngs.GREY, 4, 1, width, height)
            file = cases.here / f"{width}x{height}.png"
            file.write_bytes(pngs.encode(rows, 4, pngs.GREY, True))
            holds_levels(file, rows, 4, pngs.GREY)


def few_colours():
    """A palette shorter than its depth allows is whole, if nothing points beyond."""
    palette = [(10, 10, 10), (200, 200, 200), (90, 90, 90)]
    rows = [[(x % 3,) for x in range(11)] for _ in range(5)]
    file = cases.here / "few.png"
    file.write_bytes(pngs.encode(rows, 4, pngs.PALETTE, palette=palette))
    holds_levels(file, rows, 4, pngs.PALETTE, palette)


def ancillary():
    """Gamma, profiles and large texts change nothing."""
    rows = sampled(random.Random(9), pngs.GREY, 8, 1)
    text = zlib.compress(bytes(8 * MIB), 9)
    for name, extra in {
        "gamma": pngs.chunk(b"gAMA", struct.pack(">I", 100000)),
        "srgb": pngs.chunk(b"sRGB", b"\0"),
        "ztxt": pngs.chunk(b"zTXt", b"a\0\0" + text),
        "icc": pngs.chunk(b"iCCP", b"a\0\0" + text),
        "text": pngs.chunk(b"tEXt", b"a\0" + 3 * MIB * b"x"),
        "own": pngs.chunk(b"vpAg", bytes(5 * MIB)),
        "many": 3000 * pngs.chunk(b"tEXt", b"probe\0stripes"),
    }.items():
        file = cases.here / f"{name}.png"
        file.write_bytes(pngs.encode(rows, extra=extra))
        holds_levels(file, rows, 8, pngs.GREY)


# ---- verdicts ----

def captured(model):
    """The greys that a simulated device leaves: (width, height, levels)."""
    folder = cases.here / "captured"
    run("run", "-d", f"fake:{model}", "--probe", "stripes", "--form", "plain",
        "--precision", "highp", "--width", "256", "-o", folder, "--no-sheet",
        "--readout", "rgba8", "--reference", "model")
    return next(dumped(cases.picture_of(folder, "stripes-fragment-highp-plain-rgba8")))


def rows_of(picture):
    width, height, levels = picture
    return [list(levels[y * width:(y + 1) * width]) for y in range(height)]


def as_palette(rows):
    return pngs.encode([[(255 - level,) for level in row] for row in rows], 8,
                       pngs.PALETTE, palette=[(255 - i,) * 3 for i in range(256)])


VARIANTS = {
    "grey": lambda rows: pngs.encode([[(v,) for v in row] for row in rows]),
    "palette": as_palette,
    "deep": lambda rows: pngs.encode([[(257 * v,) * 3 for v in row] for row in rows], 16,
                                     pngs.RGB),
    "interlaced": lambda rows: pngs.encode([[(v, 255) for v in row] for row in rows], 8,
                                           pngs.GREY_ALPHA, True),
    "red": lambda rows: pngs.encode([[(v, v // 5, v // 8) for v in row] for row in rows],
                                    8, pngs.RGB),
}


def read_json(*words, status=0):
    document = json.loads(run("analyze", *words, "--json", status=status).stdout)
    fits(document)
    return document


def fits(document):
    try:
        import jsonschema
    except ImportError:
        return
    schema = json.loads(pathlib.Path(cases.arguments[1]).read_text())
    jsonschema.Draft202012Validator(schema).validate(document)


def verdicts():
    """A picture of every kind, the same verdict, as text and as JSON."""
    for model, bits, pattern, twin in (("rtz,p=14", 13, "orca", "Tegra 3"),
                                       ("rne", 23, "beehive", "Mali-T604")):
        rows = rows_of(captured(model))
        for name, make in VARIANTS.items():
            file = cases.here / f"{pattern}-{name}.png"
            file.write_bytes(make(rows))
            text = run("analyze", file).stdout
            for word in (f"{bits + 1}-bit significand", pattern, twin, "upright",
                         "confidence", str(file)):
                holds(word in text, f"{name}: {word!r} is not in {text}")
            picture = read_json(file)["pictures"][0]
            verdict = picture["verdict"]
            want((verdict["fraction_bits"], verdict["pattern"], picture["status"]),
                 (bits, pattern, "conclusive"), f"{file.name}")
            holds(any(twin in like["name"] for like in verdict["behaves_like"]),
                  f"{twin} is not in {verdict['behaves_like']}")


def turned():
    """Where it lies, and how."""
    rows = rows_of(captured("rtz,p=14"))
    turns = {
        "half": ([row[::-1] for row in rows[::-1]], 2, False, "turned 180 degrees"),
        "mirror": ([row[::-1] for row in rows], 0, True, "upright, mirrored"),
        "quarter": ([list(row) for row in zip(*rows[::-1])], 1, False,
                    "turned 90 degrees clockwise"),
    }
    for name, (turned_rows, quarters, mirrored, words) in turns.items():
        file = cases.here / f"{name}.png"
        file.write_bytes(VARIANTS["grey"](turned_rows))
        text = run("analyze", file).stdout
        holds(words in text, f"{words!r} is not in {text}")
        place = read_json(file)["pictures"][0]["place"]
        want((place["quarter_turns"], place["mirrored"]), (quarters, mirrored), name)


def framed():
    """The place is that of the stripes, not of the picture."""
    rows = rows_of(captured("rtz,p=14"))
    width, height = len(rows[0]), len(rows)
    around = [[99] * 40 + row + [99] * 20 for row in rows]
    around = [[99] * (width + 60)] * 30 + around + [[99] * (width + 60)] * 50
    file = cases.here / "framed.png"
    file.write_bytes(VARIANTS["grey"](around))
    place = read_json(file)["pictures"][0]["place"]
    for key, wanted, most in (("x0", 40, 4), ("y0", 30 + height, 4), ("ux", width, 8),
                              ("uy", 0, 1), ("vx", 0, 1), ("vy", -height, 8)):
        holds(abs(place[key] - wanted) <= most, f"{key}: got {place[key]} want {wanted}")


def table():
    """The stripes where bits end are shown, with their steps."""
    file = cases.here / "orca.png"
    file.write_bytes(VARIANTS["grey"](rows_of(captured("rtz,p=14"))))
    text = run("analyze", file).stdout
    seen = {int(words[0]): words[1:3] for words in map(str.split, text.splitlines())
            if words and words[0].isdigit()}
    for stripe, steps in (9, "16"), (10, "8"), (11, "4"), (12, "2"):
        want(seen.get(stripe), [steps, "steps"], f"stripe {stripe} in {text}")
    want(seen[13][0], "black", f"stripe 13 in {text}")


def assumes():
    """What is taken for granted is told; half a ramp and a bar of black are no verdict."""
    for model, given in ("rtz,p=14", True), ("rtz,p=24", False):
        file = cases.here / "whole.png"
        file.write_bytes(VARIANTS["grey"](rows_of(captured(model))))
        lines = run("analyze", file).stdout.splitlines()
        want("  assuming      that the lowest stripe seen is stripe 0" in lines, given, model)
        verdict = read_json(file)["pictures"][0]["verdict"]
        want(verdict["assumes"] is not None, given, f"{model}: assumes")
        crushed = cases.here / "crushed.png"
        crushed.write_bytes(VARIANTS["grey"](
            [[max(0, 2 * v - 255) for v in row] for row in rows_of(captured(model))]))
        done = run("analyze", crushed, status=INCONCLUSIVE)
        holds("dark side of the ramp" in done.stdout, done.stdout)


def nothing_seen():
    """No stripes, no verdict: exit 1 with the reason."""
    for name, rows in (("flat", [[(90,)] * 64] * 64), ("dot", [[(0,)]]),
                       ("noise", sampled(random.Random(3), pngs.GREY, 8, 1, 64, 64))):
        file = cases.here / f"{name}.png"
        file.write_bytes(pngs.encode(rows))
        done = run("analyze", file, status=INCONCLUSIVE)
        want(done.stderr, "", "standard error")
        holds(done.stdout.startswith(f"{file}: inconclusive: "), done.stdout)
        picture = read_json(file, status=INCONCLUSIVE)["pictures"][0]
        want((picture["status"], picture["verdict"]), ("inconclusive", None), name)


def several():
    """One block each; a bad one does not stop the others."""
    good = cases.here / "good.png"
    good.write_bytes(VARIANTS["grey"](rows_of(captured("rtz,p=14"))))
    flat = cases.here / "flat.png"
    flat.write_bytes(pngs.encode([[(9,)] * 9] * 9))
    bad = cases.here / "bad.png"
    bad.write_bytes(good.read_bytes()[:-20])
    for files, status in (([good, good], 0), ([good, flat], INCONCLUSIVE),
                          ([bad, good], BAD), ([flat, bad, good], BAD)):
        done = run("analyze", *files, status=status)
        want(done.stdout.count("14-bit significand"), files.count(good), "verdicts")
        want(done.stdout.count("inconclusive"), files.count(flat), "without one")
        want(len(done.stderr.splitlines()), files.count(bad), "lines of errors")
        pictures = read_json(*files, status=status)["pictures"]
        want([p["file"] for p in pictures], [str(f) for f in files], "files")
        want([p["status"] for p in pictures],
             [{good: "conclusive", flat: "inconclusive", bad: "unreadable"}[f]
              for f in files], "what became of them")


def overlay():
    """--png draws what was seen, of one picture."""
    good = cases.here / "good.png"
    good.write_bytes(VARIANTS["grey"](rows_of(captured("rtz,p=14"))))
    run("analyze", good, "--png", "seen.png")
    width, height, _ = next(dumped(cases.here / "seen.png"))
    holds(width > 500 and height > 300, f"{width} x {height}")
    refused("analyze", good, good, "--png", "two.png", status=USAGE, says="one picture")
    refused("analyze", good, "--png", "-", status=USAGE, says="--png -")
    holds(not (cases.here / "-").exists(), "a file named -")
    before = good.read_bytes()
    refused("analyze", good, "--png", "./good.png", status=USAGE, says="the picture itself")
    want(good.read_bytes(), before, "the picture that was read")
    run("analyze", good, "--png", "/nonexistent/a.png", status=UNWRITABLE)
    holds("/nonexistent/a.png" in run("analyze", good, "--png", "/nonexistent/a.png",
                                      status=UNWRITABLE).stderr, "no name")


def without(name, note):
    """The verdict on a picture without the chunks that begin so."""
    (cases.here / "shot.png").write_bytes(pngs.SIGNATURE + b"".join(
        pngs.chunk(kind, body)
        for kind, body in pngs.chunks((cases.here / name).read_bytes())
        if not (kind + body).startswith(note)))
    return run("analyze", "shot.png", status=INCONCLUSIVE).stdout.splitlines()[0]


def sheets():
    """Sheets show more than one picture of stripes: none of them is read."""
    for model in ("rtz,p=14", "rne", "rne-ns2,p=20"):
        run("run", "-d", f"fake:{model}", "--probe", "stripes", "--form", "plain",
            "--precision", "highp", "-o", model, "--reference", "model")
    run("show", "rtz,p=14", "--picture", "stripes", "-o", "grey.png")
    run("compare", "rtz,p=14", "rne", "--png", "compare.png")
    run("analyze", "grey.png", "--png", "overlay.png")
    names = ["compare.png", "overlay.png"]
    for model in ("rtz,p=14", "rne", "rne-ns2,p=20"):
        shutil.copy(cases.here / model / "verdict.png", cases.here / f"{model}.png")
        names += [f"{model}.png"]
    run("run", "-d", "fake:rne", "--full", "--probe", "contraction", "-o", "full",
        "--reference", "model")
    shutil.copy(cases.here / "full" / "personality.png", cases.here / "all.png")
    for name in ["all.png", *names]:
        line = run("analyze", name, status=INCONCLUSIVE).stdout.splitlines()[0]
        holds("a page with words and marks; this is a sheet of fpstripe" in line, line)
    for name in names:
        twins = name != "overlay.png"
        # as earlier versions wrote it, and as a screenshot has it, without notes
        line = without(name, b"tEXtsheet\0")
        holds("this is a sheet of fpstripe" in line, line)
        holds(not twins or "two pictures of stripes stand side by side" in line, line)
        line = without(name, b"tEXt")
        holds("this is a sheet" not in line, line)
        holds(not twins or "two pictures of stripes stand side by side" in line, line)


def crops():
    """A picture with the notes of a sheet is read if it has another size than the sheet."""
    width, height, levels = captured("rtz,p=14")
    data = as_palette(rows_of((width, height, levels)))
    first, *rest = list(pngs.chunks(data))
    for size, status in ((f"{width + 9} x {height}", 0), (f"{width} x {height}9", 0),
                         (f"{width} x {height}", INCONCLUSIVE)):
        notes = [(b"tEXt", b"sheet\0" + size.encode()), (b"tEXt", b"Software\0fpstripe 1")]
        (cases.here / "crop.png").write_bytes(pngs.SIGNATURE + b"".join(
            pngs.chunk(*each) for each in [first, *notes, *rest]))
        line = run("analyze", "crop.png", status=status).stdout.splitlines()[0]
        want("this is a sheet of fpstripe" in line, bool(status), line)


def own_captures():
    """The pixels of a 32-bit readout are no greys; `show` draws them."""
    run("run", "-d", "fake:rtz,p=14", "--probe", "stripes", "--form", "plain",
        "--precision", "highp", "-o", "out", "--reference", "model")
    words = cases.picture_of(cases.here / "out", "stripes-fragment-highp-plain-bits")
    refused("analyze", words, status=BAD,
            says=(str(words), "use `fpstripe show DIR --picture PROBE -o FILE`"))
    run("show", "out", "--picture", "stripes", "-o", "grey.png")
    holds("14-bit significand" in run("analyze", "grey.png").stdout, "no verdict")


def full_disk():
    if os.path.exists("/dev/full"):
        file = cases.here / "flat.png"
        file.write_bytes(pngs.encode([[(9,)] * 9] * 9))
        with open("/dev/full", "w") as full:
            done = run("analyze", file, stdout=full, status=None)
        holds(done.returncode in (INCONCLUSIVE, UNWRITABLE), f"{done.returncode}")
        holds("standard output" in done.stderr, done.stderr)


# ---- hostile files ----

PIXELS = bytes(9 * 8)  # 8 rows of 8 greys


def whole(**change):
    """The chunks of a small picture, some changed; None drops one."""
    parts = {"IHDR": pngs.header(8, 8)[8:-4], "PLTE": None,
             "IDAT": zlib.compress(PIXELS), "IEND": b"", **change}
    return pngs.build([(kind.encode(), data) for kind, data in parts.items()
                       if data is not None])


def ihdr(*words, **odd):
    return pngs.header(*words, **odd)[8:-4]


def hostile_files():
    good = whole()
    rows = [[(x % 2,) for x in range(8)] for _ in range(8)]
    many = zlib.compress(bytes(64 * MIB), 9)
    return {
        # name: (bytes, what the line must say)
        "empty": (b"", "empty"),
        "one byte": (b"\x89", "not a PNG"),
        "signature alone": (pngs.SIGNATURE, "ends too early"),
        "text": (b"Hello, I am a picture.\n", "not a PNG"),
        "zeros": (bytes(5000), "not a PNG"),
        "gif": (b"GIF89a" + bytes(99), "GIF"),
        "webp": (b"RIFF\x24\0\0\0WEBPVP8 " + bytes(99), "WebP"),
        "bmp": (b"BM" + bytes(99), "BMP"),
        "tiff": (b"II*\0" + bytes(99), "TIFF"),
        "heic": (b"\0\0\0\x18ftypheic" + bytes(99), "HEIC"),
        "avif": (b"\0\0\0\x18ftypavif" + bytes(99), "AVIF"),
        "pdf": (b"%PDF-1.4\n", "PDF"),
        "svg": (b"<svg xmlns='a'/>", "SVG"),
        "sent as text": (good.replace(b"\r\n", b"\n"), "not a PNG"),
        "cut in the middle": (good[:len(good) // 2], "ends too early"),
        "no end": (good[:-12], "ends too early"),
        "no pixels": (whole(IDAT=None), ""),
        "no header": (whole(IHDR=None), ""),
        "header too long": (whole(IHDR=ihdr(8, 8) + b"\0"), "IHDR"),
        "header too short": (whole(IHDR=ihdr(8, 8)[:-1]), "IHDR"),
        "no width": (whole(IHDR=ihdr(0, 8)), "IHDR"),
        "no height": (whole(IHDR=ihdr(8, 0)), "IHDR"),
        "negative": (whole(IHDR=ihdr(0xffffffff, 8)), "out of range"),
        "depth 3": (whole(IHDR=ihdr(8, 8, 3)), "IHDR"),
        "colour type 1": (whole(IHDR=ihdr(8, 8, 8, 1)), "IHDR"),
        "palette of 16 bits": (whole(IHDR=ihdr(8, 8, 16, 3)), "IHDR"),
        "interlace 2": (whole(IHDR=ihdr(8, 8, interlace=2)), "IHDR"),
        "filter 7": (whole(IDAT=zlib.compress(b"\x07" + PIXELS[1:])), "filter value"),
        "17 000 wide": (whole(IHDR=ihdr(17000, 1)), "16384 a side"),
        "2^28 pixels": (whole(IHDR=ihdr(16384, 16384)), "2^26"),
        "claims 2^26": (whole(IHDR=ihdr(8192, 8192)), "cannot hold"),
        "claims 2^26, deep": (whole(IHDR=ihdr(8192, 8192, 16, 6, True)), "cannot hold"),
        "rows missing": (whole(IDAT=zlib.compress(PIXELS[:-9])), "Not enough image data"),
        "half a row": (whole(IDAT=zlib.compress(PIXELS[:-3])), "Not enough image data"),
        "no zlib": (whole(IDAT=b"not compressed at all"), "IDAT"),
        "zlib cut": (whole(IDAT=zlib.compress(PIXELS)[:-6]), ""),
        "dictionary": (whole(IDAT=b"\x78\xbb" + zlib.compress(PIXELS)[2:]), "IDAT"),
        "no palette": (whole(IHDR=ihdr(8, 8, 8, 3)), "PLTE"),
        "empty palette": (whole(IHDR=ihdr(8, 8, 8, 3), PLTE=b""), "palette"),
        "palette of 4 bytes": (whole(IHDR=ihdr(8, 8, 8, 3), PLTE=b"abcd"), "PLTE"),
        "palette of 257": (whole(IHDR=ihdr(8, 8, 8, 3), PLTE=bytes(3 * 257)), "PLTE"),
        "index beyond": (pngs.encode([[(7,)] * 8] * 8, 8, pngs.PALETTE,
                                     palette=[(1, 2, 3)] * 7), "index 7, but 7 colours"),
        "index beyond, 1 bit": (pngs.encode(rows, 1, pngs.PALETTE, True,
                                            palette=[(1, 2, 3)]), "index 1, but 1 colour"),
        "crc of IHDR": (good[:29] + b"\0\0\0\0" + good[33:], "CRC"),
        "crc of a text": (pngs.encode(rows, extra=pngs.chunk(b"tEXt", b"a\0b", 7)), "CRC"),
        "length 2^31": (good[:33] + b"\x80\0\0\0IDAT" + bytes(50), ""),
        "length beyond": (good[:33] + b"\0\xff\xff\xffIDAT" + bytes(50), "ends too early"),
        "text beyond": (good[:33] + b"\x0f\xff\xff\xfftEXt" + good[33:], "ends too early"),
        "unknown critical": (pngs.encode(rows, extra=pngs.chunk(b"ABCD", b"x")), "ABCD"),
        # Whole files that are larger than they look.
        "bomb cut short": (whole(IHDR=ihdr(8192, 8191), IDAT=many[:30000]), "cannot hold"),
        "bomb in IDAT": (whole(IHDR=ihdr(8192, 16385)), "16384 a side"),
        "bomb behind": (whole(IDAT=zlib.compress(PIXELS + bytes(20 << 20))), BEHIND),
        "bomb behind, interlaced": (pngs.build([
            (b"IHDR", ihdr(1, 1, interlace=1)),
            (b"IDAT", zlib.compress(bytes(20 << 20))), (b"IEND", b"")]), BEHIND),
        "more behind": (good[:-12] + 900 * pngs.chunk(b"IDAT", many[:9000]) + good[-12:],
                        BEHIND),
    }


def few_resources(memory):
    def limit():
        if "FPSTRIPE_SLOWER" not in os.environ:  # a sanitizer's shadow needs all there is
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
    return limit


def refused_each(files, suffix):
    """Each is refused with one line that says why, in 48 MiB."""
    for name, (data, says) in files.items():
        file = cases.here / f"{name}.{suffix}"
        file.write_bytes(data)
        refused("analyze", file, status=BAD, says=(str(file), says),
                preexec_fn=few_resources(48 * MIB))


def hostile():
    refused_each(hostile_files(), "png")


def no_files():
    """Nothing that is no regular file is waited for, or read for ever."""
    os.mkfifo(cases.here / "fifo")
    (cases.here / "folder").mkdir()
    (cases.here / "loop").symlink_to("loop")
    for name, says in (("fifo", "not a regular file"), ("folder", "directory"),
                       ("loop", "symbolic link"), ("absent", "No such file"),
                       ("/dev/zero", "not a regular file"),
                       ("/dev/null", "not a regular file")):
        refused("analyze", name, status=BAD, says=(name, says), timeout=20,
                preexec_fn=few_resources(48 * MIB))


def unreadable():
    file = cases.here / "secret.png"
    file.write_bytes(whole())
    file.chmod(0)
    cases.here.chmod(0o755)
    # Root reads what it likes; nobody does not.
    more = {"preexec_fn": lambda: os.setuid(65534)} if os.geteuid() == 0 else {}
    try:
        refused("analyze", file, status=BAD, says="Permission denied", **more)
    except PermissionError:
        raise Skip("the program is in a folder that not all may read") from None


def streamed(width, height, line, level=9):
    """A picture of equal rows, packed without being held."""
    packer = zlib.compressobj(level)
    parts = [packer.compress(line * 64) for _ in range(height // 64)]
    data = b"".join([*parts, packer.compress(line * (height % 64)), packer.flush()])
    return data


def ceiling():
    """The largest pictures there may be, whole: three bytes a pixel, and no more, though
    one of them is a bomb of a thousand to one."""
    for name, colour, bits, side, most in (("grey", pngs.GREY, 8, 4096, 64),
                                           ("rgb", pngs.RGB, 8, 4096, 96),
                                           ("bomb", pngs.RGBA, 16, 2048, 64)):
        line = bytes(1 + side * pngs.CHANNELS[colour] * bits // 8)
        file = cases.here / f"{name}.png"
        file.write_bytes(pngs.build([
            (b"IHDR", ihdr(side, side, bits, colour)),
            (b"IDAT", streamed(side, side, line)), (b"IEND", b"")]))
        done = run("analyze", file, status=None,
                   preexec_fn=few_resources((most + 48) * MIB))
        want((done.returncode, done.stderr), (INCONCLUSIVE, ""), name)


# ---- JPEG ----

def flat_blocks(generator, components=1, width=5, height=4):
    rest = (128,) * (components - 1)
    return [[(generator.randint(0, 255), *rest) for _ in range(width)]
            for _ in range(height)]


def holds_blocks(data, rows, level_of=lambda block: block[0], most=0):
    file = cases.here / "blocks.jpg"
    file.write_bytes(data)
    width, height, levels = next(dumped(file))
    want((width, height), (8 * len(rows[0]), 8 * len(rows)), "size")
    for y in range(height):
        for x in range(width):
            level = level_of(rows[y // 8][x // 8])
            holds(abs(levels[y * width + x] - level) <= most,
                  f"pixel {x}, {y}: got {levels[y * width + x]} want {level}")


def red(level):
    """A block of that red, by JFIF's equations."""
    return tuple(round(v) for v in (0.299 * level, 128 - 0.168736 * level, 128 + level / 2))


def jpeg():
    """Levels of flat blocks, grey and coloured, whatever stands around the picture."""
    generator = random.Random(10)
    more = jpegs.segment(0xe1, b"Exif\0\0" + bytes(999)) + jpegs.segment(0xfe, b"text")
    for marker in jpegs.FRAMES:
        for components in 1, 3:
            rows = flat_blocks(generator, components)
            for scans in (1,) if marker == jpegs.BASELINE else (1, 9):
                holds_blocks(jpegs.encode(rows, marker, scans), rows)
            holds_blocks(jpegs.encode(rows, marker, extra=more) + bytes(9999), rows)
        levels = [[generator.randint(0, 255) for _ in range(6)] for _ in range(3)]
        wanted = [[(level,) for level in row] for row in levels]
        holds_blocks(jpegs.encode([[red(v) for v in row] for row in levels], marker),
                     wanted, most=2)


def jpeg_stray():
    """What is wrong where no pixels are is told, each time, and the picture is read."""
    rows = flat_blocks(random.Random(13))
    good = jpegs.encode(rows)
    tables = good.index(b"\xff\xc4")
    scan = good.index(b"\xff\xda")
    for stray, says in ((good[:tables] + b"xyz" + good[tables:], "3 bytes before marker 0xc4"),
                        (good[:scan] + b"xy" + good[scan:], "2 bytes before marker 0xda"),
                        (good[:2] + jpegs.segment(0xe0, b"JFIF\0\3\1" + bytes(7)) + good[2:],
                         "JFIF 3.01 is not known")):
        holds_blocks(stray, rows)
        said = subprocess.run([cases.arguments[0], "shot", "--dump", cases.here / "blocks.jpg"],
                              capture_output=True, timeout=60).stderr.decode()
        holds(f"warning: {cases.here / 'blocks.jpg'}: {says}" in said, said)


def hostile_jpegs():
    """As hostile_files()."""
    rows = flat_blocks(random.Random(11))
    good = jpegs.encode(rows)
    head = good.index(b"\xff\xda")
    return {
        "first bytes": (good[:3], "ends too early"),
        "start alone": (good[:4], "ends too early"),
        "cut in the tables": (good[:head - 20], "ends too early"),
        "cut before the scan": (good[:head], "ends too early"),
        "cut in the scan": (good[:head + 15], "ends too early"),
        "no end": (good[:-2], "ends too early"),
        "scan cut, with an end": (good[:head + 15] + jpegs.END, "Corrupt JPEG data"),
        "more behind the scan": (good[:-2] + 99 * b"x" + jpegs.END, "extraneous"),
        "text": (b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(99), "not a whole JPEG"),
        "no tables": (good.replace(jpegs.codes(), b""), "not a whole JPEG"),
        "no quantisation": (good.replace(jpegs.quantisation(), b""), "not a whole JPEG"),
        "codes of no length": (good.replace(jpegs.codes(), jpegs.segment(0xc4, bytes(17))),
                               "not a whole JPEG"),
        "two pictures": (good[:-2] + good[head:], "not a whole JPEG"),
        "no width": (jpegs.encode(rows, width=0), "Empty JPEG"),
        "no height": (jpegs.encode(rows, height=0), "Empty JPEG"),
        "17 000 wide": (jpegs.encode(rows, width=17000), "16384 a side"),
        "17 000 high": (jpegs.encode(rows, height=17000), "16384 a side"),
        "2^28 pixels": (jpegs.encode(rows, width=16384, height=16384), "2^26"),
        "claims 2^26": (jpegs.encode(rows, width=8192, height=8192), "cannot hold"),
        "claims 2^26, progressive": (jpegs.encode(rows, jpegs.PROGRESSIVE, width=8192,
                                                  height=8192), "cannot hold"),
        "claims more rows": (jpegs.encode(rows, height=88), "Corrupt JPEG data"),
        "two components": (jpegs.encode([[(1, 2)]]), "2 components"),
        "four components": (jpegs.encode([[(1, 2, 3, 4)]]), "4 components"),
        "12 bits": (jpegs.encode(rows, jpegs.EXTENDED, depth=12), "12"),
        "arithmetic coding": (jpegs.encode(rows, jpegs.ARITHMETIC), "arithmetic coding"),
        "lossless": (jpegs.encode(rows, jpegs.LOSSLESS), "JPEG"),
        "65 scans": (jpegs.encode(rows, jpegs.PROGRESSIVE, 65), "too many scans"),
    }


def jpeg_hostile():
    refused_each(hostile_jpegs(), "jpg")


def no_jpeg():
    """Of a program without libjpeg."""
    file = cases.here / "a.jpg"
    file.write_bytes(jpegs.encode(flat_blocks(random.Random(12))))
    refused("analyze", file, status=BAD,
            says=(str(file), "built without libjpeg", "convert it to PNG"))


if __name__ == "__main__":
    sys.exit(cases.main(kinds, sizes, few_colours, ancillary, verdicts, turned, framed,
                        table, assumes, nothing_seen, several, overlay, sheets, crops,
                        own_captures, full_disk, hostile, no_files, unreadable, ceiling, jpeg, jpeg_stray,
                        jpeg_hostile,
                        no_jpeg))
