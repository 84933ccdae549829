// SPDX-License-Identifier: MIT

#include "probe/shared/trial.h"

#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"
#include "unit/wide.h"

#include <stdio.h>
#include <stdlib.h>

// Tries what the probe itself answers.
static struct trial trial_answers(const struct trial_question *question,
                                  const struct traits *traits)
{
    struct trial trial = { .traits = *traits };

    trial.rules = (question->prefers_known ? expressions_rules_kept : expressions_rules)(
        question->seen, &trial.traits, question->sums);
    return trial;
}

struct trial trial_of(const struct trial_question *question, const struct traits *traits)
{
    struct trial found = { .traits = *traits };

    if (!question->programs)
        return trial_answers(question, traits);
    for (int i = 0; question->programs[i]; i++) {
        struct postfix what = { { question->programs[i], question->second } };
        struct traits trial = *traits;
        uint32_t rules = postfix_rules(question->seen, &trial, &what);

        if (rules && !found.rules) {
            found.program = i;
            found.traits = trial;
        }
        found.rules |= rules;
    }
    return found;
}

bool trial_step(const struct trial_trait *tried, int count, int step,
                struct traits *traits)
{
    for (int i = count - 1; i >= 0; i--) {
        int values = abs(tried[i].last - tried[i].first) + 1, at = step % values;
        int value = tried[i].first + (tried[i].last < tried[i].first ? -at : at);
        char *field = (char *) traits + tried[i].offset;

        step /= values;
        if (tried[i].size == sizeof(bool))
            *(bool *) field = value;
        else
            *(int *) field = value;
    }
    return step == 0;
}

struct trial trial_traits(const struct trial_question *question,
                          const struct traits *traits, const struct trial_trait *tried,
                          int count)
{
    struct trial found = { .traits = *traits };
    struct traits trial = *traits;

    for (int step = 0; !found.rules && trial_step(tried, count, step, &trial); step++)
        found = trial_of(question, &trial);
    return found;
}

bool trial_reproduces(const struct expressions_seen *seen,
                      const struct trial_trait *tried, int count, struct traits *found)
{
    struct traits trial = *found;

    for (int step = 0; trial_step(tried, count, step, &trial); step++)
        if (expressions_reproduces(seen, &trial)) {
            *found = trial;
            return true;
        }
    return false;
}

uint32_t trial_values(const struct expressions_seen *seen,
                      const struct trial_trait *tried, const struct traits *traits)
{
    struct traits trial = *traits;
    uint32_t values = 0;

    for (int step = 0; trial_step(tried, 1, step, &trial); step++)
        if (expressions_reproduces(seen, &trial))
            values |= UINT32_C(1) << (tried->first + step);
    return values;
}

const struct trial_trait trial_integers[2] = {
    TRIAL_TRAIT(integers_saturate, false, true),
    TRIAL_TRAIT(integer_bits, 32, 1),
};

struct trial trial_coarse(const struct trial_question *question)
{
    int p = question->seen->known.model.format.precision;
    const struct trial_trait bits = TRIAL_TRAIT(coarse_bits, p < 20 ? p : 20, 1);

    return trial_traits(question, &question->seen->known, &bits, 1);
}

void trial_say_integers(struct finding *finding, const struct traits *found,
                        const struct finding_kind *saturates)
{
    if (found && finding->agree < finding->cases)
        FINDING_SAY(finding, &kind_in_bits, .bits = found->integer_bits);
    else
        expressions_say_exact(finding);
    if (found && found->integers_saturate)
        FINDING_ALSO(finding, saturates);
}

// ---- more bits than are stored ----

bool kept_may(const struct probe_params *params)
{
    return params->inside_bits != 0;
}

int kept_next(const struct expressions_seen *seen, int bits)
{
    int next = bits ? bits - 1 : WIDE_BITS;
    struct traits traits;

    if (seen->params->inside_bits == VERDICT_INSIDE_UNKNOWN)
        return next > seen->known.model.format.precision ? next : 0;
    return !bits && expressions_inside(seen, &traits) ? traits.inside_bits : 0;
}

bool kept_beyond(const struct probe_params *params)
{
    return params->inside_bits > WIDE_BITS;
}

