// SPDX-License-Identifier: MIT

#include "base/history.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "history" };

#define R(rule) VERDICT_RULE(FP_##rule)
#define KEPT    SUBNORMALS_KEPT
#define FLUSHED SUBNORMALS_FLUSHED
#define UNKNOWN SUBNORMALS_UNKNOWN

// emax below 0: at least its magnitude; 0: not known. A rounding that is a family stands
// for all its rules.
static const struct {
    int bits;
    const char *rounding;
    int emax;
    enum subnormals subnormals;
    const char *keys; // in the order of the list
    bool whole;
} cases[] = {
    { 13, "rtz", 31, KEPT, "tegra3", true },
    { 13, "rtz", 32, FLUSHED, "tegra3", true },
    { 13, "rtz", -31, KEPT, "tegra3", true },
    { 13, "rtz", -15, KEPT, "tegra3", false },
    { 13, "rtz", 33, KEPT, "", true },
    { 13, "rtz", 30, KEPT, "", true },
    { 13, "rtz", -127, KEPT, "", true },
    { 13, "rtz", 0, KEPT, "tegra3", false },
    { 13, "truncate", 31, KEPT, "tegra3", true },
    { 13, "rne", 31, KEPT, "", true },
    { 12, "rtz", 31, KEPT, "", true },
    { -1, "rtz", 31, KEPT, "", true },
    { 10, "rne", 15, KEPT, "mali400", true },
    { 10, "rna", 15, KEPT, "mali400", true },
    { 10, "rne", -127, KEPT, "", true },
    // Subnormals are the one difference of these two.
    { 23, "rne", -127, KEPT, "t604 hd3650 geforce", true },
    { 23, "rne", -127, FLUSHED, "t604 hd3400 geforce", true },
    { 23, "rne", -127, UNKNOWN, "t604 hd3650 hd3400 geforce", false },
    // To nearest, but not quite, is not to nearest even; a family leaves it open.
    { 23, "rne-ns2", -127, KEPT, "sgx544", true },
    { 23, "rna", -127, KEPT, "", true },
    { 23, "nearest", 0, UNKNOWN, "t604 hd3650 hd3400 geforce sgx544", false },
    { 23, "nearest", -127, KEPT, "t604 hd3650 geforce sgx544", false },
    // A chopped sum is not one that is cut.
    { 23, "rtz", -127, KEPT, "adreno225 gc4000 videocore4", true },
    { 23, "chop-g1", -127, KEPT, "adreno225 gc4000 videocore4 nv35", true },
    { 16, "rtz", -127, KEPT, "adreno225-16", true },
    { 16, "rtz", 63, KEPT, "adreno225-16", true },
    { 16, "chop-g1", 63, KEPT, "adreno225-16 r300", true },
    { 16, "chop-g2", -127, KEPT, "adreno225-16", true },
    { 16, "truncate", 63, KEPT, "adreno225-16 r300", false },
    { 16, "upward", 63, KEPT, "", true },
    { 16, "unknown", 63, KEPT, "", true },
};

static struct verdict verdict_of(size_t i)
{
    struct verdict verdict = verdict_unknown(STATUS_OK);
    int emax = cases[i].emax;

    verdict.fraction_bits = cases[i].bits;
    verdict.survivors = verdict_rules(cases[i].rounding);
    verdict.emax = emax == 0 ? -1 : emax < 0 ? -emax : emax;
    verdict.emax_at_least = emax < 0;
    verdict.subnormals = cases[i].subnormals;
    return verdict;
}

TEST(twins)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct history *found[HISTORY_MAX];
        struct verdict verdict = verdict_of(i);
        char keys[200] = "", words[400], text[400];
        bool whole;
        int count = history_twins(&verdict, found, &whole);

        words[0] = 0;
        for (int j = 0; j < count; j++) {
            snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s%s",
                     j ? " " : "", found[j]->key);
            snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s",
                     j ? "; " : "", found[j]->name);
        }
        if (strcmp(keys, cases[i].keys) != 0 || whole != cases[i].whole)
            fail_msg("row %zu: got %s, %d want %s, %d", i, keys, whole, cases[i].keys,
                     cases[i].whole);
        if (count && !whole)
            strcat(words, ", as far as it goes");
        history_text(&verdict, "as far as it goes", text, sizeof text);
        assert_string_equal(text, words);
        // Cut, not written beyond.
        memset(text, 'x', sizeof text);
        history_text(&verdict, "as far as it goes", text, 12);
        assert_int_equal(text[12], 'x');
        assert_true(strlen(text) < 12);
    }
}

// Nothing is published twice, and each list's entry can be found by its key.
TEST(keys)
{
    for (int i = 0; i < history_count; i++) {
        assert_ptr_equal(history_find(history_list[i].key), &history_list[i]);
        assert_true(verdict_rules(history_list[i].rounding));
        assert_false(history_list[i].rules & ~verdict_rules(history_list[i].rounding));
        assert_true(history_list[i].note[0] && history_list[i].source[0]);
    }
    assert_null(history_find("tegra"));
}
