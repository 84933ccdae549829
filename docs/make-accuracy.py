#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make-accuracy.py CAPTURES [--check]: writes the tables of accuracy-cuda.md and
published-figures.md, from the results of sweeps, which are the lines of sweeps.jsonl below
CAPTURES, and from those of `bench ops`, which are the files ops.json.

This program writes everything between the lines <!-- begin NAME --> and <!-- end NAME -->
of the two documents, so that no figure is typed by hand; it leaves the rest unchanged.
--check writes nothing. Exit status 1, with a list: results that are missing or are no
result of a sweep; with --check also a table that does not follow from the results. --docs
FOLDER: the folder of the documents, --list FILE: the table of functions.
"""

import argparse
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ENTRY = re.compile(r'^SWEEP(?:_ALSO)?\(\w+, "([^"]+)", (\w+), (\w), \w+, (\w+),', re.M)
BLOCK = "<!-- begin {0} -->\n{1}<!-- end {0} -->"

SECTIONS = (
    # name of the block, which functions of the list are in it
    ("intrinsics", lambda f: f.domain == "BITS" and re.match(
        r"__|tanh\.|\w+\.approx", f.name)),
    ("single", lambda f: f.domain == "BITS" and not re.match(
        r"__|tanh\.|\w+\.approx|.*\.(r[nzud]|high|integers)$|half2float", f.name)),
    ("rounded", lambda f: f.domain == "BITS" and re.match(
        r"(rcp|sqrt|rsqrt)\.r[nzud]$|.*2(int|uint|float|half)\b|half\.", f.name)
        and ".approx" not in f.name),
    ("pairs", lambda f: f.domain in ("PAIRS", "SCALES", "ORDERS", "ORDER_2",
                                         "ORDER_128")),
    ("double", lambda f: f.domain in ("DOUBLES", "DOUBLES_128", "DOUBLE_PAIRS")),
)


class Listed:
    def __init__(self, name, math, kind, domain):
        self.name, self.math, self.kind, self.domain = name, math, kind, domain


class Results:
    """The complete sweeps by function; for CUDA's, the whole document."""

    def __init__(self, folder):
        self.sweeps, self.faults, self.missing, self.ratios = {}, [], [], {}
        for path in sorted(folder.glob("**/ops.json")):
            ops = json.loads(path.read_text(encoding="utf-8"))["ops"]
            for row in ops["gpu_by_cpu"]:
                if row["cpu"].startswith("libm"):
                    continue  # one value at a time: not what the processor can do
                known = self.ratios.setdefault(row["operation"], [])
                known.append((row["ratio"], ops["cuda"]["gpu"], ops["cpu"]["processors"]))
        for path in sorted(folder.glob("**/sweeps.jsonl")):
            lines = path.read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines, 1):
                try:
                    self.add(json.loads(line))
                except (ValueError, KeyError, TypeError) as error:
                    self.faults.append(f"{path}:{number}: {error}")

    def add(self, document):
        sweep = document["sweep"]
        if not document["complete"]:
            raise KeyError("it is not complete")
        if document["device"]["where"] == "gl":
            return  # a device's own: not in these tables
        name = sweep["function"]
        if sweep["domain"]["kind"] == "pairs" and sweep["domain"]["seed"] == 0:
            name += " --seed 0"  # of bfloat16's, infinities among them
        if name in self.sweeps:
            raise KeyError(f"{name} is there twice")
        self.sweeps[name] = {**sweep, "device": document["device"]}

    def find(self, function):
        sweep = self.sweeps.get(function)
        if not sweep and function not in self.missing:
            self.missing.append(function)
        return sweep

    def variants(self, name):
        return sorted(n for n in self.sweeps if n.startswith(f"{name}@"))


def ulp(value):
    return f"{value:.5f}" if value < 1e7 else f"{value:.4g}"


def worst(sweep, key="max_ulp"):
    return sweep[key]["error"]["value"] if sweep[key] else None


