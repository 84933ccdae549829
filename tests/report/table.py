#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py FPSTRIPE MODULE CAPTURES CASE: python/fpstripe_report.py, on reports that the
program writes and on those that it derives of captures."""

import csv
import importlib.util
import io
import json
import math
import pathlib
import subprocess
import sys
import types

sys.dont_write_bytecode = True
sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / "shared")]
import cases
from cases import holds, run, want


def module():
    spec = importlib.util.spec_from_file_location("fpstripe_report", cases.arguments[0])
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def measured(probe):
    run("run", "-d", "fake:rtz,p=17,ftz", "--precision", "highp", "--form", "plain",
        "--reference", "model", "--no-sheet", "-o", probe, "--probe", probe)
    return cases.here / probe


def rows():
    """What is known of a simulated device, from a folder, a file, and both at once."""
    table, folder = module(), measured("stripes")
    got = table.rows(folder, measured("operations"))
    stripes = [row for row in got if row["probe"] == "stripes"]
    holds(stripes and all(tuple(row) == table.COLUMNS for row in got), "columns")
    for row in stripes:
        want((row["fraction_bits"], row["rounding"], row["api"], row["simulated"],
              row["expression"], row["status"]), (16, "truncate", "fake", True, None, "ok"),
             "stripes")
        want(row["mismatches"], 0, "mismatches")
        want((folder / "pictures" / f"{row['picture']}.png").exists(), True, "its picture")
    added = [row for row in got if row["expression"] == "a + b"]
    holds(added, "no row for a + b")
    for row in added:
        want((row["probe"], row["topic"], row["deviates"]), ("operations",) * 2 + (True,), "a + b")
        holds("rtz" in row["survivors"].split(), f"survivors: {row['survivors']}")
        holds(-1 <= row["error_ulp_min"] <= row["error_ulp_max"] <= 1, f"error of {row}")
    want(table.rows(folder / "report.json"),
         [{**row, "report": str(folder / "report.json")} for row in stripes], "by its file")


def captures():
    """A row for each expression, and for each result that has none."""
    table, count = module(), 0
    for path in sorted(pathlib.Path(cases.arguments[1]).rglob("capture.json"))[::8]:
        shown = cases.here / "shown.json"
        shown.write_text(run("show", path.parent, "--json").stdout)
        report = json.loads(shown.read_text())["report"]
        wanted = sum(len(result.get("findings", [])) or 1 for result in report["results"])
        got = table.rows(shown)
        want(len(got), wanted, f"rows of {path}")
        deviate = sum(finding["deviates"] for result in report["results"]
                      for finding in result.get("findings", []))
        want(sum(row["deviates"] is True for row in got), deviate, f"deviations of {path}")
        count += 1
    holds(count > 2, f"{count} captures")


def not_finite():
    """JSON has no infinity: the bits tell."""
    table = module()
    for bits, wanted in ("0x7ff0000000000000", math.inf), ("0xfff0000000000000", -math.inf):
        want(table.number({"value": None, "bits": bits}), wanted, bits)
    want(table.number({"value": 0.5, "bits": "0x3fe0000000000000"}), 0.5, "a half")
    want(table.number(None), None, "none")


def pandas():
    """With it a DataFrame, without it a list. It is played here: it need not be there."""
    table, folder = module(), measured("width")
    sys.modules["pandas"] = None
    want(table.load(folder), table.rows(folder), "without pandas")
    sys.modules["pandas"] = types.SimpleNamespace(
        DataFrame=lambda rows, columns: ("frame", rows, columns))
    want(table.load(folder), ("frame", table.rows(folder), list(table.COLUMNS)), "with pandas")


def shell(*words):
    return subprocess.run([sys.executable, "-B", cases.arguments[0], *map(str, words)],
                          capture_output=True, text=True)


def as_csv():
    folder = measured("operations")
    done = shell(folder)
    want((done.returncode, done.stderr), (0, ""), "csv")
    got = list(csv.DictReader(io.StringIO(done.stdout)))
    want([row["expression"] for row in got],
         [row["expression"] or "" for row in module().rows(folder)], "expressions")


def refuses():
    """One line, whatever the file is."""
    deep = "[" * 200000
    for name, text, says in (("text", "no JSON", "not JSON"), ("deep", deep, "not JSON"),
                             ("list", "[1]", "schema None"),
                             ("other", '{"schema": "x/9"}', "schema 'x/9'"),
                             ("capture", '{"schema": "fpstripe-capture/1"}', "show CAPTURE")):
        file = cases.here / name
        file.write_text(text)
        done = shell(file)
        lines = done.stderr.splitlines()
        want((done.returncode, done.stdout, len(lines)), (1, "", 1), name)
        holds(says in lines[0] and str(file) in lines[0], lines[0])
    holds("No such file" in shell(cases.here / "absent").stderr, "absent")
    holds("usage" in shell().stderr, "usage")


if __name__ == "__main__":
    sys.exit(cases.main(rows, captures, not_finite, pandas, as_csv, refuses))
