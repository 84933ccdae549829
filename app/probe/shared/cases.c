// SPDX-License-Identifier: MIT

#include "probe/shared/cases.h"

#include "probe/shared/draft_quotients.h"
#include "probe/shared/draft_sums.h"

#include <pthread.h>
#include <string.h>

#define KEPT 24 // rows; those of three formats

static struct row {
    enum operation_cases kind;
    struct operation_draft draft; // a precision of 0: none yet
} rows[KEPT];

static int oldest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void (*const fill[OPERATION_CASES_KINDS])(struct operation_draft *draft) = {
    [OPERATION_CASES_SUM] = operation_sums_add,
    [OPERATION_CASES_PRODUCT] = operation_sums_multiply,
    [OPERATION_CASES_QUOTIENT] = operation_quotients_divide,
    [OPERATION_CASES_FUSED] = operation_sums_fused,
    [OPERATION_CASES_ROOT] = operation_quotients_root,
    [OPERATION_CASES_RECIPROCAL_ROOT] = operation_quotients_reciprocal_root,
    [OPERATION_CASES_RECIPROCAL] = operation_quotients_reciprocal,
};

// In a format too narrow for enough of them the rest are ones and repetitions.
static void complete(struct operation_draft *draft)
{
    uint64_t one = fp_pack(draft->format, FP_RNE, false, 0, 1, false);
    int count = draft->count;

    while (draft->count < OPERATION_DRAFT_CASES) {
        const uint64_t ones[3] = { one, one, one };
        const uint64_t *from = count ? draft->cases[draft->count % count] : ones;

        memcpy(draft->cases[draft->count++], from, sizeof(ones));
    }
}

static const struct row *row_of(struct fp_format format, enum operation_cases kind)
{
    for (int i = 0; i < KEPT; i++)
        if (rows[i].kind == kind && rows[i].draft.format.precision == format.precision &&
            rows[i].draft.format.emax == format.emax)
            return &rows[i];

    struct row *row = &rows[oldest];

    oldest = (oldest + 1) % KEPT;
    row->kind = kind;
    row->draft = operation_draft_make(format);
    fill[kind](&row->draft);
    complete(&row->draft);
    return row;
}

void operation_cases_get(struct fp_format format, enum operation_cases kind, int at,
                         uint64_t operands[3])
{
    pthread_mutex_lock(&lock);
    memcpy(operands, row_of(format, kind)->draft.cases[at], 3 * sizeof(*operands));
    pthread_mutex_unlock(&lock);
}
