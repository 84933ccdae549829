// SPDX-License-Identifier: MIT
//
// run.js ENGINE WORD...: the program in Node, as a command. ENGINE is the engine.js of a
// build. It gets the files that the words name, those in folders, and the pictures that a
// capture in them has in a folder above; the files that it writes are left out.

"use strict";

const fs = require("fs");
const path = require("path");
const { fpstripe } = require(path.resolve(process.argv[2]));
const words = process.argv.slice(3);
const files = new Map();
const below = word => path.resolve(word).slice(1); // its working directory

function givePictures(capture) {
    const names = new Set(fs.readFileSync(capture, "utf8").match(/\b[0-9a-f]{64}\b/g));

    for (let folder = path.dirname(path.resolve(capture)); names.size && folder != "/";
         folder = path.dirname(folder))
        names.forEach(name => {
            const picture = path.join(folder, "pictures", name + ".png");

            if (fs.existsSync(picture) && names.delete(name))
                files.set(below(picture), new Uint8Array(fs.readFileSync(picture)));
        });
}

function give(word) {
    const is = fs.statSync(word, { throwIfNoEntry: false });

    if (is && is.isFile())
        files.set(below(word), new Uint8Array(fs.readFileSync(word)));
    if (path.basename(word) == "capture.json")
        givePictures(word);
    else if (is && is.isDirectory())
        fs.readdirSync(word).forEach(name => give(path.join(word, name)));
    return is ? below(word) : word;
}

fpstripe(words.map(give), { files }).then(done => {
    process.stdout.write(done.stdout);
    process.stderr.write(done.stderr);
    process.exitCode = done.status;
});
