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

static void clause_pixels(struct golden_side want, struct golden_side got,
                          const struct result *result, char *text)
{
    const struct pixels *then = want.pixels, *now = got.pixels;
    const struct probe *probe = probe_find(result->probe);
    struct place place;
    char what[100];

    if (!then || !now)
        return;
    if (then->width != now->width || then->height != now->height || result->columns < 1 ||
        result->bands < 1) {
        add_clause(text, "%d x %d pixels became %d x %d", then->width, then->height,
                   now->width, now->height);
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

static void clause_verdict(const struct golden_reading *want,
                           const struct golden_reading *got, char *text)
{
    static const struct {
        const char *before, *after; // of the old number
    } names[GOLDEN_NUMBERS] = {
        [GOLDEN_BITS] = { "", " bits" },
        [GOLDEN_ROUNDING] = { "", "" },
        [GOLDEN_MODELS] = { "models ", "" },
        [GOLDEN_EXPONENT] = { "largest exponent ", "" },
        [GOLDEN_SUBNORMALS] = { "subnormals ", "" },
        [GOLDEN_OVERFLOW] = { "overflow ", "" },
    };

    const bool named =
        strcmp(want->verdict[GOLDEN_ROUNDING], got->verdict[GOLDEN_ROUNDING]) != 0;

    for (int i = 0; i < GOLDEN_NUMBERS; i++) {
        const char *was = want->verdict[i], *is = got->verdict[i];

        if (strcmp(was, is) != 0 && (i != GOLDEN_MODELS || !named))
            add_clause(text, "%s%s%s became %s", names[i].before,
                       was[0] ? was : "unknown", names[i].after, is[0] ? is : "unknown");
    }
}

static void clause_answer(const struct golden_answer *want,
                          const struct golden_answer *got, char *text)
{
    const char *deviates = got->deviates && !want->deviates   ? ", which deviates"
                           : !got->deviates && want->deviates ? ", which is allowed"
                                                              : "";

    if (strcmp(want->id, got->id) != 0)
        add_clause(text, "the expression %s became %s", want->id, got->id);
    else if (strcmp(want->says, got->says) != 0)
        add_clause(text, "%s: %s became %s%s", got->line, want->says, got->says,
                   deviates);
    else if (deviates[0])
        add_clause(text, "%s: %s%s", got->line, got->says, deviates);
    else
        add_clause(
            text, "%s: %s as before, %ld of %ld cases as IEEE 754 became %ld of %ld",
            got->line, got->says, want->agree, want->cases, got->agree, got->cases);
}

static void clause_answers(const struct golden_reading *want,
                           const struct golden_reading *got, uint64_t by_class,
                           char *text)
{
    int more = -1;

    for (int i = 0; i < want->count && i < got->count; i++) {
        const struct golden_answer *a = &want->answers[i], *b = &got->answers[i];

        if (golden_same_answer(a, b, by_class >> (i & 63) & 1))
            continue;
        if (++more == 0)
            clause_answer(a, b, text);
    }
    if (more > 0)
        add_clause(text, "%d more line%s", more, more > 1 ? "s" : "");
    if (want->count != got->count)
        add_clause(text, "%d lines became %d", want->count, got->count);
}

void golden_change(const struct golden_reading *want, const struct golden_reading *got,
                   uint64_t by_class, char text[GOLDEN_CHANGE])
{
    char all[GOLDEN_CAUSE] = "";

    if (want->status != got->status)
        add_clause(all, "%s became %s", status_name(want->status),
                   status_name(got->status));
    else if (want->status == STATUS_OK)
        clause_verdict(want, got, all);
    if (want->status == got->status)
        clause_answers(want, got, by_class, all);
    all[strcspn(all, ";")] = 0;
    snprintf(text, GOLDEN_CHANGE, "%.150s", all[0] ? all : "other pixels");
}

void golden_words(struct golden_side want, struct golden_side got,
                  const struct result *result, uint64_t by_class, char text[GOLDEN_CAUSE])
{
    const enum status was = want.read->status, is = got.read->status;
    const char *reason = result->verdict.reason;
    // A picture's text begins with the place; that of expressions with the finding,
    // which is more informative.
    const bool first = got.read->count == 0;

    text[0] = '\0';
    if (was != is)
        add_clause(text, "%s became %s%s%.160s", status_name(was), status_name(is),
                   reason[0] ? ": " : "", reason);
    if (first)
        clause_pixels(want, got, result, text);
    if (was == STATUS_OK && is == STATUS_OK)
        clause_verdict(want.read, got.read, text);
    if (was == is)
        clause_answers(want.read, got.read, by_class, text);
    if (!first)
        clause_pixels(want, got, result, text);
}
