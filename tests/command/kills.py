# SPDX-License-Identifier: MIT
"""kills.py FPSTRIPE CASE: a process killed at each call that changes files, while it
replaces a set of them. What is there must then be the old set, the new set, or refused by
every reader; and the next process must leave the new set, nothing of the killed one, and
every file of others as it was. FPSTRIPE_TEST_FILES is the folder of preload_kill.so.

A case is `crashes`; `quick`, `sample` or `every`, which kill at few, some or all calls of each
set; or the name of a set. The calls are drawn by a seed, which is printed:
FPSTRIPE_TEST_SEED is another one, FPSTRIPE_TEST_KILLS another number of calls before the last
ones, which replace the set."""

import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import struct
import sys

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import holds, run, want

OTHERS = {"notes.txt": "notes", "Makefile": "all:", "mine.png": "no picture", ".fpstripe-mine": "x"}
OLD = ("run", "-d", "fake:rtz,p=17", "--probe", "stripes", "--precision", "highp",
       "--reference", "host", "-o", "out")
NEW = ("run", "-d", "fake:rtz,p=16", "--probe", "stripes", "--precision", "highp",
       "--reference", "host", "--no-sheet", "-o", "out")
LAST = 12  # so many calls at the end replace the set
ENDED = "was ended before it had replaced all"


def preload():
    path = pathlib.Path(os.environ.get("FPSTRIPE_TEST_FILES", "")) / "preload_kill.so"
    if not path.is_file():
        raise cases.Skip(f"{path} is not built")
    return str(path)


def counted(words, last, where, **env):
    """Runs with the counter; returns the result and how many calls there were."""
    counter = cases.here / "counter"
    counter.write_bytes(struct.pack("=2i", 0, last))
    done = run(*words, status=None, cwd=where,
               env={**cases.NO_CI, **env, "LD_PRELOAD": preload(), "KILL_COUNTER": str(counter),
                    "ASAN_OPTIONS": "verify_asan_link_order=0"})
    return done, struct.unpack("=2i", counter.read_bytes())[0]


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*"))
            if p.is_file()}


def add_others(folder):
    for name, text in OTHERS.items():
        (folder / name).write_text(text)


class Set:
    """Words that make an old set and a new one in a folder `out`, and who reads it."""
    name, old, new = "", OLD, NEW
    heals = True  # where the process that is killed is watched by the one that is seen

    def begin(self, where):
        run(*self.old, cwd=where, env=cases.NO_CI)
        add_others(where / "out")

    def again(self, where):
        run(*self.new, cwd=where, env=cases.NO_CI)

    place = "out"

    def hold(self, where, what):
        """Checks that there is one set, or none that `verify` accepts."""
        self.verify(self.place, where, what)

    @staticmethod
    def verify(place, where, what):
        done = run("verify", place, status=None, cwd=where)
        holds(done.returncode == 0 or (done.returncode == 4 and ENDED in done.stderr),
              f"{what}: {done.returncode} {done.stdout} {done.stderr}")


class Run(Set):
    name = "run"


class First(Set):
    """There is no set yet, and no folder."""
    name, new, place = "first", (*NEW[:-1], "out/a/b"), "out/a/b"

    def begin(self, where):
        pass

    def hold(self, where, what):
        if (where / self.place / "report.json").exists():
            super().hold(where, what)


class Pages(Set):
    """The new set has a page too."""
    name = "pages"
    new = tuple(word for word in NEW if word != "--no-sheet")


class All(Set):
    """Each device has a folder of its own, with a summary beside them."""
    name, heals = "all", False
    old = ("run", "-d", "all", "--api", "es3", "--probe", "ties", "--no-sheet", "--stage",
           "fragment", "--precision", "highp", "--reference", "host", "-o", "out")
    new = tuple("sieve" if word == "ties" else word for word in old)

    def begin(self, where):
        if run("devices", "--api", "es3", status=None).returncode != 0:
            raise cases.Skip("there is no device")
        super().begin(where)

    def hold(self, where, what):
        json.loads((where / "out" / "summary.json").read_text())
        for path in (where / "out").glob("*/report.json"):
            self.verify(path.parent, where, what)


