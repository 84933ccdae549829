#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""environment.py FPSTRIPE CASE: a rounding direction or a flushing of subnormals that a
library leaves behind changes no answer: each command prints and writes, byte for byte,
what it does without. Without CASE: the list of cases. FPSTRIPE_TEST_FILES is the folder of
egl_front.so. Exit status 77: no driver."""

import pathlib
import re
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))
import cases
import faults
from cases import holds, run, tree, want

FULL = ("--full", "--width", "64", "--json", "--no-sheet")


def preloaded(how):
    """A library that is loaded before main sets `how`."""
    library = faults.files().parent / "device" / "preload_round.so"
    return {"FPSTRIPE_TEST_ROUND": how, "LD_PRELOAD": str(library)}


def answers(place, commands, env):
    """What the commands print, and the files that they leave in the folder `place`."""
    folder = cases.here / place
    folder.mkdir()
    (folder / "inputs").write_text("3f800000 00000001\n00000003 3f000000\n")
    said = [run(*words, cwd=folder, env={**cases.NO_CI, **env}, status=None)
            for words in commands]
    return ([(done.returncode, re.sub(r'"time_s": .*', "", done.stdout)) for done in said],
            {name: (folder / name).read_bytes() for name in tree(folder)
             if (folder / name).is_file()})


def same(commands, *environments):
    """Each of `environments` changes nothing; the first is the clean one."""
    clean, files = answers("clean", commands, environments[0])
    for words, (status, text) in zip(commands, clean):
        holds(status in (0, 1) and (text or "--picture" in words), f"{words} answers: {status}")
    for number, env in enumerate(environments[1:]):
        spoilt, spoilt_files = answers(f"spoilt{number}", commands, env)
        for words, got, wanted in zip(commands, spoilt, clean):
            holds(got == wanted, f"{words} says the same with {env}")
        want(sorted(spoilt_files), sorted(files), "files")
        for name, content in files.items():
            holds(spoilt_files[name] == content, f"{name} is the same with {env}")


def with_preloads(commands, *hows):
    same(commands, {}, *map(preloaded, hows))


def fakes():
    with_preloads([("run", "-d", "fake:rtz,p=17,ftz", *FULL, "--reference", "host")], "flush")


def reports():
    """A report, what is made of it, and goldens."""
    fake = ("-d", "fake:rne")
    with_preloads([("run", *fake, *FULL[1:], "-o", "rne"),
                   ("run", "-d", "fake:rtz", *FULL[1:], "-o", "rtz"),
                   ("verify", "rne"),
                   ("compare", "rne", "rtz"),
                   ("show", "rne", "--picture", "stripes-fragment-highp-published", "-o", "p.png"),
                   ("analyze", "p.png"),
                   ("bless", "*", *fake, "--reason", "looked at"),
                   ("check", *fake),
                   ("eval", "add", "inputs", *fake, "--reference")],
                  "flush", "rup")


def sweeps():
    tiny = [("sweep", name, "--inputs", "0..1e-40", "--json")
            for name in ("cpu:tanhf", "cpu:expf")]
    with_preloads([*tiny, ("sweep", "cpu:div.markstein", "--proof", "--json")],
                  "flush", "rtz", "rup")


def llvmpipe():
    same([("run", "-d", "surfaceless/es3", *FULL),
          ("sweep", "gl:tanh", "-d", "surfaceless/es3", "--inputs", "0..1e-40", "--json"),
          ("eval", "mul", "inputs", "-d", "surfaceless/es3", "--reference")],
         {}, preloaded("flush"))


def leaks():
    """A driver leaves another environment behind after each of these calls."""
    calls = ("eglMakeCurrent", "glReadPixels", "glDrawArrays", "glMapBufferRange")
    same([("run", "-d", faults.front(), *FULL[1:], "--precision", "highp")], {},
         *({"FAULTS": ",".join(f"{call}:1+:{how}" for call in calls),
            "MESA_SHADER_CACHE_DISABLE": "true"} for how in ("flush", "truncate")))


if __name__ == "__main__":
    sys.exit(cases.main(fakes, leaks, llvmpipe, reports, sweeps))
