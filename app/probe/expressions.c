// SPDX-License-Identifier: MIT

#include "probe/expressions.h"

#include "base/fp.h"
#include "probe/expressions_judge.h"
#include "probe/list.h"
#include "probe/shared/postfix.h"
#include "unit/wide.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof((struct finding){ 0 }.id) > EXPRESSIONS_WORD, "a word fits");

// By frequency: IEEE 754's first.
static const enum fp_round order[FP_ROUND_COUNT] = {
    FP_RNE,     FP_RTZ,     FP_RUP,     FP_RDN,     FP_RNA,     FP_RNZ,     FP_RNU,
    FP_RND,     FP_RNO,     FP_RAZ,     FP_RO,      FP_CHOP_G0, FP_CHOP_G1, FP_CHOP_G2,
    FP_CHOP_G3, FP_RNE_NS1, FP_RNE_NS2, FP_RNE_NS3, FP_RNA_NS1, FP_RNA_NS2, FP_RNA_NS3,
};

int expressions_words(const struct probe *probe, const struct probe_params *params)
{
    return probe->expressions->results * (params->precision == PRECISION_DOUBLE ? 2 : 1);
}

int expressions_columns(const struct probe *probe, const struct probe_params *params)
{
    const struct expressions *expressions = probe->expressions;

    if (params->cases)
        return params->cases;
    return expressions->columns + (params->inside_bits ? expressions->inside_columns : 0);
}

int expressions_count(const struct probe *probe, const struct probe_params *params)
{
    return params->expressions ? params->expressions : probe->expressions->count;
}

int expressions_find(const struct probe *probe, const char *word)
{
    const struct expressions *lines = probe->expressions;

    for (int i = 0; lines && i < lines->count; i++)
        if (!strcmp(lines->list[i].word, word))
            return i;
    return -1;
}

int expressions_find_label(const struct probe *probe, const char *label)
{
    const struct expressions *lines = probe->expressions;

    for (int i = 0; lines && i < lines->count; i++)
        if (!strcmp(lines->list[i].label, label))
            return i;
    return -1;
}

const struct expression_candidate *expressions_candidate(const struct probe *probe,
                                                         int expression, int candidate)
{
    return &probe->expressions->list[expression].candidates[candidate];
}

void expressions_name(const char *probe, struct finding *finding)
{
    const struct probe *known = probe_find(probe);
    int i = known ? expressions_find_label(known, finding->expression) : -1;
    const char *word = i < 0 ? "" : known->expressions->list[i].word;

    snprintf(finding->id, sizeof finding->id, "%s", word);
}

int expressions_held(const struct probe *probe)
{
    const struct expressions *lines = probe->expressions;

    for (int i = 0; lines && i < lines->count; i++)
        if (lines->list[i].held)
            return i;
    return -1;
}

const char *expressions_unsupported(const struct probe *probe,
                                    const struct probe_params *params)
{
    const struct expressions *lines = probe->expressions;

    if (!lines)
        return params->readout == READOUT_FLOAT16
                   ? "a half target rounds: nothing is inferred through it"
                   : NULL;
    if (!(probe->forms & 1u << params->form))
        return "this probe is not asked in this form";
    if (!(lines->stages & 1u << params->stage))
        return "this probe is not asked at this stage";
    if (probe->second && params->form == FORM_INVARIANT && params->stage != STAGE_VERTEX)
        return "what is invariant is so in programs of one shader stage";
    if (!(lines->precisions & 1u << params->precision))
        return "this probe is not asked at this precision";
    if (params->readout != lines->readout)
        return "this probe has a readout of its own";
    return NULL;
}

struct fp_format expressions_carrier(const struct probe_params *params)
{
    return params->precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
}

static bool is_same_format(struct fp_format a, struct fp_format b)
{
    return a.precision == b.precision && a.emax == b.emax;
}

void expressions_load(const struct expressions_call *call, int k, uint64_t *values)
{
    struct fp_format carrier = expressions_carrier(call->params);
    struct fp_format format = call->traits->model.format;

    if (is_same_format(carrier, format)) {
        memcpy(values, call->in[k], call->count * sizeof *values);
        return;
    }
    for (size_t i = 0; i < call->count; i++)
        values[i] = fp_convert(carrier, format, FP_RNE, call->in[k][i]);
}

