// SPDX-License-Identifier: MIT
//
// How it works. Each picture stands once in the page, as an image of a hidden SVG; what
// is shown refers to it (use), and a view box cuts out of it what is wanted, at any size.
// So a crop costs no bytes, and neither does a second side with the same picture.

#include "compare/html/html.h"

#include <stdlib.h>

#define LABELS_MAX 13 // on an axis
#define WIDTH_MIN  384

static void base64(const struct html *html, const uint8_t *bytes, size_t size)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t word = (uint32_t) bytes[i] << 16 |
                              (left > 1 ? (uint32_t) bytes[i + 1] << 8 : 0) |
                              (left > 2 ? bytes[i + 2] : 0);

        fputc(digits[word >> 18], html->file);
        fputc(digits[word >> 12 & 63], html->file);
        fputc(left > 1 ? digits[word >> 6 & 63] : '=', html->file);
        fputc(left > 2 ? digits[word & 63] : '=', html->file);
    }
}

static void define(const struct html *html)
{
    html_put(html, "<svg class=defs aria-hidden=true><defs>\n");
    for (int i = 0; i < html->image_count; i++) {
        const struct html_image *image = &html->images[i];

        html_put(html, "<image id=p%d width=%d height=%d href=\"data:image/png;base64,",
                 i, image->width, image->height);
        base64(html, image->png, image->size);
        html_put(html, "\"/>\n");
    }
    html_put(html, "</defs></svg>\n");
}

