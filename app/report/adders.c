// SPDX-License-Identifier: MIT

#include "report/adders.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

// Whether a result has a say in what the sums of a stage and a precision are. The
// published form has causes of its own, and counts only where no other has an answer.
static bool is_of(const struct result *result, enum stage stage, enum precision precision,
                  bool published)
{
    return result->stage == stage && result->precision == precision &&
           !report_has_expressions(result) &&
           (published || result->form != FORM_PUBLISHED);
}

// Whether two results of one probe have two answers to which adder it is.
static bool names_another(const struct result *one, const struct result *other)
{
    const struct verdict *a = &one->verdict, *b = &other->verdict;

    return !strcmp(one->probe, other->probe) && other->verdict.status == STATUS_OK &&
           !foreign_same(&a->foreign, &b->foreign);
}

// The width tells no rounding, and is undecided where the range is too small for it.
static bool is_width(const struct result *result)
{
    return !strcmp(result->probe, "width");
}

// Whether a result speaks against every rounding model, for no other reason than that no
// model gives it. A picture that no model paints is explained by the adder that another
// probe found.
static bool is_veto(const struct result *result, const struct result *found)
{
    enum status status = result->verdict.status;

    if (found ? strcmp(found->probe, result->probe) != 0 : is_width(result))
        return status == STATUS_IMPOSSIBLE || status == STATUS_UNSTABLE;
    return status == STATUS_IMPOSSIBLE || status == STATUS_UNSTABLE ||
           status == STATUS_UNDECIDED || (found && names_another(found, result));
}

static void say_veto(struct verdict *all, const struct result *veto)
{
    bool answers = veto->verdict.status == STATUS_OK;

    all->status = STATUS_UNDECIDED;
    all->nearest = veto->verdict.nearest;
    snprintf(all->reason, sizeof all->reason, "%.31s (%s): %.250s", veto->probe,
             form_name(veto->form),
             answers ? "another form finds another adder" : veto->verdict.reason);
}

// Adds why the width is not known: a range that is too small for it explains why another
// probe is undecided.
static void say_range(const struct report *report, enum stage stage,
                      enum precision precision, const struct result *veto,
                      struct verdict *all)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        if (!is_of(result, stage, precision, false) || !is_width(result) ||
            result == veto || result->verdict.status != STATUS_UNDECIDED)
            continue;
        text_add(all->reason, sizeof all->reason, "; width: %s", result->verdict.reason);
        return;
    }
}

void report_combine_adders(const struct report *report, enum stage stage,
                           enum precision precision, bool published, struct verdict *all)
{
    const struct result *found = NULL;

    for (int i = 0; i < report->count && !found; i++)
        if (is_of(&report->results[i], stage, precision, published) &&
            report->results[i].verdict.foreign.known)
            found = &report->results[i];
    if (found) {
        all->status = STATUS_OK;
        all->survivors = 0;
        all->reason[0] = '\0';
        all->foreign = found->verdict.foreign;
    }
    for (int i = 0; i < report->count; i++)
        if (is_of(&report->results[i], stage, precision, published) &&
            is_veto(&report->results[i], found)) {
            say_veto(all, &report->results[i]);
            say_range(report, stage, precision, &report->results[i], all);
            return;
        }
}

static bool is_alignment(const struct result *result)
{
    return !strcmp(result->probe, "alignment");
}

bool report_adders_open(const struct report *report)
{
    const struct verdict *headline = &report->headline;
    const struct result *first = NULL;
    bool several = false, asked = false, answered = false;

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];

        // Of the published form there is no alignment, whatever was asked.
        if (!is_of(result, report->headline_stage, report->headline_precision, false))
            continue;
        first = first ? first : result;
        several = several || strcmp(result->probe, first->probe) != 0;
        asked = asked || is_alignment(result);
        answered =
            answered || (is_alignment(result) && result->verdict.status == STATUS_OK);
    }
    return headline->status == STATUS_OK && headline->survivors &&
           !(headline->survivors & (headline->survivors - 1)) && !answered &&
           (asked || !several);
}
