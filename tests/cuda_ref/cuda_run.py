#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cuda_run.py FPSTRIPE FOLDER CASE: a whole run with a libcuda that is there, or that
fails. FOLDER has fake_cuda.so and fake_cuda_old.so. A run that names no reference never fails
because of it: the report says what went wrong, and the next one judges. A run that names
one has that or fails."""

import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

RUN = ["run", "-d", "fake:rtz", "--probe", "sieve", "--json", "--timeout", "2"]


def start(program, library, settings, *more):
    return start_command(program, library, settings, [*RUN, *more])


def start_command(program, library, settings, words):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "cases").write_text("3f800000 33800000\n")
        if library:
            shutil.copy(library, pathlib.Path(folder) / "libcuda.so.1")
        return subprocess.run(
            [program, *words], capture_output=True, text=True, timeout=100, cwd=folder,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LD_LIBRARY_PATH": folder, "FAKE_CUDA": settings,
                 "ASAN_OPTIONS": "verify_asan_link_order=0:detect_leaks=0"})


def report(program, library, settings, *more):
    done = start(program, library, settings, *more)
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr}"
    return json.loads(done.stdout), done.stderr


def tried(answer, kind):
    return [row["reason"] for row in answer["reference"]["tried"] if row["kind"] == kind]


def judged(answer):
    return {row["reference"] for row in answer["results"] if row["status"] == "ok"}


def works(program, folder):
    answer, _ = report(program, folder / "fake_cuda.so", "")
    assert answer["reference"]["kind"] == "cuda", answer["reference"]
    assert judged(answer) == {"cuda"}, judged(answer)
    assert answer["reference"]["equals"].startswith("addition = __fadd_rz on "), answer
    assert all(row["comparison"]["mismatches"] == 0 for row in answer["results"])


def not_asked(program, folder):
    """Another reference was chosen: nothing of CUDA is loaded, however it fails."""
    answer, _ = report(program, folder / "fake_cuda.so", "cuInit=34", "--reference", "host")
    assert answer["reference"]["kind"] == "host" and not answer["reference"]["tried"]


def named(program, library, settings):
    """What was asked for by name cannot be had: one line, status 3, no report."""
    done = start(program, library, settings, "--reference", "cuda")
    assert (done.returncode, done.stdout) == (3, ""), done
    assert done.stderr.startswith("fpstripe: --reference cuda: "), done.stderr
    assert done.stderr.count("\n") == 1, done.stderr


def fails(library, settings, says):
    def case(program, folder):
        named(program, library and folder / library, settings)
        answer, errors = report(program, library and folder / library, settings)
        reasons = tried(answer, "cuda")
        assert len(reasons) == 1 and says in reasons[0], answer["reference"]
        assert answer["reference"]["kind"] in ("recorded", "host"), answer["reference"]
        assert answer["complete"] and answer["verdict"]["rounding"] == "rtz"
        assert not errors, errors
    return case


def ends(how, says):
    """cuInit does not return: the same as one that fails, and nobody else is blamed."""
    return fails("fake_cuda.so", f"cuInit={how}", f"cuInit: the driver {says}")


def lost(program, folder):
    """It breaks in the middle: the report says where, the host goes on."""
    answer, errors = report(program, folder / "fake_cuda.so", "cuLaunchKernel=719@10")
    assert answer["reference"]["kind"] == "cuda", answer["reference"]
    broke = [one["from_result"] for one in answer["reference"]["tried"]
             if one["kind"] == "cuda"]
    assert len(broke) == 1 and broke[0] >= 0, answer["reference"]
    assert judged(answer) == {"cuda", "host"}, judged(answer)
    assert answer["complete"] and answer["verdict"]["rounding"] == "rtz"
    assert errors.count("\n") == 1, errors


LINES = ["--probe", "operations", "--precision", "highp"]
COMMANDS = {
    "run": RUN,
    "lines": [*RUN, *LINES],
    "gl": [*RUN, "-d", "surfaceless/es3", "--timeout", "9"],
    "eval": ["eval", "add", "cases", "-d", "fake:rne", "--reference", "cuda", "--timeout", "2"],
    "record": ["record", "-o", "out"],
    "bench": ["bench", "ops", "--timeout", "2"],
    "sweep": ["sweep", "cuda:tanh.approx", "--inputs", "1..1.0001", "--timeout", "2"],
}
HOW = {"exit": "ended the process", "_exit": "ended the process", "segv": "crashed",
       "hang": "hangs"}
CALLS = ("cuModuleLoadData", "cuDevicePrimaryCtxRetain", "cuDriverGetVersion")
ENTRIES = [*((call, 1) for call in (*CALLS, "cuMemAlloc_v2", "cuMemcpyHtoD_v2")),
           *((call, 2) for call in ("cuLaunchKernel", "cuCtxSynchronize", "cuMemcpyDtoH_v2"))]


def dies(program, folder):
    """Who needs CUDA ends with status 3 and a line, whatever call does not return. Each call
    fails in one of four ways, in turn."""
    turns = zip(itertools.product(("bench", "sweep"), CALLS), itertools.cycle(HOW))
    for (name, call), how in turns:
        done = start_command(program, folder / "fake_cuda.so", f"{call}={how}", COMMANDS[name])
        assert done.returncode == 3, f"{name} {call}={how}: {done}"
        assert "fpstripe: " in done.stderr, f"{name} {call}={how}: {done}"


def said(done, name, later, says, where):
    """Where CUDA was asked for by name, its end is status 3, or told of."""
    refused = name == "record" or not later
    assert done.returncode == (3 if refused else 0), where
    assert "cuda: " in done.stderr and says in done.stderr, where
    assert done.stdout == ("" if refused else "3F800000 33800000 3F800000 3F800000\n"), where


def died(done, name, later, says, where):
    """Else the next reference goes on, and no device is named."""
    assert done.returncode == 0, where
    answer = json.loads(done.stdout)
    reasons = tried(answer, "cuda")
    assert len(reasons) == 1 and f"the driver {says}" in reasons[0], where
    assert answer["complete"], where
    assert name != "run" or answer["verdict"]["rounding"] == "rtz", where
    assert later == (answer["reference"]["kind"] == "cuda"), where
    assert done.stderr.count("\n") == later and "surfaceless" not in done.stderr, where


def goes_on(program, folder, commands, calls):
    """Calls of the reference, in a process of its own, that do not return: the first one, or
    the second. Each fails in one of four ways, in turn."""
    turns = zip(itertools.product(commands, calls), itertools.cycle(HOW.items()))
    for (name, (call, at)), (how, says) in turns:
        if name == "record" and how == "hang":
            continue  # it waits as long as any command does by default
        fault = f"{call}={how}@{at}"
        done = start_command(program, folder / "fake_cuda.so", fault, COMMANDS[name])
        (said if name in ("eval", "record") else died)(done, name, at > 1, says,
                                                       f"{name} {fault}: {done}")


def before_gl(program, folder):
    """With a GL device the question is put before its driver is entered."""
    gl = ["-d", "surfaceless/es3"]
    if start(program, None, "", *gl, "--reference", "host").returncode:
        sys.exit(77)
    answer, said = report(program, folder / "fake_cuda.so", "init=tell", *gl)
    assert answer["reference"]["kind"] == "cuda", answer["reference"]
    assert said.startswith("cuInit before EGL\n"), said
    answer, _ = report(program, folder / "fake_cuda.so", "cuInit=abort", *gl)
    assert tried(answer, "cuda") == ["cuInit: the driver crashed: Aborted"], answer
    assert answer["complete"], answer


CASES = {
    "works": works,
    "before-gl": before_gl,
    "dies": dies,
    "goes-on": lambda *where: goes_on(*where, ("run",), 2 * [ENTRIES[0], ENTRIES[-3]]),
    "goes-on-all": lambda *where: goes_on(
        *where, ("run", "lines", "gl", "eval", "record"), ENTRIES),
    "not-asked": not_asked,
    "lost": lost,
    "absent": fails(None, "", "no driver"),
    "stub": fails("fake_cuda.so", "cuInit=34", "34"),
    "no-device": fails("fake_cuda.so", "count=0", ""),
    "init-fails": fails("fake_cuda.so", "cuInit=999", "999"),
    "old-driver": fails("fake_cuda.so", "version=9000", ""),
    "old-library": fails("fake_cuda_old.so", "", ""),
    "no-module": fails("fake_cuda.so", "cuModuleLoadData=300,cuModuleLoadDataEx=300", ""),
    "no-memory": fails("fake_cuda.so", "cuMemAlloc_v2=2", ""),
    "wrong": fails("fake_cuda.so", "wrong=1", ""),
    "init-aborts": ends("abort", "crashed: Aborted"),
    "init-exits": ends("exit", "ended the process"),
    "init-_exits": ends("_exit", "ended the process"),
    "init-hangs": ends("hang", "hangs: nothing for 2 s"),
}


def main():
    program, folder, case = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    CASES[case](os.path.abspath(program), folder)


main()
