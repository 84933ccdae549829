// SPDX-License-Identifier: MIT
//
// The page that measures. The program prints and writes everything that the page says of a
// device: `run` leaves a capture and its report, and `show --json` prints the sentences.
// Whatever comes from a capture or from a link becomes text, never markup.

"use strict";

const PAGE = (() => {

const FOLDER = "fpstripe-out";
const LINK_MAX = 2000; // characters of a fragment that is read
const utf8 = new TextEncoder();

const $ = id => document.getElementById(id);

function element(name, text, attributes) {
    const it = document.createElement(name);

    if (text !== undefined && text !== null)
        it.textContent = text;
    Object.entries(attributes || {}).forEach(([key, value]) => it.setAttribute(key, value));
    return it;
}

// Rows of texts; the first cell of a row is its heading. `marked` (row, column): fewer.
function table(caption, heads, rows, marked) {
    const it = element("table"), head = it.createTHead().insertRow(), body = it.createTBody();

    it.insertBefore(element("caption", caption), it.firstChild);
    heads.forEach(text => head.appendChild(element("th", text, { scope: "col" })));
    rows.forEach((cells, y) => {
        const row = body.insertRow();

        cells.forEach((text, x) => row.appendChild(
            x ? element("td", text, marked && marked(y, x) ? { class: "fewer" } : {})
              : element("th", text, { scope: "row" })));
    });
    return it;
}

// ---- tar: what `tar xf` takes apart (POSIX.1-1988, ustar) ----

function tarHead(path, size) {
    const head = new Uint8Array(512), slash = path.lastIndexOf("/");
    const put = (at, text) => head.set(utf8.encode(text), at);
    const octal = (value, digits) => value.toString(8).padStart(digits, "0") + "\0";

    put(0, path.slice(slash + 1));
    put(100, octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11));
    put(148, "        0");
    put(257, "ustar\0" + "00");
    put(345, path.slice(0, Math.max(slash, 0)));
    put(148, octal(head.reduce((sum, byte) => sum + byte, 0), 6) + " ");
    return head;
}

// `files` is a Map of paths and bytes; a name has at most 99 bytes, its folder 154.
function tar(files) {
    const parts = [];

    files.forEach((bytes, path) => {
        parts.push(tarHead(path, bytes.length), bytes,
                   new Uint8Array((512 - bytes.length % 512) % 512));
    });
    parts.push(new Uint8Array(1024));
    return new Blob(parts, { type: "application/x-tar" });
}

// Returns the name of a device and its kind, as the terminal prints them.
function named(device) {
    return device.name.startsWith(device.kind) ? device.name : `${device.name} [${device.kind}]`;
}

// ---- links: verdict and table as lines of text, in base64url ----

// Control characters, and those that turn the direction of text, say nothing here.
function plain(text) {
    return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, " ")
        .slice(0, 200).trim();
}

function linkOf(told) {
    const rows = told.precisions.filter(row => row.stage == "fragment").slice(0, 4);
    const lines = ["1", told.verdict, named(told.device),
                   ...rows.map(row => [row.precision, row.measured, row.claimed].join("\t"))];
    const bytes = utf8.encode(lines.map(line => line.split("\t").map(plain).join("\t")).join("\n"));

    return "#v=" + btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_")
        .replace(/=+$/, "");
}

// Returns null unless the fragment is such a link.
function claimOf(fragment) {
    if (!/^#v=[\w-]+$/.test(fragment) || fragment.length > LINK_MAX)
        return null;
    try {
        const code = atob(fragment.slice(3).replace(/-/g, "+").replace(/_/g, "/"));
        const bytes = Uint8Array.from(code, letter => letter.charCodeAt(0));
        const lines = new TextDecoder("utf-8", { fatal: true }).decode(bytes).split("\n");
        const rows = lines.slice(3, 11).map(line => line.split("\t").slice(0, 3).map(plain));

        return lines[0] == "1" && lines.length > 2 && rows.every(row => row.length == 3)
            ? { verdict: plain(lines[1]), device: plain(lines[2]), rows: rows } : null;
    } catch (error) {
        return null;
    }
}

function showClaim() {
    const claim = claimOf(location.hash);

    if (location.hash && !location.hash.startsWith("#v=")) // a place on the page
        return;
    $("claim").hidden = !claim;
    $("claim-table").textContent = "";
    if (!claim)
        return;
    $("claim-verdict").textContent = claim.verdict;
    $("claim-device").textContent = claim.device;
    $("claim-table").appendChild(table("What the link says of precisions",
                                       ["Precision", "Keeps", "Driver claims"], claim.rows));
}

// ---- pictures ----

// Gives each pixel of a picture a whole number of screen pixels. Where the screen is
// narrower than the picture, every second (third, ...) column is shown: the stripes stay
// whole, and each row stays.
function scale(canvas, room) {
    const ratio = window.devicePixelRatio || 1, columns = room * ratio / canvas.width;
    const times = columns >= 1 ? Math.floor(columns) : 1 / Math.ceil(1 / columns);

    canvas.style.width = canvas.width * times / ratio + "px";
    canvas.style.height = canvas.height * Math.max(1, times) / ratio + "px";
    canvas.closest("figure").style.width = canvas.style.width;
}

function scaleAll() {
    const room = $("pair").clientWidth, side = room >= 900 ? (room - 24) / 2 : room;

    document.querySelectorAll("#pair canvas").forEach(canvas => scale(canvas, side));
}

// Part `index` of `parts` of a picture, from the top.
async function picture(bytes, caption, parts, index) {
    const figure = element("figure"), canvas = element("canvas", null, { role: "img" });
    const frame = element("div", null, { class: "frame", tabindex: "0", role: "region" });
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));

    canvas.width = image.width;
    canvas.height = image.height / parts;
    canvas.getContext("2d").drawImage(image, 0, -canvas.height * index);
    canvas.setAttribute("aria-label", caption);
    frame.setAttribute("aria-label", caption);
    frame.appendChild(canvas);
    figure.append(element("figcaption", caption), frame);
    return figure;
}

