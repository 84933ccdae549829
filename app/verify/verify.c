// SPDX-License-Identifier: MIT

#include "verify/verify.h"

#include "config.h"
#include "survey/survey.h"
#include "verify/private.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// By kind, the order of reference.c.
static const char *const kinds[] = { "cuda", "recorded", "host", "model" };

void verify_references_close(struct verify_references *references)
{
    for (int i = 0; i < 4; i++)
        if (references->opened[i])
            reference_close(&references->references[i]);
    memset(references, 0, sizeof(*references));
}

// 0 for what is none of them.
static int index_of_kind(const char *kind)
{
    int i = 3;

    while (i > 0 && strcmp(kinds[i], kind) != 0)
        i--;
    return i;
}

// No report is compared with a GPU again: what one once answered does as well.
static const struct reference *reference_for(struct verify_references *references,
                                             const char *kind)
{
    int i = index_of_kind(kind);

    i = i < 1 ? 1 : i;
    if (!references->opened[i])
        reference_open(&references->references[i], kinds[i]);
    references->opened[i] = true;
    return &references->references[i];
}

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
    int capacity = verify->fault_capacity ? 2 * verify->fault_capacity : 16;
    struct verify_fault *fault;

    if (verify->fault_count == verify->fault_capacity) {
        fault = realloc(verify->faults, (size_t) capacity * sizeof(*fault));
        if (!fault) {
            log_error("%s: no memory for its faults", work->folder->name);
            work->failed = true;
            return NULL;
        }
        verify->faults = fault;
        verify->fault_capacity = capacity;
    }
    fault = &verify->faults[verify->fault_count++];
    *fault = (struct verify_fault){ .result = result, .order = verify->fault_count };
    if (result >= 0)
        verify_place(&work->written->results[result], fault->place, sizeof(fault->place));
    else
        snprintf(fault->place, sizeof(fault->place), "%s", place);
    return fault;
}

void verify_say(struct verify_work *work, int result, const char *place,
                const char *format, ...)
{
    struct verify_fault *fault = verify_add(work, result, place);
    va_list list;

    if (!fault)
        return;
    if (result >= 0 && place)
        snprintf(fault->key, sizeof(fault->key), "%s", place);
    va_start(list, format);
    vsnprintf(fault->text, sizeof(fault->text), format, list);
    va_end(list);
}

// A report that was only printed has no picture of any result.
static void look_around(struct verify_work *work)
{
    bool drawn = false;

    for (int i = 0; i < work->written->count; i++) {
        const struct result *result = &work->written->results[i];

        work->pictures = work->pictures || result->image[0];
        work->looks = work->looks || result->look[0];
        drawn = drawn || verify_due(result);
    }
    if (work->written->count == 0)
        verify_say(work, -1, "results", "there are none: nothing can be verified");
    if (drawn && !work->pictures && !work->folder->pictures)
        verify_say(work, -1, "results",
                   "none has a picture, from which it could be recomputed (run with "
                   "-o keeps them)");
}

// What each kind is called here; recorded answers may be others than ours.
static void check_reference(struct verify_work *work,
                            struct verify_references *references)
{
    const char *kind = work->written->reference_kind;
    const char *name = work->written->reference_name;
    bool is_recorded = !strncmp(name, REFERENCE_ANSWERS, strlen(REFERENCE_ANSWERS));

    for (int i = 2; i < 4; i++) {
        const char *known = reference_for(references, kinds[i])->name;

        if (!strcmp(kind, kinds[i]) != !strcmp(name, known))
            verify_say(work, -1, "reference", "says %s, \"%s\"", kind, name);
    }
    if (index_of_kind(kind) < 2 && is_recorded != !strcmp(kind, kinds[1]))
        verify_say(work, -1, "reference", "name: says \"%.160s\", which no %s is called",
                   name, kind);
    if (kind[0] && !name[0])
        verify_say(work, -1, "reference", "name: says nothing of who it is");
    if (work->written->same_gpu &&
        (strcmp(kind, kinds[0]) != 0 || work->written->device.software))
        verify_say(work, -1, "reference",
                   "says %s, and that this is the GPU that draws: %.200s", kind,
                   work->written->device.renderer);
}

