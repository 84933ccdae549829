// SPDX-License-Identifier: MIT
//
// Stands in the page in the place of engine.js: answers for the program (ANSWERS, of
// page.py), and does what a person does, then tells what is seen.

"use strict";

/*unpack.js*/
// The program's place: what the native one answered.
async function fpstripe(args, options) {
    const answer = ANSWERS[args[0]];

    if (args[0] == "run")
        options.onProgress(3, 75, "stripes fragment highp plain");
    if (args[0] == "run" && ANSWERS.never)
        await new Promise((good, bad) => options.signal.addEventListener("abort",
            () => bad(new DOMException("ended", "AbortError"))));
    return { ...answer, files: new Map(Object.entries(answer.files || {}).map(
        ([path, text]) => [path, Uint8Array.from(atob(text), letter => letter.charCodeAt(0))])) };
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
                     it => [it.width, parseFloat(it.style.width) * devicePixelRatio / it.width]) };
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
    // What has the focus, by what a person calls it, and whether that can be seen.
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
    // A stranger's report is dropped on the gallery.
    async own() {
        const bytes = Uint8Array.from(atob(ANSWERS.tar), letter => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        const input = document.getElementById("file");

        transfer.items.add(new File([bytes], "mine.tar"));
        input.files = transfer.files;
        input.onchange();
        await until(() => document.getElementById("read").textContent != "Reading");
        return { shown: document.getElementById("cards").innerText,
                 fault: document.getElementById("fault").textContent,
                 strange: document.querySelectorAll("#cards script, #cards img, #table img").length };
    },
};
