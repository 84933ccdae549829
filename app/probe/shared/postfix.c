// SPDX-License-Identifier: MIT
//
// How it works
//
// A stack of arrays: each letter of a program acts on all cases of the call at once, so
// that a unit is asked for whole arrays. "ab+a-" for two cases, top of the stack right:
//
//     a        { 1, 1 }
//     b        { 1, 1 } { 2^-24, 3 * 2^-25 }
//     +        { 1, 1 + 2^-23 }
//     a        { 1, 1 + 2^-23 } { 1, 1 }
//     -        { 0, 2^-23 }                         b has lost its last bits

#include "probe/shared/postfix.h"

#include "base/fp.h"
#include "probe/shared/inside.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DEPTH 10

struct stack {
    const struct expressions_call *call;
    struct fp_format format;
    int depth;
    uint64_t values[DEPTH][EXPRESSIONS_CHUNK];
};

static void postfix_fill(struct stack *stack, uint64_t value)
{
    for (size_t i = 0; i < stack->call->count; i++)
        stack->values[stack->depth][i] = value;
    stack->depth++;
}

// The operation's operands are the topmost; its result takes their place.
static bool operate(struct stack *stack, enum unit_op op)
{
    int arity = unit_op_arity(op), base = stack->depth - arity;
    struct traits traits = *stack->call->traits;
    uint64_t *at[3] = { NULL };

    assert(base >= 0);
    for (int k = 0; k < arity; k++)
        at[k] = stack->values[base + k];
    stack->depth = base + 1;
    traits.fma_separate = false; // a program says itself what is fused
    return traits_apply(&traits, stack->call->unit, op, at[0], at[1], at[2], at[0],
                        stack->call->count);
}

static double postfix_number(const struct stack *stack, uint64_t bits)
{
    return fp_from_bits64(fp_convert(stack->format, FP_BINARY64, FP_RNE, bits));
}

static bool equal(const struct stack *stack, uint64_t x, uint64_t y)
{
    bool both_nan = fp_is_nan(stack->format, x) && fp_is_nan(stack->format, y);

    return both_nan ? stack->call->traits->nan_equal
                    : postfix_number(stack, x) == postfix_number(stack, y);
}

static void postfix_compare(struct stack *stack, char relation)
{
    uint64_t zero = fp_zero(stack->format, false);
    uint64_t one = fp_pack(stack->format, FP_RNE, false, 0, 1, false);
    uint64_t *x = stack->values[stack->depth - 2], *y = stack->values[stack->depth - 1];

    assert(stack->depth >= 2);
    stack->depth--;
    for (size_t i = 0; i < stack->call->count; i++) {
        bool same = equal(stack, x[i], y[i]);
        bool holds = relation == '=' ? same
                     : relation == '<'
                         ? postfix_number(stack, x[i]) < postfix_number(stack, y[i])
                         : postfix_number(stack, x[i]) >= postfix_number(stack, y[i]);

        x[i] = relation == '~' ? (same ? zero : x[i]) : (holds ? one : zero);
    }
}

static uint64_t postfix_reciprocal(const struct stack *stack, uint64_t value)
{
    uint64_t one = fp_pack(stack->format, FP_RNE, false, 0, 1, false), out = 0;
    struct unit unit = unit_model();
    struct fp_model model = { .format = stack->format, .round = FP_RNE };
    struct unit_call call = { UNIT_DIV, model, &out, &one, &value, NULL, 1 };

    unit.apply(&unit, &call);
    return out;
}

static uint64_t postfix_floor(const struct stack *stack, uint64_t value)
{
    double whole = floor(postfix_number(stack, value));

    return fp_convert(FP_BINARY64, stack->format, FP_RNE, fp_bits64(whole));
}

static void change(struct stack *stack, char how)
{
    uint64_t zero = fp_zero(stack->format, false), sign = fp_zero(stack->format, true);
    uint64_t one = fp_pack(stack->format, FP_RNE, false, 0, 1, false);
    uint64_t *x = stack->values[stack->depth - 1];

    assert(stack->depth >= 1);
    for (size_t i = 0; i < stack->call->count; i++) {
        switch (how) {
        case 'n': x[i] ^= sign; break;
        case '|': x[i] &= ~sign; break;
        case '!': x[i] = x[i] == zero ? one : zero; break;
        case '_': x[i] = postfix_floor(stack, x[i]); break;
        default: x[i] = postfix_reciprocal(stack, x[i]);
        }
    }
}

