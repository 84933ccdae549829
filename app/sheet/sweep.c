// SPDX-License-Identifier: MIT

#include "sheet/parts.h"
#include "sheet/sweep_page.h"
#include "sweep/report.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 44

static void say_ulp(const struct figures *figures, char *text, size_t size)
{
    double error = figures->ulp.there ? fabs(figures->ulp.exact.error) : NAN;

    if (isnan(error))
        snprintf(text, size, "no figure");
    else if (error == 0)
        snprintf(text, size, "0 ulp");
    else
        report_sweep_ulp(error, text, size);
}

// The name, the device, and the figure that one remembers.
static void header(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                   const struct figures *figures)
{
    const struct facts badge = { .software = sweep->facts.software };
    const struct backend_facts *facts = &sweep->facts;
    double left = box.width - 500, right = box.x + left + 20, y = box.y;
    uint64_t wrong = figures->total.kinds[CELL_WRONG];
    char most[48], count[32];

    y += ink_text(cairo, box.x, y, left,
                  (struct ink_style){ .size = 33, .bold = true, .shrinks = true },
                  sweep->function.name) +
         4;
    y +=
        ink_text(cairo, box.x, y, left, (struct ink_style){ .size = 19, .shrinks = true },
                 sweep->function.summary) +
        4;
    ink_textf(cairo, box.x, y, left,
              (struct ink_style){ .size = 16, .tone = INK_MUTED, .lines = 2 },
              "%s%s%s%s%s%s%s", facts->name, facts->version[0] ? "  \u00b7  " : "",
              facts->version, facts->stage[0] ? "  \u00b7  " : "", facts->stage,
              facts->precision[0] ? " " : "", facts->precision);
    say_ulp(figures, most, sizeof most);
    report_sweep_count(wrong, count, sizeof count);
    ink_textf(cairo, right, box.y - 8, 480,
              (struct ink_style){ .size = 16, .tone = INK_MUTED, .align = INK_RIGHT },
              "largest error%s%s%s%s", figures_sample(sweep) ? " of a sample" : "",
              wrong ? "; " : "", wrong ? count : "",
              wrong ? " results are wrong in kind" : "");
    ink_text(cairo, right, box.y + 12, 480,
             (struct ink_style){
                 .size = 44, .bold = true, .align = INK_RIGHT, .shrinks = true },
             most);
    if (strcmp(facts->where, "cpu"))
        parts_badge(cairo, box.x + box.width, box.y + 78, &badge);
    if (figures->done != figures->asked)
        ink_text(cairo, right, box.y + 84, 300,
                 (struct ink_style){ .size = 16, .bold = true, .align = INK_RIGHT },
                 "NOT COMPLETE");
}

static void footer(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                   const struct figures *figures)
{
    bool partial = figures->done != figures->asked;
    char over[96], done[32];

    report_sweep_over(sweep, over, sizeof over);
    report_sweep_count(figures->done, done, sizeof done);
    ink_textf(
        cairo, box.x, box.y, box.width,
        (struct ink_style){ .size = 14, .tone = INK_MUTED, .shrinks = true },
        "%s%s%s%s  \u00b7  judge %s%s  \u00b7  results in %s, correct by %s"
        "  \u00b7  ulp(r) = 2^(max(e, emin) \u2212 (p \u2212 1)), r in [2^e, 2^(e+1))",
        over, partial ? ", " : "", partial ? done : "", partial ? " done" : "",
        sweep->facts.judge, figures->ulp.settled ? ", the largest by MPFR" : "",
        function_type_name(sweep->function.result), fp_round_name(sweep->function.round));
}

static void page(cairo_t *cairo, const struct sweep *sweep, const struct figures *figures)
{
    const double inside = SHEET_SWEEP_WIDTH - 2 * MARGIN;

    ink_letters(cairo);
    ink_tone(cairo, INK_PAPER);
    cairo_paint(cairo);
    header(cairo, (struct ink_box){ MARGIN, 34, inside, 116 }, sweep, figures);
    ink_line(cairo, MARGIN, 158.5, SHEET_SWEEP_WIDTH - MARGIN, 158.5, INK_FAINT);
    sweep_page_errors(cairo, (struct ink_box){ MARGIN, 172, inside, 470 }, sweep,
                      figures);
    sweep_page_histogram(cairo, (struct ink_box){ MARGIN, 652, 860, 300 }, figures);
    sweep_page_words(cairo, (struct ink_box){ MARGIN + 900, 652, inside - 900, 290 },
                     sweep, figures);
    footer(cairo, (struct ink_box){ MARGIN, 956, inside, 20 }, sweep, figures);
}

bool sweep_paint(const struct sweep *sweep, const struct figures *figures,
                 uint32_t *words)
{
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *) words, CAIRO_FORMAT_RGB24, SHEET_SWEEP_WIDTH,
        SHEET_SWEEP_HEIGHT, 4 * SHEET_SWEEP_WIDTH);
    cairo_t *cairo = cairo_create(surface);

    page(cairo, sweep, figures);
    bool ok = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
    cairo_surface_destroy(surface);
    return ok;
}

struct stream {
    char *bytes;
    size_t length, room;
};

static cairo_status_t append(void *closure, const unsigned char *bytes, unsigned count)
{
    struct stream *stream = closure;

    if (stream->length + count > stream->room) {
        size_t room = 2 * (stream->length + count);
        char *larger = realloc(stream->bytes, room);
        if (!larger)
            return CAIRO_STATUS_NO_MEMORY;
        stream->bytes = larger;
        stream->room = room;
    }
    memcpy(stream->bytes + stream->length, bytes, count);
    stream->length += count;
    return CAIRO_STATUS_SUCCESS;
}

// Cairo numbers its surfaces as long as the program runs; the page is always the first.
static void number_anew(struct stream *stream)
{
    static const char before[] = "id=\"surface";
    char *at = stream->bytes, *end = at + stream->length, *digit;

    while ((at = memmem(at, (size_t) (end - at), before, sizeof before - 1))) {
        at += sizeof before - 1;
        for (digit = at; digit < end && *digit >= '0' && *digit <= '9';)
            digit++;
        memmove(at, digit, (size_t) (end - digit));
        end -= digit - at;
    }
    stream->length = (size_t) (end - stream->bytes);
}

char *sweep_svg(const struct sweep *sweep, const struct figures *figures, size_t *length)
{
    struct stream stream = { 0 };
    cairo_surface_t *surface = cairo_svg_surface_create_for_stream(
        append, &stream, SHEET_SWEEP_WIDTH, SHEET_SWEEP_HEIGHT);
    cairo_t *cairo = cairo_create(surface);

    page(cairo, sweep, figures);
    bool ok = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    ok = ok && cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(surface);
    if (ok) {
        number_anew(&stream);
        *length = stream.length;
        return stream.bytes;
    }
    free(stream.bytes);
    return NULL;
}
