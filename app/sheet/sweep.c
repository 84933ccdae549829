// SPDX-License-Identifier: MIT

#include "base/memory.h"
#include "sheet/canvas.h"
#include "sheet/parts.h"
#include "sheet/sweep_page.h"
#include "sweep/report.h"

#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 44

static struct report_sweep_words ulp_words(const struct figures *figures)
{
    double error = fabs(figures->ulp.exact.error);

    if (!figures->ulp.there)
        return (struct report_sweep_words){ "no figure" };
    return error == 0 ? (struct report_sweep_words){ "0 ulp" } : report_sweep_ulp(error);
}

// Draws the name, the device, and the main figure.
static void sweep_header(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                         const struct figures *figures)
{
    const struct facts badge = { .software = sweep->facts.software };
    const struct backend_facts *facts = &sweep->facts;
    double left = box.width - 500, right = box.x + left + 20, y = box.y;
    uint64_t wrong = figures->total.kinds[CELL_WRONG];
    const struct report_sweep_words of = report_sweep_ulp_of(sweep);

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
    ink_textf(cairo, right, box.y - 8, 480,
              (struct ink_style){ .size = 16, .tone = INK_MUTED, .align = INK_RIGHT },
              "largest error%s%s%s%s%s%s", figures_sample(sweep) ? " of a sample" : "",
              of.text[0] ? ", in ulp" : "", of.text, wrong ? "; " : "",
              wrong ? report_sweep_count(wrong).text : "",
              wrong ? " results are wrong in kind" : "");
    ink_text(cairo, right, box.y + 12, 480,
             (struct ink_style){
                 .size = 44, .bold = true, .align = INK_RIGHT, .shrinks = true },
             ulp_words(figures).text);
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

    ink_textf(
        cairo, box.x, box.y, box.width,
        (struct ink_style){ .size = 14, .tone = INK_MUTED, .shrinks = true },
        "%s%s%s%s  \u00b7  judge %s%s  \u00b7  results in %s, correct by %s"
        "  \u00b7  ulp(r) = 2^(max(e, emin) \u2212 (p \u2212 1)), r in [2^e, 2^(e+1))",
        report_sweep_over(sweep).text, partial ? ", " : "",
        partial ? report_sweep_count(figures->done).text : "", partial ? " done" : "",
        sweep->facts.judge, figures->ulp.settled ? ", the largest by MPFR" : "",
        function_type_name(sweep->function.result), fp_round_name(sweep->function.round));
}

double sweep_draw(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_sweep *of = shown;
    const struct sweep *sweep = of->sweep;
    const struct figures *figures = of->figures;
    const double inside = SHEET_SWEEP_WIDTH - 2 * MARGIN;

    sweep_header(cairo, (struct ink_box){ MARGIN, 34, inside, 116 }, sweep, figures);
    ink_line(cairo, MARGIN, 158.5, SHEET_SWEEP_WIDTH - MARGIN, 158.5, INK_FAINT);
    sweep_page_errors(cairo, (struct ink_box){ MARGIN, 172, inside, 470 }, sweep,
                      figures);
    sweep_page_histogram(cairo, (struct ink_box){ MARGIN, 652, 860, 300 }, figures);
    sweep_page_words(cairo, (struct ink_box){ MARGIN + 900, 652, inside - 900, 290 },
                     sweep, figures);
    footer(cairo, (struct ink_box){ MARGIN, 956, inside, 20 }, sweep, figures);
    return 0;
}

struct stream {
    char *bytes;
    size_t length, room;
};

static cairo_status_t sweep_append(void *closure, const unsigned char *bytes,
                                   unsigned count)
{
    struct stream *stream = closure;

    if (stream->length + count > stream->room) {
        size_t room = 2 * (stream->length + count);
        stream->bytes = memory_resize(stream->bytes, room, 1);
        stream->room = room;
    }
    memcpy(stream->bytes + stream->length, bytes, count);
    stream->length += count;
    return CAIRO_STATUS_SUCCESS;
}

// Renumbers the surfaces of an SVG: Cairo counts them over the whole run, but this page
// must always be the first.
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
        sweep_append, &stream, SHEET_SWEEP_WIDTH, SHEET_SWEEP_HEIGHT);
    cairo_t *cairo = canvas_on(surface);

    sweep_draw(cairo, &(struct sheet_of_sweep){ sweep, figures });
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
