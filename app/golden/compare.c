// SPDX-License-Identifier: MIT

#include "golden/golden.h"

#include "base/text.h"
#include "probe/expressions.h"
#include "probe/probe.h"
#include "survey/evidence.h"

#include <stdio.h>
#include <string.h>

static bool same_readings(const struct golden_reading *want,
                          const struct golden_reading *got, uint64_t by_class)
{
    if (want->status != got->status || want->count != got->count ||
        memcmp(want->verdict, got->verdict, sizeof want->verdict) != 0)
        return false;
    for (int i = 0; i < want->count; i++)
        if (!golden_same_answer(&want->answers[i], &got->answers[i],
                                by_class >> (i & 63) & 1))
            return false;
    return true;
}

// Returns true if the pictures agree in all cells that are compared bit by bit.
static bool same_where_exact(const struct result *result, uint64_t by_class,
                             const struct pixels *want, const struct pixels *got)
{
    int rows = result->finding_count ? result->bands / result->finding_count : 0;
    int high = rows > 0 ? want->height / result->bands : 0;

    if (!by_class || !want->words || !got || high == 0 || want->width != got->width ||
        want->height != got->height)
        return false;
    for (int y = 0; y < want->height; y++) {
        int line = (result->bands - 1 - y / high) / rows;

        if (!(by_class >> (line & 63) & 1) &&
            memcmp(pixels_row(want, y), pixels_row(got, y),
                   (size_t) want->width * sizeof *want->words) != 0)
            return false;
    }
    return true;
}

// Returns why today's question is not that of the golden, or NULL. A device with another
// format gets other operands for the same question.
static const char *find_stale(const struct golden_set *set, const struct golden *golden,
                              const struct golden_now *now)
{
    const struct capture_measurement *then = &set->capture.measurements[golden->at];
    const struct probe *probe = now->task->probe;
    struct evidence_lines lines;
    struct probe_params params;

    if (probe->ramp && golden->width != now->task->params.width)
        return "of a ramp of another width";
    if (then->question < 0 ||
        (now->seen->question >= 0 &&
         capture_same_question(&set->capture.questions[then->question],
                               &now->capture->questions[now->seen->question])))
        return NULL;
    if (!evidence_params(&set->capture, then, probe, &lines, &params))
        return "other operands, or another expression, are asked now";
    return params.cases || params.expressions ? "other cases are asked now" : NULL;
}

// Compares the pixels, which are in row->want, and the readings of a golden that is of
// the same question.
static void compare_sides(const struct golden_set *set, const struct golden *golden,
                          const struct golden_now *now, struct golden_row *row)
{
    const uint64_t by_class = golden_by_class(&now->capture->device, now->result);
    const char *picture = set->capture.measurements[golden->at].picture.sha256;
    const bool same = !strcmp(picture, now->seen->picture.sha256);
    struct golden_reading today;
    char words[GOLDEN_CAUSE];

    golden_reading_of(now->result, by_class, &today);
    struct golden_side want = { &golden->read, row->want.words ? &row->want : NULL };
    struct golden_side got = { &today, same ? want.pixels : now->pixels };

    if (same_readings(want.read, got.read, by_class) &&
        (same || same_where_exact(now->result, by_class, &row->want, got.pixels))) {
        row->by_class = !same;
    } else {
        golden_words(want, got, now->result, by_class, words);
        golden_change(want.read, got.read, by_class, row->change);
        row->status = GOLDEN_CHANGED;
        snprintf(row->cause, sizeof row->cause, "%s%.1100s",
                 same && picture[0] ? "the same pixels, read otherwise: " : "", words);
    }
    if (same || row->status == GOLDEN_MATCH)
        pixels_finish(&row->want);
    golden_reading_finish(&today);
}

void golden_compare(const struct golden_set *set, const struct golden *golden,
                    const struct golden_now *now, struct golden_row *row)
{
    const char *stale = find_stale(set, golden, now);

    row->golden = golden;
    row->by_class = false;
    row->cause[0] = '\0';
    if (stale) {
        row->status = GOLDEN_STALE;
        snprintf(row->cause, sizeof row->cause, "%s", stale);
        return;
    }
    row->status = golden_pixels(set, golden, &row->want, row->cause, sizeof row->cause);
    if (row->status == GOLDEN_MATCH)
        compare_sides(set, golden, now, row);
    text_clean(row->cause); // golden.json may have any characters
}

// ---- what may be blessed ----

// Returns true if all cells show one level, without the rows between the bands. A
// picture of a shader that stores no value counts as a finding.
static bool is_one_level(const struct result *result, const struct pixels *pixels)
{
    const struct probe *probe = probe_find(result->probe);
    struct probe_shape shape = { .columns = result->columns, .bands = result->bands };
    uint32_t first = pixels_row(pixels, pixels->height - 1)[0];

    if (probe && probe->expressions && first == EXPRESSIONS_ABSENT)
        return false;
    if (result->columns < 1 || result->bands < 1)
        return true;
    shape.cell_width = pixels->width / result->columns;
    shape.cell_height = pixels->height / result->bands;
    for (int y = 0; y < pixels->height; y++)
        for (int x = 0; x < pixels->width && !probe_is_separator(shape, y); x++)
            if (pixels_row(pixels, y)[x] != first)
                return false;
    return true;
}

// Returns what differs in the second run, or NULL.
static const char *differs_again(const struct result *result, const struct result *again)
{
    struct golden_reading first, second;
    bool same;

    if (!again)
        return "the second run did not get there";
    if (again->verdict.status != result->verdict.status)
        return "a second run came to another status";
    if (strcmp(again->sha256, result->sha256) != 0)
        return "a second run drew other pixels";
    golden_reading_of(result, 0, &first);
    golden_reading_of(again, 0, &second);
    same = !memcmp(first.verdict, second.verdict, sizeof first.verdict);
    golden_reading_finish(&second);
    golden_reading_finish(&first);
    return same ? NULL : "a second run came to another verdict";
}

const char *golden_refuse(const struct result *result, const struct pixels *pixels,
                          const struct result *again)
{
    static const char *const broken[STATUS_COUNT] = {
        [STATUS_IMPOSSIBLE] = "no arithmetic paints this",
        [STATUS_UNPAINTED] = "part of the picture was not painted",
        [STATUS_UNSTABLE] = "two renders differ",
        [STATUS_ERROR] = "the device refused or broke",
    };
    const enum status status = result->verdict.status;
    const char *differs = differs_again(result, again);
    int x, y;

    if (broken[status] || differs)
        return broken[status] ? broken[status] : differs;
    if (!pixels)
        return result->sha256[0] ? "the picture is not there" : NULL;
    if (pixels_find_canary(pixels, &x, &y))
        return broken[STATUS_UNPAINTED];
    bool whole =
        status == STATUS_FOLDED || status == STATUS_EXCESS || status == STATUS_UNROUNDED;

    // A sum that came back whole may be the same number everywhere.
    if (!whole && is_one_level(result, pixels))
        return "the picture is blank";
    return NULL;
}
