# SPDX-License-Identifier: MIT
"""characters.py FPSTRIPE CASE: strings of others on their way to a terminal. Every C0, C1 and
bidi character, and whole escape sequences, in every string of a report, of a golden and of a
driver, through every command that prints them, to a pipe and to a terminal. None arrives as it
is; JSON keeps its value. If a command prints a long string whole, one process is enough for all
characters; otherwise each gets a piece of them."""

import json
import os
import pathlib
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
    found = [""]
    for some in [*INVISIBLE, *BIDI, *C1, *C0, *SEQUENCES[:2]]:
        if len((found[-1] + some + MARK).encode()) > 15:
            found.append("")
        found[-1] += some
    return [piece + MARK for piece in found]


PIECES = pieces()
WHOLE = "".join([*C0, *C1, *BIDI, *INVISIBLE, *SEQUENCES]) + MARK


def shows(done):
    return MARK in done.stdout + done.stderr


def every(ask):
    """Passes one string with all characters to `ask`, which prints it. If the end of the
    string is missing in what `ask` returns, passes each piece."""
    if not shows(ask(WHOLE)):
        for piece in PIECES:
            ask(piece)


# ---- what is printed ----

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
    holds(done.returncode in (0, 1, 2, 3, 4, 5, cases.SKIP), f"{words}: status {done.returncode}")
    holds_clean(done.stdout + done.stderr, words)
    if terminal:
        holds_clean(cases.terminal(*words, env={**env, "NO_COLOR": "1"})[0], words)
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
    """The document with other strings at some paths."""
    document = json.loads(text)
    for path, string in changes.items():
        at = document
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = string
    return document


def write(folder, document):
    (folder / "capture.json").write_text(json.dumps(document, ensure_ascii=False))


def accepted(folder, text, paths):
    """The paths whose string may be any. A message may quote the string of the other ones:
    each of their characters is in one."""
    free = []
    for path in paths:
        for string in (WHOLE, *PIECES):
            write(folder, changed(text, {path: string}))
            done = printed("show", folder, terminal=string in (WHOLE, PIECES[0]))
            holds(done.returncode in (0, 4), f"show of {path}: status {done.returncode}")
            if done.returncode == 0:
                free.append(path)
            if done.returncode == 0 or shows(done) == (string == WHOLE):
                break
    return free


def report():
    run("run", *DEVICE, *ASKED, "--no-sheet", "-o", "good")
    folder = cases.here / "bad"
    shutil.copytree(cases.here / "good", folder)
    text = (folder / "capture.json").read_text()
    paths = list(leaves(json.loads(text)))
    holds(len(paths) > 15, f"only {len(paths)} strings")
    free = accepted(folder, text, paths)
    holds(("device", "renderer") in free, free)
    print(f"{len(paths)} strings, {len(free)} of them may be any; {len(PIECES)} pieces")
    for piece in PIECES:
        write(folder, changed(text, {path: piece for path in free}))
        for words in (("show", folder), ("show", folder, "--show", "all"), ("show", folder, "--json"),
                      ("compare", folder, "good", "-v"), ("compare", folder, "good", "--md", "-"),
                      ("compare", folder, "good", "--csv", "-"), ("verify", folder),
                      ("compare", folder, "good", "--html", "-"), ("verify", folder, "--json")):
            done = printed(*words, terminal="-" not in words and "--json" not in words)
            if words[0] == "show":
                holds(MARK in done.stdout, f"{words}: {MARK} is gone: {done.stdout[:300]!r}{done.stderr!r}")
            if words == ("show", folder, "--json"):
                want(json.loads(done.stdout)["device"]["name"], piece, "the renderer in JSON")


def goldens():
    """Every string of both files of a golden, as `check` and `bless` print it."""
    run("bless", *DEVICE, *ASKED, "--reason", "seen", "*", env=cases.NO_CI)
    folder = next((cases.here / "goldens").rglob("golden.json")).parent
    texts = {name: (folder / name).read_text() for name in ("capture.json", "golden.json")}

    def ask(words, name, paths, string):
        (folder / name).write_text(json.dumps(
            changed(texts[name], {path: string for path in paths}), ensure_ascii=False))
        if name == "capture.json":
            check.rewrite_capture(lambda _: None, folder)
        return printed(*words, *DEVICE, *ASKED, terminal=string == WHOLE and words == ("check",))

    for name, text in texts.items():
        free = []
        for path in leaves(json.loads(text)):
            faulty = "invalid  goldens" in ask(("check",), name, [path], PIECES[0]).stdout
            if faulty:
                every(lambda string: ask(("check",), name, [path], string))
            else:
                free.append(path)
        for words in (("check",), ("check", "--junit", "-"), ("bless", "--reason", "seen", "*")):
            for piece in PIECES:
                ask(words, name, free, piece)
        for other, whole in texts.items():
            (folder / other).write_text(whole)


def words():
    """Words of the user in messages."""
    for line in ((), ("--probe",), ("-d",), ("explain",), ("show",), ("verify",), ("analyze",),
                 ("sweep",), ("eval",), ("--expect",)):
        every(lambda string: printed(*line, string, terminal=string in (WHOLE, PIECES[0])))
    for prefix in ("-", "-dfake:"):
        every(lambda string: printed(prefix + string, terminal=string in (WHOLE, PIECES[0])))


# ---- strings of a driver ----

def driver():
    """Every string that a driver of EGL and GL returns, its compiler's messages too."""
    library = pathlib.Path(os.environ.get("FPSTRIPE_TEST_FILES", ".")).resolve() / "fake_egl.so"
    if not library.exists():
        raise cases.Skip("no fake_egl.so")
    (cases.here / "lib").mkdir()
    (cases.here / "lib" / "libEGL.so.1").symlink_to(library)
    there, one = ("-d", f"egl:{library}"), ("--probe", "ties", "--precision", "highp")

    def ask(line, string, mode=None):
        env = {"FPSTRIPE_TEST_STRING": string, "LD_LIBRARY_PATH": str(cases.here / "lib")}
        if mode:
            env["FPSTRIPE_TEST_EGL"] = mode
        return printed(*line, env=env, terminal=line[0] in ("run", "devices", "show"))

    for string in (WHOLE, *PIECES):
        done = ask(("run", *there, *one, "--no-sheet", "-o", "out"), string)
        holds(MARK in done.stdout or string == WHOLE, f"{MARK} is gone: {done.stdout!r}")
        vendor = json.loads((cases.here / "out/report.json").read_text())["device"]["vendor"]
        done = ask(("run", *there, *one, "--json"), string)
        want(json.loads(done.stdout)["device"]["vendor"].replace(" ", ""),
             vendor.replace(" ", ""), "the vendor")
        ask(("show", "out"), string)
        ask(("verify", "out"), string)
    for line in (("run", *there, *one, "--json", "-v"), ("devices",), ("devices", "--json"),
                 ("check", *there, *one), ("bless", *there, *one, "--reason", "seen", "*"),
                 ("eval", "add", "/dev/null", *there), ("bench", "subnormals", *there),
                 ("sweep", "gl:sin", "--inputs", "1..1.001", *there)):
        every(lambda string: ask(line, string))
    for mode in ("compile-fails", "draw-crashes", "no-target"):
        every(lambda string: ask(("run", *there, *one, "--json"), string, mode))


if __name__ == "__main__":
    sys.exit(cases.main(report, goldens, words, driver))
