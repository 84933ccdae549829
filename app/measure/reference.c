// SPDX-License-Identifier: MIT

#include "measure/reference.h"

#include "base/log.h"
#include "config.h"
#include "device/device.h"
#include "probe/expressions_judge.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define RECORDED_FOLDER "captures/nvidia/h200/cuda"

static void note_try(struct reference *reference, const char *kind, const char *reason)
{
    struct reference_try *tried = &reference->tried[reference->tried_count++];

    snprintf(tried->kind, sizeof tried->kind, "%s", kind);
    snprintf(tried->reason, sizeof tried->reason, "%s", reason);
}

// The recorded answers: beside the program's folder in a build tree, else installed.
static bool find_recorded(char *path, size_t size)
{
    char folder[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);

    if (length > 0) {
        folder[length] = '\0';
        *strrchr(folder, '/') = '\0';
        snprintf(path, size, "%s/../%s/%s", folder, RECORDED_FOLDER, RECORDED_INDEX);
        if (access(path, R_OK) == 0) {
            *strrchr(path, '/') = '\0';
            return true;
        }
    }
    snprintf(path, size, "%s/recorded/%s", FPSTRIPE_DATA_DIR, RECORDED_INDEX);
    bool there = access(path, R_OK) == 0;

    *strrchr(path, '/') = '\0';
    return there;
}

static const struct reference_cuda *cuda;
static char no_cuda[160]; // why no GPU could be opened; a process tries once

void reference_set_cuda(const struct reference_cuda *way)
{
    cuda = way;
    no_cuda[0] = '\0';
    device_before_gl(way->ask_ahead);
}

// `answers`: what stands before the GPU, if it is not there itself.
static void reference_name_gpu(struct reference *reference, const char *answers)
{
    const struct recorded_facts *facts = &reference->facts;

    snprintf(reference->name, sizeof reference->name,
             "%s%s, compute capability %s, driver %s, CUDA %s", answers, facts->gpu,
             facts->capability, facts->driver, facts->toolkit);
}

static bool reference_open_cuda(struct reference *reference)
{
    if (!cuda)
        return false;
    log_hold(true);
    reference->cuda = !no_cuda[0] && cuda->open(&reference->unit, &reference->facts);
    log_hold(false);
    if (!reference->cuda && !no_cuda[0])
        snprintf(no_cuda, sizeof no_cuda, "%s", log_last_reason("cuda"));
    if (reference->cuda)
        reference_name_gpu(reference, "");
    else
        note_try(reference, "cuda", no_cuda);
    return reference->cuda;
}

static bool open_recorded(struct reference *reference)
{
    char path[2 * PATH_MAX];

    if (!find_recorded(path, sizeof path)) {
        note_try(reference, "recorded", "no recorded answers are installed");
        return false;
    }
    log_hold(true);
    reference->recorded = recorded_open(path);
    log_hold(false);
    if (!reference->recorded) {
        note_try(reference, "recorded", log_last_error());
        return false;
    }
    reference->facts = *recorded_facts(reference->recorded);
    reference->unit = recorded_unit(reference->recorded);
    reference_name_gpu(reference, "answers of an ");
    return true;
}

static bool open_host(struct reference *reference)
{
    reference->unit = unit_host();
    snprintf(reference->name, sizeof reference->name,
             "this CPU under fesetround; integers where it has no such format");
    return true;
}

static bool open_model(struct reference *reference)
{
    reference->unit = unit_model();
    snprintf(reference->name, sizeof reference->name, "integers, any format and rule");
    return true;
}

static const struct kind {
    const char *name;
    bool (*open)(struct reference *reference);
    bool then_host; // the host answers what it cannot
} kinds[] = {
    { "cuda", reference_open_cuda, true },
    { "recorded", open_recorded, true },
    { "host", open_host, false },
    { "model", open_model, false },
};
#define KINDS (sizeof kinds / sizeof *kinds)

