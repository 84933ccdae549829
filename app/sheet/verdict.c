// SPDX-License-Identifier: MIT
//
// verdict.png: the stripes of a device beside those of the reference, the figures of
// Tom Olson's second article, and the tables of the report.

#include "base/text.h"
#include "sheet/module.h"
#include "sheet/pages.h"
#include "sheet/plots.h"
#include "sheet/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIDE   512 // room for a picture
#define TALL   520
#define BOX_2  260 // height of the picture of box 2
#define TITLE  28
#define STEP   ((INK_INSIDE - 3 * (SIDE + PICTURE_AXIS)) / 2.0 + SIDE + PICTURE_AXIS)
#define LEFT   (INK_MARGIN + PICTURE_AXIS)
#define TABLES 1180 // where the tables begin

// ---- the header ----

// Draws the pattern, the main word of the page, and its meaning. Without sums there is
// none.
static void draw_pattern(cairo_t *cairo, const struct verdict *verdict)
{
    const struct ink_box header = PAGE_HEADER;
    char adder[FOREIGN_NAME];
    const char *word = adder, *meaning = "rounding";

    if (verdict->status == STATUS_SKIPPED)
        return;
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
    ink_figure(cairo,
               (struct ink_box){ header.x + header.width - 460, header.y - 14, 460, 0 },
               word, meaning);
}

static void verdict_header(cairo_t *cairo, const struct sheet_of_report *of)
{
    const char *title = of->titles[SHEET_PAGE_VERDICT];

    ink_rule(cairo, 178);
    page_header(cairo, of, title, strlen(title) > 62 ? 25 : 35);
    draw_pattern(cairo, of->headline);
}

// ---- the pictures ----

// Draws the number of pixels that differ, on a plate, so that it is readable over any
// difference.
static void draw_count(cairo_t *cairo, struct ink_box box,
                       const struct difference *difference)
{
    struct ink_style big = { .size = 44, .bold = true, .align = INK_CENTRE };
    struct ink_style small = { .size = 17, .tone = INK_MUTED, .align = INK_CENTRE };
    const double width = 300, y = box.y + box.height / 2.0 - 46;
    const double x = box.x + box.width / 2.0 - width / 2;

    ink_rectangle(cairo, (struct ink_box){ x, y - 12, width, 104 }, INK_PAPER, true);
    ink_rectangle(cairo, (struct ink_box){ x + 0.5, y - 11.5, width - 1, 103 }, INK_FAINT,
                  false);
    ink_textf(cairo, x, y, width, big, "%ld", difference->mismatches);
    ink_textf(cairo, x, y + 56, width, small, "of %ld pixels differ", difference->pixels);
}

static void draw_no_pictures(cairo_t *cairo, const char *reason)
{
    struct ink_style big = { .size = 28, .bold = true, .align = INK_CENTRE };
    struct ink_style small = {
        .size = 18, .tone = INK_MUTED, .align = INK_CENTRE, .lines = 4
    };

    ink_rectangle(cairo, (struct ink_box){ INK_MARGIN + 0.5, 218.5, INK_INSIDE - 1, 530 },
                  INK_FAINT, false);
    ink_text(cairo, INK_MARGIN, 439, INK_INSIDE, big, "There is no picture to show");
    ink_text(cairo, INK_MARGIN + 200, 487, INK_INSIDE - 400, small, reason);
}

// Writes the formula, with the stripes that are black because 2^B is no number of the
// format.
static void formula_of(const struct sheet_pictures *pictures,
                       const struct verdict *verdict, char *text, size_t size)
{
    const bool overflows = verdict->emax > 0 && verdict->emax < pictures->bands - 1;

    snprintf(text, size, "%s", pictures->formula ? pictures->formula : "");
    if (overflows && !verdict->emax_at_least)
        text_add(text, size, "; infinite above stripe %d", verdict->emax);
}

static struct picture verdict_picture(const struct sheet_pictures *pictures,
                                      const uint8_t *grey, const uint8_t *mask)
{
    return (struct picture){ .width = pictures->width,
                             .height = pictures->height,
                             .bands = pictures->bands,
                             .grey = grey,
                             .mask = mask,
                             .stark = mask };
}

