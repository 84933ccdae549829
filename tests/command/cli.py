#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli.py FPSTRIPE CASE: the command line, as a caller meets it.

Without CASE: the list of cases, a line each. Exit status 77: what the case needs is
not there. Devices are fakes, so that no GL is needed.
"""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
import pngs
from cases import Skip, holds, run, tree, want

FAKE = "fake:rtz,p=17"
QUICK = ["--probe", "stripes", "--precision", "highp", "--form", "plain", "--no-sheet"]
SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "docs" / "report.schema.json"


def refused(*words, columns=100, **more):
    """A line without the compiler's words has at most 100 columns."""
    cases.refused(*words, columns=columns, **more)


def report_of(folder):
    return json.loads((cases.here / folder / "report.json").read_text())


def window_options():
    """What a window cannot do is refused, not ignored; its folder is made or missed."""
    for words in (("--json",), ("--expect", "rne"), ("--no-sheet",), ("--timeout", "9"),
                  ("--full",)):
        refused("--window", "-d", FAKE, *words, status=2, says=("--window", words[0]))
    (cases.here / "file").write_text("x")
    refused("--window", "-d", FAKE, "-o", "file/under", status=5, says="file")


# --- output ----------------------------------------------------------------------


def pictures_in(folder):
    return sorted(path.name for path in (folder / "pictures").iterdir())


def contents(folder):
    return {name: (folder / name).read_bytes() for name in tree(folder)
            if (folder / name).is_file()}


def files():
    done = run("-d", FAKE, *QUICK, "-o", "a/b/out")
    report = report_of("a/b/out")
    want(report["complete"], True, "complete")
    images = cases.named_in(cases.here / "a/b/out")
    holds(images, "no picture in the capture")
    for name in images:
        data = (cases.here / "a/b/out/pictures" / name).read_bytes()
        want(data[:8], b"\x89PNG\r\n\x1a\n", name)
        want(pngs.hash_of(data) + ".png", name, "the hash")
        holds(b"tEXt" not in data, f"{name} has a text chunk")
    want(pictures_in(cases.here / "a/b/out"), sorted(images), "pictures")
    want(sorted(os.listdir(cases.here / "a/b/out")), ["capture.json", "pictures", "report.json"], "files")
    holds("a/b/out/report.json" in done.stderr, "stderr says where")
    holds("17" in done.stdout, "the summary has no 17")


def default_folder():
    done = run("-d", FAKE, *QUICK)
    holds("fpstripe-out/report.json" in done.stderr, "stderr says where")
    holds((cases.here / "fpstripe-out/report.json").is_file(), "no report")


def json_alone():
    done = run("-d", FAKE, *QUICK, "--json")
    report = json.loads(done.stdout)
    want(report["schema"], "fpstripe-report/2", "schema")
    want(report["verdict"]["fraction_bits"], 16, "fraction bits")
    want(tree(cases.here), [], "files")
    want(done.stderr, "", "standard error")
    done = run("-d", FAKE, *QUICK, "--json", "-o", "out", "-v")
    want(json.loads(done.stdout), report_of("out"), "stdout against the file")
    holds(f"fpstripe: device {FAKE}" in done.stderr, f"-v names no device: {done.stderr}")


def lists_json():
    for key in ("models", "probes"):
        data = json.loads(run("explain", key, "--json").stdout)
        want(data["schema"], f"fpstripe-{key}/1", "schema")
        holds(all(entry["name"] for entry in data[key]), "names")
    want(len(json.loads(run("explain", "models", "--json").stdout)["models"]), 21, "models")
    text = run("explain", "models").stdout
    for word in ("rne ", "chop-g0", "rna-ns3", "fake:"):
        holds(word in text, f"{word} is not in the text")


def picture():
    """`show --picture` writes a picture in grey levels, or as it was read back."""
    run("-d", FAKE, "--reference", "model", "--precision", "highp", "-o", "drawn", "--no-sheet")
    run("show", "drawn", "--picture", "stripes", "-o", "grey.png")
    run("show", "drawn", "--picture", "stripes-fragment-highp-plain,raw", "-o", "raw.png")
    grey, raw = (struct.unpack(">IIBB", (cases.here / name).read_bytes()[16:26])
                 for name in ("grey.png", "raw.png"))
    want((grey, raw), ((512, 260, 8, 0), (512, 260, 8, 6)), "grey, and RGBA")
    image = next(r["pixels_sha256"] + ".png" for r in report_of("drawn")["results"]
                 if (r["probe"], r["form"]) == ("stripes", "plain"))
    (cases.here / "own.png").symlink_to(f"drawn/pictures/{image}")
    want(pngs.hash_of((cases.here / "raw.png").read_bytes()) + ".png", image, "the raw picture")
    for words, says in (((), "-o FILE"), (("--json", "-o", "x.png"), "--json"),
                        (("-o", "own.png"), "the picture itself")):
        refused("show", "drawn", "--picture", "stripes-fragment-highp-plain", *words, status=2,
                says=says)
    for name, says in (("strips", "did you mean stripes?"), ("qqqqqqqq", "PROBE-STAGE"),
                       ("stripes,grey", "NAME,raw")):
        refused("show", "drawn", "--picture", name, "-o", "x.png", status=2, says=says)
    refused("show", "drawn", "-o", "x.png", status=2, says="--picture NAME")
    refused("show", "drawn", "--picture", "stripes", "-o", "no/x.png", status=5, says="no/x.png")
    holds(not (cases.here / "x.png").exists(), "a file of a refused picture")