void reference_open(struct reference *reference, const char *kind)
{
    size_t i = 0;

    *reference = (struct reference){ 0 };
    while (kind && i + 1 < KINDS && strcmp(kinds[i].name, kind) != 0)
        i++;
    while (!kinds[i].open(reference))
        i++;
    snprintf(reference->kind, sizeof reference->kind, "%s", kinds[i].name);
    if (!kinds[i].then_host)
        return;
    reference->host = unit_host();
    reference->unit.next = &reference->host;
}

bool reference_open_named(struct reference *reference, const char *kind)
{
    const struct reference_try *first = reference->tried;

    reference_open(reference, kind);
    if (!strcmp(reference->kind, kind))
        return true;
    log_error("--reference %s: %s", kind,
              !strcmp(first->kind, kind) ? first->reason : "this program has none");
    reference_close(reference);
    return false;
}

bool reference_record(const struct reference *reference, struct recorder *recorder)
{
    return !reference->cuda || cuda->record(&reference->unit, recorder);
}

// A chain as one unit, and whom it came to.
struct fallback {
    const struct unit *first;
    const char *used; // NULL: nobody was asked
    int depth;        // its place in the chain
};

static bool fallback_can(const struct unit *unit, enum unit_op op,
                         const struct fp_model *model)
{
    (void) unit;
    (void) op;
    (void) model;
    return true;
}

static char reference_fault[160];

static bool apply_quietly(const struct unit *unit, const struct unit_call *call,
                          bool first)
{
    if (!unit->can(unit, call->op, &call->model))
        return false;
    log_hold(true);
    bool ok = unit->apply(unit, call);

    log_hold(false);
    if (!ok && first && !reference_fault[0])
        snprintf(reference_fault, sizeof reference_fault, "%s",
                 log_last_reason(unit->name));
    return ok;
}

static bool fallback_apply(const struct unit *unit, const struct unit_call *call)
{
    struct fallback *fallback = unit->priv;
    struct unit last = unit_model();
    const struct unit *next = fallback->first;
    int depth = 0;

    while (next && !apply_quietly(next, call, depth == 0)) {
        next = next->next;
        depth++;
    }
    if (!fallback->used || depth > fallback->depth) {
        fallback->used = next ? next->name : last.name;
        fallback->depth = depth;
    }
    return next || last.apply(&last, call);
}

bool reference_answer(const struct unit *chain, const struct expressions_call *call,
                      const char **who)
{
    struct fallback fallback = { .first = chain };
    struct unit unit = { "fallback", NULL, fallback_can, fallback_apply, &fallback };
    struct expressions_call asked = *call;

    asked.unit = &unit;
    bool ok = expressions_answer(&asked);

    *who = fallback.used;
    return ok;
}

void reference_take_fault(char *reason, size_t size)
{
    snprintf(reason, size, "%s", reference_fault);
    reference_fault[0] = '\0';
}

void reference_close(struct reference *reference)
{
    if (reference->cuda)
        cuda->close(&reference->unit);
    recorded_close(reference->recorded);
    *reference = (struct reference){ 0 };
}

void reference_facts(const struct reference *reference, struct recorded_facts *facts)
{
    *facts = reference->facts;
    if (!facts->gpu[0])
        *facts =
            (struct recorded_facts){ .driver = "-", .capability = "-", .toolkit = "-" };
    if (!facts->gpu[0])
        snprintf(facts->gpu, sizeof facts->gpu, "%s", reference->unit.name);
}

const char *reference_intrinsic(const struct fp_model *model)
{
    static const struct {
        int precision, emax;
        const char *names[4]; // rne, rtz, rup, rdn
    } formats[] = {
        { 24, 127, { "__fadd_rn", "__fadd_rz", "__fadd_ru", "__fadd_rd" } },
        { 53, 1023, { "__dadd_rn", "__dadd_rz", "__dadd_ru", "__dadd_rd" } },
        { 11, 15, { "__hadd_rn", NULL, NULL, NULL } },
    };
    static const enum fp_round rounds[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        for (int k = 0; k < 4; k++)
            if (formats[i].precision == model->format.precision &&
                formats[i].emax == model->format.emax && rounds[k] == model->round)
                return formats[i].names[k];
    return NULL;
}
