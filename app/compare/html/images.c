// SPDX-License-Identifier: MIT
//
// The pictures as PNG files, each once.

#include "compare/html/html.h"

#include "base/png/png.h"

#include <stdlib.h>
#include <string.h>

// The image that is the same file, or a new one that takes `png`, or HTML_TOO_LARGE.
// Frees `png` if it is not kept.
static int keep(struct html *html, const struct html_image *image)
{
    for (int i = 0; i < html->image_count; i++)
        if (html->images[i].size == image->size &&
            !memcmp(html->images[i].png, image->png, image->size)) {
            free(image->png);
            return i;
        }
    if (html->image_bytes + image->size > HTML_IMAGE_BYTES_MAX) {
        free(image->png);
        return HTML_TOO_LARGE;
    }
    html->image_bytes += image->size;
    html->images[html->image_count] = *image;
    return html->image_count++;
}

static bool encode(struct html *html, int width, int height, const uint8_t *grey,
                   int *shown)
{
    struct html_image image = { .width = width, .height = height };

    image.png = png_encode_grey(width, height, grey, &image.size);
    if (!image.png)
        return false;
    *shown = keep(html, &image);
    return true;
}

// Of a group the first is packed, the others are the same.
static bool collect_side(struct html *html, int set, int side)
{
    const struct report_compare_picture *pictures = html->compare->sets[set].pictures;
    int *shown = html->shown[set];

    shown[side] = HTML_NO_IMAGE;
    if (!pictures[side].grey)
        return true;
    for (int i = 0; i < side; i++)
        if (pictures[i].grey && pictures[i].group == pictures[side].group) {
            shown[side] = shown[i];
            return true;
        }
    return encode(html, pictures[side].width, pictures[side].height, pictures[side].grey,
                  &shown[side]);
}

// Black where some picture differs from the first, for those of its size.
static long fill_mask(const struct html *html, int set, uint8_t *mask)
{
    const struct report_compare_picture *first = html_of_group(html, set, 0);
    const size_t count = (size_t) first->width * (size_t) first->height;
    const int groups = html_groups(html, set);
    long differ = 0;

    memset(mask, 0xff, count);
    for (int group = 1; group < groups; group++) {
        const struct report_compare_picture *other = html_of_group(html, set, group);

        if (!other || other->width != first->width || other->height != first->height)
            continue;
        for (size_t i = 0; i < count; i++)
            if (other->grey[i] != first->grey[i])
                mask[i] = 0;
    }
    for (size_t i = 0; i < count; i++)
        differ += !mask[i];
    return differ;
}

static bool collect_mask(struct html *html, int set)
{
    const struct report_compare_picture *first = html_of_group(html, set, 0);
    uint8_t *mask;
    bool ok = true;

    html->masks[set] = HTML_NO_IMAGE;
    if (!first || html_groups(html, set) < 2)
        return true;
    mask = malloc((size_t) first->width * (size_t) first->height);
    if (!mask) {
        log_error("HTML: no memory");
        return false;
    }
    html->differ[set] = fill_mask(html, set, mask);
    if (html->differ[set])
        ok = encode(html, first->width, first->height, mask, &html->masks[set]);
    free(mask);
    return ok;
}

bool html_collect(struct html *html)
{
    for (int set = 0; set < html->compare->set_count; set++) {
        for (int side = 0; side < html->compare->count; side++)
            if (!collect_side(html, set, side))
                return false;
        if (!collect_mask(html, set))
            return false;
    }
    return true;
}

void html_discard(struct html *html)
{
    for (int i = 0; i < html->image_count; i++)
        free(html->images[i].png);
    html->image_count = 0;
}
