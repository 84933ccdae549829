// SPDX-License-Identifier: MIT
//
// The answer of one expression of a probe, as data: kinds of remarks and their numbers.
// Only finding_text.c makes sentences of it, and no code parses a sentence. It knows no
// probe and no device.

#ifndef BASE_FINDING_H
#define BASE_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// clang-format off

// The kinds of remarks on an expression. finding_text.c has the sentence of each kind,
// and the sentence names the numbers that the kind has. The name in report.json is the
// same in lower case, with hyphens.
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
    // blending, depths
    FINDING_LEVELS_OFF, FINDING_BLEND_SHIFTED, FINDING_BLEND_CLOSE, FINDING_BLEND_WEIGHTS,
    FINDING_BLEND_TOP_WEIGHTS, FINDING_BLEND_STEPS, FINDING_BLEND_ENCODED,
    FINDING_BLEND_SOURCE, FINDING_DEPTH_FINER, FINDING_PASS, FINDING_ALL_PASS,
    FINDING_OFFSET_ONE_LEVEL, FINDING_OFFSET_LEVELS, FINDING_OFFSET_ULPS,
    FINDING_OFFSET_CONSTANT, FINDING_OFFSET_LEVELS_BETWEEN, FINDING_OFFSET_ULPS_BETWEEN,
    FINDING_SLOPE_LARGER, FINDING_SLOPE_LENGTH, FINDING_SLOPES_BETWEEN,
    // multiply-add and steps
    FINDING_FUSED, FINDING_SEPARATE, FINDING_OR_SEPARATE, FINDING_INSIDE_UNCLEAR,
    FINDING_NEITHER, FINDING_BY_RECIPROCAL, FINDING_BY_QUOTIENT, FINDING_ONE_COLUMN,
    FINDING_BY_RECIPROCAL_ROOT, FINDING_COLUMNS, FINDING_COLUMNS_BETWEEN, FINDING_IN_BITS,
    // folding
    FINDING_FOLDED, FINDING_FOLDED_TO, FINDING_OR_FOLDED, FINDING_INSIDE,
    FINDING_MORE_INSIDE, FINDING_REASSOCIATED_TO,
    // literals
    FINDING_SAME, FINDING_DIFFERS, FINDING_TO_NEAREST_EVEN, FINDING_IN_BINARY64,
    FINDING_CONVERTED_BY,
    // error-free transforms
    FINDING_BITS, FINDING_AT_LEAST_BITS, FINDING_NO_BETTER_THAN_FLOAT, FINDING_NO_BETTER_THAN_DOUBLE,
    FINDING_FMA_IN_TWO_STEPS, FINDING_E_IS_ZERO, FINDING_LO_IS_ZERO,
    FINDING_INEXACT_BY_RANGE, FINDING_INEXACT_BY_RULE, FINDING_INEXACT_BY_PRODUCTS,
    FINDING_NOT_EXACT, FINDING_IN_MIXED_WIDTHS, FINDING_EXACT_OF,
    // errors
    FINDING_ULP, FINDING_ABSOLUTE, FINDING_ABSOLUTE_NEAR_ONE, FINDING_NOT_FINITE,
    FINDING_NONE_FINITE, FINDING_EXACT_ON, FINDING_SQUARE, FINDING_SQUARE_ON,
    FINDING_WORST_AT_N, FINDING_WORST_AT_X, FINDING_NOT_FINITE_AT_N,
    FINDING_NOT_FINITE_AT_X, FINDING_SOME_INFINITE, FINDING_SOME_ZERO, FINDING_SOME_NAN,
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
    FINDING_SATURATES, FINDING_OPERANDS_SATURATE, FINDING_AS_INT, FINDING_WRAPS, FINDING_WORDS, FINDING_TO_NAN,
    FINDING_TO_ZERO, FINDING_TO_INFINITY, FINDING_SPOILS_OTHER_HALF, FINDING_PLUS_ZERO,
    FINDING_FLOOR_OF_SUM, FINDING_ONE, FINDING_BELOW_ONE, FINDING_CLAMPED,
    FINDING_NOT_CLAMPED, FINDING_AND_OTHERS, FINDING_MOD_BY_QUOTIENT,
    FINDING_MOD_BY_RECIPROCAL, FINDING_MOD_BY_FRACT, FINDING_QUOTIENT_NOT_ROUNDED,
    FINDING_BITS_BETWEEN, FINDING_OTHER,
    // textures, varyings, programs
    FINDING_WHOLE_UP_TO, FINDING_LEVELS, FINDING_NEXT_TEXEL, FINDING_MIX_BY_STEP,
    FINDING_MIX_BY_PRODUCTS, FINDING_INTERPOLATED, FINDING_DIFFER_BY, FINDING_FINE,
    FINDING_COARSE, FINDING_COARSE_LAST, FINDING_PIXEL_CORNERS, FINDING_PROGRAMS_DIFFER,
    // details: cases
    FINDING_CASE, FINDING_CASE_GOT, FINDING_FIRST_CASE, FINDING_WORST_CASE, FINDING_READS,
    FINDING_ONE_AND_READS, FINDING_CASE_OF_HALF, FINDING_CASE_OF_BYTE,
    FINDING_CASE_OF_CODES, FINDING_CASE_OF_X, FINDING_FIRST_OF, FINDING_INTEGERS_GIVE,
    // details: counts
    FINDING_AS_ONE_OPERATION, FINDING_AS_TWO_OPERATIONS, FINDING_AS_WRITTEN_BY_RNE,
    FINDING_AS_RNE, FINDING_AS_NEAREST, FINDING_EXACT_CASES, FINDING_BEYOND_BOUND,
    FINDING_BEYOND_GLSL, FINDING_CASES_DIFFER, FINDING_CASES_KEPT, FINDING_CASES_EXACT,
    FINDING_CASES_FLUSHED, FINDING_ZEROS_WRONG, FINDING_SUBNORMALS_WRONG,
    FINDING_NORMALS_WRONG, FINDING_INFINITIES_WRONG, FINDING_NANS_WRONG,
    FINDING_NANS_MADE_QUIET, FINDING_NANS_REPLACED, FINDING_THRESHOLDS, FINDING_DIFFERENT,
    FINDING_ANSWERS_NOT_FINITE, FINDING_ULP_OFF, FINDING_OFF_AT_MOST, FINDING_STAYS,
    FINDING_UNEQUAL_TEXELS, FINDING_WHITE_OVER_WHITE, FINDING_BYTES_CHANGE,
    // details: causes
    FINDING_NEGATION_MOVED, FINDING_PRODUCT_TRUNCATED, FINDING_OTHERS_NOT_ROUNDED,
    FINDING_BOTH_THE_SAME, FINDING_AS_WRITTEN, FINDING_KEPT_INSIDE, FINDING_SUM_FOLDED,
    FINDING_SUMS_REORDERED, FINDING_PRODUCTS_FUSED, FINDING_FUSED_IN_ONE,
    FINDING_FMA_SEPARATE, FINDING_PRODUCTS_TRUNCATED, FINDING_NO_MODEL,
    FINDING_BY_ANY_RULE, FINDING_BY_RULE, FINDING_BY_RULES, FINDING_CORRECTLY_ROUNDED,
    FINDING_AS_STEPS, FINDING_LAST_BITS_ZERO, FINDING_SAME_HERE, FINDING_SURVIVORS,
    FINDING_STICKY_BIT, FINDING_GUARD_BITS, FINDING_NAN_EQUAL, FINDING_NO_INFINITY,
    FINDING_NAN_IS, FINDING_NAN_KEPT, FINDING_NAN_ALWAYS, FINDING_NAN_GIVES,
    FINDING_LITERALS, FINDING_POSITION_BY, FINDING_MADE_BYTES,
    // details: what GLSL has, and claims
    FINDING_NOT_IN_GLSL, FINDING_NOT_IN_FORMAT, FINDING_UNDEFINED,
    FINDING_NO_NAN_REQUIRED, FINDING_CLAIMED, FINDING_CLAIMED_UP, FINDING_NOTHING_CLAIMED,
    FINDING_CLAIMED_BITS, FINDING_CLAIM_KEPT, FINDING_CLAIM_EXCEEDED,
    FINDING_CLAIM_BROKEN, FINDING_SUBNORMALS_OF_BINARY32_FLUSHED, FINDING_SUBNORMALS_KEPT,
    FINDING_STORED_BY, FINDING_NO_FORMAT, FINDING_NEAREST_FORMAT,
    FINDING_NEAREST_FLUSHING, FINDING_KIND_COUNT,
};
// clang-format on