// Draws three pictures side by side: the device's, the reference's, and the difference.
static void verdict_pictures(cairo_t *cairo, const struct verdict *headline,
                             const struct sheet_pictures *pictures)
{
    static const char *const titles[] = { "Drawn by this device",
                                          "Drawn by the reference", "Where they differ" };
    const uint8_t *greys[] = { pictures->got, pictures->want, NULL };
    const int last = headline->fraction_bits - 1;
    char formula[120];

    if (!pictures->result) {
        draw_no_pictures(cairo, headline->reason);
        return;
    }
    formula_of(pictures, headline, formula, sizeof formula);
    for (int i = 0; i < 3; i++) {
        const struct picture picture =
            verdict_picture(pictures, greys[i], i == 2 ? pictures->differs : NULL);
        struct ink_box box = picture_size(
            &picture, (struct ink_box){ LEFT + i * STEP, 0, SIDE, TALL }, SIDE);

        // The lower edge of stripe 0 is the axis.
        box.y = 218 + TALL - box.height;
        ink_text(cairo, box.x, box.y - TITLE, SIDE, INK_TITLE, titles[i]);
        picture_draw(cairo, box, &picture);
        picture_stripes(cairo, box, pictures->bands, last);
        picture_ends(cairo, box, "x = 1", i < 2 ? formula : "", "x = 0");
        if (i == 2)
            draw_count(cairo, box, &pictures->result->difference);
    }
}

// Writes what the picture of box 2 shows in stripe f.
static void say_box_2(const struct verdict *verdict, bool added, char *text, size_t size)
{
    if (verdict->status == STATUS_FOLDED)
        snprintf(text, size, "The compiler simplified the expression to x.");
    else if (verdict->status != STATUS_OK || verdict->fraction_bits < 0)
        verdict_text(verdict, text, size);
    else if (added)
        snprintf(text, size,
                 "Rounding to nearest adds stripe %d: if x is above 1/2, 1 is left.",
                 verdict->fraction_bits);
    else
        snprintf(
            text, size,
            "Rounding to nearest would add stripe %d: truncation leaves nothing of x.",
            verdict->fraction_bits);
}

// Draws figures 3 to 5 of the article, each below a picture.
static void verdict_figures(cairo_t *cairo, int fraction_bits,
                            const struct sheet_pictures *box_2)
{
    const struct picture picture = verdict_picture(box_2, box_2->got, NULL);
    struct plots_figures figures = { fraction_bits, 0, { { 0 } } };
    struct ink_box box = { LEFT, 784 + TITLE, SIDE, BOX_2 };
    char text[200] = "box 2 was not measured";

    ink_text(cairo, box.x, box.y - TITLE, SIDE, INK_TITLE, "Box 2: the rest of the sum");
    if (box_2->result) {
        const struct verdict *verdict = &box_2->result->verdict;
        bool added;

        box = picture_size(&picture, box, SIDE);
        box.y = 784 + TITLE + BOX_2 - box.height;
        added = plots_box_2(cairo, box, &picture, verdict->fraction_bits);
        say_box_2(verdict, added, text, sizeof text);
        ink_text(cairo, LEFT, 784 + TITLE + BOX_2 + 28, SIDE, INK_NOTE, text);
        figures.curves[figures.count++] =
            (struct plots_curve){ "this device", &picture, box_2->values };
    } else {
        picture_missing(cairo, box, text);
    }
    ink_text(cairo, LEFT, 784 + TITLE + BOX_2 + 48, SIDE, INK_NOTE,
             "After figures 3 to 5 of Tom Olson's second article (2013)");
    if (figures.fraction_bits >= 0)
        plots_figures(cairo, (struct ink_box){ LEFT + STEP, 784, SIDE, TITLE + BOX_2 },
                      STEP, &figures);
}

// ---- the tables ----

// Draws the tables of the summary side by side. A run without sums has no tables of sums.
static double draw_tables(cairo_t *cairo, double y, const struct view *views)
{
    static const struct {
        const char *title;
        enum sheet_part part;
        double left, width;
    } parts[] = {
        { "Significand and rounding", SHEET_BITS, 0, 440 },
        { "Probes by form", SHEET_FORMS, 472, 600 },
        { "Evidence", SHEET_EVIDENCE, 1104, INK_INSIDE - 1104 },
    };
    double bottom = y;

    ink_rule(cairo, y);
    for (int i = 0; i < 3; i++) {
        const struct ink_box box = { INK_MARGIN + parts[i].left, y + 42, parts[i].width,
                                     0 };

        if (!views[parts[i].part].count)
            continue;
        ink_text(cairo, box.x, y + 14, box.width, INK_TITLE, parts[i].title);
        bottom = fmax(bottom, table_sections(cairo, box, &views[parts[i].part], 0,
                                             (struct table_look){ .lines = 4 }));
    }
    return bottom;
}

double page_verdict(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_report *of = shown;

    verdict_header(cairo, of);
    verdict_pictures(cairo, of->headline, of->pictures);
    verdict_figures(cairo, of->headline->fraction_bits, of->box_2);
    return draw_tables(cairo, TABLES, of->parts);
}
