// SPDX-License-Identifier: MIT

#include "sheet/canvas.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define PAGE_MOST 30000 // Cairo's surfaces end a little above

// Returns true if the surface has one pixel: then the page is only measured.
static bool measured_only(cairo_t *cairo)
{
    return cairo_image_surface_get_width(cairo_get_target(cairo)) == 1;
}

// Paints the paper of a surface, and returns a context to draw on it.
static cairo_t *canvas_on(cairo_surface_t *surface)
{
    cairo_t *cairo = cairo_create(surface);

    ink_letters(cairo);
    ink_tone(cairo, INK_PAPER);
    cairo_paint(cairo);
    return cairo;
}

static cairo_t *canvas_start(uint32_t *words, int width, int height)
{
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *) words, CAIRO_FORMAT_RGB24, width, height, 4 * width);
    cairo_t *cairo = canvas_on(surface);

    cairo_surface_destroy(surface);
    return cairo;
}

static bool canvas_end(cairo_t *cairo)
{
    bool ok = cairo_status(cairo) == CAIRO_STATUS_SUCCESS;

    cairo_surface_flush(cairo_get_target(cairo));
    cairo_destroy(cairo);
    return ok;
}

static int canvas_height(struct canvas_drawing drawing, const void *shown)
{
    uint32_t word = 0;
    cairo_t *cairo = canvas_start(&word, 1, 1);
    double bottom = drawing.draw(cairo, shown) + CANVAS_MARGIN;

    return canvas_end(cairo) ? (int) fmin(ceil(bottom), PAGE_MOST) : 0;
}

bool canvas_paint(struct sheet_page *page, struct canvas_drawing drawing,
                  const void *shown)
{
    int height = drawing.height ? drawing.height : canvas_height(drawing, shown);

    *page = (struct sheet_page){ drawing.width, height, NULL };
    if (height) {
        page->words =
            memory_new((size_t) page->width * (size_t) height, sizeof *page->words);
        cairo_t *cairo = canvas_start(page->words, page->width, height);

        drawing.draw(cairo, shown);
        if (canvas_end(cairo))
            return true;
    }
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

// The pixels [from, to) of a side that share pixel `at` of the page.
struct span {
    int from, to;
};

static struct span canvas_span_of(int at, int length, int shown)
{
    int from = (int) ((int64_t) at * length / shown);
    int to = (int) ((int64_t) (at + 1) * length / shown);

    return (struct span){ from, to > from ? to : from + 1 };
}

// A picture on the page.
struct shown_picture {
    struct canvas_picture of;
    int width, height;
};

static uint32_t canvas_word_of(const void *what, int x, int y)
{
    const struct shown_picture *shown = what;
    const struct canvas_picture *picture = &shown->of;
    struct span across = canvas_span_of(x, picture->width, shown->width);
    struct span down = canvas_span_of(y, picture->height, shown->height);
    uint64_t sum = 0, count = 0;
    bool marked = false;

    for (int row = down.from; row < down.to; row++)
        for (int column = across.from; column < across.to; column++, count++) {
            size_t at = (size_t) row * (size_t) picture->width + (size_t) column;

            sum += picture->grey ? picture->grey[at] : 255;
            marked |= picture->mask && picture->mask[at];
        }
    if (marked)
        return 0xa00018;
    uint32_t grey = (uint32_t) ((sum + count / 2) / count);
    return (picture->mask ? 208 + grey / 8 : grey) * 0x010101u;
}

void canvas_fill(cairo_t *cairo, struct ink_box box,
                 uint32_t (*word)(const void *what, int x, int y), const void *what)
{
    int width = (int) box.width, height = (int) box.height;

    if (measured_only(cairo) || width < 1 || height < 1)
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

void canvas_picture(cairo_t *cairo, struct ink_box box,
                    const struct canvas_picture *picture)
{
    canvas_fill(cairo, box, canvas_word_of,
                &(struct shown_picture){ *picture, (int) box.width, (int) box.height });
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

double canvas_lines(cairo_t *cairo, struct ink_box box, const struct canvas_line *lines,
                    int count)
{
    for (int i = 0; i < count; i++)
        if (lines[i].words)
            box.y += lines[i].gap + ink_text(cairo, box.x, box.y + lines[i].gap,
                                             box.width, lines[i].style, lines[i].words);
    return box.y;
}

void canvas_figure(cairo_t *cairo, struct ink_box box, const char *figure,
                   const char *meaning)
{
    ink_text(cairo, box.x, box.y, box.width,
             (struct ink_style){
                 .size = 62, .bold = true, .align = INK_RIGHT, .shrinks = true },
             figure);
    ink_text(cairo, box.x, box.y + 76, box.width,
             (struct ink_style){ .size = 17, .tone = INK_MUTED, .align = INK_RIGHT },
             meaning);
}

void canvas_ends(cairo_t *cairo, struct ink_box box, double gap, const char *left,
                 const char *right)
{
    struct ink_style style = { .size = 14, .tone = INK_MUTED };
    double y = box.y + box.height + gap;

    ink_text(cairo, box.x, y, 80, style, left);
    style.align = INK_RIGHT;
    ink_text(cairo, box.x + box.width - 80, y, 80, style, right);
}

void canvas_rule(cairo_t *cairo, double y)
{
    ink_line(cairo, CANVAS_MARGIN, y + 0.5, CANVAS_WIDTH - CANVAS_MARGIN, y + 0.5,
             INK_FAINT);
}

double canvas_heading(cairo_t *cairo, double y, const char *words)
{
    canvas_rule(cairo, y);
    return y + 14 +
           ink_text(cairo, CANVAS_MARGIN, y + 14, CANVAS_INSIDE,
                    (struct ink_style){ .size = 22, .bold = true, .shrinks = true },
                    words) +
           8;
}
