// SPDX-License-Identifier: MIT

#include "command/shade_views.h"

#include "base/file.h"
#include "base/fp_bits.h"
#include "base/memory.h"
#include "base/out.h"
#include "base/png/png.h"
#include "base/text.h"
#include "command/output.h"
#include "config.h"
#include "document/build.h"
#include "shade/opens.h"
#include "shade/phrase.h"
#include "shade/undefined.h"
#include "sheet/sheet.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLAMED_MAX    10 // lines that the text lists
#define QUOTE         40 // characters of a line
#define QUOTE_SHEET   100
#define PHRASE        48 // characters of an operation
#define TEXT_WIDTH    72 // columns of what a line loses
#define LOSS          200
#define SHEET_DEVICES 4
#define OPEN_BITS     UINT32_C(0x7fc0beef)

// ---- text ----

// Copies a line of the user's file, without the space around it.
static void quote_line(const struct shade_view *view, uint32_t line, char *text,
                       size_t most)
{
    const char *at = view->source;
    size_t length;

    text[0] = '\0';
    for (uint32_t i = 1; at && i < line; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    if (!at)
        return;
    at += strspn(at, " \t");
    length = strcspn(at, "\r\n");
    snprintf(text, most + 4, "%.*s%s", (int) (length > most ? most : length), at,
             length > most ? "..." : "");
    text_clean(text);
}

static double percent(long part, long all)
{
    return 100.0 * (double) part / (double) all;
}

// Writes the numbers of an operation, "61.3 + 0.0021" or "sin(3.1)".
static void write_numbers(const struct shade_view *view, const struct trace_event *event,
                          char *text, size_t size)
{
    static const char *const signs[] = { " + ", " - ", " * ", " / " };
    static const char *const names[] = { "sin",  "cos",   "tan",   "asin",
                                         "acos", "atan",  "sinh",  "cosh",
                                         "tanh", "asinh", "acosh", "atanh",
                                         "exp",  "log",   "exp2",  "log2" };
    const enum program_op op = (enum program_op) view->program->insns[event->insn].op;
    const double *in = event->in;

    if (op <= PROGRAM_DIV)
        snprintf(text, size, "%.6g%s%.6g", in[0], signs[op], in[1]);
    else if (op == PROGRAM_FMA)
        snprintf(text, size, "%.6g * %.6g + %.6g", in[0], in[1], in[2]);
    else if (op == PROGRAM_SQRT)
        snprintf(text, size, "sqrt(%.6g)", in[0]);
    else if (op == PROGRAM_ATAN2)
        snprintf(text, size, "atan(%.6g, %.6g)", in[0], in[1]);
    else if (program_samples(op))
        snprintf(text, size, "%.6g at %.6g, %.6g", event->got, in[1], in[2]);
    else if (op >= PROGRAM_SIN && op <= PROGRAM_LOG2)
        snprintf(text, size, "%s(%.6g)", names[op - PROGRAM_SIN], in[0]);
    else
        snprintf(text, size, "%.9g becomes %.6g", in[0], event->got);
}

// Writes "uv.x + time: 61.3 + 0.0021: 9 of 11 bits lost".
static void write_event(const struct shade_view *view, const struct trace_event *event,
                        char *text, size_t size)
{
    const uint32_t id = view->program->insns[event->insn].id;
    char phrase[PHRASE] = "", numbers[96];

    phrase_write(view->spirv, id, phrase, sizeof phrase);
    write_numbers(view, event, numbers, sizeof numbers);
    snprintf(text, size, "%s%s%s", phrase, phrase[0] ? ": " : "", numbers);
    text_clean(text);
}

static void write_loss(const struct shade_view *view, const struct shade_blame *blame,
                       char *text, size_t size)
{
    text[0] = '\0';
    if (!blame->event.any || blame->worst == 0)
        return;
    write_event(view, &blame->event, text, size);
    snprintf(text + strlen(text), size - strlen(text), ": %d of %d bits lost",
             blame->event.lost, blame->event.of);
}

// Prints the operation and its numbers, on two lines if one does not hold them.
static void print_loss(const char *loss, FILE *file)
{
    const char *numbers = strstr(loss, ": ");

    if (strlen(loss) > TEXT_WIDTH && numbers)
        fprintf(file, "        %.*s:\n        %s\n", (int) (numbers - loss), loss,
                numbers + 2);
    else
        fprintf(file, "        %s\n", loss);
}

static void print_blame(const struct shade_view *view, FILE *file)
{
    const struct shade_blames *blames = &view->blames;

    if (blames->untried)
        fprintf(file, "blame    %d lines were not tried within --timeout\n",
                blames->untried);
    if (blames->blamed == 0) {
        fputs("blame    no line: no pixel differs by more than the limit\n", file);
        return;
    }
    fprintf(file,
            "\nblame    if only the operations of %s round\n"
            "  line   pixels  largest  bits lost: median, worst\n",
            blames->together ? "these lines together" : "this line");
    for (int i = 0; i < blames->blamed && i < BLAMED_MAX; i++) {
        const struct shade_blame *blame = &blames->lines[i];
        char text[QUOTE + 4], loss[LOSS];

        quote_line(view, blame->line, text, QUOTE);
        write_loss(view, blame, loss, sizeof loss);
        fprintf(file, "  %4u  %5.1f %%  %7.4f  %2d, %2d  %s\n", blame->line,
                percent(blame->difference.changed, blame->difference.pixels),
                blame->difference.largest, blame->median, blame->worst, text);
        if (loss[0])
            print_loss(loss, file);
    }
    if (blames->blamed > BLAMED_MAX)
        fprintf(file, "  and %d more lines\n", blames->blamed - BLAMED_MAX);
}

// Prints where pixels first go another way, and where NaN and infinity begin.
static void print_trace(const struct shade_view *view, FILE *file)
{
    const struct trace *trace = &view->blames.trace;

    for (uint32_t line = 1; line < view->program->line_count; line++) {
        const struct trace_line *at = &trace->lines[line];
        char text[QUOTE + 4], event[LOSS];

        quote_line(view, line, text, QUOTE);
        if (at->turns)
            fprintf(
                file,
                "branch   line %u goes another way in %.1f %% of the pixels:\n         %s\n",
                line, percent(at->turns, view->difference.pixels), text);
        if (at->origins == 0)
            continue;
        write_event(view, &at->origin, event, sizeof event);
        fprintf(file,
                "%-8s line %u makes the first in %.1f %% of the pixels:\n         %s%s\n",
                isnan(at->origin.got) ? "NaN" : "infinity", line,
                percent(at->origins, view->difference.pixels), event,
                at->shared == at->origins ? "; the exact picture too" : "");
    }
}

static void print_undefined(const struct shade_view *view, FILE *file)
{
    const struct trace *trace = &view->blames.trace;

    for (int i = 0; i < trace->undefined_count; i++) {
        const struct trace_undefined *at = &trace->undefined[i];
        char text[QUOTE + 4];

        if (at->pixels == 0)
            continue;
        quote_line(view, at->line, text, QUOTE);
        fprintf(file, "undefined line %u: %s, in %.1f %% of the pixels%s\n         %s\n",
                at->line, undefined_words((enum undefined) at->kind),
                percent(at->pixels, view->difference.pixels),
                at->exactly ? "" : ", none exactly", text);
    }
}

// "breaks from t = 64 s on (mali400)".
static void print_breaks(const char *name, const struct breaks *breaks, FILE *file)
{
    if (!breaks->any)
        fprintf(file, "         never breaks (%s), at %d times\n", name, breaks->tried);
    else if (breaks->bad == breaks->later)
        fprintf(file, "         breaks from t = %.4g s on (%s), at %d of %d times\n",
                breaks->first, name, breaks->bad, breaks->tried);
    else
        fprintf(file, "         breaks first at t = %.4g s (%s), at %d of %d times\n",
                breaks->first, name, breaks->bad, breaks->tried);
}

static void print_times(const struct shade_view *view, FILE *file)
{
    char name[300];

    fprintf(file, "times    from %g s to %g s; the limit is %.3g\n", view->from, view->to,
            view->limit);
    print_breaks(view->device->id, &view->breaks, file);
    snprintf(name, sizeof name, "%s, every qualifier highp", view->device->id);
    if (view->has_highp)
        print_breaks(name, &view->highp_breaks, file);
}

static void print_differences(const struct shade_view *view, FILE *file)
{
    const struct shade_difference *difference = &view->difference;

    fprintf(file,
            "differs  %.1f %% of the pixels by more than %.3g from the exact picture\n",
            percent(difference->changed, difference->pixels), view->limit);
    if (difference->largest > 0)
        fprintf(file, "largest  %.3g, at pixel %d,%d from the bottom left; mean %.3g\n",
                difference->largest, difference->x, difference->y, difference->mean);
    if (view->has_highp)
        fprintf(file, "highp    every qualifier: %.1f %% of the pixels, largest %.3g\n",
                percent(view->highp_difference.changed, view->highp_difference.pixels),
                view->highp_difference.largest);
}

// Calls for each texture that the shader reads, by its name in the text.
static void each_texture(const struct shade_view *view, void *context,
                         void (*call)(void *context, const char *name,
                                      const struct texture *texture, const char *path))
{
    for (uint32_t e = 0; e < view->program->external_count; e++) {
        const struct program_external *external = &view->program->externals[e];

        for (uint32_t k = 0;
             external->kind == PROGRAM_SAMPLER && external->used && k < external->count;
             k++) {
            char name[PROGRAM_NAME + 16];
            const char *path;
            const struct texture *texture =
                shade_texture(&view->scene, external, k, &path);

            snprintf(name, sizeof name, external->count > 1 ? "%s[%u]" : "%s",
                     shade_name(external->name), k);
            call(context, name, texture, path);
        }
    }
}

static void print_texture(void *context, const char *name, const struct texture *texture,
                          const char *path)
{
    fprintf(context, "texture  %s: %s%s, %d x %d; %s, %s\n", name,
            path ? "" : "not set, so a ", path ? path : "test picture", texture->width,
            texture->height, texture->nearest ? "nearest" : "linear",
            texture->clamp ? "clamp" : "repeat");
}

// Prints the inputs that another stage would make.
static void print_inputs(const struct shade_view *view, FILE *file)
{
    bool any = false;

    for (uint32_t e = 0; e < view->program->external_count; e++) {
        const struct program_external *external = &view->program->externals[e];

        if (external->source != PROGRAM_INPUT || !external->used)
            continue;
        fprintf(file, "%s%s", any ? ", " : "inputs   ", shade_name(external->name));
        any = true;
    }
    if (any)
        fputs(": the position in the picture, from 0 to 1\n", file);
}

static void print_expected(const struct shade_view *view, FILE *file)
{
    const struct shade_difference *expected = &view->expected;

    fprintf(file, "expected %s: %.1f %% of the pixels differ by more than %.3g\n",
            view->expected_path, percent(expected->changed, expected->pixels),
            view->limit);
    if (expected->largest > 0)
        fprintf(file, "         largest %.3g, at pixel %d,%d from the bottom left\n",
                expected->largest, expected->x, expected->y);
}

// ---- open pixels ----

static void count_open(struct shade_view *view, uint32_t origin)
{
    const uint32_t line = opens_line(view->program, origin);
    const int reason = (int) opens_reason_of(origin);
    int i = 0;

    while (i < view->opened_count &&
           (view->opened[i].line != line || view->opened[i].reason != reason))
        i++;
    if (i == view->opened_count) {
        view->opened = memory_resize(view->opened, (size_t) i + 1, sizeof *view->opened);
        view->opened[view->opened_count++] =
            (struct shade_view_opened){ .line = line, .reason = reason };
    }
    view->opened[i].pixels++;
    view->open_pixels++;
}

static int more_open(const void *a, const void *b)
{
    const struct shade_view_opened *x = a, *y = b;

    return x->pixels != y->pixels ? (x->pixels < y->pixels ? 1 : -1)
                                  : (x->line > y->line) - (x->line < y->line);
}

void shade_views_take_open(struct shade_view *view)
{
    const size_t count = (size_t) view->scene.width * (size_t) view->scene.height;

    for (size_t i = 0; view->open && i < count; i++)
        if (view->open[i]) {
            count_open(view, view->open[i]);
            memcpy(view->got + 4 * i, view->exact + 4 * i, 4 * sizeof *view->got);
        }
    if (view->opened_count > 1)
        qsort(view->opened, (size_t) view->opened_count, sizeof *view->opened, more_open);
}

static void print_open(const struct shade_view *view, FILE *file)
{
    const long pixels = (long) view->scene.width * view->scene.height;

    if (!view->open)
        return;
    fprintf(file, "open     %.1f %% of the pixels: the capture does not decide them\n",
            100.0 * (double) view->open_pixels / (double) pixels);
    for (int i = 0; i < view->opened_count; i++) {
        const struct shade_view_opened *opened = &view->opened[i];
        const enum opens_reason reason = (enum opens_reason) opened->reason;

        fprintf(file, "  line %3u %5.1f %%  %s\n", opened->line,
                100.0 * (double) opened->pixels / (double) pixels, opens_words(reason));
    }
    for (int reason = 1; reason < OPENS_REASONS; reason++)
        for (int i = 0; i < view->opened_count; i++)
            if (view->opened[i].reason == reason) {
                fprintf(file, "  %s: %s\n", opens_words((enum opens_reason) reason),
                        opens_clause((enum opens_reason) reason));
                break;
            }
}

static json_t *open_json(const struct shade_view *view)
{
    json_t *lines = json_array();

    for (int i = 0; i < view->opened_count; i++) {
        const enum opens_reason reason = (enum opens_reason) view->opened[i].reason;

        json_array_append_new(
            lines, document_object("line", json_integer(view->opened[i].line), "pixels",
                                   json_integer(view->opened[i].pixels), "reason",
                                   json_string(opens_words(reason)), "clause",
                                   json_string(opens_clause(reason)), DOCUMENT_END));
    }
    return document_object("pixels", json_integer(view->open_pixels), "lines", lines,
                           DOCUMENT_END);
}

static void print_device(const struct shade_view *view, FILE *file)
{
    fprintf(file, "device   %s", view->device->id);
    if (view->simulated)
        fprintf(file, ", formulas %s", view->formulas);
    fprintf(file, "\n         %s\n", view->device->renderer);
    if (view->has_times) {
        print_times(view, file);
        return;
    }
    print_open(view, file);
    print_differences(view, file);
    if (view->expected_path)
        print_expected(view, file);
    if (!view->simulated)
        return;
    print_blame(view, file);
    print_trace(view, file);
    print_undefined(view, file);
}

void shade_views_text(const struct shade_view *views, int count)
{
    FILE *file = out_file();

    fprintf(file, "shader   %s (%s), %d x %d pixels", views->path, views->form,
            views->scene.width, views->scene.height);
    if (!views->has_times)
        fprintf(file, ", %g s", views->scene.time);
    fputc('\n', file);
    each_texture(views, file, print_texture);
    print_inputs(views, file);
    for (int i = 0; i < count; i++) {
        fputs(i > 0 ? "\n" : "", file);
        print_device(&views[i], file);
    }
}

// ---- JSON ----

static json_t *difference_json(const struct shade_difference *difference)
{
    return document_object(
        "changed", json_integer(difference->changed), "pixels",
        json_integer(difference->pixels), "largest", document_number(difference->largest),
        "mean", document_number(difference->mean), "x", json_integer(difference->x), "y",
        json_integer(difference->y), DOCUMENT_END);
}

static json_t *event_json(const struct shade_view *view, const struct trace_event *event)
{
    char text[LOSS];

    if (!event->any)
        return json_null();
    write_event(view, event, text, sizeof text);
    return document_object(
        "text", document_string(text), "a", document_number(event->in[0]), "b",
        document_number(event->in[1]), "result", document_number(event->got), "exactly",
        document_number(event->exactly), "x", json_integer(event->x), "y",
        json_integer(event->y), DOCUMENT_END);
}

static json_t *lost_json(const struct shade_view *view, const struct shade_blame *blame)
{
    if (!blame->event.any)
        return json_null();
    return document_object(
        "median", json_integer(blame->median), "worst", json_integer(blame->worst),
        "lost", json_integer(blame->event.lost), "of", json_integer(blame->event.of),
        "operation", event_json(view, &blame->event), DOCUMENT_END);
}

static json_t *blames_json(const struct shade_view *view)
{
    json_t *list = json_array();

    for (int i = 0; i < view->blames.count; i++) {
        const struct shade_blame *blame = &view->blames.lines[i];
        char text[QUOTE + 4];

        quote_line(view, blame->line, text, QUOTE);
        json_array_append_new(
            list, document_object("line", json_integer(blame->line), "text",
                                  document_string(text), "blamed",
                                  json_boolean(i < view->blames.blamed), "difference",
                                  difference_json(&blame->difference), "lost",
                                  lost_json(view, blame), DOCUMENT_END));
    }
    return list;
}

// The lines where pixels first go another way, or where NaN or infinity begins.
static json_t *trace_json(const struct shade_view *view)
{
    json_t *list = json_array();

    for (uint32_t line = 1; line < view->program->line_count; line++) {
        const struct trace_line *at = &view->blames.trace.lines[line];

        if (at->turns || at->origins)
            json_array_append_new(
                list, document_object("line", json_integer(line), "other_way",
                                      json_integer(at->turns), "not_finite",
                                      json_integer(at->origins), "not_finite_exactly",
                                      json_integer(at->shared), "first",
                                      event_json(view, &at->origin), DOCUMENT_END));
    }
    return list;
}

static json_t *undefined_json(const struct shade_view *view)
{
    const struct trace *trace = &view->blames.trace;
    json_t *list = json_array();

    for (int i = 0; i < trace->undefined_count; i++) {
        const struct trace_undefined *at = &trace->undefined[i];

        if (at->pixels > 0)
            json_array_append_new(
                list,
                document_object("line", json_integer(at->line), "what",
                                json_string(undefined_words((enum undefined) at->kind)),
                                "pixels", json_integer(at->pixels), "pixels_exactly",
                                json_integer(at->exactly), DOCUMENT_END));
    }
    return list;
}

static json_t *breaks_json(const struct breaks *breaks, bool has)
{
    if (!has)
        return json_null();
    return document_object(
        "first", breaks->any ? document_number(breaks->first) : json_null(), "before",
        breaks->any ? document_number(breaks->before) : json_null(), "tried",
        json_integer(breaks->tried), "broken", json_integer(breaks->bad), DOCUMENT_END);
}

static void texture_json(void *context, const char *name, const struct texture *texture,
                         const char *path)
{
    json_array_append_new(
        context,
        document_object("name", document_string(name), "file",
                        path ? document_string(path) : json_null(), "width",
                        json_integer(texture->width), "height",
                        json_integer(texture->height), "filter",
                        json_string(texture->nearest ? "nearest" : "linear"), "wrap",
                        json_string(texture->clamp ? "clamp" : "repeat"), DOCUMENT_END));
}

static json_t *textures_json(const struct shade_view *view)
{
    json_t *list = json_array();

    each_texture(view, list, texture_json);
    return list;
}

static json_t *inputs_json(const struct shade_view *view)
{
    json_t *list = json_array();

    for (uint32_t e = 0; e < view->program->external_count; e++) {
        const struct program_external *external = &view->program->externals[e];

        if (external->source == PROGRAM_INPUT && external->used)
            json_array_append_new(list, document_string(shade_name(external->name)));
    }
    return list;
}

static json_t *expected_json(const struct shade_view *view)
{
    json_t *found;

    if (!view->expected_path)
        return json_null();
    found = difference_json(&view->expected);
    json_object_set_new(found, "file", document_string(view->expected_path));
    return found;
}

static json_t *view_json(const struct shade_view *view)
{
    return document_object(
        "schema", json_string("fpstripe-shade/1"), "shader", document_string(view->path),
        "form", json_string(view->form), "device", document_string(view->device->id),
        "renderer", document_string(view->device->renderer), "formulas",
        view->simulated ? json_string(view->formulas) : json_null(), "width",
        json_integer(view->scene.width), "height", json_integer(view->scene.height),
        "textures", textures_json(view), "inputs", inputs_json(view), "time",
        document_number(view->scene.time), "limit", document_number(view->limit), "from",
        document_number(view->from), "to", document_number(view->to), "breaks",
        breaks_json(&view->breaks, view->has_times), "breaks_highp",
        breaks_json(&view->highp_breaks, view->has_times && view->has_highp),
        "difference", view->has_times ? json_null() : difference_json(&view->difference),
        "difference_highp",
        view->has_highp && !view->has_times ? difference_json(&view->highp_difference)
                                            : json_null(),
        "blame", view->simulated && !view->has_times ? blames_json(view) : json_null(),
        "trace", view->simulated && !view->has_times ? trace_json(view) : json_null(),
        "undefined",
        view->simulated && !view->has_times ? undefined_json(view) : json_null(),
        "together", json_boolean(view->blames.together), "untried",
        json_integer(view->blames.untried), "open",
        view->open ? open_json(view) : json_null(), "expected", expected_json(view),
        DOCUMENT_END);
}

void shade_views_json(const struct shade_view *views, int count)
{
    json_t *root = count > 1 ? json_array() : view_json(views);
    char *text;

    for (int i = 0; i < count && count > 1; i++)
        json_array_append_new(root, view_json(&views[i]));
    text = document_text(root);
    fputs(text, out_json());
    free(text);
    json_decref(root);
}

// ---- pictures ----

static double on_screen(double x)
{
    return x > 0 ? fmin(x, 1.0) : 0.0;
}

static uint8_t level(double x)
{
    return (uint8_t) lrint(255.0 * on_screen(x));
}

// Black, blue, red, yellow, white, for 0 to 1.
static void heat(double x, uint8_t rgb[3])
{
    static const double stops[][3] = {
        { 0, 0, 0 }, { 0.1, 0.1, 0.7 }, { 0.85, 0.1, 0.2 }, { 1, 0.85, 0.2 }, { 1, 1, 1 }
    };
    double place = 4.0 * fmin(fmax(x, 0.0), 1.0);
    int from = place < 3.0 ? (int) place : 3;

    for (int k = 0; k < 3; k++)
        rgb[k] = level(stops[from][k] +
                       (place - from) * (stops[from + 1][k] - stops[from][k]));
}

// The largest difference of the channels of a pixel as a part of the largest of all.
static double difference_at(const struct shade_view *view, size_t i)
{
    double most = 0;

    for (int k = 0; k < 4; k++)
        most = fmax(most, fabs(on_screen(view->got[4 * i + (size_t) k]) -
                               on_screen(view->exact[4 * i + (size_t) k])));
    return view->difference.largest > 0 ? most / view->difference.largest : 0.0;
}

// Marks an open pixel by stripes that no shader draws.
static void mark_open(int x, int y, uint8_t rgb[3])
{
    const bool light = (x + y) / 2 % 2;

    rgb[0] = rgb[2] = light ? 255 : 96;
    rgb[1] = 0;
}

// Returns a picture as bytes [height][width][channels], the top row first, owned by the
// caller; NULL as pixels: that of the differences, of three channels.
static uint8_t *bytes_of(const struct shade_view *view, const double *pixels,
                         size_t channels)
{
    const int width = view->scene.width, height = view->scene.height;
    uint8_t *bytes = memory_new((size_t) width * (size_t) height, channels);

    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            size_t from = (size_t) (height - 1 - y) * (size_t) width + (size_t) x;
            uint8_t *to = bytes + channels * ((size_t) y * (size_t) width + (size_t) x);

            if (!pixels)
                heat(difference_at(view, from), to);
            for (size_t k = 0; pixels && k < channels; k++)
                to[k] = level(pixels[4 * from + k]);
            if (view->open && view->open[from] && pixels == view->got)
                mark_open(x, y, to);
        }
    return bytes;
}

