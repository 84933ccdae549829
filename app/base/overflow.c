// SPDX-License-Identifier: MIT

#include "base/overflow.h"

static const struct {
    const char *name, *words;
} overflows[OVERFLOW_COUNT] = {
    [OVERFLOW_AS_MODEL] = { "as-model", "" },
    [OVERFLOW_INFINITE] = { "infinite", "larger results are infinite" },
    [OVERFLOW_LARGEST] = { "largest", "larger results are the largest number" },
    [OVERFLOW_OTHER] = { "other", "larger results are neither infinite nor one number" },
};

const char *overflow_name(enum overflow overflow)
{
    return overflows[overflow].name;
}

const char *overflow_words(enum overflow overflow)
{
    return overflows[overflow].words;
}
