// SPDX-License-Identifier: MIT
//
// Constants: what the judge reports of two words that differ. A function that is less
// exact at run time does not deviate.

#include "tests/probe/inquiry.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

static struct group this_group = { .name = "constants" };

#define LINE_TINY 4

// What is judged of two words, literals and run time, without any fake.
static const struct finding *judge_words(int line, uint32_t literals, uint32_t run_time)
{
    struct inquiry *all = inquiry_ask("constants", line, look_traits(24, FP_RNE));

    all->got[0][0] = literals;
    all->got[1][0] = run_time;
    return inquiry_judge(all);
}

TEST(strange_words)
{
    const struct finding *sine = judge_words(15, 0x3f576aa5, 0x3f576aa4);

    assert_string_equal(said_answer(sine), "differs");
    assert_true(!sine->deviates && sine->error_known && sine->error_min_ulp == 1);
    const struct finding *flushed = judge_words(LINE_TINY, 0, 0x000116c2);

    assert_string_equal(said_answer(flushed), "differs");
    assert_false(flushed->deviates);
    const struct finding *coarse = judge_words(8, 0x3eaaaaab, 0x3eaaaaac);

    assert_string_equal(said_answer(coarse), "differs");
    assert_true(coarse->deviates && !coarse->survivors && coarse->error_max_ulp == -1);
    look_expect(judge_words(8, 0x3eaaaaac, 0x3eaaaaac), "same", false);
}
