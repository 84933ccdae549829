// SPDX-License-Identifier: MIT
//
// The kinds of remarks on an expression. The sentence of each kind, and with it the
// numbers that the kind has, is in finding_sentences.c; its name in report.json is the
// same in lower case, with hyphens.

#ifndef BASE_FINDING_KIND_H
#define BASE_FINDING_KIND_H

#include <stdbool.h>
#include <stddef.h>

// clang-format off
enum finding_kind {
    FINDING_NOTHING, // the end of a list
    // nothing and statuses
    FINDING_UNSUPPORTED, FINDING_UNKNOWN, FINDING_UNDECIDED, FINDING_IMPOSSIBLE,
    FINDING_UNPAINTED, FINDING_UNSTABLE, FINDING_SKIPPED, FINDING_BROKEN,
    // rounding
    FINDING_RULE, FINDING_EXACT, FINDING_FAITHFUL, FINDING_NO_RULE, FINDING_NO_STICKY_BIT,
    FINDING_TRUNCATES, FINDING_ROUNDS_UP, FINDING_ROUNDS_TO_ODD, FINDING_NEAREST,
    FINDING_NEAREST_IN_BINARY32, FINDING_FLOOR_IN_BINARY32, FINDING_CEIL_IN_BINARY32,
    FINDING_WITHIN, FINDING_OFF_BY, FINDING_NOT_MONOTONE,
    // multiply-add and steps
    FINDING_FUSED, FINDING_SEPARATE, FINDING_OR_SEPARATE, FINDING_NEITHER,
    FINDING_BY_RECIPROCAL, FINDING_BY_QUOTIENT, FINDING_BY_RECIPROCAL_ROOT,
    FINDING_ONE_COLUMN, FINDING_COLUMNS, FINDING_COLUMNS_BETWEEN, FINDING_IN_BITS,
    // folding
    FINDING_FOLDED, FINDING_FOLDED_TO, FINDING_OR_FOLDED, FINDING_INSIDE,
    FINDING_REASSOCIATED_TO,
    // literals
    FINDING_SAME, FINDING_DIFFERS, FINDING_TO_NEAREST_EVEN, FINDING_IN_BINARY64,
    FINDING_CONVERTED_BY,
    // error-free transforms
    FINDING_BITS, FINDING_NO_BETTER_THAN_FLOAT, FINDING_NO_BETTER_THAN_DOUBLE,
    FINDING_FMA_IN_TWO_STEPS, FINDING_E_IS_ZERO, FINDING_LO_IS_ZERO,
    FINDING_INEXACT_BY_RANGE, FINDING_INEXACT_BY_RULE, FINDING_INEXACT_BY_PRODUCTS,
    FINDING_NOT_EXACT, FINDING_IN_MIXED_WIDTHS, FINDING_EXACT_OF,
    // errors
    FINDING_ULP, FINDING_ABSOLUTE, FINDING_ABSOLUTE_NEAR_ONE, FINDING_NOT_FINITE,
    FINDING_NONE_FINITE, FINDING_EXACT_ON, FINDING_SQUARE, FINDING_SQUARE_ON,
    FINDING_WORST_AT_N, FINDING_WORST_AT_X, FINDING_NOT_FINITE_AT_N,
    FINDING_NOT_FINITE_AT_X,
    // subnormals, zeros
    FINDING_KEPT, FINDING_FLUSHED, FINDING_ON_INPUT, FINDING_ON_OUTPUT, FINDING_SIGN_KEPT,
    FINDING_SIGN_LOST, FINDING_MIXED, FINDING_READ_AS_NORMAL,
    // specials
    FINDING_NUMBER, FINDING_BYTE, FINDING_LARGEST, FINDING_MINUS_LARGEST, FINDING_TRUE,
    FINDING_FALSE, FINDING_NOT_NAN, FINDING_MADE_QUIET, FINDING_PAYLOAD_LOST,
    FINDING_ALWAYS_WORD, FINDING_ALWAYS_NUMBER,
    // conversions
    FINDING_WRONG, FINDING_ALL_EXACT, FINDING_ALL_NUMBERS_EXACT, FINDING_NAN_MADE_QUIET,
    FINDING_NAN_PAYLOAD_CHANGED, FINDING_SUBNORMALS_FLUSHED, FINDING_INFINITY_FROM,
    FINDING_SATURATES, FINDING_AS_INT, FINDING_WRAPS, FINDING_WORDS, FINDING_TO_NAN,
    FINDING_TO_ZERO, FINDING_TO_INFINITY, FINDING_SPOILS_OTHER_HALF, FINDING_PLUS_ZERO,
    FINDING_FLOOR_OF_SUM, FINDING_ONE, FINDING_BELOW_ONE, FINDING_CLAMPED,
    FINDING_NOT_CLAMPED, FINDING_AND_OTHERS, FINDING_MOD_BY_QUOTIENT,
    FINDING_MOD_BY_RECIPROCAL, FINDING_MOD_BY_FRACT, FINDING_QUOTIENT_NOT_ROUNDED,
    FINDING_BITS_BETWEEN, FINDING_OTHER,
    FINDING_SAID, // by a report of the first version, in words that are not known
    // details: cases
    FINDING_CASE, FINDING_CASE_GOT, FINDING_FIRST_CASE, FINDING_WORST_CASE,
    FINDING_CASE_OF_HALF, FINDING_CASE_OF_BYTE, FINDING_CASE_OF_CODES, FINDING_CASE_OF_X,
    FINDING_FIRST_OF,
    // details: counts
    FINDING_AS_ONE_OPERATION, FINDING_AS_TWO_OPERATIONS, FINDING_AS_WRITTEN_BY_RNE,
    FINDING_AS_RNE, FINDING_AS_NEAREST, FINDING_EXACT_CASES, FINDING_BEYOND_BOUND,
    FINDING_BEYOND_GLSL, FINDING_CASES_DIFFER, FINDING_CASES_KEPT, FINDING_CASES_EXACT,
    FINDING_CASES_FLUSHED, FINDING_ZEROS_WRONG, FINDING_SUBNORMALS_WRONG,
    FINDING_NORMALS_WRONG, FINDING_INFINITIES_WRONG, FINDING_NANS_WRONG,
    FINDING_NANS_MADE_QUIET, FINDING_NANS_REPLACED, FINDING_THRESHOLDS,
    FINDING_ANSWERS_NOT_FINITE, FINDING_ULP_OFF,
    // details: causes
    FINDING_NEGATION_MOVED, FINDING_PRODUCT_TRUNCATED, FINDING_OTHERS_NOT_ROUNDED,
    FINDING_BOTH_THE_SAME, FINDING_AS_WRITTEN, FINDING_KEPT_INSIDE,
    FINDING_SUM_FOLDED, FINDING_SUMS_REORDERED,
    FINDING_PRODUCTS_FUSED, FINDING_FMA_SEPARATE, FINDING_PRODUCTS_TRUNCATED,
    FINDING_NO_MODEL, FINDING_BY_ANY_RULE, FINDING_BY_RULE, FINDING_BY_RULES,
    FINDING_CORRECTLY_ROUNDED, FINDING_LAST_BITS_ZERO, FINDING_SAME_HERE,
    FINDING_SURVIVORS, FINDING_STICKY_BIT, FINDING_GUARD_BITS, FINDING_NAN_EQUAL,
    FINDING_NAN_IS, FINDING_NAN_KEPT, FINDING_NAN_ALWAYS, FINDING_NAN_GIVES,
    FINDING_LITERALS,
    // details: what GLSL has, and claims
    FINDING_NOT_IN_GLSL, FINDING_NOT_IN_FORMAT, FINDING_UNDEFINED,
    FINDING_NO_NAN_REQUIRED, FINDING_CLAIMED, FINDING_CLAIMED_UP, FINDING_NOTHING_CLAIMED,
    FINDING_CLAIM_KEPT, FINDING_CLAIM_EXCEEDED, FINDING_CLAIM_BROKEN,
    FINDING_SUBNORMALS_OF_BINARY32_FLUSHED, FINDING_SUBNORMALS_KEPT, FINDING_STORED_BY,
    FINDING_NO_FORMAT, FINDING_NEAREST_FORMAT, FINDING_NEAREST_FLUSHING,
    FINDING_KIND_COUNT,
};
// clang-format on

