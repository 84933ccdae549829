// SPDX-License-Identifier: MIT

#include "report/view.h"
#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINE       22
#define DENSE_LINE 17
#define FORM_LABEL 104 // width of a probe's name

// Draws the measured bits and, under them, the promised ones, which are highlighted if
// the promise is broken.
static void bits_cell(cairo_t *cairo, struct ink_box box, const struct report *report,
                      int stage, int precision)
{
    struct report_view_claim claim = report_view_claim(report, stage, precision);
    bool fewer = claim.more < 0;
    char text[80], words[40] = "claims nothing";

    if (claim.bits && claim.known && !claim.more)
        snprintf(words, sizeof words, "as claimed");
    else if (claim.bits)
        snprintf(words, sizeof words, fewer ? "of %d claimed" : "claims %d", claim.bits);

    report_view_bits(report, stage, precision, text, sizeof text);
    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){ .size = 15, .bold = true, .shrinks = true }, text);
    ink_text(cairo, box.x, box.y + 19, box.width,
             (struct ink_style){ .size = 14,
                                 .bold = fewer,
                                 .tone = fewer ? INK_ORANGE : INK_MUTED,
                                 .shrinks = true },
             words);
}

static void bits_table(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    enum precision shown[PRECISION_COUNT];
    int count = 0;
    double y = box.y + 50;

    for (int i = 0; i < PRECISION_COUNT; i++)
        if (report_view_has_precision(report, i))
            shown[count++] = i;
    const double label = 76, column = (box.width - label) / count;
    ink_text(cairo, box.x, box.y, box.width, PARTS_TITLE, "Significand and rounding");
    for (int i = 0; i < count; i++)
        ink_text(cairo, box.x + label + i * column, box.y + 27, column - 4, PARTS_NOTE,
                 precision_name(shown[i]));
    ink_line(cairo, box.x, box.y + 47.5, box.x + box.width, box.y + 47.5, INK_FAINT);
    for (int stage = 0; stage < STAGE_COUNT; stage++) {
        if (!report_view_asked_stage(report, stage))
            continue;
        ink_text(cairo, box.x, y + 1, label - 4, PARTS_NOTE, stage_name(stage));
        for (int i = 0; i < count; i++)
            if (report_view_asked(report, stage, shown[i]))
                bits_cell(
                    cairo,
                    (struct ink_box){ box.x + label + i * column, y, column - 8, 41 },
                    report, stage, shown[i]);
        y += 41;
    }
}

// Draws a row with a column for each form that was measured.
static void form_row(cairo_t *cairo, struct ink_box row, const struct report *report,
                     const char *probe)
{
    struct report_view_grid grid;

    report_view_grid(report, probe, &grid);
    ink_text(cairo, row.x, row.y, FORM_LABEL - 4, (struct ink_style){ .size = 14 },
             probe);
    for (int form = 0; form < FORM_COUNT; form++) {
        if (!(report_view_forms(report) >> form & 1))
            continue;
        int cell = grid.cells[report->headline_stage][report->headline_precision][form];
        bool fine = cell < REPORT_VIEW_DIFFERS ||
                    cell == REPORT_VIEW_NOT_OK + (int) STATUS_UNSUPPORTED;
        ink_text(cairo, row.x + FORM_LABEL, row.y, row.width - 4,
                 (struct ink_style){ .size = 14,
                                     .bold = !fine,
                                     .tone = fine ? INK_MUTED : INK_TEXT,
                                     .shrinks = true },
                 report_view_word(cell));
        row.x += row.width;
    }
}

static void forms_table(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    const char *probes[REPORT_VIEW_PROBES];
    int count = report_view_probes(report, probes);
    unsigned forms = report_view_forms(report);
    int room = (int) (box.height - 50) / DENSE_LINE;
    // The lines are closer together if they would not fit.
    double line = fmax(DENSE_LINE, fmin(LINE, (box.height - 50) / count));

    ink_textf(cairo, box.x, box.y, box.width, PARTS_TITLE, "Probes by form, %s %s",
              stage_name(report->headline_stage),
              precision_name(report->headline_precision));
    struct ink_box row = { box.x, box.y + 27,
                           (box.width - FORM_LABEL) / __builtin_popcount(forms), line };
    for (int form = 0, at = 0; form < FORM_COUNT; form++)
        if (forms >> form & 1)
            ink_text(cairo, box.x + FORM_LABEL + at++ * row.width, row.y, row.width,
                     PARTS_NOTE, form_name((enum form) form));
    ink_line(cairo, box.x, box.y + 47.5, box.x + box.width, box.y + 47.5, INK_FAINT);
    for (int i = 0; i < count && i < room; i++) {
        row.y = box.y + 51 + line * i;
        form_row(cairo, row, report, probes[i]);
    }
}

void parts_tables(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    const double left = 432;

    bits_table(cairo, (struct ink_box){ box.x, box.y, left - 24, box.height }, report);
    forms_table(cairo,
                (struct ink_box){ box.x + left, box.y, box.width - left, box.height },
                report);
}

static void evidence_line(cairo_t *cairo, struct ink_box *box, const char *name,
                          struct ink_style style, const char *text)
{
    style.size = 14;
    ink_text(cairo, box->x, box->y, 104, PARTS_NOTE, name);
    ink_text(cairo, box->x + 110, box->y, box->width - 110, style, text);
    box->y += LINE;
}

void parts_evidence(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    struct report_view_totals totals = report_view_totals(report);
    const struct ink_style plain = { 0 };
    char text[640], sha[65];

    ink_text(cairo, box.x, box.y, box.width, PARTS_TITLE, "Evidence");
    box.y += 27;
    report_view_survivors(&report->headline, text, sizeof text);
    if (!report->headline.nearest.count)
        evidence_line(cairo, &box, "survivors", plain, text);
    for (int i = 0; i < report->headline.nearest.count; i++) {
        against_text(&report->headline.nearest.list[i], text, sizeof text);
        evidence_line(cairo, &box, i ? "" : "against",
                      (struct ink_style){ .shrinks = true }, text);
    }
    report_view_range(&report->headline, text, sizeof text);
    if (text[0])
        evidence_line(cairo, &box, "range", plain, text);
    snprintf(text, sizeof text, "%s (%s%s)", report->reference_kind,
             report->reference_name, report->same_gpu ? ", the GPU that draws" : "");
    evidence_line(cairo, &box, "reference", plain, text);
    if (report->equals[0])
        evidence_line(cairo, &box, "equals", plain, report->equals);
    report_view_compared(&totals, text, sizeof text);
    if (totals.apart)
        snprintf(text + strlen(text), sizeof text - strlen(text), "; %d more %s not ok",
                 totals.apart, totals.apart == 1 ? "is" : "are");
    if (totals.first)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "; first difference: %s", totals.first->difference.where);
    evidence_line(cairo, &box, "compared",
                  (struct ink_style){ .bold = totals.mismatches }, text);
    report_sha256(report, sha);
    evidence_line(cairo, &box, "hash", (struct ink_style){ .mono = true }, sha);
}
