// SPDX-License-Identifier: MIT
//
// To reword a finding, reword its sentence here and keep the first wording in the table
// below: the reports of version 1 have that one. Whoever compares findings compares kinds
// and numbers.

#include "base/finding.h"

#include <stdio.h>
#include <string.h>

// clang-format off
static const struct {
    const char *name, *sentence;
} kinds[FINDING_KIND_COUNT] = {
    [FINDING_NOTHING] = { "nothing", "" },
    [FINDING_UNSUPPORTED] = { "unsupported", "unsupported" },
    [FINDING_UNKNOWN] = { "unknown", "unknown" },
    [FINDING_UNDECIDED] = { "undecided", "undecided" },
    [FINDING_IMPOSSIBLE] = { "impossible", "impossible" },
    [FINDING_UNPAINTED] = { "unpainted", "unpainted" },
    [FINDING_UNSTABLE] = { "unstable", "unstable" },
    [FINDING_SKIPPED] = { "skipped", "skipped" },
    [FINDING_BROKEN] = { "broken", "error" },
    [FINDING_RULE] = { "rule", "{rules}" },
    [FINDING_EXACT] = { "exact", "exact" },
    [FINDING_FAITHFUL] = { "faithful", "faithful" },
    [FINDING_NO_RULE] = { "no-rule", "none" },
    [FINDING_NO_STICKY_BIT] = { "no-sticky-bit", "no sticky bit" },
    [FINDING_TRUNCATES] = { "truncates", "truncates" },
    [FINDING_ROUNDS_UP] = { "rounds-up", "rounds up" },
    [FINDING_ROUNDS_TO_ODD] = { "rounds-to-odd", "odd" },
    [FINDING_NEAREST] = { "nearest", "nearest" },
    [FINDING_NEAREST_IN_BINARY32] = { "nearest-in-binary32", "nearest of 255 x in binary32" },
    [FINDING_FLOOR_IN_BINARY32] = { "floor-in-binary32", "floor(255 x + 0.5) in binary32" },
    [FINDING_CEIL_IN_BINARY32] = { "ceil-in-binary32", "ceil(255 x - 0.5) in binary32" },
    [FINDING_WITHIN] = { "within", "within {value:2}/65536" },
    [FINDING_OFF_BY] = { "off-by", "off by up to {value:2}/65536" },
    [FINDING_NOT_MONOTONE] = { "not-monotone", "not monotone" },
    [FINDING_LEVELS_OFF] = { "levels-off", "off by up to {value:3} levels" },
    [FINDING_BLEND_SHIFTED] = { "blend-shifted", "x >> {bits}" },
    [FINDING_BLEND_CLOSE] = { "blend-close", "(x + (x >> {bits}) + {count}) >> {bits}" },
    [FINDING_BLEND_WEIGHTS] = { "blend-weights", "d * (w + 1) >> {bits}" },
    [FINDING_BLEND_TOP_WEIGHTS] = { "blend-top-weights", "d * (w + (w >> {count})) >> {bits}" },
    [FINDING_BLEND_STEPS] = { "blend-steps", "each step rounded to the target" },
    [FINDING_BLEND_ENCODED] = { "blend-encoded", "blended as bytes, not as light" },
    [FINDING_BLEND_SOURCE] = { "blend-source", "s rounded first" },
    [FINDING_FUSED] = { "fused", "fused" },
    [FINDING_SEPARATE] = { "separate", "separate" },
    [FINDING_OR_SEPARATE] = { "or-separate", " or separate" },
    [FINDING_NEITHER] = { "neither", "neither" },
    [FINDING_BY_RECIPROCAL] = { "by-reciprocal", "a * (1 / b)" },
    [FINDING_BY_QUOTIENT] = { "by-quotient", "a / b" },
    [FINDING_BY_RECIPROCAL_ROOT] = { "by-reciprocal-root", "1.0 / sqrt(a)" },
    [FINDING_ONE_COLUMN] = { "one-column", "truncated product, 1 column" },
    [FINDING_COLUMNS] = { "columns", "truncated product, {count} columns" },
    [FINDING_COLUMNS_BETWEEN] = { "columns-between",
        "truncated product, {least} to {most} columns" },
    [FINDING_IN_BITS] = { "in-bits", "in {bits} bits" },
    [FINDING_FOLDED] = { "folded", "folded" },
    [FINDING_FOLDED_TO] = { "folded-to", "folded to {glsl}" },
    [FINDING_REASSOCIATED_TO] = { "reassociated-to", "reassociated to {glsl}" },
    [FINDING_OR_FOLDED] = { "or-folded", " or folded" },
    [FINDING_INSIDE] = { "inside", " with {bits} bits inside" },
    [FINDING_SAME] = { "same", "same" },
    [FINDING_DIFFERS] = { "differs", "differs" },
    [FINDING_TO_NEAREST_EVEN] = { "to-nearest-even", "*to nearest even" },
    [FINDING_IN_BINARY64] = { "in-binary64", "*in binary64" },
    [FINDING_CONVERTED_BY] = { "converted-by", "*converted by {rules}" },
    [FINDING_BITS] = { "bits", "{bits} bits" },
    [FINDING_NO_BETTER_THAN_FLOAT] = { "no-better-than-float", ": no better than float" },
    [FINDING_NO_BETTER_THAN_DOUBLE] = { "no-better-than-double", ": no better than double" },
    [FINDING_FMA_IN_TWO_STEPS] = { "fma-in-two-steps", "fma is two steps" },
    [FINDING_E_IS_ZERO] = { "e-is-zero", ": e is always 0" },
    [FINDING_LO_IS_ZERO] = { "lo-is-zero", ": lo is always 0" },
    [FINDING_INEXACT_BY_RANGE] = { "inexact-by-range", "inexact by the range, as written" },
    [FINDING_INEXACT_BY_RULE] = { "inexact-by-rule", "inexact by {rules}, as written" },
    [FINDING_INEXACT_BY_PRODUCTS] = { "inexact-by-products", "inexact by truncated products" },
    [FINDING_NOT_EXACT] = { "not-exact", "not exact" },
    [FINDING_IN_MIXED_WIDTHS] = { "in-mixed-widths", "in mixed widths" },
    [FINDING_EXACT_OF] = { "exact-of", ": {count} of {of}" },
    [FINDING_ULP] = { "ulp", "at least {value:ulp}" },
    [FINDING_ABSOLUTE] = { "absolute", "absolute, at least {value:half}" },
    [FINDING_ABSOLUTE_NEAR_ONE] = { "absolute-near-one",
        "absolute, at least {value:half} in [0.5, 2]" },
    [FINDING_NOT_FINITE] = { "not-finite", "{count} not finite" },
    [FINDING_NONE_FINITE] = { "none-finite", "none finite" },
    [FINDING_EXACT_ON] = { "exact-on", "exact on {count} of {of}" },
    [FINDING_SQUARE] = { "square", "x * x" },
    [FINDING_SQUARE_ON] = { "square-on", "x * x on {count} of {of}" },
    [FINDING_WORST_AT_N] = { "worst-at-n", "worst {value:worst} at n = {at:whole}" },
    [FINDING_WORST_AT_X] = { "worst-at-x", "at least {value:worst} at x = {at:hex}" },
    [FINDING_NOT_FINITE_AT_N] = { "not-finite-at-n", "not finite at n = {at:whole}" },
    [FINDING_NOT_FINITE_AT_X] = { "not-finite-at-x", "not finite at x = {at:hex}" },
    [FINDING_KEPT] = { "kept", "kept" },
    [FINDING_FLUSHED] = { "flushed", "flushed" },
    [FINDING_ON_INPUT] = { "on-input", " on input" },
    [FINDING_ON_OUTPUT] = { "on-output", " on output" },
    [FINDING_SIGN_KEPT] = { "sign-kept", "sign kept" },
    [FINDING_SIGN_LOST] = { "sign-lost", "sign lost" },
    [FINDING_MIXED] = { "mixed", "mixed" },
    [FINDING_READ_AS_NORMAL] = { "read-as-normal", "read as a normal number" },
    [FINDING_NUMBER] = { "number", "{value:exact}" },
    [FINDING_BYTE] = { "byte", "{count}" },
    [FINDING_LARGEST] = { "largest", "max" },
    [FINDING_MINUS_LARGEST] = { "minus-largest", "-max" },
    [FINDING_TRUE] = { "true", "true" },
    [FINDING_FALSE] = { "false", "false" },
    [FINDING_NOT_NAN] = { "not-nan", "not NaN" },
    [FINDING_MADE_QUIET] = { "made-quiet", "made quiet" },
    [FINDING_PAYLOAD_LOST] = { "payload-lost", "payload lost" },
    [FINDING_ALWAYS_WORD] = { "always-word", "always {word}" },
    [FINDING_ALWAYS_NUMBER] = { "always-number", "always {value:6}" },
    [FINDING_WRONG] = { "wrong", "{count} of {of} wrong" },
    [FINDING_ALL_EXACT] = { "all-exact", "all {of} exact" },
    [FINDING_ALL_NUMBERS_EXACT] = { "all-numbers-exact", "all numbers exact" },
    [FINDING_NAN_MADE_QUIET] = { "nan-made-quiet", "NaN made quiet" },
    [FINDING_NAN_PAYLOAD_CHANGED] = { "nan-payload-changed", "NaN payload changed" },
    [FINDING_SUBNORMALS_FLUSHED] = { "subnormals-flushed", "subnormals flushed" },
    [FINDING_INFINITY_FROM] = { "infinity-from", "infinity from {count}" },
    [FINDING_SATURATES] = { "saturates", "saturates" },
    [FINDING_AS_INT] = { "as-int", " as int" },
    [FINDING_WRAPS] = { "wraps", "wraps" },
    [FINDING_WORDS] = { "words", "{word} or {other}" },
    [FINDING_TO_NAN] = { "to-nan", "NaN" },
    [FINDING_TO_ZERO] = { "to-zero", "zero" },
    [FINDING_TO_INFINITY] = { "to-infinity", "infinity" },
    [FINDING_SPOILS_OTHER_HALF] = { "spoils-other-half", "spoils the other half" },
    [FINDING_PLUS_ZERO] = { "plus-zero", "+0" },
    [FINDING_FLOOR_OF_SUM] = { "floor-of-sum", "floor(x + 0.5)" },
    [FINDING_ONE] = { "one", "1.0" },
    [FINDING_BELOW_ONE] = { "below-one", "below 1" },
    [FINDING_CLAMPED] = { "clamped", "clamped" },
    [FINDING_NOT_CLAMPED] = { "not-clamped", "not clamped" },
    [FINDING_AND_OTHERS] = { "and-others", " and others" },
    [FINDING_MOD_BY_QUOTIENT] = { "mod-by-quotient", "x - y * floor(x / y)" },
    [FINDING_MOD_BY_RECIPROCAL] = { "mod-by-reciprocal", "x - y * floor(x * (1 / y))" },
    [FINDING_MOD_BY_FRACT] = { "mod-by-fract", "y * fract(x / y)" },
    [FINDING_QUOTIENT_NOT_ROUNDED] = { "quotient-not-rounded", "quotient not rounded once" },
    [FINDING_BITS_BETWEEN] = { "bits-between", "{bits} bits, 2^{least} to 2^{most}" },
    [FINDING_INTERPOLATED] = { "interpolated", "{bits} bits, {rules}" },
    [FINDING_DIFFER_BY] = { "differ-by", "{count} of {of} differ, up to {value:.1} * 2^-24" },
    [FINDING_FINE] = { "fine", "fine" },
    [FINDING_COARSE] = { "coarse", "coarse" },
    [FINDING_COARSE_LAST] = { "coarse-last", "coarse, of the last row or column" },
    [FINDING_OTHER] = { "other", "other" },
    [FINDING_LEVELS] = { "levels", "{count} levels" },
    [FINDING_NEXT_TEXEL] = { "next-texel", "the next texel up to {value:3} from its edge" },
    [FINDING_MIX_BY_STEP] = { "mix-by-step", "a + w * (b - a)" },
    [FINDING_MIX_BY_PRODUCTS] = { "mix-by-products", "a * (1 - w) + b * w" },
    [FINDING_SAID] = { "said", "{glsl}" },
    [FINDING_CASE] = { "case", "{operands}: got {got} want {want}" },
    [FINDING_CASE_GOT] = { "case-got", "{operands}: got {got}" },
    [FINDING_FIRST_CASE] = { "first-case", "first {operands}: got {got} want {want}" },
    [FINDING_WORST_CASE] = { "worst-case", "worst {operands}: got {got} want {want}" },
    [FINDING_CASE_OF_HALF] = { "case-of-half", "x = {operands}: got {got}, rne has {want}" },
    [FINDING_CASE_OF_BYTE] = { "case-of-byte", "x = {operands}: got {got:byte} want {want:byte}" },
    [FINDING_CASE_OF_CODES] = { "case-of-codes", "codes {operands}: got {got}" },
    [FINDING_CASE_OF_X] = { "case-of-x", "x = {operands}: got {got}" },
    [FINDING_FIRST_OF] = { "first-of", "first of {count}: {operands} came back as {got}" },
    [FINDING_INTEGERS_GIVE] = { "integers-give", "{least} and {most} give {value:whole}, not {at:whole}" },
    [FINDING_AS_ONE_OPERATION] = { "as-one-operation",
        "{agree} of {cases} cases as one operation by rne" },
    [FINDING_AS_TWO_OPERATIONS] = { "as-two-operations",
        "{agree} of {cases} cases as two operations by rne" },
    [FINDING_AS_WRITTEN_BY_RNE] = { "as-written-by-rne",
        "{agree} of {cases} cases as written by rne" },
    [FINDING_AS_RNE] = { "as-rne", "{agree} of {cases} as rne" },
    [FINDING_AS_NEAREST] = { "as-nearest", "{agree} of {cases} nearest" },
    [FINDING_EXACT_CASES] = { "exact-cases", "exact in {count} of {of} cases asked" },
    [FINDING_BEYOND_BOUND] = { "beyond-bound", "{count} of {of} points beyond {glsl}" },
    [FINDING_BEYOND_GLSL] = { "beyond-glsl", "{count} of {of} beyond what GLSL allows" },
    [FINDING_CASES_DIFFER] = { "cases-differ", "{count} of {of} cases differ" },
    [FINDING_CASES_KEPT] = { "cases-kept", "{count} of {of} cases kept" },
    [FINDING_CASES_EXACT] = { "cases-exact", ", {count} exactly" },
    [FINDING_CASES_FLUSHED] = { "cases-flushed", ", {count} as if flushed" },
    [FINDING_ZEROS_WRONG] = { "zeros-wrong", ", {count} zeros wrong" },
    [FINDING_SUBNORMALS_WRONG] = { "subnormals-wrong", ", {count} subnormals wrong" },
    [FINDING_NORMALS_WRONG] = { "normals-wrong", ", {count} normals wrong" },
    [FINDING_INFINITIES_WRONG] = { "infinities-wrong", ", {count} infinities wrong" },
    [FINDING_NANS_WRONG] = { "nans-wrong", ", {count} NaNs wrong" },
    [FINDING_NANS_MADE_QUIET] = { "nans-made-quiet", ", {count} NaNs made quiet" },
    [FINDING_NANS_REPLACED] = { "nans-replaced", ", {count} replaced" },
    [FINDING_STAYS] = { "stays", "at alpha {count}/{of}, levels up to {most} never fade" },
    [FINDING_WHITE_OVER_WHITE] = { "white-over-white",
        "white over white is {count} of {of} at alpha {least}/{of}" },
    [FINDING_BYTES_CHANGE] = { "bytes-change", "{count} of {of} bytes change with nothing over them" },
    [FINDING_THRESHOLDS] = { "thresholds",
        "{count} thresholds from {value:3}/65536 (k = {least}) to {at:3}/65536 (k = {most}) beside (k + 1/2)/255" },
    [FINDING_DIFFERENT] = { "different", "{count} different of {of}" },
    [FINDING_ANSWERS_NOT_FINITE] = { "answers-not-finite",
        "{count} answers are no finite numbers" },
    [FINDING_ULP_OFF] = { "ulp-off", "{value:.3} ulp off at worst" },
    [FINDING_OFF_AT_MOST] = { "off-at-most", "off by up to {value:3}" },
    [FINDING_UNEQUAL_TEXELS] = { "unequal-texels",
        "{count} of {of} between two equal texels are not equal to them" },
    [FINDING_NEGATION_MOVED] = { "negation-moved", "the negation was moved" },
    [FINDING_PRODUCT_TRUNCATED] = { "product-truncated", "the product is truncated" },
    [FINDING_OTHERS_NOT_ROUNDED] = { "others-not-rounded", "the others are not correctly rounded" },
    [FINDING_BOTH_THE_SAME] = { "both-the-same", "both give the same here" },
    [FINDING_KEPT_INSIDE] = { "kept-inside", "an expression keeps {bits} bits before it is stored" },
    [FINDING_AS_WRITTEN] = { "as-written", "as written" },
    [FINDING_SUM_FOLDED] = { "sum-folded", "(x + y) - x folded" },
    [FINDING_SUMS_REORDERED] = { "sums-reordered", "sums reordered" },
    [FINDING_PRODUCTS_FUSED] = { "products-fused", "products fused" },
    [FINDING_FMA_SEPARATE] = { "fma-separate", "fma() in two steps" },
    [FINDING_PRODUCTS_TRUNCATED] = { "products-truncated", "truncated products" },
    [FINDING_POSITION_BY] = { "position-by", "positions rounded by {survivors}" },
    [FINDING_MADE_BYTES] = { "made-bytes", "bytes are mixed to bytes" },
    [FINDING_NO_MODEL] = { "no-model", "no model" },
    [FINDING_BY_ANY_RULE] = { "by-any-rule", " by any rule" },
    [FINDING_BY_RULE] = { "by-rule", " by {rules}" },
    [FINDING_BY_RULES] = { "by-rules", " by {rules} and {count} more" },
    [FINDING_CORRECTLY_ROUNDED] = { "correctly-rounded", "correctly rounded" },
    [FINDING_LAST_BITS_ZERO] = { "last-bits-zero", "the last {bits} bits are always 0" },
    [FINDING_SAME_HERE] = { "same-here", "the same here: {survivors}" },
    [FINDING_SURVIVORS] = { "survivors", "{survivors}" },
    [FINDING_STICKY_BIT] = { "sticky-bit", "sticky bit: the exact sum is rounded once" },
    [FINDING_GUARD_BITS] = { "guard-bits", "guard bits: {bits}, no sticky bit" },
    [FINDING_NAN_EQUAL] = { "nan-equal", "as if a NaN equalled a NaN" },
    [FINDING_NO_INFINITY] = { "no-infinity", "as if infinity were the largest finite number" },
    [FINDING_NAN_IS] = { "nan-is", "NaN is {word}" },
    [FINDING_NAN_KEPT] = { "nan-kept", "sign and upper payload kept, quiet" },
    [FINDING_NAN_ALWAYS] = { "nan-always", "always {word:half}" },
    [FINDING_NAN_GIVES] = { "nan-gives", "payload changed: {word} gives {other:half}" },
    [FINDING_LITERALS] = { "literals", "literals {word:short}, at run time {other:short}" },
    [FINDING_NOT_IN_GLSL] = { "not-in-glsl", "not in this GLSL" },
    [FINDING_NOT_IN_FORMAT] = { "not-in-format", "no operand of it can be said in this format" },
    [FINDING_UNDEFINED] = { "undefined", "undefined in GLSL" },
    [FINDING_NO_NAN_REQUIRED] = { "no-nan-required", "GLSL requires no NaN" },
    [FINDING_CLAIMED] = { "claimed", "claimed {bits} bits, 2^{least} to 2^{most}" },
    [FINDING_CLAIMED_UP] = { "claimed-up", "claimed {bits} bits, up to 2^{most}" },
    [FINDING_CLAIMED_BITS] = { "claimed-bits", "claimed {bits} bits" },
    [FINDING_NOTHING_CLAIMED] = { "nothing-claimed", "nothing claimed" },
    [FINDING_CLAIM_KEPT] = { "claim-kept", ": as claimed" },
    [FINDING_CLAIM_EXCEEDED] = { "claim-exceeded", ": better than claimed" },
    [FINDING_CLAIM_BROKEN] = { "claim-broken", ": worse than claimed" },
    [FINDING_SUBNORMALS_OF_BINARY32_FLUSHED] = { "subnormals-of-binary32-flushed",
        "subnormals of a binary32 flushed" },
    [FINDING_SUBNORMALS_KEPT] = { "subnormals-kept", "subnormals kept" },
    [FINDING_STORED_BY] = { "stored-by", "stored by {survivors}" },
    [FINDING_NO_FORMAT] = { "no-format", "no format gives these answers" },
    [FINDING_NEAREST_FORMAT] = { "nearest-format",
        "no format gives all answers, p = {bits} gives {count}" },
    [FINDING_NEAREST_FLUSHING] = { "nearest-flushing",
        "no format gives all answers, p = {bits}, flushing, gives {count}" },
};

