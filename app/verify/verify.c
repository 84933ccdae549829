// SPDX-License-Identifier: MIT

#include "verify/verify.h"

#include "base/memory.h"
#include "base/text.h"
#include "config.h"
#include "survey/survey.h"
#include "verify/private.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE_MAX (64 << 20) // bytes

bool verify_due(const struct result *result)
{
    enum status status = result->verdict.status;

    return status != STATUS_UNSUPPORTED && status != STATUS_SKIPPED &&
           status != STATUS_ERROR;
}

void verify_place(const struct result *result, char *text, size_t size)
{
    bool two = result->form == FORM_PUBLISHED;

    snprintf(text, size, "%s %s %s %s%s%s", result->probe, stage_name(result->stage),
             precision_name(result->precision), form_name(result->form), two ? " " : "",
             two ? readout_name(result->readout) : "");
}

struct verify_fault *verify_add(struct verify_work *work, int result, const char *place)
{
    struct verify *verify = work->verify;
    size_t count = (size_t) verify->fault_count + 1;
    struct verify_fault *fault;

    verify->faults = memory_resize(verify->faults, count, sizeof *verify->faults);
    fault = &verify->faults[verify->fault_count++];
    *fault = (struct verify_fault){ .result = result, .order = verify->fault_count };
    if (result >= 0)
        verify_place(&work->written->results[result], fault->place, sizeof fault->place);
    else
        snprintf(fault->place, sizeof fault->place, "%s", place);
    return fault;
}

void verify_say(struct verify_work *work, int result, const char *place,
                const char *format, ...)
{
    struct verify_fault *fault = verify_add(work, result, place);
    va_list list;

    if (result >= 0)
        snprintf(fault->key, sizeof fault->key, "%s", place);
    va_start(list, format);
    vsnprintf(fault->text, sizeof fault->text, format, list);
    va_end(list);
}

// Looks for pictures: a report that was only printed has none.
static void look_around(struct verify_work *work)
{
    bool drawn = false;

    for (int i = 0; i < work->written->count; i++) {
        const struct result *result = &work->written->results[i];

        work->pictures = work->pictures || result->image[0];
        drawn = drawn || verify_due(result);
    }
    if (work->written->count == 0)
        verify_say(work, -1, "results", "there are none: nothing can be verified");
    if (drawn && !work->pictures && !work->folder->pictures)
        verify_say(work, -1, "results",
                   "none has a picture, from which it could be recomputed (run with "
                   "-o keeps them)");
}

// Checks a page beside the report against the hash in the report.
static void check_page(struct verify_work *work, const char *file)
{
    const struct report *written = work->written;
    struct verify *verify = work->verify;
    const struct report_file *page = written->pages, *end = page + written->page_count;
    char path[2 * PATH_MAX];
    struct report_file is = { 0 };
    bool read = false;

    while (page < end && strcmp(page->name, file) != 0)
        page++;
    snprintf(path, sizeof path, "%s/%s", work->folder->folder, file);
    if (page == end && access(path, F_OK) == 0)
        text_join(verify->bare_pages, sizeof verify->bare_pages, ", ", file);
    if (page == end)
        return;
    work->redone.pages[work->redone.page_count++] = *page;
    log_hold(true);
    if (readlink(path, &is.name[0], 1) >= 0)
        log_error("%s: a link, not a regular file", path);
    else
        read = report_file_read(path, PAGE_MAX, file, &is);

    log_hold(false);
    if (!read)
        verify_say(work, -1, "pages", "%.400s", log_last_error());
    else if (strcmp(is.sha256, page->sha256) != 0)
        verify_say(work, -1, "pages", "%s: is not the page that was drawn", file);
    else
        text_join(verify->pages, sizeof verify->pages, ", ", file);
}

// Lists the pages that are beside the report, each once.
static void check_pages(struct verify_work *work)
{
    if (work->folder->pictures)
        return;
    work->redone.page_count = 0;
    for (int i = 0; i < REPORT_PAGES; i++)
        check_page(work, report_page_files[i]);
}

// Recomputes the rest of a report from its results.
static void redo_headline(struct verify_work *work)
{
    const char *kind = work->written->reference_kind;

    memset(work->redone.equals, 0, sizeof work->redone.equals);
    report_resolve(&work->redone);
    report_conclude(&work->redone);
    if (!strcmp(kind, "cuda") || !strcmp(kind, "recorded"))
        survey_name_intrinsic(&work->redone, kind);
}

// Sorts faults by result; those of the whole report come last.
static int by_result(const void *a, const void *b)
{
    const struct verify_fault *one = a, *other = b;
    unsigned first = (unsigned) one->result, second = (unsigned) other->result;

    if (first == second)
        return (one->order > other->order) - (one->order < other->order);
    return first > second ? 1 : -1;
}

static void verify_parts(struct verify_work *work, struct verify_references *references,
                         json_t *says)
{
    struct verify *verify = work->verify;

    look_around(work);
    check_pages(work);
    verify_reference(work, references);
    verify_device(work);
    verify_plan(work);
    survey_known_init(work->known);
    for (int i = 0; i < work->written->count && !work->failed; i++)
        verify_redo(work, i);
    verify_device_close(work);
    if (work->failed)
        return;
    redo_headline(work);
    verify->shown = work->headline_of > 0 && work->headline_not == 0;
    verify_differences(work, says);
    if (verify->fault_count > 0)
        qsort(verify->faults, (size_t) verify->fault_count, sizeof *verify->faults,
              by_result);
}

bool verify_report(const struct report_folder *folder, const char *text,
                   struct verify_references *references, struct verify *verify)
{
    const struct report *written = &folder->report;
    json_t *says = json_loads(text, 0, NULL);
    const char *version =
        json_string_value(json_object_get(json_object_get(says, "tool"), "version"));
    struct verify_work work = {
        .folder = folder,
        .written = written,
        .verify = verify,
        .redone = *written,
    };

    work.redone.results = NULL;
    work.redone.count = work.redone.capacity = 0;
    *verify = (struct verify){ .counts[VERIFY_RESULTS] = written->count,
                               .complete = written->complete };
    report_shaders_text(written, verify->shaders, sizeof verify->shaders);
    snprintf(verify->version, sizeof verify->version, "%s", version ? version : "");
    work.own = !strcmp(verify->version, FPSTRIPE_VERSION);
    verify_parts(&work, references, says);
    report_finish(&work.redone);
    json_decref(says);
    if (work.failed)
        verify_finish(verify);
    return !work.failed;
}

enum verify_outcome verify_outcome(const struct verify *verify)
{
    if (verify->fault_count > 0)
        return VERIFY_CONTRADICTED;
    if (!verify->complete)
        return VERIFY_INCOMPLETE;
    return verify->shown && !verify->shaders[0] ? VERIFY_VERIFIED : VERIFY_UNPROVEN;
}

const char *verify_outcome_name(enum verify_outcome outcome)
{
    static const char *const names[VERIFY_OUTCOMES] = { "verified", "contradicted",
                                                        "incomplete", "unproven" };

    return names[outcome];
}

void verify_finish(struct verify *verify)
{
    free(verify->faults);
    *verify = (struct verify){ 0 };
}
