// SPDX-License-Identifier: MIT
//
// What a picture shows and where pictures differ, in words and numbers.

#include "compare/html/html.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define STEPS_MAX 64 // a ramp of more levels looks smooth

// The level in the middle of a band, past the black rows that part it from the next.
static uint8_t level_at(const struct report_compare_picture *picture, int band,
                        int column)
{
    const int low = picture->height * band / picture->bands;
    const int high = picture->height * (band + 1) / picture->bands;
    const int y = picture->height - 1 - (low + high) / 2;

    return picture
        ->grey[(size_t) (y < 0 ? 0 : y) * (size_t) picture->width + (size_t) column];
}

const struct report_compare_picture *html_of_group(const struct html *html, int set,
                                                   int group)
{
    for (int i = 0; i < html->compare->count; i++) {
        const struct report_compare_picture *picture =
            &html->compare->sets[set].pictures[i];

        if (picture->grey && picture->group == group)
            return picture;
    }
    return NULL;
}

int html_groups(const struct html *html, int set)
{
    int groups = 0;

    for (int i = 0; i < html->compare->count; i++) {
        const struct report_compare_picture *picture =
            &html->compare->sets[set].pictures[i];

        if (picture->grey && picture->group >= groups)
            groups = picture->group + 1;
    }
    return groups;
}

// ---- in words ----

enum sight { SIGHT_BLACK, SIGHT_WHITE, SIGHT_GREY, SIGHT_STEPS, SIGHT_SMOOTH };

static enum sight look(const struct report_compare_picture *picture, int band,
                       int *levels)
{
    bool seen[256] = { false };
    const int first = level_at(picture, band, 0);

    *levels = 0;
    for (int x = 0; x < picture->width; x++) {
        const uint8_t level = level_at(picture, band, x);

        *levels += !seen[level];
        seen[level] = true;
    }
    if (*levels > 1)
        return *levels > STEPS_MAX ? SIGHT_SMOOTH : SIGHT_STEPS;
    return first < 16 ? SIGHT_BLACK : first > 239 ? SIGHT_WHITE : SIGHT_GREY;
}

// Stripes [first, last] look alike, but for their numbers of levels.
static void describe_run(const struct html *html,
                         const struct report_compare_picture *picture, int first,
                         int last)
{
    static const char *const sights[] = { [SIGHT_BLACK] = "black",
                                          [SIGHT_WHITE] = "white",
                                          [SIGHT_GREY] = "one grey",
                                          [SIGHT_STEPS] = "in steps of ",
                                          [SIGHT_SMOOTH] = "smooth ramps" };
    int levels;
    const enum sight sight = look(picture, first, &levels);

    html_put(html, "%s%d", first ? "; " : ": ", first);
    if (last > first)
        html_put(html, " to %d", last);
    html_put(html, " %s", sights[sight]);
    for (int band = first; sight == SIGHT_STEPS && band <= last; band++) {
        look(picture, band, &levels);
        html_put(html, "%s%d", band > first ? ", " : "", levels);
    }
    html_put(html, sight == SIGHT_STEPS ? " levels" : "");
}

void html_describe(const struct html *html, const struct report_compare_picture *picture)
{
    int levels;

    html_put(html, "%d stripes, 0 at the bottom, of %d columns", picture->bands,
             picture->width);
    for (int band = 0, last; band < picture->bands; band = last + 1) {
        const enum sight sight = look(picture, band, &levels);

        for (last = band; last + 1 < picture->bands; last++)
            if (look(picture, last + 1, &levels) != sight)
                break;
        describe_run(html, picture, band, last);
    }
}

// ---- where they differ ----

static bool column_differs(const struct html *html, int set, int band, int column)
{
    const struct report_compare_picture *first = html_of_group(html, set, 0);
    const int groups = html_groups(html, set);
    bool differs = false;

    for (int group = 1; group < groups && !differs; group++) {
        const struct report_compare_picture *other = html_of_group(html, set, group);

        differs = other && other->width == first->width && other->bands == first->bands &&
                  level_at(other, band, column) != level_at(first, band, column);
    }
    return differs;
}

