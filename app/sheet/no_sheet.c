// SPDX-License-Identifier: MIT
//
// Replaces sheet.c where no module can be loaded: in a browser, whose page is HTML. Its
// verdict.png is only the two pictures, that of the device above the reference's.

#include "sheet/sheet.h"

#include "base/log.h"
#include "base/memory.h"
#include "base/png/png.h"

#include <stdlib.h>
#include <string.h>

bool sheet_available(void)
{
    return true;
}

static bool sheet_refuse(const char *path)
{
    log_error("%s: not drawn, a browser has no Cairo", path);
    return false;
}

static bool draw_pictures(const char *path, const struct sheet_pictures *pictures)
{
    const size_t size = (size_t) pictures->width * (size_t) pictures->height;
    uint8_t *both;
    bool ok;

    if (!pictures->result)
        return false;
    both = memory_new(2 * size, 1);
    memcpy(both, pictures->got, size);
    memcpy(both + size, pictures->want, size);
    ok = png_write_grey(path, pictures->width, 2 * pictures->height, both, NULL, 0);
    free(both);
    return ok;
}

void sheet_start(struct sheet_pages *pages)
{
    const char *verdict = pages->paths[SHEET_PAGE_VERDICT];
    const bool ok = verdict[0] && draw_pictures(verdict, &pages->pictures);

    pages->parts[SHEET_PAGE_VERDICT].child = ok ? 0 : -1;
}

void sheet_end(struct sheet_pages *pages, bool drawn[SHEET_PAGES])
{
    const char *personality = pages->paths[SHEET_PAGE_PERSONALITY];

    drawn[SHEET_PAGE_VERDICT] = pages->parts[SHEET_PAGE_VERDICT].child == 0;
    drawn[SHEET_PAGE_PERSONALITY] = personality[0] && sheet_refuse(personality);
}

bool sheet_draw_compare(const char *path, const struct compare *compare,
                        const struct sheet_pictures *box_2)
{
    (void) compare;
    (void) box_2;
    return sheet_refuse(path);
}

bool sheet_draw_overlay(const char *path, const struct sheet_overlay *overlay)
{
    (void) overlay;
    return sheet_refuse(path);
}
