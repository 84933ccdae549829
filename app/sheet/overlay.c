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
#define STRIP   96  // of the drawing of a stripe in the list

static const char *overlay_word_of(const struct analyze_answer *answer)
{
    if (!answer->conclusive)
        return "inconclusive";
    return answer->pattern != PATTERN_NONE ? pattern_name(answer->pattern)
                                           : verdict_rounding(answer->survivors);
}

// Draws the confidence: a number and a bar.
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

static double overlay_header(cairo_t *cairo, double y,
                             const struct sheet_overlay *overlay)
{
    const double left = CANVAS_INSIDE - 470;
    const struct analyze_answer *answer = overlay->answer;
    const char *twins = canvas_words(overlay->twins);
    char alike[1024];

    snprintf(alike, sizeof alike, "behaves like %s", twins);
    const struct canvas_line lines[] = {
        { canvas_words(overlay->verdict),
          0,
          { .size = 33, .bold = true, .lines = 4, .shrinks = true } },
        { twins[0] ? alike : NULL, 8, { .size = 18, .lines = 4 } },
        { canvas_words(overlay->name),
          8,
          { .size = 18, .tone = INK_MUTED, .lines = 3, .shrinks = true } },
    };
    double below =
        canvas_lines(cairo, (struct ink_box){ CANVAS_MARGIN, y, left, 0 }, lines, 3);
    canvas_figure(cairo, (struct ink_box){ CANVAS_MARGIN + left + 20, y - 14, 450, 0 },
                  overlay_word_of(answer), "");
    if (answer->conclusive)
        confidence(cairo, CANVAS_MARGIN + CANVAS_INSIDE, y + 64, answer->confidence);
    return fmax(below, y + 106) + 16;
}

// Returns the box of the picture, in its proportion unless it would be too thin to see.
static struct ink_box overlay_box_of(const struct shot *shot)
{
    double times = fmin((double) WIDEST / shot->width, (double) TALLEST / shot->height);

    if (times >= 1)
        times = fmin(floor(times), 40);
    return (struct ink_box){ .width = fmax(LEAST, floor(shot->width * times)),
                             .height = fmax(LEAST, floor(shot->height * times)) };
}

// ---- the list of stripes ----

static void overlay_list_word_of(const struct overlay_view *view, int stripe, char *text,
                                 size_t size)
{
    const struct analyze_stripe *seen = &view->overlay->answer->stripe[stripe];

    switch (seen->seen) {
    case ANALYZE_SMOOTH: snprintf(text, size, "smooth"); return;
    case ANALYZE_BLACK: snprintf(text, size, "black"); return;
    case ANALYZE_WHITE: snprintf(text, size, "white"); return;
    case ANALYZE_UNSEEN:
        snprintf(text, size, overlay_shows(view, stripe) ? "not readable" : "cut off");
        return;
    case ANALYZE_STEPS: break;
    }
    if (seen->steps > 0)
        snprintf(text, size, "%d step%s", seen->steps, seen->steps == 1 ? "" : "s");
    else
        snprintf(text, size, "steps");
}

