// SPDX-License-Identifier: MIT

#include "sheet/sheet.h"

#include "base/environment.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/module.h"
#include "base/png/png.h"
#include "base/text.h"
#include "compare/table.h"
#include "config.h"
#include "sheet/apart.h"
#include "sheet/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sheet_available(void)
{
    char path[MODULE_PATH];

    return module_find("sheet", SHEET_MODULE, path);
}

// Opens the module, which stays open until the program ends, because fontconfig and
// GLib do not support unloading.
static const struct sheet_module *open_module(void)
{
    return module_open(&(struct module){ "sheet", SHEET_MODULE, "sheet_module",
                                         "no sheet", "Cairo", SHEET_DATA_SIZE });
}

// Converts words 0x00RRGGBB to bytes, in place: pixel i is read before byte 3i + 2 is
// written.
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

// The notes in a PNG file: the device and the verdict; the key of the latter may be
// NULL.
struct about {
    struct png_note device, verdict;
};

struct page {
    const char *path;
    enum sheet_kind kind;
    const void *shown;
    struct about about;
    const char *capture; // the hash of the capture that it shows; NULL: none
};

static bool sheet_paint_page(const void *context)
{
    static const char *const names[] = {
        [SHEET_VERDICT] = "sheet",      [SHEET_PERSONALITY] = "sheet",
        [SHEET_SWEEP] = "plot",         [SHEET_OPS] = "chart",
        [SHEET_COMPARE] = "comparison", [SHEET_DELTA] = "difference",
        [SHEET_OVERLAY] = "overlay",    [SHEET_SHADE] = "sheet",
    };
    const struct page *asked = context;
    const struct sheet_module *module = open_module();
    struct png_note notes[5] = { asked->about.device };
    struct sheet_page page = { 0 };
    char size[32];
    int count = 1;
    bool ok = false;

    if (!module)
        return false;
    if (asked->about.verdict.key)
        notes[count++] = asked->about.verdict;
    if (asked->capture)
        notes[count++] = (struct png_note){ "capture", asked->capture };
    notes[count++] = (struct png_note){ "Software", "fpstripe " FPSTRIPE_VERSION };
    bool painted = module->paint(asked->kind, asked->shown, &page);

    // A file with these notes that has another size was cut out of a sheet.
    snprintf(size, sizeof size, "%d x %d", page.width, page.height);
    notes[count++] = (struct png_note){ "sheet", size };
    environment_own();
    if (painted)
        ok = png_write_rgb(asked->path, page.width, page.height,
                           to_rgb(page.words, (size_t) page.width * (size_t) page.height),
                           notes, count);
    else
        log_error("%s: the %s could not be drawn", asked->path, names[asked->kind]);
    free(page.words);
    return ok;
}

static bool sheet_draw_page(const char *path, enum sheet_kind kind, const void *shown,
                            struct about about)
{
    const struct page page = { path, kind, shown, about, NULL };

    return apart_call(sheet_paint_page, &page, path);
}

void sheet_start(struct sheet_pages *pages)
{
    static const enum sheet_kind kinds[SHEET_PAGES] = {
        [SHEET_PAGE_VERDICT] = SHEET_VERDICT,
        [SHEET_PAGE_PERSONALITY] = SHEET_PERSONALITY,
    };
    const struct sheet_of_report shown = { pages->report, &pages->pictures, &pages->box_2,
                                           &pages->hole };
    char text[440];
    const struct about about = { { "device", pages->report->device.renderer },
                                 { "verdict", text } };

    report_headline_text(pages->report, text, sizeof text);
    for (int i = 0; i < SHEET_PAGES; i++) {
        const struct page page = { pages->paths[i], kinds[i], &shown, about,
                                   pages->report->capture };

        if (page.path[0])
            apart_start(&pages->parts[i], sheet_paint_page, &page, page.path);
    }
}

void sheet_end(struct sheet_pages *pages, bool drawn[SHEET_PAGES])
{
    for (int i = 0; i < SHEET_PAGES; i++)
        drawn[i] = pages->paths[i][0] && apart_end(&pages->parts[i]);
}

bool sheet_draw_sweep(const char *path, const struct sweep *sweep,
                      const struct figures *figures)
{
    return sheet_draw_page(path, SHEET_SWEEP, &(struct sheet_of_sweep){ sweep, figures },
                           (struct about){ { "device", sweep->facts.name },
                                           { "function", sweep->function.name } });
}

bool sheet_draw_ops(const char *path, const struct sheet_ops *ops)
{
    return sheet_draw_page(path, SHEET_OPS, ops,
                           (struct about){ { "device", ops->device }, { NULL, NULL } });
}

bool sheet_draw_compare(const char *path, const struct compare *compare,
                        const struct sheet_pictures *box_2)
{
    const struct sheet_of_compare shown = { compare, box_2 };
    char names[COMPARE_SIDES * 82] = "", told[80];

    for (int i = 0; i < compare->count; i++)
        text_join(names, sizeof names, "; ", compare->labels[i].name);
    snprintf(told, sizeof told, "%d of %d rows differ", compare->differing,
             compare_all(compare).shared);
    return sheet_draw_page(path, SHEET_COMPARE, &shown,
                           (struct about){ { "devices", names }, { "compared", told } });
}

bool sheet_draw_delta(const char *path, const struct sheet_delta *delta)
{
    return sheet_draw_page(
        path, SHEET_DELTA, delta,
        (struct about){ { "case", delta->title ? delta->title : "" },
                        { "cause", delta->cause ? delta->cause : "" } });
}

bool sheet_draw_overlay(const char *path, const struct sheet_overlay *overlay)
{
    return sheet_draw_page(
        path, SHEET_OVERLAY, overlay,
        (struct about){ { "picture", overlay->name ? overlay->name : "" },
                        { "verdict", overlay->verdict ? overlay->verdict : "" } });
}

bool sheet_draw_shade(const char *path, const struct sheet_shade *shade)
{
    return sheet_draw_page(
        path, SHEET_SHADE, shade,
        (struct about){ { "device", shade->device }, { "shader", shade->title } });
}
