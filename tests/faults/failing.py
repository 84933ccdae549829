#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""failing.py FPSTRIPE INJECTOR POINTS [COMMAND [N [1]]]: what a machine refuses.

INJECTOR is fail_memory.so (allocations) or fail_calls (system calls, each with each error).
Every command of the table runs whole, and its calls are counted; then with the n-th
failing, for POINTS values of n spread over all, and some more with all calls (all such
system calls) from the n-th on failing. A run that fails says so, ends with a documented
status, cuts no JSON, leaves no file but whole ones, and no capture that `show` cannot read. A
run that ends as the whole one did has the same output, to the byte, and is one of HARMLESS; or
of LESSER, where it has not.
COMMAND and N: this run alone, told in full; 1: all calls from N on fail. Exit status 77:
the system lets no process answer for another one's system calls.
"""

import bisect
import collections
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / "shared")]
import pngs
from cases import NO_CI, SKIP

WORKERS = 2
LIMIT_S = 120
STATE = 4096  # bytes of struct state
PART_JUDGE = slice(560, 592)  # in struct part_head
PART_HASH = 64  # bytes, at the end
ONE = "--probe width --precision highp --form plain --reference model"
DRAWN = "--probe stripes --precision highp --form plain --readout bits --width 16" \
        " --reference model"

# `@` is the folder that prepare() fills.
COMMANDS = {
    "help": "help run",
    "version": "--version",
    "models": "explain models",
    "models-json": "explain models --json",
    "probes": "explain probes",
    "probes-json": "explain probes --json",
    "explain": "explain df64",
    "usage": "run --precison highp",
    "unknown-device": f"run -d fake:rnee {ONE} --json",
    "sweep-list": "sweep --list tan",
    "run-json": f"run -d fake:rne {ONE} --json",
    "run": f"run -d fake:rne {ONE} --no-sheet -o out",
    "run-again": f"run -d fake:rne {ONE} --no-sheet -o again",
    "run-drawn": f"run -d fake:rne {DRAWN} --no-sheet -o out",
    "run-recorded": "run -d fake:rne --probe ties --precision highp --form plain --json"
                    " --reference recorded",
    "run-expressions": "run -d fake:rtz,p=17 --probe operations --precision highp"
                       " --form plain --reference model --json",
    "run-expect": f"run -d fake:rne {ONE} --json --expect fraction_bits=23",
    "run-captures": f"run -d fake:rne {ONE} --no-sheet --captures all",
    "compare": "compare @/one @/two",
    "compare-html": "compare @/one @/two --html page.html",
    "compare-md": "compare @/one @/two --md page.md",
    "compare-csv": "compare @/one @/two --csv page.csv",
    "show": "show @/one",
    "show-json": "show @/one --json",
    "verify": "verify @/one",
    "verify-json": "verify @/one --json",
    "bless": f"bless width-* --reason why -d fake:rne {ONE.replace('--reference model', '')}"
             " --goldens new",
    "check": "check -d fake:rne --goldens @/goldens --probe width --precision highp"
             " --form plain",
    "check-views": "check -d fake:rne --goldens @/goldens --probe width --precision highp"
                   " --form plain --junit a.xml",
    "analyze": "analyze @/shot.png",
    "analyze-json": "analyze @/shot.png --json",
    "eval": "eval add @/cases -d fake:rne --reference model",
    "eval-check": "eval add @/records --check",
    "sweep": "sweep cpu:sinf --inputs 1..0x1.0001p0 --no-sheet -o out --threads 1",
    "sweep-part": "sweep cpu:sinf --inputs 1..0x1.0001p0 --shard 0/2 --no-sheet -o out"
                  " --threads 1",
    "merge": "sweep --merge @/parts -o out",
    "record": "record -o out",
    "sheet": f"run -d fake:rne {DRAWN} -o out",
    "sheet-compare": "compare @/one @/two --png page.png",
    "devices": "devices",
    "llvmpipe": "run -d llvmpipe --api es3 --probe width --precision highp --form plain"
                " --json --reference model --timeout 20",  # it may wait for a lost thread
}

# Commands that use a renderer or draw: seconds each, so some points only.
SLOW = ("analyze", "analyze-json", "bless", "devices", "llvmpipe", "merge", "sheet",
        "sheet-compare")
# The commands of a sample of points: each kind of file is written and read once.
FEW = ("explain", "run-json", "run-drawn", "run-again", "compare-html", "verify", "bless",
       "check", "analyze", "eval", "sweep", "merge", "record", "sheet-compare")
FEW_POINTS = 10
# The output of these commands may differ if the driver was refused something: table.py tests
# drivers at fault.
DRIVER = "devices", "llvmpipe"

# Who was refused something, innermost first (a function of the program begins with *),
# without any change of what came out, and why not.
HARMLESS = {
    r"_IO_file_doallocate": "stdio goes on without a buffer",
    r"\*memory_format": "vasprintf could not give back what it had too much",
    r"pthread_create": "who wanted a thread does its work itself",
    r"qsort_r": "the C library sorts in place",
    r"dlerror|dlopen|ld-linux": "a library that can be done without is as one not installed",
    r"libEGL|swrast|libLLVM|libstdc\+\+|libGL|libglapi|libgbm|libdrm|libexpat|regcomp|gl_":
        "the driver did without, or was not needed",
    r"libfontconfig|libpango|libcairo|libglib|libgobject|libfreetype|libharfbuzz|libpng"
    r"|fpstripe-sheet|libfribidi|libpixman|libgio":
        "the same sheet was drawn",
}
# The same of system calls: name, error, path (`.fpstripe-X.tmp`: a staging file).
HARMLESS_CALLS = {
    r"^\S+ \S+ (/(usr|lib|lib64|etc|proc|sys|dev|var|root|run)\b|@/cache|\S*fontconfig|\S*\.so\b)":
        "a library, a font or a fact of the system that can be done without",
    r"^\S+ \S+ \S*/cuda/recorded\.": "another reference is taken, and the report says which",
    r"^(mmap|mprotect|munmap|mremap|memfd_create) ": "memory is got otherwise, or kept",
    r"^(getrandom|sched_getaffinity|prlimit64|socket|readlink) ": "it is found out otherwise",
    r"^(sigaltstack|prctl|kill) ": "it matters only if the driver or the parent dies",
    r"^(clone|clone3|fork|vfork) ":
        "without a process nobody watches, without threads one does the work",
    r"^(fcntl|dup2|ioctl) \S+ (pipe|)$": "a standard stream is used as it is",
    r"^p?poll ": "what cannot be waited for is read at once",
    r"^mkdirat ": "the directory is there already",
    r"^flock ": "without a lock no picture of an earlier run is removed",
    r"^openat \S+ (\S*/|\.)$": "a file that has a name from the beginning does as well",
    r"^(openat|fcntl|getdents64) \S+ (\S*/)?[\w-]+$":
        "without a lock or a list no picture of an earlier run is removed",
    r"^(newfstatat|fstat|access|faccessat|lseek) ": "what it tells, the next call tells",
    r"^close \S+ (?!\S*\.tmp( \(deleted\))?$)":
        "the bytes are on the disk already, or were only read",
    r"^read \S+ pipe$": "the end of a child's answer: one that is cut is no JSON",
    r"^read \S+ \S+\.png$": "to go to its end reads ahead; these bytes are read again",
    r"^(socketpair|sendto|recvfrom|read|write) \S+ (socket:\[\d+\])?$":
        "the next reference is taken, and the report says why",
    r"^unlink \S+ \S+\.part$": "it was not there, and is not left",
    r"^unlinkat \S+ (\S*/)?[\w-]+$": "an empty folder may stay",
    r"^write SHORT ": "the rest is written by the next call",
    r"^\w+ EINTR ": "it is asked again",
    r"^openat \S+ (out|new/\S+|all/\S+)/((capture|golden)\.json|\w+\.png|sweep-cpu-sinf\.\w+)$":
        "no earlier run left any there; nor could it be read",
}
# Files of an earlier run, which the next run removes.
EARLIER = ("verdict.png",)
# Files that may be others: fontconfig, Pango and Cairo take another font, or leave out
# what they have no memory for; and the report has the hash of the page, if there is one.
LESSER = {
    "sheet": {"out/verdict.png", "out/report.json"},
    "sheet-compare": {"page.png"},
    "merge": {"out/sweep-cpu-sinf.png"},
    "run-again": {f"again/{name}" for name in EARLIER},
    "check-views": {"a.xml"},  # how many seconds it took
}

# What the text and the JSON say of a reference that is not there: it may be for another reason.
REFERENCE = rb'\njudge .*|"reason": "(cuInit|no driver|no memory to share|the GPU): .*"'

program = injector = base = None


def environment(folder, **more):
    clean = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "LD_PRELOAD")}
    return {**clean, **NO_CI, "LC_ALL": "C", "MESA_SHADER_CACHE_DISABLE": "true",
            "XDG_RUNTIME_DIR": str(folder), "XDG_CACHE_HOME": str(base / "cache"), **more}


def words_of(text):
    return [program, *text.replace("@", str(base)).split()]


def prepare():
    """What the commands read: reports, goldens, parts, a picture, operands."""
    for text in (f"run -d fake:rne {ONE} --no-sheet -o @/one",
                 f"run -d fake:rtz,p=17 {ONE} -o @/two",
                 f"run -d fake:rne {DRAWN} --no-sheet -o @/drawn",
                 f"{COMMANDS['bless'].replace('new', '@/goldens')}",
                 f"{COMMANDS['sweep-part'].replace('-o out', '-o @/parts')}",
                 f"{COMMANDS['sweep-part'].replace('-o out', '-o @/parts')}"
                 .replace("0/2", "1/2"),
                 "run -d fake:rtz,p=11 --probe stripes --precision highp --form plain"
                 " --readout rgba8 --width 64 --no-sheet -o @/shots"):
        subprocess.run(words_of(text), cwd=base, env=environment(base), check=True,
                       capture_output=True)
    next((base / "shots/pictures").glob("*.png")).rename(base / "shot.png")
    (base / "cases").write_text("3f800000 33800000\n3f800001 b3800000\n" * 4)
    (base / "records").write_bytes(struct.pack("<fff", 1, 2, 3) * 8)


def essence(file, data):
    """What two runs must have in common: a report may say another reason why there is no
    CUDA, a sweep which library judged."""
    if file.endswith(".part"):
        return essence_of_part(data)
    if not file.endswith(".json") or not is_json(data):
        return data
    report = json.loads(data, object_hook=lambda o: {k: o[k] for k in o if k != "judge"})
    for tried in report.get("reference", {}).get("tried", []):
        tried["reason"] = ""
    return json.dumps(report)


def essence_of_part(data):
    """The records of a part, without the judge, and whether its hash is theirs."""
    records, told = data[:-PART_HASH], data[-PART_HASH:]
    whole = hashlib.sha256(records).hexdigest().encode() == told
    return whole, records[:PART_JUDGE.start], records[PART_JUDGE.stop:]


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}


class Run:
    """One run with the `at`-th call failing, 0: none; `forever`: all from there on."""

    def __init__(self, name, at=0, forever=False):
        with tempfile.TemporaryDirectory(dir=base, prefix="case-") as folder:
            here = pathlib.Path(folder)
            work = here / "work"
            work.mkdir()
            if name == "run-again":
                shutil.copytree(base / "two", work / "again")
            self.before = contents(work)
            state = here / "state"
            state.write_bytes(struct.pack("<qqq", 0, at, forever).ljust(STATE, b"\0"))
            self.start(words_of(COMMANDS[name]), work, state)
            told = state.read_bytes()
            self.calls = struct.unpack("<q", told[:8])[0]
            self.who = told[24:].rstrip(b"\0").decode(errors="replace")
            self.files = contents(work)
            self.compared = {file: essence(file, data) for file, data in self.files.items()}
            self.folders = {str(path.relative_to(work))
                            for path in work.rglob("*") if path.is_dir()}
            self.faulty = self.not_shown(work)

    def start(self, words, work, state):
        if injector.endswith(".so"):
            more = {"LD_PRELOAD": injector}
        else:
            words, more = [injector, *words], {}
        try:
            done = subprocess.run(words, cwd=work, capture_output=True, timeout=LIMIT_S,
                                  stdin=subprocess.DEVNULL,
                                  env=environment(work.parent, FAULTS_STATE=str(state),
                                                  **more))
        except subprocess.TimeoutExpired:
            done = subprocess.CompletedProcess(words, "hangs", b"", b"")
        self.status, self.out = done.returncode, done.stdout
        self.error = done.stderr.decode(errors="replace")

    def not_shown(self, work):
        """Why `show` does not read the captures that are there."""
        for path in work.rglob("capture.json"):
            done = subprocess.run([program, "show", str(path.parent)], capture_output=True,
                                  env=environment(work.parent), text=True)
            if done.returncode or done.stderr:
                return done.stdout + done.stderr
        return None


@functools.lru_cache(None)
def symbols():
    listed = subprocess.run(["nm", "-n", program], capture_output=True, text=True).stdout
    words = [line.split() for line in listed.splitlines()]
    return [(int(w[0], 16), w[2]) for w in words if len(w) == 3 and w[1] in "tT"]


def symbol(offset):
    at = bisect.bisect_right(symbols(), (offset, "~")) - 1
    return symbols()[at][1] if at >= 0 else "-"


def who(told):
    """The frames of a stack, innermost first; or the system call."""
    if not injector.endswith(".so"):
        told = re.sub(r"\S*/case-[^/]*/work", "", told.replace(str(base), "@"))
        return re.sub(r"\.fpstripe-[0-9a-f]{16}", ".fpstripe-X",
                      re.sub(r"pipe:\[\d+\]", "pipe", told))
    frames = []
    for line in told.splitlines():
        name, offset, function = line.rsplit(None, 2)
        name = os.path.basename(name)
        if name == os.path.basename(program):
            frames.append(f"*{symbol(int(offset, 16))}")
        elif name != os.path.basename(injector):
            frames.append(f"{name.split('.so')[0]}:{function}")
    return " < ".join(frames[:10])


def is_json(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


def wrong(name, run, whole):
    """What is wrong with a run, or None."""
    if run.status not in range(6) and run.status != whole.status:
        return f"status {run.status}"
    if run.faulty:
        return f"a capture is left that cannot be read: {run.faulty}"
    left = set(run.files) - set(whole.files) | run.folders - whole.folders
    left -= {file for file in left if is_whole_picture(file, run.files.get(file))}
    if run.status != whole.status and run.before.items() <= run.files.items():
        left -= set(run.before)  # nothing was replaced
    if "files of an earlier run may remain" in run.error:
        left -= LESSER.get(name, set())
    if left:
        return f"left: {sorted(left)}"
    if run.status == whole.status:
        return not_same(name, run, whole)
    said = any(line.startswith("fpstripe: ") for line in run.error.splitlines())
    if not said and (run.status != 1 or run.out == whole.out):
        return f"status {run.status}, and nothing is said"
    cut = run.who.startswith("write ")  # standard output itself, which is told
    if "--json" in COMMANDS[name] and run.out and not cut and not is_json(run.out):
        return f"status {run.status}, and cut JSON"
    return None


def not_same(name, run, whole):
    """What is wrong with a run that ended as the whole one did, or None."""
    others = {file for file in {*run.files, *whole.files}
              if run.compared.get(file) != whole.compared.get(file)} - LESSER.get(name, set())
    others -= {file for file in others - set(whole.files)
               if is_whole_picture(file, run.files[file])}
    if re.search(r"/cuda/recorded\.|^readlink \S+ /proc/self/exe", run.who):
        return None  # another reference, which the output names
    told = [re.sub(REFERENCE, b"", out) for out in (run.out, whole.out)]
    if name not in DRIVER and (others or told[0] != told[1]):
        if "_dl_exception_create" in who(run.who):  # the reason why a library is not there
            return None
        return f"status {run.status}, and another output: {others}"
    if name == "sheet" and "out/verdict.png" not in run.files \
            and "warning: verdict.png is not drawn" not in run.error:
        return "no sheet, and nothing is said"
    silent = run.error == whole.error and told[0] == told[1]
    by = who(run.who) if silent else None
    harmless = HARMLESS if injector.endswith(".so") else HARMLESS_CALLS
    if by and not any(re.search(pattern, by) for pattern in harmless):
        return f"passed in silence: {by}"
    return None


def is_whole_picture(file, data):
    """Returns true for a picture of a store: it may stay although no report names it."""
    return file.endswith(".png") and pathlib.Path(file).parent.name == "pictures" \
        and pngs.hash_of(data) == pathlib.Path(file).stem


def points(count, most):
    """`most` of 1 ... count, or all."""
    if count <= most:
        return list(range(1, count + 1))
    return sorted({1 + i * (count - 1) // (most - 1) for i in range(most)})


def try_command(name, most):
    """The runs of one command, and how many were wrong."""
    whole = Run(name)
    if name in SLOW:
        most = max(2, most // 8)
    tried = [(n, False) for n in points(whole.calls, most)]
    tried += [(n, True) for n in points(whole.calls, max(2, most // 16))]
    statuses, bad = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for (n, forever), run in zip(tried, pool.map(lambda at: Run(name, *at), tried)):
            what = wrong(name, run, whole)
            statuses[run.status] += 1
            if what:
                bad.append(f"{n}{' and on' * forever}: {what}\n      {who(run.who)}\n"
                           f"      {run.error.strip()[-300:]}")
    ended = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items(), key=str))
    print(f"{name}: {whole.calls} calls, {len(tried)} failed: {ended}; {len(bad)} wrong",
          flush=True)
    for line in bad[:5]:
        print("   ", line)
    return len(tried), len(bad)


def tell(name, at=0, forever=0):
    run, whole = Run(name, int(at), bool(int(forever))), Run(name)
    print(run.out.decode(errors="replace"), run.error, who(run.who), sep="\n")
    print("status", run.status, "calls", run.calls, "files", sorted(run.files))
    print(wrong(name, run, whole))
    return 0


def main():
    global program, injector, base
    program, injector = map(os.path.abspath, sys.argv[1:3])
    with tempfile.TemporaryDirectory(prefix="fpstripe-") as folder:
        base = pathlib.Path(folder)
        if not injector.endswith(".so") and Run("version").status == SKIP:
            print("skipped: no process may answer for another one's system calls here")
            return SKIP
        prepare()
        if len(sys.argv) > 4:
            return tell(*sys.argv[4:])
        most = int(sys.argv[3])
        counts = [try_command(name, most) for name in COMMANDS
                  if most > FEW_POINTS or name in FEW]
    runs, bad = map(sum, zip(*counts))
    print(f"{len(counts)} commands, {runs} failing calls, {bad} wrong")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
