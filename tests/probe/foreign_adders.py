#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""foreign_adders.py FPSTRIPE CASE: what the program calls the adder of a simulated device.

Without CASE: the list of cases, a line each. Each adder must have the right name, or none.
"""

import json
import pathlib
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / "shared")]
import cases
from cases import run, want

QUICK = ("--json", "--precision", "highp", "--form", "guarded")

# The words of adders, each with the name of the same function, where it has other words.
ADDERS = {
    # Rounding models.
    "rne": "", "rtz,p=16": "", "chop-g2": "", "rne-ns3,p=17": "", "rtz,sign=raz": "rdn",
    "rna,sign=rnz,p=16": "rnu", "rne,double=28:ro": "rne", "rne,double=24,p=11": "rne",
    "rne,far=30": "rne", "rne-ns30": "rne",
    # Guard bits, and a sticky bit.
    "chop-g5,p=11": "", "chop-g8,p=16": "", "chop-g36": "", "rne-ns8": "", "rne-ns16,p=20": "",
    "rna-ns6,p=16": "", "rne-ns1,sticky=4": "", "chop-g0,sticky=5": "",
    "rne-ns2,sticky=3,p=16": "rne-ns5", "chop-g2,sticky=8,p=13": "chop-g10",
    # Sums that are rounded twice.
    "rne,double=12,p=11": "", "rne,double=48": "", "rtz,double=24,p=16": "",
    "rne,double=20:rtz,p=16": "", "rna,double=20,p=14": "unknown", "rup,double=26": "unknown",
    "rne-ns6,double=27": "unknown",
    # A rule for negative sums, far operands that are dropped, and hashes.
    "rne,sign=rtz": "unknown", "rtz,sign=rne,p=16": "unknown", "chop-g8,sign=chop-g5": "unknown",
    "rne,far=12": "unknown", "rne,far=23": "unknown", "rtz,far=30": "unknown",
    "stochastic,p=16": "unknown", "faithful": "unknown", "ties-hash": "unknown",
    "rne,sign=ties-hash": "unknown",
}


def named(stage, adders):
    """Compares the names, and the precision of the adders that have one."""
    for words, name in adders:
        *rule, bits = [*words.split(",p="), 24][:2]
        done = run("run", *QUICK, "--stage", stage, "-d", f"fake:{words},ftz")
        verdict = json.loads(done.stdout)["verdict"]
        wanted = name or rule[0]
        want(verdict["rounding"], wanted, words)
        want(verdict["fraction_bits"], None if wanted == "unknown" else int(bits) - 1, words)


def fragment():
    named("fragment", ADDERS.items())


def vertex():
    named("vertex", list(ADDERS.items())[::6])


def redrawn():
    """An adder that gives another sum when it is asked again is no function."""
    done = run("run", *QUICK, "--probe", "alignment", "-d", "fake:stochastic,redraw")
    want([result["status"] for result in json.loads(done.stdout)["results"]], ["unstable"],
         "status")


if __name__ == "__main__":
    sys.exit(cases.main(fragment, vertex, redrawn))