class Bless(Set):
    name = "bless"
    old = ("bless", "-d", "fake:rtz,p=17", "--goldens", "out", "--reason", "seen", "--probe",
           "ties", "--probe", "stripes", "--precision", "highp", "--width", "64", "*")
    new = tuple("128" if word == "64" else word for word in old)

    def begin(self, where):
        run(*self.old, cwd=where, env=cases.NO_CI)
        self.place = next((where / "out").rglob("report.json")).parent.relative_to(where)
        add_others(where / self.place)

    def hold(self, where, what):
        super().hold(where, what)
        widths = {r["width"] for r in json.loads((where / self.place / "report.json").read_text())
                  ["results"] if r["probe"] == "stripes"}
        want(len(widths), 1, f"{what}: widths {widths}")
        check = ["check" if word == "bless" else word for word in self.old if word != "*"]
        check[check.index("--reason"):check.index("--reason") + 2] = []
        check[check.index("--width") + 1] = str(widths.pop())
        done = run(*check, status=None, cwd=where)
        holds(done.returncode == 0 or (done.returncode in (1, 4) and "bless again" in done.stdout),
              f"{what}: check {done.returncode} {done.stdout} {done.stderr}")


class Sweep(Set):
    name = "sweep"
    old = ("sweep", "cpu:sinf", "--inputs", "1..1.0001", "--threads", "1", "-o", "out")
    new = ("sweep", "cpu:sinf", "--inputs", "2..2.0001", "--threads", "1", "-o", "out")

    def hold(self, where, what):
        now = {k: v for k, v in contents(where / "out").items() if k.startswith("sweep-")}
        bare = {k: v for k, v in self.after.items() if k.endswith(".json")}
        # Who was killed may be the one that draws.
        holds(now in (self.before, self.after, bare)
              or any((where / "out").glob(".fpstripe-*/.journal")), f"{what}: {sorted(now)}")

    def begin(self, where):
        super().begin(where)
        if not hasattr(self, "before"):
            own = lambda: {k: v for k, v in contents(where / "out").items()
                           if k.startswith("sweep-")}
            self.before = own()
            self.again(where)
            self.after = own()
            super().begin(where)


class Parts(Set):
    name = "parts"
    old = ("sweep", "cpu:sinf", "--inputs", "1..1.0001", "--shard", "0/2", "-o", "out")
    new = ("sweep", "cpu:sinf", "--inputs", "2..2.0001", "--shard", "0/2", "-o", "out")

    def hold(self, where, what):
        for path in (where / "out").glob("*.part"):
            data = path.read_bytes()
            holds(f"{path.name} after {what}",
                  hashlib.sha256(data[:-64]).hexdigest().encode() == data[-64:])


class Compare(Set):
    name = "compare"
    old = ("compare", "fake:rne", "fake:rtz,p=17", "--html", "out/a.html", "--csv", "out/a.csv")
    new = ("compare", "fake:rne", "fake:rup", "--html", "out/a.html", "--csv", "out/a.csv")

    def begin(self, where):
        (where / "out").mkdir(exist_ok=True)
        super().begin(where)

    def hold(self, where, what):
        page = (where / "out/a.html").read_text()
        holds(page.endswith("</html>\n"), f"{what}: half a page")


SETS = {s.name: s for s in (Run, First, Pages, All, Bless, Sweep, Parts, Compare)}


def leftovers(where):
    return [p for p in where.rglob("*") if p.name.startswith(".fpstripe-") and
            p.name != ".fpstripe-mine" or p.is_dir() and not any(p.iterdir())]


