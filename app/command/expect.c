// SPDX-License-Identifier: MIT

#include "command/expect.h"

#include "base/closest.h"
#include "base/fp_format.h"
#include "base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT_WORD 48

// Takes the next word of the list apart; a bare one is a rounding. Returns false at
// the end of the list.
static bool next(const char **words, char key[EXPECT_WORD], char value[EXPECT_WORD])
{
    size_t length = strcspn(*words, ",");
    const char *equals = memchr(*words, '=', length);
    const char *from = equals ? equals + 1 : *words;

    if (!**words)
        return false;
    if (equals)
        snprintf(key, EXPECT_WORD, "%.*s", (int) (equals - *words), *words);
    else
        snprintf(key, EXPECT_WORD, "rounding");
    snprintf(value, EXPECT_WORD, "%.*s", (int) (*words + length - from), from);
    *words += length;
    *words += **words == ',';
    return true;
}

static bool is_pattern(const char *word)
{
    for (int i = PATTERN_NONE; i <= PATTERN_ORCA; i++)
        if (!strcmp(word, pattern_name((enum pattern) i)))
            return true;
    return false;
}

static bool say_no_rounding(const char *word)
{
    const char *names[FP_ROUND_COUNT + 3] = { "nearest", "truncate", "upward" };
    const char *closest;

    for (int i = 0; i < FP_ROUND_COUNT; i++)
        names[3 + i] = fp_round_name((enum fp_round) i);
    closest = closest_find(word, names, FP_ROUND_COUNT + 3);
    if (is_pattern(word))
        log_error("--expect: %s is not a rounding model; did you mean pattern=%s?", word,
                  word);
    else if (word[strspn(word, "0123456789")] == '\0')
        log_error("--expect: %s is not a rounding model; did you mean fraction_bits=%s?",
                  word, word);
    else if (closest)
        log_error("--expect: unknown rounding model '%s'; did you mean %s?", word,
                  closest);
    else
        log_error(
            "--expect: unknown rounding model '%s'; use nearest, truncate, upward or one "
            "that `fpstripe explain models` lists",
            word);
    return false;
}

static bool valid_pattern(const char *word)
{
    if (is_pattern(word))
        return true;
    log_error("--expect: unknown pattern '%s'; use beehive, orca or none", word);
    return false;
}

static bool valid_bits(const char *word)
{
    size_t digits = strspn(word, "0123456789");

    if (digits > 0 && digits <= 2 && !word[digits])
        return true;
    log_error("--expect: fraction_bits=%s is not a number of bits", word);
    return false;
}

static bool valid_place(const char *key, const char *word)
{
    enum stage stage;
    enum precision precision;

    if (strcmp(key, "stage") ? precision_find(word, &precision)
                             : stage_find(word, &stage))
        return true;
    log_error("--expect: unknown %s '%s'; `fpstripe run --help` lists them", key, word);
    return false;
}

// A list that ends in a comma has an empty word behind it.
static bool valid_list(const char *words)
{
    size_t length = strlen(words);

    if (words[0] != ',' && !strstr(words, ",,") && words[length - 1] != ',')
        return true;
    log_error("--expect: a word is empty in '%s'", words);
    return false;
}

bool expect_valid(const char *words)
{
    char key[EXPECT_WORD], value[EXPECT_WORD];
    bool ok = valid_list(words);

    while (ok && next(&words, key, value)) {
        if (!value[0]) {
            log_error("--expect: %s= has no value", key);
            ok = false;
        } else if (!strcmp(key, "rounding")) {
            ok = verdict_rules(value) != 0 || say_no_rounding(value);
        } else if (!strcmp(key, "fraction_bits")) {
            ok = valid_bits(value);
        } else if (!strcmp(key, "pattern")) {
            ok = valid_pattern(value);
        } else if (!strcmp(key, "stage") || !strcmp(key, "precision")) {
            ok = valid_place(key, value);
        } else {
            log_error("--expect: unknown key '%s'; use rounding, fraction_bits, pattern, "
                      "stage or precision",
                      key);
            ok = false;
        }
    }
    return ok;
}

static bool met(const char *key, const char *value, const struct verdict *verdict)
{
    if (!strcmp(key, "stage") || !strcmp(key, "precision"))
        return true;
    if (!strcmp(key, "fraction_bits"))
        return verdict->fraction_bits == atoi(value);
    if (!strcmp(key, "pattern"))
        return !strcmp(pattern_name(verdict->pattern), value);
    return verdict->survivors && !(verdict->survivors & ~verdict_rules(value));
}

static bool all_met(const char *words, const struct verdict *verdict)
{
    char key[EXPECT_WORD], value[EXPECT_WORD];
    bool ok = verdict->status == STATUS_OK;

    while (ok && next(&words, key, value))
        ok = met(key, value, verdict);
    return ok;
}

// Where a list asks, over where the run did.
static void asked_place(const char *words, enum stage *stage, enum precision *precision)
{
    char key[EXPECT_WORD], value[EXPECT_WORD];

    while (next(&words, key, value)) {
        if (!strcmp(key, "stage"))
            stage_find(value, stage);
        if (!strcmp(key, "precision"))
            precision_find(value, precision);
    }
}

// Returns the verdict for a stage and precision; the headline if it describes the same
// place.
static struct verdict verdict_at(const struct report *report, enum stage stage,
                                 enum precision precision)
{
    return stage == report->headline_stage && precision == report->headline_precision
               ? report->headline
               : report_combine(report, stage, precision);
}

static void log_unmet(const char *words, const struct report *report, enum stage stage,
                      enum precision precision)
{
    struct verdict verdict = verdict_at(report, stage, precision);
    char survivors[200], headline[400], adder[FOREIGN_NAME];

    report_headline_text(report, headline, sizeof headline);
    verdict_survivors_text(verdict.survivors, survivors, sizeof survivors);
    verdict_adder(&verdict, adder, sizeof adder);
    if (verdict.status == STATUS_OK)
        log_error(
            "--expect failed for %s %s: expected %s, got rounding=%s,fraction_bits=%d,"
            "pattern=%s (survivors %s)",
            stage_name(stage), precision_name(precision), words, adder,
            verdict.fraction_bits, pattern_name(verdict.pattern), survivors);
    else
        log_error("--expect failed for %s %s: expected %s, got %s (%s)",
                  stage_name(stage), precision_name(precision), words,
                  status_name(verdict.status), headline);
}

bool expect_met(const char *words, const struct report *report, int stage, int precision)
{
    enum stage at_stage = stage < 0 ? STAGE_FRAGMENT : (enum stage) stage;
    enum precision at_precision =
        precision < 0 ? PRECISION_HIGHP : (enum precision) precision;

    asked_place(words, &at_stage, &at_precision);
    struct verdict verdict = verdict_at(report, at_stage, at_precision);

    if (all_met(words, &verdict))
        return true;
    log_unmet(words, report, at_stage, at_precision);
    return false;
}
