// SPDX-License-Identifier: MIT
//
// How it works: each stroke is drawn three times, wide and dark, narrower and light,
// and narrow in its colour, so that it is visible on black, on white and on grey.

#include "sheet/overlay.h"
#include "sheet/parts.h"

#include <math.h>

#define ARROW 20.0 // from the stripes to the arrow beside them
#define SHORT 30.0 // an arrow is not shorter
#define LABEL 78.0

// Returns the point of the page for (u, v) of the upright picture (analyze.h).
static struct overlay_point point_at(const struct overlay_view *view, double u, double v)
{
    const struct analyze_place *place = &view->overlay->answer->place;
    const struct shot *shot = view->overlay->shot;
    double x = place->x0 + u * place->ux + v * place->vx;
    double y = place->y0 + u * place->uy + v * place->vy;

    return (struct overlay_point){ view->box.x + x * view->box.width / shot->width,
                                   view->box.y + y * view->box.height / shot->height };
}

// Returns true if the stripes lie as in the upright picture: one below the other.
static bool lies(const struct overlay_view *view)
{
    struct overlay_point from = point_at(view, 0.5, 0), to = point_at(view, 0.5, 1);

    return fabs(to.y - from.y) >= fabs(to.x - from.x);
}

static struct overlay_point overlay_marks_middle(const struct overlay_view *view,
                                                 int stripe, double u)
{
    return point_at(view, u, (stripe + 0.5) / view->overlay->answer->stripes);
}

bool overlay_shows(const struct overlay_view *view, int stripe)
{
    struct overlay_point at = overlay_marks_middle(view, stripe, 0.5);

    return at.x >= view->box.x && at.x <= view->box.x + view->box.width &&
           at.y >= view->box.y && at.y <= view->box.y + view->box.height;
}

double overlay_entry(const struct overlay_view *view, int stripe)
{
    bool falls = lies(view) && point_at(view, 0.5, 0).y < point_at(view, 0.5, 1).y;
    int at = falls ? stripe : view->overlay->answer->stripes - 1 - stripe;

    return view->list_y + (at + 0.5) * view->pitch;
}

static void overlay_marks_outlined(cairo_t *cairo, double width, enum ink_tone tone)
{
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cairo, width + 4);
    ink_tone(cairo, INK_TEXT);
    cairo_stroke_preserve(cairo);
    cairo_set_line_width(cairo, width + 2);
    ink_tone(cairo, INK_PAPER);
    cairo_stroke_preserve(cairo);
    cairo_set_line_width(cairo, width);
    ink_tone(cairo, tone);
    cairo_stroke(cairo);
}

static double overlay_marks_within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static struct overlay_point overlay_marks_inside(const struct overlay_view *view,
                                                 struct overlay_point at)
{
    const struct ink_box *box = &view->box;

    return (
        struct overlay_point){ overlay_marks_within(at.x, box->x, box->x + box->width),
                               overlay_marks_within(at.y, box->y, box->y + box->height) };
}

