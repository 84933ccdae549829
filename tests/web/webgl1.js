// SPDX-License-Identifier: MIT
//
// For a page, or in front of its worker: WebGL 1 alone, as in an old browser.

for (const kind of ["OffscreenCanvas", "HTMLCanvasElement"]) {
    if (!self[kind])
        continue;
    const get = self[kind].prototype.getContext;
    self[kind].prototype.getContext = function (name, ...words) {
        return name == "webgl2" ? null : get.call(this, name, ...words);
    };
}
