# SPDX-License-Identifier: MIT
"""verify.py FPSTRIPE CAPTURES CASE: reports against their pictures, as files. What each
field of a report can be changed to is in test_verify.c."""

import hashlib
import json
import os
import pathlib
import shutil
import struct
import sys
import zlib

import cases
from cases import holds, refused, run, want

FULL = ["fake:rtz,p=17", "fake:rne,mediump=11", "fake:rne,p=11,emax=15,ftz", "fake:chop-g1,p=13",
        "fake:rne,double,float16", "fake:rne,unstable", "fake:rdn,unpainted", "fake:rup,p=6,emax=7",
        "fake:rne,fold,contract,separate-fma,reciprocal,multiplier=3,flush-moves,nan-equal,"
        "half=rtz,coarse=3,constants=double,claims=9"]
PARTS = [("--probe", "ties"), ("--probe", "operations", "--stage", "all"), ("--form", "published"),
         ("--readout", "all", "--precision", "highp"), ("--readout", "rgba8"), ("--width", "64")]
STRIPES = "stripes-fragment-highp-guarded-bits"


def measure(folder, *words, device="fake:rtz,p=17"):
    run("run", "-d", device, "--no-sheet", "--reference", "host", "-o", folder, *words)
    return cases.here / folder


def small(folder="small"):
    """Stripes, highp, in three forms, with the pictures to look at."""
    run("run", "-d", "fake:rtz,p=17", "--reference", "host", "-o", folder, "--probe", "stripes",
        "--precision", "highp")
    return cases.here / folder


def verify(*words, status=0):
    done = run("verify", *words, status=status)
    want(done.stderr, "", "standard error")
    return done.stdout


