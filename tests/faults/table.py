#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""table.py FPSTRIPE CASE: every entry of EGL and GL that a command calls, at its first,
middle and last call, does each of what drivers at fault do. The command ends in time, with
a documented status; a crash is never a success; what is reported is right, or not decided;
a report fits the schema; no file is left. Without CASE: the list of cases, a command each;
`sample` is a selection of all, and COMMAND-every has each fault, not every ninth. Exit
status 77: no driver."""

import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))
import cases
import faults
from cases import holds, want

try:
    import jsonschema
except ImportError:
    jsonschema = None

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" /
                     "report.schema.json").read_text())
# Made once: to check the schema itself takes far longer than a report.
VALIDATOR = jsonschema and jsonschema.validators.validator_for(SCHEMA)(SCHEMA)
# These end the work: the program must say so.
FATAL = {"segv", "abort", "hang", "deaf", "exit0", "_exit", "kill"}
SIMPLE = ("noop", "error", "lost", "segv", "abort", "hang")
FEW = ("noop", "error", "lost", "segv", "exit0")
WAITS = {"hang", "deaf"}
SAMPLE = 211  # every so manieth of all is in the sample
PART = 9    # and of a command in its own case
TIME_LIMIT_S = 300  # only what hangs for ever takes it

Command = collections.namedtuple("Command", "api words actions judge")
Fault = collections.namedtuple("Fault", "command entry call action")


def judge_report(done, clean, out):
    """A result or a headline that is decided is that of the driver without a fault."""
    path = out / "report.json"
    if not path.exists():
        want(done.returncode == 0, False, "status 0 without a report")
        return
    report = json.loads(path.read_text())
    if VALIDATOR:
        VALIDATOR.validate(report)
    want(report["complete"], done.returncode == 0, "complete")
    plain = json.loads(clean["report.json"])
    rows = {key_of(result): result["verdict"] for result in plain["results"]}
    for result in report["results"]:
        if result["status"] == "ok":
            same(result["verdict"], rows[key_of(result)], key_of(result))
    if report["verdict"]["status"] == "ok":
        same(report["verdict"], plain["verdict"], "the headline")


def judge_expressions(done, clean, out):
    """And the pixels of what is decided, of the same operands, are the same."""
    judge_report(done, clean, out)
    if not (out / "report.json").exists():
        return
    rows = {key_of(result): result for result in json.loads(clean["report.json"])["results"]}
    for result in json.loads((out / "report.json").read_text())["results"]:
        right = rows[key_of(result)]
        if result["status"] == "ok" and result["operands"] == right["operands"]:
            want(result["pixels_sha256"], right["pixels_sha256"], f"pixels of {key_of(result)}")


def key_of(result):
    return " ".join(result[key] for key in ("probe", "stage", "precision", "form", "readout"))


def same(got, wanted, what):
    want(got["fraction_bits"], wanted["fraction_bits"], f"bits of {what}")
    holds(set(got["survivors"]) >= set(wanted["survivors"]),
          f"survivors of {what}: {got['survivors']}, without a fault {wanted['survivors']}")


def judge_lines(done, clean, out):
    """What is printed is what is printed without a fault, as far as it goes."""
    lines, plain = done.stdout.splitlines(), clean["stdout"].splitlines()
    want(lines, plain[:len(lines)], "lines")
    want(len(lines) == len(plain), done.returncode == 0, "all lines")


def judge_check(done, clean, out):
    holds(done.returncode != 0 or "match" in done.stdout, done.stdout)


def judge_all_or_none(done, clean, out):
    """What is printed is what is printed without a fault, or nothing."""
    want(done.stdout, "" if done.returncode else clean["stdout"], "output")


RUN = ("run", *faults.ASKED, "-o", "out")
COMMANDS = {
    "run-es3": Command("es3", RUN, SIMPLE, judge_report),
    "run-gl": Command("gl", RUN, FEW, judge_report),
    "run-es2": Command("es2", RUN, FEW, judge_report),
    "run-compute": Command("es3", ("run", "--probe", "sieve", "--precision", "highp",
                                   "--stage", "all", "--no-sheet", "-o", "out"),
                           FEW, judge_report),
    "run-expressions": Command("es3", ("run", "--probe", "operations", "--precision", "highp",
                                       "--form", "plain", "--no-sheet", "-o", "out"),
                               ("noop", "error"), judge_expressions),
    "eval": Command("es3", ("eval", "add", "input"), (*FEW, "_exit"), judge_lines),
    "sweep": Command("es3", ("sweep", "gl:sin", "--inputs", "1..1.01", "--json"), SIMPLE,
                     judge_all_or_none),
    "sweep-pairs": Command("gl", ("sweep", "gl:pow", "--inputs", "1..1.0001", "--json"),
                           ("noop", "error"), judge_all_or_none),
    "check": Command("es3", ("check", "goldens", *faults.ASKED[:4]),
                     ("noop", "segv", "_exit"), judge_check),
}


def words_of(command, action):
    """Only who waits for a driver that hangs is short of time."""
    return (*command.words[:1], "-d", faults.front(command.api), *command.words[1:],
            "--timeout", "1" if action in WAITS else "10")


def set_up(folder, command):
    folder.mkdir(parents=True)
    (folder / "input").write_text("".join(f"3F80{i:04X} 33{i:02X}0000\n" for i in range(64)))
    goldens = folder.parent / "clean" / "goldens"
    if goldens.exists():
        shutil.copytree(goldens, folder / "goldens")
    elif command.words[0] == "check":
        cases.run("bless", "*", "--reason", "as it is", "-d", faults.front(command.api),
                  *command.words[2:], cwd=folder, env=cases.NO_CI)


def start(command, folder, env, action=None):
    return subprocess.run([cases.program, *words_of(command, action)], cwd=folder,
                          timeout=TIME_LIMIT_S, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=cases.environment(FAULTS_EGL=faults.real_library(), **env))


def clean_run(name):
    """The faults of a command, and what it makes without one."""
    command, folder = COMMANDS[name], cases.here / name / "clean"
    set_up(folder, command)
    done = start(command, folder, {"FAULTS_LOG": str(folder / "calls")})
    want(done.returncode, 0, f"{name}: {done.stderr}")
    calls = [line.split() for line in (folder / "calls").read_text().splitlines()]
    made = {"stdout": done.stdout}
    if (folder / "out/report.json").exists():
        made["report.json"] = (folder / "out/report.json").read_text()
    planned = [Fault(name, entry, call, action) for entry, count in calls
               for call in sorted({1, (int(count) + 1) // 2, int(count)})
               for action in command.actions]
    return planned, made


def judge_fault(fault, clean):
    """What is wrong with how the command ended, or None."""
    command = COMMANDS[fault.command]
    folder = cases.here / fault.command / f"{fault.entry}-{fault.call}-{fault.action}"
    set_up(folder, command)
    plan = {"FAULTS": f"{fault.entry}:{fault.call}:{fault.action}",
            "FAULTS_SAY": str(folder / "said"), "FAULTS_SEEN": str(folder / "seen")}
    try:
        done = start(command, folder, plan, fault.action)
        said = (folder / "said").exists()
        holds(done.returncode in (0, 1, 3) and (done.returncode != 1 or "check" in
                                                fault.command), f"status {done.returncode}")
        holds(done.returncode == 0 or done.stderr or fault.command == "check", "no message")
        if (fault.action in FATAL and said) or (folder / "seen").exists():
            want(done.returncode, 3, "exit status")
        want(faults.left(folder / "out"), set(), "files that are left")
        command.judge(done, clean, folder / "out")
    except subprocess.TimeoutExpired:
        return "it hangs"
    except Exception as wrong:  # of a judge, or of json and jsonschema
        return " ".join(str(wrong).split())[:300]
    return None


def judge_all(planned, clean):
    """Says what went wrong. Returns how many faults did."""
    waiting = [fault for fault in planned if fault.action in WAITS]
    busy = [fault for fault in planned if fault.action not in WAITS]
    wrong = 0
    for count, some in ((os.cpu_count() or 1, busy), (8, waiting)):
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            for fault, why in zip(some, pool.map(
                    lambda fault: judge_fault(fault, clean[fault.command]), some)):
                if why:
                    print(*fault, why, sep=": ")
                    wrong += 1
    print(f"{len(planned)} faults, {wrong} wrong")
    return wrong


def table(*names, step=1):
    planned, clean = [], {}
    for name in names:
        more, clean[name] = clean_run(name)
        planned += more
    # Not the same actions of every call: there are five or six.
    some = [fault for i, fault in enumerate(planned) if (i + i // 6) % step == 0]
    want(judge_all(some, clean), 0, "faults that went wrong")


CASES = {name + end: lambda name=name, step=step: table(name, step=step)
         for name in COMMANDS for end, step in (("", PART), ("-every", 1))}
CASES["sample"] = lambda: table(*COMMANDS, step=SAMPLE)

if __name__ == "__main__":
    sys.exit(cases.perform(CASES))
