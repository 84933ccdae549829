// SPDX-License-Identifier: MIT

#include "device/fake.h"

#include "base/log.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

bool fake_word_number(const struct fake_word *word, const char *id, const char *value,
                      int *field)
{
    size_t length = strspn(value, "0123456789");
    long number = length < 6 ? strtol(value, NULL, 10) : -1;

    if (length == 0 || value[length] || number < word->low || number > word->high) {
        log_error("%s: %s=%s is not from %d to %d", id, word->name, value, word->low,
                  word->high);
        return false;
    }
    *field = (int) number;
    return true;
}

bool fake_word_choice(const struct fake_word *word, const char *id, const char *value,
                      int *field)
{
    char known[100] = "";

    for (int i = 0; word->choices[i]; i++) {
        text_join(known, sizeof known, ", ", word->choices[i]);
        if (strcmp(word->choices[i], value) != 0)
            continue;
        *field = i + 1;
        return true;
    }
    log_error("%s: %s=%s is unknown; use one of %s", id, word->name, value, known);
    return false;
}