static void outline(cairo_t *cairo, const struct overlay_view *view)
{
    static const double corners[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    const struct overlay_point centre = point_at(view, 0.5, 0.5);

    cairo_save(cairo);
    cairo_rectangle(cairo, view->box.x - 8, view->box.y - 8, view->box.width + 16,
                    view->box.height + 16);
    cairo_clip(cairo);
    cairo_new_path(cairo);
    for (int i = 0; i < 4; i++) {
        struct overlay_point at = point_at(view, corners[i][0], corners[i][1]);
        // The outline is 3 pixels outside the stripes. Its coordinates are clipped,
        // because Cairo's have 24 bits.
        at.x += at.x > centre.x ? 3 : -3;
        at.y += at.y > centre.y ? 3 : -3;
        cairo_line_to(cairo, overlay_marks_within(at.x, -1e5, 1e5),
                      overlay_marks_within(at.y, -1e5, 1e5));
    }
    cairo_close_path(cairo);
    overlay_marks_outlined(cairo, 2.5, INK_ORANGE);
    cairo_restore(cairo);
}

// Returns the u, 0 or 1, of the edge at the left (of lying stripes) or on top.
static double near_edge(const struct overlay_view *view)
{
    struct overlay_point a = point_at(view, 0, 0.5), b = point_at(view, 1, 0.5);

    return (lies(view) ? a.x <= b.x : a.y <= b.y) ? 0 : 1;
}

static void plate(cairo_t *cairo, double x, double y, const char *words)
{
    struct ink_style style = { .size = 15, .bold = true, .align = INK_CENTRE };
    struct ink_box box = { x - LABEL / 2, y - 12, LABEL, 24 };

    ink_rectangle(cairo, box, INK_PAPER, true);
    ink_rectangle(cairo, box, INK_TEXT, false);
    ink_text(cairo, box.x, box.y + 3, LABEL, style, words);
}

static void arrow_stroke(cairo_t *cairo, struct overlay_point from,
                         struct overlay_point to)
{
    const double turn = atan2(to.y - from.y, to.x - from.x);

    cairo_new_path(cairo);
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
    for (int side = -1; side <= 1; side += 2) {
        cairo_move_to(cairo, to.x - 17 * cos(turn + side * 0.5),
                      to.y - 17 * sin(turn + side * 0.5));
        cairo_line_to(cairo, to.x, to.y);
    }
    overlay_marks_outlined(cairo, 4, INK_BLUE);
}

// Draws an arrow beside the stripes, from the last one to stripe 0, or to the end of
// the picture.
static void arrow(cairo_t *cairo, const struct overlay_view *view)
{
    const double edge = near_edge(view);
    struct overlay_point last = point_at(view, edge, 1), zero = point_at(view, edge, 0);
    struct overlay_point from = overlay_marks_inside(view, last),
                         to = overlay_marks_inside(view, zero);

    if (lies(view)) {
        double sign = zero.y < last.y ? -1 : 1;
        from.x = to.x = fmin(from.x, to.x) - ARROW;
        from.y = sign * fmin(sign * from.y, sign * to.y - SHORT);
        arrow_stroke(cairo, from, to);
        plate(cairo, to.x - LABEL / 2 - 13, to.y - 12 * sign, "stripe 0");
    } else {
        double sign = zero.x < last.x ? -1 : 1;
        from.y = to.y = fmin(from.y, to.y) - ARROW;
        from.x = sign * fmin(sign * from.x, sign * to.x - SHORT);
        arrow_stroke(cairo, from, to);
        plate(cairo, to.x, to.y - 24, "stripe 0");
    }
}

// Draws a line from the right end of a stripe to its entry.
static void lead(cairo_t *cairo, const struct overlay_view *view, int stripe)
{
    const double right = view->box.x + view->box.width;
    struct overlay_point at = overlay_marks_middle(view, stripe, 1 - near_edge(view));
    double y = overlay_entry(view, stripe);

    at = overlay_marks_inside(view, at);
    cairo_new_path(cairo);
    cairo_move_to(cairo, at.x, at.y);
    cairo_line_to(cairo, right + 14, at.y);
    cairo_line_to(cairo, view->list_x - 12, y);
    cairo_line_to(cairo, view->list_x - 4, y);
    cairo_set_line_width(cairo, 3);
    ink_tone(cairo, INK_PAPER);
    cairo_stroke_preserve(cairo);
    cairo_set_line_width(cairo, 1.2);
    ink_tone(cairo, INK_MUTED);
    cairo_stroke(cairo);
}

// Draws numbers under upright stripes, as many as there is room for.
static void numbers(cairo_t *cairo, const struct overlay_view *view)
{
    const int count = view->overlay->answer->stripes;
    const double step = fabs(overlay_marks_middle(view, 1, 0.5).x -
                             overlay_marks_middle(view, 0, 0.5).x); // between stripes
    const int every = step > 24 ? 1 : (int) ceil(24 / fmax(step, 0.5));
    struct ink_style style = { .size = 15, .tone = INK_TEXT, .align = INK_CENTRE };

    for (int i = 0; i < count; i += every)
        if (overlay_shows(view, i))
            ink_textf(cairo, overlay_marks_middle(view, i, 0.5).x - 20,
                      view->box.y + view->box.height + 5, 40, style, "%d", i);
}

void overlay_marks(cairo_t *cairo, const struct overlay_view *view)
{
    const struct analyze_answer *answer = view->overlay->answer;

    if (lies(view)) {
        for (int i = 0; i < answer->stripes; i++)
            if (overlay_shows(view, i))
                lead(cairo, view, i);
    } else {
        numbers(cairo, view);
    }
    outline(cairo, view);
    arrow(cairo, view);
}