// A file of a device: its number follows the name if there are several.
static void device_path(const struct output *output, const char *name, int number,
                        const char *ending, char path[PATH_MAX])
{
    char file[64];

    if (number > 0)
        snprintf(file, sizeof file, "%s-%d%s", name, number, ending);
    else
        snprintf(file, sizeof file, "%s%s", name, ending);
    output_path(output, file, path);
}

static bool shade_views_write_picture(const struct shade_view *view, const char *path,
                                      const double *pixels, size_t channels)
{
    uint8_t *bytes = bytes_of(view, pixels, channels);
    char scale[32];
    const struct png_note notes[] = { { "Software", "fpstripe " FPSTRIPE_VERSION },
                                      { "device", view->device->id },
                                      { "white", scale } };
    bool ok;

    snprintf(scale, sizeof scale, "%g", pixels ? 1.0 : view->difference.largest);
    ok =
        channels == 4
            ? png_write_rgba(path, view->scene.width, view->scene.height, bytes, notes, 3)
            : png_write_rgb(path, view->scene.width, view->scene.height, bytes, notes, 3);
    free(bytes);
    return ok;
}

bool shade_views_expect(struct shade_view *view, const char *path)
{
    struct png_picture picture;
    struct shade_scene scene = view->scene;
    double *want;

    if (!png_read(path, &picture))
        return false;
    if (picture.width != scene.width || picture.height != scene.height) {
        log_error("%s: it has %d x %d pixels, and the picture %d x %d; use --size", path,
                  picture.width, picture.height, scene.width, scene.height);
        png_finish(&picture);
        return false;
    }
    const size_t count = (size_t) scene.width * (size_t) scene.height,
                 channels = (size_t) picture.channels, width = (size_t) scene.width;
    double *got = memory_new(4 * count, sizeof *got);

    want = memory_new(4 * count, sizeof *want);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 4; k++) {
            const size_t from = (count / width - 1 - i / width) * width + i % width;

            // without alpha in the file, none is compared
            if (k == 3 && channels < 4)
                continue;
            got[4 * i + k] = level(view->got[4 * i + k]) / 255.0;
            want[4 * i + k] =
                picture.bytes[channels * from + (channels > 1 ? k : 0)] / 255.0;
        }
    view->expected = shade_compare(&scene, got, want, view->limit);
    free(got);
    free(want);
    png_finish(&picture);
    return true;
}

