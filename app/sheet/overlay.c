// SPDX-License-Identifier: MIT
//
// The sheet that shows how a foreign picture was read.

#include "sheet/pages.h"
#include "sheet/plots.h"
#include "sheet/table.h"

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
#define FACTS   400 // width of the result in words, at least

// A foreign picture on the page, and the list of its stripes at the right.
struct seen_picture {
    const struct sheet_overlay *overlay;
    struct ink_box box;    // of the picture
    double list_x, list_y; // top left corner of the list
    double pitch;          // height of an entry
};

#define ARROW 20.0 // from the stripes to the arrow beside them
#define SHORT 30.0 // the least length of an arrow
#define LABEL 78.0
#define STRIP 96 // width of the drawing of a stripe in the list

struct point {
    double x, y;
};

// Returns the point of the page for (u, v) of the upright picture (analyze.h).
static struct point point_at(const struct seen_picture *view, double u, double v)
{
    const struct analyze_place *place = &view->overlay->answer->place;
    const struct shot *shot = view->overlay->shot;
    double x = place->x0 + u * place->ux + v * place->vx;
    double y = place->y0 + u * place->uy + v * place->vy;

    return (struct point){ view->box.x + x * view->box.width / shot->width,
                           view->box.y + y * view->box.height / shot->height };
}

// Returns true if the stripes lie as in the upright picture: one below the other.
static bool lies(const struct seen_picture *view)
{
    struct point from = point_at(view, 0.5, 0), to = point_at(view, 0.5, 1);

    return fabs(to.y - from.y) >= fabs(to.x - from.x);
}

static struct point middle_of(const struct seen_picture *view, int stripe, double u)
{
    return point_at(view, u, (stripe + 0.5) / view->overlay->answer->stripes);
}

