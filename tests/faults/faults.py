#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py FPSTRIPE CASE: what drivers at fault make of a run. Without CASE: the list of
cases. FPSTRIPE_TEST_FILES is the folder of egl_front.so (egl_front.c says how it is told
what is to go wrong); else it is tests/faults/ beside the program's. Exit status 77: no
driver."""

import ctypes
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))
import cases
import pngs
from cases import Skip, holds, run, want

ASKED = ("--probe", "ties", "--precision", "highp", "--no-sheet")
LATE = 9  # a read-back of that run, after its headline


def files():
    beside = pathlib.Path(cases.program).resolve().parent / "tests" / "faults"
    return pathlib.Path(os.environ.get("FPSTRIPE_TEST_FILES", beside)).resolve()


def real_library():
    """The path of the system's libEGL."""
    try:
        ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        raise Skip(str(error)) from error
    found = re.search(r"/\S*/libEGL\.so\S*", pathlib.Path("/proc/self/maps").read_text())
    return found.group()


def front(api="es3"):
    """The id of a device whose libEGL is the front."""
    return f"egl:{files() / 'egl_front.so'}/{api}"


def in_front():
    """The environment in which libEGL.so.1 is the front."""
    folder = cases.here / "lib"
    folder.mkdir(exist_ok=True)
    library = folder / "libEGL.so.1"
    if not library.is_symlink():
        library.symlink_to(files() / "egl_front.so")
    return {"LD_LIBRARY_PATH": str(folder), "FAULTS_EGL": real_library()}


def counts(*words):
    """How often a run without a fault calls each entry."""
    log = cases.here / "calls"
    run(*words, env={"FAULTS_LOG": str(log), "FAULTS_EGL": real_library()})
    return {name: int(n) for name, n in map(str.split, log.read_text().splitlines())}


def passes():
    """Without a fault it is the driver behind it."""
    plain = json.loads(run("-d", "surfaceless/es3", "--json", *ASKED).stdout)
    behind = json.loads(run("-d", front(), "--json", *ASKED).stdout)
    want(behind["measurement_sha256"], plain["measurement_sha256"], "measurement_sha256")
    calls = counts("-d", front(), "--json", *ASKED)
    results = len([r for r in plain["results"] if r["status"] != "unsupported"])
    holds(calls["glReadPixels"] >= results > 1, calls)
    holds(calls["eglInitialize"] == 1, calls)


# A driver's action on its process at a read-back: the program's exit status, a part of its
# line, and whether it saves the results so far.
FINISHED, NOTHING = True, False
ENDINGS = {
    "segv": (3, "crashed inside the driver (SIGSEGV)", FINISHED),
    "abort": (3, "crashed inside the driver (SIGABRT)", FINISHED),
    "exit0": (3, "the driver ended the process", FINISHED),
    "exit7": (3, "the driver ended the process", FINISHED),
    "thread-exit": (3, "the driver ended the process", FINISHED),
    "lost": (3, "context was lost", FINISHED),
    "hang": (3, "the driver hangs, nothing for 4 s", FINISHED),
    "spin": (3, "the driver hangs, nothing for 4 s", FINISHED),
    "exit-hang": (3, "the driver hangs, nothing for 4 s", FINISHED),
    "_exit": (3, "the driver ended the process, with status 0", NOTHING),
    "exit-exit": (3, "the driver ended the process, with status 0", NOTHING),
    "kill": (3, "ended by signal 9", NOTHING),
    "deaf": (3, "the driver hangs", NOTHING),
    "handlers-hang": (3, "the driver hangs", NOTHING),
    "stop": (3, "the driver hangs", NOTHING),
}
# A driver's action on its process, after which it goes on: the program does its work.
GOES_ON = {
    "alarm": (0, ""),
    "defaults": (0, ""),
    "handlers": (0, ""),
    "block": (0, ""),
    "umask": (0, ""),
    "chdir": (0, ""),
    "no-files": (5, "Too many open files"),
    "close": (5, ""),
    "atexit-hang": (3, "the driver hangs"),
    "atexit-segv": (3, "ended by signal 11"),
    "atexit-exit": (0, ""),
}


def left(folder):
    """Returns the files of a folder that are neither views nor whole pictures. A picture
    that no capture names may stay if the process was ended before it could write one."""
    if not folder.exists():
        return set()
    pictures = folder / "pictures"
    named = cases.named_in(folder) if (folder / "capture.json").exists() else set()
    there = {p.name for p in pictures.iterdir()} if pictures.exists() else set()
    half = {name for name in there
            if name != pngs.hash_of((pictures / name).read_bytes()) + ".png"}
    others = {p.name for p in folder.iterdir()} - {"capture.json", "report.json", "verdict.png", "pictures"}
    return others | half | (named - there) | (there - named if named else set())


