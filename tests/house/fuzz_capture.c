// SPDX-License-Identifier: MIT
//
// Fuzzes the reader of captures. A capture that it accepts is written, and must be read
// as the same capture again.

#include "capture/capture.h"
#include "tests/house/fuzz_seeds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void write_again(const struct capture *capture)
{
    struct capture copy;
    char *text = capture_text(capture), *twice;

    assert(capture_read(&copy, text, strlen(text), "again"));
    twice = capture_text(&copy);
    assert(!strcmp(text, twice));
    free(text);
    free(twice);
    capture_finish(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct capture capture;
    bool read = capture_read(&capture, (const char *) data, size, "fuzz.json");

    if (read) {
        write_again(&capture);
        capture_finish(&capture);
    } else {
        assert(!capture.measurements && log_last_error()[0]);
    }
    assert(read || !seeds);
    return 0;
}
