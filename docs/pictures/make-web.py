#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make-web.py [FOLDER]: makes the pictures of docs/browser.md in Chromium, from the pages
that ./web made in FOLDER (default: build/web of this tree): page-360.png, page-412.png,
page-1280.png, gallery-1280.png."""

import pathlib
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
sys.path.insert(1, str(root / "tests" / "shared"))
import chromium

WAIT = "new Promise(done => { const look = () => (%s) ? done(1) : setTimeout(look, 50); look(); })"
MEASURED = WAIT % "!document.getElementById('measure').disabled"
PAINTED = "new Promise(done => setTimeout(done, 2000))"
PAGES = {
    "page-360": {"width": 360, "height": 900, "ratio": 1.5},
    "page-412": {"width": 412, "height": 900, "ratio": 1.5, "dark": True},
    "page-1280": {"width": 1280, "height": 900},
}


def page(browser, folder, name, screen):
    opened = browser.open((folder / "fpstripe.html").as_uri(), **screen)
    opened.value("document.getElementById('measure').click()")
    opened.value(MEASURED)
    opened.value("document.getElementById('result').scrollIntoView({behavior: 'instant'})")
    opened.shot(here / f"{name}.png")
    opened.close()


def gallery(browser, folder):
    opened = browser.open((folder / "devices.html").as_uri(), width=1280, height=1100)
    opened.value(WAIT % "document.querySelectorAll('#cards li').length")
    opened.value("""(() => {
        for (const [id, value] of [["api", "es3"], ["finding", "mediump: 11 bits, rne"]]) {
            document.getElementById(id).value = value;
            document.getElementById(id).onchange();
        }
        const ticks = document.querySelectorAll("#cards input");
        ticks[0].checked = ticks[ticks.length - 1].checked = true;
        document.getElementById("frame").onload = () => { window.framed = true; };
        document.getElementById("beside").click();
    })()""")
    opened.value(WAIT % "window.framed && document.getElementById('frame').srcdoc")
    opened.value(WAIT % "document.getElementById('frame').clientHeight")
    opened.value("document.getElementById('cards').lastChild.scrollIntoView({behavior: 'instant'})")
    opened.value(PAINTED)  # the frame is drawn by a process of its own
    opened.shot(here / "gallery-1280.png")
    opened.close()


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / "build" / "web").resolve()
    with tempfile.TemporaryDirectory() as own, chromium.Chromium(own) as browser:
        for name, screen in PAGES.items():
            page(browser, folder, name, screen)
        gallery(browser, folder)


if __name__ == "__main__":
    main()
