// SPDX-License-Identifier: MIT

#include "sheet/sweep_page.h"
#include "sweep/report.h"

#include <math.h>
#include <stdio.h>

struct writer {
    cairo_t *cairo;
    struct ink_box box;
    double y;
};

// A name and what stands behind it, of three lines at most; nothing without room.
static void line(struct writer *writer, const char *name, bool strong, const char *text)
{
    const struct ink_style faint = { .size = 15, .tone = INK_MUTED };
    const struct ink_style style = { .size = 15, .bold = strong, .lines = 3 };
    const double indent = 112;

    if (writer->y + 56 > writer->box.y + writer->box.height)
        return;
    ink_text(writer->cairo, writer->box.x, writer->y, indent - 6, faint, name);
    writer->y += ink_text(writer->cairo, writer->box.x + indent, writer->y,
                          writer->box.width - indent, style, text) +
                 3;
}

static double percent(uint64_t part, uint64_t whole)
{
    double value = whole ? 100 * (double) part / (double) whole : 0;

    return part < whole ? fmin(value, 99.9999) : value;
}

static void shares(struct writer *writer, const struct figures *figures)
{
    const struct cell *total = &figures->total;
    char text[300], count[32];

    snprintf(text, sizeof text, "%.4f %% of all, faithful %.4f %%",
             percent(total->correct, figures->done),
             percent(tally_faithful(total), figures->done));
    if (!tally_has_errors(total))
        snprintf(text, sizeof text, "%.4f %% of all; errors were not counted",
                 percent(total->correct, figures->done));
    line(writer, "correct", false, text);
    report_sweep_count(total->beyond, count, sizeof count);
    snprintf(text, sizeof text, "%+.5f ulp, of magnitudes %.5f ulp%s%s%s",
             tally_mean(total), tally_mean_abs(total), total->beyond ? ", without " : "",
             total->beyond ? count : "", total->beyond ? " above 2^14 ulp" : "");
    if (tally_has_errors(total) && total->kinds[CELL_FINITE] > total->beyond)
        line(writer, "mean", false, text);
    snprintf(text, sizeof text, "%.5g", figures->relative.exact.relative);
    if (figures->relative.there)
        line(writer, "max relative", false, text);
    report_sweep_count(total->kinds[CELL_WRONG], count, sizeof count);
    snprintf(text, sizeof text, "%s results, in kind", count);
    if (total->kinds[CELL_WRONG])
        line(writer, "wrong", true, text);
    report_sweep_count(total->kinds[CELL_FLUSHED], count, sizeof count);
    snprintf(text, sizeof text, "%s results", count);
    if (total->kinds[CELL_FLUSHED])
        line(writer, "flushed", false, text);
}

static void kept(struct writer *writer, const struct sweep *sweep, const char *name,
                 uint64_t broken, const struct figures_worst *first)
{
    char operands[200], count[32], text[300] = "yes";

    if (first->there) {
        report_sweep_operands(sweep, first->operands, operands, sizeof operands);
        report_sweep_count(broken, count, sizeof count);
        snprintf(text, sizeof text, "no, broken at %s input%s, first at %s", count,
                 broken == 1 ? "" : "s", operands);
    }
    line(writer, name, first->there, text);
}

static void orders(struct writer *writer, const struct sweep *sweep,
                   const struct figures *figures)
{
    const struct math *math = &math_list[sweep->function.math];

    if (sweep->domain.kind != DOMAIN_BITS)
        return;
    if (math->direction[0] || math->direction[1])
        kept(writer, sweep, "monotonic", figures_falls(figures), &figures->fall);
    if (math->parity != MATH_NONE)
        kept(writer, sweep, math->parity == MATH_ODD ? "odd" : "even",
             figures->total.breaks, &figures->asymmetry);
}

void sweep_page_words(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                      const struct figures *figures)
{
    struct writer writer = { cairo, box, box.y + 30 };
    char text[400];

    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){ .size = 17, .bold = true }, "Figures");
    shares(&writer, figures);
    orders(&writer, sweep, figures);
    for (int i = 0; i < figures->limit_count; i++) {
        const struct figures_limit *one = &figures->limits[i];
        snprintf(text, sizeof text, "%s: %s: %s", one->who, one->limit, one->verdict);
        line(&writer, one->published ? "published" : "limit", !one->kept, text);
    }
}
