// SPDX-License-Identifier: MIT

#include "probe/lines.h"

#include "base/log.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// By frequency: IEEE 754's first.
static const enum fp_round order[FP_ROUND_COUNT] = {
    FP_RNE,     FP_RTZ,     FP_RUP,     FP_RDN,     FP_RNA,     FP_RNZ,     FP_RNU,
    FP_RND,     FP_RNO,     FP_RAZ,     FP_RO,      FP_CHOP_G0, FP_CHOP_G1, FP_CHOP_G2,
    FP_CHOP_G3, FP_RNE_NS1, FP_RNE_NS2, FP_RNE_NS3, FP_RNA_NS1, FP_RNA_NS2, FP_RNA_NS3,
};

int lines_words(const struct probe *probe, const struct probe_params *params)
{
    return probe->lines->results * (params->precision == PRECISION_DOUBLE ? 2 : 1);
}

struct probe_shape lines_shape(const struct probe *probe,
                               const struct probe_params *params)
{
    const struct lines *lines = probe->lines;
    int count = params->only ? 1 : lines->count;

    return (struct probe_shape){ lines->columns, count * lines->rows,
                                 lines_words(probe, params), 1 };
}

const char *lines_unsupported(const struct probe *probe,
                              const struct probe_params *params)
{
    const struct lines *lines = probe->lines;

    if (!lines)
        return params->readout == READOUT_FLOAT16
                   ? "a half target rounds: nothing is inferred through it"
                   : NULL;
    if (!(probe->forms & 1u << params->form))
        return "this probe is not asked in this form";
    if (!(lines->stages & 1u << params->stage))
        return "this probe is not asked at this stage";
    if (!(lines->precisions & 1u << params->precision))
        return "this probe is not asked at this precision";
    if (params->readout != lines->readout)
        return "this probe has a readout of its own";
    return NULL;
}

struct fp_format lines_carrier(const struct probe_params *params)
{
    return params->precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
}

static bool is_same_format(struct fp_format a, struct fp_format b)
{
    return a.precision == b.precision && a.emax == b.emax;
}

void lines_load(const struct lines_call *call, int k, uint64_t *values)
{
    struct fp_format carrier = lines_carrier(call->params);
    struct fp_format format = call->traits->model.format;

    if (is_same_format(carrier, format)) {
        memcpy(values, call->in[k], call->count * sizeof(*values));
        return;
    }
    for (size_t i = 0; i < call->count; i++)
        values[i] = fp_convert(carrier, format, FP_RNE, call->in[k][i]);
}

void lines_store(const struct lines_call *call, int k, const uint64_t *values)
{
    struct fp_format carrier = lines_carrier(call->params);
    struct fp_format format = call->traits->model.format;

    if (is_same_format(carrier, format)) {
        memcpy(call->out[k], values, call->count * sizeof(*values));
        return;
    }
    for (size_t i = 0; i < call->count; i++)
        call->out[k][i] = fp_convert(format, carrier, FP_RNE, values[i]);
}

bool lines_apply(const struct lines_call *call, enum unit_op op, const uint64_t *a,
                 const uint64_t *b, const uint64_t *c, uint64_t *out)
{
    return traits_apply(call->traits, call->unit, op, a, b, c, out, call->count);
}

bool lines_same(const struct probe *probe, const struct probe_params *params, int result,
                uint64_t got, uint64_t want)
{
    struct fp_format carrier = lines_carrier(params);

    if (got == want)
        return true;
    if (probe->lines->raw & 1u << result)
        return false;
    if (fp_is_nan(carrier, got) && fp_is_nan(carrier, want))
        return true;
    uint64_t magnitude = fp_infinity(carrier, true) ^ fp_infinity(carrier, false);

    return !probe->lines->signed_zeros && !((got | want) & ~magnitude);
}

// What `traits` would answer to cases [first, first + count) of a line, into `out`.
static bool ask(const struct lines_seen *seen, const struct traits *traits,
                const struct unit *unit, size_t first, size_t count,
                uint64_t out[LINES_RESULTS][LINES_CHUNK])
{
    struct lines_call call = {
        .probe = seen->probe,
        .params = seen->params,
        .traits = traits,
        .unit = unit,
        .line = seen->line,
        .count = count,
    };

    for (int k = 0; k < seen->probe->operands; k++)
        call.in[k] = seen->in[k] + first;
    for (int k = 0; k < LINES_RESULTS; k++)
        call.out[k] = out[k];
    return seen->probe->lines->answer(&call);
}

