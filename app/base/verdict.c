// SPDX-License-Identifier: MIT

#include "base/verdict.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

void against_text(const struct against *against, char *text, size_t size)
{
    const char *name = fp_round_name(against->round);

    snprintf(text, size, "%s: %d of %d sums, e.g. %s + %s: got %s, %s gives %s", name,
             against->sums, against->of, text_hex(against->a).text,
             text_hex(against->b).text, text_hex(against->got).text, name,
             text_hex(against->gives).text);
}

static const struct {
    const char *name, *words;
} overflows[OVERFLOW_COUNT] = {
    [OVERFLOW_AS_MODEL] = { "as-model", "" },
    [OVERFLOW_INFINITE] = { "infinite", "larger results are infinite" },
    [OVERFLOW_LARGEST] = { "largest", "larger results are the largest number" },
    [OVERFLOW_OTHER] = { "other", "larger results are neither infinite nor one number" },
};

const char *overflow_name(int overflow)
{
    return overflows[overflow].name;
}

const char *overflow_words(enum overflow overflow)
{
    return overflows[overflow].words;
}

static const struct family {
    const char *name;
    uint32_t rules;
    const char *words;
} families[] = {
    { "nearest", VERDICT_NEAREST, "rounds to nearest" },
    { "truncate", VERDICT_TRUNCATE, "truncates" },
    { "upward", VERDICT_UPWARD, "rounds upward" },
};

static const char *const rule_words[FP_ROUND_COUNT] = {
    [FP_RNE] = "rounds to nearest even",
    [FP_RNA] = "rounds to nearest, ties away from zero",
    [FP_RNZ] = "rounds to nearest, ties to zero",
    [FP_RNU] = "rounds to nearest, ties up",
    [FP_RND] = "rounds to nearest, ties down",
    [FP_RNO] = "rounds to nearest, ties to odd",
    [FP_RTZ] = "rounds toward zero",
    [FP_RAZ] = "rounds away from zero",
    [FP_RUP] = "rounds up",
    [FP_RDN] = "rounds down",
    [FP_RO] = "rounds to odd",
    [FP_CHOP_G0] = "chops, no guard bit",
    [FP_CHOP_G1] = "chops, one guard bit",
    [FP_CHOP_G2] = "chops, two guard bits",
    [FP_CHOP_G3] = "chops, three guard bits",
    [FP_RNE_NS1] = "rounds to nearest even, one guard bit, no sticky",
    [FP_RNE_NS2] = "rounds to nearest even, two guard bits, no sticky",
    [FP_RNE_NS3] = "rounds to nearest even, three guard bits, no sticky",
    [FP_RNA_NS1] = "rounds to nearest away, one guard bit, no sticky",
    [FP_RNA_NS2] = "rounds to nearest away, two guard bits, no sticky",
    [FP_RNA_NS3] = "rounds to nearest away, three guard bits, no sticky",
};

static const char *const status_names[STATUS_COUNT] = {
    "ok",       "folded",  "unsupported", "undecided", "impossible", "unpainted",
    "unstable", "skipped", "error",       "excess",    "unrounded",
};

struct verdict verdict_unknown(enum status status)
{
    return (struct verdict){ .status = status, .fraction_bits = -1, .emax = -1 };
}

struct verdict verdict_because(enum status status, const char *reason)
{
    struct verdict verdict = verdict_unknown(status);

    snprintf(verdict.reason, sizeof verdict.reason, "%s", reason);
    return verdict;
}

struct verdict verdict_told(const struct verdict *verdict)
{
    struct verdict told = verdict_because(verdict->status, verdict->reason);

    if (verdict->status == STATUS_EXCESS)
        told.inside_bits = verdict->inside_bits;
    told.nearest = verdict->nearest;
    return verdict->status == STATUS_OK ? *verdict : told;
}

bool verdict_same_reason(const struct verdict *a, const struct verdict *b)
{
    return a->status == b->status && !strcmp(a->reason, b->reason);
}

const char *status_name(int status)
{
    return status_names[status];
}

const char *pattern_name(int pattern)
{
    static const char *const names[] = { "none", "beehive", "orca" };

    return names[pattern];
}

