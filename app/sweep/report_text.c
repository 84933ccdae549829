// SPDX-License-Identifier: MIT

#include "sweep/report.h"

#include "base/text.h"
#include "view/view.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define BAR_COLUMNS 16

// The edges of the rows of the small histogram, as magnitudes of errors in ulp; no bin
// crosses them. The first row has both signs, as its only bin has.
static const double edges[] = { 0, 0.125, 0.5, 1, 2, 4, 16, 256, 65536, INFINITY };
static const char *const rows[] = { "below 1/8", "1/8 to 1/2",  "1/2 to 1",
                                    "1 to 2",    "2 to 4",      "4 to 16",
                                    "16 to 256", "256 to 2^16", "2^16 and more" };
#define ROWS ((int) (sizeof rows / sizeof *rows))

// Formats a share. It is 100 % or 0 % only for all or none.
static struct report_sweep_words share_words(uint64_t part, uint64_t whole)
{
    double percent = whole ? 100 * (double) part / (double) whole : 0;
    struct report_sweep_words out = { "none" };

    if (part && percent < 0.01)
        return report_sweep_count(part);
    if (part)
        snprintf(out.text, sizeof out.text, "%.2f %%",
                 part == whole ? 100 : fmin(floor(percent * 100) / 100, 99.99));
    return out;
}

static void report_text_head(struct view *view, const struct sweep *sweep,
                             const struct figures *figures)
{
    const struct backend_facts *facts = &sweep->facts;
    char text[640];

    snprintf(text, sizeof text, "%s: %s", sweep->function.name, sweep->function.summary);
    view->title = sweep->function.name;
    view_paragraph(view, VIEW_STRONG, text);
    view_fact(view, "device", "%s%s%s%s%s%s%s%s", facts->name,
              facts->software ? " (software)" : "", facts->version[0] ? ", " : "",
              facts->version, facts->stage[0] ? "; " : "", facts->stage,
              facts->precision[0] ? " " : "", facts->precision);
    snprintf(text, sizeof text, "; %s done, INCOMPLETE",
             report_sweep_count(figures->done).text);
    view_fact(view, "over", "%s%s%s", report_sweep_over(sweep).text,
              figures->done != figures->asked ? text : "",
              figures_sample(sweep) ? ": maxima are lower bounds" : "");
    view_fact(view, "judge", "%s, %s rounded by %s%s", sweep->facts.judge,
              function_type_name(sweep->function.result),
              fp_round_name(sweep->function.round),
              exact_available() ? "; MPFR confirms the maximum" : "");
}

static void extreme(struct view *view, const struct sweep *sweep, const char *name,
                    const char *error, const struct figures_worst *worst)
{
    if (worst->there)
        view_fact(view, name, "%s at %s", error,
                  report_sweep_operands(sweep, worst->operands).text);
}

static void extremes(struct view *view, const struct sweep *sweep,
                     const struct figures *figures)
{
    char error[80];

    if (!tally_has_errors(&figures->total)) {
        view_named(view, "maximum",
                   figures->total.correct == figures->done
                       ? "at most 0.5 ulp: all results are correctly rounded"
                       : "not known: errors were not counted, only who is right");
        return;
    }
    if (!figures->ulp.there || figures->ulp.exact.error == 0) {
        view_named(view, "maximum",
                   !figures->ulp.there ? "no result has an error that can be counted"
                   : figures->total.kinds[CELL_WRONG]
                       ? "0 ulp: no result of the right kind has an error"
                       : "0 ulp: no result has an error");
        return;
    }
    snprintf(error, sizeof error, "%s%s",
             report_sweep_ulp(fabs(figures->ulp.exact.error)).text,
             report_sweep_ulp_of(sweep).text);
    extreme(view, sweep, "maximum", error, &figures->ulp);
    view_fact(view, "got", "%s%s%s",
              report_sweep_result(sweep->function.result, figures->ulp.got).text,
              figures->ulp.settled ? ", exact " : "",
              figures->ulp.settled ? figures->ulp.exact.text : "");
    snprintf(error, sizeof error, "%.5g", figures->relative.exact.relative);
    extreme(view, sweep, "relative", error, &figures->relative);
    snprintf(error, sizeof error, "%.5g", figures->absolute.exact.absolute);
    extreme(view, sweep, "absolute", error, &figures->absolute);
}

static void report_text_shares(struct view *view, const struct figures *figures)
{
    static const char *const names[CELL_KIND_COUNT] = {
        [CELL_SPECIAL] = "special",     [CELL_OVERFLOW] = "to infinity",
        [CELL_FLUSHED] = "flushed",     [CELL_ZERO_SIGN] = "zeros of the wrong sign",
        [CELL_WRONG] = "WRONG IN KIND",
    };
    const struct cell *total = &figures->total;
    bool errors = tally_has_errors(total);
    char text[300] = "";

    view_fact(view, "share", "correctly rounded %s%s%s",
              share_words(total->correct, figures->done).text,
              errors ? ", faithful " : "",
              errors ? share_words(tally_faithful(total), figures->done).text : "");
    if (errors && total->kinds[CELL_FINITE] > total->beyond) {
        if (total->beyond)
            snprintf(text, sizeof text, "; without %s above 2^14 ulp",
                     report_sweep_count(total->beyond).text);
        view_fact(view, "mean", "%+.5f ulp; of magnitudes %.5f ulp%s", tally_mean(total),
                  tally_mean_abs(total), text);
    }
    text[0] = 0;
    for (int i = CELL_SPECIAL; i < CELL_KIND_COUNT; i++)
        if (total->kinds[i])
            text_add(text, sizeof text, "%s%s %s", text[0] ? ", " : "",
                     report_sweep_count(total->kinds[i]).text, names[i]);
    view_named(view, "others", text);
}

