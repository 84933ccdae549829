// SPDX-License-Identifier: MIT

#include "report/forms.h"

#include "base/text.h"
#include "report/topics.h"

#include <stdio.h>
#include <string.h>

struct report_forms report_forms_of(const struct report_expressions_at *at,
                                    const char *line)
{
    struct report_forms forms = { 0 };
    struct report_expressions_at there = *at;
    int bits = report_expressions_bits(at->report, at->place.stage, at->place.precision);

    for (int form = 0; form < FORM_COUNT; form++) {
        there.place.form = (enum form) form;
        const struct finding *finding = report_expressions_find(&there, line);
        if (!finding || !finding->cases)
            continue;
        forms.asked |= 1u << form;
        if (report_expressions_as_written(finding, bits))
            forms.good |= 1u << form;
    }
    return forms;
}

// Bytes of a line's name before " by ": what it does, without the way.
static size_t what_length(const char *line)
{
    const char *by = strstr(line, " by ");

    return by ? (size_t) (by - line) : strlen(line);
}

static bool is_same_thing(const char *one, const char *other)
{
    return what_length(one) == what_length(other) &&
           !strncmp(one, other, what_length(one));
}

static bool is_built_on_split(const char *line)
{
    return !strncmp(line, "split", 5) ||
           (!strncmp(line, "float-float", 11) && strchr(line, '*'));
}

// In which forms the need for a line is met: by itself, by another way to the same
// thing, or, where it is built on the split, by fma.
static struct report_forms is_met(const struct report_expressions_at *at,
                                  const char *line)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(at, names);
    struct report_forms met = { 0 };

    for (int i = 0; i < count; i++) {
        if (!is_same_thing(names[i], line) &&
            !(is_built_on_split(line) && strstr(names[i], " by fma")))
            continue;
        struct report_forms forms = report_forms_of(at, names[i]);
        met.asked |= forms.asked;
        met.good |= forms.good;
    }
    return met;
}

struct report_forms report_forms_df64(const struct report *report, enum stage stage,
                                      enum precision precision)
{
    const struct report_expressions_at at = { report,
                                              topic_list[TOPIC_ERROR_FREE].name,
                                              { stage, precision, FORM_PLAIN } };
    const char *names[REPORT_EXPRESSIONS_MAX];
    int count = report_expressions_names(&at, names);
    struct report_forms all = { 0, ~0u };

    for (int i = 0; i < count; i++) {
        struct report_forms forms = is_met(&at, names[i]);
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
