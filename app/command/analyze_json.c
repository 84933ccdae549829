// SPDX-License-Identifier: MIT
//
// docs/analysis.schema.json has what is written here.

#include "command/analyze_text.h"

#include "base/history.h"
#include "document/build.h"

#include <math.h>

// Pixels and levels, to a thousandth: more is noise.
static json_t *analyze_json_rounded(double value)
{
    return json_real(round(1000 * value) / 1000);
}

static json_t *names_of(uint32_t survivors)
{
    json_t *array = json_array();

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        if (survivors & VERDICT_RULE(i))
            json_array_append_new(array, json_string(fp_round_name((enum fp_round) i)));
    return array;
}

static json_t *twins_of(const struct analyze_answer *answer)
{
    const struct history *twins[HISTORY_MAX];
    struct verdict verdict = verdict_unknown(STATUS_OK);
    json_t *array = json_array();
    bool whole;

    verdict.fraction_bits = answer->fraction_bits;
    verdict.survivors = answer->survivors;
    int count = history_twins(&verdict, twins, &whole);

    for (int i = 0; i < count; i++)
        json_array_append_new(array,
                              document_object("key", json_string(twins[i]->key), "name",
                                              json_string(twins[i]->name), DOCUMENT_END));
    return array;
}

static json_t *verdict_of(const struct analyze_answer *answer)
{
    static const char *const forms[] = { [ANALYZE_FORM_UNKNOWN] = "unknown",
                                         [ANALYZE_FORM_FRACT] = "fract",
                                         [ANALYZE_FORM_SUBTRACT] = "subtract" };
    char text[320];

    if (!answer->conclusive)
        return json_null();
    analyze_text_verdict(answer, text, sizeof text);
    return document_object(
        "fraction_bits", json_integer(answer->fraction_bits), "rounding",
        json_string(verdict_rounding(answer->survivors)), "pattern",
        json_string(pattern_name(answer->pattern)), "form",
        json_string(forms[answer->form]), "rewriting",
        answer->rewriting ? json_string(rewriting_name(answer->rewriting)) : json_null(),
        "survivors", names_of(answer->survivors), "reordered",
        names_of(answer->reordered[REWRITING_MINUS_FIRST]), "one_last",
        names_of(answer->reordered[REWRITING_ONE_LAST]), "confidence",
        analyze_json_rounded(answer->confidence), "assumes",
        answer->assumes_lowest ? json_string(ANALYZE_TEXT_LOWEST) : json_null(),
        "behaves_like", twins_of(answer), "text", json_string(text), DOCUMENT_END);
}

static json_t *place_of(const struct analyze_answer *answer)
{
    const struct analyze_place *place = &answer->place;

    if (!answer->found)
        return json_null();
    return document_object(
        "x0", analyze_json_rounded(place->x0), "y0", analyze_json_rounded(place->y0),
        "ux", analyze_json_rounded(place->ux), "uy", analyze_json_rounded(place->uy),
        "vx", analyze_json_rounded(place->vx), "vy", analyze_json_rounded(place->vy),
        "quarter_turns", json_integer(place->quarter_turns), "mirrored",
        json_boolean(place->mirrored), DOCUMENT_END);
}

static json_t *stripe_of(const struct analyze_stripe *stripe, int number)
{
    static const char *const names[] = { [ANALYZE_SMOOTH] = "smooth",
                                         [ANALYZE_STEPS] = "steps",
                                         [ANALYZE_BLACK] = "black",
                                         [ANALYZE_WHITE] = "white" };

    return document_object(
        "stripe", json_integer(number), "seen", json_string(names[stripe->seen]), "steps",
        stripe->steps > 0 ? json_integer(stripe->steps) : json_null(), "left",
        analyze_json_rounded(stripe->left), "right", analyze_json_rounded(stripe->right),
        "top", analyze_json_rounded(stripe->top), "bottom",
        analyze_json_rounded(stripe->bottom), DOCUMENT_END);
}

static json_t *stripes_of(const struct analyze_answer *answer)
{
    json_t *array = json_array();

    for (int i = 0; answer->found && i < answer->stripes; i++)
        if (answer->stripe[i].seen != ANALYZE_UNSEEN)
            json_array_append_new(array, stripe_of(&answer->stripe[i], i));
    return array;
}

json_t *analyze_text_json(const struct analyze_text *text)
{
    const struct analyze_answer *answer = text->answer;

    if (text->fault)
        return document_object("file", document_string(text->file), "status",
                               json_string("unreadable"), "reason",
                               document_string(text->fault), DOCUMENT_END);
    return document_object(
        "file", document_string(text->file), "status",
        json_string(answer->conclusive ? "conclusive" : "inconclusive"), "reason",
        document_string_or_null(answer->conclusive ? "" : answer->reason), "width",
        json_integer(text->width), "height", json_integer(text->height), "stripes",
        json_integer(answer->stripes), "verdict", verdict_of(answer), "place",
        place_of(answer), "seen", stripes_of(answer), DOCUMENT_END);
}
