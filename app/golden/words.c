// SPDX-License-Identifier: MIT
//
// How it works: of a picture the band is named that has the longest run of columns that
// differ; of lines, the first whose answer does. All else that
// changed follows, a few words each.

#include "golden/words.h"

#include "base/log.h"
#include "probe/lines.h"
#include "probe/picture.h"
#include "probe/probe.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLASS_BITS 6

struct words {
    char *text;
    size_t size;
};

static void LOG_PRINTF(2, 3) add(struct words *words, const char *format, ...)
{
    size_t used = strlen(words->text);
    va_list list;

    if (used > 0 && used + 3 < words->size)
        used += (size_t) snprintf(words->text + used, words->size - used, "; ");
    va_start(list, format);
    vsnprintf(words->text + used, words->size - used, format, list);
    va_end(list);
}

// The number before " ulp", and the one behind "2^-"; false where there is neither.
static bool figures(const char *answer, double *ulp, double *bits)
{
    const char *unit = strstr(answer, " ulp"), *power = strstr(answer, "2^-");
    const char *from = unit;

    while (from && from > answer && strchr("0123456789.", from[-1]))
        from--;
    *ulp = unit ? strtod(from, NULL) : 1;
    *bits = power ? strtod(power + 3, NULL) : -1;
    return unit || power || !strncmp(answer, "exact", 5);
}

static bool is_near(double a, double b)
{
    return fabs(log2(fmax(a, 1)) - log2(fmax(b, 1))) <= CLASS_BITS;
}

bool golden_alike(const struct finding *want, const struct finding *got)
{
    double want_ulp, want_bits, got_ulp, got_bits;
    bool want_figures = figures(want->answer, &want_ulp, &want_bits);
    bool got_figures = figures(got->answer, &got_ulp, &got_bits);

    if (want->departs != got->departs || strcmp(want->line, got->line) != 0 ||
        !strcmp(want->answer, "unsupported") != !strcmp(got->answer, "unsupported"))
        return false;
    if (!want_figures || !got_figures)
        return true;
    return is_near(want_ulp, got_ulp) && (want_bits < 0) == (got_bits < 0) &&
           fabs(want_bits - got_bits) <= CLASS_BITS;
}

bool golden_same_verdict(const struct verdict *want, const struct verdict *got)
{
    return want->status == got->status && want->fraction_bits == got->fraction_bits &&
           want->emax == got->emax && want->emax_at_least == got->emax_at_least &&
           want->subnormals == got->subnormals && want->survivors == got->survivors;
}

bool golden_same(const struct finding *want, const struct finding *got)
{
    return !strcmp(want->line, got->line) && !strcmp(want->answer, got->answer) &&
           want->departs == got->departs && want->survivors == got->survivors &&
           want->cases == got->cases && want->agree == got->agree;
}

struct place {
    int band, columns;  // how many columns of it differ
    int first, last;    // the longest run
    uint32_t want, got; // words of its first pixel that differs
    long pixels;        // that differ, in the whole picture
};

// Whether cell (band, column) differs, and in which words first.
static bool differs(const struct pixels *want, const struct pixels *got,
                    const struct result *result, int band, int column,
                    struct place *place)
{
    int wide = want->width / result->columns, high = want->height / result->bands;
    int top = (result->bands - 1 - band) * high, left = column * wide;
    bool any = false;

    for (int y = top; y < top + high; y++)
        for (int x = left; x < left + wide; x++) {
            uint32_t a = pixels_row(want, y)[x], b = pixels_row(got, y)[x];

            if (a == b)
                continue;
            if (!any) {
                place->want = a;
                place->got = b;
            }
            any = true;
            place->pixels++;
        }
    return any;
}

