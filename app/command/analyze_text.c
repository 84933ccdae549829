// SPDX-License-Identifier: MIT

#include "command/analyze_text.h"

#include "base/history.h"
#include "base/out.h"
#include "base/text.h"
#include "command/row.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STEPS_TELLING 16 // a ramp of so few steps tells where the bits end
#define TELLING_MAX   8  // rows of the table
#define COLUMN        16 // where values begin

static const char *form_formula(enum analyze_form form)
{
    static const char *const formulas[] = {
        [ANALYZE_FORM_UNKNOWN] = "either: fract(2^B + x) or (2^B + x) - 2^B",
        [ANALYZE_FORM_FRACT] = "fract(2^B + x)",
        [ANALYZE_FORM_SUBTRACT] = "(2^B + x) - 2^B",
    };

    return formulas[form];
}

void analyze_text_verdict(const struct analyze_answer *answer, char *text, size_t size)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);
    char sentence[160];

    if (!answer->conclusive) {
        snprintf(text, size, "inconclusive: %s", answer->reason);
        return;
    }
    verdict.fraction_bits = answer->fraction_bits;
    verdict.survivors = answer->survivors;
    verdict_text(&verdict, sentence, sizeof sentence);
    if (answer->reordered[REWRITING_MINUS_FIRST] || answer->reordered[REWRITING_ONE_LAST])
        text_add(sentence, sizeof sentence,
                 ", assuming that the compiler keeps the order of the sum");
    if (answer->pattern == PATTERN_NONE)
        snprintf(text, size, "%s", sentence);
    else
        snprintf(text, size, "%s: %s %s", sentence,
                 answer->pattern == PATTERN_ORCA ? "an" : "a",
                 pattern_name(answer->pattern));
}

void analyze_text_twins(const struct analyze_answer *answer, char *text, size_t size)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);

    text[0] = 0;
    verdict.fraction_bits = answer->fraction_bits;
    verdict.survivors = answer->survivors;
    if (answer->conclusive)
        history_text(&verdict, "as far as the picture shows", text, size);
}

static void analyze_text_line(const char *name, const char *value)
{
    fprintf(out_file(), "  %-*s", COLUMN - 2, name);
    row_print(COLUMN, value);
}

// Writes the other models that paint the same picture, with fewer bits, in this order of
// the sum.
static void print_order(const struct analyze_answer *answer, enum rewriting order,
                        const char *how, int less)
{
    uint32_t set = answer->reordered[order];
    char rules[240], value[320];

    if (!set)
        return;
    verdict_survivors_text(set, rules, sizeof rules);
    snprintf(value, sizeof value, "%s: ", how);
    if (less)
        text_add(value, sizeof value, "%d fraction bits, ", answer->fraction_bits - less);
    text_add(value, sizeof value, "%s", rules);
    analyze_text_line("or, the sum", value);
}

static void print_verdict(const struct analyze_answer *answer)
{
    char rounding[40], rules[240], value[320];

    snprintf(value, sizeof value, "%d", answer->fraction_bits);
    analyze_text_line("fraction bits", value);
    snprintf(rounding, sizeof rounding, "%s", verdict_rounding(answer->survivors));
    verdict_survivors_text(answer->survivors, rules, sizeof rules);
    if (strcmp(rounding, rules))
        snprintf(value, sizeof value, "%s (%s)", rounding, rules);
    else
        snprintf(value, sizeof value, "%s", rules);
    analyze_text_line("rounding", value);
    analyze_text_line("form", form_formula(answer->form));
    if (answer->rewriting)
        analyze_text_line("rewritten",
                          "the compiler reassociated the sum 2^B + (1 - q) to "
                          "(2^B - q) + 1, q being 1 - x");
    snprintf(value, sizeof value, "%d %%", (int) lround(100 * answer->confidence));
    analyze_text_line("confidence", value);
    if (answer->assumes_lowest)
        analyze_text_line("assuming", ANALYZE_TEXT_LOWEST);
    print_order(answer, REWRITING_MINUS_FIRST,
                "computed as (2^B - q) + 1 or (2^B + 1) - q, q being 1 - x", 0);
    print_order(answer, REWRITING_ONE_LAST,
                "computed as ((2^B - q) - 2^B) + 1, q being 1 - x", 1);
    analyze_text_twins(answer, value, sizeof value);
    analyze_text_line("behaves like", value[0] ? value : "no published device");
}

