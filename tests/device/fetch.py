#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fetch.py NAME FOLDER: gets the renderer NAME into FOLDER and prints the path of its
libEGL.so as the last line. It comes out of an npm package that ships a browser with it;
nothing of it is run. What is there already is used again. Exits 77 with a reason if it
cannot."""

import glob
import os
import shutil
import subprocess
import sys
import tarfile

PACKAGES = {
    "angle": "@sparticuz/chromium@147.0.0",  # ANGLE on SwiftShader 5
    "swiftshader": "chrome-aws-lambda@10.1.0",  # SwiftShader 4.1, which was OpenGL ES itself
}
INNER = "package/bin/swiftshader.tar.br"
UNPACK = """
const fs = require('fs'), zlib = require('zlib');
const [from, to] = process.argv.slice(1);
fs.writeFileSync(to, zlib.brotliDecompressSync(fs.readFileSync(from)));
"""


def skip(reason):
    print(f"{sys.argv[1]}: {reason}")
    sys.exit(77)


def call(words, folder):
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True,
                              timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        skip(f"{words[0]}: {error}")
    if done.returncode:
        # npm ends with where its log is; why it failed stands before.
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        why = [line for line in lines if "reason:" in line] or lines or ["failed"]
        skip(f"{words[0]}: {why[-1].rpartition('reason: ')[2].strip()}")


def unpack(archive, folder):
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            # Plain files at the top alone: a name cannot lead out of the folder.
            if member.isfile() and os.path.basename(member.name):
                target = os.path.join(folder, os.path.basename(member.name))
                with tar.extractfile(member) as source, open(target, "wb") as out:
                    shutil.copyfileobj(source, out)


def fetch(package, work):
    # Where there is no network, say so within seconds.
    call(["npm", "pack", "--loglevel=error", "--fetch-retries=1",
          "--fetch-retry-mintimeout=1000", package], work)
    packed = glob.glob(os.path.join(work, "*.tgz"))
    if not packed:
        skip("npm packed nothing")
    inner = os.path.join(work, "inner.br")
    with tarfile.open(packed[0]) as tar, open(inner, "wb") as out:
        shutil.copyfileobj(tar.extractfile(INNER), out)
    call(["node", "-e", UNPACK, "inner.br", "inner.tar"], work)
    ready = os.path.join(work, "ready")
    os.mkdir(ready)
    unpack(os.path.join(work, "inner.tar"), ready)
    return ready


def main():
    package, folder = PACKAGES[sys.argv[1]], os.path.abspath(sys.argv[2])
    library = os.path.join(folder, "libEGL.so")
    if not os.path.exists(library):
        for tool in ("npm", "node"):
            if not shutil.which(tool):
                skip(f"{tool} is not installed")
        work = f"{folder}.{os.getpid()}"
        os.makedirs(work)
        try:
            os.rename(fetch(package, work), folder)
        except OSError as error:
            if not os.path.exists(library):  # else another test was faster
                skip(str(error))
        finally:
            shutil.rmtree(work, ignore_errors=True)
    print(library)


main()
