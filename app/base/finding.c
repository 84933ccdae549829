// SPDX-License-Identifier: MIT

#include "base/finding.h"

#include "base/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append_remark(struct finding_remark *list, int room,
                          const struct finding_remark *remark)
{
    int count = 0;

    while (count < room && list[count].kind)
        count++;
    if (count < room)
        list[count] = *remark;
}

void finding_say(struct finding *finding, const struct finding_remark *remark)
{
    memset(finding->answer, 0, sizeof finding->answer);
    finding->answer[0] = *remark;
}

void finding_also(struct finding *finding, const struct finding_remark *remark)
{
    append_remark(finding->answer, FINDING_ANSWERS, remark);
}

void finding_detail(struct finding *finding, const struct finding_remark *remark)
{
    append_remark(finding->detail, FINDING_DETAILS, remark);
}

const struct finding_remark *finding_find(const struct finding *finding,
                                          const struct finding_kind *kind)
{
    for (int i = 0; i < FINDING_ANSWERS; i++)
        if (finding->answer[i].kind == kind)
            return &finding->answer[i];
    for (int i = 0; i < FINDING_DETAILS; i++)
        if (finding->detail[i].kind == kind)
            return &finding->detail[i];
    return NULL;
}

bool finding_asks(const struct finding *finding, const char *id)
{
    return !strcmp(finding->id, id);
}

bool finding_is(const struct finding *finding, const struct finding_kind *kind)
{
    return finding->answer[0].kind == kind;
}

bool finding_is_of(const struct finding *finding, enum finding_class class)
{
    return finding->answer[0].kind->class == class;
}

bool finding_is_absolute(const struct finding_kind *kind)
{
    return kind->class == FINDING_ULP && strstr(kind->sentence, "{value:half}");
}

static bool has_same_numbers(const struct finding_remark *a,
                             const struct finding_remark *b)
{
    return a->count == b->count && a->of == b->of && a->bits == b->bits &&
           a->least == b->least && a->most == b->most &&
           !strcmp(verdict_rounding(a->rules), verdict_rounding(b->rules)) &&
           a->word == b->word && a->other == b->other &&
           !memcmp(&a->value, &b->value, sizeof a->value) &&
           !memcmp(&a->at, &b->at, sizeof a->at);
}

static bool are_same_remarks(const struct finding *a, const struct finding *b, int count)
{
    for (int i = 0; i < count; i++)
        if (a->answer[i].kind != b->answer[i].kind ||
            !has_same_numbers(&a->answer[i], &b->answer[i]))
            return false;
    return !strstr(a->answer[0].kind->sentence, "{glsl}") || !strcmp(a->glsl, b->glsl);
}

bool finding_same_answer(const struct finding *a, const struct finding *b)
{
    return are_same_remarks(a, b, FINDING_ANSWERS);
}

bool finding_same_brief(const struct finding *a, const struct finding *b)
{
    int count = finding_brief(a);

    return finding_brief(b) == count && are_same_remarks(a, b, count);
}

bool finding_same_word(const struct finding *a, const struct finding *b)
{
    bool number = a->answer[0].kind->sentence[0] == '{';

    return finding_is(a, b->answer[0].kind) &&
           (!number || has_same_numbers(&a->answer[0], &b->answer[0]));
}

double finding_rounded(double value, int digits)
{
    char text[32];

    snprintf(text, sizeof text, "%.*g", digits, value);
    return strtod(text, NULL);
}

double finding_floor(double value, int digits)
{
    double rounded = finding_rounded(value, digits);
    char text[32], cut[32];

    if (rounded <= value || isnan(value))
        return rounded;
    snprintf(text, sizeof text, "%.17e", value);
    snprintf(cut, sizeof cut, "%.*s%s", digits + 1, text, strchr(text, 'e'));
    return strtod(cut, NULL);
}

double finding_ulp(double ulp)
{
    if (ulp < 1000)
        return ceil(ulp * 100 - 1e-9) / 100;
    return ulp < 1e7 ? ceil(ulp) : finding_rounded(ceil(ulp), 2);
}
