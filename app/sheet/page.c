// SPDX-License-Identifier: MIT

#include "sheet/pages.h"

#include "base/text.h"
#include "config.h"

void page_header(cairo_t *cairo, const struct sheet_of_report *of, const char *title,
                 double size)
{
    const struct facts *device = of->device;
    const struct ink_words lines[] = {
        { title, 0, { .size = size, .bold = true, .lines = 2, .shrinks = true } },
        { device->renderer[0] ? device->renderer : device->id,
          8,
          { .size = 20, .lines = 2, .shrinks = true } },
    };
    const char *const facts[] = { device->version, device->vendor, device->driver,
                                  device->id };
    struct ink_box box = PAGE_HEADER;
    char words[1024] = "";

    box.width -= PAGE_FIGURE;
    for (int i = 0; i < 4; i++)
        if (facts[i][0])
            text_join(words, sizeof words, "  \u00b7  ", facts[i]);
    ink_text(cairo, box.x, ink_lines(cairo, box, lines, 2) + 4, box.width,
             (struct ink_style){ .size = 16, .tone = INK_MUTED, .lines = 2 }, words);
    ink_badge(cairo, box.x + box.width + PAGE_FIGURE, box.y + 94, facts_kind(device));
    ink_text(cairo, box.x + box.width + 20, box.y + 99, 280,
             (struct ink_style){
                 .size = 16, .bold = true, .align = INK_RIGHT, .shrinks = true },
             of->warning);
}

static bool page_paint(enum sheet_kind kind, const void *shown, struct sheet_page *page)
{
    static const struct ink_drawing drawings[] = {
        [SHEET_VERDICT] = { page_verdict, INK_WIDTH, 1560, false },
        [SHEET_PERSONALITY] = { page_personality, INK_WIDTH, 1900, false },
        [SHEET_SWEEP] = { page_sweep, SHEET_SWEEP_WIDTH, SHEET_SWEEP_HEIGHT, true },
        [SHEET_OPS] = { page_ops, SHEET_OPS_WIDTH, SHEET_OPS_HEIGHT, true },
        [SHEET_COMPARE] = { page_compare, INK_WIDTH, 3200, false },
        [SHEET_DELTA] = { page_delta, INK_WIDTH, 1200, false },
        [SHEET_OVERLAY] = { page_overlay, INK_WIDTH, 1200, false },
        [SHEET_SHADE] = { page_shade, INK_WIDTH, 1200, false },
    };

    return ink_paint(page, drawings[kind], shown);
}

__attribute__((visibility("default"))) extern const struct sheet_module sheet_module;

const struct sheet_module sheet_module = {
    .head = { FPSTRIPE_VERSION, SHEET_DATA_SIZE },
    .paint = page_paint,
};
