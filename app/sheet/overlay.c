// SPDX-License-Identifier: MIT

#include "sheet/overlay.h"

#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LEFT    112 // room left of the picture, for the arrow and its label
#define ABOVE   72  // and over it
#define WIDEST  1150
#define TALLEST 900
#define LEAST   16 // a side of the picture
#define LEADS   80 // between the picture and the list
#define LIST    290
#define FACTS   400 // width of what is found in words, at least

static const char *word_of(const struct analyze_answer *answer)
{
    if (!answer->conclusive)
        return "inconclusive";
    return answer->pattern != PATTERN_NONE ? pattern_name(answer->pattern)
                                           : verdict_rounding(answer->survivors);
}

// How sure: a number and a bar.
static void confidence(cairo_t *cairo, double right, double y, double share)
{
    const double width = 260, full = right - width;
    struct ink_style style = { .size = 17, .tone = INK_MUTED, .align = INK_RIGHT };

    ink_textf(cairo, full, y, width, style, "confidence %.0f %%", floor(100 * share));
    ink_rectangle(cairo,
                  (struct ink_box){ full, y + 28, width * fmin(fmax(share, 0), 1), 10 },
                  INK_TEXT, true);
    ink_rectangle(cairo, (struct ink_box){ full + 0.5, y + 28.5, width - 1, 9 },
                  INK_MUTED, false);
}

static double header(cairo_t *cairo, double y, const struct sheet_overlay *overlay)
{
    const double left = CANVAS_INSIDE - 470;
    const struct analyze_answer *answer = overlay->answer;
    const char *twins = canvas_words(overlay->twins);
    double below = y;

    below += ink_text(
        cairo, CANVAS_MARGIN, y, left,
        (struct ink_style){ .size = 33, .bold = true, .lines = 4, .shrinks = true },
        canvas_words(overlay->verdict));
    if (!answer->conclusive && !strstr(canvas_words(overlay->verdict), answer->reason))
        below +=
            8 + ink_text(cairo, CANVAS_MARGIN, below + 8, left,
                         (struct ink_style){ .size = 18, .lines = 4 }, answer->reason);
    if (twins[0])
        below += 8 + ink_textf(cairo, CANVAS_MARGIN, below + 8, left,
                               (struct ink_style){ .size = 18, .lines = 4 },
                               "behaves like %s", twins);
    below +=
        8 + ink_text(cairo, CANVAS_MARGIN, below + 8, left,
                     (struct ink_style){
                         .size = 18, .tone = INK_MUTED, .lines = 3, .shrinks = true },
                     canvas_words(overlay->name));
    ink_text(cairo, CANVAS_MARGIN + left + 20, y - 14, 450,
             (struct ink_style){
                 .size = 62, .bold = true, .align = INK_RIGHT, .shrinks = true },
             word_of(answer));
    if (answer->conclusive)
        confidence(cairo, CANVAS_MARGIN + CANVAS_INSIDE, y + 64, answer->confidence);
    return fmax(below, y + 106) + 16;
}

// In proportion, but for what would be too thin to be seen.
static struct ink_box box_of(const struct shot *shot)
{
    double times = fmin((double) WIDEST / shot->width, (double) TALLEST / shot->height);

    if (times >= 1)
        times = fmin(floor(times), 40);
    return (struct ink_box){ .width = fmax(LEAST, floor(shot->width * times)),
                             .height = fmax(LEAST, floor(shot->height * times)) };
}

// ---- what was found, in words ----

static void orientation(const struct analyze_place *place, char *text, size_t size)
{
    static const char *const turns[] = { "upright", "turned by a quarter, clockwise",
                                         "upside down",
                                         "turned by a quarter, counterclockwise" };

    int used = snprintf(text, size, "%s%s", turns[place->quarter_turns & 3],
                        place->mirrored ? ", left and right exchanged before that" : "");

    if (place->tilt != 0 && used > 0 && (size_t) used < size)
        snprintf(text + used, size - (size_t) used, ", and tilted %.1f degrees %s",
                 fabs(place->tilt), place->tilt > 0 ? "clockwise" : "counterclockwise");
}

// Where the facts stand, and how far down they are.
struct column {
    double x, y;
};