// "fused", "no-better-than-float", ...
const char *finding_kind_name(enum finding_kind kind);

// Returns the sentence of a kind, with the names of numbers in braces and, after a colon,
// the format of a number: "{count} of {of} wrong". A sentence that begins with a space, a
// colon or a comma is appended without a separator; "or" joins sentences with an
// asterisk.
const char *finding_sentence(enum finding_kind kind);

// The type of a number of a remark. A kind has the numbers that its sentence names.
enum finding_type { FINDING_INTEGER, FINDING_RULES, FINDING_WORD, FINDING_DOUBLE };

struct finding_field {
    const char *name; // "count"
    enum finding_type type;
    size_t offset; // in struct finding_remark
};

#define FINDING_FIELDS 10

// A part of a sentence: plain text, and the name in braces that follows it.
struct finding_piece {
    const char *plain;
    int length;                        // of the plain text
    char name[24];                     // "" at the end of the sentence
    const char *form;                  // the text after the colon of the name, or ""
    const struct finding_field *field; // NULL: the name is not a number of the remark
};

// Takes a piece from the front of a sentence. Returns false at its end.
bool finding_piece(const char **sentence, struct finding_piece *piece);

// The first of these specifications that a deviating finding violates (deviation.h).
enum deviation {
    DEVIATION_NONE,    // it does not deviate
    DEVIATION_GLSL,    // GLSL or GLSL ES; OpenGL, for targets and for what is claimed
    DEVIATION_IEEE754, // only this one: GLSL permits the result, or does not define it
    DEVIATION_VULKAN,  // the bound of Vulkan, for a function that GLSL does not bound
    DEVIATION_COUNT,
};

