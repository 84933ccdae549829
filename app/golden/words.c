// SPDX-License-Identifier: MIT
//
// How it works: for a picture, the text names the band with the longest run of columns
// that differ; for expressions, the first one whose finding differs. All other changes
// follow, a few words each.

#include "golden/golden.h"

#include "base/log.h"
#include "base/text.h"
#include "probe/expressions.h"
#include "probe/picture.h"
#include "probe/probe.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Adds a clause to a text of GOLDEN_CAUSE bytes, after "; ".
static void LOG_PRINTF(2, 3) add_clause(char *text, const char *format, ...)
{
    size_t used;
    va_list list;

    text_add(text, GOLDEN_CAUSE, "%s", text[0] ? "; " : "");
    used = strlen(text);
    va_start(list, format);
    vsnprintf(text + used, GOLDEN_CAUSE - used, format, list);
    va_end(list);
}

// The place where two pictures differ.
struct place {
    int band, first, last; // the longest run of columns of a band; first -1: nowhere
    uint32_t want, got;    // words of its first pixel that differs
    long pixels;           // that differ, in the whole picture
};

// Returns the number of pixels of a cell that differ; their first words go to `place`.
static long count_cell(const struct pixels *want, const struct pixels *got,
                       const struct result *result, struct place *place)
{
    int wide = want->width / result->columns, high = want->height / result->bands;
    int top = (result->bands - 1 - place->band) * high, left = place->first * wide;
    long count = 0;

    for (int y = top; y < top + high; y++)
        for (int x = left; x < left + wide; x++) {
            uint32_t a = pixels_row(want, y)[x], b = pixels_row(got, y)[x];

            if (a != b && count++ == 0) {
                place->want = a;
                place->got = b;
            }
        }
    return count;
}

static struct place find_place(const struct pixels *want, const struct pixels *got,
                               const struct result *result)
{
    struct place best = { .first = -1 };
    long pixels = 0;

    for (int band = 0; band < result->bands; band++) {
        struct place run = { .first = -1 };

        for (int column = 0; column < result->columns; column++) {
            struct place here = { .band = band, .first = column };
            long count = count_cell(want, got, result, &here);

            pixels += count;
            if (run.first < 0 || !count)
                run = here;
            run.last = column;
            if (count &&
                (best.first < 0 || run.last - run.first > best.last - best.first))
                best = run;
            run.first = count ? run.first : -1;
        }
    }
    best.pixels = pixels;
    return best;
}

// Adds "0.5 became 0", in hex if the numbers look equal, or are no numbers.
static void clause_values(const struct probe *probe, const struct result *result,
                          const struct place *place, char *text, size_t size)
{
    char a[40] = "", b[40] = "";
    bool number = probe && !probe->expressions && result->precision != PRECISION_DOUBLE &&
                  result->readout != READOUT_FLOAT16;

    if (number) {
        snprintf(a, sizeof a, "%.9g", probe_value(probe, result->readout, place->want));
        snprintf(b, sizeof b, "%.9g", probe_value(probe, result->readout, place->got));
    }
    if (strcmp(a, b) != 0)
        snprintf(text, size, "%s became %s", a, b);
    else
        snprintf(text, size, "0x%08x became 0x%08x", place->want, place->got);
}

// Adds the place in the picture; for a probe of expressions, the expression and its
// case.
static void clause_place(const struct result *got, const struct place *place,
                         const struct probe *probe, const char *what, char *text)
{
    const char *band = probe && probe->ramp ? "stripe" : "band";
    const struct expressions *lines = probe ? probe->expressions : NULL;
    int rows = lines && lines->count ? got->bands / lines->count : 0;
    int line = rows > 0 ? place->band / rows : 0;

    if (lines)
        add_clause(text, "%s, case %d: %s",
                   line < lines->count ? lines->list[line].label : "a line",
                   place->first + (rows > 0 ? place->band % rows : 0) * got->columns,
                   what);
    else if (place->first == place->last)
        add_clause(text, "%s %d, column %d: %s", band, place->band, place->first, what);
    else
        add_clause(text, "%s %d, columns %d-%d: %s", band, place->band, place->first,
                   place->last, what);
}

static void clause_pixels(struct golden_side want, struct golden_side got, char *text)
{
    const struct pixels *then = want.pixels, *now = got.pixels;
    const struct result *result = got.result;
    const struct probe *probe = probe_find(result->probe);
    struct place place;
    char what[100];

    if (!then->words || !now->words)
        return;
    if (then->width != now->width || then->height != now->height ||
        want.result->columns != result->columns || want.result->bands != result->bands ||
        result->columns < 1 || result->bands < 1) {
        add_clause(text, "%d columns of %d became %d of %d", want.result->columns,
                   want.result->bands, result->columns, result->bands);
        return;
    }
    place = find_place(then, now, result);
    if (place.first < 0)
        return;
    clause_values(probe, result, &place, what, sizeof what);
    clause_place(result, &place, probe, what, text);
    add_clause(text, "%ld of %ld pixels differ", place.pixels,
               (long) now->width * now->height);
}

