// SPDX-License-Identifier: MIT

#include "base/against.h"

#include <stdio.h>

void against_text(const struct against *against, char *text, size_t size)
{
    const char *name = fp_round_name(against->round);

    snprintf(text, size, "%s: %d of %d sums, e.g. %a + %a: got %a, %s gives %a", name,
             against->sums, against->of, against->a, against->b, against->got, name,
             against->gives);
}