// The bytes of a PNG file with a picture of the last run in grey levels.
async function greyOf(name) {
    const done = await fpstripe(["show", ".", "--picture", name, "-o", "grey.png"],
                                { files: last.capture });

    if (done.status)
        throw new Error(done.stderr.trim());
    return done.files.get("grey.png");
}

// verdict.png has the stripes of the device above those of the reference.
async function showStripes() {
    const rows = last.told.precisions, first = rows[0], both = last.files.get("verdict.png");
    const list = [];

    $("pair").textContent = "";
    if (both) {
        list.push(await picture(both, "This device, " + first.precision, 2, 0));
        list.push(await picture(both, "The reference that judged it: " + judge(first), 2, 1));
    }
    for (const row of rows)
        if (row.stage == "fragment" && row.stripes && (row != first || !both))
            list.push(await picture(await greyOf(row.stripes),
                                    "This device, " + row.precision, 1, 0));
    $("pair").append(...list);
    scaleAll();
}

function judge(row) {
    return row.judge && last.told.reference.startsWith(row.judge) ? last.told.reference
                                                                 : row.judge || "none";
}

// ---- what was found ----

let last = null; // { device, told, text, files, capture }
let running = null; // what stops it

function showTable() {
    const rows = last.told.precisions;
    const several = rows.some(row => row.stage != "fragment");
    const name = row => (several ? row.stage + " " : "") + row.precision;

    $("table").textContent = "";
    $("table").appendChild(table(
        "Bits of significand and rounding, measured and claimed by the driver",
        ["Precision", "Measured", "Driver claims"],
        rows.map(row => [name(row), row.measured, row.claimed + (row.fewer ? ": more than there is" : "")]),
        (y, x) => x && rows[y].fewer));
}

function symptom(it) {
    const all = element("details"), head = element("summary");
    const rows = it.expressions.slice().sort((a, b) => !a.from - !b.from);

    head.append(element("b", it.symptom), " " + (it.sum || it.deviating));
    all.append(head, element("p", `${it.topic}: ${it.deviating}`));
    const frame = element("div", null, { class: "scroll wide", tabindex: "0", role: "region",
                                         "aria-label": it.topic });
    frame.appendChild(table(it.topic, ["Expression", "Answer", "Deviates from", "Got", "Expected"],
                            rows.map(row => [row.expression, row.answer, row.from || "-",
                                             row.got, row.expected]),
                            (y, x) => x == 2 && rows[y].from == "GLSL"));
    all.appendChild(frame);
    return all;
}

function showSymptoms() {
    const list = last.told.symptoms.slice().sort((a, b) => b.deviates - a.deviates);

    $("symptoms").textContent = "";
    $("symptoms").append(...list.map(symptom));
}

function showResult() {
    const { told, text } = last;

    $("verdict").textContent = told.verdict;
    $("words").textContent = "";
    $("words").append(...told.precisions.filter(row => row.stage == "fragment")
                      .map(row => element("li", row.words + (row.range ? "; " + row.range : ""))));
    $("who").textContent = `${named(told.device)}, ${told.device.version}`
                           + (told.complete ? "" : " (incomplete: the run ended early)");
    $("like").textContent = told.like ? "Behaves like " + told.like : "";
    $("compared").textContent = told.compared;
    $("text").textContent = text;
    $("share").hidden = !navigator.share;
    showTable();
    showSymptoms();
    $("result").hidden = false;
    return showStripes();
}

// ---- asking ----

// A screen reader hears that it starts and what was found, and has the bar between.
function progressed(done, total, what, left) {
    $("bar").value = done / total;
    $("asking").textContent = "";
    $("now").textContent = `Asking ${done} of ${total}, ${left} left: ${what}`;
}

