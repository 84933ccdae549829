// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "config.h"
#include "report/expressions.h"
#include "report/forms.h"
#include "sheet/canvas.h"
#include "sheet/module.h"
#include "sheet/parts.h"

#include <string.h>

#define HEADER_FIGURE 480 // room at the right of the header

static const char *kind(const struct facts *device)
{
    return device->simulated ? "SIMULATED" : device->software ? "SOFTWARE" : "HARDWARE";
}

// Draws the badge: filled for hardware, framed for software, with a broken frame for a
// simulated device. The three differ without colour too. `x` is the right edge.
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

// Draws the pattern, the main word of the page, and its meaning.
static void pattern(cairo_t *cairo, struct ink_box box, const struct verdict *verdict)
{
    char adder[FOREIGN_NAME];
    const char *word = adder, *meaning = "rounding";

    verdict_adder(verdict, adder, sizeof adder);
    if (verdict->pattern != PATTERN_NONE)
        word = pattern_name(verdict->pattern);
    else if (verdict->status != STATUS_OK)
        word = status_name(verdict->status);
    if (verdict->pattern == PATTERN_BEEHIVE)
        meaning = "symmetric: the sum is rounded to nearest";
    else if (verdict->pattern == PATTERN_ORCA)
        meaning = "a dorsal fin: the sum is truncated";
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

// Draws the title, the device, and its badge. A long title takes two lines and moves
// the rest down; the box has room for that.
static void page_header(cairo_t *cairo, struct ink_box box, const struct report *report,
                        const char *title, double size)
{
    const struct facts *device = &report->device;
    const struct canvas_line lines[] = {
        { title, 0, { .size = size, .bold = true, .lines = 2, .shrinks = true } },
        { device->renderer[0] ? device->renderer : device->id,
          8,
          { .size = 20, .lines = 2, .shrinks = true } },
    };
    const char *const facts[] = { device->version, device->vendor, device->driver,
                                  device->id };
    char words[1024] = "";

    box.width -= HEADER_FIGURE;
    for (int i = 0; i < 4; i++)
        if (facts[i][0])
            text_join(words, sizeof words, "  \u00b7  ", facts[i]);
    ink_text(cairo, box.x, canvas_lines(cairo, box, lines, 2) + 4, box.width,
             (struct ink_style){ .size = 16, .tone = INK_MUTED, .lines = 2 }, words);
    parts_badge(cairo, box.x + box.width + HEADER_FIGURE, box.y + 94, device);
    ink_textf(cairo, box.x + box.width + 20, box.y + 99, 280,
              (struct ink_style){
                  .size = 16, .bold = true, .align = INK_RIGHT, .shrinks = true },
              "%s%s%s", report->complete ? "" : "NOT COMPLETE",
              report->complete || !report->shaders.count ? "" : ", ",
              report->shaders.count ? "SHADERS REPLACED" : "");
}

static void verdict_header(cairo_t *cairo, struct ink_box box,
                           const struct report *report)
{
    char sentence[440];

    report_headline_text(report, sentence, sizeof sentence);
    if (sentence[0] >= 'a' && sentence[0] <= 'z')
        sentence[0] = (char) (sentence[0] - 'a' + 'A');
    page_header(cairo, box, report, sentence, strlen(sentence) > 62 ? 25 : 35);
    box.x += box.width - HEADER_FIGURE + 20;
    pattern(cairo, (struct ink_box){ box.x, box.y - 14, 460, 100 }, &report->headline);
}

// Draws the number of expressions that deviate from GLSL, large; the rest is below the
// device.
static void personality_figure(cairo_t *cairo, struct ink_box box,
                               const struct report_expressions_count *all)
{
    char figure[40];

    snprintf(figure, sizeof figure, "%d of %d", all->from[DEVIATION_GLSL], all->lines);
    ink_text(cairo, box.x, box.y - 8, box.width,
             (struct ink_style){
                 .size = 20, .tone = INK_MUTED, .align = INK_RIGHT, .shrinks = true },
             "expressions deviate from GLSL");
    ink_text(cairo, box.x, box.y + 14, box.width,
             (struct ink_style){
                 .size = 46, .bold = true, .align = INK_RIGHT, .shrinks = true },
             figure);
}

// Draws the header of the personality: whether float-float shaders work, as the summary
// of what a compiler may break.
static void personality_header(cairo_t *cairo, struct ink_box box,
                               const struct report *report)
{
    const struct report_forms df64 =
        report_forms_df64(report, report->headline_stage, report->headline_precision);
    const struct report_expressions_count all =
        report_expressions_count_all(report, NULL);
    double right = box.x + box.width - HEADER_FIGURE + 20;
    char words[160], place[40];

    report_forms_headline(df64, words, sizeof words);
    report_headline_place(report, place, sizeof place);
    if (place[0])
        text_add(words, sizeof words, ", in %s", place);
    page_header(cairo, box, report, words, 35);
    if (!all.lines)
        return;
    report_expressions_deviating(&all, words, sizeof words);
    ink_textf(cairo, box.x, box.y + 118, box.width,
              (struct ink_style){ .size = 18, .shrinks = true }, "Expressions: %s",
              words);
    personality_figure(cairo, (struct ink_box){ right, box.y, 460, 100 }, &all);
}

static void personality_evidence(cairo_t *cairo, struct ink_box box,
                                 const struct report *report)
{
    struct report_expressions_compared all = report_expressions_compared(report);
    struct ink_style style = PARTS_NOTE;
    char sha[65];

    style.shrinks = true;
    report_sha256(report, sha);
    ink_textf(cairo, box.x, box.y, box.width, style,
              "%ld values of %d expressions compared with %s, %ld differ%s  \u00b7  "
              "reference %s: %s"
              "  \u00b7  hash %s",
              all.words, all.lines, all.with, all.mismatches,
              all.mismatches == 1 ? "s" : "", report->reference_kind,
              report->reference_name, sha);
}

double page_draw_verdict(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_report *of = shown;
    const struct report *report = of->report;
    const double inside = SHEET_WIDTH - 2 * CANVAS_MARGIN;

    canvas_rule(cairo, 178);
    verdict_header(cairo, (struct ink_box){ CANVAS_MARGIN, 34, inside, 132 }, report);
    parts_pictures(cairo, (struct ink_box){ CANVAS_MARGIN, 190, inside, 578 }, report,
                   of->pictures);
    parts_plots(cairo, (struct ink_box){ CANVAS_MARGIN, 784, 700, 316 }, report,
                of->pictures);
    parts_tables(cairo, (struct ink_box){ CANVAS_MARGIN + 740, 784, inside - 740, 174 },
                 report);
    parts_evidence(cairo, (struct ink_box){ CANVAS_MARGIN + 740, 966, inside - 740, 134 },
                   report);
    return 0;
}

// Returns the box under the second and the third of the five columns, which only list
// deviations.
static struct ink_box hole_box(struct ink_box topics)
{
    double step = (topics.width + PARTS_GAP) / PARTS_COLUMNS;

    return (struct ink_box){ topics.x + step,
                             topics.y + topics.height - PARTS_HOLE_HEIGHT,
                             2 * step - PARTS_GAP, PARTS_HOLE_HEIGHT };
}

double page_draw_personality(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_report *of = shown;
    const struct report *report = of->report;
    const double inside = SHEET_WIDTH - 2 * CANVAS_MARGIN;
    const struct ink_box topics = { CANVAS_MARGIN, 684, inside, 384 };
    struct ink_box taken = { 0 };
    double left;

    canvas_rule(cairo, 178);
    personality_header(cairo, (struct ink_box){ CANVAS_MARGIN, 34, inside, 132 }, report);
    left = 32 + parts_operations(cairo, (struct ink_box){ CANVAS_MARGIN, 190, 790, 478 },
                                 report);
    parts_compiler(
        cairo, (struct ink_box){ CANVAS_MARGIN + left, 190, inside - left, 478 }, report);
    if (of->hole->result) {
        taken = hole_box(topics);
        parts_zero_hole(cairo, taken, of->hole);
    }
    parts_topics(cairo, topics, report, taken);
    personality_evidence(cairo, (struct ink_box){ CANVAS_MARGIN, 1080, inside, 20 },
                         report);
    return 0;
}

static bool page_paint(enum sheet_kind kind, const void *shown, struct sheet_page *page)
{
    static const struct canvas_drawing drawings[] = {
        [SHEET_VERDICT] = { page_draw_verdict, SHEET_WIDTH, SHEET_HEIGHT },
        [SHEET_PERSONALITY] = { page_draw_personality, SHEET_WIDTH, SHEET_HEIGHT },
        [SHEET_SWEEP] = { sweep_draw, SHEET_SWEEP_WIDTH, SHEET_SWEEP_HEIGHT },
        [SHEET_OPS] = { ops_draw, SHEET_OPS_WIDTH, SHEET_OPS_HEIGHT },
        [SHEET_COMPARE] = { compare_draw, CANVAS_WIDTH, 0 },
        [SHEET_DELTA] = { delta_draw, CANVAS_WIDTH, 0 },
        [SHEET_OVERLAY] = { overlay_draw, CANVAS_WIDTH, 0 },
    };

    return canvas_paint(page, drawings[kind], shown);
}

__attribute__((visibility("default"))) extern const struct sheet_module sheet_module;

const struct sheet_module sheet_module = {
    .version = FPSTRIPE_VERSION,
    .data_size = SHEET_DATA_SIZE,
    .paint = page_paint,
};