def show():
    """The report that is derived of a capture is the one of its run, and so is its JSON."""
    device = "fake:rtz,p=17,mediump=11"
    said = run("-d", device, "-o", "out", "--no-sheet").stdout
    want(run("show", "out").stdout, said, "text")
    want(run("show", "out/capture.json").stdout, said, "text of the file")
    told = json.loads(run("show", "out", "--json").stdout)
    want(told["schema"], "fpstripe-show/1", "schema")
    want(told["report"], report_of("out"), "the report against report.json")
    want(told["verdict"], said.splitlines()[0], "verdict")
    rows = [row for row in told["precisions"] if row["stage"] == "fragment"]
    want([(row["precision"], row["measured"], row["words"]) for row in rows],
         [("highp", "17 bits, rtz",
           "highp keeps 17 bits: whole texels up to 131072, then it skips"),
          ("mediump", "11 bits, rtz",
           "mediump keeps 11 bits: whole texels up to 2048, then it skips"),
          ("lowp", "11 bits, rtz",
           "lowp keeps 11 bits: whole texels up to 2048, then it skips")], "precisions")
    want([(row["precision"], row["measured"]) for row in told["precisions"]
          if row["stage"] == "vertex"],
         [("highp", "17 bits, rtz"), ("mediump", "11 bits, rtz"), ("lowp", "11 bits, rtz")],
         "the vertex stage")
    want([row["stripes"] for row in rows], [f"stripes-fragment-{name}-plain-bits" for name in
                                            ("highp", "mediump", "lowp")], "pictures of stripes")
    run("show", "out", "--picture", rows[1]["stripes"], "-o", "mediump.png")
    want(rows[1]["range"],
         "largest 65504, squares overflow from 256, nothing below 6e-8", "the range")
    want(told["symptoms"], [], "symptoms of a run that asked for none")
    run("-d", "fake:rne,fixed=8", "--precision", "lowp", "--reference", "model", "--no-sheet",
        "-o", "fixed")
    lowp = json.loads(run("show", "fixed", "--json").stdout)["precisions"][0]
    holds("undecided: sums saturate at 2 - 2^-8: fixed point of 8 fraction bits" in lowp["words"],
          lowp["words"])
    want(lowp["range"], None, "the range of what is undecided")
    run("-d", device, "--probe", "specials", "--json", "--reference", "model", "-o", "more")
    (symptom,) = json.loads(run("show", "more", "--json").stdout)["symptoms"]
    want((symptom["topic"], len(symptom["expressions"])), ("specials", 69), "symptom")
    holds(symptom["deviating"].split(" of ")[1].startswith("69 "), "sums")
    run("-d", device, "--full", "--precision", "highp", "--reference", "model", "--no-sheet", "-o",
        "full")
    asked = [it["symptom"] for it in json.loads(run("show", "full", "--json").stdout)["symptoms"]]
    holds(len(asked) > 10 and all(it.endswith("?") for it in asked), f"symptoms: {asked}")
    picture()
    picture_gone()


def picture_gone():
    """`show` names the first picture that it cannot read, prints the rest, and fails."""
    for image in list((cases.here / "out/pictures").iterdir())[:3]:
        image.unlink()
    done = run("show", "out", status=4)
    want(len(done.stderr.splitlines()), 1, f"lines of {done.stderr!r}")
    holds(re.search(r"out/pictures/\w{64}\.png: no such picture", done.stderr), done.stderr)
    holds("its picture cannot be read" in run("show", "out", "--show", "reasons", status=4).stdout,
          "no reason")


