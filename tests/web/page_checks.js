// SPDX-License-Identifier: MIT
//
// This script replaces engine.js in the page. It answers for the program (ANSWERS, of
// page.py), does what a person does, and returns what the page then shows.

"use strict";

/*unpack.js*/
let started = 0;  // calls of compare
let compared = 0; // calls of compare that ended

// The program's place: what the native one answered. The first `compare` is slow, and a
// page is the report that it is about.
async function fpstripe(args, options) {
    const answer = ANSWERS[args.join(" ")] || ANSWERS[args[0]];

    if (args[0] == "run")
        options.onProgress(3, 81, "stripes fragment highp plain", "2 s");
    if (args[0] == "compare") {
        await new Promise(later => setTimeout(later, started++ ? 10 : 500));
        compared++;
        return { status: 0, stdout: "", stderr: "",
                 files: new Map([["page.html", options.files.get("1/capture.json")]]) };
    }
    if (args[0] == "run" && ANSWERS.never)
        await new Promise((good, bad) => options.signal.addEventListener("abort",
            () => bad(new DOMException("ended", "AbortError"))));
    return { ...answer, files: new Map(Object.entries(answer.files || {}).map(
        ([path, text]) => [path, Uint8Array.from(atob(text), letter => letter.charCodeAt(0))])) };
}

// The files of a device of the gallery: JSON as text, pictures in base64.
function filesOf(device) {
    const text = bytes => new TextDecoder().decode(bytes);
    const base64 = bytes => btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ""));

    return Object.fromEntries([...device.files()].map(([path, bytes]) =>
        [path, path.endsWith(".json") ? text(bytes) : base64(bytes)]));
}

// Chooses files in the gallery, which reads them.
async function drop(files) {
    const transfer = new DataTransfer(), input = document.getElementById("file");

    files.forEach(file => transfer.items.add(file));
    input.files = transfer.files;
    input.onchange();
    await until(() => document.getElementById("read").textContent != "Reading");
}

class CountingMap extends Map {
    visited = 0;

    forEach(visit) {
        super.forEach((...words) => {
            this.visited++;
            visit(...words);
        });
    }
}

async function until(done) {
    while (!done())
        await new Promise(later => setTimeout(later, 10));
}

const CHECKS = {
    // A tap; then everything that is kept.
    async measure() {
        document.getElementById("measure").click();
        await until(() => !document.getElementById("measure").disabled);
        const tar = new Uint8Array(await PAGE.tarOfLast().arrayBuffer());
        let text = "", shared = null;

        navigator.share = async it => { shared = it; };
        document.getElementById("share").click();
        for (let i = 0; i < tar.length; i += 30000)
            text += String.fromCharCode(...tar.subarray(i, i + 30000));
        return { tar: btoa(text), focus: document.activeElement.id,
                 fault: document.getElementById("fault").textContent,
                 shown: document.getElementById("result").innerText,
                 link: PAGE.address(), shared,
                 strange: document.querySelectorAll("#result script, #result img").length,
                 images: [...document.querySelectorAll("#pair canvas")].map(
                     it => [it.width, parseFloat(it.style.width) * devicePixelRatio / it.width]),
                 cut: [...document.querySelectorAll("#pair .frame")].filter(
                     it => it.scrollWidth > it.clientWidth).length };
    },
    // A tap, and one on what stops it.
    async stop() {
        document.getElementById("measure").click();
        await until(() => !document.getElementById("busy").hidden);
        const shown = document.getElementById("ask").innerText;
        document.getElementById("stop").click();
        await until(() => !document.getElementById("measure").disabled);
        return { shown, after: document.getElementById("ask").innerText,
                 fault: document.getElementById("fault").textContent,
                 focus: document.activeElement.id,
                 result: !document.getElementById("result").hidden };
    },
    // Returns the element that has the focus, and whether a person can see that.
    focus() {
        const it = document.activeElement;

        return { id: it.id, name: it.localName,
                 seen: getComputedStyle(it).outlineStyle != "none" };
    },
    // The page was opened by a link.
    async link() {
        const claim = document.getElementById("claim");

        return { hidden: claim.hidden, shown: claim.innerText,
                 elements: [...new Set([...claim.querySelectorAll("*")].map(it => it.localName))] };
    },
    // A stranger's capture is dropped on the gallery.
    async own() {
        const bytes = Uint8Array.from(atob(ANSWERS.tar), letter => letter.charCodeAt(0));

        await drop([new File([bytes], "mine.tar")]);
        return { shown: document.getElementById("cards").innerText,
                 fault: document.getElementById("fault").textContent,
                 files: GALLERY.devices().map(filesOf)[0],
                 keys: GALLERY.devices().map(it => it.key),
                 strange: document.querySelectorAll("#cards script, #cards img, #table img").length };
    },
    // The files of each device of the gallery.
    embedded() {
        return Object.fromEntries(GALLERY.devices().map(it => [it.key, filesOf(it)]));
    },
    // Two captures of one name are dropped, and one more; then two pages are opened, the
    // second while the program still makes the first.
    async twice() {
        await drop(["first", "second"].map(text => new File([text], "capture.json")));
        await drop([new File(["third"], "capture.json")]);
        const open = [...document.querySelectorAll("#cards button")];
        open[0].click();
        await until(() => started == 1);
        open[1].click();
        await until(() => compared == 2);
        await until(() => document.getElementById("frame").srcdoc);
        return { keys: GALLERY.devices().map(it => it.key),
                 page: document.getElementById("frame").srcdoc,
                 hash: decodeURIComponent(location.hash),
                 fault: document.getElementById("fault").textContent };
    },
    // The devices of the gallery, in the order of their cards.
    order() {
        return [...document.querySelectorAll("#cards h3")].map(it => it.textContent);
    },
    // Each file is visited a few times, however many folders there are.
    many() {
        const files = new CountingMap();

        const utf8 = new TextEncoder(), name = i => String(i).padStart(64, "0");

        for (let i = 0; i < 200; i++) {
            files.set(`${i}/capture.json`, utf8.encode(`{"sha256": "${name(i)}"}`));
            files.set(`${i}/pictures/${name(i)}.png`, -i);
            files.set(`${i}/report.json`, i);
        }
        const found = GALLERY.capturesIn(files);
        return { visited: files.visited / files.size,
                 right: found.filter((it, i) => it.files().size == 2 &&
                     it.files().get(`pictures/${name(i)}.png`) === -i).length,
                 fault: document.getElementById("fault").textContent };
    },
};