def share(sweep, key):
    part, whole = sweep[key]["count"], sweep["inputs"]
    percent = 100 * part / whole
    if part == whole:
        return "100"
    return f"{min(percent, 99.99):.2f}" if percent >= 0.01 else f"{part} of all"


def order(sweep):
    """Returns whether monotonicity and symmetry hold: "yes", or how often they were broken."""
    words = []
    for key, what in (("monotonicity", "falls"), ("symmetry", "breaks")):
        if sweep[key] is None:
            continue
        broken = sweep[key][what]
        words.append("yes" if broken == 0 else f"{broken:,} {what}")
    return ", ".join(dict.fromkeys(words))


def others(sweep):
    words = {"flushed": "flushed", "zero_sign": "zeros of the wrong sign",
             "wrong": "wrong in kind"}
    return ", ".join(f"{sweep['kinds'][key]:,} {word}" for key, word in words.items()
                     if sweep["kinds"][key])


def at(sweep):
    if not sweep["max_ulp"]:
        return ""
    found = sweep["max_ulp"]["input"]
    return ", ".join(f"`{found[key]['bits']}`" for key in ("a", "b") if key in found)


def said(sweep):
    return "; ".join(f"{one['limit']}: {one['verdict']}" for one in sweep["published"])


def accuracy_rows(results, functions):
    yield ("| function | max ulp | at | max relative | correct % | faithful % | in order, "
           "symmetric | others | published |")
    yield "|--|--|--|--|--|--|--|--|--|"
    for function in functions:
        name = f"cuda:{function.name}"
        results.find(name)
        for known in [name] + results.variants(name):
            sweep = results.sweeps.get(known)
            if not sweep:
                yield f"| `{known}` | not measured | | | | | | | |"
                continue
            largest = worst(sweep)
            relative = worst(sweep, "max_relative")
            cells = [f"`{known}`" + (" (sample)" if sweep["domain"]["sample"] else ""),
                     ulp(largest) if largest is not None else "none",
                     at(sweep),
                     f"{relative:.4e}" if relative else "",
                     share(sweep, "correctly_rounded"), share(sweep, "faithful"),
                     order(sweep), others(sweep), said(sweep)]
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def device_rows(results):
    devices = {(s["device"]["renderer"], s["device"]["version"], s["judge"])
               for name, s in results.sweeps.items() if name.startswith("cuda:")}
    for renderer, version, judge in sorted(devices):
        yield f"- {renderer}, {version}; judge: {judge}"
    if not devices:
        yield "- nothing was measured yet"


# ---- published figures: (what, published, found, verdict, command) ----


def equal(given, found):
    """Returns true if a number equals a published one, a string, in every digit that that
    has."""
    digits = len(re.sub(r"e.*|[^0-9]", "", given).lstrip("0")) - 1
    return f"{float(given):.{digits}e}" == f"{found:.{digits}e}"


def figure(what, given, function, key="max_ulp", unit="ulp"):
    """Returns a row with a maximum, published and measured."""
    def row(results):
        sweep = results.find(function)
        if not sweep:
            return what, f"{given} {unit}", None, None, f"sweep {function}"
        found = worst(sweep, key) or 0.0
        text = f"{found:.5f}" if unit == "ulp" else f"{found:.4e}"
        verdict = "equal to every digit given" if equal(given, found) else (
            "below" if found < float(given) else "above")
        if sweep["domain"]["sample"]:
            verdict += ", in a sample"
        return (what, f"{given} {unit}", f"{text} {unit} at {at(sweep)}", verdict,
                f"sweep {function}")
    return row


def correct(what, given, *functions):
    """Returns a row for functions whose results must all be correctly rounded."""
    def row(results):
        sweeps = [results.find(function) for function in functions]
        command = ", ".join(f"sweep {function}" for function in functions)
        if None in sweeps:
            return what, given, None, None, command
        faults = [s["inputs"] - s["correctly_rounded"]["count"] for s in sweeps]
        inputs = sum(s["inputs"] for s in sweeps)
        text = f"{sum(faults):,} of {inputs:,} results are not correctly rounded"
        verdict = "equal" if not any(faults) else "different: " + ", ".join(
            f"{fault:,} of {function}" for fault, function in zip(faults, functions)
            if fault)
        if any(s["domain"]["sample"] for s in sweeps):
            verdict += ", in a sample"
        return what, given, text, verdict, command
    return row


