# SPDX-License-Identifier: MIT
"""PNG files of every kind, made without libpng: zlib and the specification (ISO 15948).

A picture is rows of pixels, a pixel a tuple of samples as the colour type has them.
"""

import hashlib
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}
DEPTHS = {GREY: (1, 2, 4, 8, 16), RGB: (8, 16), PALETTE: (1, 2, 4, 8),
          GREY_ALPHA: (8, 16), RGBA: (8, 16)}
KINDS = [(colour, depth, interlaced) for colour, depths in DEPTHS.items()
         for depth in depths for interlaced in (False, True)]
NAMES = {GREY: "grey", RGB: "rgb", PALETTE: "palette", GREY_ALPHA: "grey-alpha",
         RGBA: "rgba"}
# x and y of the first pixel of each pass of Adam7, and the steps.
ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4),
         (1, 0, 2, 2), (0, 1, 1, 2))


def header_size(data):
    """The width and the height of a file."""
    return struct.unpack(">II", data[16:24])


def words_of(data):
    """The pixels of a picture of a store, row by row: RGBA of 8 bits, filters none, sub, up."""
    width, height = header_size(data)
    at, packed, stride = 8, b"", 4 * width
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    lines, above, rows = zlib.decompress(packed), bytes(stride), []
    for y in range(height):
        kind, *line = lines[y * (stride + 1):(y + 1) * (stride + 1)]
        for i in range(4, stride * (kind == 1)):
            line[i] = (line[i] + line[i - 4]) % 256
        above = bytes((a + b) % 256 for a, b in zip(line, above)) if kind == 2 else bytes(line)
        rows.append(above)
    return b"".join(rows)


def hash_of(data):
    """The name of a picture in a store, without .png."""
    width, height = header_size(data)
    return hashlib.sha256(struct.pack("<II", width, height) + words_of(data)).hexdigest()


def chunk(kind, data=b"", crc=None):
    body = kind + data
    return (struct.pack(">I", len(data)) + body
            + struct.pack(">I", zlib.crc32(body) if crc is None else crc))


def header(width, height, depth=8, colour=GREY, interlaced=False, **odd):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour,
                                      odd.get("packing", 0), odd.get("filters", 0),
                                      odd.get("interlace", int(interlaced))))


def row_bytes(row, depth):
    samples = [sample for pixel in row for sample in pixel]
    if depth == 16:
        return struct.pack(f">{len(samples)}H", *samples)
    if depth == 8:
        return bytes(samples)
    packed = bytearray((len(samples) * depth + 7) // 8)
    for i, sample in enumerate(samples):
        at = i * depth
        packed[at // 8] |= sample << 8 - depth - at % 8
    return bytes(packed)


def paeth(a, b, c):
    distances = [(abs(a + b - c - x), i) for i, x in enumerate((a, b, c))]
    return (a, b, c)[min(distances)[1]]


def filtered(row, above, step, kind):
    """A row behind its filter's number; `step` bytes are a pixel."""
    left = bytes(step) + row
    corner = bytes(step) + above
    guess = {0: lambda i: 0, 1: lambda i: left[i], 2: lambda i: above[i],
             3: lambda i: (left[i] + above[i]) // 2,
             4: lambda i: paeth(left[i], above[i], corner[i])}[kind]
    return bytes([kind]) + bytes((row[i] - guess(i)) & 255 for i in range(len(row)))


def passes(rows, interlaced):
    if not interlaced:
        return [rows]
    return [[row[x::dx] for row in rows[y::dy]] for x, y, dx, dy in ADAM7]


def pixels_of(rows, depth, colour, interlaced):
    """What is packed: every filter has its turn."""
    step = max(1, depth * CHANNELS[colour] // 8)
    out = []
    for part in passes(rows, interlaced):
        above = None
        for y, row in enumerate(part):
            if not row:
                continue
            line = row_bytes(row, depth)
            out.append(filtered(line, above or bytes(len(line)), step, y % 5))
            above = line
    return b"".join(out)


def encode(rows, depth=8, colour=GREY, interlaced=False, palette=None, transparent=None,
           extra=b"", idats=1):
    """The file; `palette` of (red, green, blue), `transparent` the bytes of tRNS, `extra`
    chunks before the pixels, which come in `idats` parts."""
    packed = zlib.compress(pixels_of(rows, depth, colour, interlaced), 6)
    part = max(1, -(-len(packed) // idats))
    return (SIGNATURE + header(len(rows[0]), len(rows), depth, colour, interlaced) + extra
            + (chunk(b"PLTE", bytes(sum(palette, ()))) if palette else b"")
            + (chunk(b"tRNS", transparent) if transparent is not None else b"")
            + b"".join(chunk(b"IDAT", packed[i:i + part])
                       for i in range(0, len(packed), part))
            + chunk(b"IEND"))


def chunks(data):
    """(kind, bytes) of each chunk of a file."""
    at = len(SIGNATURE)
    while at < len(data):
        length = struct.unpack(">I", data[at:at + 4])[0]
        yield data[at + 4:at + 8], data[at + 8:at + 8 + length]
        at += length + 12


def build(parts):
    return SIGNATURE + b"".join(chunk(kind, data) for kind, data in parts)