static void clause_rules(const struct verdict *want, const struct verdict *got,
                         char *text)
{
    struct verdict was = verdict_unknown(STATUS_OK), is = was;
    char a[240], b[240];

    if (want->survivors == got->survivors && foreign_same(&want->foreign, &got->foreign))
        return;
    was.survivors = want->survivors;
    was.foreign = want->foreign;
    is.survivors = got->survivors;
    is.foreign = got->foreign;
    verdict_text(&was, a, sizeof a);
    verdict_text(&is, b, sizeof b);
    if (!strcmp(a, b)) {
        verdict_survivors_text(want->survivors, a, sizeof a);
        verdict_survivors_text(got->survivors, b, sizeof b);
    }
    add_clause(text, "%s became %s", a, b);
}

static void clause_verdict(const struct verdict *want, const struct verdict *got,
                           char *text)
{
    if (want->fraction_bits != got->fraction_bits)
        add_clause(text, "%d bits became %d", want->fraction_bits + 1,
                   got->fraction_bits + 1);
    clause_rules(want, got, text);
    if (want->emax != got->emax || want->emax_at_least != got->emax_at_least)
        add_clause(text, "largest exponent %s%d became %s%d",
                   want->emax_at_least ? "at least " : "", want->emax,
                   got->emax_at_least ? "at least " : "", got->emax);
    if (want->subnormals != got->subnormals)
        add_clause(text, "subnormals %s became %s", subnormals_name(want->subnormals),
                   subnormals_name(got->subnormals));
    if (want->overflow != got->overflow)
        add_clause(text, "overflow %s became %s", overflow_name(want->overflow),
                   overflow_name(got->overflow));
}

static void clause_finding(const struct finding *want, const struct finding *got,
                           char *text)
{
    const char *deviates = got->deviates && !want->deviates   ? ", which deviates"
                           : !got->deviates && want->deviates ? ", which is allowed"
                                                              : "";
    char was[FINDING_ANSWER_TEXT], is[FINDING_ANSWER_TEXT];

    finding_text(want, was, sizeof was);
    finding_text(got, is, sizeof is);
    if (!finding_same_expression(want, got))
        add_clause(text, "the line %s became %s", want->expression, got->expression);
    else if (!finding_same_answer(want, got))
        add_clause(text, "%s: %s became %s%s", got->expression, was, is, deviates);
    else if (deviates[0])
        add_clause(text, "%s: %s%s", got->expression, is, deviates);
    else
        add_clause(text,
                   "%s: %s as before, %ld of %ld cases as IEEE 754 became %ld of %ld",
                   got->expression, is, want->agree, want->cases, got->agree, got->cases);
}

static void clause_findings(const struct result *want, const struct result *got,
                            uint64_t by_class, char *text)
{
    int more = -1;

    for (int i = 0; i < want->finding_count && i < got->finding_count; i++) {
        const struct finding *a = &want->findings[i], *b = &got->findings[i];

        if (golden_same_finding(a, b, by_class >> (i & 63) & 1))
            continue;
        if (++more == 0)
            clause_finding(a, b, text);
    }
    if (more > 0)
        add_clause(text, "%d more line%s", more, more > 1 ? "s" : "");
    if (want->finding_count != got->finding_count)
        add_clause(text, "%d lines became %d", want->finding_count, got->finding_count);
}

void golden_words(struct golden_side want, struct golden_side got, uint64_t by_class,
                  char text[GOLDEN_CAUSE])
{
    const struct verdict *was = &want.result->verdict, *is = &got.result->verdict;
    // A picture's text begins with the place; that of expressions with the finding,
    // which is more informative.
    const bool first = got.result->finding_count == 0;

    text[0] = '\0';
    if (was->status != is->status)
        add_clause(text, "%s became %s%s%.160s", status_name(was->status),
                   status_name(is->status), is->reason[0] ? ": " : "", is->reason);
    if (first)
        clause_pixels(want, got, text);
    if (was->status == STATUS_OK && is->status == STATUS_OK)
        clause_verdict(was, is, text);
    if (was->status == is->status)
        clause_findings(want.result, got.result, by_class, text);
    if (!first)
        clause_pixels(want, got, text);
}
