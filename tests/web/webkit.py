# SPDX-License-Identifier: MIT
"""WebKitGTK's MiniBrowser, driven through WebKitWebDriver (https://www.w3.org/TR/webdriver2/), on
a screen of its own.

    with Webkit(folder) as browser:
        browser.ask("url", url="file:///...")
        browser.value("return document.title")
"""

import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

LIMIT_S = 120
BROWSERS = "/usr/lib/*/webkit2gtk-4*/MiniBrowser"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of a reference, by the standard


def find():
    """The path of a MiniBrowser, or None: also where there is no driver or no Xvfb."""
    found = sorted(glob.glob(BROWSERS))
    tools = shutil.which("WebKitWebDriver") and shutil.which("Xvfb")
    return found[-1] if tools and found else None


class Webkit:
    def __init__(self, folder):
        ours, theirs = os.pipe()
        self.screen = subprocess.Popen(["Xvfb", "-displayfd", str(theirs), "-nolisten", "tcp"],
                                       pass_fds=(theirs,), stderr=subprocess.DEVNULL)
        os.close(theirs)
        with open(ours, encoding="ascii") as told:
            display = told.readline().strip()  # "" where it ends at once
        with socket.socket() as any_port:
            any_port.bind(("127.0.0.1", 0))
            port = any_port.getsockname()[1]
        env = {**os.environ, "HOME": str(folder), "DISPLAY": f":{display}",
               "LIBGL_ALWAYS_SOFTWARE": "1", "MESA_SHADER_CACHE_DISABLE": "true",
               "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        self.driver = subprocess.Popen(["WebKitWebDriver", f"--port={port}"], env=env,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       start_new_session=True)
        self.address = f"http://127.0.0.1:{port}/session"
        try:
            made = self.send("POST", "", {"capabilities": {"alwaysMatch": {
                "webkitgtk:browserOptions": {"binary": find(), "args": ["--automation"]}}}})
        except BaseException:
            self.end()
            raise
        self.address += "/" + made["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("DELETE", "")
        finally:
            self.end()

    def end(self):
        os.killpg(self.driver.pid, signal.SIGTERM)  # with the browser that it started
        self.driver.wait()
        self.screen.terminate()
        self.screen.wait()

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.address + path, data, method=method)
        end = time.monotonic() + LIMIT_S
        while True:
            try:
                with urllib.request.urlopen(asked, timeout=LIMIT_S) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                raise AssertionError(error.read().decode()) from error
            except urllib.error.URLError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)  # it does not listen yet

    def ask(self, path, **body):
        return self.send("POST", "/" + path, body)

    def value(self, script, *words):
        """Of the body of a function, awaited."""
        return self.ask("execute/sync", script=script, args=list(words))

    def tap(self, selector):
        found = self.ask("element", using="css selector", value=selector)
        self.ask(f"element/{found[ELEMENT]}/click")
