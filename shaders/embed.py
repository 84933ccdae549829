#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the shaders as one C source: embed.py OUTPUT NAME FILE [NAME FILE ...].

Each is an array of characters: C promises no string literal longer than 4095.
"""

import sys

COLUMNS = 20


def array(text):
    codes = list(text.encode("utf-8")) + [0]
    rows = [codes[i:i + COLUMNS] for i in range(0, len(codes), COLUMNS)]
    return "\n".join("    " + " ".join("%d," % code for code in row) for row in rows)


def main():
    output, rest = sys.argv[1], sys.argv[2:]
    names, paths = rest[::2], rest[1::2]
    with open(output, "w", encoding="utf-8") as out:
        out.write('// Made by shaders/embed.py.\n\n#include "device/shader.h"\n\n')
        for i, path in enumerate(paths):
            with open(path, encoding="ascii") as file:
                out.write("static const char text_%d[] = {\n%s\n};\n\n" % (i, array(file.read())))
        out.write("const struct shader_source shader_sources[] = {\n")
        for i, name in enumerate(names):
            out.write('    { "%s", text_%d },\n' % (name, i))
        out.write("    { 0, 0 },\n};\n")


main()