// 1, 2 or 5 times a power of ten, so that [0, count) has few labels.
static int step_of(int count)
{
    static const int steps[] = { 1, 2, 5 };

    for (int power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if (count / (power * steps[i]) < LABELS_MAX)
                return power * steps[i];
}

static void stripe_axis(const struct html *html, int bands)
{
    const int step = step_of(bands);

    html_put(html, "<div class=y aria-hidden=true>");
    for (int band = 0; band < bands; band += step)
        html_put(html, "<i style=top:%.2f%%>%d</i>", 100 - 100 * (band + 0.5) / bands,
                 band);
    html_put(html, "</div>");
}

static void column_axis(const struct html *html, int width)
{
    html_put(html, "<div class=x aria-hidden=true>");
    for (int i = 0; i <= 4; i++) {
        const int column = i < 4 ? width * i / 4 : width - 1;

        html_put(html, "<i style=left:%d%%>%d</i>", 25 * i, column);
    }
    html_put(html, "</div>");
}

// Small pictures are shown larger: by whole numbers.
static int shown_width(int width)
{
    int shown = width;

    while (shown < WIDTH_MIN)
        shown += width;
    return shown;
}

static void open_plot(const struct html *html, const char *label, int set, int group,
                      int width)
{
    html_put(html,
             "<div class=frame tabindex=0 role=region aria-label=\"%s %d of picture "
             "%d\">\n<div class=plot style=--w:%dpx>",
             label, group + 1, set + 1, shown_width(width));
}

static void plot(const struct html *html, const struct report_compare_picture *picture,
                 int image)
{
    stripe_axis(html, picture->bands);
    html_put(html, "<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"", picture->width,
             picture->height);
    html_describe(html, picture);
    html_put(html, "\"><use href=#p%d /></svg>\n", image);
    column_axis(html, picture->width);
    html_put(html, "</div></div>\n");
}

static void group_figure(const struct html *html, int set, int group)
{
    const struct report_compare_picture *pictures = html->compare->sets[set].pictures;
    int first = -1;

    html_put(html, "<figure><figcaption><ul>");
    for (int i = 0; i < html->compare->count; i++) {
        if (!pictures[i].grey || pictures[i].group != group)
            continue;
        first = first < 0 ? i : first;
        html_put(html, "<li>");
        html_side(html, i);
    }
    html_put(html, "</ul></figcaption>\n");
    if (html->shown[set][first] >= 0) {
        open_plot(html, "Drawing", set, group, pictures[first].width);
        plot(html, &pictures[first], html->shown[set][first]);
    } else {
        html_put(html, "<p>Too large a picture for this page: ");
        html_describe(html, &pictures[first]);
        html_put(html, ".</p>\n");
    }
    html_put(html, "</figure>\n");
}

static void mask_figure(const struct html *html, int set)
{
    const struct report_compare_picture *first = html_of_group(html, set, 0);
    const long pixels = (long) first->width * first->height;

    if (html->masks[set] < 0)
        return;
    html_put(html,
             "<figure><figcaption><b>&ne; Where they differ:</b> marked, %ld of "
             "%ld pixels in grey</figcaption>\n",
             html->differ[set], pixels);
    open_plot(html, "Difference", set, 0, first->width);
    stripe_axis(html, first->bands);
    html_put(
        html,
        "<svg class=mask viewBox=\"0 0 %d %d\" role=img aria-label=\"%ld of %ld pixels "
        "are marked: there the pictures differ in grey\"><use href=#p%d /></svg>\n",
        first->width, first->height, html->differ[set], pixels, html->masks[set]);
    column_axis(html, first->width);
    html_put(html, "</div></div></figure>\n");
}

static void zoom(const struct html *html, int set)
{
    static const char *const names[] = { "Fit", "2&times;", "4&times;", "8&times;" };

    html_put(html,
             "<fieldset class=zoom><legend>Zoom<span class=vh> of picture %d</span>"
             "</legend>",
             set + 1);
    for (int i = 0; i < 4; i++)
        html_put(html, "<label><input type=radio name=zoom%d value=%d%s>%s</label>", set,
                 1 << i, i ? "" : " checked", names[i]);
    html_put(html, "</fieldset>\n");
}

static void missing(const struct html *html, int set)
{
    bool member[REPORT_COMPARE_SIDES] = { false };
    int count = 0;

    for (int i = 0; i < html->compare->count; i++) {
        member[i] = !html->compare->sets[set].pictures[i].grey;
        count += member[i];
    }
    if (!count)
        return;
    html_put(html, "<p class=soft>");
    html_sides(html, member);
    html_put(html, " ha%s no such picture.</p>\n", count == 1 ? "s" : "ve");
}

static void set_section(const struct html *html, int set)
{
    const struct report_compare_set *it = &html->compare->sets[set];
    const int groups = html_groups(html, set);

    html_put(html, "<section class=set aria-labelledby=set%d><h3 id=set%d>", set, set);
    html_name(html, it->name);
    html_put(html, "</h3>\n<p>%s ", groups > 1 ? "&ne;" : "=");
    if (it->words[0])
        html_text(html, it->words);
    else
        html_put(html, groups > 1 ? "The pictures differ." : "No picture differs.");
    html_put(html, "</p>\n");
    missing(html, set);
    if (groups) {
        zoom(html, set);
        html_put(html, "<div class=figs>\n");
        for (int group = 0; group < groups; group++)
            if (html_of_group(html, set, group))
                group_figure(html, set, group);
        if (groups > 1)
            mask_figure(html, set);
        html_put(html, "</div>\n");
        html_crops(html, set);
    }
    html_put(html, "</section>\n");
}

void html_pictures(const struct html *html)
{
    if (!html->compare->set_count)
        return;
    html_put(html,
             "<section id=pictures aria-labelledby=pictures-h><h2 id=pictures-h>"
             "Pictures</h2>\n<p class=soft>As they were drawn, in levels of grey. "
             "Each row is a stripe, numbered from the bottom; sides that drew the "
             "same pixels share a picture. What was compared are the exact values, of "
             "which a level of grey shows the first 8 bits.</p>\n");
    define(html);
    for (int set = 0; set < html->compare->set_count; set++)
        set_section(html, set);
    html_put(html, "</section>\n");
}
