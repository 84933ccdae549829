// SPDX-License-Identifier: MIT
//
// Draws pictures: any picture in a box, the stripes in which several differ, and the
// hole around zero.

#include "base/memory.h"
#include "compare/table.h"
#include "sheet/plots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- any picture ----

// Returns the length at which a side of `length`, of `parts` equal parts, is drawn.
static int side_of(int length, int parts, int room, int most)
{
    if (length <= room)
        return length * (int) fmin(room / length, most);
    if (parts > 1 && length % parts == 0 && parts <= room)
        return room / parts * parts;
    int whole = length / ((length + room - 1) / room);

    return whole > room * 4 / 5 ? whole : room;
}

struct ink_box picture_size(const struct picture *picture, struct ink_box room, int most)
{
    room.width = side_of(picture->width, 1, (int) room.width, most);
    room.height = side_of(picture->height, picture->bands, (int) room.height, most);
    return room;
}

// The pixels [from, to) of a side that share pixel `at` of the page.
struct span {
    int from, to;
};

static struct span picture_span(int at, int length, int shown)
{
    int from = (int) ((int64_t) at * length / shown);
    int to = (int) ((int64_t) (at + 1) * length / shown);

    return (struct span){ from, to > from ? to : from + 1 };
}

// A picture on the page.
struct shown_picture {
    struct picture of;
    int width, height;
};

static uint32_t picture_word(const void *what, int x, int y)
{
    const struct shown_picture *shown = what;
    const struct picture *picture = &shown->of;
    struct span across = picture_span(x, picture->width, shown->width);
    struct span down = picture_span(y, picture->height, shown->height);
    uint64_t sum = 0, count = 0;
    bool marked = false;

    for (int row = down.from; row < down.to; row++)
        for (int column = across.from; column < across.to; column++, count++) {
            size_t at = (size_t) row * (size_t) picture->width + (size_t) column;

            sum += picture->grey ? picture->grey[at] : 255;
            marked |= picture->mask && picture->mask[at];
        }
    if (picture->stark)
        return marked ? 0 : 0xf0f0f0;
    if (marked)
        return 0xa00018;
    uint32_t grey = (uint32_t) ((sum + count / 2) / count);
    return (picture->mask ? 208 + grey / 8 : grey) * 0x010101u;
}

void picture_fill(cairo_t *cairo, struct ink_box box,
                  uint32_t (*word)(const void *what, int x, int y), const void *what)
{
    int width = (int) box.width, height = (int) box.height;

    if (width < 1 || height < 1)
        return;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    unsigned char *data = cairo_image_surface_get_data(surface);
    size_t stride = (size_t) cairo_image_surface_get_stride(surface);
    for (int y = 0; data && y < height; y++) {
        uint32_t *row = (uint32_t *) (data + (size_t) y * stride);
        for (int x = 0; x < width; x++)
            row[x] = word(what, x, y);
    }
    cairo_surface_mark_dirty(surface);
    cairo_set_source_surface(cairo, surface, box.x, box.y);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(cairo);
    cairo_surface_destroy(surface);
}

void picture_draw(cairo_t *cairo, struct ink_box box, const struct picture *picture)
{
    picture_fill(cairo, box, picture_word,
                 &(struct shown_picture){ *picture, (int) box.width, (int) box.height });
    ink_frame(cairo, box);
}

void picture_stripes(cairo_t *cairo, struct ink_box box, int bands, int last)
{
    const double step = box.height / bands;
    int every = 5;

    while (every * step < 18)
        every += 5;
    for (int band = 0; band < bands; band++) {
        const double y = box.y + box.height - (band + 0.5) * step;
        const bool bold = band == last;
        const bool near =
            last >= 0 && last < bands && abs(band - last) * step < fmax(17, 1.5 * step);
        struct ink_style style = INK_NOTE;

        style.align = INK_RIGHT;
        style.bold = bold;
        style.tone = bold ? INK_TEXT : INK_MUTED;
        if (bold || (band % every == 0 && !near))
            ink_textf(cairo, box.x - PICTURE_AXIS, y - 9, PICTURE_AXIS - 7, style, "%d",
                      band);
        if (step >= 4 || band % every == 0)
            ink_line(cairo, box.x - 5, y, box.x - 1, y, INK_MUTED);
    }
}