// Writes the numbers of a picture: binary32, little endian, four a pixel, the top row
// first. An open pixel is written as OPEN_BITS, a NaN.
static bool write_raw(const struct shade_view *view, const char *path,
                      const double *pixels)
{
    const size_t row = 4 * (size_t) view->scene.width;
    const size_t count = row * (size_t) view->scene.height;
    unsigned char *bytes = memory_new(count, 4);
    bool ok;

    for (size_t i = 0; i < count; i++) {
        const size_t from = (count / row - 1 - i / row) * row + i % row;
        const bool open = view->open && view->open[from / 4] && pixels == view->got;
        const uint32_t bits = open ? OPEN_BITS : fp_bits((float) pixels[from]);

        for (int k = 0; k < 4; k++)
            bytes[4 * i + (size_t) k] = (unsigned char) (bits >> 8 * k);
    }
    ok = file_write(path, bytes, 4 * count);
    free(bytes);
    return ok;
}

// ---- the sheet ----

// The lines of the sheet, and their texts.
struct sheet_lines {
    struct sheet_shade_line lines[BLAMED_MAX];
    char texts[BLAMED_MAX][QUOTE_SHEET + 4], reasons[BLAMED_MAX][LOSS];
    int count;
};

static void collect_lines(const struct shade_view *view, struct sheet_lines *all)
{
    for (int i = 0; i < view->blames.blamed && i < BLAMED_MAX; i++) {
        const struct shade_blame *blame = &view->blames.lines[i];

        quote_line(view, blame->line, all->texts[i], QUOTE_SHEET);
        write_loss(view, blame, all->reasons[i], LOSS);
        all->lines[all->count++] = (struct sheet_shade_line){
            blame->line, percent(blame->difference.changed, blame->difference.pixels),
            all->texts[i], all->reasons[i]
        };
    }
}