// One remark. Which numbers count depends on the kind; the others are 0.
struct finding_remark {
    enum finding_kind kind;
    int count, of;        // "3 of 64"
    int bits;             // significand, fraction or guard bits
    int least, most;      // a range: of exponents, of columns
    uint32_t rules;       // a set of rounding rules (verdict.h), told by its name
    uint64_t word, other; // bit patterns
    double value, at;     // an error or a number, and where it was found
};

// One case: what went in, what came out and what was wanted. Words of the carrier.
struct finding_case {
    int operands; // [0, 4]; 0: there is no case
    int results;  // [1, 2]
    bool wide;    // words have 64 bits
    bool wanted;  // `want` is known
    uint64_t in[4], got[2], want[2];
};

#define FINDING_ANSWERS 4
#define FINDING_DETAILS 8

// The answer of one expression of a probe (probe/expressions.h). The lists of remarks end
// at FINDING_NOTHING or at their last element.
struct finding {
    char id[32];         // its word in the probe: "mul-add"; "" if that is not known
    char expression[48]; // what was asked, as GLSL has it: "a * b + c"
    struct finding_remark answer[FINDING_ANSWERS]; // what it is, most telling first
    struct finding_remark detail[FINDING_DETAILS]; // what stands behind it
    struct finding_case example; // the first case that deviates, or the worst
    char glsl[48];       // what the expression became, or the bound that GLSL sets; or ""
    bool deviates;       // it is not what IEEE 754, or GLSL where that says more, has
    enum deviation from; // then what it deviates from
    uint32_t survivors; // rules of rounding that reproduce it; 0 where none was asked for
    long cases, agree;  // asked; as IEEE 754, to nearest even, or GLSL would have them
    bool error_known;   // the interval of the signed error of the answers, in ulp
    double error_min_ulp, error_max_ulp;
    char reference[16];        // who else was asked, "" if nobody could be
    long compared, mismatches; // words
};

// The answer is this remark: FINDING_SAY(finding, FINDING_WRONG, .count = 3, .of = 9)
#define FINDING_SAY(finding, ...) \
    finding_say(finding, &(struct finding_remark){ .kind = __VA_ARGS__ })
// Adds a remark to the answer, or to the detail; one too many is left out.
#define FINDING_ALSO(finding, ...) \
    finding_also(finding, &(struct finding_remark){ .kind = __VA_ARGS__ })
