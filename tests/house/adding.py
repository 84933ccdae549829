#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""adding.py SOURCE_ROOT FOLDER: checks that docs/adding-a-probe.md is true.

It does what the page says with a copy of the sources: it adds a row to a table, which touches
one file, and a probe of three rows, which touches two. It builds the copy without a warning,
runs the page's commands and the tests that know all probes, and sees a mistake in each table
be reported with its line. Then it adds an entry to the table of defects of simulated devices.
FOLDER keeps the copy and the build, so that a second call builds only what has changed.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COPIED = (".ci", "app", "bench", "cuda_ref", "docs", "probes", "python", "shaders", "tests",
          "action.yml", "meson.build", "meson_options.txt", ".clang-format", "README.md",
          "CHANGELOG.md", "CONTRIBUTING.md", "STYLE.md")
OPTIONS = ["--werror", "--fatal-meson-warnings", "-Doptimization=0", "-Ddebug=false",
           "-Dglfw=disabled", "-Dsheet=disabled", "-Dcuda=disabled", "-Dmpfr=disabled"]
NO_DEVICE = 3
TESTS = "tests/probe/test_probe"
GROUPS = ("expressions", "expression_words", "kinds", "folding", "clean", "operands")
ROW, WAYS = "(1.0 + a) - b", ["computed as a * (1.0 / b)", "neither", "neither"]


def call(words, folder):
    env = {**os.environ, "LC_ALL": "C", "MESA_SHADER_CACHE_DISABLE": "true"}
    return subprocess.run([str(word) for word in words], cwd=folder, env=env, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True)


def must(words, folder):
    done = call(words, folder)
    if done.returncode != 0:
        sys.exit(f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(good, text):
    if not good:
        sys.exit(text)


def put(path, text):
    """Writes a file only if it changed, so that little is built again."""
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def copy(root, source):
    source.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, source / name, dirs_exist_ok=True,
                            ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(root / name, source / name)
    if not (source / "captures").exists():  # large, and not built
        (source / "captures").symlink_to(root / "captures")


def add(source, row, table):
    """Adds the page's row and its probe."""
    one = source / "probes/reassociation.probe"
    put(one, one.read_text() + row)
    put(source / "probes/quotients.probe", table)
    names = source / "probes/meson.build"
    head, found, tail = names.read_text().partition("\n]\n\nprobes = ")
    expect(found, f"{names} has no end of the expressions")
    put(names, f"{head}\n  'quotients',{found}{tail}")


def findings_of(program, folder, probe, device):
    """Returns the answers of a probe by stage, precision and form: ids and sentences."""
    done = call([program, "run", "--probe", probe, "--stage", "all", "--json", "-d", device], folder)
    if done.returncode == NO_DEVICE:
        return []
    expect(done.returncode == 0, f"{probe} on {device}: {done.stderr}")
    results = [one for one in json.loads(done.stdout)["results"] if one["probe"] == probe]
    expect(len(results) >= 3, f"{probe} on {device}: {len(results)} results")
    return [result["findings"] for result in results if result["status"] == "ok"]


def check_runs(program, folder, text):
    """Runs the page's commands, and both tables on devices with and without a defect."""
    for words in re.findall(r"build/fpstripe (run .*)$", text, re.MULTILINE):
        must([program, *shlex.split(words), *([] if "-d" in words else ["-d", "fake:rne"])], folder)
    for words in (["explain", "probes"], ["explain"], ["run", "--help"]):
        expect("quotients" in must([program, *words], folder), f"{words}: no quotients")
    expect("divides" in must([program, "explain", "quotients"], folder) or
           "division" in must([program, "explain", "quotients"], folder), "no explanation")
    for device in ("fake:rne", "fake:rtz,p=11", "llvmpipe"):
        for findings in findings_of(program, folder, "reassociation", device):
            expect(findings[-1]["expression"] == ROW and findings[-1]["text"] == "kept",
                   f"{device}: {findings[-1]}")
    for findings in findings_of(program, folder, "quotients", "fake:rne,double"):
        expect([one["text"] for one in findings] == ["kept"] * 3, f"fake:rne: {findings}")
    check_reciprocal(program, folder, "fake:rne,reciprocal")


def check_reciprocal(program, folder, device):
    for findings in findings_of(program, folder, "quotients", device):
        expect([one["text"] for one in findings] == WAYS, f"{device}: {findings}")


def check_mistakes(source, ninja, table):
    """A wrong row stops the build, with its file and line; a candidate that goes is seen."""
    path = source / "probes/quotients.probe"
    for good, wrong, message in (("a / b |", "a / / b |", "unexpected /"),
                                 ("| instead: a * c", "| insteed: a * c", "insteed: unknown"),
                                 ("div-mul |", "div |", "div: two rows"),
                                 ("forms plain", "form plain", "form: unknown")):
        expect(good in table, f"the page has no {good}")
        put(path, table.replace(good, wrong))
        done = call([*ninja, "fpstripe"], source)
        line = 1 + table[:table.index(good)].count("\n")
        expect(done.returncode != 0 and f"quotients.probe:{line}: " in done.stdout + done.stderr,
               f"{wrong}: {message} is not reported: {done.stdout}{done.stderr}")
    put(path, table)


def check_defect(program, source, ninja, entry):
    """Checks that one more entry of the table is a word of simulated devices, known
    everywhere."""
    table = source / "app" / "device" / "fake_table.c"
    good = table.read_text()
    expect(good.count(entry) == 1, f"{table} has no {entry}")
    put(table, good.replace(entry, entry + entry.replace('"reciprocal"', '"divides-oddly"')))
    must([*ninja, "fpstripe"], source)
    expect("divides-oddly" in must([program, "explain", "models"], source), "models: no new defect")
    check_reciprocal(program, source, "fake:rne,divides-oddly")


def main():
    root, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    source, build = folder / "source", folder / "source" / "build"
    text = (root / "docs" / "adding-a-probe.md").read_text()
    expect(text.count("\n") <= 200, "the page has more than 200 lines")
    row, table = (body for kind, body in FENCE.findall(text) if kind == "text")
    (entry,) = (body for kind, body in FENCE.findall(text) if kind == "c")
    ninja = ["ninja", "--quiet", "-C", build, "-j", "2"]

    copy(root, source)
    add(source, row, table)
    if not (build / "build.ninja").exists():
        shutil.rmtree(build, ignore_errors=True)
        must(["meson", "setup", build, source, *OPTIONS], source)
    must([*ninja, "fpstripe", TESTS], source)
    check_runs(build / "fpstripe", folder, text)
    for group in GROUPS:
        must([build / TESTS, group], build)
    check_mistakes(source, ninja, table)
    check_defect(build / "fpstripe", source, ninja, entry)


main()
