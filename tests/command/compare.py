#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py FPSTRIPE CAPTURES CASE: `fpstripe compare`, as it is called. Without CASE
the list is printed."""

import csv
import fcntl
import json
import os
import pathlib
import re
import shutil
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import Skip, holds, refused, run, want

TEGRA, NARROW = "fake:tegra3", "fake:rtz,p=17"


def captures():
    return pathlib.Path(cases.arguments[0]).resolve()


def llvmpipe():
    return captures() / "mesa" / "llvmpipe" / "22.3.6-es3"


def h200():
    return captures() / "nvidia" / "h200" / "580.159.04-es3"


def copy_of(capture, name):
    """Copies a capture with the pictures that it names."""
    folder = cases.here / name
    shutil.copytree(capture, folder)
    (folder / "pictures").mkdir()
    for image in cases.named_in(folder):
        shutil.copy(captures() / "pictures" / image, folder / "pictures")
    return folder


def lines(*words, **more):
    return run("compare", *words, **more).stdout.splitlines()


def saved():
    """Two reports of fakes that take no time."""
    for device, name in ((TEGRA, "one"), (NARROW, "other")):
        run("run", "-d", device, "--probe", "stripes", "--form", "plain", "--precision",
            "highp", "--no-sheet", "-o", name)
    return "one", "other"


def same():
    """A capture does not differ from itself, however it is named."""
    copy_of(llvmpipe(), "copy")
    text = lines("--exit-code", llvmpipe(), llvmpipe() / "capture.json", "copy")
    want(text[0], "Nothing differs: sums are the same in every precision.", "the sentence")
    holds(any(line.startswith("0 of ") for line in text), "nothing differs")
    names = [line.split(" [")[0] for line in text if "[software]" in line]
    want(len(set(names)), 3, f"names of {names}")


def differ():
    """Two vendors: exit status, and the words."""
    text = " ".join(" ".join(lines("--exit-code", "-v", llvmpipe(), h200(),
                                   status=1)).split())
    for words in ("contracts none of 12 on llvmpipe; contracts 10 of 12 on NVIDIA H200",
                  "sin(x), |x| <= pi, highp: absolute, at least 2^-25 on llvmpipe; "
                  "absolute, at least 2^-22 on NVIDIA H200",
                  "stripe 22, columns 128-191: 0.5 (to nearest even) on llvmpipe"):
        holds(words in text, f"{words!r} is said")
    sentence = "Sums are the same in every precision; division is nearest on A, "
    holds(text.startswith(sentence), text[:200])
    page = run("compare", llvmpipe(), h200(), "--html", "-").stdout
    places = [page.index(part) for part in (
        f"<p class=lead><strong>{sentence}", "<section id=pictures", "<section id=differences",
        "<section id=side-by-side", "<section id=reports", "<section id=hashes", "class=hash>")]
    want(places, sorted(places), "the order of the page")
    other = lines("fake:tegra3", "fake:rtz,p=17")[0]
    holds(other.startswith("Sums in highp/mediump/lowp: 14 bits on A, but 17 bits on B"), other)
    run("compare", llvmpipe(), h200())
    holds(max(len(line) for line in lines("-v", llvmpipe(), h200())) <= 80, "80 columns")


def swept():
    """The error of an operation is that of sweeps, beside the capture or beside that of the
    same driver in another API; without one, it is at least that of the probe's cases."""
    gl = h200().parent / "580.159.04-gl"
    said = lambda *sides: " ".join(run("compare", *sides).stdout.split())[:300]
    for side in (gl, h200()):
        holds("division is nearest on A, but off by 2.14876 ulp (sweep) on B;" in
              said(llvmpipe(), side), f"the sweep of {side}")
    holds("division" not in said(h200(), gl), "one sweep for both")
    copy_of(gl, "far")
    sweeps = cases.here / "far" / "sweeps.jsonl"
    sweeps.write_text(sweeps.read_text().replace('"value":2.14876389730636', '"value":6.5'))
    holds("division is off by 2.14876 ulp (sweep) on A, but off by 6.50000 ulp (sweep) on B" in
          said(gl, "far"), said(gl, "far"))
    sweeps.write_text("gl:div\n")
    holds("line 1 is not JSON" in run("compare", llvmpipe(), "far").stderr, "a broken line")
    sweeps.unlink()
    holds("but off by at least 1.21 ulp on B;" in said(llvmpipe(), "far"), said(llvmpipe(), "far"))


def of_each():
    """The captures of each device and API with its first driver: later ones add sides, as do
    browsers and a device that measures the same as another."""
    sides, first, measured = [], {}, set()
    for side in sorted(captures().glob("*/*/[!w]*-*")):
        driver = side.name.rpartition("-")[0]
        capture = json.loads((side / "capture.json").read_text())
        measurement = json.dumps([capture["questions"], capture["measurements"]])
        if first.setdefault(side.parent, driver) == driver and measurement not in measured:
            sides.append(side)
        measured.add(measurement)
    return sides