def ending(action):
    """The headline is there when the driver fails: no verdict is wrong, and it is not
    complete."""
    status, says, saved = ENDINGS[action]
    out = cases.here / "out"
    # Only who waits for a driver that hangs is short of time.
    patience = "4" if "hang" in says else "60"
    done = run("-d", front(), *ASKED, "--timeout", patience, "-o", "out", "--expect",
               "nearest", env={"FAULTS": f"glReadPixels:{LATE}:{action}"}, status=status)
    holds(says in done.stderr.splitlines()[0], done.stderr)
    want(left(out), set(), "files that are left")
    want((out / "report.json").exists(), saved, "a report")
    if saved:
        report = json.loads((out / "report.json").read_text())
        want(report["complete"], False, "complete")
        want(report["verdict"]["rounding"], "nearest", "rounding")
        want(report["verdict"]["status"], "ok", "headline")


def goes_on(action):
    status, says = GOES_ON[action]
    out = cases.here / "out"
    done = run("-d", front(), *ASKED, "--timeout", "9", "-o", "out", "--expect", "nearest",
               env={"FAULTS": f"glReadPixels:1:{action}"}, status=status)
    holds(says in done.stderr, done.stderr)
    want(left(out), set(), "files that are left")
    if status == 5:
        return
    report = json.loads((out / "report.json").read_text())
    want((report["complete"], report["verdict"]["rounding"]), (True, "nearest"),
         "report")


def interrupted():
    """A driver that hangs does not keep an interrupted run, nor one that is deaf."""
    for action, saved in (("hang", True), ("deaf", False)):
        out = cases.here / action
        process = subprocess.Popen(
            [cases.program, "-d", front(), *ASKED, "-o", out], cwd=cases.here, text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=cases.environment(FAULTS=f"glReadPixels:{LATE}:{action}",
                                  FAULTS_SAY=str(cases.here / "said")))
        while process.poll() is None and not (cases.here / "said").exists():
            time.sleep(0.01)
        (cases.here / "said").unlink()
        process.terminate()
        _, log = process.communicate(timeout=100)
        want(process.returncode, 143, log)
        want((out / "report.json").exists(), saved, f"a report after {log}")
        want(left(out), set(), "files that are left")


def dies_too():
    """Who kills the process that a user sees kills the one in the driver."""
    said = cases.here / "said"
    process = subprocess.Popen(
        [cases.program, "-d", front(), *ASKED, "--json"], cwd=cases.here,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=cases.environment(FAULTS="glReadPixels:1:deaf", FAULTS_SAY=str(said)))
    while process.poll() is None and not said.exists():
        time.sleep(0.01)
    process.kill()
    # Both have these pipes; they end with the last of them.
    want(process.communicate(timeout=100), (b"", b""), "output")


def all_devices():
    """A driver that is deaf costs its own rows, and one that fails late is told of."""
    env = in_front()
    words = ("-d", "all", "--api", "es3", *ASKED, "--timeout", "1", "--json")
    done = run(*words, env={"FAULTS": "eglInitialize:1:deaf", **env}, status=3)
    holds("no device has a verdict" in done.stderr, done.stderr)
    done = run(*words, env={"FAULTS": f"glReadPixels:{LATE}:deaf", **env}, status=3)
    rows = [row for row in json.loads(done.stdout)["devices"] if "reason" in row]
    holds(any("status 3" in row["reason"] for row in rows), rows)
    late = {"FAULTS": f"glReadPixels:{LATE}:segv", **env}
    done = run(*words, "--expect", "nearest", env=late, status=3)
    rows = [row for row in json.loads(done.stdout)["devices"] if "verdict" in row]
    want({(row["complete"], row["verdict"]["status"]) for row in rows}, {(False, "ok")}, "rows")


def second_run():
    """bless does not wait for its second run for ever, nor take a part of it."""
    env = {**cases.NO_CI, "FAULTS_ONCE": str(cases.here / "once")}
    done = run("bless", "*", "--reason", "x", "-d", front(), *ASKED[:4], "--timeout", "1",
               env={"FAULTS": "glReadPixels:1:deaf", **env}, status=3)
    holds("the second run gave no report" in done.stderr, done.stderr)
    want(cases.tree(cases.here), ["once"], "what lies in the folder")


