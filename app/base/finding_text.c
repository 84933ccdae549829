// SPDX-License-Identifier: MIT
//
// Lists the sentences of all findings, fills in their numbers, and joins them. A report
// has the kind and the numbers of a finding, so that rewording a sentence here changes no
// report.

#include "base/finding.h"

#include "base/text.h"
#include "base/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
    [FINDING_LEVELS_OFF] = { "levels-off", "off by at least {value:3} levels" },
    [FINDING_BLEND_SHIFTED] = { "blend-shifted", "x >> {bits}" },
    [FINDING_BLEND_CLOSE] = { "blend-close", "(x + (x >> {bits}) + {count}) >> {bits}" },
    [FINDING_BLEND_WEIGHTS] = { "blend-weights", "d * (w + 1) >> {bits}" },
    [FINDING_BLEND_TOP_WEIGHTS] = { "blend-top-weights", "d * (w + (w >> {count})) >> {bits}" },
    [FINDING_BLEND_STEPS] = { "blend-steps", "each step rounded to the target" },
    [FINDING_BLEND_ENCODED] = { "blend-encoded", "blended as bytes, not as light" },
    [FINDING_BLEND_SOURCE] = { "blend-source", "s rounded first" },
    [FINDING_DEPTH_FINER] = { "depth-finer", "finer than {bits} bits" },
    [FINDING_PASS] = { "pass", "{count} of {of} pass" },
    [FINDING_ALL_PASS] = { "all-pass", "all {of} pass" },
    [FINDING_OFFSET_ONE_LEVEL] = { "offset-one-level", "a unit is a level" },
    [FINDING_OFFSET_LEVELS] = { "offset-levels", "a unit is {count} levels" },
    [FINDING_OFFSET_ULPS] = { "offset-ulps", "a unit is {count} ulp" },
    [FINDING_OFFSET_CONSTANT] = { "offset-constant", "a unit is {count} * 2^-24 everywhere" },
    [FINDING_OFFSET_LEVELS_BETWEEN] = { "offset-levels-between",
        "in these cases a unit moves {value:3} to {at:3} levels" },
    [FINDING_OFFSET_ULPS_BETWEEN] = { "offset-ulps-between",
        "in these cases a unit moves {value:3} to {at:3} ulp" },
    [FINDING_FUSED_IN_ONE] = { "fused-in-one", "a * b + c is fused in one of the programs" },
    [FINDING_SLOPE_LARGER] = { "slope-larger", "max(|dz/dx|, |dz/dy|)" },
    [FINDING_SLOPE_LENGTH] = { "slope-length", "length of (dz/dx, dz/dy)" },
    [FINDING_SLOPES_BETWEEN] = { "slopes-between",
        "in these cases {value:3} to {at:3} of max(|dz/dx|, |dz/dy|)" },
    [FINDING_FUSED] = { "fused", "fused" },
    [FINDING_SEPARATE] = { "separate", "separate" },
    [FINDING_OR_SEPARATE] = { "or-separate", " or separate" },
    [FINDING_INSIDE_UNCLEAR] = { "inside-unclear", "fused or kept in more bits inside" },
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
    [FINDING_MORE_INSIDE] = { "more-inside", " with more bits inside" },
    [FINDING_SAME] = { "same", "same" },
    [FINDING_DIFFERS] = { "differs", "differs" },
    [FINDING_TO_NEAREST_EVEN] = { "to-nearest-even", "*to nearest even" },
    [FINDING_IN_BINARY64] = { "in-binary64", "*in binary64" },
    [FINDING_CONVERTED_BY] = { "converted-by", "*converted by {rules}" },
    [FINDING_BITS] = { "bits", "{bits} bits" },
    [FINDING_AT_LEAST_BITS] = { "at-least-bits", "at least {bits} bits" },
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
    [FINDING_SOME_INFINITE] = { "some-infinite", "{count} of {of} infinite" },
    [FINDING_SOME_ZERO] = { "some-zero", "{count} of {of} zero" },
    [FINDING_SOME_NAN] = { "some-nan", "{count} of {of} NaN" },
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
    [FINDING_OPERANDS_SATURATE] = { "operands-saturate", "operands saturate" },
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
    [FINDING_PIXEL_CORNERS] = { "pixel-corners", "at the corners of pixels" },
    [FINDING_PROGRAMS_DIFFER] = { "programs-differ",
        "{count} of {of} differ, by up to {value:3} ulp" },
    [FINDING_OTHER] = { "other", "other" },
    [FINDING_LEVELS] = { "levels", "{count} levels" },
    [FINDING_WHOLE_UP_TO] = { "whole-up-to", "whole numbers up to {most}" },
    [FINDING_READS] = { "reads", "{count} reads {value:8}" },
    [FINDING_ONE_AND_READS] = { "one-and-reads", "1 + 2^-{bits} reads {value:8}" },
    [FINDING_NEXT_TEXEL] = { "next-texel", "the next texel up to at least {value:3} from its edge" },
    [FINDING_MIX_BY_STEP] = { "mix-by-step", "a + w * (b - a)" },
    [FINDING_MIX_BY_PRODUCTS] = { "mix-by-products", "a * (1 - w) + b * w" },
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
    [FINDING_EXACT_CASES] = { "exact-cases", "exact in {count} of {of} cases" },
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
        "{count} results are not finite" },
    [FINDING_ULP_OFF] = { "ulp-off", "at least {value:.3} ulp off" },
    [FINDING_OFF_AT_MOST] = { "off-at-most", "off by at least {value:3}" },
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
    [FINDING_AS_STEPS] = { "as-steps", "as the formula gives it, step by step" },
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
    [FINDING_NOT_IN_FORMAT] = { "not-in-format", "this format has no such operand" },
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
    [FINDING_NO_FORMAT] = { "no-format", "no format gives these results" },
    [FINDING_NEAREST_FORMAT] = { "nearest-format",
        "no format gives all results, p = {bits} gives {count}" },
    [FINDING_NEAREST_FLUSHING] = { "nearest-flushing",
        "no format gives all results, p = {bits}, flushing, gives {count}" },
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