def brief():
    """A screen or two, and nothing is lost silently: what is shown and what is not adds
    up, with many sides too. -v has all, and so have the documents."""
    captures_all = of_each()
    for words, most in (((llvmpipe(), h200()), 74), (captures_all, 120)):
        text = lines(*words)
        holds(len(text) <= most, f"{len(text)} lines of {len(words)} sides")
        holds(max(map(len, text)) <= 80, "80 columns")
        differ = int(re.search(r"^(\d+) of", "\n".join(text), re.MULTILINE)[1])
        shown = rows_of(text)
        left = int(re.fullmatch(r"and (\d+) more; -v, --md or --html has them", text[-1])[1])
        want(left + len(shown), differ, "rows that are shown and that are not")
    counted = {name: int(all_of) for name, all_of in
               re.findall(r"^(.*) \(\d+ of (\d+)\)$", "\n".join(text), re.MULTILINE)}
    holds(len(counted) > 8, "sections")
    data = run("compare", *captures_all, "--csv", "-").stdout
    rows = [r for r in csv.DictReader(data.splitlines()) if int(r["answers"]) > 1]
    want(len(rows), differ, "the matrix for a spreadsheet has all")
    for name, count in counted.items():
        want(sum(r["section"] == name for r in rows), count, f"rows of {name}")
    whole = lines("-v", llvmpipe(), h200())
    holds(not any(" more;" in line for line in whole[-3:]), "-v leaves out nothing")
    holds("A llvmpipe" in "\n".join(whole), "-v has the matrix")


def rows_of(text):
    """The last block of rows: of the matrix, or in words where there is none."""
    matrix = [i for i, line in enumerate(text) if "equal digits" in line]
    if matrix:  # long names are wrapped
        return [line for line in text[matrix[0] + 1:] if re.search(r"( [-\da-k]){4}$", line)]
    return [line for line in text if re.match(r"  \S", line)]


def no_files():
    """What is no regular file is not waited for, whoever reads it; a pipe that was handed
    down is read, but has no pictures beside it."""
    os.mkfifo(cases.here / "fifo")
    (cases.here / "shaders").mkdir()
    os.mkfifo(cases.here / "shaders" / "stripes.glsl")
    (cases.here / "out").mkdir()
    os.mkfifo(cases.here / "out" / "capture.json")
    pipe, device = "a named pipe, not a regular file", "a device, not a regular file"
    for words, says in ((("compare", TEGRA, "fifo"), ("fifo: ", pipe)),
                        (("compare", TEGRA, "out"), ("out/capture.json: ", pipe)),
                        (("compare", "/dev/zero", TEGRA), ("/dev/zero: ", device)),
                        (("compare", "shaders", TEGRA), "shaders/capture.json: No such file"),
                        (("show", "out"), ("out/capture.json: ", pipe)),
                        (("sweep", "--merge", "fifo"), ("fifo: ", pipe)),
                        (("analyze", "fifo"), ("fifo: ", pipe))):
        refused(*words, status=4, says=says, timeout=20)
    words = ("run", "-d", TEGRA, "--probe", "stripes", "--no-sheet", "-o", "out")
    refused(*words, status=5, says="out/capture.json: not a regular file", timeout=20)
    (cases.here / "out" / "capture.json").unlink()
    run(*words, timeout=20)
    read, write = os.pipe()
    fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 1 << 20)
    os.write(write, (cases.here / "out" / "capture.json").read_bytes())
    os.close(write)
    done = run("compare", "out", f"/dev/fd/{read}", pass_fds=(read,), timeout=20, status=4)
    os.close(read)
    holds("/dev/fd/pictures/" in done.stderr, f"a capture is read, and looks there: {done.stderr}")


def history():
    """Against a published device."""
    text = " ".join(lines(TEGRA, NARROW))
    for words in ("fake:tegra3 [simulated]", "behaves like NVIDIA Tegra 3",
                  "significand: 14 bits on fake:tegra3; 17 bits on fake:rtz,p=17",
                  "stripe 13, columns 0-447: 0 (14 bits, truncates)"):
        holds(words in text, f"{words!r} is said")
    run("run", "-d", "fake:r300", "--probe", "stripes", "--readout", "rgba8", "--form",
        "plain", "--precision", "highp", "--no-sheet", "-o", "r300")
    shot = next((cases.here / "r300/pictures").glob("*.png"))
    for words, says, like in (
            (("compare", "fake:hd3650", "fake:hd3400"), "AMD Radeon HD 3650", True),
            (("analyze", shot), "ATI R300, as far as the picture shows", True),
            (("compare", "r300", NARROW), "ATI R300, as far as was measured", True),
            (("compare", "fake:r300", NARROW), "as far as", False)):
        holds((says in " ".join(run(*words).stdout.split())) == like, f"{words}: {says}")
    twins = re.findall(r"behaves like (.*?) (?=B |\d+ of)",
                       " ".join(" ".join(lines("fake:hd3650", "fake:hd3400")).split()))
    want(["HD 3650" in twin for twin in twins], [True, False], f"{twins}")
    want(["HD 3400" in twin for twin in twins], [False, True], f"{twins}")