#define FINDING_DETAIL(finding, ...) \
    finding_detail(finding, &(struct finding_remark){ .kind = __VA_ARGS__ })

void finding_say(struct finding *finding, const struct finding_remark *remark);
void finding_also(struct finding *finding, const struct finding_remark *remark);
void finding_detail(struct finding *finding, const struct finding_remark *remark);

// The remark of a kind in the answer, or in the detail; NULL if there is none.
const struct finding_remark *finding_find(const struct finding *finding,
                                          enum finding_kind kind);

// Returns true if the finding is of the expression with this word. Words are unique in a
// probe only.
bool finding_asks(const struct finding *finding, const char *id);

// Returns true if two findings of one probe are of the same expression: they have the
// same id, or, where an id is not known, the same label.
bool finding_same_expression(const struct finding *a, const struct finding *b);

// Whether the answer begins with that kind.
bool finding_is(const struct finding *finding, enum finding_kind kind);

// Whether two answers are the same: the same remarks with the same numbers. Sets of rules
// are the same if they have the same name.
bool finding_same_answer(const struct finding *a, const struct finding *b);

// The same for what finding_text_brief tells of them.
bool finding_same_brief(const struct finding *a, const struct finding *b);

// The same expression and answer, cases, how many of them agree, and rules.
bool finding_same(const struct finding *a, const struct finding *b);

// Whether two answers are counted under the same word: they begin with the same kind, and
// the same number where the sentence begins with one.
bool finding_same_word(const struct finding *a, const struct finding *b);

// A number rounded to so many significant digits, and an error in ulp rounded up to what
// FINDING_ULP shows of it: what a remark has is what can be seen.
double finding_rounded(double value, int digits);
double finding_ulp(double ulp);

// A number that is not negative, rounded down to so many significant digits.
double finding_floor(double value, int digits);

// ---- sentences: finding_text.c ----

#define FINDING_ANSWER_TEXT 96
#define FINDING_DETAIL_TEXT 320

// The answer in a word or two: "rne", "fused", "flushed, sign kept". Cut to `size`.
void finding_text(const struct finding *finding, char *text, size_t size);

// The same with the error, unless it follows from the rounding model or is part of the
// answer: "faithful >= 0.83 ulp".
void finding_text_error(const struct finding *finding, char *text, size_t size);

// The same in fewer words where that takes more than so many columns: ">=" for "at
// least", and no unit of the error.
void finding_text_narrow(const struct finding *finding, int columns, char *text,
                         size_t size);

// Whether finding_text_error tells the same of both; either may be NULL.
bool finding_same_text_error(const struct finding *a, const struct finding *b);

// The answer without its further remarks, such as that the sign of a zero is kept.
void finding_text_brief(const struct finding *finding, char *text, size_t size);

// How many remarks of the answer that are, [1, FINDING_ANSWERS].
int finding_brief(const struct finding *finding);

// An error in ulp that is the largest of a sample, "0.83 ulp", rounded down.
void finding_largest(double error, char *text, size_t size);

// The error alone, ">= 0.83 ulp"; "" where finding_text_error would not add it.
void finding_error_text(const struct finding *finding, char *text, size_t size);

// The evidence for the answer, or "": "3 of 64 cases as written by rne".
void finding_detail_text(const struct finding *finding, char *text, size_t size);

// The first word of an answer: "rne", "folded", "24".
void finding_word(const struct finding *finding, char *text, size_t size);

// "0x3f800001 0x40000000: got 0x3f000000 want 0x3f000001".
void finding_case_text(const struct finding_case *example, char *text, size_t size);

// Words of a case as numbers, of as few digits as are enough, "1.5 NaN"; and in hex.
void finding_values_text(const struct finding_case *example, const uint64_t *words,
                         char *text, size_t size);
void finding_words_text(const struct finding_case *example, const uint64_t *words,
                        char *text, size_t size);

// How a sentence is joined to what stands before it: its own joint if it begins with one,
// "; " in a detail, ", " in an answer. *sentence is moved behind it.
const char *finding_joint(const char **sentence, const char *before, bool detail);

#endif // BASE_FINDING_H
