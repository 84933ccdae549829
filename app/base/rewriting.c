// SPDX-License-Identifier: MIT

#include "base/rewriting.h"

static const struct {
    const char *name, *glsl;
} rewritings[REWRITING_COUNT] = {
    [REWRITING_NONE] = { "as-written", "" },
    [REWRITING_MINUS_FIRST] = { "minus-first", "(2^n - q) + 1" },
    [REWRITING_PLUS_FIRST] = { "plus-first", "(2^n + 1) - q" },
    [REWRITING_ONE_FIRST] = { "one-first", "2^n + (1 - q)" },
    [REWRITING_ONE_LAST] = { "one-last", "((2^n - q) - 2^n) + 1" },
};

const char *rewriting_name(int rewriting)
{
    return rewritings[rewriting].name;
}

const char *rewriting_glsl(enum rewriting rewriting)
{
    return rewritings[rewriting].glsl;
}
