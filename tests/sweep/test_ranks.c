// SPDX-License-Identifier: MIT
//
// Which rank this is, in the environments of launchers as they are met.

#include "base/log.h"
#include "sweep/ranks.h"
#include "tests/shared/group.h"

#include <stdlib.h>
#include <string.h>

extern char **environ;

static const struct {
    const char *what;
    const char *environment[12];
    struct {
        int rank, count, local; // count 0: refused
        const char *job, *launcher;
    } want;
    const char *says;
} cases[] = {
    { "nothing", { "HOME=/" }, { 0, 1, 0, "", "" }, NULL },
    { "open mpi 4",
      { "OMPI_COMM_WORLD_RANK=3", "OMPI_COMM_WORLD_SIZE=8",
        "OMPI_COMM_WORLD_LOCAL_RANK=1", "PMIX_NAMESPACE=1012137985",
        "OMPI_MCA_ess_base_jobid=5", "PMIX_RANK=3" },
      { 3, 8, 1, "1012137985", "open mpi" },
      NULL },
    { "open mpi 5",
      { "OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=2",
        "OMPI_COMM_WORLD_LOCAL_RANK=0", "PMIX_NAMESPACE=prterun-host-1@1" },
      { 0, 2, 0, "prterun-host-1@1", "open mpi" },
      NULL },
    { "open mpi 3",
      { "OMPI_COMM_WORLD_RANK=1", "OMPI_COMM_WORLD_SIZE=2",
        "OMPI_COMM_WORLD_LOCAL_RANK=1", "OMPI_MCA_ess_base_jobid=77" },
      { 1, 2, 1, "77", "open mpi" },
      NULL },
    { "open mpi in a job of slurm",
      { "OMPI_COMM_WORLD_RANK=1", "OMPI_COMM_WORLD_SIZE=2",
        "OMPI_COMM_WORLD_LOCAL_RANK=0", "PMIX_NAMESPACE=9", "SLURM_JOB_ID=44",
        "SLURM_NTASKS=1", "SLURM_PROCID=0" },
      { 1, 2, 0, "9-slurm44", "open mpi" },
      NULL },
    { "one process of open mpi",
      { "OMPI_COMM_WORLD_RANK=0", "OMPI_COMM_WORLD_SIZE=1", "PMIX_NAMESPACE=9" },
      { 0, 1, 0, "", "" },
      NULL },
    { "mpich",
      { "PMI_RANK=1", "PMI_SIZE=4", "MPI_LOCALRANKID=1", "PMI_FD=7" },
      { 1, 4, 1, "", "pmi" },
      NULL },
    { "cray",
      { "PMI_RANK=5", "PMI_SIZE=6", "PMI_LOCAL_RANK=2", "PALS_APID=a b" },
      { 5, 6, 2, "a_b", "pmi" },
      NULL },
    { "no local rank", { "PMI_RANK=5", "PMI_SIZE=6" }, { 5, 6, 5, "", "pmi" }, NULL },
    { "srun",
      { "SLURM_PROCID=2", "SLURM_NTASKS=4", "SLURM_LOCALID=0", "SLURM_JOB_ID=12",
        "SLURM_STEP_ID=3", "SLURM_STEP_NUM_TASKS=4" },
      { 2, 4, 0, "slurm12.3", "slurm" },
      NULL },
    { "srun of fewer tasks than the job has",
      { "SLURM_PROCID=1", "SLURM_NTASKS=8", "SLURM_LOCALID=1", "SLURM_JOB_ID=12",
        "SLURM_STEP_ID=0", "SLURM_STEP_NUM_TASKS=2" },
      { 1, 2, 1, "slurm12.0", "slurm" },
      NULL },
    { "old srun",
      { "SLURM_PROCID=1", "SLURM_NTASKS=2", "SLURM_LOCALID=1", "SLURM_JOB_ID=12",
        "SLURM_STEP_ID=0" },
      { 1, 2, 1, "slurm12.0", "slurm" },
      NULL },
    { "a batch script of slurm",
      { "SLURM_PROCID=0", "SLURM_NTASKS=4", "SLURM_LOCALID=0", "SLURM_JOB_ID=12" },
      { 0, 1, 0, "", "" },
      NULL },
    { "an interactive shell of slurm",
      { "SLURM_PROCID=0", "SLURM_NTASKS=4", "SLURM_LOCALID=0", "SLURM_JOB_ID=12",
        "SLURM_STEP_ID=4294967290" },
      { 0, 1, 0, "", "" },
      NULL },
    { "batch, in words",
      { "SLURM_PROCID=0", "SLURM_NTASKS=4", "SLURM_JOB_ID=12", "SLURM_STEP_ID=batch" },
      { 0, 1, 0, "", "" },
      NULL },
    { "srun with pmi2",
      { "PMI_RANK=1", "PMI_SIZE=2", "PMI_JOBID=12.5", "SLURM_PROCID=1", "SLURM_NTASKS=2",
        "SLURM_LOCALID=1", "SLURM_JOB_ID=12", "SLURM_STEP_ID=5" },
      { 1, 2, 1, "12.5-slurm12", "pmi" },
      NULL },
    { "rank past the end", { "PMI_RANK=4", "PMI_SIZE=4" }, { 0 }, "PMI_RANK=4" },
    { "negative", { "PMI_RANK=-1", "PMI_SIZE=4" }, { 0 }, "PMI_RANK=-1 in the env" },
    { "no count", { "PMI_RANK=1", "PMI_SIZE=0" }, { 0 }, "from 1 to 1000000" },
    { "words", { "PMI_RANK=one", "PMI_SIZE=2" }, { 0 }, "PMI_RANK=one" },
    { "huge", { "PMI_RANK=1", "PMI_SIZE=99999999999999999999" }, { 0 }, "PMI_SIZE=999" },
    { "local rank of nowhere",
      { "PMI_RANK=1", "PMI_SIZE=2", "MPI_LOCALRANKID=2" },
      { 0 },
      "MPI_LOCALRANKID=2" },
    { "half of it", { "PMI_RANK=1" }, { 0, 1, 0, "", "" }, NULL },
    { "empty", { "PMI_RANK=", "PMI_SIZE=2" }, { 0, 1, 0, "", "" }, NULL },
};

