#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dead.py FPSTRIPE CASE: a driver that from some call on draws, clears or reads back
nothing, or something older, and reports no error. What is ok is what a sound driver's
answer is, the headline too. Without CASE: the list of cases. FPSTRIPE_TEST_FILES is the folder of egl_front.so; else it is
tests/faults/ beside the program's. Exit status 77: no driver."""

import concurrent.futures
import itertools
import json
import pathlib
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))
import cases
from faults import front
from cases import Skip, holds, run, want

CLEARS = ("glClear", "glClearBufferfv", "glClearBufferuiv")


def dead(entries, call, action="noop", after=None):
    """All of `entries` from a call on, of the first or of `after`."""
    after = after or entries[0]
    return ",".join(f"{entry}{'' if entry == after else '@' + after}:{call}+:{action}"
                    for entry in entries)


# Plans of faults, for the number of the call at which the driver begins to fail.
WAYS = {
    "zeros": lambda n: dead(["glReadPixels"], n, "zeros"),
    "nothing": lambda n: dead(["glReadPixels"], n),
    "former": lambda n: dead(["glReadPixels"], n, "former"),
    "stuck": lambda n: dead(["glReadPixels"], n, "stuck"),
    "once": lambda n: f"glReadPixels:{n}:zeros",
    "draws": lambda n: dead(["glDrawArrays"], n),
    "clears": lambda n: dead(CLEARS, n, after="glReadPixels"),
    "draws and clears": lambda n: dead(["glDrawArrays", *CLEARS], n),
    "all": lambda n: dead(["glDrawArrays", "glReadPixels", *CLEARS], n),
}
COMPUTE = {
    "dispatches": lambda n: dead(["glDispatchCompute"], n),
    "maps": lambda n: dead(["glMapBufferRange"], n, "zeros"),
    "maps stuck": lambda n: dead(["glMapBufferRange"], n, "stuck"),
    "buffers": lambda n: dead(["glBufferData", "glDispatchCompute"], n),
}


def survey(api, words, plan=None):
    done = run("-d", front(api), "--json", "--no-sheet", *words, status=None,
               env={"FAULTS": plan} if plan else {})
    if plan is None and done.returncode == 3:
        raise Skip(done.stderr)
    holds(done.returncode in (0, 3), f"exit status {done.returncode} of {plan}")
    return done.stdout and json.loads(done.stdout), done.stderr


def statuses(report):
    return {result["status"] for result in report["results"]}


def name(result):
    return tuple(result[key] for key in ("probe", "stage", "precision", "form", "readout"))


def texts(result):
    return [finding["text"] for finding in result.get("findings", [])]


def check(report, clean, what):
    """What `report` says `clean` says too."""
    sound = {name(result): result for result in clean["results"]}
    for result in report["results"]:
        right = sound[name(result)]
        if result["status"] == "ok":
            want((result["status"], result["verdict"]), (right["status"], right["verdict"]),
                 f"{what}: {name(result)}")
            if result.get("operands") == right.get("operands"):
                want(texts(result), texts(right), f"findings of {what}: {name(result)}")
    got, right = report["verdict"], clean["verdict"]
    if got["status"] == "ok":
        holds(got["fraction_bits"] in (None, right["fraction_bits"]), f"{what}: {got}")
        holds(not got["survivors"] or set(right["survivors"]) <= set(got["survivors"]),
              f"{what}: {got}")


def answers(api, words, plans):
    """Whatever dies, the report says nothing wrong."""
    clean = survey(api, words)[0]
    plans = list(plans)

    def ask(plan):
        report, said = survey(api, words, plan)
        if report:
            check(report, clean, f"{api} {plan}")
        else:
            holds(said.startswith("fpstripe: "), f"{api} {plan}: no report, no message")

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(ask, plans))
    print(len(plans), "faults")


def sweeps(stages, calls):
    """A dropped call of a sweep ends it: no figure of what the buffer held before."""
    ways = {"compute": ("glDispatchCompute:{}:noop", "glDispatchCompute:{}+:noop",
                        "glMapBufferRange:{}+:zeros", "glMapBufferRange:{}+:stuck"),
            "vertex": ("glDrawArrays:{}:noop", "glMapBufferRange:{}+:stuck"),
            "fragment": ("glDrawArrays:{}:noop", "glReadPixels:{}:noop")}
    ended = 0
    for stage in stages:
        words = ("sweep", "gl:sin", "-d", front("es3"), "--inputs", "1..1.01", "--json",
                 "--stage", stage)
        clean = run(*words, status=None)
        if clean.returncode == 3:
            raise Skip(clean.stderr)
        for plan in (way.format(call) for way in ways[stage] for call in calls):
            done = run(*words, status=None, env={"FAULTS": plan})
            if done.returncode == 0:
                want(done.stdout, clean.stdout, f"{stage} {plan}")
                continue
            want((done.returncode, done.stdout), (3, ""), f"{stage} {plan}")
            holds("dropped a part of the sweep" in done.stderr, done.stderr)
            ended += 1
    holds(ended >= len(stages), f"{ended} sweeps ended")


