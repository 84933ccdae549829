# SPDX-License-Identifier: MIT
"""verify.py FPSTRIPE CAPTURES DOCS CASE: captures that somebody changed. Each is right
before; `verify` must name the change, or count it where nothing is wrong."""

import hashlib
import json
import os
import pathlib
import shutil
import signal
import struct
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
PLACE = "stripes fragment highp guarded: "
FIRST = "stripes fragment highp plain: "  # of those that have the same picture


def measure(folder, *words, device="fake:rtz,p=17"):
    run("run", "-d", device, "--no-sheet", "--reference", "host", "-o", folder, *words)
    return cases.here / folder


def small(folder="small"):
    """Stripes, highp, in three forms."""
    return measure(folder, "--probe", "stripes", "--precision", "highp", "--width", "64", "--html")


def document(folder, name="capture.json"):
    return json.loads((folder / name).read_text(encoding="utf-8"))


def write(folder, capture):
    """Writes a capture, and lets the views beside it name it."""
    old = hashlib.sha256((folder / "capture.json").read_bytes()).hexdigest()
    (folder / "capture.json").write_text(json.dumps(capture), encoding="utf-8")
    new = hashlib.sha256((folder / "capture.json").read_bytes()).hexdigest()
    for name in ("report.json", "report.html"):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")


def guarded(capture):
    """The measurement of PLACE."""
    return next(m for m in capture["measurements"]
                if m["form"] == "guarded" and not m.get("deciding"))


def changing(change):
    def apply(folder):
        capture = document(folder)
        change(capture, guarded(capture))
        write(folder, capture)
    return apply


def setting(*keys, to):
    """Sets a key of the measurement, or, below "/", of the capture."""
    def change(capture, measurement):
        place = capture if keys[0] == "/" else measurement
        for key in keys[keys[0] == "/":-1]:
            place = place[key]
        place[keys[-1]] = to
    return changing(change)


def picture(folder):
    name = guarded(document(folder))["picture"]["sha256"]
    return folder / "pictures" / f"{name}.png"


def rows_of(path):
    data = path.read_bytes()
    width, words = pngs.header_size(data)[0], pngs.words_of(data)
    return [[tuple(words[at:at + 4]) for at in range(row, row + 4 * width, 4)]
            for row in range(0, len(words), 4 * width)]


def flipped(folder):
    rows = rows_of(picture(folder))
    rows[3][5] = (rows[3][5][0] ^ 1, *rows[3][5][1:])
    return rows


def flip(folder):
    """A pixel of another colour under the same name."""
    picture(folder).write_bytes(pngs.encode(flipped(folder), colour=pngs.RGBA))


def store_picture(folder, rows):
    """Gives the measurement another picture, with its hash and its size."""
    width, height = len(rows[0]), len(rows)
    words = b"".join(bytes(pixel) for row in rows for pixel in row)
    name = hashlib.sha256(struct.pack("<II", width, height) + words).hexdigest()
    (folder / "pictures" / f"{name}.png").write_bytes(pngs.encode(rows, colour=pngs.RGBA))
    setting("picture", to={"sha256": name, "width": width, "height": height})(folder)


def flip_whole(folder):
    store_picture(folder, flipped(folder))


def shrink(folder):
    store_picture(folder, rows_of(picture(folder))[:-1])


def swap(folder):
    """The name of another picture of this capture."""
    capture = document(folder)
    mine = guarded(capture)["picture"]
    other = next(m["picture"] for m in capture["measurements"]
                 if m["picture"]["sha256"] != mine["sha256"])
    setting("picture", to=other)(folder)


def rewrite(name, old, new):
    def change(folder):
        text = (folder / name).read_text(encoding="utf-8")
        holds(old in text, f"{old} in {name}")
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    return change


def rewrite_report(folder, **other):
    report = {**document(folder, "report.json"), **other}
    (folder / "report.json").write_text(json.dumps(report), encoding="utf-8")


def drive(folder):
    """The same capture as if a driver had painted it."""
    capture = document(folder)
    capture["device"].update(id="egl:0/es3", api="es3", simulated=False, software=False,
                             vendor="Arm", renderer="Mali-400 MP", version="OpenGL ES 3.2",
                             glsl="OpenGL ES GLSL ES 3.20")
    write(folder, capture)
    rewrite_report(folder, device=capture["device"])


def spoil_report(folder):
    """No JSON, but the hash of the capture."""
    capture = (folder / "capture.json").read_bytes()
    (folder / "report.json").write_text("{" + hashlib.sha256(capture).hexdigest())


FORGE = rewrite("report.json", '"fraction_bits": 16', '"fraction_bits": 23')