def limits(what, function):
    """Returns rows with the limits of a function in the program's own table."""
    def row(results):
        sweep = results.find(function)
        if not sweep:
            return what, "see the table", None, None, f"sweep {function}"
        rows = sweep["published"]
        return (what, "; ".join(f"{one['limit']} ({one['who']})" for one in rows) or "no limit",
                f"{ulp(worst(sweep) or 0.0)} ulp over all, {at(sweep)}",
                "; ".join(one["verdict"] for one in rows) or "nothing to compare",
                f"sweep {function}")
    return row


def overflow(what, given, function):
    """Returns a row with the smallest float that becomes infinite, from the number of those
    that do."""
    def row(results):
        sweep = results.find(function)
        if not sweep:
            return what, given, None, None, f"sweep {function}"
        right = sweep["correctly_rounded"]["count"] == sweep["inputs"]
        first = 0x7f800000 - sweep["kinds"]["overflow"] // 2
        text = f"0x{first:08x}, from the number of those that do"
        return (what, given, text, "equal" if right and f"0x{first:08x}" in given
                else "different", f"sweep {function}")
    return row


def beyond(what, given, function):
    """Returns a row for quotients by a very large divisor: 0, and NaN for an infinite
    dividend."""
    def is_large(place):
        return 0x7e800000 < int(place["input"]["b"]["bits"], 16) % 2**31 < 0x7f800000

    def row(results):
        sweep = results.find(function)
        if not sweep:
            return what, given, None, None, f"sweep {function}"
        most, first = sweep["max_relative"], sweep["first_wrong"]
        lost = most and most["error"]["value"] == 1 and is_large(most)
        nan = first and is_large(first) and first["input"]["a"]["value"] is None
        text = [f"relative error {most['error']['value']:.5g} at {at({'max_ulp': most})}"
                if most else "no error", f"{sweep['kinds']['wrong']:,} wrong in kind"]
        if first:
            text.append(f"first at {at({'max_ulp': first})}, got `{first['got']['bits']}`")
        return (what, given, ", ".join(text),
                "equal" if lost and nan else "equal for the zero" if lost
                else "different: no such quotient is lost", f"sweep {function}")
    return row


def sampled(what, given, exhaustive):
    """Returns a row for an error whose source does not name its sample."""
    def row(results):
        found = [(name, worst(s)) for name, s in sorted(results.sweeps.items())
                 if s["max_ulp"] and not s["domain"]["sample"] and
                 equal(exhaustive, worst(s))]
        text = ", ".join(f"{ulp(value)} of `{name}`" for name, value in found)
        return (what, given, text or "no measured function has this maximum",
                "equal" if found else "the function is unknown",
                "the table of accuracy-cuda.md")
    return row


def ratios(what, given, special):
    """Returns how many times as fast a GPU is as a processor, with any error, or with at
    most 4 ulp."""
    def row(results):
        found = [one for op, rows in results.ratios.items() for one in rows
                 if (op in ("rsqrt", "exp2", "log2", "sin", "tanh")) == special]
        if not found:
            return what, given, None, None, "bench ops"
        low, high = min(one[0] for one in found), max(one[0] for one in found)
        verdict = "above" if low > float(given) else "below" if high < float(given) else "around"
        who = ", ".join(sorted({f"{gpu} by {threads} threads of its host"
                                for _, gpu, threads in found}))
        return what, given, f"{low:.0f} to {high:.0f}, {who}", verdict, "bench ops"
    return row


