#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py FPSTRIPE CASE: goldens on the command line: blessed, refused, compared, told to
a CI. Without CASE: the list. "llvmpipe" asks that renderer, 77 where it is not."""

import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as tree

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import NO_CI, Skip, holds, refused, want

RNE = ("-d", "fake:rne", "--precision", "highp", "--form", "guarded")
STRIPES = "stripes-fragment-highp-guarded-bits"
ALL = 9  # cases of RNE: seven of fragments, and the width and the alignment of vertices


def run(*words, env=None, **more):
    return cases.run(*words, env={**NO_CI, **(env or {})}, **more)


def bless(*words, device=RNE, reason="looked at", **more):
    return run("bless", *(words or ("*",)), *device, "--reason", reason, **more)


def check(*words, device=RNE, **more):
    return run("check", *device, *words, **more)


def counts(done):
    return {m[2]: int(m[1]) for m in re.finditer(r"^ +(\d+) (\w+)", done.stdout, re.M)}


def folder(name="rne-fake"):
    return cases.here / "goldens" / "simulated" / name


def record(path=None):
    return (path or folder()) / "golden.json"


def rewrite(change, path=None):
    """Changes golden.json."""
    document = json.loads(record(path).read_text())
    change(document)
    record(path).write_text(json.dumps(document))


def rewrite_capture(change, path=None):
    """Changes capture.json, and its hash in golden.json."""
    capture = (path or folder()) / "capture.json"
    document = json.loads(capture.read_text())
    change(document)
    capture.write_text(json.dumps(document))
    sha256 = hashlib.sha256(capture.read_bytes()).hexdigest()
    rewrite(lambda d: d.update(capture_sha256=sha256), path)


def picture_of(name):
    """The file of the picture of a golden."""
    for seen in json.loads((folder() / "capture.json").read_text())["measurements"]:
        if name == "-".join(seen[key] for key in ("probe", "stage", "precision", "form",
                                                  "readout")) and not seen.get("deciding"):
            return cases.here / "goldens/pictures" / (seen["picture"]["sha256"] + ".png")
    raise AssertionError(f"no golden {name}")


def becomes(other):
    """The goldens of fake:rne are those of another fake: its driver was updated."""
    there = folder(f"{other}-fake")
    shutil.copytree(folder(), there)
    rewrite_capture(lambda d: d["device"].update(id=f"fake:{other}"), there)


def blessed_and_checked():
    done = bless()
    holds(f"{STRIPES}: new" in done.stdout and "(simulated)" in done.stdout, done.stdout)
    done = check()
    want(counts(done), {"match": ALL}, "what was checked")
    before = record().read_bytes()
    holds(f"0 blessed, {ALL} as before" in bless(reason="again").stdout, "nothing to bless")
    want(record().read_bytes(), before, "goldens that were as before")
    holds(not (cases.here / "fpstripe-check").exists(), "a folder without a sheet")
    want(check("goldens").returncode, 0, "the folder as a word")
    holds("/" + str(cases.here).split("/")[1] + "/" not in record().read_text(), "a path")
    want({path.name for path in folder().iterdir()}, {"capture.json", "golden.json"}, "files")
    want({path.name for path in (cases.here / "goldens/pictures").iterdir()},
         cases.named_in(folder()), "the store")
    deciding = ("-d", "fake:rne,p=11", "--probe", "operations", "--precision", "highp")
    run("run", *deciding, "-o", "run", "--no-sheet")
    bless(device=deciding)
    capture = (cases.here / "run/capture.json").read_bytes()
    holds(b'"deciding"' in capture, "measurements that decided something")
    want((folder("rne-p-11-fake") / "capture.json").read_bytes(), capture,
         "the golden of all results is the capture of the run")
    bless(device=("-d", "fake:rne,p=17", *RNE[2:]))
    named = [cases.named_in(path) for path in folder().parent.iterdir()]
    holds(len(list((cases.here / "goldens/pictures").iterdir())) == len(set.union(*named)) <
          sum(map(len, named)), "devices share pictures")


def driver_update():
    bless()
    becomes("rtz")
    other = ("-d", "fake:rtz", *RNE[2:])
    done = check("--junit", "j.xml", "-o", "sheets", device=other, status=1)
    said = " ".join(done.stdout.split())
    holds(re.match(r"fragment/vertex, highp: rne became \w+ \(\d+ results\)\. Blessed on "
                   r"integer model, as now\. changed ", said), said)
    holds(re.search(r"changed \S+ and \d+ more: [^:]*: \S+ became ", said), said)
    holds(re.search(r"sheets/\S+-delta\.png enlarges", done.stderr), done.stderr)
    done = check("-v", device=other, status=1)
    holds(re.search(rf"^changed  {STRIPES}: stripe \d+, column.* became .*; rne "
                    r"became truncate$", done.stdout, re.M), done.stdout)
    sheet = (cases.here / "sheets" / f"{STRIPES}-delta.png").read_bytes()
    holds(sheet.startswith(b"\x89PNG"), "the sheet")
    done = bless(STRIPES, device=other, reason="rounds otherwise since 2.0")
    holds(done.stdout.startswith(f"{STRIPES}: stripe"), done.stdout)
    check("-o", "sheets", device=other, status=1)
    holds(not (cases.here / "sheets" / f"{STRIPES}-delta.png").exists(), "an old sheet")
    bless(device=other)
    want(counts(check(device=other)), {"match": ALL}, "after all were blessed")


def skipped():
    """A device without goldens is no fault of a test that is run on many devices."""
    (cases.here / "it's").mkdir()
    says = "skipped: no golden for simulated/rne-fake in it's\n"
    for words, status in (((), 77), (("--skip-missing",), 0)):
        done = check("--goldens", "it's", "--junit", "j.xml", *words, status=status)
        want((done.stdout, done.stderr), (says, ""), "what is printed")
        suite = junit("j.xml")
        want([suite.get(key) for key in ("tests", "failures", "skipped")], ["1", "0", "1"], "JUnit")
    bless("width-*", "--goldens", "it's")
    check("--goldens", "it's", "--skip-missing", "--width", "64", status=1)
    shutil.rmtree(cases.here / "it's" / "simulated")
    check("--goldens", "it's", status=77)


def new_ones():
    """A few of what is new are listed."""
    wide = ("-d", "fake:rne", "--precision", "highp")
    bless("width-*", device=wide)
    done = check(device=wide, status=1)
    new = counts(done)["new"]
    holds(new > 10, "many that are new")
    want(sum(line.startswith("new ") for line in done.stdout.splitlines()), 9, "a few")
    want(sum(line.startswith("new ") for line in
             check("-v", device=wide, status=1).stdout.splitlines()), new, "all, with -v")
    shutil.rmtree(cases.here / "goldens")


def statuses():
    new_ones()
    bless("s*", "ties*")
    want(counts(check(status=1)), {"match": 4, "new": 5}, "some that are new")
    bless()
    picture = picture_of(STRIPES)
    whole = picture.read_bytes()
    picture.unlink()
    want(counts(check(status=1)), {"match": ALL - 1, "missing": 1}, "a picture that is gone")
    picture.write_bytes(b"no picture")
    want(counts(check(status=1)), {"match": ALL - 1, "invalid": 1}, "a picture that is none")
    shutil.copy(picture_of(STRIPES.replace("stripes", "width")), picture)
    done = check(status=1)
    holds(re.search(rf"^invalid  {STRIPES}: the golden's picture: its pixels have another hash, ",
                    done.stdout, re.M), done.stdout)
    picture.write_bytes(b"no picture")
    want(counts(check("--width", "64", status=1))["stale"], 2, "another width")
    picture.unlink()
    os.mkfifo(picture)
    want(counts(check(status=1)), {"match": ALL - 1, "invalid": 1}, "a pipe for a picture")
    picture.unlink()
    picture.write_bytes(whole)
    broken_goldens()


def broken_goldens():
    """Nothing is compared with goldens that cannot be read, and one line says why."""
    text = record().read_text()
    capture = (folder() / "capture.json").read_text()

    for name, edited, says in (
            ("golden", text[:-40], "golden.json:"),
            ("golden", text.replace('"reason": "looked at"', '"because": 1', 1),
             "results[0].reason"),
            ("golden", text.replace('"status": "ok"', '"status": "fine"', 1), "results[0].status"),
            ("golden", text.replace(STRIPES, "stripes", 1), "results: capture.json has no stripes with this picture"),
            ("golden", text.replace("golden/1", "golden/2"), "schema: is"),
            ("golden", text.replace('"asked": "', '"asked": "--junit=/x '), "asked: "),
            ("golden", text.replace('"asked": "', '"asked": "--probe=\\u001b[2J '), "asked: "),
            ("capture", capture[:-40], "capture.json:"),
            ("capture", None, "capture.json: No such file")):
        if edited is None:
            (folder() / f"{name}.json").unlink()
        else:
            (folder() / f"{name}.json").write_text(edited)
        done = check(status=1)
        want(counts(done), {"match": 0, "invalid": 1}, says)
        first = done.stdout.splitlines()[0]
        holds(first.startswith("invalid  goldens: ") and says in first and "\033" not in first and
              first.endswith("; restore it, or remove it and bless again"), first)
        done = bless(status=4 if edited is None or "asked" not in says else 0)
        holds("asked" in says or says in done.stderr and "goldens/simulated" in done.stderr,
              done.stderr)
        record().write_text(text)
        (folder() / "capture.json").write_text(capture)
    rewrite_capture(lambda d: d["device"].update(id="fake:rna"))
    holds("device: these are goldens of simulated/rna" in check(status=1).stdout, "another device")
    (folder() / "capture.json").write_text(capture)
    record().write_text(text)
    rewrite(lambda d: d["results"].append(d["results"][0]))
    holds("results: are 10, and capture.json has 9" in check(status=1).stdout, "one more")
    rewrite(lambda d: d.update(results=[]))
    rewrite_capture(lambda d: d.update(measurements=[], tasks=0))
    done = check(status=1)
    want(counts(done)["new"], ALL, "an empty set")
    holds("nothing was checked" in done.stdout, done.stdout)


def interrupted():
    """A capture.json that a killed bless wrote: the next bless keeps the goldens whose pictures
    both files name, and accepts no other."""
    bless()
    path, text = folder() / "capture.json", (folder() / "capture.json").read_text()
    other = picture_of(STRIPES.replace("stripes", "ties")).stem
    path.write_text(text.replace(picture_of(STRIPES).stem, other))
    done = check(status=1)
    want(done.stdout.splitlines()[0], "invalid  goldens: golden.json: capture_sha256: is of "
         "another capture.json: a bless was interrupted; restore it, or remove it and bless again",
         "one line")
    want(counts(done), {"match": 0, "invalid": 1}, "nothing is compared")
    holds("0 blessed, 1 as before" in bless("ties-*").stdout, "one that is as before")
    done = check(status=1)
    want(counts(done), {"match": ALL - 1, "new": 1}, "the golden of another picture")
    bless()
    want(counts(check()), {"match": ALL}, "after all were blessed")
    want(path.read_text(), text, "the capture")


def as_blessed():
    """check asks what was blessed: the same stages, precisions, forms, readouts and probes."""
    fake = ("-d", "fake:rne")
    bless(device=(*RNE, "--stage", "fragment"))
    want(counts(check(device=fake)), {"match": 7}, "the same selection")
    want(counts(check("--form", "plain", device=fake, status=1))["not"], 7, "another selection")
    bless("width-*")
    want(counts(check(device=fake, status=1)), {"match": 8, "new": 1}, "vertices too")
    bless()
    want(counts(check(device=fake)), {"match": ALL}, "what '*' names")
    shutil.rmtree(cases.here / "goldens")
    bless(device=(*fake, "--probe", "stripes", "--readout", "all", "--width", "64"))
    holds(set(counts(check(device=fake))) == {"match"}, "a probe, every readout, a width")
    holds("new" in counts(check("--full", "--form", "plain", device=fake, status=1)), "--full is all")
    bless(device=(*fake, "--probe", "width", "--precision", "highp", "--full"))
    holds(json.loads(record().read_text())["asked"] == "--full --readout=all", "of both")


def scope():
    bless()
    done = check("--probe", "stripes")
    want(counts(done), {"match": 1, "not": ALL - 1}, "one probe")
    done = check("--probe", "sieve", device=("-d", "fake:rne", "--form", "precise"), status=1)
    holds("nothing was checked" in done.stdout, done.stdout)
    device = ("-d", "fake:rne", "--probe", "operations", "--stage", "vertex",
              "--precision", "highp")
    bless("operations-vertex-*", device=device)
    want(counts(check(device=device))["match"], 3, "what only --full asks by itself")

    def rename(document):
        document["measurements"][0]["probe"] = "gone"
        document["questions"][document["measurements"][0]["question"]]["probe"] = "gone"

    rewrite(lambda d: d["results"][0].update(case="gone-fragment-highp-guarded-bits"))
    rewrite_capture(rename)
    done = check(status=1)
    holds("gone-fragment-highp-guarded-bits: not measured" in done.stdout, done.stdout)
    done = bless("gone-*")
    holds("retired" in done.stdout, done.stdout)


LFS = ("version https://git-lfs.github.com/spec/v1\n"
       "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n")


def pointers():
    """A file that Git LFS has not fetched is called that, and so is a byte order mark."""
    says = "a Git LFS pointer, not the file itself; run `git lfs pull`"
    bless()
    picture = picture_of(STRIPES)
    whole, text = picture.read_bytes(), record().read_text()
    picture.write_text(LFS)
    done = check(status=1)
    holds(f"invalid  {STRIPES}: the golden's picture: {says}\n" in done.stdout, done.stdout)
    picture.write_bytes(whole)
    record().write_text(LFS)
    done = check(status=1)
    holds(f"golden.json: {says}\n" in done.stdout, done.stdout)
    (cases.here / "shot.png").write_text(LFS)
    refused("analyze", "shot.png", status=4, says=f"shot.png: {says}")
    (cases.here / "shot.jpg").write_text(LFS)
    refused("analyze", "shot.jpg", status=4, says=f"shot.jpg: {says}")
    record().write_text(text)
    capture = folder() / "capture.json"
    text = capture.read_text()
    for made, word in ((LFS.encode(), says), (b"\xef\xbb\xbf" + text.encode(), "byte order mark"),
                       (text.encode("utf-16"), "mark of UTF-16"),
                       (b"\xfe\xff" + text.encode("utf-16-be"), "mark of UTF-16")):
        capture.write_bytes(made)
        for words in (("show", capture), ("compare", capture, "fake:rne")):
            refused(*words, status=4, says="capture.json: ")
            refused(*words, status=4, says=word)
        done = check(status=1)
        holds("capture.json: " in done.stdout and word in done.stdout, done.stdout)


def refusals():
    for reason in ("", "  \t"):
        words = ("--reason", reason) if reason else ()
        refused("bless", "*", *RNE, *words, status=1, says="--reason", env=NO_CI)
    for name in NO_CI:
        refused("bless", "*", *RNE, "--reason", "x", status=1, says=(name, "refused"),
                env={**NO_CI, name: "true"})
    bless(STRIPES, env={"CI": "false"})
    shutil.rmtree(cases.here / "goldens")
    refused("bless", "stripez*", *RNE, "--reason", "x", status=2, says="stripez*", env=NO_CI)
    refused("bless", *RNE, "--reason", "x", status=2, says="which case", env=NO_CI)
    refused("bless", "*", "-d", "all", "--reason", "x", status=2, says="use one device",
            env=NO_CI)
    for defect, says in (("unstable", "differ"), ("unpainted", "not painted")):
        done = bless(device=("-d", f"fake:rne,{defect}", *RNE[2:]), status=1)
        holds("refused" in done.stderr and says in done.stderr, done.stderr)
    holds(not (cases.here / "goldens").exists(), "goldens of what was refused")
    bless()
    record().write_text("{")
    refused("bless", "*", *RNE, "--reason", "x", status=4, says="restore it", env=NO_CI)
    holds(times_named(record()) == 1, "its path is told once")
    refused("bless", "", *RNE, "--reason", "x", status=2, says="'': no such case", env=NO_CI)
    (cases.here / "file").touch()
    refused("check", *RNE, "--goldens", "file", status=4, says="file: not a directory")
    refused("bless", "*", *RNE, "--reason", "x", "--goldens", "file", status=4,
            says="file: not a directory", env=NO_CI)
    done = check("--goldens", "odd\n\033[2J", status=77)
    want(len(done.stdout.splitlines()), 1, f"lines of {done.stdout!r}")
    holds("\033" not in done.stdout, "an escape sequence")


def times_named(path):
    """How often bless names a record that is a pipe."""
    path.unlink()
    os.mkfifo(path)
    done = bless(status=4)
    holds("a named pipe, not a regular file; restore it, or" in done.stderr, done.stderr)
    holds("invalid  goldens: golden.json: " in check(status=1, timeout=20).stdout, "check says so too")
    path.unlink()
    return done.stderr.count("golden.json")


def read_otherwise():
    """The same pixels: nothing is to be drawn, and one line tells."""
    bless()
    rewrite(lambda d: d["results"][1]["verdict"].update(bits="21"))
    done = check(status=1)
    holds("the same pixels, read otherwise: 21 bits became 24\n" in done.stdout, done.stdout)
    holds("no picture" not in done.stderr, done.stderr)
    bless(reason="read otherwise since 2.0")
    want(counts(check()), {"match": ALL}, "blessed again")
    reasons = [r["reason"] for r in json.loads(record().read_text())["results"]]
    want(reasons, ["looked at", "read otherwise since 2.0", *["looked at"] * (ALL - 2)], "reasons")


def two_at_once():
    """Nobody's goldens are lost: what is told to be blessed is."""
    words = ["bless", *RNE, "--reason", "x", "--probe"]
    env = cases.environment(**NO_CI)
    started = [(probe, subprocess.Popen([cases.program, *words, probe, f"{probe}-*"], env=env,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, cwd=cases.here))
               for probe in ("stripes", "ties", "sieve")]
    ends = [(probe, child.communicate(timeout=120), child.returncode)
            for probe, child in started]
    done = [probe for probe, _, status in ends if status == 0]
    holds(done, "nobody blessed")
    for probe, (_, said), status in ends:
        holds(status == 0 or "changed it during the measurement" in said, f"{probe}: {said}")
    names = [r["case"].split("-")[0] for r in json.loads(record().read_text())["results"]]
    want(sorted(names), sorted(done), "goldens")
    for probe in done:
        check("--probe", probe)