void expressions_store(const struct expressions_call *call, int k, const uint64_t *values)
{
    struct fp_format carrier = expressions_carrier(call->params);
    struct fp_format format = call->traits->model.format;

    if (is_same_format(carrier, format)) {
        memcpy(call->out[k], values, call->count * sizeof *values);
        return;
    }
    for (size_t i = 0; i < call->count; i++)
        call->out[k][i] = fp_convert(format, carrier, FP_RNE, values[i]);
}

bool expressions_apply(const struct expressions_call *call, enum unit_op op,
                       const uint64_t *a, const uint64_t *b, const uint64_t *c,
                       uint64_t *out)
{
    return traits_apply(call->traits, call->unit, op, a, b, c, out, call->count);
}

bool expressions_same(const struct probe *probe, const struct probe_params *params,
                      int result, uint64_t got, uint64_t want)
{
    struct fp_format carrier = expressions_carrier(params);

    if (got == want)
        return true;
    if (probe->expressions->raw & 1u << result)
        return false;
    if (fp_is_nan(carrier, got) && fp_is_nan(carrier, want))
        return true;
    uint64_t magnitude = fp_infinity(carrier, true) ^ fp_infinity(carrier, false);

    return !probe->expressions->signed_zeros && !((got | want) & ~magnitude);
}

bool expressions_inside(const struct expressions_seen *seen, struct traits *traits)
{
    *traits = seen->known;
    traits->inside_bits = seen->params->inside_bits;
    return traits_keeps(traits) && traits->inside_bits <= WIDE_BITS;
}

double expressions_number(const struct expressions_seen *seen, uint64_t word)
{
    struct fp_format carrier = expressions_carrier(seen->params);

    return fp_from_bits64(fp_convert(carrier, FP_BINARY64, FP_RNE, word));
}

double expressions_ulps(const struct expressions_seen *seen, double got, double want)
{
    int exponent;

    frexp(want, &exponent);
    return ldexp(got - want, seen->known.model.format.precision - exponent);
}

struct expressions_call expressions_call_of(const struct expressions_seen *seen,
                                            const struct traits *traits,
                                            const struct unit *unit, size_t first,
                                            size_t count,
                                            uint64_t out[][EXPRESSIONS_CHUNK])
{
    struct expressions_call call = {
        .probe = seen->probe,
        .params = seen->params,
        .traits = traits,
        .unit = unit,
        .expression = seen->expression,
        .count = count,
    };

    for (int k = 0; k < seen->probe->operands; k++)
        call.in[k] = seen->in[k] + first;
    for (int k = 0; k < EXPRESSIONS_RESULTS; k++)
        call.out[k] = out[k];
    return call;
}

bool expressions_ask(const struct expressions_seen *seen, const struct traits *traits,
                     size_t first, size_t count, uint64_t out[][EXPRESSIONS_CHUNK])
{
    struct unit unit = unit_model();
    struct expressions_call call =
        expressions_call_of(seen, traits, &unit, first, count, out);

    return seen->programs ? postfix_answer(&call, seen->programs)
                          : seen->probe->expressions->answer(&call);
}

static bool case_agrees(const struct expressions_seen *seen, size_t at,
                        uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK], size_t i)
{
    for (int k = 0; k < seen->probe->expressions->results; k++)
        if ((!seen->programs || seen->programs->program[k]) &&
            !expressions_same(seen->probe, seen->params, k, seen->got[k][at], want[k][i]))
            return false;
    return true;
}

size_t expressions_agree(const struct expressions_seen *seen, const struct traits *traits,
                         size_t *first)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    size_t agree = 0, failed = seen->count;

    for (size_t at = 0; at < seen->count; at += EXPRESSIONS_CHUNK) {
        size_t left = seen->count - at;
        size_t count = left < EXPRESSIONS_CHUNK ? left : EXPRESSIONS_CHUNK;
        bool ok = expressions_ask(seen, traits, at, count, want);

        for (size_t i = 0; ok && i < count; i++) {
            bool agrees = !seen->defined[at + i] || case_agrees(seen, at + i, want, i);

            agree += seen->defined[at + i] && agrees;
            if (!agrees && failed == seen->count)
                failed = at + i;
        }
        if (!ok) {
            failed = at;
            break;
        }
    }
    if (first)
        *first = failed;
    return agree;
}