static void fact(cairo_t *cairo, struct column *column, const char *name,
                 const char *words)
{
    const double x = column->x + 130;

    ink_text(cairo, column->x, column->y, 126,
             (struct ink_style){ .size = 16, .tone = INK_MUTED }, name);
    column->y += 6 + ink_text(cairo, x, column->y, CANVAS_WIDTH - CANVAS_MARGIN - x,
                              (struct ink_style){ .size = 16, .lines = 4 }, words);
}

static void sums(cairo_t *cairo, struct column *column,
                 const struct analyze_answer *answer)
{
    static const char *const forms[] = { "fract or subtract: both paint this",
                                         "fract(2^B + x)", "(2^B + x) - 2^B" };
    char text[200];

    if (answer->fraction_bits >= 0) {
        snprintf(text, sizeof text, "%d", answer->fraction_bits);
        fact(cairo, column, "fraction bits", text);
    }
    if (answer->survivors) {
        verdict_survivors_text(answer->survivors, text, sizeof text);
        fact(cairo, column, "rules", text);
    }
    if (answer->conclusive || answer->form != ANALYZE_FORM_UNKNOWN)
        fact(cairo, column, "form", forms[answer->form % 3]);
}

static void stripes(cairo_t *cairo, struct column *column,
                    const struct overlay_view *view)
{
    const int count = view->overlay->answer->stripes;
    char text[80];
    int shown = 0;

    for (int i = 0; i < count; i++)
        shown += overlay_shows(view, i);
    if (shown == count)
        snprintf(text, sizeof text, "%d, all in the picture", count);
    else
        snprintf(text, sizeof text, "%d, of which %d are in the picture", count, shown);
    fact(cairo, column, "stripes", text);
}

// Returns where they ended.
static double facts(cairo_t *cairo, struct column column, const struct overlay_view *view)
{
    const struct analyze_answer *answer = view->overlay->answer;
    const struct shot *shot = view->overlay->shot;
    char text[200];

    snprintf(text, sizeof text, "%d x %d pixels, shown as %.0f x %.0f", shot->width,
             shot->height, view->box.width, view->box.height);
    fact(cairo, &column, "picture", text);
    if (answer->found) {
        stripes(cairo, &column, view);
        orientation(&answer->place, text, sizeof text);
        fact(cairo, &column, "orientation", text);
    } else {
        fact(cairo, &column, "stripes", "none were found");
    }
    sums(cairo, &column, answer);
    return column.y;
}

static struct overlay_view view_of(const struct sheet_overlay *overlay, double y)
{
    struct overlay_view view = { .overlay = overlay, .box = box_of(overlay->shot) };
    const int stripes = overlay->answer->stripes > 0 ? overlay->answer->stripes : 1;

    view.box.x = CANVAS_MARGIN + LEFT;
    view.box.y = y + ABOVE;
    view.pitch = fmin(fmax(view.box.height / stripes, 20), 28);
    view.list_x =
        fmin(view.box.x + view.box.width + LEADS, CANVAS_WIDTH - CANVAS_MARGIN - LIST);
    view.list_y = view.box.y + fmax(0, (view.box.height - stripes * view.pitch) / 2);
    return view;
}

static double draw(cairo_t *cairo, const void *what)
{
    const struct sheet_overlay *overlay = what;
    const struct shot *shot = overlay->shot;
    double y = header(cairo, 34, overlay);
    struct overlay_view view = view_of(overlay, y);
    double below = view.box.y + view.box.height;
    double list_end = view.box.x + view.box.width;

    ink_line(cairo, CANVAS_MARGIN, y + 0.5, CANVAS_WIDTH - CANVAS_MARGIN, y + 0.5,
             INK_FAINT);
    canvas_picture(
        cairo, view.box,
        &(struct canvas_picture){ shot->width, shot->height, shot->grey, NULL });
    canvas_frame(cairo, view.box);
    if (overlay->answer->found && overlay->answer->stripes > 0) {
        overlay_marks(cairo, &view);
        below = fmax(below, overlay_list(cairo, &view));
        list_end = view.list_x + LIST;
    }
    struct column column = { list_end + 30, view.box.y };
    if (column.x + FACTS > CANVAS_WIDTH - CANVAS_MARGIN)
        column = (struct column){ CANVAS_MARGIN, below + 40 };
    return fmax(below + 30, facts(cairo, column, &view));
}

bool overlay_paint(const struct sheet_overlay *overlay, struct sheet_page *page)
{
    return canvas_paint(page, (struct canvas_drawing){ draw, overlay });
}
