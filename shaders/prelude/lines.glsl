// SPDX-License-Identifier: MIT
// A line a question, LINE_ROWS rows of cases each, and WORDS words of answers a case.
#ifdef IS_DOUBLE
#define HALVES 2
#else
#define HALVES 1
#endif
highp uint words[WORDS];
#ifdef ANSWER_IS_VALUE
highp float answer_value;
#define ANSWER answer_value
#endif
// What a target of the line's own takes.
#ifdef ANSWER_IS_COLOUR
#define colour(value) answer = (value)
#endif

bool line_is(const int k)
{
    line_now = k;
#ifdef ONLY
    return k == ONLY;
#else
    return case_at.y / LINE_ROWS == k;
#endif
}

// By name: the index is a variable here (cases.glsl says where that crashes).
void set_word(const int i, highp uint word)
{
#if WORDS == 1
    words[0] = word;
#else
    if (i == 0)
        words[0] = word;
    else if (i == 1)
        words[1] = word;
#if WORDS == 4
    else if (i == 2)
        words[2] = word;
    else
        words[3] = word;
#endif
#endif
}

void result_bits(const int k, highp uint bits)
{
    set_word(HALVES * k, bits);
#ifdef IS_DOUBLE
    set_word(HALVES * k + 1, 0u);
#endif
}

void result_int(const int k, highp int value)
{
    result_bits(k, uint(value));
}

void result(const int k, REAL value)
{
#ifdef ANSWER_IS_VALUE
    answer_value = value;
#elif defined(IS_DOUBLE)
    highp uvec2 pair = unpackDouble2x32(value);

    set_word(2 * k, pair.x);
    set_word(2 * k + 1, pair.y);
#else
    highp float wide = float(value);

    set_word(k, floatBitsToUint(wide));
#endif
}

void result_number(const int k, highp float value)
{
    result_bits(k, floatBitsToUint(value));
}

highp uint word_at(highp int i)
{
#if WORDS == 1
    return words[0];
#elif WORDS == 2
    return i == 0 ? words[0] : words[1];
#else
    return i < 2 ? (i == 0 ? words[0] : words[1]) : (i == 2 ? words[2] : words[3]);
#endif
}
#define WORD(i) word_at(i)