static const char *shade_heading(const struct shade_view *view)
{
    if (!view->simulated)
        return "No line is blamed: the device is not simulated";
    if (view->blames.blamed == 0)
        return "No line is blamed: no pixel differs by more than the limit";
    return view->blames.together
               ? "Line, pixels, and what it loses: lines that pass the limit together"
               : "Line, pixels that it changes alone, and what it loses";
}

// The part of a page that belongs to one device.
struct sheet_part {
    struct sheet_lines lines;
    uint8_t *pictures[3];
    char note[100], figure[24], meaning[80], device[300];
    struct sheet_shade shade;
};

static void fill_part(const struct shade_view *view, bool first,
                      uint8_t scale[SHEET_SHADE_SCALE][3], struct sheet_part *part)
{
    part->pictures[0] = bytes_of(view, view->exact, 3);
    part->pictures[1] = bytes_of(view, view->got, 3);
    part->pictures[2] = bytes_of(view, NULL, 3);
    snprintf(part->device, sizeof part->device, first ? "%s, %s" : "%.0s%s",
             view->device->id, view->device->renderer);
    snprintf(part->note, sizeof part->note, "%s, %d x %d pixels, at %g s", view->form,
             view->scene.width, view->scene.height, view->scene.time);
    snprintf(part->figure, sizeof part->figure, "%.1f %%",
             percent(view->difference.changed, view->difference.pixels));
    snprintf(part->meaning, sizeof part->meaning,
             "of the pixels differ by more than %.3g of 255", 255.0 * view->limit);
    collect_lines(view, &part->lines);
    part->shade = (struct sheet_shade){
        .title = first ? view->path : view->device->id,
        .device = part->device,
        .note = first ? part->note : NULL,
        .name = view->device->id,
        .figure = part->figure,
        .meaning = part->meaning,
        .heading = shade_heading(view),
        .width = view->scene.width,
        .height = view->scene.height,
        .exact = part->pictures[0],
        .got = part->pictures[1],
        .difference = part->pictures[2],
        .scale = scale[0],
        .largest = view->difference.largest,
        .lines = part->lines.lines,
        .line_count = part->lines.count,
    };
}

