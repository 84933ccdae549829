// SPDX-License-Identifier: MIT

#include "tests/probe/asked.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

const struct fp_format operations_asked_formats[OPERATIONS_ASKED_FORMATS] = {
    { 5, 15 },   { 6, 15 },   { 7, 15 },    { 8, 127 },  { 9, 15 },   { 10, 31 },
    { 11, 15 },  { 12, 15 },  { 13, 31 },   { 14, 127 }, { 15, 127 }, { 16, 127 },
    { 17, 63 },  { 18, 127 }, { 19, 127 },  { 20, 63 },  { 21, 127 }, { 22, 127 },
    { 23, 127 }, { 24, 127 }, { 53, 1023 },
};

struct fp_model operations_asked_model_of(struct fp_format format, enum fp_round round)
{
    return (struct fp_model){ .format = format, .round = round };
}

// What a device of these traits answers.
void operations_asked_answer(struct operations_asked *asked, const struct traits *traits)
{
    struct unit unit = unit_model();
    struct lines_call call = {
        .probe = &probe_operations,
        .params = &asked->params,
        .traits = traits,
        .unit = &unit,
        .line = asked->seen.line,
        .count = OPERATIONS_ASKED_COUNT,
        .in = { asked->in[0], asked->in[1], asked->in[2], asked->in[3] },
        .out = { asked->got },
    };
    assert_true(probe_operations.lines->answer(&call));
}

void operations_asked_make(struct operations_asked *asked, int line,
                           const struct traits *traits, enum form form)
{
    struct fp_format format = traits->model.format;
    uint64_t words[PROBE_OPERANDS];

    *asked = (struct operations_asked){ .params = { .form = form } };
    asked->params.precision = format.precision > 24 ? PRECISION_DOUBLE : PRECISION_HIGHP;
    asked->params.precision_bits = format.precision;
    asked->params.model = operations_asked_model_of(format, FP_RNE);
    asked->seen = (struct lines_seen){
        .probe = &probe_operations,
        .params = &asked->params,
        .known =
            TRAITS_NONE(operations_asked_model_of(format, FP_RTZ)), // no judge's rule
        .line = line,
        .count = OPERATIONS_ASKED_COUNT,
        .got = { asked->got },
        .defined = asked->defined,
    };
    for (int i = 0; i < OPERATIONS_ASKED_COUNT; i++) {
        probe_operations.lines->operand(&asked->params, line, i, words);
        asked->defined[i] = true;
        for (int k = 0; k < PROBE_OPERANDS; k++)
            asked->in[k][i] = words[k];
    }
    for (int k = 0; k < PROBE_OPERANDS; k++)
        asked->seen.in[k] = asked->in[k];
    operations_asked_answer(asked, traits);
}

void operations_asked_judge(struct operations_asked *asked)
{
    asked->finding = (struct finding){ .cases = OPERATIONS_ASKED_COUNT };
    asked->found = asked->seen.known;
    asked->known =
        probe_operations.lines->judge(&asked->seen, &asked->finding, &asked->found);
}

void operations_asked_judged(struct operations_asked *asked, int line,
                             const struct traits *traits)
{
    operations_asked_make(asked, line, traits, FORM_PLAIN);
    operations_asked_judge(asked);
}

const char *operations_asked_place(const struct operations_asked *asked,
                                   const struct traits *traits)
{
    static char text[400];

    snprintf(text, sizeof(text), "p=%d %s, %s: \"%s\" survivors 0x%x departs %d (%s)",
             traits->model.format.precision, fp_round_name(traits->model.round),
             probe_operations.lines->names[asked->seen.line], asked->finding.answer,
             (unsigned) asked->finding.survivors, asked->finding.departs,
             asked->finding.detail);
    return text;
}

bool operations_asked_is_lenient(int line)
{
    return line == OPERATIONS_INVERSESQRT || line == OPERATIONS_RECIPROCAL ||
           line == OPERATIONS_MUL_RECIPROCAL;
}
