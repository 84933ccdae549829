#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""window.py FPSTRIPE CASE: the window, on a screen of its own (Xvfb), with real keys
(xdotool) and screenshots (import, of ImageMagick).

Without CASE: the list of cases, a line each. Exit status 77: one of these tools is
not there.
"""

import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import time

sys.path[1:1] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("shared",)]
import cases
from cases import Skip, holds, refused, run, want

TOOLS = ("Xvfb", "xdotool", "import", "convert", "compare", "identify")
SCREEN = (1600, 1200)
BACKGROUND = "#292E38"  # screen.c's; no grey, so no pixel of a picture
DIFFERENT = (0xFF, 0x5A, 0x1E)  # window.c's
PATIENCE_S = 30


# GLFW and the libraries of X keep memory until the end of the process.
LEAKS = {"ASAN_OPTIONS": "detect_leaks=0"}


def wait_for(condition, what):
    """Asks until the answer is true, and returns it."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"after {PATIENCE_S} s: {what}")


def magick(*words, **more):
    """Returns what a command of ImageMagick writes; `compare` ends with 1 for other pictures."""
    done = subprocess.run([str(word) for word in words], capture_output=True, timeout=60,
                          env=cases.environment(**more))
    holds(done.returncode in (0, 1), f"{words}: {done.stderr}")
    return done.stderr if words[0] == "compare" else done.stdout


def size_of(path):
    return tuple(map(int, magick("identify", "-format", "%w %h", path).split()))


def colours(path):
    """Returns red, green and blue of all pixels."""
    return magick("convert", path, "-alpha", "off", "-depth", "8", "-type", "TrueColor", "rgb:-")


def count_different(path, other):
    want(size_of(path), size_of(other), "size of the pictures")
    return int(float(magick("compare", "-metric", "AE", path, other, "null:")))


def enlarged(picture, scale, size):
    """Returns the picture that a window of that size must show."""
    width, height = size_of(picture)
    left = int((size[0] - scale * width) / 2)
    top = size[1] - int((size[1] - scale * height) / 2) - scale * height
    wanted = cases.here / "wanted.png"
    magick("convert", "-size", f"{size[0]}x{size[1]}", f"xc:{BACKGROUND}",
           "(", picture, "-filter", "point", "-resize", f"{100 * scale}%", ")",
           "-geometry", f"{left:+}{top:+}", "-composite", wanted)
    return wanted


class Window:
    """The program with its window, on a screen of its own."""

    def __init__(self, *words):
        number = self.start_server() or self.start_server()
        holds(number, "Xvfb starts")
        self.env = cases.environment(DISPLAY=f":{number}", **LEAKS)
        self.log = open(cases.here / "log", "w+")
        self.process = subprocess.Popen([cases.program, "--window", *map(str, words)],
                                        env=self.env, cwd=cases.here, stderr=self.log,
                                        stdin=subprocess.DEVNULL)
        self.id = None

    def start_server(self):
        """The number of its display; None if it does not come up, as when two servers
        start at once and want the same. It does not start afresh when a client leaves it
        alone: each tool leaves it so, and who connects at that moment is turned away."""
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0",
             f"{SCREEN[0]}x{SCREEN[1]}x24", "-nolisten", "tcp",
             "-noreset"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as file:
            if select.select([file], [], [], PATIENCE_S)[0]:
                return file.readline().strip()
        self.server.kill()
        self.server.wait()
        return None

    def __enter__(self):
        try:
            self.id = wait_for(self.find, f"a window appears: {self.errors()}")
            wait_for(lambda: "pixels differ" in self.title(),
                     f"a verdict: {self.errors()}")
            self.tool("windowfocus", "--sync", self.id)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in (self.process, self.server):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(timeout=PATIENCE_S)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        self.log.close()

    def tool(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.env, timeout=60,
                              capture_output=True, text=True).stdout.strip()

    def find(self):
        """The only window there is: it belongs to a process that the program watches."""
        holds(self.process.poll() is None, f"the program ended: {self.errors()}")
        found = self.tool("search", "--onlyvisible", "--class", "fpstripe")
        return found.split("\n")[0]

    def title(self):
        return self.tool("getwindowname", self.id)

    def errors(self):
        return pathlib.Path(cases.here / "log").read_text()

    def key(self, key, title):
        """Types a key and waits until the title matches."""
        self.tool("key", key)
        wait_for(lambda: re.search(title, self.title()),
                 f"{title!r} in the title after {key}: {self.title()!r}")

    def resize(self, width, height):
        self.tool("windowsize", "--sync", self.id, width, height)

    def screenshot(self):
        shot = cases.here / "shot.png"
        magick("import", "-window", self.id, "-depth", "8", shot, DISPLAY=self.env["DISPLAY"])
        return shot

    def shows(self, picture, scale, what):
        """Waits until the window shows the picture, pixel by pixel."""
        end = time.monotonic() + PATIENCE_S
        different = None
        while different != 0 and time.monotonic() < end:
            shot = self.screenshot()
            different = count_different(shot, enlarged(picture, scale, size_of(shot)))
        want(different, 0, f"pixels of the window that differ: {what}")

    def ends(self, key=None):
        if key:
            self.tool("key", key)
        want(self.process.wait(PATIENCE_S), 0, f"exit status: {self.errors()}")


def capture(device, probe, precision, form):
    """The picture that the headless device gives, to look at."""
    out = cases.here / f"capture-{probe}-{precision}-{form}"
    run("-d", device, "--probe", probe, "--precision", precision, "--form", form, "-o", out,
        env=LEAKS)
    run("show", out, "--picture", f"{probe}-fragment-{precision}-{form}", "-o", out / "grey.png")
    return out / "grey.png"


