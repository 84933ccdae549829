// SPDX-License-Identifier: MIT
//
// Reports name a kind of answer by its probe and its id. These tests check that each id
// is unique in its probe, and that each sentence names only numbers that there are.

#include "probe/expressions.h"
#include "probe/list.h"
#include "tests/shared/group.h"

#include <string.h>

static struct group this_group = { .name = "kinds" };

// Returns true for the names of numbers and texts of a whole finding.
static bool is_whole(const char *name)
{
    static const char *const names[] = { "",         "agree", "cases", "glsl",
                                         "operands", "got",   "want",  "survivors" };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static void check_kind(const char *probe, const struct finding_kind *kind)
{
    const char *sentence = kind->sentence;
    struct finding_piece piece;

    if (probe_kind(probe, kind->id) != kind)
        fail_msg("%s: '%s' is there twice", probe, kind->id);
    if (!sentence[0])
        fail_msg("%s: '%s' has no sentence", probe, kind->id);
    while (finding_piece(&sentence, &piece))
        if (!piece.field && !is_whole(piece.name))
            fail_msg("%s: '%s' has no number {%s}", probe, kind->id, piece.name);
}

TEST(each)
{
    for (int i = 0; i < probe_count; i++) {
        const char *name = probe_list[i]->name;
        const struct expressions *lines = probe_list[i]->expressions;

        for (int k = 0; kind_list[k]; k++)
            check_kind(name, kind_list[k]);
        for (int k = 0; lines && lines->kinds && lines->kinds[k]; k++)
            check_kind(name, lines->kinds[k]);
    }
}

TEST(lookups)
{
    assert_ptr_equal(probe_kind("stripes", "fused"), &kind_fused);
    assert_ptr_equal(probe_kind("no such probe", "fused"), &kind_fused);
    assert_null(probe_kind("blend", "no-such-kind"));
    assert_null(probe_kind("blend", "offset-ulps"));
    assert_non_null(probe_kind("depth", "offset-ulps"));
}
