// SPDX-License-Identifier: MIT
//
// test_cuda_live [COUNT]: the first GPU against the host and the model, COUNT random
// cases an operation. Prints a table in Markdown. 77 where there is no GPU.

#include "cuda_ref/driver.h"
#include "cuda_ref/unit.h"
#include "tests/cuda_ref/check.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT   100000
#define SKIPPED 77

static size_t cases, differs;

static void print_row(const struct cuda_check_row *row)
{
    char host[48] = "-";

    if (row->host_cases)
        snprintf(host, sizeof host, "%zu", row->host_differs);
    printf("| %s | %s | %zu | %zu | %s |\n", row->name, fp_round_name(row->round),
           row->cases, row->model_differs, host);
    cases += row->cases + row->host_cases;
    differs += row->model_differs + row->host_differs;
}

static void print_facts(const struct cuda_facts *facts)
{
    printf("%s, compute capability %s, driver %s, CUDA %s, kernels by CUDA %s, %s\n\n",
           facts->who.gpu, facts->who.capability, facts->who.driver, facts->api,
           facts->who.toolkit,
           facts->compiled ? "compiled by the driver" : "as machine code");
}

TEST_GROUP(cuda_live)
{
    long count = group_argc > 1 ? atol(group_argv[1]) : COUNT;
    struct cuda_facts facts;
    struct driver driver;
    struct unit unit;

    // what keeps the driver from opening is not there; what fails after that is broken
    if (!driver_open_at(&driver, 0))
        return SKIPPED;
    driver_close(&driver);
    if (count < 1 || !cuda_unit_open(&unit, &facts))
        return EXIT_FAILURE;
    print_facts(&facts);
    printf("| operation | direction | cases | differ from the model | from the host |\n"
           "|--|--|--|--|--|\n");
    bool same = cuda_check(&unit, (size_t) count, print_row);

    printf("\n%zu comparisons, %zu differences\n", cases, differs);
    cuda_unit_close(&unit);
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
