// SPDX-License-Identifier: MIT

#include "history.h"

#include <stdio.h>
#include <string.h>

// "Truncate" and "nearest" are what a stripe picture tells; a model needs one rule.
const struct history history_list[] = {
    {
        .key = "tegra3",
        .name = "NVIDIA Tegra 3, fragment shader",
        .family = "Tegra 3's fragment unit",
        .model = "rtz,p=14,emax=31",
        .fraction_bits = 13,
        .rounding = "truncate",
        .note = "published as 13 fraction bits, toward zero; the exponent range is that "
                "of a 20-bit float",
    },
    {
        .key = "adreno225",
        .name = "Qualcomm Adreno 225",
        .family = "Adreno 225",
        .model = "rtz,p=24",
        .fraction_bits = 23,
        .rounding = "truncate",
        .note = "sources disagree: 23 fraction bits or 16 (adreno225-16)",
    },
    {
        .key = "adreno225-16",
        .name = "Qualcomm Adreno 225, by the other source",
        .family = "Adreno 225, as the other source has it",
        .model = "rtz,p=17",
        .fraction_bits = 16,
        .rounding = "truncate",
        .note = "sources disagree: 16 fraction bits or 23 (adreno225)",
    },
    {
        .key = "gc4000",
        .name = "Vivante GC4000",
        .family = "Vivante GC4000",
        .model = "rtz,p=24",
        .fraction_bits = 23,
        .rounding = "truncate",
        .note = "published as 23 fraction bits, toward zero",
    },
    {
        .key = "videocore4",
        .name = "Broadcom VideoCore IV",
        .family = "VideoCore IV",
        .model = "rtz,p=24",
        .fraction_bits = 23,
        .rounding = "truncate",
        .note = "published as 23 fraction bits, toward zero, without NaN; the model has "
                "NaN",
    },
    {
        .key = "mali400",
        .name = "ARM Mali-400, fragment shader",
        .family = "Mali-400's fragment unit",
        .model = "rne,p=11,emax=15",
        .fraction_bits = 10,
        .rounding = "nearest",
        .note = "published as 10 fraction bits, to nearest; the model breaks ties to "
                "even, in binary16",
    },
    {
        .key = "t604",
        .name = "ARM Mali-T604",
        .family = "Mali-T604",
        .model = "rne,p=24,mediump=11",
        .fraction_bits = 23,
        .rounding = "rne",
        .note = "published as 23 fraction bits, to nearest even",
    },
    {
        .key = "hd3650",
        .name = "AMD Radeon HD 3650",
        .family = "Radeon HD 3650",
        .model = "rne,p=24",
        .fraction_bits = 23,
        .rounding = "rne",
        .note = "published as 23 fraction bits, to nearest even",
    },
    {
        .key = "hd3400",
        .name = "AMD Radeon HD 3400",
        .family = "Radeon HD 3400",
        .model = "rne,p=24,ftz",
        .fraction_bits = 23,
        .rounding = "rne",
        .note = "published as 23 fraction bits, to nearest even, subnormals flushed",
    },
    {
        .key = "geforce",
        .name = "NVIDIA GeForce, desktop",
        .family = "GeForce of the desktop",
        .model = "rne,p=24,ftz",
        .fraction_bits = 23,
        .rounding = "rne",
        .note = "published as 23 fraction bits, to nearest even",
    },
    {
        .key = "sgx544",
        .name = "Imagination PowerVR SGX544",
        .family = "PowerVR SGX544",
        .model = "rne-ns2,p=24",
        .fraction_bits = 23,
        .rounding = "nearest",
        .note =
            "published as near 23 fraction bits, to nearest but not quite; the model, "
            "2 guard bits without a sticky bit, is one such adder, not known to be it",
    },
    {
        .key = "r300",
        .name = "ATI R300",
        .family = "ATI's R300",
        .model = "chop-g1,p=17,emax=63,multiplier=0",
        .fraction_bits = 16,
        .rounding = "truncate",
        .note = "published as 16 fraction bits, chopped sums, truncated products; how "
                "many guard bits is the model's",
    },
    {
        .key = "nv35",
        .name = "NVIDIA GeForce FX, before the G80",
        .family = "NVIDIA's GPUs before the G80",
        .model = "chop-g1,p=24,multiplier=0",
        .fraction_bits = 23,
        .rounding = "truncate",
        .note = "published as 23 fraction bits, chopped sums, truncated products; how "
                "many guard bits is the model's",
    },
};

const int history_count = (int) (sizeof(history_list) / sizeof(history_list[0]));

_Static_assert(sizeof(history_list) / sizeof(history_list[0]) <= HISTORY_MAX,
               "HISTORY_MAX is too small");

const struct history *history_find(const char *key)
{
    for (int i = 0; i < history_count; i++)
        if (!strcmp(history_list[i].key, key))
            return &history_list[i];
    return NULL;
}

int history_twins(int fraction_bits, uint32_t survivors,
                  const struct history *twins[HISTORY_MAX])
{
    int count = 0;

    for (int i = 0; i < history_count; i++) {
        uint32_t rules = verdict_rules(history_list[i].rounding);

        // A picture that leaves more rules than the publication names, all of one
        // family, does not contradict it.
        if (history_list[i].fraction_bits == fraction_bits && survivors & rules &&
            verdict_pattern(survivors) == verdict_pattern(rules))
            twins[count++] = &history_list[i];
    }
    return count;
}

void history_text(int fraction_bits, uint32_t survivors, char *text, size_t size)
{
    const struct history *twins[HISTORY_MAX];
    int count = history_twins(fraction_bits, survivors, twins);
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < count && used < size; i++)
        used += (size_t) snprintf(text + used, size - used, "%s%s", i ? "; " : "",
                                  twins[i]->name);
}