// Those that come first were tried one after the other, up to the one that worked. What
// then failed on the way stands behind them.
static void check_tried(struct verify_work *work)
{
    const struct report *written = work->written;
    int count = 0, first;

    while (count < written->tried_count &&
           strncmp(written->tried[count].reason, SURVEY_TRIED_LATER,
                   strlen(SURVEY_TRIED_LATER)) != 0)
        count++;
    first = index_of_kind(written->reference_kind) - count;
    for (int i = 0; i < count; i++)
        if (first < 0 || strcmp(written->tried[i].kind, kinds[first + i]) != 0) {
            verify_say(work, -1, "reference",
                       "tried[%d].kind: says %s, which is not tried there before %s", i,
                       written->tried[i].kind, written->reference_kind);
            return;
        }
}

// The rest of a report follows from its results.
static void conclude(struct verify_work *work)
{
    struct report *redone = &work->redone;
    const char *kind = work->written->reference_kind;
    bool gpu = !strcmp(kind, "cuda") || !strcmp(kind, "recorded");

    memset(redone->equals, 0, sizeof(redone->equals));
    report_conclude(redone);
    if (gpu)
        survey_name_intrinsic(redone, kind);
}

static void begin(struct verify_work *work, struct verify_references *references)
{
    const struct report *written = work->written;

    work->redone = *written;
    work->redone.results = NULL;
    work->redone.count = work->redone.capacity = 0;
    work->reference = reference_for(references, written->reference_kind);
    work->same = !strcmp(work->reference->kind, written->reference_kind) &&
                 !strcmp(work->reference->name, written->reference_name);
    work->verify->counts.results = written->count;
    work->verify->complete = written->complete;
    work->own = !strcmp(work->verify->version, FPSTRIPE_VERSION);
    snprintf(work->verify->reference, sizeof(work->verify->reference), "%s",
             written->reference_kind);
}

// Result by result, the report as a whole last.
static int by_result(const void *a, const void *b)
{
    const struct verify_fault *one = a, *other = b;
    unsigned first = (unsigned) one->result, second = (unsigned) other->result;

    if (first == second)
        return (one->order > other->order) - (one->order < other->order);
    return first > second ? 1 : -1;
}

static void work_on(struct verify_work *work, json_t *says)
{
    struct verify *verify = work->verify;

    look_around(work);
    verify_device(work);
    check_tried(work);
    verify_plan(work);
    for (int i = 0; i < work->written->count && !work->failed; i++)
        verify_redo(work, i);
    if (work->failed)
        return;
    conclude(work);
    verify->shown = work->headline_of > 0 && work->headline_not == 0;
    verify_differences(work, says);
    if (verify->fault_count > 0)
        qsort(verify->faults, (size_t) verify->fault_count, sizeof(*verify->faults),
              by_result);
}

static void note_version(struct verify *verify, json_t *says)
{
    json_t *version = json_object_get(json_object_get(says, "tool"), "version");
    const char *text = json_string_value(version);

    snprintf(verify->version, sizeof(verify->version), "%s", text ? text : "");
}

bool verify_report(const struct report_folder *folder, const char *text, size_t size,
                   struct verify_references *references, struct verify *verify)
{
    struct verify_work work = {
        .folder = folder,
        .written = &folder->report,
        .verify = verify,
    };
    json_error_t error;
    json_t *says = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);

    *verify = (struct verify){ 0 };
    if (!says) {
        log_error("%s:%d:%d: %s", folder->name, error.line, error.column, error.text);
        return false;
    }
    note_version(verify, says);
    begin(&work, references);
    check_reference(&work, references);
    work_on(&work, says);
    verify_device_close(&work);
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
    return verify->shown ? VERIFY_VERIFIED : VERIFY_UNPROVEN;
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
