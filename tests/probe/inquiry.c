// SPDX-License-Identifier: MIT

#include "tests/probe/inquiry.h"

#include "base/fp.h"
#include "probe/expressions_judge.h"
#include "tests/probe/look.h"
#include "unit/unit.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct inquiry now;

static struct probe_params params_of(const struct probe *probe,
                                     const struct traits *traits)
{
    struct probe_params params = look_for(traits, FORM_PLAIN);

    params.readout = probe->expressions->readout;
    return params;
}

// Whether a word is a number of the format: few enough bits, and in range.
static bool is_held(const struct probe_params *params, uint64_t word)
{
    struct fp_format carrier = expressions_carrier(params), format = params->model.format;
    uint64_t narrow = fp_convert(carrier, format, FP_RNE, word);

    return fp_is_nan(carrier, word) ||
           fp_convert(format, carrier, FP_RNE, narrow) == word;
}

static void fill(struct inquiry *to)
{
    const struct expressions *lines = to->probe->expressions;

    for (size_t i = 0; i < to->count; i++) {
        uint64_t words[PROBE_OPERANDS] = { 0 };

        lines->operand(&to->params, to->expression, (int) i, words);
        to->defined[i] = true;
        for (int k = 0; k < to->probe->operands; k++) {
            to->in[k][i] = words[k];
            if (!(lines->raw_operands & 1u << k) && !is_held(&to->params, words[k]))
                to->defined[i] = false;
        }
    }
}

struct expressions_seen inquiry_seen(const struct inquiry *inquiry)
{
    static const struct facts_claim claim;
    struct expressions_seen seen = {
        .probe = inquiry->probe,
        .params = &inquiry->params,
        .claim = &claim,
        .known = inquiry->known,
        .expression = inquiry->expression,
        .count = inquiry->count,
        .got = { inquiry->got[0], inquiry->got[1] },
        .defined = inquiry->defined,
    };

    for (int k = 0; k < PROBE_OPERANDS; k++)
        seen.in[k] = inquiry->in[k];
    return seen;
}

void inquiry_answer(struct inquiry *inquiry, int line, const struct traits *traits)
{
    struct expressions_seen seen = inquiry_seen(inquiry);
    uint64_t out[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];

    seen.expression = line;
    for (size_t at = 0; at < inquiry->count; at += EXPRESSIONS_CHUNK) {
        size_t count = inquiry->count - at < EXPRESSIONS_CHUNK ? inquiry->count - at
                                                               : EXPRESSIONS_CHUNK;

        assert_true(expressions_ask(&seen, traits, at, count, out));
        for (int k = 0; k < inquiry->probe->expressions->results; k++)
            memcpy(inquiry->got[k] + at, out[k], count * sizeof *out[k]);
    }
}

struct inquiry *inquiry_ask(const char *probe, int line, struct traits traits)
{
    now.probe = probe_find(probe);
    assert(now.probe);
    now.params = params_of(now.probe, &traits);
    now.known = TRAITS_NONE(now.params.model);
    now.expression = line;
    now.count = (size_t) (now.probe->expressions->columns * now.probe->expressions->rows);
    assert(now.count <= INQUIRY_CASES);
    fill(&now);
    inquiry_answer(&now, line, &traits);
    return &now;
}

const struct finding *inquiry_judge(struct inquiry *inquiry)
{
    struct expressions_seen seen = inquiry_seen(inquiry);

    inquiry->finding = (struct finding){ .cases = (long) expressions_defined(&seen) };
    inquiry->found = seen.known;
    inquiry->reproduced =
        inquiry->probe->expressions->judge(&seen, &inquiry->finding, &inquiry->found);
    return &inquiry->finding;
}
