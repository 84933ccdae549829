// SPDX-License-Identifier: MIT
//
// Stores the pictures as PNG files, each once, and describes them in words.

#include "compare/html/html.h"

#include "base/memory.h"
#include "base/png/png.h"

#include <stdlib.h>
#include <string.h>

#define STEPS_MAX 64 // a ramp of more levels looks smooth

// The largest size of all PNG files together, so that a page can be sent by mail.
// Further pictures are described in words only.
#define BYTES_MAX (1400u << 10) // of all PNG files together

const struct compare_picture *html_of_group(const struct html *html, int set, int group)
{
    return compare_picture_of(html->compare, &html->compare->sets[set], group);
}

int html_groups(const struct html *html, int set)
{
    const struct compare_picture *pictures = html->compare->sets[set].pictures;
    int groups = 0;

    for (int i = 0; i < html->compare->count; i++)
        if (pictures[i].grey && pictures[i].group >= groups)
            groups = pictures[i].group + 1;
    return groups;
}

// ---- as files ----

// Returns the image with the same bytes, or a new one, or HTML_TOO_LARGE.
static int add_image(struct html *html, int width, int height, const uint8_t *grey)
{
    struct html_image image = { .width = width, .height = height };

    image.png = png_encode_grey(width, height, grey, &image.size);
    for (int i = 0; i < html->image_count; i++)
        if (html->images[i].size == image.size &&
            !memcmp(html->images[i].png, image.png, image.size)) {
            free(image.png);
            return i;
        }
    if (html->image_bytes + image.size > BYTES_MAX) {
        free(image.png);
        return HTML_TOO_LARGE;
    }
    html->image_bytes += image.size;
    html->images[html->image_count] = image;
    return html->image_count++;
}

// Adds a mask that is black where some picture differs from the first; only pictures of
// its size count.
static void add_mask(struct html *html, int set)
{
    const struct compare_picture *first = html_of_group(html, set, 0);

    html->masks[set] = HTML_NO_IMAGE;
    if (!first || html_groups(html, set) < 2)
        return;
    const size_t count = (size_t) first->width * (size_t) first->height;
    uint8_t *mask = memory_new(count, 1);

    html->differ[set] = compare_mask(html->compare, &html->compare->sets[set], mask);
    for (size_t i = 0; i < count; i++)
        mask[i] = mask[i] ? 0 : 0xff;
    if (html->differ[set])
        html->masks[set] = add_image(html, first->width, first->height, mask);
    free(mask);
}

// Sets the mask to black where two pictures differ by more than one level, and to white
// elsewhere: targets may round 0.5 either way. Returns the number of black pixels.
static long want_mask(const struct compare_set *set, uint8_t *mask)
{
    const struct compare_picture *drawn = set->pictures;
    const size_t count = (size_t) drawn->width * (size_t) drawn->height;
    long differ = 0;

    for (size_t i = 0; i < count; i++) {
        const bool same = abs(drawn->grey[i] - set->want[i]) <= 1;

        mask[i] = same ? 0xff : 0;
        differ += !same;
    }
    return differ;
}

// Adds the picture that the reference draws, with black where the device draws another
// level.
static void add_want(struct html *html, int at)
{
    const struct compare_set *set = &html->compare->sets[at];
    const struct compare_picture *drawn = set->pictures;

    html->wanted[at] = HTML_NO_IMAGE;
    if (!set->want || !drawn->grey)
        return;
    uint8_t *mask = memory_new((size_t) drawn->width * (size_t) drawn->height, 1);

    html->wanted[at] = add_image(html, drawn->width, drawn->height, set->want);
    html->differ[at] = want_mask(set, mask);
    if (html->differ[at])
        html->masks[at] = add_image(html, drawn->width, drawn->height, mask);
    free(mask);
}

// Returns the number of sets to show: only the first one if there is one device.
static int collected_sets(const struct compare *compare)
{
    return compare->count == 1 && compare->set_count ? 1 : compare->set_count;
}

void html_collect(struct html *html)
{
    for (int set = 0; set < collected_sets(html->compare); set++) {
        for (int group = 0; group < html_groups(html, set); group++) {
            const struct compare_picture *it = html_of_group(html, set, group);

            html->shown[set][group] =
                it ? add_image(html, it->width, it->height, it->grey) : HTML_NO_IMAGE;
        }
        add_mask(html, set);
        add_want(html, set);
    }
}

// ---- what they show ----

enum sight { SIGHT_BLACK, SIGHT_WHITE, SIGHT_GREY, SIGHT_STEPS, SIGHT_SMOOTH };

static enum sight sight_of(const struct compare_picture *picture, int band, int *levels)
{
    bool seen[256] = { false };
    const int first = compare_level(picture, band, 0);

    *levels = 0;
    for (int x = 0; x < picture->width; x++) {
        const uint8_t level = compare_level(picture, band, x);

        *levels += !seen[level];
        seen[level] = true;
    }
    if (*levels > 1)
        return *levels > STEPS_MAX ? SIGHT_SMOOTH : SIGHT_STEPS;
    return first < 16 ? SIGHT_BLACK : first > 239 ? SIGHT_WHITE : SIGHT_GREY;
}

void html_describe(const struct html *html, const struct compare_picture *picture)
{
    static const char *const sights[] = { "black", "white", "one grey", "in steps of",
                                          "smooth ramps" };
    int levels;

    html_put(html, "%d stripes, 0 at the bottom, of %d columns", picture->bands,
             picture->width);
    for (int band = 0, end; band < picture->bands; band = end) {
        const enum sight sight = sight_of(picture, band, &levels);

        for (end = band + 1; end < picture->bands; end++)
            if (sight_of(picture, end, &levels) != sight)
                break;
        html_put(html, band ? "; %d" : ": %d", band);
        if (end > band + 1)
            html_put(html, " to %d", end - 1);
        html_put(html, " %s", sights[sight]);
        for (int i = band; sight == SIGHT_STEPS && i < end; i++) {
            sight_of(picture, i, &levels);
            html_put(html, i > band ? ", %d" : " %d", levels);
        }
        html_put(html, sight == SIGHT_STEPS ? " levels" : "");
    }
}

int html_differing_columns(const struct html *html, int set, int band, bool *columns)
{
    const struct compare_picture *first = html_of_group(html, set, 0);
    int count = 0;

    for (int x = 0; x < first->width; x++) {
        columns[x] = false;
        for (int group = 1; group < html_groups(html, set) && !columns[x]; group++) {
            const struct compare_picture *other = html_of_group(html, set, group);

            columns[x] = other && other->width == first->width &&
                         other->bands == first->bands &&
                         compare_level(other, band, x) != compare_level(first, band, x);
        }
        count += columns[x];
    }
    return count;
}
