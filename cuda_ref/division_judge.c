// SPDX-License-Identifier: MIT

#include "cuda_ref/sweep.h"

#include "base/guard.h"
#include "base/memory.h"
#include "cuda_ref/division_layout.h"
#include "cuda_ref/kernels.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { JOB, CELL, NOTED, NOTES, RECORDS, BUFFER_COUNT };

static const size_t buffer_sizes[BUFFER_COUNT] = {
    [JOB] = sizeof(struct division_job),
    [CELL] = sizeof(struct cell),
    [NOTED] = sizeof(uint32_t),
    [NOTES] = JUDGE_NOTED * sizeof(struct division_note),
    [RECORDS] = (size_t) DIVISION_RUNS * DIVISION_GROUPS * sizeof(struct division_record),
};

struct cuda_division_judge {
    struct driver *driver;
    double above;
    void *module, *judge, *finish; // kernels
    uint64_t buffers[BUFFER_COUNT];
    struct division_note notes[JUDGE_NOTED];
};

bool cuda_division_judge_can(const struct judge *judge)
{
    return judge->math == MATH_DIV && judge->type == FUNCTION_BINARY32 &&
           judge->round == FP_RNE && judge->domain->kind == DOMAIN_DIVISION;
}

static bool load(struct cuda_division_judge *judge)
{
    struct driver *driver = judge->driver;
    bool ok =
        driver_ok(driver, driver->call.module_load(&judge->module, division_judge_ptx),
                  "cuModuleLoadData of the judge of divisions") &&
        driver_find(driver, judge->module, "division_judge", &judge->judge) &&
        driver_find(driver, judge->module, "division_judge_finish", &judge->finish);

    for (int i = 0; i < BUFFER_COUNT && ok; i++)
        ok = driver_allocate(driver, &judge->buffers[i], buffer_sizes[i],
                             "for the judge of divisions");
    return ok;
}

struct cuda_division_judge *cuda_division_judge_open(struct driver *driver,
                                                     const struct judge *ask)
{
    struct cuda_division_judge *judge = memory_new(1, sizeof *judge);

    assert(cuda_division_judge_can(ask));
    judge->driver = driver;
    judge->above = ask->above;
    if (load(judge))
        return judge;
    cuda_division_judge_close(judge);
    return NULL;
}

void cuda_division_judge_close(struct cuda_division_judge *judge)
{
    if (judge)
        driver_give_back(judge->driver, judge->buffers, BUFFER_COUNT, judge->module);
    free(judge);
}

static bool put(struct cuda_division_judge *judge, int which, const void *from)
{
    return driver_put(judge->driver, judge->buffers[which], from, buffer_sizes[which],
                      "for the judge of divisions");
}

static bool get(struct cuda_division_judge *judge, int which, void *to, size_t size)
{
    return driver_get(judge->driver, to, judge->buffers[which], size,
                      "of the judge of divisions");
}

static double error_of(const struct cell_worst *worst, double none)
{
    return worst->number == CELL_NONE ? none : worst->error;
}

static struct division_job job_of(const struct cuda_division_judge *judge,
                                  const struct cuda_division_run *runs, int count,
                                  const struct cell *cell)
{
    struct division_job job = {
        .run_count = (uint64_t) count,
        .worst = { error_of(&cell->ulp, -1), error_of(&cell->relative, 0),
                   error_of(&cell->absolute, -1) },
        .above = judge->above,
    };

    for (int i = 0; i < count; i++) {
        assert(runs[i].count >= 1 && runs[i].count <= CUDA_DIVISION_RUN);
        assert(i == 0 || runs[i].first >= runs[i - 1].first + runs[i - 1].count);
        job.runs[i] = (struct division_run){ runs[i].results, runs[i].first,
                                             runs[i].first + runs[i].count - 1 };
    }
    return job;
}

static bool launch(struct cuda_division_judge *judge, unsigned runs)
{
    const struct driver_grid all = { DIVISION_GROUPS, runs, DIVISION_THREADS };
    const struct driver_grid one = { 1, 1, DIVISION_THREADS };
    uint32_t notes_max = JUDGE_NOTED;
    uint64_t *buffers = judge->buffers;
    void *parameters[] = { &buffers[JOB],   &buffers[CELL],  &buffers[RECORDS],
                           &buffers[NOTES], &buffers[NOTED], &notes_max };

    return driver_launch(judge->driver, judge->judge, all, parameters,
                         "division_judge") &&
           driver_launch(judge->driver, judge->finish, one, parameters,
                         "division_judge_finish");
}

// Appends what was noted: as many as there is room for, counted all.
static bool get_noted(struct cuda_division_judge *judge, struct noted_list *list)
{
    uint32_t there, room, count;

    if (!get(judge, NOTED, &there, sizeof there))
        return false;
    room = list->count < JUDGE_NOTED ? (uint32_t) (JUDGE_NOTED - list->count) : 0;
    count = there < room ? there : room;
    if (count && !get(judge, NOTES, judge->notes, count * sizeof *judge->notes))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct division_note *note = &judge->notes[i];

        list->noted[list->count + (int) i] = (struct noted){
            .number = note->number,
            .got = note->got,
            .error = note->error,
            .correct = fabs(note->error) < 0.5,
            .kind = CELL_FINITE,
        };
    }
    list->count = there < (uint32_t) (INT32_MAX - list->count) ? list->count + (int) there
                                                               : INT32_MAX;
    return true;
}

// At most DIVISION_RUNS.
static bool judge_some(struct cuda_division_judge *judge,
                       const struct cuda_division_run *runs, int count, struct cell *cell,
                       struct noted_list *noted)
{
    struct division_job job = job_of(judge, runs, count, cell);
    struct cell some;
    uint32_t none = 0;

    tally_clear(&some);
    if (!put(judge, JOB, &job) || !put(judge, CELL, &some) || !put(judge, NOTED, &none) ||
        !launch(judge, (unsigned) count) || !get(judge, CELL, &some, sizeof some) ||
        !get_noted(judge, noted))
        return false;
    for (int bin = 0; bin < CELL_BINS; bin++)
        some.kinds[CELL_FINITE] += some.bins[bin];
    for (int bin = CELL_ZERO - 3; bin <= CELL_ZERO + 3; bin++)
        some.correct += some.bins[bin];
    tally_add(cell, &some);
    return true;
}

bool cuda_division_judge_runs(struct cuda_division_judge *judge,
                              const struct cuda_division_run *runs, int count,
                              struct cell *cell, struct noted_list *noted)
{
    for (int at = 0; at < count; at += DIVISION_RUNS) {
        int some = count - at < DIVISION_RUNS ? count - at : DIVISION_RUNS;

        if (!judge_some(judge, runs + at, some, cell, noted))
            return false;
        guard_alive();
    }
    return true;
}