void picture_ends(cairo_t *cairo, struct ink_box box, const char *left,
                  const char *middle, const char *right)
{
    struct ink_style style = INK_NOTE;
    const double y = box.y + box.height + 4, side = 60;

    if (box.width < 120)
        return;
    ink_text(cairo, box.x, y, side, style, left);
    style.align = INK_RIGHT;
    ink_text(cairo, box.x + box.width - side, y, side, style, right);
    style.align = INK_CENTRE;
    style.shrinks = true;
    if (box.width > 240)
        ink_text(cairo, box.x + side, y, box.width - 2 * side, style, middle);
}

void picture_missing(cairo_t *cairo, struct ink_box box, const char *words)
{
    ink_frame(cairo, box);
    ink_text(cairo, box.x + 20, box.y + box.height / 2 - 20, box.width - 40,
             (struct ink_style){
                 .size = 18, .tone = INK_MUTED, .align = INK_CENTRE, .lines = 3 },
             words);
}

// ---- the stripes that differ ----
//
// Pictures that differ elsewhere may be equal in a stripe: there they share one strip.
// Pictures of different widths are drawn as if they had the columns of the widest: all
// show x from 1 to 0.

#define STRIPS 6 // of each
#define LABELS 200.0
#define LEVELS 190.0

// Finds the strips of a stripe: sets strip[side], or -1, and of[strip], its first
// group. Returns the number of strips.
static int find_strips(const struct compare_strips *all, int band, int of[COMPARE_SIDES],
                       int strip[COMPARE_SIDES])
{
    int count = 0;

    for (int i = 0; i < all->sides; i++)
        strip[i] = -1;
    for (int group = 0; group < all->groups; group++) {
        int at = 0;

        while (at < count && compare_strips_differ(all, of[at], group, band, -1))
            at++;
        if (at == count)
            of[count++] = group;
        for (int i = 0; i < all->sides; i++)
            if (all->set->pictures[i].grey &&
                all->set->pictures[i].group == all->set->pictures[all->of[group]].group)
                strip[i] = at;
    }
    return count;
}

static void draw_strip(cairo_t *cairo, struct ink_box box,
                       const struct compare_strips *all, int group, int band,
                       const char *letters)
{
    struct ink_style style = {
        .size = 15, .lines = 2, .shrinks = true, .align = INK_RIGHT
    };
    const double tall = ink_height(cairo, LABELS - 14, style, letters);
    uint8_t *row = memory_new((size_t) all->columns, 1);
    bool seen[256] = { false };
    int levels = 0;

    for (int i = 0; i < all->columns; i++) {
        row[i] = compare_strips_level(all, group, band, i);
        levels += !seen[row[i]];
        seen[row[i]] = true;
    }
    ink_text(cairo, box.x - LABELS, box.y + (box.height - tall) / 2, LABELS - 14, style,
             letters);
    picture_draw(cairo, box, &(struct picture){ all->columns, 1, 1, row, NULL, false });
    style = (struct ink_style){ .size = 15, .tone = INK_MUTED };
    ink_textf(cairo, box.x + box.width + 12, box.y + box.height / 2 - 10, LEVELS - 12,
              style, levels == 1 && !row[0] ? "black" : "%d grey level%s", levels,
              levels == 1 ? "" : "s");
    free(row);
}

static double draw_stripe(cairo_t *cairo, double y, const struct compare_strips *all,
                          int band)
{
    int of[COMPARE_SIDES], strip[COMPARE_SIDES];
    const int count = find_strips(all, band, of, strip);
    const int shown = count < STRIPS ? count : STRIPS;
    struct ink_box box = { INK_MARGIN + LABELS, y, 0, 34 };
    char letters[80];

    box.width = side_of(all->columns, 1, (int) (INK_INSIDE - LABELS - LEVELS), 64);
    box.y += 6 + ink_textf(cairo, box.x, y, 400, INK_TITLE, "stripe %d", band);
    for (int i = 0; i < shown; i++, box.y += box.height + 3) {
        letters[0] = 0;
        compare_letters(strip, all->sides, i, letters, sizeof letters);
        draw_strip(cairo, box, all, of[i], band, letters);
    }
    if (shown < count)
        ink_textf(cairo, box.x + box.width + 12, box.y - 4, LEVELS - 12, INK_NOTE,
                  "and %d more", count - shown);
    ink_tone(cairo, INK_ORANGE);
    for (int column = 0; column < all->columns; column++)
        if (compare_strips_any(all, band, column))
            cairo_rectangle(cairo, box.x + box.width * column / all->columns, box.y + 2,
                            box.width / all->columns, 6);
    cairo_fill(cairo);
    return box.y + 24;
}

