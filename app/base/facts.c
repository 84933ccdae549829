// SPDX-License-Identifier: MIT

#include "base/facts.h"

#include "base/text.h"

#if defined __x86_64__ || defined __i386__
#    include <cpuid.h>
#endif
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
static int facts_find(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return i;
    return -1;
}

const char *api_name(int api)
{
    return api < API_COUNT ? api_names[api] : NULL;
}

const char *stage_name(int stage)
{
    return stage < STAGE_COUNT ? stage_names[stage] : NULL;
}

const char *precision_name(int precision)
{
    return precision < PRECISION_COUNT ? precision_names[precision] : NULL;
}

const char *form_name(int form)
{
    return form < FORM_COUNT ? form_names[form] : NULL;
}

const char *readout_name(int readout)
{
    return readout < READOUT_COUNT ? readout_names[readout] : NULL;
}

bool api_find(const char *name, enum api *api)
{
    int i = facts_find(api_names, API_COUNT, name);

    if (i >= 0)
        *api = (enum api) i;
    return i >= 0;
}

bool stage_find(const char *name, enum stage *stage)
{
    int i = facts_find(stage_names, STAGE_COUNT, name);

    if (i >= 0)
        *stage = (enum stage) i;
    return i >= 0;
}

bool precision_find(const char *name, enum precision *precision)
{
    int i = facts_find(precision_names, PRECISION_COUNT, name);

    if (i >= 0)
        *precision = (enum precision) i;
    return i >= 0;
}

bool facts_claim_possible(const struct facts_claim *claim)
{
    return claim->range_min >= -FACTS_CLAIM_RANGE &&
           claim->range_min <= claim->range_max && claim->range_max >= 0 &&
           claim->range_max <= FACTS_CLAIM_RANGE && claim->precision >= 0 &&
           claim->precision <= FACTS_CLAIM_BITS && claim->integer_bits >= 0 &&
           claim->integer_bits <= 64;
}

void facts_copy(char *to, unsigned long size, const char *from)
{
    const char *s = from ? from : "";
    unsigned long n = 0;

    while (*s) {
        uint32_t number;
        int length = text_character(s, &number);

        if (length == 0 || number < 0x20 || number == 0x7f) {
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

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasestr(renderer, names[i]))
            return true;
    return false;
}

const char *facts_kind(const struct facts *facts)
{
    return facts->simulated  ? "simulated"
           : facts->masked   ? "masked"
           : facts->software ? "software"
                             : "hardware";
}

bool facts_is_web(const struct facts *facts)
{
    return strstr(facts->version, "(WebGL ");
}

void facts_processor(char *text, unsigned long size)
{
    text[0] = '\0';
#if defined __x86_64__ || defined __i386__
    unsigned a, b, c, d, leaf1 = 0, leaf7 = 0;

    if (__get_cpuid(1, &a, &b, &c, &d))
        leaf1 = c;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
        leaf7 = b;
    const struct {
        const char *name;
        unsigned set;
    } features[] = { { "F16C", leaf1 & bit_F16C },
                     { "FMA", leaf1 & bit_FMA },
                     { "AVX2", leaf7 & bit_AVX2 },
                     { "AVX-512", leaf7 & bit_AVX512F } };

    for (size_t i = 0; i < sizeof features / sizeof *features; i++)
        if (features[i].set)
            text_join(text, size, ", ", features[i].name);
#else
    (void) size;
#endif
}

bool facts_is_masked(const char *renderer)
{
    static const char *const names[] = { "Apple GPU", "WebKit WebGL", "Mozilla",
                                         "Generic Renderer" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(renderer, names[i]))
            return true;
    return false;
}
