// SPDX-License-Identifier: MIT

#include "report/deviating.h"

#include "base/text.h"
#include "report/expressions.h"

#include <stdio.h>
#include <string.h>

// "fma(a, b, c), precise": where it is not asked as most are.
static void name_at(const struct finding *finding, const struct result *result,
                    char *text, size_t size)
{
    snprintf(text, size, "%s", finding->expression);
    if (result->stage != STAGE_FRAGMENT)
        text_join(text, size, ", ", stage_name(result->stage));
    if (result->precision != PRECISION_HIGHP)
        text_join(text, size, ", ", precision_name(result->precision));
    if (result->form != FORM_PLAIN)
        text_join(text, size, ", ", form_name(result->form));
}

// A case without the words that are as wanted.
static struct finding_case without_equal(const struct finding_case *from)
{
    struct finding_case example = *from;
    int count = 0;

    for (int i = 0; i < from->results; i++)
        if (from->got[i] != from->want[i] || !from->wanted) {
            example.got[count] = from->got[i];
            example.want[count++] = from->want[i];
        }
    example.results = count;
    return example;
}

// Writes the values that a case has and should have: numbers, unless they are codes or
// look the same.
static void deviating_numbers(const struct finding *finding, bool codes, char got[80],
                              char want[80])
{
    const struct finding_case example = without_equal(&finding->example);

    snprintf(got, 80, "-");
    snprintf(want, 80, "-");
    if (!example.operands || !example.results)
        return;
    finding_values_text(&example, example.got, got, 80);
    finding_values_text(&example, example.want, want, 80);
    if (codes || (example.wanted && !strcmp(got, want))) {
        finding_words_text(&example, example.got, got, 80);
        finding_words_text(&example, example.want, want, 80);
    }
    if (!example.wanted)
        snprintf(want, 80, "-");
}

void report_deviating(const struct finding *finding, const struct result *result,
                      bool codes, struct report_deviating *told)
{
    char error[24];

    name_at(finding, result, told->name, sizeof told->name);
    finding_text_brief(finding, told->answer, sizeof told->answer);
    finding_error_text(finding, error, sizeof error);
    if (error[0] && report_expressions_is_irregular(finding))
        snprintf(told->answer, sizeof told->answer, "off by %s", error);
    else
        text_add(told->answer, sizeof told->answer, "%s%s", error[0] ? " " : "", error);
    deviating_numbers(finding, codes, told->got, told->want);
}