int html_differing_columns(const struct html *html, int set, int band, bool *columns)
{
    const struct report_compare_picture *first = html_of_group(html, set, 0);
    int count = 0;

    for (int x = 0; x < first->width; x++) {
        columns[x] = column_differs(html, set, band, x);
        count += columns[x];
    }
    return count;
}

// ---- which stripes the words name ----

// A number, and a second one behind "-" or "to"; else the first again.
static const char *range(const char *at, int *first, int *last)
{
    int used = 0, more = 0;

    if (sscanf(at, " %6d%n", first, &used) != 1 || *first < 0)
        return NULL;
    *last = *first;
    if (sscanf(at + used, " - %6d%n", last, &more) == 1 ||
        sscanf(at + used, " to %6d%n", last, &more) == 1 ||
        sscanf(at + used, "\xe2\x80\x93%6d%n", last, &more) == 1)
        return at + used + more;
    *last = *first;
    return at + used;
}

static bool has_crop(const struct html_crop *crops, int count, int band)
{
    bool has = false;

    for (int i = 0; i < count; i++)
        has |= crops[i].band == band;
    return has;
}

// Bands [first, last], or as many of them, spread evenly, as there is room for.
static int add_crops(int first, int last, const struct report_compare_picture *picture,
                     struct html_crop *crops, int count)
{
    const int room = HTML_CROPS - count;
    const int most = last < picture->bands ? last : picture->bands - 1;
    const int wanted = most - first + 1;

    for (int i = 0; i < wanted && i < room; i++) {
        const int band = wanted <= room || room == 1
                             ? first + i
                             : first + (wanted - 1) * i / (room - 1);

        if (!has_crop(crops, count, band))
            crops[count++] = (struct html_crop){ band, 0, picture->width - 1 };
    }
    return count;
}

// "columns 128-383" behind "stripe 22": of the stripes from `from` on.
static const char *read_columns(const char *at, const struct report_compare_picture *it,
                                struct html_crop *crops, int from, int count)
{
    static const char words[] = "column";
    const char *next = at + strspn(at, ", ");
    int first, last;

    if (strncmp(next, words, strlen(words)))
        return at;
    next += strlen(words) + (next[strlen(words)] == 's');
    next = range(next, &first, &last);
    if (!next || first > last || last >= it->width)
        return at;
    for (int i = from; i < count; i++) {
        crops[i].first = first;
        crops[i].last = last;
    }
    return next;
}

// "stripe 22, columns 128-383", "stripes 20-22", "stripes 3, 5 and 7".
static int read_words(const char *words, const struct report_compare_picture *it,
                      struct html_crop crops[HTML_CROPS])
{
    static const char stripe[] = "stripe";
    int count = 0;

    for (const char *at = strstr(words, stripe); at; at = strstr(at, stripe)) {
        const int from = count;
        const char *next;
        int first, last;

        at += strlen(stripe);
        at += *at == 's';
        while ((next = range(at, &first, &last))) {
            count = add_crops(first, last, it, crops, count);
            at = read_columns(next, it, crops, from, count);
            next = at + strspn(at, ", ");
            next += strncmp(next, "and ", 4) ? 0 : 4;
            if (at == next || !isdigit((unsigned char) *next))
                break;
            at = next;
        }
    }
    return count;
}

static int find_differing(const struct html *html, int set, int count,
                          struct html_crop crops[HTML_CROPS])
{
    const struct report_compare_picture *it = html_of_group(html, set, 0);
    bool *columns = malloc((size_t) it->width * sizeof(*columns));

    for (int band = it->bands - 1; columns && band >= 0 && count < HTML_CROPS; band--)
        if (html_differing_columns(html, set, band, columns))
            crops[count++] = (struct html_crop){ band, 0, it->width - 1 };
    free(columns);
    return count;
}

int html_find_crops(const struct html *html, int set, struct html_crop crops[HTML_CROPS])
{
    const struct report_compare_picture *it = html_of_group(html, set, 0);
    int count;

    if (!it || html_groups(html, set) < 2)
        return 0;
    count = read_words(html->compare->sets[set].words, it, crops);
    return count ? count : find_differing(html, set, 0, crops);
}
