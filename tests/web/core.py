#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page's program answers as the native one: core.py PROGRAM WEB WHICH, WEB being the folder
that ./web makes. Simulated devices, run in Node and natively: reports are equal but for what was
tried as a reference, captures and pictures byte by byte. WHICH: default; full; derive, which
derives the report of a capture in Node, unless it is kept there; or absent, of commands that a
page does not have. Exits with 77 where there is no such folder or no Node."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FAKES = [
    "rne", "rna", "rnz", "rno", "rtz", "raz", "rup", "rdn", "ro", "chop-g2", "rne-ns2", "rtz,p=14",
    "rne,p=11", "rne,p=17,emax=31", "rne,ftz", "rne,double", "rne,float16", "rne,mediump=11",
    "rne,multiplier=4", "rne,reciprocal", "stochastic", "faithful", "tegra3", "r300",
]


def run_page(engine, folder, lines):
    text = "".join("%s %s\n" % (name, " ".join(words)) for name, words in lines)
    subprocess.run(["node", os.path.join(os.path.dirname(__file__), "core.js"), engine, folder],
                   input=text, text=True, check=True)


def read_report(folder):
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
        report = json.load(file)
    report["reference"].pop("tried", None)
    return report


def files_below(folder):
    return {os.path.relpath(os.path.join(above, name), folder)
            for above, _, names in os.walk(folder) for name in names}


def differences(page, native):
    """What is not equal in two folders of a run."""
    names = sorted(files_below(page) | files_below(native))
    found = []
    for name in names:
        paths = [os.path.join(folder, name) for folder in (page, native)]
        if not all(os.path.exists(path) for path in paths):
            found.append(name + " is in one only")
        elif name == "report.json":
            if read_report(page) != read_report(native):
                found.append("the reports differ")
        elif open(paths[0], "rb").read() != open(paths[1], "rb").read():
            found.append(name + " differs")
    return found


def compare(program, engine, folder, full):
    lines = [(str(i), ["run", "-d", "fake:" + fake, "--no-sheet", "-o", "out"] + full)
             for i, fake in enumerate(FAKES)]
    run_page(engine, folder, lines)
    failed = 0
    for (name, words), fake in zip(lines, FAKES):
        native = os.path.join(folder, "native")
        done = subprocess.run([program] + words[:-2 - len(full)] + ["-o", native] + full,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              check=False)
        with open(os.path.join(folder, name + ".status"), encoding="utf-8") as file:
            status, _, said = file.read().partition("\n")
        page = os.path.join(folder, name, "out")
        found = ["status %s, not %d: %s" % (status, done.returncode, said)]
        if int(status) == done.returncode == 0:
            found = differences(page, native)
        shutil.rmtree(native, ignore_errors=True)
        shutil.rmtree(page, ignore_errors=True)
        for line in found[:5]:
            print("%s: %s" % (fake, line))
        failed += bool(found)
    print("%d simulated devices, %d not the same" % (len(FAKES), failed))
    return failed


def shown(words, folder):
    """Returns what `show --json` prints of a capture. Which references were tried first is
    emptied: a browser has no GPU to try."""
    done = subprocess.run([*words, "show", folder, "--json"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        return "status %d: %s" % (done.returncode, done.stderr)
    document = json.loads(done.stdout)
    document["report"]["reference"]["tried"] = []
    return document


def derive(program, engine, folder):
    """The page's program derives what the native one does, unless the capture has a
    derived.json that is whole: the native one never reads it."""
    page = ["node", os.path.join(ROOT, "app", "web", "run.js"), engine]
    out, kept = (os.path.join(folder, name) for name in ("out", "out/derived.json"))
    subprocess.run([program, "run", "-d", "fake:rtz,p=17,mediump=11", "--full", "--no-sheet",
                    "-o", out], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    native, failed = shown([program], out), 0
    report = json.dumps({**native["report"], "device": {**native["report"]["device"],
                                                        "renderer": "kept"}})
    for text, is_kept in ((None, False), (report, True), (report[:-9], False)):
        if text:
            with open(kept, "w", encoding="utf-8") as file:
                file.write(text)
        got = shown(page, out)
        right = got["device"]["name"] == "kept" if is_kept else got == native
        if not right or shown([program], out) != native:
            print("derived.json: %.40s: %.200s" % (text, got))
            failed += 1
    return failed


def absent(engine, folder):
    names = ["bench", "bless", "check", "record", "sweep"]
    run_page(engine, folder, [(name, [name, "-x"]) for name in names])
    failed = 0
    for name in names:
        with open(os.path.join(folder, name + ".status"), encoding="utf-8") as file:
            text = file.read()
        if text != "2\nfpstripe: %s: not in a browser\n" % name:
            print("%s: %r" % (name, text))
            failed += 1
    return failed


def main():
    program, web, which = sys.argv[1:4]
    engine = os.path.join(web, "engine.js")
    if not os.path.exists(engine) or not shutil.which("node"):
        print("no page or no Node: ./web makes %s" % engine)
        return 77
    with tempfile.TemporaryDirectory() as folder:
        if which == "absent":
            return absent(engine, folder) > 0
        if which == "derive":
            return derive(program, engine, folder) > 0
        return compare(program, engine, folder, ["--full"] if which == "full" else []) > 0


sys.exit(main())
