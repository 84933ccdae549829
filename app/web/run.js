// SPDX-License-Identifier: MIT
//
// run.js ENGINE WORD...: the program in Node, as a command. ENGINE is the engine.js of a
// build. Files that the words name are given to it; what it writes is left out.

"use strict";

const fs = require("fs");
const path = require("path");
const { fpstripe } = require(path.resolve(process.argv[2]));
const words = process.argv.slice(3);
const files = new Map(words.filter(word => fs.existsSync(word) && fs.statSync(word).isFile())
                      .map(word => [word.replace(/^\/+/, ""), new Uint8Array(fs.readFileSync(word))]));

fpstripe(words.map(word => files.has(word.replace(/^\/+/, "")) ? word.replace(/^\/+/, "") : word),
         { files }).then(done => {
    process.stdout.write(done.stdout);
    process.stderr.write(done.stderr);
    process.exitCode = done.status;
});
