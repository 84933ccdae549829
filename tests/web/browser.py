#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page in a browser: browser.py PROGRAM WEB CASE. It is opened from a file and its button is
tapped; its .tar is what the native program verifies, and, of ANGLE on llvmpipe, compares with
what it measures itself. WEB is the folder that ./web makes. Exits with 77 where the page, the
browser, Node or puppeteer-core (which `./test --suite web` installs) is missing."""

import base64
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time

import webkit

HERE = os.path.dirname(os.path.abspath(__file__))
# The precision of highp and mediump in the table, by browser.
WIDTHS = {"swiftshader": (24, 24), "llvmpipe": (24, 11), "firefox": (24, 24),
          "webkit": (24, 11)}


def skip(why):
    print(why)
    sys.exit(77)


def fail(*words):
    print(*words)
    sys.exit(1)


def read(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def tap_webkit(page, tar, old, everything):
    """As browser.mjs does, in WebKitGTK."""
    with tempfile.TemporaryDirectory() as home, webkit.Webkit(home) as browser:
        browser.ask("timeouts", script=800000)
        browser.ask("url", url="file://" + os.path.abspath(page))
        if old:
            browser.value(read("webgl1.js") + "window.OffscreenCanvas = undefined;")
        for button in ["#measure", "#full"] if everything else ["#measure"]:
            browser.tap(button)
            while browser.value("return document.getElementById('measure').disabled"):
                time.sleep(0.25)
        said = browser.value("return " + re.sub("(?m)^//.*", "", read("said.js")).strip())
    with open(tar, "wb") as file:
        file.write(base64.b64decode(said.pop("tar")))
    return said, tar


def drive(web, modules, case, folder):
    name, lose = case.replace("-lost", ""), case.endswith("-lost")
    tar = os.path.join(folder, "page.tar")
    if case.startswith("webkit"):
        return tap_webkit(os.path.join(web, "fpstripe.html"), tar, case.endswith("-1"), False)
    command = ["node", os.path.join(HERE, "browser.mjs"), modules, name,
               os.path.join(web, "fpstripe.html"), tar] + ["lose"] * lose
    env = {**os.environ, "MESA_SHADER_CACHE_DISABLE": "true"}
    if name.startswith("firefox"):
        command = ["xvfb-run", "-a"] + command
        env["MOZ_HEADLESS"] = "1"
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=env, timeout=900,
                          check=False)
    if done.returncode:
        fail("the browser could not be driven, status", done.returncode)
    return json.loads(done.stdout), tar


def unpack(program, tar, folder, whole):
    with tarfile.open(tar) as file:
        file.extractall(folder)
    inner = [name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name))]
    capture = os.path.join(folder, inner[0])
    done = subprocess.run([program, "verify", capture], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    print(done.stdout)
    if done.returncode != (not whole) or ("incomplete" in done.stdout) == whole:
        fail("verify ends with", done.returncode)
    return capture


def derive(program, capture):
    done = subprocess.run([program, "show", capture, "--json"], stdout=subprocess.PIPE, text=True,
                          check=True)
    return json.loads(done.stdout)["report"]


def width_of(report, precision):
    return max((result["verdict"]["fraction_bits"] or 0) + 1 for result in report["results"]
               if result["precision"] == precision and result["probe"] == "width" and
               result["form"] == "guarded")


def compare(program, capture, folder):
    """With the native program on the same renderer: an answer that is not the same is none in
    the page, which has no `precise`."""
    native, table = os.path.join(folder, "native"), os.path.join(folder, "table.csv")
    env = {**os.environ, "MESA_SHADER_CACHE_DISABLE": "true"}
    env.pop("DISPLAY", None)
    done = subprocess.run([program, "run", "-d", "llvmpipe", "--api", "es3", "--no-sheet", "-o",
                           native], env=env, stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        skip("no native llvmpipe")
    done = subprocess.run([program, "compare", "--exit-code", "--csv", table, native, capture],
                          stdout=subprocess.DEVNULL, check=False)
    with open(table, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = list(rows[0])[-2:]
    same = [row for row in rows if row["answers"] == "1"]
    other = [row for row in rows if row["answers"] == "2" and row[names[1]] != "unsupported"]
    print("%d answers are the same, %d differ, %d of them not by unsupported" %
          (len(same), sum(row["answers"] == "2" for row in rows), len(other)))
    if done.returncode != 1 or other or len(same) < 40:
        fail("compare ends with", done.returncode, other)


def main():
    program, web, case = sys.argv[1:4]
    modules = os.path.abspath(os.path.join(web, "..", "web-tests", "node_modules"))
    kind = case.split("-")[0]
    if kind == "webkit" and not webkit.find():
        skip("no WebKitWebDriver, MiniBrowser or Xvfb")
    for tool in [] if kind == "webkit" else ["node", "firefox-esr" if kind == "firefox" else "chromium",
                 "xvfb-run" if kind == "firefox" else "node"]:
        if not shutil.which(tool):
            skip("no " + tool)
    if not os.path.exists(os.path.join(web, "fpstripe.html")):
        skip("no page: ./web makes it")
    if kind != "webkit" and not os.path.exists(os.path.join(modules, "puppeteer-core")):
        skip("no puppeteer-core: ./test --suite web installs it")
    with tempfile.TemporaryDirectory() as folder:
        said, tar = drive(web, modules, case, folder)
        print(said)
        if "[#" in said["fault"] or "[-" in said["fault"]:
            fail("what is asked next is shown as a fault")
        if "-resist" in case:
            return "noise" not in said["fault"]
        capture = unpack(program, tar, folder, not case.endswith("-lost"))
        told = derive(program, capture)
        if case.endswith("-lost"):
            return told["complete"] or not told["results"]
        widths = tuple(width_of(told, precision) for precision in ("highp", "mediump"))
        want = WIDTHS[kind]
        if not told["complete"] or widths != want or \
                "24-bit significand, rounds to nearest even" not in said["verdict"]:
            fail("widths", widths, "not", want, told["complete"])
        if told["device"]["api"] != ("es2" if case.endswith("-1") else "es3"):
            fail("the API is", told["device"]["api"])
        if case == "llvmpipe":
            compare(program, capture, folder)
        return 0


sys.exit(main())