def views():
    bless("s*", "ties*", reason='<&"> \N{SNOWMAN}')
    becomes("rtz")
    done = check("--junit", "j.xml", device=("-d", "fake:rtz", *RNE[2:]), status=1)
    suite = junit("j.xml")
    want(suite.get("tests"), str(ALL), "cases")
    failed = [c for c in suite.findall("testcase") if c.find("failure") is not None]
    want(len(failed), ALL - counts(done).get("match", 0), "failures in XML and in the text")
    holds(any('<&"> \N{SNOWMAN}' in case[0].text for case in failed), "the reason, escaped")
    names = {p.get("name"): p.get("value") for p in suite.find("properties")}
    want(names["renderer"], "simulated: rtz", "the device")
    printed = check("--junit", "-", status=1).stdout
    holds(printed.startswith("<?xml") and printed.endswith("</testsuites>\n"), printed)


NAME_CHARACTERS = re.compile("[\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]*")


def junit(path):
    """What the schemas of Ant and Jenkins ask of a file, and its suite."""
    raw = (cases.here / path).read_bytes().decode("utf-8")
    holds(NAME_CHARACTERS.fullmatch(raw), "a character that XML 1.0 does not have")
    holds(not re.search("&#(?!39;)", raw), "a reference to one")
    root = tree.fromstring(raw.encode())
    want((root.tag, [child.tag for child in root]), ("testsuites", ["testsuite"]), "suites")
    suite, cases_of = root[0], root[0].findall("testcase")
    holds(suite.get("name"), "the suite's name")
    for name in ("tests", "failures", "errors", "skipped"):
        holds(re.fullmatch(r"\d+", suite.get(name)), f"{name} {suite.get(name)!r}")
    for kind, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        want(int(suite.get(name)), sum(c.find(kind) is not None for c in cases_of), name)
    want(int(suite.get("tests")), len(cases_of), "tests")
    want([c.tag for c in suite], ["properties"] + ["testcase"] * len(cases_of), "their order")
    names = [(c.get("classname"), c.get("name")) for c in cases_of]
    want(len(set(names)), len(names), "names that are unique")
    holds(all(all(pair) for pair in names), "names")
    times = [c.get("time") for c in (*cases_of, suite)]
    holds(all(re.fullmatch(r"\d+\.\d+", time) for time in times), f"times {times}")
    holds(abs(sum(map(float, times[:-1])) - float(times[-1])) < 1e-4, "the sum of times")
    holds(all(set(c.attrib) == {"classname", "name", "time"} for c in cases_of), "attributes")
    holds(all({f.tag for f in c} <= {"failure", "skipped"} and len(c) <= 1 and
              all(f.get("message") and f.get("type") for f in c) for c in cases_of), "causes")
    return suite


