#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""interrupted.py FPSTRIPE CASE: how commands end after a signal.

Without CASE: the list of cases, a line each. Exit status 77: no renderer was found. The
program is interrupted when -v has named the device or the function. cli.py interrupts
`run`, and sweep.py sweeps that leave files behind.
"""

import json
import pathlib
import re
import signal
import subprocess
import sys
import time

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import NO_CI, Skip, holds, run, tree, want

LONG = ("--full", "--width", "2048")
FAKE = ("-d", "fake:rne", *LONG)
STARTED = re.compile("fpstripe: (device|(cpu|gl):)")
SIGNALS = ((signal.SIGINT, 130), (signal.SIGTERM, 143))


def interrupt(*words, number=signal.SIGINT, status=130, last):
    """Interrupts a command, and compares the end of its log with `last`, a pattern.
    Returns its standard output."""
    log_path = cases.here.with_suffix(".log")
    with log_path.open("w") as file:
        process = subprocess.Popen([cases.program, *words, "-v"], cwd=cases.here, text=True,
                                   stdout=subprocess.PIPE, stderr=file,
                                   env=cases.environment(**NO_CI))
        while process.poll() is None and not STARTED.search(log_path.read_text()):
            time.sleep(0.01)
        process.send_signal(number)
        text = process.communicate(timeout=100)[0]
    log = log_path.read_text()
    log_path.unlink()
    if process.returncode == 3:
        raise Skip(log)
    want(process.returncode, status, log)
    lines = log.splitlines()
    holds(re.fullmatch(f"fpstripe: interrupted: {last}", lines[-1]), lines[-1])
    want(log.count(" interrupted: " + lines[-1].split(": ")[2]), 1, f"lines of {log}")
    return text


def check():
    """The first row, the JUnit document and the last line say so."""
    run("bless", "*", "-d", "fake:rne", "--probe", "ties", "--reason", "right", env=NO_CI)
    for number, status in SIGNALS:
        text = interrupt("check", *FAKE, "--junit", "junit.xml", number=number,
                         status=status, last=r"\d+ of \d+ results were measured")
        first = text.splitlines()[0]
        holds(re.fullmatch(r"missing  device: \d+ of \d+ results were measured "
                           r"\(interrupted\)", first), first)
        document = (cases.here / "junit.xml").read_text()
        holds(first.split(": ")[1] in document, document[:2000])


def bless():
    """No golden is written, and one line says so."""
    for number, status in SIGNALS:
        text = interrupt("bless", "*", "--reason", "right", *FAKE, number=number,
                         status=status, last="nothing was blessed")
        want((text, tree(cases.here)), ("", []), "what was blessed")


def sweep(name, *words):
    for number, status in SIGNALS:
        text = interrupt("sweep", name, *words, "-o", "out", number=number, status=status,
                         last=r"stopped at [\d.]+ %; nothing was written\. .*")
        want((text, tree(cases.here / "out")), ("", []), "what was written")


def sweep_cpu():
    sweep("cpu:tanhf", "--threads", "1")


def sweep_gl():
    sweep("gl:tanh", "-d", "llvmpipe")


def every_device():
    """The summary, its JSON and the last line count the devices that were measured."""
    said = r"\d+ of \d+ devices were measured"
    text = interrupt("run", "-d", "all", *LONG, last=said)
    holds(re.fullmatch(rf"{said} \(interrupted\)", text.splitlines()[-1]), text)
    summary = json.loads((cases.here / "fpstripe-out" / "summary.json").read_text())
    want(summary.get("interrupted"), True, "interrupted")
    want({row["complete"] for row in summary["devices"] if row["status"] > 128}, {False},
         "complete devices")
    text = interrupt("run", "-d", "all", *LONG, "--json", number=signal.SIGTERM,
                     status=143, last=said)
    want(json.loads(text).get("interrupted"), True, "interrupted")


if __name__ == "__main__":
    sys.exit(cases.main(check, bless, sweep_cpu, sweep_gl, every_device))
