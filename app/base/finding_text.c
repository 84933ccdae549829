// SPDX-License-Identifier: MIT
//
// Makes the text of a finding: fills the numbers into the sentences of its kinds, and
// joins them. A report has the kind and the numbers of a finding, so that rewording a
// sentence changes no report.

#include "base/finding.h"

#include "base/text.h"
#include "base/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
static const struct finding_field fields[FINDING_FIELDS] = {
    { "count", FINDING_INTEGER, offsetof(struct finding_remark, count) },
    { "of", FINDING_INTEGER, offsetof(struct finding_remark, of) },
    { "bits", FINDING_INTEGER, offsetof(struct finding_remark, bits) },
    { "least", FINDING_INTEGER, offsetof(struct finding_remark, least) },
    { "most", FINDING_INTEGER, offsetof(struct finding_remark, most) },
    { "rules", FINDING_RULES, offsetof(struct finding_remark, rules) },
    { "word", FINDING_HEX, offsetof(struct finding_remark, word) },
    { "other", FINDING_HEX, offsetof(struct finding_remark, other) },
    { "value", FINDING_DOUBLE, offsetof(struct finding_remark, value) },
    { "at", FINDING_DOUBLE, offsetof(struct finding_remark, at) },
};
// clang-format on

bool finding_piece(const char **sentence, struct finding_piece *piece)
{
    const char *brace = *sentence + strcspn(*sentence, "{");
    size_t length = strcspn(brace, "}");

    *piece = (struct finding_piece){ *sentence, (int) (brace - *sentence), "", "", NULL };
    if (!**sentence)
        return false;
    *sentence = brace + length;
    if (!*brace)
        return true;
    ++*sentence;
    snprintf(piece->name, sizeof piece->name, "%.*s", (int) length - 1, brace + 1);

    char *colon = strchr(piece->name, ':');

    if (colon) {
        *colon = 0;
        piece->form = colon + 1;
    }
    for (int i = 0; i < FINDING_FIELDS; i++)
        if (!strcmp(fields[i].name, piece->name))
            piece->field = &fields[i];
    return true;
}

static void finding_text_add_words(char *text, size_t size,
                                   const struct finding_case *example,
                                   const uint64_t *words, int count, bool bytes)
{
    for (int k = 0; k < count; k++)
        text_add(text, size,
                 bytes           ? "%s%llu"
                 : example->wide ? "%s0x%016llx"
                                 : "%s0x%08llx",
                 k ? " " : "", (unsigned long long) words[k]);
}

void finding_case_text(const struct finding_case *example, char *text, size_t size)
{
    text[0] = 0;
    finding_text_add_words(text, size, example, example->in, example->operands, false);
    text_add(text, size, ": got ");
    finding_text_add_words(text, size, example, example->got, example->results, false);
    if (!example->wanted)
        return;
    text_add(text, size, " want ");
    finding_text_add_words(text, size, example, example->want, example->results, false);
}

void finding_words_text(const struct finding_case *example, const uint64_t *words,
                        char *text, size_t size)
{
    text[0] = 0;
    finding_text_add_words(text, size, example, words, example->results, false);
}

static double finding_number(const struct finding_case *example, uint64_t word)
{
    uint32_t narrow = (uint32_t) word;
    double wide;
    float value;

    memcpy(&wide, &word, sizeof wide);
    memcpy(&value, &narrow, sizeof value);
    return example->wide ? wide : (double) value;
}

void finding_values_text(const struct finding_case *example, const uint64_t *words,
                         char *text, size_t size)
{
    text[0] = 0;
    for (int i = 0; i < example->results; i++) {
        double value = finding_number(example, words[i]);
        char number[32] = "NaN";

        if (!isnan(value))
            text_shortest(value, example->wide, number, sizeof number);
        text_join(text, size, " ", number);
    }
}

static void add_exactly(char *text, size_t size, double value)
{
    const char *sign = signbit(value) ? "-" : "";

    if (isnan(value))
        text_add(text, size, "NaN");
    else if (isinf(value))
        text_add(text, size, "%sinf", sign);
    else if (value == 0)
        text_add(text, size, "%s0", sign);
    else if (fabs(value) < 100 && value == floor(value))
        text_add(text, size, "%g", value);
    else
        text_add(text, size, "%s", text_hex(value).text);
}

