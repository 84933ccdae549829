// SPDX-License-Identifier: MIT

#include "config.h"
#include "report/lines.h"
#include "sheet/canvas.h"
#include "sheet/module.h"
#include "sheet/ops.h"
#include "sheet/parts.h"
#include "sheet/sweep_page.h"

#include <stdio.h>
#include <string.h>

#define MARGIN 44

static const char *kind(const struct facts *device)
{
    return device->simulated ? "SIMULATED" : device->software ? "SOFTWARE" : "HARDWARE";
}

// Filled for hardware, framed for software, a broken frame for what no driver drew: the
// three differ without colour too. `x` is the right edge.
void parts_badge(cairo_t *cairo, double x, double y, const struct facts *device)
{
    bool solid = !device->simulated && !device->software;
    struct ink_style style = { .size = 16,
                               .bold = true,
                               .align = INK_CENTRE,
                               .tone = solid ? INK_PAPER : INK_TEXT };
    double width = ink_width(cairo, style, kind(device)) + 32;

    cairo_save(cairo);
    ink_tone(cairo, INK_TEXT);
    cairo_rectangle(cairo, x - width + 1, y + 1, width - 2, 30);
    cairo_set_line_width(cairo, 2);
    if (device->simulated)
        cairo_set_dash(cairo, (double[]){ 6, 4 }, 2, 0);
    if (solid)
        cairo_fill(cairo);
    else
        cairo_stroke(cairo);
    cairo_restore(cairo);
    ink_text(cairo, x - width, y + 6, width, style, kind(device));
}

// The word one remembers, and what it means.
static void pattern(cairo_t *cairo, struct ink_box box, const struct verdict *verdict)
{
    const char *word = verdict_rounding(verdict->survivors), *meaning = "rounding";

    if (verdict->pattern != PATTERN_NONE)
        word = pattern_name(verdict->pattern);
    else if (verdict->status != STATUS_OK)
        word = status_name(verdict->status);
    if (verdict->pattern == PATTERN_BEEHIVE)
        meaning = "symmetric: the sum is rounded to nearest";
    else if (verdict->pattern == PATTERN_ORCA)
        meaning = "a dorsal fin: the sum is cut off";
    else if (verdict->status != STATUS_OK)
        meaning = "no verdict could be reached";
    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){
                 .size = 62, .bold = true, .align = INK_RIGHT, .shrinks = true },
             word);
    ink_text(cairo, box.x, box.y + 76, box.width,
             (struct ink_style){ .size = 16, .tone = INK_MUTED, .align = INK_RIGHT },
             meaning);
}

// "a · b · c" of the strings that are not empty.
static void join(char *text, size_t size, const char *const *words, int count)
{
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < count; i++)
        if (words[i][0] && used < size)
            used += (size_t) snprintf(text + used, size - used, "%s%s",
                                      used ? "  \u00b7  " : "", words[i]);
}

void parts_device(cairo_t *cairo, struct ink_box box, const struct facts *device)
{
    char words[1024];

    join(words, sizeof words,
         (const char *[]){ device->version, device->vendor, device->driver, device->id },
         4);
    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){ .size = 16, .tone = INK_MUTED, .lines = 2 }, words);
}

// A long sentence becomes two lines and pushes the rest down; the box holds that.
void parts_header(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    const struct facts *device = &report->device;
    char sentence[240];
    double left = box.width - 480, y = box.y;

    verdict_text(&report->headline, sentence, sizeof sentence);
    if (sentence[0] >= 'a' && sentence[0] <= 'z')
        sentence[0] = (char) (sentence[0] - 'a' + 'A');
    y += ink_text(cairo, box.x, y, left,
                  (struct ink_style){ .size = strlen(sentence) > 62 ? 25 : 35,
                                      .bold = true,
                                      .lines = 2,
                                      .shrinks = true },
                  sentence) +
         8;
    y += ink_textf(cairo, box.x, y, left,
                   (struct ink_style){ .size = 20, .lines = 2, .shrinks = true }, "%s",
                   device->renderer[0] ? device->renderer : device->id) +
         4;
    parts_device(cairo, (struct ink_box){ box.x, y, left, 40 }, device);

    pattern(cairo, (struct ink_box){ box.x + left + 20, box.y - 14, 460, 100 },
            &report->headline);
    parts_badge(cairo, box.x + box.width, box.y + 94, device);
    if (!report->complete)
        ink_text(cairo, box.x + left + 20, box.y + 99, 280,
                 (struct ink_style){ .size = 16, .bold = true, .align = INK_RIGHT },
                 "NOT COMPLETE");
}

static void paint_blank(cairo_t *cairo)
{
    ink_tone(cairo, INK_PAPER);
    cairo_paint(cairo);
    ink_line(cairo, MARGIN, 178.5, SHEET_WIDTH - MARGIN, 178.5, INK_FAINT);
}