// "540 x 520 pixels from (10, 20), turned 90 degrees clockwise, mirrored".
static void print_place(const struct analyze_text *text)
{
    const struct analyze_place *place = &text->answer->place;
    double width = fabs(place->ux) + fabs(place->vx);
    double height = fabs(place->uy) + fabs(place->vy);
    double left = place->x0 + fmin(place->ux, 0) + fmin(place->vx, 0);
    double top = place->y0 + fmin(place->uy, 0) + fmin(place->vy, 0);
    char value[200], turned[100] = "upright";

    if (place->quarter_turns)
        snprintf(turned, sizeof turned, "turned %d degrees clockwise",
                 90 * place->quarter_turns);
    snprintf(value, sizeof value, "%ld x %ld pixels from (%ld, %ld) of %d x %d, %s%s",
             lround(width), lround(height), lround(left), lround(top), text->width,
             text->height, turned, place->mirrored ? ", mirrored" : "");
    analyze_text_line("the stripes", value);
}

static bool is_telling(const struct analyze_stripe *stripe)
{
    return stripe->seen == ANALYZE_STEPS && stripe->steps > 0 &&
           stripe->steps <= STEPS_TELLING;
}

// Rows of the table, [*first, *end): the stripes of few steps, and the first without any;
// where there is none, the last that are seen.
static void find_telling(const struct analyze_answer *answer, int *first, int *end)
{
    int last = answer->stripes - 1;

    while (last > 0 && answer->stripe[last].seen == ANALYZE_UNSEEN)
        last--;
    *first = 0;
    while (*first <= last && !is_telling(&answer->stripe[*first]))
        ++*first;
    if (*first > last) {
        *end = last + 1;
        *first = *end > TELLING_MAX ? *end - TELLING_MAX : 0;
        return;
    }
    *end = *first;
    while (*end <= last && *end < *first + TELLING_MAX &&
           is_telling(&answer->stripe[*end]))
        ++*end;
    *end += *end <= last;
}

static void name_seen(const struct analyze_stripe *stripe, char text[24])
{
    static const char *const names[] = {
        [ANALYZE_UNSEEN] = "-",    [ANALYZE_SMOOTH] = "smooth", [ANALYZE_STEPS] = "steps",
        [ANALYZE_BLACK] = "black", [ANALYZE_WHITE] = "white",
    };

    if (stripe->seen == ANALYZE_STEPS && stripe->steps > 0)
        snprintf(text, 24, "%d step%s", stripe->steps, stripe->steps == 1 ? "" : "s");
    else
        snprintf(text, 24, "%s", names[stripe->seen]);
}

static void print_stripes(const struct analyze_answer *answer)
{
    int first, end;
    char seen[24];

    find_telling(answer, &first, &end);
    fprintf(out_file(), "  %6s  %-12s  %6s  %6s\n", "stripe", "seen", "left", "right");
    for (int i = first; i < end; i++) {
        const struct analyze_stripe *stripe = &answer->stripe[i];

        name_seen(stripe, seen);
        if (stripe->seen == ANALYZE_UNSEEN)
            fprintf(out_file(), "  %6d  %-12s  %6s  %6s\n", i, seen, "-", "-");
        else
            fprintf(out_file(), "  %6d  %-12s  %6.2f  %6.2f\n", i, seen, stripe->left,
                    stripe->right);
    }
}

void analyze_text_print(const struct analyze_text *text)
{
    char value[320];

    analyze_text_verdict(text->answer, value, sizeof value);
    fprintf(out_file(), "%s: %s\n", text->file, value);
    if (text->answer->conclusive)
        print_verdict(text->answer);
    if (text->answer->found) {
        print_place(text);
        print_stripes(text->answer);
    }
}
