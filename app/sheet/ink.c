// SPDX-License-Identifier: MIT

#include "sheet/ink.h"

#include "base/memory.h"

#include <ctype.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALLEST  0.6
#define PAGE_MOST 30000 // Cairo's surfaces end a little above

static const double tones[INK_TONE_COUNT][3] = {
    [INK_TEXT] = { 0.11, 0.12, 0.14 },        [INK_MUTED] = { 0.38, 0.40, 0.43 },
    [INK_FAINT] = { 0.80, 0.81, 0.82 },       [INK_PAPER] = { 0.985, 0.983, 0.975 },
    [INK_BLUE] = { 0.10, 0.33, 0.60 },        [INK_ORANGE] = { 0.80, 0.36, 0.04 },
    [INK_COOL] = { 0.90, 0.93, 0.96 },        [INK_WARM] = { 0.99, 0.89, 0.79 },
    [INK_RED] = { 0.78, 0.08, 0.10 },         [INK_PALE_BLUE] = { 0.55, 0.70, 0.90 },
    [INK_PALE_ORANGE] = { 0.98, 0.78, 0.55 },
};

// ---- the page ----

// Makes letters independent of the desktop's settings.
static void set_letters(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();

    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
}

// Draws on the words of a page. Sets `*bottom` to the lower edge of the contents.
static bool draw_on(struct sheet_page *page, const struct ink_drawing *drawing,
                    const void *shown, double *bottom)
{
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *) page->words, CAIRO_FORMAT_RGB24, page->width, page->height,
        4 * page->width);
    cairo_t *cairo = cairo_create(surface);

    set_letters(cairo);
    ink_tone(cairo, INK_PAPER);
    cairo_paint(cairo);
    *bottom = drawing->draw(cairo, shown);
    bool ok = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;

    cairo_surface_flush(surface);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
    return ok;
}

// A page that is higher than expected is drawn a second time, at its height.
bool ink_paint(struct sheet_page *page, struct ink_drawing drawing, const void *shown)
{
    int height = drawing.height, painted = 0;
    double bottom;
    bool ok = true;

    *page = (struct sheet_page){ drawing.width, height, NULL };
    while (ok && painted < height) {
        free(page->words);
        page->height = painted = height;
        page->words =
            memory_new((size_t) page->width * (size_t) height, sizeof *page->words);
        ok = draw_on(page, &drawing, shown, &bottom);
        if (!drawing.fixed)
            height = (int) fmin(ceil(bottom) + INK_MARGIN, PAGE_MOST);
    }
    page->height = height;
    if (!ok) {
        free(page->words);
        *page = (struct sheet_page){ 0 };
    }
    return ok;
}

// ---- text ----

void ink_tone(cairo_t *cairo, enum ink_tone tone)
{
    cairo_set_source_rgb(cairo, tones[tone][0], tones[tone][1], tones[tone][2]);
}

static void ink_set_size(PangoLayout *layout, struct ink_style style)
{
    PangoFontDescription *font = pango_font_description_from_string(
        style.mono ? "DejaVu Sans Mono, monospace" : "DejaVu Sans, sans-serif");

    pango_font_description_set_absolute_size(font, style.size * PANGO_SCALE);
    if (style.bold)
        pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
}

