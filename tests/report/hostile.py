# SPDX-License-Identifier: MIT
"""hostile.py FPSTRIPE CASE: captures as a stranger may make them, given to every reader of
captures. An input is a line of the table: what is done to a good capture, and whether it
can be read at all. Each reader must end in time, with a status that is documented, in
little memory, with one line for what it refuses, and without a control character."""

import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
import pngs
from cases import holds, run, want

DEVICE = "fake:rtz,p=17"
ASKED = ("--probe", "stripes", "--precision", "highp")
SECONDS, MEBIBYTES = 20, 700
SANITIZED = "ASAN_OPTIONS" in os.environ  # its shadow counts as memory
READ, REFUSED = "read", "refused"


def good():
    """Makes the folder of a good capture, and goldens, once a case."""
    if not (cases.here / "good").is_dir():
        run("run", "-d", DEVICE, *ASKED, "--no-sheet", "-o", "good")
        run("bless", "-d", DEVICE, *ASKED, "--goldens", "goldens", "--reason", "seen", "*",
            env=cases.NO_CI)


# ---- what is done to a capture: functions of its folder and its document ----

def number(key, value, which=None):
    """A member of the measurements, or of one."""
    def change(folder, capture):
        for i, measurement in enumerate(capture["measurements"]):
            if which in (None, i):
                measurement[key] = value
    return change


def of_picture(key, value, which=None):
    """A member of the pictures that the measurements name."""
    def change(folder, capture):
        for i, measurement in enumerate(capture["measurements"]):
            if which in (None, i):
                measurement["picture"][key] = value
    return change


def of_question(key, value):
    def change(folder, capture):
        for question in capture["questions"]:
            (question["lines"][0] if key in question["lines"][0] else question)[key] = value
    return change


def member(path, value):
    def change(folder, capture):
        at = capture
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value
    return change


def picture(make):
    """Each picture is replaced by what `make` of its path makes."""
    def change(folder, capture):
        hashes = {measurement["picture"]["sha256"] for measurement in capture["measurements"]}
        for path in [f for f in store_of(folder).iterdir() if f.stem in hashes]:
            make(path)
    return change


def store_of(folder):
    return next(above / "pictures" for above in (folder, *folder.parents)
                if (above / "pictures").is_dir())


def text(make):
    """The file is the text or the bytes that `make` of the good text makes."""
    def change(folder, capture):
        new = make((folder / "capture.json").read_text())
        (folder / "capture.json").write_bytes(new if isinstance(new, bytes) else new.encode())
        return True
    return change


def linked(target):
    """Pictures are links to a file elsewhere, of the same bytes."""
    def make(path):
        path.rename(path.parent.parent / ("away-" + path.name))
        path.symlink_to({"beside": f"../away-{path.name}", "self": path.name,
                         "zero": "/dev/zero", "folder": "/", "gone": "nowhere"}[target])
    return picture(make)


def fifo(path):
    path.unlink()
    os.mkfifo(path)


def directory(path):
    path.unlink()
    path.mkdir()


def larger(width, height):
    """A picture of another size, which is all zeros and so packs well."""
    def make(path):
        import zlib
        path.write_bytes(pngs.SIGNATURE + pngs.header(width, height, colour=pngs.RGBA)
                         + pngs.chunk(b"IDAT", zlib.compress(bytes((4 * width + 1) * height)))
                         + pngs.chunk(b"IEND"))
    return picture(make)


def many(count):
    def change(folder, capture):
        capture["measurements"] = [capture["measurements"][0]] * count
    return change


def both(*changes):
    def change(folder, capture):
        return any([c(folder, capture) for c in changes])
    return change


def without_first(folder, capture):
    """One picture less."""
    (store_of(folder) / (capture["measurements"][0]["picture"]["sha256"] + ".png")).unlink()


NASTY = "a\x1b]0;owned\x07\u009b31m\u202eevil\u2066\u200b\x7f\ufeff"


