// SPDX-License-Identifier: MIT

#include "sweep/ranks.h"

#include "base/log.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANKS_MOST 1000000

// What a launcher sets, the first name that is there counts. Slurm's come last: its own
// PMI and an mpirun inside of a job say more. A batch script has a rank and a count of
// Slurm too, but no step.
static const struct launcher {
    const char *name;
    const char *rank, *count;
    const char *local[3], *job[4];
    const char *needs; // else it is not this one; NULL: nothing
} launchers[] = {
    {
        .name = "open mpi",
        .rank = "OMPI_COMM_WORLD_RANK",
        .count = "OMPI_COMM_WORLD_SIZE",
        .local = { "OMPI_COMM_WORLD_LOCAL_RANK" },
        .job = { "PMIX_NAMESPACE", "OMPI_MCA_ess_base_jobid" },
    },
    {
        .name = "pmi",
        .rank = "PMI_RANK",
        .count = "PMI_SIZE",
        .local = { "MPI_LOCALRANKID", "PMI_LOCAL_RANK", "PALS_LOCAL_RANKID" },
        .job = { "PMI_JOBID", "PALS_APID", "HYDRA_JOBID", "PMI_PORT" },
    },
    {
        .name = "slurm",
        .rank = "SLURM_PROCID",
        .count = "SLURM_STEP_NUM_TASKS",
        .local = { "SLURM_LOCALID" },
        .needs = "SLURM_STEP_ID",
    },
    {
        .name = "slurm",
        .rank = "SLURM_PROCID",
        .count = "SLURM_NTASKS",
        .local = { "SLURM_LOCALID" },
        .needs = "SLURM_STEP_ID",
    },
};

static const char *ranks_value_of(const char *name)
{
    const char *value = name ? getenv(name) : NULL;

    return value && value[0] ? value : NULL;
}

static bool ranks_read_number(const char *name, int low, int high, int *number)
{
    const char *value = ranks_value_of(name);
    size_t digits = strspn(value, "0123456789");
    long read =
        digits > 0 && digits < 10 && !value[digits] ? strtol(value, NULL, 10) : -1;

    if (read < low || read > high) {
        log_error("%s=%s in the environment is not a whole number from %d to %d", name,
                  value, low, high);
        return false;
    }
    *number = (int) read;
    return true;
}

// srun has steps 0, 1, ...; "batch", "extern" and their large numbers are none.
static bool ranks_is_there(const struct launcher *launcher)
{
    const char *needed = ranks_value_of(launcher->needs);

    if (launcher->needs &&
        (!needed || strspn(needed, "0123456789") != strlen(needed) || strlen(needed) > 8))
        return false;
    return ranks_value_of(launcher->rank) && ranks_value_of(launcher->count);
}

static void append_plain(char *text, size_t size, const char *more)
{
    size_t at = strlen(text);

    for (; *more && at + 1 < size; more++)
        text[at++] = (unsigned char) *more > ' ' && *more != 127 ? *more : '_';
    text[at] = '\0';
}

// Slurm's job is added to the others' too: their own names begin anew in each.
static void name_job(const struct launcher *launcher, struct ranks *ranks)
{
    const char *slurm = ranks_value_of("SLURM_JOB_ID"),
               *step = ranks_value_of("SLURM_STEP_ID");
    const char *own = NULL;

    for (size_t i = 0; !own && i < sizeof launcher->job / sizeof *launcher->job; i++)
        own = ranks_value_of(launcher->job[i]);
    if (own)
        append_plain(ranks->job, sizeof ranks->job, own);
    if (!slurm)
        return;
    append_plain(ranks->job, sizeof ranks->job, own ? "-slurm" : "slurm");
    append_plain(ranks->job, sizeof ranks->job, slurm);
    if (launcher->needs) {
        append_plain(ranks->job, sizeof ranks->job, ".");
        append_plain(ranks->job, sizeof ranks->job, step);
    }
}

// FNV-1a, 64 bits.
static void make_mark(struct ranks *ranks)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (const char *at = ranks->job; *at; at++)
        hash = (hash ^ (unsigned char) *at) * UINT64_C(0x100000001b3);
    if (ranks->job[0])
        snprintf(ranks->mark, sizeof ranks->mark, "%016" PRIx64, hash);
}

static bool read_launcher(const struct launcher *launcher, struct ranks *ranks)
{
    const char *local = NULL;

    if (!ranks_read_number(launcher->count, 1, RANKS_MOST, &ranks->count) ||
        !ranks_read_number(launcher->rank, 0, ranks->count - 1, &ranks->rank))
        return false;
    if (ranks->count == 1)
        return true;
    for (size_t i = 0; !local && i < sizeof launcher->local / sizeof *launcher->local;
         i++)
        local = ranks_value_of(launcher->local[i]) ? launcher->local[i] : NULL;
    if (local && !ranks_read_number(local, 0, ranks->count - 1, &ranks->local))
        return false;
    if (!local)
        ranks->local = ranks->rank;
    snprintf(ranks->launcher, sizeof ranks->launcher, "%s", launcher->name);
    name_job(launcher, ranks);
    make_mark(ranks);
    return true;
}

bool ranks_find(struct ranks *ranks)
{
    *ranks = (struct ranks){ .count = 1 };
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
        if (ranks_is_there(&launchers[i]))
            return read_launcher(&launchers[i], ranks);
    return true;
}
