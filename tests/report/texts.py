#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""texts.py PROGRAM CAPTURES TEXTS [--update]: what `show` and `compare` print of committed
captures, at 80 columns and without colour, is what TEXTS, a folder, has. The lists of
`show --show TOPIC` have files without the summary that precedes them. A file of many sides
is named by their number.

`sentences.txt` has the first sentence of more comparisons. `--update` writes the files.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "shared"))
import committed

LLVMPIPE = "mesa/llvmpipe/25.0.7-2-deb13u1"
SOFTPIPE = "mesa/softpipe/25.0.7-2-deb13u1"
CAPTURES = {
    "llvmpipe": f"{LLVMPIPE}-es3",
    "llvmpipe-gl": f"{LLVMPIPE}-gl",
    "llvmpipe-es2": f"{LLVMPIPE}-es2",
    "llvmpipe-22": "mesa/llvmpipe/22.3.6-es3",
    "llvmpipe-22-es2": "mesa/llvmpipe/22.3.6-es2",
    "softpipe": f"{SOFTPIPE}-es3",
    "softpipe-es2": f"{SOFTPIPE}-es2",
    "softpipe-22": "mesa/softpipe/22.3.6-es3",
    "zink": "mesa/zink/25.0.7-2-deb13u1-es3",
    "swiftshader": "google/swiftshader/angle-2.1.27278-es3",
    "swiftshader-web": "google/swiftshader/webgl-chromium-156-es3",
    "chromium": "mesa/llvmpipe/webgl-chromium-156-es3",
    "firefox": "mesa/llvmpipe/webgl-firefox-153-es3",
    "apple": "apple/gpu/webgl-webkit-60.5-es3",
    "h200": "nvidia/h200/580.159.04-es3",
    "h200-gl": "nvidia/h200/580.159.04-gl",
    "h100": "nvidia/h100-80gb-hbm3/580.159.04-es3",
    "tegra3": "fake:tegra3",
    "excess": "fake:rne,excess=64",
}
SHOWN = ("llvmpipe", "llvmpipe-gl", "llvmpipe-es2", "softpipe", "swiftshader", "h200")
LISTED = (("llvmpipe-es2", "deviations"), ("h200", "operations"), ("softpipe-22", "sums"),
          ("llvmpipe-es2", "reasons"), ("h200", "reasons"))
COMPARED = (
    ("llvmpipe", "h200"),
    ("llvmpipe", "softpipe"),
    ("llvmpipe", "llvmpipe-es2"),
    ("llvmpipe", "softpipe", "h200"),
    ("h200", "tegra3"),
    ("llvmpipe", "excess"),
    ("llvmpipe-gl", "llvmpipe-22", "llvmpipe-22-es2", "softpipe-22", "zink", "swiftshader",
     "chromium", "firefox", "apple", "h200", "h100", "tegra3"),
)
SENTENCES = (
    ("llvmpipe", "h200"),
    ("llvmpipe", "softpipe"),
    ("llvmpipe", "swiftshader"),
    ("llvmpipe", "llvmpipe-gl"),
    ("llvmpipe", "llvmpipe-es2"),
    ("llvmpipe-22", "llvmpipe"),
    ("llvmpipe-22-es2", "llvmpipe-es2"),
    ("llvmpipe", "zink"),
    ("llvmpipe", "chromium"),
    ("chromium", "firefox"),
    ("softpipe", "swiftshader"),
    ("softpipe-22", "softpipe"),
    ("softpipe-es2", "llvmpipe-es2"),
    ("swiftshader", "swiftshader-web"),
    ("h200", "h100"),
    ("h200", "h200"),
    ("h200", "h200-gl"),
    ("h200", "apple"),
    ("llvmpipe", "softpipe", "h200"),
    ("llvmpipe", "swiftshader", "h200"),
    ("llvmpipe-22", "llvmpipe", "zink"),
    ("chromium", "firefox", "apple"),
    ("h200", "h100", "llvmpipe", "softpipe"),
)


def printed(program, captures, command, names, *options):
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    done = subprocess.run(
        [program, command, *(side(captures, name) for name in names), *options],
        text=True, capture_output=True, env=environment, check=False)
    if done.returncode or done.stderr:
        sys.exit(f"{command} {' '.join(names)}: {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def side(captures, name):
    """Returns the path of a capture, or a simulated device."""
    return CAPTURES[name] if CAPTURES[name].startswith("fake:") else captures / CAPTURES[name]


def sentence(text):
    """Returns what stands before the first empty line."""
    return text.partition("\n\n")[0].replace("\n", " ")


def name_of(names):
    """Returns the part of a file's name that names its sides."""
    return "-".join(names) if len(names) < 5 else str(len(names))


def main():
    program, captures, texts = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])
    wanted = [("show", (name,)) for name in SHOWN]
    wanted += [("compare", names) for names in dict.fromkeys(COMPARED + SENTENCES)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(wanted, pool.map(lambda what: printed(program, captures, *what),
                                          wanted)))
    files = {f"{command}-{name_of(names)}.txt": text for (command, names), text
             in found.items() if command == "show" or names in COMPARED}
    for name, topic in LISTED:
        whole = printed(program, captures, "show", (name,), "--show", topic)
        summary = printed(program, captures, "show", (name,))
        files[f"show-{name}-{topic}.txt"] = whole.removeprefix(summary).lstrip("\n")
    files["sentences.txt"] = "".join(
        f"{', '.join(names)}:\n{sentence(found['compare', names])}\n\n" for names in SENTENCES)
    committed.compare(files, texts, sys.argv[4:] == ["--update"])


main()
