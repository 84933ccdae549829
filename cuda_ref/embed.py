#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write compiled kernels as one C source: embed.py OUTPUT HEADER NAME FILE [NAME FILE ...]

NAME is the array, NAME_size its size, and NAME_toolkit the version of the toolkit that
made it, "" where the file does not say. A FILE of "-" is empty.
"""

import pathlib
import re
import sys


def array(name, data):
    """A C array, aligned as a fatbin must be, and with the zero that ends PTX."""
    rows = [data[i : i + 20] for i in range(0, len(data), 20)]
    lines = ["    " + ",".join(str(byte) for byte in row) + "," for row in rows]
    return [f"_Alignas(8) const unsigned char {name}[] = {{", *lines, "    0,", "};"]


def embed(name, path):
    data = b"" if path == "-" else pathlib.Path(path).read_bytes()
    toolkit = re.search(rb"^// Cuda compilation tools, release ([\d.]+)", data, re.M)
    version = toolkit.group(1).decode() if toolkit else ""
    return array(name, data) + [
        f"extern const unsigned long {name}_size;",
        f"const unsigned long {name}_size = {len(data)};",
        f"extern const char {name}_toolkit[];",
        f'const char {name}_toolkit[] = "{version}";',
        "",
    ]


def main():
    output, header, *rest = sys.argv[1:]
    lines = ["// Made by cuda_ref/embed.py.", "", f'#include "{header}"', ""]
    for name, path in zip(rest[::2], rest[1::2]):
        lines += embed(name, path)
    pathlib.Path(output).write_text("\n".join(lines), encoding="utf-8")


main()
