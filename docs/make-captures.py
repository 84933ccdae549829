#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make-captures.py CAPTURES [--check] [--fpstripe PROGRAM]: writes the tables of devices in
README.md and in CAPTURES/README.md, and the table of functions there, from the captures,
VENDOR/GPU/DRIVER-API/capture.json below CAPTURES, whose reports PROGRAM derives (default:
build/fpstripe). A report's errors come from samples; if VENDOR/GPU/DRIVER-*/sweeps.jsonl has
a sweep over all inputs of the same function, the table has its maximum instead.

This program writes everything between the lines <!-- begin NAME --> and <!-- end NAME -->
of the two documents, and leaves the rest unchanged. --check writes nothing. Exit status 1,
with a list: a capture that cannot be read; with --check also a table that does not follow
from the reports. --readme FILE: the other document.
"""

import argparse
import json
import math
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BLOCK = "<!-- begin {0} -->\n{1}<!-- end {0} -->"
APIS = {"es3": "ES", "gl": "GL", "es2": "ES 2"}
NONE = "-"


class Device:
    """A report, from which single findings of the fragment shader are read."""

    def __init__(self, path, program):
        self.path = path
        shown = subprocess.run([program, "show", "--json", path], stdout=subprocess.PIPE,
                               check=False).stdout
        self.report = json.loads(shown)["report"]
        self.facts = self.report["device"]
        self.results = [r for r in self.report["results"] if r["stage"] == "fragment"]
        if not self.report["complete"]:
            raise ValueError("it is not complete")
        if "shaders" in self.report:
            raise ValueError("its shaders are not the program's: it is no device's capture")

    def order(self):
        return (str(self.facts["software"]), self.facts["vendor"], self.facts["renderer"],
                list(APIS).index(self.facts["api"]), str(self.path))

    def name(self):
        facts = self.facts
        swift = re.search(r"SwiftShader", facts["renderer"])
        zink = re.match(r"zink (?:Vulkan [\d.]+ ?)?\((.*?)[ (]", facts["renderer"])
        llvmpipe = re.match(r"ANGLE.*\bllvmpipe", facts["renderer"])
        short = ("ANGLE on SwiftShader" if swift else "ANGLE on llvmpipe" if llvmpipe else
                 f"Zink on {zink[1]}" if zink else
                 re.split(r" \(|/", facts["renderer"])[0])
        if "WebGL" in facts["version"]:
            short += " in " + facts["driver"].split(" (")[0]
        known = "" if facts["software"] is False else " (software)"
        return short + (" (masked)" if facts.get("masked") else known)

    def api(self):
        version = re.search(r"(\d+\.\d+)", self.facts["version"])[1]
        return APIS[self.facts["api"]] + ("" if self.facts["api"] == "es2" else
                                          f" {version}")

    def combined(self, precision):
        """Returns the bits and rounding models that all pictures of a precision have in
        common, or why there are none."""
        found = [r for r in self.results if r["precision"] == precision
                 and not r.get("topic")]
        good = [r["verdict"] for r in found if r["status"] == "ok"
                and r["form"] != "published"]
        bits = {v["fraction_bits"] for v in good} - {None}
        rules = [set(v["survivors"]) for v in good if v["survivors"]]
        left = set.intersection(*rules) if rules else set()
        if not found or all(r["status"] == "unsupported" for r in found):
            return NONE
        if len(bits) != 1 or not left:
            return "undecided"
        return f"{bits.pop() + 1} bits, {'/'.join(sorted(left))}"

    def claim(self, precision):
        claim = self.report["claimed"].get("fragment", {}).get(precision)
        return str(claim["precision"] + 1) if claim else "none"

    def finding(self, line, form="plain", precision="highp"):
        for result in self.results:
            if result["form"] == form and result["precision"] == precision:
                for finding in result.get("findings", ()):
                    if finding["expression"] == line:
                        return finding
        return None

    def swept(self, function):
        """Returns the largest error of any sweep in highp, and whether one had all inputs."""
        name = self.path.parent.name.rpartition("-")[0]
        lines = [line for path in sorted(self.path.parent.parent.glob(f"{name}-*/sweeps.jsonl"))
                 for line in path.read_text(encoding="utf-8").splitlines()]
        sweeps = [document["sweep"] for document in map(json.loads, lines)
                  if document["complete"] and document["sweep"]["function"] == function
                  and document["sweep"]["precision"] == "highp"
                  and document["sweep"]["max_ulp"]]
        return (max((s["max_ulp"]["error"]["value"] for s in sweeps), default=0.0),
                any(not s["domain"]["sample"] for s in sweeps))

    def operation(self, line, function):
        """Returns the finding of an operation: "rne", "at least 1.21 ulp", "2.14876 ulp"."""
        finding = self.finding(line)
        if not finding:
            return NONE
        most, complete = self.swept(function)
        if complete and most > 0.5:
            return f"{most:.5f} ulp"
        error = finding["error_ulp"]
        worst = max(self.least(error) if error else 0, math.floor(most * 100) / 100)
        answer = finding["text"].split(",")[0]
        return f"at least {worst:.2f} ulp" if answer in ("none", "faithful") else answer

    @staticmethod
    def least(error):
        """Returns the magnitude of a range of errors, rounded down to two digits."""
        return math.floor(max(abs(error[side]["value"]) for side in error) * 100) / 100

    def fused(self, line):
        finding = self.finding(line)
        return finding["text"].split(", ")[-1] if finding else NONE

    def subnormals(self):
        answers = [self.finding(line) for line in ("x + x", "x * 2^k", "x * 1")]
        answers = {f["text"].split(",")[0].split(" on ")[0] for f in answers if f}
        return "/".join(sorted(answers)) or NONE

    def status(self, probe, form):
        for result in self.results:
            if (result["probe"], result["form"], result["precision"]) == (probe, form,
                                                                          "highp"):
                return result["status"]
        return NONE

    def published(self):
        """Returns the status of the published shader, and whether its sum was reassociated."""
        rewritten = any("rewriting" in r["verdict"] for r in self.results
                        if r["probe"] == "stripes" and r["precision"] == "highp")
        return self.status("stripes", "published") + (", sum reassociated" if rewritten
                                                      else "")

    def forms(self):
        """Returns the forms in which (a + b) - a is computed as it is written."""
        asked = {form: self.status("stripes_unit", form)
                 for form in ("plain", "guarded", "precise")}
        good = [form for form, status in asked.items() if status == "ok"]
        return "as written" if "plain" in good else "only " + " or ".join(good)


COLUMNS = {
    "device": Device.name,
    "API": Device.api,
    "highp": lambda d: d.combined("highp"),
    "mediump": lambda d: d.combined("mediump"),
    "claimed": lambda d: d.claim("mediump"),
    "double": lambda d: d.combined("double"),
    "float16_t": lambda d: d.combined("float16"),
    "a / b": lambda d: d.operation("a / b", "gl:div"),
    "sqrt(a)": lambda d: d.operation("sqrt(a)", "gl:sqrt"),
    "a * b + c": lambda d: d.fused("a * b + c"),
    "fma()": lambda d: d.fused("fma(a, b, c)"),
    "subnormals": Device.subnormals,
    "(a + b) - a": Device.forms,
    "as published": Device.published,
}
# The names of functions: in the probes `functions` and `operations`, and in a sweep.
FUNCTIONS = (
    ("sin(x), |x| <= pi", "sin"), ("cos(x), |x| <= pi", "cos"), ("tan(x), |x| <= 1.5", "tan"),
    ("asin(x)", "asin"), ("acos(x)", "acos"), ("atan(x)", "atan"), ("exp(x)", "exp"),
    ("exp2(x)", "exp2"), ("log(x)", "log"), ("log2(x)", "log2"), ("tanh(x)", "tanh"),
    ("sqrt(a)", "sqrt"), ("inversesqrt(a)", "inversesqrt"), ("1.0 / a", "rcp"))


def function_rows(devices):
    """Returns the rows of devices with sweeps: over all inputs, and in mediump the
    capture's sample."""
    yield "| device | function | highp, ulp, all inputs | mediump, at least, binary16 |"
    yield "|--|--|--|--|"
    for device in devices:
        for line, name in FUNCTIONS:
            most, complete = device.swept(f"gl:{name}")
            finding = device.finding(line, precision="mediump")
            if complete and finding:
                error = finding["error_ulp"]
                found = f"{device.least(error):.2f} ulp" if error else finding["text"]
                yield (f"| {device.name()}, {device.api()} | `{name}` | {most:.5g} | "
                       f"{found} |")


