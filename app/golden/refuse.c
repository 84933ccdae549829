// SPDX-License-Identifier: MIT

#include "golden/golden.h"
#include "probe/expressions.h"
#include "probe/probe.h"

#include <string.h>

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
    if (!again)
        return "the second run did not get there";
    if (again->verdict.status != result->verdict.status)
        return "a second run came to another status";
    if (strcmp(again->sha256, result->sha256) != 0)
        return "a second run drew other pixels";
    if (!golden_same_verdict(&result->verdict, &again->verdict))
        return "a second run came to another verdict";
    return NULL;
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
    if (!pixels->words)
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
