# SPDX-License-Identifier: MIT
"""A headless Chromium, spoken to over a pipe: JSON messages of the DevTools protocol that
end in a zero byte, on its descriptors 3 and 4. No port is opened.

    with chromium.Browser() as browser:
        page = browser.page(path, width=360, dark=True)
        page.evaluate("document.title")
"""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE_S = 60
WORDS = ["--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
         "--no-first-run", "--disable-extensions", "--disable-background-networking",
         "--disable-component-update", "--disable-default-apps", "--disable-sync",
         "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio"]


def find():
    """Returns the path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="fpstripe-chromium-",
                                                   ignore_cleanup_errors=True)
        to_it, self.to_it = os.pipe()
        self.from_it, from_it = os.pipe()
        self.child = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{to_it} 4>&{from_it}', "sh", find(), *WORDS,
             f"--user-data-dir={self.profile.name}", "about:blank"],
            pass_fds=(to_it, from_it), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile.name})
        os.close(to_it)
        os.close(from_it)
        self.buffer, self.number, self.events = b"", 0, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self.child.wait(10)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            self.child.kill()
            self.child.wait()
        self.profile.cleanup()

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.from_it], [], [],
                                        max(0, deadline - time.monotonic()))
            some = os.read(self.from_it, 1 << 20) if ready else b""
            if not some:
                raise AssertionError("the browser does not answer")
            self.buffer += some
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_it, data):]
        deadline = time.monotonic() + PATIENCE_S
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, session, method):
        """Waits until an event has come."""
        deadline = time.monotonic() + PATIENCE_S
        while not any(e.get("method") == method and e.get("sessionId") == session
                      for e in self.events):
            self.events.append(self.receive(deadline))

    def page(self, path, **how):
        return Page(self, path, **how)


class Page:
    """A file, opened with its scripts disabled. The page keeps its requests and messages."""

    def __init__(self, browser, path, width=1440, height=900, dark=False, media="screen"):
        self.browser = browser
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target,
                                    flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Audits", "DOM"):
            self.call(f"{domain}.enable")
        self.look(width, height, dark, media)
        self.call("Emulation.setScriptExecutionDisabled", value=True)
        self.call("Page.navigate", url=f"file://{path}")
        browser.wait(self.session, "Page.loadEventFired")

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def look(self, width, height=900, dark=False, media="screen"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, key, code):
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code)

    def messages(self):
        """Returns the messages of the console, and all requests except that of the file."""
        wrong = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            method, params = event["method"], event["params"]
            if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown",
                          "Log.entryAdded", "Audits.issueAdded"):
                wrong.append(params)
            url = params.get("request", {}).get("url", "data:")
            if method == "Network.requestWillBeSent" and not url.startswith("data:") \
                    and params["type"] != "Document":
                wrong.append(url)
        return wrong

    def requests(self):
        return sum(e.get("sessionId") == self.session and
                   e["method"] == "Network.requestWillBeSent" and
                   not e["params"]["request"]["url"].startswith("data:")
                   for e in self.browser.events)

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
        self.browser.events.clear()