SHORT = ("device", "API", "highp", "mediump", "a / b", "a * b + c", "subnormals",
         "(a + b) - a")


def table(devices, columns, link):
    yield "| " + " | ".join(columns) + " |"
    yield "|" + "--|" * len(columns)
    for device in devices:
        cells = {name: COLUMNS[name](device) for name in columns}
        folder = device.path.parent.relative_to(link)
        cells["device"] = f"[{cells['device']}]({folder.as_posix()})"
        yield "| " + " | ".join(cells.values()) + " |"


def current(devices):
    """Selects the newest driver of each device, and ES 2 only if there is no other API;
    leaves out devices whose names a browser masks."""
    newest = {}
    for device in devices:
        key = device.name(), device.api()
        version = [int(word) for word in re.findall(r"\d+", device.path.parent.name)]
        if version >= newest.get(key, ([], None))[0]:
            newest[key] = version, device
    kept = [device for _, device in newest.values() if not device.facts.get("masked")]
    return [device for device in devices if device in kept and
            (device.api() != "ES 2" or
             sum(other.name() == device.name() for other in kept) == 1)]


def read(captures, program, faults):
    devices = []
    for path in sorted(captures.glob("*/*/*/capture.json")):
        try:
            devices.append(Device(path, program))
        except (OSError, ValueError, KeyError, TypeError) as error:
            faults.append(f"{path}: {error}")
    return sorted(devices, key=Device.order)


def fill(path, name, lines, check, faults):
    before = path.read_text(encoding="utf-8")
    block = BLOCK.format(name, "".join(f"{line}\n" for line in lines))
    after, count = re.subn(BLOCK.format(name, ".*?"), lambda _: block, before,
                           flags=re.DOTALL)
    if count != 1:
        faults.append(f"{path}: {count} blocks {name}, not one")
    elif not check:
        path.write_text(after, encoding="utf-8")
    elif after != before:
        faults.append(f"{path}: not what the reports give; run {sys.argv[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("captures", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--fpstripe", default=HERE.parent / "build" / "fpstripe")
    parser.add_argument("--readme", type=pathlib.Path, default=HERE.parent / "README.md")
    options = parser.parse_args()
    captures, faults = options.captures.resolve(), []
    devices = read(captures, options.fpstripe, faults)
    fill(captures / "README.md", "matrix", table(devices, COLUMNS, captures),
         options.check, faults)
    fill(captures / "README.md", "functions",
         function_rows([d for d in devices if d.combined("mediump").startswith("11 ")]),
         options.check, faults)
    fill(options.readme, "vendors", table(current(devices), SHORT, captures.parent),
         options.check, faults)
    print("\n".join(faults + [f"{len(devices)} reports, {len(faults)} faults"]))
    return 1 if faults or not devices else 0


if __name__ == "__main__":
    sys.exit(main())