// Returns true if `count` cases from `at` agree; else *failed is the first that does not.
static bool agree_all(const struct expressions_seen *seen, const struct traits *traits,
                      size_t at, size_t count, size_t *failed)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    bool ok = expressions_ask(seen, traits, at, count, want);
    size_t i = 0;

    while (ok && i < count &&
           (!seen->defined[at + i] || case_agrees(seen, at + i, want, i)))
        i++;
    *failed = at + i;
    return i == count;
}

// The same of all cases. Most candidates fail where another one did, *failed, or among
// the first few.
static bool reproduces_hastily(const struct expressions_seen *seen,
                               const struct traits *traits, size_t *failed)
{
    size_t chunk = 8, at = 0, unused;

    if (!agree_all(seen, traits, *failed, 1, &unused))
        return false;
    while (at < seen->count) {
        size_t count = seen->count - at < chunk ? seen->count - at : chunk;

        if (!agree_all(seen, traits, at, count, failed))
            return false;
        at += count;
        chunk = 4 * chunk < EXPRESSIONS_CHUNK ? 4 * chunk : EXPRESSIONS_CHUNK;
    }
    *failed = 0;
    return true;
}

bool expressions_reproduces(const struct expressions_seen *seen,
                            const struct traits *traits)
{
    size_t failed = 0;

    return reproduces_hastily(seen, traits, &failed);
}

uint32_t expressions_rules(const struct expressions_seen *seen, struct traits *traits,
                           bool sums)
{
    struct traits trial = *traits;
    uint32_t rules = 0;
    size_t failed = 0;

    for (int i = 0; i < FP_ROUND_COUNT; i++) {
        if (!sums && fp_round_last(order[i]) != order[i])
            continue;
        trial.model.round = order[i];
        if (!reproduces_hastily(seen, &trial, &failed))
            continue;
        if (!rules)
            traits->model.round = order[i];
        rules |= VERDICT_RULE(order[i]);
    }
    return rules;
}

uint32_t expressions_rules_kept(const struct expressions_seen *seen,
                                struct traits *traits, bool sums)
{
    enum fp_round known = traits->model.round;
    uint32_t rules = expressions_rules(seen, traits, sums);

    if (rules & VERDICT_RULE(known))
        traits->model.round = known;
    return rules;
}

size_t expressions_defined(const struct expressions_seen *seen)
{
    size_t defined = 0;

    for (size_t i = 0; i < seen->count; i++)
        defined += seen->defined[i];
    return defined;
}

static void copy_words(uint64_t *to, const uint64_t *const *from, int count, size_t at)
{
    for (int k = 0; k < count; k++)
        to[k] = from[k][at];
}

void expressions_case(const struct expressions_seen *seen, const struct traits *traits,
                      size_t at, struct finding_case *example)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];

    *example = (struct finding_case){
        .operands = seen->probe->operands,
        .results = seen->probe->expressions->results,
        .wide = seen->params->precision == PRECISION_DOUBLE,
        .wanted = traits && expressions_ask(seen, traits, at, 1, want),
    };
    copy_words(example->in, seen->in, example->operands, at);
    copy_words(example->got, seen->got, example->results, at);
    for (int k = 0; example->wanted && k < example->results; k++)
        example->want[k] = want[k][0];
}

void expressions_detail_case(const struct expressions_seen *seen,
                             const struct traits *traits, size_t at,
                             struct finding *finding)
{
    expressions_case(seen, traits, at, &finding->example);
    FINDING_DETAIL(finding, finding->example.wanted ? &kind_case : &kind_case_got);
}

void expressions_say_exact(struct finding *finding)
{
    int of = (int) finding->cases, wrong = of - (int) finding->agree;

    if (wrong)
        FINDING_SAY(finding, &kind_wrong, .count = wrong, .of = of);
    else
        FINDING_SAY(finding, &kind_all_exact, .of = of);
}
