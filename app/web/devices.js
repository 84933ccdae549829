// SPDX-License-Identifier: MIT
//
// The gallery: cards of all devices, and what `compare --html` says of those that are
// ticked, or of one, in a frame that runs no script. Reports are embedded (gallery.py) or
// dropped here; both are read by the program.

"use strict";

const GALLERY = (() => {

const { element, table, save, named } = PAGE;
const SIDES = 20;             // that `compare` takes
const BYTES_MAX = 256 << 20;  // of what is dropped
const utf8 = new TextEncoder(), text8 = new TextDecoder();

const $ = id => document.getElementById(id);

let devices = []; // { key, told, files() } and, once they are shown, card and tick

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
        thumb: thumbOf(device.pictures, head.pictures),
        files: () => {
            const line = lines[1 + head.findings + i];
            const report = line.replace(/\u0001(\d+)/g, (all, number) => findings[number]);
            const files = new Map([["report.json", utf8.encode(report)]]);

            Object.entries(device.pictures)
                .forEach(([name, picture]) => files.set(name, bytesOf(head.pictures[picture])));
            return files;
        },
    }));
}

function thumbOf(named, pictures) {
    const name = Object.keys(named).find(it => /highp-published-rgba8/.test(it));

    return name ? "data:image/png;base64," + pictures[named[name]] : "";
}

// ---- what is dropped ----

function tarText(bytes) {
    const end = bytes.indexOf(0);

    return text8.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

// The files of a tar archive (ustar) by name. Throws what is wrong with it.
function untar(bytes) {
    const files = new Map();

    for (let at = 0; at + 512 <= bytes.length && bytes[at];) {
        const head = bytes.subarray(at, at + 512);
        const said = parseInt(tarText(head.subarray(148, 156)), 8);
        const sum = head.reduce((all, byte, i) => all + (i >= 148 && i < 156 ? 32 : byte), 0);
        const size = parseInt(tarText(head.subarray(124, 136)), 8);
        const name = tarText(head.subarray(0, 100));

        if (said !== sum || !(size >= 0) || at + 512 + size > bytes.length)
            throw new Error("this is no whole tar archive");
        if (head[156] === 0x30 || head[156] === 0)
            files.set(name, bytes.slice(at + 512, at + 512 + size));
        at += 512 + Math.ceil(size / 512) * 512;
    }
    return files;
}

// Returns the folder of a path, with its slash, or "".
function folderOf(path) {
    return path.slice(0, path.lastIndexOf("/") + 1);
}

// Returns a device for each .json file, with the pictures of its folder.
function reportsIn(files) {
    const pictures = new Map(), reports = [];

    files.forEach((bytes, path) => {
        const folder = folderOf(path), name = path.slice(folder.length);

        if (/^[\w.-]+\.png$/.test(name))
            pictures.set(folder, [...(pictures.get(folder) || []), [name, bytes]]);
    });
    files.forEach((bytes, path) => {
        if (!path.endsWith(".json"))
            return;
        const own = new Map([["report.json", bytes], ...(pictures.get(folderOf(path)) || [])]);
        reports.push({ key: path, files: () => own, own: true, thumb: "" });
    });
    return reports;
}

// Returns a path that is not taken: the second "report.json" becomes "2/report.json".
function freePath(path, isTaken) {
    let free = path;

    for (let i = 2; isTaken(free); i++)
        free = `${i}/${path}`;
    return free;
}

async function printReport(device) {
    const report = device.files().get("report.json");
    const done = await fpstripe(["show", "report.json", "--json"],
                                { files: new Map([["report.json", report]]) });

    if (done.status)
        throw new Error(`${device.key}: ${done.stderr.trim().replace(/^fpstripe: /, "")}`);
    device.told = JSON.parse(done.stdout);
    return device;
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
        const reports = reportsIn(files);
        if (!reports.length)
            throw new Error("there is no report.json in it");
        for (const report of reports)
            await printReport(report);
        add(reports);
        $("read").textContent = `Read: ${reports.map(it => it.told.verdict).join("; ")}`;
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
return { untar, reportsIn, keys: () => devices.map(it => it.key) };
})();
