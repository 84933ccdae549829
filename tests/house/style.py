#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""style.py SOURCE_ROOT [format]: checks the limits of STYLE.md; `format`: checks that
clang-format leaves the C sources unchanged. Exit status 77: clang-format is missing, or of
a release that formats differently."""

import pathlib
import re
import shutil
import subprocess
import sys

FOLDERS = ("app", "tests", "bench", "shaders", "cuda_ref", "docs", "probes", "python")
FILES = ("run", "test", ".ci/run", "meson.build", "meson_options.txt", "action.yml",
         "Containerfile")
SUFFIXES = (".c", ".h", ".cu", ".glsl", ".py", ".sh", ".build", ".bash")
LICENSED = (*SUFFIXES, ".yml", "")

FUNCTION_MAX = 60
MAIN_MAX = 40
COLUMNS_MAX = 90
PARAMETERS_MAX = 6
LICENSE = "SPDX-License-Identifier: MIT"

CLANG_FORMAT = 14  # the release by which the tree is formatted; others differ
SKIP = 77


def sources(root):
    for name in FILES:
        if (root / name).is_file():
            yield root / name
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path


def parameters_of(text):
    """Returns the number of parameters between the outermost parentheses of a head."""
    inner = text[text.index("(") + 1 : text.rindex(")")]
    depth, count = 0, 1
    for letter in inner:
        depth += letter == "("
        depth -= letter == ")"
        count += letter == "," and depth == 0
    return count


def functions(lines):
    """Yields (name, head, first line, length) of each function: braces in column 0."""
    start = None
    for number, line in enumerate(lines):
        if line == "{":
            start = number
        elif line == "}" and start is not None:
            head = start - 1
            while head > 0 and lines[head][:1] in (" ", ")"):
                head -= 1
            text = " ".join(lines[head:start])
            name = re.search(r"(\w+)\(", text)
            if name:
                yield name.group(1), text, head + 1, number - head + 1
            start = None


def check_c(path, lines):
    for number, line in enumerate(lines, 1):
        # Code is clang-format's business; it leaves comments and tables alone.
        if len(line) > COLUMNS_MAX and line.lstrip().startswith("//"):
            yield f"{number}: {len(line)} columns, the limit is {COLUMNS_MAX}"
    for name, head, number, length in functions(lines):
        most = MAIN_MAX if name == "main" else FUNCTION_MAX
        if length > most:
            yield f"{number}: {name} has {length} lines, the limit is {most}"
        if ")(" not in head and parameters_of(head) > PARAMETERS_MAX:
            # An interface may have its reason: told, not failed.
            print(f"note: {path}:{number}: {name} has {parameters_of(head)} parameters")


def check(path):
    text = path.read_text()
    lines = text.splitlines()
    if path.suffix in LICENSED and not any(LICENSE in line for line in lines[:2]):
        yield f"1: no {LICENSE}"
    if (text and not text.endswith("\n")) or re.search(r"[ \t]$", text, re.M):
        yield "trailing white space, or no line feed at the end"
    if path.suffix in (".c", ".h"):
        yield from check_c(path, lines)


def clang_format():
    """Returns the program of that release, or None and the reason."""
    reason = "clang-format is not there"
    for name in (f"clang-format-{CLANG_FORMAT}", "clang-format"):
        tool = shutil.which(name)
        if not tool:
            continue
        said = subprocess.run([tool, "--version"], capture_output=True, text=True).stdout
        if re.search(rf"version {CLANG_FORMAT}\.", said):
            return tool, None
        reason = f"{said.strip()}, want release {CLANG_FORMAT}"
    return None, reason


def format_faults(tool, paths):
    done = subprocess.run(
        [tool, "--dry-run", "--Werror", *paths], capture_output=True, text=True
    )
    return re.findall(r"^.*error: code should be clang-formatted.*$", done.stderr, re.M)


def repeated_names(paths):
    """Reports static functions of app/ with the same name: a backtrace and a search must
    find one."""
    where = {}
    for path in paths:
        names = re.findall(r"^static [^=;{(]*?\b([a-z]\w*)\(", path.read_text(), re.M)
        for name in set(names):
            where.setdefault(name, []).append(path)
    for name, files in sorted(where.items()):
        if len(files) > 1:
            yield f"{name} is a static function of {', '.join(p.name for p in files)}"


CLASSES = "word|rule|bits|ulp|count|claim|fused|unsupported"


def unsaid_answers(tables, paths):
    """Reports answers of the tables of probes that no code of app/ gives."""
    used = {word for path in paths for word in re.findall(r"&kind_(\w+)", path.read_text())}
    for table in tables:
        used.update(word.replace("-", "_")
                    for word in re.findall(r"(?m)^becomes (\S+)$", table.read_text()))
    for table in tables:
        for word in re.findall(rf"(?m)^([a-z0-9-]+) \| (?:{CLASSES}) \| ", table.read_text()):
            symbol = word.replace("-", "_")
            if not used & {symbol, f"{table.stem}_{symbol}"}:
                yield f"{table.name}: no code gives the answer {word}"


def check_format(paths):
    tool, reason = clang_format()
    if not tool:
        print(f"skipped: {reason}")
        return SKIP
    faults = format_faults(tool, [str(p) for p in paths if p.suffix in (".c", ".h")])
    print("\n".join(faults) if faults else f"formatted as by {tool}")
    return 1 if faults else 0


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    paths = list(sources(root))
    if sys.argv[2:] == ["format"]:
        return check_format(paths)
    faults = [f"{p.relative_to(root)}:{f}" for p in paths for f in check(p)]
    code = [p for p in paths if p.suffix == ".c" and (root / "app") in p.parents]
    faults += repeated_names(code)
    tables = sorted((root / "probes").glob("*.probe")) + [root / "probes/answers.txt"]
    faults += unsaid_answers(tables, code)
    print("\n".join(faults) if faults else f"{len(paths)} files")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