# A change of the capture of small(), the place that `verify` names, and what it says there.
CHANGES = [
    (flip, FIRST, "its pixels have another hash"),
    (lambda f: picture(f).unlink(), FIRST, "no such picture here"),
    (lambda f: picture(f).write_bytes(picture(f).read_bytes()[:-30]), FIRST, ".png: "),
    (lambda f: picture(f).write_bytes(b""), FIRST, ".png: "),
    (setting("picture", "width", to=32), PLACE, "and the capture says 32 x "),
    (shrink, PLACE, "and the question asks for 64 x "),
    (flip_whole, PLACE, "picture.sha256: says"),
    (swap, PLACE, "picture.sha256: says"),
    (setting("second", to={"answer": "not kept"}), PLACE, 'second.answer: says "not kept"'),
    (setting("/", "device", "renderer", to="a GPU"), "device: ", "renderer: says"),
    (setting("/", "device", "id", to="fake:bread"), "device: ", "no such simulated device"),
    (setting("/", "claimed", "fragment", "highp", "precision", to=24), "claimed: ",
     "fragment.highp.precision: says 24; should be 16"),
    (FORGE, PLACE, "verdict.fraction_bits: says 23; should be 16"),
    (FORGE, "verdict: ", "fraction_bits: says 23; should be 16"),
    (lambda f: rewrite_report(f, golden="so"), "golden: ", 'says "so"; should be nothing'),
    (lambda f: rewrite_report(f, results=[]), "results: ", "the whole: says []"),
    (spoil_report, "report.json: ", "report.json: "),
]


def changes():
    folder = small()
    holds(": verified; " in run("verify", folder).stdout, "the capture as it was")
    for number, (change, place, says) in enumerate(CHANGES):
        other = cases.here / f"changed-{number}"
        shutil.copytree(folder, other)
        change(other)
        out = run("verify", other, status=1).stdout
        holds(any(line.startswith(f"{other}: {place}") and says in line
                  for line in out.splitlines()), f"change {number}: {place}{says} not in:\n{out}")
        holds(": contradicted; " in out.splitlines()[-1], out)
        shutil.rmtree(other)


# A change after which the capture does not fit the reader, and whether it fits the schema.
UNREADABLE = [
    (changing(lambda c, m: c["measurements"].remove(m)), "tasks: ", True),
    (setting("/", "tasks", to=99), "tasks: 99 were planned", True),
    (setting("question", to=4000), "there is no question 4000", True),
    (changing(lambda c, m: m["picture"].update(width=1 << 14, height=2048)), "more than", True),
    (setting("/", "interrupted", to=True), "interrupted: ", True),
    (setting("question", to=-1), "question: ", False),
    (setting("question", to=1 << 40), "question: ", False),
    (changing(lambda c, m: m.pop("question")), "question: ", False),
    (setting("picture", "sha256", to="../../../etc/passwd"), "sha256: ", False),
    (setting("answer", to="unsupported"), "picture: is there", False),
    (setting("answer", to="bread"), "answer: ", False),
    (setting("/", "schema", to="fpstripe-report/2"), "a report without its evidence", False),
    (setting("/", "schema", to="fpstripe-capture/9"), "schema: ", False),
]


def unreadable():
    folder = small()
    for change, says, _ in UNREADABLE:
        shutil.copytree(folder, cases.here / "other")
        change(cases.here / "other")
        done = run("verify", "other", status=None)
        want((done.returncode, done.stdout), (4, ""), f"{says}: {done.stderr}")
        holds(says in done.stderr, f"{says!r} is not in {done.stderr!r}")
        shutil.rmtree(cases.here / "other")
    (folder / "capture.json").write_text("{")
    refused("verify", folder, status=4, says="capture.json")
    refused("verify", "--prune", folder, "other", status=2, says="--prune")


def driven():
    """A driver's picture is what the capture says; then report.json contradicts it."""
    folder = small()
    drive(folder)
    holds(": verified; " in run("verify", folder).stdout, "as if of a driver")
    flip_whole(folder)
    out = run("verify", folder, status=1).stdout
    holds(f"{folder}: {PLACE}" in out and " differ; " not in out, out)
    for name in ("report.json", "report.html"):
        (folder / name).unlink()
    holds(": verified; " in run("verify", folder).stdout, "the other results show the width")


def views():
    """Views of another capture are stale, and contradict nothing."""
    folder, other = small(), measure("other", "--probe", "ties", "--html")
    for name in ("report.json", "report.html"):
        kept = (folder / name).read_bytes()
        shutil.copy(other / name, folder / name)
        out = run("verify", folder, status=1).stdout
        holds(": stale; " in out and f"; derive again, or remove {name}\n" in out, out)
        (folder / name).write_bytes(kept)
    rewrite_report(folder, tool={"version": "0.0.9"})
    holds(": stale; " in run("verify", folder, status=1).stdout, "of another version")
    for name in ("report.json", "report.html"):
        (folder / name).unlink()
    holds(": verified; " in run("verify", folder).stdout, "without views")


