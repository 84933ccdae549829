#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""builds.py VARIANT SOURCE_ROOT FOLDER [BUILD]: builds a variant without a warning.

It configures the variant in FOLDER/VARIANT, which is kept so that a second call builds only
what has changed, and runs the tests that may behave differently there. The variant `clang` only
has clang check each file that the build folder BUILD compiles. Exit status 77: the compiler or
a library is missing.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
JOBS = "2"
SUPPRESSIONS = pathlib.Path(__file__).resolve().parent / "lsan.supp"

# nvcc compiles the kernels equally with every host compiler; without nvcc, the
# committed PTX is used.
PLAIN = ["-Dcuda=disabled"]

# Tests of the command line that together run each command and write each kind of file.
COMMANDS = ["cli-default_folder", "cli-eval_pipe", "cli-expect", "cli-full", "cli-help_text",
            "cli-html", "cli-json_alone", "cli-shader_dir", "cli-stale", "cli-topics",
            "cli-unknown_value", "check-blessed-and-checked", "verify-tree"]

# Only the program lacks the feature: the tests of the command line cover it. gcc at -O0
# reports an overlap of buffers where there is none.
PROGRAM = dict(cc="gcc", targets=["fpstripe"], tests=COMMANDS)
MISSING = [*PLAIN, "-Doptimization=0", "-Dc_args=-Wno-restrict"]

# The tests of the parts of a sweep.
SWEEPS = ["judge", "tally", "domain", "figures", "sweep", "part", "report_sweep",
          "division", "sweep-shards"]

CHECKED = [*PLAIN, "-Db_sanitize=address,undefined", "-Db_lundef=false"]
STRICT = "-fno-sanitize-recover=all -fno-omit-frame-pointer"

VARIANTS = {
    # The missing features of one build are independent: none of them uses another.
    "least": dict(PROGRAM, options=[*MISSING, "-Dglfw=disabled", "-Dsheet=disabled",
                                    "-Dmpfr=disabled", "-Djpeg=disabled"]),
    # The tests of the readers of files, of memory and of drivers. Tests that only repeat
    # arithmetic in loops, and the simulated devices, take minutes here and find nothing new.
    # Programs that these tests do not run are not built. As fast as what is installed: the
    # optimizer shows what is uninitialised.
    "sanitize": dict(
        cc="gcc",
        targets=["fpstripe", "tests/device/fake_egl.so"],
        needed=True,
        probe="-fsanitize=address,undefined",
        options=[*CHECKED, f"-Dc_args={STRICT}"],
        tests=[*COMMANDS, "sha256", "contract", "guard", "png", "report", "shot",
               "pictures-hostile", "verdict", "probe", "survey", "sheet", "schema",
               "gl-llvmpipe-es2", "gl-devices", "gl-missing-library",
               "gl-hostile-draw-crashes", "gl-hostile-init-hangs", "window-keys",
               *SWEEPS, "sweep-merge-refuses", "sweep-gl-exact"]),
}


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIP)


def environment(variant):
    clean = {name: value for name, value in os.environ.items()
             if name not in ("CFLAGS", "LDFLAGS", "MAKEFLAGS", "DESTDIR", "MESON_TESTTHREADS")}
    if "probe" in variant:
        clean.update(
            LSAN_OPTIONS=f"suppressions={SUPPRESSIONS}:print_suppressions=0",
            UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1",
            FPSTRIPE_SLOWER="10",
        )
    cached = "ccache " if shutil.which("ccache") else ""
    return {**clean, "CC": cached + variant["cc"], "LC_ALL": "C.UTF-8"}


def can_link(variant):
    """Returns true if the compiler makes a program: a sanitizer's library may be missing."""
    with tempfile.TemporaryDirectory() as folder:
        words = [variant["cc"], "-x", "c", "-", "-o", f"{folder}/empty"]
        words += [variant["probe"]] if "probe" in variant else []
        done = subprocess.run(words, input="int main(void) { return 0; }\n", text=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode == 0


def processor_time():
    """Returns the CPU time of all children, because on a busy machine the wall time means
    nothing."""
    used = os.times()
    return used.children_user + used.children_system


def step(name, words, env):
    """Runs a step, prints its output if it fails or warns, and returns whether it
    succeeded."""
    start = processor_time()
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=env)
    text = done.stdout.decode(errors="replace")
    warned = re.search(r"\bwarning:", text, re.I) is not None
    good = done.returncode == 0 and not warned
    print(f"{name}: {'ok' if good else 'FAILED'}, {processor_time() - start:.1f} s", flush=True)
    if not good:
        print(text, flush=True)
    return good


