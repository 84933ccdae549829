// SPDX-License-Identifier: MIT
//
// Picking from PTX: on a text made for it, and the real kernels, of which each function
// that is listed can be picked.

#include "cuda_ref/kernels.h"
#include "cuda_ref/sweep.h"
#include "tests/shared/group.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "ptx_pick" };

// clang-format off
#define TEXT \
    ".func (.param .b32 r) one(p)\n{ call helper; }" \
    ".func (.param .b32 r) one_more(p)\n{ ret; }" \
    ".visible .entry first(p)\n{ any, second; any }" \
    ".visible .entry second(p)\n{ ret; }" \
    ".func (.param .b32 r) helper(p)\n{ ret; }"

static const struct ptx_part parts[] = {
    { "one", false, 0, 29, 45, (const short[]){ 4, -1 } },
    { "one_more", false, 45, 34, 42, (const short[]){ -1 } },
    { "first", true, 87, 25, 45, (const short[]){ -1 } },
    { "second", true, 132, 26, 34, (const short[]){ -1 } },
    { "helper", false, 166, 32, 40, (const short[]){ -1 } },
};
// clang-format on

static const struct ptx made = { TEXT, ".version 7.0\n", parts, 5 };

static const char *const first[] = { "first", NULL };
static const char *const both[] = { "second", "first", NULL };

static const struct {
    struct ptx_wish wish;
    const char *wanted;
} cases[] = {
    { { first, "any", "one" },
      ".version 7.0\n.func (.param .b32 r) one(p)\n;\n"
      ".func (.param .b32 r) helper(p)\n;\n"
      ".func (.param .b32 r) one(p)\n{ call helper; }\n"
      ".visible .entry first(p)\n{ one, second; one }\n"
      ".func (.param .b32 r) helper(p)\n{ ret; }\n" },
    { { both, "any", "one_more" },
      ".version 7.0\n.func (.param .b32 r) one_more(p)\n;\n"
      ".func (.param .b32 r) one_more(p)\n{ ret; }\n"
      ".visible .entry first(p)\n{ one_more, second; one_more }\n"
      ".visible .entry second(p)\n{ ret; }\n" },
};

TEST(picks)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char *picked = ptx_pick(&made, &cases[i].wish);

        assert_string_equal(picked, cases[i].wanted);
        free(picked);
    }
    assert_ptr_equal(ptx_find(&made, "helper"), &parts[4]);
    assert_null(ptx_find(&made, "on"));
}

// Every part ends with its body's brace, and uses what its text names, kernels apart.
TEST(tables)
{
    const struct ptx *const all[] = { &sweep_make_ptx_parts, &sweep_judge_ptx_parts };

    for (int i = 0; i < 2; i++)
        for (int k = 0; k < all[i]->count; k++) {
            const struct ptx_part *part = &all[i]->parts[k];
            const char *text = all[i]->text + part->at;

            assert_true(text[0] == '.' && text[part->head] == '{');
            assert_true(text[part->size - 1] == '}');
            for (const short *use = part->uses; *use >= 0; use++)
                assert_non_null(memmem(text, part->size, all[i]->parts[*use].name,
                                       strlen(all[i]->parts[*use].name)));
        }
}

// The list's functions, their names, and that their code is there.
TEST(lists)
{
    static const char *const there[] = { "cuda:tanh.approx", "cuda:expf@fast",
                                         "cuda:x/y@prec-div", "cuda:sqrtf@prec-sqrt",
                                         "cuda:double.sin" };
    static const char *const entries[] = { "make", "make_bits", NULL };
    int count, found = 0;
    const struct function *functions = cuda_sweep_functions(&count);

    for (int i = 0; i < count; i++) {
        const char *code = cuda_sweep_list_code(&functions[i]);

        assert_true(!strncmp(functions[i].name, "cuda:", 5));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(functions[i].name, functions[k].name);
        for (size_t k = 0; k < COUNT_OF(there); k++)
            found += !strcmp(functions[i].name, there[k]);
        if (!code)
            continue;
        assert_non_null(ptx_find(&sweep_make_ptx_parts, code));
        if (i % 20 == 0 && functions[i].result != FUNCTION_BINARY64) {
            char *picked = ptx_pick(&sweep_make_ptx_parts,
                                    &(struct ptx_wish){ entries, "make_any", code });

            assert_non_null(picked);
            assert_null(strstr(picked, "make_any"));
            free(picked);
        }
        if (functions[i].result != FUNCTION_BINARY64)
            assert_true(cuda_judge_can(functions[i].math, functions[i].result));
    }
    assert_int_equal(found, COUNT_OF(there));
    assert_true(count > 180);
}