static const struct finding_field fields[FINDING_FIELDS] = {
    { "count", FINDING_INTEGER, offsetof(struct finding_remark, count) },
    { "of", FINDING_INTEGER, offsetof(struct finding_remark, of) },
    { "bits", FINDING_INTEGER, offsetof(struct finding_remark, bits) },
    { "least", FINDING_INTEGER, offsetof(struct finding_remark, least) },
    { "most", FINDING_INTEGER, offsetof(struct finding_remark, most) },
    { "rules", FINDING_RULES, offsetof(struct finding_remark, rules) },
    { "word", FINDING_WORD, offsetof(struct finding_remark, word) },
    { "other", FINDING_WORD, offsetof(struct finding_remark, other) },
    { "value", FINDING_DOUBLE, offsetof(struct finding_remark, value) },
    { "at", FINDING_DOUBLE, offsetof(struct finding_remark, at) },
};
// clang-format on

// The first wording of a sentence that was reworded.
static const char *const first_wordings[FINDING_KIND_COUNT] = {
    [FINDING_NOTHING] = "",
    [FINDING_ULP] = "{value:ulp}",
    [FINDING_ABSOLUTE] = "absolute {value:power}",
    [FINDING_ABSOLUTE_NEAR_ONE] = "absolute {value:power} in [0.5, 2]",
    [FINDING_WORST_AT_X] = "worst {value:worst} at x = {at:hex}",
    [FINDING_EXACT_CASES] = "{count} of {of} exact",
};

const char *finding_kind_name(enum finding_kind kind)
{
    return kinds[kind].name;
}

const char *finding_sentence(enum finding_kind kind)
{
    return kinds[kind].sentence;
}

const char *finding_sentence_old(enum finding_kind kind)
{
    return first_wordings[kind] ? first_wordings[kind] : kinds[kind].sentence;
}

bool finding_piece(const char **sentence, struct finding_piece *piece)
{
    const char *brace = *sentence + strcspn(*sentence, "{");
    size_t length = strcspn(brace, "}");

    *piece = (struct finding_piece){ *sentence, (int) (brace - *sentence), "", "", NULL };
    if (!**sentence)
        return false;
    *sentence = brace + length;
    if (!*brace)
        return true;
    ++*sentence;
    snprintf(piece->name, sizeof piece->name, "%.*s", (int) length - 1, brace + 1);

    char *colon = strchr(piece->name, ':');

    if (colon) {
        *colon = 0;
        piece->form = colon + 1;
    }
    for (int i = 0; i < FINDING_FIELDS; i++)
        if (!strcmp(fields[i].name, piece->name))
            piece->field = &fields[i];
    return true;
}
