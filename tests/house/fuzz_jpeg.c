// SPDX-License-Identifier: MIT
//
// The reader of JPEG, on bytes. libjpeg tells of every error by a function that must not
// return: one that came back, or ended the program, would be seen here.

#include "image/shot.h"
#include "tests/house/fuzz_seeds.h"

#include <assert.h>
#include <stdlib.h>

static volatile unsigned sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shot shot;
    FILE *file = size ? fmemopen((void *) data, size, "rb") : NULL;
    unsigned sum = 0;
    bool ok;

    if (!file)
        return 0;
    ok = shot_read_file(&shot, file, "fuzz.jpg");
    for (size_t i = 0; ok && i < (size_t) shot.width * (size_t) shot.height; i++)
        sum += shot.grey[i];
    sink = sum;
    assert(ok || !shot.grey);
    assert(ok || log_last_error()[0]);
    assert(ok || !seeds);
    shot_finish(&shot);
    fclose(file);
    return 0;
}
