// SPDX-License-Identifier: MIT

#include "base/facts.h"

#include <string.h>
#include <strings.h>

static const char *const api_names[API_COUNT] = { "es2", "es3", "gl", "fake" };
static const char *const stage_names[STAGE_COUNT] = { "fragment", "vertex", "compute" };
static const char *const precision_names[PRECISION_COUNT] = {
    "highp", "mediump", "lowp", "double", "float16",
};
static const char *const form_names[FORM_COUNT] = {
    "plain", "guarded", "precise", "invariant", "published",
};
static const char *const readout_names[READOUT_COUNT] = {
    "rgba8",
    "float32",
    "bits",
    "float16",
};

// The index of `name` in `names`, or -1.
static int find(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return i;
    return -1;
}

const char *api_name(enum api api)
{
    return api_names[api];
}

const char *stage_name(enum stage stage)
{
    return stage_names[stage];
}

const char *precision_name(enum precision precision)
{
    return precision_names[precision];
}

const char *form_name(enum form form)
{
    return form_names[form];
}

const char *readout_name(enum readout readout)
{
    return readout_names[readout];
}

bool api_find(const char *name, enum api *api)
{
    int i = find(api_names, API_COUNT, name);

    if (i >= 0)
        *api = (enum api) i;
    return i >= 0;
}

bool stage_find(const char *name, enum stage *stage)
{
    int i = find(stage_names, STAGE_COUNT, name);

    if (i >= 0)
        *stage = (enum stage) i;
    return i >= 0;
}

bool precision_find(const char *name, enum precision *precision)
{
    int i = find(precision_names, PRECISION_COUNT, name);

    if (i >= 0)
        *precision = (enum precision) i;
    return i >= 0;
}

bool form_find(const char *name, enum form *form)
{
    int i = find(form_names, FORM_COUNT, name);

    if (i >= 0)
        *form = (enum form) i;
    return i >= 0;
}

bool readout_find(const char *name, enum readout *readout)
{
    int i = find(readout_names, READOUT_COUNT, name);

    if (i >= 0)
        *readout = (enum readout) i;
    return i >= 0;
}

bool facts_claim_possible(const struct facts_claim *claim)
{
    return claim->range_min >= -FACTS_CLAIM_RANGE &&
           claim->range_min <= claim->range_max && claim->range_max >= 0 &&
           claim->range_max <= FACTS_CLAIM_RANGE && claim->precision >= 0 &&
           claim->precision <= FACTS_CLAIM_BITS;
}

bool facts_has_claim(enum stage stage, enum precision precision)
{
    return stage != STAGE_COMPUTE && precision <= PRECISION_LOWP;
}

// Bytes of the UTF-8 sequence at `s` (RFC 3629), or 0 if it is malformed.
static int utf8_length(const unsigned char *s)
{
    int more = s[0] < 0x80                   ? 0
               : s[0] >= 0xc2 && s[0] < 0xe0 ? 1
               : s[0] >= 0xe0 && s[0] < 0xf0 ? 2
               : s[0] >= 0xf0 && s[0] < 0xf5 ? 3
                                             : -1;

    for (int i = 1; i <= more; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    // Overlong forms, surrogates, and what lies above U+10FFFF.
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return more + 1;
}

void facts_copy(char *to, unsigned long size, const char *from)
{
    const unsigned char *s = (const unsigned char *) (from ? from : "");
    unsigned long n = 0;

    while (*s) {
        int length = utf8_length(s);

        if (length == 0 || *s < 0x20 || *s == 0x7f) {
            if (n + 1 >= size)
                break;
            to[n++] = '?';
            s++;
            continue;
        }
        if (n + (unsigned long) length >= size)
            break;
        memcpy(to + n, s, (size_t) length);
        n += (unsigned long) length;
        s += length;
    }
    to[n] = '\0';
}

bool facts_is_software(const char *renderer)
{
    static const char *const names[] = { "llvmpipe",
                                         "softpipe",
                                         "swrast",
                                         "SwiftShader",
                                         "lavapipe",
                                         "Software Rasterizer",
                                         "Microsoft Basic Render" };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (strcasestr(renderer, names[i]))
            return true;
    return false;
}