def no_threads():
    """What would be done on a thread is done all the same; a sheet is drawn if it can."""
    words = ("run", "-d", "fake:rne", "--probe", "ties", "--width", "64", "-o")
    without = {"LD_PRELOAD": str(files() / "fail_threads.so")}
    run(*words, "with")
    run(*words, "without", env=without)
    for path in (cases.here / "with/pictures").iterdir():
        want((cases.here / "without/pictures" / path.name).read_bytes(), path.read_bytes(),
             path.name)
    run("show", "without")
    run("compare", "with", "without", "--png", "a.png", env=without, status=None)
    run("sweep", "cpu:sinf", "--inputs", "1..1.001", "--json", env=without)
    for words in (("sweep", "cpu:sinf", "--inputs", "1..1.001"), ("bench", "ops")):
        done = run(*words, "-o", words[0], env={"__EGL_VENDOR_LIBRARY_FILENAMES": "/dev/null", **without})
        names = {path.name for path in (cases.here / words[0]).iterdir()}
        holds(any(name.endswith(".json") for name in names), names)
        want("not drawn" in done.stderr or "no plot" in done.stderr or "no charts" in done.stderr,
             not any(name.endswith(".png") for name in names), f"{names}: {done.stderr}")


def many_devices():
    """A hundred devices, where there was room for fewer."""
    env = {"FAULTS": "eglQueryDevicesEXT:1+:many", **in_front()}
    done = run("-d", "egl:99/es3", "--json", env=env, status=3)
    holds("there are 64 EGL devices, egl:0 to egl:63" in done.stderr, done.stderr)
    run("-d", "egl:63/es3", "--json", *ASKED, env=env)


def named():
    """A device is found by its name though not all can be opened in one process."""
    word = json.loads(run("-d", "surfaceless/es3", "--json", *ASKED).stdout)["device"]["renderer"]
    for action in "segv", "exit0":
        env = {"FAULTS": f"eglCreateContext:2:{action}", **in_front()}
        report = json.loads(run("-d", word[:12], "--json", *ASKED, env=env).stdout)
        want(report["device"]["renderer"], word, f"renderer behind {action}")


def opened_once():
    """The only EGL device is opened once, if a part of its name names it."""
    env, said = in_front(), cases.here / "said"
    ids = {row["id"].rpartition("/")[0] for row in json.loads(run("devices", "--json").stdout)["devices"]}
    if sum(name.startswith("egl:") for name in ids) != 1:
        raise Skip(f"not one EGL device: {ids}")
    word = json.loads(run("-d", "egl:0/es3", "--json", *ASKED).stdout)["device"]["renderer"]
    run("-d", word[:12], "--api", "es3", "--json", *ASKED,
        env={"FAULTS": "eglCreateContext:2:alarm", "FAULTS_SAY": str(said), **env})
    holds(not said.exists(), "a process has opened a second context")


def crashes():
    """A fault is where it was asked for."""
    done = run("-d", front(), "--json", *ASKED, env={"FAULTS": "eglInitialize:1:segv"},
               status=3)
    holds("crashed inside the driver (SIGSEGV)" in done.stderr, done.stderr)


LONG = ("-d", "fake:rtz,p=17", "--width", "2048", "--no-sheet", "-o", "out")


def in_the_middle(*before):
    """A run that has written a picture, and the folder where that lies."""
    shutil.rmtree(cases.here / "out", ignore_errors=True)
    process = subprocess.Popen([*before, cases.program, *LONG], cwd=cases.here, text=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               env=cases.environment())
    while process.poll() is None and not list(cases.here.glob("out/pictures/*.png")):
        time.sleep(0.001)
    want(process.poll(), None, "exit status")
    return process, cases.here / "out"


def signals():
    """What ends the process that a user sees, or the one that it watches, leaves whole
    pictures and no other file."""
    for number, status, own in ((signal.SIGHUP, 129, True), (signal.SIGTRAP, 133, False),
                                (signal.SIGQUIT, 131, False), (signal.SIGUSR1, 138, False)):
        process, out = in_the_middle()
        process.send_signal(number)
        said = process.communicate(timeout=60)[1]
        want(process.returncode, status, f"exit status after {number}: {said}")
        want(left(out), set(), f"files that {number} left")
        want((out / "report.json").exists(), own, f"a report after {number}")
    for number in (signal.SIGTRAP, signal.SIGKILL, signal.SIGSEGV):
        process, out = in_the_middle()
        pid = process.pid
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(int(children[0]), number)
        said = process.communicate(timeout=60)[1]
        want(process.returncode, 3, f"exit status after {number}: {said}")
        want(left(out), set(), f"files that {number} left")


