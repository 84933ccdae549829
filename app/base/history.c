// SPDX-License-Identifier: MIT

#include "base/history.h"

#include "base/text.h"

#include <string.h>

// The models that a publication excludes, if it says more than "truncate" or "nearest".
#define CHOPPED                                                                       \
    (VERDICT_RULE(FP_CHOP_G0) | VERDICT_RULE(FP_CHOP_G1) | VERDICT_RULE(FP_CHOP_G2) | \
     VERDICT_RULE(FP_CHOP_G3))
#define NOT_QUITE_NEAREST                                                             \
    (VERDICT_RULE(FP_RNE_NS1) | VERDICT_RULE(FP_RNE_NS2) | VERDICT_RULE(FP_RNE_NS3) | \
     VERDICT_RULE(FP_RNA_NS1) | VERDICT_RULE(FP_RNA_NS2) | VERDICT_RULE(FP_RNA_NS3))

#define MOBILE    "Russell; Olson"
#define PARANOIA  "Hillesland, Lastra"
#define NOT_KNOWN "not known where first"

// "Truncate" and "nearest" are what a stripe picture tells; a model needs one rule.
const struct history history_list[] = {
    {
        .key = "tegra3",
        .name = "NVIDIA Tegra 3, fragment shader",
        .model = "rtz,p=14,emax=31",
        .fraction_bits = 13,
        .rounding = "truncate",
        .emax = 31,
        .note =
            "published as 13 fraction bits, toward zero: a 20-bit float, whose exponent "
            "has 6 bits",
        .source = MOBILE,
    },
    {
        .key = "adreno225",
        .name = "Qualcomm Adreno 225",
        .model = "rtz,p=24",
        .fraction_bits = 23,
        .rounding = "truncate",
        .note = "sources disagree: 23 fraction bits or 16 (adreno225-16)",
        .source = MOBILE,
    },
    {
        .key = "adreno225-16",
        .name = "Qualcomm Adreno 225, by the other source",
        .model = "rtz,p=17",
        .fraction_bits = 16,
        .rounding = "truncate",
        .note = "sources disagree: 16 fraction bits or 23 (adreno225)",
        .source = NOT_KNOWN,
    },
    {
        .key = "gc4000",
        .name = "Vivante GC4000",
        .model = "rtz,p=24",
        .fraction_bits = 23,
        .rounding = "truncate",
        .note = "published as 23 fraction bits, toward zero",
        .source = MOBILE,
    },
    {
        .key = "videocore4",
        .name = "Broadcom VideoCore IV",
        .model = "rtz,p=24",
        .fraction_bits = 23,
        .rounding = "truncate",
        .note = "published as 23 fraction bits, toward zero, without NaN; the model has "
                "NaN",
        .source = NOT_KNOWN,
    },
    {
        .key = "mali400",
        .name = "ARM Mali-400, fragment shader",
        .model = "rne,p=11,emax=15",
        .fraction_bits = 10,
        .rounding = "nearest",
        .emax = 15,
        .note = "published as 10 fraction bits, to nearest, in 16-bit floats; the model "
                "breaks ties to even",
        .source = MOBILE,
    },
    {
        .key = "t604",
        .name = "ARM Mali-T604",
        .model = "rne,p=24,mediump=11",
        .fraction_bits = 23,
        .rounding = "rne",
        .note =
            "published as 23 fraction bits, to nearest even; the model keeps subnormals, "
            "which is an assumption",
        .source = MOBILE,
    },
    {
        .key = "hd3650",
        .name = "AMD Radeon HD 3650",
        .model = "rne,p=24",
        .fraction_bits = 23,
        .rounding = "rne",
        .subnormals = SUBNORMALS_KEPT,
        .note = "published as 23 fraction bits, to nearest even, subnormals kept",
        .source = NOT_KNOWN,
    },
    {
        .key = "hd3400",
        .name = "AMD Radeon HD 3400",
        .model = "rne,p=24,ftz",
        .fraction_bits = 23,
        .rounding = "rne",
        .subnormals = SUBNORMALS_FLUSHED,
        .note = "published as 23 fraction bits, to nearest even, subnormals flushed",
        .source = NOT_KNOWN,
    },
    {
        .key = "geforce",
        .name = "NVIDIA GeForce, desktop",
        .model = "rne,p=24,ftz,filter=8",
        .fraction_bits = 23,
        .rounding = "rne",
        .note = "published as 23 fraction bits, to nearest even, and, for CUDA, weights "
                "of linear filters in 8 bits; the model flushes subnormals, and rounds "
                "the weights to nearest",
        .source = MOBILE "; CUDA",
    },
    {
        .key = "sgx544",
        .name = "Imagination PowerVR SGX544",
        .model = "rne-ns2,p=24,mediump=11,fixed=8",
        .fraction_bits = 23,
        .rounding = "nearest",
        .rules = NOT_QUITE_NEAREST,
        .note =
            "published as near 23 fraction bits, to nearest but not quite, with mediump as "
            "a half and lowp as fixed point of 10 bits from -2 to 2; the model has 2 guard "
            "bits and no sticky bit, which is an assumption",
        .source = MOBILE "; Imagination",
    },
    {
        .key = "r300",
        .name = "ATI R300",
        .model = "chop-g1,p=17,emax=63,multiplier=0",
        .fraction_bits = 16,
        .rounding = "truncate",
        .emax = 63,
        .rules = CHOPPED,
        .note =
            "published as 16 fraction bits in a 24-bit float, whose exponent has 7 bits, "
            "chopped sums, truncated products; the number of guard bits is an assumption",
        .source = PARANOIA,
    },
    {
        .key = "nv35",
        .name = "NVIDIA GeForce FX, before the G80",
        .model = "chop-g1,p=24,multiplier=0",
        .fraction_bits = 23,
        .rounding = "truncate",
        .rules = CHOPPED,
        .note = "published as 23 fraction bits, chopped sums, truncated products; the "
                "number of guard bits is an assumption",
        .source = PARANOIA,
    },
};