def pages():
    """The sheets name their capture; one of another capture is stale."""
    run("run", "-d", "fake:rne", "--full", "-o", "one")
    if not (cases.here / "one/verdict.png").exists():
        raise cases.Skip("no sheet module")
    holds("; with report.json, verdict.png, personality.png\n" in run("verify", "one").stdout,
          "its sheets")
    run("run", "-d", "fake:rtz", "-o", "two")
    shutil.copy(cases.here / "two/verdict.png", cases.here / "one/verdict.png")
    out = run("verify", "one", status=1).stdout
    holds(": stale; " in out and "; derive again, or remove verdict.png\n" in out, out)


def otherwise():
    """Questions that this version asks otherwise are counted, and contradict nothing."""
    folder = small()
    capture = document(folder)
    question = capture["questions"][guarded(capture)["question"]]
    question["lines"][0]["glsl"] = "0x0123456789abcdef"
    write(folder, capture)
    for name in ("report.json", "report.html"):
        (folder / name).unlink()
    out = run("verify", folder).stdout
    holds(" otherwise" in out and "; asked otherwise by this version stripes" in out, out)
    flip(folder)
    holds("another hash" in run("verify", folder, status=1).stdout, "its picture is checked")


def other_shaders():
    """What a user's shaders drew proves nothing of the device."""
    folder = small()
    drive(folder)
    shaders = [{"probe": "stripes", "sha256": "0" * 64}]
    setting("/", "shaders", to=shaders)(folder)
    (folder / "report.json").unlink()
    out = run("verify", folder, status=1).stdout
    holds(": unproven; " in out and "the shaders are not the program's stripes" in out, out)


def tree():
    small("a/one")
    small("a/b/two")
    small("a/.hidden")
    flip(cases.here / "a/b/two")
    (cases.here / "a/link").symlink_to("one")
    lines = run("verify", "a", status=1).stdout.splitlines()
    want(sorted({line.split(": ")[0] for line in lines}), ["2 captures", "a/b/two", "a/one"],
         "which are verified")
    want(lines[-1], "2 captures: 0 unreadable, 1 verified, 0 stale, 0 unproven, 0 incomplete, "
                    "1 contradicted", "the last line")
    holds("a/one/capture.json: verified" in run("verify", "a/one/capture.json").stdout, "a file")
    (cases.here / "empty").mkdir()
    done = run("verify", "a/one", "empty", status=4)
    holds("a/one: verified" in done.stdout, done.stdout)
    holds("empty: no directory in it holds a capture.json" in done.stderr, done.stderr)
    done = run("verify", "a/one", "nowhere", "a/b/two", status=4)
    holds("3 captures: 1 unreadable, 1 verified" in done.stdout, done.stdout)


def machines():
    small("one")
    small("two")
    FORGE(cases.here / "two")
    whole = json.loads(run("verify", "--json", "one", "two", "nowhere", status=4).stdout)
    want((whole["schema"], whole["verified"]), ("fpstripe-verify/1", False), "the whole")
    want([r["status"] for r in whole["reports"]], ["verified", "contradicted", "unreadable"],
         "each")
    fault = next(f for f in whole["reports"][1]["faults"] if f["place"] == PLACE[:-2])
    want((fault["key"], fault["says"], fault["recomputed"]),
         ("verdict.fraction_bits", "23", "16"), "the fault")
    want(document(cases.here / "two", "report.json")["results"][fault["result"]]["form"],
         "guarded", "whose")
    want(whole["reports"][0]["counts"], {"results": 5, "recomputed": 5}, "counts")
    latin = cases.here / os.fsdecode(b"o\033[2Jcaf\xe9")
    (cases.here / "one").rename(latin)
    whole = json.loads(run("verify", "--json", latin).stdout)
    want([r["status"] for r in whole["reports"]], ["verified"], "a name that is no UTF-8")
    (cases.here / "two").rename(cases.here / "o\033[2J\nd")
    holds("\033" not in run("verify", "o\033[2J\nd", status=1).stdout, "control characters")