// Counts the errors of each row, too small and too large.
static void gather(const struct cell *cell, uint64_t counts[ROWS][2])
{
    memset(counts, 0, ROWS * sizeof *counts);
    for (int bin = 0; bin < CELL_BINS; bin++) {
        double low, high;
        int row = 0;
        tally_edges(bin, &low, &high);
        while (low >= edges[row + 1])
            row++;
        assert(row < ROWS);
        counts[row][bin > CELL_ZERO] += cell->bins[bin];
    }
}

// Sets the cells of a share and its bar.
static void bar(struct view *view, int column, uint64_t part, uint64_t whole)
{
    char bars[BAR_COLUMNS + 1];
    double length = whole ? BAR_COLUMNS * (double) part / (double) whole : 0;
    int marks = part ? (int) fmax(1, length) : 0;

    memset(bars, '#', sizeof bars);
    bars[marks] = 0;
    view_set(view, column, VIEW_PLAIN, part ? share_words(part, whole).text : "-");
    view_set(view, column + 1, VIEW_SOFT, bars);
}

static void histogram(struct view *view, const struct figures *figures)
{
    static const struct view_column columns[] = {
        { .heading = "ulp", .minimum = 14, .label = true },
        { .heading = "too small", .minimum = 11 },
        { .heading = "", .minimum = BAR_COLUMNS + 1 },
        { .heading = "too large", .minimum = 11 },
        { .heading = "", .minimum = BAR_COLUMNS },
    };
    uint64_t counts[ROWS][2], whole = figures->total.kinds[CELL_FINITE];
    int last = ROWS - 1;

    if (!whole || !tally_has_errors(&figures->total))
        return;
    gather(&figures->total, counts);
    while (last > 0 && !counts[last][0] && !counts[last][1])
        last--;
    view_table(view, "", columns, 5)->gap = true;
    for (int row = 0; row <= last; row++) {
        view_add_row(view);
        view_set(view, 0, VIEW_PLAIN, rows[row]);
        bar(view, 1, counts[row][0], whole);
        if (row)
            bar(view, 3, counts[row][1], whole);
    }
}

// Adds whether the function keeps its order or symmetry: "yes", or how often it was
// broken.
static void report_text_kept(struct view *view, const struct sweep *sweep,
                             const char *name, uint64_t broken,
                             const struct figures_worst *first)
{
    if (first->there)
        view_fact(view, name, "NO, broken at %s input%s, first at %s",
                  report_sweep_count(broken).text, broken == 1 ? "" : "s",
                  report_sweep_operands(sweep, first->operands).text);
    else
        view_named(view, name, "yes");
}

static void report_text_orders(struct view *view, const struct sweep *sweep,
                               const struct figures *figures)
{
    const struct math *math = &math_list[sweep->function.math];

    if (sweep->domain.kind != DOMAIN_BITS)
        return;
    if (math->direction[0] || math->direction[1])
        report_text_kept(view, sweep, "monotonic", figures_falls(figures),
                         &figures->fall);
    if (math->parity != MATH_NONE)
        report_text_kept(view, sweep, math->parity == MATH_ODD ? "odd" : "even",
                         figures->total.breaks, &figures->asymmetry);
}

static void wrong(struct view *view, const struct sweep *sweep,
                  const struct figures_worst *wrong)
{
    enum function_type type = sweep->function.result;

    if (wrong->there)
        view_fact(
            view, "wrong", "first at %s: got %s%s%s",
            report_sweep_operands(sweep, wrong->operands).text,
            report_sweep_result(type, wrong->got).text, wrong->settled ? ", want " : "",
            wrong->settled ? report_sweep_result(type, wrong->exact.want).text : "");
}

static void limits(struct view *view, const struct figures *figures)
{
    char text[400];

    for (int i = 0; i < figures->limit_count; i++) {
        const struct figures_limit *one = &figures->limits[i];
        const char *name = one->published ? "published" : "limit";
        snprintf(text, sizeof text, "%s: %s; %s", one->who, one->limit, one->verdict);
        view_named(view, name, text)->tone = one->kept ? VIEW_PLAIN : VIEW_BAD;
    }
}

void report_sweep_text(const struct sweep *sweep, const struct figures *figures,
                       struct view *view)
{
    int first;

    report_text_head(view, sweep, figures);
    first = view->count;
    extremes(view, sweep, figures);
    view->sections[first].gap = true;
    report_text_shares(view, figures);
    wrong(view, sweep, &figures->wrong);
    report_text_orders(view, sweep, figures);
    limits(view, figures);
    histogram(view, figures);
}
