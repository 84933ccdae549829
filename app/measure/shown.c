// SPDX-License-Identifier: MIT

#include "measure/shown.h"

#include "base/fp_bits.h"
#include "base/memory.h"
#include "unit/outside.h"

#include <math.h>
#include <stdlib.h>

// Marks the results of a wider format that exceed binary32, the format of the words. The
// conversion makes them infinite or the largest binary32, whatever the arithmetic is.
static void shown_mark_words(struct shown *shown)
{
    for (size_t i = 0; i < shown->cases->count; i++)
        if (isinf(fp_from_bits(shown->values[i])))
            shown->flags[i] |= OUTSIDE_OVERFLOW;
}

static bool is_wide(const struct shown *shown)
{
    return shown->model.format.emax > FP_BINARY32.emax;
}

bool shown_init(struct shown *shown, const struct probe *probe, const struct unit *unit,
                const struct fp_model *model, enum readout readout,
                const struct probe_cases *cases)
{
    size_t count = cases->count;
    bool sums = probe->addends > 0;

    *shown = (struct shown){
        .probe = probe,
        .unit = unit,
        .cases = cases,
        .readout = readout,
        .model = *model,
        .values = memory_new(count, sizeof *shown->values),
        .flags = memory_new(count, sizeof *shown->flags),
    };
    const struct outside outside = { *unit, shown->flags };
    const struct unit watched = unit_outside(&outside);

    if (probe->eval(probe, sums ? &watched : unit, model,
                    (const uint64_t *const *) cases->operands, count, shown->values)) {
        if (sums && is_wide(shown))
            shown_mark_words(shown);
        return true;
    }
    shown_finish(shown);
    return false;
}

static bool overflows(const struct shown *shown, size_t i)
{
    return shown->cases->defined[i] && shown->flags[i] & OUTSIDE_OVERFLOW;
}

enum shown_as shown_compare(const struct shown *shown, size_t i, uint32_t word)
{
    if (!shown->cases->defined[i])
        return SHOWN_NOTHING;
    if (probe_shows(shown->probe, shown->readout, word, shown->values[i]))
        return SHOWN_EQUAL;
    return overflows(shown, i) ? SHOWN_NOTHING : SHOWN_DIFFERENT;
}

static bool in_range_differs(const struct shown *shown, size_t i, uint32_t word)
{
    return shown_compare(shown, i, word) == SHOWN_DIFFERENT &&
           !(shown->flags[i] & OUTSIDE_UNDERFLOW);
}

// Returns true if a word shows case i with the opposite flushing. Sums and products may
// flush differently.
static bool may_be_other(struct shown *shown, size_t i, uint32_t word)
{
    struct fp_model model = shown->model;
    struct shown *other = shown->other;

    if (!other) {
        other = shown->other = memory_new(1, sizeof *other);
        model.flush_in = model.flush_out = !model.flush_in;
        shown_init(other, shown->probe, shown->unit, &model, shown->readout,
                   shown->cases);
    }
    return other->values && !in_range_differs(other, i, word);
}

bool shown_may_be(struct shown *shown, size_t i, uint32_t word)
{
    return !in_range_differs(shown, i, word) ||
           (shown->flags[i] & OUTSIDE_TINY_SUM && may_be_other(shown, i, word));
}

// Returns how a device overflows that shows this word for a result beyond the range.
static enum overflow overflow_of(const struct shown *shown, uint32_t word)
{
    double magnitude = fabs((double) fp_from_bits(word));

    return isinf(magnitude)                                  ? OVERFLOW_INFINITE
           : magnitude >= ldexp(1, shown->model.format.emax) ? OVERFLOW_LARGEST
                                                             : OVERFLOW_OTHER;
}

enum overflow shown_overflow(const struct shown *shown, const uint32_t *words)
{
    const uint32_t *first = NULL;
    bool differs = false, same = true;

    for (size_t i = 0; i < shown->cases->count; i++) {
        if (!overflows(shown, i))
            continue;
        first = first ? first : &words[i];
        same = same && !((*first ^ words[i]) << 1);
        differs |= shown_compare(shown, i, words[i]) != SHOWN_EQUAL;
    }
    if (!differs || shown->readout == READOUT_RGBA8 || is_wide(shown))
        return OVERFLOW_AS_MODEL;
    return same ? overflow_of(shown, *first) : OVERFLOW_OTHER;
}

void shown_finish(struct shown *shown)
{
    if (shown->other)
        shown_finish(shown->other);
    free(shown->other);
    free(shown->flags);
    free(shown->values);
    *shown = (struct shown){ 0 };
}
