// SPDX-License-Identifier: MIT
//
// How it works: a line of hex is read by one table look-up a digit and no other test. A
// character that is no digit sets the upper half of the looked-up byte, and the upper
// halves of a word are tested once. A word that fails this test is read again as a
// number, and if that fails too, once more for the message.
//
// A number is rounded to its format once, although the C library reads doubles: read
// downward and upward, it gives its two neighbours. If they differ, the one nearer to
// zero with its last bit set (rounded to odd) rounds to a shorter format as the number
// itself does.

#include "eval/text.h"

#include "base/fp.h"

#include <fenv.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 400 // characters; a shorter one may need as many digits to be exact

#define D(n) ((n) + 1)

// Digits are stored plus one, so that an entry that the table omits, 0, is no digit.
static const uint8_t digit_above[256] = {
    ['0'] = D(0),  ['1'] = D(1),  ['2'] = D(2),  ['3'] = D(3),  ['4'] = D(4),
    ['5'] = D(5),  ['6'] = D(6),  ['7'] = D(7),  ['8'] = D(8),  ['9'] = D(9),
    ['A'] = D(10), ['B'] = D(11), ['C'] = D(12), ['D'] = D(13), ['E'] = D(14),
    ['F'] = D(15), ['a'] = D(10), ['b'] = D(11), ['c'] = D(12), ['d'] = D(13),
    ['e'] = D(14), ['f'] = D(15),
};

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

// Reads the word at `at`, which has room for it; returns false if it is not all digits.
static inline bool read_digits(const char *at, int digits, uint64_t *word)
{
    uint64_t value = 0;
    unsigned marks = 0;

    for (int i = 0; i < digits; i++) {
        unsigned digit = digit_above[(unsigned char) at[i]] - 1u;

        marks |= digit;
        value = value << 4 | (digit & 15);
    }
    *word = value;
    return !(marks & ~15u);
}

static uint64_t text_number(const char *token, int digits)
{
    int found = fegetround();
    double low, high, nearest;
    uint64_t bits;

    fesetround(FE_TONEAREST);
    nearest = strtod(token, NULL);
    fesetround(FE_DOWNWARD);
    low = strtod(token, NULL);
    fesetround(FE_UPWARD);
    high = strtod(token, NULL);
    fesetround(found);
    if (isnan(nearest) || digits == 16)
        bits = fp_bits64(nearest);
    else
        bits = fp_bits64(fabs(low) < fabs(high) ? low : high) | (low != high);
    return fp_convert(FP_BINARY64,
                      digits == 16  ? FP_BINARY64
                      : digits == 8 ? FP_BINARY32
                                    : FP_BINARY16,
                      FP_RNE, bits);
}

// Reads the bits behind 0x, up to `digits` of them.
static bool text_read_bits(const char *token, int digits, uint64_t *word)
{
    size_t length = strlen(token);

    return length > 0 && length <= (size_t) digits &&
           read_digits(token, (int) length, word);
}

// Reads the word at `*at` as a number or as bits, and moves `*at` behind it.
static bool text_read_number(int digits, const char **at, const char *end, uint64_t *word)
{
    char token[NUMBER_MAX + 1], *stop;
    size_t length = 0;

    while (*at + length < end && !is_blank((*at)[length])) {
        if (length == NUMBER_MAX)
            return false;
        token[length] = (*at)[length];
        length++;
    }
    token[length] = '\0';
    if (token[0] == '0' && (token[1] | 0x20) == 'x' && !strpbrk(token, ".pP")) {
        if (!text_read_bits(token + 2, digits, word))
            return false;
    } else {
        strtod(token, &stop);
        if (length == 0 || stop != token + length)
            return false;
        *word = text_number(token, digits);
    }
    *at += length;
    return true;
}

// Reads up to `count` words; returns how many were good, and where the next begins.
static inline int text_read_words(int digits, int count, const char **at, const char *end,
                                  uint64_t *words)
{
    const char *from = *at;
    int good = 0;

    for (; good < count; good++) {
        from = skip_blanks(from, end);
        *at = from;
        if (end - from >= digits && read_digits(from, digits, &words[good]) &&
            (end - from == digits || is_blank(from[digits])))
            from += digits;
        else if (!text_read_number(digits, &from, end, &words[good]))
            break;
        *at = from;
    }
    return good;
}

