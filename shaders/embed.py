#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the shaders as one C source: embed.py OUTPUT NAME FILE [NAME FILE ...], or other
texts as one array: embed.py OUTPUT --text ARRAY FILE...

Each is an array of characters: C promises no string literal longer than 4095. A shader of
expressions has the hash of each of its rows too: of its text without comments, white space
and the statements of other rows.
"""

import hashlib
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "probes"))
sys.dont_write_bytecode = True
import table

COLUMNS = 20


def array(text):
    codes = list(text.encode("utf-8")) + [0]
    rows = [codes[i:i + COLUMNS] for i in range(0, len(codes), COLUMNS)]
    return "\n".join("    " + " ".join("%d," % code for code in row) for row in rows)


def read(path):
    """Returns the text of a file; of the table of a probe, the shader that is made from it."""
    if path.endswith(".probe"):
        return table.Table(path).glsl()
    with open(path, encoding="ascii") as file:
        return file.read()


def end_of(code, at, opening, closing):
    """Returns the end of the bracket that opens at `at`."""
    depth = 0
    for i in range(at, len(code)):
        depth += (code[i] == opening) - (code[i] == closing)
        if depth == 0:
            return i + 1
    raise SystemExit("embed.py: a bracket is not closed")


def row_text(code, row):
    """Returns the code without the statements that are of other rows alone."""
    kept, at = [], 0
    for match in re.finditer(r"(else )?if\(", code):
        if match.start() < at:
            continue
        condition = end_of(code, match.end() - 1, "(", ")")
        asked = code[match.end() - 1:condition]
        rows = re.findall(r"(?<!!)line_is\((\d+)\)", asked)
        if not rows or str(row) in rows or not re.fullmatch(r"[\w()|]*", asked):
            continue
        block = code.startswith("{", condition)
        end = (end_of(code, condition, "{", "}") if block
               else code.index(";", condition) + 1)
        kept.append(code[at:match.start()])
        at = end
    kept.append(code[at:])
    return re.sub(r"line_is\(%d\)" % row, "line_is(ROW)", "".join(kept))


def row_hashes(source):
    """Returns the hashes of the rows of a shader, and of one that no statement names."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", source, flags=re.DOTALL)
    code = re.sub(r"\s+", " ", code)
    code = re.sub(r" ?([^\w#]) ?", r"\1", code)
    rows = [int(row) for row in re.findall(r"line_is\((\d+)\)", code)]
    return [hashlib.sha256(row_text(code, row).encode("ascii")).hexdigest()[:16]
            for row in range(max(rows, default=-1) + 2)]


def text(output, name, *paths):
    with open(output, "w", encoding="utf-8") as out:
        out.write("// Made by shaders/embed.py.\n\nextern const char %s[];\n" % name)
        out.write("const char %s[] = {\n%s\n};\n" % (name, array("".join(map(read, paths)))))


def main():
    output, rest = sys.argv[1], sys.argv[2:]
    if rest[0] == "--text":
        text(output, *rest[1:])
        return
    names, paths, counts = rest[::2], rest[1::2], []
    with open(output, "w", encoding="utf-8") as out:
        out.write('// Made by shaders/embed.py.\n\n#include "device/shader.h"\n\n')
        for i, path in enumerate(paths):
            source = read(path)
            hashes = row_hashes(source)
            out.write("static const char text_%d[] = {\n%s\n};\n\n" % (i, array(source)))
            out.write("static const uint64_t rows_%d[] = { %s };\n\n"
                      % (i, " ".join("0x%s," % row for row in hashes)))
            counts.append(len(hashes))
        out.write("const struct shader_source shader_sources[] = {\n")
        for i, name in enumerate(names):
            out.write('    { "%s", text_%d, rows_%d, %d },\n' % (name, i, i, counts[i]))
        out.write("    { 0, 0, 0, 0 },\n};\n")


main()
