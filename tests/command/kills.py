# SPDX-License-Identifier: MIT
"""kills.py FPSTRIPE CASE: a process killed at each call that changes files, while it
replaces a set of them. What is there must then be the old set or the new set, whole, and
each picture must have the pixels of its name. The killed process may leave one file, which
nobody touches; the next process must leave the new set, and every file of others as it
was. FPSTRIPE_TEST_FILES is the folder of preload_kill.so.

A case is `crashes`; `quick`, `sample` or `every`, which kill at few, some or all calls of each
set; or the name of a set. The calls are drawn by a seed, which is printed:
FPSTRIPE_TEST_SEED is another one, FPSTRIPE_TEST_KILLS another number of calls before the last
ones, which replace the set."""

import collections
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
import pngs
from cases import holds, run, want

OTHERS = {"notes.txt": "notes", "Makefile": "all:", "mine.png": "no picture",
          ".fpstripe-mine": "x", ".fpstripe-notes.tmp": "notes"}  # no folder: see has_only_store()
OLD = ("run", "-d", "fake:rtz,p=17", "--probe", "stripes", "--precision", "highp",
       "--reference", "host", "-o", "out")
NEW = ("run", "-d", "fake:rtz,p=16", "--probe", "stripes", "--precision", "highp",
       "--reference", "host", "--no-sheet", "-o", "out")
LAST = 12  # so many calls at the end replace the set


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


def whole(folder, what):
    """Each picture that the capture names is there, and has the pixels of its name."""
    for name in cases.named_in(folder):
        picture = folder / "pictures" / name
        holds(picture.exists(), f"{what}: {name} is missing")
        want(pngs.hash_of(picture.read_bytes()) + ".png", name, f"{what}: a picture")
    run("show", folder)


def one_of(it, where, place, what):
    """The capture is the old one or the new one, and all its pictures are whole."""
    text = (where / place / "capture.json").read_bytes()
    holds(text in it.versions[str(place)], f"{what}: {place} has another capture")
    whole(where / place, what)


class Set:
    """Words that make an old set and a new one in a folder `out`, and who reads it."""
    name, old, new = "", OLD, NEW

    def begin(self, where):
        run(*self.old, cwd=where, env=cases.NO_CI)
        add_others(where / "out")

    def again(self, where):
        run(*self.new, cwd=where, env=cases.NO_CI)

    place = "out"

    def hold(self, where, what):
        """That it is one set. A view may be of the other one."""
        one_of(self, where, self.place, what)


class Run(Set):
    name = "run"


class First(Set):
    """There is no set yet, and no folder."""
    name, new, place = "first", (*NEW[:-1], "out/a/b"), "out/a/b"

    def begin(self, where):
        pass

    def hold(self, where, what):
        if (where / self.place / "capture.json").exists():
            super().hold(where, what)


class Pages(Set):
    """The new set has a page too."""
    name = "pages"
    new = tuple(word for word in NEW if word != "--no-sheet")


class All(Set):
    """Each device has a folder of its own, with a summary beside them."""
    name = "all"
    old = ("run", "-d", "all", "--api", "es3", "--probe", "ties", "--no-sheet", "--stage",
           "fragment", "--precision", "highp", "--reference", "host", "-o", "out")
    new = tuple("sieve" if word == "ties" else word for word in old)

    def begin(self, where):
        if run("devices", "--api", "es3", status=None).returncode != 0:
            raise cases.Skip("there is no device")
        super().begin(where)

    def hold(self, where, what):
        json.loads((where / "out" / "summary.json").read_text())
        for path in (where / "out").glob("*/capture.json"):
            one_of(self, where, path.parent.relative_to(where), what)