def setup(folder, root, variant):
    """Returns the command that configures the folder, None if its stamp shows that this is
    done."""
    words = ["meson", "setup", str(folder), str(root), "--werror",
             "--fatal-meson-warnings", "-Dc_link_args=-Wl,--fatal-warnings",
             *variant.get("options", [])]
    stamp = folder / "variant"
    wanted = " ".join([variant["cc"], *words])
    if (folder / "build.ninja").exists() and stamp.exists() and stamp.read_text() == wanted:
        return None, stamp, wanted
    shutil.rmtree(folder, ignore_errors=True)
    return words, stamp, wanted


def chosen(folder, names):
    """Returns those of the tests that the build has: without a feature, some are missing."""
    tests = json.loads((folder / "meson-info/intro-tests.json").read_text())
    built = [test["name"] for test in tests]
    for name in names:
        if name not in built:
            print(f"note: no test {name} here")
    return [name for name in built if name in names]


def needed(folder, names):
    """Returns the files that these tests depend on, according to ninja."""
    info = folder / "meson-info"
    ids = {i for test in json.loads((info / "intro-tests.json").read_text())
           if test["name"] in names for i in test["depends"]}
    return [os.path.relpath(file, folder)
            for target in json.loads((info / "intro-targets.json").read_text())
            if target["id"] in ids for file in target["filename"]]


def build_and_test(variant, root, folder):
    env = environment(variant)
    words, stamp, wanted = setup(folder, root, variant)
    if words:
        if not step("setup", words, env):
            return False
        stamp.write_text(wanted)
    names = chosen(folder, variant["tests"])
    more = needed(folder, names) if variant.get("needed") else []
    ninja = ["ninja", "--quiet", "-C", str(folder), "-j", JOBS, "-k", "0",
             *variant["targets"], *more]
    if not step("build", ninja, env):
        return False
    test = ["meson", "test", "-C", str(folder), "--no-rebuild", "--print-errorlogs",
            "--num-processes", JOBS, "--timeout-multiplier", "4",
            "--suite", "fpstripe", *names]  # of all suites, "full" too
    return bool(names) and step(f"test, {len(names)} of them", test, env)


def clang_accepts(entry):
    """Returns what clang says of a file that gcc compiles, with the same flags."""
    words = shlex.split(entry["command"])
    words = words[words.index("ccache") + 2:] if "ccache" in words else words[1:]
    written = words.index("-MD")  # -MD -MQ FILE -MF FILE -o FILE
    words = words[:written] + words[written + 7:]
    done = subprocess.run(["clang", "-fsyntax-only", "-Werror", "-Wno-unknown-warning-option",
                           "-Wno-ignored-optimization-argument", *words],
                          cwd=entry["directory"], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr


def check_with_clang(build):
    """Returns the exit status."""
    if not shutil.which("clang"):
        skip("clang is not there")
    entries = [entry for entry in json.loads((build / "compile_commands.json").read_text())
               if entry["file"].endswith(".c")]
    with concurrent.futures.ThreadPoolExecutor(int(JOBS)) as pool:
        faults = list(filter(None, pool.map(clang_accepts, entries)))
    print(f"{len(entries)} files, {len(faults)} not accepted", *faults, sep="\n")
    return 1 if faults or len(entries) < 300 else 0


def main():
    if sys.argv[1] == "clang":
        return check_with_clang(pathlib.Path(sys.argv[4]).resolve())
    variant = VARIANTS[sys.argv[1]]
    root = pathlib.Path(sys.argv[2]).resolve()
    if not shutil.which(variant["cc"]):
        skip(f"{variant['cc']} is not there")
    if not can_link(variant):
        skip(f"{variant['cc']} has no library for its sanitizers")
    folder = pathlib.Path(sys.argv[3]).resolve() / sys.argv[1]
    folder.parent.mkdir(parents=True, exist_ok=True)
    return 0 if build_and_test(variant, root, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