def prune():
    """Removes pictures that no capture below names, and nothing else."""
    small("a/one")
    run("run", "-d", "fake:rtz,p=17", "--probe", "ties", "--captures", "a")
    before = set(cases.tree(cases.here / "a"))
    stray = ["a/pictures/" + 64 * "0" + ".png", "a/one/pictures/" + 64 * "f" + ".png"]
    kept = ["a/pictures/notes.txt", "a/pictures/" + 63 * "0" + ".png", "a/" + 64 * "0" + ".png"]
    for name in stray + kept:
        (cases.here / name).write_bytes(b"")
    want(run("verify", "--prune", "a").stdout, "a: 2 pictures removed\n", "how many")
    want(set(cases.tree(cases.here / "a")), before | {name[2:] for name in kept}, "what is left")
    (cases.here / stray[1]).write_bytes(b"")
    (cases.here / "a/one/capture.json").write_text("{")
    run("verify", "--prune", "a", status=4)
    holds((cases.here / stray[1]).exists(), "a capture that cannot be read may name it")


def as_measured(*words, device):
    """Nothing contradicts what the program has written."""
    whole = json.loads(run("verify", "--json", measure("fake", *words, device=device),
                           status=None).stdout)
    capture, status = whole["reports"][0], whole["reports"][0]["status"]
    want(capture["faults"], [], f"{device} {words}")
    holds(status == "verified" or (status == "unproven" and not capture["counts"].get("recomputed")),
          f"{device} {words}: {status}")
    return status


def fakes():
    for device in FULL[:3]:
        want(as_measured("--precision", "highp", device=device), "verified", device)
    want(as_measured("--probe", "ties", device="fake:rne,unstable"), "unproven", "unstable")


def fakes_full():
    """All results of all devices, and another part of each."""
    for i, device in enumerate(FULL):
        want(as_measured("--full", device=device),
             "unproven" if "unstable" in device else "verified", device)
        as_measured(*PARTS[i % len(PARTS)], device=device)


def interrupted():
    """What is there of an interrupted run is right, and is not verified."""
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
    out = run("verify", "out", status=1).stdout
    holds(out.startswith("out: incomplete; "), out)


def validator(name):
    """The schema; the case is skipped where nothing reads one."""
    try:
        import jsonschema
    except ImportError as missing:
        raise cases.Skip("no jsonschema") from missing
    path = pathlib.Path(cases.arguments[1]) / f"{name}.schema.json"
    return jsonschema.Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def fits(path, schema):
    faults = [f"{list(fault.absolute_path)}: {fault.message}"
              for fault in schema.iter_errors(json.loads(path.read_text(encoding="utf-8")))]
    want(faults, [], str(path))


def schemas():
    """The schemas accept what runs write, and refuse what the reader refuses."""
    for device, *words in (("fake:rtz,p=17",), ("fake:rne,double,float16", "--full"),
                           ("fake:rne,unstable",), ("fake:rdn,unpainted", "--probe", "ties")):
        folder = measure("one", *words, device=device)
        for name in ("capture", "report"):
            fits(folder / f"{name}.json", validator(name))
    schema, folder = validator("capture"), small()
    for change, says, accepted in UNREADABLE:
        shutil.copytree(folder, cases.here / "other")
        change(cases.here / "other")
        want(schema.is_valid(document(cases.here / "other")), accepted, f"the schema: {says}")
        shutil.rmtree(cases.here / "other")


def committed():
    """The committed captures."""
    paths = sorted(pathlib.Path(cases.arguments[0]).resolve().rglob("capture.json"))
    if not paths:
        raise cases.Skip("no capture")
    return paths


def captures_schema():
    schema = validator("capture")
    for path in committed():
        fits(path, schema)


def captures_pictures():
    """The store has the pictures that the captures name, and no others."""
    store = pathlib.Path(cases.arguments[0]) / "pictures"
    named = set().union(*(cases.named_in(path.parent) for path in committed()))
    want(sorted(path.name for path in store.iterdir()), sorted(named), "pictures")


def captures_sweeps():
    """Each committed sweep fits the schema, is complete, and is there once."""
    schema, seen = validator("report"), []
    for path in sorted(pathlib.Path(cases.arguments[0]).rglob("sweeps.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            document = json.loads(line)
            holds(document["complete"] and "document_sha256" in document, f"{path}: {number}")
            seen.append((str(path), *(document["sweep"].get(key) for key in
                                      ("function", "stage", "precision", "domain"))))
            if number % 16 == 0:
                want([fault.message for fault in schema.iter_errors(document)], [], path)
    want(len(seen), len(set(map(str, seen))), "sweeps, each once")
    holds(seen, "no sweep")


def captures():
    """All committed captures are verified."""
    paths = committed()
    last = run("verify", cases.arguments[0], timeout=1200).stdout.splitlines()[-1]
    holds(f"{len(paths)} captures: 0 unreadable, {len(paths)} verified" in last, last)


if __name__ == "__main__":
    sys.exit(cases.main(changes, unreadable, driven, views, pages, otherwise, other_shaders, tree,
                        machines, prune, fakes, fakes_full, interrupted, schemas, captures_schema,
                        captures_pictures, captures_sweeps, captures))
