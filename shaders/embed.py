#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the shaders as one C source: embed.py OUTPUT NAME FILE [NAME FILE ...], or another
text as one array: embed.py OUTPUT --text ARRAY FILE.

Each is an array of characters: C promises no string literal longer than 4095.
"""

import sys

COLUMNS = 20


def array(text):
    codes = list(text.encode("utf-8")) + [0]
    rows = [codes[i:i + COLUMNS] for i in range(0, len(codes), COLUMNS)]
    return "\n".join("    " + " ".join("%d," % code for code in row) for row in rows)


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


def text(output, name, path):
    with open(output, "w", encoding="utf-8") as out:
        out.write("// Made by shaders/embed.py.\n\nextern const char %s[];\n" % name)
        out.write("const char %s[] = {\n%s\n};\n" % (name, array(read(path))))


def main():
    output, rest = sys.argv[1], sys.argv[2:]
    if rest[0] == "--text":
        text(output, *rest[1:])
        return
    names, paths = rest[::2], rest[1::2]
    with open(output, "w", encoding="utf-8") as out:
        out.write('// Made by shaders/embed.py.\n\n#include "device/shader.h"\n\n')
        for i, path in enumerate(paths):
            out.write("static const char text_%d[] = {\n%s\n};\n\n" % (i, array(read(path))))
        out.write("const struct shader_source shader_sources[] = {\n")
        for i, name in enumerate(names):
            out.write('    { "%s", text_%d },\n' % (name, i))
        out.write("    { 0, 0 },\n};\n")


main()
