// SPDX-License-Identifier: MIT
//
// Error-free transforms of a device that may keep more bits inside an expression than it
// stores. The probes operations, contraction and others have such tests of their own.

#include "probe/expressions/error_free.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"

static struct group this_group = { .name = "kept" };

// What splits a number in vain: fused products, or steps that are kept in more bits.
TEST(splits)
{
    static const struct {
        int known, keeps; // bits
        const char *split;
    } kept[] = {
        { 64, 64, "fused or kept in more bits inside: lo is always 0" },
        { 64, 0, "fused or kept in more bits inside: lo is always 0" },
        { VERDICT_INSIDE_UNKNOWN, 0,
          "fused or kept in more bits inside: lo is always 0" },
        { 100, 0, "fused or kept in more bits inside: lo is always 0" },
        { 30, 0, "fused: lo is always 0" },
    };

    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        struct probe_params params = look_known(FP_BINARY32, FP_RNE);
        struct traits traits = TRAITS_NONE(params.model);

        params.form = FORM_PRECISE;
        params.inside_bits = kept[i].known;
        traits.inside_bits = kept[i].keeps;
        traits.contracts = kept[i].keeps ? 0 : UINT64_MAX;
        const struct finding *finding =
            &look(&probe_error_free, &params, &traits)[ERROR_FREE_SPLIT];
        enum finding_kind cause =
            kept[i].known == 30 ? FINDING_PRODUCTS_FUSED : FINDING_INSIDE_UNCLEAR;

        look_expect(finding, kept[i].split, true);
        assert_int_equal(finding->detail[1].kind, cause);
    }
}
