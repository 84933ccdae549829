// SPDX-License-Identifier: MIT

#include "sheet/ink.h"

#include <pango/pangocairo.h>
#include <stdarg.h>
#include <stdio.h>

#define SMALLEST 0.6

static const double tones[INK_TONE_COUNT][3] = {
    [INK_TEXT] = { 0.11, 0.12, 0.14 },  [INK_MUTED] = { 0.38, 0.40, 0.43 },
    [INK_FAINT] = { 0.80, 0.81, 0.82 }, [INK_PAPER] = { 0.985, 0.983, 0.975 },
    [INK_BLUE] = { 0.10, 0.33, 0.60 },  [INK_ORANGE] = { 0.80, 0.36, 0.04 },
    [INK_COOL] = { 0.90, 0.93, 0.96 },  [INK_WARM] = { 0.99, 0.89, 0.79 },
    [INK_RED] = { 0.78, 0.08, 0.10 },
};

void ink_tone(cairo_t *cairo, enum ink_tone tone)
{
    cairo_set_source_rgb(cairo, tones[tone][0], tones[tone][1], tones[tone][2]);
}

void ink_letters(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();

    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
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
    char *valid = g_utf8_make_valid(text, -1);

    ink_set_size(layout, style);
    pango_layout_set_text(layout, valid, -1);
    pango_layout_set_alignment(layout, aligns[style.align]);
    pango_layout_set_width(layout, (int) (width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_height(layout, style.lines > 1 ? -style.lines : -1);
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    if (style.lines <= 1)
        pango_layout_set_single_paragraph_mode(layout, TRUE);
    g_free(valid);
    return layout;
}

double ink_text(cairo_t *cairo, double x, double y, double width, struct ink_style style,
                const char *text)
{
    PangoLayout *layout = make_layout(cairo, width, style, text);
    double full = style.size;
    int height;

    while (style.shrinks && pango_layout_is_ellipsized(layout) &&
           style.size > SMALLEST * full) {
        style.size *= 0.95;
        ink_set_size(layout, style);
    }
    pango_layout_get_pixel_size(layout, NULL, &height);
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
