// SPDX-License-Identifier: MIT

#include "unit/recorded_key.h"

#include <stdio.h>

static void add_words(struct sha256 *sha, const uint64_t *words, size_t count)
{
    for (size_t i = 0; words && i < count; i++) {
        uint8_t bytes[8];

        for (int k = 0; k < 8; k++)
            bytes[k] = (uint8_t) (words[i] >> (8 * k));
        sha256_add(sha, bytes, sizeof(bytes));
    }
}

void recorded_key(const struct unit_call *call, char key[65])
{
    struct sha256 sha;
    char text[120];
    int length = snprintf(text, sizeof(text), "%s %d %d %s %zu", unit_op_name(call->op),
                          call->model.format.precision, call->model.format.emax,
                          fp_round_name(call->model.round), call->count);

    sha256_init(&sha);
    sha256_add(&sha, text, (size_t) length);
    add_words(&sha, call->a, call->count);
    add_words(&sha, call->b, call->count);
    add_words(&sha, call->c, call->count);
    sha256_hex(&sha, key);
}

void recorded_hash(const uint64_t *words, size_t count, char hex[65])
{
    struct sha256 sha;

    sha256_init(&sha);
    add_words(&sha, words, count);
    sha256_hex(&sha, hex);
}
