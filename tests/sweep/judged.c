// SPDX-License-Identifier: MIT

#include "tests/sweep/judged.h"

#include "sweep/tally.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

uint32_t judged_results[JUDGED_MOST];
char judged_where[128];

static struct noted room[JUDGE_NOTED];

int judged_say(void **unused)
{
    print_message("# last: %s\n", judged_where);
    return 0;
}

uint32_t judged_draw(uint32_t below)
{
    static uint32_t state = 1;

    state = state * 1664525 + 1013904223;
    return (uint32_t) ((uint64_t) state * below >> 32);
}

enum function_type judged_type(enum math_id math)
{
    return math == MATH_ILOGB || math == MATH_FREXP_EXP || math == MATH_REMQUO_LOW
               ? FUNCTION_INT32
               : FUNCTION_BINARY32;
}

struct domain judged_domain(enum math_id math)
{
    struct domain domain = domain_whole(DOMAIN_BITS, 0);

    if (math_list[math].operands == MATH_FLOATS)
        domain = domain_whole(DOMAIN_PAIRS, 0);
    if (math_list[math].operands == MATH_WITH_INT) {
        domain = domain_whole(DOMAIN_INTEGERS, 0);
        domain.low = -300;
        domain.span = 600;
    }
    return domain;
}

struct exact_call judged_call(const struct judge *judge, uint64_t number, uint64_t got)
{
    return (struct exact_call){
        .math = judge->math,
        .domain = judge->domain->kind,
        .operands = domain_operands(judge->domain, number),
        .type = judge->type,
        .round = judge->round,
        .got = got,
    };
}

void judged_make(const struct judge *judge, uint64_t first, int count)
{
    for (int i = 0; i < count; i++) {
        struct exact_call call = judged_call(judge, first + (uint64_t) i, 0);
        struct exact exact;

        exact_judge(&call, &exact);
        judged_results[i] = (uint32_t) exact.want;
    }
}

struct noted_list judged_into(const struct judge *judge, uint64_t first, int count,
                              struct cell sides[2])
{
    struct noted_list list = { room, 0 };

    tally_clear(&sides[0]);
    tally_clear(&sides[1]);
    judge_results(judge, first, (size_t) count, judged_results, sides, &list);
    return list;
}
