// SPDX-License-Identifier: MIT

#include "sheet/overlay.h"
#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>

#define STRIP 96 // width of the drawing of a stripe

static void word_of(const struct overlay_view *view, int stripe, char *text, size_t size)
{
    const struct analyze_stripe *seen = &view->overlay->answer->stripe[stripe];

    switch (seen->seen) {
    case ANALYZE_SMOOTH: snprintf(text, size, "smooth"); return;
    case ANALYZE_BLACK: snprintf(text, size, "black"); return;
    case ANALYZE_WHITE: snprintf(text, size, "white"); return;
    case ANALYZE_UNSEEN:
        snprintf(text, size, overlay_shows(view, stripe) ? "not readable" : "cut");
        return;
    case ANALYZE_STEPS: break;
    }
    if (seen->steps > 0)
        snprintf(text, size, "%d step%s", seen->steps, seen->steps == 1 ? "" : "s");
    else
        snprintf(text, size, "steps");
}

// A level in steps, as the answer has it or, if it has none, as the ends of the stripe
// tell: up where the right one is not black, to nearest where the left one is white or,
// as the fraction of 1, black.
static double rounded(const struct analyze_answer *answer,
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
    double level = rounded(answer, seen, x * seen->steps);

    // the fraction of 1
    if (level >= seen->steps && answer->form != ANALYZE_FORM_SUBTRACT)
        return 0;
    return level / seen->steps;
}

// The grey of a column of [0, STRIP), as it was understood.
static uint8_t level(const struct analyze_answer *answer,
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
            grey[i] = level(answer, seen, i);
        canvas_picture(cairo, box, &(struct canvas_picture){ STRIP, 1, grey, NULL });
    }
    canvas_frame(cairo, box);
}

double overlay_list(cairo_t *cairo, const struct overlay_view *view)
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
        word_of(view, i, text, sizeof text);
        style.align = INK_LEFT;
        style.tone = unseen ? INK_MUTED : INK_TEXT;
        ink_text(cairo, box.x + STRIP + 12, y - 10, 120, style, text);
    }
    return view->list_y + answer->stripes * view->pitch;
}
