// SPDX-License-Identifier: MIT
//
// The program in a page, or in Node: one call is one command of its command line, with a
// memory and files of its own, in a worker.
//
//     const fpstripe = fpstripeEngine(parts);
//     const done = await fpstripe(["run", "-d", "webgl", "-o", "out"]);
//     done.files.get("out/capture.json")
//
// parts: { core, wasm, data }, each as unpack.js takes it: the JavaScript of Emscripten, the
// program and the recorded answers, which are a pack (join.py).
//
// fpstripe(args, options) resolves to { status, stdout, stderr, files }: the exit status,
// texts, and a Map of paths below the working directory to Uint8Array, of what the command
// wrote. options, all optional:
//     files       Map of path to Uint8Array or string that the command finds
//     onLine      (line, stream), stream "stdout" or "stderr", as they come
//     onProgress  (done, total, what, left), what: what is asked next; left: "2 s"
//     page        true: not in a worker
//     signal      an AbortSignal, which ends the worker: the promise is then rejected
// It is rejected where the program cannot be started, never because of a command.
//
// WebGL is asked in the worker; where a browser has it on the page's own thread alone the
// command runs there, and the page stands still meanwhile.

"use strict";

/*unpack.js*/
// Runs a command. This function is sent to a worker as text, or runs on the page's thread.
function fpstripeCore(scope) {
    const HOME = "/home/web";
    // "[####----] 12 of 81, 2 s left: stripes fragment highp plain"
    const PROGRESS = /^\[[#-]*\] (\d+) of (\d+), ([^:]*) left: (.*?)(?:\x1b\[K)?$/;

    // Bytes to lines, of which a carriage return ends one too.
    function lines(take) {
        let bytes = [];
        const text = new TextDecoder();
        const end = function () {
            if (bytes.length)
                take(text.decode(new Uint8Array(bytes)));
            bytes = [];
        };
        return { end, put: function (byte) {
            if (byte === null)
                return;
            if (byte === 13) {
                end();
                return;
            }
            bytes.push(byte & 255);
            if (byte === 10)
                end();
        } };
    }

    function tell(streams, stream, line, post) {
        const found = stream == "stderr" && PROGRESS.exec(line);
        if (found) {
            post({ progress: [+found[1], +found[2], found[4], found[3]] });
            return;
        }
        line = line.replace(/\x1b\[K/g, "");
        if (!line)
            return;
        streams[stream] += line;
        post({ line: line.replace(/\n$/, ""), stream });
    }

    function put(FS, path, bytes) {
        const slash = path.lastIndexOf("/");
        if (slash > 0)
            FS.mkdirTree(path.slice(0, slash));
        FS.writeFile(path, bytes);
    }

    function collect(FS, folder, given, into) {
        for (const name of FS.readdir(folder)) {
            const path = folder + "/" + name;
            if (name == "." || name == "..")
                continue;
            if (FS.isDir(FS.stat(path).mode)) {
                collect(FS, path, given, into);
                continue;
            }
            const bytes = FS.readFile(path);
            const old = given.get(path);
            if (!old || old.length != bytes.length || old.some((byte, i) => byte != bytes[i]))
                into.set(path.slice(HOME.length + 1), bytes);
        }
        return into;
    }

    // One command. `ask`: args, files, data, module.
    scope.fpstripeRun = async function (ask, post) {
        const streams = { stdout: "", stderr: "" };
        const out = lines((line) => tell(streams, "stdout", line, post));
        const err = lines((line) => tell(streams, "stderr", line, post));
        const given = new Map();
        const module = await scope.fpstripeModule({
            stdin: () => null,
            stdout: out.put,
            stderr: err.put,
            preRun: [function (made) { made.ENV.TERM = "web"; }],
            instantiateWasm: function (imports, made) {
                WebAssembly.instantiate(ask.module, imports).then((wasm) => made(wasm, ask.module));
                return {};
            },
        });
        const FS = module.FS;
        FS.streams[2].tty = true; // for its progress
        FS.mkdirTree(HOME);
        FS.chdir(HOME);
        for (const [path, bytes] of ask.data)
            put(FS, path, bytes);
        for (const [path, what] of ask.files) {
            const bytes = typeof what == "string" ? new TextEncoder().encode(what) : what;
            put(FS, HOME + "/" + path, bytes);
            given.set(HOME + "/" + path, bytes);
        }
        let status = 3;
        try {
            status = module.callMain(ask.args);
        } catch (error) {
            // The memory is as it was left: what was written may be read.
            for (const byte of new TextEncoder().encode("fpstripe: " + error + "\n"))
                err.put(byte);
        }
        out.end();
        err.end();
        return { status, stdout: streams.stdout, stderr: streams.stderr,
                 files: collect(FS, HOME, given, new Map()) };
    };

    // Whether a worker has the best that this browser has.
    scope.fpstripeDraws = function () {
        try {
            return !!new OffscreenCanvas(1, 1).getContext("webgl2");
        } catch (error) {
            return false;
        }
    };

    if (typeof WorkerGlobalScope == "undefined" || !(scope instanceof WorkerGlobalScope))
        return;
    scope.onmessage = function (event) {
        if (event.data.draws && !scope.fpstripeDraws()) {
            scope.postMessage({ page: true });
            return;
        }
        scope.fpstripeRun(event.data, (message) => scope.postMessage(message)).then(
            (done) => scope.postMessage({ done }, [...done.files.values()].map((b) => b.buffer)),
            (error) => scope.postMessage({ failed: String(error) }));
    };
}

function fpstripeEngine(parts) {
    const scope = typeof globalThis == "undefined" ? self : globalThis;
    let loaded = null;

    // "PATH SIZE\n" for each file, an empty line, and the files.
    function files(pack) {
        const text = new TextDecoder("latin1");
        const end = pack.findIndex((byte, i) => byte == 10 && pack[i + 1] == 10);
        let at = end + 2;
        return text.decode(pack.subarray(0, end)).split("\n").map(function (line) {
            const [path, size] = line.split(" ");
            at += +size;
            return [path, pack.slice(at - size, at)];
        });
    }

    // The page is shown first.
    async function start() {
        await new Promise((later) => setTimeout(later));
        const module = WebAssembly.compile(unpack(parts.wasm));
        const core = new TextDecoder().decode(unpack(parts.core));
        const source = core + "\nself.fpstripeModule = fpstripeModule;\n" +
            "(" + fpstripeCore + ")(self);\n";
        return [await module, files(unpack(parts.data)), source];
    }

    // The device of the command is the browser's.
    function draws(args) {
        const name = args[0] && args[0][0] != "-" ? args[0] : "run";
        const asked = args.filter((word, i) => ["-d", "--device"].includes(args[i - 1]) ||
            /^(-d.|--device=)/.test(word));
        return ["devices", "run", "eval"].includes(name) &&
            (!asked.length || !asked.some((word) => /fake:/.test(word)));
    }

    function hear(message, options) {
        if (message.line !== undefined && options.onLine)
            options.onLine(message.line, message.stream);
        if (message.progress && options.onProgress)
            options.onProgress(...message.progress);
    }

    // As a script of the page, which needs no right to evaluate text.
    function addScript(source) {
        return new Promise(function (resolve, reject) {
            const script = document.createElement("script");
            script.src = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
            script.onload = resolve;
            script.onerror = () => reject(new Error("the page may not run its own script"));
            document.head.appendChild(script);
        });
    }

    async function here(ask, source, options) {
        if (!scope.fpstripeRun && typeof document != "undefined")
            await addScript(source);
        else if (!scope.fpstripeRun)
            new Function("self", "require", "__dirname", source)(scope, require, "");
        return scope.fpstripeRun(ask, (message) => hear(message, options));
    }

    function there(ask, source, options) {
        return new Promise(function (resolve, reject) {
            const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
            const worker = new Worker(url);
            const end = function () {
                worker.terminate();
                URL.revokeObjectURL(url);
            };
            worker.onmessage = function (event) {
                const message = event.data;
                hear(message, options);
                if (!message.done && !message.page && !message.failed)
                    return;
                end();
                if (message.failed)
                    reject(new Error(message.failed));
                else
                    resolve(message.page ? here(ask, source, options) : message.done);
            };
            worker.onerror = function (event) {
                end();
                reject(new Error("worker: " + event.message));
            };
            const abort = function () {
                end();
                reject(new DOMException("ended", "AbortError"));
            };
            if (options.signal)
                options.signal.addEventListener("abort", abort);
            if (options.signal && options.signal.aborted)
                abort();
            else
                worker.postMessage(ask);
        });
    }

    return async function (args, options = {}) {
        loaded = loaded || start();
        const [module, data, source] = await loaded;
        const ask = { args, module, data, files: [...(options.files || [])],
                      draws: draws(args) };
        const alone = options.page || typeof Worker == "undefined" ||
            typeof document == "undefined";
        return (alone ? here : there)(ask, source, options);
    };
}

const fpstripe = fpstripeEngine({ core: "{{core}}", wasm: "{{wasm}}", data: "{{data}}" });

if (typeof module != "undefined")
    module.exports = { fpstripe };
