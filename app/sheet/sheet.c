// SPDX-License-Identifier: MIT

#include "sheet/sheet.h"

#include "base/file.h"
#include "base/log.h"
#include "base/png/png.h"
#include "config.h"
#include "sheet/module.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static struct sheet_page blank_page(int width, int height)
{
    return (struct sheet_page){
        .width = width,
        .height = height,
        .words = calloc((size_t) width * (size_t) height, sizeof(uint32_t)),
    };
}

// What a page says of itself: whose it is, and what it came to; either key may be NULL.
struct about {
    struct png_note device, verdict;
};

// Frees the page. `what` it is, for the message if it could not be painted.
static bool write_page(const char *path, const char *what, struct sheet_page *page,
                       bool painted, struct about about)
{
    struct png_note notes[3];
    int count = 0;
    bool ok = painted;

    if (about.device.key)
        notes[count++] = about.device;
    if (about.verdict.key)
        notes[count++] = about.verdict;
    notes[count++] = (struct png_note){ "Software", "fpstripe " FPSTRIPE_VERSION };
    if (painted)
        ok = png_write_rgb(
            path, page->width, page->height,
            to_rgb(page->words, (size_t) page->width * (size_t) page->height), notes,
            count);
    else
        log_error("%s: no memory for the %s", path, what);
    free(page->words);
    return ok;
}

// `pictures` are those of the first page; NULL: the second, with the hole.
static bool draw(const char *path, const struct report *report,
                 const struct sheet_pictures *pictures, const struct sheet_hole *hole)
{
    const struct sheet_module *module = open_module();
    char text[240];

    if (!module)
        return false;
    struct sheet_page page = blank_page(SHEET_WIDTH, SHEET_HEIGHT);
    bool painted =
        page.words && (pictures ? module->paint(report, pictures, page.words)
                                : module->paint_personality(report, hole, page.words));
    verdict_text(&report->headline, text, sizeof text);
    return write_page(
        path, "sheet", &page, painted,
        (struct about){ { "device", report->device.renderer }, { "verdict", text } });
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
    struct sheet_page page = blank_page(SHEET_SWEEP_WIDTH, SHEET_SWEEP_HEIGHT);
    bool painted = page.words && module->paint_sweep(sweep, figures, page.words);

    return write_page(path, "plot", &page, painted,
                      (struct about){ { "device", sweep->facts.name },
                                      { "function", sweep->function.name } });
}

static bool draw_sweep_svg(const struct sheet_module *module, const char *path,
                           const struct sweep *sweep, const struct figures *figures)
{
    size_t length = 0;
    char *text = module->svg_sweep(sweep, figures, &length);
    bool ok = text && file_write(path, text, length);

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

    if (!module)
        return false;
    struct sheet_page page = blank_page(SHEET_OPS_WIDTH, SHEET_OPS_HEIGHT);
    bool painted = page.words && module->paint_ops(ops, page.words);
    return write_page(path, "chart", &page, painted,
                      (struct about){ { "device", ops->device }, { NULL, NULL } });
}

// The names of the sides, as many as fit.
static void name_sides(const struct report_compare *compare, char *text, size_t size)
{
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < compare->count && used < size; i++)
        used += (size_t) snprintf(text + used, size - used, "%s%s", i ? "; " : "",
                                  compare->labels[i].name);
}

bool sheet_draw_compare(const char *path, const struct report_compare *compare)
{
    const struct sheet_module *module = open_module();
    struct sheet_page page = { 0 };
    char names[REPORT_COMPARE_SIDES * 82], told[80];

    if (!module)
        return false;
    bool painted = module->paint_compare(compare, &page);
    name_sides(compare, names, sizeof names);
    snprintf(told, sizeof told, "%d of %d rows differ", compare->differing,
             report_compare_shared(compare, 0, compare->row_count));
    return write_page(path, "comparison", &page, painted,
                      (struct about){ { "devices", names }, { "compared", told } });
}

bool sheet_draw_delta(const char *path, const struct sheet_delta *delta)
{
    const struct sheet_module *module = open_module();
    struct sheet_page page = { 0 };

    if (!module)
        return false;
    bool painted = module->paint_delta(delta, &page);
    return write_page(path, "difference", &page, painted,
                      (struct about){ { "case", delta->title ? delta->title : "" },
                                      { "cause", delta->cause ? delta->cause : "" } });
}

bool sheet_draw_overlay(const char *path, const struct sheet_overlay *overlay)
{
    const struct sheet_module *module = open_module();
    struct sheet_page page = { 0 };

    if (!module)
        return false;
    bool painted = module->paint_overlay(overlay, &page);
    return write_page(
        path, "overlay", &page, painted,
        (struct about){ { "picture", overlay->name ? overlay->name : "" },
                        { "verdict", overlay->verdict ? overlay->verdict : "" } });
}
