// SPDX-License-Identifier: MIT

#include "sheet/sweep_page.h"
#include "sweep/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

struct writer {
    cairo_t *cairo;
    struct ink_box box;
    double y;
};

// Draws a name and a text after it, formatted as by printf, in three lines at most;
// nothing if there is no room.
__attribute__((format(printf, 4, 5))) static void sweep_words_line(
    struct writer *writer, const char *name, bool strong, const char *format, ...)
{
    const struct ink_style faint = { .size = 15, .tone = INK_MUTED };
    const struct ink_style style = { .size = 15, .bold = strong, .lines = 3 };
    const double indent = 112;
    char text[400];
    va_list arguments;

    if (writer->y + 56 > writer->box.y + writer->box.height)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
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

static void sweep_words_shares(struct writer *writer, const struct figures *figures)
{
    const struct cell *total = &figures->total;
    double correct = percent(total->correct, figures->done);
    char without[64] = "";

    if (tally_has_errors(total))
        sweep_words_line(writer, "correct", false, "%.4f %% of all, faithful %.4f %%",
                         correct, percent(tally_faithful(total), figures->done));
    else
        sweep_words_line(writer, "correct", false,
                         "%.4f %% of all; errors were not counted", correct);
    if (total->beyond)
        snprintf(without, sizeof without, ", without %s above 2^14 ulp",
                 report_sweep_count(total->beyond).text);
    if (tally_has_errors(total) && total->kinds[CELL_FINITE] > total->beyond)
        sweep_words_line(writer, "mean", false, "%+.5f ulp, of magnitudes %.5f ulp%s",
                         tally_mean(total), tally_mean_abs(total), without);
    if (figures->relative.there)
        sweep_words_line(writer, "max relative", false, "%.5g",
                         figures->relative.exact.relative);
    if (total->kinds[CELL_WRONG])
        sweep_words_line(writer, "wrong", true, "%s results, in kind",
                         report_sweep_count(total->kinds[CELL_WRONG]).text);
    if (total->kinds[CELL_FLUSHED])
        sweep_words_line(writer, "flushed", false, "%s results",
                         report_sweep_count(total->kinds[CELL_FLUSHED]).text);
}

static void sweep_words_kept(struct writer *writer, const struct sweep *sweep,
                             const char *name, uint64_t broken,
                             const struct figures_worst *first)
{
    if (first->there)
        sweep_words_line(writer, name, true, "no, broken at %s input%s, first at %s",
                         report_sweep_count(broken).text, broken == 1 ? "" : "s",
                         report_sweep_operands(sweep, first->operands).text);
    else
        sweep_words_line(writer, name, false, "yes");
}

static void sweep_words_orders(struct writer *writer, const struct sweep *sweep,
                               const struct figures *figures)
{
    const struct math *math = &math_list[sweep->function.math];

    if (sweep->domain.kind != DOMAIN_BITS)
        return;
    if (math->direction[0] || math->direction[1])
        sweep_words_kept(writer, sweep, "monotonic", figures_falls(figures),
                         &figures->fall);
    if (math->parity != MATH_NONE)
        sweep_words_kept(writer, sweep, math->parity == MATH_ODD ? "odd" : "even",
                         figures->total.breaks, &figures->asymmetry);
}

void sweep_page_words(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                      const struct figures *figures)
{
    struct writer writer = { cairo, box, box.y + 30 };

    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){ .size = 17, .bold = true }, "Figures");
    sweep_words_shares(&writer, figures);
    sweep_words_orders(&writer, sweep, figures);
    for (int i = 0; i < figures->limit_count; i++) {
        const struct figures_limit *one = &figures->limits[i];
        sweep_words_line(&writer, one->published ? "published" : "limit", !one->kept,
                         "%s: %s: %s", one->who, one->limit, one->verdict);
    }
}