def junit_rules():
    """Control characters, and a device that is not there."""
    bless()
    check("--junit", "good.xml")
    suite = junit("good.xml")
    want([suite.get("tests"), suite.get("failures")], [str(ALL), "0"], "of a good one")
    holds(float(suite.get("time")) > 0, "it took a while")
    odd = "\x01\x1b[2J]]>&<\"'\x7f\ufffe\u2603"
    rewrite(lambda d: [r.update(reason=odd, driver=odd) or r["verdict"].update(bits="8")
                       for r in d["results"]])
    check("--junit", "odd.xml", status=1)
    want(junit("odd.xml").get("failures"), str(ALL), "what was read otherwise")
    check("--junit", "none.xml", device=("-d", "nope"), status=3)
    holds("nope" in junit("none.xml").find("testcase")[0].get("message"), "why")


def hostile(mode, *words, key=None):
    """A driver of the tests that fails as its mode says; the goldens are those of a good
    device, so that there is something to lose. Nothing of them may change."""
    library = pathlib.Path(os.environ.get("FPSTRIPE_TEST_FILES", ".")) / "fake_egl.so"
    if not library.exists():
        raise Skip(f"{library}")
    bless()
    path = cases.here / "goldens" / "nobody" / "hostile-renderer-es3"
    shutil.copytree(folder(), path)
    rewrite_capture(lambda d: d["device"].update(
        id="egl:0/es3", api="es3", vendor="nobody", renderer="hostile renderer",
        simulated=False), path)
    before = {p: p.read_bytes() for p in (cases.here / "goldens").rglob("*") if p.is_file()}
    done = run(*words, "-d", f"egl:{library.resolve()}", *RNE[2:], "--timeout", "2",
               env={"FPSTRIPE_TEST_EGL": mode}, status=3)
    after = {p: p.read_bytes() for p in (cases.here / "goldens").rglob("*") if p.is_file()}
    want(after, before, "the goldens")
    return done