def releases():
    """What changed from one driver to the next, by renderer and API."""
    mesa = captures() / "mesa"
    text = run("compare", "--history", mesa / "llvmpipe", mesa / "softpipe").stdout
    heads = re.findall(r"^mesa/(\S+)$", text, re.M)
    holds({"llvmpipe-es2", "llvmpipe-es3", "llvmpipe-gl", "softpipe-es3"} <= set(heads), heads)
    want(len(heads), len(set(heads)), "renderers and APIs")
    holds("(a + b) - a, fragment/vertex, invariant: kept became folded to b" in text, text)
    two = [mesa / "llvmpipe" / name for name in ("25.0.7-2-deb13u1-es3", "22.3.6-es3")]
    text = run("compare", "--history", "-v", *two).stdout
    head = re.search(r"22\.3\.6 to .* 25\.0\.7.*?: (\d+) of (\d+) findings\s+changed", text, re.S)
    holds(head and 0 < int(head[1]) < int(head[2]), text[:300])
    want(len(re.findall(r"\sbecame\s", text)), int(head[1]), "changes")
    refused("compare", "--history", two[0], status=4, says=("needs two captures",))
    refused("compare", "--history", *two, "--md", "-", status=2, says=("prints text",))


def files():
    """Every document, in a file, and what is said beside."""
    two = saved()
    before = cases.tree(cases.here)
    text = run("compare", *two, "--html", "a.html", "--md", "a.md", "--csv",
               "a.csv").stdout
    want(cases.tree(cases.here), sorted([*before, "a.csv", "a.html", "a.md"]), "files")
    want(text, run("compare", *two).stdout, "the text beside them")
    for option, name in (("--html", "a.html"), ("--md", "a.md"), ("--csv", "a.csv")):
        alone = run("compare", *two, option, "-").stdout
        with open(cases.here / name, newline="") as file:
            want(alone.replace("\r\n", "\n"), file.read().replace("\r\n", "\n"), name)
    with open(cases.here / "a.csv", newline="") as file:
        row = next(csv.DictReader(file))
    want(row, {"section": "verdict", "name": "significand", "weight": "1000", "answers": "2",
               "words": f"14 bits on {TEGRA}; 17 bits on {NARROW}", TEGRA: "14 bits",
               NARROW: "17 bits"}, "the first row of the CSV")


def asked_alike():
    """A simulated device runs the probes of expressions if another side has expressions."""
    for sides, least in (((llvmpipe(), "fake:rne,contract"), 6), ((TEGRA, NARROW), 0)):
        rows = csv.DictReader(run("compare", *sides, "--csv", "-").stdout.splitlines())
        answers = [row["answers"] for row in rows if row["section"] == "contraction"]
        holds(answers.count("2") >= least and bool(answers) == bool(least), answers)


def counted():
    """Text, page and sheet count the findings that two sides have, and the sheet shows that a
    report is incomplete."""
    words = ("compare", "lonely", NARROW, "--html", "a.html", "--png", "a.png")
    run("run", "-d", TEGRA, "--no-sheet", "-o", "lonely", "--precision", "highp", "--probe",
        "stripes")
    done = run(*words, status=None)
    found = re.search(r"^(\d+) of (\d+) findings differ; \d+ more", done.stdout, re.M)
    holds(found, done.stdout)
    differ, asked = found.groups()
    page = (cases.here / "a.html").read_text()
    holds(f"{differ} of {asked} findings differ" in page, "the page's count")
    if done.returncode != 0:
        raise Skip(done.stderr)
    sheet = (cases.here / "a.png").read_bytes()
    holds(f"{differ} of {asked} rows differ".encode() in sheet, "the sheet's count")
    capture = cases.here / "lonely" / "capture.json"
    capture.write_text(capture.read_text().replace('"complete": true', '"complete": false'))
    run(*words)
    holds((cases.here / "a.png").read_bytes() != sheet, "the sheet of an incomplete capture")