// Rounded down: an error that was seen, where others may be larger.
static void add_least(char *text, size_t size, double value)
{
    if (value < 1000)
        text_add(text, size, "%.2f ulp", floor(value * 100) / 100 + 0.0); // no -0
    else if (value < 1e7)
        text_add(text, size, "%.0f ulp", floor(value));
    else
        text_add(text, size, "%.1e ulp", finding_floor(value, 2));
}

static void add_number(char *text, size_t size, double value, const char *form)
{
    if (!strcmp(form, "ulp"))
        add_least(text, size, value);
    else if (!strcmp(form, "worst"))
        text_add(text, size, value < 1e6 ? "%.2f ulp" : "%.1e ulp", value);
    else if (!strcmp(form, "half") && value != 0)
        text_add(text, size, "2^%d", ilogb(value) - 1);
    else if (!strcmp(form, "exact"))
        add_exactly(text, size, value);
    else if (!strcmp(form, "whole"))
        text_add(text, size, "%.0f", value);
    else if (!strcmp(form, "hex"))
        text_add(text, size, "%s", text_hex(value).text);
    else if (form[0] == '.')
        text_add(text, size, "%.*f", atoi(form + 1), value);
    else
        text_add(text, size, "%.*g", atoi(form), value);
}

static void add_word(char *text, size_t size, uint64_t word, const char *form)
{
    text_add(text, size,
             !strcmp(form, "half")    ? "0x%04llx"
             : !strcmp(form, "short") ? "0x%llx"
                                      : "0x%08llx",
             (unsigned long long) word);
}

static void add_field(char *text, size_t size, const struct finding_remark *remark,
                      const struct finding_field *field, const char *form)
{
    const char *at = (const char *) remark + field->offset;

    switch (field->type) {
    case FINDING_INTEGER: text_add(text, size, "%d", *(const int *) at); break;
    case FINDING_RULES:
        text_add(text, size, "%s", verdict_rounding(*(const uint32_t *) at));
        break;
    case FINDING_HEX: add_word(text, size, *(const uint64_t *) at, form); break;
    case FINDING_DOUBLE: add_number(text, size, *(const double *) at, form); break;
    }
}

// Adds a number or a text that belongs to the whole finding and not to one remark.
static void add_whole(char *text, size_t size, const struct finding *finding,
                      const char *name, const char *form)
{
    const struct finding_case *example = &finding->example;
    bool bytes = !strcmp(form, "byte");
    char rules[160];

    if (!strcmp(name, "agree"))
        text_add(text, size, "%ld", finding->agree);
    else if (!strcmp(name, "cases"))
        text_add(text, size, "%ld", finding->cases);
    else if (!strcmp(name, "glsl"))
        text_add(text, size, "%s", finding->glsl);
    else if (!strcmp(name, "operands"))
        finding_text_add_words(text, size, example, example->in, example->operands,
                               bytes);
    else if (!strcmp(name, "got"))
        finding_text_add_words(text, size, example, example->got, example->results,
                               bytes);
    else if (!strcmp(name, "want"))
        finding_text_add_words(text, size, example, example->want, example->results,
                               bytes);
    else if (!strcmp(name, "survivors")) {
        verdict_survivors_text(finding->survivors, rules, sizeof rules);
        text_add(text, size, "%s", rules);
    }
}

// The largest error that is known of a finding.
static double largest_error(const struct finding *finding)
{
    return fmax(fabs(finding->error_min_ulp), fabs(finding->error_max_ulp));
}

static void add_remark(const struct finding *finding, const struct finding_remark *from,
                       const char *sentence, char *text, size_t size)
{
    struct finding_remark own = *from, *remark = &own;
    struct finding_piece piece;

    // its value is rounded up
    if (strstr(sentence, "{value:ulp}") && finding->error_known)
        own.value = fmin(own.value, largest_error(finding));
    while (finding_piece(&sentence, &piece)) {
        text_add(text, size, "%.*s", piece.length, piece.plain);
        if (piece.field)
            add_field(text, size, remark, piece.field, piece.form);
        else
            add_whole(text, size, finding, piece.name, piece.form);
    }
}

const char *finding_joint(const char **sentence, const char *before, bool detail)
{
    const char *own = *sentence;

    if (own[0] == '*') {
        (*sentence)++;
        return before[0] == '*' ? " or " : ": ";
    }
    if (own[0] == ',' || own[0] == ':') {
        *sentence += 2;
        return own[0] == ',' ? ", " : ": ";
    }
    return own[0] == ' ' ? "" : detail ? "; " : ", ";
}

