# SPDX-License-Identifier: MIT
"""JPEG files of flat blocks, made without libjpeg, by the specification (ITU-T T.81).

A picture is rows of blocks of 8 x 8 pixels, a block a tuple of samples, one for each
component: Y, or Y, Cb and Cr. Each is its block's mean and nothing else, so that what must
be read is known to the bit.
"""

import struct

START, END = b"\xff\xd8", b"\xff\xd9"
BASELINE, EXTENDED, PROGRESSIVE, LOSSLESS, ARITHMETIC = 0xc0, 0xc1, 0xc2, 0xc3, 0xc9
FRAMES = (BASELINE, PROGRESSIVE)
STEP = 8  # of the quantisation: a mean of 8 x 8 cosines is eightfold


def segment(marker, data):
    return struct.pack(">BBH", 0xff, marker, len(data) + 2) + data


def frame(marker, width, height, components=1, depth=8):
    parts = b"".join(bytes((i + 1, 0x11, 0)) for i in range(components))
    return segment(marker, struct.pack(">BHHB", depth, height, width, components) + parts)


def quantisation():
    return segment(0xdb, b"\0" + bytes([STEP]) * 64)


def codes():
    """Means by their number of bits, in four; of the rest "all is zero", in one."""
    means = b"\0" + bytes([0, 0, 0, 12] + 12 * [0]) + bytes(range(12))
    rest = b"\x10" + bytes([1] + 15 * [0]) + b"\0"
    return segment(0xc4, means + rest)


def scan_of(components, progressive):
    parts = b"".join(bytes((i + 1, 0)) for i in range(components))
    return segment(0xda, bytes([components]) + parts + bytes((0, 0 if progressive else 63, 0)))


def packed(rows, progressive=False):
    """The bits of one scan."""
    bits, before = "", [128] * len(rows[0][0])
    for block in (block for row in rows for block in row):
        for i, sample in enumerate(block):
            change, before[i] = sample - before[i], sample
            size = abs(change).bit_length()
            value = change if change >= 0 else change + (1 << size) - 1
            bits += f"{size:04b}" + (f"{value:0{size}b}" if size else "")
            bits += "" if progressive else "0"
    bits += "1" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return data.replace(b"\xff", b"\xff\0")


def encode(rows, marker=BASELINE, scans=1, extra=b"", **odd):
    """`extra`: segments in front; `odd`: other words of the frame than are true."""
    components = odd.pop("components", len(rows[0][0]))
    size = {"width": 8 * len(rows[0]), "height": 8 * len(rows), **odd}
    progressive = marker == PROGRESSIVE
    one = scan_of(len(rows[0][0]), progressive) + packed(rows, progressive)
    return (START + extra + quantisation() + frame(marker, components=components, **size)
            + codes() + scans * one + END)
