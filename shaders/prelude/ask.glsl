// SPDX-License-Identifier: MIT
// A line that gives no answer leaves ABSENT, which the host knows.
void ask()
{
#if __VERSION__ != 100 || defined(READOUT_BITS) || defined(LINES)
    load_case();
#endif
#if __VERSION__ == 100 && defined(LINES)
    has_word_0 = has_word_1 = false;
#ifdef HAS_INTS
    is_int = false;
#endif
    word_0 = word_1 = 0.0;
#elif defined(LINES)
    for (int i = 0; i < WORDS; i++)
        words[i] = ABSENT;
#endif
    probe();
}
