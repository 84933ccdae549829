// SPDX-License-Identifier: MIT

#include "command/sweep.h"

#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/command.h"
#include "command/list.h"
#include "command/progress.h"
#include "cuda_ref/bench.h"
#include "report/page.h"
#include "sweep/half_convert.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#define FLOATS (UINT64_C(1) << 32)
#define PIECE  (UINT64_C(1) << 26)

struct work {
    bool cpu, cuda; // what there is
    struct half_seen f16c[HALF_DIRECTIONS];
    uint64_t handbook_differs; // the Handbook's integers against the others
    struct cuda_half gpu;
    char why_cuda[240];
    struct progress progress;
    uint64_t done; // floats, of this processor's work
    bool lines;
};

// After each piece. Returns false to end.
static bool goes_on(struct work *work)
{
    double total = (double) FLOATS * (1 + (work->cpu ? HALF_DIRECTIONS : 0));

    guard_alive();
    progress_rate(&work->progress, (double) work->done, total, "floats", work->lines);
    return !guard_interrupted();
}

static void check_f16c(struct work *work)
{
    for (int d = 0; work->cpu && d < HALF_DIRECTIONS; d++) {
        struct half_seen *seen = &work->f16c[d];

        *seen = (struct half_seen){ .first = UINT32_MAX };
        for (uint64_t at = 0; at < FLOATS && goes_on(work); at += PIECE) {
            half_f16c_check((uint32_t) at, PIECE, (enum half_direction) d, seen);
            work->done += PIECE;
        }
    }
}

static void check_handbook(struct work *work)
{
    for (uint64_t at = 0; at < FLOATS && goes_on(work); at += PIECE) {
        for (uint64_t x = at; x < at + PIECE; x++)
            work->handbook_differs +=
                half_handbook((uint32_t) x) != half_from_float((uint32_t) x, HALF_RNE);
        work->done += PIECE;
    }
}

static bool work_on(void *context)
{
    struct work *work = context;

    log_hold(true);
    work->cuda = cuda_half_run(&work->gpu);
    if (!work->cuda)
        snprintf(work->why_cuda, sizeof work->why_cuda, "%s", log_last_error());
    log_hold(false);
    work->cpu = half_f16c();
    check_f16c(work);
    check_handbook(work);
    return true;
}

static bool as_expected(const struct half_seen *seen)
{
    return !seen->differ && !seen->nan_other && !seen->nan_lost;
}

static void sweep_half_print_row(const char *who, enum half_direction direction,
                                 const struct half_seen *seen, FILE *file)
{
    fprintf(file,
            "%-4s %s %11" PRIu64 " %11" PRIu64 " %11" PRIu64 " %11" PRIu64 " %11" PRIu64
            " %11" PRIu64 "\n",
            who, half_direction_name(direction), seen->equal, seen->differ,
            seen->nan_default, seen->nan_payload, seen->nan_other, seen->nan_lost);
    if (!as_expected(seen))
        fprintf(file, "         first: 0x%08x gave 0x%04x, integers 0x%04x\n",
                seen->first, seen->first_got, half_from_float(seen->first, direction));
}

static void sweep_half_print_cuda(const struct work *work, const struct report_page *page)
{
    const struct cuda_half *gpu = &work->gpu;

    if (!work->cuda) {
        report_page_named(page, "CUDA", work->why_cuda);
        return;
    }
    for (int d = 0; d < HALF_DIRECTIONS; d++)
        sweep_half_print_row("CUDA", (enum half_direction) d, &gpu->seen[d], page->file);
    fprintf(page->file, "         %s, compute capability %d.%d, CUDA %d.%d\n",
            gpu->gpu.name, gpu->gpu.capability / 10, gpu->gpu.capability % 10,
            gpu->gpu.driver / 1000, gpu->gpu.driver % 1000 / 10);
}

