// SPDX-License-Identifier: MIT

#include "sheet.h"

#include "config.h"
#include "log.h"
#include "png.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Where the module may lie, seen from the program's folder: beside it, or in a build
// tree, from its root and from tests/. Then where it was installed.
static const char *const places[] = { ".", "app/sheet", "../app/sheet" };

static bool program_folder(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);

    if (length <= 0)
        return false;
    folder[length] = 0;
    *strrchr(folder, '/') = 0;
    return true;
}

static bool find_module(char *path, size_t size)
{
    char folder[PATH_MAX];

    if (program_folder(folder, sizeof folder))
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            int length = snprintf(path, size, "%s/%s/" SHEET_MODULE, folder, places[i]);
            if ((size_t) length < size && access(path, R_OK) == 0)
                return true;
        }
    snprintf(path, size, "%s/" SHEET_MODULE, FPSTRIPE_MODULE_DIR);
    return access(path, R_OK) == 0;
}

bool sheet_available(void)
{
    char path[PATH_MAX + 64];

    return find_module(path, sizeof path);
}

// Stays open until the program ends: fontconfig and GLib do not like to be unloaded.
static const struct sheet_module *open_module(void)
{
    char path[PATH_MAX + 64];

    if (!find_module(path, sizeof path)) {
        log_error("no sheet: " SHEET_MODULE " is not installed beside the program nor in "
                  "%s (built without Cairo?)",
                  FPSTRIPE_MODULE_DIR);
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    const struct sheet_module *module = library ? dlsym(library, "sheet_module") : NULL;
    if (!module) {
        log_error("no sheet: %s", dlerror());
        return NULL;
    }
    if (strcmp(module->version, FPSTRIPE_VERSION) ||
        module->data_size != SHEET_DATA_SIZE) {
        log_error("no sheet: %s is of another build (%s)", path, module->version);
        return NULL;
    }
    return module;
}

// Words 0x00RRGGBB to bytes, in place: pixel i is read before byte 3i + 2 is written.
static const uint8_t *to_rgb(uint32_t *words, size_t count)
{
    uint8_t *bytes = (uint8_t *) words;

    for (size_t i = 0; i < count; i++) {
        uint32_t word = words[i];
        bytes[3 * i] = (uint8_t) (word >> 16);
        bytes[3 * i + 1] = (uint8_t) (word >> 8);
        bytes[3 * i + 2] = (uint8_t) word;
    }
    return bytes;
}

// `pictures` are those of the first page; NULL: the second, with the hole.
static bool draw(const char *path, const struct report *report,
                 const struct sheet_pictures *pictures, const struct sheet_hole *hole)
{
    const struct sheet_module *module = open_module();
    uint32_t *words = NULL;
    char text[240];
    bool ok = false;

    if (!module)
        return false;
    words = calloc((size_t) SHEET_WIDTH * SHEET_HEIGHT, sizeof *words);
    if (words)
        ok = pictures ? module->paint(report, pictures, words)
                      : module->paint_personality(report, hole, words);
    if (!ok) {
        log_error("%s: no memory for the sheet", path);
        free(words);
        return false;
    }
    verdict_text(&report->headline, text, sizeof text);
    struct png_note notes[] = { { "device", report->device.renderer },
                                { "verdict", text },
                                { "Software", "fpstripe " FPSTRIPE_VERSION } };
    ok = png_write_rgb(path, SHEET_WIDTH, SHEET_HEIGHT,
                       to_rgb(words, (size_t) SHEET_WIDTH * SHEET_HEIGHT), notes, 3);
    free(words);
    return ok;
}

bool sheet_draw(const char *path, const struct report *report,
                const struct sheet_pictures *pictures)
{
    return draw(path, report, pictures, NULL);
}

bool sheet_draw_personality(const char *path, const struct report *report,
                            const struct sheet_hole *hole)
{
    return draw(path, report, NULL, hole);
}

static bool draw_sweep_png(const struct sheet_module *module, const char *path,
                           const struct sweep *sweep, const struct figures *figures)
{
    const size_t pixels = (size_t) SHEET_SWEEP_WIDTH * SHEET_SWEEP_HEIGHT;
    uint32_t *words = calloc(pixels, sizeof *words);
    const struct png_note notes[] = { { "device", sweep->facts.name },
                                      { "function", sweep->function.name },
                                      { "Software", "fpstripe " FPSTRIPE_VERSION } };
    bool ok = words && module->paint_sweep(sweep, figures, words);

    if (!ok)
        log_error("%s: no memory for the plot", path);
    ok = ok && png_write_rgb(path, SHEET_SWEEP_WIDTH, SHEET_SWEEP_HEIGHT,
                             to_rgb(words, pixels), notes, 3);
    free(words);
    return ok;
}

// Under another name first, so that nothing half-written stays; a path that is no regular
// file is written in place.
static bool write_whole(const char *path, const char *bytes, size_t length)
{
    char name[PATH_MAX];
    struct stat status;
    bool place = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    int used =
        snprintf(name, sizeof name, place ? "%s" : "%s.%ld.tmp", path, (long) getpid());
    FILE *file = (size_t) used < sizeof name ? fopen(name, "wb") : NULL;
    bool ok = file && fwrite(bytes, 1, length, file) == length;

    if (file && fclose(file))
        ok = false;
    if (ok && !place && rename(name, path))
        ok = false;
    if (ok)
        return true;
    log_error("%s: cannot be written: %s", path, strerror(errno));
    if (file && !place)
        unlink(name);
    return false;
}

static bool draw_sweep_svg(const struct sheet_module *module, const char *path,
                           const struct sweep *sweep, const struct figures *figures)
{
    size_t length = 0;
    char *text = module->svg_sweep(sweep, figures, &length);
    bool ok = text && write_whole(path, text, length);

    if (!text)
        log_error("%s: no memory for the plot", path);
    free(text);
    return ok;
}

bool sheet_draw_sweep(const char *png_path, const char *svg_path,
                      const struct sweep *sweep, const struct figures *figures)
{
    const struct sheet_module *module = open_module();

    return module && (!png_path || draw_sweep_png(module, png_path, sweep, figures)) &&
           (!svg_path || draw_sweep_svg(module, svg_path, sweep, figures));
}

bool sheet_draw_ops(const char *path, const struct sheet_ops *ops)
{
    const struct sheet_module *module = open_module();
    const size_t pixels = (size_t) SHEET_OPS_WIDTH * SHEET_OPS_HEIGHT;
    const struct png_note notes[] = { { "device", ops->device },
                                      { "Software", "fpstripe " FPSTRIPE_VERSION } };
    uint32_t *words;
    bool ok;

    if (!module)
        return false;
    words = calloc(pixels, sizeof *words);
    ok = words && module->paint_ops(ops, words);
    if (!ok)
        log_error("%s: no memory for the chart", path);
    ok = ok && png_write_rgb(path, SHEET_OPS_WIDTH, SHEET_OPS_HEIGHT,
                             to_rgb(words, pixels), notes, 2);
    free(words);
    return ok;
}
