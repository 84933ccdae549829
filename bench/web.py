#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""web.py PROGRAM WEB [FULL]: measures the time from the tap to the verdict in Chromium,
divides it into parts, and compares it with the native program on the same renderer,
llvmpipe. WEB is the folder that ./web makes; with FULL, any word, it also times "Measure
everything". Both begin with no shader cache.

The WebGL of the page's worker is timed call by call, and each draw is waited for.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "tests" / "shared"))
import chromium

FLAGS = ("--use-gl=angle", "--use-angle=gl-egl", "--ignore-gpu-blocklist")
TIMER = r"""(() => {
    const spent = { compile: 0, ask: 0, read: 0, whole: performance.now() };
    const kinds = { compile: /^(compileShader|linkProgram|get(Program|Shader)(Parameter|InfoLog))$/,
                    ask: /^draw(Arrays|Elements)/, read: /^readPixels$/ };
    const own = WebGL2RenderingContext.prototype;
    for (const name of Object.getOwnPropertyNames(own)) {
        const kind = Object.keys(kinds).find((it) => kinds[it].test(name));
        const call = kind && own[name];
        if (call)
            own[name] = function (...words) {
                const start = performance.now(), got = call.apply(this, words);
                if (kind == "ask")
                    this.finish();
                spent[kind] += performance.now() - start;
                return got;
            };
    }
    const post = self.postMessage.bind(self);
    self.postMessage = (message, ...rest) => {
        if (message.done)
            post({ spent: { ...spent, whole: performance.now() - spent.whole } });
        post(message, ...rest);
    };
})();
"""
HOOK = """(() => {
    window.spent = [];
    const Old = Blob, Thread = Worker;
    window.Blob = function (parts, how) {
        return new Old(how && how.type == "text/javascript" ? [%s, ...parts] : parts, how);
    };
    window.Blob.prototype = Old.prototype;
    window.Worker = class extends Thread {
        constructor(...words) {
            super(...words);
            this.addEventListener("message",
                                  (event) => event.data.spent && window.spent.push(event.data.spent));
        }
    };
})()"""
TAP = """(async () => {
    const start = performance.now();
    document.getElementById("%s").click();
    while (document.getElementById("measure").disabled)
        await new Promise((later) => setTimeout(later, 5));
    return performance.now() - start;
})()"""

def page_times(web, button):
    with tempfile.TemporaryDirectory() as own, chromium.Chromium(own, *FLAGS) as browser:
        opened = browser.open((web / "fpstripe.html").as_uri())
        opened.value(HOOK % json.dumps(TIMER))
        whole = opened.value(TAP % "measure")
        if button == "full":
            whole = opened.value(TAP % "full")
        spent = opened.value("window.spent.filter((it) => it.compile).pop()")
        opened.close()
    return {**spent, "tap": whole}


def native_time(program, full):
    env = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        subprocess.run([program, "run", "-d", "llvmpipe", "--api", "es3", "-o", folder + "/o",
                        *["--full"] * full], env=env, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return 1000 * (time.monotonic() - start)


def main():
    program, web = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    full = len(sys.argv) > 3
    os.environ["MESA_SHADER_CACHE_DISABLE"] = "true"
    pairs = [(page_times(web, "full" if full else "measure"), native_time(program, full))
             for _ in range(3)]
    best = min((page for page, _ in pairs), key=lambda it: it["tap"])
    rest = best["whole"] - sum(best[it] for it in ("compile", "ask", "read"))
    print("native %.0f ms; page %.0f ms from the tap" % (min(it for _, it in pairs), best["tap"]))
    print("of it: compile %.0f ms, ask %.0f ms, read %.0f ms, hash, judge and write %.0f ms, "
          "start and show %.0f ms" %
          (best["compile"], best["ask"], best["read"], rest, best["tap"] - best["whole"]))


main()