// Draws the first four devices.
static bool shade_views_sheet(const struct shade_view *views, int count, const char *path)
{
    const int shown = count < SHEET_DEVICES ? count : SHEET_DEVICES;
    struct sheet_part *parts = memory_new((size_t) shown, sizeof *parts);
    uint8_t scale[SHEET_SHADE_SCALE][3];
    bool ok;

    for (int i = 0; i < SHEET_SHADE_SCALE; i++)
        heat(i / (SHEET_SHADE_SCALE - 1.0), scale[i]);
    for (int i = 0; i < shown; i++) {
        fill_part(&views[i], i == 0, scale, &parts[i]);
        if (i > 0)
            parts[i - 1].shade.next = &parts[i].shade;
    }
    ok = sheet_draw_shade(path, &parts[0].shade);
    for (int i = 0; i < shown; i++)
        for (int k = 0; k < 3; k++)
            free(parts[i].pictures[k]);
    free(parts);
    return ok;
}

// Writes what one device drew; number 0: it is the only one.
static bool write_device(const struct shade_view *view, const struct output *output,
                         int number, bool raw)
{
    char path[PATH_MAX];
    bool ok;

    device_path(output, "device", number, ".png", path);
    ok = shade_views_write_picture(view, path, view->got, 3);
    device_path(output, "device-rgba", number, ".png", path);
    ok = ok && shade_views_write_picture(view, path, view->got, 4);
    device_path(output, "difference", number, ".png", path);
    ok = ok && shade_views_write_picture(view, path, NULL, 3);
    device_path(output, "device", number, ".f32", path);
    return ok && (!raw || write_raw(view, path, view->got));
}

static bool write_exact(const struct shade_view *view, const struct output *output,
                        bool raw)
{
    char path[PATH_MAX];
    bool ok;

    output_path(output, "exact.png", path);
    ok = shade_views_write_picture(view, path, view->exact, 3);
    output_path(output, "exact-rgba.png", path);
    ok = ok && shade_views_write_picture(view, path, view->exact, 4);
    output_path(output, "exact.f32", path);
    return ok && (!raw || write_raw(view, path, view->exact));
}

bool shade_views_write(const struct shade_view *views, int count, const char *folder,
                       bool raw)
{
    struct output output = { 0 };
    char path[PATH_MAX];
    bool ok = output_open(&output, folder) && output_make(&output) &&
              write_exact(views, &output, raw);

    for (int i = 0; i < count; i++)
        ok = ok && write_device(&views[i], &output, count > 1 ? i + 1 : 0, raw);
    if (ok && sheet_available()) {
        output_path(&output, "shade.png", path);
        ok = shade_views_sheet(views, count, path);
    }
    output_close(&output);
    return ok;
}
