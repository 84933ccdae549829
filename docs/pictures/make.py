#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make.py [FPSTRIPE]: makes the pictures of the README, from real runs.

It needs only Mesa's llvmpipe and libcairo, which the build needs too. FPSTRIPE is by
default build/fpstripe of this tree.
"""

import collections
import ctypes
import ctypes.util
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

here = pathlib.Path(__file__).resolve().parent

# 128 columns, three pixels each: two pictures side by side are then about as wide as a
# README is shown. Each stripe of whole rows, 20 pixels high.
COLUMNS = 128
SCALE_X = 3
HEIGHT = 26 * 20
PAD = 16
CAPTION_HEIGHT = 66
PAPER, TEXT, MUTED, LINE = 0xFDFCFA, 0x1B1B22, 0x5B6069, 0xC9C9C9

ASKED = ["--probe", "stripes", "--form", "plain", "--precision", "highp",
         "--readout", "rgba8", "--width", str(COLUMNS), "--no-sheet"]
PAIR = [
    ("fake:rtz", "orca", "the sum is truncated: rounds toward zero",
     "fpstripe -d fake:rtz (simulated)"),
    ("llvmpipe", "beehive", "the sum is rounded to nearest, ties to even",
     "fpstripe -d llvmpipe (software)"),
]

cairo = ctypes.CDLL(ctypes.util.find_library("cairo") or "libcairo.so.2")
for name in ("cairo_create", "cairo_image_surface_create",
             "cairo_image_surface_create_from_png", "cairo_image_surface_get_data",
             "cairo_get_source"):
    getattr(cairo, name).restype = ctypes.c_void_p

FORMAT_RGB24, FILTER_BEST, FILTER_NEAREST = 1, 2, 3


def pointer(value):
    return ctypes.c_void_p(value)


def doubles(*values):
    return [ctypes.c_double(value) for value in values]


class Page:
    """A picture to draw on, in pixels from the top left."""

    def __init__(self, width, height):
        self.surface = cairo.cairo_image_surface_create(FORMAT_RGB24, width, height)
        self.context = cairo.cairo_create(pointer(self.surface))
        self.box(0, 0, width, height, PAPER)

    def call(self, name, *arguments):
        return getattr(cairo, "cairo_" + name)(pointer(self.context), *arguments)

    def tone(self, rgb):
        self.call("set_source_rgb", *doubles(*((rgb >> shift & 255) / 255
                                               for shift in (16, 8, 0))))

    def box(self, x, y, width, height, rgb):
        self.tone(rgb)
        self.call("rectangle", *doubles(x, y, width, height))
        self.call("fill")

    def text(self, x, y, words, size, rgb, bold=False):
        self.tone(rgb)
        self.call("select_font_face", b"DejaVu Sans", 0, int(bold))
        self.call("set_font_size", *doubles(size))
        self.call("move_to", *doubles(x, y))
        self.call("show_text", words.encode())

    def image(self, path, x, y, scale_x, scale_y, how):
        image = cairo.cairo_image_surface_create_from_png(str(path).encode())
        if cairo.cairo_surface_status(pointer(image)):
            sys.exit(f"make.py: {path} cannot be read")
        self.call("save")
        self.call("translate", *doubles(x, y))
        self.call("scale", *doubles(scale_x, scale_y))
        self.call("set_source_surface", pointer(image), *doubles(0, 0))
        cairo.cairo_pattern_set_filter(pointer(self.call("get_source")), how)
        self.call("paint")
        self.call("restore")

    def save(self, path):
        cairo.cairo_surface_flush(pointer(self.surface))
        if cairo.cairo_surface_write_to_png(pointer(self.surface), str(path).encode()):
            sys.exit(f"make.py: {path} cannot be written")
        print(f"{path.name}: {path.stat().st_size} bytes")


    def save_small(self, path):
        """Writes the picture in 255 colours, the most frequent ones of 15 bits."""
        cairo.cairo_surface_flush(pointer(self.surface))
        width = cairo.cairo_image_surface_get_width(pointer(self.surface))
        height = cairo.cairo_image_surface_get_height(pointer(self.surface))
        stride = cairo.cairo_image_surface_get_stride(pointer(self.surface))
        data = ctypes.string_at(cairo.cairo_image_surface_get_data(pointer(self.surface)),
                                stride * height)
        pixels = [tuple(data[y * stride + 4 * x + k] >> 3 for k in (2, 1, 0))
                  for y in range(height) for x in range(width)]
        colours = [colour for colour, _ in collections.Counter(pixels).most_common(255)]
        nearest = {colour: min(range(len(colours)), key=lambda k, c=colour: sum(
            (a - b) ** 2 for a, b in zip(c, colours[k]))) for colour in set(pixels)}
        rows = b"".join(b"\0" + bytes(nearest[pixel] for pixel in
                                      pixels[y * width:(y + 1) * width]) for y in range(height))
        palette = bytes(value << 3 | value >> 2 for colour in colours for value in colour)
        chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
                  (b"PLTE", palette), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
            for kind, body in chunks))
        print(f"{path.name}: {path.stat().st_size} bytes")


def size_of(path):
    header = path.read_bytes()[16:24]
    return int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")


def run(program, folder, *words):
    subprocess.run([program, *words, "-o", str(folder)], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   env={**os.environ, "LC_ALL": "C"})


def stripes_of(folder):
    """Returns the picture of the only result that was asked for."""
    (result,) = json.loads((folder / "report.json").read_text())["results"]
    return folder / "pictures" / (result["pixels_sha256"] + ".png")


def make_pair(program, work):
    width, height = COLUMNS * SCALE_X, None
    for i, (device, *_) in enumerate(PAIR):
        run(program, work / str(i), "-d", device, *ASKED)
        rows = size_of(stripes_of(work / str(i)))[1]
        scale_y = max(1, HEIGHT // rows)
        height = rows * scale_y
    page = Page(2 * width + 3 * PAD, height + CAPTION_HEIGHT + 2 * PAD)
    for i, (_, animal, words, command) in enumerate(PAIR):
        x = PAD + i * (width + PAD)
        page.box(x - 1, PAD - 1, width + 2, height + 2, LINE)
        page.image(stripes_of(work / str(i)), x, PAD, SCALE_X, scale_y, FILTER_NEAREST)
        page.text(x, PAD + height + 26, animal, 20, TEXT, bold=True)
        page.text(x, PAD + height + 47, words, 13, TEXT)
        page.text(x, PAD + height + 66, command, 13, MUTED)
    page.save(here / "orca-beehive.png")


def make_sheet(program, work, name, scale, *words):
    run(program, work / "sheet", "-d", "llvmpipe", *words)
    sheet = work / "sheet" / name
    width, height = size_of(sheet)
    page = Page(round(width * scale), round(height * scale))
    page.image(sheet, 0, 0, scale, scale, FILTER_BEST)
    page.save(here / name)


def make_plot(program, work):
    run(program, work / "sweep", "sweep", "gl:tanh", "-d", "llvmpipe")
    plot = work / "sweep" / "sweep-gl-tanh.png"
    width, height = size_of(plot)
    page = Page(round(width * 0.6), round(height * 0.6))
    page.image(plot, 0, 0, 0.6, 0.6, FILTER_BEST)
    page.save(here / "sweep.png")


def rules(image):
    """Returns the rows of the lines that separate the parts of a page, from margin to
    margin."""
    width, height = size_of(image)
    surface = cairo.cairo_image_surface_create_from_png(str(image).encode())
    stride = cairo.cairo_image_surface_get_stride(pointer(surface))
    data = ctypes.string_at(cairo.cairo_image_surface_get_data(pointer(surface)),
                            stride * height)
    rows = [data[y * stride + 4 * 44:y * stride + 4 * (width - 44)] for y in range(height)]
    return [y for y, row in enumerate(rows) if row == row[:4] * (width - 88)
            and row[1] < 230 and row[1] > 150]


def make_compare(program, work):
    """Makes the comparison of two devices: the sides, the stripes that differ most, and the
    figures; the rows are text."""
    sides = [work / "left", work / "right"]
    for folder, device in zip(sides, ("llvmpipe", "fake:tegra3")):
        run(program, folder, "-d", device, "--no-sheet")
    subprocess.run([program, "compare", *map(str, sides), "--png", work / "compare.png"],
                   check=True, stdout=subprocess.DEVNULL)
    width, scale = size_of(work / "compare.png")[0], 0.5
    # the fourth line is under the figures
    page = Page(round(width * scale), round(rules(work / "compare.png")[3] * scale))
    page.image(work / "compare.png", 0, 0, scale, scale, FILTER_BEST)
    page.save(here / "compare.png")


def make_overlay(program, work):
    """Makes a picture that was turned, scaled and framed, with the result that is read from
    it."""
    run(program, work / "phone", "-d", "fake:tegra3", *ASKED)
    stripes = stripes_of(work / "phone")
    width, height = size_of(stripes)
    page = Page(height + 80, 4 * width + 80)
    page.call("translate", *doubles(40 + height, 40))
    page.call("rotate", *doubles(math.pi / 2))
    page.image(stripes, 0, 0, 4, 1, FILTER_NEAREST)
    page.save(work / "screenshot.png")
    subprocess.run([program, "analyze", "screenshot.png", "--png", "overlay.png"],
                   check=True, cwd=work, stdout=subprocess.DEVNULL)
    width, height = size_of(work / "overlay.png")
    page = Page(round(width * 0.5), round(height * 0.5))
    page.image(work / "overlay.png", 0, 0, 0.5, 0.5, FILTER_BEST)
    page.save(here / "overlay.png")


def make_shade(program, work):
    """Makes the sheet of a shader that breaks on a phone of 2013."""
    subprocess.run([program, "shade", "examples/clouds.frag", "--time", "61.3", "--size", "64x64",
                    "-o", work / "shade"], check=True, cwd=here.parent.parent,
                   stdout=subprocess.DEVNULL)
    width, height = size_of(work / "shade" / "shade.png")
    page = Page(round(width * 0.5), round(height * 0.5))
    page.image(work / "shade" / "shade.png", 0, 0, 0.5, 0.5, FILTER_BEST)
    page.save_small(here / "shade.png")


def main():
    program = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else
                               here.parent.parent / "build" / "fpstripe").resolve())
    with tempfile.TemporaryDirectory() as folder:
        make_pair(program, pathlib.Path(folder))
        make_sheet(program, pathlib.Path(folder), "verdict.png", 0.5)
        make_sheet(program, pathlib.Path(folder), "personality.png", 0.6, "--full")
        make_plot(program, pathlib.Path(folder))
        make_compare(program, pathlib.Path(folder))
        make_overlay(program, pathlib.Path(folder))
        make_shade(program, pathlib.Path(folder))


main()