// "fused", "no-better-than-float", ...
const char *finding_kind_name(enum finding_kind kind);

// The sentence of a kind, with the names of numbers in braces, and behind a colon how a
// number is shown: "{count} of {of} wrong". One that begins with a space, a colon or a
// comma brings its own joint; one with an asterisk is one of several that "or" joins.
const char *finding_sentence(enum finding_kind kind);

// The same in the first wording, which reports of version 1 have; it names the same
// numbers.
const char *finding_sentence_old(enum finding_kind kind);

// A number of a remark. Those that a kind has are those that its sentence names.
enum finding_type { FINDING_INTEGER, FINDING_RULES, FINDING_WORD, FINDING_DOUBLE };

struct finding_field {
    const char *name; // "count"
    enum finding_type type;
    size_t offset; // in struct finding_remark
};

#define FINDING_FIELDS 10

// Plain text of a sentence, and the name in braces that ends it.
struct finding_piece {
    const char *plain;
    int length;                        // of the plain text
    char name[24];                     // "" at the end of the sentence
    const char *form;                  // what stands behind the name's colon, or ""
    const struct finding_field *field; // NULL: it is no number of the remark
};

// Takes a piece from the front of a sentence. Returns false at its end.
bool finding_piece(const char **sentence, struct finding_piece *piece);

// What an answer that deviates is not as it should be by: the first of them that it
// breaks (deviation.h).
enum deviation {
    DEVIATION_NONE,    // it does not deviate
    DEVIATION_GLSL,    // GLSL or GLSL ES; OpenGL, for targets and for what is claimed
    DEVIATION_IEEE754, // it alone: GLSL permits the answer, or says nothing of it
    DEVIATION_VULKAN,  // the bound of a function to which GLSL sets none
    DEVIATION_COUNT,
};

#endif // BASE_FINDING_KIND_H