static void add_remarks(const struct finding *finding,
                        const struct finding_remark *remarks, int room, bool detail,
                        char *text, size_t size)
{
    const char *before = "";

    text[0] = 0;
    for (int i = 0; i < room && remarks[i].kind; i++) {
        const char *sentence = remarks[i].kind->sentence, *whole = sentence;
        const char *joint = finding_joint(&sentence, before, detail);

        text_add(text, size, "%s", i ? joint : "");
        add_remark(finding, &remarks[i], sentence, text, size);
        before = whole;
    }
}

int finding_brief(const struct finding *finding)
{
    int count = 1;

    while (count < FINDING_ANSWERS && finding->answer[count].kind &&
           strchr(" :*", finding->answer[count].kind->sentence[0]))
        count++;
    return count;
}

void finding_text_brief(const struct finding *finding, char *text, size_t size)
{
    add_remarks(finding, finding->answer, finding_brief(finding), false, text, size);
}

void finding_text(const struct finding *finding, char *text, size_t size)
{
    add_remarks(finding, finding->answer, FINDING_ANSWERS, false, text, size);
}

void finding_detail_text(const struct finding *finding, char *text, size_t size)
{
    add_remarks(finding, finding->detail, FINDING_DETAILS, true, text, size);
}

void finding_word(const struct finding *finding, char *text, size_t size)
{
    char all[FINDING_ANSWER_TEXT];

    finding_text(finding, all, sizeof all);
    snprintf(text, size, "%.*s", (int) strcspn(all, " ,:;"), all);
}

// Returns true if the answer states the error, or a rounding model from which the error
// follows.
static bool tells_error(const struct finding *finding)
{
    for (int i = 0; i < FINDING_ANSWERS && finding->answer[i].kind; i++)
        if (finding->answer[i].kind->class == FINDING_ULP &&
            !finding_is_absolute(finding->answer[i].kind))
            return true;
    return !finding->error_known || finding->survivors;
}

void finding_error_text(const struct finding *finding, char *text, size_t size)
{
    char error[24];

    text[0] = 0;
    if (tells_error(finding))
        return;
    if (finding->swept_ulp > 0) {
        snprintf(text, size,
                 finding->swept_ulp < 100 ? "%s%.5f ulp (sweep)" : "%s%.6g ulp (sweep)",
                 finding->swept_whole ? "" : ">= ", finding->swept_ulp);
        return;
    }
    finding_largest(largest_error(finding), error, sizeof error);
    snprintf(text, size, "%s%s", largest_error(finding) == 0 ? "" : ">= ", error);
}

void finding_largest(double error, char *text, size_t size)
{
    snprintf(text, size,
             error < 100   ? "%.3g ulp"
             : error < 1e4 ? "%.0f ulp"
                           : "%.1e ulp",
             error < 100   ? finding_floor(error, 3)
             : error < 1e4 ? floor(error)
                           : finding_floor(error, 2));
}

void finding_text_error(const struct finding *finding, char *text, size_t size)
{
    char error[24];

    finding_text(finding, text, size);
    finding_error_text(finding, error, sizeof error);
    text_add(text, size, "%s%s", error[0] ? " " : "", error);
}

void finding_text_narrow(const struct finding *finding, int columns, char *text,
                         size_t size)
{
    static const char words[] = "at least ";
    size_t room = (size_t) columns;

    finding_text_error(finding, text, size);

    char *least = strlen(text) > room ? strstr(text, words) : NULL;

    if (least) {
        memcpy(least, ">= ", 3);
        memmove(least + 3, least + strlen(words), strlen(least + strlen(words)) + 1);
    }
    char *unit = strlen(text) > room ? strstr(text, " ulp") : NULL;

    if (unit && (!unit[4] || unit[5] == '('))
        memmove(unit, unit + 4, strlen(unit + 4) + 1);
}

bool finding_same_text_error(const struct finding *a, const struct finding *b)
{
    char error_a[24], error_b[24];

    if (!a || !b)
        return a == b;
    finding_error_text(a, error_a, sizeof error_a);
    finding_error_text(b, error_b, sizeof error_b);
    return finding_same_answer(a, b) && !strcmp(error_a, error_b);
}