def first_input(what, given, function, bits, got, verdict):
    """Returns a row with the result at the smallest input that has the largest error."""
    def row(results):
        sweep = results.find(function)
        most = sweep and sweep["max_ulp"]
        if not most:
            return what, given, None, None, f"sweep {function}"
        came = at(sweep), most["got"]["bits"]
        text = f"{came[0]} becomes `{came[1]}`, {most['error']['value']:g} ulp"
        return (what, given, text, verdict if came == (f"`{bits}`", got) else "different",
                f"sweep {function}")
    return row


def cited(what, given, document, command):
    def row(_):
        link = f"see [{document.split('#')[0]}]({document})"
        return what, given, link, "described there", command
    return row


FIGURES = (
    figure("tanh, one instruction", "133.95290", "cuda:tanh.approx"),
    figure("", "1.1126e-5", "cuda:tanh.approx", "max_relative", "relative"),
    figure("tanh by ex2 and rcp", "108.82848", "cuda:tanh.ex2"),
    figure("", "9.3450e-6", "cuda:tanh.ex2", "max_relative", "relative"),
    figure("tanh in two ranges", "1.81484", "cuda:tanh.split"),
    figure("", "1.9547e-7", "cuda:tanh.split", "max_relative", "relative"),
    correct("float to half by integers, as hardware", "equal on every input that is no NaN",
            "cuda:half.integers", "cuda:float2half.rn"),
    first_input("its smallest float that does not give 0", "0x33000000", "cuda:half.integers",
                "0x33000000", "0x0000", "too small by one: a tie, to even"),
    overflow("its smallest float that gives infinity", "65520.0 = 0x477ff000",
             "cuda:half.integers"),
    correct("division after Markstein, two refinements", "all 2^46 pairs correctly rounded",
            "cuda:div.markstein2"),
    cited("all 2^46 pairs on one core", "under four days", "division.md#measured",
          "sweep cpu:div.markstein --proof"),
    cited("the same with AVX, from a reciprocal of 12 bits", "all correctly rounded; here one "
          "is not", "division.md#measured", "sweep cpu:div.markstein --proof"),
    ratios("throughput of a GPU by a processor's", "10", False),
    ratios("the same, special functions", "25", True),
    cited("half atomics", "182.45, 82.37, 82.36 ms (V100)", "half-atomics.md#times",
          "bench atomics"),
    cited("the packed pair at N = 4096", "looked right",
          "half-atomics.md#why-the-packed-pair-looked-right-at-4096", "bench atomics"),
    beyond("`__fdividef(x, y)`, 2^126 < y < 2^128", "0, and NaN if x is infinite",
                 "cuda:__fdividef --seed 0"),
    figure("`__frcp_rn`", "0.5", "cuda:rcp.rn"),
    correct("`__frcp_`, `__fsqrt_` in four directions", "one rounding",
            *(f"cuda:{op}.{way}" for op in ("rcp", "sqrt") for way in
              ("rn", "rz", "ru", "rd"))),
    correct("`_rd` and `_ru` as an interval", "it encloses the exact result",
            *(f"cuda:{op}d" for op in ("rcp.r", "sqrt.r", "__fdiv_r")),
            *(f"cuda:{op}u" for op in ("rcp.r", "sqrt.r", "__fdiv_r"))),
    limits("j0", "cuda:j0f"), limits("j1", "cuda:j1f"), limits("y0", "cuda:y0f"),
    limits("y1", "cuda:y1f"), limits("j0, double", "cuda:double.j0"),
    limits("j1, double", "cuda:double.j1"), limits("y0, double", "cuda:double.y0"),
    limits("y1, double", "cuda:double.y1"), limits("jn, n = 128", "cuda:jnf.128"),
    limits("jn, n = 128, double", "cuda:double.jn.128"), limits("yn, n = 2", "cuda:ynf.2"),
    limits("yn, n = 128", "cuda:ynf.128"),
    limits("yn, n = 128, double", "cuda:double.yn.128"), limits("lgamma", "cuda:lgammaf"),
    limits("lgamma, double", "cuda:double.lgamma"),
    correct("division, `-prec-div=true`", "0 ulp", "cuda:x/y"),
    correct("square root, `-prec-sqrt=true`", "0 ulp", "cuda:sqrtf"),
    correct("`rint` and `nearbyint`", "the same, always to nearest even", "cuda:rintf",
            "cuda:nearbyintf"),
    correct("`frexp`", "a fraction in [0.5, 1)", "cuda:frexpf", "cuda:frexpf.exponent"),
    correct("`logb`", "the exponent, also of subnormals", "cuda:logbf", "cuda:ilogbf"),
    correct("`floorf(log2f(fabsf(x)))` for `logbf(x)`", "the same by definition",
            "cuda:floorf.log2f"),
    cited("`round`", "8 instructions, `rint` and `trunc` 1",
          "subnormals.md#machine-instructions", "`cuda_ref/instructions/count.py`"),
)

