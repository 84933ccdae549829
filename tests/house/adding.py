#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""adding.py SOURCE_ROOT [FOLDER]: docs/adding-a-probe.md is true.

Does what the page says, to a copy of the sources: its blocks of code become the files
that it names, its words go into the lists. Builds without a warning, runs what it says
to run, and its test, with and without a fault. FOLDER keeps copy and build, so that a
second call builds only what has changed; without it they go away.
"""

import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COPIED = ("app", "bench", "cuda_ref", "docs", "shaders", "tests", "meson.build",
          "meson_options.txt", ".clang-format")
# The recorded answers, which are not built, and large.
LINKED = ("captures",)
# Built fast: what the page has written is compiled once more, strictly.
OPTIONS = ["--fatal-meson-warnings", "-Doptimization=0", "-Dglfw=disabled", "-Dsheet=disabled",
           "-Dcuda=disabled", "-Dmpfr=disabled"]
STRICT = ["-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
          "-Wshadow", "-Werror", "-O2", "-c", "-o", os.devnull]
NO_DEVICE = 3
# The page's way to see its test fail.
FAULT = "    found->by_reciprocal = true;\n"

faults = []


def expect(good, text):
    if not good:
        faults.append(text)


def call(words, folder, **more):
    env = {**os.environ, "LC_ALL": "C", "MESA_SHADER_CACHE_DISABLE": "true"}
    return subprocess.run([str(word) for word in words], cwd=folder, env=env, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **more)


def must(words, folder):
    done = call(words, folder)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(str(word) for word in words)}: status "
                 f"{done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def put(path, text):
    """Writes what has changed only, so that little is built again."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def files_of(root):
    for name in COPIED:
        path = root / name
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file.relative_to(root) for file in inside
                    if file.is_file() and "__pycache__" not in file.parts)


def copy(root, source, ours):
    """Brings the copy up to date but for what the page has written there."""
    wanted = set(files_of(root))
    for file in wanted - ours:
        there = source / file
        if not there.exists() or there.read_bytes() != (root / file).read_bytes():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / file, there)
    for file in set(files_of(source)) - wanted - ours:
        (source / file).unlink()
    for name in LINKED:
        if not (source / name).exists():
            (source / name).symlink_to(root / name)


class Page:
    def __init__(self, root):
        text = (root / "docs" / "adding-a-probe.md").read_text()
        blocks = FENCE.findall(text)
        code = [body for kind, body in blocks if kind == "c"]
        shaders = [body for kind, body in blocks if kind == "glsl"]
        if len(code) != 2 or len(shaders) != 1:
            sys.exit("the page has not two blocks of C and one of GLSL")
        self.name = re.search(r"const struct probe probe_(\w+)", code[0])[1]
        self.probe = pathlib.Path(f"app/probe/expressions/{self.name}.c")
        self.test = pathlib.Path(f"tests/probe/test_{self.name}.c")
        self.files = {self.probe: code[0], self.test: code[1],
                      pathlib.Path(f"shaders/{self.name}.glsl"): shaders[0]}
        for file in self.files:
            expect(f"`{file}`" in text, f"the page does not name {file}")
        self.listed = re.search(rf"`('{self.name}': .*?,)`", text)[1]
        self.commands = [shlex.split(line.rpartition("&& ")[2])[1:]
                         for kind, body in blocks if kind == "sh"
                         for line in body.splitlines()]
        self.shown = [body for kind, body in blocks if kind == "text"]
        self.topic = re.search(r'\.topic = "(.*?)"', code[0])[1]
        self.said = re.search(rf"`({self.topic} .*?)`", text)[1]

    def lists(self, root):
        for file, before, word in (
                ("app/probe/meson.build", "tables = [\n", f"  '{self.name}',\n"),
                ("tests/meson.build", "pure = {\n", f"  {self.listed}\n")):
            text = (root / file).read_text()
            if text.count(before) != 1:
                sys.exit(f"{file} has no {before.strip()}")
            yield pathlib.Path(file), text.replace(before, before + word)


def check_code(page, source, build):
    includes = [f"-I{folder}" for folder in (
        source / "app", source, build / "app")]
    for file in (page.probe, page.test):
        must([*shlex.split(os.environ.get("CC", "cc")), *STRICT, *includes, file], source)
        if shutil.which("clang-format"):
            must(["clang-format", "--style=file", "--dry-run", "-Werror", file], source)