def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(path, width, height, data, colour=6):
    step = {0: 1, 6: 4}[colour]
    rows = b"".join(b"\0" + data[y * width * step:(y + 1) * width * step] for y in range(height))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" +
                     chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, colour, 0, 0, 0)) +
                     chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def document(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


def measurement(report):
    """Its hash, as whoever changes a report would put it right."""
    lines = "".join(" ".join([r["probe"], r["stage"], r["precision"], r["form"], r["readout"],
                              r["status"], r["pixels_sha256"] or "-"]) + "\n"
                    for r in report["results"])
    return hashlib.sha256(lines.encode()).hexdigest()


def rewrite(folder, change):
    report = document(folder)
    change(report, next(r for r in report["results"] if r["form"] == "guarded"))
    report["measurement_sha256"] = measurement(report)
    (folder / "report.json").write_text(json.dumps(report), encoding="utf-8")


def set_key(*keys, to):
    def change(report, result):
        place = report if keys[0] == "/" else result
        for key in keys[1 if keys[0] == "/" else 0:-1]:
            place = place[key]
        place[keys[-1]] = to(place[keys[-1]]) if callable(to) else to
    return lambda folder: rewrite(folder, change)


def cut(folder):
    path = folder / f"{STRIPES}.png"
    path.write_bytes(path.read_bytes()[:-30])


def swap(a, b):
    def change(folder):
        (folder / a).rename(folder / "between")
        (folder / b).rename(folder / a)
        (folder / "between").rename(folder / b)
    return change


def zeros(name, width, height, colour=6):
    step = {0: 1, 6: 4}[colour]
    return lambda folder: png(folder / name, width, height, bytes(width * height * step), colour)


def blank(folder):
    """Another picture, with its hash in the report."""
    zeros(f"{STRIPES}.png", 512, 260)(folder)
    sha = hashlib.sha256(bytes(512 * 260 * 4)).hexdigest()
    set_key("pixels_sha256", to=sha)(folder)


PLACE = "stripes fragment highp guarded: "

# What is done to the folder of small(): what is then said of it.
FILES = [
    (cut, PLACE, f"{STRIPES}.png"),
    (lambda f: (f / f"{STRIPES}.png").unlink(), PLACE, "No such file"),
    (lambda f: (f / f"{STRIPES}.png").write_bytes(b""), PLACE, f"{STRIPES}.png"),
    (zeros(f"{STRIPES}.png", 512, 260), PLACE, "not those of pixels_sha256"),
    (zeros(f"{STRIPES}.png", 512, 250), PLACE, "512 x 250"),
    (zeros(f"{STRIPES}.png", 512, 260, 0), PLACE, "1 channels"),
    (blank, PLACE, "its pixels say "),
    (swap(f"{STRIPES}.png", f"{STRIPES}-grey.png"), PLACE, "channels"),
    (swap(f"{STRIPES}.png", "stripes-fragment-highp-published-rgba8.png"), PLACE, "pixels_sha256"),
    (lambda f: (f / f"{STRIPES}-grey.png").unlink(), PLACE, "No such file"),
    (zeros(f"{STRIPES}-grey.png", 512, 260, 0), PLACE, "does not show its picture"),
    (zeros(f"{STRIPES}-grey.png", 16, 16, 0), PLACE, "does not show its picture"),
    (set_key("look", to=None), PLACE, "look: is not there"),
    (set_key("image", to=None), PLACE, "has no picture"),
    (set_key("image", to="stripes-fragment-highp-plain-bits.png"), PLACE,
     "which is of stripes fragment highp plain"),
    (set_key("look", to="stripes-fragment-highp-plain-bits-grey.png"), PLACE, "look: is "),
    (set_key("verdict", "text", to="24-bit significand"), PLACE,
     'verdict.text: says "24-bit significand"; its pixels say "17-bit'),
    (set_key("verdict", "rounding", to="rne"), PLACE, 'verdict.rounding: says "rne"'),
    (set_key("verdict", "survivors", to=lambda s: s[::-1]), PLACE, "verdict.survivors"),
    (set_key("verdict", "survivors", to=lambda s: s + s), PLACE, "verdict.survivors"),
    (set_key("verdict", "error_ulp", "min", "value", to=-0.25), PLACE, "error_ulp.min.value"),
    (set_key("/", "verdict", "text", to="rounds to nearest even"), "headline: ", "verdict.text"),
    (set_key("/", "verdict", "rounding", to="rne"), "headline: ", "verdict.rounding"),
    (set_key("/", "reference", "name", to="this abacus"), "reference: ", "this abacus"),
    (set_key("/", "device", "api", to="gl"), "device: ", "simulated"),
    (set_key("/", "results", to=lambda r: r[:1] + r[2:]), "results: ", " is missing"),
    (set_key("/", "results", to=lambda r: r + r[:1]), "results: ", " is there twice"),
    (set_key("/", "results", to=lambda r: r[::-1]), "results: ", " stands where "),
]

# What makes it no report: what is said of that.
UNREADABLE = [
    (lambda f: (f / "report.json").write_text("{"), "report.json:1"),
    (lambda f: (f / "report.json").write_bytes((f / "report.json").read_bytes()[:-9]), "report.json"),
    (set_key("/", "schema", to="fpstripe-report/9"), "fpstripe-report/9"),
    (set_key("status", to="fine"), "status"),
    (set_key("reason", to=7), "reason"),
    (set_key("image", to="../small/x.png"), "image"),
    (set_key("verdict", "fraction_bits", to=60), "fraction_bits"),
    (set_key("comparison", "mismatches", to=10 ** 6), "mismatches"),
    (set_key("operands", to=3), "operands"),
    (set_key("operands", "emax", to=0), "operands.emax"),
    (lambda f: (f / "report.json").write_text(
        (f / "report.json").read_text().replace('"status": "ok"', '"status": "folded", '
                                                '"reason": "so"', 1)), "duplicate"),
]


def files():
    folder = small()
    for number, (change, place, says) in enumerate(FILES):
        other = cases.here / f"changed-{number}"
        shutil.copytree(folder, other)
        change(other)
        out = verify(other, status=1)
        holds(any(line.startswith(f"{other}: {place}") and says in line
                  for line in out.splitlines()), f"change {number}: {place}{says} not in:\n{out}")
        holds(": contradicted, " in out.splitlines()[-1], out)
        shutil.rmtree(other)
    holds(": verified; " in verify(folder), "the folder as it was")


def unreadable():
    folder = small()
    for change, says in UNREADABLE:
        shutil.copytree(folder, cases.here / "other")
        change(cases.here / "other")
        refused("verify", "other", status=4, says=says)
        shutil.rmtree(cases.here / "other")
    refused("verify", "nowhere", status=4, says="nowhere")
    (cases.here / "empty").mkdir()
    refused("verify", "empty", status=4, says="report.json")
    refused("verify", status=2, says="report")


def hash_not_mended():
    folder = small()
    report = document(folder)
    report["results"][0]["pixels_sha256"] = "0" * 64
    (folder / "report.json").write_text(json.dumps(report))
    refused("verify", folder, status=4, says="measurement_sha256")


def tree():
    small("a/one")
    small("a/b/two")
    small("a/.hidden")
    set_key("verdict", "text", to="so")(cases.here / "a/b/two")
    (cases.here / "a/link").symlink_to("one")
    lines = verify("a", status=1).splitlines()
    want([line.split(": ")[0] for line in lines], ["a/b/two", "a/b/two", "a/one",
                                                   "2 reports"], "who is told of")
    holds("1 verified, 1 contradicted, 0 unreadable" in lines[-1], lines[-1])
    want(verify("a/one/report.json").split(": ")[0], "a/one/report.json", "a file")
    done = run("verify", "a/one", "nowhere", "a/b/two", status=4)
    holds("1 verified, 1 contradicted, 1 unreadable" in done.stdout, done.stdout)


def machines():
    small("one")
    small("two")
    set_key("verdict", "fraction_bits", to=23)(cases.here / "two")
    whole = json.loads(run("verify", "--json", "one", "two", "nowhere", status=4).stdout)
    want((whole["schema"], whole["verified"]), ("fpstripe-verify/1", False), "the whole")
    want([r["status"] for r in whole["reports"]], ["verified", "contradicted", "unreadable"],
         "each")
    fault = whole["reports"][1]["faults"][0]
    want((fault["place"], fault["key"], fault["says"], fault["recomputed"]),
         ("stripes fragment highp guarded", "verdict.fraction_bits", "23", "16"), "the fault")
    want(document(cases.here / "two")["results"][fault["result"]]["form"], "guarded", "whose")
    counts = whole["reports"][0]["counts"]
    want((counts["results"], counts["recomputed"], counts["pictures"]), (5, 5, 5), "counts")
    latin = cases.here / os.fsdecode(b"caf\xe9")
    (cases.here / "one").rename(latin)
    whole = json.loads(run("verify", "--json", latin).stdout)
    want([r["status"] for r in whole["reports"]], ["verified"], "a name that is no UTF-8")


def printed():
    text = run("run", "-d", "fake:rne", "--probe", "stripes", "--json").stdout
    (cases.here / "printed.json").write_text(text)
    holds("results: none has a picture" in verify("printed.json", status=1), "no pictures")
    folder = small()
    rewrite(folder, lambda report, _: report["results"].clear())
    holds("results: there are none" in verify(folder, status=1), "no results")


def first_versions():
    """Reports without operands: they follow from the width, where that is a result."""
    for words, unknown in ((("--precision", "highp"), 0), (("--probe", "ties"), 9)):
        folder = measure("old", *words)
        report = document(folder)
        for result in report["results"]:
            del result["operands"]
        (folder / "report.json").write_text(json.dumps(report))
        whole = json.loads(verify("--json", folder))
        want(whole["reports"][0]["counts"]["unknown_width"], unknown, f"{words}")
        shutil.rmtree(folder)


def fakes():
    for device in FULL[::3]:
        verify(measure("fake", device=device))
    for words in PARTS[:3]:
        verify(measure("part", *words))


def fakes_full():
    for device in FULL:
        holds(": verified; " in verify(measure("fake", "--full", device=device)), device)
        for words in PARTS:
            verify(measure("part", *words, device=device))


def some_captures():
    root = pathlib.Path(cases.arguments[0]).resolve()
    verify(root / "google", root / "mesa/softpipe/22.3.6-es3", root / "nvidia/h200/580.159.04-es2")


def captures():
    out = verify(pathlib.Path(cases.arguments[0]).resolve()).splitlines()[-1]
    holds(" 0 contradicted, 0 unreadable" in out, out)


if __name__ == "__main__":
    sys.exit(cases.main(files, unreadable, hash_not_mended, tree, machines, printed,
                        first_versions, fakes, fakes_full, some_captures, captures))