// What float-float shaders may rely upon, large, and how many lines depart.
static void personality_header(cairo_t *cairo, struct ink_box box,
                               const struct report *report)
{
    const struct facts *device = &report->device;
    struct report_lines_forms df64 =
        report_lines_df64(report, report->headline_stage, report->headline_precision);
    double left = box.width - 480, right = box.x + left + 20, y = box.y;
    char words[80];

    y += ink_text(cairo, box.x, y, left, (struct ink_style){ .size = 35, .bold = true },
                  "What this device does to an expression") +
         8;
    y += ink_text(cairo, box.x, y, left,
                  (struct ink_style){ .size = 20, .lines = 2, .shrinks = true },
                  device->renderer[0] ? device->renderer : device->id) +
         4;
    parts_device(cairo, (struct ink_box){ box.x, y, left, 40 }, device);
    report_lines_forms_text(df64, words, sizeof words);
    // wider than its column: nothing but the page's title stands at its left
    ink_text(cairo, right - 160, box.y + 14, 620,
             (struct ink_style){
                 .size = 46, .bold = true, .align = INK_RIGHT, .shrinks = true },
             df64.asked ? words : "personality");
    ink_text(cairo, right, box.y - 8, 460,
             (struct ink_style){ .size = 20, .tone = INK_MUTED, .align = INK_RIGHT },
             df64.asked ? "float-float (df64) arithmetic works"
                        : "float-float arithmetic was not asked");
    parts_badge(cairo, box.x + box.width, box.y + 94, device);
    if (!report->complete)
        ink_text(cairo, right, box.y + 99, 280,
                 (struct ink_style){ .size = 16, .bold = true, .align = INK_RIGHT },
                 "NOT COMPLETE");
}

static void personality_evidence(cairo_t *cairo, struct ink_box box,
                                 const struct report *report)
{
    struct report_lines_compared all = report_lines_compared(report);
    struct ink_style style = PARTS_NOTE;
    char sha[65];

    style.shrinks = true;
    report_sha256(report, sha);
    ink_textf(
        cairo, box.x, box.y, box.width, style,
        "%ld words of %d lines compared with %s, %ld differ%s  \u00b7  reference %s: %s"
        "  \u00b7  hash %s",
        all.words, all.lines, all.with, all.mismatches, all.mismatches == 1 ? "s" : "",
        report->reference_kind, report->reference_name, sha);
}

// What a page shows beside the report; those of the other page are NULL.
struct shown {
    const struct sheet_pictures *pictures;
    const struct sheet_hole *hole;
};

typedef void paint_any(cairo_t *cairo, const struct report *report, struct shown shown);

static void paint_first(cairo_t *cairo, const struct report *report, struct shown shown)
{
    const double inside = SHEET_WIDTH - 2 * MARGIN;

    paint_blank(cairo);
    parts_header(cairo, (struct ink_box){ MARGIN, 34, inside, 132 }, report);
    parts_pictures(cairo, (struct ink_box){ MARGIN, 190, inside, 578 }, report,
                   shown.pictures);
    parts_plots(cairo, (struct ink_box){ MARGIN, 784, 700, 316 }, report, shown.pictures);
    parts_tables(cairo, (struct ink_box){ MARGIN + 740, 784, inside - 740, 174 }, report);
    parts_evidence(cairo, (struct ink_box){ MARGIN + 740, 966, inside - 740, 134 },
                   report);
}

// Under the second of the five columns and the third, which name what departs alone.
static struct ink_box hole_box(struct ink_box topics)
{
    double step = (topics.width + PARTS_GAP) / PARTS_COLUMNS;

    return (struct ink_box){ topics.x + step,
                             topics.y + topics.height - PARTS_HOLE_HEIGHT,
                             2 * step - PARTS_GAP, PARTS_HOLE_HEIGHT };
}

static void paint_second(cairo_t *cairo, const struct report *report, struct shown shown)
{
    const double inside = SHEET_WIDTH - 2 * MARGIN;
    const struct ink_box topics = { MARGIN, 684, inside, 384 };
    struct ink_box taken = { 0 };

    paint_blank(cairo);
    personality_header(cairo, (struct ink_box){ MARGIN, 34, inside, 132 }, report);
    parts_operations(cairo, (struct ink_box){ MARGIN, 190, 790, 478 }, report);
    parts_compiler(cairo, (struct ink_box){ MARGIN + 822, 190, inside - 822, 478 },
                   report);
    if (shown.hole->result) {
        taken = hole_box(topics);
        parts_zero_hole(cairo, taken, shown.hole);
    }
    parts_topics(cairo, topics, report, taken);
    personality_evidence(cairo, (struct ink_box){ MARGIN, 1080, inside, 20 }, report);
}

static bool paint_page(const struct report *report, struct shown shown, paint_any *page,
                       uint32_t *words)
{
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data((unsigned char *) words, CAIRO_FORMAT_RGB24,
                                            SHEET_WIDTH, SHEET_HEIGHT, 4 * SHEET_WIDTH);
    cairo_t *cairo = cairo_create(surface);

    ink_letters(cairo);
    page(cairo, report, shown);

    bool ok = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
    return ok;
}

static bool paint(const struct report *report, const struct sheet_pictures *pictures,
                  uint32_t *words)
{
    return paint_page(report, (struct shown){ .pictures = pictures }, paint_first, words);
}

static bool paint_personality(const struct report *report, const struct sheet_hole *hole,
                              uint32_t *words)
{
    return paint_page(report, (struct shown){ .hole = hole }, paint_second, words);
}

__attribute__((visibility("default"))) extern const struct sheet_module sheet_module;

const struct sheet_module sheet_module = {
    .version = FPSTRIPE_VERSION,
    .data_size = SHEET_DATA_SIZE,
    .paint = paint,
    .paint_personality = paint_personality,
    .paint_sweep = sweep_paint,
    .svg_sweep = sweep_svg,
    .paint_ops = ops_paint,
    .paint_compare = compare_paint,
    .paint_delta = delta_paint,
    .paint_overlay = overlay_paint,
};
