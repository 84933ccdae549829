# SPDX-License-Identifier: MIT
"""characters.py FPSTRIPE CASE: strings of others on their way to a terminal. Every C0, C1 and
bidi character, and whole escape sequences, in every string of a report, of a golden and of a
driver, through every command that prints them, to a pipe and to a terminal. None arrives as it
is; JSON keeps its value."""

import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name)
                 for name in ("shared", "command")]
import cases
import check
from cases import holds, run, want

DEVICE = ("-d", "fake:rtz,p=17")
ASKED = ("--probe", "specials", "--precision", "highp", "--form", "plain", "--stage", "fragment")
C0 = [chr(code) for code in range(1, 0x20)] + ["\x7f"]
C1 = [chr(code) for code in range(0x80, 0xa0)]
BIDI = [chr(code) for code in (0x61c, 0x200e, 0x200f, *range(0x202a, 0x202f), *range(0x2066, 0x206a))]
INVISIBLE = ["\u200b", "\u2028", "\u2029", "\ufeff", "\U000e0041"]
BAD = {*C0, *C1, *BIDI, *INVISIBLE}
SEQUENCES = ["\x1b[1;31m", "\x1b[2J", "\x1b]0;t\x07", "\x9b31m", "\x1b[0m", "a\r\nb\b\t"]
MARK = "\u00e9!"  # it stays


def pieces():
    """Strings of at most 15 bytes, which fit into the shortest member; all of BAD is in
    them."""
    some = [*INVISIBLE[::-1], *BIDI, *C1, *C0]
    return ["".join(some[i:i + 3]) + MARK for i in range(0, 18, 3)] + [
        "".join(some[i:i + 6]) + MARK for i in range(18, len(some), 6)] + [
        sequence + MARK for sequence in SEQUENCES]


PIECES = pieces()
FEW = PIECES[::6]  # with all PIECES on their way through `show`, enough for other commands


# ---- what is printed ----

def on_terminal(words, env):
    main, side = pty.openpty()
    process = subprocess.Popen([cases.program, *map(str, words)], cwd=cases.here, stdout=side,
                               stderr=side, stdin=subprocess.DEVNULL,
                               env=cases.environment(**env, TERM="xterm", NO_COLOR="1"))
    os.close(side)
    text = b""
    try:
        while piece := os.read(main, 65536):
            text += piece
    except OSError:
        pass
    os.close(main)
    process.wait()
    return text.decode()


def holds_clean(text, words):
    plain = re.sub("\r+\n", "\n", text.replace("\033[K", ""))
    found = sorted(BAD.intersection(plain) - {"\n"})
    if found:
        at = plain.index(found[0])
        raise AssertionError(f"{words}: {found} in {plain[max(at - 60, 0):at + 60]!r}")


def printed(*words, env=None, terminal=True):
    """Holds both streams, to a pipe and to a terminal, and returns what the pipe got."""
    env = {**cases.NO_CI, **(env or {})}
    done = subprocess.run([cases.program, *map(str, words)], cwd=cases.here, timeout=120,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=cases.environment(**env))
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()  # CR stays CR
    holds(done.returncode in (0, 1, 2, 3, 4, 5), f"{words}: status {done.returncode}")
    holds_clean(done.stdout + done.stderr, words)
    if terminal:
        holds_clean(on_terminal(words, env), words)
    return done


# ---- strings of a report ----

def leaves(value, path=()):
    """Paths of the strings of a document; of a list, those of the first member that has
    them."""
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list):
        seen = set()
        for i, member in enumerate(value):
            for found in leaves(member, (*path, i)):
                if found[len(path) + 1:] not in seen:
                    seen.add(found[len(path) + 1:])
                    yield found


def changed(text, changes):
    """The document with other strings at some paths, and the hash that belongs to it."""
    document = json.loads(text)
    for path, string in changes.items():
        at = document
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = string
    return document


def write(folder, document):
    path = folder / "report.json"
    path.write_text(json.dumps(document, ensure_ascii=False))
    if isinstance(document.get("results"), list):
        check.rewrite(lambda _: None, folder)


def accepted(folder, text, paths):
    """The paths whose string may be any; a message says the string of the other ones."""
    free = []
    for path in paths:
        for piece in FEW:
            write(folder, changed(text, {path: piece}))
            status = printed("show", folder, terminal=piece == FEW[0]).returncode
            holds(status in (0, 4), f"show of {path}: status {status}")
            if status == 0:
                free.append(path)
                break
    return free


