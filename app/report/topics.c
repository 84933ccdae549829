// SPDX-License-Identifier: MIT

#include "report/topics.h"

#include <string.h>

const struct topic topic_list[TOPIC_COUNT] = {
    [TOPIC_OPERATIONS] = {
        .name = "operations",
        .summary = "how each operation rounds",
        .heading = "operations",
        .sum = TOPIC_MATRIX,
        .title = "How operations round",
        .list = TOPIC_TABLE,
    },
    [TOPIC_CONTRACTION] = {
        .name = "contraction",
        .summary = "whether a product and a sum are fused",
        .heading = "compiler",
        .sum = TOPIC_CHANGED,
        .verb = "contracts",
        .noun = "shapes",
        .title = "Contraction to fma",
        .list = TOPIC_TABLE,
    },
    [TOPIC_FOLDING] = {
        .name = "folding",
        .summary = "whether the compiler simplifies idioms",
        .heading = "compiler",
        .sum = TOPIC_CHANGED,
        .verb = "folds",
        .noun = "idioms",
        .title = "Folding",
        .list = TOPIC_TABLE,
    },
    [TOPIC_ERROR_FREE] = {
        .name = "error-free transforms",
        .word = "error-free",
        .summary = "whether TwoSum, TwoProd and split are exact",
        .heading = "df64",
        .sum = TOPIC_DF64,
        .verb = "breaks",
        .noun = "transforms",
        .title = "Error-free transforms",
        .list = TOPIC_TABLE,
    },
    [TOPIC_SUBNORMALS] = {
        .name = "subnormals",
        .summary = "whether subnormals are kept or flushed",
        .heading = "subnormals",
        .sum = TOPIC_ANSWERS,
        .verb = "flushes",
        .noun = "operations",
        .title = "Subnormals",
        .list = TOPIC_GROUPS,
        .column = true,
    },
    [TOPIC_SPECIALS] = {
        .name = "specials",
        .summary = "infinities, NaN and signed zeros",
        .heading = "specials",
        .title = "Specials that deviate",
        .list = TOPIC_ONLY_DEVIATING,
        .column = true,
    },
    [TOPIC_CONVERSIONS] = {
        .name = "conversions",
        .summary = "to and from halves, render targets and integers",
        .heading = "conversions",
        .title = "Conversions that deviate",
        .list = TOPIC_ONLY_DEVIATING,
        .codes = true,
        .column = true,
    },
    [TOPIC_CLAIMS] = {
        .name = "claims",
        .summary = "what the device claims, and what was measured",
        .heading = "claims",
        .sum = TOPIC_CLAIMED,
        .title = "Claimed and measured",
        .list = TOPIC_GROUPS,
        .codes = true,
        .column = true,
    },
    [TOPIC_FUNCTIONS] = {
        .name = "functions",
        .summary = "the error of sin, exp, pow and others, in ulp",
        .heading = "functions",
        .sum = TOPIC_WORST,
        .title = "Functions",
        .list = TOPIC_ALL,
        .column = true,
    },
    [TOPIC_CONSTANTS] = {
        .name = "constants",
        .summary = "whether literals are computed as at run time",
        .heading = "constants",
        .title = "Constants",
        .list = TOPIC_ONLY_DEVIATING,
    },
    [TOPIC_POWERS] = {
        .name = "powers of two",
        .word = "powers",
        .summary = "whether exp2 and pow give powers of two exactly",
        .heading = "powers",
        .title = "Powers of two",
        .list = TOPIC_ONLY_DEVIATING,
    },
};

const char *topic_word(int id)
{
    return topic_list[id].word ? topic_list[id].word : topic_list[id].name;
}

struct topic topic_of(const char *name)
{
    for (int i = 0; i < TOPIC_COUNT; i++)
        if (!strcmp(topic_list[i].name, name)) {
            struct topic topic = topic_list[i];
            topic.id = (enum topic_id) i;
            return topic;
        }
    return (struct topic){ .id = TOPIC_COUNT,
                           .name = name,
                           .codes = true,
                           .summary = "",
                           .heading = name,
                           .title = name,
                           .list = TOPIC_ONLY_DEVIATING };
}
