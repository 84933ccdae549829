// SPDX-License-Identifier: MIT

#include "report/forms.h"

#include "base/text.h"
#include "report/topics.h"

#include <stdio.h>
#include <string.h>

// Adds a form in which an expression was asked. `bits` are those of the precision.
static void add_form(struct report_forms *forms, int form, const struct finding *finding,
                     int bits)
{
    if (!finding || !finding->cases)
        return;
    forms->asked |= 1u << form;
    if (report_expressions_as_written(finding, bits))
        forms->good |= 1u << form;
}

static int bits_at(const struct report_expressions_at *at)
{
    return report_expressions_bits(at->report, at->place.stage, at->place.precision);
}

struct report_forms report_forms_of(const struct report_expressions_at *at,
                                    const char *line)
{
    struct report_forms forms = { 0 };
    struct report_expressions_at there = *at;

    for (int form = 0; form < FORM_COUNT; form++) {
        there.place.form = (enum form) form;
        add_form(&forms, form, report_expressions_find(&there, line), bits_at(at));
    }
    return forms;
}

#define PROBE "error_free"

// The expressions of this probe that float-float arithmetic is built on, each with the
// one that can replace it, or NULL.
static const struct {
    const char *id, *other;
} built_on[] = {
    { "two-sum", NULL },
    { "fast-two-sum", NULL },
    { "two-product-fma", "two-product" },
    { "two-product", "two-product-fma" },
    { "split", "two-product-fma" },
    { "pair-sum", NULL },
    { "pair-product", "two-product-fma" },
    { "pair-step", "two-product-fma" },
};

// Adds the forms in which an expression of the probe was asked.
static void add_forms(struct report_forms *forms, const struct report_expressions_at *at,
                      const char *id)
{
    struct report_expressions_at there = *at;

    for (int form = 0; form < FORM_COUNT; form++) {
        there.place.form = (enum form) form;
        add_form(forms, form, report_expressions_of(&there, PROBE, id), bits_at(at));
    }
}

struct report_forms report_forms_df64(const struct report *report, enum stage stage,
                                      enum precision precision)
{
    const struct report_expressions_at at = { report,
                                              topic_list[TOPIC_ERROR_FREE].name,
                                              { stage, precision, FORM_PLAIN } };
    struct report_forms all = { 0, ~0u };

    for (size_t i = 0; i < sizeof built_on / sizeof *built_on; i++) {
        struct report_forms forms = { 0 };

        if (!report_expressions_has(&at, PROBE, built_on[i].id))
            continue;
        add_forms(&forms, &at, built_on[i].id);
        if (built_on[i].other)
            add_forms(&forms, &at, built_on[i].other);
        all.asked |= forms.asked;
        all.good &= forms.good;
    }
    all.good &= all.asked;
    return all;
}

void report_forms_text(struct report_forms forms, char *text, size_t size)
{
    bool some = forms.good && !(forms.good & 1u << FORM_PLAIN);
    const char *joint = "only ";

    snprintf(text, size, "%s",
             !forms.asked ? "not measured"
             : some       ? ""
             : forms.good ? "as written"
                          : "not at all");
    for (int form = 0; form < FORM_COUNT && some; form++) {
        if (!(forms.good >> form & 1))
            continue;
        text_add(text, size, "%s%s", joint, form_name((enum form) form));
        unsigned rest = forms.good >> form >> 1;
        joint = rest & (rest - 1) ? ", " : " or ";
    }
}

void report_forms_headline(struct report_forms forms, char *text, size_t size)
{
    static const char *const needs[FORM_COUNT] = { [FORM_GUARDED] = "a guard",
                                                   [FORM_PRECISE] = "`precise`",
                                                   [FORM_INVARIANT] = "`invariant`" };
    const char *joint = "";

    snprintf(text, size, "What this device does to an expression");
    if (!forms.asked)
        return;
    bool some = forms.good && !(forms.good & 1u << FORM_PLAIN);

    snprintf(text, size, "Double-float tricks %s",
             some         ? "need "
             : forms.good ? "work as written"
                          : "fail");
    for (int form = 0; form < FORM_COUNT && some; form++) {
        unsigned rest = forms.good >> form >> 1;

        if (!(forms.good >> form & 1) || !needs[form])
            continue;
        text_add(text, size, "%s%s", joint, needs[form]);
        joint = rest & (rest - 1) ? ", " : " or ";
    }
    text_add(text, size, " here");
}

void report_forms_short(const char *line, char *text, size_t size)
{
    size_t used = 0;

    for (int depth = 0; *line && used + 1 < size; line++) {
        depth += *line == '(';
        if (!depth)
            text[used++] = *line;
        depth -= *line == ')';
    }
    text[used] = 0;
}
