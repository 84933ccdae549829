# SPDX-License-Identifier: MIT
"""streams.py FPSTRIPE CASE: standard output and standard error together. A reader that goes
away, a disk that is full, one file for both, and the progress line of a narrow terminal."""

import os
import pathlib
import re
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
import pngs
from cases import holds, run, want

FAKE = "fake:rtz,p=17"
QUICK = ("--probe", "stripes", "--precision", "highp", "--form", "plain", "--no-sheet")
SUMS = "3f800000 33800000\n" * 200_000


def written(*words, status=0, **more):
    """Runs the program with standard output and standard error in one file."""
    path = here_file("both")
    with open(path, "wb") as file:
        run(*words, stdout=file, stderr=subprocess.STDOUT, status=status, **more)
    return path.read_text()


def here_file(name):
    return cases.here / name


def report():
    run("run", "-d", FAKE, *QUICK[:-1], "-o", "out")
    return "out"


def printers():
    """A command of each way to print, with words that make it print more than a pipe holds
    or in several pieces."""
    out = report()
    run("show", out, "--picture", "stripes", "-o", "stripes.png")
    picture = here_file("stripes.png")
    sums = here_file("sums")
    sums.write_text(SUMS)
    return {
        "run": ("run", "-d", FAKE, *QUICK, "-o", "again"),
        "run-json": ("run", "-d", FAKE, *QUICK, "--json"),
        "show": ("show", out),
        "show-json": ("show", out, "--json"),
        "compare": ("compare", out, "fake:rne"),
        "compare-html": ("compare", out, "--html", "-"),
        "verify": ("verify", out),
        "models": ("explain", "models"),
        "probes": ("explain", "probes", "--json"),
        "explain": ("explain",),
        "help": ("--help",),
        "list": ("sweep", "--list"),
        "eval": ("eval", "add", "-d", FAKE, str(sums)),
        "analyze": ("analyze", str(picture)),
    }


def read_first_line(*words):
    """Returns the exit status and standard error of the program, of whose output a reader
    takes one line; a driver's text is not among it."""
    process = subprocess.Popen([cases.program, *words], cwd=cases.here, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=cases.environment())
    process.stdout.readline()
    process.stdout.close()
    log = process.stderr.read().decode()
    return process.wait(timeout=60), log


def closed_pipe():
    """A reader that has gone is no error: status and messages are those of one that read
    everything."""
    for name, words in printers().items():
        whole = run(*words, status=None)
        want(read_first_line(*words), (whole.returncode, whole.stderr), name)
        reading, writing = os.pipe()
        os.close(reading)
        none = run(*words, stdout=writing, status=whole.returncode)
        os.close(writing)
        want(none.stderr, whole.stderr, f"{name}, nothing read")


def endless_input():
    """The program ends when its reader has gone, not when its input ends."""
    feed = subprocess.Popen(["yes", "3f800000 33800000"], stdout=subprocess.PIPE)
    process = subprocess.Popen([cases.program, "eval", "add", "-d", FAKE], stdin=feed.stdout,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=cases.environment())
    feed.stdout.close()
    want(process.stdout.readline(), b"3F800000 33800000 3F800000\n", "first line")
    process.stdout.close()
    want((process.wait(timeout=60), process.stderr.read()), (0, b""), "how it ends")
    want(feed.wait(timeout=60), -13, "the feeder gets SIGPIPE")


def full_disk():
    """A write error that is no closed pipe is reported, and the status is 5."""
    for name, words in printers().items():
        with open("/dev/full", "w") as full:
            done = run(*words, stdout=full, status=None)
        holds("standard output: No space left on device" in done.stderr, f"{name}: {done.stderr}")
        want(done.returncode, 5, f"{name}: status")


def in_order(text, *parts):
    """Each part is in `text`, behind the one before it, and begins a line."""
    at = 0
    for part in parts:
        found = re.compile("^" + part, re.M).search(text, at)
        holds(found, f"{part!r} begins no line behind byte {at} of {text!r}")
        at = found.end()


def one_file():
    """With both streams in one file, each message begins a line and follows the output that
    it belongs to."""
    in_order(written("run", "-d", FAKE, *QUICK, "-o", "out"),
             "17-bit significand", "device ", "fpstripe: wrote out/report.json")
    in_order(written("run", "-d", FAKE, "--full", "--stage", "fragment", "--no-sheet", "-o", "full"),
             "17-bit significand", "device ", "fpstripe: wrote full/report.json")
    in_order(written("run", "-d", FAKE, *QUICK, "-o", "out", "--expect", "rne", status=1),
             "17-bit significand", "device ", "fpstripe: wrote ", "fpstripe: .*rne")
    in_order(written("run", "-d", FAKE, *QUICK, "--json", "--expect", "rne", status=1),
             r"\{", r"\}", "fpstripe: .*rne")
    (cases.here / "empty.png").write_bytes(pngs.SIGNATURE)
    run("run", "-d", FAKE, *QUICK[:-1], "-o", "out")
    run("show", "out", "--picture", "stripes", "-o", "stripes.png")
    in_order(written("analyze", "stripes.png", "empty.png", status=4), "stripes.png",
             "fpstripe: empty.png")
    (cases.here / "bad").mkdir()
    (cases.here / "bad" / "capture.json").write_text("{")
    in_order(written("verify", "out", "bad", status=4), "out: ", "fpstripe: bad")
    in_order(written("check", "-d", FAKE, *QUICK[:-1], "--goldens", "none", "--junit", "/no/x.xml",
                     status=5), "fpstripe: /no/x.xml")


# ---- the progress line ----

ENOUGH = 40  # progress lines


def drawn(text):
    """The progress lines: those that end in a return without a line feed."""
    plain = text.replace("\033[K", "").replace("\r\n", "\n")
    return [line.split("\n")[-1] for line in plain.split("\r")[:-1]]


def progress():
    """A progress line never wraps, and says how far the work is on the narrowest terminal."""
    for words in (("run", "-d", "fake:rne", "--full", "--no-sheet", "-o", "out"),
                  ("sweep", "cpu:sinhf", "--inputs", "0.5..2", "--threads", "1", "--no-sheet",
                   "-o", "swept")):
        for columns in (40, 80, 132):
            text, _ = cases.terminal(*words, columns=columns, stdout=subprocess.DEVNULL,
                                     enough=lambda said: said.count(b"\033[K\r") >= ENOUGH)
            lines = drawn(text)
            holds(lines, f"{words[0]} at {columns}: no progress line")
            longest = max(lines, key=len)
            holds(len(longest) < columns, f"{words[0]} at {columns}: {len(longest)}: {longest!r}")
            for line in lines:
                holds(re.search(r"\d+ of \d+, .* left|[\d.]+ %, ", line), f"at {columns}: {line!r}")
            want("[#" in "".join(lines), columns > 40, f"{words[0]} at {columns}: a bar in {longest!r}")


if __name__ == "__main__":
    sys.exit(cases.main(closed_pipe, endless_input, full_disk, one_file, progress))
