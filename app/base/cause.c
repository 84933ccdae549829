// SPDX-License-Identifier: MIT

#include "base/cause.h"

#include "base/text.h"

bool cause_is_shown(const struct verdict *verdict, bool own)
{
    return verdict->status == STATUS_FOLDED || (own && verdict->status == STATUS_EXCESS);
}

enum form cause_form(enum form form)
{
    return form == FORM_PUBLISHED ? FORM_PLAIN : form;
}

void cause_name(struct verdict *verdict, const struct verdict *cause)
{
    char *reason = verdict->reason;

    if (verdict->status != STATUS_UNROUNDED || !cause)
        return;
    verdict->status = cause->status;
    if (cause->status == STATUS_EXCESS) {
        verdict->inside_bits = cause->inside_bits;
        text_add(reason, sizeof verdict->reason, ": " CAUSE_KEEPS, cause->inside_bits);
    } else {
        text_add(reason, sizeof verdict->reason, ": (a + b) - a was simplified to b");
    }
}