const struct finding_kind *kept_fused(const struct probe_params *params)
{
    return kept_may(params) ? &kind_inside_unclear : &kind_fused;
}

void kept_say(const struct expressions_seen *seen, const struct traits *traits,
              struct finding *finding)
{
    if (!traits_keeps(traits))
        return;
    if (seen->params->inside_bits > 0)
        FINDING_ALSO(finding, &kind_inside, .bits = traits->inside_bits);
    else
        FINDING_ALSO(finding, &kind_more_inside);
}

struct trial trial_inside(const struct trial_question *question)
{
    struct trial found = { .rules = 0 };
    int bits = 0;

    while (!found.rules && (bits = kept_next(question->seen, bits)) != 0) {
        struct traits inside = question->seen->known;

        inside.inside_bits = bits;
        found = trial_of(question, &inside);
    }
    return found;
}

// ---- by the candidates of a table ----

void trial_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    uint64_t state = (uint64_t) line << 32 | (uint64_t) at;

    for (int k = 0; k < 3; k++)
        words[k] = draws_word(params, draws_number(&state, params->precision_bits, 0));
    words[3] = draws_word(params, 1);
}

static struct postfix program_of(const struct probe *probe, int expression, int candidate)
{
    return (struct postfix){
        { expressions_candidate(probe, expression, candidate)->programs[0] }
    };
}

bool trial_answer(const struct expressions_call *call)
{
    int order = call->probe->expressions->rewrites ? (int) call->traits->rewriting : 0;
    struct postfix what = { { NULL } };

    if (order < EXPRESSIONS_CANDIDATES)
        what = program_of(call->probe, call->expression, order);
    if (!what.program[0])
        what = program_of(call->probe, call->expression, 0);
    return postfix_answer(call, &what);
}

// Returns the only candidate but the first that gives all results, or -1. Fills `found`
// and the survivors.
static int find_other(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    int other = -1, count = 0;

    for (int i = 1; i < EXPRESSIONS_CANDIDATES; i++) {
        const char *const programs[] = {
            expressions_candidate(seen->probe, seen->expression, i)->programs[0], NULL
        };
        struct trial_question question = { seen, .programs = programs };
        struct trial trial = trial_of(&question, &seen->known);

        if (!trial.rules)
            continue;
        other = i;
        count++;
        *found = trial.traits;
        finding->survivors = trial.rules;
    }
    if (count != 1)
        finding->survivors = 0;
    return count == 1 ? other : -1;
}

// Finds the candidate that reproduces every case under some rounding model. Tries the
// first one first; if it fails, exactly one other must reproduce them. Returns the
// candidate's number, or -1 if there is none or several.
static int trial_find(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct postfix what = program_of(seen->probe, seen->expression, 0);
    struct traits nearest = TRAITS_NONE(seen->known.model);
    size_t first;

    nearest.model.round = FP_RNE;
    finding->agree = (long) postfix_agree(seen, &nearest, &what, &first);
    FINDING_DETAIL(finding, &kind_as_written_by_rne);
    finding->survivors = postfix_rules(seen, found, &what);
    if (finding->survivors) {
        FINDING_SAY(finding, &kind_kept);
        return 0;
    }
    int candidate = find_other(seen, finding, found);

    const struct finding_kind *becomes = seen->probe->expressions->becomes;

    FINDING_SAY(finding, candidate < 0 ? &kind_neither
                         : becomes     ? becomes
                                       : &kind_computed_as);
    if (candidate > 0)
        snprintf(finding->glsl, sizeof finding->glsl, "%s",
                 expressions_candidate(seen->probe, seen->expression, candidate)->glsl);
    finding->deviates = seen->params->form == FORM_PRECISE;
    nearest.model.round = found->model.round;
    postfix_agree(seen, &nearest, &what, &first);
    if (first < seen->count)
        expressions_detail_case(seen, &nearest, first, finding);
    return candidate;
}

bool trial_judge(const struct expressions_seen *seen, struct finding *finding,
                 struct traits *found)
{
    bool rewrites = seen->probe->expressions->rewrites;
    int candidate = trial_find(seen, finding, found);

    if (rewrites && candidate > 0)
        found->rewriting = (enum rewriting) candidate;
    return (candidate == 0 || (rewrites && candidate > 0)) &&
           expressions_reproduces(seen, found);
}