const int history_count = (int) (sizeof history_list / sizeof history_list[0]);

_Static_assert(sizeof history_list / sizeof history_list[0] <= HISTORY_MAX,
               "HISTORY_MAX is too small");

const struct history *history_find(const char *key)
{
    for (int i = 0; i < history_count; i++)
        if (!strcmp(history_list[i].key, key))
            return &history_list[i];
    return NULL;
}

// The rules that a publication leaves.
static uint32_t history_rules_of(const struct history *history)
{
    return history->rules ? history->rules : verdict_rules(history->rounding);
}

static bool rounds_alike(const struct history *history, uint32_t survivors)
{
    uint32_t rules = history_rules_of(history);

    // A picture that leaves more rules than the publication names, all of one family,
    // does not contradict it.
    return survivors & rules && verdict_pattern(survivors) == verdict_pattern(rules);
}

// A format of the same width of exponent has one more where it lacks infinities.
static bool reaches_alike(const struct history *history, const struct verdict *verdict)
{
    if (!history->emax || verdict->emax < 0)
        return true;
    return verdict->emax <= history->emax + 1 &&
           (verdict->emax_at_least || verdict->emax >= history->emax);
}

static bool flushes_alike(const struct history *history, const struct verdict *verdict)
{
    return history->subnormals == SUBNORMALS_UNKNOWN ||
           verdict->subnormals == SUBNORMALS_UNKNOWN ||
           history->subnormals == verdict->subnormals;
}

// Whether the verdict knows as much as is published.
static bool history_is_whole(const struct history *history, const struct verdict *verdict)
{
    return !(verdict->survivors & ~history_rules_of(history)) && verdict->emax >= 0 &&
           verdict->subnormals != SUBNORMALS_UNKNOWN &&
           !(history->emax && verdict->emax_at_least && verdict->emax < history->emax);
}

int history_twins(const struct verdict *verdict, const struct history *twins[HISTORY_MAX],
                  bool *whole)
{
    int count = 0;

    *whole = true;
    for (int i = 0; i < history_count; i++) {
        const struct history *history = &history_list[i];

        if (history->fraction_bits != verdict->fraction_bits ||
            !rounds_alike(history, verdict->survivors) ||
            !reaches_alike(history, verdict) || !flushes_alike(history, verdict))
            continue;
        *whole &= history_is_whole(history, verdict);
        twins[count++] = history;
    }
    return count;
}

void history_text(const struct verdict *verdict, const char *partly, char *text,
                  size_t size)
{
    const struct history *twins[HISTORY_MAX];
    bool whole;
    int count = history_twins(verdict, twins, &whole);

    text[0] = 0;
    for (int i = 0; i < count; i++)
        text_join(text, size, "; ", twins[i]->name);
    if (count && !whole)
        text_add(text, size, ", %s", partly);
}
