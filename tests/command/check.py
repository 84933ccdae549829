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
    return (path or folder()) / "report.json"


def rewrite(change, path=None):
    """Changes a report, and the hash of what was measured with it."""
    document = json.loads(record(path).read_text())
    change(document)
    lines = [" ".join([r[key] for key in ("probe", "stage", "precision", "form", "readout",
                                          "status")] + [r["pixels_sha256"] or "-"]) + "\n"
             for r in document["results"]]
    document["measurement_sha256"] = hashlib.sha256("".join(lines).encode()).hexdigest()
    record(path).write_text(json.dumps(document))


def becomes(other):
    """The goldens of fake:rne are those of another fake: its driver was updated."""
    shutil.copytree(folder(), folder(f"{other}-fake"))
    rewrite(lambda d: d["device"].update(id=f"fake:{other}"), folder(f"{other}-fake"))


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
    want(cases.run("verify", folder()).stdout.split(": ")[1][:8], "verified", "a report")


def driver_update():
    bless()
    becomes("rtz")
    other = ("-d", "fake:rtz", *RNE[2:])
    done = check("--junit", "j.xml", "-o", "sheets", device=other, status=1)
    holds(re.search(rf"^changed  {STRIPES}: stripe \d+, column.* became .*to nearest even "
                    r"became ", done.stdout, re.M), done.stdout)
    sheet = (cases.here / "sheets" / f"{STRIPES}-delta.png").read_bytes()
    holds(sheet.startswith(b"\x89PNG"), "the sheet")
    done = bless(STRIPES, device=other, reason="rounds otherwise since 2.0")
    holds(done.stdout.startswith(f"{STRIPES}: stripe"), done.stdout)
    check("-o", "sheets", device=other, status=1)
    holds(not (cases.here / "sheets" / f"{STRIPES}-delta.png").exists(), "an old sheet")
    bless(device=other)
    want(counts(check(device=other)), {"match": ALL}, "after all were blessed")


def no_goldens():
    """First what is to be done, as a command that does it; what is new is counted."""
    (cases.here / "it's").mkdir()
    done = check("--goldens", "it's", status=1)
    want(counts(done), {"match": 0, "new": ALL, "missing": 1}, "no goldens")
    first, *others = done.stdout.splitlines()
    holds(first.startswith("missing  goldens: nothing was checked"), first)
    want(len(others), 3, f"further lines of {done.stdout!r}")
    all_of = check("--goldens", "it's", "-v", status=1).stdout.splitlines()
    want(sum(line.startswith("new ") for line in all_of), ALL, "-v lists them")
    want(all_of[0], first, "the first line")
    said, words = first.split("then: ")[1], []
    holds(said.startswith("fpstripe bless "), said)
    words = shlex.split(said)[1:]
    want(words[words.index("--goldens") + 1], "it's", "the folder, quoted")
    run(*words)
    want(counts(check("--goldens", "it's")), {"match": ALL}, "what was blessed so")
    shutil.rmtree(cases.here / "it's")
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
    no_goldens()
    bless("s*", "ties*")
    want(counts(check(status=1)), {"match": 4, "new": 3}, "one that is new")
    bless()
    shutil.copy(folder() / (STRIPES.replace("stripes", "width") + ".png"),
                folder() / f"{STRIPES}.png")
    done = check(status=1)
    holds(re.search(rf"^invalid  {STRIPES}: the golden's picture: \d+ x \d+ with 4 channels, "
                    r"not 512 x 260 with 4$", done.stdout, re.M), done.stdout)
    (folder() / f"{STRIPES}.png").write_bytes(b"no picture")
    want(counts(check("--width", "64", status=1))["stale"], 2, "another width")
    (folder() / f"{STRIPES}.png").unlink()
    os.mkfifo(folder() / f"{STRIPES}.png")
    want(counts(check(status=1)), {"match": ALL - 1, "invalid": 1}, "a pipe for a picture")
    broken_reports()
    refused("check", "-d", "all", status=2, says="use one device")