def lost_late():
    """A context that is lost at the last call of an entry: exit status 3 if glGetError said
    so, and no report is complete."""
    words = ("--probe", "sieve", "--precision", "highp", "--stage", "all", "--json", "--no-sheet")
    calls = counts("-d", front(), *words)
    for entry in ("glMapBufferRange", "glGenBuffers", "glBindBufferRange", "glDispatchCompute",
                  "glTexBuffer", "glLinkProgram", "glGetProgramiv", "glUseProgram"):
        seen = cases.here / entry
        env = {"FAULTS": f"{entry}:{calls[entry]}:lost", "FAULTS_SEEN": str(seen)}
        done = run("-d", front(), *words, env=env, status=3)
        holds(seen.exists(), f"{entry}: glGetError returned no error")
        holds("the context was lost (glGetError 0x0507)" in done.stderr, done.stderr)
        want(json.loads(done.stdout)["complete"], False, f"complete, of {entry}")


def group_left(*words, env=None):
    """Runs the program in a process group of its own. Returns how it ended, whether the
    group had a member then, and what was printed."""
    with (cases.here / "printed").open("w+") as printed:
        process = subprocess.Popen([cases.program, *words], cwd=cases.here, stdout=printed,
                                   stderr=subprocess.DEVNULL, start_new_session=True,
                                   env=cases.environment(**env or {}))
        process.wait(timeout=100)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            printed.seek(0)
            return process.returncode, False, printed.read()
        return process.returncode, True, None


def outlived():
    """No process that the program started outlives it, however it ends."""
    for _ in range(4):
        want(group_left("-d", "nosuch", "--full", "--json")[:2], (3, False), "no such device")
    for action in "segv", "kill", "exit0", "lost":
        env = {"FAULTS": f"glReadPixels:30:{action}"}
        want(group_left("-d", front(), "--full", "--json", env=env)[:2], (3, False), action)


def forks():
    """A driver whose fork() returns twice: the copy ends, and prints and writes nothing."""
    clean = json.loads(run("-d", front(), "--json", *ASKED).stdout)
    for fault in ("eglInitialize:1:fork-wait", "glReadPixels:1:fork", "glReadPixels:5:fork",
                  "glGetError:9:fork"):
        status, stays, text = group_left("-d", front(), "--json", *ASKED, env={"FAULTS": fault})
        want((status, stays), (0, False), f"exit status, and processes left, of {fault}")
        want(json.loads(text)["measurement_sha256"], clean["measurement_sha256"], fault)
        env = {"FAULTS": fault, **in_front()}
        want(group_left("-d", "llvmpipe", "--json", *ASKED, env=env)[:2], (0, False),
             f"exit status, and processes left, of {fault} by name")
    run("-d", front(), *ASKED, "-o", "out", env={"FAULTS": "glReadPixels:1+:fork"})
    run("verify", "out")
    want(left(cases.here / "out"), set(), "files that are left")


def descriptors():
    """However few descriptors there are: all of it, or nothing and one line."""
    for limit in range(4, 16):
        done = run("-d", "fake:rne", "--probe", "width", "--precision", "highp",
                   "--no-sheet", "-o", f"out{limit}", status=None, preexec_fn=lambda:
                   resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
        out = cases.here / f"out{limit}"
        want((done.returncode, out.exists()), (0, True) if out.exists() else (5, False),
             f"exit status, and files, with {limit} descriptors: {done.stderr}")
        want(left(out), set(), f"files that are left with {limit} descriptors")
        holds(done.stderr.startswith("fpstripe: "), done.stderr)
    want(done.returncode, 0, "exit status with the most descriptors")


def containers():
    """Two containers, where processes have the same numbers, with one folder: neither
    removes a picture that the other one has written or found."""
    apart = ("unshare", "-pf")
    if not shutil.which("unshare") or subprocess.run([*apart, "true"]).returncode:
        raise Skip("no process may have a process number space of its own here")
    process, out = in_the_middle(*apart)
    for _ in range(2):
        subprocess.run([*apart, cases.program, *LONG[:2], "--probe", "width", *LONG[-3:]],
                       cwd=cases.here, env=cases.environment(), check=True,
                       capture_output=True)
        want(process.poll(), None, "exit status of the first")
    said = process.communicate(timeout=100)[1]
    want(process.returncode, 0, said)
    run("show", "out")
    want([name for name in left(out) if not name.endswith(".png")], [], "files that are left")


CASES = {
    **{f.__name__.replace("_", "-"): f
       for f in (crashes, named, opened_once, passes, many_devices, all_devices, second_run, interrupted,
                 dies_too, no_threads, signals, outlived, forks, lost_late, descriptors,
                 containers)},
    **{f"ending-{action}": lambda action=action: ending(action) for action in ENDINGS},
    **{f"goes-on-{action}": lambda action=action: goes_on(action) for action in GOES_ON},
}

if __name__ == "__main__":
    sys.exit(cases.perform(CASES))
