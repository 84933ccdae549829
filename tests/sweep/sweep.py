#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sweep.py FPSTRIPE CASE: `fpstripe sweep` and its --merge, as a caller meets them.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is not
there. Functions are the C library's, on a few binades.
"""

import json
import os
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import pathlib
import sys
import time
from fractions import Fraction

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import Skip, holds, want

NAME = "cpu:tanhf"
STEM = "sweep-cpu-tanhf"
SOME = [NAME, "--inputs", "0.49..1.1", "--no-sheet"]  # of three binades
FEW = [NAME, "--inputs", "0x3f000000..0x3f00ffff", "--no-sheet"]

program = None
here = None  # a folder of the case's own


def environment(more):
    return {**os.environ, "LC_ALL": "C", "CUDA_VISIBLE_DEVICES": "", "NO_COLOR": "1", **(more or {})}


def run(*words, status=0, env=None, **more):
    done = subprocess.run(
        [program, *words], stdout=more.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, cwd=here,
        timeout=1200, env=environment(env), **more)
    want(done.returncode, status, f"exit status of {words}: {done.stderr}")
    return done


def start(*words, env=None):
    return subprocess.Popen([program, *words], stdout=subprocess.PIPE, text=True,
                            stderr=subprocess.PIPE, cwd=here, env=environment(env))


def refused(*words, status, says, lines=1, env=None):
    done = run(*words, status=status, env=env)
    want(len(done.stderr.splitlines()), lines, f"lines of {done.stderr!r}")
    holds(says in done.stderr, f"{says!r} is not in {done.stderr!r}")
    want(done.stdout, "", "standard output")


def tree(folder=None):
    top = here / (folder or "")
    return sorted(p.relative_to(top).as_posix() for p in top.rglob("*") if p.is_file())


def result(folder="fpstripe-out"):
    return (here / folder / f"{STEM}.json").read_bytes()


def at_once():
    """Returns the bytes that every split must give."""
    run("sweep", *SOME, "-o", "whole")
    return result("whole")


# --- one process -----------------------------------------------------------------


def lists():
    text = run("sweep", "--list").stdout
    holds("On this processor:" in text and f"  {NAME} " in text, text)
    listed = json.loads(run("sweep", "--list", "--json").stdout)
    want(listed["schema"], "fpstripe-functions/1", "schema")
    names = [f["name"] for f in listed["functions"]]
    holds(NAME in names and len(names) == len(set(names)), "names, each once")
    for name in names:
        holds(f"  {name} " in text, f"{name} is not in the list")


def files():
    done = run("sweep", *FEW)
    want(tree(), [f"fpstripe-out/{STEM}.json"], "files")
    holds(f"wrote fpstripe-out/{STEM}.json" in done.stderr, done.stderr)
    holds("tanhf" in done.stdout, done.stdout)
    json.loads(result())
    done = run("sweep", *FEW, "-o", "new/folder/mine.json")
    holds("new/folder/mine.json" in tree(), "the file that was named")
    want((here / "new/folder/mine.json").read_bytes(), result(), "under another name")
    run("sweep", *FEW, "-o", "alone.json")
    holds("alone.json" in tree(), "a file here")


def json_alone():
    done = run("sweep", *FEW, "--json")
    want(tree(), [], "files")
    want(done.stderr, "", "standard error")
    document = json.loads(done.stdout)
    run("sweep", *FEW, "--json", "-o", "out")
    want(json.loads(result("out")), document, "in a file and on standard output")
    done = run("sweep", "cpu:floorf", "--inputs", "1..1.0001", "--json")
    want(json.loads(done.stdout)["sweep"]["judge"], "double", "who needs no library")


def threads():
    whole = at_once()
    for count in (1, 3, 7):
        run("sweep", *SOME, "--threads", str(count), "-o", "out")
        want(result("out"), whole, f"by {count} threads")
    # MPFR judges each of these, and keeps numbers for a thread.
    exact = [run("sweep", "cpu:double.erf", "--inputs", "2^-20..2^20", "--json", "--threads",
                 count).stdout
             for count in ("1", "5")]
    want(exact[1], exact[0], "judged by MPFR on 5 threads")


def notations():
    """Checks that every notation of a range gives the same; for words, a number is the
    word."""
    asked = {}
    for name, inputs in ((NAME, "0.5..0.5000152587890625"), (NAME, "2^-1..0x1.0002p-1"),
                         (NAME, "0x1p-1..0x3f000100"), (NAME, "0x3f000000..0x3f000100"),
                         ("cpu:float.int", "3..1000"), ("cpu:float.int", "0x3..0x3e8")):
        done = run("sweep", name, "--inputs", inputs, "--json")
        asked.setdefault(name, []).append(json.loads(done.stdout)["sweep"])
    for name, found in asked.items():
        want([one == found[0] for one in found], [True] * len(found), name)
    want(asked[NAME][0]["inputs"], 2 * 257, "floats")
    want(asked["cpu:float.int"][0]["inputs"], 2 * 998, "words")


def rough():
    """rcpps and rsqrtps against exact fractions, and against both published limits."""
    if os.uname().machine != "x86_64":
        raise Skip("rcpps is an instruction of x86")
    for name, power in (("cpu:rcpps", 1), ("cpu:rsqrtps", 2)):
        document = json.loads(run("sweep", name, "--inputs", "1..4", "--json").stdout)
        worst = document["sweep"]["max_relative"]
        x, got = (Fraction(struct.unpack(">f", bytes.fromhex(word["bits"][2:]))[0])
                  for word in (worst["input"]["a"], worst["got"]))
        error = abs(float(got**power * x) ** (1 / power) - 1)
        holds(abs(worst["error"]["value"] - error) < 1e-9 * error, f"{worst}, not {error}")
        limits = {limit["who"]: limit for limit in document["sweep"]["published"]}
        want(limits["Intel SDM"]["limit"], "0.000366210938 relative, |x| < 2^126", name)
        want(limits["Intel SDM"]["kept"], error <= 1.5 / 4096, f"{name} by the manual")
        want(limits["CUDA Handbook, section 8.3"]["kept"], error <= 1 / 4096,
             f"{name} by the handbook")


def halves():
    """Checks conversions to half, by integers and by F16C, around the halves that are zero,
    subnormal, normal and infinite."""
    listed = json.loads(run("sweep", "--list", "half.", "--json").stdout)["functions"]
    names = [f["name"] for f in listed if f["name"].startswith("cpu:")]
    holds(len(names) in (5, 9), names)
    for name in names:
        for inputs in ("0x32fff000..0x33800fff", "0x33fff000..0x34001fff",
                       "0x387ef000..0x38801fff", "0x477fd000..0x47800fff",
                       "0x7f7ff000..0x7fffffff"):
            sweep = json.loads(run("sweep", name, "--inputs", inputs, "--json").stdout)["sweep"]
            want(sweep["correctly_rounded"]["count"], sweep["inputs"], f"{name}, {inputs}")
    done = run("sweep", "cpu:half.handbook", "--inputs", "0x387fe000..0x387fe000", "--json")
    want(json.loads(done.stdout)["sweep"]["max_ulp"]["got"]["bits"], "0x0400", "a tie, to even")


def fits(text):
    for line in text.splitlines():
        holds(len(line) <= 80, f"{len(line)} columns: {line}")


def proof():
    """Compares the proofs of two divisions with brute force over the largest divisor, the
    only one whose quotients can be wrong."""
    names = run("sweep", "--list").stdout
    if "cpu:div.markstein " not in names:
        raise Skip("no AVX2 and FMA")
    fits(names)
    patient = ["--proof", "--timeout", "1000"]  # a second; minutes unoptimized under load
    for name in ("cpu:div.markstein", "cpu:div.markstein.raised"):
        done = run("sweep", name, "--domain", "division", "--inputs", "0x3fffffff..0x3fffffff",
                   "--json")
        sweep = json.loads(done.stdout)["sweep"]
        want(sweep["inputs"], 1 << 23, "dividends")
        status = int(sweep["correctly_rounded"]["count"] < sweep["inputs"])
        verdict = ("proved", "refuted")[status]
        done = run("sweep", name, *patient, "--json", status=status)
        document = json.loads(done.stdout)
        want(document["verdict"], verdict, name)
        want(document["divisors"], 1 << 23, name)
        want(document["wrong"] > 0, verdict == "refuted", "wrong ones")
        want(document["first_wrong"] is None, verdict == "proved", "the first wrong one")
    want(verdict, "proved", name)
    text = run("sweep", name, *patient, status=status).stdout
    holds(f"verdict     {verdict}" in text, text)
    fits(text)


def interrupted():
    """Checks a signal in the middle: the exit status, one line, and no file."""
    words = [NAME, "--no-sheet", "--threads", "1", "-o", "out"]
    for more in ([], ["--shard", "0/2"]):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            process = start("sweep", *words, *more)
            time.sleep(0.6)
            process.send_signal(number)
            out, log = process.communicate(timeout=1200)
            want((process.returncode, out), (status, ""), log)
            holds("fpstripe: interrupted: stopped at" in log.splitlines()[-1], log)
            holds("nothing was written" in log, log)
            want(tree("out") if (here / "out").exists() else [], [], "files")


# --- shards ----------------------------------------------------------------------


def shards():
    whole = at_once()
    for count in (2, 3, 256):
        which = range(count) if count < 9 else range(0x7d, 0x80)
        for i in which:
            done = run("sweep", *SOME, "--shard", f"{i}/{count}", "-o", f"of{count}")
            want(done.stdout, "", "standard output of a shard")
            holds(f"fpstripe sweep --merge of{count}" in done.stderr, done.stderr)
        run("sweep", "--merge", f"of{count}", "-o", "out", "--no-sheet")
        want(result("out"), whole, f"from {count} shards")
    names = [f"of3/{name}" for name in tree("of3")]
    run("sweep", "--merge", *reversed(names), names[0], "-o", "again", "--no-sheet")
    want(result("again"), whole, "in another order, one twice")
    done = run("sweep", "--merge", "of2", "--json")
    want(done.stdout.encode(), whole, "on standard output")


def parallel():
    """Runs four shards by xargs, as docs/sweeps.md shows it, and merges them."""
    whole = at_once()
    words = shlex.join([program, "sweep", *SOME, "-o", "parts", "--shard"])
    done = subprocess.run(f"seq 0 3 | xargs -P 2 -I '{{}}' {words} '{{}}/4'", shell=True,
                          cwd=here, env=environment(None), capture_output=True, text=True)
    want(done.returncode, 0, done.stderr)
    run("sweep", "--merge", "parts", "-o", "out", "--no-sheet")
    want(result("out"), whole, "from four shards at once")


def missing():
    """Checks that a lost shard is named, and that it completes the sweep."""
    words = SOME
    whole = at_once()
    for i in (0, 2):
        run("sweep", *words, "--shard", f"{i}/3", "-o", "a folder")
    done = run("sweep", "--merge", "a folder", "-o", "out", status=1)
    want(tree("out"), [], "written with a shard missing")
    want(done.stderr, f"fpstripe: sweep: --merge: shard 1/3 of {words[0]} is missing; "
         "sweep it with the options of the others\n", "message")
    run("sweep", *words, "--shard", "1/3", "-o", "a folder")
    run("sweep", "--merge", "a folder", "-o", "out", "--no-sheet")
    want(result("out"), whole, "with the shard that was lost")


def merge_refuses():
    run("sweep", *FEW, "--shard", "0/2", "-o", "out")
    run("sweep", *FEW[:2], "0x3f000000..0x3f00fffe", "--shard", "1/2", "-o", "other")
    zero, one = f"out/{STEM}.0-of-2.part", f"other/{STEM}.1-of-2.part"
    refused("sweep", "--merge", zero, one, status=4, says="last number: 0x7e01ffff, and 0x7e01fffd in")
    refused("sweep", "--merge", "out", "none.part", status=4, says="none.part: No such")
    (here / "empty").mkdir()
    refused("sweep", "--merge", "empty", status=4, says="no part of a sweep")
    good = (here / zero).read_bytes()
    for bad, says in ((good[:-5], "damaged"), (b"", "not a part"), (b"[" * 99999, "not a part"),
                      (good.replace(b"tanhf", b"sinhf", 1), "damaged")):
        (here / "bad.part").write_bytes(bad)
        refused("sweep", "--merge", "bad.part", status=4, says="bad.part: ")
        refused("sweep", "--merge", "bad.part", status=4, says=says)
    holds(not (here / "fpstripe-out").exists(), "nothing is written")


# --- what cannot be written ------------------------------------------------------


def unwritable():
    (here / "file").write_text("")
    refused("sweep", *FEW, "-o", "file/out", status=5, says="file")
    refused("sweep", *FEW, "-o", "/dev/full/x", status=5, says="/dev/full")
    refused("sweep", *FEW, "--shard", "0/2", "-o", "file/out", status=5, says="file")
    if os.geteuid() != 0:
        (here / "locked").mkdir(mode=0o500)
        refused("sweep", *FEW, "-o", "locked", status=5, says="Permission denied")
    with open("/dev/full", "w") as sink:
        run("sweep", *FEW, "--json", status=5, stdout=sink)

    def cut():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    for limit in (0, 1000):
        for more in ([], ["--shard", "0/2"]):
            done = run("sweep", *FEW, *more, "-o", "new/out", status=5, preexec_fn=cut)
            holds(len(done.stderr.splitlines()) == 1, done.stderr)
            want([n for n in tree() if n.startswith("new")], [], "what was left")


CASES = {
    "lists": lists,
    "files": files,
    "json-alone": json_alone,
    "threads": threads,
    "notations": notations,
    "rough": rough,
    "halves": halves,
    "proof": proof,
    "interrupted": interrupted,
    "shards": shards,
    "parallel": parallel,
    "missing": missing,
    "merge-refuses": merge_refuses,
    "unwritable": unwritable,
}


def enter():
    global program, here
    program, here = cases.program, cases.here


if __name__ == "__main__":
    sys.exit(cases.perform(CASES, enter))
