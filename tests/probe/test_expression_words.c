// SPDX-License-Identifier: MIT
//
// Captures name an expression by its probe and its word (probe/expressions.h). These
// tests check the shape of all words, and that each is unique in its probe. The test
// `derived` reads every word in the committed captures.

#include "probe/expressions.h"
#include "probe/list.h"
#include "tests/shared/group.h"

#include <string.h>

static struct group this_group = { .name = "expression_words" };

static const struct expression *row_of(const struct probe *probe, int i)
{
    return &probe->expressions->list[i];
}

// Lower case letters and digits in groups, joined by single hyphens.
static bool is_word(const char *word)
{
    size_t length = strlen(word);

    return length > 0 && length <= EXPRESSIONS_WORD &&
           strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789-") == length &&
           word[0] != '-' && word[length - 1] != '-' && !strstr(word, "--");
}

TEST(shape)
{
    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        for (int k = 0; probe->expressions && k < probe->expressions->count; k++) {
            const struct expression *row = row_of(probe, k);

            if (!row->word || !row->label)
                fail_msg("%s: expression %d has no word or no label", probe->name, k);
            if (!is_word(row->word))
                fail_msg("%s: '%s' is no word", probe->name, row->word);
            assert_true(strlen(row->label) < sizeof(struct finding){ 0 }.expression);
        }
    }
}

// Each expression is found by its word and by its label, and nothing else is.
TEST(lookups)
{
    for (int i = 0; i < probe_count; i++) {
        const struct probe *probe = probe_list[i];

        assert_int_equal(expressions_find(probe, "no-such-word"), -1);
        assert_int_equal(expressions_find_label(probe, ""), -1);
        for (int k = 0; probe->expressions && k < probe->expressions->count; k++) {
            const struct expression *row = row_of(probe, k);

            if (expressions_find(probe, row->word) != k)
                fail_msg("%s: '%s' is there twice", probe->name, row->word);
            if (expressions_find_label(probe, row->label) != k)
                fail_msg("%s: '%s' is there twice", probe->name, row->label);
        }
    }
}