def sweep():
    sweeps(("compute",), (1, 4))


def sweep_stages():
    sweeps(("compute", "vertex", "fragment"), (1, 2, 3, 4, 5, 6, 7, 9))


HIGHP = ("--precision", "highp")


def quick():
    answers("es3", HIGHP, [WAYS[way](n) for way, n in (
        ("zeros", 1), ("zeros", 5), ("zeros", 20), ("nothing", 9), ("former", 13), ("stuck", 16),
        ("draws and clears", 7), ("all", 23), ("clears", 11))])


def misplaced(api, words, actions):
    """A read-back that misplaces pixels: no finding is wrong and ok. If the controls do not
    show it, the sums do, and no expression of that read-back is ok."""
    clean = survey(api, words)[0]
    for action in actions:
        report, said = survey(api, words, f"glReadPixels:1+:{action}")
        holds(report, said)
        check(report, clean, f"{api} {action}")
        ok = [name(result) for result in report["results"]
              if result["status"] == "ok" and result.get("findings")]
        inside, doubted = action.endswith("-inside"), "may misplace pixels" in json.dumps(report)
        want(doubted, inside, f"a reason that no control gives, {api} {action}")
        want(bool(ok), not inside and api != "es2",
             f"any result of expressions is ok, {api} {action}: {ok}")


ASIDE = ("--full", *HIGHP, "--stage", "fragment", "--form", "plain", "--readout", "bits")
WHOLE = ("flipped", "mirrored", "row-off", "tiles", "even")
INSIDE = ("flipped-inside", "mirrored-inside", "row-off-inside", "tiles-inside")


def misplaces():
    misplaced("es3", ASIDE, WHOLE + INSIDE)
    misplaced("es2", ("--full", "--stage", "fragment"), WHOLE[::2])


def quick_ends():
    """It is told, and the run ends there; one call that fails is asked again."""
    report, said = survey("es3", HIGHP, WAYS["zeros"](20))
    want(report["complete"], False, "complete")
    holds("no longer draws or reads back" in said, said)
    clean = survey("es3", HIGHP)[0]
    once = survey("es3", HIGHP, WAYS["once"](20))[0]
    want(once, clean, "report of a driver that failed once")
    none = survey("es3", HIGHP, WAYS["zeros"](1))[0]
    want(statuses(none), {"unpainted", "skipped"}, "statuses where nothing is read back")
    # both pictures of this form are of one size
    former = survey("es3", ("--probe", "stripes", "--form", "published", *HIGHP),
                    WAYS["former"](2))[0]
    want(former["complete"], False, "complete, of a driver that reads what it drew before")
    dropped = survey("es3", HIGHP, "glUseProgram:3:noop")[0]
    holds(any("does not take the program into use" in row["verdict"]["text"]
              for row in dropped["results"]), "a program that was not used")


def quick_es2():
    answers("es2", ("--probe", "ties"), [WAYS["zeros"](4), WAYS["draws and clears"](40)])


def quick_compute():
    # chop-g0 paints zeros in the sieve
    words = ("--probe", "sieve", *HIGHP, "--stage", "compute")
    none = survey("es3", (*words, "--form", "guarded"), COMPUTE["dispatches"](3))[0]
    want(statuses(none), {"unpainted"}, "statuses where nothing is dispatched")
    answers("es3", words,
            [way(n) for way in COMPUTE.values() for n in (2, 5)])


def every(api, step=1):
    """Each way at each call, or one in `step` of these pairs."""
    plans = [way(n) for n in (1, 2, 4, 7, 12, 28, 75) for way in WAYS.values()]
    answers(api, (), plans[::step])


def stages():
    for stage in ("compute", "vertex"):
        ways = COMPUTE if stage == "compute" else WAYS
        answers("es3", ("--full", *HIGHP, "--stage", stage),
                [way(n) for way, n in zip(ways.values(), itertools.cycle((3, 8, 30)))])


def es2():
    every("es2", 4)


def all_calls():
    for api in ("es3", "gl", "es2"):
        every(api)


if __name__ == "__main__":
    sys.exit(cases.main(all_calls, misplaces, es2, quick, quick_compute,
                        quick_ends, quick_es2, stages, sweep, sweep_stages))
