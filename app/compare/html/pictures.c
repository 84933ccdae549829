// SPDX-License-Identifier: MIT
//
// How it works. Each picture is in the page once, as an image of a hidden SVG. Each
// place that shows it refers to this image (use), and a view box selects the visible
// part, at any size. So a crop needs no further bytes, and neither does a second side
// with the same picture.

#include "compare/html/html.h"

#include <string.h>

#define LABELS_MAX 13 // on an axis
#define WIDTH_MIN  384

static void put_base64(const struct html *html, const uint8_t *bytes, size_t size)
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

static void put_images(const struct html *html)
{
    html_put(html, "<svg class=defs aria-hidden=true><defs>\n");
    for (int i = 0; i < html->image_count; i++) {
        const struct html_image *image = &html->images[i];

        html_put(html, "<image id=p%d width=%d height=%d href=\"data:image/png;base64,",
                 i, image->width, image->height);
        put_base64(html, image->png, image->size);
        html_put(html, "\"/>\n");
    }
    html_put(html, "</defs></svg>\n");
}

// Returns 1, 2 or 5 times a power of ten, such that [0, count) has few labels.
static int step_of(int count)
{
    static const int steps[] = { 1, 2, 5 };

    for (int power = 1;; power *= 10)
        for (int i = 0; i < 3; i++)
            if (count / (power * steps[i]) < LABELS_MAX)
                return power * steps[i];
}

static void put_stripe_axis(const struct html *html, int bands)
{
    const int step = step_of(bands);

    html_put(html, "<div class=y aria-hidden=true>");
    for (int band = 0; band < bands; band += step)
        html_put(html, "<i style=top:%g%%>%d</i>", 100 - 100 * (band + 0.5) / bands,
                 band);
    html_put(html, "</div>");
}

void html_column_axis(const struct html *html, int left, int right, int parts)
{
    html_put(html, "<div class=x aria-hidden=true>");
    for (int i = 0; i <= parts; i++)
        html_put(html, "<i style=left:%g%%>%d</i>", 100.0 * i / parts,
                 i < parts ? left + (right - left) * i / parts : right - 1);
    html_put(html, "</div>");
}

static void open_frame(const struct html *html, const char *label, int set, int group,
                       const struct compare_picture *picture)
{
    int width = picture->width;

    // Small pictures are enlarged by whole numbers.
    while (width < WIDTH_MIN)
        width += picture->width;
    html_put(html,
             "<div class=frame tabindex=0 role=region aria-label=\"%s %d of picture "
             "%d\">\n<div class=plot style=--w:%dpx>",
             label, group + 1, set + 1, width);
    put_stripe_axis(html, picture->bands);
}

static void close_frame(const struct html *html, int width)
{
    html_column_axis(html, 0, width, 4);
    html_put(html, "</div></div>\n");
}

// Writes a picture in its frame, or, if the page has no room for it, in words.
static void put_drawing(const struct html *html, const char *label, int set, int group,
                        const struct compare_picture *picture, int image)
{
    if (image >= 0) {
        open_frame(html, label, set, group, picture);
        html_put(html, "<svg viewBox=\"0 0 %d %d\" role=img aria-label=\"",
                 picture->width, picture->height);
        html_describe(html, picture);
        html_put(html, "\"><use href=#p%d /></svg>\n", image);
        close_frame(html, picture->width);
    } else {
        html_put(html, "<p>Too large a picture for this page: ");
        html_describe(html, picture);
        html_put(html, ".</p>\n");
    }
    html_put(html, "</figure>\n");
}

static void put_group(const struct html *html, int set, int group)
{
    const struct compare_picture *pictures = html->compare->sets[set].pictures;

    html_put(html, "<figure><figcaption><ul>");
    for (int i = 0; i < html->compare->count; i++)
        if (pictures[i].grey && pictures[i].group == group) {
            html_put(html, "<li>");
            html_side(html, i);
        }
    html_put(html, "</ul></figcaption>\n");
    put_drawing(html, "Drawing", set, group, html_of_group(html, set, group),
                html->shown[set][group]);
}

static void put_mask(const struct html *html, int set)
{
    const struct compare_picture *first = html_of_group(html, set, 0);
    const long differ = html->differ[set];
    const long pixels = first ? (long) first->width * first->height : 0;

    if (html->masks[set] < 0)
        return;
    html_put(html,
             "<figure><figcaption><b>&ne; Where they differ:</b> marked, %ld of "
             "%ld pixels in grey</figcaption>\n",
             differ, pixels);
    open_frame(html, "Difference", set, 0, first);
    html_put(
        html,
        "<svg class=mask viewBox=\"0 0 %d %d\" role=img aria-label=\"%ld of %ld pixels "
        "are marked: there the pictures differ in grey\"><use href=#p%d /></svg>\n",
        first->width, first->height, differ, pixels, html->masks[set]);
    close_frame(html, first->width);
    html_put(html, "</figure>\n");
}

