// SPDX-License-Identifier: MIT

#include "base/against.h"

#include "base/text.h"

#include <stdio.h>

void against_text(const struct against *against, char *text, size_t size)
{
    const char *name = fp_round_name(against->round);

    snprintf(text, size, "%s: %d of %d sums, e.g. %s + %s: got %s, %s gives %s", name,
             against->sums, against->of, text_hex(against->a).text,
             text_hex(against->b).text, text_hex(against->got).text, name,
             text_hex(against->gives).text);
}
