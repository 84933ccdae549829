# SPDX-License-Identifier: MIT
"""verify.py FPSTRIPE CAPTURES CASE: reports against their pictures, as files. What each
field of a report can be changed to is in test_verify.c."""

import hashlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
import pngs
from cases import holds, refused, run, want

FULL = ["fake:rtz,p=17", "fake:rne,mediump=11", "fake:rne,p=11,emax=15,ftz", "fake:chop-g1,p=13",
        "fake:rne,double,float16", "fake:rne,unstable", "fake:rdn,unpainted", "fake:rup,p=6,emax=7",
        "fake:rne,fold,contract,separate-fma,reciprocal,multiplier=3,flush-moves,nan-equal,"
        "half=rtz,upload=rtz,ints=16,int-claims=20,coarse=3,constants=double,claims=9"]
PARTS = [("--probe", "ties"), ("--probe", "operations", "--stage", "all"), ("--form", "published"),
         ("--readout", "all", "--precision", "highp"), ("--readout", "rgba8"), ("--width", "64")]
STRIPES = "stripes-fragment-highp-guarded-bits"


def measure(folder, *words, device="fake:rtz,p=17"):
    run("run", "-d", device, "--no-sheet", "--reference", "host", "-o", folder, *words)
    return cases.here / folder


def small(folder="small"):
    """Stripes, highp, in three forms."""
    run("run", "-d", "fake:rtz,p=17", "--reference", "host", "-o", folder, "--probe", "stripes",
        "--precision", "highp")
    return cases.here / folder


def verify(*words, status=0):
    done = run("verify", *words, status=status)
    want(done.stderr, "", "standard error")
    return done.stdout


def document(folder):
    return json.loads((folder / "report.json").read_text(encoding="utf-8"))


def measurement(report):
    """Its hash, as whoever changes a report would put it right."""
    lines = "".join(" ".join([r["probe"], r["stage"], r["precision"], r["form"], r["readout"],
                              r["status"], r["pixels_sha256"] or "-"]) + "\n"
                    for r in report["results"])
    lines += "".join(f"shader {s['probe']} {s['sha256']}\n" for s in report.get("shaders", []))
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


def claim(stage="fragment", precision_name="highp", **other):
    """Another claim, or one more."""
    claims = {"range": [127, 127], "precision": 16, **other}
    return lambda folder: rewrite(
        folder, lambda report, _: report["claimed"].setdefault(stage, {}).update(
            {precision_name: claims}))


def tried(**other):
    return set_key("/", "reference", "tried", to=[{"kind": "cuda", "reason": "so", **other}])


def stripes(folder):
    return cases.picture_of(folder, STRIPES)


def cut(folder):
    stripes(folder).write_bytes(stripes(folder).read_bytes()[:-30])


def swap(folder):
    a, b = stripes(folder), cases.picture_of(folder, "stripes-fragment-highp-published-rgba8")
    one, other = a.read_bytes(), b.read_bytes()
    a.write_bytes(other)
    b.write_bytes(one)


def zeros(width, height, colour=pngs.RGBA):
    rows = [[(0,) * pngs.CHANNELS[colour]] * width] * height
    return lambda folder: stripes(folder).write_bytes(pngs.encode(rows, colour=colour))


PLACE = "stripes fragment highp guarded: "

# Changes of the folder of small(), and what `verify` prints about it. Changes that need no file
# are in changes.c.
FILES = [
    (cut, PLACE, ".png"),
    (lambda f: stripes(f).unlink(), PLACE, "No such file"),
    (lambda f: stripes(f).write_bytes(b""), PLACE, ".png"),
    (zeros(512, 260), PLACE, "not those of pixels_sha256"),
    (zeros(512, 250), PLACE, "512 x 250"),
    (zeros(512, 260, 0), PLACE, "1 channels"),
    (swap, PLACE, "pixels_sha256"),
    (set_key("image", to=None), PLACE, "has no picture"),
    (set_key("verdict", "survivors", to=lambda s: s[::-1]), PLACE, "verdict.survivors"),
    (set_key("/", "foop", to=1), "report: ", "foop: says 1"),
    (set_key("/", "tool", "foop", to=1), "report: ", "tool.foop: says 1"),
    (set_key("foop", to=1), PLACE, "foop: says 1"),
    (set_key("verdict", "foop", to=1), PLACE, "verdict.foop: says 1"),
]

