// SPDX-License-Identifier: MIT

#include "verify/verify.h"

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

// What a folder is called, or a report says, must not command a terminal.
static void put(const char *text, FILE *file)
{
    for (; *text; text++)
        putc((unsigned char) *text < 0x20 || *text == 0x7f ? '?' : *text, file);
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

// "host, model" as "host and model".
static void add_names(struct line *line, const char *names)
{
    const char *last = strrchr(names, ',');

    if (last)
        add(line, "%.*s and%s", (int) (last - names), names, last + 1);
    else
        add(line, "%s", names);
}

static void add_comparisons(struct line *line, const struct verify *verify)
{
    const struct verify_counts *counts = &verify->counts;

    if (counts->compared > 0)
        add(line, "; %d compared with %s again", counts->compared, verify->reference);
    if (counts->compared_recorded > 0)
        add(line, "; %d compared with %s then, with its recorded answers now",
            counts->compared_recorded, verify->reference);
    if (counts->compared_otherwise > 0) {
        add(line, "; %d compared with %s then, with ", counts->compared_otherwise,
            verify->reference);
        add_names(line, verify->otherwise);
        add(line, " now");
    }
}

static void put_outcome(const struct verify *verify, FILE *file)
{
    static const char *const says[VERIFY_OUTCOMES] = {
        [VERIFY_VERIFIED] = ": verified; ",
        [VERIFY_INCOMPLETE] =
            ": incomplete, so not verified: it was broken off, and what it has is right; ",
        [VERIFY_UNPROVEN] = ": unproven, so not verified: what its headline rests on "
                            "could not be recomputed; ",
    };
    enum verify_outcome outcome = verify_outcome(verify);

    if (outcome == VERIFY_CONTRADICTED)
        fprintf(file, ": contradicted, %d fault%s%s; ", verify->fault_count,
                verify->fault_count == 1 ? "" : "s",
                verify->complete ? "" : ", and incomplete");
    else
        fputs(says[outcome], file);
}

void verify_print(const struct verify *verify, const char *name, FILE *file)
{
    const struct verify_counts *counts = &verify->counts;
    struct line line = { .used = 0 };

    for (int i = 0; i < verify->fault_count; i++) {
        put(name, file);
        fputs(": ", file);
        put(verify->faults[i].place, file);
        fputs(": ", file);
        put(verify->faults[i].text, file);
        fputc('\n', file);
    }
    add(&line, "%d of %d result%s recomputed from %d picture%s", counts->recomputed,
        counts->results, counts->results == 1 ? "" : "s", counts->pictures,
        counts->pictures == 1 ? "" : "s");
    if (counts->looks > 0)
        add(&line, " and %d to look at", counts->looks);
    add_reasons(&line, counts);
    add_some(&line, counts->on_written_width, "with a width as it is written");
    add_comparisons(&line, verify);
    put(name, file);
    put_outcome(verify, file);
    put(line.text, file);
    fputc('\n', file);
}