// cmocka reads the environment too.
static int keep(void **state)
{
    *state = environ;
    return 0;
}

static int put_back(void **state)
{
    environ = *state;
    return 0;
}

static struct group this_group = { .name = "ranks", .before = keep, .after = put_back };

TEST(environments)
{
    log_hold(true);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct ranks got;
        bool ok;

        environ = (char **) (const char *const *) cases[i].environment;
        ok = ranks_find(&got);
        if (ok != (cases[i].want.count > 0))
            fail_msg("%s: %s", cases[i].what, ok ? "taken" : log_last_error());
        if (!ok && !strstr(log_last_error(), cases[i].says))
            fail_msg("%s: %s", cases[i].what, log_last_error());
        if (ok && (got.rank != cases[i].want.rank || got.count != cases[i].want.count ||
                   got.local != cases[i].want.local ||
                   strcmp(got.job, cases[i].want.job) != 0 ||
                   strcmp(got.launcher, cases[i].want.launcher) != 0))
            fail_msg("%s: got rank %d of %d, %d here, job %s of %s", cases[i].what,
                     got.rank, got.count, got.local, got.job, got.launcher);
        if (ok && !got.job[0] != !got.mark[0])
            fail_msg("%s: job %s has the mark %s", cases[i].what, got.job, got.mark);
    }
    log_hold(false);
}

// What is written to files: FNV-1a of the job, as its authors have it for "a".
TEST(marks)
{
    static const char *const job[] = { "PMI_RANK=0", "PMI_SIZE=2", "PMI_JOBID=a", NULL };
    struct ranks got;

    environ = (char **) (const char *const *) job;
    assert_true(ranks_find(&got));
    assert_string_equal(got.mark, "af63dc4c8601ec8c");
}