# Changes after which it is no report, and the message.
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

# Values that neither the schema nor the reader accepts.
IMPOSSIBLE = [
    (set_key("/", "tool", "version", to=""), "tool: has no version"),
    (claim("geometry"), "claimed.geometry: is none of fragment, vertex"),
    (claim("vertex", "foop"), "claimed.vertex.foop: is none of highp, mediump, lowp"),
    (claim(range=[-5, -5]), "claimed.fragment.highp.range: [-5, -5] is not"),
    (claim(range=[128, 127]), "range: [128, 127] is not"),
    (claim(range=[-2 ** 63, 2 ** 63 - 1]), "range: [-9223372036854775808, "),
    (claim(range=[127]), "range: is not two integers"),
    (claim(range=[127, 127.5]), "range: is not two integers"),
    (claim(precision=113), "claimed.fragment.highp.precision: 113 is not in [0, 112]"),
    (set_key("/", "claimed", "vertex", to=7), "claimed.vertex: is not an object"),
    (set_key("/", "claimed", "vertex", "lowp", to=7), "claimed.vertex.lowp: is not an object"),
    (set_key("/", "reference", "kind", to="abacus"),
     'reference.kind: there is no reference "abacus"'),
    (tried(kind="nonsense"), 'reference.tried[0].kind: there is no reference "nonsense"'),
    (tried(kind=""), "reference.tried[0].kind: is empty"),
    (tried(reason=""), "reference.tried[0].reason: is empty"),
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


def impossible():
    folder = small()
    refuses = schema_refuses() or bool
    for change, says in IMPOSSIBLE:
        shutil.copytree(folder, cases.here / "other")
        change(cases.here / "other")
        refused("verify", "other", status=4, says=says)
        # A schema cannot say that one number is not above another.
        holds("[128, 127]" in says or refuses(document(cases.here / "other")), f"schema: {says}")
        shutil.rmtree(cases.here / "other")
    holds(not refuses(document(folder)) or refuses is bool, "the schema refuses a right one")


def schema_refuses():
    """What tells whether the schema refuses a report; None where nothing can."""
    try:
        import jsonschema
    except ImportError:
        return None
    path = pathlib.Path(cases.arguments[0]).resolve().parent / "docs" / "report.schema.json"
    validator = jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))
    return lambda report: not validator.is_valid(report)


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
    document_of = document(folder)
    document_of["results"][0]["reason"] = "\033[31m\n"
    (folder / "report.json").write_text(json.dumps(document_of))
    odd = folder.rename(folder.with_name("o\033[2J\nd"))
    text = verify(odd, status=1)
    holds("\033" not in text and "o?[2J d: " in text, repr(text))
    shutil.rmtree(odd)
    folder = small()
    rewrite(folder, lambda report, _: report["results"].clear())
    holds("results: there are none" in verify(folder, status=1), "no results")
    h200 = pathlib.Path(cases.arguments[0]).resolve() / "nvidia" / "h200"
    text = verify(h200 / "580.159.04-es2")
    holds(re.search(r"; \d+ compared with cuda then, with (its recorded results|\w+ and \w+|"
                    r"\w+) now", text), text)


def first_versions():
    """Reports without operands: they follow from the width, where that is a result."""
    for words, unknown in ((("--precision", "highp"), 0), (("--probe", "ties"), 9)):
        folder = measure("old", *words)
        report = document(folder)
        for result in report["results"]:
            del result["operands"]
        for key in ("tried", "same_gpu", "equals"):
            del report["reference"][key]
        (folder / "report.json").write_text(json.dumps(report))
        whole = json.loads(verify("--json", folder, status=1 if unknown else 0))
        want(whole["reports"][0]["counts"]["unknown_width"], unknown, f"{words}")
        want(whole["reports"][0]["status"], "unproven" if unknown else "verified", f"{words}")
        want(whole["reports"][0]["faults"], [], f"{words}")
        shutil.rmtree(folder)