def findings(page, program, folder, *words):
    """Of all results of the probe, in all forms, precisions and stages."""
    words = ["run", "--probe", page.name, "--stage", "all", "--json", *words]
    done = call([program, *words], folder)
    if done.returncode == NO_DEVICE:
        return None
    expect(done.returncode == 0, f"{shlex.join(words)}: {done.stderr}")
    results = json.loads(done.stdout)["results"] if done.returncode == 0 else []
    expect(len(results) >= 9, f"{shlex.join(words)}: {len(results)} results")
    for result in results:
        where = " ".join([*words[-1:], result["stage"], result["precision"], result["form"]])
        expect(result["status"] == "ok", f"{where}: {result['status']}")
        expect(len(result["findings"]) == 2, f"{where}: {result['findings']}")
        for finding in result["findings"]:
            yield f"{where}: {finding}", finding


def expect_all(page, program, folder, answer, departs, *words):
    for where, finding in findings(page, program, folder, *words):
        expect(finding["answer"] == answer and finding["departs"] == departs, where)
        expect(finding["cases"] == 64 and finding["mismatches"] == 0, where)
        expect((finding["agree"] < 64) == departs, where)


def check_commands(page, program, folder):
    printed = []
    for words in page.commands:
        words = words if "-d" in words else [*words, "-d", "fake:rne"]
        printed.append(must([program, *words], folder))
    if len(printed) != 2 or len(page.shown) != 1:
        sys.exit("the page has not two commands and what one prints")
    expect(page.said in printed[0], f"{page.said!r} is not printed:\n{printed[0]}")
    expect(page.shown[0] in printed[1], f"{page.shown[0]!r} is not printed:\n{printed[1]}")
    for words in (["probes"], ["explain"], ["run", "--help"]):
        expect(re.search(rf"\b{page.name}\b", must([program, *words], folder)),
               f"`fpstripe {shlex.join(words)}` has no {page.name}")
    explained = must([program, "explain", page.name], folder)
    expect("(a + b) / (b + a)" in explained, explained)


def check_runs(page, program, folder):
    check_commands(page, program, folder)
    expect_all(page, program, folder, "one", False, "-d", "fake:rne,double,float16")
    expect_all(page, program, folder, "one", False, "-d", "fake:rtz,p=11,fold")
    expect_all(page, program, folder, "a * (1 / a)", True, "-d", "fake:rne,reciprocal")
    expect_all(page, program, folder, "a * (1 / a)", True, "-d", "fake:rtz,p=11,reciprocal")
    # The shader itself, where Mesa's renderer is there.
    for api in ("es3", "gl"):
        expect_all(page, program, folder, "one", False, "-d", "llvmpipe", "--api", api)


def check_test(page, source, build, ninja):
    test = build / "tests" / f"test_{page.name}"
    done = call([test], build)
    expect(done.returncode == 0, done.stdout + done.stderr)
    good = page.files[page.probe]
    expect(FAULT in good, f"the page has no {FAULT.strip()}")
    put(source / page.probe, good.replace(FAULT, ""))
    must([*ninja, f"tests/test_{page.name}"], source)
    expect(call([test], build).returncode != 0, f"the test does not see {FAULT.strip()} go")
    put(source / page.probe, good)


def work(root, folder):
    page = Page(root)
    source, build = folder / "source", folder / "build"
    written = {**page.files, **dict(page.lists(root))}
    ninja = ["ninja", "--quiet", "-C", build, "-j", "2"]

    if (root / page.probe).exists():
        sys.exit(f"{page.probe} is there already")
    copy(root, source, set(written))
    for file, text in written.items():
        put(source / file, text)
    if not (build / "build.ninja").exists():
        shutil.rmtree(build, ignore_errors=True)
        must(["meson", "setup", build, source, *OPTIONS], source)
    must([*ninja, "fpstripe", f"tests/test_{page.name}"], source)
    check_code(page, source, build)
    with tempfile.TemporaryDirectory() as scratch:
        check_runs(page, build / "fpstripe", scratch)
    check_test(page, source, build, ninja)


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    with contextlib.ExitStack() as stack:
        if len(sys.argv) > 2:
            folder = pathlib.Path(sys.argv[2]).resolve()
            folder.mkdir(parents=True, exist_ok=True)
        else:
            folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        work(root, folder)
    for text in faults:
        print(text, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
