// SPDX-License-Identifier: MIT
//
// Floats and whole numbers, from one to the other and among themselves. All answers are
// words, so that an int and the sign of a zero come back as they are.

#include "probe/expressions/integers.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/kinds.h"

// Numbers that an integer does not hold. GLSL leaves undefined what becomes of them, so
// that nothing here deviates; the ways of CPUs and GPUs are named where they are known.
static bool is_outside_way(const struct expressions_seen *seen, enum integers_outside way,
                           bool is_signed)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i] &&
            seen->got[0][i] !=
                integers_word(FP_RTZ, way, is_signed, (uint32_t) seen->in[0][i]))
            return false;
    return true;
}

bool integers_constant(const struct expressions_seen *seen, uint64_t *word)
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
static void say_pair(const struct expressions_seen *seen, struct finding *finding)
{
    uint64_t words[2] = { 0 };
    int count = 0;

    for (size_t i = 0; i < seen->count; i++) {
        uint64_t got = seen->got[0][i];

        if (!seen->defined[i] || (count > 0 && got == words[0]) ||
            (count > 1 && got == words[1]))
            continue;
        if (count == 2) {
            FINDING_SAY(finding, &kind_other);
            return;
        }
        words[count++] = got;
    }
    FINDING_SAY(finding, &kind_words, .word = words[0], .other = words[1]);
}

// The first case, and what became of it.
static void add_outside(const struct expressions_seen *seen, struct finding *finding)
{
    size_t i = 0;

    while (i + 1 < seen->count && !seen->defined[i])
        i++;
    expressions_case(seen, NULL, i, &finding->example);
    finding->example.operands = 1;
    FINDING_DETAIL(finding, &kind_undefined);
    FINDING_DETAIL(finding, &kind_case_of_x);
}

void integers_judge_outside(const struct expressions_seen *seen, struct finding *finding)
{
    bool is_signed = seen->expression == INTEGERS_INT_RANGE ||
                     seen->expression == INTEGERS_INT_NAN ||
                     seen->expression == INTEGERS_INT_INFINITY;
    bool nan =
        seen->expression == INTEGERS_INT_NAN || seen->expression == INTEGERS_UINT_NAN;
    uint64_t word = 0;

    finding->agree = finding->cases;
    if (!nan && is_outside_way(seen, INTEGERS_SATURATES, is_signed)) {
        FINDING_SAY(finding, &kind_saturates);
    } else if (integers_constant(seen, &word)) {
        FINDING_SAY(finding, word ? &kind_always_word : &kind_number, .word = word);
    } else if (is_outside_way(seen, INTEGERS_WRAPS, is_signed)) {
        FINDING_SAY(finding, &kind_wraps);
    } else if (!is_signed && is_outside_way(seen, INTEGERS_SATURATES, true)) {
        FINDING_SAY(finding, &kind_saturates);
        FINDING_ALSO(finding, &kind_as_int);
    } else {
        say_pair(seen, finding);
    }
    add_outside(seen, finding);
}

// In which direction a large integer is rounded is free, and the sign of a zero too.
bool integers_breaks_glsl(const struct result *result, const struct finding *finding)
{
    static const char *const rounded[] = { "from-int", "from-uint", NULL };
    static const char *const zeros[] = { "round-sign", "ceil-sign", NULL };

    (void) result;
    if (deviates_is_listed(finding, rounded))
        return finding_is(finding, &kind_wrong);
    return !deviates_is_listed(finding, zeros) ||
           finding_is(finding, &kind_always_number);
}