def damaged(good):
    """Bytes that are not those of a file of the cache."""
    for at in (0, 64, 66, 70, 100, len(good) // 2, len(good) - 1):
        yield good[:at] + bytes([good[at] ^ 1]) + good[at + 1:]
    yield from (b"", good[:40], good[:-9], good + b"\0", b"{}", b"\xff" * 4096)


def kept():
    """A report that was derived once is kept, and read where it is the one of this capture and
    its pictures are there. A folder to which somebody else may write is not used."""
    run("-d", FAKE, *QUICK, "-o", "out")
    run("-d", "fake:rne,p=11", *QUICK, "-o", "other")
    folder = cases.here / "cache/fpstripe/reports"
    env = {"XDG_CACHE_HOME": str(cases.here / "cache")}
    said, json = run("show", "out").stdout, run("show", "out", "--json").stdout
    want(run("show", "out", env=env).stdout, said, "derived")
    (report,) = folder.iterdir()
    good = report.read_bytes()
    run("show", "other", env=env)
    (other,) = set(folder.iterdir()) - {report}
    for bad in (*damaged(good), other.read_bytes()):
        report.write_bytes(bad)
        want(run("show", "out", env=env).stdout, said, f"with a report of {len(bad)} bytes")
        holds(report.read_bytes() != bad, "written anew")
    want(run("verify", "out", env=env).stdout, run("verify", "out").stdout, "verify")
    for file in (report, other):
        file.unlink()
    want(run("compare", "out", "other", env=env).stdout, run("compare", "out", "other").stdout,
         "derived at the same time")
    want(set(folder.iterdir()), {report, other}, "reports that compare keeps")
    images = list((cases.here / "out/pictures").iterdir())
    for image in images:
        image.write_bytes(b"not read")
    want(run("show", "out", "--json", env=env).stdout, json, "read")
    folder.chmod(0o777)
    run("show", "out", env=env, status=4)
    folder.chmod(0o700)
    want(run("show", "out", env=env).stdout, said, "read again")
    images[0].unlink()
    run("show", "out", env=env, status=4)


def explain():
    """Every topic of the list has its text, of at most 80 columns; what a run can print
    is a topic."""
    topics = [word for line in run("explain").stdout.splitlines()
              for word in line[11:].split()]
    want(len(topics), len(set(topics)), "topics, each once")
    want(topics[:2], ["probes", "models"], "the lists come first")
    for topic in topics[2:]:
        text = run("explain", topic).stdout
        holds(text.startswith(f"{topic}\n\n") and len(text) > 90, f"{topic}: {text}")
        holds(max(len(line) for line in text.splitlines()) <= 80, f"{topic} is too wide")
    models = json.loads(run("explain", "models", "--json").stdout)["models"]
    probes = json.loads(run("explain", "probes", "--json").stdout)["probes"]
    status = json.loads(SCHEMA.read_text())["$defs"]["outcome"]["properties"]["status"]
    wanted = {entry["name"] for entry in models + probes} | set(status["enum"])
    headings = {entry["topic"] for entry in probes if "topic" in entry}
    wanted |= {name for name in headings if " " not in name}
    wanted |= {"beehive", "orca", "faithful", "guarded", "precise", "invariant",
               "published", "plain", "verdict", "survivors", "reference", "mediump",
               "df64", "deviates", "differs", "nearest", "truncate", "upward", "fused",
               "separate", "flushed", "compiler", "golden", "match", "changed", "new",
               "missing", "stale", "invalid", "inconclusive", "confidence"}
    want(sorted(wanted - set(topics)), [], "topics")
    holds("Limits:" in run("explain", "rne").stdout, "rne says nothing of its kind")
    for probe in probes:
        heading = probe.get("topic", probe["name"])
        text = run("explain", heading).stdout
        holds(probe["name"] in text or heading in wanted, f"{heading}: {text}")
    holds("half_target" in run("explain", "conversions").stdout, "what are conversions?")


def bench():
    """A GPU is not needed; one that is there is hidden."""
    hidden = {"CUDA_VISIBLE_DEVICES": "-1"}
    for words in (["--json"], []):
        done = run("bench", "atomics", *words, status=3, env=hidden)
        want(len(done.stderr.splitlines()), 1, f"lines of {done.stderr!r}")
        holds("no GPU" in done.stderr, done.stderr)
        want(done.stdout, "", "standard output")
    data = json.loads(run("bench", "--json", "-d", FAKE, env=hidden).stdout)
    want(data["schema"], "fpstripe-bench/1", "schema")
    holds(data["atomics"]["cuda"]["reason"], data)
    want(set(data["subnormals"]), {"cpu", "changes"}, "subnormals")
    holds(data["subnormals"]["changes"][1]["by"] == "fesetround", "changes")
    operations = {row["operation"] for row in data["subnormals"]["cpu"]}
    holds({"add", "mul", "div"} <= operations, operations)
    for row in data["subnormals"]["cpu"]:
        holds(0 < row["ns_min"] <= row["ns_median"] <= row["ns_max"], row)
        holds(all(value > 0 for key, value in row.items() if key.startswith("ratio")), row)
    text = run("bench", "subnormals", env=hidden).stdout
    for word in ("operand", "fesetround"):
        holds(word in text, f"{word} is not in {text}")
    holds("CUDA" not in text and "GL" not in text, text)


def bench_ops():
    """This processor alone, as text, as JSON, and in files."""
    hidden = {"CUDA_VISIBLE_DEVICES": "-1"}
    text = run("bench", "ops", "-d", FAKE, "-o", "out", env=hidden).stdout
    for word in ("add", "libm", "CUDA: not timed", "GL: not timed: a simulated device"):
        holds(word in text, f"{word} is not in {text}")
    holds("did not compute" not in text and "atomics" not in text, text)
    data = json.loads((cases.here / "out/ops.json").read_text())
    want(data["schema"], "fpstripe-bench/1", "schema")
    want(set(data), {"schema", "ops"}, "keys")
    ops = data["ops"]
    want(ops["gl"]["reason"], "a simulated device has no shaders to time", "GL")
    holds(ops["cuda"]["reason"] and ops["gpu_by_cpu"] == [], ops)
    holds(ops["cpu"]["processors"] >= 1, ops["cpu"])
    for row in ops["cpu"]["rows"]:
        holds(0 < row["gops_min"] <= row["gops_median"] <= row["gops_max"], row)
        holds(row["computed"] is True and row["threads"] >= 1, row)
        holds(row["not_finite"] == 0 and row["error_inputs"] >= 4096, row)
        exact = row["operation"] in ("add", "mul", "fma", "div", "sqrt")
        holds(row["error_ulp32"] <= (0.5 if exact else 4), row)
    operations = {row["operation"] for row in ops["cpu"]["rows"]}
    want(operations | {"fma"}, {"add", "mul", "fma", "div", "sqrt", "rsqrt", "exp2", "log2",
                                "sin", "tanh"}, "operations of the processor")
    widths = {row["variant"].split()[0] for row in ops["cpu"]["rows"]} - {"libm", "sleef"}
    want(len(widths), 1, f"widths {widths}")
    pictures = {name for name in tree(cases.here / "out") if name.endswith(".png")}
    holds(pictures in (set(), {"ops-cpu.png"}), pictures)
    refused("bench", "ops", "-d", FAKE, "-o", "/dev/null/x", status=5, says="/dev/null")


def stale():
    """A run removes the pictures that only the earlier run named."""
    run("-d", FAKE, *QUICK, "-o", "out")
    first = set(pictures_in(cases.here / "out"))
    (cases.here / "out/mine.png").write_text("not yours")
    (cases.here / "out/pictures/mine.png").write_text("not yours")
    run("-d", FAKE, "--probe", "ties", "--precision", "highp", "--no-sheet", "-o", "out")
    named = cases.named_in(cases.here / "out")
    want(set(pictures_in(cases.here / "out")), {"mine.png", *named}, "pictures against the capture")
    holds(first - named, "no picture was stale")
    holds((cases.here / "out/mine.png").is_file(), "a file of somebody else went away")
    run("-d", FAKE, "--probe", "ties", "--no-sheet", "-o", "out")  # more, and the same again
    holds(named & cases.named_in(cases.here / "out"), "no picture is of both runs")
    want(run("show", "out").stderr, "", "what show says")


def stale_shared():
    """Folders below may name pictures of the store: then none is removed."""
    run("-d", FAKE, *QUICK, "-o", "out")
    first = set(pictures_in(cases.here / "out"))
    run("-d", "fake:rne", *QUICK, "--captures", "out")
    run("-d", FAKE, "--probe", "ties", "--precision", "highp", "--no-sheet", "-o", "out")
    holds(first < set(pictures_in(cases.here / "out")), "a picture of a shared store went away")
    want(run("show", "out/simulated/rne/integer-model-fake").stderr, "", "what show says")


def stale_plain():
    """A forged capture of an earlier run names pictures that are not there, or are not what
    they are called: a run removes at most files that have the name of a picture."""
    run("-d", FAKE, "--probe", "stripes", "--no-sheet", "-o", "out")
    path, digits = cases.here / "out/capture.json", "0123456789abcdef" * 4
    for name in ("precious.png", "out/Makefile", "out/verdict.png", f"out/{digits}.png"):
        (cases.here / name).write_text("precious")
    before = path.read_text()
    first = json.loads(before)["measurements"][0]["picture"]["sha256"]
    for forged in ("../../precious", digits):
        path.write_text(before.replace(first, forged))
        run("-d", FAKE, "--probe", "width", "--precision", "lowp", "--no-sheet", "-o", "out")
        for name in ("precious.png", "out/Makefile", "out/verdict.png", f"out/{digits}.png"):
            want((cases.here / name).read_text(), "precious", name)


def strangers():
    """Nobody reads, changes or removes another process's leftover, whatever it says."""
    out = cases.here / "out"
    made = {".fpstripe-a/.journal": "fpstripe-journal/1\nmove Makefile\n", ".fpstripe-a/Makefile": "bad:",
            "Makefile": "all:", ".fpstripe-mine/f": "f", ".fpstripe-notes.tmp": "notes",
            ".fpstripe-b/.journal": "", ".fpstripe-0123456789abcdef.tmp": "half",
            "pictures/.fpstripe-0123456789abcdef.tmp": "half"}
    for name, text in made.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text)
    with (out / ".fpstripe-b/.journal").open("r+b") as sparse:
        sparse.truncate(1 << 40)
    os.mkfifo(out / ".fpstripe-fifo.tmp")
    for name in (".fpstripe-mine/f", ".fpstripe-mine", ".fpstripe-notes.tmp"):
        os.utime(out / name, (time.time() - 2 * 24 * 3600,) * 2)
    state = {n: (out / n).lstat() for n in tree(out) if n != "pictures"}
    for words in (("run", "-d", FAKE, *QUICK, "-o", "out"), ("show", "out"),
                  ("run", "-d", "fake:rne", *QUICK, "-o", "out")):
        run(*words)
    for name, before in state.items():
        now = (out / name).lstat()
        want((now.st_ino, now.st_size, now.st_mtime_ns, now.st_atime_ns),
             (before.st_ino, before.st_size, before.st_mtime_ns, before.st_atime_ns), name)
    left = {n for n in tree(out) if "fpstripe-" in n}
    want(left, {n for n in state if "fpstripe-" in n}, "what is left")


