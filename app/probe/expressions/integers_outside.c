// SPDX-License-Identifier: MIT
//
// Numbers that an integer does not hold. GLSL leaves undefined what becomes of them, so
// that nothing here departs; the ways of CPUs and GPUs are named where they are known.

#include "probe/expressions/integers.h"

#include <stdio.h>

static void say(struct finding *finding, const char *answer)
{
    snprintf(finding->answer, sizeof(finding->answer), "%s", answer);
}

static bool is_outside_way(const struct lines_seen *seen, enum integers_outside way,
                           bool is_signed)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i] &&
            seen->got[0][i] !=
                integers_word(FP_RTZ, way, is_signed, (uint32_t) seen->in[0][i]))
            return false;
    return true;
}

bool integers_constant(const struct lines_seen *seen, uint64_t *word)
{
    bool found = false;

    for (size_t i = 0; i < seen->count; i++) {
        if (!seen->defined[i])
            continue;
        if (found && seen->got[0][i] != *word)
            return false;
        *word = seen->got[0][i];
        found = true;
    }
    return found;
}

// The two answers that there are, or "other".
static void say_pair(const struct lines_seen *seen, struct finding *finding)
{
    uint64_t words[2] = { 0 };
    int count = 0;

    for (size_t i = 0; i < seen->count; i++) {
        uint64_t got = seen->got[0][i];

        if (!seen->defined[i] || (count > 0 && got == words[0]) ||
            (count > 1 && got == words[1]))
            continue;
        if (count == 2) {
            say(finding, "other");
            return;
        }
        words[count++] = got;
    }
    snprintf(finding->answer, sizeof(finding->answer), "0x%08x or 0x%08x",
             (unsigned) words[0], (unsigned) words[1]);
}

// The first case, and what became of it.
static void say_outside(const struct lines_seen *seen, struct finding *finding)
{
    size_t i = 0;

    while (i + 1 < seen->count && !seen->defined[i])
        i++;
    snprintf(finding->detail, sizeof(finding->detail),
             "undefined in GLSL; x = 0x%08x: got 0x%08x", (unsigned) seen->in[0][i],
             (unsigned) seen->got[0][i]);
}

void integers_judge_outside(const struct lines_seen *seen, struct finding *finding)
{
    bool is_signed = seen->line == INTEGERS_INT_RANGE || seen->line == INTEGERS_INT_NAN ||
                     seen->line == INTEGERS_INT_INFINITY;
    bool nan = seen->line == INTEGERS_INT_NAN || seen->line == INTEGERS_UINT_NAN;
    uint64_t word = 0;

    finding->agree = finding->cases;
    if (!nan && is_outside_way(seen, INTEGERS_SATURATES, is_signed))
        say(finding, "saturates");
    else if (integers_constant(seen, &word))
        snprintf(finding->answer, sizeof(finding->answer), word ? "always 0x%08x" : "0",
                 (unsigned) word);
    else if (is_outside_way(seen, INTEGERS_WRAPS, is_signed))
        say(finding, "wraps");
    else if (!is_signed && is_outside_way(seen, INTEGERS_SATURATES, true))
        say(finding, "saturates as int");
    else
        say_pair(seen, finding);
    say_outside(seen, finding);
}
