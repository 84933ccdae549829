// SPDX-License-Identifier: MIT
// As lines.glsl: words are numbers.
WIDE float word_0;
WIDE float word_1;
bool has_word_0;
bool has_word_1;

// What a target of the line's own takes.
#ifdef ANSWER_IS_COLOUR
#define colour(value) gl_FragColor = (value)
#endif

bool line_is(const int k)
{
    line_now = float(k);
    return abs(LINE_AT - line_now) < 0.5;
}

void result_number(const int k, WIDE float value)
{
    if (k == 0) {
        word_0 = value;
        has_word_0 = true;
    } else {
        word_1 = value;
        has_word_1 = true;
    }
}

void result(const int k, REAL value)
{
    result_number(k, value);
}

// Byte by byte, each with the sign of the int.
#ifdef HAS_INTS
WIDE vec4 int_bytes;
bool is_int;

void result_int(const int k, WIDE int value)
{
    WIDE int above_0 = value / 256;
    WIDE int above_1 = above_0 / 256;
    WIDE int above_2 = above_1 / 256;

    int_bytes = vec4(value - above_0 * 256, above_0 - above_1 * 256, above_1 - above_2 * 256, above_2);
    is_int = has_word_0 = true;
}
#endif
#define ANSWER     (WORD_AT < 0.5 ? word_0 : word_1)
#define HAS_ANSWER (WORD_AT < 0.5 ? has_word_0 : has_word_1)