def earlier_texts():
    """Earlier ones say the headline without its place; one of another place is wrong."""
    folder = measure("earlier", "--precision", "mediump", device="fake:rne,mediump=11")
    text = document(folder)["verdict"]["text"]
    want(text, "fragment mediump: 11-bit significand, rounds to nearest even", "headline")
    set_key("/", "verdict", "text", to=text.split(": ")[1])(folder)
    holds(": verified; " in verify(folder), "without its place")
    set_key("/", "verdict", "text", to=text.replace("mediump", "lowp"))(folder)
    holds('its results say "fragment mediump' in verify(folder, status=1), "another place")


def undecided_numbers():
    """Where nothing was decided no number is right."""
    folder = measure("unsure", "--probe", "width", "--precision", "highp", "--form", "guarded",
                     device="fake:rne-ns1,p=20,emax=15")
    holds(": verified; " in verify(folder), "as measured")
    folds = measure("folds", "--probe", "ties", "--precision", "highp",
                    device="fake:rne,fold")
    holds(": verified; " in verify(folds), "whose picture has a number")
    for key, value in (("fraction_bits", 16), ("emax", 15), ("subnormals", "kept"),
                       ("survivors", ["rne"])):
        before = document(folder)
        set_key("verdict", key, to=value)(folder)
        holds(f"verdict.{key}: says " in verify(folder, status=1), key)
        rewrite_whole(folder, **before)


def other_shaders():
    """What shaders drew that are not the program's proves nothing of the device."""
    folder = small()
    set_key("/", "shaders", to=[{"probe": "stripes", "sha256": "0" * 64}])(folder)
    text = verify(folder, status=1)
    holds(" unproven, so not verified: the shaders are not the program's (stripes); " in
          text, text)
    want(json.loads(run("verify", "--json", folder, status=1).stdout)["reports"][0]["shaders"],
         "stripes", "--json")
    set_key("/", "shaders", to=[])(folder)
    holds("says []; it would be nothing" in verify(folder, status=1), "an empty list")


def pages():
    """What was drawn of the report is a file of its hash, or is said not to be verified."""
    folder = small()
    if "pages" not in document(folder):
        raise cases.Skip("no sheet module")
    refused_by_schema = schema_refuses()
    holds(not refused_by_schema or not refused_by_schema(document(folder)), "the schema")
    holds("; checked by hash only: verdict.png\n" in verify(folder), "as it was drawn")
    page = (folder / "verdict.png").read_bytes()
    (folder / "verdict.png").write_bytes(page.replace(b"fpstripe", b"fpstrype", 1))
    holds("pages: verdict.png: is not the page that" in verify(folder, status=1), "another page")
    (folder / "verdict.png").unlink()
    holds("verdict.png: No such file" in verify(folder, status=1), "no page")
    (folder / "page.png").write_bytes(page)
    (folder / "verdict.png").symlink_to("page.png")
    holds("verdict.png: a link, not" in verify(folder, status=1), "a link")
    (folder / "page.png").rename(folder / "verdict.png")
    report = document(folder)
    for pages in ([*report["pages"] * 2], [{**report["pages"][0], "file": "other.png"}]):
        rewrite_whole(folder, pages=pages)
        holds("pages: says [" in verify(folder, status=1), pages)
    del report["pages"]
    (folder / "report.json").write_text(json.dumps(report), encoding="utf-8")
    holds("; not checked, because the report has no hash of it: verdict.png\n" in verify(folder), "bare")


def later_versions():
    """They may have keys that this one does not know, and probes fewer."""
    folder = measure("later", "--precision", "highp")
    report = document(folder)
    report["tool"]["version"] = "9.0.0"
    for place in (report, report["tool"], report["device"], report["reference"],
                  report["results"][0], report["results"][0]["verdict"]):
        place["foop"] = {"more": [1]}
    report["results"] = [r for r in report["results"] if r["probe"] != "ties"]
    rewrite_whole(folder, **{**report, "measurement_sha256": measurement(report)})
    holds(": verified; " in verify(folder), "of another version")


def as_measured(*words, device):
    """Nothing contradicts it; nothing is verified of a device that nothing can be read of."""
    whole = json.loads(run("verify", "--json", measure("fake", *words, device=device),
                           status=None).stdout)
    report, status = whole["reports"][0], whole["reports"][0]["status"]
    want(report["faults"], [], f"{device} {words}")
    holds(status == "verified" or (status == "unproven" and not report["counts"]["recomputed"]),
          f"{device} {words}: {status}")
    return status


