// SPDX-License-Identifier: MIT
//
// SHA-256 (FIPS 180-4), so that a hash costs no library at start.

#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t length; // bytes taken so far
    uint8_t block[64];
};

void sha256_init(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const void *data, size_t size);

// From now on without the processor's own instructions, if `portable`: for tests.
void sha256_portable(bool portable);

// Lower-case hex with a terminating zero. `sha` must be initialised anew after it.
void sha256_hex(struct sha256 *sha, char hex[65]);

#endif // BASE_SHA256_H
