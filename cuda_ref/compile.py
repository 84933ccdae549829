#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compile the kernels: compile.py ptx NVCC OUTPUT SOURCE [DEPFILE]
                        compile.py fatbin NVCC OUTPUT PTX
                        compile.py commit NVCC [SOURCE ...]   (renews .ptx beside it, and its hash)
                        compile.py try NVCC      (does this compiler do it?)

One PTX, of compute_75, is what every architecture is assembled from: what a test reads
there holds for all of them.
"""

import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
APP = ROOT / "app"
SOURCE = HERE / "unit.cu"

# No contraction, no flush to zero, division and root rounded correctly. The intrinsics
# keep their word without these; nothing else in the kernels may lose it either.
FLAGS = ["-fmad=false", "-ftz=false", "-prec-div=true", "-prec-sqrt=true", "-arch=compute_75"]
ARCHITECTURES = ["75", "80", "86", "89", "90", "100", "120"]

# The oldest that knows compute_75: a driver refuses a newer one than its own. A source
# that needs a newer one says so in a line of its own: "// PTX 7.0".
PTX_VERSION = "6.3"


def ptx_version(source):
    said = re.search(r"^// PTX (\d+\.\d+)$", pathlib.Path(source).read_text("utf-8"), re.M)
    return said.group(1) if said else PTX_VERSION


def included(source, found=None):
    """The files of this project that a source is made of, itself first."""
    found = [] if found is None else found
    if source in found:
        return found
    found.append(source)
    for name in re.findall(r'^#\s*include "([^"]+)"', source.read_text("utf-8"), re.M):
        near = [folder / name for folder in (APP, ROOT)]
        included(next(path.resolve() for path in near if path.is_file()), found)
    return found


def source_hash(source):
    """Of all that its PTX is made of: the source, what it includes, and the flags."""
    made_of = b"".join(path.read_bytes() for path in included(source.resolve()))
    made_of += "\n".join(FLAGS + [ptx_version(source)]).encode()
    return hashlib.sha256(made_of).hexdigest()


def run(command):
    done = subprocess.run(command, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def ptx(nvcc, output, source, depfile=None):
    depend = ["-MD", "-MF", depfile, "-MT", output] if depfile else []
    run([nvcc, *FLAGS, f"-I{APP}", f"-I{ROOT}", "-ptx", *depend, "-o", output, source])
    path = pathlib.Path(output)
    text = path.read_text(encoding="utf-8")
    lowered = re.sub(r"^\.version .*", f".version {ptx_version(source)}", text, count=1,
                     flags=re.M)
    path.write_text(re.sub(r"[ \t]+$", "", lowered, flags=re.M), encoding="utf-8")


def fatbin(nvcc, output, source):
    listed = subprocess.run([nvcc, "--list-gpu-code"], capture_output=True, text=True,
                            check=True).stdout.split()
    codes = [f"sm_{name}" for name in ARCHITECTURES if f"sm_{name}" in listed]
    if not codes:
        sys.exit(f"{nvcc} knows none of {ARCHITECTURES}")
    wanted = [f"-gencode=arch=compute_75,code={code}" for code in ["compute_75", *codes]]
    run([nvcc, "-fatbin", *wanted, "-o", output, source])


def commit(nvcc, *sources):
    for source in map(pathlib.Path, sources or [SOURCE]):
        made = source.with_suffix(".ptx")
        ptx(nvcc, str(made), str(source))
        hash_file = made.with_suffix(".ptx.sha256")
        hash_file.write_text(source_hash(source) + "\n", encoding="utf-8")


def attempt(nvcc):
    with tempfile.TemporaryDirectory() as folder:
        made = str(pathlib.Path(folder, "unit.ptx"))
        ptx(nvcc, made, str(SOURCE))
        fatbin(nvcc, str(pathlib.Path(folder, "unit.fatbin")), made)


if __name__ == "__main__":
    VERBS = {"ptx": ptx, "fatbin": fatbin, "commit": commit, "try": attempt}
    VERBS[sys.argv[1]](*sys.argv[2:])
