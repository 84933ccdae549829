#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the shaders as one C source: embed.py OUTPUT NAME FILE [NAME FILE ...]."""

import sys


def literal(text):
    lines = text.splitlines()
    return "\n".join('      "%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"')
                     for line in lines)


def main():
    output, rest = sys.argv[1], sys.argv[2:]
    with open(output, "w", encoding="utf-8") as out:
        out.write('// Made by shaders/embed.py.\n\n#include "shader.h"\n\n')
        out.write("const struct shader_source shader_sources[] = {\n")
        for name, path in zip(rest[::2], rest[1::2]):
            with open(path, encoding="utf-8") as file:
                out.write('    { "%s",\n%s },\n' % (name, literal(file.read())))
        out.write("    { 0, 0 },\n};\n")


main()
