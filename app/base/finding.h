// SPDX-License-Identifier: MIT
//
// The answer of one expression of a probe, as data: kinds of remarks and their numbers.
// Only finding_text.c fills numbers into sentences. This module knows no probe and no
// device.

#ifndef BASE_FINDING_H
#define BASE_FINDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The subject of an answer, or of a detail. Code outside the probes asks for the class of
// a kind; only the probe that gives an answer knows its kind.
enum finding_class {
    FINDING_WORD,  // a word, a number or a formula
    FINDING_RULE,  // how a result is rounded: the error is less than an ulp
    FINDING_BITS,  // how many bits are right, or are kept
    FINDING_ULP,   // how large the error is
    FINDING_COUNT, // how many cases, or levels, are right or wrong
    FINDING_CLAIM, // what the driver claims, and whether the claim is true
    FINDING_FUSED, // what became of the expression: fused, separate, folded, neither
    FINDING_UNSUPPORTED, // nothing: why there is no answer
};

// A kind of remark. The table of a probe has those that only this probe gives, and
// probes/answers.txt has those that several give.
struct finding_kind {
    const char *id; // in report.json: "fused", "no-better-than-float"

    // The names of numbers are in braces and, after a colon, the format of a number:
    // "{count} of {of} wrong". A sentence that begins with a space, a colon or a comma is
    // appended without a separator; "or" joins sentences with an asterisk.
    const char *sentence;
    enum finding_class class;
};

// The type of a number of a remark. A kind has the numbers that its sentence names.
enum finding_type { FINDING_INTEGER, FINDING_RULES, FINDING_HEX, FINDING_DOUBLE };

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
    const struct finding_kind *kind; // NULL: the end of a list
    int count, of;                   // "3 of 64"
    int bits;                        // significand, fraction or guard bits
    int least, most;                 // a range: of exponents, of columns
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
// at a kind of NULL or at their last element.
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
    double swept_ulp;   // the largest error of sweeps of the device; 0: none is known
    bool swept_whole;   // a sweep covers all inputs; else the error is a lower bound
    char reference[16]; // who else was asked, "" if nobody could be
    long compared, mismatches; // words
};

// The answer is this remark: FINDING_SAY(finding, &kind_wrong, .count = 3, .of = 9)
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
                                          const struct finding_kind *kind);

// Returns true if the finding is of the expression with this word. Words are unique in a
// probe only.
bool finding_asks(const struct finding *finding, const char *id);

// Returns true if the answer begins with that kind.
bool finding_is(const struct finding *finding, const struct finding_kind *kind);

// Returns true if the answer begins with a kind of that class.
bool finding_is_of(const struct finding *finding, enum finding_class class);

// Returns true if a kind states an absolute error, and not one in ulp.
bool finding_is_absolute(const struct finding_kind *kind);

// Whether two answers are the same: the same remarks with the same numbers. Sets of rules
// are the same if they have the same name.
bool finding_same_answer(const struct finding *a, const struct finding *b);

// The same for what finding_text_brief tells of them.
bool finding_same_brief(const struct finding *a, const struct finding *b);

// Whether two answers are counted under the same word: they begin with the same kind, and
// the same number where the sentence begins with one.
bool finding_same_word(const struct finding *a, const struct finding *b);

// A number rounded to so many significant digits; and an error in ulp rounded up to the
// digits that "{value:ulp}" shows, so that a remark has what can be seen.
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

// Writes the error alone, ">= 0.83 ulp", or the best known, "2.14876 ulp (sweep)"; ""
// where finding_text_error would not add it.
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
