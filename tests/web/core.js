// SPDX-License-Identifier: MIT
//
// core.js ENGINE OUT: for each line of standard input, "NAME WORD...", runs that command line in
// a page's program and writes its files below OUT/NAME, and its status to OUT/NAME.status.

"use strict";
const fs = require("fs");
const path = require("path");
const { fpstripe } = require(path.resolve(process.argv[2]));
const out = process.argv[3];

async function all() {
    for (const line of fs.readFileSync(0, "utf8").trim().split("\n")) {
        const [name, ...words] = line.split(" ");
        const done = await fpstripe(words);

        for (const [file, bytes] of done.files) {
            const to = path.join(out, name, file);
            fs.mkdirSync(path.dirname(to), { recursive: true });
            fs.writeFileSync(to, bytes);
        }
        fs.writeFileSync(path.join(out, name + ".status"), `${done.status}\n${done.stderr}`);
    }
}

// Emscripten leaves the status of a command there.
all().then(() => { process.exitCode = 0; }, (error) => {
    console.error(error);
    process.exitCode = 1;
});