def check_broken(mode, says, measured):
    done = hostile(mode, "check", "--junit", "j.xml")
    want(len(done.stderr.splitlines()), 1, f"lines of {done.stderr!r}")
    holds(re.search(says, done.stderr), f"{says!r} in {done.stderr!r}")
    first = done.stdout.splitlines()[0]
    holds(re.match(r"missing  device: .*: the driver (crashed|hangs)$", first), first)
    suite = junit("j.xml")
    want(suite.get("failures"), suite.get("tests"), "nothing matches")
    found = [c.get("name") for c in suite.findall("testcase")]
    want(found[0], "device", "the first case")
    pictures = [p["name"] for p in json.loads(run("explain", "probes", "--json").stdout)["probes"]
                if "topic" not in p]
    want(len(found), 1 + len(pictures) + 2 if measured else 1, f"the goldens too: {found}")
    values = {p.get("name"): p.get("value") for p in suite.find("properties")}
    want(values["renderer"], "hostile?renderer??" if measured else "", "the renderer")


def crash():
    check_broken("draw-crashes", "crashed inside the driver .SIGSEGV", True)


def crash_at_once():
    check_broken("init-crashes", "crashed inside the driver .SIGSEGV", False)


def hang():
    check_broken("draw-hangs", "the driver hangs, nothing for 2 s", True)


