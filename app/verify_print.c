// SPDX-License-Identifier: MIT

#include "verify.h"

#include <stdarg.h>
#include <string.h>

// A text that grows.
struct line {
    char text[600];
    size_t used;
};

static void add(struct line *line, const char *format, ...)
    __attribute__((__format__(__printf__, 2, 3)));

static void add(struct line *line, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    int length =
        vsnprintf(line->text + line->used, sizeof(line->text) - line->used, format, list);

    va_end(list);
    if (length > 0)
        line->used += (size_t) length;
    if (line->used >= sizeof(line->text))
        line->used = sizeof(line->text) - 1;
}

// ", 6 unsupported"; nothing where there is none.
static void add_some(struct line *line, int count, const char *what)
{
    if (count > 0)
        add(line, ", %d %s", count, what);
}

// Why a result was not recomputed.
static void add_reasons(struct line *line, const struct verify_counts *counts)
{
    add_some(line, counts->unsupported, "unsupported");
    add_some(line, counts->skipped, "skipped");
    add_some(line, counts->refused, "refused by the driver");
    add_some(line, counts->unstable, "unstable, of which one picture shows nothing");
    add_some(line, counts->lost, "without a picture that can be read");
    add_some(line, counts->unknown, "for a width that is nowhere");
}

static void add_comparisons(struct line *line, const struct verify *verify)
{
    const struct verify_counts *counts = &verify->counts;

    if (counts->compared > 0)
        add(line, "; %d compared with %s again", counts->compared, verify->reference);
    if (counts->compared_recorded > 0)
        add(line, "; %d compared with %s, now with recorded answers",
            counts->compared_recorded, verify->reference);
    if (counts->compared_otherwise > 0)
        add(line, "; %d compared with %s, not again, but with %s",
            counts->compared_otherwise, verify->reference, verify->otherwise);
}

void verify_print(const struct verify *verify, const char *name, FILE *file)
{
    const struct verify_counts *counts = &verify->counts;
    struct line line = { .used = 0 };

    for (int i = 0; i < verify->fault_count; i++)
        fprintf(file, "%s: %s: %s\n", name, verify->faults[i].place,
                verify->faults[i].text);
    add(&line, "%d of %d results recomputed from %d pictures", counts->recomputed,
        counts->results, counts->pictures);
    if (counts->looks > 0)
        add(&line, " and %d to look at", counts->looks);
    add_reasons(&line, counts);
    add_some(&line, counts->on_written_width, "with a width as it is written");
    add_comparisons(&line, verify);
    if (verify->fault_count > 0)
        fprintf(file, "%s: contradicted, %d fault%s; %s\n", name, verify->fault_count,
                verify->fault_count == 1 ? "" : "s", line.text);
    else
        fprintf(file, "%s: verified; %s\n", name, line.text);
}
