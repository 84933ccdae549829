// SPDX-License-Identifier: MIT

#include "probe/shared/cases.h"

#include <pthread.h>
#include <string.h>

#define KEPT 24 // rows; those of three formats

static struct row {
    enum cases kind;
    struct draft draft; // a precision of 0: none yet
} rows[KEPT];

static int oldest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void (*const fill[CASES_KINDS])(struct draft *draft) = {
    [CASES_SUM] = draft_sums,
    [CASES_PRODUCT] = draft_products,
    [CASES_QUOTIENT] = draft_quotients,
    [CASES_FUSED] = draft_fused,
    [CASES_ROOT] = draft_roots,
    [CASES_RECIPROCAL_ROOT] = draft_reciprocal_roots,
    [CASES_RECIPROCAL] = draft_reciprocals,
};

static const struct row *row_of(struct fp_format format, enum cases kind)
{
    for (int i = 0; i < KEPT; i++)
        if (rows[i].kind == kind && rows[i].draft.format.precision == format.precision &&
            rows[i].draft.format.emax == format.emax)
            return &rows[i];

    struct row *row = &rows[oldest];

    oldest = (oldest + 1) % KEPT;
    row->kind = kind;
    row->draft = draft_make(format);
    fill[kind](&row->draft);
    return row;
}

void cases_get(struct fp_format format, enum cases kind, int at, uint64_t operands[3])
{
    pthread_mutex_lock(&lock);
    memcpy(operands, row_of(format, kind)->draft.cases[at], 3 * sizeof *operands);
    pthread_mutex_unlock(&lock);
}
