// SPDX-License-Identifier: MIT

#include "sweep/domain.h"

#include <assert.h>
#include <string.h>

static const char *const names[DOMAIN_KIND_COUNT] = {
    [DOMAIN_BITS] = "bits",
    [DOMAIN_PAIRS] = "pairs",
    [DOMAIN_INTEGERS] = "integers",
    [DOMAIN_MANTISSAS] = "mantissas",
    [DOMAIN_DIVISION] = "division",
    [DOMAIN_DOUBLES] = "doubles",
    [DOMAIN_DOUBLE_PAIRS] = "double-pairs",
};

const char *domain_name(enum domain_kind kind)
{
    assert(kind < DOMAIN_KIND_COUNT);
    return names[kind];
}

bool domain_find(const char *name, enum domain_kind *kind)
{
    for (int i = 0; i < DOMAIN_KIND_COUNT; i++)
        if (!strcmp(names[i], name)) {
            *kind = (enum domain_kind) i;
            return true;
        }
    return false;
}

struct domain domain_whole(enum domain_kind kind, int bits)
{
    bool drawn = kind == DOMAIN_DOUBLES || kind == DOMAIN_DOUBLE_PAIRS;

    if (!drawn)
        bits = kind == DOMAIN_DIVISION ? 46 : 32;
    return (struct domain){
        .kind = kind,
        .bits = bits,
        .seed = 1,
        .span = 1,
        .last = (UINT64_C(1) << bits) - 1,
    };
}

bool domain_range(const struct domain *domain, int chunk, uint64_t *first, uint64_t *last)
{
    uint64_t size = UINT64_C(1) << (domain->bits - 8), start = size * (uint64_t) chunk;

    assert(chunk >= 0 && chunk < DOMAIN_CHUNKS);
    *first = domain->first > start ? domain->first : start;
    *last = domain->last < start + size - 1 ? domain->last : start + size - 1;
    return *first <= *last;
}

// The place of the first operand's magnitude in a number: `low` bits of the operand are
// not in the number; the number's lowest bit of it is bit `place`.
struct place {
    int low, place, width;
};

static struct place domain_magnitude(const struct domain *domain)
{
    switch (domain->kind) {
    case DOMAIN_BITS: return (struct place){ 0, 1, 31 };
    case DOMAIN_PAIRS:
    case DOMAIN_INTEGERS: return (struct place){ 16, 17, 15 };
    case DOMAIN_MANTISSAS: return (struct place){ 7, 16, 16 };
    case DOMAIN_DIVISION: return (struct place){ 0, 23, 23 };
    case DOMAIN_DOUBLES: return (struct place){ 64 - domain->bits, 1, domain->bits - 1 };
    default:
        return (struct place){ 64 - domain->bits / 2, domain->bits / 2 + 1,
                               domain->bits / 2 - 1 };
    }
}

bool domain_limit(struct domain *domain, uint64_t low, uint64_t high)
{
    struct place at = domain_magnitude(domain);
    uint64_t most = (UINT64_C(1) << at.width) - 1;
    uint64_t base = domain->kind == DOMAIN_MANTISSAS || domain->kind == DOMAIN_DIVISION
                        ? UINT64_C(0x3f800000)
                        : 0;

    if (low > high || high < base)
        return false;
    low = (low > base ? low - base : 0) >> at.low;
    high = (high - base) >> at.low;
    if (low > most)
        return false;
    high = high < most ? high : most;
    domain->first = low << at.place;
    domain->last = (high << at.place) | ((UINT64_C(1) << at.place) - 1);
    return true;
}