// The longest run of a band, and how many of its columns differ.
static struct place look(const struct pixels *want, const struct pixels *got,
                         const struct result *result, int band)
{
    struct place best = { .last = -1 }, run = best;
    int columns = 0;
    long pixels = 0;

    for (int column = 0; column < result->columns; column++) {
        struct place here = { .first = column };

        if (!differs(want, got, result, band, column, &here)) {
            run.last = -1;
            continue;
        }
        columns++;
        pixels += here.pixels;
        if (run.last < 0)
            run = here;
        run.last = column;
        if (run.last - run.first > best.last - best.first || best.last < 0)
            best = run;
    }
    best.band = band;
    best.columns = columns;
    best.pixels = pixels;
    return best;
}

static struct place find(const struct pixels *want, const struct pixels *got,
                         const struct result *result)
{
    struct place best = { 0 };
    long pixels = 0;

    for (int band = 0; band < result->bands; band++) {
        struct place here = look(want, got, result, band);

        pixels += here.pixels;
        if (here.columns > 0 &&
            (best.columns == 0 || here.last - here.first > best.last - best.first))
            best = here;
    }
    best.pixels = pixels;
    return best;
}

// "0.5 became 0"; in hex where the numbers do not tell, or are none.
static void say_words(const struct probe *probe, const struct result *result,
                      const struct place *place, char *text, size_t size)
{
    char a[40] = "", b[40] = "";
    bool number = probe && !probe->lines && result->precision != PRECISION_DOUBLE &&
                  result->readout != READOUT_FLOAT16;

    if (number) {
        snprintf(a, sizeof(a), "%.9g", probe_value(probe, result->readout, place->want));
        snprintf(b, sizeof(b), "%.9g", probe_value(probe, result->readout, place->got));
    }
    if (strcmp(a, b) != 0)
        snprintf(text, size, "%s became %s", a, b);
    else
        snprintf(text, size, "0x%08x became 0x%08x", place->want, place->got);
}

static void say_lines(const struct result *got, const struct place *place,
                      const struct probe *probe, const char *what, struct words *words)
{
    int rows = probe->lines->count ? got->bands / probe->lines->count : 0;
    int line = rows > 0 ? place->band / rows : 0;

    add(words, "%s, case %d: %s",
        line < probe->lines->count ? probe->lines->names[line] : "a line",
        place->first + (rows > 0 ? place->band % rows : 0) * got->columns, what);
}

static void say_pixels(struct golden_side want_side, struct golden_side got_side,
                       struct words *words)
{
    const struct result *want = want_side.result, *got = got_side.result;
    const struct pixels *want_pixels = want_side.pixels, *got_pixels = got_side.pixels;
    const struct probe *probe = probe_find(got->probe);
    struct place place;
    const char *band = probe && probe->ramp >= 0 ? "stripe" : "band";
    char what[100];

    if (!want_pixels->words || !got_pixels->words)
        return;
    if (want_pixels->width != got_pixels->width ||
        want_pixels->height != got_pixels->height || want->columns != got->columns ||
        want->bands != got->bands || got->columns < 1 || got->bands < 1) {
        add(words, "%d columns of %d became %d of %d", want->columns, want->bands,
            got->columns, got->bands);
        return;
    }
    place = find(want_pixels, got_pixels, got);
    if (place.columns == 0)
        return;
    say_words(probe, got, &place, what, sizeof(what));
    if (probe && probe->lines)
        say_lines(got, &place, probe, what, words);
    else if (place.first == place.last)
        add(words, "%s %d, column %d: %s", band, place.band, place.first, what);
    else
        add(words, "%s %d, columns %d-%d: %s", band, place.band, place.first, place.last,
            what);
    add(words, "%ld of %ld pixels differ", place.pixels,
        (long) got_pixels->width * got_pixels->height);
}

// "to nearest even".
static void rounding(uint32_t survivors, char *text, size_t size)
{
    const struct verdict only = { .status = STATUS_OK,
                                  .fraction_bits = -1,
                                  .survivors = survivors };
    static const char *const heads[] = { "rounds ", "rounding " };

    verdict_text(&only, text, size);
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(heads[i]);

        if (!strncmp(text, heads[i], length))
            memmove(text, text + length, strlen(text + length) + 1);
    }
}