function busy(on) {
    ["measure", "full", "device"].forEach(id => { $(id).disabled = on; });
    $("busy").hidden = !on;
    $("fault").textContent = "";
    $("asking").textContent = on ? "Starting" : "";
    $("now").textContent = "";
    if (on)
        $("bar").removeAttribute("value");
}

// The files below the folder of a run.
function below(files) {
    return new Map([...files].map(([path, bytes]) => [path.slice(FOLDER.length + 1), bytes]));
}

// Returns those of the capture, each distinct picture once.
function captureOf(files) {
    return new Map([...files].filter(([path]) => /^(capture\.json|pictures\/.*)$/.test(path)));
}

async function ask(full) {
    const device = $("device").value;
    const words = ["run", "-d", device, "-o", FOLDER, ...(full ? ["--full"] : [])];
    const done = await fpstripe(words, { onProgress: progressed, signal: running.signal });
    const files = below(done.files);
    const report = files.get("report.json");

    if (!report || !files.has("capture.json"))
        throw new Error(done.stderr.trim() || `it ended with status ${done.status}`);
    // The report is not derived again.
    const capture = new Map([...captureOf(files), ["derived.json", report]]);
    const told = await fpstripe(["show", ".", "--json"], { files: capture });
    if (told.status)
        throw new Error(told.stderr.trim());
    last = { device, text: done.stdout, told: JSON.parse(told.stdout), files, capture };
    return done.status ? done.stderr.trim() : "";
}

// The focus goes to what was found, or stays where it was if that was asked below it.
async function measure(full) {
    running = new AbortController();
    busy(true);
    try {
        const fault = await ask(full);

        await showResult();
        busy(false);
        $("fault").textContent = fault;
        $("asking").textContent = "Measured: " + last.told.verdict;
        (full ? $("full") : $("verdict")).focus();
    } catch (error) {
        busy(false);
        if (error.name == "AbortError")
            $("asking").textContent = "Stopped. Nothing was kept of it.";
        else
            $("fault").textContent = error.message;
        (full ? $("full") : $("measure")).focus();
    }
}

// ---- keeping ----

function save(name, blob) {
    const link = element("a", null, { download: name });

    link.href = URL.createObjectURL(blob);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function baseName() {
    return "fpstripe-" + last.device.replace(/[^\w.=-]+/g, "-").slice(0, 40);
}

function tarOfLast() {
    const files = new Map();

    captureOf(last.files).forEach((bytes, path) => files.set(baseName() + "/" + path, bytes));
    return tar(files);
}

function hosted() {
    return /^https?:$/.test(location.protocol);
}

// The path of a file is nobody else's business.
function address() {
    return (hosted() ? location.href.replace(/#.*/, "") : "fpstripe.html") + linkOf(last.told);
}

// `instead`: where it can be copied from by hand.
async function copy(text, what, instead) {
    try {
        await navigator.clipboard.writeText(text);
        $("done").textContent = what + " is on the clipboard.";
    } catch (error) {
        $("done").textContent = "This browser gives no clipboard to the page. " + instead;
    }
}

async function share() {
    const { told } = last;

    try {
        // A file has no address that others can open, and a browser refuses to share one.
        await navigator.share({ title: "fpstripe", text: `${named(told.device)}: ${told.verdict}`,
                                ...(hosted() ? { url: address() } : {}) });
    } catch (error) {
        $("done").textContent = "Not shared.";
    }
}

// ---- devices without a GPU ----

function group(label, entries) {
    const it = element("optgroup", null, { label });

    entries.forEach(([key, text]) => it.appendChild(element("option", text, { value: "fake:" + key })));
    return it;
}

async function listModels() {
    const done = await fpstripe(["explain", "models", "--json"], {});
    const list = JSON.parse(done.stdout);

    $("device").append(
        group("Published devices, simulated", list.published.map(it => [it.key, it.device])),
        group("Rounding models, simulated", list.models.map(it => [it.name, `${it.name}: ${it.rounds}`])));
}

function chosen() {
    $("measure").textContent = $("device").value == "webgl" ? "Measure this device"
                                                             : "Measure the simulation";
}

function start() {
    $("measure").onclick = () => measure(false);
    $("full").onclick = () => measure(true);
    $("stop").onclick = () => running.abort();
    $("device").onchange = chosen;
    $("json").onclick = () => save("report.json", new Blob([last.files.get("report.json")],
                                                            { type: "application/json" }));
    $("tar").onclick = () => save(baseName() + ".tar", tarOfLast());
    $("copy").onclick = () => copy(last.text, "The report", "It is below, as text.");
    $("link").onclick = () => copy(address(), "The link", "It is: " + address());
    $("share").onclick = share;
    window.addEventListener("hashchange", showClaim);
    window.addEventListener("resize", scaleAll);
    showClaim();
    listModels().catch(error => { $("fault").textContent = error.message; });
}

if ($("measure"))
    start();

return { element, table, save, named, tarOfLast, filesOfLast: () => last.files, address };
})();
