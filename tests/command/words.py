#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""words.py FPSTRIPE CAPTURES CASE: `explain` knows the words of reports.

Without CASE: the list of cases, a line each. The words come from what the program prints
of captures and of simulated devices.
"""

import pathlib
import random
import re
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import holds, run, want

FAKES = ("sgx544", "rtz,p=17,contract,fold", "rne,ftz,overflow=saturate")
FULL = ("--full", "--show", "all", "--no-sheet", "--reference", "model")
MAKERS = ("apple", "google", "mesa/llvmpipe", "nvidia/h200")


def is_explained(word):
    return run("explain", *word.split(), status=None).returncode == 0


def reports():
    """Texts of reports."""
    for maker in MAKERS:
        path = sorted((pathlib.Path(cases.arguments[0]) / maker).glob("**/capture.json"))[0]
        yield run("show", path).stdout + run("show", path, "--show", "reasons").stdout
    for fake in FAKES:
        yield run("-d", "fake:" + fake, *FULL, "-o", fake).stdout


def outputs():
    """Every label of a row and every title of a column is a topic."""
    found = set()
    for text in reports():
        text = re.split(r"^\w+ (?:fragment|vertex|compute) \w+ ", text, flags=re.M)[0]
        found |= {row.strip() for row in re.findall(
            r"^(?=.{10}[ \w] \S)([A-Za-z][A-Za-z 0-9]{0,10}?)(?: +)(?<=.{12})\S", text, re.M)}
        heads = re.findall(r"^stage .*|^(?:each stage|(?:but )?(?:fragment|vertex|compute))  .*plain.*|^deviates from .*",
                           text, re.M)
        found |= {cell.removeprefix("but ") for head in heads
                  for cell in re.split(r"  +", head.strip())} - {"each stage"}
    found = {label.removeprefix("deviates from ") for label in found}
    holds({"device", "range", "claim", "equals", "compared", "significand"} <= found, f"{found}")
    want(sorted(label for label in found if not is_explained(label)), [], "labels not explained")


def asked():
    """The words that people look up: those of reports, of GLSL and of bug reports."""
    for word in ("range", "claim", "equals", "compared", "simplified", "ulp", "highp", "mediump",
                 "lowp", "fma", "TwoSum", "pattern", "stage", "rewritten", "behaves like",
                 "at least", "incomplete", "verified", "pow", "mod", "NaN", "overflow", "65504",
                 "hash", "reassociated", "folded", "nan", "ULP", "Stripes"):
        text = run("explain", *word.split()).stdout
        holds(len(text) > 120 and max(len(line) for line in text.splitlines()) <= 80,
              f"{word}: {text}")


def deviates():
    """The text names the standards and the option that prints each deviation."""
    text = run("explain", "deviates").stdout
    for word in ("GLSL", "IEEE 754", "Vulkan", "--show deviations"):
        holds(word in text, f"{word} is not in {text}")
    holds(re.search(r"--show WHAT.*`deviations`", run("run", "--help").stdout, re.S),
          "--show has no deviations")


def sums(exponent, sign):
    """Operands of binary32, the second 2^exponent times smaller, as `eval` reads them."""
    draw = random.Random(1)
    for _ in range(2000):
        first, second = (draw.getrandbits(23) for _ in range(2))
        yield f"{127 << 23 | first:08x} {sign << 31 | 127 - exponent << 23 | second:08x}\n"


def wrong(model, sign):
    """The largest share of sums that a model without sticky bit rounds to another number."""
    most = 0
    for exponent in (3, 6, 12, 20):
        path = cases.here / "sums.txt"
        path.write_text("".join(sums(exponent, sign)))
        done = run("eval", "add", path, "-d", "fake:" + model, "--mismatches", "--rounding",
                   model[:3], "--reference", "model", status=None)
        most = max(most, len(done.stdout.splitlines()) / 2000)
    return most


def shares():
    """The text of each model without sticky bit says how many of its sums are wrong."""
    for guard in (1, 2, 3):
        for model, kind, sign in ((f"rne-ns{guard}", "sum", 0), (f"rna-ns{guard}", "difference", 1)):
            said = re.search(rf"Up to 1 {kind} in (\d+) is wrong",
                             " ".join(run("explain", model).stdout.split()))
            holds(said, f"{model}: no share")
            share = wrong(model, sign) * int(said[1])
            holds(0.8 < share < 1.2, f"{model}: {share:.2f} of what is said")


if __name__ == "__main__":
    sys.exit(cases.main(outputs, asked, deviates, shares))