def stale_page():
    """A run removes the page of an earlier run that it has not drawn, and no file of another
    program."""
    words = ("--probe", "stripes", "--precision", "highp", "-o", "out")
    run("-d", FAKE, *words)
    page = cases.here / "out/verdict.png"
    if not page.is_file():
        raise Skip("no page is drawn")
    run("-d", "fake:rne", *words, "--no-sheet")
    holds(not page.exists(), "one that is stale stays")
    page.write_bytes(pngs.encode([[(9,)] * 9] * 9))
    said = run("-d", FAKE, *words, "--no-sheet").stderr
    holds(page.is_file(), "a picture of another program went away")
    holds("files of an earlier run may remain: verdict.png" in said, said)


def html():
    """A page to look at, which names its capture, and which goes with it."""
    words = ("-d", "fake:rtz,p=17", "--probe", "stripes", "--precision", "highp", "--no-sheet",
             "-o", "out")
    page, report = cases.here / "out/report.html", cases.here / "out/report.json"
    said = run(*words, "--html").stderr
    holds("wrote out/report.html, out/report.json" in said, said)
    text = page.read_text()
    holds("<h1>17-bit significand, truncates</h1>" in text, text[text.find("<h1>"):][:80])
    holds(">17 bits, rtz, computed by the integer model<" in text, "no reference")
    holds("= All 133120 pixels are as the reference has them." in text, "the pixels")
    holds(json.loads(report.read_text())["capture"] in text, "the hash of the capture")
    holds("report.html" in run("verify", "out").stdout, "verify")
    run("compare", "--html", "again.html", "out")
    holds((cases.here / "again.html").read_text() == text, "the page of a folder is another")
    run(*words)
    holds(not page.exists(), "one that is stale stays")


