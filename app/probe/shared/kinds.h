// SPDX-License-Identifier: MIT
//
// The kinds of answers that several probes give, or that code outside the probes asks
// for. A kind of one probe alone stands in the file of that probe (struct expressions).

#ifndef PROBE_SHARED_KINDS_H
#define PROBE_SHARED_KINDS_H

#include "base/finding.h"

// clang-format off
extern const struct finding_kind
    kind_unsupported, kind_unknown, kind_undecided, kind_impossible, kind_unpainted,
    kind_unstable, kind_skipped, kind_broken, kind_rule, kind_exact, kind_faithful,
    kind_no_rule, kind_truncates, kind_rounds_up, kind_nearest, kind_levels_off,
    kind_fused, kind_separate, kind_or_separate, kind_inside_unclear, kind_neither,
    kind_by_reciprocal, kind_in_bits, kind_folded, kind_inside, kind_more_inside,
    kind_same, kind_bits, kind_ulp, kind_kept, kind_flushed, kind_sign_lost,
    kind_number, kind_always_word, kind_always_number, kind_wrong, kind_all_exact,
    kind_all_numbers_exact, kind_subnormals_flushed, kind_saturates, kind_clamped,
    kind_not_clamped, kind_bits_between, kind_differ_by, kind_other, kind_case,
    kind_case_got, kind_first_case, kind_worst_case, kind_as_written_by_rne,
    kind_as_rne, kind_as_nearest, kind_beyond_bound, kind_different, kind_off_at_most,
    kind_correctly_rounded, kind_last_bits_zero, kind_survivors, kind_not_in_glsl,
    kind_not_in_format, kind_undefined, kind_claimed, kind_claimed_up,
    kind_nothing_claimed, kind_claim_kept, kind_claim_exceeded, kind_claim_broken,
    kind_subnormals_of_binary32_flushed, kind_subnormals_kept, kind_stored_by,
    kind_no_format, kind_nearest_format, kind_nearest_flushing;
// clang-format on

// All of them; NULL is the last.
extern const struct finding_kind *const kind_list[];

#endif // PROBE_SHARED_KINDS_H