static PangoLayout *make_layout(cairo_t *cairo, double width, struct ink_style style,
                                const char *text)
{
    static const PangoAlignment aligns[] = { [INK_LEFT] = PANGO_ALIGN_LEFT,
                                             [INK_CENTRE] = PANGO_ALIGN_CENTER,
                                             [INK_RIGHT] = PANGO_ALIGN_RIGHT };
    PangoLayout *layout = pango_cairo_create_layout(cairo);
    PangoAttrList *attributes = pango_attr_list_new();
    char *valid = g_utf8_make_valid(text ? text : "", -1);
    double full = style.size;

    ink_set_size(layout, style);
    pango_layout_set_text(layout, valid, -1);
    pango_layout_set_alignment(layout, aligns[style.align]);
    pango_layout_set_width(layout, (int) (width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_height(layout, style.lines > 1 ? -style.lines : -1);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(FALSE));
    pango_layout_set_attributes(layout, attributes);
    pango_attr_list_unref(attributes);
    if (style.lines <= 1)
        pango_layout_set_single_paragraph_mode(layout, TRUE);
    g_free(valid);
    while (style.shrinks && pango_layout_is_ellipsized(layout) &&
           style.size > SMALLEST * full) {
        style.size *= 0.95;
        ink_set_size(layout, style);
    }
    return layout;
}

static double height_of(PangoLayout *layout)
{
    int height;

    pango_layout_get_pixel_size(layout, NULL, &height);
    return height;
}

double ink_text(cairo_t *cairo, double x, double y, double width, struct ink_style style,
                const char *text)
{
    PangoLayout *layout = make_layout(cairo, width, style, text);
    double height = height_of(layout);

    ink_tone(cairo, style.tone);
    cairo_move_to(cairo, x, y);
    pango_cairo_show_layout(cairo, layout);
    g_object_unref(layout);
    return height;
}

double ink_textf(cairo_t *cairo, double x, double y, double width, struct ink_style style,
                 const char *format, ...)
{
    char text[1024];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return ink_text(cairo, x, y, width, style, text);
}

double ink_width(cairo_t *cairo, struct ink_style style, const char *text)
{
    PangoLayout *layout = make_layout(cairo, 10000, style, text);
    PangoRectangle rectangle;

    pango_layout_get_pixel_extents(layout, NULL, &rectangle);
    g_object_unref(layout);
    return rectangle.width;
}

double ink_height(cairo_t *cairo, double width, struct ink_style style, const char *text)
{
    PangoLayout *layout = make_layout(cairo, width, style, text);
    double height = height_of(layout);

    g_object_unref(layout);
    return height;
}

// ---- strokes ----

void ink_line(cairo_t *cairo, double x0, double y0, double x1, double y1,
              enum ink_tone tone)
{
    ink_tone(cairo, tone);
    cairo_set_line_width(cairo, 1);
    cairo_move_to(cairo, x0, y0);
    cairo_line_to(cairo, x1, y1);
    cairo_stroke(cairo);
}

void ink_rectangle(cairo_t *cairo, struct ink_box box, enum ink_tone tone, bool filled)
{
    ink_tone(cairo, tone);
    cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
    cairo_set_line_width(cairo, 1);
    if (filled)
        cairo_fill(cairo);
    else
        cairo_stroke(cairo);
}

void ink_frame(cairo_t *cairo, struct ink_box box)
{
    ink_rectangle(
        cairo,
        (struct ink_box){ box.x - 0.5, box.y - 0.5, box.width + 1, box.height + 1 },
        INK_MUTED, false);
}

void ink_outlined(cairo_t *cairo, double width, enum ink_tone tone)
{
    static const enum ink_tone around[] = { INK_TEXT, INK_PAPER };

    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int i = 0; i < 2; i++) {
        cairo_set_line_width(cairo, width + 4 - 2 * i);
        ink_tone(cairo, around[i]);
        cairo_stroke_preserve(cairo);
    }
    cairo_set_line_width(cairo, width);
    ink_tone(cairo, tone);
    cairo_stroke(cairo);
}

// ---- parts of a page ----

void ink_rule(cairo_t *cairo, double y)
{
    ink_line(cairo, INK_MARGIN, y + 0.5, INK_WIDTH - INK_MARGIN, y + 0.5, INK_FAINT);
}

double ink_heading(cairo_t *cairo, double y, const char *words)
{
    ink_rule(cairo, y);
    return y + 22 +
           ink_text(cairo, INK_MARGIN, y + 14, INK_INSIDE,
                    (struct ink_style){ .size = 22, .bold = true, .shrinks = true },
                    words);
}

double ink_lines(cairo_t *cairo, struct ink_box box, const struct ink_words *lines,
                 int count)
{
    for (int i = 0; i < count; i++)
        if (lines[i].words)
            box.y += lines[i].gap + ink_text(cairo, box.x, box.y + lines[i].gap,
                                             box.width, lines[i].style, lines[i].words);
    return box.y;
}

void ink_figure(cairo_t *cairo, struct ink_box box, const char *word, const char *meaning)
{
    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){
                 .size = 62, .bold = true, .align = INK_RIGHT, .shrinks = true },
             word);
    ink_text(cairo, box.x, box.y + 76, box.width,
             (struct ink_style){ .size = 16, .tone = INK_MUTED, .align = INK_RIGHT },
             meaning);
}

void ink_badge(cairo_t *cairo, double x, double y, const char *word)
{
    const bool solid = !strcmp(word, "hardware"), simulated = !strcmp(word, "simulated");
    char kind[20];
    struct ink_style style = { .size = 16,
                               .bold = true,
                               .align = INK_CENTRE,
                               .tone = solid ? INK_PAPER : INK_TEXT };
    size_t length = 0;

    for (; word[length] && length < sizeof kind - 1; length++)
        kind[length] = (char) toupper((unsigned char) word[length]);
    kind[length] = '\0';
    const double width = ink_width(cairo, style, kind) + 32;

    cairo_save(cairo);
    ink_tone(cairo, INK_TEXT);
    cairo_rectangle(cairo, x - width + 1, y + 1, width - 2, 30);
    cairo_set_line_width(cairo, 2);
    if (simulated)
        cairo_set_dash(cairo, (double[]){ 6, 4 }, 2, 0);
    if (solid)
        cairo_fill(cairo);
    else
        cairo_stroke(cairo);
    cairo_restore(cairo);
    ink_text(cairo, x - width, y + 6, width, style, kind);
}