def planted_module():
    """A module beside the program is not loaded, unless it was built there."""
    (cases.here / "app/sheet").mkdir(parents=True)
    moved = cases.here / "fpstripe"
    moved.write_bytes(pathlib.Path(cases.program).read_bytes())
    moved.chmod(0o755)
    for place in (cases.here, cases.here / "app/sheet"):
        (place / "fpstripe-sheet.so").write_text("planted")
    done = subprocess.run([moved, "-d", FAKE, *QUICK[:-1], "-o", "out"], cwd=cases.here, text=True,
                          stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, timeout=60)
    holds("planted" not in done.stderr and "ELF" not in done.stderr
          and "too short" not in done.stderr, done.stderr)
    want(done.returncode, 0, done.stderr)


def eval_pipe():
    """A named pipe without a writer does not make it deaf."""
    os.mkfifo(cases.here / "pipe")
    process = subprocess.Popen([cases.program, "eval", "-d", FAKE, "add", "pipe"], cwd=cases.here,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(1)
    want(process.poll(), None, "it waits")
    process.terminate()
    want(process.wait(timeout=20), 143, "exit status")


def unwritable():
    (cases.here / "file").write_text("x")
    refused("-d", FAKE, *QUICK, "-o", "file", status=5, says="file")
    refused("-d", FAKE, *QUICK, "-o", "file/under", status=5, says="file")
    refused("-d", FAKE, *QUICK, "-o", "/proc/fpstripe", status=5, says="/proc/fpstripe")
    if os.geteuid() != 0:
        (cases.here / "locked").mkdir(mode=0o555)
        refused("-d", FAKE, *QUICK, "-o", "locked", status=5, says="locked")
        refused("-d", FAKE, *QUICK, "-o", "locked/new", status=5, says="locked")


def full():
    """No room: every file is cut at a limit. Nothing is left, the old report stays."""

    def cut():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    for limit in (0, 100, 1000):
        done = run("-d", FAKE, *QUICK, "-o", "new/out", status=5, preexec_fn=cut)
        want(len(done.stderr.splitlines()), 1, f"lines of {done.stderr!r}")
        want(tree(cases.here), [], "what lies in the folder")
    run("-d", FAKE, *QUICK, "-o", "out")
    before = contents(cases.here / "out")
    run("-d", "fake:rne", *QUICK, "-o", "out", status=5, preexec_fn=cut)
    after = contents(cases.here / "out")
    holds(before == after, f"the earlier files changed: {sorted(after)}")


def closed_streams():
    """A closed standard output cannot be written; a closed standard error is no loss."""
    run("-d", FAKE, *QUICK, "--json", "-o", "out", status=5, preexec_fn=lambda: os.close(1))
    for name in ("capture.json", "report.json", *(f"pictures/{name}" for name in pictures_in(cases.here / "out"))):
        head = (cases.here / "out" / name).read_bytes()[:8]
        holds(head[:1] == b"{" or head[1:4] == b"PNG", f"{name} begins with {head!r}")
    run("-d", FAKE, *QUICK, "-o", "out", preexec_fn=lambda: os.close(2))


def interrupted():
    """SIGINT in the middle: what was finished is there, whole, and marked."""
    words = ["-d", FAKE, "--width", "2048", "--stage", "all", "--readout", "all"]
    words += ["-o", "out"]
    for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        for _ in range(5):
            process = subprocess.Popen(
                [cases.program, *words], cwd=cases.here, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True
            )
            while process.poll() is None and not list(cases.here.glob("out/pictures/*.png")):
                time.sleep(0.001)
            process.send_signal(number)
            text, log = process.communicate(timeout=60)
            if process.returncode != 0:
                break
        want(process.returncode, status, log)
        report = report_of("out")
        want((report["complete"], report.get("interrupted")), (False, True), "complete, interrupted")
        for said in (report["verdict"]["text"], " ".join(text.split("\n\n")[0].split()),
                     run("show", "out").stdout.split("\n\n")[0].replace("\n", " ")):
            holds(said.endswith("(interrupted)"), f"the headline: {said!r}")
        png = cases.here / "out" / "verdict.png"
        holds(not png.exists() or b"(interrupted)" in png.read_bytes(), "verdict.png")
        last = log.splitlines()[-1]
        holds(re.match(r"fpstripe: interrupted: \d+ of \d+ results", last), f"the last line: {last}")
        images = cases.named_in(cases.here / "out")
        holds(images, "nothing was finished")
        for name in images:
            holds((cases.here / "out/pictures" / name).stat().st_size > 0, f"{name} is empty")
        want([n for n in tree(cases.here / "out") if "fpstripe-" in n], [], "half-written")
        shutil.rmtree(cases.here / "out")


# --- verdicts --------------------------------------------------------------------


def expect():
    base = ["-d", FAKE, "--precision", "highp", "--json", "--expect"]
    for words in ("rtz", "truncate", "rtz,fraction_bits=16", "pattern=orca,truncate"):
        run(*base, words)
    for words in ("rne", "nearest", "rtz,fraction_bits=23", "pattern=beehive"):
        done = run(*base, words, status=1)
        line = done.stderr.splitlines()[-1]
        holds("got rounding=rtz,fraction_bits=16,pattern=orca" in line, line)
        holds(f"expected {words}, got" in line, line)
        json.loads(done.stdout)
    run(*base, "rne", "-o", "out", status=1)
    want(report_of("out")["complete"], True, "complete")
    # an adder that is none of the models is none of a family either
    done = run("-d", "fake:chop-g8,p=17", *base[2:], "truncate", status=1)
    holds("got rounding=chop-g8,fraction_bits=16,pattern=none" in done.stderr, done.stderr)


def expect_place():
    """Highp is undecided cases.here, and the headline mediump's: it meets nothing but that."""
    base = ["-d", "fake:rup,p=24,emax=15,mediump=20", "--json", "--width", "64", "--expect"]
    for words in ("upward", "fraction_bits=19", "stage=vertex,upward", "precision=highp",
                  "precision=double,upward"):
        done = run(*base, words, status=1)
        line = done.stderr.splitlines()[-1]
        holds(", got undecided (fragment mediump: 20-bit significand, " in line, line)
    for words in ("precision=mediump,fraction_bits=19", "upward,precision=lowp,stage=fragment"):
        run(*base, words)
    run(*base, "fraction_bits=19", "--precision", "mediump")
    run(*base, "precision=lowp,upward", "--precision", "mediump", status=1)
    done = run(*base, "fraction_bits=18,precision=mediump", status=1)
    holds("--expect failed for fragment mediump: expected fraction_bits=18,precision=mediump, got "
          "rounding=upward,fraction_bits=19," in
          done.stderr, done.stderr)
    holds(done.stderr.count("\n") == 1, done.stderr)


def undecided_numbers():
    """What is not ok has no number but in the reason."""
    run("-d", "fake:rne-ns1,p=20,emax=15,mediump=11", "--no-sheet", "-o", "out")
    unsure = [r["verdict"] for r in report_of("out")["results"] if r["status"] != "ok"]
    holds(len(unsure) > 3, "nothing is undecided")
    for verdict in unsure:
        want([verdict[key] for key in ("fraction_bits", "emax", "survivors", "subnormals")],
             [None, None, [], "unknown"], verdict["text"])
        holds("error_ulp" not in verdict, verdict)


def shader_dir():
    """Shaders that the run would not use are refused, with what would be right."""
    def refuses(*files, says, words=(), status=4):
        folder = cases.here / "shaders"
        folder.mkdir()
        for name in files:
            (folder / name).write_text("void probe() {}\n")
        refused(*words, "--json", "--shader-dir", "shaders", status=status, says=says)
        shutil.rmtree(folder)

    refuses(says=("--shader-dir shaders", "stripes.glsl"))
    refuses("stripes.txt", ".stripes.glsl", ".glsl", says=("no shader", "stripes.glsl"))
    refuses("strips.glsl", says=("shaders/strips.glsl", "did you mean stripes.glsl?"))
    refuses("ties.glsl", "tied.glsl", says=("shaders/tied.glsl", "ties.glsl?"))
    refuses("qqqqqqqq.glsl", says=("shaders/qqqqqqqq.glsl", "fpstripe explain probes"))
    refuses("specials.glsl", says=("none of its shaders", "--probe specials"))
    refuses("ties.glsl", words=("--probe", "sieve"), says=("none of its shaders", "--probe ties"))
    refuses("ties.glsl", words=("-d", FAKE), status=2, says=(FAKE, "simulated", "llvmpipe"))


def bad_shader():
    """A shader of the user's that does not compile is bad input (needs a GL device)."""
    if run("-d", "surfaceless", *QUICK, "--json", status=None).returncode != 0:
        raise Skip("no surfaceless EGL device")
    (cases.here / "shaders").mkdir()
    (cases.here / "shaders/stripes.glsl").write_text("void probe()\n{\n    no such thing;\n}\n")
    refused(
        *["-d", "surfaceless", *QUICK, "--shader-dir", "shaders", "-o", "out"],
        status=4,
        says="shaders/stripes.glsl",
        columns=200,
    )
    (cases.here / "shaders/stripes.glsl").unlink()
    os.mkfifo(cases.here / "shaders/stripes.glsl")
    refused("-d", "surfaceless", *QUICK, "--shader-dir", "shaders", "-o", "out", status=4,
            says=("shaders/stripes.glsl", "a named pipe"))


def expect_stage():
    """Fragment highp is what is asked, though the headline is the vertex stage's, which
    alone adds here (needs a GL device)."""
    if run("-d", "surfaceless", *QUICK, "--json", status=None).returncode != 0:
        raise Skip("no surfaceless EGL device")
    (cases.here / "ties.glsl").write_text(
        "void probe()\n{\n#ifdef STAGE_FRAGMENT\n    result(0, again(1));\n#else\n"
        "    EXACT REAL sum = GUARD(operand(0) + operand(1));\n    result(0, sum - again(0));\n"
        "#endif\n}\n")
    words = ("-d", "surfaceless", "--probe", "ties", "--precision", "highp", "--stage", "all",
             "--shader-dir", ".", "--json", "--expect")
    run(*words, "stage=vertex,nearest")
    done = run(*words, "nearest", status=1)
    holds(" got undecided (vertex highp: " in done.stderr,
          done.stderr)


# --- start -----------------------------------------------------------------------


def help_text():
    text = run("--help").stdout
    holds(len(text.splitlines()) <= 30, f"{len(text.splitlines())} lines")
    want(len(re.findall(r"^  \$ fpstripe ", text, re.M)), 3, "examples")
    for line in text.split("\n\n")[2].splitlines()[1:]:
        holds(re.match(r"  \w+ +\w", line), f"a command of two lines: {line}")
    holds("record" not in text and "  record " in run("--help=all").stdout, "record")
    brief, whole = run("run", "--help").stdout, run("run", "--help=all").stdout
    for word in ("--expect", "--probe", "fpstripe-out"):
        holds(word in brief, f"{word} is not in run --help")
    for option in ("form", "readout", "width", "shader-dir", "timeout"):
        rare = re.compile(rf"^ +--{option} ", re.M)
        holds(rare.search(whole) and not rare.search(brief), f"--{option}")
        holds(f"--{option}" in brief, f"run --help does not name --{option}")
    want(run("help").stdout, text, "help against --help")
    holds(re.fullmatch(r"fpstripe \d+\.\d+(\.\d+)?\n", run("--version").stdout), "version")
    for command in ("run", "devices", "explain", "help"):
        first = run(command, "-h").stdout
        holds(first.startswith(f"Usage: fpstripe {command}"), first)
        want(run("help", command).stdout, first, f"help {command}")


def help_width():
    """No line of a help text or of a list has more than 80 columns."""
    whole = run("--help").stdout
    commands = re.findall(r"^  (\w+) ", run("--help=all").stdout, re.M)
    holds(len(commands) >= 14, f"commands: {commands}")
    texts = {"--help": whole, **{words: run(*words.split()).stdout
              for words in ("explain models", "explain probes", "explain")}}
    texts |= {command: run(command, "--help=all").stdout for command in commands}
    for command, text in texts.items():
        for line in text.splitlines():
            holds(len(line) <= 80, f"{command}: {len(line)} columns: {line}")
            want(line.rstrip(), line, f"{command}: a blank at the end")


def help_loads():
    """No driver is loaded where none is asked, which keeps --help in milliseconds."""
    for words in (["--help"], ["explain", "models"], ["-d", FAKE, *QUICK, "--json"]):
        done = run(*words, env={"LD_DEBUG": "files"})
        loaded = set(re.findall(r"file=(\S+)", done.stderr))
        holds(loaded, "LD_DEBUG says nothing")
        bad = [n for n in loaded if re.search(r"lib(EGL|GL|GLES|glfw|gallium|cairo|pango)", n)]
        want(bad, [], f"drivers loaded by {words}")


def no_color():
    """No escape sequence without a terminal, nor with NO_COLOR on one."""
    done = run("-d", FAKE, *QUICK, "-o", "out")
    holds("\033" not in done.stdout + done.stderr, "escape sequence in a pipe")
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        text = on_terminal("-d", FAKE, *QUICK, "-o", "out", env=env)
        want("\033[" in text.replace("\033[K", ""), coloured, f"colour with {env}")


def wrapped():
    """Rows are wrapped on a terminal and whole in a pipe; one reason is told once."""
    env = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "NO_COLOR": "1"}
    text = run("devices", env=env, status=None).stdout
    want(text.count("glfw"), 1, f"rows of GLFW in {text!r}")
    holds(re.search(r"^glfw +all  unusable: ", text, re.M), text)
    for row in text.splitlines():
        id = row.split()[0].split("/")[0]
        holds(f"unusable: {id}:" not in row, f"the id again: {row}")
    shown = on_terminal("devices", env=env, columns=60, status=None, stderr=subprocess.DEVNULL)
    lines = shown.replace("\r", "").splitlines()
    holds(max(map(len, lines)) <= 60, f"longer than the terminal: {lines}")
    holds(any(line.startswith("  ") for line in lines), f"nothing was wrapped: {lines}")
    want(" ".join(shown.split()), " ".join(text.split()), "words on a terminal and in a pipe")
    apis = [r["api"] for r in json.loads(run("devices", "--json", env=env, status=None).stdout)
            ["devices"] if r["id"].startswith("glfw/")]
    want(sorted(apis), ["es2", "es3", "gl"], "rows of GLFW in JSON")