const char *finding_kind_name(enum finding_kind kind)
{
    return kinds[kind].name;
}

const char *finding_sentence(enum finding_kind kind)
{
    return kinds[kind].sentence;
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

static void finding_text_add_words(char *text, size_t size,
                                   const struct finding_case *example,
                                   const uint64_t *words, int count, bool bytes)
{
    for (int k = 0; k < count; k++)
        text_add(text, size,
                 bytes           ? "%s%llu"
                 : example->wide ? "%s0x%016llx"
                                 : "%s0x%08llx",
                 k ? " " : "", (unsigned long long) words[k]);
}

void finding_case_text(const struct finding_case *example, char *text, size_t size)
{
    text[0] = 0;
    finding_text_add_words(text, size, example, example->in, example->operands, false);
    text_add(text, size, ": got ");
    finding_text_add_words(text, size, example, example->got, example->results, false);
    if (!example->wanted)
        return;
    text_add(text, size, " want ");
    finding_text_add_words(text, size, example, example->want, example->results, false);
}

void finding_words_text(const struct finding_case *example, const uint64_t *words,
                        char *text, size_t size)
{
    text[0] = 0;
    finding_text_add_words(text, size, example, words, example->results, false);
}

static double finding_number(const struct finding_case *example, uint64_t word)
{
    uint32_t narrow = (uint32_t) word;
    double wide;
    float value;

    memcpy(&wide, &word, sizeof wide);
    memcpy(&value, &narrow, sizeof value);
    return example->wide ? wide : (double) value;
}

void finding_values_text(const struct finding_case *example, const uint64_t *words,
                         char *text, size_t size)
{
    text[0] = 0;
    for (int i = 0; i < example->results; i++) {
        double value = finding_number(example, words[i]);
        char number[32] = "NaN";

        if (!isnan(value))
            text_shortest(value, example->wide, number, sizeof number);
        text_join(text, size, " ", number);
    }
}

static void add_exactly(char *text, size_t size, double value)
{
    const char *sign = signbit(value) ? "-" : "";

    if (isnan(value))
        text_add(text, size, "NaN");
    else if (isinf(value))
        text_add(text, size, "%sinf", sign);
    else if (value == 0)
        text_add(text, size, "%s0", sign);
    else if (fabs(value) < 100 && value == floor(value))
        text_add(text, size, "%g", value);
    else
        text_add(text, size, "%s", text_hex(value).text);
}

// Rounded down: an error that was seen, where others may be larger.
static void add_least(char *text, size_t size, double value)
{
    if (value < 1000)
        text_add(text, size, "%.2f ulp", floor(value * 100) / 100 + 0.0); // no -0
    else if (value < 1e7)
        text_add(text, size, "%.0f ulp", floor(value));
    else
        text_add(text, size, "%.1e ulp", finding_floor(value, 2));
}

static void add_number(char *text, size_t size, double value, const char *form)
{
    if (!strcmp(form, "ulp"))
        add_least(text, size, value);
    else if (!strcmp(form, "worst"))
        text_add(text, size, value < 1e6 ? "%.2f ulp" : "%.1e ulp", value);
    else if (!strcmp(form, "half") && value != 0)
        text_add(text, size, "2^%d", ilogb(value) - 1);
    else if (!strcmp(form, "exact"))
        add_exactly(text, size, value);
    else if (!strcmp(form, "whole"))
        text_add(text, size, "%.0f", value);
    else if (!strcmp(form, "hex"))
        text_add(text, size, "%s", text_hex(value).text);
    else if (form[0] == '.')
        text_add(text, size, "%.*f", atoi(form + 1), value);
    else
        text_add(text, size, "%.*g", atoi(form), value);
}

static void add_word(char *text, size_t size, uint64_t word, const char *form)
{
    text_add(text, size,
             !strcmp(form, "half")    ? "0x%04llx"
             : !strcmp(form, "short") ? "0x%llx"
                                      : "0x%08llx",
             (unsigned long long) word);
}

static void add_field(char *text, size_t size, const struct finding_remark *remark,
                      const struct finding_field *field, const char *form)
{
    const char *at = (const char *) remark + field->offset;

    switch (field->type) {
    case FINDING_INTEGER: text_add(text, size, "%d", *(const int *) at); break;
    case FINDING_RULES:
        text_add(text, size, "%s", verdict_rounding(*(const uint32_t *) at));
        break;
    case FINDING_WORD: add_word(text, size, *(const uint64_t *) at, form); break;
    case FINDING_DOUBLE: add_number(text, size, *(const double *) at, form); break;
    }
}

// Adds a number or a text that belongs to the whole finding and not to one remark.
static void add_whole(char *text, size_t size, const struct finding *finding,
                      const char *name, const char *form)
{
    const struct finding_case *example = &finding->example;
    bool bytes = !strcmp(form, "byte");
    char rules[160];

    if (!strcmp(name, "agree"))
        text_add(text, size, "%ld", finding->agree);
    else if (!strcmp(name, "cases"))
        text_add(text, size, "%ld", finding->cases);
    else if (!strcmp(name, "glsl"))
        text_add(text, size, "%s", finding->glsl);
    else if (!strcmp(name, "operands"))
        finding_text_add_words(text, size, example, example->in, example->operands,
                               bytes);
    else if (!strcmp(name, "got"))
        finding_text_add_words(text, size, example, example->got, example->results,
                               bytes);
    else if (!strcmp(name, "want"))
        finding_text_add_words(text, size, example, example->want, example->results,
                               bytes);
    else if (!strcmp(name, "survivors")) {
        verdict_survivors_text(finding->survivors, rules, sizeof rules);
        text_add(text, size, "%s", rules);
    }
}

// The largest error that is known of a finding.
static double largest_error(const struct finding *finding)
{
    return fmax(fabs(finding->error_min_ulp), fabs(finding->error_max_ulp));
}

static void add_remark(const struct finding *finding, const struct finding_remark *from,
                       const char *sentence, char *text, size_t size)
{
    struct finding_remark own = *from, *remark = &own;
    struct finding_piece piece;

    // its value is rounded up
    if (own.kind == FINDING_ULP && finding->error_known)
        own.value = fmin(own.value, largest_error(finding));
    while (finding_piece(&sentence, &piece)) {
        text_add(text, size, "%.*s", piece.length, piece.plain);
        if (piece.field)
            add_field(text, size, remark, piece.field, piece.form);
        else
            add_whole(text, size, finding, piece.name, piece.form);
    }
}

const char *finding_joint(const char **sentence, const char *before, bool detail)
{
    const char *own = *sentence;

    if (own[0] == '*') {
        (*sentence)++;
        return before[0] == '*' ? " or " : ": ";
    }
    if (own[0] == ',' || own[0] == ':') {
        *sentence += 2;
        return own[0] == ',' ? ", " : ": ";
    }
    return own[0] == ' ' ? "" : detail ? "; " : ", ";
}

static void add_remarks(const struct finding *finding,
                        const struct finding_remark *remarks, int room, bool detail,
                        char *text, size_t size)
{
    const char *before = "";

    text[0] = 0;
    for (int i = 0; i < room && remarks[i].kind != FINDING_NOTHING; i++) {
        const char *sentence = finding_sentence(remarks[i].kind), *whole = sentence;
        const char *joint = finding_joint(&sentence, before, detail);

        text_add(text, size, "%s", i ? joint : "");
        add_remark(finding, &remarks[i], sentence, text, size);
        before = whole;
    }
}

int finding_brief(const struct finding *finding)
{
    int count = 1;

    while (count < FINDING_ANSWERS && finding_sentence(finding->answer[count].kind)[0] &&
           strchr(" :*", finding_sentence(finding->answer[count].kind)[0]))
        count++;
    return count;
}

void finding_text_brief(const struct finding *finding, char *text, size_t size)
{
    add_remarks(finding, finding->answer, finding_brief(finding), false, text, size);
}

void finding_text(const struct finding *finding, char *text, size_t size)
{
    add_remarks(finding, finding->answer, FINDING_ANSWERS, false, text, size);
}

void finding_detail_text(const struct finding *finding, char *text, size_t size)
{
    add_remarks(finding, finding->detail, FINDING_DETAILS, true, text, size);
}

void finding_word(const struct finding *finding, char *text, size_t size)
{
    char all[FINDING_ANSWER_TEXT];

    finding_text(finding, all, sizeof all);
    snprintf(text, size, "%.*s", (int) strcspn(all, " ,:;"), all);
}

// A rule says it all: its error is known beforehand. Some say it themselves.
static bool tells_error(const struct finding *finding)
{
    static const enum finding_kind own[] = { FINDING_ULP, FINDING_WORST_AT_N,
                                             FINDING_WORST_AT_X };

    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        for (int k = 0; k < FINDING_ANSWERS; k++)
            if (finding->answer[k].kind == own[i])
                return true;
    return !finding->error_known || finding->survivors;
}

void finding_error_text(const struct finding *finding, char *text, size_t size)
{
    char error[24];

    text[0] = 0;
    if (tells_error(finding))
        return;
    finding_largest(largest_error(finding), error, sizeof error);
    snprintf(text, size, "%s%s", largest_error(finding) == 0 ? "" : ">= ", error);
}

void finding_largest(double error, char *text, size_t size)
{
    snprintf(text, size,
             error < 100   ? "%.3g ulp"
             : error < 1e4 ? "%.0f ulp"
                           : "%.1e ulp",
             error < 100   ? finding_floor(error, 3)
             : error < 1e4 ? floor(error)
                           : finding_floor(error, 2));
}

void finding_text_error(const struct finding *finding, char *text, size_t size)
{
    char error[24];

    finding_text(finding, text, size);
    finding_error_text(finding, error, sizeof error);
    text_add(text, size, "%s%s", error[0] ? " " : "", error);
}

void finding_text_narrow(const struct finding *finding, int columns, char *text,
                         size_t size)
{
    static const char words[] = "at least ";
    size_t room = (size_t) columns;

    finding_text_error(finding, text, size);

    char *least = strlen(text) > room ? strstr(text, words) : NULL;

    if (least) {
        memcpy(least, ">= ", 3);
        memmove(least + 3, least + strlen(words), strlen(least + strlen(words)) + 1);
    }
    size_t length = strlen(text);

    if (length > room && !strcmp(text + length - 4, " ulp"))
        text[length - 4] = 0;
}

bool finding_same_text_error(const struct finding *a, const struct finding *b)
{
    char error_a[24], error_b[24];

    if (!a || !b)
        return a == b;
    finding_error_text(a, error_a, sizeof error_a);
    finding_error_text(b, error_b, sizeof error_b);
    return finding_same_answer(a, b) && !strcmp(error_a, error_b);
}