def outputs():
    """Where output cannot go."""
    two = saved()
    refused("compare", *two, "--md", "-", "--csv", "-", status=2,
            says=("--md -", "--csv -", "one of them"))
    refused("compare", *two, "--png", "-", status=2, says="--png -")
    for one, other in (("--html", "--md"), ("--md", "--csv"), ("--html", "--png")):
        refused("compare", *two, one, "same", other, "same", status=2,
                says=(one, other, "a file takes one"))
    refused("compare", *two, "--html", "same", "--md", "./same", status=2, says="./same")
    want((cases.here / "same").exists(), False, "a file of two documents")
    for option in ("--html", "--md", "--csv"):
        refused("compare", *two, option, "no/such/file", status=5,
                says="no/such/file")


def overwrites():
    """What is compared is written over by no document, whatever it is called."""
    two = saved()
    picture = "pictures/" + next((cases.here / "one/pictures").glob("*.png")).name
    os.link(cases.here / "one" / "capture.json", cases.here / "hard")
    (cases.here / "soft").symlink_to(f"one/{picture}")
    (cases.here / "way").symlink_to("one")
    before = {name: (cases.here / "one" / name).read_bytes()
              for name in ("capture.json", picture)}
    for option in ("--html", "--md", "--csv", "--png"):
        for name, says in (("one/capture.json", "a capture itself"),
                           ("way/capture.json", "a capture itself"),
                           ("hard", "a capture itself"),
                           (f"one/{picture}", "a picture of one"),
                           (f"way/../one/{picture}", "a picture of one"),
                           ("soft", "a picture of one")):
            refused("compare", *two, option, name, status=2, says=(option, name, says))
    refused("compare", "one/capture.json", "other", "--csv", f"one/{picture}", status=2,
            says="a picture of one/capture.json")
    (cases.here / "page").touch()
    (cases.here / "same").symlink_to("page")
    refused("compare", *two, "--html", "page", "--md", "same", status=2, says="a file takes")
    want({name: (cases.here / "one" / name).read_bytes()
          for name in before}, before, "what was compared")
    run("compare", *two, "--csv", "one/beside.csv")


def sides():
    """How many, and which."""
    refused("compare", status=2, says="needs 2 to 20")
    refused("compare", llvmpipe(), status=2, says="1 given")
    refused("compare", llvmpipe(), "--html", "-", "--csv", "a", status=2, says="1 given")
    refused("compare", *[TEGRA] * 21, status=2, says=("21 given", "20"))
    refused("compare", llvmpipe(), "fake:nope", status=2, says="nope")
    refused("compare", llvmpipe(), "no-such", status=4,
            says=("no-such: No such file", "or a simulated device"))
    refused("compare", "", TEGRA, status=4, says="'': No such file")
    refused("verify", "", status=4, says="'': No such file")


def twenty():
    """Twenty sides have a matrix of letters, with equal digits for equal findings."""
    text = lines(*(saved() * 10))
    want(text[-1][40:], "1 2 " * 9 + "1 2", "last row")
    for end in (" ".join("ABCDEFGHIJKLMNOPQRST"), "14 bits on A, C, E, G, I, K, M, O, Q, S"):
        holds(end in "\n".join(text), f"{end} in {text}")
    holds(max(map(len, text)) <= 80, "80 columns")


def broken():
    """What is no capture of a device."""
    (cases.here / "bad.json").write_text('{"schema": "fpstripe-capture/1"')
    (cases.here / "list.json").write_text("[]\n")
    (cases.here / "empty").mkdir()
    (cases.here / "old").mkdir()
    (cases.here / "old/report.json").write_text('{"schema": "fpstripe-report/1"}')
    for path, says in (("bad.json", "bad.json:1"), ("list.json", "list.json"),
                       ("empty", "empty/capture.json"),
                       ("old", "old/report.json: a report without its capture.json"),
                       ("old/report.json", "fpstripe-report/1")):
        refused("compare", llvmpipe(), path, status=4, says=says)


def spoilt_capture():
    """Pixels that are not those of the capture are not looked at."""
    for path in (copy_of(llvmpipe(), "copy") / "pictures").iterdir():
        path.write_bytes(path.read_bytes()[:-20])
    done = run("compare", "copy", h200(), status=4)
    want(len(done.stderr.splitlines()), 1, f"lines of {done.stderr!r}")


def colour():
    """Escape sequences on a terminal, and none where NO_COLOR says so."""
    two = saved()
    for env, coloured in (({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False),
                          ({"TERM": "xterm", "NO_COLOR": "1"}, False),
                          ({"TERM": "xterm", "NO_COLOR": ""}, True)):
        want("\033[" in cases.terminal("compare", *two, env=env)[0], coloured,
             f"colour with {env}")
    holds("\033" not in run("compare", *two).stdout, "none in a pipe")


if __name__ == "__main__":
    sys.exit(cases.main(same, differ, swept, brief, no_files, history, releases, files, asked_alike, counted,
                        outputs, overwrites, sides, twenty, broken, spoilt_capture, colour))