def report():
    run("run", *DEVICE, *ASKED, "--no-sheet", "-o", "good")
    folder = cases.here / "bad"
    shutil.copytree(cases.here / "good", folder)
    text = (folder / "report.json").read_text()
    paths = [path for path in leaves(json.loads(text)) if path != ("measurement_sha256",)]
    holds(len(paths) > 40, f"only {len(paths)} strings")
    free = accepted(folder, text, paths)
    holds(("device", "renderer") in free and ("results", 0, "probe") in free, free)
    print(f"{len(paths)} strings, {len(free)} of them may be any; {len(PIECES)} pieces")
    for piece in PIECES:
        write(folder, changed(text, {path: piece for path in free}))
        printed("show", folder, terminal=False)
    for piece in FEW:
        write(folder, changed(text, {path: piece for path in free}))
        for words in (("show", folder), ("show", folder, "--show", "all"), ("show", folder, "--json"),
                      ("compare", folder, "good", "-v"), ("compare", folder, "good", "--md", "-"),
                      ("compare", folder, "good", "--csv", "-"), ("verify", folder),
                      ("compare", folder, "good", "--html", "-"), ("verify", folder, "--json")):
            done = printed(*words)
            if words[0] == "show":
                holds(MARK in done.stdout, f"{words}: {MARK} is gone: {done.stdout[:300]!r}{done.stderr!r}")
            if words == ("show", folder, "--json"):
                want(json.loads(done.stdout)["device"]["name"], piece, "the renderer in JSON")


def goldens():
    """The strings of a golden report, as `check` and `bless` print them."""
    run("bless", *DEVICE, *ASKED, "--reason", "seen", "*", env=cases.NO_CI)
    folder = next((cases.here / "goldens").rglob("report.json")).parent
    text = (folder / "report.json").read_text()
    for i, path in enumerate(leaves(json.loads(text))):
        write(folder, changed(text, {path: PIECES[i % len(PIECES)]}))
        for words in (("check",), ("check", "--junit", "-")):
            if words == ("check",) or i % 4 == 0:
                printed(*words, *DEVICE, *ASKED, terminal=i % 5 == 0)
        if i % 8 == 0:
            printed("bless", *DEVICE, *ASKED, "--reason", "seen", "*", terminal=False)


def words():
    """Words of the user in messages."""
    for piece in FEW:
        for line in ((piece,), ("--probe", piece), ("-d", piece), ("-d", "fake:" + piece),
                     ("explain", piece), ("show", piece), ("verify", piece), ("analyze", piece),
                     ("sweep", piece), ("eval", piece), ("--expect", piece), ("-" + piece,)):
            printed(*line)


# ---- strings of a driver ----

def driver():
    """Every string that a driver of EGL and GL returns, its compiler's messages too."""
    library = pathlib.Path(os.environ.get("FPSTRIPE_TEST_FILES", ".")).resolve() / "fake_egl.so"
    if not library.exists():
        raise cases.Skip("no fake_egl.so")
    (cases.here / "lib").mkdir()
    (cases.here / "lib" / "libEGL.so.1").symlink_to(library)
    there, one = ("-d", f"egl:{library}"), ("--probe", "ties", "--precision", "highp")
    for piece in FEW:
        env = {"FPSTRIPE_TEST_STRING": piece, "LD_LIBRARY_PATH": str(cases.here / "lib")}
        done = printed("run", *there, *one, "--no-sheet", "-o", "out", env=env)
        holds(MARK in done.stdout, f"{MARK} is gone: {done.stdout!r}")
        done = printed("run", *there, *one, "--json", env=env)
        want(json.loads(done.stdout)["device"]["vendor"].replace(" ", ""),
             json.loads((cases.here / "out/report.json").read_text())["device"]["vendor"]
             .replace(" ", ""), "the vendor")
        for line in (("run", *there, *one, "--json", "-v"), ("devices",), ("devices", "--json"),
                     ("check", *there, *one), ("bless", *there, *one, "--reason", "seen", "*"),
                     ("eval", "add", "/dev/null", *there), ("sweep", "gl:sin", "--inputs", "1..1.001",
                     *there), ("bench", "subnormals", *there), ("show", "out"), ("verify", "out")):
            printed(*line, env=env, terminal=line[0] in ("run", "devices", "show"))
        for mode in ("compile-fails", "draw-crashes", "no-target"):
            printed("run", *there, *one, "--json", env={**env, "FPSTRIPE_TEST_EGL": mode})


if __name__ == "__main__":
    sys.exit(cases.main(report, goldens, words, driver))
