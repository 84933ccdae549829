# SPDX-License-Identifier: MIT
"""Loads reports of fpstripe as a table. This one file needs only Python 3.8; with pandas, the
table is a DataFrame.

    import fpstripe_report
    table = fpstripe_report.load("fpstripe-out", "llvmpipe.json")
    table[table.deviates == True][["renderer", "expression", "text"]]

A report is a report.json that `fpstripe run` wrote, or its directory, or the output of
`fpstripe show CAPTURE --json`. A capture has no report: `show` derives it.

A row is one expression of a result, or the whole result of a probe that has none; COLUMNS
lists its columns. From a shell, the program prints CSV:

    python3 fpstripe_report.py fpstripe-out > table.csv
"""

import csv
import json
import os
import struct
import sys

SCHEMA = "fpstripe-report/2"
SHOWN = "fpstripe-show/1" # the output of `show --json`, which has the report

# In this order. None: the report does not have it. fraction_bits to subnormals are of the
# result's verdict, text to error_ulp_max of the expression, if there is one.
COLUMNS = (
    "report",         # the path that was given
    "vendor", "renderer", "api", "version", "software", "simulated",  # the device
    "probe", "topic", "stage", "precision", "form", "readout",        # the question
    "status",         # ok, folded, unsupported, undecided, ...
    "fraction_bits",  # without the hidden bit
    "rounding", "pattern",
    "emax",           # the largest exponent
    "subnormals",     # kept, flushed, unknown
    "expression",     # as GLSL has it
    "text",           # the answer as a sentence
    "deviates",       # True: it is not what IEEE 754, or GLSL where that says more, has
    "deviates_from",  # glsl, ieee754, vulkan
    "survivors",      # rounding models that fit, separated by spaces
    "cases", "agree", # how many were asked, and as the standard has them
    "compared", "mismatches",         # words or pixels, with the reference
    "error_ulp_min", "error_ulp_max", # signed
    "reference", "reason",
    "picture",        # its hash, and its name in the capture: pictures/HASH.png
)


def read(path):
    """Returns the report as json reads it; `path` is the file or the folder of report.json.
    Raises ValueError if the file has no report, OSError if it cannot be read."""
    file = os.path.join(path, "report.json") if os.path.isdir(path) else path
    with open(file, encoding="utf-8") as stream:
        try:
            document = json.load(stream)
        except (ValueError, RecursionError) as fault:
            raise ValueError(f"{file}: not JSON: {fault}") from None
    schema = document.get("schema") if isinstance(document, dict) else None
    if str(schema).startswith("fpstripe-capture/"):
        raise ValueError(f"{file}: a capture, which has no report; use the output of "
                         "`fpstripe show CAPTURE --json`")
    if schema not in (SCHEMA, SHOWN):
        raise ValueError(f"{file}: not a report of a device: schema {schema!r}, "
                         f"want {SCHEMA!r}")
    return document["report"] if schema == SHOWN else document


def number(value):
    """Returns a binary64 of a report from its bits, because JSON has no infinity and no
    NaN."""
    if not value or value["value"] is not None:
        return value and value["value"]
    return struct.unpack(">d", bytes.fromhex(value["bits"][2:]))[0]


def errors(holder):
    interval = holder.get("error_ulp") or {}
    return {f"error_ulp_{end}": number(interval.get(end)) for end in ("min", "max")}


def result_row(result):
    verdict, comparison = result["verdict"], result.get("comparison") or {}
    row = {name: result.get(name) for name in (
        "probe", "topic", "stage", "precision", "form", "readout", "status", "reference",
        "reason")}
    row.update({name: verdict.get(name) for name in (
        "fraction_bits", "rounding", "pattern", "emax", "subnormals", "text")})
    row.update(survivors=" ".join(verdict.get("survivors", ())),
               picture=result.get("pixels_sha256"),
               compared=comparison.get("pixels"), mismatches=comparison.get("mismatches"),
               **errors(verdict))
    return row


def finding_row(finding):
    row = {name: finding.get(name) for name in (
        "expression", "text", "deviates", "deviates_from", "cases", "agree", "compared",
        "mismatches", "reference")}
    return {**row, "survivors": " ".join(finding.get("survivors", ())), **errors(finding)}


def rows(*paths):
    """Returns a list of dicts, each with all COLUMNS. Raises as read() does."""
    table = []
    for path in paths:
        report = read(path)
        device = {name: report["device"].get(name) for name in COLUMNS[1:7]}
        for result in report["results"]:
            whole = {**dict.fromkeys(COLUMNS), "report": str(path), **device,
                     **result_row(result)}
            table += [{**whole, **finding_row(finding)}
                      for finding in result.get("findings", ())] or [whole]
    return table


def load(*paths):
    """Returns a pandas.DataFrame of rows(), or, without pandas, the rows themselves."""
    table = rows(*paths)
    try:
        import pandas
    except ImportError:
        return table
    return pandas.DataFrame(table, columns=list(COLUMNS))


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: fpstripe_report.py REPORT... > TABLE.csv")
    try:
        table = rows(*sys.argv[1:])
    except (OSError, ValueError) as fault:
        sys.exit(f"fpstripe_report.py: {fault}")
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)


if __name__ == "__main__":
    main()