def broken_reports():
    """Nothing is compared with goldens that cannot be read, and one line says why."""
    text = record().read_text()
    for edited, says in (
            (text[:-40], "report.json:"),
            (text.replace("fake:rne", "fake:rna"), "device: these are goldens of simulated/rna"),
            (text.replace('"ok"', '"folded"', 1), "report.json: "),
            (text.replace('"reason": "looked at"', '"because": 1', 1), "results[0].golden.reason"),
            (text.replace('"golden"', '"silver"', 1), "results[0].golden: is missing"),
            (text.replace('"bands"', '"bonds"'), "bands: is missing")):
        record().write_text(edited)
        done = check(status=1)
        want(counts(done), {"match": 0, "invalid": 1}, says)
        first = done.stdout.splitlines()[0]
        holds(first.startswith("invalid  goldens: report.json:") and says in first and
              first.endswith("; restore it"), first)
        want(first.count("report.json:"), 1, f"how often {first} names the file")
        done = bless(status=4)
        holds(says in done.stderr and "goldens/simulated" in done.stderr, done.stderr)
    record().write_text(text)
    rewrite(lambda d: d["results"].append(d["results"][0]))
    holds("there is another" in check(status=1).stdout, "a case that is there twice")
    rewrite(lambda d: d["results"][0].update(probe="\033[2J"))
    holds("\033" not in check(status=1).stdout, "a name that is none")
    rewrite(lambda d: d.update(results=[]))
    done = check(status=1)
    want(counts(done)["new"], ALL, "an empty set")
    holds("nothing was checked" in done.stdout, done.stdout)


def fragments_only():
    """Goldens made before the default survey had the vertex stage are checked without it,
    until a vertex case is blessed."""
    bless(device=(*RNE, "--stage", "fragment"))
    want(counts(check()), {"match": 7}, "goldens of fragments alone")
    bless(STRIPES, reason="again")
    want(cases.run("verify", folder()).stdout.split(": ")[1][:8], "verified", "one again")
    bless("width-*")
    want(counts(check(status=1)), {"match": 8, "new": 1}, "the width of vertices too")
    bless()
    want(counts(check()), {"match": ALL}, "what '*' names")


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
    rewrite(lambda d: d["results"][0].update(probe="gone"))
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
    picture = folder() / f"{STRIPES}.png"
    whole, text = picture.read_bytes(), record().read_text()
    picture.write_text(LFS)
    done = check(status=1)
    holds(f"invalid  {STRIPES}: the golden's picture: {says}\n" in done.stdout, done.stdout)
    picture.write_bytes(whole)
    record().write_text(LFS)
    done = check(status=1)
    holds(f"report.json: {says}\n" in done.stdout, done.stdout)
    (cases.here / "shot.png").write_text(LFS)
    refused("analyze", "shot.png", status=4, says=f"shot.png: {says}")
    (cases.here / "shot.jpg").write_text(LFS)
    refused("analyze", "shot.jpg", status=4, says=f"shot.jpg: {says}")
    for made, word in ((LFS.encode(), says), (b"\xef\xbb\xbf" + text.encode(), "byte order mark"),
                       (text.encode("utf-16"), "mark of UTF-16"),
                       (b"\xfe\xff" + text.encode("utf-16-be"), "mark of UTF-16")):
        record().write_bytes(made)
        for words in (("show", record()), ("compare", record(), "fake:rne"), ("verify", record())):
            refused(*words, status=4, says="report.json: ")
            refused(*words, status=4, says=word)
        done = check(status=1)
        holds(word in done.stdout, done.stdout)


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
    refused("check", "a", "--goldens", "b", status=2, says="--goldens")
    refused("check", *RNE, "", status=2, says="is empty")
    refused("bless", "", *RNE, "--reason", "x", status=2, says="'': no such case", env=NO_CI)
    (cases.here / "file").touch()
    refused("check", *RNE, "--goldens", "file", status=4, says="file: not a directory")
    refused("bless", "*", *RNE, "--reason", "x", "--goldens", "file", status=4,
            says="file: not a directory", env=NO_CI)
    done = check("--goldens", "odd\n\033[2J", status=1)
    want(len(done.stdout.splitlines()), 4, f"lines of {done.stdout!r}")
    holds("\033" not in done.stdout, "an escape sequence")


