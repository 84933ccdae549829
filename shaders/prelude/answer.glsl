// SPDX-License-Identifier: MIT
// One answer a case. What is asked in another type comes back exact in a float.
REAL answer_value;

void result(const int k, REAL value)
{
    answer_value = value;
}

#if defined(IS_DOUBLE) || defined(IS_FLOAT16)
#define ANSWER float(answer_value)
#else
#define ANSWER answer_value
#endif
#define WORD(i) floatBitsToUint(ANSWER)
