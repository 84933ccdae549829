#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""adding.py SOURCE_ROOT [FOLDER]: checks that docs/adding-a-probe.md is true.

It does what the page says with a copy of the sources. The blocks of code become the files
that the page names, a probe of expressions and a picture; the sections go into probes.txt,
the words into the list of tests, and nothing else changes. It builds the copy without a
warning, and runs the page's commands and its tests with and without a fault. Then it adds an
entry to the table of defects of simulated devices. FOLDER keeps the copy and the build, so that
a second call builds only what has changed; without it they are removed.
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
COPIED = (".ci", "app", "bench", "cuda_ref", "docs", "python", "shaders", "tests", "action.yml",
          "meson.build", "meson_options.txt", ".clang-format", "README.md", "CHANGELOG.md",
          "CONTRIBUTING.md", "STYLE.md")
# The recorded answers, which are not built, and large.
LINKED = ("captures",)
# Built fast: what the page has written is compiled once more, strictly.
OPTIONS = ["--fatal-meson-warnings", "-Doptimization=0", "-Ddebug=false", "-Dglfw=disabled", "-Dsheet=disabled",
           "-Dcuda=disabled", "-Dmpfr=disabled"]
STRICT = ["-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
          "-Wshadow", "-Werror", "-O2", "-c", "-o", os.devnull]
NO_DEVICE = 3
TESTS = "tests/probe/test_probe"
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
    """Writes a file only if it changed, so that little is built again."""
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
    """Updates the copy, except for the files that the page has written there."""
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


class Probe:
    """A probe of the page: its three files, and the words that it adds at the ends of two
    lists."""

    def __init__(self, text, code, shader, test, section):
        self.name = re.search(r"const struct probe probe_(\w+)", code)[1]
        self.picture = f"`app/probe/pictures/{self.name}.c`" in text
        kind = "pictures" if self.picture else "expressions"
        self.code = pathlib.Path(f"app/probe/{kind}/{self.name}.c")
        self.test = pathlib.Path(f"tests/probe/test_{self.name}.c")
        self.files = {self.code: code, self.test: test,
                      pathlib.Path(f"shaders/{self.name}.glsl"): shader}
        for file in self.files:
            expect(f"`{file}`" in text, f"the page does not name {file}")
        self.words = {
            pathlib.Path("app/probe/probes.txt"):
                ("# pictures", "# expressions", section) if self.picture else
                ("# expressions", "", section),
            pathlib.Path("tests/probe/meson.build"):
                ("groups = {", "}", "  " + re.search(rf"`('{self.name}': .*?,)`", text)[1] + "\n"),
        }


class Page:
    def __init__(self, root):
        text = (root / "docs" / "adding-a-probe.md").read_text()
        blocks = FENCE.findall(text)
        code = [body for kind, body in blocks if kind == "c"]
        shaders = [body for kind, body in blocks if kind == "glsl"]
        if len(code) != 5 or len(shaders) != 2:
            sys.exit("the page has not five blocks of C and two of GLSL")
        shown = [body for kind, body in blocks if kind == "text"]
        sections = [body for body in shown if body.startswith("## ")]
        if len(sections) != 2:
            sys.exit("the page has not two sections of probes.txt")
        self.probes = [Probe(text, code[0], shaders[0], code[1], sections[0]),
                       Probe(text, code[2], shaders[1], code[3], sections[1])]
        self.entry = code[4]
        self.same = self.probes[0]
        self.commands = [shlex.split(line.rpartition("&& ")[2])[1:]
                         for kind, body in blocks if kind == "sh"
                         for line in body.splitlines()]
        self.shown = [body for body in shown if body not in sections]
        self.topic = re.search(r'\.topic = "(.*?)"', code[0])[1]
        self.said = re.search(rf"`({self.topic} .*?)`", text)[1]

    def written(self, root):
        """Returns {file: text} of everything that the page adds: files, and a word at the
        end of lists."""
        written = {}
        for probe in self.probes:
            written |= probe.files
            for file, (start, end, word) in probe.words.items():
                text = written.get(file) or (root / file).read_text()
                head, found, rest = text.partition(f"{start}\n")
                inside, closed, tail = (rest.partition(f"\n{end}") if end else
                                        rest.rpartition("\n"))
                if not found or not closed:
                    sys.exit(f"{file} has no {start}")
                written[file] = f"{head}{found}{inside}\n{word.rstrip()}{closed}{tail}"
        return written


def check_code(page, source, build):
    includes = [f"-I{folder}" for folder in (
        source, source / "app", build / "app" / "probe", build / "app")]
    for probe in page.probes:
        for file in (probe.code, probe.test):
            # Tests are handed a state that they need not look at.
            unused = ["-Wno-unused-parameter"] if file == probe.test else []
            must([*shlex.split(os.environ.get("CC", "cc")), *STRICT, *unused, *includes, file],
                 source)
            if shutil.which("clang-format"):
                must(["clang-format", "--style=file", "--dry-run", "-Werror", file], source)


def findings(page, program, folder, *words):
    """Returns the findings of all results of the probe, in all forms, precisions and
    stages."""
    words = ["run", "--probe", page.same.name, "--stage", "all", "--json", *words]
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