static void put_zoom(const struct html *html, int set)
{
    html_put(html,
             "<fieldset class=zoom><legend>Zoom<span class=vh> of picture %d</span>"
             "</legend><label><input type=radio name=zoom%d value=1 checked>Fit</label>",
             set + 1, set);
    for (int times = 2; times <= 8; times *= 2)
        html_put(html, "<label><input type=radio name=zoom%d value=%d>%d&times;</label>",
                 set, times, times);
    html_put(html, "</fieldset>\n");
}

static void put_missing(const struct html *html, int set)
{
    int missing[COMPARE_SIDES], count = 0;
    char letters[80] = "";

    for (int i = 0; i < html->compare->count; i++) {
        missing[i] = !html->compare->sets[set].pictures[i].grey;
        count += missing[i];
    }
    compare_letters(missing, html->compare->count, 1, letters, sizeof letters);
    if (count)
        html_put(html, "<p class=soft>%s ha%s no such picture.</p>\n", letters,
                 count == 1 ? "s" : "ve");
}

static void put_set(const struct html *html, int set)
{
    const struct compare_set *it = &html->compare->sets[set];
    const int groups = html_groups(html, set);

    html_put(html,
             "<section class=set aria-labelledby=set%d><h3 id=set%d><bdi>%s</bdi></h3>\n"
             "<p>",
             set, set, it->name);
    html_put(html, groups > 1 ? "&ne; %s</p>\n" : "= %s</p>\n",
             it->words[0] ? it->words
             : groups > 1 ? "The pictures differ."
                          : "No picture differs.");
    put_missing(html, set);
    if (groups) {
        put_zoom(html, set);
        html_put(html, "<div class=figs>\n");
        for (int group = 0; group < groups; group++)
            if (html_of_group(html, set, group))
                put_group(html, set, group);
        put_mask(html, set);
        html_put(html, "</div>\n");
        html_crops(html, set);
    }
    html_put(html, "</section>\n");
}

void html_pictures(const struct html *html)
{
    html_put(html,
             "<p class=soft>As they were drawn, in levels of grey. "
             "Each row is a stripe, numbered from the bottom; sides that drew the "
             "same pixels share a picture. What was compared are the exact values, of "
             "which a level of grey shows the first 8 bits.</p>\n");
    put_images(html);
    for (int set = 0; set < html->compare->set_count; set++)
        put_set(html, set);
}

// ---- one device ----

// The beginning of the names of the stripe pictures, which the page explains.
#define SINGLE_STRIPES "stripes,"

static void say_stripes(const struct html *html, const struct compare_set *set)
{
    if (!strncmp(set->name, SINGLE_STRIPES, strlen(SINGLE_STRIPES)))
        html_put(html,
                 "<p class=soft>Stripe B, counted from 0 at the bottom, shows the "
                 "fraction of 2<sup>B</sup> + x, where x falls from 1 on the left to 0 "
                 "on the right. The larger 2<sup>B</sup> is, the fewer bits of x are "
                 "left: the steps grow, and where no bit is left the stripe is black."
                 "</p>\n");
    html_put(html, "<p class=soft>Shown: <bdi>%s</bdi>, in levels of grey.</p>\n",
             set->name);
}

static void say_compared(const struct html *html, const struct compare_set *set)
{
    const struct difference *difference = &set->pictures->result->difference;

    if (difference->pixels && !difference->mismatches)
        html_put(html, "<p>= All %ld pixels are as the reference has them.</p>\n",
                 difference->pixels);
    else if (difference->pixels)
        html_put(html,
                 "<p>&ne; %ld of %ld pixels are not as the reference has them.</p>\n",
                 difference->mismatches, difference->pixels);
    else if (set->want)
        html_put(html, html->differ[0] ? "<p>&ne; No model explains the picture.</p>\n"
                                       : "<p>= No level of grey differs.</p>\n");
}

void html_beside(const struct html *html)
{
    const struct compare_set *set = html->compare->sets;
    struct compare_picture want;

    html_put(html, "<div class=set>\n");
    put_images(html);
    say_stripes(html, set);
    say_compared(html, set);
    put_zoom(html, 0);
    html_put(html,
             "<div class=figs>\n<figure><figcaption><b>The device</b>: "
             "<bdi>%s</bdi></figcaption>\n",
             html->compare->labels[0].name);
    put_drawing(html, "Drawing", 0, 0, set->pictures, html->shown[0][0]);
    if (set->want) {
        want = *set->pictures;
        want.grey = set->want;
        html_put(html,
                 "<figure><figcaption><b>The reference</b>: <bdi>%s</bdi></figcaption>\n",
                 set->wanted);
        put_drawing(html, "Reference", 0, 0, &want, html->wanted[0]);
        put_mask(html, 0);
    }
    html_put(html, "</div></div>\n");
}