double plots_strips(cairo_t *cairo, double y, const struct compare *compare,
                    const struct compare_set *set)
{
    const struct compare_strips all = compare_strips(compare, set);
    const bool several = all.groups > 1;

    if (!all.count)
        return y;
    y = ink_heading(cairo, y,
                    several
                        ? "The stripes that differ most, enlarged"
                        : "All devices drew the same picture; the top stripes, enlarged");
    ink_text(cairo, INK_MARGIN, y - 4, INK_INSIDE, INK_NOTE,
             several
                 ? "The letters at the left are the devices that drew a strip; the bar "
                   "below marks the columns that differ"
                 : "The letters at the left are the devices that drew a strip");
    y += 22;
    for (int i = 0; i < all.count; i++)
        y = draw_stripe(cairo, y, &all, all.shown[i]);
    return y + 10;
}

// ---- the hole around zero ----
//
// Drawn after the third of Tom Olson's pictures: the values that were read back are
// grey, and red if they are 0; beside it is the picture of a device without a hole.

#define HOLE_AXIS 44
#define HOLE_STEP 276 // from one picture to the other
#define HOLE_SIDE 256 // room for a picture
#define HOLE_TALL 135

struct hole_values {
    const struct sheet_hole *hole;
    const double *values;
    int cell_width, cell_height;
};

static uint32_t hole_word(const void *what, int x, int y)
{
    const struct hole_values *all = what;
    const int band = all->hole->bands - 1 - y / all->cell_height;
    const double value = all->values[band * all->hole->columns + x / all->cell_width];

    if (value == 0)
        return 0xc7141a;
    return (uint32_t) (255 * (value > 0 ? fmin(value, 1) : 0) + 0.5) * 0x010101u;
}

// Writes what the hole shows. Ignores the models without a sticky bit, because halving
// never needs one.
static void hole_words(const struct sheet_hole *hole, char *text, size_t size)
{
    const struct verdict *verdict = &hole->result->verdict;
    struct verdict rule = verdict_unknown(STATUS_OK);
    char rounding[120];

    rule.survivors = verdict->survivors & (VERDICT_RULE(FP_CHOP_G0) - 1);
    verdict_text(&rule, rounding, sizeof rounding);
    if (verdict->status != STATUS_OK)
        verdict_text(verdict, text, size);
    else if (verdict->subnormals == SUBNORMALS_FLUSHED)
        snprintf(text, size, "subnormals are flushed: results below 2^%d become 0",
                 hole->emin);
    else
        snprintf(text, size, "subnormals are kept, with one bit less in each stripe; %s",
                 rounding);
}

void plots_zero_hole(cairo_t *cairo, double x, double y, const struct sheet_hole *hole)
{
    const double *const values[] = { hole->got, hole->kept };
    struct hole_values all = { hole, NULL, HOLE_SIDE / hole->columns,
                               HOLE_TALL / hole->bands };
    struct ink_style note = INK_NOTE;
    char text[320], whose[2][60] = { "", "required by IEEE 754" };

    note.shrinks = true;
    hole_words(hole, text, sizeof text);
    ink_text(cairo, x, y, PLOTS_HOLE_WIDTH, INK_TITLE, "The zero hole");
    ink_text(cairo, x, y + 23, PLOTS_HOLE_WIDTH, note, text);
    snprintf(whose[0], sizeof whose[0], "this device, %s",
             precision_name(hole->result->precision));
    for (int i = 0; i < 2; i++) {
        const int width = all.cell_width * hole->columns,
                  height = all.cell_height * hole->bands;
        const struct ink_box box = { x + HOLE_AXIS + i * HOLE_STEP,
                                     (int) y + 46 + HOLE_TALL - height, width, height };

        all.values = values[i];
        picture_fill(cairo, box, hole_word, &all);
        ink_frame(cairo, box);
        picture_ends(cairo, box, "x = 1", whose[i], "x = 1/2");
        if (i == 0)
            picture_stripes(cairo, box, hole->bands, -1);
        if (i == 1) {
            const struct ink_box red = { box.x + width + 12, box.y + height - 16, 12,
                                         12 };
            ink_rectangle(cairo, red, INK_RED, true);
            ink_text(cairo, red.x + 17, red.y - 3, 20, INK_NOTE, "0");
        }
    }
}
