// SPDX-License-Identifier: MIT
//
// Lines of operands: each byte is a digit or none, and words come back as they were
// written. tests/cli/eval.txt has lines that are read, and lines that are refused.

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

// Of all bytes, those are digits that C says are.
TEST(every_byte)
{
    const struct eval_text text = { 4, 1, false, 4, NULL };

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
            assert_int_equal(
                read_line(&(struct eval_text){ digits, 1, false, digits, NULL }, got,
                          &back, &fault),
                EVAL_TEXT_CASE);
            assert_int_equal(back, kept);
        }
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
    }
}
