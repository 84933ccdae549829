// SPDX-License-Identifier: MIT
//
// Lines of operands: what is read of good ones, what is said of bad ones, and that words
// come back as they were written.

#include "eval/text.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "eval_text" };

// A copy without anything behind it, so that a checker of memory sees a step too far.
static enum eval_text_line read_line(const struct eval_text *text, const char *line,
                                     uint64_t *words, struct eval_text_fault *fault)
{
    size_t length = strlen(line);
    char *copy = test_malloc(length + 1);
    enum eval_text_line what;

    memcpy(copy, line, length);
    what = eval_text_read(text, copy, copy + length, words, fault);
    test_free(copy);
    return what;
}

TEST(reads)
{
    static const struct {
        struct eval_text text;
        const char *line;
        uint64_t words[EVAL_TEXT_WORDS];
    } cases[] = {
        { { 8, 1, false, 8 }, "40000000", { 0x40000000 } },
        { { 8, 2, false, 8 },
          "8683F7FF C07F3FFF C07F3FFF 01",
          { 0x8683f7ff, 0xc07f3fff } },
        { { 8, 2, true, 8 },
          "8683F7FF C07F3FFF C07F3FFE 01",
          { 0x8683f7ff, 0xc07f3fff, 0xc07f3ffe } },
        { { 8, 2, false, 8 }, "\t 8683f7fF\t\tc07F3fFf \r", { 0x8683f7ff, 0xc07f3fff } },
        { { 8, 2, false, 8 },
          "00000000 3C072C85 not hex, # nor anything",
          { 0, 0x3c072c85 } },
        { { 4, 2, false, 4 }, "3C00 1001", { 0x3c00, 0x1001 } },
        { { 4, 3, true, 4 },
          "0123 4567 89AB cdef 00",
          { 0x0123, 0x4567, 0x89ab, 0xcdef } },
        { { 16, 3, false, 16 },
          "0123456789ABCDEF FEDCBA9876543210 8000000000000001",
          { 0x0123456789abcdef, 0xfedcba9876543210, 0x8000000000000001 } },
        { { 8, 2, false, 8 }, "FFFFFFFF FFFFFFFF", { 0xffffffff, 0xffffffff } },
        { { 8, 1, true, 4 }, "FFFFFFFF 3C00", { 0xffffffff, 0x3c00 } },
        { { 8, 3, false, 8 }, "1 -2.5e0 0x1p-3", { 0x3f800000, 0xc0200000, 0x3e000000 } },
        { { 8, 3, false, 8 }, "0x1 0X3F800000 -0", { 1, 0x3f800000, 0x80000000 } },
        { { 8, 3, false, 8 },
          "-inf nan 12345678",
          { 0xff800000, 0x7fc00000, 0x12345678 } },
        // The nearest double is above 0.1 and below 0.3.
        { { 16, 3, false, 16 },
          "0.1 0.3 -1e-400",
          { 0x3fb999999999999a, 0x3fd3333333333333, UINT64_C(1) << 63 } },
        { { 4, 3, false, 4 }, "65519.99 65520 1000", { 0x7bff, 0x7c00, 0x1000 } },
        // Above a tie of binary16 by less than a double can say, at it, and below it.
        { { 4, 3, false, 4 },
          "1.00048828125000000000000000001 1.00048828125 1.000488281249999999999999999",
          { 0x3c01, 0x3c00, 0x3c00 } },
        { { 4, 2, false, 4 },
          "-1.00048828125000000000000000001 -1.000488281249999999999999999",
          { 0xbc01, 0xbc00 } },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t words[EVAL_TEXT_WORDS] = { 0 };
        struct eval_text_fault fault;

        assert_int_equal(read_line(&cases[i].text, cases[i].line, words, &fault),
                         EVAL_TEXT_CASE);
        assert_memory_equal(words, cases[i].words, sizeof words);
    }
}

TEST(nothing)
{
    static const char *const lines[] = { "",      " ",        "\r",
                                         " \t\r", "#",        "# 3F800000 40000000",
                                         "\t#",   "#\xc3\xa9" };
    const struct eval_text text = { 8, 2, false, 8 };

    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        uint64_t words[EVAL_TEXT_WORDS];
        struct eval_text_fault fault;

        assert_int_equal(read_line(&text, lines[i], words, &fault), EVAL_TEXT_NOTHING);
    }
}

#define FLOATS "; want 2 operands of 8 hex digits or numbers (1.5)"

