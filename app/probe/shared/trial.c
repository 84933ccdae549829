// SPDX-License-Identifier: MIT

#include "probe/shared/trial.h"

#include "probe/shared/draws.h"
#include "probe/shared/kinds.h"
#include "probe/shared/postfix.h"

#include <stdio.h>

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
    struct postfix what = program_of(call->probe, call->expression, 0);

    return postfix_answer(call, &what);
}

// Returns the only candidate but the first that gives all results, or -1. Fills `found`
// and the survivors.
static int find_other(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    int other = -1, count = 0;

    for (int i = 1; i < EXPRESSIONS_CANDIDATES; i++) {
        struct postfix what = program_of(seen->probe, seen->expression, i);
        struct traits tried = seen->known;
        uint32_t rules = what.program[0] ? postfix_rules(seen, &tried, &what) : 0;

        if (!rules)
            continue;
        other = i;
        count++;
        *found = tried;
        finding->survivors = rules;
    }
    if (count != 1)
        finding->survivors = 0;
    return count == 1 ? other : -1;
}

int trial_find(const struct expressions_seen *seen, struct finding *finding,
               struct traits *found, const struct finding_kind *other)
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

    FINDING_SAY(finding, candidate < 0 ? &kind_neither : other);
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

// The answers of such a probe.
// clang-format off
static const struct finding_kind
    kind_computed_as = { "computed-as", "computed as {glsl}", FINDING_WORD };
const struct finding_kind *const trial_kinds[] = { &kind_computed_as, NULL };
// clang-format on

bool trial_judge(const struct expressions_seen *seen, struct finding *finding,
                 struct traits *found)
{
    int candidate = trial_find(seen, finding, found, &kind_computed_as);

    return candidate == 0 && expressions_reproduces(seen, found);
}
