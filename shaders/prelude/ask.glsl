// SPDX-License-Identifier: MIT
// A line that gives no answer leaves ABSENT, which the host knows.
void ask()
{
#if __VERSION__ != 100
    load_case();
#endif
#ifdef LINES
    for (int i = 0; i < WORDS; i++)
        words[i] = ABSENT;
#endif
    probe();
}
