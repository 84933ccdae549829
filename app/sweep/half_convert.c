// SPDX-License-Identifier: MIT

#include "sweep/half_convert.h"

#include <assert.h>

const char *half_direction_name(enum half_direction direction)
{
    static const char *const names[HALF_DIRECTIONS] = { "rne", "rtz", "rup", "rdn" };

    assert(direction < HALF_DIRECTIONS);
    return names[direction];
}

static void count_nan(struct half_seen *seen, uint32_t x, uint32_t got, bool *odd)
{
    uint32_t payload = (x >> 16 & 0x8000) | 0x7e00 | (x >> 13 & 0x1ff);

    seen->nan++;
    if (got == 0x7fff)
        seen->nan_default++;
    else if (got == payload)
        seen->nan_payload++;
    else if ((got & 0x7fff) > 0x7c00)
        seen->nan_other++;
    else
        seen->nan_lost++;
    *odd = got != 0x7fff && (got != payload);
}

void half_count(struct half_seen *seen, uint32_t x, uint32_t got,
                enum half_direction direction)
{
    bool odd;

    if ((x & 0x7fffffff) > 0x7f800000) {
        count_nan(seen, x, got, &odd);
    } else {
        odd = got != half_from_float(x, direction);
        seen->inputs++;
        seen->equal += !odd;
        seen->differ += odd;
    }
    if (odd && x < seen->first) {
        seen->first = x;
        seen->first_got = got;
    }
}

#if !defined(__x86_64__)
bool half_f16c(void)
{
    return false;
}

void half_f16c_convert(const uint32_t *x, uint32_t *out, size_t count,
                       enum half_direction direction)
{
    (void) x, (void) out, (void) count, (void) direction;
    assert(!"no F16C");
}

void half_f16c_check(uint32_t first, uint64_t count, enum half_direction direction,
                     struct half_seen *seen)
{
    (void) first, (void) count, (void) direction, (void) seen;
    assert(!"no F16C");
}

bool half_f16c_same(uint32_t first, uint32_t count, enum half_direction direction,
                    enum half_direction want)
{
    (void) first, (void) count, (void) direction, (void) want;
    assert(!"no F16C");
    return false;
}

uint64_t half_f16c_alone(uint32_t first, uint64_t count, enum half_direction direction)
{
    (void) first, (void) count, (void) direction;
    assert(!"no F16C");
    return 0;
}
#endif