def table():
    inputs = {}
    for key in ("width", "height"):
        for value in (0, 1, 3, 7, 16384, 16385, 10**7, 2**31 - 1, 2**31, -1):
            kind = REFUSED if value < 1 or value > 16384 else None
            inputs[f"{key}={value}"] = (of_picture(key, value), kind)
        inputs[f"{key}=text"] = (of_picture(key, "7"), REFUSED)
        inputs[f"{key}=1e3"] = (of_picture(key, 1e3), REFUSED)
    for key in ("cases", "rows", "width", "emax", "precision"):
        for value in (0, 7, 64, 2**31 - 1, 2**31, -1):
            kind = REFUSED if value < 1 or value > 2**30 else None
            inputs[f"question-{key}={value}"] = (of_question(key, value), kind)
        inputs[f"question-{key}=text"] = (of_question(key, "7"), REFUSED)
    inputs |= {
        "question-operands": (of_question("operands", "0x0"), None),
        "question-id": (of_question("id", NASTY), None),
        "question-beyond": (number("question", 3), REFUSED),
        "question=2^31": (number("question", 2**31), REFUSED),
        "question=-1": (number("question", -1), REFUSED),
        "all=16384": (both(of_picture("width", 16384), of_picture("height", 16384)), REFUSED),
        "picture-gone": (picture(os.unlink), READ),
        "first-gone": (without_first, READ),
        "picture-empty": (picture(lambda path: path.write_bytes(b"")), READ),
        "picture-cut": (picture(lambda path: path.write_bytes(path.read_bytes()[:99])), READ),
        "picture-fifo": (picture(fifo), READ),
        "picture-folder": (picture(directory), READ),
        "picture-large": (larger(16384, 4096), READ),
        "picture-thin": (larger(1, 16384), READ),
        "link-self": (linked("self"), READ),
        "link-zero": (linked("zero"), READ),
        "link-folder": (linked("folder"), READ),
        "link-gone": (linked("gone"), READ),
        "link-beside": (linked("beside"), READ),
        "sha-above": (of_picture("sha256", "../good/capture.json"), REFUSED),
        "sha-absolute": (of_picture("sha256", "/etc/passwd"), REFUSED),
        "sha-short": (of_picture("sha256", "ab"), REFUSED),
        "sha-other": (of_picture("sha256", "0" * 64), READ),
        "sha-long": (of_picture("sha256", "0" * 5000), REFUSED),
        "no-picture": (number("picture", None), REFUSED),
        "deep": (text(lambda good: "[" * 2000 + "]" * 2000), REFUSED),
        "deep-object": (text(lambda good: '{"a":' * 100000), REFUSED),
        "wide": (text(lambda good: "[" + "{}," * 4_000_000 + "{}]"), REFUSED),
        "wide-added": (text(lambda good: good.replace(
            "{", '{"more": [' + "{}," * 2_000_000 + "{}],", 1)), REFUSED),
        "large": (text(lambda good: " " * (17 << 20) + good), REFUSED),
        "long-text": (text(lambda good: good.replace(
            "{", '{"more": "' + "x" * (8 << 20) + '",', 1)), None),
        "twice": (text(lambda good: good.replace("{", '{"complete": true, ', 1)), REFUSED),
        "empty": (text(lambda good: ""), REFUSED),
        "zero-bytes": (text(lambda good: bytes(4096)), REFUSED),
        "not-utf8": (text(lambda good: good.encode().replace(b"rtz", b"r\xff\xfe", 1)), REFUSED),
        "cut": (text(lambda good: good[:len(good) // 2]), REFUSED),
        "null": (text(lambda good: "null"), REFUSED),
        "old": (member(["schema"], "fpstripe-report/1"), REFUSED),
        "measurements-many": (many(9000), REFUSED),
        "measurements-4096": (many(4096), None),
        "measurements-none": (member(["measurements"], []), None),
        "measurements-object": (member(["measurements"], {}), REFUSED),
        "renderer-nasty": (member(["device", "renderer"], NASTY), READ),
        "probe-nasty": (number("probe", NASTY), None),
        "reason-nasty": (number("reason", NASTY), None),
        "probe-long": (number("probe", "x" * 100000), REFUSED),
        "shaders-many": (member(["shaders"], [{"probe": "a", "sha256": "0" * 64}] * 65), REFUSED),
    }
    return inputs


# ---- the readers ----

def readers(folder, goldens):
    """The commands that read captures, by name."""
    out = cases.here / "out"
    return {
        "compare": ("compare", folder, "fake:rne", "--html", out / "a.html", "--md",
                          out / "a.md", "--csv", out / "a.csv", "--png", out / "a.png"),
        "show": ("show", folder),
        "verify": ("verify", folder),
        "check": ("check", "-d", DEVICE, *ASKED, "--goldens", goldens),
        "bless": ("bless", "-d", DEVICE, *ASKED, "--goldens", goldens, "--reason", "seen", "*"),
    }


def spoil(change, folder):
    """A golden names the spoilt capture, so that it is read."""
    file, golden = folder / "capture.json", folder / "golden.json"
    capture = json.loads(file.read_text())
    if not change(folder, capture):
        file.write_text(json.dumps(capture, ensure_ascii=False))
    if golden.is_file():
        told = json.loads(golden.read_text())
        told["capture_sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
        golden.write_text(json.dumps(told))


def hold_output(what, words, done, refused):
    lines = done.stderr.splitlines()
    holds(done.returncode in (0, 1, 2, 4, 5), f"{what}: status {done.returncode}: {done.stderr}")
    for shown in (done.stdout if "--json" not in words else "", done.stderr):
        for bad in ("\x1b", "\x07", "\u009b", "\u202e", "\u2066", "\x7f"):
            holds(bad not in shown, f"{what}: {bad!r} in {shown!r}")
    if refused and words[0] in ("compare", "show", "verify"):
        want(done.returncode, 4, f"{what}: exit status")
        want(len(lines), 1, f"{what}: lines of {done.stderr!r}")
    if done.returncode in (2, 4, 5):
        holds("fpstripe: " in done.stderr or "--json" in words or words[0] == "check",
              f"{what}: no word of {done.returncode}")


def processor_s():
    """Of all programs so far: how busy the machine is makes no difference."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def read_by_all(name, change, kind):
    folder, goldens = cases.here / "bad", cases.here / "bad-goldens"
    (cases.here / "out").mkdir(exist_ok=True)
    good()
    for path in (folder, goldens):
        shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(cases.here / "good", folder)
    shutil.copytree(cases.here / "goldens", goldens)
    spoil(change, folder)
    spoil(change, next(goldens.rglob("capture.json")).parent)
    for reader, words in readers(folder, goldens).items():
        start = processor_s()
        done = run(*words, status=None, env=cases.NO_CI, timeout=120)
        took = processor_s() - start
        hold_output(f"{name}, {reader}", words, done, kind == REFUSED)
        holds(SANITIZED or took < SECONDS, f"{name}, {reader}: {took:.1f} s")
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    holds(SANITIZED or most < MEBIBYTES, f"{name}: {most} MiB")


def every():
    inputs = table()
    holds(len(inputs) >= 60, f"only {len(inputs)} inputs")
    faults = []
    for name, (change, kind) in inputs.items():
        try:
            read_by_all(name, change, kind)
        except (AssertionError, subprocess.TimeoutExpired) as fault:
            faults.append(str(fault)[:600])
    print(f"{len(inputs)} inputs, {5 * len(inputs)} readings")
    want(faults, [], "faults")


def unreadable_capture():
    """What cannot be read is said, and the status says so too."""
    good()
    shutil.copytree(cases.here / "good", cases.here / "bad")
    for path in (cases.here / "bad/pictures").iterdir():
        path.unlink()
    done = run("compare", "bad", "fake:rne", "--html", "a.html", status=4)
    holds(".png: no such picture here" in done.stderr, f"which one: {done.stderr}")
    holds((cases.here / "a.html").is_file(), "the rest is compared")
    run("compare", "good", "fake:rne", "--html", "b.html")


def links():
    """Pictures that are links, to a right one too, are not read."""
    good()
    shutil.copytree(cases.here / "good", cases.here / "bad")
    spoil(linked("beside"), cases.here / "bad")
    for words in (("compare", "bad", "fake:rne"), ("show", "bad")):
        done = run(*words, status=4)
        holds("a link, not a regular file" in done.stderr, done.stderr)
    done = run("verify", "bad", status=1)
    holds("a link, not a regular file" in done.stdout, done.stdout)


def terminal():
    """Strings of others, in a capture and in file names: colours of ours stay, UTF-8 too."""
    good()
    shutil.copytree(cases.here / "good", cases.here / "bad")
    spoil(member(["device", "renderer"], "\u00e9" * 7 + NASTY), cases.here / "bad")
    name = "\u00e9" * 7 + NASTY.replace("\x1b", "\x1b[2J").encode().decode()
    (cases.here / name).mkdir()
    shown = ""
    for words in (("verify", "bad", "--json"), ("verify", "bad"), ("compare", "bad", "fake:rne", "-v"),
                  ("run", "-d", DEVICE, *ASKED, "--no-sheet", "-o", name), ("verify", name),
                  ("compare", name, name, "--md", "-")):
        shown += cases.terminal(*words)[0]
    plain = re.sub("\x1b\\[([0-9;]+m|K)", "", shown)
    for bad in NASTY:
        holds(bad.isprintable() or bad not in plain, f"{bad!r} in {plain[:3000]!r}")
    holds("\u00e9" * 7 in shown, "UTF-8 stays")
    holds("\x1b[" in shown, "colours stay")


if __name__ == "__main__":
    sys.exit(cases.main(every, unreadable_capture, links, terminal))