// Rounds a level to steps, as the result does. Without a result, the ends of the stripe
// decide: up if the right one is not black; to nearest if the left one is white or, as
// the fraction of 1, black.
static double overlay_list_rounded(const struct analyze_answer *answer,
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

static double stepped(const struct analyze_answer *answer,
                      const struct analyze_stripe *seen, double x)
{
    double level = overlay_list_rounded(answer, seen, x * seen->steps);

    // the fraction of 1
    if (level >= seen->steps && answer->form != ANALYZE_FORM_SUBTRACT)
        return 0;
    return level / seen->steps;
}

// Returns the grey of a column of [0, STRIP), as it was understood.
static uint8_t overlay_list_level(const struct analyze_answer *answer,
                                  const struct analyze_stripe *seen, int column)
{
    const double x = 1 - (column + 0.5) / STRIP;

    if (seen->seen == ANALYZE_BLACK)
        return 0;
    if (seen->seen == ANALYZE_WHITE)
        return 255;
    if (seen->seen == ANALYZE_STEPS && seen->steps > 0)
        return (uint8_t) (255 * stepped(answer, seen, x));
    return (uint8_t) (255 * x);
}

static void hatch(cairo_t *cairo, struct ink_box box)
{
    for (double x = 0; x < box.width; x += 8)
        ink_line(cairo, box.x + x, box.y + box.height, box.x + fmin(x + 8, box.width),
                 box.y, INK_FAINT);
}

static void drawing(cairo_t *cairo, struct ink_box box,
                    const struct analyze_answer *answer, int stripe)
{
    const struct analyze_stripe *seen = &answer->stripe[stripe];
    uint8_t grey[STRIP];

    if (seen->seen == ANALYZE_UNSEEN) {
        hatch(cairo, box);
    } else {
        for (int i = 0; i < STRIP; i++)
            grey[i] = overlay_list_level(answer, seen, i);
        canvas_picture(cairo, box, &(struct canvas_picture){ STRIP, 1, grey, NULL });
    }
    canvas_frame(cairo, box);
}

// Lists the result of every stripe. Returns the lower edge of the list.
static double overlay_list(cairo_t *cairo, const struct overlay_view *view)
{
    const struct analyze_answer *answer = view->overlay->answer;
    const double high = floor(fmin(view->pitch - 7, 16));

    for (int i = 0; i < answer->stripes; i++) {
        struct ink_style style = { .size = 15, .align = INK_RIGHT };
        double y = overlay_entry(view, i);
        bool unseen = answer->stripe[i].seen == ANALYZE_UNSEEN;
        struct ink_box box = { view->list_x + 38, floor(y - high / 2), STRIP, high };
        char text[40];

        ink_textf(cairo, view->list_x, y - 10, 30, style, "%d", i);
        drawing(cairo, box, answer, i);
        overlay_list_word_of(view, i, text, sizeof text);
        style.align = INK_LEFT;
        style.tone = unseen ? INK_MUTED : INK_TEXT;
        ink_text(cairo, box.x + STRIP + 12, y - 10, 120, style, text);
    }
    return view->list_y + answer->stripes * view->pitch;
}

// ---- what was found, in words ----

static void orientation(const struct analyze_place *place, char *text, size_t size)
{
    static const char *const turns[] = { "upright", "rotated by 90 degrees, clockwise",
                                         "upside down",
                                         "rotated by 90 degrees, counterclockwise" };

    snprintf(text, size, "%s%s", turns[place->quarter_turns & 3],
             place->mirrored ? "; mirrored before that" : "");
}

// The column of the facts, and its lower edge so far.
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
    static const char *const forms[] = { "fract or subtract: both draw the same",
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
        snprintf(text, sizeof text, "%d, all of them visible", count);
    else
        snprintf(text, sizeof text, "%d, of which %d are visible", count, shown);
    fact(cairo, column, "stripes", text);
}

// Draws the facts. Returns their lower edge.
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

static struct overlay_view overlay_view_of(const struct sheet_overlay *overlay, double y)
{
    struct overlay_view view = { .overlay = overlay,
                                 .box = overlay_box_of(overlay->shot) };
    const int stripes = overlay->answer->stripes > 0 ? overlay->answer->stripes : 1;

    view.box.x = CANVAS_MARGIN + LEFT;
    view.box.y = y + ABOVE;
    view.pitch = fmin(fmax(view.box.height / stripes, 20), 28);
    view.list_x =
        fmin(view.box.x + view.box.width + LEADS, CANVAS_WIDTH - CANVAS_MARGIN - LIST);
    view.list_y = view.box.y + fmax(0, (view.box.height - stripes * view.pitch) / 2);
    return view;
}

double overlay_draw(cairo_t *cairo, const void *shown)
{
    const struct sheet_overlay *overlay = shown;
    const struct shot *shot = overlay->shot;
    double y = overlay_header(cairo, 34, overlay);
    struct overlay_view view = overlay_view_of(overlay, y);
    double below = view.box.y + view.box.height;
    double list_end = view.box.x + view.box.width;

    canvas_rule(cairo, y);
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