static const struct {
    struct eval_text text;
    const char *line;
    int column;
    const char *reason;
} bad_lines[] = {
    { { 8, 2, false, 8 }, "3F800000", 9, "operand b is missing" FLOATS },
    { { 8, 2, false, 8 }, "3F800000  ", 11, "operand b is missing" FLOATS },
    { { 8, 2, false, 8 }, "3F800000 #", 10, "operand b is missing" FLOATS },
    { { 8, 2, false, 8 }, "3F80000 3F800000", 1, "operand a has 7 digits" FLOATS },
    { { 8, 2, false, 8 }, "3F8000000 3F800000", 1, "operand a has 9 digits" FLOATS },
    { { 8, 2, false, 8 }, "3F800000 A", 10, "operand b has 1 digit" FLOATS },
    { { 8, 2, false, 8 }, "3F8x0000 3F800000", 4, "'x' is no hex digit" FLOATS },
    { { 8, 2, false, 8 }, "3F80000O 3F800000", 8, "'O' is no hex digit" FLOATS },
    { { 8, 2, false, 8 }, "3F800000 3F80000@", 17, "'@' is no hex digit" FLOATS },
    { { 8, 2, false, 8 }, "3F800000 3F80000G", 17, "'G' is no hex digit" FLOATS },
    { { 8, 2, false, 8 }, "3F800000 3F80000`", 17, "'`' is no hex digit" FLOATS },
    { { 8, 2, false, 8 }, "3F800000 3F80000:", 17, "':' is no hex digit" FLOATS },
    { { 8, 2, false, 8 }, "3F800000 3F80000/", 17, "'/' is no hex digit" FLOATS },
    { { 8, 2, false, 8 },
      "0x3F8000000 3F800000",
      1,
      "operand a is neither bits (0x and up to 8 digits) nor a number (0x1p-3)" },
    { { 8, 2, false, 8 }, "3F800000 0x", 11, "'x' is no hex digit" FLOATS },
    { { 8, 1, true, 4 },
      "3F800000 12345F",
      10,
      "the result has 6 digits; want 1 operand of 8 hex digits and a result of 4 or "
      "numbers (1.5)" },
    { { 8, 2, false, 8 }, "3F800000.3F800000", 9, "'.' is no hex digit" FLOATS },
    { { 8, 2, false, 8 }, "3F800000 \x7f", 10, "0x7f is no hex digit" FLOATS },
    { { 8, 2, false, 8 }, "\xff", 1, "0xff is no hex digit" FLOATS },
    { { 8, 2, true, 8 },
      "3F800000 3F800000",
      18,
      "the result is missing; want 2 operands and a result of 8 hex digits or "
      "numbers (1.5)" },
    { { 8, 2, true, 8 },
      "3F800000 3F800000 400F",
      19,
      "the result has 4 digits; want 2 operands and a result of 8 hex digits or "
      "numbers (1.5)" },
    { { 4, 1, false, 4 },
      "3F800000",
      1,
      "operand a has 8 digits; want 1 operand of 4 hex digits or numbers (1.5)" },
    { { 16, 3, false, 16 },
      "3F80000000000000 3F80000000000000 3F800000",
      35,
      "operand c has 8 digits; want 3 operands of 16 hex digits or numbers (1.5)" },
};

TEST(bad)
{
    for (size_t i = 0; i < COUNT_OF(bad_lines); i++) {
        uint64_t words[EVAL_TEXT_WORDS];
        struct eval_text_fault fault = { 0 };

        assert_int_equal(read_line(&bad_lines[i].text, bad_lines[i].line, words, &fault),
                         EVAL_TEXT_BAD);
        assert_string_equal(fault.reason, bad_lines[i].reason);
        assert_int_equal(fault.column, bad_lines[i].column);
    }
}

// Of all bytes, those are digits that C says are.
TEST(every_byte)
{
    const struct eval_text text = { 4, 1, false, 4 };

    for (int byte = 1; byte < 256; byte++) {
        const char line[5] = { 'A', '0', (char) byte, 'A', '\0' }; // no number
        uint64_t word = 0;
        struct eval_text_fault fault;
        bool is_case = read_line(&text, line, &word, &fault) == EVAL_TEXT_CASE;
        unsigned digit = 0;
        bool is_digit = strchr("0123456789abcdefABCDEF", byte) &&
                        sscanf((char[2]){ (char) byte }, "%x", &digit) == 1;

        assert_int_equal(is_case, is_digit);
        if (is_digit)
            assert_int_equal(word, 0xa00a | digit << 4);
    }
}

TEST(writes)
{
    uint64_t word = 0x0123456789abcdef;

    for (int i = 0; i < 1000; i++) {
        for (int digits = 4; digits <= EVAL_TEXT_WIDE; digits *= 2) {
            char got[EVAL_TEXT_WIDE + 1] = "", wanted[EVAL_TEXT_WIDE + 1];
            uint64_t kept = word >> (64 - 4 * digits), back = 0;
            struct eval_text_fault fault;

            assert_ptr_equal(eval_text_write(got, kept, digits), got + digits);
            snprintf(wanted, sizeof wanted, "%0*llX", digits, (unsigned long long) kept);
            assert_string_equal(got, wanted);
            assert_int_equal(read_line(&(struct eval_text){ digits, 1, false, digits },
                                       got, &back, &fault),
                             EVAL_TEXT_CASE);
            assert_int_equal(back, kept);
        }
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
    }
}
