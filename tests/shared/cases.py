# SPDX-License-Identifier: MIT
"""What tests of the program have in common: a case is a function, run by its name in a
folder of its own.

    import cases
    from cases import holds, run, want

    def says_so(): ...

    if __name__ == "__main__":
        sys.exit(cases.main(says_so, ...))

`SCRIPT FPSTRIPE [ARG...] CASE` runs one; without CASE the list is printed. Exit status
77: what the case needs is not there.
"""

import fcntl
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios

SKIP = 77
# For `bless`, which refuses where a CI is: what one of them sets, taken away.
NO_CI = {name: "" for name in (
    "CI", "CONTINUOUS_INTEGRATION", "GITHUB_ACTIONS", "GITLAB_CI", "JENKINS_URL",
    "BUILDKITE", "CIRCLECI", "TRAVIS", "APPVEYOR", "TEAMCITY_VERSION", "TF_BUILD", "DRONE",
    "BITBUCKET_BUILD_NUMBER", "CODEBUILD_BUILD_ID", "WOODPECKER_CI")}

STRANGERS = re.compile(
    r"^(DISPLAY|WAYLAND_DISPLAY|(MESA|GALLIUM|LIBGL|EGL|ANGLE|FPSTRIPE)_.*)$")

program = None  # the path of fpstripe
arguments = []  # the words between it and the case
here = None     # the case's own folder, a pathlib.Path


class Skip(Exception):
    """Raise it with what is missing."""


def want(got, wanted, what):
    if got != wanted:
        raise AssertionError(f"{what}: got {got!r} want {wanted!r}")


def holds(condition, what):
    if not condition:
        raise AssertionError(what)


def tree(folder):
    """The names of all that lies in a folder, sorted."""
    return sorted(str(p.relative_to(folder)) for p in pathlib.Path(folder).rglob("*"))


def named_in(folder):
    """The names of the files of the pictures that the capture of a folder names."""
    capture = json.loads((folder / "capture.json").read_text(encoding="utf-8"))
    pictures = [place.get("picture") for measurement in capture["measurements"]
                for place in (measurement, measurement.get("second") or {})]
    return {picture["sha256"] + ".png" for picture in pictures if picture}


def picture_of(folder, name):
    """The file of the picture of a result: "stripes-fragment-highp-guarded-bits"."""
    for result in json.loads((folder / "report.json").read_text(encoding="utf-8"))["results"]:
        if name == "-".join(result[key] for key in ("probe", "stage", "precision", "form",
                                                    "readout")):
            return folder / "pictures" / (result["pixels_sha256"] + ".png")
    raise AssertionError(f"{folder} has no result {name}")


def shader_cache(more):
    """Returns the variables of Mesa's cache of shaders, which all tests of a build share:
    without it, compiling takes most of their time. A library that is loaded first may
    change what the compiler computes, so its run gets no cache."""
    if "LD_PRELOAD" in more:
        return {"MESA_SHADER_CACHE_DISABLE": "true"}
    folder = pathlib.Path(program).resolve().parent / "tests" / "shader-cache"
    folder.mkdir(parents=True, exist_ok=True)
    return {"MESA_SHADER_CACHE_DISABLE": "false", "MESA_SHADER_CACHE_DIR": str(folder)}


def environment(**more):
    """Returns the environment of a run with a driver: the tests' cache of shaders, none of
    reports, no screen, and no variable that would choose another driver. Drivers keep memory
    until the end."""
    clean = {k: v for k, v in os.environ.items() if not STRANGERS.match(k)}
    asan = f"verify_asan_link_order=0:detect_leaks=0:{clean.get('ASAN_OPTIONS', '')}"
    return {**clean, "LC_ALL": "C", **shader_cache(more), "XDG_RUNTIME_DIR": str(here),
            "XDG_CACHE_HOME": "/dev/null",
            **({"ASAN_OPTIONS": asan} if "LD_PRELOAD" in more or "ASAN_OPTIONS" in clean else {}),
            **more}


def run(*words, text="", status=0, env=None, timeout=300, **more):
    """Runs the program in the case's folder with `text` as its input, and compares its exit status
    with `status`; None: any."""
    done = subprocess.run([program, *map(str, words)],
                          stdout=more.pop("stdout", subprocess.PIPE),
                          stderr=more.pop("stderr", subprocess.PIPE),
                          text=True, cwd=more.pop("cwd", here), timeout=timeout,
                          **({"input": text} if text else {"stdin": subprocess.DEVNULL}),
                          env=environment(**(env or {})), **more)
    if status is not None:
        want(done.returncode, status, f"exit status of {words}: {done.stderr}")
    return done


def terminal(*words, columns=80, env=None, stdout=None, stderr=None, enough=None):
    """Returns what the program writes to a terminal, and its exit status. Streams that are
    given do not go there. With `enough`, a function of what was written, it is killed when
    that is true."""
    main_side, side = os.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    settings = {k: v for k, v in environment(TERM="xterm").items()
                if k not in ("NO_COLOR", "COLUMNS")}
    process = subprocess.Popen([program, *map(str, words)], cwd=here, stdout=stdout or side,
                               stderr=stderr or side, stdin=subprocess.DEVNULL,
                               env={**settings, **(env or {})})
    os.close(side)
    text = b""
    try:
        while not (enough and enough(text)) and (piece := os.read(main_side, 65536)):
            text += piece
    except OSError:
        pass  # EIO: the last process closed the terminal
    if enough:
        process.kill()
    os.close(main_side)
    return text.decode(), process.wait()


def refused(*words, status, says, columns=None, stdout="", **more):
    """Checks that the program prints one clear line on standard error that contains `says`, a word
    or several, and has at most `columns`; prints `stdout`, and leaves no file."""
    before = tree(here)
    done = run(*words, status=status, **more)
    lines = done.stderr.splitlines()
    want(len(lines), 1, f"lines of {done.stderr!r}")
    holds(lines[0].startswith("fpstripe: "), f"no prefix: {lines[0]}")
    holds("\033" not in lines[0], f"escape sequence in {lines[0]!r}")
    short = lines[0].replace(f"{here}/", "")
    holds(not columns or len(short) <= columns, f"{len(short)} columns: {short}")
    for word in says if isinstance(says, tuple) else (says,):
        holds(word in lines[0], f"{word!r} is not in {lines[0]!r}")
    want(done.stdout, stdout, "standard output")
    want(tree(here), before, "what lies in the folder")


def default_signals():
    """What a parent ignores (nohup, a job in the background) would stay ignored."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def perform(table, enter=None):
    """Runs the case of `table` (names and functions) that the command line names, and before
    it `enter`, which may skip all cases."""
    global program, arguments, here
    name = sys.argv[-1]
    if len(sys.argv) < 3 or name not in table:
        print("\n".join(table))
        return 2
    program = os.path.abspath(sys.argv[1])
    arguments = sys.argv[2:-1]
    default_signals()
    with tempfile.TemporaryDirectory(prefix="fpstripe-") as folder:
        here = pathlib.Path(folder)
        try:
            if enter:
                enter()
            table[name]()
        except Skip as reason:
            print(f"skipped: {reason}")
            return SKIP
        except AssertionError as fault:
            print(f"{name}: {fault}")
            return 1
    return 0


def main(*functions, enter=None):
    """Does the same for functions, by their names."""
    return perform({f.__name__: f for f in functions}, enter)