def kill_one(it, start, number, after):
    where = cases.here / "where"
    shutil.rmtree(where, ignore_errors=True)
    shutil.copytree(start, where, symlinks=True)
    done, _ = counted(it.new, number, where)
    what = f"{it.name}, killed at call {number}"
    if it.heals and done.returncode != -signal.SIGKILL:  # its parent lives
        want(leftovers(where), [], f"{what}: left over at once")
    it.hold(where, what)
    it.again(where)
    now = contents(where / "out")
    want(sorted(now), sorted(after), f"{what}: files after the next")
    want([k for k in now if now[k] != after[k]], [], f"{what}: other bytes after the next")
    want(leftovers(where), [], f"{what}: left over")
    return done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL, 3)


def kill(it, most, last=LAST):
    start, clean = cases.here / "start", cases.here / "clean"
    for path in (start, clean):
        shutil.rmtree(path, ignore_errors=True)
    start.mkdir()
    it.begin(start)
    shutil.copytree(start, clean)
    done, calls = counted(it.new, 0, clean)
    want(done.returncode, 0, f"{it.name}: {done.stderr}")
    after = contents(clean / "out")
    numbers = drawn(calls, most, last)
    killed = sum(kill_one(it, start, number, after) for number in numbers)
    print(f"{it.name}: {calls} calls, {killed} of {len(numbers)} killed")
    return killed


def drawn(calls, most, last):
    """The last calls of 1 ... calls, which replace the set, and `most` of the others."""
    seed = os.environ.get("FPSTRIPE_TEST_SEED", "1")
    others = range(1, max(1, calls - last + 1))
    most = min(len(others), int(os.environ.get("FPSTRIPE_TEST_KILLS", most)))
    print(f"seed {seed}, {most} of {len(others)} calls before the last {last}")
    return sorted({*random.Random(seed).sample(others, most), *range(len(others) + 1, calls + 1)})


def quick():
    holds(sum(kill(SETS[name](), 1, last) for name, last in
              (("run", 9), ("first", 1), ("bless", 1))) >= 3, "too few kills")


def sample(most=3):
    """All sets. A machine without a driver has no set `all`."""
    total = 0
    for it in SETS.values():
        try:
            total += kill(it(), most)
        except cases.Skip as reason:
            print(f"{it.name}: {reason}")
    print(f"{total} kills: 0 mixed sets, 0 files left, 0 files of others changed")
    holds(total >= 50, "too few kills")


def every():
    sample(1 << 20)
    crashes(1 << 20)


def crashes(most=8):
    """A driver's crash in the main thread while another writes a picture: what is saved is
    whole, and of what is not there the report says nothing."""
    words = ("run", "-d", "fake:rtz,p=17", "--probe", "ties", "--reference", "host",
             "--width", "64", "--no-sheet", "-o", "out")
    saved = 0
    done, calls = counted(words, 0, cases.here)
    want(done.returncode, 0, done.stderr)
    for number in drawn(calls, most, 2):
        shutil.rmtree(cases.here / "out")
        done, _ = counted(words, number, cases.here, KILL_CRASHES="1")
        what = f"crashed at call {number} of {calls}"
        inside = "inside the driver" in done.stderr
        holds(done.returncode in ((3,) if inside else (3, 128 + signal.SIGSEGV)),
              f"{what}: {done.returncode} {done.stderr}")
        want(leftovers(cases.here), [], f"{what}: left over")
        if (cases.here / "out/report.json").exists():
            done = run("verify", "out", status=None, cwd=cases.here)
            # A simulated device is asked again: it does not break then.
            wrong = [line for line in done.stdout.splitlines()
                     if line.startswith("out: ties ") and "the device broke here" not in line]
            want((wrong, done.returncode), ([], done.returncode & 1), f"{what}: verify")
            saved += 1
        (cases.here / "out").mkdir(exist_ok=True)
    holds(0 < saved < calls, f"{saved} of {calls} reports")


if __name__ == "__main__":
    table = {name: (lambda it=it: kill(it(), 1 << 20)) for name, it in SETS.items()}
    sys.exit(cases.perform({"quick": quick, "sample": sample, "every": every, "crashes": crashes,
                            **table}))
