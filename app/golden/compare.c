// SPDX-License-Identifier: MIT

#include "golden/golden.h"
#include "golden/words.h"

#include <stdio.h>
#include <string.h>

static bool same_findings(const struct golden *golden, const struct result *got)
{
    const struct result *want = &golden->result;

    if (want->finding_count != got->finding_count)
        return false;
    for (int i = 0; i < want->finding_count; i++) {
        const struct finding *a = &want->findings[i], *b = &got->findings[i];
        bool by_class = golden->by_class >> (i & 63) & 1;

        if (by_class ? !golden_alike(a, b) : !golden_same(a, b))
            return false;
    }
    return true;
}

// Whether the pictures agree wherever they are compared exactly.
static bool same_lines(const struct golden *golden, const struct pixels *want,
                       const struct pixels *got)
{
    const struct result *result = &golden->result;
    int rows = result->finding_count ? result->bands / result->finding_count : 0;
    int high = rows > 0 ? want->height / result->bands : 0;

    if (high == 0 || want->width != got->width || want->height != got->height)
        return false;
    for (int y = 0; y < want->height; y++) {
        int line = (result->bands - 1 - y / high) / rows;

        if (!(golden->by_class >> (line & 63) & 1) &&
            memcmp(pixels_row(want, y), pixels_row(got, y),
                   (size_t) want->width * sizeof(*want->words)) != 0)
            return false;
    }
    return true;
}

static bool is_stale(const struct golden *golden, const struct golden_question *today,
                     uint64_t by_class, struct golden_row *row)
{
    const struct golden_question *then = &golden->question;

    row->status = GOLDEN_STALE;
    if (then->columns != today->columns || then->bands != today->bands)
        snprintf(row->cause, sizeof(row->cause),
                 "of %d x %d cases, where %d x %d are asked now", then->columns,
                 then->bands, today->columns, today->bands);
    else if (strcmp(then->sha256, today->sha256) != 0)
        snprintf(row->cause, sizeof(row->cause),
                 "other operands, or another expression, are asked now");
    else if (golden->result.finding_count > 0 && golden->by_class != by_class)
        snprintf(row->cause, sizeof(row->cause),
                 "other lines of it are compared by class now");
    else
        return false;
    return true;
}

// The record says which: both pictures are at hand, or none is needed.
static bool matches(const struct golden *golden, const struct result *result,
                    const struct pixels *want, const struct pixels *got, bool same)
{
    if (!golden_same_verdict(&golden->result.verdict, &result->verdict) ||
        !same_findings(golden, result))
        return false;
    return same || (golden->by_class && want->words && got->words &&
                    same_lines(golden, want, got));
}

static void compare_pixels(const struct golden_set *set, const struct golden *golden,
                           const struct report_folder *got, const struct result *result,
                           bool same, struct golden_row *row)
{
    struct pixels want = { 0 }, have = { 0 };
    const struct pixels *other = same ? &want : &have;

    if (golden->result.image[0] &&
        (row->status = golden_pixels(set, golden, &want, row->cause,
                                     sizeof(row->cause))) != GOLDEN_MATCH)
        return;
    if (!same && result->sha256[0])
        report_folder_pixels(got, result, &have);
    if (matches(golden, result, &want, other, same)) {
        row->by_class = true;
    } else {
        row->status = GOLDEN_CHANGED;
        golden_words((struct golden_side){ &golden->result, &want },
                     (struct golden_side){ result, other }, golden->by_class, row->cause,
                     sizeof(row->cause));
        if (same && result->sha256[0]) {
            char words[sizeof(row->cause)];

            memcpy(words, row->cause, sizeof(words));
            snprintf(row->cause, sizeof(row->cause),
                     "the same pixels, judged otherwise: %.400s", words);
        }
    }
    pixels_finish(&have);
    pixels_finish(&want);
}

bool golden_same_pixels(const struct golden *golden, const struct result *result)
{
    return !strcmp(golden->result.sha256, result->sha256) &&
           golden->result.width == result->width &&
           golden->result.height == result->height;
}

void golden_compare(const struct golden_set *set, const struct golden *golden,
                    const struct report_folder *got, const struct result *result,
                    const struct golden_question *question, struct golden_row *row)
{
    bool same = golden_same_pixels(golden, result);
    uint64_t by_class = golden_by_class(&got->report.device, result);

    row->golden = golden;
    row->result = result;
    row->by_class = false;
    row->cause[0] = '\0';
    if (result->finding_count == 0)
        by_class = golden->by_class;
    if (is_stale(golden, question, by_class, row))
        return;
    row->status = golden_picture(set, golden, row->cause, sizeof(row->cause));
    if (row->status != GOLDEN_MATCH ||
        (same && matches(golden, result, NULL, NULL, true)))
        return;
    compare_pixels(set, golden, got, result, same, row);
}