# Measured by this project before there was a program for it.
EARLIER = (
    correct("division after Markstein, one refinement", "always right too",
            "cuda:div.markstein1"),
    cited("times of two and of one refinement", "36.66 s, 31.38 s (H200)", "division.md",
          "sweep cuda:div.markstein2"),
    figure("`exp2f`", "2.38", "cuda:exp2f"),
    figure("`rsqrtf`", "1.51", "cuda:rsqrtf"),
    figure("`sinf`", "1.50", "cuda:sinf"),
    cited("subnormals", "a multiplication about 125 times slower on x86, an addition not; "
          "full speed on a GPU", "subnormals.md", "bench subnormals"),
    sampled("a sample understates a maximum", "1.35 sampled, 1.3736 exhaustive", "1.3736"),
)


def figure_rows(results, who, figures):
    yield f"| what | {who} | measured | verdict | command |"
    yield "|--|--|--|--|--|"
    for make in figures:
        what, given, found, verdict, command = make(results)
        if not command.startswith(("`", "the")):
            command = ", ".join(f"`fpstripe {one}`" for one in command.split(", "))
        cells = (what, given, found or "not measured", verdict or "", command)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def listed(path):
    return [Listed(*found) for found in ENTRY.findall(path.read_text(encoding="utf-8"))]


def tables(results, functions):
    """Returns the lines of each block of each document."""
    accuracy = {name: list(accuracy_rows(results, [f for f in functions if which(f)]))
                for name, which in SECTIONS}
    lost = [f.name for f in functions if not any(which(f) for _, which in SECTIONS)]
    if lost:
        results.faults.append(f"of no table: {', '.join(lost)}")
    return {"accuracy-cuda.md": {"device": list(device_rows(results)), **accuracy},
            "published-figures.md": {"device": list(device_rows(results)),
                                     "figures": list(figure_rows(results, "published",
                                                                 FIGURES)),
                                     "earlier": list(figure_rows(results, "earlier",
                                                                 EARLIER))}}


def filled(path, blocks, faults):
    text = path.read_text(encoding="utf-8")
    for name, lines in blocks.items():
        block = BLOCK.format(name, "".join(f"{line}\n" for line in lines))
        pattern = BLOCK.format(name, ".*?")
        text, count = re.subn(pattern, lambda _: block, text, flags=re.DOTALL)
        if count != 1:
            faults.append(f"{path}: {count} blocks {name}, not one")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("captures", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--docs", type=pathlib.Path, default=HERE)
    parser.add_argument("--list", type=pathlib.Path,
                        default=HERE.parent / "cuda_ref" / "sweep_functions.inc")
    options = parser.parse_args()
    results = Results(options.captures)
    faults = results.faults
    for name, blocks in tables(results, listed(options.list)).items():
        path = options.docs / name
        text = filled(path, blocks, faults)
        if not options.check:
            path.write_text(text, encoding="utf-8")
        elif text != path.read_text(encoding="utf-8"):
            faults.append(f"{path}: not what the results give; run {sys.argv[0]}")
    faults += [f"missing: fpstripe sweep {name}" for name in results.missing]
    print("\n".join(faults + [f"{len(results.sweeps)} results, {len(faults)} faults"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