// Does the same; a constant number of digits is a loop unrolled.
static int text_read_some(int digits, int count, const char **at, const char *end,
                          uint64_t *words)
{
    if (digits == 8)
        return text_read_words(8, count, at, end, words);
    if (digits == 16)
        return text_read_words(16, count, at, end, words);
    return text_read_words(4, count, at, end, words);
}

// Writes the name of a word of the line, [16].
static const char *text_name_of(const struct eval_text *text, int index, char name[16])
{
    snprintf(name, 16, "operand %c", text->names ? text->names[index] : 'a' + index);
    return index < text->operands ? name : "the result";
}

static void say_wanted(const struct eval_text *text, char *wanted, size_t size)
{
    const char *result = !text->expected                       ? ""
                         : text->digits == text->result_digits ? " and a result"
                                                               : "";
    int used = snprintf(wanted, size, "%d operand%s%s of %d hex digits", text->operands,
                        text->operands > 1 ? "s" : "", result, text->digits);

    if (text->expected && !result[0])
        used += snprintf(wanted + used, size - (size_t) used, " and a result of %d",
                         text->result_digits);
    snprintf(wanted + used, size - (size_t) used, " or numbers (1.5)");
}

// Writes why the word that begins at `at`, number `index` of the line, is not valid.
static void complain(const struct eval_text *text, const char *at, const char *end,
                     int index, struct eval_text_fault *fault)
{
    char letters[16];
    const char *stop = at, *name = text_name_of(text, index, letters);
    bool prefixed = end - at > 2 && at[0] == '0' && (at[1] | 0x20) == 'x';
    char wanted[80];
    int length;

    say_wanted(text, wanted, sizeof wanted);
    while (stop < end && !is_blank(*stop) && digit_above[(unsigned char) *stop])
        stop++;
    length = (int) (stop - at);
    if (at == end) {
        snprintf(fault->reason, sizeof fault->reason, "%s is missing; want %s", name,
                 wanted);
    } else if (prefixed) {
        snprintf(fault->reason, sizeof fault->reason,
                 "%s is neither bits (0x and up to %d digits) nor a number (0x1p-3)",
                 name, index < text->operands ? text->digits : text->result_digits);
    } else if (stop < end && !is_blank(*stop)) {
        char letter[8];
        bool plain = *stop > ' ' && *stop <= '~';

        snprintf(letter, sizeof letter, plain ? "'%c'" : "0x%02x", (unsigned char) *stop);
        fault->column += length;
        snprintf(fault->reason, sizeof fault->reason, "%s is no hex digit; want %s",
                 letter, wanted);
    } else {
        snprintf(fault->reason, sizeof fault->reason, "%s has %d digit%s; want %s", name,
                 length, length == 1 ? "" : "s", wanted);
    }
}

bool eval_text_number(int digits, const char *token, uint64_t *word)
{
    const char *end = token + strlen(token);

    return text_read_number(digits, &token, end, word) && token == end;
}

enum eval_text_line eval_text_read(const struct eval_text *text, const char *line,
                                   const char *end, uint64_t *words,
                                   struct eval_text_fault *fault)
{
    int count = text->operands + text->expected, good;
    const char *at = line;

    good = text_read_some(text->digits, text->operands, &at, end, words);
    if (good == text->operands && text->expected)
        good += text_read_some(text->result_digits, 1, &at, end, words + good);
    if (good == count)
        return EVAL_TEXT_CASE;
    if (good == 0 && (at == end || *at == '#'))
        return EVAL_TEXT_NOTHING;
    if (at < end && *at == '#')
        end = at; // a remark follows too few words
    fault->column = (int) (at - line) + 1;
    complain(text, at, end, good, fault);
    return EVAL_TEXT_BAD;
}

char *eval_text_write(char *at, uint64_t word, int digits)
{
    static const char capitals[] = "0123456789ABCDEF";

    for (int i = digits - 1; i >= 0; i--) {
        at[i] = capitals[word & 15];
        word >>= 4;
    }
    return at + digits;
}