static bool case_agrees(const struct lines_seen *seen, size_t at,
                        uint64_t want[LINES_RESULTS][LINES_CHUNK], size_t i)
{
    for (int k = 0; k < seen->probe->lines->results; k++)
        if (!lines_same(seen->probe, seen->params, k, seen->got[k][at], want[k][i]))
            return false;
    return true;
}

// Counts cases that agree; stops at the first that does not, if `hasty`. A hasty look
// begins with few cases: most candidates fail there.
static size_t count_agreeing(const struct lines_seen *seen, const struct traits *traits,
                             size_t *first, bool hasty)
{
    uint64_t want[LINES_RESULTS][LINES_CHUNK];
    struct unit unit = unit_model();
    size_t agree = 0, at = 0, chunk = hasty ? 8 : LINES_CHUNK;

    *first = seen->count;
    while (at < seen->count) {
        size_t count = seen->count - at < chunk ? seen->count - at : chunk;

        if (!ask(seen, traits, &unit, at, count, want)) {
            *first = at;
            return agree;
        }
        for (size_t i = 0; i < count; i++) {
            bool agrees = !seen->defined[at + i] || case_agrees(seen, at + i, want, i);

            agree += seen->defined[at + i] && agrees;
            if (!agrees && *first == seen->count)
                *first = at + i;
            if (!agrees && hasty)
                return agree;
        }
        at += count;
        chunk = LINES_CHUNK;
    }
    return agree;
}

size_t lines_agree(const struct lines_seen *seen, const struct traits *traits,
                   size_t *first)
{
    size_t unused;

    return count_agreeing(seen, traits, first ? first : &unused, false);
}

bool lines_reproduces(const struct lines_seen *seen, const struct traits *traits)
{
    size_t first;

    count_agreeing(seen, traits, &first, true);
    return first == seen->count;
}

uint32_t lines_rules(const struct lines_seen *seen, struct traits *traits, bool sums)
{
    struct traits trial = *traits;
    uint32_t rules = 0;

    for (int i = 0; i < FP_ROUND_COUNT; i++) {
        if (!sums && fp_round_last(order[i]) != order[i])
            continue;
        trial.model.round = order[i];
        if (!lines_reproduces(seen, &trial))
            continue;
        if (!rules)
            traits->model.round = order[i];
        rules |= VERDICT_RULE(order[i]);
    }
    return rules;
}

size_t lines_defined(const struct lines_seen *seen)
{
    size_t defined = 0;

    for (size_t i = 0; i < seen->count; i++)
        defined += seen->defined[i];
    return defined;
}

static int say_word(const struct lines_seen *seen, char *text, size_t size, uint64_t word)
{
    bool wide = seen->params->precision == PRECISION_DOUBLE;

    return snprintf(text, size, "0x%0*llx", wide ? 16 : 8, (unsigned long long) word);
}

static void say_words(const struct lines_seen *seen, char *text, size_t size,
                      const uint64_t *words, int count)
{
    size_t used = 0;

    text[0] = '\0';
    for (int k = 0; k < count && used + 20 < size; k++) {
        if (k > 0)
            used += (size_t) snprintf(text + used, size - used, " ");
        used += (size_t) say_word(seen, text + used, size - used, words[k]);
    }
}

void lines_say_case(const struct lines_seen *seen, const struct traits *traits, size_t at,
                    char *text, size_t size)
{
    uint64_t want[LINES_RESULTS][LINES_CHUNK],
        in[PROBE_OPERANDS] = { 0 }, got[LINES_RESULTS] = { 0 }, wanted[LINES_RESULTS];
    struct unit unit = unit_model();
    int results = seen->probe->lines->results;
    char of[96], was[48], is[48];

    for (int k = 0; k < seen->probe->operands; k++)
        in[k] = seen->in[k][at];
    say_words(seen, of, sizeof(of), in, seen->probe->operands);
    for (int k = 0; k < results; k++)
        got[k] = seen->got[k][at];
    say_words(seen, was, sizeof(was), got, results);
    if (!ask(seen, traits, &unit, at, 1, want)) {
        snprintf(text, size, "%s: got %s", of, was);
        return;
    }
    for (int k = 0; k < results; k++)
        wanted[k] = want[k][0];
    say_words(seen, is, sizeof(is), wanted, results);
    snprintf(text, size, "%s: got %s want %s", of, was, is);
}
