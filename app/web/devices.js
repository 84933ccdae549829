// SPDX-License-Identifier: MIT
//
// The gallery: cards of all devices, and the page of `compare --html` about those that are
// ticked, or about one, in a frame that runs no script. Captures are embedded with their
// reports (gallery.py), or dropped here; the program derives the reports of these.

"use strict";

const GALLERY = (() => {

const { element, table, save, named } = PAGE;
const PICTURE = /(?:^|\/)([0-9a-f]{64})\.png$/;
const SIDES = 20;             // that `compare` takes
const BYTES_MAX = 256 << 20;  // of what is dropped
const utf8 = new TextEncoder(), text8 = new TextDecoder();

const $ = id => document.getElementById(id);

// { key, told, thumb, files() } and, once they are shown, card and tick. The files are those
// of a capture, with derived.json: the program then does not derive the report again.
let devices = [];

function bytesOf(base64) {
    return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
}

// ---- what is embedded ----

function embedded() {
    const lines = text8.decode(unpack($("data").textContent)).split("\n");
    const head = JSON.parse(lines[0]);
    const findings = lines.slice(1, 1 + head.findings);

    return head.devices.map((device, i) => ({
        ...device,
        thumb: device.thumb && "data:image/png;base64," + head.pictures[device.thumb],
        files: () => {
            const report = lines[1 + head.findings + i];
            const capture = lines[1 + head.findings + head.devices.length + i];

            return new Map([
                ["capture.json", utf8.encode(JSON.parse(capture))],
                ["derived.json", utf8.encode(report.replace(/\u0001(\d+)/g,
                                                            (all, number) => findings[number]))],
                ...device.pictures.map(name => [`pictures/${name}.png`,
                                                bytesOf(head.pictures[name])])]);
        },
    }));
}

// ---- what is dropped ----

function tarText(bytes) {
    const end = bytes.indexOf(0);

    return text8.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

// Returns the path of an entry: of its head, or of the entry before it, where GNU's tar and
// POSIX.1-2001 put long ones.
function pathOf(head, before) {
    const folder = tarText(head.subarray(257, 263)) == "ustar" && tarText(head.subarray(345, 500));

    return before || (folder ? folder + "/" : "") + tarText(head.subarray(0, 100));
}

// The files of a tar archive by path. Throws what is wrong with it.
function untar(bytes) {
    const files = new Map();
    let before = "";

    for (let at = 0; at + 512 <= bytes.length && bytes[at];) {
        const head = bytes.subarray(at, at + 512), kind = String.fromCharCode(head[156] || 0x30);
        const said = parseInt(tarText(head.subarray(148, 156)), 8);
        const sum = head.reduce((all, byte, i) => all + (i >= 148 && i < 156 ? 32 : byte), 0);
        const size = parseInt(tarText(head.subarray(124, 136)), 8);
        const body = bytes.slice(at + 512, at + 512 + size);

        if (said !== sum || !(size >= 0) || at + 512 + size > bytes.length)
            throw new Error("this is no whole tar archive");
        if (kind == "0")
            files.set(pathOf(head, before), body);
        before = kind == "L" ? tarText(body)
               : kind == "x" ? (/\d+ path=(.*)\n/.exec(text8.decode(body)) || ["", ""])[1] : "";
        at += 512 + Math.ceil(size / 512) * 512;
    }
    return files;
}

// Returns the pictures that a capture names. A name is a hash, so the folder of a picture
// does not matter.
function picturesOf(capture, pictures) {
    const names = new Set(text8.decode(capture).match(/\b[0-9a-f]{64}\b/g));

    return [...names].filter(name => pictures.has(name))
        .map(name => [`pictures/${name}.png`, pictures.get(name)]);
}

// Returns a device for each capture.json; if there is none, for each .json, since a capture
// may have any name: the program refuses other files, and says why.
function capturesIn(files) {
    const pictures = new Map(), paths = [...files.keys()];
    const captures = paths.filter(path => /(^|\/)capture\.json$/.test(path));

    files.forEach((bytes, path) => {
        const found = PICTURE.exec(path);

        if (found)
            pictures.set(found[1], bytes);
    });
    return (captures.length ? captures : paths.filter(path => path.endsWith(".json"))).map(path => {
        const own = new Map([["capture.json", files.get(path)],
                             ...picturesOf(files.get(path), pictures)]);

        return { key: path, files: () => own, own: true, thumb: "" };
    });
}

// Returns a path that is not taken: the second "capture.json" becomes "2/capture.json".
function freePath(path, isTaken) {
    let free = path;

    for (let i = 2; isTaken(free); i++)
        free = `${i}/${path}`;
    return free;
}

// Whether a capture names pictures, and has none of them.
function isBare(files) {
    return files.size == 1 && /"picture":/.test(text8.decode(files.get("capture.json")));
}

// Derives the report of a capture that was dropped, once.
async function derive(device) {
    const files = device.files();

    if (isBare(files))
        throw new Error(`${device.key}: its pictures are missing; choose the .tar, or the folder`);
    const done = await fpstripe(["show", ".", "--json"], { files });
    if (done.status)
        throw new Error(`${device.key}: ${done.stderr.trim().replace(/^fpstripe: /, "")}`);
    device.told = JSON.parse(done.stdout);
    files.set("derived.json", utf8.encode(JSON.stringify(device.told.report)));
    delete device.told.report;
}

// A list of File, with paths.
async function take(list) {
    const files = new Map();
    const size = list.reduce((sum, { file }) => sum + file.size, 0);

    $("fault").textContent = "";
    $("read").textContent = "Reading";
    try {
        if (size > BYTES_MAX)
            throw new Error("that is too much: more than 256 MiB");
        const seen = new Set();
        for (const { file, path } of list) {
            const bytes = new Uint8Array(await file.arrayBuffer());
            const free = freePath(path, it => seen.has(it));

            seen.add(free);
            if (free.endsWith(".tar"))
                untar(bytes).forEach((inner, name) => files.set(free + "/" + name, inner));
            else
                files.set(free, bytes);
        }
        const captures = capturesIn(files);
        if (!captures.length)
            throw new Error("there is no capture.json in it");
        for (const capture of captures)
            await derive(capture);
        add(captures);
        $("read").textContent = `Read: ${captures.map(it => it.told.verdict).join("; ")}`;
    } catch (error) {
        $("read").textContent = "";
        $("fault").textContent = error.message;
    }
}

function chosen(input) {
    return take([...input.files].map(file => ({ file, path: file.webkitRelativePath || file.name })));
}

async function walk(entry, list) {
    if (entry.isFile) {
        const file = await new Promise((good, bad) => entry.file(good, bad));

        list.push({ file, path: entry.fullPath.replace(/^\//, "") });
        return;
    }
    const reader = entry.createReader();
    for (;;) { // a reader gives a hundred at a time
        const some = await new Promise((good, bad) => reader.readEntries(good, bad));

        if (!some.length)
            return;
        for (const inner of some)
            await walk(inner, list);
    }
}

async function dropped(event) {
    const list = [];

    event.preventDefault();
    $("drop").classList.remove("over");
    const entries = [...event.dataTransfer.items].map(item => item.webkitGetAsEntry && item.webkitGetAsEntry());
    for (const entry of entries)
        if (entry)
            await walk(entry, list);
    await take(list);
}

// ---- cards and filters ----

// A driver's string names its vendor last, where it is another's translator.
function vendorOf(device) {
    return device.own ? "Yours" : device.key.split("/")[0];
}

function apiOf(device) {
    return device.told.device.version.match(/WebGL \d/) ? "WebGL" : device.told.device.api;
}

function findingsOf({ told }) {
    return [...told.precisions.map(row => `${row.precision}: ${row.measured}`),
            ...told.precisions.filter(row => row.fewer).map(row => `${row.precision}: fewer than claimed`),
            ...told.symptoms.filter(it => it.deviates).map(it => it.symptom)];
}

const FILTERS = {
    vendor: device => [vendorOf(device)],
    api: device => [apiOf(device)],
    finding: findingsOf,
};

function options() {
    Object.entries(FILTERS).forEach(([id, of]) => {
        const select = $(id), was = select.value;
        const all = [...new Set(devices.flatMap(of))].sort();

        select.replaceChildren(element("option", "Any", { value: "" }),
                               ...all.map(text => element("option", text, { value: text })));
        select.value = all.includes(was) ? was : "";
    });
}

function shown() {
    return devices.filter(device => Object.entries(FILTERS).every(
        ([id, of]) => !$(id).value || of(device).includes($(id).value)));
}

function card(device) {
    const { told } = device, it = element("li"), head = element("h3");
    const tick = element("input", null, { type: "checkbox" });
    const label = element("label", null, { class: "tick" });
    const open = element("button", "Its page", { "aria-label": `Its page: ${named(told.device)}, ${device.key}` });

    head.textContent = named(told.device);
    label.append(tick, "Compare");
    if (device.thumb)
        it.appendChild(element("img", null, { src: device.thumb, alt: "", loading: "lazy" }));
    it.append(head, element("p", `${told.device.version} (${device.key})`, { class: "soft" }),
              element("p", told.verdict, { class: "verdict" }));
    told.precisions.filter(row => row.precision != "highp").slice(0, 1)
        .forEach(row => it.appendChild(element("p", row.words)));
    const buttons = element("p", null, { class: "buttons" });
    buttons.append(open, label);
    it.appendChild(buttons);
    open.onclick = () => { location.hash = "device=" + encodeURIComponent(device.key); };
    tick.setAttribute("aria-label", `Compare ${told.device.name}, ${device.key}`);
    device.tick = tick;
    device.card = it;
}

function overview(list) {
    const topics = [...new Set(list.flatMap(device => device.told.symptoms.map(it => it.topic)))];
    const measured = (device, precision) =>
        (device.told.precisions.find(row => row.precision == precision) || { measured: "-" }).measured;
    const sum = (device, topic) => {
        const it = device.told.symptoms.find(other => other.topic == topic);

        return it ? it.sum || it.deviating : "-";
    };

    $("table").replaceChildren(table(
        "What each device does; - is not measured", ["Device", "highp", "mediump", ...topics],
        list.map(device => [`${named(device.told.device)}, ${device.told.device.version}`,
                            measured(device, "highp"), measured(device, "mediump"),
                            ...topics.map(topic => sum(device, topic))])));
}

function refresh() {
    const list = shown();

    $("cards").replaceChildren(...list.map(device => device.card));
    $("count").textContent = `${list.length} of ${devices.length} devices`;
    overview(list);
}

// Devices of a known kind first, hardware before software.
const KINDS = ["hardware", "software"];

function rank(device) {
    const at = KINDS.indexOf(device.told.device.kind);

    return at < 0 ? KINDS.length : at;
}

// Adds devices before those that are there. A key that is taken gets a number.
function add(more) {
    const keys = new Set(devices.map(it => it.key));

    more.forEach(device => {
        device.key = freePath(device.key, key => keys.has(key));
        keys.add(device.key);
    });
    more.sort((a, b) => rank(a) - rank(b));
    more.forEach(card);
    devices = [...more, ...devices];
    more.forEach(device => { device.tick.checked = !!device.own; });
    options();
    refresh();
}

// ---- views: pages of the program's own ----

let page = "";
let viewing = 0; // how many views were asked for

// Shows what the program says of a list. A view that was asked for later stands.
async function view(title, list) {
    const number = ++viewing;
    const files = new Map(), folders = list.map((device, i) => `${i + 1}`);

    $("fault").textContent = "";
    $("view").hidden = false;
    $("view-h").textContent = title;
    $("sentence").textContent = "Comparing";
    page = $("frame").srcdoc = "";
    $("view-h").focus();
    list.forEach((device, i) => device.files().forEach((bytes, name) => files.set(`${folders[i]}/${name}`, bytes)));
    const done = await fpstripe(["compare", "--html", "page.html", ...folders], { files });
    const html = done.files.get("page.html");

    if (number != viewing)
        return;
    $("sentence").textContent = html ? done.stdout.split("\n\n")[0] : done.stderr;
    page = html ? text8.decode(html) : "";
    $("frame").srcdoc = page;
}

function compareTicked() {
    const list = devices.filter(device => device.tick.checked && device.card.isConnected);

    if (list.length < 2 || list.length > SIDES) {
        $("fault").textContent = `${list.length} ticked; 2 to ${SIDES} can be compared`;
        return;
    }
    view(`${list.length} devices side by side`, list);
}

// Returns the key of a link, or "" if it is no URI component.
function keyOf(fragment) {
    try {
        return fragment.startsWith("#device=") ? decodeURIComponent(fragment.slice(8)) : "";
    } catch (error) {
        return "";
    }
}

function opened() {
    const key = keyOf(location.hash), device = devices.find(it => it.key == key);

    if (device)
        view(named(device.told.device), [device]);
    else if (location.hash.startsWith("#device="))
        $("fault").textContent = "The link names a device that is not on this page.";
}

function start() {
    Object.keys(FILTERS).forEach(id => { $(id).onchange = refresh; });
    $("beside").onclick = compareTicked;
    $("all").onclick = () => shown().forEach(device => { device.tick.checked = true; });
    $("none").onclick = () => devices.forEach(device => { device.tick.checked = false; });
    $("keep").onclick = () => save("devices.html", new Blob([page], { type: "text/html" }));
    $("file").onchange = () => chosen($("file"));
    $("folder").onchange = () => chosen($("folder"));
    $("drop").ondragover = event => { event.preventDefault(); $("drop").classList.add("over"); };
    $("drop").ondragleave = () => $("drop").classList.remove("over");
    $("drop").ondrop = dropped;
    window.addEventListener("hashchange", opened);
    add(embedded());
    opened();
}

start();
return { untar, capturesIn, devices: () => devices };
})();
