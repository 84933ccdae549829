// SPDX-License-Identifier: MIT

#include "report/topics.h"

#include <string.h>

const struct topic topic_list[TOPIC_COUNT] = {
    [TOPIC_OPERATIONS] = {
        .name = "operations",
        .summary = "how each operation rounds",
        .heading = "operations",
        .sum = TOPIC_MATRIX,
        .symptom = "Do sums, products or quotients differ from those of a CPU?",
    },
    [TOPIC_CONTRACTION] = {
        .name = "contraction",
        .summary = "whether a product and a sum are fused",
        .heading = "compiler",
        .sum = TOPIC_CHANGED,
        .verb = "contracts",
        .noun = "shapes",
        .symptom = "Does a formula give other results in another shader?",
    },
    [TOPIC_FOLDING] = {
        .name = "folding",
        .summary = "whether the compiler simplifies idioms",
        .heading = "compiler",
        .sum = TOPIC_CHANGED,
        .verb = "folds",
        .noun = "idioms",
        .symptom = "Does the compiler remove corrections of rounding errors?",
    },
    [TOPIC_ERROR_FREE] = {
        .name = "error-free transforms",
        .word = "error-free",
        .summary = "whether TwoSum, TwoProd and split are exact",
        .heading = "df64",
        .sum = TOPIC_DF64,
        .verb = "breaks",
        .noun = "transforms",
        .symptom = "Does double-float arithmetic fail?",
    },
    [TOPIC_SUBNORMALS] = {
        .name = "subnormals",
        .summary = "whether subnormals are kept or flushed",
        .heading = "subnormals",
        .sum = TOPIC_ANSWERS,
        .verb = "flushes",
        .noun = "operations",
        .symptom = "Do the smallest numbers become zero?",
    },
    [TOPIC_SPECIALS] = {
        .name = "specials",
        .summary = "infinities, NaN and signed zeros",
        .heading = "specials",
        .symptom = "Do tests for NaN, infinity or -0 fail?",
    },
    [TOPIC_CONVERSIONS] = {
        .name = "conversions",
        .summary = "to and from halves, render targets and integers",
        .heading = "conversions",
        .symptom = "Are packed or stored numbers off by one?",
        .codes = true,
    },
    [TOPIC_CLAIMS] = {
        .name = "claims",
        .summary = "what the device claims, and what was measured",
        .heading = "claims",
        .sum = TOPIC_CLAIMED,
        .symptom = "Does the driver promise a precision that is not there?",
        .codes = true,
    },
    [TOPIC_FUNCTIONS] = {
        .name = "functions",
        .summary = "the error of sin, exp, pow and others, in ulp",
        .heading = "functions",
        .sum = TOPIC_WORST,
        .symptom = "Do sin, exp or pow show bands or drift?",
    },
    [TOPIC_CONSTANTS] = {
        .name = "constants",
        .summary = "whether literals are computed as at run time",
        .heading = "constants",
        .symptom = "Does a literal differ from the same number in a uniform?",
    },
    [TOPIC_POWERS] = {
        .name = "powers of two",
        .word = "powers",
        .summary = "whether exp2 and pow give powers of two exactly",
        .heading = "powers",
        .symptom = "Are exp2 and pow of whole numbers inexact?",
    },
    [TOPIC_QUOTIENTS] = {
        .name = "float-float quotients",
        .word = "quotients",
        .summary = "bits of a float-float quotient and root",
        .heading = "quotients",
        .sum = TOPIC_FORMS,
        .symptom = "Do double-float quotients and roots lose digits?",
    },
    [TOPIC_INTERPOLATION] = {
        .name = "interpolation",
        .summary = "varyings over triangles, and derivatives",
        .heading = "varyings",
        .symptom = "Does text shimmer, or is an index that was passed on one off?",
        .codes = true,
    },
    [TOPIC_SAMPLERS] = {
        .name = "samplers",
        .summary = "what samplers read, and how textures are filtered",
        .heading = "samplers",
        .sum = TOPIC_PRECISIONS,
        .symptom = "Do textures lose bits, or show steps where they are enlarged?",
        .codes = true,
    },
    [TOPIC_TARGETS] = {
        .name = "targets",
        .summary = "how layers are blended, and depths kept",
        .heading = "targets",
        .symptom = "Do trails stay, layers darken, or surfaces flicker (z-fighting)?",
        .codes = true,
    },
    [TOPIC_INTEGERS] = {
        .name = "integers",
        .summary = "the bits of highp, mediump, lowp ints and uints",
        .heading = "integers",
        .sum = TOPIC_PRECISIONS,
        .symptom = "Is a hash the same everywhere, is 300 * 300 24464?",
        .codes = true,
    },
    [TOPIC_INVARIANCE] = {
        .name = "invariance",
        .summary = "the same expression in two programs: the same bits?",
        .heading = "programs",
        .sum = TOPIC_CHANGED,
        .verb = "differ in",
        .noun = "expressions",
        .symptom = "Do surfaces of two passes flicker where they should coincide?",
    },
    [TOPIC_VECTORS] = {
        .name = "vectors",
        .summary = "length, normalize, inverse, atan(y, x): range and error",
        .heading = "vectors",
        .sum = TOPIC_WORST,
        .symptom = "Does lighting turn black, is noise striped, does an angle jump?",
    },
    [TOPIC_MIXED] = {
        .name = "mixed",
        .summary = "operations of highp, mediump and literals: how wide?",
        .heading = "mixed",
        .sum = TOPIC_ANSWERS,
        .symptom = "Does a highp variable lose bits on phones?",
    },
};

const char *topic_word(int id)
{
    return topic_list[id].word ? topic_list[id].word : topic_list[id].name;
}

// Topics that are sections of their own behind those of the list, in their order.
static const struct topic others[] = {
    { .id = TOPIC_COUNT,
      .name = "formulas",
      .codes = true,
      .summary = "how dot(), mix(), normalize() and the like are computed",
      .heading = "formulas",
      .symptom = "Do lengths and blends differ in their last bits?" },
    { .id = TOPIC_COUNT,
      .name = "mediump values",
      .codes = true,
      .summary = "where a mediump number is rounded: joins, loops, results",
      .heading = "mediump",
      .symptom = "Does a mediump variable keep more bits in one place?" },
    { .id = TOPIC_COUNT,
      .name = "functions of halves",
      .codes = true,
      .summary = "all 65,536 results of mediump functions",
      .heading = "halves",
      .symptom = "Do mediump sin or exp2 differ from one device to another?" },
};

struct topic topic_of(const char *name)
{
    for (int i = 0; i < TOPIC_COUNT; i++)
        if (!strcmp(topic_list[i].name, name)) {
            struct topic topic = topic_list[i];
            topic.id = (enum topic_id) i;
            return topic;
        }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i].name, name))
            return others[i];
    return (struct topic){ .id = TOPIC_COUNT,
                           .name = name,
                           .codes = true,
                           .summary = "",
                           .heading = name,
                           .symptom = name };
}
