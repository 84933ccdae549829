// SPDX-License-Identifier: MIT
//
// run.js ENGINE WORD...: the program in Node, as a command. ENGINE is the engine.js of a
// build. Files that the words name are given to it, and those in folders; what it writes is
// left out.

"use strict";

const fs = require("fs");
const path = require("path");
const { fpstripe } = require(path.resolve(process.argv[2]));
const words = process.argv.slice(3);
const files = new Map();
const below = word => word.replace(/^\/+/, ""); // its working directory

function give(word) {
    const is = fs.statSync(word, { throwIfNoEntry: false });

    if (is && is.isFile())
        files.set(below(word), new Uint8Array(fs.readFileSync(word)));
    else if (is && is.isDirectory())
        fs.readdirSync(word).forEach(name => give(path.join(word, name)));
    return is ? below(word) : word;
}

fpstripe(words.map(give), { files }).then(done => {
    process.stdout.write(done.stdout);
    process.stderr.write(done.stderr);
    process.exitCode = done.status;
});
