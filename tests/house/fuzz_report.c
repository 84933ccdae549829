// SPDX-License-Identifier: MIT
//
// Fuzzes the reader of reports. A report that it accepts is written, and must be read
// as the same report again. The hash of the measurement is 0 here, because a changed
// result could otherwise never pass it.

#include "report/page.h"
#include "report/report.h"
#include "report/swept.h"
#include "tests/house/fuzz_seeds.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void __wrap_report_sha256(const struct report *report, char hex[65]);

static FILE *nowhere;

void __wrap_report_sha256(const struct report *report, char hex[65])
{
    (void) report;
    memset(hex, '0', 64);
    hex[64] = 0;
}

static void write_again(struct report *report)
{
    struct report copy;
    char *text = report_json(report), *twice;

    assert(text);
    assert(report_read(&copy, text, strlen(text), "again"));
    twice = report_json(&copy);
    assert(twice);
    assert(!strcmp(text, twice));
    report_text(report, &(struct report_page){ nowhere, true, 0 },
                &(struct report_told){ true, false, ~0u });
    free(text);
    free(twice);
    report_finish(&copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct facts device;
    struct report_swept swept;
    struct report report;
    char *text = malloc(size + 1);
    bool read;

    nowhere = nowhere ? nowhere : fopen("/dev/null", "we");
    assert(nowhere && text);
    memcpy(text, data, size);
    text[size] = 0;
    report_swept_in(text, "fuzz.jsonl", &device, "", &swept);
    read = report_read(&report, text, size, "fuzz.json");
    if (read) {
        write_again(&report);
        report_finish(&report);
    } else {
        assert(!report.results && log_last_error()[0]);
    }
    assert(read || !seeds);
    free(text);
    return 0;
}
