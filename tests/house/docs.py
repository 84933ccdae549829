#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs.py SOURCE_ROOT FPSTRIPE [CASE]: the documents say what is so.

links        what a *.md links to is there, headings included
commands     each fpstripe command line of a *.md is taken; on fakes it is run
outputs      what stands below "$ fpstripe ..." is what it prints: on fakes and captures;
             on llvmpipe and of sweeps, where device and judge are those of the output
options      man page, README, commands.md, completion and help name the same options and
             commands, and the man page each word of a simulated device, with its help
completion   bash completes what the help lists
wrap         no line of a *.md is longer than 100 columns, tables and code excepted

Without CASE: all. With --update for CASE, the outputs are rewritten. Exit status 77:
what the case needs is not there.
"""

import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
from cases import NO_CI

SKIP = 77
DEVICE = re.compile(r"^(?:device|API|processor|judge) +(.*)$", re.MULTILINE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<(?:img|a) [^>]*(?:src|href)=\"([^\"]+)\"")
# Long options of other programs that the README names.
FOREIGN = {"--suite", "--cross-file"}
COLUMNS_MAX = 100
STORED = ("fake:", "captures/")

root = program = None
faults = []


def fault(text):
    faults.append(text)


def documents():
    for path in sorted(root.rglob("*.md")):
        inside = path.relative_to(root).parts
        if not any(part.startswith((".", "build")) for part in inside):
            yield path


def run(words, folder):
    return subprocess.run(
        [program, *words], capture_output=True, text=True, cwd=folder, timeout=120,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **NO_CI, "LC_ALL": "C", "MESA_SHADER_CACHE_DISABLE": "true"})


def anchors(path):
    """Returns the anchors that GitHub makes from headings."""
    text = FENCE.sub("", path.read_text())
    for heading in re.findall(r"^#+ +(.*)$", text, re.MULTILINE):
        kept = re.sub(r"[^\w\- ]", "", heading.lower())
        yield kept.replace(" ", "-")


def check_links():
    for path in documents():
        text = FENCE.sub("", path.read_text())
        for match in LINK.finditer(text):
            target = match[1] or match[2]
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = path.parent / name if name else path
            if not file.exists():
                fault(f"{path.relative_to(root)}: {target} is not there")
            elif anchor and anchor not in anchors(file):
                fault(f"{path.relative_to(root)}: {target} is no heading there")


def commands():
    """Yields (document, words) of each command line in a block of code."""
    for path in documents():
        for kind, body in FENCE.findall(path.read_text()):
            if kind not in ("sh", "console"):
                continue
            for line in body.splitlines():
                if kind == "console" and not line.startswith("$ "):
                    continue
                words = shlex.split(line.removeprefix("$ "), comments=True)
                words = words[:words.index("|")] if "|" in words else words
                if words and words[0] in ("fpstripe", "./run"):
                    yield path, words[1:]


def is_cheap(words, sides_of=("fake:",)):
    """Returns true if a command needs no driver, and only the files of `sides_of`: it uses
    a simulated device, or prints a list."""
    fake = any(word.startswith("fake:") for word in words)
    if words and words[0] == "compare":
        sides = itertools.takewhile(lambda word: not word.startswith("-"), words[1:])
        fake = all(word.startswith(sides_of) for word in sides)
    return fake or (bool(words) and words[0] in ("explain", "help"))


def check_commands():
    """Runs each command once. With --help, if it needs a driver, or if `outputs` runs it."""
    count, shown = 0, {body.splitlines()[0].removeprefix("$ fpstripe ")
                       for path in documents() for body in sessions(path.read_text())}
    for path, words in commands():
        whole = is_cheap(words) and shlex.join(words) not in shown
        with tempfile.TemporaryDirectory() as folder:
            done = run(words if whole else [*words, "--help"], folder)
        count += 1
        if done.returncode != 0:
            fault(f"{path.relative_to(root)}: fpstripe {shlex.join(words)}: status "
                  f"{done.returncode}: {done.stderr.strip()}")
    if count < 10:
        fault(f"only {count} command lines found")


def printed(body):
    """Returns the block as it should be."""
    command = body.splitlines()[0]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("captures", "examples"):
            (pathlib.Path(folder) / name).symlink_to(root / name)
        done = run(shlex.split(command.removeprefix("$ "))[1:], folder)
    return f"{command}\n{done.stdout.rstrip()}\n"


def same_device(got, want):
    """Returns true if two outputs are of the same device, in the same version."""
    return DEVICE.findall(got) == DEVICE.findall(want)


def sessions(text):
    """Yields the blocks that have one command and its output."""
    for match in FENCE.finditer(text):
        if match[1] == "console" and match[2].startswith("$ fpstripe "):
            yield match[2]


def has_shade():
    """Returns true if this build has the module of shade."""
    return any(pathlib.Path(program).parent.glob("app/shade/fpstripe-glslang*"))


def check_outputs():
    count = 0
    for path in documents():
        for body in sessions(path.read_text()):
            words = shlex.split(body.splitlines()[0])[2:]
            driven = not is_cheap(words, STORED)
            if driven and "llvmpipe" not in words and words[0] != "sweep":
                continue
            if words[0] == "shade" and not has_shade():
                continue
            want, got = printed(body), body
            if driven and not same_device(got, want):
                continue
            count += 1
            if got != want:
                line = next((w for g, w in zip(got.splitlines() + [""] * 99,
                                               want.splitlines()) if g != w), "less")
                fault(f"{path.relative_to(root)}: {body.splitlines()[0]} prints another "
                      f"thing: {line!r} (docs.py ... --update writes it)")
    if count < 2:
        fault(f"only {count} outputs found")


def update_outputs():
    for path in documents():
        text = path.read_text()
        for body in list(sessions(text)):
            if not is_cheap(shlex.split(body.splitlines()[0])[2:], STORED):
                continue
            text = text.replace(f"```console\n{body}```", f"```console\n{printed(body)}```")
        if text != path.read_text():
            path.write_text(text)
            print(f"wrote {path.relative_to(root)}")


def long_options(text):
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))


def commands_of_help():
    """Returns the commands that the help lists."""
    listed = re.search(r"^Commands:\n(.*?)\n\n", run(["--help"], root).stdout, re.M | re.S)
    return re.findall(r"^  (\w+)", listed[1], re.M) if listed else []


def help_options(command):
    return long_options(run([command, "--help=all"], root).stdout)


def check_options():
    files = {name: (root / name).read_text().replace("\\-", "-") for name in
             ("README.md", "docs/commands.md", "docs/fpstripe.1", "docs/fpstripe.bash")}
    manual = files["docs/fpstripe.1"]
    section = manual[manual.index(".SH OPTIONS"):manual.index(".SH FILES")]
    commands_listed = commands_of_help()
    wanted = set().union(*map(help_options, commands_listed))

    if len(wanted) < 10:
        fault("the help lists no options or no commands")
    described = set()
    for name in re.findall(r"^\.TP\n\.BR? (-.*)$", section, re.MULTILINE):
        described |= long_options(name)
    for name in sorted(wanted ^ described):
        fault(f"docs/fpstripe.1 and the help differ in {name}")
    for file, text in files.items():
        for name in sorted(long_options(text) - wanted - FOREIGN):
            fault(f"{name} is named in {file}, but not in the help")
    for name in commands_listed:
        if f"fpstripe {name}" not in files["docs/commands.md"] and name != "help":
            fault(f"docs/commands.md has no example of the command {name}")
        if not re.search(rf"^\.BR? {name}\b", manual, re.MULTILINE):
            fault(f"docs/fpstripe.1 has no command {name}")
    for word in json.loads(run(["explain", "models", "--json"], root).stdout)["words"]:
        head = rf"\.BI? {re.escape(word['word'])}" + ("= " if "value" in word else "\n")
        if not re.search(rf"^\.TP\n{head}.*{re.escape(word['help'])}\.$", manual,
                         re.M | re.S | re.I):
            fault(f"docs/fpstripe.1 does not say of {word['word']}: {word['help']}")


def complete(*words):
    script = (f"source {shlex.quote(str(root / 'docs' / 'fpstripe.bash'))}; "
              f"COMP_WORDS=({shlex.join([program, *words])}); "
              f"COMP_CWORD={len(words)}; _fpstripe {shlex.quote(program)}; "
              'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True,
                          timeout=60, cwd=root)
    if done.returncode != 0 or done.stderr:
        fault(f"completion of {words}: {done.stderr.strip()}")
    return set(done.stdout.split())


def names_of(command, key="name"):
    return set(re.findall(rf'^ *"{key}": "(.*?)"', run(["explain", command, "--json"], root).stdout,
                          re.MULTILINE))


def check_completion():
    if not shutil.which("bash"):
        sys.exit(SKIP)
    listed = commands_of_help()
    models = names_of("models")
    halves = {f"f16_{name}" for name in "add sub mul div mulAdd sqrt to_f32 to_f64".split()}
    fakes = models | names_of("models", "key")
    for wanted, *words in (
            *((help_options(command), command, "--") for command in listed),
            ({*listed, *help_options("run")}, ""),
            (names_of("probes"), "run", "--probe", ""),
            ({"sqrt"}, "eval", "sq"), (halves, "eval", "f16"),
            ({"mediump"}, "--precision", "=", "m"), ({"fragment"}, "bless", "--stage", "=", "fr"),
            ({"tanhf"}, "sweep", "cpu", ":", "tanh"), ({"pairs"}, "sweep", "--domain", "pa"),
            (models | {"nearest", "truncate", "upward"}, "--expect", ""),
            (fakes, "-d", "fake", ":"), (fakes, "compare", "capture.json", "fake", ":"),
            ({"rtz"}, "-d", "fake", ":", "rt"), ({"tegra3"}, "check", "-d", "fake", ":", "teg"),
            ({"README.md"}, "verify", "READ"), ({"README.md"}, "compare", "README.md", "READ"),
            ({"fake:"}, "compare", "fak"), ({"STYLE.md"}, "analyze", "--png", "STY")):
        got = complete(*words)
        if not wanted or got != wanted:
            fault(f"completion of {' '.join(words)!r}: got {sorted(got)} want {sorted(wanted)}")


def check_wrap():
    for path in documents():
        text = re.sub(r"<!-- begin.*?<!-- end", "", FENCE.sub("", path.read_text()),
                      flags=re.DOTALL)
        for line in text.splitlines():
            if len(line) > COLUMNS_MAX and not line.startswith(("|", "![", "    ")):
                fault(f"{path.relative_to(root)}: {len(line)} columns: {line[:60]}")


CASES = {
    "links": check_links,
    "commands": check_commands,
    "outputs": check_outputs,
    "options": check_options,
    "completion": check_completion,
    "wrap": check_wrap,
}


def main():
    global root, program
    root = pathlib.Path(sys.argv[1]).resolve()
    program = str(pathlib.Path(sys.argv[2]).resolve())
    cases = sys.argv[3:] or list(CASES)
    if cases == ["--update"]:
        update_outputs()
        return
    for name in cases:
        CASES[name]()
    for text in faults:
        print(text, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
