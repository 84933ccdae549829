// SPDX-License-Identifier: MIT

#include "probe/shared/inside.h"

#include "base/fp_bits.h"
#include "probe/shared/sum.h"
#include "unit/wide.h"

#include <assert.h>
#include <string.h>

#define DEPTH 10

static const struct fp_parts zero = { .class = FP_CLASS_ZERO };
static const struct fp_parts one = { FP_CLASS_FINITE, false, 0, 1 };

struct fp_parts inside_apply(const struct traits *traits, enum unit_op op,
                             struct fp_parts x, struct fp_parts y, struct fp_parts z)
{
    enum fp_round round = traits->model.round;
    int bits = traits->inside_bits;

    if (op == UNIT_FMA)
        return wide_apply(UNIT_ADD, round, bits, wide_apply(UNIT_MUL, round, bits, x, y),
                          z);
    if (op == UNIT_DIV && traits->by_reciprocal)
        return wide_apply(UNIT_MUL, round, bits, x,
                          wide_apply(UNIT_DIV, round, bits, one, y));
    return wide_apply(op, round, bits, x, y);
}

struct inside {
    const struct traits *traits;
    int depth;
    struct fp_parts values[DEPTH];
};

static void inside_push(struct inside *inside, struct fp_parts value)
{
    assert(inside->depth < DEPTH);
    inside->values[inside->depth++] = value;
}

static struct fp_parts inside_pop(struct inside *inside)
{
    assert(inside->depth > 0);
    return inside->values[--inside->depth];
}

static void inside_operate(struct inside *inside, enum unit_op op)
{
    int arity = unit_op_arity(op);
    struct fp_parts z = arity > 2 ? inside_pop(inside) : zero;
    struct fp_parts y = arity > 1 ? inside_pop(inside) : zero;
    struct fp_parts x = inside_pop(inside);

    inside_push(inside, inside_apply(inside->traits, op, x, y, z));
}

// The sign of x - y where both are numbers or infinities: -1, 0, 1.
static int inside_order(const struct inside *inside, struct fp_parts x, struct fp_parts y)
{
    struct fp_parts rest =
        wide_apply(UNIT_SUB, FP_RNE, inside->traits->inside_bits, x, y);

    return rest.class == FP_CLASS_ZERO || rest.class == FP_CLASS_NAN ? 0
           : rest.negative                                           ? -1
                                                                     : 1;
}

static void inside_compare(struct inside *inside, char relation)
{
    struct fp_parts y = inside_pop(inside), x = inside_pop(inside);
    bool nan = x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN;
    bool both = x.class == FP_CLASS_NAN && y.class == FP_CLASS_NAN;
    int order = inside_order(inside, x, y);
    bool same = nan ? both && inside->traits->nan_equal : order == 0;
    bool holds =
        relation == '=' ? same : !nan && (relation == '<' ? order < 0 : order >= 0);

    inside_push(inside, relation == '~' ? (same ? zero : x) : holds ? one : zero);
}

static struct fp_parts inside_floor(const struct inside *inside, struct fp_parts x)
{
    const int bits = inside->traits->inside_bits;
    struct fp_parts magnitude = x, rest, whole;

    magnitude.negative = false;
    rest = wide_fract(magnitude);
    whole = wide_apply(UNIT_SUB, FP_RNE, bits, magnitude, rest);
    if (x.negative && rest.class == FP_CLASS_FINITE)
        whole = wide_apply(UNIT_ADD, FP_RNE, bits, whole, one);
    whole.negative = x.negative;
    return whole;
}

static void inside_change(struct inside *inside, char how)
{
    struct fp_parts x = inside_pop(inside);

    switch (how) {
    case 'n': x.negative = !x.negative; break;
    case '|': x.negative = false; break;
    case '!': x = x.class == FP_CLASS_ZERO ? one : zero; break;
    case '_': x = inside_floor(inside, x); break;
    default: x = wide_apply(UNIT_DIV, FP_RNE, inside->traits->inside_bits, one, x);
    }
    inside_push(inside, x);
}