def times_named(path):
    """How often bless names a record that is a pipe."""
    path.unlink()
    os.mkfifo(path)
    done = bless(status=4)
    holds("a named pipe, not a regular file; restore it" in done.stderr, done.stderr)
    holds("invalid  goldens: report.json: " in check(status=1, timeout=20).stdout, "check says so too")
    path.unlink()
    return done.stderr.count("report.json")


def judged_otherwise():
    """The same pixels: nothing is to be read or drawn, and one line tells."""
    bless()
    rewrite(lambda d: d["results"][1]["verdict"].update(fraction_bits=20))
    done = check(status=1)
    holds("the same pixels, judged otherwise: 21 bits became 24" in done.stdout, done.stdout)
    holds("no picture" not in done.stderr, done.stderr)


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
    names = [r["probe"] for r in json.loads(record().read_text())["results"]]
    want(sorted(names), sorted(done), "goldens")
    for probe in done:
        check("--probe", probe)


def views():
    bless("s*", "ties*", reason='<&"> \N{SNOWMAN}')
    becomes("rtz")
    done = check("--junit", "j.xml", device=("-d", "fake:rtz", *RNE[2:]), status=1)
    suite = junit("j.xml")
    want(suite.get("tests"), "7", "cases")
    failed = [c for c in suite.findall("testcase") if c.find("failure") is not None]
    want(len(failed), 7 - counts(done).get("match", 0), "failures in XML and in the text")
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
    holds(all({f.tag for f in c} <= {"failure"} and len(c) <= 1 and
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
    rewrite(lambda d: [r["golden"].update(reason=odd, driver=odd) or
                       r["verdict"].update(fraction_bits=7) for r in d["results"]])
    check("--junit", "odd.xml", status=1)
    want(junit("odd.xml").get("failures"), str(ALL), "what was judged otherwise")
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
    rewrite(lambda d: d["device"].update(id="egl:0/es3", api="es3", vendor="nobody",
                                         renderer="hostile renderer", simulated=False), path)
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
    report = json.loads((kept / "report.json").read_text())
    names = [result["image"] for result in report["results"] if result["image"]]
    want({path.name for path in kept.iterdir()}, {"report.json", *names}, "what is kept")
    want((kept / "report.json").read_text().count("\n"), 1, "lines of the report")
    refused("run", "--captures", "a", "-o", "b", status=2, says=("--captures", "--output"))


def record_schema():
    try:
        import jsonschema
    except ImportError as missing:
        raise Skip("python3-jsonschema") from missing
    bless("*", device=("-d", "fake:rne", "--full", "--stage", "fragment", "--precision", "highp"))
    schema = json.loads(pathlib.Path(cases.arguments[0]).read_text())
    document = json.loads(record().read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)
    del document["results"][3]["golden"]["reason"]
    holds(list(jsonschema.Draft202012Validator(schema).iter_errors(document)), "no fault")


def llvmpipe():
    device = ("-d", "llvmpipe", "--api", "es3", "--precision", "highp")
    if cases.run("run", *device, "--json", status=None).returncode:
        raise Skip("no llvmpipe")
    bless(device=device)
    holds((cases.here / "goldens/mesa/llvmpipe-es3/report.json").is_file(), "the folder")
    done = check(device=device)
    want(set(counts(done)), {"match"}, done.stdout)


if __name__ == "__main__":
    sys.exit(cases.main(blessed_and_checked, driver_update, statuses, fragments_only, scope, pointers,
                        refusals,
                        judged_otherwise, two_at_once, views, junit_rules, crash, crash_at_once, hang, bless_crash,
                        bless_hang, captures,
                        record_schema, llvmpipe))