static bool postfix_step(struct stack *stack, char letter)
{
    switch (letter) {
    case 'a':
    case 'b':
    case 'c':
    case 'd':
        assert(stack->depth < DEPTH);
        expressions_load(stack->call, letter - 'a', stack->values[stack->depth++]);
        return true;
    case '0': postfix_fill(stack, fp_zero(stack->format, false)); return true;
    case '1':
        postfix_fill(stack, fp_pack(stack->format, FP_RNE, false, 0, 1, false));
        return true;
    case '+': return operate(stack, UNIT_ADD);
    case '-': return operate(stack, UNIT_SUB);
    case '*': return operate(stack, UNIT_MUL);
    case '/': return operate(stack, UNIT_DIV);
    case 'r': return operate(stack, UNIT_SQRT);
    case 'f': return operate(stack, UNIT_FMA);
    case 'n':
    case '|':
    case '!':
    case '_':
    case 'R': change(stack, letter); return true;
    default: postfix_compare(stack, letter); return true;
    }
}

bool postfix_run(const struct expressions_call *call, const char *program,
                 uint64_t *values)
{
    struct stack stack; // its values are not worth clearing

    if (traits_keeps(call->traits)) {
        inside_run(call, program, values);
        return true;
    }
    stack.call = call;
    stack.format = call->traits->model.format;
    stack.depth = 0;
    for (; *program; program++)
        if (!postfix_step(&stack, *program))
            return false;
    assert(stack.depth == 1);
    memcpy(values, stack.values[0], call->count * sizeof *values);
    return true;
}

bool postfix_answer(const struct expressions_call *call, const struct postfix *what)
{
    uint64_t values[EXPRESSIONS_CHUNK] = { 0 };

    for (int k = 0; k < call->probe->expressions->results; k++) {
        memset(values, 0, sizeof values);
        if (what->program[k] && !postfix_run(call, what->program[k], values))
            return false;
        expressions_store(call, k, values);
    }
    return true;
}

size_t postfix_agree(const struct expressions_seen *seen, const struct traits *traits,
                     const struct postfix *what, size_t *first)
{
    struct expressions_seen tried = *seen;

    tried.programs = what;
    return expressions_agree(&tried, traits, first);
}

static bool has_sums(const struct postfix *what)
{
    for (int k = 0; k < EXPRESSIONS_RESULTS; k++)
        if (what->program[k] && strpbrk(what->program[k], "+-"))
            return true;
    return false;
}

uint32_t postfix_rules(const struct expressions_seen *seen, struct traits *traits,
                       const struct postfix *what)
{
    struct expressions_seen tried = *seen;
    struct traits trial = *traits;

    tried.programs = what;
    uint32_t rules = expressions_rules(&tried, &trial, has_sums(what));

    if (rules && !(rules & VERDICT_RULE(traits->model.round)))
        traits->model.round = (enum fp_round) __builtin_ctz(rules);
    return rules;
}

bool postfix_differ(const struct probe *probe, const struct probe_params *params,
                    enum fp_round round, const char *programs[2], const uint64_t *words)
{
    struct fp_format format = { params->precision_bits, params->model.format.emax };
    struct traits traits =
        TRAITS_NONE(((struct fp_model){ format, round, false, false }));
    struct unit unit = unit_model();
    struct expressions_call call = { probe, params, &traits,  &unit,
                                     0,     1,      { NULL }, { NULL } };
    uint64_t values[2];

    for (int k = 0; k < probe->operands; k++)
        call.in[k] = &words[k];
    for (int k = 0; k < 2; k++)
        if (!postfix_run(&call, programs[k], &values[k]))
            return false;
    bool both_nan = fp_is_nan(format, values[0]) && fp_is_nan(format, values[1]);

    return values[0] != values[1] && !both_nan;
}