static void inside_step(struct inside *inside, char letter,
                        const struct fp_parts operands[PROBE_OPERANDS])
{
    switch (letter) {
    case 'a':
    case 'b':
    case 'c':
    case 'd': inside_push(inside, operands[letter - 'a']); break;
    case '0': inside_push(inside, zero); break;
    case '1': inside_push(inside, one); break;
    case '+': inside_operate(inside, UNIT_ADD); break;
    case '-': inside_operate(inside, UNIT_SUB); break;
    case '*': inside_operate(inside, UNIT_MUL); break;
    case '/': inside_operate(inside, UNIT_DIV); break;
    case 'r': inside_operate(inside, UNIT_SQRT); break;
    case 'f': inside_operate(inside, UNIT_FMA); break;
    case 'n':
    case '|':
    case '!':
    case '_':
    case 'R': inside_change(inside, letter); break;
    default: inside_compare(inside, letter);
    }
}

void inside_run(const struct expressions_call *call, const char *program,
                uint64_t *values)
{
    const struct fp_model *model = &call->traits->model;
    uint64_t words[PROBE_OPERANDS][EXPRESSIONS_CHUNK];
    int used = call->probe->operands;

    for (int k = 0; k < used; k++)
        expressions_load(call, k, words[k]);
    for (size_t i = 0; i < call->count; i++) {
        struct fp_parts operands[PROBE_OPERANDS];
        struct inside inside = { .traits = call->traits };

        for (int k = 0; k < used; k++)
            operands[k] = wide_load(model, words[k][i]);
        for (const char *letter = program; *letter; letter++)
            inside_step(&inside, *letter, operands);
        assert(inside.depth == 1);
        values[i] = wide_store(model, inside.values[0]);
    }
}

// The operands of a case as numbers of the format, and their sum.
static struct fp_parts inside_sum(const struct probe *probe, const struct traits *traits,
                                  const double *operands,
                                  struct fp_parts parts[PROBE_OPERANDS])
{
    for (int k = 0; k < probe->operands; k++)
        parts[k] = wide_load(&traits->model, fp_convert(FP_BINARY64, traits->model.format,
                                                        FP_RNE, fp_bits64(operands[k])));
    return inside_apply(traits, UNIT_ADD, parts[0], parts[1], zero);
}

// fract(2^B + x) is a ramp without a rest.
static bool is_fract(const struct probe *probe)
{
    return probe->ramp && !probe->folds;
}

// What follows the sum.
static uint32_t behind_sum(const struct probe *probe, const struct traits *traits,
                           const struct fp_parts parts[PROBE_OPERANDS],
                           struct fp_parts value)
{
    // (a + b) - a, or - c in the sums of alignment
    int rest = probe->judges_adder ? 2 : 0;

    if (is_fract(probe))
        return sum_binary32(traits->model.format,
                            wide_store(&traits->model, wide_fract(value)));
    value = inside_apply(traits, UNIT_SUB, value, parts[rest], zero);
    for (int k = rest ? rest + 1 : 2; k < probe->operands; k++)
        value = inside_apply(traits, UNIT_MUL, value, parts[k], zero);
    return sum_binary32(traits->model.format, wide_store(&traits->model, value));
}

uint32_t inside_picture(const struct probe *probe, const struct traits *traits,
                        const double *operands)
{
    struct fp_parts parts[PROBE_OPERANDS];
    struct fp_parts sum = inside_sum(probe, traits, operands, parts);

    return behind_sum(probe, traits, parts, sum);
}

// sum - floor(other), both the sum, but one of them stored.
static uint32_t inside_fract(const struct traits *traits, struct fp_parts sum,
                             struct fp_parts other)
{
    struct fp_parts floor =
        inside_apply(traits, UNIT_SUB, other, wide_fract(other), zero);
    struct fp_parts value = inside_apply(traits, UNIT_SUB, sum, floor, zero);

    return sum_binary32(traits->model.format, wide_store(&traits->model, value));
}

int inside_mixed(const struct probe *probe, const struct traits *traits,
                 const double *operands, uint32_t values[INSIDE_MIXED])
{
    struct traits down = *traits, up = *traits;
    struct fp_parts parts[PROBE_OPERANDS], sums[3];
    int count = 0;

    down.inside_bits = up.inside_bits = traits->model.format.precision;
    down.model.round = FP_RDN;
    up.model.round = FP_RUP;
    sums[0] = inside_sum(probe, traits, operands, parts);
    sums[1] = inside_sum(probe, &down, operands, parts);
    sums[2] = inside_sum(probe, &up, operands, parts);
    for (int i = 0; i < 3; i++)
        values[count++] = behind_sum(probe, traits, parts, sums[i]);
    for (int i = 0; is_fract(probe) && i < 9; i++)
        if (i / 3 != i % 3)
            values[count++] = inside_fract(traits, sums[i / 3], sums[i % 3]);
    return count;
}
