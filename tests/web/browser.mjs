// SPDX-License-Identifier: MIT
//
// browser.mjs MODULES BROWSER PAGE OUT [lose|full]: opens PAGE in a browser, taps its button, and
// writes what it then says to standard output as JSON, { verdict, fault }, and its .tar to OUT.
// MODULES has puppeteer-core. BROWSER: swiftshader or llvmpipe (Chromium's ANGLE), firefox, or
// firefox-resist; with -1 behind it without WebGL 2. lose: the context is lost in the middle.
// full: "Measure everything" is tapped too.

import { createRequire } from "module";
import fs from "fs";
import os from "os";
import path from "path";

const [modules, name, page, out, after] = process.argv.slice(2);
const puppeteer = createRequire(path.join(modules, "x"))("puppeteer-core").default ||
    createRequire(path.join(modules, "x"))("puppeteer-core");
const home = fs.mkdtempSync(path.join(os.tmpdir(), "fpstripe-web-"));
const [kind, old] = [name.replace(/-1$/, ""), name.endsWith("-1")];

function options() {
    const common = { env: { ...process.env, HOME: home }, protocolTimeout: 900000 };
    if (kind.startsWith("firefox"))
        return { ...common, browser: "firefox", executablePath: "firefox-esr", headless: false,
                 extraPrefsFirefox: {
                     "privacy.resistFingerprinting": kind == "firefox-resist" } };
    return { ...common, executablePath: "chromium", headless: true, args: [
        "--no-sandbox", "--use-gl=angle",
        ...(kind == "llvmpipe" ? ["--use-angle=gl-egl", "--ignore-gpu-blocklist"]
                               : ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"])] };
}

// In the worker: read 40 is the last one.
const losing = "(" + function () {
    const get = OffscreenCanvas.prototype.getContext;
    let reads = 0;
    OffscreenCanvas.prototype.getContext = function (...words) {
        const context = get.apply(this, words);
        const read = context && context.readPixels;
        if (read)
            context.readPixels = function (...given) {
                if (++reads == 40)
                    context.getExtension("WEBGL_lose_context").loseContext();
                return read.apply(context, given);
            };
        return context;
    };
} + ")();\n";

const here = path.dirname(new URL(import.meta.url).pathname);
const read = (name) => fs.readFileSync(path.join(here, name), "utf8");
const withoutNew = read("webgl1.js");

// What is put in front of the worker's script.
function hook(before) {
    const Old = Blob;
    window.Blob = function (parts, how) {
        return new Old(how && how.type == "text/javascript" ? [before, ...parts] : parts, how);
    };
    window.Blob.prototype = Old.prototype;
}

function where(program) {
    return process.env.PATH.split(":").map((folder) => path.join(folder, program))
        .find((file) => fs.existsSync(file));
}

const how = options();
const browser = await puppeteer.launch({ ...how, executablePath: where(how.executablePath) });
const tab = await browser.newPage();
await tab.goto("file://" + path.resolve(page));
if (old)
    await tab.evaluate(withoutNew);
await tab.evaluate(hook, after == "lose" ? losing : old ? withoutNew : "");
for (const button of after == "full" ? ["#measure", "#full"] : ["#measure"]) {
    await tab.click(button);
    await tab.waitForFunction(() => !document.getElementById("measure").disabled,
                              { timeout: 800000, polling: 250 });
}
const said = await tab.evaluate(read("said.js"));
fs.writeFileSync(out, Buffer.from(said.tar, "base64"));
delete said.tar;
console.log(JSON.stringify(said));
await browser.close();
fs.rmSync(home, { recursive: true, force: true });
