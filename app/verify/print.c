// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "base/text.h"
#include "document/build.h"
#include "verify/verify.h"

#include <limits.h>
#include <stdarg.h>
#include <string.h>

// Prints a line without control characters: the name of a folder, or a report, must not
// command a terminal.
static void LOG_PRINTF(2, 3) put_line(FILE *file, const char *format, ...)
{
    char text[PATH_MAX + 1000];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    text_clean(text);
    fputs(text, file);
}

// The counts: the key in JSON, and the phrase in the text, which has only counts above
// 0.
static const struct {
    const char *key, *phrase;
} counted[VERIFY_COUNTS] = {
    [VERIFY_RESULTS] = { "results", NULL },
    [VERIFY_RECOMPUTED] = { "recomputed", NULL },
    [VERIFY_UNSUPPORTED] = { "unsupported", "unsupported" },
    [VERIFY_SKIPPED] = { "skipped", "skipped" },
    [VERIFY_REFUSED] = { "refused", "refused by the driver" },
    [VERIFY_UNSTABLE] = { "unstable", "unstable, which one picture cannot show" },
    [VERIFY_LOST] = { "lost", "without a picture that can be read" },
    [VERIFY_UNKNOWN_WIDTH] = { "unknown_width", "for a width that the report lacks" },
    [VERIFY_PICTURES] = { "pictures", NULL },
    [VERIFY_ON_WRITTEN_WIDTH] = { "on_written_width",
                                  "with the width that the report gives" },
    [VERIFY_COMPARED] = { "compared", NULL },
    [VERIFY_COMPARED_RECORDED] = { "compared_recorded", NULL },
    [VERIFY_COMPARED_OTHERWISE] = { "compared_otherwise", NULL },
};

static void put_counts(const int counts[VERIFY_COUNTS], FILE *file)
{
    put_line(file, "%d of %d result%s recomputed from %d picture%s",
             counts[VERIFY_RECOMPUTED], counts[VERIFY_RESULTS],
             counts[VERIFY_RESULTS] == 1 ? "" : "s", counts[VERIFY_PICTURES],
             counts[VERIFY_PICTURES] == 1 ? "" : "s");
    for (int i = 0; i < VERIFY_COUNTS; i++)
        if (counted[i].phrase && counts[i] > 0)
            put_line(file, ", %d %s", counts[i], counted[i].phrase);
}

static void put_comparisons(const struct verify *verify, FILE *file)
{
    const int *counts = verify->counts;
    const char *kind = verify->reference;
    const char *names = verify->otherwise, *last = strrchr(names, ',');

    if (counts[VERIFY_COMPARED] > 0)
        put_line(file, "; %d compared with %s again", counts[VERIFY_COMPARED], kind);
    if (counts[VERIFY_COMPARED_RECORDED] > 0)
        put_line(file, "; %d compared with %s then, with its recorded results now",
                 counts[VERIFY_COMPARED_RECORDED], kind);
    // Prints "host, model" as "host and model".
    if (counts[VERIFY_COMPARED_OTHERWISE] > 0)
        put_line(file, "; %d compared with %s then, with %.*s%s%s now",
                 counts[VERIFY_COMPARED_OTHERWISE], kind, (int) (last ? last - names : 0),
                 names, last ? " and" : "", last ? last + 1 : names);
}

static void put_pages(const struct verify *verify, FILE *file)
{
    if (verify->pages[0])
        put_line(file, "; checked by hash only: %s", verify->pages);
    if (verify->bare_pages[0])
        put_line(file, "; not checked, because the report has no hash of it: %s",
                 verify->bare_pages);
}

static void put_outcome(const struct verify *verify, FILE *file)
{
    static const char *const says[VERIFY_OUTCOMES] = {
        [VERIFY_VERIFIED] = "verified; ",
        [VERIFY_INCOMPLETE] =
            "incomplete, so not verified: the run was interrupted; its results are right; ",
        [VERIFY_UNPROVEN] = "unproven, so not verified: no picture supports its "
                            "verdict; ",
    };
    enum verify_outcome outcome = verify_outcome(verify);

    if (outcome == VERIFY_UNPROVEN && verify->shaders[0])
        put_line(file,
                 "unproven, so not verified: the shaders are not the program's "
                 "(%s); ",
                 verify->shaders);
    else if (outcome == VERIFY_CONTRADICTED)
        put_line(file, "contradicted, %d fault%s%s; ", verify->fault_count,
                 verify->fault_count == 1 ? "" : "s",
                 verify->complete ? "" : ", and incomplete");
    else
        put_line(file, "%s", says[outcome]);
}

void verify_print(const struct verify *verify, const char *name, FILE *file)
{
    for (int i = 0; i < verify->fault_count; i++) {
        put_line(file, "%s: %s: %s", name, verify->faults[i].place,
                 verify->faults[i].text);
        putc('\n', file);
    }
    put_line(file, "%s: ", name);
    put_outcome(verify, file);
    put_counts(verify->counts, file);
    put_comparisons(verify, file);
    put_pages(verify, file);
    putc('\n', file);
}

static json_t *fault_json(const struct verify_fault *fault)
{
    json_t *json = document_object(
        "result", fault->result < 0 ? json_null() : json_integer(fault->result), "place",
        document_string(fault->place), "key", document_string(fault->key), "text",
        document_string(fault->text), DOCUMENT_END);

    if (fault->says[0]) {
        json_object_set_new(json, "says", document_string(fault->says));
        json_object_set_new(json, "recomputed", document_string(fault->wants));
    }
    return json;
}

json_t *verify_json(const struct verify *verify, const char *name)
{
    json_t *faults = json_array(), *counts = json_object();

    for (int i = 0; i < verify->fault_count; i++)
        json_array_append_new(faults, fault_json(&verify->faults[i]));
    for (int i = 0; i < VERIFY_COUNTS; i++)
        json_object_set_new(counts, counted[i].key, json_integer(verify->counts[i]));
    return document_object(
        "report", document_string(name), "status",
        json_string(verify_outcome_name(verify_outcome(verify))), "version",
        document_string(verify->version), "reference", document_string(verify->reference),
        "compared_otherwise_with", document_string(verify->otherwise), "shaders",
        document_string(verify->shaders), "pages", document_string(verify->pages),
        "pages_without_hash", document_string(verify->bare_pages), "counts", counts,
        "faults", faults, DOCUMENT_END);
}
