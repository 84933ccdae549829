// SPDX-License-Identifier: MIT
//
// Which of several processes this is, as mpirun or Slurm says in the environment. No MPI
// library is needed: ranks share a directory.

#ifndef SWEEP_RANKS_H
#define SWEEP_RANKS_H

#include <stdbool.h>

struct ranks {
    int rank, count; // count 1: alone
    int local;       // rank on this host: which GPU
    char job[96];  // the same in all ranks of a launch, another in the next; "" if alone
    char mark[20]; // of the job, for files: launchers put names of hosts into theirs
    char launcher[16]; // "open mpi", "pmi", "slurm", ""
};

// Reads Open MPI's, PMI's (MPICH, Intel MPI) and Slurm's variables. Returns false, after
// logging which, if they contradict each other or make no sense; a batch job of Slurm
// without srun, and one process, are alone.
bool ranks_find(struct ranks *ranks);

#endif // SWEEP_RANKS_H