const char *subnormals_name(int subnormals)
{
    static const char *const names[] = { [SUBNORMALS_UNKNOWN] = "unknown",
                                         [SUBNORMALS_KEPT] = "kept",
                                         [SUBNORMALS_FLUSHED] = "flushed" };

    return names[subnormals];
}

// The only rule of a set, or FP_ROUND_COUNT.
static enum fp_round only_rule(uint32_t survivors)
{
    for (int i = 0; i < FP_ROUND_COUNT; i++)
        if (survivors == VERDICT_RULE(i))
            return (enum fp_round) i;
    return FP_ROUND_COUNT;
}

// The smallest family that holds all of a set that is not empty, or NULL.
static const struct family *family_of(uint32_t survivors)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (survivors && !(survivors & ~families[i].rules))
            return &families[i];
    return NULL;
}

const char *verdict_rounding(uint32_t survivors)
{
    enum fp_round rule = only_rule(survivors);
    const struct family *family = family_of(survivors);

    if (rule != FP_ROUND_COUNT)
        return fp_round_name(rule);
    return family ? family->name : "unknown";
}

bool verdict_is_family(uint32_t survivors)
{
    return only_rule(survivors) != FP_ROUND_COUNT || family_of(survivors) != NULL;
}

enum pattern verdict_pattern(uint32_t survivors)
{
    const struct family *family = family_of(survivors);

    if (family && family->rules == VERDICT_NEAREST)
        return PATTERN_BEEHIVE;
    if (family && family->rules == VERDICT_TRUNCATE)
        return PATTERN_ORCA;
    return PATTERN_NONE;
}

uint32_t verdict_rules(const char *rounding)
{
    enum fp_round rule;

    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(rounding, families[i].name))
            return families[i].rules;
    return fp_round_find(rounding, &rule) ? VERDICT_RULE(rule) : 0;
}

static void rounding_words(const struct verdict *verdict, char *text, size_t size)
{
    enum fp_round rule = only_rule(verdict->survivors);
    const struct family *family = family_of(verdict->survivors);

    if (verdict->foreign.known)
        foreign_words(&verdict->foreign, text, size);
    else
        snprintf(text, size, "%s",
                 rule != FP_ROUND_COUNT ? rule_words[rule]
                 : family               ? family->words
                                        : "rounding not decided");
}

void verdict_adder(const struct verdict *verdict, char *text, size_t size)
{
    if (verdict->foreign.known)
        foreign_name(&verdict->foreign, text, size);
    else
        snprintf(text, size, "%s", verdict_rounding(verdict->survivors));
}

void verdict_text(const struct verdict *verdict, char *text, size_t size)
{
    bool rewritten = verdict->rewriting != REWRITING_NONE;
    char inside[48] = "", words[200];

    rounding_words(verdict, words, sizeof words);
    if (verdict->inside_bits)
        snprintf(inside, sizeof inside, " when stored, %d inside an expression",
                 verdict->inside_bits);
    if (verdict->status == STATUS_OK && verdict->fraction_bits >= 0)
        snprintf(text, size, "%d-bit significand%s, %s%s%s", verdict->fraction_bits + 1,
                 inside, words, rewritten ? "; the compiler reassociated the sum: " : "",
                 rewriting_glsl(verdict->rewriting));
    else if (verdict->status == STATUS_OK)
        snprintf(text, size, "%s", words);
    else if (verdict->reason[0])
        snprintf(text, size, "%s: %s", status_name(verdict->status), verdict->reason);
    else
        snprintf(text, size, "%s", status_name(verdict->status));
}

void verdict_survivors_text(uint32_t survivors, char *text, size_t size)
{
    text[0] = 0;
    for (int i = 0; i < FP_ROUND_COUNT; i++)
        if (survivors & VERDICT_RULE(i))
            text_join(text, size, ", ", fp_round_name((enum fp_round) i));
    if (!survivors)
        text_add(text, size, "none");
}

void verdict_name_once(char *list, size_t size, const char *name)
{
    if (name[0] && !strstr(list, name))
        text_join(list, size, ", ", name);
}
