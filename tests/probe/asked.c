// SPDX-License-Identifier: MIT

#include "tests/probe/asked.h"

#include "tests/shared/said.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

const struct fp_format asked_formats[ASKED_FORMATS] = {
    { 5, 15 },   { 6, 15 },   { 7, 15 },    { 8, 127 },  { 9, 15 },   { 10, 31 },
    { 11, 15 },  { 12, 15 },  { 13, 31 },   { 14, 127 }, { 15, 127 }, { 16, 127 },
    { 17, 63 },  { 18, 127 }, { 19, 127 },  { 20, 63 },  { 21, 127 }, { 22, 127 },
    { 23, 127 }, { 24, 127 }, { 53, 1023 },
};

struct traits asked_traits(struct fp_format format, enum fp_round round)
{
    return TRAITS_NONE(((struct fp_model){ .format = format, .round = round }));
}

struct inquiry *asked_line(int line, const struct traits *traits)
{
    struct inquiry *asked = inquiry_ask("operations", line, *traits);

    asked->known.model.round = FP_RTZ;
    return asked;
}

void asked_check(bool good, const struct inquiry *asked, const struct traits *traits)
{
    const struct finding *finding = &asked->finding;

    if (!good)
        fail_msg("p=%d %s, %d columns, %s: \"%s\" survivors 0x%x %ld agree%s (%s)",
                 traits->model.format.precision, fp_round_name(traits->model.round),
                 traits->multiplier,
                 asked->probe->expressions->list[asked->expression].label,
                 said_answer(finding), (unsigned) finding->survivors, finding->agree,
                 finding->deviates ? ", deviates" : "", said_detail(finding));
}

bool asked_is_lenient(int line)
{
    return line == OPERATIONS_INVERSESQRT || line == OPERATIONS_RECIPROCAL ||
           line == OPERATIONS_MUL_RECIPROCAL;
}