def expect_all(page, program, folder, answer, deviates, *words):
    for where, finding in findings(page, program, folder, *words):
        expect(finding["text"] == answer and finding["deviates"] == deviates, where)
        expect(finding["cases"] == 64 and finding["mismatches"] == 0, where)
        expect((finding["agree"] < 64) == deviates, where)


def check_commands(page, program, folder):
    printed = []
    for words in page.commands:
        words = words if "-d" in words else [*words, "-d", "fake:rne"]
        printed.append(must([program, *words], folder))
    if len(printed) != 2 or len(page.shown) != 1:
        sys.exit("the page has not two commands and what one prints")
    expect(page.said in printed[0], f"{page.said!r} is not printed:\n{printed[0]}")
    expect(page.shown[0] in printed[1], f"{page.shown[0]!r} is not printed:\n{printed[1]}")
    for words in (["explain", "probes"], ["explain"], ["run", "--help"]):
        text = must([program, *words], folder)
        for probe in page.probes:
            expect(re.search(rf"\b{probe.name}\b", text),
                   f"`fpstripe {shlex.join(words)}` has no {probe.name}")
    explained = must([program, "explain", page.same.name], folder)
    expect("(a + b) / (b + a)" in explained, explained)


def check_picture(page, program, folder):
    """Checks the survivors of the picture, on simulated devices and on Mesa's renderer, in
    every form."""
    name = page.probes[1].name
    for device, rules in (("fake:rup", {"rup"}), ("fake:rdn,p=11", {"rdn"}),
                          ("fake:ro", {"raz", "ro"}), ("llvmpipe", None)):
        words = ["run", "--probe", name, "--json", "-d", device]
        done = call([program, *words], folder)
        if done.returncode == NO_DEVICE:
            continue
        expect(done.returncode == 0, f"{shlex.join(words)}: {done.stderr}")
        results = json.loads(done.stdout)["results"] if done.returncode == 0 else []
        results = [result for result in results if result["probe"] == name]
        expect(len(results) >= 3, f"{shlex.join(words)}: {len(results)} results")
        for result in results:
            if device == "llvmpipe" and result["form"] == "plain":
                continue # which its compiler simplifies
            left = set(result.get("verdict", result).get("survivors", []))
            expect(result["status"] == "ok", f"{device}: {result['status']}")
            expect(left == rules if rules else "rne" in left, f"{device}: {sorted(left)}")


def check_runs(page, program, folder):
    check_commands(page, program, folder)
    check_picture(page, program, folder)
    expect_all(page, program, folder, "1.0", False, "-d", "fake:rne,double,float16")
    expect_all(page, program, folder, "1.0", False, "-d", "fake:rtz,p=11,fold")
    expect_all(page, program, folder, "a * (1 / b)", True, "-d", "fake:rne,reciprocal")
    expect_all(page, program, folder, "a * (1 / b)", True, "-d", "fake:rtz,p=11,reciprocal")
    # The shader itself, where Mesa's renderer is there.
    for api in ("es3", "gl"):
        expect_all(page, program, folder, "1.0", False, "-d", "llvmpipe", "--api", api)


def check_tests(page, source, build, ninja):
    for probe in page.probes:
        done = call([build / TESTS, probe.name], build)
        expect(done.returncode == 0, done.stdout + done.stderr)
    probe = page.same
    good = probe.files[probe.code]
    expect(FAULT in good, f"the page has no {FAULT.strip()}")
    put(source / probe.code, good.replace(FAULT, ""))
    must([*ninja, TESTS], source)
    expect(call([build / TESTS, probe.name], build).returncode != 0,
           f"the test does not see {FAULT.strip()} go")
    put(source / probe.code, good)


def check_defect(page, source, build, ninja, fake):
    """Checks that one more entry of the table is a word of simulated devices, known
    everywhere."""
    good = fake.read_text()
    expect(good.count(page.entry) == 1, f"{fake} has no {page.entry}")
    added = page.entry.replace('"reciprocal"', '"divides-oddly"')
    put(fake, good.replace(page.entry, page.entry + added))
    must([*ninja, "fpstripe"], source)
    program = build / "fpstripe"
    expect("divides-oddly" in must([program, "explain", "models"], build), "models: no new defect")
    expect("divides-oddly" in call([program, "run", "-d", "fake:rne,divides-odd"], build).stderr,
           "the message about an unknown word does not suggest the new defect")
    expect_all(page, program, build, "a * (1 / b)", True, "-d", "fake:rne,divides-oddly")
    put(fake, good)


def work(root, folder):
    page = Page(root)
    source, build = folder / "source", folder / "source" / "build"
    written = page.written(root)
    ninja = ["ninja", "--quiet", "-C", build, "-j", "2"]

    for probe in page.probes:
        if (root / probe.code).exists():
            sys.exit(f"{probe.code} is there already")
    copy(root, source, set(written))
    for file, text in written.items():
        put(source / file, text)
    if not (build / "build.ninja").exists():
        shutil.rmtree(build, ignore_errors=True)
        must(["meson", "setup", build, source, *OPTIONS], source)
    must([*ninja, "fpstripe", TESTS], source)
    check_code(page, source, build)
    with tempfile.TemporaryDirectory() as scratch:
        check_runs(page, build / "fpstripe", scratch)
    check_defect(page, source, build, ninja, source / "app" / "device" / "fake_table.c")
    check_tests(page, source, build, ninja)


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