def fakes_full():
    """All results of all devices, and of each one another part."""
    for device, words in zip(FULL, itertools.cycle(PARTS)):
        want(as_measured("--full", device=device),
             "unproven" if "unstable" in device else "verified", device)
        as_measured(*words, device=device)


def broken_off():
    """An interrupt in the middle: what is there is right, and is not verified."""
    for _ in range(5):
        process = subprocess.Popen(
            [cases.program, "run", "-d", "fake:rtz,p=17", "--width", "2048", "--stage", "all",
             "--readout", "all", "--no-sheet", "-o", "out"], cwd=cases.here,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while process.poll() is None and len(list(cases.here.glob("out/pictures/*.png"))) < 5:
            time.sleep(0.001)
        process.send_signal(signal.SIGTERM)
        if process.wait(timeout=60) == 143:
            break
    want(process.returncode, 143, "exit status of the run")
    text = verify("out", status=1)
    holds(text.startswith("out: incomplete, so not verified: "), text)
    whole = json.loads(run("verify", "--json", "out", status=1).stdout)
    want((whole["verified"], whole["reports"][0]["status"]), (False, "incomplete"), "the whole")
    want(whole["reports"][0]["faults"], [], "faults")


def rewrite_whole(folder, **other):
    report = {**document(folder), **other}
    (folder / "report.json").write_text(json.dumps(report), encoding="utf-8")


def left_out():
    """All that is of one type, or of one probe: a simulated device is known to have it."""
    for key, name, missing in (("precision", "double", "width fragment double plain"),
                               ("probe", "ties", "ties fragment highp plain")):
        folder = measure("out", "--full", "--stage", "fragment", device="fake:rne,double")
        report = document(folder)
        report["results"] = [r for r in report["results"] if r[key] != name]
        rewrite_whole(folder, results=report["results"], measurement_sha256=measurement(report))
        text = verify(folder, status=1)
        holds(f"{folder}: results: {missing} is missing\n" in text, text[-400:])
        shutil.rmtree(folder)


def unproven():
    """No fault, and nothing that the headline rests on could be recomputed."""
    for words in (("-d", "fake:rne,unstable"), ("-d", "fake:rne", "--precision", "double"),
                  ("-d", "fake:rne,unpainted", "--probe", "ties")):
        run("run", *words, "--no-sheet", "--reference", "host", "-o", "out", status=None)
        text = verify("out", status=1)
        holds(text.startswith("out: unproven, so not verified: ") and "; 0 of " in text, text)
        shutil.rmtree(cases.here / "out")
    small()
    rewrite_whole(cases.here / "small", complete=False)
    measure("out", device="fake:rne,unstable")
    lines = verify("small", "out", status=1).splitlines()
    holds("small: incomplete, so not verified: " in lines[0], lines)
    holds(lines[-1].startswith("2 reports: 0 verified, 1 incomplete, 1 unproven, 0 contradicted, "
                               "0 unreadable; "), lines[-1])
    set_key("verdict", "text", to="so")(cases.here / "small")
    holds(" faults, and incomplete; " in verify("small", status=1) or
          " fault, and incomplete; " in verify("small", status=1), "both")


def some_captures():
    root = pathlib.Path(cases.arguments[0]).resolve()
    verify(root / "google/swiftshader/webgl-chromium-156-es3", root / "nvidia/h200/580.159.04-es2")


def captures():
    out = verify(pathlib.Path(cases.arguments[0]).resolve()).splitlines()[-1]
    count = len(list(pathlib.Path(cases.arguments[0]).rglob("report.json")))
    holds(f"{count} reports: {count} verified, 0 contradicted, 0 unreadable" in out, out)


if __name__ == "__main__":
    sys.exit(cases.main(files, unreadable, impossible, hash_not_mended, tree, machines, printed,
                        first_versions, earlier_texts, undecided_numbers, other_shaders, pages,
                        later_versions, fakes_full, broken_off, left_out,
                        unproven, some_captures, captures))
