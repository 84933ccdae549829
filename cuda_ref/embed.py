#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write compiled kernels as one C source: embed.py OUTPUT HEADER NAME FILE [NAME FILE ...]

NAME is the array, NAME_size its size, and NAME_toolkit the version of the toolkit that
made it, "" where the file does not say. A FILE of "-" is empty. With --parts before the
first NAME there is NAME_parts as well, a struct ptx (kernels.h) for each: what functions
and kernels a PTX has, and which of them each uses.
"""

import pathlib
import re
import sys

sys.dont_write_bytecode = True

import sweep_compile  # noqa: E402

KEPT = re.compile(r"^\.(?:version|target|address_size|global|const)\b.*\n", re.M)
LINKAGE = re.compile(r"\.(?:visible|weak) ")


def array(name, data):
    """A C array, aligned as a fatbin must be, and with the zero that ends PTX."""
    rows = [data[i : i + 20] for i in range(0, len(data), 20)]
    lines = ["    " + ",".join(str(byte) for byte in row) + "," for row in rows]
    return [f"extern const unsigned char {name}[];",
            f"_Alignas(8) const unsigned char {name}[] = {{", *lines, "    0,", "};"]


def parts(name, text):
    """The table of NAME_parts, and what each part uses."""
    code = sweep_compile.functions(text)
    kernels = {one for one in code if LINKAGE.sub("", code[one], 1).startswith(".entry")}
    numbers = {one: number for number, one in enumerate(code)}
    lines = ["extern const struct ptx_part " + name + "_table[];",
             "const struct ptx_part " + name + "_table[] = {"]
    for one, whole in code.items():
        own = whole if one in kernels else LINKAGE.sub("", whole, 1)
        words = dict.fromkeys(re.findall(r"[\w$]+", own))
        uses = [numbers[word] for word in words if word in code and word not in kernels]
        at = text.index(whole) + len(whole) - len(own)
        lines += [f'    {{ "{one}", {str(one in kernels).lower()}, {at}, '
                  f"{own.index('{')}, {len(own)},",
                  f"      (const short[]){{ {', '.join(map(str, [*uses, -1]))} }} }},"]
    return [*lines, "};", *array(name + "_kept", "".join(KEPT.findall(text)).encode()),
            f"const struct ptx {name}_parts = {{",
            f"    (const char *) {name}, (const char *) {name}_kept, {name}_table,",
            f"    {len(code)},",
            "};", ""]


def embed(name, path, with_parts):
    data = b"" if path == "-" else pathlib.Path(path).read_bytes()
    toolkit = re.search(rb"^// Cuda compilation tools, release ([\d.]+)", data, re.M)
    version = toolkit.group(1).decode() if toolkit else ""
    return array(name, data) + [
        f"extern const unsigned long {name}_size;",
        f"const unsigned long {name}_size = {len(data)};",
        f"extern const char {name}_toolkit[];",
        f'const char {name}_toolkit[] = "{version}";',
        "",
    ] + (parts(name, data.decode()) if with_parts else [])


def main():
    output, header, *rest = sys.argv[1:]
    with_parts = rest[0] == "--parts"
    rest = rest[with_parts:]
    lines = ["// Made by cuda_ref/embed.py.", "", f'#include "{header}"', "", "#include <stddef.h>", ""]
    for name, path in zip(rest[::2], rest[1::2]):
        lines += embed(name, path, with_parts)
    pathlib.Path(output).write_text("\n".join(lines), encoding="utf-8")


main()