static double within(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static struct point inside(const struct seen_picture *view, struct point at)
{
    const struct ink_box *box = &view->box;

    return (struct point){ within(at.x, box->x, box->x + box->width),
                           within(at.y, box->y, box->y + box->height) };
}

static bool shows(const struct seen_picture *view, int stripe)
{
    struct point at = middle_of(view, stripe, 0.5), near = inside(view, at);

    return at.x == near.x && at.y == near.y;
}

// Returns the y of a stripe's entry in the list, which is in the order of the picture.
static double entry_y(const struct seen_picture *view, int stripe)
{
    bool falls = lies(view) && point_at(view, 0.5, 0).y < point_at(view, 0.5, 1).y;
    int at = falls ? stripe : view->overlay->answer->stripes - 1 - stripe;

    return view->list_y + (at + 0.5) * view->pitch;
}

static void draw_outline(cairo_t *cairo, const struct seen_picture *view)
{
    static const double corners[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };
    const struct point centre = point_at(view, 0.5, 0.5);
    const struct ink_box *box = &view->box;

    cairo_save(cairo);
    cairo_rectangle(cairo, box->x - 8, box->y - 8, box->width + 16, box->height + 16);
    cairo_clip(cairo);
    cairo_new_path(cairo);
    for (int i = 0; i < 4; i++) {
        struct point at = point_at(view, corners[i][0], corners[i][1]);
        // The outline is 3 pixels outside the stripes. Its coordinates are clipped,
        // because Cairo's have 24 bits.
        at.x += at.x > centre.x ? 3 : -3;
        at.y += at.y > centre.y ? 3 : -3;
        cairo_line_to(cairo, within(at.x, -1e5, 1e5), within(at.y, -1e5, 1e5));
    }
    cairo_close_path(cairo);
    ink_outlined(cairo, 2.5, INK_ORANGE);
    cairo_restore(cairo);
}

// Returns the u, 0 or 1, of the edge at the left (of lying stripes) or on top.
static double near_edge(const struct seen_picture *view)
{
    struct point a = point_at(view, 0, 0.5), b = point_at(view, 1, 0.5);

    return (lies(view) ? a.x <= b.x : a.y <= b.y) ? 0 : 1;
}

static void draw_arrow_to(cairo_t *cairo, struct point from, struct point to,
                          struct point plate)
{
    const double turn = atan2(to.y - from.y, to.x - from.x);
    const struct ink_box box = { plate.x - LABEL / 2, plate.y - 12, LABEL, 24 };

    cairo_new_path(cairo);
    cairo_move_to(cairo, from.x, from.y);
    cairo_line_to(cairo, to.x, to.y);
    for (int side = -1; side <= 1; side += 2) {
        cairo_move_to(cairo, to.x - 17 * cos(turn + side * 0.5),
                      to.y - 17 * sin(turn + side * 0.5));
        cairo_line_to(cairo, to.x, to.y);
    }
    ink_outlined(cairo, 4, INK_BLUE);
    ink_rectangle(cairo, box, INK_PAPER, true);
    ink_rectangle(cairo, box, INK_TEXT, false);
    ink_text(cairo, box.x, box.y + 3, LABEL,
             (struct ink_style){ .size = 15, .bold = true, .align = INK_CENTRE },
             "stripe 0");
}

// Draws an arrow beside the stripes, from the last one to stripe 0, or to the end of
// the picture.
static void draw_arrow(cairo_t *cairo, const struct seen_picture *view)
{
    const double edge = near_edge(view);
    struct point last = point_at(view, edge, 1), zero = point_at(view, edge, 0);
    struct point from = inside(view, last), to = inside(view, zero), plate;

    if (lies(view)) {
        double sign = zero.y < last.y ? -1 : 1;
        from.x = to.x = fmin(from.x, to.x) - ARROW;
        from.y = sign * fmin(sign * from.y, sign * to.y - SHORT);
        plate = (struct point){ to.x - LABEL / 2 - 13, to.y - 12 * sign };
    } else {
        double sign = zero.x < last.x ? -1 : 1;
        from.y = to.y = fmin(from.y, to.y) - ARROW;
        from.x = sign * fmin(sign * from.x, sign * to.x - SHORT);
        plate = (struct point){ to.x, to.y - 24 };
    }
    draw_arrow_to(cairo, from, to, plate);
}

// Draws a line from the right end of a stripe to its entry.
static void draw_lead(cairo_t *cairo, const struct seen_picture *view, int stripe)
{
    const double right = view->box.x + view->box.width;
    struct point at = inside(view, middle_of(view, stripe, 1 - near_edge(view)));
    double y = entry_y(view, stripe);

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
static void draw_numbers(cairo_t *cairo, const struct seen_picture *view)
{
    const int count = view->overlay->answer->stripes;
    const double step = fabs(middle_of(view, 1, 0.5).x - middle_of(view, 0, 0.5).x);
    const int every = step > 24 ? 1 : (int) ceil(24 / fmax(step, 0.5));
    struct ink_style style = { .size = 15, .align = INK_CENTRE };

    for (int i = 0; i < count; i += every)
        if (shows(view, i))
            ink_textf(cairo, middle_of(view, i, 0.5).x - 20,
                      view->box.y + view->box.height + 5, 40, style, "%d", i);
}

static void stripe_words(const struct seen_picture *view, int stripe, char *text,
                         size_t size)
{
    static const char *const words[] = { [ANALYZE_SMOOTH] = "smooth",
                                         [ANALYZE_BLACK] = "black",
                                         [ANALYZE_WHITE] = "white",
                                         [ANALYZE_STEPS] = "steps" };
    const struct analyze_stripe *seen = &view->overlay->answer->stripe[stripe];

    if (seen->seen == ANALYZE_UNSEEN)
        snprintf(text, size, shows(view, stripe) ? "not readable" : "cut off");
    else if (seen->seen == ANALYZE_STEPS && seen->steps > 0)
        snprintf(text, size, "%d step%s", seen->steps, seen->steps == 1 ? "" : "s");
    else
        snprintf(text, size, "%s", words[seen->seen]);
}

// Rounds a level to steps, as the result does. Without a result, the ends of the stripe
// decide: up if the right one is not black; to nearest if the left one is white or, as
// the fraction of 1, black.
static double overlay_rounded(const struct analyze_answer *answer,
                              const struct analyze_stripe *seen, double level)
{
    const double step = 1.0 / seen->steps;
    const bool upward =
        answer->survivors && !(answer->survivors & ~verdict_rules("upward"));

    if (answer->pattern == PATTERN_BEEHIVE)
        return nearbyint(level);
    if (answer->pattern == PATTERN_ORCA)
        return floor(level);
    if (upward || seen->right > step / 2)
        return ceil(level);
    return seen->left < (1 - step) / 2 || seen->left > 1 - step / 2 ? nearbyint(level)
                                                                    : floor(level);
}

// Returns the grey of a column of [0, STRIP), as it was understood. The fraction of 1
// is black.
static uint8_t understood(const struct analyze_answer *answer,
                          const struct analyze_stripe *seen, int column)
{
    const double x = 1 - (column + 0.5) / STRIP;

    if (seen->seen == ANALYZE_BLACK)
        return 0;
    if (seen->seen == ANALYZE_WHITE)
        return 255;
    if (seen->seen != ANALYZE_STEPS || seen->steps <= 0)
        return (uint8_t) (255 * x);
    double level = overlay_rounded(answer, seen, x * seen->steps);

    if (level >= seen->steps && answer->form != ANALYZE_FORM_SUBTRACT)
        return 0;
    return (uint8_t) (255 * level / seen->steps);
}

// Draws a stripe as it was understood, hatched if it was not read.
static void draw_understood(cairo_t *cairo, struct ink_box box,
                            const struct analyze_answer *answer, int stripe)
{
    const struct analyze_stripe *seen = &answer->stripe[stripe];
    uint8_t grey[STRIP];

    if (seen->seen == ANALYZE_UNSEEN) {
        for (double x = 0; x < box.width; x += 8)
            ink_line(cairo, box.x + x, box.y + box.height, box.x + fmin(x + 8, box.width),
                     box.y, INK_FAINT);
    } else {
        for (int i = 0; i < STRIP; i++)
            grey[i] = understood(answer, seen, i);
        picture_draw(cairo, box, &(struct picture){ STRIP, 1, 1, grey, NULL, false });
    }
    ink_frame(cairo, box);
}

static void draw_entry(cairo_t *cairo, const struct seen_picture *view, int stripe)
{
    const struct analyze_answer *answer = view->overlay->answer;
    const double high = floor(fmin(view->pitch - 7, 16));
    const double y = entry_y(view, stripe);
    const struct ink_box box = { view->list_x + 38, floor(y - high / 2), STRIP, high };
    struct ink_style style = { .size = 15, .align = INK_RIGHT };
    char text[40];

    ink_textf(cairo, view->list_x, y - 10, 30, style, "%d", stripe);
    draw_understood(cairo, box, answer, stripe);
    stripe_words(view, stripe, text, sizeof text);
    style.align = INK_LEFT;
    if (answer->stripe[stripe].seen == ANALYZE_UNSEEN)
        style.tone = INK_MUTED;
    ink_text(cairo, box.x + STRIP + 12, y - 10, 120, style, text);
}

// Draws the picture, the outline of its stripes, an arrow towards stripe 0, and what
// was read from each stripe. Returns the lower edge of the list.
static double draw_foreign(cairo_t *cairo, const struct seen_picture *view)
{
    const struct analyze_answer *answer = view->overlay->answer;
    const struct shot *shot = view->overlay->shot;

    picture_draw(
        cairo, view->box,
        &(struct picture){ shot->width, shot->height, 1, shot->grey, NULL, false });
    if (!answer->found || answer->stripes < 1)
        return view->box.y + view->box.height;
    for (int i = 0; lies(view) && i < answer->stripes; i++)
        if (shows(view, i))
            draw_lead(cairo, view, i);
    if (!lies(view))
        draw_numbers(cairo, view);
    draw_outline(cairo, view);
    draw_arrow(cairo, view);
    for (int i = 0; i < answer->stripes; i++)
        draw_entry(cairo, view, i);
    return view->list_y + answer->stripes * view->pitch;
}

// ---- the header ----

static const char *main_word(const struct analyze_answer *answer)
{
    if (!answer->conclusive)
        return "inconclusive";
    return answer->pattern != PATTERN_NONE ? pattern_name(answer->pattern)
                                           : verdict_rounding(answer->survivors);
}

// Draws the confidence: a number and a bar.
static void draw_confidence(cairo_t *cairo, double right, double y, double share)
{
    const double width = 260, full = right - width;
    struct ink_style style = { .size = 17, .tone = INK_MUTED, .align = INK_RIGHT };

    ink_textf(cairo, full, y, width, style, "confidence %.0f %%", round(100 * share));
    ink_rectangle(cairo,
                  (struct ink_box){ full, y + 28, width * fmin(fmax(share, 0), 1), 10 },
                  INK_TEXT, true);
    ink_rectangle(cairo, (struct ink_box){ full + 0.5, y + 28.5, width - 1, 9 },
                  INK_MUTED, false);
}

static double overlay_header(cairo_t *cairo, double y,
                             const struct sheet_overlay *overlay)
{
    const double left = INK_INSIDE - 470;
    const struct analyze_answer *answer = overlay->answer;
    const char *twins = overlay->twins && overlay->twins[0] ? overlay->twins : NULL;
    char alike[1024];

    snprintf(alike, sizeof alike, "behaves like %s", twins ? twins : "");
    const struct ink_words lines[] = {
        { overlay->verdict,
          0,
          { .size = 33, .bold = true, .lines = 4, .shrinks = true } },
        { twins ? alike : NULL, 8, { .size = 18, .lines = 4 } },
        { overlay->name,
          8,
          { .size = 18, .tone = INK_MUTED, .lines = 3, .shrinks = true } },
    };
    const double below =
        ink_lines(cairo, (struct ink_box){ INK_MARGIN, y, left, 0 }, lines, 3);

    ink_figure(cairo, (struct ink_box){ INK_MARGIN + left + 20, y - 14, 450, 0 },
               main_word(answer), "");
    if (answer->conclusive)
        draw_confidence(cairo, INK_MARGIN + INK_INSIDE, y + 64, answer->confidence);
    return fmax(below, y + 106) + 16;
}

// ---- the result in words ----

static void overlay_add_fact(struct view *facts, const char *name, const char *words)
{
    view_add_row(facts);
    view_set(facts, 0, VIEW_SOFT, name);
    view_set(facts, 1, VIEW_PLAIN, words);
}

static void add_sums(struct view *facts, const struct analyze_answer *answer)
{
    static const char *const forms[] = { "fract or subtract: both draw the same",
                                         "fract(2^B + x)", "(2^B + x) - 2^B" };
    char text[200];

    if (answer->fraction_bits >= 0) {
        snprintf(text, sizeof text, "%d", answer->fraction_bits);
        overlay_add_fact(facts, "fraction bits", text);
    }
    if (answer->survivors) {
        verdict_survivors_text(answer->survivors, text, sizeof text);
        overlay_add_fact(facts, "rules", text);
    }
    if (answer->conclusive || answer->form != ANALYZE_FORM_UNKNOWN)
        overlay_add_fact(facts, "form", forms[answer->form % 3]);
}

// Adds the number of stripes, and how they lie.
static void overlay_add_place(struct view *facts, const struct seen_picture *view)
{
    static const char *const turns[] = { "upright", "rotated by 90 degrees, clockwise",
                                         "upside down",
                                         "rotated by 90 degrees, counterclockwise" };
    const struct analyze_answer *answer = view->overlay->answer;
    char text[200];
    int shown = 0;

    for (int i = 0; i < answer->stripes; i++)
        shown += shows(view, i);
    if (shown == answer->stripes)
        snprintf(text, sizeof text, "%d, all of them visible", shown);
    else
        snprintf(text, sizeof text, "%d, of which %d are visible", answer->stripes,
                 shown);
    overlay_add_fact(facts, "stripes", text);
    snprintf(text, sizeof text, "%s%s", turns[answer->place.quarter_turns & 3],
             answer->place.mirrored ? "; mirrored before that" : "");
    overlay_add_fact(facts, "orientation", text);
}

static double draw_facts(cairo_t *cairo, double x, double y,
                         const struct seen_picture *view)
{
    const struct analyze_answer *answer = view->overlay->answer;
    const struct shot *shot = view->overlay->shot;
    const struct ink_box box = { x, y, INK_WIDTH - INK_MARGIN - x, 0 };
    const struct view_column columns[] = {
        { .heading = "", .minimum = 10, .label = true }, { .heading = "" }
    };
    const struct table_look look = { .size = 16, .line = 25, .lines = 4 };
    struct view facts = { 0 };
    char text[200];

    view_table(&facts, "", columns, 2);
    snprintf(text, sizeof text, "%d x %d pixels, shown as %.0f x %.0f", shot->width,
             shot->height, view->box.width, view->box.height);
    overlay_add_fact(&facts, "picture", text);
    if (answer->found)
        overlay_add_place(&facts, view);
    else
        overlay_add_fact(&facts, "stripes", "none were found");
    add_sums(&facts, answer);
    y = table_draw(cairo, box, view_last(&facts), look);
    view_finish(&facts);
    return y;
}

// ---- the page ----

// Returns the box of the picture, in its proportion unless it would be too thin to see.
static struct ink_box box_of(const struct shot *shot)
{
    double times = fmin((double) WIDEST / shot->width, (double) TALLEST / shot->height);

    if (times >= 1)
        times = fmin(floor(times), 40);
    return (struct ink_box){ .width = fmax(LEAST, floor(shot->width * times)),
                             .height = fmax(LEAST, floor(shot->height * times)) };
}

static struct seen_picture overlay_view(const struct sheet_overlay *overlay, double y)
{
    struct seen_picture view = { .overlay = overlay, .box = box_of(overlay->shot) };
    const int stripes = overlay->answer->stripes > 0 ? overlay->answer->stripes : 1;

    view.box.x = INK_MARGIN + LEFT;
    view.box.y = y + ABOVE;
    view.pitch = fmin(fmax(view.box.height / stripes, 20), 28);
    view.list_x =
        fmin(view.box.x + view.box.width + LEADS, INK_WIDTH - INK_MARGIN - LIST);
    view.list_y = view.box.y + fmax(0, (view.box.height - stripes * view.pitch) / 2);
    return view;
}

double page_overlay(cairo_t *cairo, const void *shown)
{
    const struct sheet_overlay *overlay = shown;
    const double y = overlay_header(cairo, 34, overlay);
    const struct seen_picture view = overlay_view(overlay, y);
    const bool listed = overlay->answer->found && overlay->answer->stripes > 0;
    double below = view.box.y + view.box.height;

    ink_rule(cairo, y);
    below = fmax(below, draw_foreign(cairo, &view));
    const double facts_x =
        30 + (listed ? view.list_x + LIST : view.box.x + view.box.width);

    if (facts_x + FACTS > INK_WIDTH - INK_MARGIN)
        return draw_facts(cairo, INK_MARGIN, below + 40, &view);
    return fmax(below + 30, draw_facts(cairo, facts_x, view.box.y, &view));
}