class Bless(Set):
    name = "bless"
    old = ("bless", "-d", "fake:rtz,p=17", "--goldens", "out", "--reason", "seen", "--probe",
           "ties", "--probe", "stripes", "--precision", "highp", "--width", "64", "*")
    new = tuple("128" if word == "64" else word for word in old)

    def begin(self, where):
        run(*self.old, cwd=where, env=cases.NO_CI)
        self.place = next((where / "out").rglob("golden.json")).parent.relative_to(where)
        add_others(where / self.place)

    def hold(self, where, what):
        """The old goldens or the new ones, or one line that says that they are of both."""
        widths = {r["width"] for r in json.loads((where / self.place / "golden.json").read_text())
                  ["results"] if r["case"].startswith("stripes-")}
        want(len(widths), 1, f"{what}: widths {widths}")
        check = ["check" if word == "bless" else word for word in self.old if word != "*"]
        check[check.index("--reason"):check.index("--reason") + 2] = []
        check[check.index("--width") + 1] = str(widths.pop())
        done = run(*check, cwd=where, status=None)
        torn = "golden.json: capture_sha256: is of another capture.json" in done.stdout
        want(done.returncode, 1 if torn else 0, f"{what}: {done.stdout}")


class Sweep(Set):
    name = "sweep"
    old = ("sweep", "cpu:sinf", "--inputs", "1..1.0001", "--threads", "1", "-o", "out")
    new = ("sweep", "cpu:sinf", "--inputs", "2..2.0001", "--threads", "1", "-o", "out")

    def hold(self, where, what):
        now = {k: v for k, v in contents(where / "out").items() if k.startswith("sweep-")}
        bare = [{k: v for k, v in whole.items() if k.endswith(".json")}
                for whole in (self.before, self.after)]
        holds(now in (self.before, self.after, *bare), f"{what}: {sorted(now)}")

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
    own = {pathlib.Path(name).name for name in OTHERS}
    return {p: p.read_bytes() for p in where.rglob(".fpstripe-*.tmp") if p.name not in own}


def kill_one(it, start, number, after):
    where = cases.here / "where"
    shutil.rmtree(where, ignore_errors=True)
    shutil.copytree(start, where, symlinks=True)
    done, _ = counted(it.new, number, where)
    what = f"{it.name}, killed at call {number}"
    left = leftovers(where)
    holds(len(left) <= 1, f"{what}: left over: {sorted(left)}")
    it.hold(where, what)
    it.again(where)
    now = contents(where / "out")
    want([k for k in after if now.get(k) != after[k]], [], f"{what}: files after the next")
    more = {k: v for k, v in now.items() if k not in after and where / "out" / k not in left}
    for name, data in more.items():  # pictures that nobody names: whole ones
        want(f"pictures/{pngs.hash_of(data)}.png", name[-len("pictures/.png") - 64:],
             f"{what}: one more picture")
    want(leftovers(where), left, f"{what}: what was left over")
    return done.returncode in (-signal.SIGKILL, 128 + signal.SIGKILL, 3)


def kill(it, most, last=LAST):
    start, clean = cases.here / "start", cases.here / "clean"
    it.versions = collections.defaultdict(set)
    for path in (start, clean):
        shutil.rmtree(path, ignore_errors=True)
    start.mkdir()
    it.begin(start)
    shutil.copytree(start, clean)
    done, calls = counted(it.new, 0, clean)
    want(done.returncode, 0, f"{it.name}: {done.stderr}")
    after = contents(clean / "out")
    for whole in (start, clean):
        for path in whole.rglob("capture.json"):
            it.versions[str(path.parent.relative_to(whole))].add(path.read_bytes())
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
    print(f"{total} kills: 0 mixed sets, 0 half pictures, 0 files of others changed")
    holds(total >= 60, "too few kills")


def every():
    sample(1 << 20)
    crashes(1 << 20)


def crashes(most=8):
    """A driver's crash while a picture is written: what is saved is whole."""
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
        holds(len(leftovers(cases.here)) <= 1, f"{what}: left over")
        if (cases.here / "out/capture.json").exists():
            whole(cases.here / "out", what)
            saved += 1
        (cases.here / "out").mkdir(exist_ok=True)
    holds(0 < saved < calls, f"{saved} of {calls} captures")


if __name__ == "__main__":
    table = {name: (lambda it=it: kill(it(), 1 << 20)) for name, it in SETS.items()}
    sys.exit(cases.perform({"quick": quick, "sample": sample, "every": every, "crashes": crashes,
                            **table}))
