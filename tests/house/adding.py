#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""adding.py SOURCE_ROOT FOLDER: checks that docs/adding-a-probe.md is true.

It does what the page says with a copy of the sources. The blocks of code become the files
that the page names, a probe of expressions and a picture; the names go into the lists.
It builds the copy without a warning, and runs the page's
commands and its tests, with and without a fault. Then it adds an entry to the table of defects
of simulated devices. FOLDER keeps the copy and the build, so that a second call builds only
what has changed.
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
# The page's way to see its test fail.
FAULT = "    found->by_reciprocal = true;\n"


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
        path.parent.mkdir(parents=True, exist_ok=True)
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


def add_line(path, start, end, line):
    """Adds a line, or several, before the first line that begins with `end` behind `start`."""
    head, found, rest = path.read_text().partition(f"{start}\n")
    inside, closed, tail = rest.partition(f"\n{end}") if end else (rest.rstrip(), "\n", "")
    expect(found and closed, f"{path} has no {start}")
    path.write_text(f"{head}{found}{inside}\n{line.rstrip()}{closed}{tail}")


def add_probe(source, text, code, test, shader, section):
    """Writes the files of a probe, and adds it to two lists. Returns its name."""
    name = re.search(r"const struct probe probe_(\w+)", code)[1]
    kind = "pictures" if f"`app/probe/pictures/{name}.c`" in text else "expressions"
    for file, body in ((f"app/probe/{kind}/{name}.c", code), (f"shaders/{name}.glsl", shader),
                       (f"tests/probe/test_{name}.c", test), (f"probes/{name}.probe", section)):
        expect(f"`{file}`" in text, f"the page does not name {file}")
        put(source / file, body)
    add_line(source / "probes/meson.build", f"{kind} = [", "]", f"  '{name}',")
    add_line(source / "tests/probe/meson.build", "groups = {", "}",
             "  " + re.search(rf"`('{name}': .*?,)`", text)[1])
    return name


def results_of(program, folder, probe, device):
    """Returns the results of a probe in all stages, precisions and forms; none if there is no
    such device."""
    done = call([program, "run", "--probe", probe, "--stage", "all", "--json", "-d", device], folder)
    if done.returncode == NO_DEVICE:
        return []
    expect(done.returncode == 0, f"{probe} on {device}: {done.stderr}")
    results = [one for one in json.loads(done.stdout)["results"] if one["probe"] == probe]
    expect(len(results) >= 3, f"{probe} on {device}: {len(results)} results")
    for result in results:
        expect(result["status"] in ("ok", "folded"), f"{probe} on {device}: {result}")
    return results


def check_findings(program, folder, device, answer):
    for result in results_of(program, folder, "same", device):
        expect(len(result["findings"]) == 2, f"{device}: {result}")
        for finding in result["findings"]:
            expect((finding["text"], finding["cases"], finding["mismatches"]) == (answer, 64, 0) and
                   finding["deviates"] == (finding["agree"] < 64) == (answer != "1.0"),
                   f"{device}: {finding}")


def check_survivors(program, folder, device, wanted):
    for result in results_of(program, folder, "lean", device):
        left = result["verdict"]["survivors"]
        expect(left == wanted if wanted else "rne" in left or result["status"] == "folded",
               f"lean on {device}: {left}")


def check_runs(program, folder, text, shown):
    """Runs the page's commands, and both probes on devices with and without the defect."""
    commands = re.findall(r"build/fpstripe (run .*)$", text, re.MULTILINE)
    printed = [must([program, *shlex.split(words), *([] if "-d" in words else ["-d", "fake:rne"])],
                    folder) for words in commands]
    wanted = (re.search(r"`(quotients .*?)`", text)[1], shown)
    expect(len(printed) == 2, "the page has not two commands")
    for got, want in zip(printed, wanted):
        expect(want in got, f"{want!r} is not printed:\n{got}")
    for name in ("same", "lean"):
        for words in (["explain", "probes"], ["explain"], ["run", "--help"]):
            expect(re.search(rf"\b{name}\b", must([program, *words], folder)), f"{words}: {name}")
    check_findings(program, folder, "fake:rne,double,float16", "1.0")
    check_findings(program, folder, "fake:rtz,p=11,reciprocal", "a * (1 / b)")
    check_findings(program, folder, "llvmpipe", "1.0")
    check_survivors(program, folder, "fake:rup", ["rup"])
    check_survivors(program, folder, "fake:rdn,p=11", ["rdn"])
    check_survivors(program, folder, "llvmpipe", None)


def check_tests(source, build, ninja):
    for name in ("same", "lean"):
        must([build / TESTS, name], build)
    code = source / "app/probe/expressions/same.c"
    good = code.read_text()
    expect(FAULT in good, f"the page has no {FAULT.strip()}")
    put(code, good.replace(FAULT, ""))
    must([*ninja, TESTS], source)
    expect(call([build / TESTS, "same"], build).returncode != 0,
           f"the test does not see {FAULT.strip()} go")
    put(code, good)


def check_defect(program, source, ninja, entry):
    """Checks that one more entry of the table is a word of simulated devices, known
    everywhere."""
    table = source / "app" / "device" / "fake_table.c"
    good = table.read_text()
    expect(good.count(entry) == 1, f"{table} has no {entry}")
    put(table, good.replace(entry, entry + entry.replace('"reciprocal"', '"divides-oddly"')))
    must([*ninja, "fpstripe"], source)
    expect("divides-oddly" in must([program, "explain", "models"], source), "models: no new defect")
    check_findings(program, source, "fake:rne,divides-oddly", "a * (1 / b)")


def main():
    root, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    source, build = folder / "source", folder / "source" / "build"
    text = (root / "docs" / "adding-a-probe.md").read_text()
    blocks = {kind: [body for each, body in FENCE.findall(text) if each == kind]
              for kind in ("c", "glsl", "text")}
    expect([len(bodies) for bodies in blocks.values()] == [5, 2, 3], "the page has other blocks")
    code, shaders = blocks["c"], blocks["glsl"]
    sections = [body for body in blocks["text"] if body.startswith("# ")]
    (shown,) = (body for body in blocks["text"] if body not in sections)
    ninja = ["ninja", "--quiet", "-C", build, "-j", "2"]

    copy(root, source)
    for i in range(2):
        name = add_probe(source, text, code[2 * i], code[2 * i + 1], shaders[i], sections[i])
        expect(name == ("same", "lean")[i], name)
    if not (build / "build.ninja").exists():
        shutil.rmtree(build, ignore_errors=True)
        must(["meson", "setup", build, source, *OPTIONS], source)
    must([*ninja, "fpstripe", TESTS], source)
    check_runs(build / "fpstripe", folder, text, shown)
    check_tests(source, build, ninja)
    check_defect(build / "fpstripe", source, ninja, code[4])


main()