static void say_rules(uint32_t want, uint32_t got, struct words *words)
{
    char a[200], b[200];

    if (want == got)
        return;
    rounding(want, a, sizeof(a));
    rounding(got, b, sizeof(b));
    if (!strcmp(a, b)) {
        verdict_survivors_text(want, a, sizeof(a));
        verdict_survivors_text(got, b, sizeof(b));
    }
    add(words, "%s became %s", a, b);
}

static void say_verdict(const struct verdict *want, const struct verdict *got,
                        struct words *words)
{
    static const char *const subnormals[] = { [SUBNORMALS_UNKNOWN] = "not known",
                                              [SUBNORMALS_KEPT] = "kept",
                                              [SUBNORMALS_FLUSHED] = "flushed" };

    if (want->fraction_bits != got->fraction_bits)
        add(words, "%d bits became %d", want->fraction_bits + 1, got->fraction_bits + 1);
    say_rules(want->survivors, got->survivors, words);
    if (want->emax != got->emax || want->emax_at_least != got->emax_at_least)
        add(words, "largest exponent %s%d became %s%d",
            want->emax_at_least ? "at least " : "", want->emax,
            got->emax_at_least ? "at least " : "", got->emax);
    if (want->subnormals != got->subnormals)
        add(words, "subnormals %s became %s", subnormals[want->subnormals],
            subnormals[got->subnormals]);
}

static void say_finding(const struct finding *want, const struct finding *got,
                        struct words *words)
{
    const char *departs = got->departs && !want->departs   ? ", which departs"
                          : !got->departs && want->departs ? ", which is allowed"
                                                           : "";

    if (strcmp(want->line, got->line) != 0)
        add(words, "the line %s became %s", want->line, got->line);
    else if (strcmp(want->answer, got->answer) != 0)
        add(words, "%s: %s became %s%s", got->line, want->answer, got->answer, departs);
    else if (departs[0])
        add(words, "%s: %s%s", got->line, got->answer, departs);
    else
        add(words, "%s: %s as before, %ld of %ld cases as IEEE 754 became %ld of %ld",
            got->line, got->answer, want->agree, want->cases, got->agree, got->cases);
}

static void say_findings(const struct result *want, const struct result *got,
                         uint64_t by_class, struct words *words)
{
    int more = -1;

    for (int i = 0; i < want->finding_count && i < got->finding_count; i++) {
        const struct finding *a = &want->findings[i], *b = &got->findings[i];

        if (by_class >> (i & 63) & 1 ? golden_alike(a, b) : golden_same(a, b))
            continue;
        if (++more == 0)
            say_finding(a, b, words);
    }
    if (more > 0)
        add(words, "%d more line%s", more, more > 1 ? "s" : "");
    if (want->finding_count != got->finding_count)
        add(words, "%d lines became %d", want->finding_count, got->finding_count);
}

void golden_words(struct golden_side want, struct golden_side got, uint64_t by_class,
                  char *text, size_t size)
{
    const struct verdict *was = &want.result->verdict, *is = &got.result->verdict;
    struct words words = { text, size };
    char pixels[300] = "";
    struct words place = { pixels, sizeof(pixels) };

    text[0] = '\0';
    if (was->status != is->status)
        add(&words, "%s became %s%s%.160s", status_name(was->status),
            status_name(is->status), is->reason[0] ? ": " : "", is->reason);
    say_pixels(want, got, &place);
    // Where it is stands first of a picture; of lines the answer tells more.
    if (pixels[0] && got.result->finding_count == 0)
        add(&words, "%s", pixels);
    say_verdict(was, is, &words);
    if (was->status == is->status)
        say_findings(want.result, got.result, by_class, &words);
    if (pixels[0] && got.result->finding_count > 0)
        add(&words, "%s", pixels);
}