def bless_crash():
    done = hostile("draw-crashes", "bless", "*", "--reason", "x")
    lines = done.stderr.splitlines()
    want(len(lines), 2, f"lines of {done.stderr!r}")
    holds("crashed inside the driver" in lines[0] and "refused: the device failed" in lines[1],
          done.stderr)
    want(done.stdout, "", "standard output")


def bless_hang():
    done = hostile("draw-hangs", "bless", "*", "--reason", "x")
    holds("hangs" in done.stderr and "refused: the device failed" in done.stderr, done.stderr)


def captures():
    run("run", *RNE, "--probe", "stripes", "--captures", "c")
    kept = cases.here / "c/simulated/rne/integer-model-fake"
    want({path.name for path in kept.iterdir()}, {"capture.json"}, "what is kept")
    want({path.name for path in (cases.here / "c/pictures").iterdir()}, cases.named_in(kept),
         "the store")


def schema():
    try:
        import jsonschema
    except ImportError as missing:
        raise Skip("python3-jsonschema") from missing
    bless("*", device=("-d", "fake:rne", "--full", "--stage", "fragment", "--precision", "highp"))
    path = pathlib.Path(cases.arguments[0]).with_name("golden.schema.json")
    rules = json.loads(path.read_text())
    document = json.loads(record().read_text())
    check("-d", "fake:rne", device=())
    jsonschema.Draft202012Validator.check_schema(rules)
    jsonschema.validate(document, rules)
    for key in set(document["results"][3]) - {"picture"}:
        value = document["results"][3].pop(key)
        holds(list(jsonschema.Draft202012Validator(rules).iter_errors(document)), f"no fault: {key}")
        document["results"][3][key] = value


def llvmpipe():
    device = ("-d", "llvmpipe", "--api", "es3", "--precision", "highp")
    if cases.run("run", *device, "--json", status=None).returncode:
        raise Skip("no llvmpipe")
    bless(device=device)
    holds((cases.here / "goldens/mesa/llvmpipe-es3/golden.json").is_file(), "the folder")
    done = check(device=device)
    want(set(counts(done)), {"match"}, done.stdout)


if __name__ == "__main__":
    sys.exit(cases.main(blessed_and_checked, driver_update, skipped, statuses, interrupted, as_blessed, scope,
                        pointers, refusals, read_otherwise, two_at_once, views, junit_rules, crash,
                        crash_at_once, hang, bless_crash, bless_hang, captures, schema, llvmpipe))
