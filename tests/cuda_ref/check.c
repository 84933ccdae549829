// SPDX-License-Identifier: MIT

#include "tests/cuda_ref/check.h"

#include "base/fp.h"
#include "cuda_ref/unit.h"
#include "tests/base/operands.h"
#include "tests/cuda_ref/expected.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED UINT64_C(20130501)

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

struct cases {
    uint64_t *operands[3];
    uint64_t *got, *want;
    size_t count;
};

static void cases_init(struct cases *cases, size_t count)
{
    uint64_t *words = malloc(5 * count * sizeof *words);

    if (!words)
        abort();
    for (int k = 0; k < 3; k++)
        cases->operands[k] = words + (size_t) k * count;
    cases->got = words + 3 * count;
    cases->want = words + 4 * count;
    cases->count = count;
}

// How many of the results differ; prints the first of them.
static size_t differing(const struct cases *cases, const struct cuda_check_row *row,
                        const char *whose, int arity)
{
    size_t count = 0;

    for (size_t i = 0; i < cases->count; i++) {
        if (cases->got[i] == cases->want[i] || count++)
            continue;
        printf("# %s %s", row->name, fp_round_name(row->round));
        for (int k = 0; k < arity; k++)
            printf(" %" PRIx64, cases->operands[k][i]);
        printf(": got %" PRIx64 ", want %" PRIx64 " of the %s, case %zu\n", cases->got[i],
               cases->want[i], whose, i);
    }
    return count;
}

static bool check_op(const struct unit *unit, struct unit_call *call, struct cases *cases,
                     struct cuda_check_row *row)
{
    struct unit model = unit_model(), host = unit_host();
    int arity = unit_op_arity(call->op);

    call->out = cases->got;
    if (!unit->apply(unit, call))
        return false;
    call->out = cases->want;
    row->cases = cases->count;
    model.apply(&model, call);
    row->model_differs = differing(cases, row, model.name, arity);
    if (host.can(&host, call->op, &call->model)) {
        host.apply(&host, call);
        row->host_cases = cases->count;
        row->host_differs = differing(cases, row, host.name, arity);
    }
    return true;
}

static bool check_format(const struct unit *unit, struct fp_format format,
                         struct cases *cases,
                         void (*report)(const struct cuda_check_row *row))
{
    static const char *const names[] = { "binary16", "binary32", "binary64" };
    int name = format.precision == 11 ? 0 : format.precision == 24 ? 1 : 2;
    bool same = true;

    for (int op = 0; op < UNIT_OP_COUNT; op++)
        for (int i = 0; i < 4; i++) {
            struct unit_call call = { .op = (enum unit_op) op,
                                      .model = { .format = format,
                                                 .round = directions[i] },
                                      .a = cases->operands[0],
                                      .b = cases->operands[1],
                                      .c = cases->operands[2],
                                      .count = cases->count };
            struct cuda_check_row row = { .round = directions[i] };

            if (!unit->can(unit, call.op, &call.model))
                continue;
            snprintf(row.name, sizeof row.name, "%s_%s", unit_op_name(call.op),
                     names[name]);
            if (!check_op(unit, &call, cases, &row))
                return false;
            report(&row);
            same = same && !row.model_differs && !row.host_differs;
        }
    return same;
}

static bool check_ops(const struct unit *unit, size_t count,
                      void (*report)(const struct cuda_check_row *row))
{
    const struct fp_format formats[] = { FP_BINARY16, FP_BINARY32, FP_BINARY64 };
    struct cases cases;
    bool same = true;

    cases_init(&cases, OPERANDS_SPECIALS + count);
    for (int i = 0; i < 3; i++) {
        uint64_t seed = SEED + (uint64_t) i;

        operands_specials(formats[i], cases.operands);
        for (int k = 0; k < 3; k++)
            operands_fill(formats[i], &seed, cases.operands[k] + OPERANDS_SPECIALS,
                          count);
        same = check_format(unit, formats[i], &cases, report) && same;
    }
    free(cases.operands[0]);
    return same;
}

// Integers of every length, of both signs, with ones, zeros and a few bits below.
static uint64_t any_integer(uint64_t *seed, int width)
{
    uint64_t all = UINT64_MAX >> (64 - width), bits = operands_random(seed);
    int length = (int) (operands_random(seed) % (uint64_t) (width + 1));
    uint64_t top = length ? UINT64_C(1) << (length - 1) : 0, low = bits;

    switch (bits >> 60 & 3) {
    case 0: low = 0; break;
    case 1: low = UINT64_MAX; break;
    case 2: low = UINT64_C(1) << (bits % 64); break;
    default: break;
    }
    uint64_t value = top | (low & (top ? top - 1 : 0));

    return (bits >> 62 & 1 ? -value : value) & all;
}

// Half of the floats between 2^-2 and 2^66, where an integer is a question at all.
static uint64_t any_float(struct fp_format format, uint64_t *seed)
{
    uint64_t bits, random = operands_random(seed);

    operands_fill(format, seed, &bits, 1);
    if (random & 1 || format.emax < 66)
        return bits;
    int exponent = (int) (random >> 1 & 63) + (int) (random >> 7 & 3) - 1;
    uint64_t hidden = UINT64_C(1) << (format.precision - 1);
    uint64_t fraction = random >> 11 & (hidden - 1);

    if (random >> 9 & 1)
        fraction &= -(UINT64_C(1) << (random >> 58) % (uint64_t) format.precision);
    return fp_pack(format, FP_RTZ, random >> 10 & 1, exponent - format.precision + 1,
                   hidden | fraction, false);
}

static void fill_unary(const struct unary *unary, struct cases *cases)
{
    uint64_t seed = SEED;
    bool is_float = unary_type_is_float(unary->from);
    int width = unary->from == UNARY_INT32 || unary->from == UNARY_UINT32 ? 32 : 64;

    if (is_float)
        operands_specials(unary_type_format(unary->from), cases->operands);
    for (size_t i = is_float ? OPERANDS_SPECIALS : 0; i < cases->count; i++)
        cases->operands[0][i] = is_float
                                    ? any_float(unary_type_format(unary->from), &seed)
                                    : any_integer(&seed, width);
}

static bool check_unary(const struct unit *unit, const struct unary *unary,
                        struct cases *cases,
                        void (*report)(const struct cuda_check_row *row))
{
    bool same = true;

    fill_unary(unary, cases);
    for (int i = 0; i < 4; i++) {
        struct cuda_check_row row = { .round = directions[i], .cases = cases->count };

        if (!unary_can(unary, directions[i]))
            continue;
        snprintf(row.name, sizeof row.name, "%s", unary->name);
        if (!cuda_unit_unary(unit, unary, directions[i], cases->got, cases->operands[0],
                             cases->count))
            return false;
        for (size_t k = 0; k < cases->count; k++)
            cases->want[k] = unary_expected(unary, directions[i], cases->operands[0][k]);
        row.model_differs = differing(cases, &row, "model", 1);
        report(&row);
        same = same && !row.model_differs;
    }
    return same;
}

bool cuda_check(const struct unit *unit, size_t count,
                void (*row)(const struct cuda_check_row *row))
{
    struct cases cases;
    bool same = check_ops(unit, count, row);

    cases_init(&cases, OPERANDS_SPECIALS + count);
    for (int i = 0; i < UNARY_COUNT; i++)
        same = check_unary(unit, &unary_list[i], &cases, row) && same;
    free(cases.operands[0]);
    return same;
}
