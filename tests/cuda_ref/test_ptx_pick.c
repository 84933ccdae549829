// SPDX-License-Identifier: MIT
//
// Picking from PTX: on a text made for it, and the real kernels, of which each function
// that is listed can be picked.

#include "base/log.h"
#include "cuda_ref/ptx_pick.h"
#include "cuda_ref/sweep.h"
#include "cuda_ref/sweep_kernels.h"
#include "cuda_ref/sweep_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char text[] =
    "// Cuda compilation tools, release 13.0, V13.0.88\n"
    ".version 7.0\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".extern .func (.param .b32 r) any (.param .b32 p);\n"
    ".func (.param .b32 r) helper\n(\n.param .b32 p\n)\n;\n"
    ".global .align 4 .b8 table[4] = {1, 2, 3, 4};\n"
    ".visible .func (.param .b32 r) one(\n.param .b32 one_param\n)\n"
    "{\n{\ncall.uni (x), helper, (y);\n}\nret;\n}\n"
    ".visible .func (.param .b32 r) one_more(\n.param .b32 p\n)\n{\nret;\n}\n"
    ".visible .entry first(\n.param .u64 p\n)\n.maxntid 256, 1, 1\n"
    "{\n{\ncall.uni (x), any, (y);\n}\n{\nanyone; second; any\n}\nret;\n}\n"
    ".visible .entry second(\n.param .u64 p\n)\n{\nret;\n}\n"
    ".func (.param .b32 r) helper(\n.param .b32 p\n)\n{\n{ %r1, %r2 }\nret;\n}\n"
    "//= one_at_fast one_more\n";

static const char *const first[] = { "first", NULL };
static const char *const second[] = { "second", NULL };
static const char *const both[] = { "second", "first", NULL };
static const char *const none[] = { "third", NULL };
static const char *const function[] = { "one", NULL };

static const struct {
    struct ptx_wish wish;
    const char *wanted; // NULL: cannot be picked
} cases[] = {
    { { first, "any", "one" },
      ".version 7.0\n.target sm_75\n.address_size 64\n"
      ".global .align 4 .b8 table[4] = {1, 2, 3, 4};\n"
      ".func (.param .b32 r) one(\n.param .b32 one_param\n)\n;\n"
      ".func (.param .b32 r) helper(\n.param .b32 p\n)\n;\n"
      ".func (.param .b32 r) one(\n.param .b32 one_param\n)\n"
      "{\n{\ncall.uni (x), helper, (y);\n}\nret;\n}\n"
      ".visible .entry first(\n.param .u64 p\n)\n.maxntid 256, 1, 1\n"
      "{\n{\ncall.uni (x), one, (y);\n}\n{\nanyone; second; one\n}\nret;\n}\n"
      ".func (.param .b32 r) helper(\n.param .b32 p\n)\n{\n{ %r1, %r2 }\nret;\n}\n" },
    { { second, NULL, NULL },
      ".version 7.0\n.target sm_75\n.address_size 64\n"
      ".global .align 4 .b8 table[4] = {1, 2, 3, 4};\n"
      ".visible .entry second(\n.param .u64 p\n)\n{\nret;\n}\n" },
    { { both, "any", "one_more" },
      ".version 7.0\n.target sm_75\n.address_size 64\n"
      ".global .align 4 .b8 table[4] = {1, 2, 3, 4};\n"
      ".func (.param .b32 r) one_more(\n.param .b32 p\n)\n;\n"
      ".func (.param .b32 r) one_more(\n.param .b32 p\n)\n{\nret;\n}\n"
      ".visible .entry first(\n.param .u64 p\n)\n.maxntid 256, 1, 1\n"
      "{\n{\ncall.uni (x), one_more, (y);\n}\n{\nanyone; second; one_more\n}\nret;\n}\n"
      ".visible .entry second(\n.param .u64 p\n)\n{\nret;\n}\n" },
    { { none, NULL, NULL }, NULL },
    { { function, NULL, NULL }, NULL },
    { { first, "any", "two" }, NULL },
};

static void picks(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        char *picked;

        log_hold(true);
        picked = ptx_pick(text, &cases[i].wish);
        log_hold(false);
        if (cases[i].wanted) {
            assert_non_null(picked);
            assert_string_equal(picked, cases[i].wanted);
        } else {
            assert_null(picked);
            assert_true(strstr(log_last_error(), "cuda: the PTX has no "));
        }
        free(picked);
    }
}

static void names(void **state)
{
    static const struct ptx_name wanted[] = {
        { "one", "" }, { "one_more", "" }, { "helper", "" }, { "one_at_fast", "one_more" }
    };
    struct ptx_name got[4];

    (void) state;
    assert_int_equal(ptx_names(text, got, 4), 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(got[i].name, wanted[i].name);
        assert_string_equal(got[i].same, wanted[i].same);
    }
    assert_int_equal(ptx_names(text, got, 1), 4);
    assert_true(ptx_has(text, "helper"));
    assert_true(ptx_has(text, "one"));
    assert_false(ptx_has(text, "on"));
    assert_false(ptx_has(text, "any"));
}

// An unfinished text has no more than what is whole.
static void cut(void **state)
{
    char copy[sizeof(text)];

    (void) state;
    for (size_t size = 0; size < sizeof(text); size++) {
        struct ptx_name got[8];

        memcpy(copy, text, size);
        copy[size] = '\0';
        log_hold(true);
        free(ptx_pick(copy, &cases[0].wish));
        log_hold(false);
        assert_in_range(ptx_names(copy, got, 8), 0, 4);
    }
}

// The list's functions, their names, and that their code is there.
static void lists(void **state)
{
    static const char *const there[] = { "cuda:tanh.approx", "cuda:expf@fast",
                                         "cuda:x/y@prec-div", "cuda:sqrtf@prec-sqrt",
                                         "cuda:double.sin" };
    static const char *const entries[] = { "make", "make_bits", NULL };
    int count, found = 0;
    const struct function *functions = cuda_sweep_functions(&count);

    (void) state;
    for (int i = 0; i < count; i++) {
        const char *code = cuda_sweep_list_code(&functions[i]);

        assert_true(!strncmp(functions[i].name, "cuda:", 5));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(functions[i].name, functions[k].name);
        for (size_t k = 0; k < sizeof(there) / sizeof(*there); k++)
            found += !strcmp(functions[i].name, there[k]);
        if (!code)
            continue;
        assert_true(ptx_has((const char *) sweep_make_ptx, code));
        if (i % 20 == 0 && functions[i].result != FUNCTION_BINARY64) {
            char *picked = ptx_pick((const char *) sweep_make_ptx,
                                    &(struct ptx_wish){ entries, "make_any", code });

            assert_non_null(picked);
            assert_null(strstr(picked, "make_any"));
            free(picked);
        }
        if (functions[i].result != FUNCTION_BINARY64)
            assert_true(cuda_judge_can(functions[i].math, functions[i].result));
    }
    assert_int_equal(found, sizeof(there) / sizeof(*there));
    assert_true(count > 250);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks),
        cmocka_unit_test(names),
        cmocka_unit_test(cut),
        cmocka_unit_test(lists),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
