#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""analyze.py FPSTRIPE PNG_ALONE: times `fpstripe analyze` on 12 megapixels.

It reads a 4000 x 3000 picture of stripes, as a screenshot (grey, sharp) and dyed and noisy
(RGB). libpng alone reads the same file in turn, A B A B. Time and
peak memory are those of the whole process. A person compares them with the budget.
"""

import os
import pathlib
import random
import statistics
import sys
import tempfile

from timed import once

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "shared"))
import pngs  # noqa: E402
import zlib  # noqa: E402

WIDTH, HEIGHT, STRIPES, BITS = 4000, 3000, 26, 23
PAIRS = int(os.environ.get("FPSTRIPE_BENCH_PAIRS", "9"))


def level(band, x):
    """Returns fract(2^band + x) with sums truncated to BITS bits."""
    quantum = 2.0 ** (band - BITS)
    return (2.0 ** band + x) // quantum * quantum % 1


def rows():
    """Yields (band, line) from the top; the line is black between stripes."""
    lines = [bytes(int(255 * level(band, 1 - (x + 0.5) / WIDTH) + 0.5) for x in range(WIDTH))
             for band in range(STRIPES)]
    for y in range(HEIGHT):
        height = (HEIGHT - 1 - y) * STRIPES / HEIGHT
        band = int(height)
        yield band, lines[band] if height - band < 0.9 else bytes(WIDTH)


def write(path, colour, lines):
    packer = zlib.compressobj(6)
    parts = [packer.compress(b"\x01" + line) for line in lines]
    path.write_bytes(pngs.build([(b"IHDR", pngs.header(WIDTH, HEIGHT, 8, colour)[8:-4]),
                                 (b"IDAT", b"".join(parts) + packer.flush()),
                                 (b"IEND", b"")]))


def differences(line, step):
    """Returns a row after the filter "sub"."""
    left = bytes(step) + line
    return bytes((a - b) & 255 for a, b in zip(line, left))


def screenshot(path):
    kept = {}
    write(path, pngs.GREY, (kept.setdefault(line, None) or
                            kept.update({line: differences(line, 1)}) or kept[line]
                            for _, line in rows()))


def noisy(path):
    """Returns levels with noise, more in red than in green and blue; eight kinds of noise
    for each row."""
    generator = random.Random(12)
    kept = {}

    def noisy_line(line):
        levels = [min(255, max(0, level + generator.randint(-2, 2))) for level in line]
        rgb = bytearray(3 * WIDTH)
        rgb[0::3] = bytes(levels)
        rgb[1::3] = bytes(level * 3 // 5 for level in levels)
        rgb[2::3] = bytes(level // 3 for level in levels)
        return differences(bytes(rgb), 3)

    def lines():
        for _, line in rows():
            if line not in kept:
                kept[line] = [noisy_line(line) for _ in range(8)]
            yield generator.choice(kept[line])

    write(path, pngs.RGB, lines())


def main():
    program, alone = sys.argv[1:3]
    print(f"{'':<12} {'MB':>5} {'wall':>8} {'processor':>10} {'peak MiB':>9} "
          f"{'libpng alone':>13} {'A/B processor':>14}")
    with tempfile.TemporaryDirectory() as folder:
        for make in screenshot, noisy:
            path = pathlib.Path(folder) / f"{make.__name__}.png"
            make(path)
            runs = [(once([program, "analyze", str(path)]), once([alone, str(path)]))
                    for _ in range(PAIRS + 1)][1:]
            a, b = ([statistics.median(run[side][i] for run in runs) for i in range(3)]
                    for side in (0, 1))
            print(f"{make.__name__:<12} {path.stat().st_size / 1e6:>5.1f} {a[0]:>6.2f} s "
                  f"{a[1]:>8.2f} s {a[2]:>9.0f} {b[1]:>11.2f} s "
                  f"{statistics.median(r[0][1] / r[1][1] for r in runs):>14.2f}")
    print("  budget: 1 s and 200 MiB")


main()
