// SPDX-License-Identifier: MIT
//
// How it works: a good line is read by a table look-up a digit and no other test, since
// what is no digit leaves its mark in the upper half of the looked-up byte; the marks of
// a word are looked at once. Whatever does not pass is read again, slowly, for the words
// in which to complain.

#include "eval/text.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define D(n) ((n) + 1)

// Digits are stored one higher, so that what the table leaves out, 0, is no digit.
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

// The word at `at`, where there is room for it; false if it is not all digits.
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

// Up to `count` words; returns how many were good, and where the next begins.
static inline int text_read_words(int digits, int count, const char **at, const char *end,
                                  uint64_t *words)
{
    const char *from = *at;
    int good = 0;

    for (; good < count; good++) {
        from = skip_blanks(from, end);
        *at = from;
        if (end - from < digits || !read_digits(from, digits, &words[good]))
            break;
        from += digits;
        if (from < end && !is_blank(*from))
            break;
    }
    return good;
}

static const char *text_name_of(const struct eval_text *text, int index)
{
    static const char *const names[] = { "operand a", "operand b", "operand c" };

    return index < text->operands ? names[index] : "the result";
}

static void say_wanted(const struct eval_text *text, char *wanted, size_t size)
{
    snprintf(wanted, size, "%d operand%s%s of %d hex digits", text->operands,
             text->operands > 1 ? "s" : "", text->expected ? " and a result" : "",
             text->digits);
}

// The word that begins at `at` is not what it should be: number `index` of the line.
static void complain(const struct eval_text *text, const char *at, const char *end,
                     int index, struct eval_text_fault *fault)
{
    const char *stop = at, *name = text_name_of(text, index);
    char wanted[80];
    int length;

    say_wanted(text, wanted, sizeof wanted);
    while (stop < end && !is_blank(*stop) && digit_above[(unsigned char) *stop])
        stop++;
    length = (int) (stop - at);
    if (at == end) {
        snprintf(fault->reason, sizeof fault->reason, "%s is missing; want %s", name,
                 wanted);
    } else if (stop < end && !is_blank(*stop)) {
        char letter[8];
        bool plain = *stop > ' ' && *stop <= '~';

        snprintf(letter, sizeof letter, plain ? "'%c'" : "0x%02x", (unsigned char) *stop);
        fault->column += length;
        snprintf(fault->reason, sizeof fault->reason, "%s is no hex digit%s; want %s",
                 letter, length == 1 && (*stop | 0x20) == 'x' ? " (no 0x here)" : "",
                 wanted);
    } else {
        snprintf(fault->reason, sizeof fault->reason, "%s has %d digit%s; want %s", name,
                 length, length == 1 ? "" : "s", wanted);
    }
}

enum eval_text_line eval_text_read(const struct eval_text *text, const char *line,
                                   const char *end, uint64_t *words,
                                   struct eval_text_fault *fault)
{
    int count = text->operands + text->expected, good;
    const char *at = line;

    // A constant number of digits is a loop unrolled.
    if (text->digits == 8)
        good = text_read_words(8, count, &at, end, words);
    else if (text->digits == 16)
        good = text_read_words(16, count, &at, end, words);
    else
        good = text_read_words(4, count, &at, end, words);
    if (good == count)
        return EVAL_TEXT_CASE;
    if (good == 0 && (at == end || *at == '#'))
        return EVAL_TEXT_NOTHING;
    if (at < end && *at == '#')
        end = at; // a remark behind too few words
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