def same_as_headless(api):
    """Checks that the window shows what the headless context of the same renderer draws."""
    device = f"surfaceless/{api}"
    with Window("-d", f"glfw/{api}", "--probe", "stripes", "--form", "guarded") as window:
        holds("llvmpipe" in window.title(), window.title())
        holds("0 of" in window.title(), window.title())
        picture = capture(device, "stripes", "highp", "guarded")
        window.shows(picture, 1, "stripes highp")
        window.key("2", "stripes mediump")
        window.shows(capture(device, "stripes", "mediump", "guarded"), 1, "mediump")
        window.key("1", "stripes highp")
        width, height = size_of(picture)
        window.resize(2 * width + 37, 2 * height + 11)
        window.shows(picture, 2, "twice as large")
        window.resize(width - 100, height - 60)
        window.shows(picture, 1, "smaller than the picture")
        window.ends("Escape")


def es3():
    same_as_headless("es3")


def gl():
    same_as_headless("gl")


def es2():
    same_as_headless("es2")


def keys():
    """Every key does what the help says."""
    with Window("-d", "glfw/es3", "--form", "guarded") as window:
        holds(window.title().startswith("stripes highp guarded: 24-bit"), window.title())
        window.key("n", "^stripes_unit highp guarded: ")
        window.key("p", "^stripes highp guarded: ")
        window.key("3", "^stripes lowp guarded: ")
        window.key("1", "^stripes highp guarded: ")
        window.key("f", "^stripes highp precise: ")
        window.key("f", "^stripes highp published: ")
        window.key("f", "^stripes highp plain: ")
        window.key("r", r", the reference \(\w+\): ")
        window.key("d", r", difference \(\w+\): ")
        window.key("d", "^stripes highp plain: ")
        window.key("n", "^stripes_unit highp plain: perfect ramps.*; [1-9][0-9]* of ")
        for key in ("question", "h"):
            window.tool("key", key)
        wait_for(lambda: window.errors().count("screenshot") >= 2, "the help is printed")
        window.ends("q")


def difference():
    """A picture that differs is marked, one that does not is not."""
    with Window("-d", "glfw/es3", "--probe", "stripes_unit", "--form", "plain") as window:
        window.key("d", r", difference \(\w+\): perfect ramps")
        wait_for(lambda: bytes(DIFFERENT) in colours(window.screenshot()), "some marked")
        window.key("f", r"guarded, difference \(\w+\): 24-bit")
        wait_for(lambda: bytes(DIFFERENT) not in colours(window.screenshot()), "none marked")
        window.ends("q")


def screenshots():
    """s writes numbered files with the picture as it is shown, and never over one."""
    with Window("-d", "glfw/es3", "--probe", "stripes", "--form", "guarded",
                "-o", cases.here) as window:
        (cases.here / "window-001.png").write_bytes(b"mine")
        window.tool("key", "s")
        wait_for(lambda: "window-002.png" in window.errors(), "a screenshot is written")
        window.ends("q")
    with Window("-d", "fake:rtz", "-o", cases.here / "new/folder") as window:
        window.tool("key", "s")
        wait_for(lambda: "new/folder/window-001.png" in window.errors(), "a new folder")
        window.ends("q")
    with Window("-d", "fake:rtz", "-o", cases.here / "empty/folder") as window:
        window.ends("q")
    holds(not (cases.here / "empty").exists(), "an empty folder is left")
    want((cases.here / "window-001.png").read_bytes(), b"mine", "the older file")
    picture = capture("surfaceless/es3", "stripes", "highp", "guarded")
    want(count_different(cases.here / "window-002.png", picture), 0,
         "pixels of the file that differ")


def fake():
    """A fake has a window too: an orca."""
    device = "fake:rtz,p=17"
    with Window("-d", device, "--probe", "stripes", "--form", "plain") as window:
        holds("17-bit" in window.title(), window.title())
        picture = capture(device, "stripes", "highp", "plain")
        window.shows(picture, 1, device)
        # Stripe 15 is halves: an orca is white at the left, a beehive black.
        width, height = size_of(picture)
        holds(colours(picture)[3 * (height - 1 - 20 * 15) * width] > 0x60, "left edge")
        window.ends("q")


def interrupted():
    """An interrupt ends the window as it ends everything else."""
    with Window("-d", "glfw/es3") as window:
        window.process.send_signal(2)
        want(window.process.wait(PATIENCE_S), 130, "exit status")


def no_display():
    """Without a screen there is one line and no crash."""
    for words in (("-d", "glfw/es3"), (), ("-d", "fake:rtz,p=17")):
        refused("--window", *words, status=3, says="DISPLAY", env=LEAKS)
    for more in ({}, {"WAYLAND_DISPLAY": "wayland-987"}):
        # GLFW 3.4 asks for Wayland too, which writes where XDG_RUNTIME_DIR is empty.
        for folder in ({}, {"XDG_RUNTIME_DIR": ""}):
            refused("--window", "-d", "glfw/es3", status=3, says="glfw",
                    env={**LEAKS, "DISPLAY": ":987", **more, **folder})


def no_window():
    """A headless device has no window; the message names a device that has one."""
    refused("--window", "-d", "surfaceless/es3", status=3, env=LEAKS,
            says="surfaceless/es3 cannot draw to a window; use glfw/es3")


def need_tools():
    for tool in TOOLS:
        if not shutil.which(tool):
            raise Skip(f"{tool} is not installed")


if __name__ == "__main__":
    sys.exit(cases.main(es3, gl, es2, keys, difference, screenshots, fake, interrupted, no_display,
                        no_window, enter=need_tools))
