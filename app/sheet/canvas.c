// SPDX-License-Identifier: MIT

#include "sheet/canvas.h"

#include <math.h>
#include <stdlib.h>

#define PAGE_MOST 30000 // Cairo's surfaces end a little above

// On a surface of one pixel the page is only measured.
static bool measured_only(cairo_t *cairo)
{
    return cairo_image_surface_get_width(cairo_get_target(cairo)) == 1;
}

static cairo_t *start(uint32_t *words, int width, int height)
{
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *) words, CAIRO_FORMAT_RGB24, width, height, 4 * width);
    cairo_t *cairo = cairo_create(surface);

    cairo_surface_destroy(surface);
    ink_letters(cairo);
    ink_tone(cairo, INK_PAPER);
    cairo_paint(cairo);
    return cairo;
}

static bool end(cairo_t *cairo)
{
    bool ok = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;

    cairo_surface_flush(cairo_get_target(cairo));
    cairo_destroy(cairo);
    return ok;
}

bool canvas_paint(struct sheet_page *page, struct canvas_drawing drawing)
{
    uint32_t word = 0;
    cairo_t *cairo = start(&word, 1, 1);
    double bottom = drawing.draw(cairo, drawing.what) + CANVAS_MARGIN;

    *page = (struct sheet_page){ .width = CANVAS_WIDTH };
    if (!end(cairo))
        goto fail;
    page->height = (int) fmin(ceil(bottom), PAGE_MOST);
    page->words =
        calloc((size_t) page->width * (size_t) page->height, sizeof *page->words);
    if (!page->words)
        goto fail;
    cairo = start(page->words, page->width, page->height);
    drawing.draw(cairo, drawing.what);
    if (end(cairo))
        return true;

fail:
    free(page->words);
    *page = (struct sheet_page){ 0 };
    return false;
}

int canvas_side(struct canvas_side side)
{
    int parts = side.parts > 0 && side.length % side.parts == 0 ? side.parts : 1;
    int whole;

    if (side.length <= side.room)
        return side.length * (int) fmin(side.room / side.length, side.most);
    if (parts > 1 && parts <= side.room)
        return side.room / parts * parts;
    whole = side.length / ((side.length + side.room - 1) / side.room);
    return whole > side.room * 4 / 5 ? whole : side.room;
}

// Pixels [from, to) of a side that stand in pixel `at` of the page.
struct span {
    int from, to;
};

static struct span span_of(int at, int length, int shown)
{
    int from = (int) ((int64_t) at * length / shown);
    int to = (int) ((int64_t) (at + 1) * length / shown);

    return (struct span){ from, to > from ? to : from + 1 };
}

static uint32_t word_of(const struct canvas_picture *picture, struct span across,
                        struct span down)
{
    uint64_t sum = 0, count = 0;
    bool marked = false;

    for (int y = down.from; y < down.to; y++) {
        size_t row = (size_t) y * (size_t) picture->width;
        for (int x = across.from; x < across.to; x++) {
            sum += picture->grey ? picture->grey[row + (size_t) x] : 255;
            marked |= picture->mask && picture->mask[row + (size_t) x];
        }
    }
    count = (uint64_t) (across.to - across.from) * (uint64_t) (down.to - down.from);
    if (marked)
        return 0xa00018;
    uint32_t grey = (uint32_t) ((sum + count / 2) / count);
    return (picture->mask ? 208 + grey / 8 : grey) * 0x010101u;
}

void canvas_picture(cairo_t *cairo, struct ink_box box,
                    const struct canvas_picture *picture)
{
    int width = (int) box.width, height = (int) box.height;
    cairo_surface_t *surface;

    if (measured_only(cairo) || width < 1 || height < 1)
        return;
    surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    unsigned char *data = cairo_image_surface_get_data(surface);
    size_t stride = (size_t) cairo_image_surface_get_stride(surface);
    for (int y = 0; data && y < height; y++) {
        uint32_t *row = (uint32_t *) (data + (size_t) y * stride);
        for (int x = 0; x < width; x++)
            row[x] = word_of(picture, span_of(x, picture->width, width),
                             span_of(y, picture->height, height));
    }
    cairo_surface_mark_dirty(surface);
    cairo_set_source_surface(cairo, surface, box.x, box.y);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(cairo);
    cairo_surface_destroy(surface);
}

void canvas_frame(cairo_t *cairo, struct ink_box box)
{
    ink_rectangle(
        cairo,
        (struct ink_box){ box.x - 0.5, box.y - 0.5, box.width + 1, box.height + 1 },
        INK_MUTED, false);
}

void canvas_stripes(cairo_t *cairo, struct ink_box box, int bands, int last)
{
    const double step = box.height / bands;
    int every = 5;

    while (every * step < 18)
        every += 5;
    for (int band = 0; band < bands; band++) {
        double y = box.y + box.height - (band + 0.5) * step;
        bool bold = band == last;
        struct ink_style style = { .size = 14,
                                   .bold = bold,
                                   .tone = bold ? INK_TEXT : INK_MUTED,
                                   .align = INK_RIGHT };
        bool near = !bold && last >= 0 && last < bands && abs(band - last) * step < 17;
        if (bold || (band % every == 0 && !near))
            ink_textf(cairo, box.x - CANVAS_AXIS, y - 9, CANVAS_AXIS - 7, style, "%d",
                      band);
        if (step >= 4 || band % every == 0)
            ink_line(cairo, box.x - 5, y, box.x - 1, y, INK_MUTED);
    }
}

void canvas_nothing(cairo_t *cairo, struct ink_box box, const char *words)
{
    canvas_frame(cairo, box);
    ink_text(cairo, box.x + 20, box.y + box.height / 2 - 20, box.width - 40,
             (struct ink_style){
                 .size = 18, .tone = INK_MUTED, .align = INK_CENTRE, .lines = 3 },
             words);
}

const char *canvas_words(const char *words)
{
    return words ? words : "";
}

double canvas_heading(cairo_t *cairo, double y, const char *words)
{
    ink_line(cairo, CANVAS_MARGIN, y + 0.5, CANVAS_WIDTH - CANVAS_MARGIN, y + 0.5,
             INK_FAINT);
    return y + 14 +
           ink_text(cairo, CANVAS_MARGIN, y + 14, CANVAS_INSIDE,
                    (struct ink_style){ .size = 22, .bold = true, .shrinks = true },
                    words) +
           8;
}
