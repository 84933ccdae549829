// SPDX-License-Identifier: MIT

#include "tests/probe/inquiry.h"

#include "tests/probe/look.h"
#include "unit/unit.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static struct inquiry now;

struct probe_params inquiry_params(const struct probe *probe, struct fp_format format)
{
    return (struct probe_params){
        .stage = STAGE_FRAGMENT,
        .precision = PRECISION_HIGHP,
        .form = FORM_PLAIN,
        .readout = probe->lines->readout,
        .model = { .format = format, .round = FP_RNE },
        .precision_bits = format.precision,
    };
}

// Whether a binary32 pattern is a number of the format: few enough bits, and in range.
static bool is_held(struct fp_format format, uint64_t word)
{
    uint64_t narrow = fp_convert(FP_BINARY32, format, FP_RNE, word);

    return fp_is_nan(FP_BINARY32, word) ||
           fp_convert(format, FP_BINARY32, FP_RNE, narrow) == word;
}

static void fill(struct inquiry *to)
{
    const struct lines *lines = to->probe->lines;

    for (size_t i = 0; i < to->count; i++) {
        uint64_t words[PROBE_OPERANDS] = { 0 };

        lines->operand(&to->params, to->line, (int) i, words);
        to->defined[i] = true;
        for (int k = 0; k < to->probe->operands; k++) {
            to->in[k][i] = words[k];
            if (!(lines->raw_operands & 1u << k) &&
                !is_held(to->params.model.format, words[k]))
                to->defined[i] = false;
        }
    }
}

struct inquiry *inquiry_ask(const char *probe, int line, struct traits traits)
{
    struct unit unit = unit_model();

    now.probe = probe_find(probe);
    assert(now.probe);
    now.params = inquiry_params(now.probe, traits.model.format);
    now.traits = traits;
    now.line = line;
    now.count = (size_t) (now.probe->lines->columns * now.probe->lines->rows);
    assert(now.count <= INQUIRY_CASES);
    fill(&now);
    for (size_t at = 0; at < now.count; at += LINES_CHUNK) {
        struct lines_call call = {
            .probe = now.probe,
            .params = &now.params,
            .traits = &traits,
            .unit = &unit,
            .line = line,
            .count = now.count - at < LINES_CHUNK ? now.count - at : LINES_CHUNK,
            .out = { now.got[0] + at, now.got[1] + at },
        };

        for (int k = 0; k < PROBE_OPERANDS; k++)
            call.in[k] = now.in[k] + at;
        assert_true(now.probe->lines->answer(&call));
    }
    return &now;
}

bool inquiry_judge(const struct inquiry *inquiry, struct finding *finding,
                   struct traits *found)
{
    struct facts_claim claim = { 0 };
    struct lines_seen seen = {
        .probe = inquiry->probe,
        .params = &inquiry->params,
        .claim = &claim,
        .known = TRAITS_NONE(inquiry->params.model),
        .line = inquiry->line,
        .count = inquiry->count,
        .got = { inquiry->got[0], inquiry->got[1] },
        .defined = inquiry->defined,
    };

    for (int k = 0; k < PROBE_OPERANDS; k++)
        seen.in[k] = inquiry->in[k];
    *finding = (struct finding){ .cases = (long) lines_defined(&seen) };
    *found = seen.known;
    return inquiry->probe->lines->judge(&seen, finding, found);
}

void inquiry_all(const char *name, struct traits traits,
                 struct finding findings[LINES_MAX])
{
    const struct probe *probe = probe_find(name);
    struct probe_params params = inquiry_params(probe, traits.model.format);

    look(probe, &params, &traits, findings);
}
