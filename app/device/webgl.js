// SPDX-License-Identifier: MIT
//
// The functions of webgl.h, as a library of Emscripten's. GL, HEAPU8 and stringToUTF8 are
// Emscripten's.

mergeInto(LibraryManager.library, {
    webgl_create__deps: ["$GL"],
    webgl_create: function (version, side, why, size) {
        var said = "";
        var canvas = null;
        if (typeof document != "undefined") {
            canvas = document.createElement("canvas");
            canvas.width = canvas.height = side;
        } else if (typeof OffscreenCanvas != "undefined") {
            canvas = new OffscreenCanvas(side, side);
        } else {
            said = "there is no canvas";
        }
        var context = null;
        if (canvas && canvas.addEventListener)
            canvas.addEventListener("webglcontextcreationerror", function (event) {
                said = event.statusMessage;
            });
        try {
            context = canvas && canvas.getContext(version == 2 ? "webgl2" : "webgl", {
                alpha: true, antialias: false, depth: false, stencil: false,
                powerPreference: "high-performance",
            });
        } catch (error) {
            said = String(error);
        }
        stringToUTF8(said || "", why, size);
        if (!context)
            return 0;
        var handle = GL.registerContext(context, {
            majorVersion: version, enableExtensionsByDefault: true,
        });
        GL.makeContextCurrent(handle);
        GL.stringCache = {}; // of the context before
        GL.stringiCache = {};
        return handle;
    },

    webgl_destroy__deps: ["$GL"],
    webgl_destroy: function (handle) {
        var lose = GL.contexts[handle].GLctx.getExtension("WEBGL_lose_context");
        GL.deleteContext(handle);
        if (lose)
            lose.loseContext();
    },

    webgl_lost: function () {
        return GLctx.isContextLost() ? 1 : 0;
    },

    $webglBrowser: function () {
        var agent = typeof navigator != "undefined" && navigator.userAgent || "";
        var names = [["Firefox", "Firefox"], ["FxiOS", "Firefox"], ["EdgA?", "Edge"],
                     ["OPR", "Opera"], ["SamsungBrowser", "Samsung Internet"],
                     ["CriOS", "Chrome"], ["Chrom(?:e|ium)", "Chromium"],
                     ["Version", /Mac OS X/.test(agent) ? "Safari" : "WebKit"]];
        var system = (/\(([^)]*)\)/.exec(agent) || ["", ""])[1];
        for (var i = 0; i < names.length; i++) {
            var found = new RegExp(names[i][0] + "/([0-9.]+)").exec(agent);
            if (found)
                return names[i][1] + " " + found[1].replace(/(\.0)+$/, "") +
                    " (" + system + ")";
        }
        return agent;
    },

    webgl_string__deps: ["$webglBrowser"],
    webgl_string: function (word, text, size) {
        var said = "";
        if (word == 2) {
            said = webglBrowser();
        } else {
            var told = GLctx.getExtension("WEBGL_debug_renderer_info");
            said = told && GLctx.getParameter(word == 1 ? 0x9246 : 0x9245);
        }
        said = String(said || "");
        stringToUTF8(said, text, size);
        return said ? 1 : 0;
    },

    webgl_read: function (x, y, width, height, format, type, to) {
        var count = width * height * (format == 0x1903 || format == 0x8D94 ? 1 : 4);
        var view = type == 0x1401 ? HEAPU8.subarray(to, to + count)
                 : type == 0x1405 ? HEAPU32.subarray(to >> 2, (to >> 2) + count)
                 : type == 0x1406 ? HEAPF32.subarray(to >> 2, (to >> 2) + count)
                                  : HEAPU16.subarray(to >> 1, (to >> 1) + count);
        GLctx.readPixels(x, y, width, height, format, type, view);
    },
});