def on_terminal(*words, env, status=0, **more):
    text, ended = cases.terminal(*words, env=env, **more)
    holds(status in (None, ended), f"exit status {ended}")
    return text


def longest(text):
    return max(len(line) for line in re.sub(r"\033\[[0-9;]*m", "", text).splitlines())


def terminal_width():
    """As wide as the terminal, or as COLUMNS says; 80 columns where there is none."""
    run("-d", FAKE, "--full", "--stage", "fragment", "--no-sheet", "-o", "out")
    words = ("show", "out")
    want(longest(run(*words, env={"COLUMNS": "150"}).stdout) <= 80, True, "80 columns without a terminal")
    for columns, env in ((80, {}), (132, {}), (80, {"COLUMNS": "132"}), (132, {"COLUMNS": "wide"})):
        text = on_terminal(*words, env=env, columns=columns, stderr=subprocess.DEVNULL)
        wide = max(columns, int(env.get("COLUMNS", 0)) if env.get("COLUMNS", "").isdigit() else 0)
        holds(wide - 40 < longest(text) <= wide, f"{longest(text)} of {wide} columns")


def topics():
    """A full run prints a screen; --show prints what it names."""
    base = ("-d", "fake:rtz,p=17,ftz", "--full", "--stage", "fragment", "--no-sheet", "-o", "out")
    short = run(*base).stdout
    holds(len(run("show", "out", "--show", "reasons").stdout.splitlines()) < 120, "reasons print more than a few screens")
    few = re.search(r"^deviates from .*\n((?:.+\n)+)and (\d+) more; --show deviations", short, re.M)
    holds("no precision 16; RGBA8, linear: exact" in " ".join(short.split()), "samplers")
    holds(few and len(re.findall(r"^\S", few[1], re.M)) <= 7, "what deviates is not named")
    short = run("show", "out").stdout
    every = run("show", "out", "--show", "deviations").stdout
    holds(every.startswith(short), "the summary comes first")
    lines = re.findall(r"^  (\S.*)(?:\n    .*)*", every[len(short):], re.M)
    holds(len(lines) >= int(few[2]), f"{len(lines)} of {few[2]} deviations")
    some = run("show", "out", "--show", "error-free,powers").stdout[len(short):]
    want(re.findall(r"^\S.*", some, re.M), ["error-free transforms", "powers of two"], "topics")
    none = run("show", "out", "--show", "powers,deviations").stdout[len(short):]
    want(none, "\npowers of two\n  nothing deviates\n", "what does not deviate")
    sums = run("-d", FAKE, *QUICK, "--show", "sums", "-o", "out").stdout
    holds(re.search(r"^pictures\n  stripes: \w{8}, 17 bits, truncate \(survivors: rtz,", sums, re.M),
          "no result of a picture")


if __name__ == "__main__":
    sys.exit(cases.main(window_options, stale_shared, strangers, wrapped,
                        files, default_folder, json_alone, lists_json, bench, bench_ops,
                        explain, show, kept, html, stale, stale_page, stale_plain, planted_module,
                        eval_pipe, unwritable, full, closed_streams, interrupted, expect,
                        expect_place, undecided_numbers, shader_dir, bad_shader, expect_stage,
                        help_text, help_width, help_loads, no_color, terminal_width, topics))
