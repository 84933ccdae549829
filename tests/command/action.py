#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""action.py FPSTRIPE ACTION_YML CASE: the step of the GitHub Action, run as a runner runs it,
on goldens of a simulated device."""

import pathlib
import re
import shlex
import subprocess
import sys
import xml.etree.ElementTree

sys.dont_write_bytecode = True
sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name)
                 for name in ("shared", "house")]
import cases
import package
from cases import NO_CI, holds, run, want


ASKED = "--probe width --precision highp --form plain"


def script_of(text):
    """The shell script of the only step that has one."""
    found = re.findall(r"^( +)run: \|\n((?:\1 .*\n)+)", text, re.M)
    want(len(found), 1, "steps with a script")
    return "".join(line.strip() + "\n" for line in found[0][1].splitlines())


def defaults(text):
    return dict(re.findall(r"^  (\w+):\n    description: .*\n    default: (.*)$", text, re.M))


def variables(text, **given):
    """The step's environment, from what a workflow gives."""
    inputs = {**defaults(text), **given}
    names = dict(re.findall(r"^ +([A-Z]+): \$\{\{ inputs\.(\w+) \}\}$", text, re.M))
    want(sorted(names.values()), sorted(inputs), "inputs that the step takes")
    return {name: inputs[word] for name, word in names.items()}


def performed(action=None, **given):
    """Its exit status, in a checkout that has goldens; without the folder of an action, with a
    `run` that need not build."""
    text = pathlib.Path(cases.arguments[0]).read_text()
    if not action:
        action = cases.here / "action with a space"
        action.mkdir(exist_ok=True)
        (action / "run").write_text(f'#!/bin/sh\nexec {shlex.quote(cases.program)} "$@"\n')
        (action / "run").chmod(0o755)
    done = subprocess.run(["sh", "-e", "-c", script_of(text)], cwd=cases.here,
                          env=cases.environment(GITHUB_ACTION_PATH=str(action),
                                                GITHUB_ACTIONS="true",
                                                **variables(text, **given)),
                          capture_output=True, text=True)
    return done


def bless(model):
    run("bless", "*", "-d", f"fake:{model}", *ASKED.split(), "--reason", "a test", env=NO_CI)


def suite(name):
    return xml.etree.ElementTree.parse(cases.here / name).getroot()


def passes():
    """What is as blessed: status 0, and JUnit that says so."""
    bless("rne")
    done = performed(device="fake:rne", options=ASKED)
    want(done.returncode, 0, f"exit status: {done.stderr}")
    found = suite("fpstripe-check.xml")
    holds(list(found.iter("testcase")) and not list(found.iter("failure")), "failures")


def fails():
    """What is not: status 1, a failure in JUnit where one asked for it, and a picture."""
    bless("rne")
    golden = next((cases.here / "goldens").rglob("*.png"))
    golden.write_bytes(golden.read_bytes()[:-20])
    done = performed(device="fake:rne", options=ASKED, junit="a b.xml")
    want(done.returncode, 1, f"exit status: {done.stderr}")
    holds(list(suite("a b.xml").iter("failure")) + list(suite("a b.xml").iter("error")),
          "no failure")


def builds():
    """As on a runner: the action is a checkout of its own, which its first step builds, and the
    files that the second step takes are in the workspace."""
    text, root = pathlib.Path(cases.arguments[0]).read_text(), pathlib.Path(cases.arguments[0]).parent
    action = cases.here / "_actions" / "fpstripe"
    package.copy(root, action)
    bless("rne")
    done = performed(action, device="fake:rne", options=ASKED)
    want(done.returncode, 0, f"exit status: {done.stderr}")
    taken = re.search(r"path: \|\n((?: +\$\{\{ inputs\.\w+ \}\}\n)+)", text).group(1)
    for name in re.findall(r"inputs\.(\w+)", taken):
        holds(name == "pictures" or (cases.here / defaults(text)[name]).exists(), name)


def documented():
    """The lines of docs/regression.md name inputs that there are."""
    text = pathlib.Path(cases.arguments[0])
    page = (text.parent / "docs" / "regression.md").read_text()
    used = re.search(r"- uses: OWNER/fpstripe@REVISION\n +with: \{(.*)\}", page)
    holds(used, "the page does not show the action")
    for word in used.group(1).split(","):
        name = word.split(":")[0].strip()
        holds(name in defaults(text.read_text()), f"the action has no input {name}")


if __name__ == "__main__":
    sys.exit(cases.main(passes, fails, builds, documented))
