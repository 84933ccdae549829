# SPDX-License-Identifier: MIT
"""Chromium, driven through its debugging pipe: no package is needed for it.

    with Chromium(folder) as browser:
        page = browser.open("file:///...", width=360)
        page.value("document.title")
"""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import time

LIMIT_S = 120
FLAGS = ("--headless=new --no-sandbox --no-first-run --disable-background-networking "
         "--disable-component-update --hide-scrollbars --remote-debugging-pipe").split()


def find():
    """The path of a Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Chromium:
    def __init__(self, folder, *flags):
        self.rest, self.asked, self.events = b"", 0, []
        self.profile = f"{folder}/profile"
        ours, theirs = os.pipe(), os.pipe()
        line = f'exec "$@" 3<&{ours[0]} 4>&{theirs[1]}'
        self.process = subprocess.Popen(
            ["bash", "-c", line, "bash", find(), *FLAGS, *flags,
             f"--user-data-dir={self.profile}", "about:blank"],
            pass_fds=(ours[0], theirs[1]), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        os.close(ours[0])
        os.close(theirs[1])
        self.to, self.of = ours[1], theirs[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.to)
        self.process.terminate()
        self.process.wait()
        os.close(self.of)
        self.clear()

    def clear(self):
        """Its other processes outlive the first one, and write into the profile."""
        end = time.monotonic() + LIMIT_S
        while os.path.exists(self.profile) and time.monotonic() < end:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        while b"\0" not in self.rest:
            if not select.select([self.of], [], [], LIMIT_S)[0]:
                raise AssertionError("Chromium does not answer")
            some = os.read(self.of, 1 << 20)
            if not some:
                raise AssertionError("Chromium ended")
            self.rest += some
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def ask(self, method, session=None, **parameters):
        self.asked += 1
        asked = {"id": self.asked, "method": method, "params": parameters}
        if session:
            asked["sessionId"] = session
        os.write(self.to, json.dumps(asked).encode() + b"\0")
        while True:
            got = self.message()
            if got.get("id") != self.asked:
                self.events.append(got)
                continue
            if "error" in got:
                raise AssertionError(f"{method}: {got['error']['message']}")
            return got["result"]

    def open(self, address, **screen):
        return Page(self, address, **screen)

    def wait(self, session, method):
        """Waits until an event has come."""
        while not any(event.get("method") == method and event.get("sessionId") == session
                      for event in self.events):
            self.events.append(self.message())


class Page:
    """`ratio`: pixels of the screen a pixel of the page. Without `scripts`, those of the page do
    not run; then the page keeps its requests and messages."""

    def __init__(self, browser, address, width=1280, height=800, ratio=1, dark=False,
                 media="screen", scripts=True):
        self.browser, self.scripts = browser, scripts
        self.target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=self.target,
                                   flatten=True)["sessionId"]
        for domain in ("Page",) if scripts else ("Page", "Runtime", "Log", "Network", "Audits"):
            self.ask(f"{domain}.enable")
        self.look(width, height, ratio, dark, media)
        self.ask("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.ask("Page.navigate", url=address)
        browser.wait(self.session, "Page.loadEventFired")

    def look(self, width, height=800, ratio=1, dark=False, media="screen"):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=ratio, mobile=False)
        self.ask("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def ask(self, method, **parameters):
        return self.browser.ask(method, self.session, **parameters)

    def value(self, expression):
        """Returns the value of JavaScript; where scripts run, of its promise."""
        got = self.ask("Runtime.evaluate", expression=expression, awaitPromise=self.scripts,
                       returnByValue=True)
        if "exceptionDetails" in got:
            raise AssertionError(got["exceptionDetails"]["exception"].get("description"))
        return got["result"].get("value")

    def press(self, key, code, text=""):
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, text=text,
                     windowsVirtualKeyCode=code)

    def shot(self, path, whole=False):
        got = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(got["data"]))

    def own_events(self):
        return [event for event in self.browser.events if event.get("sessionId") == self.session]

    def requests(self):
        """Returns the requests of the page, by type and address, except those for data."""
        sent = [event["params"] for event in self.own_events()
                if event["method"] == "Network.requestWillBeSent"]
        return [(one["type"], one["request"]["url"]) for one in sent
                if not one["request"]["url"].startswith("data:")]

    def messages(self):
        """Returns the messages of the console."""
        return [event["params"] for event in self.own_events() if event["method"] in (
            "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded",
            "Audits.issueAdded")]

    def close(self):
        self.browser.ask("Target.closeTarget", targetId=self.target)
        self.browser.events.clear()