static void sweep_half_print(const struct work *work, FILE *file)
{
    const struct report_page page = { .file = file };

    fprintf(file, "binary32 to binary16, hardware against integers, every float\n\n");
    fprintf(file, "%8s %23s %47s\n", "", "numbers", "NaN that became");
    fprintf(file, "%8s %11s %11s %11s %11s %11s %11s\n", "", "equal", "differ", "0x7fff",
            "its payload", "another", "a number");
    sweep_half_print_cuda(work, &page);
    for (int d = 0; work->cpu && d < HALF_DIRECTIONS; d++)
        sweep_half_print_row("F16C", (enum half_direction) d, &work->f16c[d], file);
    if (!work->cpu)
        report_page_named(&page, "F16C", "this processor does not have it");
    fprintf(file,
            "\nThe CUDA Handbook's integers (8.3.5) and these, to nearest: %" PRIu64
            " differ.\n",
            work->handbook_differs);
}

static json_t *first_json(const struct half_seen *seen, enum half_direction direction)
{
    if (as_expected(seen))
        return json_null();
    return json_pack("{s:o, s:o, s:o}", "input", json_sprintf("0x%08x", seen->first),
                     "got", json_sprintf("0x%04x", seen->first_got), "want",
                     json_sprintf("0x%04x", half_from_float(seen->first, direction)));
}

static json_t *seen_json(const struct half_seen *seen, enum half_direction direction)
{
    return json_pack(
        "{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "rounding",
        half_direction_name(direction), "inputs", (json_int_t) seen->inputs, "equal",
        (json_int_t) seen->equal, "differ", (json_int_t) seen->differ, "nan",
        (json_int_t) seen->nan, "nan_default", (json_int_t) seen->nan_default,
        "nan_payload", (json_int_t) seen->nan_payload, "nan_other",
        (json_int_t) seen->nan_other, "nan_lost", (json_int_t) seen->nan_lost,
        "first_unexpected", first_json(seen, direction));
}

static void sweep_half_print_json(const struct work *work)
{
    json_t *whole = json_pack("{s:s, s:I}", "schema", "fpstripe-half/1",
                              "handbook_differs", (json_int_t) work->handbook_differs);
    json_t *cuda = json_array(), *f16c = json_array();

    for (int d = 0; d < HALF_DIRECTIONS; d++) {
        if (work->cuda)
            json_array_append_new(cuda,
                                  seen_json(&work->gpu.seen[d], (enum half_direction) d));
        if (work->cpu)
            json_array_append_new(f16c,
                                  seen_json(&work->f16c[d], (enum half_direction) d));
    }
    json_object_set_new(whole, "cuda", cuda);
    json_object_set_new(whole, "f16c", f16c);
    json_object_set_new(whole, "gpu", json_string(work->cuda ? work->gpu.gpu.name : ""));
    list_print_json(whole);
}

static bool all_expected(const struct work *work)
{
    bool good = work->handbook_differs == 0;

    for (int d = 0; d < HALF_DIRECTIONS; d++) {
        good = good && (!work->cpu || as_expected(&work->f16c[d]));
        good = good && (!work->cuda || as_expected(&work->gpu.seen[d]));
    }
    return good;
}

int sweep_half(const struct options *options)
{
    static const char *const known[] = { "json", "timeout", "verbose", NULL };
    // Static: a driver that crashes must not take the stack with the results away.
    static struct work work;
    enum guard_outcome outcome;
    bool ok;

    if (!sweep_options_known(options, "half", known))
        return COMMAND_USAGE;
    work = (struct work){ .lines = options->verbose };
    progress_start(&work.progress);
    outcome = guard_call(work_on, &work, &ok, options->timeout_s, "the conversions");
    progress_finish(&work.progress);
    if (outcome != GUARD_DONE)
        return COMMAND_NO_DEVICE;
    if (guard_interrupted())
        return COMMAND_SIGNAL + guard_interrupted();
    if (options->json)
        sweep_half_print_json(&work);
    else
        sweep_half_print(&work, out_file());
    return all_expected(&work) ? COMMAND_DONE : COMMAND_UNEXPECTED;
}
